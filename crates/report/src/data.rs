//! What the page shows.
//!
//! Functions are referred to by their place in [`Page::functions`]: their indices are not unique where a page shows
//! the modules of a component.

use invar_analysis::drawing::Drawing;

pub use invar_analysis::snapshot::{Block, Snapshot, SnapshotEdge};

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
    pub bytes: BeforeAfter<u64>,
    /// The code section.
    pub code_bytes: BeforeAfter<u64>,
    /// The parts of the file, whose bytes add up to those of the file. Empty if they are not known.
    pub parts: Vec<PartRecord>,
    /// The source files that code is from. Empty where the input has no debug information.
    pub files: Vec<FileRecord>,
    /// Wall time of the optimization in milliseconds.
    pub time_ms: f64,
    /// Lines about the module as a whole (the input was kept, how many functions were copied and why).
    pub notes: Vec<String>,
    /// The passes, in the order of the pass table.
    pub passes: Vec<PassRecord>,
    /// All defined functions, by module and index.
    pub functions: Vec<FunctionRecord>,
    /// Source lines (`FILE:LINE`) of byte offsets in the input, in the order of the offsets: of all that stand in texts
    /// of snapshots (`@1a3`) and have one. Empty where the input has no debug information.
    pub lines: Vec<(u32, String)>,
    /// The remarks about functions.
    pub remarks: Vec<RemarkRecord>,
    /// The special versions that a specialization made, or could not make, in the order of the requests.
    pub versions: Vec<Version>,
}

/// A number before and after. `None` where there is no such thing: a function that was added, or is gone.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BeforeAfter<T> {
    /// Before.
    pub before: Option<T>,
    /// After.
    pub after: Option<T>,
}

/// A part of the file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PartRecord {
    /// What it is.
    pub name: String,
    /// How many items it has.
    pub count: BeforeAfter<u64>,
    /// The bytes of these.
    pub bytes: BeforeAfter<u64>,
}

/// A source file that code is from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FileRecord {
    /// The name, as the debug information has it.
    pub name: String,
    /// The contents, if the debug information has them.
    pub text: Option<String>,
    /// The lines, from 1 on, that code is from, with the bytes of that code before and after. In order.
    pub lines: Vec<(u32, u64, u64)>,
}

/// What a pass did in the whole module.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PassRecord {
    /// The pass's name in the pass table.
    pub name: String,
    /// What it does, in a sentence.
    pub doc: String,
    /// How often it ran.
    pub runs: u64,
    /// Time in milliseconds, summed over threads.
    pub time_ms: f64,
    /// The pass's counters.
    pub counters: Vec<(String, u64)>,
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct FunctionRecord {
    /// The function's index in its module, in the input.
    pub index: u32,
    /// The function's name for people.
    pub name: String,
    /// The number of its module in a component; 0 otherwise.
    pub module: u32,
    /// The crate, package or outermost namespace that its name says it is of. Empty if it says none.
    pub package: String,
    /// The innermost namespace, in the same way.
    pub namespace: String,
    /// The place of the source file that most of its code is from, if that is known.
    pub file: Option<u32>,
    /// Bytes of its body.
    pub bytes: BeforeAfter<u64>,
    /// Operators of its body.
    pub operators: BeforeAfter<u64>,
    /// Estimated time of an execution in the unit of the cost model, that of calls that were inlined included.
    pub time: BeforeAfter<f64>,
    /// What became of it.
    pub fate: FunctionFate,
    /// What else there is to say of that. Empty if there is nothing.
    pub note: String,
    /// Functions inlined into it: place, and how many calls.
    pub inlined: Vec<(u32, u32)>,
    /// What counters counted in it, in all passes: by how much it changed.
    pub changes: u64,
    /// What each pass changed in it, for those functions that are shown in detail.
    pub history: Option<HistoryRecord>,
    /// Whether it was asked for by name: its history is kept if not all have room in the page.
    pub asked: bool,
}

/// What became of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum FunctionFate {
    /// The function has a new body.
    #[default]
    Rewritten,
    /// The new body was no better: the original is kept.
    Kept,
    /// The function was not brought into SSA form, for this reason, and is copied.
    Copied(String),
    /// Nothing refers to the function.
    Removed,
    /// The function is equal to the function at this place, which stands for it.
    Merged(u32),
    /// A bug was caught: the original is kept.
    Failed(String),
    /// The function is in the output only.
    Added,
}

/// The text of a function in WebAssembly's text format, before and after. A line ends with the offset in the input of
/// the code that it is from, if that is known, as in the texts of snapshots: `i32.add    @1a3`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FunctionText {
    /// In the input.
    pub before: Option<String>,
    /// In the output.
    pub after: Option<String>,
    /// Source lines (`FILE:LINE`) of the offsets, in their order.
    pub lines: Vec<(u32, String)>,
    /// The source lines that its code is from: the place of the file, the line, and the bytes before and after. In
    /// order.
    pub source: Vec<(u32, u32, u64, u64)>,
}

/// The texts of the functions of a page. They are asked for as long as the page has room.
pub trait Texts: Sync {
    /// That of the function at this place, if it is known.
    fn of(&self, place: usize) -> Option<FunctionText>;
}

/// No texts.
impl Texts for () {
    fn of(&self, _: usize) -> Option<FunctionText> {
        None
    }
}

/// The way of a function through the passes.
#[derive(Clone, Debug, Default)]
pub struct HistoryRecord {
    /// As it was lifted.
    pub first: Snapshot,
    /// The runs of passes that changed it, in order.
    pub steps: Vec<StepRecord>,
}

/// A run of a pass that changed a function.
#[derive(Clone, Debug, Default)]
pub struct StepRecord {
    /// The pass, by its name.
    pub pass: String,
    /// The step's phase of the schedule.
    pub phase: String,
    /// What it counted.
    pub counters: Vec<(String, u64)>,
    /// The function after it; empty (without blocks) if it is not shown since the function is large.
    pub after: Snapshot,
    /// What the pass drew: region graphs, regions of ownership.
    pub drawings: Vec<Drawing>,
}

/// What a pass did to a function or refused to do, and why.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RemarkRecord {
    /// The place of the function.
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

/// A special version of a function for some values, made by specialization.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Version {
    /// The function and the values that it is for.
    pub name: String,
    /// Whether it was made; if not, the notes say why.
    pub made: bool,
    /// The version's place among the functions, if it was made.
    pub function: Option<u32>,
    /// Instructions of the generic function, and of the version.
    pub insts: BeforeAfter<u64>,
    /// The time that it took to make, in milliseconds.
    pub time_ms: f64,
    /// What the specializer counted: versions of blocks, decided branches, places where a kept variable was not known.
    pub counters: Vec<(String, u64)>,
    /// Where values stopped being constant, and why.
    pub notes: Vec<NoteRecord>,
    /// The versions of its blocks, with the values of kept variables that they are for.
    pub drawing: Option<Drawing>,
}

/// A note of the specializer about a place.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NoteRecord {
    /// The byte offset in the input; 0 if not known.
    pub offset: u64,
    /// `FILE:LINE` of the source, where the input has debug information.
    pub line: Option<String>,
    /// What happened there.
    pub what: String,
    /// How often.
    pub times: u64,
}
