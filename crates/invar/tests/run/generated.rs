//! Programs made from seeds do the same when they are specialized while they run: what is looked up, where
//! branches are lazy, and where limits are reached is picked by chance.
//!
//! `INVAR_GENERATED=10000` checks that many programs instead of a few, `INVAR_SEED` says where to start.

use crate::common::{Started, generic, start_with};
use invar::unstable::runtime::RequestLimits;
use invar::unstable::runtime::online::{Limits, Settings, broken_promise};
use invar::unstable::runtime::wasmtime::Trap;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What a call gives, and what it leaves in memory.
fn outcome(it: &mut Started, x: i32, y: i32) -> Result<(Result<i32, Trap>, Vec<u8>), String> {
    let result = match it.try_call("f", &[x, y]) {
        Ok(value) => Ok(value),
        Err(error) => match (broken_promise(&error), error.downcast_ref::<Trap>()) {
            (None, Some(trap)) => Err(*trap),
            _ => return Err(format!("{error:?}")),
        },
    };
    let memory = it.memory();
    Ok((result, memory.data(&it.store)[..4096].to_vec()))
}

fn settings(seed: u64) -> Settings {
    let limits = match seed % 5 {
        0 => Limits { continuations: 2, ..Limits::default() },
        1 => Limits { continuations: 9, versions: 2, ..Limits::default() },
        _ => Limits { continuations: 60, versions: 20, ..Limits::default() },
    };
    let request = invar_stage_limits(seed);
    Settings { limits, request, checked: seed % 4 == 3, ..Settings::default() }
}

fn invar_stage_limits(seed: u64) -> RequestLimits {
    let (versions, insts) = [(1000, 250_000), (40, 250_000), (400, 60)][seed as usize % 3];
    RequestLimits { versions, insts, ..RequestLimits::default() }
}

#[test]
fn programs_do_the_same_when_they_are_specialized_while_they_run() {
    let (first, count) = (number("INVAR_SEED", 0), number("INVAR_GENERATED", 60));
    let (mut versions, mut stubs, mut hits, mut values, mut traps) = (0, 0, 0, 0, 0);
    for seed in first..first + count {
        // What is promised to be one value changes here.
        let wat = invar_generate::staged::staged(seed).wat.replace("unchecked", "cache");
        let mut special = start_with(&wat, settings(seed));
        let mut same = start_with(&wat, generic());
        for n in 0..12 {
            let (x, y) = ([0, 1, -3, 7][n % 4], [5, 0, 2][n % 3]);
            let of = [&mut special, &mut same].map(|it| outcome(it, x, y));
            let [Ok(special), Ok(same)] = of else {
                panic!("seed {seed}: f({x}, {y}): {of:?}\n{wat}")
            };
            assert_eq!(special.0, same.0, "seed {seed}: f({x}, {y})\n{wat}");
            assert!(special.1 == same.1, "seed {seed}: f({x}, {y}): memory differs\n{wat}");
            *(if same.0.is_ok() { &mut values } else { &mut traps }) += 1;
        }
        let (_, found, made, stubbed) = special.counts();
        (versions, stubs, hits) = (versions + made, stubs + stubbed, hits + found);
    }
    println!(
        "{count} programs: {versions} versions, {stubs} stubs, {hits} hits, {values} results, {traps} traps"
    );
    assert!(versions > count && stubs > count / 4, "{versions} versions, {stubs} stubs");
    assert!(values > 2 * count, "{values} calls gave a value, {traps} trapped");
}

#[test]
fn programs_do_the_same_when_versions_are_compiled_in_the_background() {
    let (first, count) = (number("INVAR_SEED", 0), number("INVAR_GENERATED", 20));
    let (mut versions, mut waits) = (0, 0);
    for seed in first..first + count {
        let wat = invar_generate::staged::staged(seed).wat.replace("unchecked", "cache");
        let settings = Settings { background: true, profile: seed % 2 == 1, ..settings(seed) };
        let mut special = start_with(&wat, settings);
        let mut same = start_with(&wat, generic());
        // Until most versions are there.
        for n in 0..60 {
            let (x, y) = ([0, 1, -3, 7][n % 4], [5, 0, 2][n % 3]);
            let of = [&mut special, &mut same].map(|it| outcome(it, x, y));
            let [Ok(special), Ok(same)] = of else {
                panic!("seed {seed}: f({x}, {y}): {of:?}\n{wat}")
            };
            assert_eq!(special.0, same.0, "seed {seed}: f({x}, {y})\n{wat}");
            assert!(special.1 == same.1, "seed {seed}: f({x}, {y}): memory differs\n{wat}");
        }
        let total = special.profile().total();
        (versions, waits) = (versions + total.versions, waits + total.waits);
    }
    println!("{count} programs: {versions} versions, {waits} arrivals waited");
    assert!(versions > count / 2 && waits > 0, "{versions} versions, {waits} waits");
}
