//! The memory accesses of loads, stores and atomic operators, derived from their names.
//!
//! Names such as `i64.atomic.rmw16.add_u` and `v128.load8x8_s` contain the type, the width and the operation. So
//! no list of the 150 operators has to be kept complete; a test covers all operators that have an
//! address.

use invar_ir::{MemArg, MemOrdering, MemSpace, Op, ValType};

/// An access of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub kind: Kind,
    /// The type of the loaded or stored value.
    pub ty: ValType,
    /// How many bytes are accessed.
    pub bytes: u8,
    pub memory: u32,
    pub offset: u64,
    /// Addresses must be multiples of the width.
    pub atomic: bool,
}

/// The kind of access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Loads, and extends by the sign or by zeros.
    Load {
        signed: bool,
    },
    Store,
    /// Loads lanes of this many bytes, each extended to twice as many.
    LoadWidened {
        lane: u8,
        signed: bool,
    },
    /// Loads a lane, for all lanes.
    LoadSplat,
    /// Loads this lane of a vector.
    LoadLane(u8),
    /// Stores this lane of a vector.
    StoreLane(u8),
    /// Loads, and stores the result of an operation on the loaded value and the operand.
    Modify(Modify),
    /// Loads, and stores the second operand if the loaded value equals the first.
    CompareExchange,
    Wait,
    Notify,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Modify {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Exchange,
}

impl Access {
    /// The access of an operator with an address, if it is one of a memory.
    pub fn of(op: &Op) -> Option<Access> {
        let MemArg { offset, memory, space, ordering, .. } = op.memarg()?;
        if space != MemSpace::Memory {
            return None;
        }
        // All orderings are the same to one thread.
        let _: MemOrdering = ordering;
        let mut lane = 0;
        op.for_each_immediate(|immediate| {
            if let invar_ir::Immediate::Lane(number) = immediate {
                lane = number;
            }
        });
        let (kind, ty, bytes, atomic) = parse(op.opcode().name(), lane)?;
        Some(Access { kind, ty, bytes, memory, offset, atomic })
    }
}

/// The parts of a name.
fn parse(name: &str, lane: u8) -> Option<(Kind, ValType, u8, bool)> {
    let (of, rest) = name.split_once('.')?;
    let (rest, atomic) = match rest.strip_prefix("atomic.") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let (ty, full) = match of {
        "i32" => (ValType::I32, 4),
        "i64" => (ValType::I64, 8),
        "f32" => (ValType::F32, 4),
        "f64" => (ValType::F64, 8),
        "v128" => (ValType::V128, 16),
        "memory" => {
            return Some(match rest {
                "wait32" => (Kind::Wait, ValType::I32, 4, true),
                "wait64" => (Kind::Wait, ValType::I64, 8, true),
                "notify" => (Kind::Notify, ValType::I32, 4, true),
                _ => return None,
            });
        }
        _ => return None,
    };
    // `load8_s`, `load`, `rmw16.add_u`: what it does, how wide, and the rest.
    let word = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (word, rest) = rest.split_at(word);
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, rest) = rest.split_at(digits);
    let bytes = match digits {
        "" => full,
        digits => digits.parse::<u8>().ok()? / 8,
    };
    let kind = match (word, rest) {
        ("load", "" | "_u" | "_zero") => Kind::Load { signed: false },
        ("load", "_s") => Kind::Load { signed: true },
        ("store", "") => Kind::Store,
        ("load", "_splat") => Kind::LoadSplat,
        ("load", "_lane") => Kind::LoadLane(lane),
        ("store", "_lane") => Kind::StoreLane(lane),
        ("load", widened) => {
            let (count, signed) = match widened {
                "x8_s" => (8, true),
                "x8_u" => (8, false),
                "x4_s" => (4, true),
                "x4_u" => (4, false),
                "x2_s" => (2, true),
                "x2_u" => (2, false),
                _ => return None,
            };
            return Some((Kind::LoadWidened { lane: bytes, signed }, ty, bytes * count, atomic));
        }
        ("rmw", ".add" | ".add_u") => Kind::Modify(Modify::Add),
        ("rmw", ".sub" | ".sub_u") => Kind::Modify(Modify::Sub),
        ("rmw", ".and" | ".and_u") => Kind::Modify(Modify::And),
        ("rmw", ".or" | ".or_u") => Kind::Modify(Modify::Or),
        ("rmw", ".xor" | ".xor_u") => Kind::Modify(Modify::Xor),
        ("rmw", ".xchg" | ".xchg_u") => Kind::Modify(Modify::Exchange),
        ("rmw", ".cmpxchg" | ".cmpxchg_u") => Kind::CompareExchange,
        _ => return None,
    };
    Some((kind, ty, bytes, atomic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::Opcode;

    #[test]
    fn every_operator_with_an_address_is_known() {
        let with_address = |opcode: &&Opcode| opcode.zeroed().memarg().is_some();
        let mut count = 0;
        for opcode in Opcode::ALL.iter().filter(with_address) {
            let access = Access::of(&opcode.zeroed()).unwrap_or_else(|| panic!("{opcode}"));
            let width = opcode.zeroed().memarg().map_or(0, |memarg| 1 << memarg.max_align);
            // A zeroed operator has no natural alignment of its own.
            assert!(width == 1 && access.bytes <= 16 && access.bytes.is_power_of_two(), "{opcode}");
            assert_eq!(access.atomic, opcode.name().contains(".atomic."), "{opcode}");
            count += 1;
        }
        assert!(count > 100, "{count}");
    }

    #[test]
    fn a_name_says_what_is_accessed() {
        use ValType::{I32, I64, V128};
        for (name, kind, ty, bytes, atomic) in [
            ("i32.load", Kind::Load { signed: false }, I32, 4, false),
            ("i64.load16_s", Kind::Load { signed: true }, I64, 2, false),
            ("i64.store32", Kind::Store, I64, 4, false),
            ("v128.load8x8_s", Kind::LoadWidened { lane: 1, signed: true }, V128, 8, false),
            ("v128.load32x2_u", Kind::LoadWidened { lane: 4, signed: false }, V128, 8, false),
            ("v128.load64_splat", Kind::LoadSplat, V128, 8, false),
            ("v128.load32_zero", Kind::Load { signed: false }, V128, 4, false),
            ("v128.store16_lane", Kind::StoreLane(3), V128, 2, false),
            ("i64.atomic.rmw16.add_u", Kind::Modify(Modify::Add), I64, 2, true),
            ("i32.atomic.rmw.cmpxchg", Kind::CompareExchange, I32, 4, true),
            ("i64.atomic.load32_u", Kind::Load { signed: false }, I64, 4, true),
            ("memory.atomic.wait64", Kind::Wait, I64, 8, true),
        ] {
            assert_eq!(parse(name, 3), Some((kind, ty, bytes, atomic)), "{name}");
        }
    }
}
