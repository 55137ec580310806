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
//! Cost: O(1). Operands are ignored. `effects_on` in crate `analysis` considers their types and what is known of
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
//!
//! A branch to a block that traps is not taken under the promise: `simplify-cfg` asks the goal itself.

use crate::operators::access::{Rule, memarg, rule_of};
use crate::{ClassSet, MemArg, MemSpace, Module, Op, Terminator, TypeId};
use wasmparser::CompositeInnerType;

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

/// The type of the object that an operator allocates.
pub fn allocated(op: &Op) -> Option<TypeId> {
    let ty = match *op {
        Op::StructNew { struct_type_index } | Op::StructNewDefault { struct_type_index } => {
            struct_type_index
        }
        Op::ArrayNew { array_type_index }
        | Op::ArrayNewDefault { array_type_index }
        | Op::ArrayNewFixed { array_type_index, .. }
        | Op::ArrayNewData { array_type_index, .. }
        | Op::ArrayNewElem { array_type_index, .. } => array_type_index,
        _ => return None,
    };
    Some(TypeId::from_u32(ty))
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
mod tests;
