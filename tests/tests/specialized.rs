//! Tracks that a specialized version of a function behaves as the function does for the constants of the
//! version: on generated programs, whose promises are true.
//!
//! `INVAR_GENERATED=100000` sets the number of programs.

use invar::unstable::OptimizerExt;
use invar::{Level, Optimizer};
use invar_filetests::special::{Call, special};
use invar_generate::staged::staged;
use invar_tests::differ::compare;

#[test]
fn specialized_versions_do_the_same() {
    let count = std::env::var("INVAR_GENERATED").ok().and_then(|count| count.parse().ok());
    let first: u64 =
        std::env::var("INVAR_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count: u64 = count.unwrap_or(100);
    let plain = Optimizer::new(Level::O0).names(true).threads(1);
    let (mut made, mut evaluated, mut generic, mut returned) = (0, 0u64, 0, 0);
    let mut dispatched = 0;
    let mut failures = Vec::new();
    for seed in first..first + count {
        let program = staged(seed);
        let wasm = wat::parse_str(&program.wat).expect("text");
        let (module, _) = plain.run_to_ir(&wasm).expect("it is valid");
        let call = Call::parse(&program.call).expect("a call");
        let (version, text) = match special(&module, &call) {
            Ok(result) => result,
            // Some programs annotate one variable in two ways, or keep too many constant.
            Err(error)
                if error.contains("annotations of one variable differ")
                    || error.contains("the code stays generic") =>
            {
                continue;
            }
            Err(error) => {
                failures.push(format!("seed {seed}: {error}"));
                continue;
            }
        };
        let counted = text.lines().find(|line| line.contains(" versions (")).expect("counters");
        let number = |before: &str| -> u64 {
            let (text, _) = counted.split_once(before).expect("a counter");
            text.rsplit([' ', '(']).next().and_then(|text| text.parse().ok()).expect("a number")
        };
        evaluated += u64::from(number(" evaluated") > 0);
        generic += u64::from(number(" generic)") > 0);
        dispatched += u64::from(counted.contains(" dispatched"));
        made += 1;
        let mut stripped = module;
        invar_stage::annotations::strip_all(&mut stripped);
        let before = plain.run_module(stripped).expect("it is written").wasm;
        let after = plain.run_module(version.clone()).expect("it is written").wasm;
        let optimizer = Optimizer::new(Level::O3).guard(false).threads(1).verify(true).strict(true);
        let optimized = optimizer.run_module(version).expect("it is optimized").wasm;
        match compare(&before, &[&after, &optimized], seed) {
            Ok(tally) => returned += tally.values,
            Err(difference) => {
                failures.push(format!(
                    "seed {seed}, variant {}: {}",
                    difference.variant, difference.what
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{} defects:\n{}", failures.len(), failures.join("\n"));
    assert!(made > count / 2, "only {made} of {count} were made");
    assert!(evaluated > made / 2 && generic > made / 50, "{evaluated} and {generic} of {made}");
    assert!(dispatched > made / 200, "{dispatched} of {made} have dispatches");
    assert!(returned > made as usize, "only {returned} calls returned");
}
