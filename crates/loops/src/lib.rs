//! Loop optimization on the control-flow graph in SSA form.
//!
//! | module | contents |
//! |---|---|
//! | [`analysis`] | [`shape`](analysis::shape) (loop simplify form: one preheader, one latch, dedicated exits), induction variables, trip counts, value ranges, final values, effects on memory, cost models |
//! | [`transforms`] | [`rotate`](transforms::rotate) (loop rotation), [`licm`](transforms::licm) (loop-invariant code motion), [`narrow_counters`](transforms::narrow_counters) (64-bit counters of which the low half is used), [`scalar_promotion`](transforms::scalar_promotion), [`predictive_commoning`](transforms::predictive_commoning) (loop load elimination), [`deletion`](transforms::deletion) (dead loops, final value replacement), [`idiom`](transforms::idiom) (`memory.fill`, `memory.copy`), [`strength_reduction`](transforms::strength_reduction) with linear function test replacement, [`offset_folding`](transforms::offset_folding) (constants in addresses become immediate offsets) |
//! | [`versions`] | passes that copy code: [`full_unroll`](versions::full_unroll), [`partial_unroll`](versions::partial_unroll), [`peel`](versions::peel), [`unswitch`](versions::unswitch), [`alias_versioning`](versions::alias_versioning), [`loop_versioning`](versions::loop_versioning) (range check elimination) |
//!
//! Inner loops come first. Irreducible regions are counted and left as they are. Loads are hoisted out of loops by
//! `licm`, `scalar_promotion` and `loop_versioning` (and by the code motion of crate `graph`). Passes that copy blocks
//! restore SSA form by `repair_ssa` of crate `analysis`.
//!
//! ```
//! use invar_analysis::{Fuel, Goals, PassContext, Summaries};
//! use invar_ir::{Body, Func, parse_verified};
//! use invar_loops::transforms::licm;
//!
//! let module = parse_verified(
//!     "module {
//!        func f0 : (i32, i32) -> (i32) {
//!        b0(v0: i32, v1: i32):
//!          jump b1(v0)
//!        b1(v2: i32):
//!          v3 = i32.mul v0, v1
//!          v4 = i32.sub v2, v3
//!          br_if v4, b1(v4), b2
//!        b2:
//!          return v4
//!        }
//!      }",
//! )?;
//! let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("it has a body") };
//! let mut function = function.clone();
//! let (fuel, summaries) = (Fuel::unlimited(), Summaries::default());
//! let mut cx = PassContext::new(&module, Goals::default(), &fuel, &summaries);
//! licm::run(&mut function, &mut cx, &licm::Config::default());
//! // The product does not change in the loop.
//! let home = function.inst_blocks();
//! let product = function.live_blocks().flat_map(|block| &function.blocks[block].insts);
//! let product = product.copied().find(|&inst| function.insts[inst].op == invar_ir::Op::I32Mul);
//! let block = home[product.expect("it is there")].expect("it is in a block");
//! let cfg = cx.analyses.cfg(&function);
//! assert!(!cx.analyses.loops(&function).loops.values().any(|of| of.header == block));
//! # let _ = cfg;
//! # Ok::<(), invar_ir::ParseError>(())
//! ```

#[cfg(test)]
mod address_tests;
pub mod analysis;
#[cfg(test)]
mod claim_tests;
#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod testing;
pub mod transforms;
pub mod versions;
