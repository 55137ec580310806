use super::{Config, run};
use invar_generate::testing::{long_block, nest, with_context};

#[test]
fn large_functions_without_references() {
    for (module, mut function) in [long_block(100_000), nest(20_000)] {
        with_context(&module, |cx| run(&mut function, cx, &Config::default()));
    }
}
