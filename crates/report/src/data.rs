//! What the page shows.

use invar_ir::drawing::Drawing;

/// All that the page shows.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The name of the module.
    pub title: String,
    /// The command line, or what describes the options.
    pub command: String,
    /// The version of the tool.
    pub version: String,
    /// The whole file.
    pub bytes: Change<u64>,
    /// The code section.
    pub code_bytes: Change<u64>,
    /// Wall time of the optimization in milliseconds.
    pub time_ms: f64,
    /// Lines about the module as a whole (the input was kept, how many functions were copied and why).
    pub notes: Vec<String>,
    /// The passes, in the order of the pass table.
    pub passes: Vec<Pass>,
    /// All defined functions, by index.
    pub functions: Vec<Function>,
    /// All remarks.
    pub remarks: Vec<Remark>,
}

/// A number before and after. `None` where there is no such thing: a function that was added, or is gone.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Change<T> {
    /// Before.
    pub before: Option<T>,
    /// After.
    pub after: Option<T>,
}

/// What a pass did in the whole module.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pass {
    /// Its name in the pass table.
    pub name: String,
    /// What it does, in a sentence.
    pub doc: String,
    /// How often it ran.
    pub runs: u64,
    /// Time in milliseconds, summed over threads.
    pub time_ms: f64,
    /// Its counters.
    pub counters: Vec<(String, u64)>,
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Its index in the input.
    pub index: u32,
    /// Its name for people.
    pub name: String,
    /// Bytes of its body.
    pub bytes: Change<u64>,
    /// Operators of its body.
    pub operators: Change<u64>,
    /// Estimated time of an execution, in the unit of the cost model.
    pub time: Change<f64>,
    /// What became of it.
    pub fate: Fate,
    /// Functions inlined into it: index, and how many calls.
    pub inlined: Vec<(u32, u32)>,
    /// What counters counted in it, in all passes: by how much it changed.
    pub changes: u64,
    /// Its way through the passes, for those functions that are shown in detail.
    pub history: Option<History>,
    /// Whether it was asked for by name: its history is kept if not all have room in the page.
    pub asked: bool,
}

/// What became of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Fate {
    /// It has a new body.
    #[default]
    Rewritten,
    /// The new body was no better: the original is kept.
    Kept,
    /// It was not brought into SSA form, for this reason, and is copied.
    Copied(String),
    /// Nothing refers to it.
    Removed,
    /// It is equal to the function of this index, which stands for it.
    Merged(u32),
    /// A bug was caught: the original is kept.
    Failed(String),
}

/// The way of a function through the passes.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// As it was lifted.
    pub first: Snapshot,
    /// The runs of passes that changed it, in order.
    pub steps: Vec<Step>,
    /// The lines of the source: from which byte offset in the input on, and `FILE:LINE`. Sorted; empty without
    /// debug information.
    pub lines: Vec<(u64, String)>,
}

/// A run of a pass that changed a function.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The pass, by its name.
    pub pass: String,
    /// Its phase of the schedule.
    pub phase: String,
    /// What it counted.
    pub counters: Vec<(String, u64)>,
    /// The function after it.
    pub after: Snapshot,
    /// What the pass drew: region graphs, regions of ownership.
    pub drawings: Vec<Drawing>,
}

/// A function at some time.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// In the text format of functions.
    pub text: String,
    /// The basic blocks, in the order of the text.
    pub blocks: Vec<Block>,
    /// The edges of the control-flow graph.
    pub edges: Vec<Edge>,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// Its name in the text.
    pub name: String,
    /// Its first line in the text, from 0, and the line after its last one.
    pub lines: (u32, u32),
    /// How often it is executed for an entry of the function, estimated.
    pub frequency: f64,
    /// In how many loops it is.
    pub depth: u32,
    /// Whether it is the header of a loop.
    pub header: bool,
}

/// An edge of the control-flow graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Edge {
    /// The block that it leaves, by its place in [`Snapshot::blocks`].
    pub from: u32,
    /// The block that it enters.
    pub to: u32,
    /// Which of several: `true`, `false`, a number of a table; or nothing.
    pub label: String,
    /// Whether it goes back to the header of a loop around its origin.
    pub back: bool,
}

/// What a pass did to a function or refused to do, and why.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Remark {
    /// The index of the function in the input.
    pub function: u32,
    /// The pass.
    pub pass: String,
    /// Whether it was done.
    pub applied: bool,
    /// The byte offset in the input of the code that it is about; 0: of the whole function.
    pub offset: u64,
    /// `FILE:LINE` of the source, where the input has debug information.
    pub line: Option<String>,
    /// What was or was not done.
    pub what: String,
    /// Why, if there is more to say.
    pub why: String,
}
