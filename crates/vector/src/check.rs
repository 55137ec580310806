//! A checker by other means: a vector loop does, lane by lane, what the scalar loop does in as many iterations.
//!
//! Both are executed on bits ([`machine`]): loaded bytes, sums to which is added and other values are unknown, and each
//! bit of a result is a node of a graph in which equal circuits are one node ([`bits`]). The bytes that are
//! written and what the loop goes on with are compared. Bits that are the same node are proved to be equal; others,
//! such as sums in another order, are compared on many inputs. Only addresses, strides and trip counts
//! are numbers, chosen so that the run-time tests pass: that these tests suffice, and that the loop ends
//! where it should, is for [`same_effects`](invar_loops::check::same_effects), which executes whole functions.
//!
//! The check shares with the vectorizer the ranges of values from outside of the loop and nothing else: no plan, no
//! table of operators.
//!
//! Cost: some thousand nodes for each operator of the loop; loops that need more than a bounded number are not checked.

mod bits;
mod machine;
mod operators;
#[cfg(test)]
mod tests;
mod words;

use bits::{Bit, ONE, Word, ZERO};
use invar_ir::{Block, Function, Module, Terminator, Value};
use invar_loops::analysis::ranges::Ranges;
use machine::{Machine, Stop, World};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// How often numbers are chosen.
const MOST_ATTEMPTS: u64 = 60;
/// How many vector iterations are executed, if the loop has as many.
const ITERATIONS: u64 = 2;
/// How many times 64 inputs bits are compared on that are not the same node.
const ROUNDS: u64 = 4;

/// A vector loop beside the scalar loop that it stands for.
pub(crate) struct VectorLoop<'a> {
    /// The arguments with which the scalar loop is entered.
    pub entry: &'a [Value],
    /// The blocks of the scalar loop, in reverse postorder.
    pub scalar: &'a [Block],
    /// Whether the vector loop may be entered: the condition at the end of a block.
    pub checks: (Block, Option<Value>),
    /// The block in front of the vector loop, the loop, and the block behind it, which passes what the scalar loop goes
    /// on with.
    pub setup: Block,
    pub main: Block,
    pub end: Block,
    /// Of a search: where the vector loop goes on, and where it is left early, to execute these iterations again.
    pub search: Option<(Block, Block)>,
    /// The number of vector iterations, computed in `setup`.
    pub count: Value,
    /// How many scalar iterations each of them stands for.
    pub factor: u64,
}

/// What a check found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// All bits are equal.
    Proved,
    /// Some bits are not proved equal, but are equal on all inputs that were tried.
    Tried,
    /// The loop is too large, or has operators that are not modelled.
    Unchecked,
}

/// Whether a vector loop does what the scalar loop does. An error says what differs.
pub(crate) fn same_lanes(
    f: &Function,
    module: &Module,
    ranges: &Ranges,
    of: &VectorLoop<'_>,
) -> Result<Verdict, String> {
    let mut world = World::new(f, module, ranges);
    for attempt in 0..MOST_ATTEMPTS {
        world.reset(|value| chosen(value, attempt));
        match compare(&mut world, of) {
            Ok(verdict) => return verdict,
            Err(Stop::Again) => {}
            Err(Stop::Unmodelled) => return Ok(Verdict::Unchecked),
        }
    }
    Ok(Verdict::Unchecked)
}

/// A number for a value: an address, or a small number.
fn chosen(value: Value, attempt: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (value.as_u32(), attempt).hash(&mut hasher);
    let random = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match random >> 62 {
        0 => 1 + (random >> 40 & 63),
        1 => 64 + (random >> 40 & 1023),
        _ => (random >> 40 & 0x7fff) << 16 | (random >> 20 & 63) << 4,
    }
}

fn compare(world: &mut World<'_>, of: &VectorLoop<'_>) -> Result<Result<Verdict, String>, Stop> {
    let iterations = iterations(world, of)?;
    let Vector { passed, written, found } = vector(world, of, iterations)?;
    let mut pairs: Vec<(String, Word, Word)> = Vec::new();
    let mut compare = |which: &str, scalar: &[Word], vector: Vec<Word>| {
        for (n, (scalar, vector)) in scalar.iter().zip(vector).enumerate() {
            pairs.push((
                format!("parameter {n} of the scalar loop{which}"),
                scalar.clone(),
                vector,
            ));
        }
    };
    let mut scalar = Machine::new(world);
    let mut args = scalar.all(of.entry)?;
    let mut found = found.into_iter();
    let mut searches = Vec::new();
    for _ in 0..iterations {
        let (leaves, begins) = found.next().unzip();
        compare(" where it is left early", &args, begins.unwrap_or_default());
        let mut any = ZERO;
        for _ in 0..of.factor {
            let (next, left) = scalar.iteration(of.scalar, args)?;
            args = next;
            any = scalar.world.bits.or(any, left);
        }
        searches.extend(leaves.map(|leaves| (any, leaves)));
    }
    compare("", &args, passed);
    let scalar_written = std::mem::take(&mut scalar.written);
    for (scalar, vector) in searches {
        pairs.push(("whether the loop is left early".to_owned(), vec![scalar], vec![vector]));
    }
    let mut places: Vec<(u32, u64)> =
        written.keys().chain(scalar_written.keys()).copied().collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let mut of = |written: &FxHashMap<(u32, u64), Word>| match written.get(&place) {
            Some(byte) => byte.clone(),
            None => world.byte(place),
        };
        let (scalar, vector) = (of(&scalar_written), of(&written));
        pairs.push((format!("byte {:#x} of memory {}", place.1, place.0), scalar, vector));
    }
    pairs.retain(|(_, scalar, vector)| scalar != vector);
    if pairs.is_empty() {
        return Ok(Ok(Verdict::Proved));
    }
    for round in 0..ROUNDS {
        let values = world.bits.evaluate(round);
        for (name, scalar, vector) in &pairs {
            let mut bits = scalar.iter().zip(vector);
            if scalar.len() != vector.len()
                || bits.any(|(&scalar, &vector)| values.get(scalar) != values.get(vector))
            {
                return Ok(Err(format!(
                    "{name} differs after {iterations} vector iterations of {}",
                    of.main
                )));
            }
        }
    }
    Ok(Ok(Verdict::Tried))
}

/// Chooses how many vector iterations are executed: at most as many as the loop has, for which the tests are made.
fn iterations(world: &mut World<'_>, of: &VectorLoop<'_>) -> Result<u64, Stop> {
    let mut machine = Machine::new(world);
    machine.block(of.checks.0, ONE)?;
    if let Some(cond) = of.checks.1
        && !machine.holds(cond)?
    {
        return Err(Stop::Again);
    }
    machine.block(of.setup, ONE)?;
    let count = machine.value(of.count)?;
    match machine.world.known(&count)? {
        0 => Err(Stop::Again),
        count => Ok(count.min(ITERATIONS)),
    }
}

/// What a vector loop does.
struct Vector {
    /// What the scalar loop goes on with.
    passed: Vec<Word>,
    written: FxHashMap<(u32, u64), Word>,
    /// Of a search, for each iteration: whether it is left early, and what the scalar loop goes on with then.
    found: Vec<(Bit, Vec<Word>)>,
}

/// Executes the vector loop.
fn vector(world: &mut World<'_>, of: &VectorLoop<'_>, iterations: u64) -> Result<Vector, Stop> {
    let f = world.f;
    let mut machine = Machine::new(world);
    machine.given.insert(of.count, iterations);
    machine.block(of.checks.0, ONE)?;
    machine.block(of.setup, ONE)?;
    let jump = |block: Block| match &f.blocks[block].term {
        Terminator::Jump(call) => Ok(f.list(&call.args)),
        _ => Err(Stop::Unmodelled),
    };
    let args = machine.all(jump(of.setup)?)?;
    machine.enter(of.main, args);
    let mut found = Vec::new();
    for iteration in 1.. {
        machine.block(of.main, ONE)?;
        let mut latch = of.main;
        if let Some((after, left)) = of.search {
            let Terminator::BrIf { cond, then, els } = &f.blocks[of.main].term else {
                return Err(Stop::Unmodelled);
            };
            if (then.block, els.block) != (left, after) {
                return Err(Stop::Unmodelled);
            }
            let leaves = machine.value(*cond)?;
            let leaves = machine.world.bits.any(&leaves);
            machine.block(left, ONE)?;
            found.push((leaves, machine.all(jump(left)?)?));
            machine.block(after, ONE)?;
            latch = after;
        }
        let Terminator::BrIf { cond, then, .. } = &f.blocks[latch].term else {
            return Err(Stop::Unmodelled);
        };
        if machine.holds(*cond)? != (iteration < iterations) {
            return Err(Stop::Unmodelled);
        }
        if iteration == iterations {
            break;
        }
        let args = machine.all(f.list(&then.args))?;
        machine.enter(of.main, args);
    }
    machine.block(of.end, ONE)?;
    let passed = machine.all(jump(of.end)?)?;
    Ok(Vector { passed, written: machine.written, found })
}
