//! Casts.

use super::narrow::{self, Edges};
use super::{Left, Pass};
use invar_analysis::RefFacts;
use invar_analysis::inst_effects;
use invar_ir::wasmparser::AbstractHeapType;
use invar_ir::{HeapType, Inst, Op, RefType, ValType, Value};

/// How many instructions behind a test for null are looked at for an access.
const MOST_NEXT: usize = 16;

impl Pass<'_, '_> {
    /// Simplifies a cast, which other instructions follow; whether it stays.
    pub(super) fn cast(&mut self, inst: Inst, rest: &[Inst]) -> bool {
        let f = &*self.function;
        let result = f.result(inst).expect("a cast has a result");
        let (value, result_type) = (f.args(inst)[0], f.ty(result));
        let target = match f.insts[inst].op {
            Op::RefCastNonNull { hty } => RefType::new(false, hty),
            Op::RefCastNullable { hty } => RefType::new(true, hty),
            // Of any type.
            _ => f.ty(value).as_reference_type().map(|ty| ty.as_non_null()),
        };
        let (Some(target), facts) = (target, self.flow.facts(f, value)) else { return true };
        if facts.is_nothing() {
            return true;
        }
        let types = self.flow.types();
        let never_fails = facts.is_within(types, RefFacts::of_type(types, target));
        let after = facts.meet(types, RefFacts::of_type(types, target));
        if after.is_nothing() {
            // The cast always traps, which the caller sees as well.
            return true;
        }
        if never_fails || after.is_null() {
            let null = after.is_null() && self.null_result(inst, target, result_type, never_fails);
            if null {
                return true;
            }
        }
        if never_fails
            && let Some(value) = self.supply(value, result_type)
            && self.cx.fuel.take()
        {
            self.stats.casts += 1;
            self.function.alias(result, value);
            return false;
        }
        self.cheaper(inst, value, target, facts);
        if never_fails {
            let edge = self.flow.told_by(self.function, value);
            self.left.push(Left { cast: inst, edge, may_fail: false });
        } else if self.traps_anyway(inst, rest) {
            self.left.push(Left { cast: inst, edge: None, may_fail: true });
        }
        true
    }

    /// Whether a test for null is followed by an access that traps on the same null, with nothing that can be observed
    /// between them. Which of two traps comes first cannot be told.
    fn traps_anyway(&self, inst: Inst, rest: &[Inst]) -> bool {
        let f = &*self.function;
        if f.insts[inst].op != Op::RefAsNonNull {
            return false;
        }
        let root = self.flow.root(f, f.args(inst)[0]);
        for &next in rest.iter().take(MOST_NEXT) {
            let accesses = matches!(
                f.insts[next].op,
                Op::StructGet { .. }
                    | Op::StructGetS { .. }
                    | Op::StructGetU { .. }
                    | Op::StructSet { .. }
                    | Op::ArrayGet { .. }
                    | Op::ArrayGetS { .. }
                    | Op::ArrayGetU { .. }
                    | Op::ArraySet { .. }
                    | Op::ArrayLen
            );
            if accesses && self.flow.root(f, f.args(next)[0]) == root {
                return true;
            }
            let effects = inst_effects(f, next, self.cx.module);
            if effects.is_observable() && !invar_ir::mutant!(NullTrapsLater) {
                return false;
            }
        }
        false
    }

    /// A cast whose result is null, if it does not fail: null, behind a cheaper cast. Whether that was done.
    fn null_result(
        &mut self,
        inst: Inst,
        target: RefType,
        result_type: ValType,
        never_fails: bool,
    ) -> bool {
        let Some(result) = result_type.as_reference_type().filter(|ty| ty.is_nullable()) else {
            return false;
        };
        let none = self.none(target.heap_type());
        if !never_fails && target.heap_type() == none || !self.cx.fuel.take() {
            return false;
        }
        if never_fails {
            self.stats.casts += 1;
        } else {
            let ty = RefType::new(true, none).map(ValType::Ref).expect("an abstract type");
            let value = self.function.args(inst)[0];
            self.insert(inst, Op::RefCastNullable { hty: none }, &[value], ty);
            self.stats.cheaper += 1;
        }
        self.replace(inst, Op::RefNull { hty: result.heap_type() }, &[]);
        true
    }

    /// The type without objects in the hierarchy of a type.
    fn none(&self, heap: HeapType) -> HeapType {
        use AbstractHeapType::*;
        let types = self.flow.types();
        let shared = [false, true].into_iter().find(|&shared| {
            [Any, Func, Extern, Exn, Cont]
                .iter()
                .any(|&ty| types.is_heap_subtype(heap, HeapType::Abstract { shared, ty }))
        });
        let shared = shared.unwrap_or(false);
        let below =
            |&ty: &AbstractHeapType| types.is_heap_subtype(HeapType::Abstract { shared, ty }, heap);
        let ty = [None, NoFunc, NoExtern, NoExn, NoCont].into_iter().find(below).unwrap_or(None);
        HeapType::Abstract { shared, ty }
    }

    /// A value of at least this type that is the same reference at the place.
    pub(super) fn supply(&mut self, value: Value, want: ValType) -> Option<Value> {
        let f = &*self.function;
        let candidates = [value, self.flow.narrowest(f, value), self.flow.root(f, value)];
        let fits = |&value: &Value| self.flow.types().is_subtype(self.function.ty(value), want);
        if let Some(value) = candidates.iter().copied().find(fits) {
            return Some(value);
        }
        if !self.config.types {
            return None;
        }
        candidates.into_iter().find(|&param| {
            let edges = Edges { cfg: &self.cfg, decided: &self.decided };
            let (types, fuel) = (self.flow.types(), self.cx.fuel);
            let narrowed = narrow::param(self.function, edges, types, fuel, param, want);
            self.stats.types += narrowed;
            narrowed > 0
        })
    }

    /// Takes out of a cast what is known.
    fn cheaper(&mut self, inst: Inst, value: Value, target: RefType, facts: RefFacts) {
        if self.function.insts[inst].op == Op::RefAsNonNull {
            return;
        }
        let types = self.flow.types();
        let of_type = RefFacts::of_type(types, target);
        let best = self.flow.narrowest(self.function, value);
        let has_type = |value: Value| {
            let ty = self.function.ty(value).as_reference_type();
            ty.is_some_and(|ty| types.is_heap_subtype(ty.heap_type(), target.heap_type()))
        };
        let typed = [value, best].into_iter().find(|&value| has_type(value));
        if let (Some(value), false) = (typed, target.is_nullable())
            && facts.non_null().is_within(types, of_type.non_null())
        {
            if self.cx.fuel.take() {
                self.stats.cheaper += 1;
                self.replace(inst, Op::RefAsNonNull, &[value]);
            }
        } else if target.is_nullable()
            && (facts.is_non_null() || invar_ir::mutant!(CastPassesNull))
            && self.cx.fuel.take()
        {
            self.stats.cheaper += 1;
            self.replace(inst, Op::RefCastNonNull { hty: target.heap_type() }, &[value]);
            let result = self.function.result(inst).expect("one result");
            if let ValType::Ref(ty) = self.function.ty(result) {
                self.function.values[result].ty = ty.as_non_null().into();
            }
        }
    }
}
