//! What the user asks for: the level, the goals, and what stays in the file.
//!
//! Options are plain data. The methods that set them are in [`settings`](crate::settings).

use crate::custom::{CustomPass, Point};
use crate::error::Error;
use crate::features::Features;
use crate::passes::{Pass, PassSetting};
use invar_analysis::Goals;
use invar_arc::runtimes::table::Table;
use invar_graph::redirect;
use invar_rules::Rule;
use std::fmt;
use std::str::FromStr;
use wasmparser::WasmFeatures;

/// How much to optimize, and for what.
///
/// ```
/// use invar::Level;
///
/// assert_eq!(Level::default(), Level::O2);
/// assert_eq!("z".parse::<Level>()?, Level::Oz);
/// assert_eq!(Level::Oz.to_string(), "Oz");
/// # Ok::<(), invar::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Level {
    /// A pure round trip: no pass runs.
    O0,
    /// One quick round of passes.
    O1,
    /// The default.
    #[default]
    O2,
    /// Speed.
    O3,
    /// As `O3`, and what the compiler of the module guarantees is assumed ([`Options::stack_abi`]).
    O4,
    /// Size where it costs little speed.
    Os,
    /// Size.
    Oz,
}

impl Level {
    /// All levels.
    pub const ALL: &[Level] =
        &[Level::O0, Level::O1, Level::O2, Level::O3, Level::O4, Level::Os, Level::Oz];

    /// 0: speed; 1: size where it costs little speed; 2: size.
    pub(crate) fn size(self) -> u8 {
        match self {
            Level::Os => 1,
            Level::Oz => 2,
            _ => 0,
        }
    }

    /// By how many bytes a module of this size may grow for the sake of speed: at -O3 and above by 1/512 and some
    /// bytes, or by 1/16 and 16384 bytes where loops are vectorized; else not at all. The bytes are twice the size,
    /// at least 1792 and at most 8192, and from 16 KB on fewer, down to 1792: the loops of several functions of a
    /// small module get copies.
    pub(crate) fn growth(self, bytes: usize, vectorize: bool) -> usize {
        const FEWEST: usize = 1792;
        const MOST: usize = 8192;
        let few = (MOST * 16384 / bytes.max(1)).min(MOST).min(2 * bytes).max(FEWEST);
        match self {
            Level::O3 | Level::O4 if vectorize => bytes / 16 + 16384,
            Level::O3 | Level::O4 => bytes / 512 + few,
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
    type Err = Error;

    /// Reads `2`, `s` or `z`, with or without an `O` before.
    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(match text.strip_prefix('O').unwrap_or(text) {
            "0" => Level::O0,
            "1" | "g" => Level::O1,
            "2" => Level::O2,
            "3" => Level::O3,
            "4" | "fast" => Level::O4,
            "s" => Level::Os,
            "z" => Level::Oz,
            _ => {
                let message = format!("`{text}` is no level; there are 0, 1, 2, 3, 4, s and z");
                return Err(Error::new(message));
            }
        })
    }
}

/// Which custom sections are left out of the output.
///
/// DWARF and source map references of the input are always left out, since they would be stale: see
/// [`Output::add_dwarf`](crate::Output::add_dwarf) and [`Output::source_map`](crate::Output::source_map).
///
/// ```
/// use invar::{Optimizer, Strip};
///
/// let optimizer = Optimizer::default().strip(Strip::default().producers(true));
/// assert!(!optimizer.options().strip.target_features);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strip {
    /// The `producers` section.
    pub producers: bool,
    /// The `target_features` section.
    pub target_features: bool,
    /// Names of locals, where the other names are kept.
    pub local_names: bool,
}

impl Strip {
    /// Whether the `producers` section is left out.
    #[must_use]
    pub fn producers(mut self, on: bool) -> Self {
        self.producers = on;
        self
    }

    /// Whether names of locals are left out, where the other names are kept.
    #[must_use]
    pub fn local_names(mut self, on: bool) -> Self {
        self.local_names = on;
        self
    }

    /// Whether the `target_features` section is left out.
    #[must_use]
    pub fn target_features(mut self, on: bool) -> Self {
        self.target_features = on;
        self
    }
}

/// A rewrite rule, by its name. `invar rules` lists all.
///
/// ```
/// use invar::{Optimizer, RewriteRule};
///
/// let rule: RewriteRule = "mul-by-power-of-two".parse()?;
/// let optimizer = Optimizer::default().without_rule(rule);
/// assert!(RewriteRule::all().any(|other| other == rule));
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RewriteRule(Rule);

impl RewriteRule {
    /// All rules.
    pub fn all() -> impl Iterator<Item = RewriteRule> {
        Rule::ALL.iter().copied().map(RewriteRule)
    }

    /// The name by which it is switched off.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// What it does, and under which condition, in a sentence.
    pub fn doc(self) -> &'static str {
        self.0.doc()
    }
}

impl FromStr for RewriteRule {
    type Err = Error;

    /// Reads a name.
    fn from_str(name: &str) -> Result<Self, Error> {
        name.parse().map(RewriteRule).map_err(Error::new)
    }
}

/// A kind of invariant value redirection, which the pass `graph` does.
///
/// ```
/// use invar::{Optimizer, Redirection};
///
/// let kind: Redirection = "theta-gamma-exit".parse()?;
/// let optimizer = Optimizer::default().without_redirection(kind);
/// let names: Vec<&str> = Redirection::all().map(Redirection::name).collect();
/// assert!(names.contains(&"call"));
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Redirection(redirect::RedirectionKind);

impl Redirection {
    /// All kinds.
    pub fn all() -> impl Iterator<Item = Redirection> {
        redirect::RedirectionKind::ALL.iter().copied().map(Redirection)
    }

    /// The name by which it is switched off.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl FromStr for Redirection {
    type Err = Error;

    /// Reads a name.
    fn from_str(name: &str) -> Result<Self, Error> {
        name.parse().map(Redirection).map_err(Error::new)
    }
}

/// Dump a function after a pass.
///
/// ```
/// use invar::{Pass, PrintAfter};
///
/// let what = PrintAfter::new(Pass::Gvn).func("main");
/// assert_eq!(what, "gvn:main".parse()?);
/// # Ok::<(), invar::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintAfter {
    /// After each run of this pass.
    pub pass: Pass,
    /// Only the function of this name or index; else all.
    pub func: Option<String>,
}

impl PrintAfter {
    /// Every function, after each run of this pass.
    pub fn new(pass: Pass) -> Self {
        PrintAfter { pass, func: None }
    }

    /// Only the function of this name or index.
    #[must_use]
    pub fn func(mut self, name: impl Into<String>) -> Self {
        self.func = Some(name.into());
        self
    }
}

impl FromStr for PrintAfter {
    type Err = Error;

    /// Reads `PASS` or `PASS:FUNC`.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text.split_once(':') {
            Some((pass, func)) => Ok(PrintAfter::new(pass.parse()?).func(func)),
            None => Ok(PrintAfter::new(text.parse()?)),
        }
    }
}

/// Which reference-counting runtime to look for.
///
/// ```
/// use invar::{ArcMode, Optimizer};
///
/// let optimizer = Optimizer::default().arc(ArcMode::Auto);
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub enum ArcMode {
    /// Those that are built in.
    Auto,
    /// None. The default.
    #[default]
    Off,
    /// The one of this table.
    Table(ArcTable),
}

impl ArcMode {
    /// The tables to try, in order.
    pub(crate) fn tables(&self) -> Vec<Table> {
        match self {
            ArcMode::Auto => Table::built_in(),
            ArcMode::Off => Vec::new(),
            ArcMode::Table(table) => vec![(*table.0).clone()],
        }
    }
}

/// A description of a reference-counting runtime: which functions of a module count, and how.
///
/// ```
/// use invar::{ArcMode, ArcTable, Optimizer};
///
/// let table = ArcTable::parse(
///     r#"
///     [runtime]
///     name = "mine"
///     [retain]
///     names = ["retain"]
///     [release]
///     names = ["release"]
///     "#,
/// )?;
/// let optimizer = Optimizer::default().arc(ArcMode::Table(table));
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ArcTable(pub(crate) Box<Table>);

impl ArcTable {
    /// Reads a table in TOML; `docs/book/src/arc-runtimes.md` in the repository describes it. The error says line and
    /// column.
    pub fn parse(text: &str) -> Result<ArcTable, Error> {
        Table::parse(text).map(|table| ArcTable(Box::new(table))).map_err(Error::new)
    }
}

/// Everything that an [`Optimizer`](crate::Optimizer) is set to, as plain data.
///
/// Fields may be added in any version: start with [`Options::new`] and set what is to be different.
///
/// ```
/// use invar::{Feature, Level, Optimizer, Options};
///
/// let options = Options::new(Level::O3).names(true).enable(Feature::Simd);
/// assert!(options.names && options.enabled.contains(Feature::Simd));
/// let optimizer = Optimizer::with_options(options);
/// ```
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Options {
    /// How much to optimize, and for what.
    pub level: Level,
    /// Run exactly these passes, in this order, in place of those of the level.
    pub passes: Option<Vec<Pass>>,
    /// Passes that do not run, whatever the level says.
    pub disabled: Vec<Pass>,
    /// Rewrite rules that are not applied.
    pub disabled_rules: Vec<RewriteRule>,
    /// Kinds of redirection that are not done.
    pub disabled_redirections: Vec<Redirection>,
    /// Whether functions and modules that did not improve keep their original.
    pub guard: bool,
    /// The number of threads; `None` for that of the machine.
    pub threads: Option<usize>,
    /// A budget of decisions, to bisect a miscompile. Implies one thread.
    pub fuel: Option<u64>,
    /// Verify each function after each pass.
    pub verify: bool,
    /// Execute each new body of the output beside its original, on sampled inputs.
    pub validate: bool,
    /// Treat a bug that was caught as an error.
    pub strict: bool,
    /// Assume that the program executes no instruction that traps.
    pub traps_never_happen: bool,
    /// Assume that nothing outside makes or changes objects of the module's types, but for those that imports and
    /// exports mention.
    pub closed_world: bool,
    /// Assume that frames of the shadow stack are private to their functions; `None`: at -O4, where the module says
    /// that a compiler made it which keeps to that.
    pub stack_abi: Option<bool>,
    /// Allow sums and products of floats to be computed in another order.
    pub fast_math: bool,
    /// Vectorize loops and straight-line code at -O3 and -O4, where the output may use SIMD.
    pub vectorize: bool,
    /// Collect remarks.
    pub remarks: bool,
    /// Collect the counters of each function.
    pub stats_by_function: bool,
    /// Keep the name section.
    pub names: bool,
    /// Whether the output knows where its code came from, for a source map. The code is the same.
    pub locations: bool,
    /// Which custom sections are left out.
    pub strip: Strip,
    /// Proposals that the output may use although the input does not.
    pub enabled: Features,
    /// Proposals that the output must not use because `target_features` alone names them.
    pub disabled_features: Features,
    /// Which reference-counting runtime to look for.
    pub arc: ArcMode,
    /// Whether conventions between functions are inferred when reference counts are removed.
    pub arc_conventions: bool,
    /// Whether the remaining retains are delayed until something may be released.
    pub arc_waiting: bool,
    /// Dump functions after a pass, into [`Report::dumps`](crate::Report::dumps).
    pub print_after: Option<PrintAfter>,
    /// Passes that the user of the library added, and where they run.
    pub(crate) custom: Vec<(Point, CustomPass)>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            level: Level::default(),
            passes: None,
            disabled: Vec::new(),
            disabled_rules: Vec::new(),
            disabled_redirections: Vec::new(),
            guard: true,
            threads: None,
            fuel: None,
            verify: cfg!(debug_assertions),
            validate: false,
            strict: cfg!(debug_assertions),
            traps_never_happen: false,
            closed_world: false,
            stack_abi: None,
            fast_math: false,
            vectorize: true,
            remarks: false,
            stats_by_function: false,
            names: false,
            locations: false,
            strip: Strip::default(),
            enabled: Features::none(),
            disabled_features: Features::none(),
            arc: ArcMode::default(),
            arc_conventions: true,
            arc_waiting: true,
            print_after: None,
            custom: Vec::new(),
        }
    }
}

impl Options {
    /// The options of a level.
    pub fn new(level: Level) -> Self {
        Options { level, ..Options::default() }
    }

    /// Whether what the compiler of a module guarantees is assumed.
    pub(crate) fn assumes_by_toolchain(&self) -> bool {
        self.level == Level::O4 && self.stack_abi.is_none()
    }

    /// The goals of the passes.
    pub(crate) fn goals(&self) -> Goals {
        Goals {
            traps_never_happen: self.traps_never_happen,
            stack_abi: self.stack_abi == Some(true),
            fast_math: self.fast_math,
            size: self.level.size(),
            keep_size: self.level == Level::O1,
            tight: false,
            without: self.disabled_rules.iter().map(|rule| rule.0).collect(),
        }
    }

    /// What the configuration of passes depends on.
    pub(crate) fn setting(&self, features: WasmFeatures, before_arc: bool) -> PassSetting {
        let kinds = self.disabled_redirections.iter();
        let redirect =
            kinds.fold(redirect::Config::default(), |config, kind| config.without(kind.0));
        let copies_loops = matches!(self.level, Level::O3 | Level::O4);
        let loops = copies_loops || self.level == Level::O2;
        let runs = |of_level: bool, pass: Pass| match &self.passes {
            Some(passes) => passes.contains(&pass),
            None => of_level && !self.disabled.contains(&pass),
        };
        let rotates = runs(loops, Pass::LoopRotate) && runs(loops, Pass::Licm);
        let unrolls = runs(copies_loops, Pass::PartialUnroll);
        let vectorizes =
            features.simd() && self.vectorize && runs(copies_loops, Pass::LoopVectorize);
        PassSetting { features, before_arc, redirect, rotates, unrolls, vectorizes }
    }

    pub(crate) fn changed(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}
