//! The value of a load of known bytes.

use super::Const::{self, F32, F64, I32, I64, V128};
use invar_ir::Op;

/// The value that a plain load (of a number or a whole vector) gives of the bytes it reads, the
/// first one first. `None` for other operators, and for too few bytes.
pub fn load(op: &Op, bytes: &[u8]) -> Option<Const> {
    let low = |size: usize| {
        let mut all = [0; 16];
        all[..size].copy_from_slice(bytes.get(..size)?);
        Some(u128::from_le_bytes(all))
    };
    Some(match op {
        Op::I32Load { .. } => I32(low(4)? as i32),
        Op::I64Load { .. } => I64(low(8)? as i64),
        Op::F32Load { .. } => F32(low(4)? as u32),
        Op::F64Load { .. } => F64(low(8)? as u64),
        Op::V128Load { .. } => V128(low(16)?),
        Op::I32Load8S { .. } => I32((low(1)? as i8).into()),
        Op::I32Load8U { .. } => I32(low(1)? as i32),
        Op::I32Load16S { .. } => I32((low(2)? as i16).into()),
        Op::I32Load16U { .. } => I32(low(2)? as i32),
        Op::I64Load8S { .. } => I64((low(1)? as i8).into()),
        Op::I64Load8U { .. } => I64(low(1)? as i64),
        Op::I64Load16S { .. } => I64((low(2)? as i16).into()),
        Op::I64Load16U { .. } => I64(low(2)? as i64),
        Op::I64Load32S { .. } => I64((low(4)? as i32).into()),
        Op::I64Load32U { .. } => I64(low(4)? as i64),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::{MemArg, MemOrdering, MemSpace};

    #[test]
    fn loads_extend_as_their_names_say() {
        let memarg = MemArg {
            offset: 0,
            memory: 0,
            align: 0,
            max_align: 0,
            space: MemSpace::Memory,
            ordering: MemOrdering::Default,
        };
        let bytes = [0xfe, 0xff, 0xff, 0xff, 1, 0, 0, 0x80];
        for (op, value) in [
            (Op::I32Load { memarg }, I32(-2)),
            (Op::I32Load8S { memarg }, I32(-2)),
            (Op::I32Load8U { memarg }, I32(254)),
            (Op::I32Load16S { memarg }, I32(-2)),
            (Op::I32Load16U { memarg }, I32(65534)),
            (Op::I64Load32U { memarg }, I64(0xffff_fffe)),
            (Op::I64Load32S { memarg }, I64(-2)),
            (Op::I64Load { memarg }, I64(0x8000_0001_ffff_fffe_u64 as i64)),
            (Op::F32Load { memarg }, F32(0xffff_fffe)),
            (Op::F64Load { memarg }, F64(0x8000_0001_ffff_fffe)),
        ] {
            assert_eq!(load(&op, &bytes), Some(value), "{op:?}");
        }
        assert_eq!(load(&Op::I64Load { memarg }, &bytes[..7]), None);
        assert_eq!(load(&Op::I32Add, &bytes), None);
    }
}
