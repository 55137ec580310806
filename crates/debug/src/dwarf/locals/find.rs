//! Finds locals of the input at the calls of a function of the output.

use super::functions::{Functions, InputFunction};
use super::symbols::{Meaning, Origin, Symbol, Symbols};
use super::walk::{self, Call, Walker, walk};
use super::{Held, InputLocals, LocalsAtCall, MOST_SYMBOLS, MOST_WORK, OutputLocals};
use crate::dwarf::Input;
use crate::dwarf::frames::Frames;
use invar_ir::entities::{PrimaryMap, packed_option::PackedOption};
use invar_ir::{
    CodeLocations, Context, ContextData, ContextKind, Func, FunctionLocations, SourceLoc,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

impl OutputLocals {
    /// Of a function whose code has these locations from each distance on.
    pub fn of(input: &Input, function: &FunctionLocations, code: &[(u32, SourceLoc)]) -> Self {
        let CodeLocations::Moved { contexts, .. } = &function.code else { return Self::default() };
        let Some(start) = function.output.start.checked_sub(input.output_code) else {
            return Self::default();
        };
        let mut known = input.locals.borrow_mut();
        if known.symbols.len() > MOST_SYMBOLS {
            *known = InputLocals::default();
        }
        let InputLocals { symbols, functions } = &mut *known;
        let frames = input.frames.as_ref().map(|frames| frames.borrow());
        let mut finder = Finder {
            input,
            frames: frames.as_ref().map(|frames| &frames.0),
            functions,
            code,
            start,
            contexts,
            called: PrimaryMap::new(),
            own: Called { is_copied: false, ..Called::unknown(function.func) },
            translated: FxHashMap::default(),
            copied: Vec::new(),
            reads: FxHashSet::default(),
            calls: Vec::new(),
            left: MOST_WORK,
        };
        if !finder.has_variables() {
            return Self::default();
        }
        finder.find_copied(function.number);
        finder.enter(function, symbols);
        let frames = frames.as_ref().map(|frames| &frames.1);
        walk(&input.bodies.1, function.number, frames, symbols, &mut finder)
            .map_or(Self::default(), |_| finder.finish(symbols))
    }
}

/// A function that was inlined, or the function of the output: what it was called with, as symbols of the latter.
struct Called {
    func: Option<Func>,
    arguments: Vec<Symbol>,
    pointer: Symbol,
    /// Whether the call is in a loop of which something is in the output several times, or in a function whose call is.
    is_copied: bool,
}

impl Called {
    fn unknown(func: Option<Func>) -> Self {
        Called { func, arguments: Vec::new(), pointer: Symbol::UNKNOWN, is_copied: true }
    }
}

/// The number of an inlined call in places and symbols.
fn number(context: Option<Context>) -> u32 {
    context.map_or(0, |context| context.as_u32() + 1)
}

/// What is found at a call: see [`LocalsAtCall`]. Each local with its symbol.
struct Found {
    context: Option<Context>,
    place: u32,
    at: (u32, u32),
    held: Vec<(u32, Held, Symbol)>,
}

/// Finds locals of the input at the calls of a function of the output.
struct Finder<'a, 'b> {
    input: &'a Input<'b>,
    frames: Option<&'a Frames>,
    functions: &'a mut Functions,
    code: &'a [(u32, SourceLoc)],
    /// The address of the function.
    start: u32,
    contexts: &'a PrimaryMap<Context, ContextData>,
    called: PrimaryMap<Context, Called>,
    own: Called,
    translated: FxHashMap<(u32, Symbol), Symbol>,
    /// The places that are in the output several times, in order.
    copied: Vec<(u32, u32)>,
    /// The symbols that are read from locals.
    reads: FxHashSet<Symbol>,
    calls: Vec<Found>,
    left: usize,
}

impl Finder<'_, '_> {
    /// Finds the places that are in the output several times: as code, as calls or loads, or as the call of an inlined
    /// function.
    fn find_copied(&mut self, func: u32) {
        let sites = self.contexts.values().filter_map(|data| match data.kind {
            ContextKind::Inlined(_) => Some(data.site),
            ContextKind::Specialized(_) => None,
        });
        let runs = self.code.iter().map(|code| code.1);
        let mut copied = self.repeated(runs.chain(sites));
        let operators = walk::followed(&self.input.bodies.1, func);
        copied.extend(self.repeated(operators.map(|at| self.loc(at))));
        copied.sort_unstable();
        self.copied = copied;
    }

    /// The places that several locations have.
    fn repeated(&self, all: impl Iterator<Item = SourceLoc>) -> Vec<(u32, u32)> {
        let places =
            all.filter_map(|loc| Some((number(self.around(loc.context)), loc.known_offset()?)));
        let mut places: Vec<_> = places.collect();
        places.sort_unstable();
        places.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect()
    }

    /// Finds what the functions are called with.
    fn enter(&mut self, function: &FunctionLocations, symbols: &mut Symbols) {
        let input = self.input;
        let (before, after) = (&input.bodies.0, &input.bodies.1);
        let func = function.func.map(|func| func.as_u32());
        let params = func.and_then(|func| before.params(func));
        let is_same = params.is_some() && params == after.params(function.number);
        let count = params.filter(|_| is_same).map_or(0, |params| params.len() as u32);
        self.own.arguments = (0..count).map(|n| symbols.leaf(Meaning::Param(n))).collect();
        self.own.pointer = symbols.leaf(Meaning::Pointer);
        for data in self.contexts.values() {
            let new = match data.kind {
                // Not asked for: see `around`.
                ContextKind::Specialized(_) => Called::unknown(None),
                ContextKind::Inlined(callee) => {
                    let context = self.around(data.site.context);
                    let caller = self.function(context, symbols);
                    let offset = data.site.known_offset();
                    let point = offset.and_then(|at| Some((at, caller.call(at)?)));
                    point.map_or(Called::unknown(Some(callee)), |(offset, point)| {
                        let all = point.arguments.iter();
                        let all = all.map(|&it| self.translate(context, it, symbols)).collect();
                        Called {
                            func: Some(callee),
                            arguments: all,
                            pointer: self.translate(context, point.pointer, symbols),
                            is_copied: self.called(context).is_copied
                                || self.is_in_copied_loop(context, offset, symbols),
                        }
                    })
                }
            };
            self.called.push(new);
        }
    }

    /// Whether any of the functions has variables that may be found.
    fn has_variables(&self) -> bool {
        let inlined = self.contexts.values().filter_map(|data| match data.kind {
            ContextKind::Inlined(callee) => Some(callee),
            ContextKind::Specialized(_) => None,
        });
        let variables = &self.input.scopes.in_locals;
        inlined.chain(self.own.func).any(|func| !variables.of(func.as_u32()).is_empty())
    }

    /// The inlined call that a context is in: the version of a function is that function.
    fn around(&self, mut context: PackedOption<Context>) -> Option<Context> {
        while let Some(at) = context.expand() {
            match &self.contexts[at].kind {
                ContextKind::Inlined(_) => return Some(at),
                ContextKind::Specialized(_) => context = self.contexts[at].parent,
            }
        }
        None
    }

    fn called(&self, context: Option<Context>) -> &Called {
        context.map_or(&self.own, |context| &self.called[context])
    }

    /// The function that an inlined call is of. An empty one if it stands for others.
    fn function(&mut self, context: Option<Context>, symbols: &mut Symbols) -> Rc<InputFunction> {
        let input = self.input;
        let func = self.called(context).func.filter(|&func| input.is_one(Some(func)));
        let Some(func) = func else { return Rc::default() };
        self.functions.of(input, self.frames, func.as_u32(), symbols)
    }

    /// Whether a place of a function is in a loop of which something is in the output several times.
    fn is_in_copied_loop(
        &mut self,
        context: Option<Context>,
        offset: u32,
        symbols: &mut Symbols,
    ) -> bool {
        let Some(range) = self.function(context, symbols).outermost(offset) else { return false };
        let number = number(context);
        let first = self.copied.partition_point(|&place| place < (number, range.start));
        self.copied.get(first).is_some_and(|&place| place < (number, range.end))
    }

    /// A symbol of a function of the input, as one of the output. Constant in the number of locals.
    fn translate(
        &mut self,
        context: Option<Context>,
        symbol: Symbol,
        symbols: &mut Symbols,
    ) -> Symbol {
        let number = number(context);
        if let Some(&known) = self.translated.get(&(number, symbol)) {
            return known;
        }
        let new = match symbols.meaning(symbol).clone() {
            Meaning::Unknown => Symbol::UNKNOWN,
            Meaning::Param(n) => {
                let arguments = &self.called(context).arguments;
                arguments.get(n as usize).copied().unwrap_or(Symbol::UNKNOWN)
            }
            Meaning::Pointer => self.called(context).pointer,
            Meaning::Result(origin) => {
                let origin = Origin { context: number, ..origin };
                symbols.leaf(Meaning::Result(origin))
            }
            Meaning::Sum { is_wide, terms, constant } => {
                let terms =
                    terms.iter().map(|&(term, by)| (self.translate(context, term, symbols), by));
                let terms: Vec<_> = terms.collect();
                symbols.combined(is_wide, &terms, constant)
            }
            Meaning::Pure(opcode, operands) => {
                let operands =
                    operands.iter().map(|&operand| self.translate(context, operand, symbols));
                let operands: Vec<_> = operands.collect();
                symbols.pure(opcode, &operands)
            }
        };
        self.translated.insert((number, symbol), new);
        new
    }

    /// The location of an operator of the output.
    fn loc(&self, at: u32) -> SourceLoc {
        let after = self.code.partition_point(|&(start, _)| start <= at);
        after.checked_sub(1).map_or(SourceLoc::default(), |n| self.code[n].1)
    }

    /// What was found.
    fn finish(self, symbols: &Symbols) -> OutputLocals {
        let is_kept = |&(_, held, symbol): &(u32, Held, Symbol)| {
            let is_param = matches!(symbols.meaning(symbol), Meaning::Param(_));
            matches!(held, Held::Constant(_)) || !is_param || self.reads.contains(&symbol)
        };
        let calls = self.calls.into_iter().map(|Found { context, place, at, held }| {
            let held = held.into_iter().filter(is_kept);
            LocalsAtCall { context, place, at, held: held.map(|it| (it.0, it.1)).collect() }
        });
        let mut calls: Vec<LocalsAtCall> = calls.collect();
        calls.sort_by_key(|call| (number(call.context), call.place));
        let functions = self.called.values().map(|called| called.func).collect();
        OutputLocals { calls, functions }
    }
}

impl Walker for Finder<'_, '_> {
    fn place(&mut self, at: u32, symbols: &mut Symbols) -> Option<(u32, u32)> {
        let loc = self.loc(at);
        let context = self.around(loc.context);
        let (number, offset) = (number(context), loc.known_offset()?);
        let is_once = self.copied.binary_search(&(number, offset)).is_err()
            && !context.is_some_and(|context| self.called[context].is_copied)
            && !self.is_in_copied_loop(context, offset, symbols);
        is_once.then_some((number, offset))
    }

    fn call(&mut self, call: Call<'_>, symbols: &mut Symbols) {
        let mut holders: Option<FxHashMap<Symbol, u32>> = None;
        let at = (self.start + call.at.start, self.start + call.at.end);
        let mut around = Some(self.loc(call.at.start));
        while let Some(loc) = around {
            let context = self.around(loc.context);
            around = context.map(|context| self.contexts[context].site);
            let Some(offset) = loc.known_offset() else { continue };
            let function = self.function(context, symbols);
            let Some(point) = function.call(offset) else { continue };
            let cost = point.locals.len() + holders.as_ref().map_or(call.locals.len(), |_| 0);
            let Some(left) = self.left.checked_sub(cost) else { return };
            self.left = left;
            let mut held = Vec::new();
            for &(local, symbol) in &point.locals {
                let symbol = self.translate(context, symbol, symbols);
                let found = match symbols.as_constant(symbol) {
                    Some(constant) => Some(Held::Constant(constant)),
                    None if !symbol.is_known() => None,
                    None => {
                        let holders = holders.get_or_insert_with(|| {
                            let known = (0..).zip(call.locals).map(|(local, &it)| (it, local));
                            known.collect()
                        });
                        holders.get(&symbol).map(|&local| Held::Local(local))
                    }
                };
                held.extend(found.map(|found| (local, found, symbol)));
            }
            let place = offset.saturating_sub(self.input.input_code);
            self.calls.push(Found { context, place, at, held });
        }
    }

    fn again(&mut self) {
        self.calls.clear();
        self.left = MOST_WORK;
    }

    fn read(&mut self, symbol: Symbol) {
        if self.own.arguments.contains(&symbol) {
            self.reads.insert(symbol);
        }
    }
}
