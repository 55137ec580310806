//! Memory optimization on the control-flow graph: memory, globals and stack frames become values.
//!
//! | pass | what it does |
//! |---|---|
//! | [`load_elim`] | eliminates loads that are redundant, or partially so, where paths meet |
//! | [`dead_store_elim`] | removes stores that are overwritten before they may be observed |
//! | [`mem2reg`] | promotes shadow-stack slots to values |
//! | [`scalar_replacement`] | replaces the fields of objects that do not escape by values |
//! | [`private_memory`] | promotes memory that a program promises to access through one pointer only |
//! | [`globals`] | replaces reads of constant globals |
//!
//! Each pass takes a function in SSA form and leaves one, with no uses of aliases left; each is near
//! linear in the function's size, uses no recursion on its depth, and gives the same result for
//! the same input. None adds a trap or drops an effect that can be observed. Alias queries are
//! answered by `invar_ir`; forwarding along dominators is part of value numbering (`gvn` of crate `scalar`).
//!
//! ```
//! use invar_analysis::{Fuel, Goals, PassContext, Summaries};
//! use invar_ir::{Body, Func, parse_verified};
//! use invar_memory::load_elim::{self, Config};
//!
//! let module = parse_verified(
//!     "module {
//!        memory m0 : i32 1..
//!        func f0 : (i32, i32) -> (i32) {
//!        b0(v0: i32, v1: i32):
//!          i32.store v0, v1
//!          br_if v1, b1, b2
//!        b1:
//!          v2 = i32.load v0
//!          return v2
//!        b2:
//!          return v0
//!        }
//!      }",
//! )?;
//! let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("it has a body") };
//! let mut function = function.clone();
//! let (fuel, summaries) = (Fuel::unlimited(), Summaries::default());
//! let mut cx = PassContext::new(&module, Goals::default(), &fuel, &summaries);
//! let stats = load_elim::run(&mut function, &mut cx, &Config::default());
//! // The load gives `v1`.
//! println!("{stats:?}");
//! assert!(function.display(&module).to_string().contains("return v1"));
//! # Ok::<(), invar_ir::ParseError>(())
//! ```

pub mod dead_store_elim;
pub mod globals;
pub mod load_elim;
pub mod mem2reg;
mod offsets;
mod param_access;
pub mod private_memory;
pub mod scalar_replacement;

pub use param_access::{param_accesses, recursive_param_accesses};
