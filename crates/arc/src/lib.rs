//! Reference counts removed by set operations on ownership regions (specification *topological ARC
//! optimization*).
//!
//! | room | modules |
//! |---|---|
//! | [`runtimes`] | tables of reference-counting runtimes and the functions of a module they mean; calls raised to ownership operators and back |
//! | [`ownership`] | ownership analysis: the objects of a function, regions, levels of ownership at each point; the verifier of the ownership rules; proofs that an object is owned |
//! | [`transform`] | operations on one function: union and cartesian join ([`plan`](transform::plan)), owned to guaranteed ([`borrow`](transform::borrow)), [`intersection`](transform::intersection) and lifetime extension, release sinking, allocations born owned; [`function`](transform::function) puts them in order |
//! | `delayed_retains` | copies that are pending until something may be released, so that a destroy may meet them first |
//! | [`interprocedural`] | conventions between functions: owned, guaranteed and taken parameters, owned results |
//! | [`module`] | a whole module: conventions first, then each function |

mod delayed_retains;
pub mod interprocedural;
pub mod module;
pub mod ownership;
pub mod runtimes;
mod stats;
pub mod transform;
