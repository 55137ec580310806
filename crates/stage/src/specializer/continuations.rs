//! Places where special code starts, and exits, where it is left.
//!
//! A *place* is a point of the function with the values that are known there; all other values that are
//! live are parameters of the code from there on, a *continuation*. Code that is made while the program
//! runs is left at an *exit*: behind a lazy branch, and where a value is to be looked up (a promotion). An exit
//! is a tail call of a function that takes what is live; who runs the code decides what that does: at
//! first it asks for the continuation, then it goes there.

use crate::analysis::split::Node;
use crate::specializer::Prepared;
use crate::specializer::known::Known;
use invar_ir::rules::{Const, is_constant};
use invar_ir::{Block, Caching, Module, ValType, Value};

/// A point of a function, and what is known there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The node; `None` in generic code, in which annotations do nothing.
    pub node: Option<Node>,
    /// Its block.
    pub block: Block,
    /// In front of which instruction of the block; 0 is in front of its parameters, too.
    pub at: u32,
    /// The values that are known, by number.
    pub known: Box<[(Value, Known)]>,
}

impl Place {
    /// A place with what is known there.
    pub fn new(node: Option<Node>, block: Block, at: u32, known: Vec<(Value, Known)>) -> Self {
        let mut known = known;
        known.sort_unstable_by_key(|&(value, _)| value);
        Place { node, block, at, known: known.into_boxed_slice() }
    }

    /// Whether a value is known there.
    pub fn knows(&self, value: Value) -> bool {
        self.known.binary_search_by_key(&value, |&(known, _)| known).is_ok()
    }
}

/// A value that is looked up where code is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promoted {
    /// The value of the function.
    pub value: Value,
    /// Which of the exit's parameters it is.
    pub position: usize,
    /// Whether versions are told apart by it.
    pub is_key: bool,
}

/// A place where special code is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Where the program goes on, without what is looked up.
    pub place: Place,
    /// The values that are passed: all that are live there and not known.
    pub params: Vec<Value>,
    /// What is looked up; nothing behind a lazy branch.
    pub promoted: Vec<Promoted>,
    /// How.
    pub caching: Caching,
}

impl Exit {
    /// Where the program goes on with actual values of what is looked up, of which a value that is no
    /// number stays unknown.
    pub fn place(&self, values: &[Option<Const>]) -> Place {
        let mut known = self.place.known.to_vec();
        let found = self.promoted.iter().zip(values);
        known.extend(found.filter_map(|(it, value)| Some((it.value, Known::plain((*value)?)))));
        Place::new(self.place.node, self.place.block, self.place.at, known)
    }

    /// The values that a continuation takes: without what was looked up, or with it.
    pub fn takes(&self, with_promoted: bool) -> Vec<Value> {
        let is_promoted = |value: &Value| self.promoted.iter().any(|it| it.value == *value);
        self.params.iter().copied().filter(|it| with_promoted || !is_promoted(it)).collect()
    }

    /// Where it goes on if nothing is to be made: the generic code from there on, which takes all of the
    /// exit's parameters.
    pub fn generic(&self) -> Place {
        Place { node: None, ..self.place.clone() }
    }
}

/// How code is left that is made while the program runs.
#[derive(Clone, Copy)]
pub struct Leave<'a> {
    /// The n-th of [`crate::Special::exits`] is a tail call of the n-th function from this number on,
    /// which takes the exit's parameters and gives the function's results. Who asks makes these functions.
    pub first: u32,
    /// Whether the code is what runs until a region starts: nothing is evaluated, and it is left at each
    /// annotation of what is constant.
    pub entering: bool,
    /// Whether there is a continuation already, of a merge with this policy: it is gone to, not made again.
    pub elsewhere: &'a dyn Fn(&Place, Caching) -> bool,
}

impl std::fmt::Debug for Leave<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, entering) = (self.first, self.entering);
        out.debug_struct("Leave").field("first", &first).field("entering", &entering).finish()
    }
}

impl Prepared {
    /// The values that are live at a point, constants aside: in front of the parameters of a block these
    /// and all that is live into it, else what instructions from there on use.
    pub(crate) fn live_at(&self, block: Block, at: u32) -> Vec<Value> {
        let data = &self.code.blocks[block];
        if at == 0 {
            return data.params.iter().chain(self.live.entry(block)).copied().collect();
        }
        let (mut live, mut made) = (Vec::new(), data.term.edge_values());
        for &inst in &data.insts[at as usize..] {
            live.extend(self.code.args(inst).iter().map(|&arg| self.code.resolve(arg)));
            made.extend(self.code.results(inst));
        }
        data.term.for_each_use(&self.code.pool, |value| live.push(self.code.resolve(value)));
        for call in data.term.targets() {
            live.extend_from_slice(self.live.entry(call.block));
        }
        live.sort_unstable();
        live.dedup();
        made.sort_unstable();
        let is_live = |value: &Value| {
            made.binary_search(value).is_err() && !self.code.def_op(*value).is_some_and(is_constant)
        };
        live.retain(is_live);
        live
    }

    /// The values that the code from a place on takes, in the order of its parameters.
    pub fn params(&self, place: &Place) -> Vec<Value> {
        let live = self.live_at(place.block, place.at).into_iter();
        live.filter(|&value| !place.knows(value)).collect()
    }

    /// The types of values of the function.
    pub fn types(&self, values: &[Value]) -> Vec<ValType> {
        values.iter().map(|&value| self.code.ty(value)).collect()
    }

    /// A place for people: `f at b3 (v7=12)`.
    pub fn describe(&self, module: &Module, place: &Place) -> String {
        let known = place.known.iter().map(|(value, known)| {
            let text = invar_ir::display_op(&known.value.to_op()).to_string();
            let number = text.split_once(' ').map_or(text.as_str(), |(_, number)| number);
            format!("{value}={number}")
        });
        let known: Vec<String> = known.collect();
        let point = match (place.node, place.at) {
            (Some(node), 0) => self.analysis.graph.name(node),
            (Some(node), at) => format!("{}+{at}", self.analysis.graph.name(node)),
            (None, _) => format!("{}, generic", place.block),
        };
        format!("{} at {point} ({})", module.func_label(self.func), known.join(", "))
    }
}
