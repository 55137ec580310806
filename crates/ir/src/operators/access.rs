//! Classification of the operators of wasmparser's table by their names: which are numeric, which
//! access memory, and how many bytes.
//!
//! The names are read at compile time, by `const fn`, into a `match` of one answer per operator.
//! What is not recognized is [`Rule::Other`]: [`effects`](crate::operators::effects()) lists its effects or
//! takes it for a barrier. Operators of unknown proposals are never classified as accesses.

use crate::{
    ControlOnly, Function, ImmediateMut, Inst, MemArg, MemSpace, Memory, Module, Op, Value,
};
use wasmparser::{HeapType, Ieee32, Ieee64, Ordering, RefType, V128, ValType};

/// How an operator is recognized by its name; the rest is matched in
/// [`effects`](crate::operators::effects()).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    PureTotal,
    Trap,
    Load { size: u8 },
    Store { size: u8 },
    AtomicLoad { size: u8 },
    AtomicStore { size: u8 },
    AtomicReadModifyWrite { size: u8 },
    AtomicNotify,
    AtomicWait { size: u8 },
    Other,
}

/// The position after the first occurrence of `part` in `name`.
const fn after(name: &[u8], part: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at + part.len() <= name.len() {
        let mut n = 0;
        while n < part.len() && name[at + n] == part[n] {
            n += 1;
        }
        if n == part.len() {
            return Some(at + n);
        }
        at += 1;
    }
    None
}

const fn starts_with(name: &[u8], part: &[u8]) -> bool {
    name.len() >= part.len() && after(name.split_at(part.len()).0, part).is_some()
}

const fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && starts_with(a.as_bytes(), b.as_bytes())
}

/// Reads a decimal number: its value (0 for none) and the position after it.
const fn number(name: &[u8], mut at: usize) -> (u32, usize) {
    let mut value = 0;
    while at < name.len() && name[at].is_ascii_digit() {
        value = value * 10 + (name[at] - b'0') as u32;
        at += 1;
    }
    (value, at)
}

/// The number of bytes accessed: given in bits after the verb (`Load8S`, `Load16x4U`), or the size of the type.
const fn access_size(name: &[u8], verb_end: usize) -> u8 {
    let (bits, at) = number(name, verb_end);
    let bits = if bits == 0 {
        number(name, 1).0
    } else if at < name.len() && name[at] == b'x' {
        bits * number(name, at + 1).0
    } else {
        bits
    };
    (bits / 8) as u8
}

/// Classifies an operator of wasmparser's table by its proposal, name and immediates.
const fn rule(proposal: &str, name: &str, immediates: &str) -> Rule {
    let text = name.as_bytes();
    if starts_with(immediates.as_bytes(), b"memarg") {
        if same(proposal, "threads") {
            return if let Some(end) = after(text, b"AtomicLoad") {
                Rule::AtomicLoad { size: access_size(text, end) }
            } else if let Some(end) = after(text, b"AtomicStore") {
                Rule::AtomicStore { size: access_size(text, end) }
            } else if let Some(end) = after(text, b"AtomicRmw") {
                Rule::AtomicReadModifyWrite { size: access_size(text, end) }
            } else if let Some(end) = after(text, b"AtomicWait") {
                Rule::AtomicWait { size: access_size(text, end) }
            } else if same(name, "MemoryAtomicNotify") {
                Rule::AtomicNotify
            } else {
                Rule::Other
            };
        }
        if !same(proposal, "mvp") && !same(proposal, "simd") {
            return Rule::Other;
        }
        return if let Some(end) = after(text, b"Load") {
            Rule::Load { size: access_size(text, end) }
        } else if let Some(end) = after(text, b"Store") {
            Rule::Store { size: access_size(text, end) }
        } else {
            Rule::Other
        };
    }
    let mvp = same(proposal, "mvp");
    let numeric = (mvp
        || same(proposal, "sign_extension")
        || same(proposal, "saturating_float_to_int")
        || same(proposal, "simd")
        || same(proposal, "relaxed_simd")
        || same(proposal, "wide_arithmetic"))
        && text.len() > 1
        && matches!(text[0], b'I' | b'F' | b'V')
        && text[1].is_ascii_digit();
    if !numeric {
        return Rule::Other;
    }
    let integer = mvp && text[0] == b'I';
    let traps = integer
        && (after(text, b"Div").is_some()
            || after(text, b"Rem").is_some()
            || after(text, b"Trunc").is_some());
    if traps { Rule::Trap } else { Rule::PureTotal }
}

macro_rules! define_rules {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {
        /// The classification of an operator by its name.
        pub(crate) fn rule_of(op: &Op) -> Rule {
            match op {
                $( Op::$op $({ $($arg: _),* })? => const {
                    rule(stringify!($proposal), stringify!($op), stringify!($($($arg),*)?))
                }, )*
                _ => Rule::Other,
            }
        }
    };
}
wasmparser::for_each_operator!(define_rules);

/// How a memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessKind {
    /// Reads, without synchronization.
    Load,
    /// Writes, without synchronization.
    Store,
    /// An atomic load.
    AtomicLoad,
    /// An atomic store.
    AtomicStore,
    /// An atomic read-modify-write or compare-exchange.
    AtomicReadModifyWrite,
    /// Wakes agents that wait at the address (`memory.atomic.notify`).
    AtomicNotify,
    /// Waits at the address (`memory.atomic.wait*`).
    AtomicWait,
}

/// An access of fixed size to a linear memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryAccess {
    /// Memory, offset and alignment.
    pub memarg: MemArg,
    /// The kind of access.
    pub kind: AccessKind,
    /// How many bytes it touches.
    pub size: u8,
    /// Which operand is the address.
    pub address: usize,
    /// Which operand is the stored value, if it is a plain or atomic store.
    pub stored: Option<usize>,
}

impl MemoryAccess {
    /// Whether it only reads.
    pub fn is_load(&self) -> bool {
        matches!(self.kind, AccessKind::Load | AccessKind::AtomicLoad)
    }

    /// Whether it is one of the atomic operators, all of which are full barriers.
    pub fn is_atomic(&self) -> bool {
        !matches!(self.kind, AccessKind::Load | AccessKind::Store)
    }

    /// Below which number an addition to the address does not wrap, if the access does not trap: the access ends in its
    /// memory, whose greatest size may lie below 2^32, or 2^64 bytes.
    pub fn room(&self, module: &Module) -> u128 {
        let reach = u128::from(self.memarg.offset) + u128::from(self.size);
        let memory = module.memories.get(Memory::from_u32(self.memarg.memory));
        let beyond = memory.map_or(0, |memory| {
            let end = 1u128 << if memory.ty.memory64 { 64 } else { 32 };
            let log2 = memory.ty.page_size_log2.unwrap_or(16);
            memory.ty.maximum.map_or(0, |pages| end.saturating_sub(u128::from(pages) << log2))
        });
        beyond + reach
    }
}

/// What an operator accesses, if it is a load, a store or an atomic access of a linear memory.
/// Bulk operators (`memory.copy` ...) and accesses to GC arrays are not.
pub fn memory_access(op: &Op) -> Option<MemoryAccess> {
    let (kind, size) = match rule_of(op) {
        Rule::Load { size } => (AccessKind::Load, size),
        Rule::Store { size } => (AccessKind::Store, size),
        Rule::AtomicLoad { size } => (AccessKind::AtomicLoad, size),
        Rule::AtomicStore { size } => (AccessKind::AtomicStore, size),
        Rule::AtomicReadModifyWrite { size } => (AccessKind::AtomicReadModifyWrite, size),
        Rule::AtomicNotify => (AccessKind::AtomicNotify, 4),
        Rule::AtomicWait { size } => (AccessKind::AtomicWait, size),
        Rule::PureTotal | Rule::Trap | Rule::Other => return None,
    };
    let memarg = *memarg(op)?;
    let stored = matches!(kind, AccessKind::Store | AccessKind::AtomicStore).then_some(1);
    let access = MemoryAccess { memarg, kind, size, address: 0, stored };
    (memarg.space == MemSpace::Memory).then_some(access)
}

/// Sets the operand that is the address, and the immediate offset, of an instruction that accesses memory.
pub fn set_address(f: &mut Function, inst: Inst, operand: usize, base: Value, offset: u64) {
    f.args_mut(inst)[operand] = base;
    f.insts[inst].op.for_each_immediate_mut(|immediate| {
        if let ImmediateMut::MemArg(memarg) = immediate {
            memarg.offset = offset;
        }
    });
}

/// Tells immediates of type [`MemArg`] from all others.
trait AsMemArg {
    fn as_memarg(&self) -> Option<&MemArg> {
        None
    }
}

macro_rules! no_memarg {
    ($($ty:ty)*) => { $( impl AsMemArg for $ty {} )* };
}
no_memarg!(u8 u32 i32 i64 Ieee32 Ieee64 V128 ValType RefType HeapType Ordering [u8; 16] ControlOnly);

impl AsMemArg for MemArg {
    fn as_memarg(&self) -> Option<&MemArg> {
        Some(self)
    }
}

macro_rules! define_memarg {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {
        /// The memory immediate of an operator that has one.
        pub fn memarg(op: &Op) -> Option<&MemArg> {
            match op {
                $( Op::$op $({ $($arg),* })? => None $( $( .or($arg.as_memarg()) )* )?, )*
                _ => None,
            }
        }
    };
}
wasmparser::for_each_operator!(define_memarg);
