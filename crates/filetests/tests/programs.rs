//! Tracks that programs made from seeds do the same before and after, on the interpreter: at -O1, -O3 and
//! -Oz without the guard, and after some passes in any order.
//!
//! The same programs, and modules of wasm-smith, run on wasmtime in crate `tests`; these need no engine.
//! `INVAR_GENERATED=5000` checks that many programs instead of a few, `INVAR_SEED` says where to start.

use invar_filetests::Interpreter;
use invar_filetests::differ::{Tally, compare_bytes};
use invar_filetests::optimize::{Setting, optimize};
use invar_generate::{Random, arrays, checked, compounds, ownership, program, variables};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

type Generator = fn(&mut Random) -> String;

const GENERATORS: [(&str, Generator); 6] = [
    ("program", program::program),
    ("arrays", arrays::arrays),
    ("checked", checked::checked),
    ("compounds", compounds::compounds),
    ("variables", variables::variables),
    ("ownership", ownership::ownership),
];

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn check(seed: u64) -> Result<Tally, String> {
    let (name, generate) = GENERATORS[seed as usize % GENERATORS.len()];
    let text = generate(&mut Random::new(seed));
    let wasm = wat::parse_str(&text).map_err(|error| format!("seed {seed} ({name}): {error}"))?;
    let [a, b, c] = Setting::UNGUARDED;
    let settings = [a, b, c, Setting::shuffled(seed)];
    // Only these count references.
    let settings = match name {
        "ownership" => settings.map(Setting::counting),
        _ => settings,
    };
    let mut outputs = Vec::new();
    for setting in settings {
        let output = optimize(setting, &wasm);
        let output = output.map_err(|error| format!("seed {seed} ({name}): {setting}: {error}"))?;
        outputs.push(output.wasm);
    }
    let variants: Vec<&[u8]> = outputs.iter().map(Vec::as_slice).collect();
    compare_bytes(&Interpreter, &wasm, &variants, seed).map_err(|difference| {
        format!("seed {seed} ({name}): {}: {}", settings[difference.variant], difference.what)
    })
}

#[test]
fn programs_behave_as_before() {
    let (count, first) = (number("INVAR_GENERATED", 200), number("INVAR_SEED", 0));
    let next = AtomicU64::new(first);
    let (sum, failures) = (Mutex::new(Tally::default()), Mutex::new(Vec::new()));
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
    let sum = sum.into_inner().expect("no thread panicked");
    // A generator that makes only what cannot run would pass the above.
    assert_eq!(sum.reasons, [""; 0], "all is executed");
    assert!(sum.ran as u64 == count, "only {} of {count} programs ran", sum.ran);
    assert!(sum.values as u64 > count, "only {} calls returned", sum.values);
}
