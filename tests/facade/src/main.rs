//! Optimizes a module and prints what was done; `crates/invar/tests/facade.rs` compiles and runs it.
//!
//! Only the stable interface of the library is used. `signatures` names all of it, with full types.

mod signatures;

use invar::{Error, Feature, Level, Optimizer, Options, Pass, Strip};

/// `(module (func (export "f") (result i32) i32.const 1 i32.const 2 i32.add))`
const ADD: &[u8] = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\
    \x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";

fn main() -> Result<(), Error> {
    signatures::hold();
    let options = Options::new(Level::O3)
        .threads(1)
        .remarks(true)
        .strip(Strip::default().producers(true))
        .enable(Feature::BulkMemory)
        .without(Pass::Gvn);
    let output = Optimizer::with_options(options).run(ADD)?;
    let report = &output.report;
    println!("{} bytes -> {} bytes", report.input.bytes, output.wasm.len());
    for pass in report.passes.iter().filter(|pass| pass.counters.iter().any(|it| it.1 > 0)) {
        println!("{}: {:?}", pass.name, pass.counters);
    }
    let error = Optimizer::default().run(&ADD[..20]).expect_err("it is cut off");
    println!("offset {:?}: {}", error.offset(), error.message());
    Ok(())
}
