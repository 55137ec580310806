//! Tracks that programs made from seeds do the same before and after, on the interpreter: at -O1, -O3 and
//! -Oz without the guard, at -O3 also without inlining, and after some passes in any order; those for vectorizers with
//! vectors allowed.
//!
//! The programs, and modules of wasm-smith, run on wasmtime in crate `tests`, too; the tests here need no engine.
//! `INVAR_GENERATED=5000` checks that many programs instead of a few, `INVAR_SEED` says where to start, with
//! `INVAR_KIND=ownership` all are of one kind, with `INVAR_EVERY_LEVEL=1` they are optimized at each level, and
//! `INVAR_SAVE=FOLDER` writes their texts.

use invar::{Level, Optimizer, Pass};
use invar_filetests::Interpreter;
use invar_filetests::differ::{
    Difference, End, Engine, Observed, Seen, Side, Tally, compare_bytes, interrupted,
};
use invar_filetests::optimize::{Setting, optimize};
use invar_generate::{
    Random, arrays, checked, compounds, constants, endless, families, guarded, handlers,
    identities, objects, ownership, program, references, shapes, variables, vectors,
};
use invar_interp::Const;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

type Generator = fn(&mut Random) -> String;

const GENERATORS: [(&str, Generator); 16] = [
    ("program", program::program),
    ("arrays", arrays::arrays),
    ("checked", checked::checked),
    ("compounds", compounds::compounds),
    ("variables", variables::variables),
    ("vectors", vectors::vectors),
    ("ownership", ownership::ownership),
    ("shapes", shapes::shapes),
    ("handlers", handlers::handlers),
    ("objects", objects::objects),
    ("legacy", handlers::legacy),
    ("references", references::references),
    ("identities", identities::identities),
    ("endless", endless::endless),
    ("families", families::families),
    ("constants", constants::constants),
];

/// What replaces functions, alone.
const MERGING: &[Pass] =
    &[Pass::MergeFunctions, Pass::MergeSimilar, Pass::UncalledFunctions, Pass::GlobalDce];

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn check(seed: u64) -> Result<Tally, String> {
    let kind = std::env::var("INVAR_KIND").ok();
    let only = kind.and_then(|kind| GENERATORS.into_iter().find(|(name, _)| *name == kind));
    let (name, generate) = only.unwrap_or(GENERATORS[seed as usize % GENERATORS.len()]);
    let text = generate(&mut Random::new(seed));
    if let Ok(folder) = std::env::var("INVAR_SAVE") {
        let path = format!("{folder}/{name}-{seed}.wat");
        std::fs::write(path, &text).map_err(|error| error.to_string())?;
    }
    let wasm = wat::parse_str(&text).map_err(|error| format!("seed {seed} ({name}): {error}"))?;
    let wasm = if name == "shapes" { shapes::without_names(&wasm) } else { wasm };
    let mut settings = Setting::generated(seed).to_vec();
    // Only these count references.
    match name {
        "ownership" | "shapes" => settings.iter_mut().for_each(|it| *it = it.counting()),
        // Nothing outside knows their types, but for those that they export; and as if it did.
        "objects" | "constants" => {
            let closed: Vec<Setting> = settings.iter().map(|it| it.closed_world()).collect();
            settings.splice(3.., closed);
        }
        "identities" => {
            let closed = settings[1].closed_world();
            settings.push(closed);
        }
        "families" => {
            settings[3] = settings[2].without_inlining();
            settings.push(Setting::passes(MERGING));
        }
        "vectors" => settings.iter_mut().for_each(|it| *it = it.with_simd()),
        _ => {}
    }
    if number("INVAR_EVERY_LEVEL", 0) != 0 {
        let last = settings.iter().position(|it| it.closed_world);
        let of = std::iter::once(settings[0]).chain(last.map(|at| settings[at]));
        let levels = [Level::O2, Level::O4, Level::Os];
        let more = of.flat_map(|it| levels.map(|level| Setting { level, ..it }));
        settings.extend(more.collect::<Vec<_>>());
    }
    let mut outputs = Vec::new();
    for &setting in &settings {
        let output = optimize(setting, &wasm);
        let output = output.map_err(|error| format!("seed {seed} ({name}): {setting}: {error}"))?;
        outputs.push(output.wasm);
    }
    if name == "shapes" {
        // The host calls no function of the runtime.
        let before = runs(&wasm)?;
        for (setting, output) in settings.iter().zip(&outputs) {
            let after = runs(output)?;
            let differs = before.iter().zip(&after).find(|(was, is)| was != is);
            if let Some((was, is)) = differs {
                return Err(format!("seed {seed} ({name}): {setting}: {was} became {is}"));
            }
        }
        let values = before.iter().filter(|run| run.contains("Values")).count();
        return Ok(Tally { ran: 1, values, ..Tally::default() });
    }
    let mut first = None;
    for (settings, outputs) in settings.chunks(8).zip(outputs.chunks(8)) {
        let variants: Vec<&[u8]> = outputs.iter().map(Vec::as_slice).collect();
        let compared = match name {
            "endless" => interrupted_calls(&wasm, &variants, seed),
            _ => compare_bytes(&Interpreter, &wasm, &variants, seed),
        };
        let tally = compared.map_err(|difference| {
            format!("seed {seed} ({name}): {}: {}", settings[difference.variant], difference.what)
        })?;
        first.get_or_insert(tally);
    }
    Ok(first.unwrap_or_default())
}

/// Compares modules, and what calls that never end show when they are interrupted.
fn interrupted_calls(wasm: &[u8], variants: &[&[u8]], seed: u64) -> Result<Tally, Difference> {
    let mut tally = compare_bytes(&Interpreter, wasm, variants, seed)?;
    let all = std::iter::once(&wasm).chain(variants);
    let modules: Vec<_> = all.map(|wasm| Interpreter.module(wasm).expect("it was read")).collect();
    let mut random = Random::named(seed, "arguments");
    for name in ["f0", "f0", "f0", "f1", "f1"] {
        let args = [random.below(8) as i32, random.below(8) as i32].map(Const::I32);
        let call = |side: &mut <Interpreter as Engine>::Side, fuel| {
            side.signature(name).map(|_| side.invoke(name, &args, fuel))
        };
        tally.values += interrupted(&Interpreter, &modules, call)?.unwrap_or(0);
    }
    Ok(tally)
}

/// What each call of an export `run*` does, in an instance of its own.
fn runs(wasm: &[u8]) -> Result<Vec<String>, String> {
    let module = Interpreter.module(wasm)?;
    let mut all = Vec::new();
    for number in 0..16 {
        let side = Interpreter.instantiate(&module, 10_000);
        let mut side = side.map_err(|_| "the start has no end".to_string())?;
        let names = side.exports().into_iter().filter(|name| name.starts_with("run"));
        for name in names.collect::<Vec<_>>() {
            let end = side.invoke(&name, &[Const::I32(number)], 1_000_000);
            let trapped = matches!(end, End::Trap(_));
            all.push(format!("{name}({number}): {end:?}, calls {:?}", side.trace()));
            if trapped {
                break;
            }
        }
    }
    Ok(all)
}

/// Option `validate` refuses no new body of these programs (that would be an error), and most bodies are compared.
#[test]
fn new_bodies_are_shown_equal_to_their_originals() {
    let (mut bodies, mut shown) = (0, 0);
    let start = number("INVAR_SEED", 0);
    for seed in start..start + number("INVAR_GENERATED", 84) {
        let (name, generate) = GENERATORS[seed as usize % GENERATORS.len()];
        let wasm = wat::parse_str(generate(&mut Random::new(seed))).expect("text");
        let optimizer = Optimizer::new(Level::O3).guard(false).threads(1).validate(true);
        let report = optimizer.strict(false).run(&wasm).expect("it is optimized").report;
        let validated = report.validated.expect("it was asked for");
        assert!(report.bugs.is_empty(), "seed {seed} ({name}): {}", report.bugs[0]);
        bodies += validated.bodies;
        shown += validated.shown;
    }
    assert!(2 * shown > bodies, "{shown} of {bodies} bodies were compared");
}

/// What the heap of programs that count references notices in them (`oracle.wat`), before any optimization.
#[test]
fn programs_that_count_are_balanced() {
    let (mut leaks, mut returned) = (0, 0);
    for seed in 0..number("INVAR_GENERATED", 100) {
        let wasm = wat::parse_str(ownership::ownership(&mut Random::new(seed))).expect("text");
        let module = Interpreter.module(&wasm).expect("it is executed");
        for number in [0, 1, 2, 3, 5, 8, 12, 15] {
            let Ok(mut side) = Interpreter.instantiate(&module, 10_000) else { panic!("a start") };
            let runs = side.exports().into_iter().filter(|name| name.starts_with("run"));
            for name in runs.collect::<Vec<_>>() {
                let end = side.invoke(&name, &[Const::I32(number)], 1_000_000);
                returned += usize::from(matches!(end, End::Values(_)));
            }
            let Some(Observed::Global(Seen::I32(errors))) = side.observe("errors") else {
                panic!("no errors")
            };
            // Some programs leak on purpose.
            assert_eq!(errors & !32, 0, "the program of seed {seed} is wrong before optimization");
            leaks += usize::from(errors != 0);
        }
    }
    assert!(leaks * 20 < returned, "{leaks} leaks in {returned} calls that returned");
}

/// How many conditional branches a module has, and how many hints for them.
fn branches_and_hints(wasm: &[u8]) -> (usize, usize) {
    let (mut branches, mut hints) = (0, 0);
    for payload in wasmparser::Parser::new(0).parse_all(wasm) {
        match payload.expect("it is valid") {
            wasmparser::Payload::CodeSectionEntry(body) => {
                let operators = body.get_operators_reader().expect("it is valid").into_iter();
                branches += operators
                    .filter(|operator| {
                        use wasmparser::Operator::{BrIf, If};
                        matches!(operator, Ok(If { .. } | BrIf { .. }))
                    })
                    .count();
            }
            wasmparser::Payload::CustomSection(custom) => {
                if let wasmparser::KnownCustom::BranchHints(functions) = custom.as_known() {
                    let functions = functions.into_iter().map(|it| it.expect("it is valid"));
                    hints += functions.map(|it| it.hints.count() as usize).sum::<usize>();
                }
            }
            _ => {}
        }
    }
    (branches, hints)
}

/// In modules whose conditional branches all have a hint, those of the output have one, but for the few that passes
/// make of tables.
#[test]
fn branch_hints_survive() {
    let (mut branches, mut hints) = (0, 0);
    for seed in 0..number("INVAR_GENERATED", 60) {
        let text = program::program(&mut Random::new(seed));
        let hint = format!("(@metadata.code.branch_hint \"\\0{}\") ", seed % 2);
        let text = text.replace("(br_if ", &format!("{hint}(br_if "));
        let text = text.replace("(if ", &format!("{hint}(if "));
        let wasm = wat::parse_str(&text).expect("text");
        let (all, hinted) = branches_and_hints(&wasm);
        assert_eq!(all, hinted, "seed {seed}: all have a hint");
        for setting in &Setting::generated(seed)[..1] {
            let output = optimize(*setting, &wasm).expect("it is optimized").wasm;
            let (all, hinted) = branches_and_hints(&output);
            (branches, hints) = (branches + all, hints + hinted);
        }
    }
    let share = hints as f64 / branches as f64;
    assert!(share > 0.95, "{hints} of {branches} branches have a hint");
}

#[test]
fn programs_behave_as_before() {
    let sum = check_all(number("INVAR_GENERATED", 110), check);
    // A generator that makes only what cannot run would pass the above.
    assert_eq!(sum.reasons, [""; 0], "all is executed");
    let count = number("INVAR_GENERATED", 110);
    assert!(sum.ran as u64 == count, "only {} of {count} programs ran", sum.ran);
    assert!(sum.values as u64 > count, "only {} calls returned", sum.values);
}

/// With and without the promise, and with the promise some passes in any order, with and without vectors. Without the
/// guard, as elsewhere.
#[test]
fn programs_that_keep_the_promise_do_not_trap() {
    let count = number("INVAR_GENERATED", 30);
    let sum = check_all(count, check_promise);
    assert_eq!(sum.reasons, [""; 0], "all is executed");
    assert_eq!(sum.traps, 0, "each operator that may trap is guarded");
    let calls = sum.values + sum.exceptions;
    println!(
        "{count} programs, {} functions: {calls} calls, {} limits, {} operators before",
        count * guarded::FUNCTIONS as u64,
        sum.limits,
        sum.operators[0]
    );
    assert!(sum.values as u64 > count * guarded::FUNCTIONS as u64, "only {} returned", sum.values);
}

fn check_promise(seed: u64) -> Result<Tally, String> {
    let text = guarded::guarded(&mut Random::new(seed));
    if let Ok(folder) = std::env::var("INVAR_SAVE") {
        let path = format!("{folder}/guarded-{seed}.wat");
        std::fs::write(path, &text).map_err(|error| error.to_string())?;
    }
    let wasm = wat::parse_str(&text).map_err(|error| format!("seed {seed}: {error}"))?;
    let every = number("INVAR_EVERY_LEVEL", 0) != 0;
    let levels = match (every, seed % 2) {
        (true, _) => &[Level::O1, Level::O2, Level::O3, Level::O4, Level::Os, Level::Oz][..],
        (_, 0) => &[Level::O1, Level::O3, Level::Oz],
        _ => &[Level::O2, Level::O4, Level::Os],
    };
    let levels = || levels.iter().map(|&level| Setting::new(level, false));
    let o3 = Setting::new(Level::O3, false).traps_never_happen();
    let more = [
        o3.without_inlining(),
        Setting::shuffled(seed).traps_never_happen(),
        Setting::shuffled(seed).traps_never_happen().with_simd(),
        o3.with_simd(),
    ];
    let promised = levels().map(Setting::traps_never_happen).chain(more);
    let mut settings: Vec<Setting> = promised.collect();
    if every {
        settings.extend(levels());
        settings.push(Setting::new(Level::O3, false).with_simd());
    }
    let mut sum = Tally::default();
    for settings in settings.chunks(8) {
        let mut outputs = Vec::new();
        for &setting in settings {
            let output = optimize(setting, &wasm);
            outputs.push(output.map_err(|error| format!("seed {seed}: {setting}: {error}"))?.wasm);
        }
        let variants: Vec<&[u8]> = outputs.iter().map(Vec::as_slice).collect();
        let tally = compare_bytes(&Interpreter, &wasm, &variants, seed).map_err(|difference| {
            format!("seed {seed} (guarded): {}: {}", settings[difference.variant], difference.what)
        })?;
        if tally.traps > 0 {
            return Err(format!("seed {seed}: the program traps before any optimization"));
        }
        sum += tally;
    }
    Ok(sum)
}

/// Checks `count` seeds, on all processors, from that which the environment names.
fn check_all(count: u64, check: fn(u64) -> Result<Tally, String>) -> Tally {
    let first = number("INVAR_SEED", 0);
    let next = AtomicU64::new(first);
    let (sum, failures) = (Mutex::new(Tally::default()), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.min(number("INVAR_THREADS", u64::MAX) as usize);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    match check(seed) {
                        Ok(tally) => *sum.lock().expect("no thread panicked") += tally,
                        Err(error) => {
                            failures.lock().expect("no thread panicked").push(error);
                        }
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panicked");
    assert!(failures.is_empty(), "{} defects:\n{}", failures.len(), failures.join("\n"));
    sum.into_inner().expect("no thread panicked")
}
