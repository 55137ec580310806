//! What each operator reads and writes, and whether it may trap or not return: the single home
//! of effects.
//!
//! State is divided into *alias classes*, a bit each of a [`ClassSet`]. What follows from effects:
//!
//! - *pure total*: touches nothing, cannot trap. May go anywhere its operands are.
//! - *reading*: cannot trap; may go wherever no write of what it reads is crossed.
//! - *trapping*: `i32.div_s`, loads. May not be deleted or speculated, nor cross an observable
//!   effect; two of them commute, as all traps are one event.
//! - *allocation* (`struct.new`, `array.new`): makes an identity, which `ref.eq` and writes through other references
//!   show. May be deleted where it is unused; never merged, duplicated, or moved into or out of a loop: it is executed
//!   as often as in the source. If it may trap as well, what is said of traps holds, too.
//! - *effect*: writes, or may not return. Observable effects of any class keep their order.
//!
//! No operator is forgotten: the classification is computed from the names of wasmparser's table,
//! at compile time; numeric operators and plain memory accesses are recognized, the rest is spelled
//! out, and whatever is neither is a full barrier. A test compares the table with the expected one.
//!
//! Cost: O(1). Operands are ignored, except by [`effects_on`], which considers their types and what is known of
//! integers wherever they exist. Facts that hold only at a place (behind a branch or an access) are established
//! elsewhere and applied by [`Effects::without_traps`].
//!
//! A *promise* of the user (`--traps-never-happen`, [`Effects::with_promise`]) speaks of the operators that the
//! program executes, and of nothing else. So there are three questions about an operator that may trap:
//!
//! | question | asked by | a promised operator |
//! |---|---|---|
//! | may it be deleted? | [`Effects::may_be_deleted`] | yes |
//! | may it cross an observable effect, on a way that executes it anyway? | [`Effects::conflicts`], [`Effects::traps_where_executed`] | yes, unless the effect may not return |
//! | may it be executed where the program does not execute it? | [`Effects::may_be_speculated`], [`Effects::traps_if_speculated`] | no |

use crate::operators::access::{Rule, memarg, rule_of};
use crate::rules::ValueFacts;
use crate::{ClassSet, Function, Inst, MemArg, MemSpace, Module, Op, Terminator, never_traps};
use wasmparser::{CompositeInnerType, ValType};

/// What kinds of motion an operator's effects allow; see the module's header.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EffectKind {
    /// The operator touches nothing and cannot trap: it may go anywhere its operands are.
    PureTotal,
    /// The operator cannot trap: it may go wherever no write of what it reads is crossed.
    Reading,
    /// The operator may trap: it is not removed or speculated, and crosses no observable effect.
    Trapping,
    /// The operator makes an identity, and may trap: it is executed as often as in the source, or removed.
    Allocation,
    /// The operator writes, or may not return: observable effects keep their order.
    Effect,
}

/// Whether an operator may trap, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Traps {
    /// The operator traps nowhere: this is proved.
    Never,
    /// The operator does not trap where the program executes it, by a promise of the user. Executed elsewhere, it
    /// may.
    Promised,
    /// The operator may trap.
    May,
}

/// The effects of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effects {
    /// What it may read.
    pub reads: ClassSet,
    /// What it may write.
    pub writes: ClassSet,
    /// Whether it may trap.
    pub traps: Traps,
    /// Whether it may not return: a call, which may loop, throw, exit or suspend.
    pub may_not_return: bool,
    /// Whether it makes an identity: its result is a new object, which is no other one.
    pub allocates: bool,
}

impl Effects {
    /// No effects.
    pub const PURE: Effects = Effects {
        reads: ClassSet::EMPTY,
        writes: ClassSet::EMPTY,
        traps: Traps::Never,
        may_not_return: false,
        allocates: false,
    };
    /// A full barrier: anything may happen. Calls of unknown functions, atomics, what is unknown.
    pub const BARRIER: Effects = Effects {
        reads: ClassSet::ALL,
        writes: ClassSet::ALL,
        traps: Traps::May,
        may_not_return: true,
        allocates: false,
    };
    /// Nothing but that it may trap.
    pub const TRAP: Effects = Effects { traps: Traps::May, ..Effects::PURE };

    const fn reading(self, classes: ClassSet) -> Effects {
        Effects { reads: self.reads.union(classes), ..self }
    }

    const fn writing(self, classes: ClassSet) -> Effects {
        Effects { writes: self.writes.union(classes), ..self }
    }

    const fn allocating(self) -> Effects {
        Effects { allocates: true, ..self }
    }

    /// These effects without the trap, which is proved not to happen wherever the operator may be moved to.
    pub const fn without_traps(self) -> Effects {
        Effects { traps: Traps::Never, ..self }
    }

    /// These effects under the promise that the program executes no operator that traps, if that promise is given.
    pub fn with_promise(self, traps_never_happen: bool) -> Effects {
        match self.traps {
            Traps::May if traps_never_happen && crate::mutant!(PromiseProves) => {
                self.without_traps()
            }
            Traps::May if traps_never_happen => Effects { traps: Traps::Promised, ..self },
            _ => self,
        }
    }

    /// Whether it may trap where the program executes it.
    pub const fn traps_where_executed(self) -> bool {
        matches!(self.traps, Traps::May)
    }

    /// Whether it may trap where the program does not execute it. A promise does not exclude that.
    pub const fn traps_if_speculated(self) -> bool {
        !matches!(self.traps, Traps::Never)
    }

    /// The effects of both, in either order.
    pub const fn union(self, other: Effects) -> Effects {
        Effects {
            reads: self.reads.union(other.reads),
            writes: self.writes.union(other.writes),
            traps: if (self.traps as u8) < other.traps as u8 { other.traps } else { self.traps },
            may_not_return: self.may_not_return || other.may_not_return,
            allocates: self.allocates || other.allocates,
        }
    }

    /// The kind of the operator: the strongest that applies.
    pub const fn kind(self) -> EffectKind {
        if !self.writes.is_empty() || self.may_not_return {
            EffectKind::Effect
        } else if self.allocates {
            EffectKind::Allocation
        } else if self.traps_if_speculated() {
            EffectKind::Trapping
        } else if !self.reads.is_empty() {
            EffectKind::Reading
        } else {
            EffectKind::PureTotal
        }
    }

    /// Touches nothing, cannot trap, returns: may be merged, duplicated, deleted, speculated.
    pub const fn is_pure_total(self) -> bool {
        matches!(self.kind(), EffectKind::PureTotal)
    }

    /// No effect and no identity, but may trap.
    pub const fn is_trapping(self) -> bool {
        matches!(self.kind(), EffectKind::Trapping)
    }

    /// Writes, or may not return.
    pub const fn is_effect(self) -> bool {
        matches!(self.kind(), EffectKind::Effect)
    }

    /// May be deleted when its results are unused.
    pub const fn may_be_deleted(self) -> bool {
        !self.is_effect() && !self.traps_where_executed()
    }

    /// May be executed where the program does not execute it, if that reads the same state.
    pub const fn may_be_speculated(self) -> bool {
        !self.is_effect() && !self.traps_if_speculated() && !self.allocates
    }

    /// Whether an operator's result depends on nothing but its operands and what it reads, so that it does not matter
    /// how often it is executed: it may be moved into and out of loops and duplicated, as far as its traps and reads
    /// allow. Of two equal operators the second may use the result of the first, unless something that they read is
    /// written in between; also if they may trap (then the first has trapped).
    pub const fn is_repeatable(self) -> bool {
        !self.is_effect() && !self.allocates
    }

    /// Whether the time of its execution is observable: it writes state other than the order of
    /// annotations and ownership, or may not return.
    pub const fn is_observable(self) -> bool {
        let bookkeeping = ClassSet::STAGING.union(ClassSet::OWNERSHIP);
        !self.writes.minus(bookkeeping).is_empty() || self.may_not_return
    }

    /// Whether two adjacent operators without a data dependence must keep their order. An operator that traps only if
    /// speculated crosses what returns, since it is executed anyway.
    pub fn conflicts(self, other: Effects) -> bool {
        self.writes.intersects(other.reads)
            || self.reads.intersects(other.writes)
            || self.writes.intersects(other.writes)
            || (self.is_observable() && other.is_observable())
            || (other.trap_stays_behind(self))
            || (self.trap_stays_behind(other) && !crate::mutant!(EffectsTrapsCrossEffects))
    }

    /// Whether its trap must not cross another operator.
    fn trap_stays_behind(self, other: Effects) -> bool {
        match self.traps {
            Traps::Never => false,
            Traps::Promised => other.may_not_return,
            Traps::May => other.is_observable(),
        }
    }
}

/// The effects of an operator in a module.
pub fn effects(op: &Op, module: &Module) -> Effects {
    const PURE: Effects = Effects::PURE;
    const TRAP: Effects = Effects::TRAP;
    let accessed = |memarg: &MemArg| match memarg.space {
        MemSpace::Memory => ClassSet::memory(module, memarg.memory),
        MemSpace::Array => ClassSet::ARRAYS,
    };
    match rule_of(op) {
        Rule::PureTotal => return PURE,
        Rule::Trap => return TRAP,
        Rule::Load { .. } => {
            return match memarg(op) {
                Some(memarg) => TRAP.reading(accessed(memarg)),
                None => Effects::BARRIER,
            };
        }
        Rule::Store { .. } => {
            return match memarg(op) {
                Some(memarg) => TRAP.writing(accessed(memarg)),
                None => Effects::BARRIER,
            };
        }
        Rule::Other => {}
        _ => return Effects::BARRIER,
    }
    match *op {
        Op::Nop
        | Op::Select
        | Op::TypedSelect { .. }
        | Op::RefNull { .. }
        | Op::RefIsNull
        | Op::RefFunc { .. }
        | Op::RefEq
        | Op::RefTestNonNull { .. }
        | Op::RefTestNullable { .. }
        | Op::AnyConvertExtern
        | Op::ExternConvertAny
        | Op::RefI31
        | Op::BrOnNull { .. }
        | Op::BrOnNonNull { .. }
        | Op::BrOnCast { .. }
        | Op::BrOnCastFail { .. } => PURE,
        Op::RefAsNonNull
        | Op::RefCastNonNull { .. }
        | Op::RefCastNullable { .. }
        | Op::I31GetS
        | Op::I31GetU
        | Op::ArrayLen => TRAP,

        Op::GlobalGet { global_index } => match global_type(module, global_index) {
            Some(ty) if !ty.mutable => PURE,
            _ => PURE.reading(ClassSet::global(module, global_index)),
        },
        Op::GlobalSet { global_index } => PURE.writing(ClassSet::global(module, global_index)),

        Op::TableGet { table } => TRAP.reading(ClassSet::table(module, table)),
        Op::TableSet { table } | Op::TableFill { table } => {
            TRAP.writing(ClassSet::table(module, table))
        }
        Op::TableSize { table } => PURE.reading(ClassSet::table_size(module, table)),
        Op::TableGrow { table } => {
            grow(ClassSet::table_size(module, table), ClassSet::table(module, table))
        }
        Op::TableCopy { dst_table, src_table } => TRAP
            .reading(ClassSet::table(module, src_table))
            .writing(ClassSet::table(module, dst_table)),
        Op::TableInit { elem_index, table } => {
            TRAP.reading(ClassSet::dropped_elem(elem_index)).writing(ClassSet::table(module, table))
        }
        Op::ElemDrop { elem_index } => PURE.writing(ClassSet::dropped_elem(elem_index)),

        Op::MemorySize { mem } => PURE.reading(ClassSet::memory_size(module, mem)),
        Op::MemoryGrow { mem } => {
            grow(ClassSet::memory_size(module, mem), ClassSet::memory(module, mem))
        }
        Op::MemoryFill { mem } => TRAP.writing(ClassSet::memory(module, mem)),
        Op::MemoryCopy { dst_mem, .. } if crate::mutant!(EffectsCopyReadsNothing) => {
            TRAP.writing(ClassSet::memory(module, dst_mem))
        }
        Op::MemoryCopy { dst_mem, src_mem } => TRAP
            .reading(ClassSet::memory(module, src_mem))
            .writing(ClassSet::memory(module, dst_mem)),
        Op::MemoryInit { data_index, mem } => {
            TRAP.reading(ClassSet::dropped_data(data_index)).writing(ClassSet::memory(module, mem))
        }
        Op::DataDrop { data_index } => PURE.writing(ClassSet::dropped_data(data_index)),

        Op::StructNew { .. } | Op::StructNewDefault { .. } | Op::ArrayNewFixed { .. } => {
            PURE.allocating()
        }
        // An engine traps on an array that is too long.
        Op::ArrayNew { .. } | Op::ArrayNewDefault { .. } => TRAP.allocating(),
        Op::ArrayNewData { array_data_index, .. } => {
            TRAP.allocating().reading(ClassSet::dropped_data(array_data_index))
        }
        Op::ArrayNewElem { array_elem_index, .. } => {
            TRAP.allocating().reading(ClassSet::dropped_elem(array_elem_index))
        }
        Op::StructGet { struct_type_index, field_index }
        | Op::StructGetS { struct_type_index, field_index }
        | Op::StructGetU { struct_type_index, field_index } => {
            match field(module, struct_type_index, field_index) {
                Some(field) if !field.mutable => TRAP,
                _ => TRAP.reading(ClassSet::field(field_index)),
            }
        }
        Op::StructSet { field_index, .. } => TRAP.writing(ClassSet::field(field_index)),
        Op::ArrayGet { array_type_index }
        | Op::ArrayGetS { array_type_index }
        | Op::ArrayGetU { array_type_index } => match element(module, array_type_index) {
            Some(element) if !element.mutable => TRAP,
            _ => TRAP.reading(array(module, array_type_index)),
        },
        Op::ArraySet { array_type_index } | Op::ArrayFill { array_type_index } => {
            TRAP.writing(array(module, array_type_index))
        }
        Op::ArrayCopy { array_type_index_dst, array_type_index_src } => TRAP
            .reading(array(module, array_type_index_src))
            .writing(array(module, array_type_index_dst)),
        Op::ArrayInitData { array_type_index, array_data_index } => TRAP
            .reading(ClassSet::dropped_data(array_data_index))
            .writing(array(module, array_type_index)),
        Op::ArrayInitElem { array_type_index, array_elem_index } => TRAP
            .reading(ClassSet::dropped_elem(array_elem_index))
            .writing(array(module, array_type_index)),

        // Reference counts are read by `destroy_value` and by calls, which touch all classes; scopes
        // keep their order among themselves. `destroy_value` may run a deinitializer: a barrier.
        Op::CopyValue | Op::BeginBorrow | Op::EndBorrow => {
            PURE.reading(ClassSet::OWNERSHIP).writing(ClassSet::OWNERSHIP)
        }
        Op::IsConst { .. }
        | Op::KeepConst { .. }
        | Op::UnkeepConst
        | Op::Leave
        | Op::PromiseConst { .. }
        | Op::PromiseTransitive { .. }
        | Op::PromisePure => PURE.reading(ClassSet::STAGING).writing(ClassSet::STAGING),
        // Before it, the memory may be accessed through other addresses.
        Op::Private { mem } => {
            let touched = ClassSet::STAGING.union(ClassSet::memory(module, mem));
            PURE.reading(touched).writing(touched)
        }
        // Calls, throws, Op::DestroyValue, operators of proposals that are not listed here.
        _ => Effects::BARRIER,
    }
}

/// Growing cannot trap. It keeps the contents, but counts as a write of them: an access that is in
/// bounds only after it must not move before it.
const fn grow(size: ClassSet, contents: ClassSet) -> Effects {
    Effects::PURE.reading(size).writing(size.union(contents))
}

/// The effects of an instruction: those of its operator, without the traps that its operands rule
/// out wherever they exist ([`effects_on`]).
pub fn inst_effects(function: &Function, inst: Inst, module: &Module) -> Effects {
    effects_on(function, module, &function.insts[inst].op, function.args(inst))
}

/// The effects of an operator on these operands, without the traps that they rule out wherever they
/// exist: on null by their types, out of bounds and of divisions by facts about integers
/// ([`never_traps`]). Cost: O(1).
pub fn effects_on<F: ValueFacts>(
    facts: &F,
    module: &Module,
    op: &Op,
    args: &[F::Value],
) -> Effects {
    let effects = effects(op, module);
    let null_is_the_only_trap = matches!(
        op,
        Op::StructGet { .. }
            | Op::StructGetS { .. }
            | Op::StructGetU { .. }
            | Op::StructSet { .. }
            | Op::ArrayLen
            | Op::I31GetS
            | Op::I31GetU
            | Op::RefAsNonNull
    );
    let non_null = || match args.first().map(|&value| facts.ty(value)) {
        Some(ValType::Ref(ty)) => !ty.is_nullable(),
        _ => false,
    };
    let is_excluded = || {
        if null_is_the_only_trap {
            crate::mutant!(EffectsNullNeverTraps) || non_null()
        } else {
            never_traps(facts, module, op, args)
        }
    };
    if effects.traps_if_speculated() && is_excluded() { effects.without_traps() } else { effects }
}

/// The operator that a terminator performs, if it is more than a branch or a return.
pub fn terminator_op(term: &Terminator) -> Option<&Op> {
    match term {
        Terminator::None
        | Terminator::Jump(_)
        | Terminator::BrIf { .. }
        | Terminator::BrTable { .. }
        | Terminator::Return(_)
        | Terminator::Unreachable => None,
        Terminator::BrOn { op, .. }
        | Terminator::TailCall { op, .. }
        | Terminator::Throw { op, .. }
        | Terminator::Invoke { op, .. } => Some(op),
    }
}

/// The effects of a terminator: of the operator it performs, or of leaving by a trap.
pub fn terminator_effects(term: &Terminator, module: &Module) -> Effects {
    match (term, terminator_op(term)) {
        (_, Some(op)) => effects(op, module),
        (Terminator::Unreachable, None) => Effects::TRAP,
        (_, None) => Effects::PURE,
    }
}

fn global_type(module: &Module, index: u32) -> Option<wasmparser::GlobalType> {
    module.globals.get(crate::Global::from_u32(index)).map(|global| global.ty)
}

fn field(module: &Module, ty: u32, index: u32) -> Option<wasmparser::FieldType> {
    match &module.types.get(crate::TypeId::from_u32(ty))?.composite_type.inner {
        CompositeInnerType::Struct(ty) => ty.fields.get(index as usize).copied(),
        _ => None,
    }
}

fn element(module: &Module, ty: u32) -> Option<wasmparser::FieldType> {
    match &module.types.get(crate::TypeId::from_u32(ty))?.composite_type.inner {
        CompositeInnerType::Array(ty) => Some(ty.0),
        _ => None,
    }
}

fn array(module: &Module, ty: u32) -> ClassSet {
    element(module, ty).map_or(ClassSet::ARRAYS, |ty| ClassSet::array(ty.element_type))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Caching, ControlOnly, Laziness, MemOrdering, memory_access};
    use std::collections::BTreeMap;
    use std::fmt::Write;
    use wasmparser::{AbstractHeapType, HeapType, Ieee32, Ieee64, Ordering, RefType, V128};

    /// A sample immediate of each type.
    trait Sample {
        const SAMPLE: Self;
    }
    macro_rules! samples {
        ($($ty:ty = $sample:expr;)*) => {$( impl Sample for $ty { const SAMPLE: $ty = $sample; } )*};
    }
    samples! {
        u8 = 0; u32 = 0; i32 = 0; i64 = 0; ControlOnly = ControlOnly; [u8; 16] = [0; 16];
        ValType = ValType::I32; RefType = RefType::FUNCREF; Ordering = Ordering::SeqCst;
        HeapType = HeapType::Abstract { shared: false, ty: AbstractHeapType::Any };
        MemArg = MemArg {
            offset: 0, memory: 0, align: 0, max_align: 0,
            space: MemSpace::Memory, ordering: MemOrdering::Default,
        };
    }

    macro_rules! define_samples {
        ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {
            fn all_ops() -> Vec<Op> {
                vec![ $( define_samples!(@op $op $({ $($arg: $argty),* })?), )* ]
            }
        };
        (@op F32Const { value: $ty:ty }) => { Op::F32Const { value: Ieee32::from(0.0) } };
        (@op F64Const { value: $ty:ty }) => { Op::F64Const { value: Ieee64::from(0.0) } };
        (@op V128Const { value: $ty:ty }) => { Op::V128Const { value: V128::from(0u128) } };
        (@op $op:ident $({ $($arg:ident: $argty:ty),* })?) => {
            Op::$op $({ $($arg: Sample::SAMPLE),* })?
        };
    }
    wasmparser::for_each_operator!(define_samples);

    /// All operators of the table by proposal and kind; by name where they are few. A new operator
    /// shows up here, as a barrier unless its name is recognized.
    #[test]
    fn every_operator_is_classified() {
        let module = Module::default();
        let mut table: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
        for op in all_ops() {
            let effects = effects(&op, &module);
            let kind = if effects == Effects::BARRIER {
                "Barrier".to_string()
            } else {
                format!("{:?}", effects.kind())
            };
            table.entry((op.proposal(), kind)).or_default().push(op.variant_name());
        }
        let mut text = String::new();
        for ((proposal, kind), names) in table {
            let names = if names.len() <= 12 { names.join(" ") } else { names.len().to_string() };
            writeln!(text, "{proposal} {kind}: {names}").unwrap();
        }
        assert_eq!(text, EXPECTED, "{text}");
    }

    #[test]
    fn what_gives_a_new_object_makes_an_identity() {
        let module = Module::default();
        for op in all_ops() {
            let effects = effects(&op, &module);
            let is_new = crate::allocated(&op).is_some();
            assert_eq!(effects.allocates, is_new, "{op:?}");
            // Also those that are full barriers: descriptors, continuations, exceptions.
            let is_named = ["New", "Throw", "ContBind"];
            let is_named = is_named.iter().any(|name| op.variant_name().contains(name));
            assert!(!is_named || !effects.is_repeatable(), "{op:?}");
        }
    }

    const MEMORY: wasmparser::MemoryType = wasmparser::MemoryType {
        memory64: false,
        shared: false,
        initial: 1,
        maximum: None,
        page_size_log2: None,
    };

    fn load(memory: u32) -> Op {
        Op::I32Load { memarg: MemArg { memory, ..MemArg::SAMPLE } }
    }

    fn store(memory: u32) -> Op {
        Op::I64Store8 { memarg: MemArg { memory, ..MemArg::SAMPLE } }
    }

    #[test]
    fn bulk_operators_read_their_source_and_write_their_destination() {
        let mut module = Module::default();
        module.memories.extend([0, 1].map(|_| crate::MemoryData { ty: MEMORY, import: None }));
        let [first, second] = [0, 1].map(|n| ClassSet::memory(&module, n));
        for (op, reads, writes) in [
            (Op::MemoryCopy { dst_mem: 0, src_mem: 1 }, second, first),
            (Op::MemoryCopy { dst_mem: 1, src_mem: 1 }, second, second),
            (Op::MemoryFill { mem: 1 }, ClassSet::EMPTY, second),
            (Op::MemoryInit { data_index: 0, mem: 0 }, ClassSet::dropped_data(0), first),
        ] {
            let found = effects(&op, &module);
            assert_eq!(
                (found.reads, found.writes, found.traps),
                (reads, writes, Traps::May),
                "{op:?}"
            );
        }
    }

    #[test]
    fn a_promise_allows_removal_and_motion_but_no_speculation() {
        let module = Module::default();
        let div = effects(&Op::I32DivS, &module);
        let promised = div.with_promise(true);
        assert_eq!(div.with_promise(false), div);
        assert!(!div.may_be_deleted() && promised.may_be_deleted());
        assert!(!promised.may_be_speculated() && div.without_traps().may_be_speculated());
        assert!(promised.traps_if_speculated() && !promised.traps_where_executed());
        assert!(!promised.is_pure_total() && promised.is_repeatable());
        // A promised operator crosses what returns, but nothing behind which it may not be executed.
        let (store, call) = (effects(&store(0), &module), Effects::BARRIER);
        assert!(div.conflicts(store) && !promised.conflicts(store) && !store.conflicts(promised));
        assert!(promised.conflicts(call) && call.conflicts(promised));
        // Of two, the one that traps decides; a promise adds no trap.
        assert_eq!(promised.union(Effects::PURE), promised);
        assert_eq!(promised.union(div), div);
        assert_eq!(Effects::PURE.with_promise(true), Effects::PURE);
        let allocation = effects(&Op::StructNewDefault { struct_type_index: 0 }, &module);
        assert!(allocation.may_be_deleted() && !allocation.may_be_speculated());
    }

    #[test]
    fn order_of_neighbours() {
        let module = Module::default();
        let of = |op: &Op| effects(op, &module);
        let conflict = |a: &Op, b: &Op| {
            assert_eq!(of(a).conflicts(of(b)), of(b).conflicts(of(a)), "{a:?} {b:?}");
            of(a).conflicts(of(b))
        };
        let (set, get) = (Op::GlobalSet { global_index: 7 }, Op::GlobalGet { global_index: 8 });
        let annotation = Op::KeepConst { caching: Caching::Cache, laziness: Laziness::Lazy };
        let call = Op::Call { function_index: 0 };
        // Traps commute; none crosses an observable effect, whatever that writes.
        assert!(!conflict(&load(0), &Op::I32DivS) && !conflict(&load(0), &load(1)));
        assert!(conflict(&Op::I32DivS, &store(0)) && conflict(&load(0), &set));
        assert!(conflict(&load(0), &store(1)) && conflict(&store(0), &store(1)));
        // An operator that cannot trap crosses writes of other classes.
        assert!(!of(&load(0)).without_traps().conflicts(of(&store(1))));
        assert!(of(&load(0)).without_traps().conflicts(of(&store(0))));
        assert!(!conflict(&get, &store(0)) && !conflict(&Op::I32Add, &call));
        assert!(conflict(&get, &call) && conflict(&call, &call));
        assert!(conflict(&Op::MemoryGrow { mem: 0 }, &Op::MemorySize { mem: 0 }));
        assert!(conflict(&Op::MemoryGrow { mem: 0 }, &load(0)));
        assert!(!conflict(&Op::DataDrop { data_index: 0 }, &Op::MemorySize { mem: 0 }));
        // Annotations and ownership operators conflict with their own class only.
        assert!(conflict(&annotation, &Op::UnkeepConst) && conflict(&annotation, &call));
        assert!(!conflict(&annotation, &store(0)) && !conflict(&annotation, &Op::I32DivS));
        assert!(!of(&annotation).may_be_deleted() && !of(&annotation).is_repeatable());
        // A promise keeps its order among annotations, touches no memory and is not duplicated.
        for promise in
            [Op::PromiseConst { mem: 0 }, Op::PromiseTransitive { mem: 0 }, Op::PromisePure]
        {
            assert!(conflict(&annotation, &promise) && conflict(&promise, &call));
            assert!(!conflict(&promise, &store(0)) && !conflict(&promise, &load(0)));
            assert!(!of(&promise).is_repeatable() && !of(&promise).is_observable());
        }
        assert!(conflict(&Op::CopyValue, &Op::DestroyValue) && !conflict(&Op::CopyValue, &load(0)));
        assert!(conflict(&Op::BeginBorrow, &Op::EndBorrow));
        let fresh = of(&Op::StructNewDefault { struct_type_index: 0 });
        assert!(fresh.may_be_deleted() && !fresh.is_repeatable() && !fresh.is_pure_total());
        // An allocation that may trap is not one of the operators that only trap.
        let long = of(&Op::ArrayNewDefault { array_type_index: 0 });
        assert!(!long.may_be_deleted() && !long.is_repeatable() && !long.is_trapping());
        assert!(long.without_traps().may_be_deleted() && !long.without_traps().is_repeatable());
        assert!(long.conflicts(of(&store(0))) && !long.conflicts(of(&Op::I32DivS)));
    }

    #[test]
    fn classes_tell_apart_what_may_not_be_the_same() {
        let mut module = Module::default();
        let import = || crate::ImportName { module: String::new(), name: String::new() };
        for imported in [true, true, false, false] {
            let import = imported.then(import);
            module.memories.push(crate::MemoryData { ty: MEMORY, import });
        }
        for (imported, mutable, content_type) in [
            (true, true, ValType::I32),
            (true, true, ValType::I32),
            (true, true, ValType::I64),
            (false, true, ValType::I32),
            (false, false, ValType::I32),
        ] {
            let ty = wasmparser::GlobalType { content_type, mutable, shared: false };
            let (import, init) = (imported.then(import), vec![]);
            module.globals.push(crate::GlobalData { ty, import, init });
        }
        let memory = |n| ClassSet::memory(&module, n);
        assert!(memory(0).intersects(memory(1)));
        assert!(!memory(0).intersects(memory(2)) && !memory(2).intersects(memory(3)));
        let global = |n| ClassSet::global(&module, n);
        assert!(global(0).intersects(global(1)) && !global(0).intersects(global(2)));
        assert!(!global(0).intersects(global(3)) && !global(3).intersects(global(4)));
        assert!(effects(&Op::GlobalGet { global_index: 4 }, &module).is_pure_total());
        assert_eq!(format!("{:?}", memory(2)), "{memory2}");
        assert_eq!(memory(0).union(global(3)).iter().count(), 2);
    }

    #[test]
    fn sizes_of_accesses() {
        let mut text = String::new();
        for op in all_ops() {
            if let Some(access) = memory_access(&op) {
                let kind = if access.is_atomic() { "atomic " } else { "" };
                write!(text, "{kind}{}={} ", op.variant_name(), access.size).unwrap();
            }
        }
        let has = |what: &str| assert!(text.contains(&format!("{what} ")), "{what}: {text}");
        for plain in ["I32Load=4", "I64Load=8", "F32Store=4", "F64Load=8", "I64Load32S=4"] {
            has(plain);
        }
        for short in ["I32Load8S=1", "I64Store16=2", "V128Load=16", "V128Load8x8S=8"] {
            has(short);
        }
        for vector in ["V128Load32x2U=8", "V128Load64Zero=8", "V128Store16Lane=2"] {
            has(vector);
        }
        for atomic in ["I64AtomicRmw16CmpxchgU=2", "I32AtomicRmwAdd=4", "I64AtomicLoad=8"] {
            has(&format!("atomic {atomic}"));
        }
        has("atomic MemoryAtomicWait64=8");
        has("V128Load8Splat=1");
        assert!(!text.contains("=0 "), "{text}");
    }

    const EXPECTED: &str = "\
acquire_release_atomics Barrier: Pause
bulk_memory Effect: MemoryInit DataDrop MemoryCopy MemoryFill TableInit ElemDrop TableCopy
custom_descriptors Barrier: StructNewDesc StructNewDefaultDesc RefGetDesc RefCastDescEqNonNull RefCastDescEqNullable BrOnCastDescEq BrOnCastDescEqFail
exceptions Barrier: TryTable Throw ThrowRef
function_references Barrier: CallRef ReturnCallRef
function_references PureTotal: BrOnNull BrOnNonNull
function_references Trapping: RefAsNonNull
gc Allocation: StructNew StructNewDefault ArrayNew ArrayNewDefault ArrayNewFixed ArrayNewData ArrayNewElem
gc Effect: StructSet ArraySet ArrayFill ArrayCopy ArrayInitData ArrayInitElem
gc PureTotal: RefEq RefTestNonNull RefTestNullable BrOnCast BrOnCastFail AnyConvertExtern ExternConvertAny RefI31
gc Trapping: StructGet StructGetS StructGetU ArrayGet ArrayGetS ArrayGetU ArrayLen RefCastNonNull RefCastNullable I31GetS I31GetU
legacy_exceptions Barrier: Try Catch Rethrow Delegate CatchAll
memory_control Barrier: MemoryDiscard
mvp Barrier: 16
mvp Effect: GlobalSet I32Store I64Store F32Store F64Store I32Store8 I32Store16 I64Store8 I64Store16 I64Store32 MemoryGrow
mvp PureTotal: 113
mvp Reading: GlobalGet MemorySize
mvp Trapping: 30
reference_types Barrier: TypedSelectMulti
reference_types Effect: TableFill TableSet TableGrow
reference_types PureTotal: TypedSelect RefNull RefIsNull RefFunc
reference_types Reading: TableSize
reference_types Trapping: TableGet
relaxed_simd PureTotal: 20
saturating_float_to_int PureTotal: I32TruncSatF32S I32TruncSatF32U I32TruncSatF64S I32TruncSatF64U I64TruncSatF32S I64TruncSatF32U I64TruncSatF64S I64TruncSatF64U
shared_everything_threads Barrier: 36
sign_extension PureTotal: I32Extend8S I32Extend16S I64Extend8S I64Extend16S I64Extend32S
simd Effect: V128Store V128Store8Lane V128Store16Lane V128Store32Lane V128Store64Lane
simd PureTotal: 214
simd Trapping: 17
stack_switching Barrier: ContNew ContBind Suspend Resume ResumeThrow ResumeThrowRef Switch
tail_call Barrier: ReturnCall ReturnCallIndirect
threads Barrier: 67
wide_arithmetic PureTotal: I64Add128 I64Sub128 I64MulWideS I64MulWideU
";
}
