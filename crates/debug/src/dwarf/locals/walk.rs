//! The walk over the operators of a function that gives each local a symbol.

use super::symbols::{Meaning, Origin, Symbol, Symbols, is_pure};
use crate::dwarf::control::{self, Control, Sets};
use crate::dwarf::frames::Frames;
use crate::dwarf::variables::Bodies;
use invar_ir::wasmparser::{FunctionBody, Operator};
use invar_ir::{Op, Opcode, ValType, memory_access};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// A function with more blocks and branches, times locals, is not walked.
const MOST_WORK: usize = 1 << 24;

/// A call, and what is known where it begins.
pub(crate) struct Call<'a> {
    /// Where the operator is, in bytes from the start of the body.
    pub at: Range<u32>,
    /// The arguments.
    pub arguments: &'a [Symbol],
    /// The stack pointer.
    pub pointer: Symbol,
    /// By the number of the local.
    pub locals: &'a [Symbol],
}

/// Who walks, and why.
pub(crate) trait Walker {
    /// The place of an operator in the input: the number of the inlined call, and the offset. `None` where the result
    /// is not followed.
    fn place(&mut self, at: u32, symbols: &mut Symbols) -> Option<(u32, u32)>;

    /// A call that is reached. Those of a walk that is repeated are given again.
    fn call(&mut self, call: Call<'_>, symbols: &mut Symbols);

    /// All calls that were given are void.
    fn again(&mut self);

    /// A local is read.
    fn read(&mut self, _: Symbol) {}
}

/// What locals and the stack pointer hold at a place.
#[derive(Clone)]
struct State {
    locals: Vec<Symbol>,
    pointer: Symbol,
}

impl control::State for State {
    fn join(&mut self, other: &State) {
        let both = self.locals.iter_mut().zip(&other.locals);
        both.filter(|(one, other)| one != other).for_each(|(one, _)| *one = Symbol::UNKNOWN);
        if self.pointer != other.pointer {
            self.pointer = Symbol::UNKNOWN;
        }
    }

    fn within(&self, start: u32, sets: &Sets) -> State {
        let mut state = self.clone();
        for (local, symbol) in (0..).zip(&mut state.locals) {
            if symbol.is_known() && sets.is_set_within(local, start) {
                *symbol = Symbol::UNKNOWN;
            }
        }
        state
    }

    fn forget(&mut self) {
        self.pointer = Symbol::UNKNOWN;
    }

    fn is_kept(&self, after: &State) -> bool {
        !self.pointer.is_known() || self.pointer == after.pointer
    }
}

/// Walks over a function of a module; where the loops are that are in no other one. `frames` says which global is the
/// stack pointer. `None` if that takes too long, or there is an operator that is not understood: then all calls that
/// were given are void.
pub(crate) fn walk(
    bodies: &Bodies,
    func: u32,
    frames: Option<&Frames>,
    symbols: &mut Symbols,
    walker: &mut dyn Walker,
) -> Option<Vec<Range<u32>>> {
    let body = bodies.body(func)?;
    let sets = Sets::of(&body)?;
    let locals = initial(bodies, func, &body, symbols)?;
    if locals.len().checked_mul(sets.blocks())? > MOST_WORK {
        return None;
    }
    // Where a loop changes the stack pointer, that is followed nowhere in the function.
    let pointer = frames.map_or(Symbol::UNKNOWN, |_| symbols.leaf(Meaning::Pointer));
    for pointer in [pointer, Symbol::UNKNOWN] {
        let mut changing = FxHashSet::default();
        let state = State { locals: locals.clone(), pointer };
        let control = Control::new(state, &sets, &mut changing);
        let values = Vec::new();
        Run { bodies, frames, symbols, walker, control, values }.run(&body)?;
        if changing.is_empty() {
            break;
        }
        walker.again();
    }
    Some(sets.into_loops())
}

/// Where the operators of a function are whose results are followed by their places: calls and loads.
pub(crate) fn followed(bodies: &Bodies, func: u32) -> impl Iterator<Item = u32> {
    let operators = bodies.body(func).and_then(|body| body.get_operators_reader().ok());
    let operators = operators.into_iter().flat_map(|reader| reader.into_iter_with_offsets());
    operators.map_while(Result::ok).filter_map(|(operator, at)| {
        let is_call = matches!(
            operator,
            Operator::Call { .. } | Operator::CallIndirect { .. } | Operator::CallRef { .. }
        );
        let is_followed = is_call || Op::from_operator(operator).is_some_and(|op| is_load(&op));
        is_followed.then_some(at as u32)
    })
}

fn is_load(op: &Op) -> bool {
    memory_access(op).is_some_and(|access| access.is_load())
}

/// What the locals of a function hold when it begins.
fn initial(
    bodies: &Bodies,
    func: u32,
    body: &FunctionBody,
    symbols: &mut Symbols,
) -> Option<Vec<Symbol>> {
    let params = 0..bodies.params(func)?.len() as u32;
    let mut locals: Vec<Symbol> = params.map(|n| symbols.leaf(Meaning::Param(n))).collect();
    for declared in body.get_locals_reader().ok()? {
        let (count, ty) = declared.ok()?;
        let zero = match ty {
            ValType::I32 => symbols.constant(false, 0),
            ValType::I64 => symbols.constant(true, 0),
            _ => Symbol::UNKNOWN,
        };
        let count = locals.len().checked_add(count as usize).filter(|&it| it <= MOST_WORK)?;
        locals.resize(count, zero);
    }
    Some(locals)
}

struct Run<'a> {
    bodies: &'a Bodies<'a>,
    frames: Option<&'a Frames>,
    symbols: &'a mut Symbols,
    walker: &'a mut dyn Walker,
    control: Control<'a, State>,
    /// The top of the operand stack, as far as it is known: what is below the first is not known.
    values: Vec<Symbol>,
}

impl Run<'_> {
    fn run(mut self, body: &FunctionBody) -> Option<()> {
        let mut operators = body.get_operators_reader().ok()?;
        while !operators.eof() {
            let (operator, at) = operators.read_with_offset().ok()?;
            let at = at as u32..operators.original_position() as u32;
            if !self.simple(&operator) && !self.call(&operator, at.clone()) {
                match self.control.operator(&operator, at.start)? {
                    true => self.values.clear(),
                    false => self.other(operator, at.start),
                }
            }
        }
        Some(())
    }

    fn pop(&mut self) -> Symbol {
        self.values.pop().unwrap_or(Symbol::UNKNOWN)
    }

    /// The top of the operand stack, which is taken off it.
    fn take(&mut self, count: usize) -> Vec<Symbol> {
        let mut taken: Vec<Symbol> = (0..count).map(|_| self.pop()).collect();
        taken.reverse();
        taken
    }

    fn set(&mut self, local: u32, symbol: Symbol) {
        let state = self.control.state.as_mut();
        if let Some(held) = state.and_then(|state| state.locals.get_mut(local as usize)) {
            *held = symbol;
        }
    }

    /// Moves of values, and constants. False for other operators.
    fn simple(&mut self, operator: &Operator) -> bool {
        use Operator::*;
        match *operator {
            Nop => {}
            I32Const { value } => {
                let symbol = self.symbols.constant(false, value.into());
                self.values.push(symbol);
            }
            I64Const { value } => {
                let symbol = self.symbols.constant(true, value);
                self.values.push(symbol);
            }
            GlobalGet { global_index } => {
                let state = self.control.state.as_ref().filter(|_| self.is_pointer(global_index));
                self.values.push(state.map_or(Symbol::UNKNOWN, |state| state.pointer));
            }
            GlobalSet { global_index } => {
                let value = self.pop();
                let is_pointer = self.is_pointer(global_index);
                if let Some(state) = self.control.state.as_mut().filter(|_| is_pointer) {
                    state.pointer = value;
                }
            }
            LocalGet { local_index } => {
                let state = self.control.state.as_ref();
                let held = state.and_then(|state| state.locals.get(local_index as usize).copied());
                if let Some(held) = held {
                    self.walker.read(held);
                }
                self.values.push(held.unwrap_or(Symbol::UNKNOWN));
            }
            LocalSet { local_index } => {
                let value = self.pop();
                self.set(local_index, value);
            }
            LocalTee { local_index } => {
                let value = self.values.last().copied().unwrap_or(Symbol::UNKNOWN);
                self.set(local_index, value);
            }
            Drop => _ = self.pop(),
            _ => return false,
        }
        true
    }

    fn is_pointer(&self, global: u32) -> bool {
        self.frames.is_some_and(|frames| frames.pointer() == global)
    }

    /// A call. False for other operators.
    fn call(&mut self, operator: &Operator, at: Range<u32>) -> bool {
        let (callee, ty) = match *operator {
            Operator::Call { function_index: func } => (Some(func), self.bodies.ty(func)),
            Operator::CallIndirect { type_index, .. } | Operator::CallRef { type_index } => {
                self.pop();
                (None, Some(type_index))
            }
            _ => return false,
        };
        let Some((params, results)) = ty.and_then(|ty| self.bodies.signature(ty)) else {
            self.values.clear();
            return true;
        };
        let arguments = self.take(params.len());
        let Some(state) = &mut self.control.state else {
            self.values.resize(self.values.len() + results.len(), Symbol::UNKNOWN);
            return true;
        };
        let (pointer, locals) = (state.pointer, &state.locals);
        let start = at.start;
        self.walker.call(Call { at, arguments: &arguments, pointer, locals }, self.symbols);
        if !self.frames.is_some_and(|frames| frames.keeps_pointer(callee)) {
            state.pointer = Symbol::UNKNOWN;
        }
        self.results(Opcode::Call, start, results.iter().copied().map(Some));
        true
    }

    /// The results of an operator that is not pure, by their types.
    fn results(
        &mut self,
        opcode: Opcode,
        at: u32,
        types: impl ExactSizeIterator<Item = Option<ValType>>,
    ) {
        let place = if types.len() > 0 { self.walker.place(at, self.symbols) } else { None };
        for (number, ty) in (0..).zip(types) {
            let symbol = place.map(|(context, place)| {
                let origin = Origin { context, place, opcode, number, ty };
                self.symbols.leaf(Meaning::Result(origin))
            });
            self.values.push(symbol.unwrap_or(Symbol::UNKNOWN));
        }
    }

    fn other(&mut self, operator: Operator, at: u32) {
        let op = Op::from_operator(operator);
        let arity = op.as_ref().and_then(|op| op.opcode().arity());
        let Some((op, (operands, results))) = op.zip(arity) else {
            self.values.clear();
            return;
        };
        let opcode = op.opcode();
        let operands = self.take(operands);
        if results == 1 && is_pure(opcode) {
            let symbol = self.symbols.pure(opcode, &operands);
            self.values.push(symbol);
        } else if results == 1 && is_load(&op) {
            self.results(opcode, at, std::iter::once(None));
        } else {
            self.values.resize(self.values.len() + results, Symbol::UNKNOWN);
        }
    }
}
