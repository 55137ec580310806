//! Work on many functions, divided among threads. Results are in the order of the functions, for any number of threads.

use super::function::Batch;
use invar_ir::Func;
use rayon::prelude::*;

/// Does the work of tasks in parallel, and appends their batches in order. What takes long starts first, so
/// that no thread waits for it at the end.
pub(crate) fn in_parallel(
    batch: Batch,
    mut tasks: Vec<Task<'_>>,
    work: impl Fn(Batch, &Func) -> Batch + Sync,
) -> Batch {
    tasks.sort_by_key(|task| std::cmp::Reverse(task.weight));
    let run = |task: &Task<'_>| (task.first, task.funcs.iter().fold(Batch::default(), &work));
    let mut done: Vec<(usize, Batch)> = tasks.par_iter().with_max_len(1).map(run).collect();
    done.sort_unstable_by_key(|(first, _)| *first);
    done.into_iter().fold(batch, |batch, (_, next)| batch.append(next))
}

/// Functions that one thread processes one after the other.
pub(crate) struct Task<'a> {
    /// The position of the first in its wave.
    first: usize,
    funcs: &'a [Func],
    /// How much work they are, as bytes of their bodies.
    weight: u64,
}

/// Most functions of a task, and the weight from which on nothing is added to it.
const MOST_FUNCTIONS: usize = 16;
/// See [`MOST_FUNCTIONS`].
const ENOUGH_WEIGHT: u64 = 8 << 10;

/// Splits a wave into tasks, in its order. Linear.
pub(crate) fn tasks(funcs: &[Func], weight: impl Fn(Func) -> u64) -> Vec<Task<'_>> {
    let mut tasks = Vec::new();
    let mut first = 0;
    let mut sum = 0;
    for (at, &func) in funcs.iter().enumerate() {
        sum += weight(func);
        let end = at + 1;
        if sum >= ENOUGH_WEIGHT || end - first >= MOST_FUNCTIONS || end == funcs.len() {
            tasks.push(Task { first, funcs: &funcs[first..end], weight: sum });
            (first, sum) = (end, 0);
        }
    }
    tasks
}
