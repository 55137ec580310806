//! ARC optimization on ownership SSA: retains and releases that a program does not need are removed by set operations
//! on ownership regions (specification *topological ARC optimization*).
//!
//! | room | modules |
//! |---|---|
//! | [`runtimes`] | tables of reference-counting runtimes and the functions of a module they mean; calls raised to ownership operators and lowered again |
//! | [`ownership`] | ownership analysis: RC identity, ownership regions and levels, by dataflow in both directions; the ownership verifier; proofs that an object is owned |
//! | [`transform`] | operations on one function: redundant copy elimination by union and cartesian join ([`plan`](transform::plan)), owned to guaranteed ([`borrow`](transform::borrow)), retain/release pairing by [`intersection`](transform::intersection), lifetime extension, release sinking, allocations at +1; [`function`](transform::function) puts them in order |
//! | `delayed_retains` | copies that are pending until something may be released, so that a destroy may meet them first |
//! | [`interprocedural`] | calling conventions: owned and guaranteed parameters, owned (+1) and unowned (+0) results |
//! | [`module`] | a whole module: conventions first, then each function |
//!
//! Terms, as in Swift's ownership SSA:
//!
//! | term | meaning |
//! |---|---|
//! | copy, destroy | the operators `copy_value` (retain, +1) and `destroy_value` (release, -1) |
//! | object | an RC identity: a value, its copies, and block parameters that only ever receive it; the *root* stands for it |
//! | take, consuming use | a use that ends ownership of its operand: an owned argument, a store that takes over, a return |
//! | level | how many ownerships of an object the function holds at a point; where it is one or more is an *ownership region*, the object's lifetime as far as the function maintains it |
//! | web | objects that pass ownership to each other through block parameters |
//! | guaranteed | kept alive by somebody else (a borrow scope, a caller) for as long as it is used |
//! | held, +0 | owned by somebody else at the return: the caller copies what it needs for longer |
//! | barrier | an instruction that may release something, or test a count |
//! | dead end | a block from which only a trap can be reached: leaks are allowed there |
//!
//! A runtime is described by a table; the functions of a module that it means are found by their names or bodies.
//!
//! ```
//! use invar_arc::runtimes::table::Table;
//! use invar_ir::parse_verified;
//!
//! let table = Table::parse(
//!     r#"
//!     [runtime]
//!     name = "mine"
//!     [retain]
//!     names = ["retain"]
//!     [release]
//!     names = ["release"]
//!     "#,
//! )?;
//! let module = parse_verified(
//!     r#"module {
//!          import f0 "env" "retain" : (i32) -> () "retain"
//!          import f1 "env" "release" : (i32) -> () "release"
//!        }"#,
//! ).expect("a module");
//! assert!(table.find(&module).is_some());
//! assert!(table.find(&parse_verified("module {}").expect("a module")).is_none());
//! # Ok::<(), String>(())
//! ```

mod delayed_retains;
pub mod interprocedural;
pub mod module;
pub mod ownership;
pub mod runtimes;
mod stats;
pub mod transform;
