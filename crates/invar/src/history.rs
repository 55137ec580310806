//! The way of a function through the passes, for a report.
//!
//! To print a function after each pass takes longer than the passes. So nothing is recorded at first. When it is known
//! which functions changed most, these are optimized once more, with a [`Recorder`]. All that passes depend on is as
//! it was then: the summaries of callees, and the fuel that was left. What they produce is dropped.

use crate::passes::Listed;
use crate::report::Remark;
use invar_analysis::drawing::Drawing;
use invar_analysis::snapshot::Snapshot;
use invar_ir::{Function, Module};
use rustc_hash::FxHashMap;

/// How many bytes the snapshots of a history take at most, besides the first and the last one.
const MOST_BYTES: usize = 2 << 20;

/// The way of a function through the passes.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// As it was lifted; what is known of all its calls is applied.
    pub first: Snapshot,
    /// The runs of passes that changed it, in order.
    pub steps: Vec<HistoryStep>,
    /// What passes did or refused to do, and why.
    pub remarks: Vec<Remark>,
}

/// A run of a pass that changed a function.
#[derive(Clone, Debug)]
pub struct HistoryStep {
    /// The name of the pass.
    pub pass: &'static str,
    /// The name of its phase in the schedule.
    pub phase: &'static str,
    /// The counters that are not 0.
    pub counters: Listed,
    /// The function after it; `None` where a history would become too large.
    pub after: Option<Snapshot>,
    /// What the pass drew.
    pub drawings: Vec<Drawing>,
}

impl History {
    /// The last snapshot.
    fn last(&self) -> &Snapshot {
        self.steps.iter().rev().find_map(|step| step.after.as_ref()).unwrap_or(&self.first)
    }
}

/// Records the history of a function.
pub(crate) struct Recorder<'a> {
    module: &'a Module,
    history: History,
    /// The counters of each pass when it last ran.
    counters: FxHashMap<&'static str, Listed>,
    /// The bytes that are left.
    bytes: usize,
}

impl<'a> Recorder<'a> {
    /// A recorder of a function of a module, as it is now.
    pub fn new(module: &'a Module, function: &Function) -> Self {
        let first = Snapshot::new(module, function, None);
        let history = History { first, ..History::default() };
        Recorder { module, history, counters: FxHashMap::default(), bytes: MOST_BYTES }
    }

    /// Records that a pass ran in a phase, and whether it changed the function. `counters` are those of all of its runs
    /// on the function so far.
    pub fn ran(
        &mut self,
        (pass, phase): (&'static str, &'static str),
        function: &Function,
        touched: bool,
        counters: Listed,
        drawings: Vec<Drawing>,
    ) {
        let before = self.counters.insert(pass, counters.clone()).unwrap_or_default();
        if !touched {
            return;
        }
        let before = |name| before.iter().find(|it| it.0 == name).map_or(0, |it| it.1);
        let counters = counters.into_iter().map(|(name, count)| (name, count - before(name)));
        let counters = counters.filter(|(_, count)| *count > 0).collect();
        let mut step = HistoryStep { pass, phase, counters, after: None, drawings };
        if self.bytes > 0 {
            let last = self.history.last();
            let after = Snapshot::new(self.module, function, Some(last));
            if after == *last && step.drawings.is_empty() {
                return;
            }
            self.bytes = self.bytes.saturating_sub(after.own_bytes(Some(last)));
            step.after = Some(after);
        }
        self.history.steps.push(step);
    }

    /// The history of the function, which no pass will change any more.
    pub fn finish(mut self, function: &Function, remarks: Vec<Remark>) -> History {
        if self.history.steps.last().is_some_and(|step| step.after.is_none()) {
            let after = Snapshot::new(self.module, function, Some(self.history.last()));
            let step = self.history.steps.last_mut().expect("there is one");
            step.after = Some(after);
        }
        self.history.remarks = remarks;
        self.history
    }
}
