//! The functions that [`instrument`](super::instrument) adds to a module. Each leaves its operands
//! unchanged on the stack.

use super::instrument::{COMPARE, DIRTY, Detail, FLAGS, GRANULE, LOG, READ, WRITE};
use wasm_encoder::{BlockType, Encode, Function, InstructionSink, MemArg, ValType};

/// The most written granules that can be recorded.
pub const DIRTY_MAX: usize = 4096;
/// The capacity of the log in entries.
pub const LOG_MAX: usize = 1600;

/// Types of the helpers, by number.
pub const HELPERS: [(&[ValType], &[ValType]); 15] = {
    use ValType::{F32, F64, I32, I64, V128};
    [
        // An entry of the log: kind, site, a, b.
        (&[I32, I32, I64, I64], &[]),
        // A granule is written.
        (&[I32], &[]),
        // A read: address, offset, width.
        (&[I32, I32, I32], &[I32]),
        // Writes: address, value, offset, width.
        (&[I32, I32, I32, I32], &[I32, I32]),
        (&[I32, I64, I32, I32], &[I32, I64]),
        (&[I32, F32, I32, I32], &[I32, F32]),
        (&[I32, F64, I32, I32], &[I32, F64]),
        (&[I32, V128, I32, I32], &[I32, V128]),
        // Comparisons: a, b, site.
        (&[I32, I32, I32], &[I32, I32]),
        (&[I64, I64, I32], &[I64, I64]),
        // A single value: a, kind, b, site.
        (&[I32, I32, I32, I32], &[I32]),
        // A range is written: address, anything, length.
        (&[I32, I32, I32], &[I32, I32, I32]),
        // A branch: index, last index, map, first edge.
        (&[I32, I32, I32, I32], &[I32]),
        // Comparisons: a, b, site.
        (&[F32, F32, I32], &[F32, F32]),
        (&[F64, F64, I32], &[F64, F64]),
    ]
};
const LOGS: u32 = 0;
const PAGE: u32 = 1;
/// See [`HELPERS`].
pub const READS: u32 = 2;
/// See [`HELPERS`]; one for each type of value.
pub const WRITES: u32 = 3;
/// See [`HELPERS`].
pub const COMPARES: u32 = 8;
/// See [`HELPERS`].
pub const COMPARES_WIDE: u32 = 9;
/// See [`HELPERS`].
pub const ONE: u32 = 10;
/// See [`HELPERS`].
pub const RANGE: u32 = 11;
/// See [`HELPERS`].
pub const TARGET: u32 = 12;
/// See [`HELPERS`].
pub const COMPARES_F32: u32 = 13;
/// See [`HELPERS`].
pub const COMPARES_F64: u32 = 14;

/// The bodies of the helpers, whose first index is `first` and which write to memory `memory`, for that
/// many granules.
pub fn bodies(first: u32, memory: u32, detail: Detail, granules: u32) -> Vec<Vec<u8>> {
    let make = Make { first, memory, granules };
    let logs = detail == Detail::All;
    (0..HELPERS.len() as u32)
        .map(|helper| {
            let locals = match helper {
                LOGS | PAGE => vec![(2, ValType::I32)],
                RANGE => vec![(2, ValType::I32)],
                _ => vec![],
            };
            let mut function = Function::new(locals);
            make.body(helper, logs, &mut function.instructions());
            let mut bytes = Vec::new();
            function.encode(&mut bytes);
            // Without the size, which is added when the section is written.
            let mut reader = wasmparser::BinaryReader::new(&bytes, 0);
            reader.read_var_u32().expect("we wrote it");
            bytes.split_off(reader.original_position() as usize)
        })
        .collect()
}

struct Make {
    first: u32,
    memory: u32,
    granules: u32,
}

impl Make {
    fn at(&self, offset: usize) -> MemArg {
        let target = wasm_encoder::MemArgTarget::Memory(self.memory);
        MemArg { offset: offset as u64, align: 0, target, ordering: None }
    }

    fn body(&self, helper: u32, logs: bool, s: &mut InstructionSink) {
        match helper {
            LOGS => {
                let (n, at) = (4, 5);
                s.i32_const(0).i32_load(self.at(8)).local_tee(n);
                s.i32_const(LOG_MAX as i32).i32_ge_u().if_(BlockType::Empty).return_().end();
                s.i32_const(0).local_get(n).i32_const(1).i32_add().i32_store(self.at(8));
                s.local_get(n).i32_const(24).i32_mul().local_set(at);
                s.local_get(at).local_get(0).i32_store(self.at(LOG));
                s.local_get(at).local_get(1).i32_store(self.at(LOG + 4));
                s.local_get(at).local_get(2).i64_store(self.at(LOG + 8));
                s.local_get(at).local_get(3).i64_store(self.at(LOG + 16));
            }
            PAGE => {
                let n = 1;
                s.local_get(0).i32_const(self.granules as i32).i32_ge_u();
                s.if_(BlockType::Empty).return_().end();
                s.local_get(0).i32_load8_u(self.at(FLAGS));
                s.if_(BlockType::Empty).return_().end();
                s.local_get(0).i32_const(1).i32_store8(self.at(FLAGS));
                s.i32_const(0).i32_load(self.at(4)).local_tee(n);
                s.i32_const(DIRTY_MAX as i32).i32_ge_u().if_(BlockType::Empty);
                s.i32_const(0).i32_const(1).i32_store8(self.at(0)).return_().end();
                s.local_get(n).i32_const(2).i32_shl().local_get(0).i32_store(self.at(DIRTY));
                s.i32_const(0).local_get(n).i32_const(1).i32_add().i32_store(self.at(4));
            }
            READS => {
                if logs {
                    self.log(s, READ, |s| {
                        s.local_get(0).local_get(1).i32_add().i64_extend_i32_u();
                        s.local_get(2).i64_extend_i32_u();
                    });
                }
                s.local_get(0);
            }
            3..=7 => {
                if logs {
                    self.log(s, WRITE, |s| {
                        s.local_get(0).local_get(2).i32_add().i64_extend_i32_u();
                        s.local_get(3).i64_extend_i32_u();
                    });
                }
                s.local_get(0).local_get(2).i32_add().i32_const(GRANULE as i32).i32_shr_u();
                s.call(self.first + PAGE);
                s.local_get(0).local_get(2).i32_add().local_get(3).i32_add().i32_const(1);
                s.i32_sub().i32_const(GRANULE as i32).i32_shr_u().call(self.first + PAGE);
                s.local_get(0).local_get(1);
            }
            COMPARES | COMPARES_WIDE | COMPARES_F32 | COMPARES_F64 => {
                if logs {
                    s.i32_const(COMPARE as i32).local_get(2);
                    for operand in 0..2 {
                        s.local_get(operand);
                        match helper {
                            COMPARES => s.i64_extend_i32_u(),
                            COMPARES_F32 => s.i32_reinterpret_f32().i64_extend_i32_u(),
                            COMPARES_F64 => s.i64_reinterpret_f64(),
                            _ => s,
                        };
                    }
                    s.call(self.first + LOGS);
                }
                s.local_get(0).local_get(1);
            }
            ONE => {
                s.local_get(1).local_get(3).local_get(0).i64_extend_i32_u();
                s.local_get(2).i64_extend_i32_u().call(self.first + LOGS).local_get(0);
            }
            RANGE => {
                let (page, end) = (3, 4);
                s.local_get(0).i32_const(GRANULE as i32).i32_shr_u().local_set(page);
                s.local_get(2).i32_const(4 << 20).i32_gt_u().if_(BlockType::Empty);
                s.i32_const(0).i32_const(1).i32_store8(self.at(0));
                s.else_();
                s.local_get(2).if_(BlockType::Empty);
                s.local_get(0).local_get(2).i32_add().i32_const(1).i32_sub();
                s.i32_const(GRANULE as i32).i32_shr_u().local_set(end);
                s.loop_(BlockType::Empty).local_get(page).call(self.first + PAGE);
                s.local_get(page).i32_const(1).i32_add().local_tee(page);
                s.local_get(end).i32_le_u().br_if(0).end();
                s.end().end();
                s.local_get(0).local_get(1).local_get(2);
            }
            _ => {
                // The map at twice the smaller of index and last gives the edge.
                s.local_get(0).local_get(1).local_get(0).local_get(1).i32_lt_u().select();
                s.i32_const(1).i32_shl().local_get(2).i32_add().i32_load16_u(self.at(0));
                s.local_get(3).i32_add().i32_const(1).i32_store8(self.at(0));
                s.local_get(0);
            }
        }
        s.end();
    }

    /// An entry of the log without a site.
    fn log(&self, s: &mut InstructionSink, kind: u32, operands: impl Fn(&mut InstructionSink)) {
        s.i32_const(kind as i32).i32_const(0);
        operands(s);
        s.call(self.first + LOGS);
    }
}
