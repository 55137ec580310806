//! Operands of a loop's operators that a condition decides: one side of an `and` or an `or` of which only matters
//! whether it is zero, and the condition of a `select`.
//!
//! Cost: linear in the loop; for each `and` and `or`, the operators that use it, up to a depth.

use invar_analysis::inst_effects;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, Module, Op, Terminator, Value};
use invar_rules::known_bits;
use rustc_hash::FxHashMap;

/// How many operators there may be between an `and` or an `or` and the branch that it decides.
const MOST_DEPTH: usize = 4;

/// An operand that is 0 in the copy in which a condition is zero.
pub(super) struct Operand {
    pub inst: Inst,
    /// Its position among the operands.
    pub nth: usize,
    /// Whether it may be 1 in the other copy.
    pub is_one: bool,
}

/// Who uses a value in a loop.
#[derive(Clone, Copy)]
enum User {
    /// The operator, at a position among its operands.
    Inst(Inst, usize),
    /// A branch on it.
    Branch,
    Other,
}

/// The operators of a loop that conditions decide.
pub(super) struct Operands<'a> {
    f: &'a Function,
    module: &'a Module,
    insts: Vec<Inst>,
    users: FxHashMap<Value, Vec<User>>,
    /// The uses of values in the whole function.
    all_uses: &'a SecondaryMap<Value, u32>,
}

impl<'a> Operands<'a> {
    pub fn new(
        f: &'a Function,
        module: &'a Module,
        blocks: &[Block],
        all_uses: &'a SecondaryMap<Value, u32>,
    ) -> Self {
        let mut users: FxHashMap<Value, Vec<User>> = FxHashMap::default();
        let mut insts = Vec::new();
        for &block in blocks {
            for &inst in &f.blocks[block].insts {
                insts.push(inst);
                for (n, &arg) in f.args(inst).iter().enumerate() {
                    users.entry(f.resolve(arg)).or_default().push(User::Inst(inst, n));
                }
            }
            let term = &f.blocks[block].term;
            let cond = match *term {
                Terminator::BrIf { cond, .. } => Some(f.resolve(cond)),
                _ => None,
            };
            let mut is_first = true;
            term.for_each_use(&f.pool, |value| {
                let value = f.resolve(value);
                let is_cond = std::mem::take(&mut is_first) && cond == Some(value);
                users.entry(value).or_default().push(if is_cond {
                    User::Branch
                } else {
                    User::Other
                });
            });
        }
        Operands { f, module, insts, users, all_uses }
    }

    /// A condition of which `is_invariant` holds, and that decides a branch or by which an arm of a `select` is not
    /// computed.
    pub fn condition(&self, is_invariant: &dyn Fn(Value) -> bool) -> Option<Value> {
        self.insts.iter().find_map(|&inst| {
            let op = &self.f.insts[inst].op;
            let positions = match op {
                Op::I32And | Op::I32Or if self.is_tested(inst, MOST_DEPTH) => 0..2,
                Op::Select | Op::TypedSelect { .. } if self.computes_an_arm(inst) => 2..3,
                _ => return None,
            };
            let mut sides = positions.map(|n| self.f.resolve(self.f.args(inst)[n]));
            // It would stay in the copy in which it is not zero.
            let stays = |side| *op == Op::I32And && !self.is_bit(side);
            sides.find(|&side| is_invariant(side) && !stays(side))
        })
    }

    /// The operands that a condition decides.
    pub fn of(&self, cond: Value) -> Vec<Operand> {
        let is_bit = self.is_bit(cond);
        let users = self.users.get(&self.f.resolve(cond)).into_iter().flatten();
        let operands = users.filter_map(|&user| {
            let User::Inst(inst, nth) = user else { return None };
            let is_one = match self.f.insts[inst].op {
                Op::Select | Op::TypedSelect { .. } if nth == 2 => true,
                Op::I32And => is_bit,
                Op::I32Or => {
                    is_bit
                        || self.is_tested(inst, MOST_DEPTH)
                        || invar_ir::mutant!(UnswitchOperandIsOne)
                }
                _ => return None,
            };
            Some(Operand { inst, nth, is_one })
        });
        operands.collect()
    }

    fn is_bit(&self, value: Value) -> bool {
        known_bits(self.f, value).max() <= 1
    }

    /// Whether only matters whether the result of an operator is zero.
    fn is_tested(&self, inst: Inst, depth: usize) -> bool {
        let Some(result) = self.f.result(inst) else { return false };
        let users = self.users.get(&result).map_or(&[][..], Vec::as_slice);
        let tests = |&user: &User| match user {
            User::Branch => true,
            User::Inst(inst, nth) => match self.f.insts[inst].op {
                Op::I32Eqz => true,
                Op::Select | Op::TypedSelect { .. } => nth == 2,
                Op::I32Or => depth > 0 && self.is_tested(inst, depth - 1),
                _ => false,
            },
            User::Other => false,
        };
        !users.is_empty()
            && users.len() == self.all_uses[result] as usize
            && users.iter().all(tests)
    }

    /// Whether an arm of a `select` is computed in the loop for it alone, so that it is not where the other arm is
    /// selected.
    fn computes_an_arm(&self, select: Inst) -> bool {
        self.f.args(select)[..2].iter().any(|&arm| {
            let Some(inst) = self.f.def_inst(self.f.resolve(arm)) else { return false };
            self.insts.contains(&inst)
                && !invar_rules::is_constant(&self.f.insts[inst].op)
                && self.all_uses[self.f.resolve(arm)] == 1
                && inst_effects(self.f, inst, self.module).is_pure_total()
        })
    }
}
