//! Programs with a runtime that counts references and has no names, made from a seed.
//!
//! The runtime is that of AssemblyScript as its compiler ships it: an allocator, counts before the objects, possible
//! roots of cycles, a visitor of members. Only four functions are exported. It is recognized by its shape
//! (`runtimes/shapes.rs` of crate `arc`), if nothing that it does can be seen by the program. Most programs have
//! *hooks*, as of a `__finalize` that was inlined: statements in some function of the runtime that write to memory or
//! a global, call the program, the host or its allocator, or abort. The addresses that they write to are constants,
//! globals, fields, parameters, what was loaded or what the allocator returns, and sums of these.
//!
//! The program looks at its own memory, its globals and its objects while they live, between retains and releases. It
//! never looks at counts, free blocks or objects that are gone. So a change is one of what it can observe: the calls
//! of the host, results, and traps.

mod hooks;
mod program;

use crate::Random;
use hooks::Hooks;
use program::Program;

/// The runtime, with words in capitals where hooks are.
const RUNTIME: &str = include_str!("shapes/runtime.wat");

/// The text of a module of a seed. Names are for readers: see [`without_names`].
pub fn shapes(random: &mut Random) -> String {
    let hooks = Hooks::new(random);
    let mut text = hooks.place(random, RUNTIME);
    text += &hooks.functions;
    let functions = 1 + random.below(3);
    for index in 0..functions {
        text += &Program::new(random, &hooks).function(index);
    }
    text + ")\n"
}

/// A module without its custom sections, so that nothing has a name. Panics if it is none.
pub fn without_names(wasm: &[u8]) -> Vec<u8> {
    let mut out = wasm[..8].to_vec();
    let mut at = 8;
    while at < wasm.len() {
        let (id, start) = (wasm[at], at);
        let (mut size, mut shift) = (0, 0);
        at += 1;
        loop {
            let byte = wasm[at];
            at += 1;
            size |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        at += size;
        if id != 0 {
            out.extend(&wasm[start..at]);
        }
    }
    out
}
