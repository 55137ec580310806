//! Specialization ahead of time.
//!
//! During its initialization a program requests specialized versions of functions. Then it is stopped, an
//! image is taken ([`crate::image`]), the versions are made with the values and the memory in the image, and
//! a module is written that starts from the image, with the versions in their slots.

use crate::Pipeline;
use crate::error::Error;
use crate::image::Image;
use crate::making::{self, Preparer};
use crate::requests::Asked;
use crate::snapshot;
use invar_ir::drawing::Drawing;
use invar_ir::{
    Body, Entity, Export, Func, FuncData, Function, Module, Op, Terminator, verify_function,
};
use invar_stage::specializer::{Note, Stats};
use invar_stage::{Limits, Request, specialize, specialize_drawn};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The prefix of the names of exports that trap if a promise is broken, before its description. A
/// pipeline must neither inline nor merge these functions, or the trap would not name the promise.
pub const BROKEN_PROMISE: &str = "broken promise: ";

/// Settings of specialization ahead of time.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The export that initializes the program.
    pub init: String,
    /// Whether each promise that is relied on is checked.
    pub checked: bool,
    /// How much code may be made for a request.
    pub limits: Limits,
    /// Whether versions are drawn, for a report.
    pub drawings: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            init: "init".to_owned(),
            checked: false,
            limits: Limits::default(),
            drawings: false,
        }
    }
}

/// A version that was made, or why it was not.
#[derive(Clone, Debug)]
pub struct Made {
    /// The function and values that it is for, in diagnostics.
    pub name: String,
    /// The function, in the output before it is optimized; `None` if none was made.
    pub func: Option<Func>,
    /// The reasons why there is none, or why values were not known, each with how often it
    /// occurred.
    pub notes: Vec<(Note, usize)>,
    /// What was made.
    pub stats: Stats,
    /// How many instructions the generic function has.
    pub generic_insts: usize,
    /// How many instructions it has.
    pub insts: usize,
    /// The time that the specializer took, analysis included where this request was the first for
    /// its function.
    pub time: Duration,
    /// The versions of its blocks, if that is wanted.
    pub drawing: Option<Drawing>,
}

impl Made {
    /// A version of this name that is not made yet.
    pub(crate) fn new(name: String) -> Self {
        Made {
            name,
            func: None,
            notes: Vec::new(),
            stats: Stats::default(),
            generic_insts: 0,
            insts: 0,
            time: Duration::ZERO,
            drawing: None,
        }
    }

    /// A version that is not made, and why.
    pub(crate) fn refused(name: String, what: impl Into<String>) -> Self {
        let note = Note { offset: 0, what: what.into() };
        Made { notes: vec![(note, 1)], ..Made::new(name) }
    }
}

/// The result of specialization ahead of time.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// The module, optimized.
    pub wasm: Vec<u8>,
    /// The functions that were made, in the order of requests.
    pub made: Vec<Made>,
}

/// Runs a module's initialization, and makes a module that starts after it, with the functions that
/// it requested. Errors: those of [`Image::new`], and of the pipeline. A function that cannot be
/// specialized stays generic, with the reason in its [`Made`].
pub fn ahead(wasm: &[u8], settings: &Settings, pipeline: &dyn Pipeline) -> Result<Ahead, Error> {
    let module = Arc::new(pipeline.read(wasm)?);
    let mut image = Image::new(module.clone(), &settings.init, pipeline)?;
    let mut output = (*module).clone();
    let asked = image.requests.list.clone();
    let mut maker = Maker {
        module: &module,
        settings,
        preparer: Preparer::new(false),
        checks: FxHashMap::default(),
    };
    let mut made = Vec::new();
    let mut slots = Vec::new();
    for (asked, slot) in asked {
        let one = maker.make(&asked, &mut image, &mut output);
        slots.push((slot, one.func.unwrap_or(asked.func)));
        made.push(one);
    }
    invar_stage::annotations::strip_all(&mut output);
    snapshot::put(&mut output, &mut image, &settings.init, &slots);
    Ok(Ahead { wasm: pipeline.optimize(output)?, made })
}

struct Maker<'a> {
    module: &'a Module,
    settings: &'a Settings,
    preparer: Preparer,
    /// The functions that are called if a promise is broken, by the descriptions of promises.
    checks: FxHashMap<String, Func>,
}

pub(crate) fn insts(f: &Function) -> usize {
    f.live_blocks().map(|block| f.blocks[block].insts.len()).sum()
}

impl Maker<'_> {
    fn make(&mut self, asked: &Asked, image: &mut Image, output: &mut Module) -> Made {
        let start = Instant::now();
        let mut made = Made::new(name(self.module, asked));
        let module = self.module;
        let prepared = making::code(module, asked.func).and_then(|function| {
            made.generic_insts = insts(function);
            self.preparer.get(module, &making::key(asked.func, &asked.values))
        });
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(what) => {
                made.notes.push((Note { offset: 0, what }, 1));
                return made;
            }
        };
        let checks = self.settings.checked.then_some(output.funcs.len() as u32);
        let request =
            Request { values: &asked.values, limits: self.settings.limits, checks, exits: None };
        let mut special = match self.settings.drawings {
            true => {
                let (special, drawing) = specialize_drawn(module, &prepared, &request, image);
                made.drawing = Some(drawing);
                special
            }
            false => specialize(module, &prepared, &request, image),
        };
        let first = output.funcs.len() as u32;
        for check in &special.checks {
            self.check(output, check);
        }
        if self.settings.checked {
            self.point_to_checks(&mut special.function, &special.checks, first);
        }
        made.insts = insts(&special.function);
        made.notes = special.notes;
        made.stats = special.stats;
        let ty = self.module.funcs[asked.func].ty;
        debug_assert!(verify_function(output, &special.function).is_ok(), "{}", made.name);
        let body = Body::Ssa(Box::new(special.function));
        let func = output.funcs.push(FuncData { ty, exact: false, import: None, body });
        output.names.funcs.insert(func, made.name.clone());
        made.func = Some(func);
        made.time = start.elapsed();
        made
    }

    /// The function that reports a broken promise: it traps, and its name describes the promise.
    fn check(&mut self, output: &mut Module, what: &str) -> Func {
        if let Some(&func) = self.checks.get(what) {
            return func;
        }
        let ty = output.func_type(&[], &[]);
        let mut f = Function::new(ty, &[], &[]);
        f.blocks[f.entry].term = Terminator::Unreachable;
        let body = Body::Ssa(Box::new(f));
        let func = output.funcs.push(FuncData { ty, exact: false, import: None, body });
        let name = format!("{BROKEN_PROMISE}{what}");
        output.names.funcs.insert(func, name.clone());
        // A trap's backtrace names it; see [`BROKEN_PROMISE`].
        output.exports.push(Export { name, entity: Entity::Func(func), exact: false });
        self.checks.insert(what.to_owned(), func);
        func
    }

    /// Points calls of the n-th check to the function for it, which requests share.
    fn point_to_checks(&self, f: &mut Function, checks: &[String], first: u32) {
        let blocks: Vec<_> = f.live_blocks().collect();
        for block in blocks {
            for n in 0..f.blocks[block].insts.len() {
                let inst = f.blocks[block].insts[n];
                if let Op::Call { function_index } = &mut f.insts[inst].op
                    && let Some(n) = function_index.checked_sub(first)
                {
                    *function_index = self.checks[&checks[n as usize]].as_u32();
                }
            }
        }
    }
}

/// What a request is for: the function and the values that are bound.
pub(crate) fn name(module: &Module, asked: &Asked) -> String {
    let values = asked.values.iter().map(|value| match value {
        Some(value) => {
            let text = invar_ir::display_op(&value.to_op()).to_string();
            text.split_once(' ').map_or(text.clone(), |(_, number)| number.to_owned())
        }
        None => "_".to_owned(),
    });
    let values: Vec<String> = values.collect();
    format!("{}({})", module.func_label(asked.func), values.join(", "))
}
