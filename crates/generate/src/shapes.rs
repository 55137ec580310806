//! Programs with a runtime that counts references and has no names, made from a seed.
//!
//! The runtime is like that of AssemblyScript as its compiler ships it: an allocator, counts before the objects, a list
//! of possible roots of cycles that grows, a visitor of members, a collector of cycles. Only four functions are exported,
//! the collector among them, which the program calls as well. It is recognized by its shape
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

/// The names by which AssemblyScript's runtime is known, for those of ours.
const NAMES: [(&str, &str); 23] = [
    ("initialize", "~lib/rt/tlsf/initialize"),
    ("free", "~lib/rt/tlsf/freeBlock"),
    ("allocate", "~lib/rt/tlsf/allocateBlock"),
    ("inside", "~lib/rt/tlsf/inside"),
    ("new", "~lib/rt/pure/__new"),
    ("retain", "~lib/rt/pure/__retain"),
    ("release", "~lib/rt/pure/__release"),
    ("decrement", "~lib/rt/pure/decrement"),
    ("finalize", "~lib/rt/pure/finalize"),
    ("append", "~lib/rt/pure/appendRoot"),
    ("grow", "~lib/rt/pure/growRoots"),
    ("copy", "~lib/memory/memory.copy"),
    ("visit_members", "~lib/rt/__visit_members"),
    ("visit", "~lib/rt/pure/__visit"),
    ("color", "~lib/rt/pure/color"),
    ("paint", "~lib/rt/pure/paint"),
    ("mark_gray", "~lib/rt/pure/markGray"),
    ("scan_black", "~lib/rt/pure/scanBlack"),
    ("scan", "~lib/rt/pure/scan"),
    ("collect_white", "~lib/rt/pure/collectWhite"),
    ("collect", "~lib/rt/pure/__collect"),
    ("abort", "~lib/builtins/abort"),
    ("root", "~lib/rt/tlsf/ROOT"),
];

/// The text of a module of functions that use the runtime (`$new`, `$retain`, `$release`, `$collect`, and the import
/// `$log`), without hooks, its functions named as a table knows them. The text has to have `$callback`, which is in
/// the table.
pub fn runtime_with(functions: &str) -> String {
    let mut text = RUNTIME.to_string();
    for word in ["GLOBALS", "FINALIZE", "FREES", "APPEND", "MEMBERS", "VISIT", "ALLOCATES"] {
        text = text.replacen(&format!(" {word}\n"), "\n", 1);
    }
    text = text.replacen("INSIDE", "(local.get $x)", 1) + functions + ")\n";
    let mut out = String::new();
    for (n, part) in text.split('$').enumerate() {
        let end = part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let known = NAMES.iter().find(|(ours, _)| n > 0 && *ours == name);
        out += if n > 0 { "$" } else { "" };
        out += known.map_or(name, |known| known.1);
        out += rest;
    }
    out
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
