//! Any input gives an error, or a module that is valid: `invar_filetests::fuzz::bytes`.
//!
//! The input is a module: `cargo fuzz run -s none bytes fuzz/corpus/bytes fuzz/seeds/bytes`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    if let Err(defect) = invar_filetests::fuzz::bytes(input) {
        panic!("{defect}");
    }
});
