//! Casts that are not needed but for their type, which nothing needs: all that uses the result takes the operand as
//! well.

use super::Pass;
use invar_ir::{
    Function, Inst, Module, Op, Terminator, TypeHierarchy, Types, ValType, Value, br_on_types,
    signature,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many rounds there are: a cast may be the only use of another one.
const MOST_ROUNDS: usize = 3;

impl Pass<'_, '_> {
    /// Removes those of the casts that are left. They are in live blocks.
    pub(super) fn unused_types(&mut self) {
        let casts: FxHashSet<Inst> = self.left.iter().map(|left| left.cast).collect();
        let mut live: FxHashSet<Inst> = FxHashSet::default();
        if !casts.is_empty() {
            for block in self.function.live_blocks() {
                let insts = self.function.blocks[block].insts.iter();
                live.extend(insts.copied().filter(|inst| casts.contains(inst)));
            }
        }
        self.left.retain(|left| live.contains(&left.cast));
        for _ in 0..MOST_ROUNDS {
            if self.left.is_empty() || self.round() == 0 {
                break;
            }
        }
    }

    fn round(&mut self) -> u64 {
        let f = &*self.function;
        let mut found: FxHashMap<Value, bool> = FxHashMap::default();
        for left in &self.left {
            found.insert(f.result(left.cast).expect("a cast has a result"), true);
        }
        let (module, types) = (self.cx.module, self.flow.types());
        for block in f.live_blocks() {
            for &inst in &f.blocks[block].insts {
                for &arg in f.args(inst) {
                    if found.get(&arg) == Some(&true) && !inst_takes(f, module, types, inst, arg) {
                        found.insert(arg, false);
                    }
                }
            }
            let term = &f.blocks[block].term;
            term.for_each_use(&f.pool, |arg| {
                if found.get(&arg) == Some(&true) && !term_takes(f, module, types, term, arg) {
                    found.insert(arg, false);
                }
            });
        }
        let mut removed: FxHashSet<Inst> = FxHashSet::default();
        let left = std::mem::take(&mut self.left);
        for left in left {
            let cast = left.cast;
            let result = self.function.result(cast).expect("a cast has a result");
            let value = self.function.args(cast)[0];
            // What the operand is cast from was not asked for here: that is done in the next round.
            let is_next = found.get(&value) == Some(&true);
            let is_free = found[&result] || invar_ir::mutant!(TypesAreNotNeeded);
            if is_next || !is_free || !self.cx.fuel.take() {
                self.left.push(left);
                continue;
            }
            self.function.alias(result, value);
            removed.insert(cast);
        }
        self.remove(&removed);
        self.stats.casts += removed.len() as u64;
        removed.len() as u64
    }

    /// Takes instructions whose results are aliases out of their blocks. Linear.
    pub(super) fn remove(&mut self, removed: &FxHashSet<Inst>) {
        if removed.is_empty() {
            return;
        }
        let blocks: Vec<_> = self.function.live_blocks().collect();
        for block in blocks {
            self.function.blocks[block].insts.retain(|inst| !removed.contains(inst));
        }
        self.function.resolve_aliases();
    }
}

/// The operand of the cast that defines a value.
fn uncast(f: &Function, value: Value) -> Value {
    let cast = f.def_inst(value).expect("a cast");
    f.resolve(f.args(cast)[0])
}

/// The types of operands if the operand of a cast is used in the place of its result.
fn types_without(f: &Function, args: &[Value], cast: Value) -> Types {
    let ty = f.ty(uncast(f, cast));
    args.iter().map(|&arg| if arg == cast { ty } else { f.ty(arg) }).collect()
}

/// Whether an operator takes operands of these types, and still gives results of the given types.
fn takes(
    module: &Module,
    types: &TypeHierarchy,
    op: &Op,
    args: &Types,
    results: impl Iterator<Item = ValType>,
) -> bool {
    let Ok(signature) = signature(op, args, module) else { return false };
    args.iter().zip(&signature.operands).all(|(&have, &want)| types.is_subtype(have, want))
        && signature.results.iter().zip(results).all(|(&own, ty)| types.is_subtype(own, ty))
}

fn inst_takes(
    f: &Function,
    module: &Module,
    types: &TypeHierarchy,
    inst: Inst,
    cast: Value,
) -> bool {
    let args = types_without(f, f.args(inst), cast);
    takes(module, types, &f.insts[inst].op, &args, f.results(inst).map(|result| f.ty(result)))
}

fn term_takes(
    f: &Function,
    module: &Module,
    types: &TypeHierarchy,
    term: &Terminator,
    cast: Value,
) -> bool {
    let ty = f.ty(uncast(f, cast));
    let operands = term.operands(&f.pool);
    let with = types_without(f, operands, cast);
    let as_operand = match term {
        _ if !operands.contains(&cast) => true,
        Terminator::Return(_) => {
            with.iter().zip(&f.results).all(|(&have, &want)| types.is_subtype(have, want))
        }
        Terminator::BrOn { op, taken_value, fallthrough_value, .. } => {
            let made = br_on_types(op, &with).is_ok_and(|(taken, fallthrough)| {
                let pairs = [(taken, taken_value), (fallthrough, fallthrough_value)];
                pairs.into_iter().all(|(own, value)| match (own, value.expand()) {
                    (Some(own), Some(value)) => types.is_subtype(own, f.ty(value)),
                    _ => true,
                })
            });
            made && takes(module, types, op, &with, std::iter::empty())
        }
        Terminator::TailCall { op, .. } | Terminator::Throw { op, .. } => {
            takes(module, types, op, &with, std::iter::empty())
        }
        Terminator::Invoke { op, results, .. } => {
            takes(module, types, op, &with, results.iter().map(|&result| f.ty(result)))
        }
        _ => false,
    };
    as_operand
        && term.targets().all(|call| {
            let params = &f.blocks[call.block].params;
            f.list(&call.args)
                .iter()
                .zip(params)
                .all(|(&arg, &param)| arg != cast || types.is_subtype(ty, f.ty(param)))
        })
}
