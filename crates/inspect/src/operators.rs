//! Operators: their names, their classes for people, and their immediates without regard to what they mean.

use std::sync::LazyLock;
use wasmparser::{
    BlockType, BrTable, Catch, Handle, HeapType, Ieee32, Ieee64, MemArg, MemArgTarget, Operator,
    Ordering, RefType, ResumeTable, TryTable, UnpackedIndex, V128, ValType,
};

/// An index space of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Space {
    /// Imported and defined functions.
    Function,
    /// Tables.
    Table,
    /// Memories.
    Memory,
    /// Globals.
    Global,
    /// Tags of exceptions.
    Tag,
    /// Types.
    Type,
    /// Element segments.
    Element,
    /// Data segments.
    Data,
}

/// Takes the immediates of operators, in their order.
pub trait Immediates {
    /// An index of something of the module.
    fn index(&mut self, space: Space, index: u32);
    /// Anything else: a constant, an offset, a label, a local.
    fn value(&mut self, bits: u64);
}

/// Something that an operator carries.
trait Immediate {
    /// Gives it to `sink`. `name` is the name of the field of [`Operator`].
    fn give(&self, name: &str, sink: &mut impl Immediates);
}

/// What the field of an operator that is a `u32` is an index of.
fn space(field: &str) -> Option<Space> {
    Some(match field {
        "function_index" => Space::Function,
        "global_index" => Space::Global,
        "table_index" | "table" | "dst_table" | "src_table" => Space::Table,
        "mem" | "dst_mem" | "src_mem" => Space::Memory,
        "tag_index" => Space::Tag,
        "data_index" | "array_data_index" => Space::Data,
        "elem_index" | "array_elem_index" => Space::Element,
        // The last two are the types of continuations.
        "type_index"
        | "struct_type_index"
        | "array_type_index"
        | "array_type_index_dst"
        | "array_type_index_src"
        | "cont_type_index"
        | "argument_index"
        | "result_index" => Space::Type,
        _ => return None,
    })
}

impl Immediate for u32 {
    fn give(&self, name: &str, sink: &mut impl Immediates) {
        match space(name) {
            Some(space) => sink.index(space, *self),
            None => sink.value(u64::from(*self)),
        }
    }
}

macro_rules! values {
    ($($ty:ty: $value:ident => $bits:expr;)*) => {
        $(impl Immediate for $ty {
            fn give(&self, _: &str, sink: &mut impl Immediates) {
                let $value = self;
                sink.value($bits);
            }
        })*
    };
}

values! {
    u8: value => u64::from(*value);
    i32: value => *value as u32 as u64;
    i64: value => *value as u64;
    Ieee32: value => u64::from(value.bits());
    Ieee64: value => value.bits();
    Ordering: value => u64::from(*value == Ordering::SeqCst);
}

/// Both halves of 16 bytes.
fn give_bytes(bytes: &[u8; 16], sink: &mut impl Immediates) {
    let bits = u128::from_le_bytes(*bytes);
    sink.value(bits as u64);
    sink.value((bits >> 64) as u64);
}

impl Immediate for V128 {
    fn give(&self, _: &str, sink: &mut impl Immediates) {
        give_bytes(self.bytes(), sink);
    }
}

impl Immediate for [u8; 16] {
    fn give(&self, _: &str, sink: &mut impl Immediates) {
        give_bytes(self, sink);
    }
}

impl Immediate for MemArg {
    fn give(&self, _: &str, sink: &mut impl Immediates) {
        match self.target {
            MemArgTarget::Memory(index) => sink.index(Space::Memory, index),
            MemArgTarget::Array(index) => sink.index(Space::Type, index),
        }
        sink.value(self.offset);
        sink.value(u64::from(self.align));
    }
}

impl Immediate for HeapType {
    fn give(&self, _: &str, sink: &mut impl Immediates) {
        match self {
            HeapType::Abstract { shared, ty } => {
                sink.value(u64::from(*shared));
                sink.value(*ty as u64);
            }
            HeapType::Concrete(index) | HeapType::Exact(index) => {
                if let UnpackedIndex::Module(index) = index {
                    sink.index(Space::Type, *index);
                }
            }
        }
    }
}

impl Immediate for RefType {
    fn give(&self, name: &str, sink: &mut impl Immediates) {
        sink.value(u64::from(self.is_nullable()));
        self.heap_type().give(name, sink);
    }
}

impl Immediate for ValType {
    fn give(&self, name: &str, sink: &mut impl Immediates) {
        sink.value(match self {
            ValType::I32 => 0,
            ValType::I64 => 1,
            ValType::F32 => 2,
            ValType::F64 => 3,
            ValType::V128 => 4,
            ValType::Ref(ty) => return ty.give(name, sink),
        });
    }
}

impl Immediate for Vec<ValType> {
    fn give(&self, name: &str, sink: &mut impl Immediates) {
        self.iter().for_each(|ty| ty.give(name, sink));
    }
}

impl Immediate for BlockType {
    fn give(&self, name: &str, sink: &mut impl Immediates) {
        match self {
            BlockType::Empty => sink.value(u64::MAX),
            BlockType::Type(ty) => ty.give(name, sink),
            BlockType::FuncType(index) => sink.index(Space::Type, *index),
        }
    }
}

impl Immediate for BrTable<'_> {
    fn give(&self, _: &str, sink: &mut impl Immediates) {
        self.targets().flatten().for_each(|target| sink.value(u64::from(target)));
        sink.value(u64::from(self.default()));
    }
}

impl Immediate for TryTable {
    fn give(&self, name: &str, sink: &mut impl Immediates) {
        self.ty.give(name, sink);
        for catch in &self.catches {
            let (tag, label) = match *catch {
                Catch::One { tag, label } | Catch::OneRef { tag, label } => (Some(tag), label),
                Catch::All { label } | Catch::AllRef { label } => (None, label),
            };
            sink.value(u64::from(label));
            if let Some(tag) = tag {
                sink.index(Space::Tag, tag);
            }
        }
    }
}

impl Immediate for ResumeTable {
    fn give(&self, _: &str, sink: &mut impl Immediates) {
        for handle in &self.handlers {
            match *handle {
                Handle::OnLabel { tag, label } => {
                    sink.index(Space::Tag, tag);
                    sink.value(u64::from(label));
                }
                Handle::OnSwitch { tag } => sink.index(Space::Tag, tag),
            }
        }
    }
}

macro_rules! define_operators {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {
        /// Gives the immediates of an operator to `sink`.
        pub fn immediates(operator: &Operator<'_>, sink: &mut impl Immediates) {
            match operator {
                $( Operator::$op $({ $($arg),* })? => { $($( $arg.give(stringify!($arg), sink); )*)? } )*
                _ => {}
            }
        }

        #[derive(Clone, Copy)]
        enum Number {
            $( $op, )*
        }

        /// The number of an operator in [`NAMES`].
        fn number(operator: &Operator<'_>) -> Option<u16> {
            Some(match operator {
                $( Operator::$op { .. } => Number::$op as u16, )*
                _ => return None,
            })
        }

        /// The name of each operator and that of its proposal.
        const NAMES: &[(&str, &str)] = &[$( (stringify!($op), stringify!($proposal)), )*];

        #[cfg(test)]
        const FIELDS: &[(&str, &str)] = &[$( $($( (stringify!($arg), stringify!($argty)), )*)? )*];
    };
}
wasmparser::for_each_operator!(define_operators);

/// The classes of operators, for people.
pub const CLASSES: [&str; 22] = [
    "atomic",
    "bulk memory",
    "call",
    "comparison",
    "constant",
    "control",
    "conversion",
    "drop",
    "exception",
    "float arithmetic",
    "global",
    "integer arithmetic",
    "load",
    "local",
    "memory size",
    "other",
    "reference",
    "select",
    "simd",
    "stack switching",
    "store",
    "table",
];

/// The class of an operator: its position in [`CLASSES`].
pub fn class(operator: &Operator<'_>) -> usize {
    static CLASS_OF: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let position = |class| CLASSES.iter().position(|other| *other == class);
        let class = |(name, proposal): &(&str, &str)| position(class_of(name, proposal));
        NAMES.iter().map(|names| class(names).expect("all classes are listed") as u8).collect()
    });
    let other = || CLASSES.iter().position(|class| *class == "other").expect("it is listed");
    number(operator).map_or_else(other, |number| usize::from(CLASS_OF[usize::from(number)]))
}

/// A number for each operator; all that this version of wasmparser does not list have the same.
pub fn code(operator: &Operator<'_>) -> u64 {
    number(operator).map_or(u64::MAX, u64::from)
}

/// The class of an operator, by its name and that of its proposal.
fn class_of(name: &str, proposal: &str) -> &'static str {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    match proposal {
        "simd" | "relaxed_simd" => return "simd",
        "threads" | "shared_everything_threads" => return "atomic",
        "exceptions" | "legacy_exceptions" => return "exception",
        "bulk_memory" => return "bulk memory",
        "stack_switching" => return "stack switching",
        _ => {}
    }
    match name {
        _ if starts(&["Call", "ReturnCall"]) => "call",
        _ if starts(&["Local"]) => "local",
        _ if starts(&["Global"]) => "global",
        _ if starts(&["Table"]) => "table",
        _ if starts(&["MemoryS", "MemoryG"]) => "memory size",
        "Block" | "Loop" | "If" | "Else" | "End" | "Return" | "Unreachable" | "Nop" => "control",
        _ if starts(&["Br"]) => "control",
        "Drop" => "drop",
        _ if starts(&["Select", "TypedSelect"]) => "select",
        _ if proposal == "gc" || starts(&["Ref"]) => "reference",
        _ if has(&["Load"]) => "load",
        _ if has(&["Store"]) => "store",
        _ if name.ends_with("Const") => "constant",
        _ if has(&["Trunc", "Convert", "Extend", "Wrap", "Demote", "Promote", "Reinterpret"])
            && name != "F32Trunc"
            && name != "F64Trunc" =>
        {
            "conversion"
        }
        _ if ["Eqz", "Eq", "Ne", "Lt", "Gt", "Le", "Ge"].iter().any(|test| {
            let rest = name[3.min(name.len())..].strip_prefix(test);
            rest.is_some_and(|rest| matches!(rest, "" | "S" | "U"))
        }) =>
        {
            "comparison"
        }
        _ if starts(&["I32", "I64"]) => "integer arithmetic",
        _ if starts(&["F32", "F64"]) => "float arithmetic",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_are_indices_are_known() {
        // Labels, locals and fields are indices of nothing in the module.
        let others = ["local_index", "field_index"];
        for (field, ty) in FIELDS {
            if *ty == "u32" && field.contains("index") && !others.contains(field) {
                assert!(space(field).is_some(), "{field}");
            }
        }
    }

    #[test]
    fn operators_have_classes() {
        let class = |operator| CLASSES[class(&operator)];
        assert_eq!(class(Operator::I32GeU), "comparison");
        assert_eq!(class(Operator::I32ShrS), "integer arithmetic");
        assert_eq!(class(Operator::F32Trunc), "float arithmetic");
        assert_eq!(class(Operator::I32TruncF32S), "conversion");
        assert_eq!(class(Operator::TableSize { table: 0 }), "table");
        assert!(CLASSES.is_sorted());
    }
}
