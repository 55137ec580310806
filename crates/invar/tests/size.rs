//! How large an output may be.

use invar::{Feature, Level, Optimizer};
use std::fmt::Write;

/// At -O2 an output is not larger than its input. Where one would be, even with what grew for speed given back, the
/// module is optimized for size, not given up.
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

/// Where not all loops of a module can be vectorized within the limit of growth, as many are as fit: first their
/// unrolled copies are given back, then whole vector loops.
#[test]
fn as_many_loops_are_vectorized_as_fit() {
    let functions = 64;
    let mut text = "(module (memory 1)".to_owned();
    for n in 0..functions {
        // Four arrays: a[i] = n ^ (a[i] + b[i])
        let statements: String = (0..4)
            .map(|k| {
                let at = k * 4096;
                format!(
                    "(i32.store offset={at} (local.get $a) (i32.xor (i32.const {n})
                       (i32.add (i32.load offset={at} (local.get $a)) (i32.load offset={at} (local.get $b)))))"
                )
            })
            .collect();
        write!(
            text,
            "(func (export \"f{n}\") (param $a i32) (param $b i32) (param $n i32)
               (if (i32.gt_s (local.get $n) (i32.const 0)) (then (loop $next
                 {statements}
                 (local.set $a (i32.add (local.get $a) (i32.const 4)))
                 (local.set $b (i32.add (local.get $b) (i32.const 4)))
                 (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))))"
        )
        .expect("a string takes all");
    }
    text.push(')');
    // Without names, which are dropped.
    let plain = Optimizer::new(Level::O0).run(&wat::parse_str(&text).expect("it is well-formed"));
    let input = plain.expect("it is valid").wasm;
    let optimizer = Optimizer::new(Level::O3).enable(Feature::Simd);
    let output = optimizer.run(&input).expect("it is valid").wasm;
    let text = wasmprinter::print_bytes(&output).expect("it is valid");
    let vectorized = text.split("(func ").filter(|func| func.contains("v128.store")).count();
    let (size, most) = (output.len(), input.len() + input.len() / 16 + 16384);
    assert!(size <= most && size > most * 3 / 4, "{size} bytes of {most}");
    assert!(vectorized > 15 && vectorized < functions, "{vectorized}");
}
