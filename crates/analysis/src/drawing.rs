//! Drawings: graphs with nested regions, as data, which passes make for a report on what they did.
//!
//! A pass describes what it worked on (a region graph, the ownership of a counted reference) as nodes and edges with
//! classes; how these are placed and coloured is decided where they are shown.

/// A graph with nested regions. Nodes are numbered in the order of [`Drawing::nodes`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing {
    /// The pass that made it, by its name in the pass table.
    pub pass: &'static str,
    /// What it shows, in a few words.
    pub title: String,
    /// All nodes, those of nested regions too.
    pub nodes: Vec<DrawingNode>,
    /// The nodes of the outermost region.
    pub root: Vec<u32>,
    /// All edges, between any nodes.
    pub edges: Vec<DrawingEdge>,
}

/// A node of a drawing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DrawingNode {
    /// A line of text in the node.
    pub label: String,
    /// More, shown on demand; may have several lines, or be empty.
    pub detail: String,
    /// How it is drawn.
    pub class: Class,
    /// The regions inside of it, with a title each.
    pub regions: Vec<(String, Vec<u32>)>,
}

/// An edge of a drawing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DrawingEdge {
    /// The node that it leaves.
    pub from: u32,
    /// The node that it enters.
    pub to: u32,
    /// A short text beside it, or nothing.
    pub label: String,
    /// How it is drawn.
    pub class: Class,
}

/// What a node or an edge is marked as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Class {
    /// An ordinary node or edge.
    #[default]
    Plain,
    /// An edge of state or of order, not of a value.
    State,
    /// Was added, or now goes to another origin (an edge that was redirected).
    Redirected,
    /// Was removed, or is the way that an edge took before.
    Removed,
    /// Was moved to another region or block.
    Moved,
    /// Inside of the region that the drawing is about.
    Marked,
    /// Executed rarely.
    Cold,
    /// A branch back to the header of a loop.
    Back,
}

/// A collector of drawings, which are made only if it is enabled.
#[derive(Clone, Debug, Default)]
pub struct Drawings {
    enabled: bool,
    list: Vec<Drawing>,
}

impl Drawings {
    /// A collector that keeps drawings (`true`) or asks for none.
    pub fn new(enabled: bool) -> Self {
        Drawings { enabled, list: Vec::new() }
    }

    /// Whether drawings are wanted: what they are made from need not be collected otherwise.
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// An empty collector that keeps drawings if this one does: for changes that may be given up.
    pub fn draft(&self) -> Self {
        Drawings::new(self.enabled)
    }

    /// Adds the drawings of another collector.
    pub fn append(&mut self, mut other: Drawings) {
        self.list.append(&mut other.list);
    }

    /// Adds drawings.
    pub fn extend(&mut self, drawings: impl IntoIterator<Item = Drawing>) {
        self.list.extend(drawings);
    }

    /// Takes the drawings that were added since this was last called.
    pub fn take(&mut self) -> Vec<Drawing> {
        std::mem::take(&mut self.list)
    }
}
