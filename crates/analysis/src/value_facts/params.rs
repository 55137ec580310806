//! Known bits of block parameters: those common to the arguments of all edges.
//!
//! Optimistic: a parameter of a loop starts with the bits of its initial value, and those of the back
//! edges are joined in until nothing changes. Blocks are visited in reverse postorder. Bits only become
//! unknown; a parameter that still changes after a few rounds becomes unknown, and so do all where the
//! rounds do not suffice.
//!
//! Cost: linear per round, and rounds are bounded.

use crate::transform::edges;
use cranelift_entity::{EntitySet, SecondaryMap};
use invar_ir::Cfg;
use invar_ir::{Block, Function, Op, ValType, Value};
use invar_rules::{KnownBits, ValueFacts, Width, known_bits};

/// How many rounds there are at most.
const MOST_ROUNDS: usize = 8;
/// After this many rounds, nothing is assumed of a parameter that still changes.
const PATIENCE: usize = 3;

/// Known bits of some block parameters.
pub type ParamBits = SecondaryMap<Value, Option<KnownBits>>;

/// A function, with additional facts about some of its values.
pub(super) struct Assumed<'a, T: Clone> {
    pub function: &'a Function,
    pub facts: &'a SecondaryMap<Value, Option<T>>,
    pub bits: fn(T) -> KnownBits,
}

impl<T: Copy> ValueFacts for Assumed<'_, T> {
    type Value = Value;

    fn op(&self, value: Value) -> Option<&Op> {
        ValueFacts::op(self.function, value)
    }

    fn operand(&self, value: Value, n: usize) -> Value {
        self.function.operand(value, n)
    }

    fn ty(&self, value: Value) -> ValType {
        self.function.ty(value)
    }

    fn known_bits(&self, value: Value) -> Option<KnownBits> {
        self.facts[value].map(self.bits)
    }
}

/// The known bits of the parameters of a function's blocks.
pub fn param_bits(f: &Function, cfg: &Cfg) -> ParamBits {
    let mut bits = ParamBits::new();
    let mut visited: EntitySet<Block> = EntitySet::new();
    for round in 0..MOST_ROUNDS {
        let mut changed = false;
        for &block in &cfg.rpo {
            let params = if block == f.entry { &[][..] } else { &f.blocks[block].params };
            for (n, &param) in params.iter().enumerate() {
                let Some(width) = Width::of(f.ty(param)) else { continue };
                if round > 0 && bits[param].is_none() {
                    continue;
                }
                let any = KnownBits::any(width);
                let mut now = if round == 0 { None } else { bits[param] };
                // At first a block that control has not come to passes nothing.
                let edges = cfg.reachable_preds(block).filter(|edge| visited.contains(edge.from));
                for edge in edges {
                    let assumed = Assumed { function: f, facts: &bits, bits: |bits| bits };
                    let passed = known_bits(&assumed, f.resolve(edges::args(f, edge)[n]));
                    now = Some(now.map_or(passed, |now| {
                        if invar_ir::mutant!(FoldBitsOfFirstEdge) {
                            now
                        } else {
                            now.either(passed)
                        }
                    }));
                    if now == Some(any) {
                        break;
                    }
                }
                if round >= PATIENCE && now != bits[param] {
                    now = None;
                }
                let now = now.filter(|&now| now != any);
                if now != bits[param] {
                    bits[param] = now;
                    changed = true;
                }
            }
            visited.insert(block);
        }
        if !changed {
            return bits;
        }
    }
    ParamBits::new()
}
