//! Functions in SSA form are valid after each of some passes, and do the same after them, on the interpreter:
//! `invar_filetests::fuzz::passes`.
//!
//! `cargo fuzz run -s none passes fuzz/corpus/passes fuzz/seeds/passes`
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    if let Err(defect) = invar_filetests::fuzz::passes(input) {
        panic!("{defect}");
    }
});
