//! Data segments without the zeros that memories begin with.

use crate::{DataData, Memory, Module, Op, SegmentBytes, SegmentMode};
use std::ops::Range;

/// A run of at most this many zeros between other bytes is not worth a segment of its own: one takes
/// 6 to 10 bytes, which compress worse than zeros.
pub const ZEROS_KEPT: usize = 16;

/// How many segments a module is given at most. Past it, longer runs of zeros are kept: engines
/// refuse modules with more than 100,000.
pub const MOST_SEGMENTS: usize = 10_000;

/// The stretches of bytes that are not zero, with runs of at most `kept` zeros in them. Linear.
pub fn nonzero_runs(bytes: &[u8], kept: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        // Memories are mostly zero.
        if bytes[at..].len() >= 64 && bytes[at..at + 64] == [0; 64] {
            at += 64;
            continue;
        }
        if bytes[at] != 0 {
            match found.last_mut() {
                Some(run) if at - run.end <= kept => run.end = at + 1,
                _ => found.push(at..at + 1),
            }
        }
        at += 1;
    }
    found
}

/// A segment that is copied to an address of a memory at instantiation.
pub fn segment_at(module: &Module, memory: Memory, at: u64, bytes: SegmentBytes) -> DataData {
    let offset = if module.memories[memory].ty.memory64 {
        Op::I64Const { value: at as i64 }
    } else {
        Op::I32Const { value: at as i32 }
    };
    DataData { mode: SegmentMode::Active(memory, vec![offset]), bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_leave_out_long_stretches_of_zeros() {
        let mut bytes = vec![0; 1000];
        bytes[3] = 1;
        bytes[10] = 2;
        bytes[500] = 3;
        bytes[999] = 4;
        assert_eq!(nonzero_runs(&bytes, 16), [3..11, 500..501, 999..1000]);
        assert_eq!(nonzero_runs(&bytes, 5), [3..4, 10..11, 500..501, 999..1000]);
        assert_eq!(nonzero_runs(&[0; 300], 16), []);
    }
}
