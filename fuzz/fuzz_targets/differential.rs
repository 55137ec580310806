//! Modules that wasm-smith derives from the input behave the same before and after optimization.
//!
//! `cargo fuzz run -s none differential -- -len_control=0`
#![no_main]

use invar_tests::generated::{Kind, check, smith};
use invar_generate::Random;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u64, &[u8])| {
    let (seed, bytes) = input;
    let mut random = Random::new(seed);
    let kind = Kind::of(seed);
    if matches!(kind, Kind::Program | Kind::Arrays | Kind::Checked) {
        return;
    }
    let Some(wasm) = smith(kind, &mut random, bytes) else { return };
    let settings = kind.settings(seed);
    let setting = settings[random.below(settings.len())];
    if let Err(defect) = check(&wasm, &[setting], seed) {
        panic!("{}: {}", defect.setting, defect.what);
    }
});
