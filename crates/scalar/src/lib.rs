//! Scalar optimization on the control-flow graph.
//!
//! | pass | what it does |
//! |---|---|
//! | [`mod@unreachable`] | removes blocks that the entry does not reach |
//! | [`fold`] | constant folding, algebraic simplification |
//! | [`branch_facts`] | decides branches and comparisons by dominating branches |
//! | [`simplify_cfg`] | folds branches, threads jumps, joins blocks |
//! | [`ssa_cleanup`] | removes redundant block parameters (redundant phis) |
//! | [`gvn`] | global value numbering along the dominator tree |
//! | [`switch_formation`] | turns chains of comparisons into jump tables |
//! | [`tail_merging`] | merges equal blocks (tail merging) |
//! | [`dce`] | dead code elimination |
//! | [`cast_elim`] | redundant cast elimination: tests, casts and branches that types of references decide |
//! | [`custom_rule`] | applies a rewrite rule of the library's user |
//!
//! Each pass takes a function in SSA form and leaves one, with no uses of aliases left; each is near
//! linear in the function's size, uses no recursion on its depth, and gives the same result for
//! the same input. None adds a trap, drops an effect, or duplicates work beyond a tiny block.
//!
//! ```
//! use invar_analysis::{Fuel, Goals, PassContext, Summaries};
//! use invar_ir::{Body, Func, parse_verified};
//! use invar_scalar::{dce, fold};
//!
//! let module = parse_verified(
//!     "module {
//!        func f0 : (i32) -> (i32) {
//!        b0(v0: i32):
//!          v1 = i32.const 0
//!          v2 = i32.add v0, v1
//!          return v2
//!        }
//!      }",
//! )?;
//! let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("it has a body") };
//! let mut function = function.clone();
//! let (fuel, summaries) = (Fuel::unlimited(), Summaries::default());
//! let mut cx = PassContext::new(&module, Goals::default(), &fuel, &summaries);
//! let folded = fold::run(&mut function, &mut cx, &fold::Config::default()).folded;
//! let removed = dce::run(&mut function, &mut cx, &dce::Config::default());
//! // `v2` is `v0`, and the constant is unused.
//! assert_eq!((folded.values, removed.insts), (1, 1));
//! # Ok::<(), invar_ir::ParseError>(())
//! ```

pub mod branch_facts;
pub mod cast_elim;
pub mod custom_rule;
pub mod dce;
pub mod fold;
pub mod gvn;
pub mod simplify_cfg;
pub mod ssa_cleanup;
pub mod switch_formation;
pub mod tail_merging;
pub mod unreachable;
