//! What is known of a function once its body was optimized, for the functions that call it.

use crate::{Effects, Func, Op};
use cranelift_entity::EntityRef;
use std::sync::OnceLock;

/// What callers may know of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// For each result, the parameter that it always is, where there is one.
    pub passes: Vec<Option<u32>>,
    /// What a call of it does.
    pub effects: Effects,
}

impl Default for Summary {
    /// Nothing is known.
    fn default() -> Self {
        Summary { passes: Vec::new(), effects: Effects::BARRIER }
    }
}

/// The summaries of a module's functions. Each is written once, by whoever optimizes the function,
/// and read by those who optimize its callers, which therefore come later ([`CallGraph::waves`]).
/// A recursive function must not have one: its callers may come before it.
///
/// [`CallGraph::waves`]: crate::CallGraph::waves
#[derive(Debug, Default)]
pub struct Summaries {
    slots: Vec<OnceLock<Summary>>,
}

impl Summaries {
    /// Room for the summaries of so many functions.
    pub fn new(functions: usize) -> Self {
        Summaries { slots: (0..functions).map(|_| OnceLock::new()).collect() }
    }

    /// What is known of a function.
    pub fn get(&self, func: Func) -> Option<&Summary> {
        self.slots.get(func.index())?.get()
    }

    /// What a direct call does, if it is one and the callee is known.
    pub fn call_effects(&self, op: &Op) -> Option<Effects> {
        match *op {
            Op::Call { function_index } | Op::ReturnCall { function_index } => {
                Some(self.get(Func::from_u32(function_index))?.effects)
            }
            _ => None,
        }
    }

    /// Says what is known of a function. The first word stands.
    pub fn publish(&self, func: Func, summary: Summary) {
        if let Some(slot) = self.slots.get(func.index()) {
            let _ = slot.set(summary);
        }
    }
}
