//! How large an output may be.

use invar::{Level, Optimizer};

/// At -O2 an output is not larger than its input. Where one would be, even with what grew for speed given back, the module
/// is optimized for size, not given up.
#[test]
fn what_is_too_large_for_speed_is_optimized_for_size() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/objects/boxed.wat");
    let input = wat::parse_file(path).expect("the program is there");
    // Without names, which are dropped.
    let plain = Optimizer::new(Level::O0).run(&input).expect("it is valid").wasm;
    let output = Optimizer::new(Level::O2).run(&plain).expect("it is valid");
    assert!(output.wasm.len() <= plain.len());
    assert!(output.report.hints.iter().any(|hint| hint.contains("optimized for size")));
    assert!(!output.report.input_kept && output.report.functions.rewritten > 0);
}
