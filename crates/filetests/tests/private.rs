//! Tracks private memory: programs that keep what they promise do the same when it has been promoted, on the
//! interpreter.
//!
//! Before, annotations are stripped. After, they are operators, functions that are called `version*` are versions,
//! and their parameters are marked as they are for an engine. `INVAR_GENERATED=5000` checks that many programs
//! instead of some, `INVAR_SEED` says where to start, `INVAR_SETTING=2` takes one setting only, `INVAR_SAVE=FOLDER`
//! writes the texts before and after, and `INVAR_TEXT=FILE` with `INVAR_GENERATED=1` checks that text, with the
//! arguments of the seed.

use invar::unstable::OptimizerExt;
use invar::{Level, Optimizer, Pass};
use invar_filetests::Interpreter;
use invar_filetests::differ::{Tally, compare_bytes};
use invar_filetests::optimize::validate;
use invar_generate::{Random, private};
use invar_ir::Module;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const LEVELS: [Level; 3] = [Level::O1, Level::O3, Level::Oz];
const PASSES: [&[Pass]; 4] = [
    &[Pass::Unreachable, Pass::SsaCleanup, Pass::PrivateMemory],
    &[
        Pass::Unreachable,
        Pass::SsaCleanup,
        Pass::PrivateMemory,
        Pass::SsaCleanup,
        Pass::Fold,
        Pass::Gvn,
        Pass::SimplifyCfg,
        Pass::Dce,
        // So that callees are looked at.
        Pass::Graph,
    ],
    &[Pass::Unreachable, Pass::SsaCleanup, Pass::Fold, Pass::Gvn, Pass::PrivateMemory],
    &[
        Pass::Inline,
        Pass::Unreachable,
        Pass::SsaCleanup,
        Pass::Fold,
        Pass::PrivateMemory,
        Pass::SsaCleanup,
        Pass::LoadElim,
        Pass::DeadStoreElim,
    ],
];
/// The last one takes passes in any order.
const SETTINGS: usize = LEVELS.len() + PASSES.len() + 1;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn passes(setting: usize, seed: u64) -> Option<Vec<Pass>> {
    if setting < LEVELS.len() {
        return None;
    }
    if let Some(passes) = PASSES.get(setting - LEVELS.len()) {
        return Some(passes.to_vec());
    }
    let mut random = Random::named(seed, "private");
    let mut some =
        || -> Vec<Pass> { (0..random.below(5)).map(|_| random.pick(Pass::ALL)).collect() };
    // The pass that removes annotations leaves operators.
    Some([some(), vec![Pass::SsaCleanup, Pass::PrivateMemory], some()].concat())
}

fn optimizer(setting: usize, seed: u64) -> Optimizer {
    let level = LEVELS.get(setting).copied().unwrap_or(Level::O2);
    let optimizer = Optimizer::new(level).guard(false).threads(1).verify(true);
    match passes(setting, seed) {
        Some(passes) => optimizer.passes(passes),
        None => optimizer,
    }
}

/// What all programs gave.
#[derive(Default)]
struct Sum {
    tally: Tally,
    /// Parameters that were marked.
    marked: usize,
    /// Counters of the pass at the first setting that runs nothing else.
    counters: Vec<(&'static str, u64)>,
}

impl Sum {
    fn count(&mut self, name: &'static str, count: u64) {
        match self.counters.iter_mut().find(|known| known.0 == name) {
            Some(known) => known.1 += count,
            None => self.counters.push((name, count)),
        }
    }

    fn get(&self, name: &str) -> u64 {
        self.counters.iter().find(|known| known.0 == name).map_or(0, |known| known.1)
    }
}

/// The module as it is, and with annotations, versions and marks.
fn lift(wasm: &[u8]) -> Result<(Module, Module, usize), String> {
    let (module, _) = Optimizer::new(Level::O0)
        .names(true)
        .threads(1)
        .run_to_ir(wasm)
        .map_err(|error| error.to_string())?;
    let mut before = module.clone();
    invar_stage::annotations::strip_all(&mut before);
    let mut after = module;
    invar_stage::annotations::raise_all(&mut after);
    let versions = after.names.funcs.iter().filter(|(_, name)| name.starts_with("version"));
    let versions: Vec<_> = versions.map(|(&func, _)| func).collect();
    versions.iter().for_each(|&func| after.funcs[func].specialized = true);
    let marked = invar_stage::private::mark_params(&mut after).params;
    Ok((before, after, marked))
}

fn check(seed: u64) -> Result<Sum, String> {
    let of_seed = |error: String| format!("seed {seed}: {error}");
    let text = match std::env::var("INVAR_TEXT") {
        Ok(path) => std::fs::read_to_string(path).map_err(|error| of_seed(error.to_string()))?,
        Err(_) => private::private(&mut Random::new(seed)),
    };
    let folder = std::env::var("INVAR_SAVE").ok();
    let save = |name: &str, bytes: &[u8]| {
        if let Some(folder) = &folder {
            std::fs::write(format!("{folder}/{seed}{name}"), bytes).expect("a folder");
        }
    };
    save(".wat", text.as_bytes());
    let wasm = wat::parse_str(&text).map_err(|error| of_seed(error.to_string()))?;
    let (before, after, marked) = lift(&wasm).map_err(of_seed)?;
    save(".inv", after.to_string().as_bytes());
    let plain = Optimizer::new(Level::O0).guard(false).threads(1);
    let before = plain.run_module(before).map_err(|error| of_seed(error.to_string()))?.wasm;
    let mut sum = Sum { marked, ..Sum::default() };
    let only = number("INVAR_SETTING").map(|n| n as usize);
    let settings: Vec<usize> =
        (0..SETTINGS).filter(|&n| only.is_none_or(|only| only == n)).collect();
    let mut outputs = Vec::new();
    let name = |setting: usize| match passes(setting, seed) {
        Some(passes) => {
            let names: Vec<&str> = passes.iter().map(|pass| pass.name()).collect();
            format!("{setting}: {}", names.join(","))
        }
        None => format!("{setting}: {}", LEVELS[setting]),
    };
    for &setting in &settings {
        let failed = |what: String| format!("seed {seed}: {}: {what}", name(setting));
        let run = || optimizer(setting, seed).run_module(after.clone());
        let output = catch_unwind(AssertUnwindSafe(run)).map_err(|_| failed("PANIC".to_owned()))?;
        let output = output.map_err(|error| failed(error.to_string()))?;
        validate(&output.wasm).map_err(|error| failed(format!("INVALID: {error}")))?;
        if let Some(bug) = output.report.bugs.first() {
            return Err(failed(format!("CAUGHT: {bug:?}")));
        }
        if folder.is_some() {
            let in_ir = optimizer(setting, seed).run_module_to_ir(after.clone());
            let in_ir = in_ir.map_err(|error| failed(error.to_string()))?.0;
            save(&format!(".{setting}.inv"), in_ir.to_string().as_bytes());
        }
        if setting == LEVELS.len() {
            for pass in output.report.passes.iter().filter(|pass| pass.name == "private-memory") {
                pass.counters.iter().for_each(|&(name, count)| sum.count(name, count));
            }
        }
        outputs.push(output.wasm);
    }
    let variants: Vec<&[u8]> = outputs.iter().map(Vec::as_slice).collect();
    sum.tally = compare_bytes(&Interpreter, &before, &variants, seed).map_err(|difference| {
        format!("seed {seed}: {}: {}", name(settings[difference.variant]), difference.what)
    })?;
    Ok(sum)
}

#[test]
fn programs_with_private_memory_behave_as_before() {
    let (count, first) =
        (number("INVAR_GENERATED").unwrap_or(60), number("INVAR_SEED").unwrap_or(0));
    let next = AtomicU64::new(first);
    let (sum, failures) = (Mutex::new(Sum::default()), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    match check(seed) {
                        Ok(found) => {
                            let mut sum = sum.lock().expect("no thread panicked");
                            sum.tally += found.tally;
                            sum.marked += found.marked;
                            found.counters.iter().for_each(|&(name, n)| sum.count(name, n));
                        }
                        Err(error) => failures.lock().expect("no thread panicked").push(error),
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panicked");
    assert!(failures.is_empty(), "{} defects:\n{}", failures.len(), failures.join("\n"));
    let sum = sum.into_inner().expect("no thread panicked");
    println!("{:?}, {} marked\n{:?}", sum.tally, sum.marked, sum.counters);
    // A generator that makes only what cannot run would pass the above, and one where nothing is promoted.
    assert_eq!(sum.tally.reasons, [""; 0], "all is executed");
    assert!(sum.tally.ran as u64 == count, "only {} of {count} programs ran", sum.tally.ran);
    assert!(sum.tally.values as u64 > count, "only {} calls returned", sum.tally.values);
    if number("INVAR_SETTING").is_none() {
        assert!(sum.get("slots") > count, "only {} slots became values", sum.get("slots"));
        assert!(sum.marked as u64 > count / 8, "only {} parameters were marked", sum.marked);
    }
}
