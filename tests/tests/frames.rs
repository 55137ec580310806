//! Tracks that programs with frames on a shadow stack behave the same before and after
//! `--assume-stack-abi`, whose promise they keep: at -O1, -O3 and -Oz, at -O3 without inlining, after `mem2reg`
//! and inlining alone, and after some passes in any order.
//!
//! `INVAR_FRAMES=100000` sets the number of programs, `INVAR_SEED` the first seed.

use invar::Pass;
use invar_filetests::optimize::Setting;
use invar_generate::Random;
use invar_generate::frames::frames;
use invar_tests::generated::{check, report};

/// Without clean-up passes, so that frames of several inlined bodies are in one function.
const ALONE: &[Pass] = &[
    Pass::Unreachable,
    Pass::SsaCleanup,
    Pass::Globals,
    Pass::Inline,
    Pass::SsaCleanup,
    Pass::Mem2Reg,
];

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn programs_with_frames_behave_as_before() {
    let (count, first) = (number("INVAR_FRAMES", 300), number("INVAR_SEED", 0));
    let mut failures = Vec::new();
    let (mut ran, mut values) = (0, 0);
    for seed in first..first + count {
        let text = frames(&mut Random::new(seed));
        let wasm = wat::parse_str(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let mut settings = Setting::generated(seed).to_vec();
        settings.push(Setting::passes(ALONE));
        settings.iter_mut().for_each(|setting| *setting = setting.stack_abi());
        match check(&wasm, &settings, seed) {
            Ok(checked) => {
                ran += checked.tally.ran;
                values += checked.tally.values;
            }
            Err(defect) => {
                failures.push(report(&format!("frames-{seed}"), seed, &wasm, &defect));
            }
        }
    }
    assert!(failures.is_empty(), "{} defects:\n{}", failures.len(), failures.join("\n"));
    // A generator of programs that cannot run would pass the above.
    assert!(ran as u64 > count / 2, "only {ran} of {count} programs ran");
    assert!(values as u64 > count, "only {values} calls returned");
}
