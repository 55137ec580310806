//! Specialization ahead of time.
//!
//! During its initialization a program requests specialized versions of functions. Then it is stopped, an
//! image is taken ([`crate::image`]), the versions are made with the values and the memory in the image, and
//! a module is written that starts from the image, with the versions in their slots.

use crate::Pipeline;
use crate::callees::Versions;
use crate::error::Error;
use crate::image::Image;
use crate::making;
use crate::requests::Asked;
use crate::snapshot;
use invar_analysis::Counters;
use invar_analysis::drawing::Drawing;
use invar_ir::{
    Body, Entity, Export, Func, FuncData, Function, Module, Op, Terminator, verify_function,
};
use invar_stage::specializer::known::Known;
use invar_stage::specializer::{Special, SpecializedCallees, SpecializerNote, Stats};
use invar_stage::{Request, RequestLimits, specialize, specialize_drawn};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The prefix of the names of exports that trap if a promise is broken, before its description. A
/// pipeline must neither inline nor merge these functions, or the trap would not name the promise.
pub const BROKEN_PROMISE: &str = "broken promise: ";

/// Settings of specialization ahead of time.
#[derive(Clone, Debug)]
pub struct AheadSettings {
    /// The export that initializes the program.
    pub init: String,
    /// Whether each promise that is relied on is checked.
    pub checked: bool,
    /// How much code may be made for a request.
    pub limits: RequestLimits,
    /// Whether versions are drawn, for a report.
    pub drawings: bool,
}

impl Default for AheadSettings {
    fn default() -> Self {
        AheadSettings {
            init: "init".to_owned(),
            checked: false,
            limits: RequestLimits::default(),
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
    pub notes: Vec<(SpecializerNote, usize)>,
    /// What was made.
    pub stats: Stats,
    /// How many instructions the generic function has.
    pub generic_insts: usize,
    /// How many instructions it has.
    pub insts: usize,
    /// The time that the specializer took, analysis included where this request was the first for
    /// its function.
    pub time: Duration,
    /// The functions of which versions were made for calls with known arguments, and how many.
    pub callees: Vec<(String, usize)>,
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
            callees: Vec::new(),
            drawing: None,
        }
    }

    /// Adds residual code that was made.
    fn add(&mut self, special: &mut Special) {
        self.insts += insts(&special.function);
        self.notes.append(&mut special.notes);
        self.stats.add(&special.stats);
    }

    /// A version that is not made, and why.
    pub(crate) fn refused(name: String, what: impl Into<String>) -> Self {
        let note = SpecializerNote { offset: 0, what: what.into() };
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
    /// Why memory is not private in functions that are called, each with how often.
    pub notes: Vec<(SpecializerNote, usize)>,
}

/// Runs a module's initialization, and makes a module that starts after it, with the functions that
/// it requested. Errors: those of [`Image::new`], and of the pipeline. A function that cannot be
/// specialized stays generic, with the reason in its [`Made`].
pub fn ahead(
    wasm: &[u8],
    settings: &AheadSettings,
    pipeline: &dyn Pipeline,
) -> Result<Ahead, Error> {
    let module = Arc::new(pipeline.read(wasm)?);
    let mut image = Image::new(module.clone(), &settings.init, pipeline)?;
    let asked = image.requests.list.clone();
    let versions = Versions::new(&module, (*module).clone(), settings.limits);
    let mut maker = Maker { module: &module, settings, versions, checks: FxHashMap::default() };
    let mut made = Vec::new();
    let mut slots = Vec::new();
    for (asked, slot) in asked {
        let one = maker.make(&asked, &mut image);
        slots.push((slot, one.func.unwrap_or(asked.func)));
        made.push(one);
    }
    let mut output = maker.versions.into_output();
    invar_stage::annotations::strip_all(&mut output);
    let notes = invar_stage::private::mark_params(&mut output).notes;
    snapshot::put(&mut output, &mut image, &settings.init, &slots);
    Ok(Ahead { wasm: pipeline.optimize(output)?, made, notes })
}

/// What the numbers of functions start from that are called if a promise is broken, until these are made: higher
/// than those of all functions.
const CHECKS: u32 = 1 << 30;

struct Maker<'a> {
    module: &'a Module,
    settings: &'a AheadSettings,
    versions: Versions<'a>,
    /// The functions that are called if a promise is broken, by the descriptions of promises.
    checks: FxHashMap<String, Func>,
}

pub(crate) fn insts(f: &Function) -> usize {
    f.live_blocks().map(|block| f.blocks[block].insts.len()).sum()
}

impl Maker<'_> {
    fn make(&mut self, asked: &Asked, image: &mut Image) -> Made {
        let start = Instant::now();
        let mut made = Made::new(making::name(self.module, asked.func, &asked.values));
        let module = self.module;
        let prepared = making::code(module, asked.func).and_then(|function| {
            made.generic_insts = insts(function);
            self.versions.prepared(&making::key(asked.func, &asked.values))
        });
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(what) => {
                made.notes.push((SpecializerNote { offset: 0, what }, 1));
                return made;
            }
        };
        self.versions.start();
        let values = making::known(&asked.values);
        let request = self.request(&values);
        let mut special = if self.settings.drawings {
            let (special, drawing) = specialize_drawn(module, &prepared, &request, image);
            made.drawing = Some(drawing);
            special
        } else {
            specialize(module, &prepared, &request, image)
        };
        self.make_checks(&mut special);
        made.add(&mut special);
        let ty = self.module.funcs[asked.func].ty;
        let func = {
            let output = &mut *self.versions.output();
            debug_assert!(verify_function(output, &special.function).is_ok(), "{}", made.name);
            let body = Body::Ssa(Box::new(special.function));
            let func = output.funcs.push(FuncData::new(ty, None, body));
            output.names.funcs.insert(func, made.name.clone());
            func
        };
        made.func = Some(func);
        self.make_callees(&mut made, image);
        made.time = start.elapsed();
        made
    }

    /// Makes the versions of callees that follow from a request.
    fn make_callees(&mut self, made: &mut Made, image: &mut Image) {
        let mut callees: FxHashMap<Func, usize> = FxHashMap::default();
        while let Some(wanted) = self.versions.next() {
            if !self.versions.goes_on(&wanted) {
                self.versions.put_call(&wanted);
                continue;
            }
            let limits = self.versions.limits(&wanted);
            let request = Request { drops_bound: true, limits, ..self.request(&wanted.values) };
            let mut special = specialize(self.module, &wanted.prepared, &request, image);
            self.make_checks(&mut special);
            made.add(&mut special);
            *callees.entry(wanted.prepared.func).or_default() += 1;
            self.versions.put(&wanted, special);
            debug_assert!(self.versions.is_valid(wanted.func), "{}", made.name);
        }
        let mut callees: Vec<(Func, usize)> = callees.into_iter().collect();
        callees.sort_unstable();
        let label = |(func, count)| (self.module.func_label(func), count);
        made.callees = callees.into_iter().map(label).collect();
        made.notes.append(&mut self.versions.take_notes());
    }

    /// A request for these values.
    fn request<'b>(&'b self, values: &'b [Option<Known>]) -> Request<'b> {
        let checks = self.settings.checked.then_some(CHECKS);
        let callees: &dyn SpecializedCallees = &self.versions;
        let callees = Some(callees);
        Request { checks, callees, ..Request::new(values, self.settings.limits) }
    }

    /// Makes the functions that report broken promises.
    fn make_checks(&mut self, special: &mut Special) {
        let numbers: Vec<Func> = special.checks.iter().map(|check| self.check(check)).collect();
        let f = &mut special.function;
        let blocks: Vec<_> = f.live_blocks().collect();
        for block in blocks.into_iter().filter(|_| self.settings.checked) {
            for n in 0..f.blocks[block].insts.len() {
                let inst = f.blocks[block].insts[n];
                if let Op::Call { function_index } = &mut f.insts[inst].op
                    && let Some(n) = function_index.checked_sub(CHECKS)
                {
                    *function_index = numbers[n as usize].as_u32();
                }
            }
        }
    }

    /// The function that reports a broken promise: it traps, and its name describes the promise.
    fn check(&mut self, what: &str) -> Func {
        if let Some(&func) = self.checks.get(what) {
            return func;
        }
        let output = &mut *self.versions.output();
        let ty = output.func_type(&[], &[]);
        let mut f = Function::new(ty, &[], &[]);
        f.blocks[f.entry].term = Terminator::Unreachable;
        let body = Body::Ssa(Box::new(f));
        let func = output.funcs.push(FuncData::new(ty, None, body));
        let name = format!("{BROKEN_PROMISE}{what}");
        output.names.funcs.insert(func, name.clone());
        // A trap's backtrace names it; see [`BROKEN_PROMISE`].
        output.exports.push(Export { name, entity: Entity::Func(func), exact: false });
        self.checks.insert(what.to_owned(), func);
        func
    }
}
