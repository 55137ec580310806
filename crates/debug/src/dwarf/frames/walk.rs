//! The walk over the operators of a function that follows the stack pointer, and what is known of all functions for it.

use crate::dwarf::control::{self, Control, Sets};
use crate::dwarf::variables::Bodies;
use invar_ir::wasmparser::{FunctionBody, Operator};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;

/// So often a function is walked until its loops leave the stack pointer as they find it.
const MOST_WALKS: usize = 6;
/// So many locals are followed at a time.
const MOST_LOCALS: usize = 24;
/// So often the functions that write the stack pointer are checked, until none is found that does not restore it.
const MOST_CHECKS: usize = 4;

/// A value that is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Constant(i64),
    /// The stack pointer when the function was called, plus this.
    Entry(i64),
}

/// A call in a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CallPoint {
    /// Where the operator is, in bytes from the start of the body.
    pub at: Range<u32>,
    /// The function, unless the call is indirect.
    pub callee: Option<u32>,
    /// The stack pointer less that when the function was called.
    pub pointer: Option<i64>,
    /// Locals that hold the stack pointer when the function was called plus the second number.
    pub locals: Vec<(u32, i64)>,
}

/// The frames of a module's functions.
pub(crate) struct Frames {
    /// The global that is the stack pointer.
    pointer: u32,
    /// Functions that may return with another stack pointer.
    changing: FxHashSet<u32>,
    /// Functions from which the embedder may be called.
    reaching: FxHashSet<u32>,
    /// The calls of functions that were asked for.
    points: FxHashMap<u32, Rc<Vec<CallPoint>>>,
}

impl Frames {
    /// Of the functions of a module. `None` if the module does not say which global is the stack pointer. Linear in the
    /// code.
    pub fn of(bodies: &Bodies) -> Option<Self> {
        let pointer = bodies.stack_pointer()?;
        let mut frames = Frames {
            pointer,
            changing: FxHashSet::default(),
            reaching: FxHashSet::default(),
            points: FxHashMap::default(),
        };
        let mut writers = Vec::new();
        // Callees with their callers.
        let mut calls: Vec<(u32, u32)> = Vec::new();
        let mut left = Vec::new();
        for func in bodies.defined() {
            let (mut writes, mut reaches) = (false, false);
            let operators = bodies.body(func).and_then(|body| body.get_operators_reader().ok());
            for operator in operators.into_iter().flatten().map_while(Result::ok) {
                match operator {
                    Operator::GlobalSet { global_index } => writes |= global_index == pointer,
                    Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                        reaches |= function_index < bodies.defined().start;
                        calls.push((function_index, func));
                    }
                    Operator::CallIndirect { .. }
                    | Operator::CallRef { .. }
                    | Operator::ReturnCallIndirect { .. }
                    | Operator::ReturnCallRef { .. } => reaches = true,
                    _ => {}
                }
            }
            writers.extend(writes.then_some(func));
            left.extend(reaches.then_some(func));
        }
        calls.sort_unstable();
        calls.dedup();
        frames.reaching.extend(&left);
        while let Some(callee) = left.pop() {
            let first = calls.partition_point(|call| call.0 < callee);
            let callers = calls[first..].iter().take_while(|call| call.0 == callee);
            left.extend(callers.map(|call| call.1).filter(|&it| frames.reaching.insert(it)));
        }
        frames.find_changing(bodies, writers);
        Some(frames)
    }

    /// Finds the functions that may return with another stack pointer, among those that write it.
    fn find_changing(&mut self, bodies: &Bodies, mut writers: Vec<u32>) {
        for check in 0.. {
            let before = self.changing.len();
            for &func in &writers {
                if !self.walk(bodies, func).is_some_and(|walk| walk.restores) {
                    self.changing.insert(func);
                }
            }
            if self.changing.len() == before {
                break;
            }
            if check == MOST_CHECKS {
                self.changing.extend(&writers);
                break;
            }
            writers.retain(|func| !self.changing.contains(func));
        }
    }

    /// The global that is the stack pointer.
    pub fn pointer(&self) -> u32 {
        self.pointer
    }

    /// Whether the stack pointer is as it was behind a call of a function, or an indirect call.
    pub fn keeps_pointer(&self, callee: Option<u32>) -> bool {
        callee.is_none_or(|callee| !self.changing.contains(&callee))
    }

    /// Whether the embedder may be called before a call returns.
    pub fn reaches_embedder(&self, bodies: &Bodies, point: &CallPoint) -> bool {
        point.callee.is_none_or(|it| it < bodies.defined().start || self.reaching.contains(&it))
    }

    /// The calls of a function, in order.
    pub fn points(&mut self, bodies: &Bodies, func: u32) -> Rc<Vec<CallPoint>> {
        if let Some(known) = self.points.get(&func) {
            return known.clone();
        }
        let found = Rc::new(self.walk(bodies, func).map_or(Vec::new(), |walk| walk.points));
        self.points.insert(func, found.clone());
        found
    }

    /// Walks a function until its loops leave the stack pointer alone, or it is not known there. `None` if that takes
    /// too long, or there is an operator that is not understood.
    fn walk(&self, bodies: &Bodies, func: u32) -> Option<Walk> {
        let body = bodies.body(func)?;
        let sets = Sets::of(&body)?;
        let mut changing_loops = FxHashSet::default();
        for _ in 0..MOST_WALKS {
            let before = changing_loops.len();
            let mut walk = Walk { points: Vec::new(), restores: true };
            let state = State { pointer: Some(0), locals: Vec::new() };
            let control = Control::new(state, &sets, &mut changing_loops);
            let (pointer, changing) = (self.pointer, &self.changing);
            let values = Vec::new();
            Walker { pointer, changing, walk: &mut walk, control, values }.run(&body)?;
            if changing_loops.len() == before {
                return Some(walk);
            }
        }
        None
    }
}

/// What is known at a place of a function.
#[derive(Clone, Default)]
struct State {
    pointer: Option<i64>,
    locals: Vec<(u32, Known)>,
}

impl State {
    fn get(&self, local: u32) -> Option<Known> {
        self.locals.iter().find(|known| known.0 == local).map(|known| known.1)
    }

    fn set(&mut self, local: u32, value: Option<Known>) {
        self.locals.retain(|known| known.0 != local);
        let Some(value) = value else { return };
        if self.locals.len() == MOST_LOCALS {
            let least = self.locals.iter().position(|it| matches!(it.1, Known::Constant(_)));
            self.locals.remove(least.unwrap_or(0));
        }
        self.locals.push((local, value));
    }
}

impl control::State for State {
    fn join(&mut self, other: &State) {
        if self.pointer != other.pointer {
            self.pointer = None;
        }
        self.locals.retain(|local| other.locals.contains(local));
    }

    fn within(&self, start: u32, sets: &Sets) -> State {
        let mut state = self.clone();
        state.locals.retain(|known| !sets.is_set_within(known.0, start));
        state
    }

    fn forget(&mut self) {
        self.pointer = None;
    }

    fn is_kept(&self, after: &State) -> bool {
        self.pointer.is_none() || self.pointer == after.pointer
    }
}

/// What a walk found.
struct Walk {
    points: Vec<CallPoint>,
    /// Whether the function returns with the stack pointer that it was called with, wherever it returns.
    restores: bool,
}

struct Walker<'a> {
    pointer: u32,
    changing: &'a FxHashSet<u32>,
    walk: &'a mut Walk,
    control: Control<'a, State>,
    /// The top of the operand stack, as far as it is known: what is below the first is not known.
    values: Vec<Option<Known>>,
}

impl Walker<'_> {
    /// Walks a body.
    fn run(mut self, body: &FunctionBody) -> Option<()> {
        let mut operators = body.get_operators_reader().ok()?;
        while !operators.eof() {
            let (operator, at) = operators.read_with_offset().ok()?;
            let end = operators.original_position() as u32;
            self.operator(&operator, at as u32..end)?;
        }
        let returned = self.control.returned;
        self.walk.restores &= returned.is_none_or(|state| state.pointer == Some(0));
        Some(())
    }

    fn pop(&mut self) -> Option<Known> {
        self.values.pop().flatten()
    }

    fn call(&mut self, at: Range<u32>, callee: Option<u32>) {
        self.values.clear();
        let Some(state) = &mut self.control.state else { return };
        let entries = state.locals.iter().filter_map(|&(local, value)| match value {
            Known::Entry(offset) => Some((local, offset)),
            Known::Constant(_) => None,
        });
        let locals = entries.collect();
        self.walk.points.push(CallPoint { at, callee, pointer: state.pointer, locals });
        if callee.is_some_and(|callee| self.changing.contains(&callee)) {
            state.pointer = None;
        }
    }

    fn set_local(&mut self, local: u32, value: Option<Known>) {
        if let Some(state) = &mut self.control.state {
            state.set(local, value);
        }
    }

    /// Executes an operator. `None` if it is not understood.
    fn operator(&mut self, operator: &Operator, at: Range<u32>) -> Option<()> {
        use Operator::*;
        match *operator {
            Nop => {}
            I32Const { value } => self.values.push(Some(Known::Constant(value.into()))),
            I64Const { value } => self.values.push(Some(Known::Constant(value))),
            GlobalGet { global_index } => {
                let pointer = self.control.state.as_ref().and_then(|state| state.pointer);
                let value = pointer.filter(|_| global_index == self.pointer).map(Known::Entry);
                self.values.push(value);
            }
            GlobalSet { global_index } => {
                let value = self.pop();
                if let Some(state) =
                    self.control.state.as_mut().filter(|_| global_index == self.pointer)
                {
                    state.pointer = match value {
                        Some(Known::Entry(offset)) => Some(offset),
                        _ => None,
                    };
                }
            }
            LocalGet { local_index } => {
                let value = self.control.state.as_ref().and_then(|state| state.get(local_index));
                self.values.push(value);
            }
            LocalSet { local_index } => {
                let value = self.pop();
                self.set_local(local_index, value);
            }
            LocalTee { local_index } => {
                let value = self.values.last().copied().flatten();
                self.set_local(local_index, value);
            }
            Drop => _ = self.pop(),
            I32Add | I64Add | I32Sub | I64Sub => {
                let (right, left) = (self.pop(), self.pop());
                let is_sum = matches!(operator, I32Add | I64Add);
                self.values.push(combined(left, right, is_sum));
            }
            Call { function_index } => self.call(at, Some(function_index)),
            CallIndirect { .. } | CallRef { .. } => self.call(at, None),
            _ => {
                if let ReturnCall { function_index } = operator {
                    self.walk.restores &= !self.changing.contains(function_index);
                }
                self.values.clear();
                self.control.operator(operator, at.start)?;
            }
        }
        Some(())
    }
}

/// A sum or difference, if it is known.
fn combined(left: Option<Known>, right: Option<Known>, is_sum: bool) -> Option<Known> {
    use Known::{Constant, Entry};
    let by = |left: i64, right: i64| match is_sum {
        true => left.wrapping_add(right),
        false => left.wrapping_sub(right),
    };
    match (left?, right?) {
        (Constant(left), Constant(right)) => Some(Constant(by(left, right))),
        (Entry(left), Constant(right)) => Some(Entry(by(left, right))),
        (Constant(left), Entry(right)) if is_sum => Some(Entry(left.wrapping_add(right))),
        _ => None,
    }
}
