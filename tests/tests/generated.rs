//! Tracks that generated modules behave the same before and after optimization: results, traps, exceptions,
//! memories, globals, tables and calls of the host, at -O1, -O3 and -Oz, at -O3 without inlining, and after
//! some passes in any order, without the guard.
//!
//! `INVAR_GENERATED=100000` sets the number of modules; the long run is
//! `cargo run --release -p invar-tests --bin generated -- --count 100000`.

use invar_tests::generated::{Kind, check, module, report};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

#[test]
fn generated_modules_behave_as_before() {
    let count = std::env::var("INVAR_GENERATED").ok().and_then(|count| count.parse().ok());
    let count = count.unwrap_or(300);
    let next = AtomicU64::new(0);
    let failures = Mutex::new(Vec::new());
    let ran = Mutex::new([0usize; 2]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= count {
                        break;
                    }
                    let Some(wasm) = module(seed) else { continue };
                    match check(&wasm, &Kind::of(seed).settings(seed), seed) {
                        Ok(checked) => {
                            let mut ran = ran.lock().expect("no thread panicked");
                            ran[0] += checked.tally.ran;
                            ran[1] += checked.tally.values;
                        }
                        Err(defect) => {
                            let text = report(&format!("generated-{seed}"), seed, &wasm, &defect);
                            failures.lock().expect("no thread panicked").push(text);
                        }
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panicked");
    assert!(failures.is_empty(), "{} defects:\n{}", failures.len(), failures.join("\n"));
    // A generator of modules that cannot run would pass the above.
    let [ran, values] = ran.into_inner().expect("no thread panicked");
    assert!(ran as u64 > count / 2, "only {ran} of {count} modules ran");
    assert!(values as u64 > count, "only {values} calls returned");
}

/// The comparison detects a difference.
#[test]
fn modules_are_told_apart() {
    invar_filetests::differ::cases::check(&invar_tests::differ::Wasmtime);
}

#[test]
fn every_kind_makes_modules() {
    let seeds = 10 * Kind::ALL.len() as u64;
    for kind in Kind::ALL {
        let made = (0..seeds).filter(|seed| Kind::of(*seed) == kind).filter_map(module).count();
        assert!(made >= 5, "{kind:?}: {made} of {seeds} seeds");
    }
}
