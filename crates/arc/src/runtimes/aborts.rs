//! On what it depends whether a runtime's function aborts.
//!
//! A runtime asserts what holds as long as nobody else writes to its data: it tests the words in front of objects,
//! and its own data. A hook of the program asserts something that the program changes. If such a test fails, the
//! program can see when, and whether, a release frees. So each condition right in front of a block that ends in
//! `unreachable` is looked at. A condition that loads from constant addresses only is the program's. (The number of
//! classes, with which the class of an object is compared, is at one.)
//!
//! Parameters, results of calls and values that differ by the path are not followed. Cost: linear; of a condition, at
//! most [`MOST`] operators. One that has more is refused.

use crate::runtimes::patterns::constant;
use invar_ir::{Function, Inst, Op, Terminator, Value, memory_access};

/// How many operators of a condition are looked at.
const MOST: usize = 24;

/// A word that a condition depends on: the load, its address, and the offset in bytes.
pub(crate) type Read = (Inst, Value, i64);

/// The words, at addresses that are no constants, on which it depends whether a function aborts; or the first load of a
/// condition that has none, or the operator at which the search in a condition was given up.
pub(crate) fn abort_reads(f: &Function) -> Result<Vec<Read>, Inst> {
    let mut all = Vec::new();
    for block in f.live_blocks() {
        let term = &f.blocks[block].term;
        let condition = match term {
            Terminator::BrIf { cond, .. } => *cond,
            Terminator::BrTable { index, .. } => *index,
            _ => continue,
        };
        let aborts = |call: &invar_ir::BlockCall| {
            matches!(f.blocks[call.block].term, Terminator::Unreachable)
        };
        if !term.targets().any(aborts) {
            continue;
        }
        let (mut work, mut steps) = (vec![condition], 0);
        let (mut reads, mut fixed): (Vec<Read>, Option<Inst>) = (Vec::new(), None);
        while let Some(value) = work.pop() {
            let Some(inst) = f.def_inst(f.resolve(value)) else { continue };
            steps += 1;
            if steps > MOST {
                return Err(inst);
            }
            let Some(access) = memory_access(&f.insts[inst].op) else {
                if !matches!(f.insts[inst].op, Op::Call { .. }) {
                    work.extend(f.args(inst));
                }
                continue;
            };
            let address = f.resolve(f.args(inst)[access.address]);
            match constant(f, address) {
                Some(_) => fixed = Some(inst),
                None => {
                    let offset = i64::try_from(access.memarg.offset).unwrap_or(i64::MAX / 4);
                    reads.push((inst, address, offset));
                }
            }
        }
        if reads.is_empty()
            && let Some(load) = fixed
        {
            return Err(load);
        }
        all.extend(reads);
    }
    Ok(all)
}
