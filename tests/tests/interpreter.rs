//! Tracks that the interpreter, which most tests rely on, behaves as wasmtime does: on modules of
//! wasm-smith for each group of proposals, and on programs of crate `generate`, with function bodies as
//! they were read and in SSA form.
//!
//! The test suite of the specification runs on it in `cargo test -p invar-filetests --test spec`.
//! `INVAR_GENERATED=5000` sets the number of modules, `INVAR_SEED` the first seed.

use invar_filetests::Interpreter;
use invar_filetests::differ::{Engine, Tally, compare};
use invar_ir::{Body, Module};
use invar_tests::differ::Wasmtime;
use invar_tests::differ::both::{Both, Module as Either};
use invar_tests::generated::{Kind, module};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// A module whose functions are in SSA form, except those that cannot be lifted.
fn lifted(wasm: &[u8]) -> Module {
    let (mut module, lifter) = invar_wasm::read(wasm.into()).expect("it is valid");
    for func in module.funcs.keys().collect::<Vec<_>>() {
        if let Body::Raw(_) = module.funcs[func].body
            && let Ok(function) = lifter.lift(&module, func)
        {
            module.funcs[func].body = Body::Ssa(Box::new(function));
        }
    }
    module
}

#[test]
fn the_interpreter_does_what_wasmtime_does() {
    let (count, first) = (number("INVAR_GENERATED", 600), number("INVAR_SEED", 0));
    let next = AtomicU64::new(first);
    let sums = Mutex::new(vec![(0, Tally::default()); Kind::COUNT]);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    let Some(wasm) = module(seed) else { continue };
                    let Ok(original) = Wasmtime.module(&wasm) else { continue };
                    let raw = Interpreter.module(&wasm).expect("it is valid");
                    let ssa = Interpreter.module_of_ir(&lifted(&wasm)).expect("it is executed");
                    let modules = [
                        Either::Wasmtime(original),
                        Either::Interpreter(raw),
                        Either::Interpreter(ssa),
                    ];
                    match compare(&Both, &modules, seed) {
                        Ok(tally) => {
                            let sum = &mut sums.lock().expect("no thread panicked")
                                [Kind::of(seed) as usize];
                            sum.0 += 1;
                            sum.1 += tally;
                        }
                        Err(difference) => {
                            let form = ["as read", "in SSA form"][difference.variant];
                            let what = format!(
                                "seed {seed} ({:?}), {form}: {}",
                                Kind::of(seed),
                                difference.what
                            );
                            failures.lock().expect("no thread panicked").push(what);
                        }
                    }
                }
            });
        }
    });
    let mut text = format!(
        "\n{:<12}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>12}{:>14}\n",
        "", "modules", "ran", "values", "traps", "throws", "limits", "other trap", "not executed"
    );
    let sums = sums.into_inner().expect("no thread panicked");
    let mut all = Tally::default();
    for kind in Kind::ALL.into_iter().scan(None, |last, kind| {
        Some(if last.replace(kind) == Some(kind) { None } else { Some(kind) })
    }) {
        let Some(kind) = kind else { continue };
        let (modules, tally) = &sums[kind as usize];
        text += &format!(
            "{:<12}{modules:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>12}{:>14}\n",
            format!("{kind:?}"),
            tally.ran,
            tally.values,
            tally.traps,
            tally.exceptions,
            tally.limits,
            tally.other_trap,
            tally.reasons.len() - tally.not_run
        );
        all += tally.clone();
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in &all.reasons {
        *reasons.entry(reason).or_default() += 1;
    }
    // In spite of the test harness's capture.
    let _ = writeln!(std::io::stdout(), "{text}not executed: {reasons:?}");
    let mut failures = failures.into_inner().expect("no thread panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} defects:\n{}", failures.len(), failures.join("\n"));
    assert!(all.ran as u64 > count / 2, "only {} of {count} modules ran", all.ran);
    assert!(all.values as u64 > count, "only {} calls returned", all.values);
}
