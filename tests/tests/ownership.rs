//! Tracks that generated programs that count references are balanced, that the checking heap detects
//! mistakes, and that optimized programs make none.
//!
//! `INVAR_GENERATED=100000` checks that many programs instead of a few; the long run is
//! `cargo run --release -p invar-tests --bin generated -- --kind Ownership --count 100000`.

use invar_filetests::optimize::Setting;
use invar_generate::Random;
use invar_generate::ownership::{oracle, ownership};
use invar_tests::differ::compare;
use invar_tests::generated::{Kind, check, module, report};
use invar_tests::recorded::{Recorded, record};

/// Seeds of programs that the pass `arc` is known to break.
const OPEN: &[u64] = &[];

#[test]
fn generated_ownership_is_balanced_and_stays_so() {
    let count = std::env::var("INVAR_GENERATED").ok().and_then(|count| count.parse().ok());
    let count: u64 = count.unwrap_or(400);
    let (mut returned, mut leaks, mut failures) = (0, 0, Vec::new());
    for seed in (0..count).filter(|seed| Kind::of(*seed) == Kind::Ownership) {
        let wasm = module(seed).expect("these programs never wait");
        let recorded = record(&wasm).expect("it runs");
        // Some programs leak on purpose.
        let errors = recorded.errors & !32;
        assert_eq!(errors, 0, "the program of seed {seed} is wrong before optimization");
        leaks += u64::from(recorded.errors != 0);
        returned += recorded.returned as u64;
        let found = check(&wasm, &Setting::generated(seed).map(Setting::counting), seed);
        if OPEN.contains(&seed) {
            assert!(found.is_err(), "seed {seed} is fixed: remove it from the list");
            continue;
        }
        if let Err(defect) = found {
            failures.push(report(&format!("ownership-{seed}"), seed, &wasm, &defect));
        }
    }
    assert!(failures.is_empty(), "{} defects:\n{}", failures.len(), failures.join("\n"));
    assert!(leaks < count / 20, "{leaks} of {count} programs leak");
    assert!(returned > count, "only {returned} calls returned");
}

/// What the heap records for a body with two owned objects, `$a` and `$b`.
fn recorded(body: &str) -> Recorded {
    let wasm = wat::parse_str(oracle(body)).expect("text");
    record(&wasm).expect("it runs")
}

fn errors(body: &str) -> i32 {
    recorded(body).errors
}

const BALANCED: &str = "(call $arc_release (local.get $a)) (call $arc_release (local.get $b))";

#[test]
fn the_heap_accepts_balanced_programs() {
    assert_eq!(errors(BALANCED), 0);
    assert_eq!(
        errors(&format!(
            "(call $arc_retain (local.get $a)) (drop (call $use (local.get $a))) (call $arc_release (local.get $a)) {BALANCED}"
        )),
        0
    );
    // A field keeps its object alive until the holder is freed.
    assert_eq!(
        errors(
            "(call $store (local.get $b) (i32.const 0) (local.get $a)) (drop (call $use (call $load (local.get $b) (i32.const 0)))) (call $arc_release (local.get $b))"
        ),
        0
    );
}

#[test]
fn the_heap_notices_a_use_after_the_last_release() {
    assert_eq!(errors(&format!("{BALANCED} (drop (call $use (local.get $a)))")), 1);
    assert_eq!(errors(&format!("{BALANCED} (drop (call $load (local.get $a) (i32.const 1)))")), 1);
    assert_eq!(errors(&format!("{BALANCED} (call $arc_retain (local.get $a))")), 2);
    assert_eq!(errors(&format!("{BALANCED} (drop (call $arc_is_unique (local.get $a)))")), 8);
}

/// `x = h.n; clobber(h); use x`, where nothing keeps the loaded object alive.
#[test]
fn the_heap_notices_a_use_of_what_a_field_held() {
    let body = |keep: &str, give: &str| {
        format!(
            "(call $store (local.get $b) (i32.const 0) (local.get $a))
             (local.set $a (call $load (local.get $b) (i32.const 0))) {keep}
             (call $clobber0 (local.get $b)) (drop (call $use (local.get $a))) {give}
             (call $arc_release (local.get $b))"
        )
    };
    let (keep, give) = ("(call $arc_retain (local.get $a))", "(call $arc_release (local.get $a))");
    assert_eq!(errors(&body(keep, give)), 0);
    assert_eq!(errors(&body("", "")), 1);
}

#[test]
fn the_heap_notices_a_double_free() {
    assert_eq!(errors(&format!("{BALANCED} (call $arc_release (local.get $b))")), 4);
}

#[test]
fn the_heap_notices_a_leak() {
    assert_eq!(errors("(call $arc_release (local.get $a))"), 32);
    assert_eq!(errors(&format!("(call $arc_retain (local.get $b)) {BALANCED}")), 32);
}

#[test]
fn the_heap_notices_a_value_that_is_no_object() {
    assert_eq!(errors(&format!("(drop (call $use (i32.const 12345))) {BALANCED}")), 16);
}

#[test]
fn the_order_of_deinits_is_recorded() {
    let other = "(call $arc_release (local.get $b)) (call $arc_release (local.get $a))";
    assert_ne!(recorded(BALANCED).order, recorded(other).order);
    assert_eq!(errors(other), 0);
}

#[test]
fn null_is_harmless() {
    let null = "(call $arc_retain (i32.const 0)) (call $arc_release (i32.const 0)) (drop (call $use (i32.const 0)))";
    assert_eq!(errors(&format!("{null} {BALANCED}")), 0);
}

/// Disables a retain and a release of one function, as a pass does that takes a pair for redundant that is
/// not. Most must be detected (some pairs are redundant).
#[test]
fn removing_a_needed_pair_is_detected() {
    let (mut made, mut noticed) = (0, 0);
    let seeds = 30 * Kind::ALL.len() as u64;
    for seed in (0..seeds).filter(|seed| Kind::of(*seed) == Kind::Ownership) {
        let text = ownership(&mut Random::new(seed));
        let Some(mutant) = without_a_pair(&text, &mut Random::named(seed, "pair")) else {
            continue;
        };
        let [before, after] = [text, mutant].map(|text| wat::parse_str(text).expect("text"));
        made += 1;
        noticed += usize::from(compare(&before, &[&after], seed).is_err());
    }
    assert!(made > 60, "{made} programs have a pair to remove");
    assert!(noticed * 2 > made, "{noticed} of {made} were noticed");
}

fn without_a_pair(text: &str, random: &mut Random) -> Option<String> {
    let names = if text.contains("$arc_retain") {
        ["$arc_retain", "$arc_release"]
    } else {
        ["$~lib/rt/pure/__retain", "$~lib/rt/pure/__release"]
    };
    let start = text.find("(func $f0")?;
    let end = start + text[start..].find("(func $other")?;
    let functions: Vec<&str> = text[start..end].split("(func ").collect();
    let function = functions[random.below(functions.len())];
    let mut without = function.to_string();
    for name in names {
        let call = format!("call {name} ");
        let places: Vec<usize> = function.match_indices(&call).map(|(at, _)| at).collect();
        let at = *places.get(random.below(places.len().max(1)))?;
        // The replacement has the length of the original, so that the other positions stay valid.
        let nothing = format!("call $no{} ", &name[3..]);
        without.replace_range(at..at + call.len(), &nothing);
    }
    let nothing: String = names
        .map(|name| {
            if name.ends_with("retain") && !name.contains("arc") {
                format!("(func $no{} (param i32) (result i32) (local.get 0))", &name[3..])
            } else {
                format!("(func $no{} (param i32))", &name[3..])
            }
        })
        .concat();
    let text = text.replace(function, &without);
    Some(format!("{}{nothing})", text.trim_end().strip_suffix(')')?))
}
