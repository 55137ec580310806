//! The trip alone: construction and lowering, nothing in between, and no comparison. To measure
//! what the trip itself costs; in no level.

use crate::nodes::common;
use crate::{code_motion, pass, redirect};
use invar_ir::{Function, PassContext};

pub use crate::pass::Stats;

/// There is nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let ivr = redirect::Config { gamma: false, theta: false, theta_gamma: false, call: false };
    let share = common::Config { pure: false, loads: false, stores: false };
    let motion = code_motion::Config::NONE;
    let config = pass::Config {
        reduce: false,
        share,
        ivr,
        dead: false,
        motion,
        always_lower: true,
        compare: false,
    };
    pass::run(function, cx, &config)
}
