//! Twins: differential testing of single functions. Each function of a real module and its optimized
//! version are executed side by side on generated inputs, without a driver for the module.
//!
//! | part | what it does |
//! |---|---|
//! | [`shape`] | parses a module: sections, types, constants |
//! | [`transform`] | makes its functions callable one by one, before it is optimized |
//! | [`instrument`], [`helpers`] | instrument the reference to record edges, reads and comparisons |
//! | [`input`] | generates arguments, memory and results of host calls |
//! | [`aim`] | mutates inputs towards edges that are not covered |
//! | [`host`] | answers calls of both sides alike, and records the observable state at each |
//! | [`side`] | an instance that can be reset |
//! | [`explore`] | runs a function on both sides until its edges are covered |
//! | [`failure`] | writes a difference to a file |
//!
//! What is compared: how runs end, results, values of exceptions, calls of the host with arguments, and
//! memory and globals at each call and at the end. All traps are one event. Fuel, stack and heap are
//! limits of the engine and end a run without a verdict; but a run that needs twenty times the
//! operators is taken for an endless one.

pub mod aim;
pub mod explore;
pub mod failure;
pub mod helpers;
pub mod host;
pub mod input;
pub mod instrument;
pub mod shape;
pub mod side;
pub mod transform;

use explore::{Explored, Explorer, Pair};
use shape::Shape;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// Stack of a thread: unoptimized code of some Go modules has frames of megabytes.
const THREAD_STACK: usize = 64 << 20;

/// What to run, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Run functions alone: calls go to the host.
    pub isolate: bool,
    /// Run functions with their callees.
    pub whole: bool,
    /// Runs per function and mode.
    pub budget: u64,
    /// The seed of the inputs.
    pub seed: u64,
    /// The number of threads.
    pub jobs: usize,
    /// Explore about this many functions: every n-th part only.
    pub sample: Option<usize>,
}

/// The most functions of a part, and the most bytes of bodies.
const PART: usize = 200;
const PART_BYTES: usize = 96 << 10;

/// An observable difference.
#[derive(Clone, Debug)]
pub struct Difference {
    /// "isolate" or "whole".
    pub mode: &'static str,
    /// The index of the defined function.
    pub function: usize,
    /// What differed.
    pub what: String,
    /// The module and the input, as the text of a file.
    pub text: String,
}

/// Sums over a module.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The functions to run.
    pub functions: usize,
    /// The edges of each function that ran: not zero if a compared run took the edge.
    pub edges: BTreeMap<usize, Vec<u8>>,
    /// Compared runs.
    pub runs: u64,
    /// Runs that ended at a limit of the engine.
    pub skipped: u64,
    /// The reasons why functions could not be run.
    pub reasons: Vec<String>,
    /// What differed.
    pub differences: Vec<Difference>,
}

impl Report {
    /// Adds another.
    pub fn add(&mut self, other: Report) {
        self.functions += other.functions;
        for (function, edges) in other.edges {
            self.note(function, edges);
        }
        self.runs += other.runs;
        self.skipped += other.skipped;
        self.reasons.extend(other.reasons);
        self.differences.extend(other.differences);
    }

    fn note(&mut self, function: usize, edges: Vec<u8>) {
        match self.edges.entry(function) {
            Entry::Vacant(place) => {
                place.insert(edges);
            }
            Entry::Occupied(mut place) => {
                place.get_mut().iter_mut().zip(edges).for_each(|(a, b)| *a |= b);
            }
        }
    }

    /// How many functions ran, how many edges they have, and how many of these were taken.
    pub fn coverage(&self) -> (usize, usize, usize) {
        let edges = self.edges.values().map(Vec::len).sum();
        let taken = self.edges.values().flatten().filter(|edge| **edge != 0).count();
        (self.edges.len(), edges, taken)
    }

    fn explored(&mut self, function: usize, explored: &mut Explored) {
        self.note(function, std::mem::take(&mut explored.reached));
        self.runs += explored.runs;
        self.skipped += explored.skipped;
    }
}

/// How a module is optimized.
pub type Optimize<'a> = &'a (dyn Fn(&[u8]) -> Result<Vec<u8>, String> + Sync);

/// Runs the functions of a module before and after.
pub fn run(wasm: &[u8], plan: &Plan, optimize: Optimize) -> Result<Report, String> {
    let shape = shape::read(wasm)?;
    let parts = parts(&shape, plan.sample);
    let whole: OnceLock<Result<Pair, Result<String, String>>> = OnceLock::new();
    let mut work: Vec<(bool, Range<usize>)> = Vec::new();
    if plan.whole {
        work.extend(parts.iter().map(|part| (true, part.clone())));
    }
    if plan.isolate {
        work.extend(parts.iter().map(|part| (false, part.clone())));
    }
    let next = AtomicUsize::new(0);
    let sum = Mutex::new(Report::default());
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            let thread = std::thread::Builder::new().stack_size(THREAD_STACK);
            let spawned = thread.spawn_scoped(scope, || {
                while let Some((is_whole, range)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = if *is_whole {
                        let pair = whole
                            .get_or_init(|| Pair::new(transform::whole(&shape), &shape, optimize));
                        part(pair.as_ref(), &shape, range, "whole", 0, plan, optimize)
                    } else {
                        let input = transform::isolate(&shape, range.clone());
                        let pair = Pair::new(input, &shape, optimize);
                        let first = range.start;
                        part(pair.as_ref(), &shape, range, "isolate", first, plan, optimize)
                    };
                    sum.lock().expect("no thread panicked").add(report);
                }
            });
            spawned.expect("a thread starts");
        }
    });
    let mut report = sum.into_inner().expect("no thread panicked");
    report.functions = parts.iter().map(Range::len).sum();
    report.differences.sort_by_key(|difference| (difference.mode, difference.function));
    report.reasons.sort();
    report.reasons.dedup();
    Ok(report)
}

/// Ranges of functions that are explored together.
fn parts(shape: &Shape, sample: Option<usize>) -> Vec<Range<usize>> {
    let (mut parts, mut start, mut bytes) = (Vec::new(), 0, 0);
    // Each part repeats all imports: not too many parts.
    let most = PART.max(shape.bodies.len() / 64);
    let most_bytes = PART_BYTES.max(shape.wasm.len() / 64);
    for (index, body) in shape.bodies.iter().enumerate() {
        bytes += body.len();
        if bytes >= most_bytes || index + 1 - start >= most || index + 1 == shape.bodies.len() {
            parts.push(start..index + 1);
            (start, bytes) = (index + 1, 0);
        }
    }
    if let Some(sample) = sample {
        let step = shape.bodies.len().div_ceil(sample.max(1)).max(1);
        parts = parts.into_iter().step_by(step).collect();
    }
    parts
}

/// Explores the functions of a part.
fn part(
    pair: Result<&Pair, &Result<String, String>>,
    shape: &Shape,
    range: &Range<usize>,
    mode: &'static str,
    first: usize,
    plan: &Plan,
    optimize: Optimize,
) -> Report {
    let mut report = Report::default();
    let explorer = match pair {
        Ok(pair) => Explorer::new(pair, shape).map(|explorer| (pair, explorer)),
        Err(Err(why)) => Err(why.clone()),
        Err(Ok(what)) => {
            let (function, what) = (range.start, what.clone());
            report.differences.push(Difference { mode, function, what, text: String::new() });
            return report;
        }
    };
    let (pair, mut explorer) = match explorer {
        Ok(made) => made,
        Err(why) => {
            report.reasons.push(why);
            return report;
        }
    };
    for defined in range.clone() {
        match explorer.explore(defined, defined - first, plan.budget, plan.seed) {
            Some(mut explored) => {
                report.explored(defined, &mut explored);
                if let Some((what, input)) = explored.difference {
                    let text = failure::text(
                        shape,
                        pair,
                        &mut explorer,
                        mode,
                        defined,
                        &what,
                        &input,
                        optimize,
                    );
                    report.differences.push(Difference { mode, function: defined, what, text });
                }
            }
            None => report.reasons.push("the host cannot make an argument".to_string()),
        }
    }
    report
}
