//! Effects of operators: every operator is classified, and the questions about order are answered from that.

use super::*;
use crate::{Caching, ControlOnly, Laziness, MemOrdering, memory_access};
use std::collections::BTreeMap;
use std::fmt::Write;
use wasmparser::{AbstractHeapType, HeapType, Ieee32, Ieee64, Ordering, RefType, V128, ValType};

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
        let is_new = allocated(&op).is_some();
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
        assert_eq!((found.reads, found.writes, found.traps), (reads, writes, Traps::May), "{op:?}");
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
    for promise in [Op::PromiseConst { mem: 0 }, Op::PromiseTransitive { mem: 0 }, Op::PromisePure]
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
    assert!(!long.may_be_deleted() && !long.is_repeatable() && long.kind() != EffectKind::Trapping);
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
