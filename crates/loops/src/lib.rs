//! Passes on loops, over the control-flow graph in SSA form.
//!
//! - [`shape`]: each natural loop gets one preheader, one latch and dedicated exits;
//! - [`rotate`]: a loop that tests at its top tests before it and at its bottom;
//! - [`licm`]: what does not change in a loop is computed before it;
//! - [`carry`]: what one iteration loads or stores and the next one loads is handed on;
//! - [`promote`]: cells that a loop reads and writes are values in it;
//! - [`delete`]: loops without effect that end are removed, final values get closed forms;
//! - [`idiom`]: loops that fill or copy memory become one operator;
//! - [`unroll`]: loops of few iterations become copies of their body;
//! - [`partial`]: loops of many iterations do several of them at a time;
//! - [`unswitch`]: branches on what does not change are taken before the loop;
//! - [`disambiguate`]: variables in memory that others might touch are values in a loop, under a test;
//! - [`version`]: range checks and loads that hardly change leave a loop, under a test;
//! - [`bases`]: constant addresses stay in their parameters where loops add them to scaled indices;
//! - [`induction`]: multiplications of induction variables become additions.
//!
//! Inner loops come first. Irreducible regions are counted and left as they are.

pub mod bases;
pub mod carry;
pub mod check;
mod clone;
pub mod delete;
pub mod disambiguate;
mod finals;
mod first;
mod guards;
pub mod idiom;
pub mod induction;
mod irregular;
pub mod licm;
mod memory;
pub mod partial;
mod profit;
pub mod promote;
pub mod ranges;
mod room;
pub mod rotate;
pub mod shape;
mod test;
pub mod trips;
pub mod unroll;
pub mod unswitch;
pub mod version;
