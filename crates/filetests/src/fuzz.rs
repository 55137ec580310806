//! What the fuzz targets check, as functions of bytes.
//!
//! | target | the bytes are | what is checked |
//! |---|---|---|
//! | [`bytes`] | a module, or not | an error, or an output that is valid |
//! | [`differential`] | a seed, and what wasm-smith makes a module of | the module behaves as before |
//! | [`passes`] | the decisions of a generator of functions and lists of passes ([`FunctionCase`]) | the function is valid after each pass, and does the same |
//!
//! libFuzzer calls them in `fuzz`, which needs cargo-fuzz; `cargo test` calls them with the inputs that are kept in
//! `fuzz/seeds` (`--test fuzz`). Each is deterministic. An error is a sentence with all that is needed to see the
//! defect; a panic is a defect, too.

use crate::differ::{Engine, Tally, compare_bytes};
use crate::generated::{Kind, smith};
use crate::optimize::{Failure, Setting, optimize, validate_accepted};
use invar::Pass;
use invar::unstable::passes::{Needs, PassSetting, Totals, needs, run};
use invar_analysis::{Fuel, Goals, PassContext, Summaries};
use invar_generate::Random;
use invar_generate::cycles::random_cycles;
use invar_generate::functions::random_function;
use invar_generate::testing::{compare, random_accesses, random_extended_loads};
use invar_ir::{Function, Module, verify_function};
use wasmparser::WasmFeatures;

/// The setting at which [`bytes`] optimizes a module: its length decides, since the input is the module and nothing
/// else, so that modules can serve as seeds.
pub fn setting_of(wasm: &[u8]) -> Setting {
    Setting::ALL[wasm.len() % Setting::ALL.len()]
}

/// Any bytes give an error, or an output that is valid. Returns why the input was refused, if it was.
pub fn bytes(wasm: &[u8]) -> Result<Option<String>, String> {
    let setting = setting_of(wasm);
    match optimize(setting, wasm) {
        Ok(_) => match validate_accepted(wasm) {
            Ok(()) => Ok(None),
            Err(why) => Err(format!("{setting}: optimized, though it is not valid: {why}")),
        },
        Err(Failure::Refused(why)) => Ok(Some(why)),
        Err(failure) => Err(format!("{setting}: {failure}")),
    }
}

/// A module that wasm-smith makes of an input.
#[derive(Clone, Debug)]
pub struct ModuleCase {
    /// What decides the kind of the module, its setting and the arguments of calls.
    pub seed: u64,
    /// How the module is optimized.
    pub setting: Setting,
    /// The module.
    pub wasm: Vec<u8>,
}

impl ModuleCase {
    /// The module of an input: eight bytes are the seed, the others are for wasm-smith. `None` if these are too few,
    /// or the module could block forever.
    pub fn of(input: &[u8]) -> Option<ModuleCase> {
        let (seed, bytes) = input.split_first_chunk::<8>()?;
        let seed = u64::from_le_bytes(*seed);
        let kind = Kind::SMITH[(seed % Kind::SMITH.len() as u64) as usize];
        let mut random = Random::new(seed);
        let wasm = smith(kind, &mut random, bytes)?;
        let setting = random.pick(&kind.settings(seed));
        Some(ModuleCase { seed, setting, wasm })
    }
}

/// A module that wasm-smith makes of the input behaves the same on this engine before and after optimization.
/// Returns what was compared.
pub fn differential(engine: &impl Engine, input: &[u8]) -> Result<Tally, String> {
    let Some(ModuleCase { seed, setting, wasm }) = ModuleCase::of(input) else {
        return Ok(Tally::default());
    };
    let output = optimize(setting, &wasm).map_err(|failure| format!("{setting}: {failure}"))?;
    compare_bytes(engine, &wasm, &[&output.wasm], seed)
        .map_err(|difference| format!("{setting}: {}", difference.what))
}

/// A function in SSA form, and passes to run on it.
#[derive(Clone, Debug)]
pub struct FunctionCase {
    /// The module around it, as [`invar_generate::functions`] makes it.
    pub module: Module,
    /// The function.
    pub function: Function,
    /// The passes, in order; the same pass may be there several times.
    pub passes: Vec<Pass>,
    /// How many changes the passes may make together, if that is limited.
    pub fuel: Option<u64>,
    /// What they optimize for. Only traps may be promised: the functions keep no other promise.
    pub goals: Goals,
    /// The configuration of the passes.
    pub setting: PassSetting,
    /// How many bytes of the input decided all this: at most its length.
    pub used: usize,
}

/// The arguments with which functions are compared.
const ARGUMENTS: [[i32; 2]; 7] = [[0, 0], [1, 2], [3, 255], [-1, 4], [60, 1000], [8, -1], [4, 60]];

impl FunctionCase {
    /// The case that an input decides. The goals and passes come first, so that they stay the same when the end of an
    /// input changes. Each input is a case; the empty one is a pass on a function that returns an argument.
    pub fn of(input: &[u8]) -> FunctionCase {
        let mut random = Random::of_bytes(input);
        let generators = [random_function, random_accesses, random_extended_loads, random_cycles];
        let generate = random.pick(&generators);
        let passes: Vec<Pass> =
            Pass::ALL.iter().copied().filter(|pass| !pass.is_module_pass()).collect();
        let count = 1 + random.below(8);
        let passes = (0..count).map(|_| random.pick(&passes)).collect();
        // Each of these is rare, and not the case where the input has ended.
        let mut rarely = |n: usize| random.below(n) == n - 1;
        let goals = Goals {
            traps_never_happen: rarely(6),
            keep_size: rarely(6),
            tight: rarely(6),
            ..Goals::default()
        };
        let simd = !rarely(3);
        let setting = PassSetting {
            features: if simd {
                WasmFeatures::default()
            } else {
                WasmFeatures::default() - WasmFeatures::SIMD - WasmFeatures::RELAXED_SIMD
            },
            before_arc: false,
            redirect: Default::default(),
            rotates: !rarely(3),
            unrolls: !rarely(3),
            vectorizes: simd && !rarely(3),
        };
        let is_limited = rarely(4);
        let fuel = is_limited.then(|| random.below(40) as u64);
        let goals = Goals { size: random.below(3) as u8, ..goals };
        let (module, function) = generate(&mut random);
        let used = random.taken().min(input.len());
        FunctionCase { module, function, passes, fuel, goals, setting, used }
    }

    /// Runs the passes, verifies the function after each, and compares what it does before and after all of them.
    pub fn check(&self) -> Result<Passed, String> {
        let fuel = self.fuel.map_or_else(Fuel::unlimited, Fuel::limited);
        let summaries = Summaries::default();
        let mut cx = PassContext::new(&self.module, self.goals, &fuel, &summaries);
        let mut after = self.function.clone();
        let mut totals = Totals::default();
        for (at, &pass) in self.passes.iter().enumerate() {
            if !Needs::met_by(&after).covers(needs(pass)) {
                continue;
            }
            run(pass, &mut after, &mut cx, &self.setting, &mut totals);
            if let Err(errors) = verify_function(&self.module, &after) {
                let names = self.names(at + 1);
                let before = self.function.display(&self.module);
                let after = after.display(&self.module);
                return Err(format!(
                    "not valid after {names}: {}\nbefore:\n{before}\nafter:\n{after}",
                    errors[0]
                ));
            }
        }
        let mut compared = 0;
        for args in &ARGUMENTS {
            let same = compare(&self.module, &self.function, &after, self.goals, args);
            let same = same.map_err(|difference| {
                format!("after {}, {difference}", self.names(self.passes.len()))
            })?;
            compared += usize::from(same);
        }
        Ok(Passed { totals, compared })
    }

    /// The names of the first passes, and what else decides what they do.
    fn names(&self, count: usize) -> String {
        let names: Vec<&str> = self.passes[..count].iter().map(|pass| pass.name()).collect();
        let fuel = self.fuel.map_or(String::new(), |fuel| format!(", fuel {fuel}"));
        format!("{} ({:?}{fuel})", names.join(","), self.goals)
    }
}

/// What became of a [`FunctionCase`] that is as it should be.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// What the passes counted.
    pub totals: Totals,
    /// Of how many arguments the ends were compared: the function ended before, and kept its promise.
    pub compared: usize,
}

/// The function that the input decides is valid after each of the passes, and does the same after them.
pub fn passes(input: &[u8]) -> Result<Passed, String> {
    FunctionCase::of(input).check()
}
