//! Asyncify: functions that can be left in the middle of a call and entered there again.
//!
//! A host, or a scheduler in the module, calls `asyncify_start_unwind`; from then on each function on the stack
//! stores what it needs and returns. Later `asyncify_start_rewind` and a call of the outermost function bring the
//! stack back. The interface is that of Binaryen's pass of this name: two globals, state (0 normal, 1 unwinding, 2
//! rewinding) and data (a pointer to the position and the end of a stack in memory that grows upwards), and five
//! exported functions.
//!
//! | module | what it does |
//! |---|---|
//! | `names` | lists of functions and imports, with wildcards |
//! | `suspending` | which functions can be on the stack at an unwind |
//! | `sites` | the calls of a function that may suspend, each at the end of a block; what is live behind them |
//! | `slots` | places of values in the frame of a function |
//! | `resumption` | a function with the code for unwinding and rewinding |
//! | `interface` | globals, functions and exports |
//!
//! Functions are changed in SSA form, and lowered again; all others are copied. Code that runs while nothing is
//! suspended has three additions: one test of the state where a function is entered, one behind each call that may
//! suspend, and one in the header of each loop with such a call. A test is two operators, as a function is entered
//! with a state other than 0 only to be rewound, and a call returns with such a state only to unwind.
//!
//! Limits, each an error that names the function: references cannot be stored in memory, so none may be live across a
//! call that may suspend (behind a call in an exception handler that throws the exception again, an unwind traps); a
//! function that is not lifted or lowered (stack switching, limits of engines) cannot be changed.
//!
//! Cost: near-linear in the functions that are changed and in the values that are live across their calls. These are
//! changed in parallel.

mod interface;
mod names;
mod resumption;
mod sites;
mod slots;
mod suspending;

use crate::Error;
use crate::write::Moved;
use interface::Interface;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::wasmparser::{Parser, Payload};
use invar_ir::{Body, CodeLocations, Func, Keep, Module};
use invar_wasm::{Code, Lifter, Target, WriteOptions};
use rayon::prelude::*;
use suspending::Suspending;

/// What to change, and how: the arguments of Binaryen's pass.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Asyncify {
    /// Imports that may suspend, as `module.name` with wildcards; `None` for all.
    pub imports: Option<Vec<String>>,
    /// Calls through tables and references do not suspend.
    pub ignore_indirect: bool,
    /// Functions that are not changed, and whose calls do not suspend; with wildcards, as all lists of functions.
    pub remove: Vec<String>,
    /// Functions that are changed, with their calls through tables.
    pub add: Vec<String>,
    /// The only functions that are changed.
    pub only: Vec<String>,
    /// The callers of functions in `add` are changed, too.
    pub propagate_add: bool,
    /// Functions that are not changed trap if the state changes in a call.
    pub asserts: bool,
    /// Calls in exception handlers that cannot suspend are not checked.
    pub ignore_unwind_from_catch: bool,
    /// Tells why functions are changed.
    pub verbose: bool,
    /// The two globals are imported from `env`.
    pub import_globals: bool,
    /// The two globals are exported.
    pub export_globals: bool,
    /// The export of the memory for the stack, if there are several memories.
    pub memory: Option<String>,
    /// The pages of a memory that is added for the stack.
    pub secondary_memory: Option<u64>,
}

/// What comes of the change.
pub(crate) struct Asyncified {
    /// The module.
    pub wasm: Vec<u8>,
    /// What is to be printed.
    pub text: String,
    /// What is to be warned of.
    pub warnings: Vec<String>,
    /// Where code is now.
    pub moved: Moved,
}

/// Changes a valid module.
pub(crate) fn run(how: &Asyncify, wasm: &[u8], moves: bool) -> Result<Asyncified, Error> {
    let (mut module, lifter) =
        invar_wasm::read(wasm.into()).map_err(|error| Error::new(error.to_string()))?;
    let (mut text, mut warnings) = (String::new(), Vec::new());
    let suspending = Suspending::find(how, &module, &mut text, &mut warnings)?;
    let interface = Interface::add(how, &mut module)?;
    let funcs: Vec<Func> =
        module.funcs.keys().filter(|&func| module.funcs[func].import.is_none()).collect();
    let target = Target { features: lifter.features(), rotate: false, locations: moves };
    let work = Work { how, module: &module, lifter: &lifter, suspending: &suspending, target };
    let changed: Result<Vec<_>, Error> =
        funcs.par_iter().map(|&func| Ok((func, work.changed(&interface, func)?))).collect();
    let mut codes: SecondaryMap<Func, Option<Code>> = SecondaryMap::new();
    for (func, code) in changed? {
        codes[func] = code;
    }
    let mut keep = Keep::everything(&module);
    for &func in interface.replaced.keys() {
        keep.funcs.remove(func);
    }
    let options = WriteOptions {
        keep: Some(keep),
        replace: interface.replaced.clone(),
        names: !module.names.funcs.is_empty(),
        ..WriteOptions::default()
    };
    let (wasm, locations) = invar_wasm::write_located(&module, &codes, &options, moves);
    let moved = if moves { moved(&module, &funcs, &wasm, &locations)? } else { Vec::new() };
    Ok(Asyncified { wasm, text, warnings, moved })
}

/// Where the code of the input is in the output: of functions in SSA form, each operator that is still there, but once.
fn moved(
    module: &Module,
    funcs: &[Func],
    wasm: &[u8],
    locations: &[CodeLocations],
) -> Result<Moved, Error> {
    let mut bodies = Vec::with_capacity(funcs.len());
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::CodeSectionEntry(body) = payload? {
            let range = body.range();
            bodies.push(range.start as u32..range.end as u32);
        }
    }
    let mut moved: Moved = Vec::new();
    for ((&func, output), code) in funcs.iter().zip(bodies).zip(locations) {
        let Body::Raw(input) = &module.funcs[func].body else { continue };
        let (start, end) = (input.start as u32, input.end as u32);
        moved.push((start, Some(output.start)));
        if let CodeLocations::Moved { operators, .. } = code {
            let own = operators.iter().filter(|(_, from)| from.context.is_none());
            let own = own.filter(|(_, from)| start < from.offset && from.offset + 1 < end);
            let mut own: Vec<_> = own.map(|&(at, from)| (from.offset, output.start + at)).collect();
            own.sort_unstable();
            own.dedup_by_key(|&mut (from, _)| from);
            moved.push((start + 1, None));
            for (from, to) in own {
                moved.extend([(from, Some(to)), (from + 1, None)]);
            }
            moved.push((end - 1, Some(output.end - 1)));
        }
        moved.push((end, None));
    }
    // Two entries at one offset: the later one holds.
    moved.reverse();
    moved.sort_by_key(|&(from, _)| from);
    moved.dedup_by_key(|&mut (from, _)| from);
    Ok(moved)
}

/// What each function is changed by.
struct Work<'a> {
    how: &'a Asyncify,
    module: &'a Module,
    lifter: &'a Lifter,
    suspending: &'a Suspending,
    target: Target,
}

impl Work<'_> {
    /// The new code of a function, if there is any.
    fn changed(&self, interface: &Interface, func: Func) -> Result<Option<Code>, Error> {
        let module = self.module;
        let named = |what: &dyn std::fmt::Display| {
            Error::new(format!("function `{}`: {what}", module.func_label(func)))
        };
        let function = if let Body::Ssa(function) = &module.funcs[func].body {
            (**function).clone()
        } else {
            let instruments = self.suspending.instruments(func);
            let is_checked = self.how.asserts && self.suspending.is_checked(func);
            if !instruments && !is_checked {
                return Ok(None);
            }
            let lifted = self.lifter.lift(module, func);
            let mut function =
                lifted.map_err(|why| named(&format!("it has no SSA form: {why:?}")))?;
            if instruments {
                let frame = resumption::Env {
                    module,
                    interface,
                    suspending: self.suspending,
                    func,
                    ignores_catch: self.how.ignore_unwind_from_catch,
                };
                if !resumption::run(&frame, &mut function).map_err(|why| named(&why))? {
                    return Ok(None);
                }
            } else {
                interface.check_calls(module, &mut function);
            }
            if cfg!(debug_assertions)
                && let Err(errors) = invar_ir::verify_function(module, &function)
            {
                return Err(named(&format!("bug: {errors:?}\n{}", function.display(module))));
            }
            function
        };
        let code = invar_wasm::lower(module, function, self.target);
        Ok(Some(code.map_err(|why| named(&why))?))
    }
}

/// The number of an entity, as operators have it.
fn number(entity: impl EntityRef) -> u32 {
    entity.index() as u32
}
