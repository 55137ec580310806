//! Modules that wasm-smith derives from the input behave the same before and after optimization, on wasmtime:
//! `invar_filetests::fuzz::differential`.
//!
//! `cargo fuzz run -s none differential fuzz/corpus/differential fuzz/seeds/differential -- -len_control=0`
#![no_main]

use invar_tests::differ::Wasmtime;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    if let Err(defect) = invar_filetests::fuzz::differential(&Wasmtime, input) {
        panic!("{defect}");
    }
});
