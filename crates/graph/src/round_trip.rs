//! The round trip: construction and lowering, with no pass in between and no comparison of the
//! result. It measures the cost of the representation itself; no optimization level runs it.

use crate::nodes::common;
use crate::{code_motion, pass, redirect};
use invar_analysis::PassContext;
use invar_ir::Function;

pub use crate::pass::Stats;

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let redirect = redirect::Config::NONE;
    let common = common::Config { pure: false, loads: false, stores: false };
    let motion = code_motion::Config::NONE;
    let config = pass::Config {
        reduce: false,
        common,
        redirect,
        dead: false,
        motion,
        always_lower: true,
        compare: false,
    };
    pass::run(function, cx, &config)
}
