//! The one place that calls the library under test.
//!
//! A [`Setting`] names how to call it; [`optimize`] calls it and sorts what may happen into an
//! output that validates or one of four failures. No failure is silent: a panic and an invalid
//! output are defects wherever they appear, a refusal is one when the input was valid.

use invar::unstable::{Table, arc_table};
use invar::{ArcMode, Feature, Level, Optimizer, Pass};
use invar_generate::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wasmparser::{Parser, Payload, Validator, WasmFeatures};

/// How the optimizer is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The level.
    pub level: Level,
    /// Whether bodies that did not improve keep their originals.
    pub guard: bool,
    /// How many threads may work on it.
    pub threads: usize,
    /// In place of the level's passes: some in any order, and fuel that may run out, as a seed
    /// decides.
    pub shuffle: Option<u64>,
    /// In place of the level's passes: these.
    pub passes: Option<&'static [Pass]>,
    /// Whether reference counts are optimized, which is off by default.
    pub arc: bool,
    /// Whether frames of the shadow stack may be taken for private.
    pub stack_abi: bool,
    /// Whether nothing outside makes or changes objects of the module's types.
    pub closed_world: bool,
    /// Whether the program executes no operator that traps, as it promises.
    pub traps_never_happen: bool,
    /// Whether vectors may be used by modules that use none.
    pub simd: bool,
    /// Whether calls are inlined. Generated functions are small: where all are inlined, nobody asks what is
    /// known of a callee.
    pub inlines: bool,
}

impl Setting {
    /// A setting, with one thread: the tests run in parallel themselves.
    pub const fn new(level: Level, guard: bool) -> Setting {
        let (shuffle, passes) = (None, None);
        Setting {
            level,
            guard,
            threads: 1,
            shuffle,
            passes,
            arc: false,
            stack_abi: false,
            closed_world: false,
            traps_never_happen: false,
            simd: false,
            inlines: true,
        }
    }

    /// Passes that a seed decides, without the guard.
    pub const fn shuffled(seed: u64) -> Setting {
        Setting { shuffle: Some(seed), ..Setting::new(Level::O2, false) }
    }

    /// These passes, without the guard.
    pub const fn passes(passes: &'static [Pass]) -> Setting {
        Setting { passes: Some(passes), ..Setting::new(Level::O2, false) }
    }

    /// This setting, with reference counts removed.
    pub const fn counting(self) -> Setting {
        Setting { arc: true, ..self }
    }

    /// This setting, with frames of the shadow stack taken for private.
    pub const fn stack_abi(self) -> Setting {
        Setting { stack_abi: true, ..self }
    }

    /// This setting in a closed world.
    pub const fn closed_world(self) -> Setting {
        Setting { closed_world: true, ..self }
    }

    /// This setting under the promise that the program executes no operator that traps.
    pub const fn traps_never_happen(self) -> Setting {
        Setting { traps_never_happen: true, ..self }
    }

    /// This setting with vectors allowed; random lists of passes then mostly have vectorizers.
    pub const fn with_simd(self) -> Setting {
        Setting { simd: true, ..self }
    }

    /// This setting without inlining.
    pub const fn without_inlining(self) -> Setting {
        Setting { inlines: false, ..self }
    }

    /// This setting with another number of threads.
    pub const fn threads(self, threads: usize) -> Setting {
        Setting { threads, ..self }
    }

    /// Every setting that the specification's test suite must pass at.
    pub const ALL: [Setting; 9] = [
        Setting::new(Level::O0, true),
        Setting::new(Level::O0, false),
        Setting::new(Level::O1, true),
        Setting::new(Level::O1, false),
        Setting::new(Level::O3, true),
        Setting::new(Level::O3, false),
        Setting::new(Level::Oz, true),
        Setting::new(Level::Oz, false),
        Setting::new(Level::O3, false).with_simd(),
    ];

    /// What each generated program is optimized with: the levels that change programs, -O3 also without inlining,
    /// and some passes in any order. Without the guard: the writer's own output everywhere.
    pub const fn generated(seed: u64) -> [Setting; 5] {
        let o3 = Setting::new(Level::O3, false);
        [
            Setting::new(Level::O1, false),
            o3,
            Setting::new(Level::Oz, false),
            o3.without_inlining(),
            Setting::shuffled(seed),
        ]
    }
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.traps_never_happen {
            write!(f, "--traps-never-happen ")?;
        }
        if self.closed_world {
            write!(f, "--closed-world ")?;
        }
        if let Some(seed) = self.shuffle {
            let (passes, fuel) = shuffled(seed, self.simd);
            let names: Vec<&str> = passes.iter().map(|pass| pass.name()).collect();
            let simd = if self.simd { "--enable-simd " } else { "" };
            write!(f, "{simd}--no-guard --passes {}", names.join(","))?;
            return fuel.map_or(Ok(()), |fuel| write!(f, " --opt-fuel {fuel}"));
        }
        if let Some(passes) = self.passes {
            let names: Vec<&str> = passes.iter().map(|pass| pass.name()).collect();
            return write!(f, "--no-guard --passes {}", names.join(","));
        }
        write!(f, "{}, guard {}", self.level, if self.guard { "on" } else { "off" })?;
        if self.simd {
            write!(f, ", vectors")?;
        }
        if self.inlines { Ok(()) } else { write!(f, ", nothing inlined") }
    }
}

/// A list of one to ten passes, and in one of three cases little fuel. With vectors, mostly vectorizers among them,
/// behind what makes loops that they take.
fn shuffled(seed: u64, simd: bool) -> (Vec<Pass>, Option<u64>) {
    let mut random = Random::named(seed, "shuffle");
    let count = 1 + random.below(10);
    let mut passes: Vec<Pass> =
        (0..count).map(|_| Pass::ALL[random.below(Pass::ALL.len())]).collect();
    if simd && !random.one_in(4) {
        let vectorizers = ["loop-vectorize", "slp-vectorize"];
        for vectorizer in vectorizers.into_iter().filter_map(|name| name.parse().ok()) {
            if !random.one_in(4) {
                passes.insert(random.below(passes.len() + 1), vectorizer);
            }
        }
        let before = [Pass::Fold, Pass::Gvn, Pass::LoopRotate, Pass::Licm, Pass::SsaCleanup];
        for pass in before {
            if random.one_in(2) {
                passes.insert(0, pass);
            }
        }
    }
    (passes, random.one_in(3).then(|| random.below(40) as u64))
}

/// A module that came out and validates.
#[derive(Clone, Debug, Default)]
pub struct Optimized {
    /// The module.
    pub wasm: Vec<u8>,
    /// Counters of its functions.
    pub functions: Functions,
}

/// How the functions of a module were processed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Functions {
    /// Written from the IR.
    pub rewritten: usize,
    /// Lifted, but the original was kept.
    pub kept: usize,
    /// Not lifted: re-encoded as they were.
    pub copied: usize,
}

impl std::ops::AddAssign for Functions {
    fn add_assign(&mut self, other: Functions) {
        self.rewritten += other.rewritten;
        self.kept += other.kept;
        self.copied += other.copied;
    }
}

/// Why nothing usable came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The library returned an error.
    Refused(String),
    /// The library panicked.
    Panicked(String),
    /// The output does not validate.
    Invalid(String),
    /// The library found a mistake of its own, and kept the original of a function.
    Caught(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Refused(why) => write!(f, "refused: {why}"),
            Failure::Panicked(why) => write!(f, "PANIC: {why}"),
            Failure::Caught(why) => write!(f, "CAUGHT: {why}"),
            Failure::Invalid(why) => write!(f, "INVALID OUTPUT: {why}"),
        }
    }
}

/// The runtimes that are built in. The one that collects cycles is stood in for by a heap that frees at
/// the last release, so that nobody can tell one from the other.
fn arc_mode(wasm: &[u8]) -> ArcMode {
    let has = |text: &[u8]| wasm.windows(text.len()).any(|window| window == text);
    match (has(b"~lib/rt/pure/__release"), has(b"unordered")) {
        (true, unordered) => deinits(unordered),
        (false, _) => ArcMode::Auto,
    }
}

/// The built-in runtime with a collector of cycles, as if no program could tell when objects go; and in
/// which order, where last releases follow each other.
pub fn deinits(unordered: bool) -> ArcMode {
    let mut tables = Table::built_in().into_iter();
    let mut table = tables.find(|table| table.runtime.cycles).expect("it is built in");
    table.runtime.silent_deinits = true;
    table.runtime.unordered_deinits = unordered;
    ArcMode::Table(arc_table(table))
}

/// Optimizes a module and validates the output.
pub fn optimize(setting: Setting, wasm: &[u8]) -> Result<Optimized, Failure> {
    let optimizer = Optimizer::new(setting.level)
        .guard(setting.guard)
        .threads(setting.threads)
        .verify(true)
        .assume_stack_abi(setting.stack_abi)
        .closed_world(setting.closed_world)
        .traps_never_happen(setting.traps_never_happen)
        .arc(if setting.arc { arc_mode(wasm) } else { ArcMode::Off });
    let optimizer = match setting.shuffle.map(|seed| shuffled(seed, setting.simd)) {
        Some((passes, fuel)) => {
            let optimizer = optimizer.passes(passes);
            if let Some(fuel) = fuel { optimizer.fuel(fuel) } else { optimizer }
        }
        None => match setting.passes {
            Some(passes) => optimizer.passes(passes.to_vec()),
            None => optimizer,
        },
    };
    let optimizer = if setting.simd { optimizer.enable(Feature::Simd) } else { optimizer };
    let optimizer = if setting.inlines { optimizer } else { optimizer.without(Pass::Inline) };
    let output = catch_unwind(AssertUnwindSafe(|| optimizer.run(wasm)))
        .map_err(|panic| Failure::Panicked(panic_text(&*panic)))?
        .map_err(|error| Failure::Refused(error.to_string()))?;
    // Only what was valid before has to be valid after.
    if validate_accepted(wasm).is_ok() {
        validate_accepted(&output.wasm).map_err(Failure::Invalid)?;
    }
    if let Some(bug) = output.report.bugs.first() {
        return Err(Failure::Caught(format!("{bug:?}")));
    }
    let functions = output.report.functions;
    let functions = Functions {
        rewritten: functions.rewritten as usize,
        kept: functions.kept as usize,
        copied: functions.copied as usize,
    };
    Ok(Optimized { wasm: output.wasm, functions })
}

/// Whether wasmparser accepts the module with its default features, or why not.
pub fn validate(wasm: &[u8]) -> Result<(), String> {
    Validator::new().validate_all(wasm).map(drop).map_err(|error| error.to_string())
}

/// Whether wasmparser accepts the module with the proposals that the library accepts although they are off by
/// default, or why not.
pub fn validate_accepted(wasm: &[u8]) -> Result<(), String> {
    let more = WasmFeatures::LEGACY_EXCEPTIONS | WasmFeatures::STACK_SWITCHING;
    let mut validator = Validator::new_with_features(WasmFeatures::default() | more);
    validator.validate_all(wasm).map(drop).map_err(|error| error.to_string())
}

/// How many functions use control flow that is not lifted yet: only these may be copied.
pub fn not_lifted(wasm: &[u8]) -> usize {
    use wasmparser::Operator::*;
    let features = WasmFeatures::all();
    let bodies = Parser::new(0).parse_all(wasm).filter_map(|payload| match payload {
        Ok(Payload::CodeSectionEntry(body)) => Some(body.get_binary_reader()),
        _ => None,
    });
    bodies
        .filter(|reader| {
            let mut reader = reader.clone();
            reader.set_features(features);
            let body = wasmparser::FunctionBody::new(reader);
            let Ok(operators) = body.get_operators_reader() else { return false };
            operators.into_iter().any(|operator| {
                matches!(
                    operator,
                    Ok(ContNew { .. }
                        | ContBind { .. }
                        | Suspend { .. }
                        | Resume { .. }
                        | ResumeThrow { .. }
                        | ResumeThrowRef { .. }
                        | Switch { .. })
                )
            })
        })
        .count()
}

/// The text of a caught panic.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("(not a text)").to_string()
}
