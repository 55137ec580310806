//! The operators of straight-line code: WebAssembly's own, plus ownership and staging.
//!
//! A macro defines [`Op`] from wasmparser's operator table, so that every proposal which
//! `wasmparser` parses and `wasm-encoder` writes is carried without a line of ours. It has a
//! variant per operator of that table; those of structured control flow (`block`, `br`, `end`,
//! ...) never occur in an instruction (an invariant that the verifier checks): control flow is
//! [`Terminator`](crate::Terminator)s. Calls, tail calls and `br_on_*` keep their operator here
//! and are wrapped by a terminator where they end a block.

use wasmparser::{
    BlockType, BrTable, HeapType, Ieee32, Ieee64, MemArgOrdering, MemArgTarget, Operator, Ordering,
    RefType, ResumeTable, TryTable, V128, ValType,
};

/// The immediate of a memory access, in 16 bytes (wasmparser's takes 32).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemArg {
    /// Constant added to the address, in bytes, without wrapping.
    pub offset: u64,
    /// Index of the memory; of the array type when `space` is [`MemSpace::Array`].
    pub memory: u32,
    /// Alignment hint, as a power of two.
    pub align: u8,
    /// The natural (largest allowed) alignment of the operator, as a power of two.
    pub max_align: u8,
    /// The kind of storage that is accessed.
    pub space: MemSpace,
    /// The memory ordering, for an atomic access that has one in its immediate.
    pub ordering: MemOrdering,
}

/// What a [`MemArg`] addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemSpace {
    /// A linear memory.
    Memory,
    /// The payload of a GC array.
    Array,
}

/// The memory ordering of a [`MemArg`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemOrdering {
    /// Not given: sequentially consistent for atomics.
    Default,
    /// Of a load, a store or a fence: acquire and release.
    OpAcqRel,
    /// Of a load, a store or a fence: sequentially consistent.
    OpSeqCst,
    /// Of an operator that reads and writes: acquire and release.
    RmwAcqRel,
    /// Of an operator that reads and writes: sequentially consistent.
    RmwSeqCst,
}

/// An immediate that instructions do not carry: jump tables and handler tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ControlOnly;

/// How an immediate of wasmparser's table is stored in an [`Op`]. Implemented on `fn(T)`, not on
/// `T`, because the table's types borrow from a lifetime that has to be introduced by `for<'a>`.
trait Immediate {
    type Given<'a>;
    type Stored;
    /// `None` for an immediate that only control flow has.
    fn store(given: Self::Given<'_>) -> Option<Self::Stored>;
    fn restore(stored: &Self::Stored) -> Self::Given<'static>;
}

macro_rules! stored_as_is {
    ($($ty:ty)*) => {$(
        impl Immediate for fn($ty) {
            type Given<'a> = $ty;
            type Stored = $ty;
            fn store(given: $ty) -> Option<$ty> { Some(given) }
            fn restore(stored: &$ty) -> $ty { *stored }
        }
    )*};
}
stored_as_is!(u8 u32 i32 i64 Ieee32 Ieee64 V128 ValType RefType HeapType Ordering [u8; 16]);

macro_rules! control_only {
    ($($life:lifetime $pointer:ty, $ty:ty;)*) => {$(
        impl Immediate for $pointer {
            type Given<$life> = $ty;
            type Stored = ControlOnly;
            fn store(_: Self::Given<'_>) -> Option<ControlOnly> { None }
            fn restore(_: &ControlOnly) -> Self::Given<'static> {
                unreachable!("an operator of control flow is not an instruction")
            }
        }
    )*};
}
control_only! {
    'a for<'a> fn(BrTable<'a>), BrTable<'a>;
    'a fn(BlockType), BlockType;
    'a fn(TryTable), TryTable;
    'a fn(ResumeTable), ResumeTable;
    'a fn(Vec<ValType>), Vec<ValType>;
}

impl Immediate for fn(wasmparser::MemArg) {
    type Given<'a> = wasmparser::MemArg;
    type Stored = MemArg;
    fn store(given: wasmparser::MemArg) -> Option<MemArg> {
        let (memory, space) = match given.target {
            MemArgTarget::Memory(index) => (index, MemSpace::Memory),
            MemArgTarget::Array(index) => (index, MemSpace::Array),
        };
        let ordering = match given.ordering {
            None => MemOrdering::Default,
            Some(MemArgOrdering::Op(Ordering::AcqRel)) => MemOrdering::OpAcqRel,
            Some(MemArgOrdering::Op(Ordering::SeqCst)) => MemOrdering::OpSeqCst,
            Some(MemArgOrdering::Rmw(Ordering::AcqRel)) => MemOrdering::RmwAcqRel,
            Some(MemArgOrdering::Rmw(Ordering::SeqCst)) => MemOrdering::RmwSeqCst,
        };
        Some(MemArg {
            offset: given.offset,
            memory,
            align: given.align,
            max_align: given.max_align,
            space,
            ordering,
        })
    }
    fn restore(stored: &MemArg) -> wasmparser::MemArg {
        wasmparser::MemArg {
            offset: stored.offset,
            align: stored.align,
            max_align: stored.max_align,
            target: match stored.space {
                MemSpace::Memory => MemArgTarget::Memory(stored.memory),
                MemSpace::Array => MemArgTarget::Array(stored.memory),
            },
            ordering: match stored.ordering {
                MemOrdering::Default => None,
                MemOrdering::OpAcqRel => Some(MemArgOrdering::Op(Ordering::AcqRel)),
                MemOrdering::OpSeqCst => Some(MemArgOrdering::Op(Ordering::SeqCst)),
                MemOrdering::RmwAcqRel => Some(MemArgOrdering::Rmw(Ordering::AcqRel)),
                MemOrdering::RmwSeqCst => Some(MemArgOrdering::Rmw(Ordering::SeqCst)),
            },
        }
    }
}

/// How specialized versions of a region are cached (weakest first; the order is used for minima).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Caching {
    /// Not cached: the code is specialized anew wherever it is reached.
    Replicate,
    /// All versions are cached, looked up by their key.
    Cache,
    /// Only the newest version is cached.
    Cache1,
    /// A single version, used without comparing its key.
    Unchecked,
}

/// When the code after an annotation is specialized (weakest first, the order is used for minima).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Laziness {
    /// On first arrival.
    Lazy,
    /// Lazily at loop heads, eagerly elsewhere.
    LoopLazy,
    /// At once.
    Eager,
}

macro_rules! define_op {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {
        define_op! {
            @ours
            $( $op $({ $($arg: $argty),* })? => $visit $proposal; )*
        }
    };
    (@ours $( $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident $proposal:ident; )*) => {
        /// An operator with its immediates.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[allow(private_interfaces)]
        pub enum Op {
            $(
                #[doc = concat!("`", stringify!($op), "` of wasmparser's `Operator`.")]
                $op $({ $(
                    #[doc = concat!("The immediate `", stringify!($arg), "`.")]
                    $arg: Stored<for<'a> fn($argty)>,
                )* })?,
            )*
            /// Retains an object: the result is an owned reference (ownership).
            CopyValue,
            /// Releases its operand, an owned reference (ownership).
            DestroyValue,
            /// Starts a scope in which the result, the operand itself, is guaranteed alive.
            BeginBorrow,
            /// Ends the scope of its operand, a result of [`Op::BeginBorrow`].
            EndBorrow,
            /// The operand is a run-time constant from here on (staging).
            IsConst {
                /// How versions are cached.
                caching: Caching,
            },
            /// The operand is kept constant from here on, across merges (staging).
            KeepConst {
                /// How versions are cached.
                caching: Caching,
                /// When they are made.
                laziness: Laziness,
            },
            /// The operand is no longer kept constant (staging).
            UnkeepConst,
            /// The operand, as the result: specialized code is left for generic code, to the end of the function
            /// (staging).
            Leave,
            /// Promises that memory does not change: the first operand is its address, the second its
            /// size in bytes. The result is the first operand (staging).
            PromiseConst {
                /// The memory.
                mem: u32,
            },
            /// Promises that memory does not change, and neither does any memory that is reachable from there
            /// (staging).
            PromiseTransitive {
                /// The memory.
                mem: u32,
            },
            /// Promises that the call whose result the operand is depends on its arguments alone
            /// and has no effect. The result is the operand (staging).
            PromisePure,
            /// Promises that from here on, until the function ends, memory is accessed only through the
            /// result, by this function and by callees to which it passes such addresses, or else by
            /// functions that are not specialized: the first operand is the address, the second the size in
            /// bytes. The bytes are within the memory. The result is the first operand (staging).
            Private {
                /// The memory.
                mem: u32,
            },
        }

        impl Op {
            /// The operator as an `Op`. `None` for operators whose immediates only control flow
            /// has (`br_table`, `try_table`, `resume*`, the multi-result `select`).
            pub fn from_operator(operator: Operator<'_>) -> Option<Op> {
                Some(match operator {
                    $( Operator::$op $({ $($arg),* })? => {
                        Op::$op $({ $($arg: <for<'a> fn($argty) as Immediate>::store($arg)?),* })?
                    } )*
                    _ => return None,
                })
            }

            /// The operator for the encoder. Panics for ownership and staging operators, which
            /// are lowered before code is written, and for [`ControlOnly`] immediates.
            pub fn to_operator(&self) -> Operator<'static> {
                match self {
                    $( Op::$op $({ $($arg),* })? =>
                        Operator::$op $({ $($arg: <for<'a> fn($argty) as Immediate>::restore($arg)),* })?, )*
                    _ => unreachable!("{self:?} has no operator in WebAssembly"),
                }
            }

            /// The proposal that introduced the operator, by its name in wasmparser's table;
            /// `ownership` or `staging` for ours.
            pub fn proposal(&self) -> &'static str {
                match self {
                    $( Op::$op $({ $($arg: _),* })? => stringify!($proposal), )*
                    Op::CopyValue | Op::DestroyValue | Op::BeginBorrow | Op::EndBorrow => "ownership",
                    Op::IsConst { .. } | Op::KeepConst { .. } => "staging",
                    Op::UnkeepConst | Op::Leave => "staging",
                    Op::PromiseConst { .. } | Op::PromiseTransitive { .. } | Op::PromisePure => {
                        "staging"
                    }
                    Op::Private { .. } => "staging",
                }
            }

            /// Whether WebAssembly has this operator; none of the others is left when a module is written.
            pub fn is_webassembly(&self) -> bool {
                !matches!(self.proposal(), "ownership" | "staging")
            }

            /// The operator's name in wasmparser's table (`I32Add`), without immediates.
            pub fn variant_name(&self) -> &'static str {
                match self {
                    $( Op::$op $({ $($arg: _),* })? => stringify!($op), )*
                    Op::CopyValue => "CopyValue",
                    Op::DestroyValue => "DestroyValue",
                    Op::BeginBorrow => "BeginBorrow",
                    Op::EndBorrow => "EndBorrow",
                    Op::IsConst { .. } => "IsConst",
                    Op::KeepConst { .. } => "KeepConst",
                    Op::UnkeepConst => "UnkeepConst",
                    Op::Leave => "Leave",
                    Op::PromiseConst { .. } => "PromiseConst",
                    Op::PromiseTransitive { .. } => "PromiseTransitive",
                    Op::PromisePure => "PromisePure",
                    Op::Private { .. } => "Private",
                }
            }
        }
    };
}

type Stored<T> = <T as Immediate>::Stored;

wasmparser::for_each_operator!(define_op);

const _: () = assert!(size_of::<Op>() <= 24, "an operator fits in 24 bytes");
