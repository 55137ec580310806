//! What the user asks for: the level, the goals, and what stays in the file.

use crate::passes::Pass;
use invar_arc::runtimes::table::Table;
use invar_ir::Goals;
use invar_ir::rules::RuleSet;
use std::fmt;
use std::str::FromStr;
use wasmparser::WasmFeatures;

/// How much to optimize, and for what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Level {
    /// A pure round trip: no pass runs.
    O0,
    /// Quick clean-ups.
    O1,
    /// The default.
    #[default]
    O2,
    /// Speed.
    O3,
    /// Speed at any price.
    O4,
    /// Size where it costs little speed.
    Os,
    /// Size.
    Oz,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 7] =
        [Level::O0, Level::O1, Level::O2, Level::O3, Level::O4, Level::Os, Level::Oz];

    /// 0: speed; 1: size where it costs little speed; 2: size.
    pub fn size(self) -> u8 {
        match self {
            Level::Os => 1,
            Level::Oz => 2,
            _ => 0,
        }
    }

    /// By how many bytes a module of so many may grow for the sake of speed: at -O3 and above an
    /// eighth, and 16 KiB, which is little for a small module too; else not at all.
    pub fn growth(self, bytes: usize) -> usize {
        match self {
            Level::O3 | Level::O4 => bytes / 8 + (16 << 10),
            _ => 0,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for Level {
    type Err = String;
    /// Reads `2`, `s` or `z`, with or without an `O` before.
    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text.strip_prefix('O').unwrap_or(text) {
            "0" => Level::O0,
            "1" | "g" => Level::O1,
            "2" => Level::O2,
            "3" => Level::O3,
            "4" | "fast" => Level::O4,
            "s" => Level::Os,
            "z" => Level::Oz,
            _ => return Err(format!("`{text}` is no level; there are 0, 1, 2, 3, 4, s and z")),
        })
    }
}

/// Which custom sections are left out of the output.
///
/// DWARF and source map references of the input are left out whatever is asked, for they speak
/// of code that is no longer there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strip {
    /// The `producers` section.
    pub producers: bool,
    /// The `target_features` section.
    pub target_features: bool,
}

/// Dump a function after a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintAfter {
    /// After each run of this pass.
    pub pass: Pass,
    /// Only the function of this name or index; else all.
    pub func: Option<String>,
}

impl FromStr for PrintAfter {
    type Err = String;
    /// Reads `PASS` or `PASS:FUNC`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (pass, func) = match text.split_once(':') {
            Some((pass, func)) => (pass, Some(func.to_owned())),
            None => (text, None),
        };
        Ok(PrintAfter { pass: pass.parse()?, func })
    }
}

/// Which reference-counting runtime to look for.
#[derive(Clone, Debug, Default)]
pub enum ArcMode {
    /// Those that are built in.
    Auto,
    /// None. The default.
    #[default]
    Off,
    /// The one of this table.
    Table(Box<Table>),
}

impl ArcMode {
    /// The tables to try, in order.
    pub fn tables(&self) -> Vec<Table> {
        match self {
            ArcMode::Auto => Table::built_in(),
            ArcMode::Off => Vec::new(),
            ArcMode::Table(table) => vec![(**table).clone()],
        }
    }
}

/// Everything that an [`Optimizer`](crate::Optimizer) is set to, as plain data.
#[derive(Clone, Debug)]
pub struct Options {
    /// How much to optimize, and for what.
    pub level: Level,
    /// Run exactly these passes, in this order, in place of those of the level.
    pub passes: Option<Vec<Pass>>,
    /// Passes that do not run, whatever the level says.
    pub disabled: Vec<Pass>,
    /// Rewrite rules that are not applied.
    pub disabled_rules: RuleSet,
    /// Whether functions and modules that did not improve keep their original.
    pub guard: bool,
    /// The number of threads; `None` for that of the machine.
    pub threads: Option<usize>,
    /// A budget of decisions, to bisect a miscompile. Implies one thread.
    pub fuel: Option<u64>,
    /// Verify each function after each pass.
    pub verify: bool,
    /// Treat a bug that the output is protected from as an error.
    pub strict: bool,
    /// Assume that no instruction traps.
    pub traps_never_happen: bool,
    /// Assume that frames of the shadow stack are private to their functions.
    pub stack_abi: bool,
    /// Collect remarks.
    pub remarks: bool,
    /// Collect the counters of each function.
    pub stats_by_function: bool,
    /// Keep the name section.
    pub names: bool,
    /// Which custom sections are left out.
    pub strip: Strip,
    /// Proposals that the output may use although the input does not.
    pub enabled: WasmFeatures,
    /// Proposals that the output must not use because `target_features` alone names them.
    pub disabled_features: WasmFeatures,
    /// Which reference-counting runtime to look for.
    pub arc: ArcMode,
    /// Whether conventions between functions are inferred when reference counts are removed.
    pub arc_conventions: bool,
    /// Whether reference counts that are left are put off until something may be released.
    pub arc_waiting: bool,
    /// Dump functions after a pass, into [`Report::dumps`](crate::Report::dumps).
    pub print_after: Option<PrintAfter>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            level: Level::default(),
            passes: None,
            disabled: Vec::new(),
            disabled_rules: RuleSet::empty(),
            guard: true,
            threads: None,
            fuel: None,
            verify: cfg!(debug_assertions),
            strict: cfg!(debug_assertions),
            traps_never_happen: false,
            stack_abi: false,
            remarks: false,
            stats_by_function: false,
            names: false,
            strip: Strip::default(),
            enabled: WasmFeatures::empty(),
            disabled_features: WasmFeatures::empty(),
            arc: ArcMode::default(),
            arc_conventions: true,
            arc_waiting: true,
            print_after: None,
        }
    }
}

impl Options {
    /// What the passes are told of all this.
    pub fn goals(&self) -> Goals {
        Goals {
            traps_never_happen: self.traps_never_happen,
            stack_abi: self.stack_abi,
            size: self.level.size(),
            keep_size: self.level == Level::O1,
            without: self.disabled_rules,
        }
    }
}
