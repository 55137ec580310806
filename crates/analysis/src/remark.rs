//! Remarks: what a pass did or refused to do, and why, at a place.

use invar_ir::SourceLoc;

/// Whether a remark is about a change or about a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// The pass changed something.
    Applied,
    /// The pass could have changed something and did not.
    Missed,
}

/// A remark of a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassRemark {
    /// The pass, by its name in the pass table.
    pub pass: &'static str,
    /// Applied or missed.
    pub kind: RemarkKind,
    /// The place in the input.
    pub loc: SourceLoc,
    /// The change that was or was not made.
    pub what: &'static str,
    /// Why.
    pub why: String,
}

/// A collector of remarks; recording costs nothing unless it is enabled.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    enabled: bool,
    list: Vec<PassRemark>,
}

impl Remarks {
    /// A collector that keeps remarks (`true`) or drops them.
    pub fn new(enabled: bool) -> Self {
        Remarks { enabled, list: Vec::new() }
    }

    /// Whether remarks are wanted: what they are made from need not be collected otherwise.
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// An empty collector that keeps remarks if this one does: for changes that may be given up.
    pub fn draft(&self) -> Self {
        Remarks::new(self.enabled)
    }

    /// Adds the remarks of another collector.
    pub fn append(&mut self, mut other: Remarks) {
        self.list.append(&mut other.list);
    }

    /// Records a remark; `why` is only built when the collector is enabled.
    pub fn record(
        &mut self,
        pass: &'static str,
        kind: RemarkKind,
        loc: SourceLoc,
        what: &'static str,
        why: impl FnOnce() -> String,
    ) {
        if self.enabled {
            self.list.push(PassRemark { pass, kind, loc, what, why: why() });
        }
    }

    /// The remarks so far.
    pub fn list(&self) -> &[PassRemark] {
        &self.list
    }

    /// The remarks, in the order they were made.
    pub fn into_list(self) -> Vec<PassRemark> {
        self.list
    }
}
