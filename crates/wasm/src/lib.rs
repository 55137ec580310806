//! Reads WebAssembly into Invar's IR and writes it back.
//!
//! [`read`] gives the module with its bodies as they were; [`Lifter::lift`] brings a body into
//! SSA form; [`lower`] structures a function in SSA form into WebAssembly code; [`write()`] encodes
//! a module.
//!
//! ```
//! use invar_ir::entities::SecondaryMap;
//! use invar_ir::Func;
//! use invar_wasm::{Target, WriteOptions, lower, read, write};
//!
//! // A function that adds 1 and 2.
//! # let wasm: &[u8] = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
//! let (module, lifter) = read(wasm.into())?;
//! let func = Func::from_u32(0);
//! let function = lifter.lift(&module, func).expect("it can be lifted");
//! println!("{}", function.display(&module));
//!
//! let mut codes = SecondaryMap::new();
//! codes[func] = Some(lower(&module, function, Target::default()).expect("it can be lowered"));
//! assert_eq!(write(&module, &codes, &WriteOptions::default()), wasm);
//! # Ok::<(), invar_wasm::ReadError>(())
//! ```

pub mod component;
pub mod customs;
pub mod limits;
mod read;
pub mod types;
mod validate;
mod write;

pub use read::*;
pub use validate::{Invalid, validate};
pub use write::*;
