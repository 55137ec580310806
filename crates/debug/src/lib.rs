//! Debug information of optimized modules: source maps and DWARF that say where each operator of an output came from,
//! and stacks of engines read with them.
//!
//! The optimizer gives [`Locations`](invar_ir::Locations): for each operator of its output, an offset in the input
//! and the inlined calls around it. What is here is a client of that: [`translate()`] makes the map of the output
//! from the map of the input. [`Symbolizer`] answers which functions and lines an offset stands for, and [`trace`]
//! finds the offsets in what engines print.
//!
//! | module | contents |
//! |---|---|
//! | [`source_map`] | source maps as ECMA-426 has them: reading, writing, looking up |
//! | [`translate()`] | the map of an output |
//! | [`inlined`] | inlined calls, beside the mappings; in a map, they are its field `scopes` |
//! | [`dwarf`] | the DWARF of an output; lines and frames by it |
//! | [`files`] | how many bytes of code are from which source file |
//! | [`module`] | what a module says: bodies, names, where its map is |
//! | [`symbolize`], [`trace`] | from offsets and stack traces to functions and lines |

pub mod dwarf;
pub mod files;
pub mod inlined;
pub mod module;
mod scopes;
pub mod source_map;
pub mod symbolize;
pub mod trace;
mod translate;
mod vlq;

pub use module::ModuleInfo;
pub use source_map::{MapError, SourceMap};
pub use symbolize::{Frame, Symbolizer};
pub use translate::translate;
