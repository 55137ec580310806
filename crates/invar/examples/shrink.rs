//! The example of the README: makes a module smaller. A test checks that both are the same.

use invar::{Level, Optimizer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wasm = std::fs::read("docs/book/examples/words-rust.wasm")?;
    let output = Optimizer::new(Level::Oz).run(&wasm)?;
    println!("{} bytes -> {} bytes", output.report.input.bytes, output.report.output.bytes);
    std::fs::write("target/small.wasm", output.wasm)?;
    Ok(())
}
