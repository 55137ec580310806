//! Any input gives an error or a module that validates.
//!
//! With a corpus of modules: `cargo fuzz run -s none bytes FOLDER`.
#![no_main]

use invar_filetests::optimize::{Failure, Setting, optimize, validate_accepted};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|wasm: &[u8]| {
    // The input is the module and nothing else, so that modules can serve as the corpus.
    let setting = Setting::ALL[wasm.len() % Setting::ALL.len()];
    match optimize(setting, wasm) {
        Ok(_) => validate_accepted(wasm).expect("what was optimized is valid"),
        Err(Failure::Refused(_)) => {}
        Err(failure) => panic!("{setting}: {failure}"),
    }
});
