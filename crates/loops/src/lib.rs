//! Loop optimization on the control-flow graph in SSA form.
//!
//! | module | contents |
//! |---|---|
//! | [`analysis`] | [`shape`](analysis::shape) (loop simplify form: one preheader, one latch, dedicated exits), induction variables, trip counts, value ranges, final values, effects on memory, cost models |
//! | [`transforms`] | [`rotate`](transforms::rotate) (loop rotation), [`licm`](transforms::licm) (loop-invariant code motion), [`scalar_promotion`](transforms::scalar_promotion), [`predictive_commoning`](transforms::predictive_commoning) (loop load elimination), [`deletion`](transforms::deletion) (dead loops, final value replacement), [`idiom`](transforms::idiom) (`memory.fill`, `memory.copy`), [`strength_reduction`](transforms::strength_reduction) with linear function test replacement, [`base_rematerialization`](transforms::base_rematerialization) |
//! | [`versions`] | passes that copy code: [`full_unroll`](versions::full_unroll), [`partial_unroll`](versions::partial_unroll), [`unswitch`](versions::unswitch), [`alias_versioning`](versions::alias_versioning), [`loop_versioning`](versions::loop_versioning) (range check elimination) |
//! | [`check`] | independent checkers of rotation and strength reduction, for tests and debug builds only |
//!
//! Inner loops come first. Irreducible regions are counted and left as they are.

pub mod analysis;
pub mod check;
#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod testing;
pub mod transforms;
pub mod versions;
