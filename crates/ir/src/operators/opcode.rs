//! Operators without their immediates, and a uniform view of the immediates.
//!
//! [`Opcode`] names a variant of [`Op`]; it is what the text format, the typing rules and other
//! tables are keyed on. [`Op::for_each_immediate`] shows the immediates of any operator with
//! what they mean (an index into which space, a constant, a type), so that printing, parsing,
//! hashing and renumbering are written once and not per operator. All of this is made by macros from
//! wasmparser's operator table: no operator can be half-supported.
//!
//! Names are WebAssembly's (`i32.add`, `memory.grow`, `i32.atomic.rmw8.add_u`), with the
//! exception of operators that the standard text spells by their operands: `ref.test_nullable`,
//! `ref.cast_non_null`, `typed_select`, and so on follow wasmparser's table.

use crate::{Caching, ControlOnly, Laziness, MemArg, MemOrdering, MemSpace, Op};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::OnceLock;
use wasmparser::{AbstractHeapType, HeapType, Ieee32, Ieee64, Ordering, RefType, V128, ValType};

/// The index space of a `u32` immediate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IndexSpace {
    /// Functions of the module.
    Func,
    /// Types of the module.
    Type,
    /// Tables of the module.
    Table,
    /// Memories of the module.
    Memory,
    /// Globals of the module.
    Global,
    /// Tags of the module.
    Tag,
    /// Element segments of the module.
    Elem,
    /// Data segments of the module.
    Data,
    /// Labels and locals: not used in this representation.
    Control,
    /// No index of the module: a field of a struct, a number of elements.
    Number,
}

impl IndexSpace {
    /// The meaning of an immediate by its name in wasmparser's table.
    fn of(name: &str) -> IndexSpace {
        match name {
            "function_index" => IndexSpace::Func,
            "type_index"
            | "struct_type_index"
            | "array_type_index"
            | "array_type_index_dst"
            | "array_type_index_src"
            | "cont_type_index"
            | "argument_index"
            | "result_index" => IndexSpace::Type,
            "table" | "table_index" | "dst_table" | "src_table" => IndexSpace::Table,
            "mem" | "dst_mem" | "src_mem" => IndexSpace::Memory,
            "global_index" => IndexSpace::Global,
            "tag_index" => IndexSpace::Tag,
            "elem_index" | "array_elem_index" => IndexSpace::Elem,
            "data_index" | "array_data_index" => IndexSpace::Data,
            "relative_depth" | "local_index" => IndexSpace::Control,
            _ => IndexSpace::Number,
        }
    }

    /// What precedes an index of this space in the text format.
    pub fn prefix(self) -> &'static str {
        match self {
            IndexSpace::Func => "f",
            IndexSpace::Type => "ty",
            IndexSpace::Table => "t",
            IndexSpace::Memory => "m",
            IndexSpace::Global => "g",
            IndexSpace::Tag => "tag",
            IndexSpace::Elem => "elem",
            IndexSpace::Data => "data",
            IndexSpace::Control | IndexSpace::Number => "",
        }
    }
}

macro_rules! immediates {
    ($($variant:ident $ty:ty, $zero:expr, $doc:literal;)*) => {
        /// An immediate of an operator.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum Immediate {
            /// An index into an index space, or a plain number.
            Index(IndexSpace, u32),
            /// What only control flow has.
            ControlOnly,
            $(#[doc = $doc] $variant($ty),)*
        }

        /// An immediate of an operator, mutable.
        #[derive(Debug)]
        pub enum ImmediateMut<'a> {
            /// An index into an index space, or a plain number.
            Index(IndexSpace, &'a mut u32),
            /// What only control flow has.
            ControlOnly,
            $(#[doc = $doc] $variant(&'a mut $ty),)*
        }

        $(impl AsImmediate for $ty {
            fn zero() -> Self { $zero }
            fn get(&self, _: &str) -> Immediate { Immediate::$variant(*self) }
            fn get_mut(&mut self, _: &str) -> ImmediateMut<'_> { ImmediateMut::$variant(self) }
        })*
    };
}

/// A type of immediates; `name` is the immediate's in wasmparser's table.
trait AsImmediate {
    fn zero() -> Self;
    fn get(&self, name: &str) -> Immediate;
    fn get_mut(&mut self, name: &str) -> ImmediateMut<'_>;
}

const NO_MEMARG: MemArg = MemArg {
    offset: 0,
    memory: 0,
    align: 0,
    max_align: 0,
    space: MemSpace::Memory,
    ordering: MemOrdering::Default,
};
const ANY: HeapType = HeapType::Abstract { shared: false, ty: AbstractHeapType::Any };

immediates! {
    Lane u8, 0, "A lane of a vector.";
    Lanes [u8; 16], [0; 16], "The lanes of a shuffle.";
    I32 i32, 0, "A constant.";
    I64 i64, 0, "A constant.";
    F32 Ieee32, 0f32.into(), "A constant.";
    F64 Ieee64, 0f64.into(), "A constant.";
    V128 V128, V128::from(0i128), "A constant.";
    ValType ValType, ValType::I32, "A value type.";
    RefType RefType, RefType::ANYREF, "A reference type.";
    HeapType HeapType, ANY, "A heap type.";
    Ordering Ordering, Ordering::SeqCst, "A memory ordering.";
    MemArg MemArg, NO_MEMARG, "A memory access.";
    Caching Caching, Caching::Replicate, "How versions are cached.";
    Laziness Laziness, Laziness::Lazy, "When code is made.";
}

impl AsImmediate for u32 {
    fn zero() -> Self {
        0
    }
    fn get(&self, name: &str) -> Immediate {
        Immediate::Index(IndexSpace::of(name), *self)
    }
    fn get_mut(&mut self, name: &str) -> ImmediateMut<'_> {
        ImmediateMut::Index(IndexSpace::of(name), self)
    }
}

impl AsImmediate for ControlOnly {
    fn zero() -> Self {
        ControlOnly
    }
    fn get(&self, _: &str) -> Immediate {
        Immediate::ControlOnly
    }
    fn get_mut(&mut self, _: &str) -> ImmediateMut<'_> {
        ImmediateMut::ControlOnly
    }
}

macro_rules! define_opcode {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {
        define_opcode! {
            @all
            $( $op { $($($arg),*)? } $visit ($($ann)*); )*
            CopyValue {} visit_copy_value (arity 1 -> 1);
            DestroyValue {} visit_destroy_value (arity 1 -> 0);
            BeginBorrow {} visit_begin_borrow (arity 1 -> 1);
            EndBorrow {} visit_end_borrow (arity 1 -> 0);
            IsConst { caching } visit_is_const (arity 1 -> 1);
            KeepConst { caching, laziness } visit_keep_const (arity 1 -> 1);
            UnkeepConst {} visit_unkeep_const (arity 1 -> 1);
            Leave {} visit_leave (arity 1 -> 1);
            PromiseConst { mem } visit_promise_const (arity 2 -> 1);
            PromiseTransitive { mem } visit_promise_transitive (arity 2 -> 1);
            PromisePure {} visit_promise_pure (arity 1 -> 1);
            Private { mem } visit_private (arity 2 -> 1);
        }
    };
    (@all $( $op:ident { $($arg:ident),* } $visit:ident ($($ann:tt)*); )*) => {
        /// An operator without its immediates: a variant of [`Op`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Opcode {
            $( #[doc = concat!("[`Op::", stringify!($op), "`].")] $op, )*
        }

        impl Opcode {
            /// All opcodes, in the order of their numbers.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$op),*];

            /// The operator with all immediates zero (and `any` for types).
            pub fn zeroed(self) -> Op {
                match self {
                    $(Opcode::$op => Op::$op { $($arg: AsImmediate::zero()),* },)*
                }
            }
        }

        /// Variant, visitor method and arity of each opcode, as wasmparser's table has them.
        const TABLE: &[(&str, &str, &str)] =
            &[$((stringify!($op), stringify!($visit), stringify!($($ann)*))),*];

        impl Op {
            /// The operator without its immediates.
            pub fn opcode(&self) -> Opcode {
                match self {
                    $(Op::$op { .. } => Opcode::$op,)*
                }
            }

            /// Visits the immediates in order.
            pub fn for_each_immediate(&self, mut visit: impl FnMut(Immediate)) {
                match self {
                    $(Op::$op { $($arg),* } => {
                        $(visit(AsImmediate::get($arg, stringify!($arg)));)*
                        let _ = &mut visit;
                    })*
                }
            }

            /// Visits the immediates in order, mutably.
            pub fn for_each_immediate_mut(&mut self, mut visit: impl FnMut(ImmediateMut<'_>)) {
                match self {
                    $(Op::$op { $($arg),* } => {
                        $(visit(AsImmediate::get_mut($arg, stringify!($arg)));)*
                        let _ = &mut visit;
                    })*
                }
            }
        }
    };
}

wasmparser::for_each_operator!(define_opcode);

struct Names {
    by_opcode: Vec<String>,
    by_name: FxHashMap<String, Opcode>,
}

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let by_opcode: Vec<String> =
            TABLE.iter().map(|(_, visit, _)| text_name_of_visitor(visit)).collect();
        let by_name = by_opcode.iter().cloned().zip(Opcode::ALL.iter().copied()).collect();
        Names { by_opcode, by_name }
    })
}

/// The name of an operator in WebAssembly's text format, from that of wasmparser's method for it:
/// `visit_i32_atomic_rmw8_add_u` to `i32.atomic.rmw8.add_u`. A dot comes after the namespace, and after `atomic`
/// and `rmw*`.
pub fn text_name_of_visitor(visit: &str) -> String {
    const WITHOUT_NAMESPACE: &[&str] = &[
        "br", "call", "catch", "return", "throw", "try", "typed", "resume", "copy", "destroy",
        "begin", "end", "is", "keep", "unkeep", "promise",
    ];
    let name = visit.strip_prefix("visit_").unwrap_or(visit);
    let mut text = String::with_capacity(name.len());
    let mut words = name.split('_').peekable();
    let mut dot = !words.peek().is_some_and(|word| WITHOUT_NAMESPACE.contains(word));
    while let Some(word) = words.next() {
        text.push_str(word);
        if words.peek().is_some() {
            text.push(if dot || word == "atomic" || word.starts_with("rmw") { '.' } else { '_' });
        }
        dot = false;
    }
    text
}

impl Opcode {
    /// The name in the text format: `i32.add`.
    pub fn name(self) -> &'static str {
        &names().by_opcode[self as usize]
    }

    /// The opcode of a name in the text format.
    pub fn from_name(name: &str) -> Option<Opcode> {
        names().by_name.get(name).copied()
    }

    /// The name of the variant of [`Op`]: `I32Add`.
    pub fn variant_name(self) -> &'static str {
        TABLE[self as usize].0
    }

    /// The number of operands and results, where the operator alone decides it.
    pub fn arity(self) -> Option<(usize, usize)> {
        let (operands, results) = TABLE[self as usize].2.split_once("->")?;
        let operands = operands.trim_start_matches("arity").trim().trim_start_matches("memarg");
        Some((operands.trim().parse().ok()?, results.trim().parse().ok()?))
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.variant_name())
    }
}

impl Op {
    /// Whether it is a tail call (`return_call*`).
    pub fn is_tail_call(&self) -> bool {
        matches!(
            self,
            Op::ReturnCall { .. } | Op::ReturnCallIndirect { .. } | Op::ReturnCallRef { .. }
        )
    }

    /// The memory access that the operator makes, if its immediate is one.
    pub fn memarg(&self) -> Option<MemArg> {
        let mut found = None;
        self.for_each_immediate(|immediate| {
            if let Immediate::MemArg(memarg) = immediate {
                found = Some(memarg);
            }
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_standard_text() {
        for (opcode, name) in [
            (Opcode::I32Add, "i32.add"),
            (Opcode::I64ExtendI32S, "i64.extend_i32_s"),
            (Opcode::MemoryGrow, "memory.grow"),
            (Opcode::StructGetS, "struct.get_s"),
            (Opcode::I32AtomicRmw8AddU, "i32.atomic.rmw8.add_u"),
            (Opcode::I64AtomicRmwCmpxchg, "i64.atomic.rmw.cmpxchg"),
            (Opcode::MemoryAtomicWait32, "memory.atomic.wait32"),
            (Opcode::AtomicFence, "atomic.fence"),
            (Opcode::CallIndirect, "call_indirect"),
            (Opcode::ReturnCallRef, "return_call_ref"),
            (Opcode::BrOnCastFail, "br_on_cast_fail"),
            (Opcode::I8x16ExtractLaneS, "i8x16.extract_lane_s"),
            (Opcode::V128Load8Lane, "v128.load8_lane"),
            (Opcode::I31GetS, "i31.get_s"),
            (Opcode::ExternConvertAny, "extern.convert_any"),
            (Opcode::ThrowRef, "throw_ref"),
            (Opcode::Select, "select"),
            (Opcode::KeepConst, "keep_const"),
            (Opcode::PromiseTransitive, "promise_transitive"),
            (Opcode::EndBorrow, "end_borrow"),
        ] {
            assert_eq!(opcode.name(), name);
        }
    }

    #[test]
    fn names_and_numbers_lead_back_to_the_opcode() {
        for (number, &opcode) in Opcode::ALL.iter().enumerate() {
            assert_eq!(opcode as usize, number);
            assert_eq!(Opcode::from_name(opcode.name()), Some(opcode));
            assert_eq!(opcode.zeroed().opcode(), opcode);
            assert_eq!(opcode.variant_name(), opcode.zeroed().variant_name());
        }
        assert_eq!(Opcode::from_name("i32.madd"), None);
    }

    #[test]
    fn arity_is_read_from_the_table() {
        assert_eq!(Opcode::I32Add.arity(), Some((2, 1)));
        assert_eq!(Opcode::I32Load.arity(), Some((1, 1)));
        assert_eq!(Opcode::Call.arity(), None);
        assert_eq!(Opcode::I64MulWideU.arity(), Some((2, 2)));
    }

    #[test]
    fn immediates_are_visited_with_their_meaning() {
        let mut op = Op::CallIndirect { type_index: 3, table_index: 1 };
        let mut seen = Vec::new();
        op.for_each_immediate(|immediate| seen.push(immediate));
        assert_eq!(
            seen,
            [Immediate::Index(IndexSpace::Type, 3), Immediate::Index(IndexSpace::Table, 1)]
        );
        op.for_each_immediate_mut(|immediate| {
            if let ImmediateMut::Index(IndexSpace::Table, index) = immediate {
                *index = 7;
            }
        });
        assert_eq!(op, Op::CallIndirect { type_index: 3, table_index: 7 });
    }
}
