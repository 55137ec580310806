//! Continuations, which are residual code that starts in the middle of a function, and exits, where code is left
//! for them.
//!
//! A *place* is a point of the function together with the values that are known there. The code from there on is a
//! *continuation*, whose parameters are all other live values. Code that is made while the program
//! runs has an *exit* at each lazy branch, and where a value is to be looked up (a promotion). An exit
//! is a tail call of a function (a dispatcher or a stub) that takes the live values. The runtime provides it: at
//! first it requests the continuation, later it jumps there.

use crate::analysis::split::Node;
use crate::specializer::draw::number;
use crate::specializer::known::Known;
use crate::specializer::prepared::Prepared;
use invar_ir::{Block, Caching, Module, Value};
use invar_rules::Const;

/// A point of a function, and the values that are known there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KnownPoint {
    /// The node; `None` in generic code, in which annotations do nothing.
    pub node: Option<Node>,
    /// The block of the point.
    pub block: Block,
    /// The position of the next instruction of the block; 0 is the start of the block, before its parameters.
    pub at: u32,
    /// The values that are known, by number.
    pub known: Box<[(Value, Known)]>,
}

impl KnownPoint {
    /// A place with what is known there.
    pub fn new(node: Option<Node>, block: Block, at: u32, known: Vec<(Value, Known)>) -> Self {
        let mut known = known;
        known.sort_unstable_by_key(|&(value, _)| value);
        KnownPoint { node, block, at, known: known.into_boxed_slice() }
    }

    /// Whether a value is known there.
    pub fn knows(&self, value: Value) -> bool {
        self.known.binary_search_by_key(&value, |&(known, _)| known).is_ok()
    }
}

/// A value that is looked up at an exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotedValue {
    /// The value of the function.
    pub value: Value,
    /// Which of the exit's parameters it is.
    pub position: usize,
    /// Whether it is part of the cache key.
    pub is_key: bool,
}

/// A place where residual code is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Where the program continues; the values that are looked up are not among the known ones.
    pub place: KnownPoint,
    /// The values that are passed: those that are live there and not known.
    pub params: Vec<Value>,
    /// The values that are looked up; none behind a lazy branch.
    pub promoted: Vec<PromotedValue>,
    /// The caching policy of the lookup.
    pub caching: Caching,
}

impl Exit {
    /// Where the program continues, with actual values for those that are looked up. One that is not a number (a
    /// reference) stays unknown.
    pub fn place(&self, values: &[Option<Const>]) -> KnownPoint {
        let mut known = self.place.known.to_vec();
        let found = self.promoted.iter().zip(values);
        known.extend(found.filter_map(|(it, value)| Some((it.value, Known::plain((*value)?)))));
        KnownPoint::new(self.place.node, self.place.block, self.place.at, known)
    }

    /// The values that a continuation takes, with those that are looked up or without them.
    pub fn takes(&self, with_promoted: bool) -> Vec<Value> {
        let is_promoted = |value: &Value| self.promoted.iter().any(|it| it.value == *value);
        self.params.iter().copied().filter(|it| with_promoted || !is_promoted(it)).collect()
    }

    /// The place of the generic continuation, for when no specialized code is to be made. It takes all of the exit's
    /// parameters.
    pub fn generic(&self) -> KnownPoint {
        KnownPoint { node: None, ..self.place.clone() }
    }
}

impl Prepared {
    /// The values that the code from a place on takes, in the order of its parameters.
    pub fn params(&self, place: &KnownPoint) -> Vec<Value> {
        let live = self.live_at(place.block, place.at).into_iter();
        live.filter(|&value| !place.knows(value)).collect()
    }

    /// A description of a place for diagnostics: `f at b3 (v7=12)`.
    pub fn describe(&self, module: &Module, place: &KnownPoint) -> String {
        let known = place.known.iter().map(|(value, known)| {
            let number = number(known.value);
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
