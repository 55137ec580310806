//! Seeds: adjacent stores of one element type, as many as a vector has lanes, in address order.
//!
//! Stores are compared if they have the same address operand, or constant ones: their distances are
//! then exact, since an immediate offset is added without wrapping. A sum that is an operand may
//! wrap, so `offset-folding` comes first. No seed reaches over a call or another effect that
//! nothing may be moved across.
//!
//! Cost: n log n in the stores of a block.

use super::code::Spot;
use super::legality::is_barrier;
use invar_ir::{Function, Inst, Memory, Module, Op, ValType, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What the lanes of a vector hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Element {
    /// The low bits of an `i32`, so many.
    Int(u32),
    Wide,
    Single,
    Double,
}

impl Element {
    /// What a store stores.
    fn of_store(op: &Op) -> Option<Element> {
        Some(match op {
            Op::I32Store8 { .. } => Element::Int(8),
            Op::I32Store16 { .. } => Element::Int(16),
            Op::I32Store { .. } => Element::Int(32),
            Op::I64Store { .. } => Element::Wide,
            Op::F32Store { .. } => Element::Single,
            Op::F64Store { .. } => Element::Double,
            _ => return None,
        })
    }

    /// Whether a load gives these bits, and others that no lane has.
    pub fn is_loaded_by(self, op: &Op) -> bool {
        use Op::*;
        match self {
            Element::Int(8) => matches!(op, I32Load8S { .. } | I32Load8U { .. }),
            Element::Int(16) => matches!(op, I32Load16S { .. } | I32Load16U { .. }),
            Element::Int(_) => matches!(op, I32Load { .. }),
            Element::Wide => matches!(op, I64Load { .. }),
            Element::Single => matches!(op, F32Load { .. }),
            Element::Double => matches!(op, F64Load { .. }),
        }
    }

    /// The bits of a lane.
    pub fn width(self) -> u32 {
        match self {
            Element::Int(width) => width,
            Element::Single => 32,
            Element::Wide | Element::Double => 64,
        }
    }

    /// How many there are in a vector.
    pub fn lanes(self) -> usize {
        (128 / self.width()) as usize
    }

    /// The type of the scalar.
    pub fn ty(self) -> ValType {
        match self {
            Element::Int(_) => ValType::I32,
            Element::Wide => ValType::I64,
            Element::Single => ValType::F32,
            Element::Double => ValType::F64,
        }
    }
}

/// Consecutive stores, at least as many as a vector has lanes, in address order.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub element: Element,
    pub memory: Memory,
    pub stores: Vec<Inst>,
}

type Key = (Element, Memory, Option<Value>);

/// Stores that no effect separates.
#[derive(Default)]
struct Pending {
    numbers: FxHashMap<Key, usize>,
    groups: Vec<(Key, BTreeMap<u64, Inst>)>,
    found: Vec<Run>,
}

/// The runs of adjacent stores of a block.
pub(super) fn runs(f: &Function, module: &Module, insts: &[Inst]) -> Vec<Run> {
    let mut pending = Pending::default();
    for &inst in insts {
        if is_barrier(f, module, inst) {
            pending.flush();
            continue;
        }
        let Some(element) = Element::of_store(&f.insts[inst].op) else { continue };
        let Some(spot) = Spot::of(f, inst) else { continue };
        let key = (element, spot.memory, spot.base);
        let number = *pending.numbers.entry(key).or_insert_with(|| {
            pending.groups.push((key, BTreeMap::new()));
            pending.groups.len() - 1
        });
        if pending.groups[number].1.contains_key(&spot.start) {
            // The same element again: another group, of what is stored from here on.
            let stores = std::mem::take(&mut pending.groups[number].1);
            split(key, &stores, &mut pending.found);
        }
        pending.groups[number].1.insert(spot.start, inst);
    }
    pending.flush();
    pending.found
}

impl Pending {
    fn flush(&mut self) {
        self.numbers.clear();
        for (key, stores) in self.groups.drain(..) {
            split(key, &stores, &mut self.found);
        }
    }
}

/// Finds runs among stores by their starts.
fn split((element, memory, _): Key, stores: &BTreeMap<u64, Inst>, found: &mut Vec<Run>) {
    let bytes = u64::from(element.width() / 8);
    let mut run: Vec<(u64, Inst)> = Vec::new();
    let mut close = |run: &mut Vec<(u64, Inst)>| {
        let stores: Vec<Inst> = run.drain(..).map(|(_, inst)| inst).collect();
        if stores.len() >= element.lanes() {
            found.push(Run { element, memory, stores });
        }
    };
    for (&start, &inst) in stores {
        if run.last().is_some_and(|&(last, _)| last.checked_add(bytes) != Some(start)) {
            close(&mut run);
        }
        run.push((start, inst));
    }
    close(&mut run);
}
