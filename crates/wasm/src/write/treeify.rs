//! Forms expression trees: which values are computed on the operand stack where they are used.
//!
//! Each block is walked from its end. An operand is computed in place if the instruction that
//! makes it is of the same block, may move down past all that is not placed yet, and no use of it
//! remains before this point; if it has uses after this point too, it is also kept in a local by
//! `local.tee`. Constants are computed at each use (rematerialized). All else goes through locals. LLVM calls this
//! register stackification (`WebAssemblyRegStackify`).
//!
//! Cost: linear, the search for conflicting instructions is bounded. No recursion.
//! No instruction other than constants is duplicated, and no two instructions whose effects conflict are reordered.

use super::code::{Item, Origin, is_call};
use invar_ir::effects;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Effects, Function, Inst, Module, Op, Terminator, Value, ValueDef};
use invar_rules::{Compare, FloatCompare, IntOp, is_constant};

/// The code of one block, in order.
#[derive(Clone, Default, Debug)]
pub(super) struct BlockCode {
    /// Up to and including the operands of the terminator; for a jump with arguments, including
    /// the assignment of the parameters. Locals are value numbers.
    pub items: Vec<Item>,
    /// How many of the items come before the operands of the terminator.
    pub statements: usize,
    /// Constants to assign after the statements, by `locals::constants`.
    pub hoisted: Vec<(Op, u32)>,
    /// Moves between the operands of a conditional branch and the branch, by `locals::early`.
    pub early: Vec<Item>,
}

/// How many unplaced instructions with effects are examined when an operand is to be moved past them.
const WINDOW: usize = 64;

#[derive(Clone, Copy)]
enum Task {
    /// Puts a value on the stack.
    Operand(Value),
    /// Puts a value on the stack after the instructions that it cannot be moved past were scheduled.
    Again(Value),
    /// Emits all instructions at positions past this one that are not placed yet, as statements.
    Until(u32),
}

pub(super) struct Treeify<'a> {
    module: &'a Module,
    f: &'a Function,
    /// Uses of each value in the whole function.
    uses: SecondaryMap<Value, u32>,
    /// Uses of each value in the current block that are not placed yet.
    pending: SecondaryMap<Value, u32>,
    /// For each instruction of the current block: its position, plus one.
    position: SecondaryMap<Inst, u32>,
    placed: SecondaryMap<Inst, bool>,
    /// Unplaced instructions of the current block with effects, by position.
    effectful: Vec<(u32, Inst, Effects)>,
    block: Block,
    /// All instructions at positions past this one are placed, or are being placed.
    cursor: u32,
    /// Whether more operands will be put on the stack than are scheduled: the arguments of moves.
    more_to_come: bool,
    /// Whether the operands go to a `try_table`, in which nothing else may throw.
    in_try: bool,
    /// The items so far, last first.
    reversed: Vec<Item>,
    /// The values to be emitted, the next one last.
    work: Vec<Task>,
}

impl<'a> Treeify<'a> {
    pub fn new(module: &'a Module, f: &'a Function) -> Self {
        Treeify {
            module,
            f,
            uses: f.use_counts(),
            pending: SecondaryMap::new(),
            position: SecondaryMap::with_capacity(f.insts.len()),
            placed: SecondaryMap::with_capacity(f.insts.len()),
            effectful: Vec::new(),
            block: f.entry,
            cursor: 0,
            more_to_come: false,
            in_try: false,
            reversed: Vec::new(),
            work: Vec::new(),
        }
    }

    /// How often a value is used in the whole function.
    pub fn uses(&self, value: Value) -> u32 {
        self.uses[value]
    }

    /// The parameter of a block whose only first use starts the block's code, where it could be
    /// found on the operand stack.
    pub fn starts_with_param(&self, block: Block, code: &BlockCode) -> Option<Value> {
        let Some(&Item::Get(first)) = code.items.first() else { return None };
        let data = &self.f.blocks[block];
        let value = Value::from_u32(first);
        let direct = code.statements > 0 || may_end_on_stack(&data.term);
        (direct && data.params.contains(&value)).then_some(value)
    }

    /// Forms the trees of a block. `on_stack` are the values that are on the operand stack when the
    /// block starts; `stays`, the parameter of the block jumped to that should rather be passed
    /// on the operand stack.
    pub fn block(&mut self, block: Block, on_stack: &[Value], stays: Option<Value>) -> BlockCode {
        let f = self.f;
        let data = &f.blocks[block];
        self.effectful.clear();
        for (n, &inst) in data.insts.iter().enumerate() {
            self.position[inst] = n as u32 + 1;
            let effects = effects(&f.insts[inst].op, self.module);
            if !effects.is_pure_total() {
                self.effectful.push((n as u32 + 1, inst, effects));
            }
        }
        f.for_each_use(block, |value| self.pending[value] += 1);

        self.block = block;
        self.cursor = data.insts.len() as u32;
        self.terminator(&data.term, stays);
        let operands = self.reversed.len();
        self.work.push(Task::Until(0));
        self.drain();
        f.for_each_use(block, |value| self.pending[value] = 0);
        let mut items = std::mem::take(&mut self.reversed);
        items.reverse();
        if let &[ref first @ .., last] = on_stack
            && !first.is_empty()
        {
            let set = |&value: &Value| match self.uses[value] {
                0 => Item::Drop,
                _ => Item::Set(value.as_u32()),
            };
            items.splice(0..0, first.iter().chain([&last]).rev().map(set));
        }
        if let &[value] = on_stack {
            let direct = items.len() > operands || may_end_on_stack(&data.term);
            match items.first() {
                Some(Item::Get(first) | Item::MoveGet(first, _))
                    if direct && *first == value.as_u32() =>
                {
                    if self.uses[value] == 1 {
                        items.remove(0);
                    } else {
                        items[0] = Item::Tee(value.as_u32());
                    }
                }
                _ if self.uses[value] == 0 => items.insert(0, Item::Drop),
                _ => items.insert(0, Item::Set(value.as_u32())),
            }
        }
        let statements = items.len().saturating_sub(operands);
        BlockCode { items, statements, ..BlockCode::default() }
    }

    fn terminator(&mut self, term: &Terminator, stays: Option<Value>) {
        let f = self.f;
        if let Terminator::Jump(call) = term {
            let params = &f.blocks[call.block].params;
            let args = f.list(&call.args);
            let params = params.iter().copied();
            let mut moves: Vec<(Value, Value)> =
                args.iter().copied().zip(params).filter(|(a, p)| a != p).collect();
            moves.sort_by_key(|&(arg, param)| {
                (stays != Some(param), f.def_inst(arg).map_or(0, |inst| self.position[inst]))
            });
            self.moves(&moves, stays);
            return;
        }
        let operands: Vec<Value> = term.operands(&f.pool).to_vec();
        // The operands of a call with handlers are computed in its `try_table`.
        self.in_try = matches!(term, Terminator::Invoke { .. });
        self.work.extend(operands.into_iter().map(Task::Operand));
        self.drain();
        self.in_try = false;
    }

    /// Copies arguments to parameters: all are pushed, then assigned in the opposite order. As
    /// all are read before any parameter is written, no temporary is ever needed.
    ///
    /// The arguments come in the order in which they were computed, so that more of them are
    /// computed in place; those that are in locals, and constants, are pushed after
    /// these, next to the assignments, but for one that `stays` on the stack, which is below all others.
    fn moves(&mut self, moves: &[(Value, Value)], stays: Option<Value>) {
        let set = |uses: u32, param: Value| {
            if uses > 0 { Item::MoveSet(param.as_u32()) } else { Item::Drop }
        };
        let start = self.reversed.len();
        let (mut sets, mut gets, mut get_sets) = (Vec::new(), Vec::new(), Vec::new());
        for &(arg, param) in moves.iter().rev() {
            let before = self.reversed.len();
            self.more_to_come = moves.len() > 1;
            self.work.push(Task::Operand(arg));
            self.drain();
            self.more_to_come = false;
            let uses = self.uses[param];
            match &self.reversed[before..] {
                [Item::Get(_)] => {
                    if uses > 0 {
                        self.reversed[before] = Item::MoveGet(arg.as_u32(), param.as_u32());
                    }
                }
                [Item::Op(op, _)] if is_constant(op) => {
                    if uses > 0 {
                        self.reversed[before] = Item::MoveConst(op.clone(), param.as_u32());
                    }
                }
                _ => {
                    sets.push(set(uses, param));
                    continue;
                }
            }
            if stays == Some(param) {
                sets.push(set(uses, param));
            } else {
                gets.extend(self.reversed.pop());
                get_sets.push(set(uses, param));
            }
        }
        // Last first: the assignment of what was pushed first, ... , what was pushed last.
        let trees = self.reversed.split_off(start);
        self.reversed.extend(sets.into_iter().rev());
        self.reversed.extend(get_sets.into_iter().rev());
        self.reversed.extend(gets);
        self.reversed.extend(trees);
    }

    /// Schedules the last instruction past a position that is not placed yet, if there is one, and
    /// then the others.
    fn next_statement(&mut self, position: u32) {
        let f = self.f;
        while self.cursor > position {
            self.cursor -= 1;
            let inst = f.blocks[self.block].insts[self.cursor as usize];
            if self.placed[inst] {
                continue;
            }
            let op = &f.insts[inst].op;
            let unused = f.results(inst).all(|value| self.uses[value] == 0);
            if is_constant(op) {
                self.placed[inst] = true;
            } else if unused && effects(op, self.module).is_pure_total() {
                // Its operands lose a use; they may now be first used elsewhere.
                self.placed[inst] = true;
                for &arg in f.args(inst) {
                    self.pending[arg] -= 1;
                    self.uses[arg] -= 1;
                }
            } else {
                self.work.push(Task::Until(position));
                self.assign_results(inst);
                self.place(inst);
                return;
            }
        }
    }

    /// Takes the results of an instruction off the stack.
    fn assign_results(&mut self, inst: Inst) {
        for value in self.f.results(inst) {
            self.reversed.push(match self.uses[value] {
                0 => Item::Drop,
                _ => Item::Set(value.as_u32()),
            });
        }
    }

    /// Emits the scheduled items. A value is pushed together with the expressions that are computed
    /// in place for it.
    fn drain(&mut self) {
        while let Some(task) = self.work.pop() {
            let value = match task {
                Task::Operand(value) => {
                    self.pending[value] -= 1;
                    value
                }
                Task::Again(value) => value,
                Task::Until(position) => {
                    self.next_statement(position);
                    continue;
                }
            };
            if let ValueDef::Result(inst, _) = self.f.values[value].def {
                if is_constant(&self.f.insts[inst].op) {
                    let op = self.f.insts[inst].op.clone();
                    self.reversed.push(Item::Op(op, Origin::NONE));
                    continue;
                }
                if self.pending[value] == 0 && self.is_here(inst) {
                    if self.movable(inst) {
                        if self.uses[value] > 1 {
                            self.reversed.push(Item::Tee(value.as_u32()));
                        }
                        self.place(inst);
                        continue;
                    }
                    if !matches!(task, Task::Again(_)) && self.give_way(inst, value) {
                        continue;
                    }
                }
            }
            self.reversed.push(Item::Get(value.as_u32()));
        }
    }

    /// Whether an instruction of this block with one result is not placed yet.
    fn is_here(&self, inst: Inst) -> bool {
        let stays_out = self.in_try
            && is_call(&self.f.insts[inst].op)
            && !invar_ir::mutant!(WasmCallMovesIntoTry);
        self.position[inst] != 0
            && !self.placed[inst]
            && self.f.results(inst).len() == 1
            && !stays_out
    }

    /// If an operand cannot be moved past what stands after it, computes the operand before that:
    /// the rest is emitted now, and the value stays on the operand stack below it. Not if a value
    /// of the rest is itself wanted on the stack here.
    fn give_way(&mut self, inst: Inst, value: Value) -> bool {
        let position = self.position[inst];
        if self.more_to_come || self.in_try || self.work.len() > WINDOW {
            return false;
        }
        let in_the_way = self.work.iter().any(|task| match *task {
            Task::Operand(other) | Task::Again(other) => match self.f.values[other].def {
                // Not placed, and after: one with several results, too, which are in locals then.
                ValueDef::Result(inst, _) => !self.placed[inst] && self.position[inst] > position,
                _ => false,
            },
            Task::Until(_) => false,
        });
        if !in_the_way {
            self.work.push(Task::Again(value));
            self.work.push(Task::Until(position));
        }
        !in_the_way
    }

    /// Emits an instruction; its operands become tasks, the last one next.
    fn place(&mut self, inst: Inst) {
        let f = self.f;
        self.placed[inst] = true;
        let mut op = f.insts[inst].op.clone();
        let list = f.args(inst);
        // Operands computed in the other order come in place if the operator may swap them.
        if let &[a, b] = list
            && self.swaps(a, b)
            && let Some(swapped) = swapped(&op)
        {
            op = swapped;
            self.reversed.push(Item::Op(op, Origin::of_inst(inst)));
            self.work.extend([b, a].map(Task::Operand));
            return;
        }
        self.reversed.push(Item::Op(op, Origin::of_inst(inst)));
        self.work.extend(list.iter().map(|&value| Task::Operand(value)));
    }

    /// Whether two operands would both be computed in place if they were exchanged, and only
    /// then: both are made here, used once, with effects, in the opposite order.
    fn swaps(&self, a: Value, b: Value) -> bool {
        let place = |value: Value| {
            let ValueDef::Result(inst, _) = self.f.values[value].def else { return None };
            if self.placed[inst] || self.uses[value] != self.pending[value] {
                return None;
            }
            let position = self.position[inst];
            let data = &self.f.insts[inst];
            (position > 0 && !effects(&data.op, self.module).is_pure_total()).then_some(position)
        };
        matches!((place(a), place(b)), (Some(a), Some(b)) if a > b)
    }

    /// Whether an instruction of this block may be computed at the current point: everything
    /// unplaced that stands after it will be executed before it.
    fn movable(&mut self, inst: Inst) -> bool {
        let position = self.position[inst];
        let effects = effects(&self.f.insts[inst].op, self.module);
        if effects.is_pure_total() {
            return true;
        }
        while self.effectful.last().is_some_and(|&(_, inst, _)| self.placed[inst]) {
            self.effectful.pop();
        }
        for (steps, &(at, other, theirs)) in self.effectful.iter().rev().enumerate() {
            if at <= position {
                return true;
            }
            if steps == WINDOW
                || !self.placed[other]
                    && theirs.conflicts(effects)
                    && !invar_ir::mutant!(WasmTreesCrossEffects)
            {
                return false;
            }
        }
        true
    }
}

/// Whether a value found on the operand stack may be an operand of the terminator: no construct
/// opens before it.
fn may_end_on_stack(term: &Terminator) -> bool {
    use Terminator::{BrIf, BrOn, BrTable, Invoke};
    !matches!(term, BrIf { .. } | BrTable { .. } | BrOn { .. } | Invoke { .. })
}

/// The operator that gives the same result with its two operands exchanged.
fn swapped(op: &Op) -> Option<Op> {
    if let Some((_, kind)) = IntOp::of(op) {
        return kind.is_commutative().then(|| op.clone());
    }
    if let Some((width, kind)) = Compare::of(op) {
        return Some(kind.swapped().at(width));
    }
    FloatCompare::of(op).map(|(width, kind)| kind.swapped().at(width))
}

#[cfg(test)]
mod tests {
    use crate::write::testing::lowered;

    /// Checks the code of a function of two parameters that is one block.
    #[track_caller]
    fn check(block: &str, expected: &str) {
        let text =
            format!("func f1 : (i32, i32) -> (i32) {{\n b0(v0: i32, v1: i32):\n{block}\n }}");
        assert_eq!(lowered(&text), expected);
    }

    #[test]
    fn what_is_used_once_is_computed_in_place() {
        check(
            "v2 = i32.add v0, v1
             v3 = i32.mul v0, v2
             return v3",
            "get 0; get 0; get 1; i32.add; i32.mul",
        );
    }

    #[test]
    fn what_is_used_twice_is_computed_at_the_first_use_and_kept_in_a_local() {
        check(
            "v2 = i32.add v0, v1
             v3 = i32.mul v2, v2
             return v3",
            "get 0; get 1; i32.add; tee 0; get 0; i32.mul",
        );
    }

    #[test]
    fn constants_are_computed_at_each_use() {
        check(
            "v2 = i32.const 7
             v3 = i32.add v0, v2
             v4 = i32.mul v3, v2
             return v4",
            "get 0; i32.const 7; i32.add; i32.const 7; i32.mul",
        );
    }

    #[test]
    fn a_load_is_moved_past_arithmetic_but_not_past_a_store() {
        check(
            "v2 = i32.load v0
             i32.store v0, v1
             v3 = i32.add v2, v1
             return v3",
            "get 0; i32.load; get 0; get 1; i32.store; get 1; i32.add",
        );
        check(
            "v2 = i32.load v0
             v3 = i32.mul v1, v1
             v4 = i32.add v3, v2
             return v4",
            "get 1; get 1; i32.mul; get 0; i32.load; i32.add",
        );
        // The load may trap, which must not come before the assignment.
        check(
            "v2 = i32.mul v1, v1
             global.set g0 v2
             v3 = i32.load v0
             v4 = i32.add v1, v3
             return v4",
            "get 1; get 1; i32.mul; global.set g0; get 1; get 0; i32.load; i32.add",
        );
    }

    #[test]
    fn calls_keep_their_order() {
        check(
            "v2 = call f0 v0
             v3 = call f0 v1
             v4 = i32.sub v3, v2
             return v4",
            "get 0; call f0; set 0; get 1; call f0; get 0; i32.sub",
        );
        // The operands of an operator that commutes are exchanged instead.
        check(
            "v2 = call f0 v0
             v3 = call f0 v1
             v4 = i32.add v3, v2
             return v4",
            "get 0; call f0; get 1; call f0; i32.add",
        );
    }

    #[test]
    fn a_comparison_of_floats_is_exchanged_with_its_mirror() {
        check(
            "v2 = f32.load v0
             i32.store v0, v1
             v3 = f32.load v0
             v4 = f32.lt v3, v2
             return v4",
            "get 0; f32.load; get 0; get 1; i32.store; get 0; f32.load; f32.gt",
        );
    }
}
