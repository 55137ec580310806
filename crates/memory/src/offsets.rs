//! Ranges of offsets from an address, and of the indices that are added to it.

use invar_analysis::FunctionFacts;
use invar_ir::{Block, Cfg, Dominators, Function, Value};
use invar_rules::{Const, ValueFacts};
use rustc_hash::FxHashMap;

/// How far offsets are followed: addresses have 32 bits, and what is further away may be what is
/// near.
const LIMIT: i64 = 1 << 30;

/// A range of offsets from an address, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offsets {
    pub least: i64,
    pub greatest: i64,
}

impl Offsets {
    /// Any offset.
    pub const ANY: Offsets = Offsets { least: i64::MIN, greatest: i64::MAX };
    /// The address itself.
    pub const ZERO: Offsets = Offsets::one(0);

    /// A single offset.
    pub const fn one(offset: i64) -> Offsets {
        Offsets { least: offset, greatest: offset }
    }

    /// The offsets of both.
    pub fn join(self, other: Offsets) -> Offsets {
        Offsets { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }

    /// The offsets after adding a number of a range.
    pub fn plus(self, (least, greatest): (i64, i64)) -> Offsets {
        match (self.least.checked_add(least), self.greatest.checked_add(greatest)) {
            (Some(least), Some(greatest))
                if self != Offsets::ANY && least >= -LIMIT && greatest <= LIMIT =>
            {
                Offsets { least, greatest }
            }
            _ => Offsets::ANY,
        }
    }
}

/// The ranges of integers of a function where they are used. Computed when they are asked for: most
/// functions add only constants to addresses.
#[derive(Default)]
pub(crate) struct Ranges {
    facts: Option<(Dominators, FunctionFacts)>,
    known: FxHashMap<(Block, Value), (i64, i64)>,
}

impl Ranges {
    /// The signed range of an integer in a block.
    pub fn signed(&mut self, f: &Function, cfg: &Cfg, block: Block, value: Value) -> (i64, i64) {
        if let Some(number) = f.constant(value).and_then(Const::as_int) {
            return (number, number);
        }
        if let Some(&known) = self.known.get(&(block, value)) {
            return known;
        }
        let (dominators, facts) = self.facts(f, cfg);
        let known = facts.at(f, cfg, dominators, block, value);
        let known = known.map_or((i64::MIN, i64::MAX), |known| known.signed);
        self.known.insert((block, value), known);
        known
    }

    /// The greatest number that an unsigned integer can be.
    pub fn most(&mut self, f: &Function, cfg: &Cfg, value: Value) -> i64 {
        let known = self.facts(f, cfg).1.get(f, value);
        known.map_or(i64::MAX, |known| i64::try_from(known.unsigned.1).unwrap_or(i64::MAX))
    }

    fn facts(&mut self, f: &Function, cfg: &Cfg) -> &(Dominators, FunctionFacts) {
        self.facts.get_or_insert_with(|| {
            let dominators = Dominators::new(f, cfg);
            let facts = FunctionFacts::with_counters(f, cfg, &dominators);
            (dominators, facts)
        })
    }
}
