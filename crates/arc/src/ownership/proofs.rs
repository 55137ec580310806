//! Answers whether somebody owns an object: all are owned but new ones whose count is still zero.

use crate::interprocedural::signature::{Given, Signatures};
use crate::ownership::balance::is_read;
use crate::ownership::regions::Regions;
use crate::runtimes::table::Runtime;
use invar_analysis::transform::edges;
use invar_ir::{Function, Op, Value, ValueDef};
use rustc_hash::FxHashMap;

/// Proofs that a value is no new object whose count is still zero. Optimistic over back edges.
pub(crate) struct Held<'a> {
    f: &'a Function,
    regions: &'a Regions,
    runtime: &'a Runtime,
    signatures: &'a Signatures,
    /// For each parameter of the function, whether no caller passes a new object.
    counted: &'a [bool],
    known: FxHashMap<Value, bool>,
}

impl<'a> Held<'a> {
    /// Nothing is known yet.
    pub fn new(
        f: &'a Function,
        regions: &'a Regions,
        runtime: &'a Runtime,
        signatures: &'a Signatures,
        counted: &'a [bool],
    ) -> Self {
        Held { f, regions, runtime, signatures, counted, known: FxHashMap::default() }
    }

    /// Whether somebody owns what a value refers to.
    pub fn is_held(&mut self, value: Value) -> bool {
        let Held { f, regions, runtime, signatures, .. } = *self;
        if runtime.allocates_owned {
            // No object has a count of zero.
            return true;
        }
        let value = regions.root(value);
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        // All that the value may be, through parameters and selections.
        let (mut stack, mut seen, mut held) = (vec![value], vec![value], true);
        while let Some(at) = stack.pop() {
            if let Some(false) = self.known.get(&at) {
                held = false;
            }
            let mut more = Vec::new();
            match f.values[at].def {
                ValueDef::Param(block, nth) if block == f.entry => {
                    held &= self.counted.get(nth as usize).is_some_and(|&counted| counted);
                }
                ValueDef::Param(block, nth) => {
                    let sources = regions.cfg.reachable_preds(block);
                    more.extend(sources.map(|edge| edges::args(f, edge)[nth as usize]));
                }
                ValueDef::Result(inst, _) => match (&f.insts[inst].op, f.args(inst)) {
                    (Op::Select | Op::TypedSelect { .. }, &[a, b, _]) => more.extend([a, b]),
                    (op, _) if is_read(op) => {}
                    (op, _) => {
                        let called = signatures.of_call(op);
                        held &= called.is_some_and(|(called, _)| called.result == Given::Held);
                    }
                },
                _ => held = false,
            }
            for value in more {
                let value = regions.root(value);
                if !regions.is_immortal(f, runtime, value) && !seen.contains(&value) {
                    seen.push(value);
                    stack.push(value);
                }
            }
            // A value with more sources is refused.
            if !held || seen.len() > 32 {
                held = false;
                break;
            }
        }
        self.known.insert(value, held);
        held
    }
}
