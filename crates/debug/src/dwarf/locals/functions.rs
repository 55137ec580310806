//! The calls of functions of the input, and what is known there.

use super::MOST_WORK;
use super::symbols::{Symbol, Symbols};
use super::walk::{Call, Walker, walk};
use crate::dwarf::Input;
use crate::dwarf::frames::Frames;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// What is known at a call of the input.
pub(crate) struct Point {
    /// Where the operator is, in bytes from the start of the body.
    at: u32,
    pub arguments: Box<[Symbol]>,
    pub pointer: Symbol,
    /// The locals in which a variable may be.
    pub locals: Box<[(u32, Symbol)]>,
}

/// The functions of the input that were asked for.
#[derive(Default)]
pub(crate) struct Functions {
    known: FxHashMap<u32, Rc<InputFunction>>,
}

/// A function of the input.
#[derive(Default)]
pub(crate) struct InputFunction {
    start: u32,
    /// Its calls, in order.
    calls: Vec<Point>,
    /// The loops that are in no other one, in order.
    loops: Vec<Range<u32>>,
}

impl InputFunction {
    /// The call at an offset of the input.
    pub fn call(&self, offset: u32) -> Option<&Point> {
        let at = offset.checked_sub(self.start)?;
        let n = self.calls.binary_search_by_key(&at, |point| point.at).ok()?;
        Some(&self.calls[n])
    }

    /// The outermost loop around an offset of the input, as offsets.
    pub fn outermost(&self, offset: u32) -> Option<Range<u32>> {
        let at = offset.checked_sub(self.start)?;
        let n = self.loops.partition_point(|range| range.end <= at);
        let range = self.loops.get(n).filter(|range| range.start <= at)?;
        Some(self.start + range.start..self.start + range.end)
    }
}

impl Functions {
    /// A function.
    pub fn of(
        &mut self,
        input: &Input,
        frames: Option<&Frames>,
        func: u32,
        symbols: &mut Symbols,
    ) -> Rc<InputFunction> {
        if let Some(known) = self.known.get(&func) {
            return known.clone();
        }
        let bodies = &input.bodies.0;
        let wanted = input.scopes.in_locals.locals(func);
        let start = bodies.start(func).unwrap_or(0);
        let mut reader = Reader { start, wanted, points: Vec::new(), left: MOST_WORK };
        let loops = walk(bodies, func, frames, symbols, &mut reader);
        let found = loops.map_or(InputFunction::default(), |loops| InputFunction {
            start,
            calls: reader.points,
            loops,
        });
        let found = Rc::new(found);
        self.known.insert(func, found.clone());
        found
    }
}

/// Notes the calls of a function of the input.
struct Reader {
    start: u32,
    wanted: Vec<u32>,
    points: Vec<Point>,
    left: usize,
}

impl Walker for Reader {
    fn place(&mut self, at: u32, _: &mut Symbols) -> Option<(u32, u32)> {
        Some((0, self.start + at))
    }

    fn call(&mut self, call: Call<'_>, _: &mut Symbols) {
        let cost = self.wanted.len() + call.arguments.len();
        let Some(left) = self.left.checked_sub(cost) else { return };
        self.left = left;
        let held = |&local: &u32| {
            let symbol = call.locals.get(local as usize).filter(|symbol| symbol.is_known());
            Some((local, *symbol?))
        };
        self.points.push(Point {
            at: call.at.start,
            arguments: call.arguments.into(),
            pointer: call.pointer,
            locals: self.wanted.iter().filter_map(held).collect(),
        });
    }

    fn again(&mut self) {
        self.points.clear();
        self.left = MOST_WORK;
    }
}
