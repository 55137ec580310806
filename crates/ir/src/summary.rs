//! What is known of a function once its body was optimized, for the functions that call it.

use crate::{Effects, Func, Function, Op};
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

/// A body that may stand in the place of calls of its function.
#[derive(Clone, Debug)]
pub struct Callee {
    /// The body as it was left by the passes, with nothing in it that is dead.
    pub body: Function,
    /// Its instructions, constants aside, and branches.
    pub insts: u32,
    /// About how many bytes it takes in the place of a call whose operands are on the stack.
    pub bytes: u32,
    /// Whether it goes in circles.
    pub loops: bool,
    /// Whether a loop of it is a dispatch loop: one around a branch of many ways, as interpreters have.
    pub dispatches: bool,
    /// Whether it calls anything.
    pub calls: bool,
    /// How many calls of the function there are, where all of them are known.
    pub sites: Option<u32>,
}

/// What is known of a module's functions: summaries, and bodies that may be inlined. Each is written
/// once, by whoever optimizes the function, and read by those who optimize its callers, which
/// therefore come later ([`CallGraph::waves`]). A recursive function must not have one: its callers
/// may come before it.
///
/// [`CallGraph::waves`]: crate::CallGraph::waves
#[derive(Debug, Default)]
pub struct Summaries {
    slots: Vec<OnceLock<Summary>>,
    bodies: Vec<OnceLock<Box<Callee>>>,
    stands_for: Vec<Func>,
}

impl Summaries {
    /// Room for what is known of so many functions.
    pub fn new(functions: usize) -> Self {
        Self::resolved((0..functions).map(Func::new).collect())
    }

    /// Room for what is known of functions, for each of which another may stand, or itself.
    pub fn resolved(stands_for: Vec<Func>) -> Self {
        Summaries {
            slots: stands_for.iter().map(|_| OnceLock::new()).collect(),
            bodies: stands_for.iter().map(|_| OnceLock::new()).collect(),
            stands_for,
        }
    }

    /// The function that stands for this one.
    pub fn resolve(&self, func: Func) -> Func {
        self.stands_for.get(func.index()).copied().unwrap_or(func)
    }

    /// What is known of a function.
    pub fn get(&self, func: Func) -> Option<&Summary> {
        self.slots.get(self.resolve(func).index())?.get()
    }

    /// The body that may stand in the place of calls of a function.
    pub fn body(&self, func: Func) -> Option<&Callee> {
        self.bodies.get(self.resolve(func).index())?.get().map(|callee| &**callee)
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

    /// Forgets the body of a function, whose callers are all done.
    pub fn forget_body(&mut self, func: Func) {
        if let Some(slot) = self.bodies.get_mut(func.index()) {
            slot.take();
        }
    }

    /// Says what body may stand in the place of calls of a function. The first word stands.
    pub fn publish_body(&self, func: Func, callee: Callee) {
        if let Some(slot) = self.bodies.get(func.index()) {
            let _ = slot.set(Box::new(callee));
        }
    }
}
