//! The text format `.inv` of modules, for dumps and tests.
//!
//! ```text
//! module "name" {
//!   ty0 = func (i32, i32) -> (i32)
//!   rec { ty1 = sub final ty5 struct (i32, mut i8, (ref null ty1)) ty2 = array (mut i16) }
//!   import f0 "env" "log" : ty0 "label"
//!   table t0 : 1..10 funcref               memory m0 : i32 1..16
//!   global g0 : mut i32 = i32.const 0      tag tag0 : ty0
//!   export "main" f1                       start f1
//!   elem elem0 active t0 (i32.const 0) funcs f0, f1
//!   data data0 passive "bytes\00\ff"
//!   func f1 : ty0 "label" {
//!     ctx0 = "inline f3" @1f0
//!   b0(v0: i32, v1: i32):
//!     v2 = i32.add v0, v1                  @1a3
//!     v3 = i32.load v2 offset=8 align=2    @1a7:ctx0
//!     br_if v2, b1(v3), b2 !weights 10 1
//!   b1(v4: i32):
//!     return v4
//!   b2:
//!     unreachable
//!   }
//! }
//! ```
//!
//! - One instruction per line: results, operator, immediates, operands, then the attributes of a memory
//!   access that are not the default (`offset=`, `align=`, `memory=`, `array=`, `order=`). A comment goes
//!   from `;` to the end of the line.
//! - The first block is the entry. Values and blocks keep their numbers; what is dead is not
//!   printed, and leaves a gap. An alias is printed as the value that it stands for.
//! - Types of results are those of [`result_types`](crate::result_types); a result of another
//!   type is printed with it: `v3: (ref ty2) = ...`.
//! - A terminator that makes values for an edge lists them before the target:
//!   `br_on_null v1, b1, [v2] b2(v2)`. Handlers read `catch tag0 [v7] b2(v7)`, `catch_all b3`.
//! - A signature may stand for a type, `func f0 : (i32) -> (i32) {`; its type is found or added.
//! - `ownership f1 result 0 owned, 2 guaranteed` gives the conventions by which a function takes
//!   references, and whether its caller owns its result, for code with `copy_value` and `destroy_value`.
//! - A body that is not lifted is `raw "..."`; its bytes, and those of data segments, are strings.
//!
//! [`parse_module`] and the `Display` of a [`Module`] are inverse except for what the text does
//! not contain (dead entities, instruction numbers, the origin of data): printing a parsed module gives
//! the same text. Both are linear, use no recursion, and any input that does not parse gives
//! a [`ParseError`] with line and column.

mod body;
mod build;
mod lex;
mod parse;
mod print;
mod print_module;
#[cfg(test)]
mod tests;
mod types;

pub use lex::ParseError;
pub use parse::{parse_function, parse_module, parse_verified};
pub(crate) use print::handler_types;
pub use print::{DisplayFunction, DisplayInst, display_op};

#[cfg(doc)]
use crate::Module;
use std::fmt;

/// A quoted string of bytes, escaped where it is not plain text.
struct Quoted<'a>(&'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for chunk in self.0.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    '"' | '\\' => write!(f, "\\{c}")?,
                    '\n' => f.write_str("\\n")?,
                    '\t' => f.write_str("\\t")?,
                    c if c.is_ascii_control() => write!(f, "\\{:02x}", c as u32)?,
                    // Characters that are invisible or change the direction of text are escaped.
                    c if c.is_control() || matches!(c, '\u{200b}'..='\u{206f}' | '\u{feff}') => {
                        write!(f, "\\u{{{:x}}}", c as u32)?;
                    }
                    c => write!(f, "{c}")?,
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\{byte:02x}")?;
            }
        }
        f.write_str("\"")
    }
}
