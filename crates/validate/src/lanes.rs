//! A checker of vector loops: a vector loop does, lane by lane, what the scalar loop does in as many iterations.
//!
//! Both are executed on bits ([`circuits`](crate::circuits)): loaded bytes, sums to which is added and other values are
//! unknown, and each bit of a result is a node of a graph in which equal circuits are one node. The bytes that are
//! written and what the loop goes on with are compared. Bits that are the same node are proved to be equal; others,
//! such as sums in another order, are compared on many inputs. Only addresses, strides and trip counts
//! are numbers, chosen so that the run-time tests pass: that these tests suffice, and that the loop ends
//! where it should, is for [`same_effects`](crate::same_effects), which executes whole functions.
//!
//! The check shares with the vectorizer the facts about values from outside of the loop and nothing else: no plan, no
//! table of operators.
//!
//! Cost: some thousand nodes for each operator of the loop; loops that need more than a bounded number are not checked.

use crate::circuits::bits::{Bit, ONE, Word, ZERO, constant};
use crate::circuits::operators::width_of;
use crate::circuits::{Circuits, Entries, Outside, Source, UNMODELLED, World};
use crate::domain::Stop;
use crate::machine::Machine;
use crate::memory::Place;
use invar_analysis::IntFacts;
use invar_analysis::claims::{VectorLoop, Verdict};
use invar_ir::entities::EntitySet;
use invar_ir::{
    Block, BlockCall, Effects, Function, Module, Op, Terminator, Value, ValueDef, effects,
};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// How often numbers are chosen.
const MOST_ATTEMPTS: u64 = 60;
/// How many vector iterations are executed, if the loop has as many.
const ITERATIONS: u64 = 2;
/// The deepest chain of operators outside of the loop that is looked through.
const DEEPEST: usize = 24;

/// Whether a vector loop does what the scalar loop does, given facts about integers from outside of the loops. An error
/// says what differs.
pub fn same_lanes(
    f: &Function,
    module: &Module,
    facts: &dyn Fn(Value) -> Option<IntFacts>,
    of: &VectorLoop<'_>,
) -> Result<Verdict, String> {
    let mut world = World::new(module, false);
    for attempt in 0..MOST_ATTEMPTS {
        world.reset(|source| match source {
            Source::Value(value) => chosen(value, attempt),
            Source::Param(n) | Source::Global(n) => chosen(Value::from_u32(n), attempt),
        });
        let mut around = Around { facts, known: FxHashMap::default() };
        match compare(&mut Loops { f, world: &mut world, around: &mut around }, of) {
            Ok(verdict) => return verdict,
            Err(Stop::Again) => {}
            Err(_) => return Ok(Verdict::Unchecked),
        }
    }
    Ok(Verdict::Unchecked)
}

/// What is around the loops.
struct Around<'a> {
    facts: &'a dyn Fn(Value) -> Option<IntFacts>,
    /// The values that were read so far.
    known: FxHashMap<Value, Word>,
}

impl Outside for Around<'_> {
    fn value(&mut self, world: &mut World<'_>, f: &Function, value: Value) -> Result<Word, Stop> {
        self.read(world, f, value, 0)
    }
}

impl Around<'_> {
    fn read(
        &mut self,
        world: &mut World<'_>,
        f: &Function,
        value: Value,
        depth: usize,
    ) -> Result<Word, Stop> {
        let value = f.resolve(value);
        if let Some(known) = self.known.get(&value) {
            return Ok(known.clone());
        }
        let word = match self.computed(world, f, value, depth)? {
            Some(word) => word,
            None => self.leaf(world, f, value)?,
        };
        self.known.insert(value, word.clone());
        Ok(word)
    }

    /// A value that a pure operator computes.
    fn computed(
        &mut self,
        world: &mut World<'_>,
        f: &Function,
        value: Value,
        depth: usize,
    ) -> Result<Option<Word>, Stop> {
        let ValueDef::Result(inst, 0) = f.values[value].def else { return Ok(None) };
        let op = &f.insts[inst].op;
        let is_size = matches!(op, Op::MemorySize { .. });
        if depth > DEEPEST || (effects(op, world.module) != Effects::PURE && !is_size) {
            return Ok(None);
        }
        let args: Result<Vec<Word>, Stop> =
            f.args(inst).iter().map(|&arg| self.read(world, f, arg, depth + 1)).collect();
        match args {
            Ok(args) => Ok(world.result(op, &args, f.ty(value))),
            Err(_) => Ok(None),
        }
    }

    /// A number, or an unknown word in the range of the value.
    fn leaf(&mut self, world: &mut World<'_>, f: &Function, value: Value) -> Result<Word, Stop> {
        let width = width_of(f.ty(value)).ok_or(UNMODELLED)?;
        let (mut word, is_unknown) = world.input(Source::Value(value), width);
        if is_unknown && let Some(facts) = (self.facts)(value) {
            let width = width as u32;
            let low = 64 - facts.unsigned.1.leading_zeros();
            let (least, most) = facts.signed;
            let signed = 65 - least.unsigned_abs().max(most.unsigned_abs()).leading_zeros();
            if low < width {
                word[low as usize..].fill(ZERO);
            } else if signed < width {
                let sign = word[signed as usize];
                word[signed as usize..].fill(sign);
            }
        }
        Ok(word)
    }
}

/// The function with both loops, and what its executions share.
struct Loops<'w, 'a> {
    f: &'w Function,
    world: &'w mut World<'a>,
    around: &'w mut Around<'a>,
}

impl<'a> Loops<'_, 'a> {
    /// An execution of one of the loops.
    fn circuits(&mut self) -> Circuits<'_, 'a, Around<'a>> {
        Circuits::new(self.world, self.around)
    }
}

type Execution<'m, 'w, 'a> = Machine<'m, Circuits<'w, 'a, Around<'a>>>;

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

fn compare(
    loops: &mut Loops<'_, '_>,
    of: &VectorLoop<'_>,
) -> Result<Result<Verdict, String>, Stop> {
    let iterations = iterations(loops, of)?;
    let Vector { passed, written, found } = vector(loops, of, iterations)?;
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
    let f = loops.f;
    let mut circuits = loops.circuits();
    let mut scalar = Machine::new(f, &mut circuits);
    let mut args = scalar.all(of.entry)?;
    let mut found = found.into_iter();
    let mut searches = Vec::new();
    for _ in 0..iterations {
        let (leaves, begins) = found.next().unzip();
        compare(" where it is left early", &args, begins.unwrap_or_default());
        let mut any = ZERO;
        for _ in 0..of.factor {
            let (next, left) = iteration(&mut scalar, of.scalar, args)?;
            args = next;
            any = scalar.domain.world.bits.or(any, left);
        }
        searches.extend(leaves.map(|leaves| (any, leaves)));
    }
    compare("", &args, passed);
    let scalar_written = circuits.memory.written().clone();
    for (scalar, vector) in searches {
        pairs.push(("whether the loop is left early".to_owned(), vec![scalar], vec![vector]));
    }
    let world = &mut *loops.world;
    let mut places: Vec<Place> = written.keys().chain(scalar_written.keys()).copied().collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let mut of = |written: &FxHashMap<Place, Word>| match written.get(&place) {
            Some(byte) => byte.clone(),
            None => world.byte(place),
        };
        let (scalar, vector) = (of(&scalar_written), of(&written));
        pairs.push((format!("byte {:#x} of memory {}", place.1, place.0), scalar, vector));
    }
    let found = world.bits.compare(pairs);
    let named =
        |name| format!("{name} differs after {iterations} vector iterations of {}", of.main);
    Ok(found.map_err(named))
}

/// Chooses how many vector iterations are executed: at most as many as the loop has, for which the tests are made.
fn iterations(loops: &mut Loops<'_, '_>, of: &VectorLoop<'_>) -> Result<u64, Stop> {
    let f = loops.f;
    let mut circuits = loops.circuits();
    let mut machine = Machine::new(f, &mut circuits);
    machine.block(of.checks.0)?;
    if let Some(cond) = of.checks.1
        && !holds(&mut machine, cond)?
    {
        return Err(Stop::Again);
    }
    machine.block(of.setup)?;
    let count = machine.value(of.count)?;
    match machine.domain.world.known(&count)? {
        0 => Err(Stop::Again),
        count => Ok(count.min(ITERATIONS)),
    }
}

/// What a vector loop does.
struct Vector {
    /// What the scalar loop goes on with.
    passed: Vec<Word>,
    written: FxHashMap<Place, Word>,
    /// Of a search, for each iteration: whether it is left early, and what the scalar loop goes on with then.
    found: Vec<(Bit, Vec<Word>)>,
}

/// Executes the vector loop.
fn vector(loops: &mut Loops<'_, '_>, of: &VectorLoop<'_>, iterations: u64) -> Result<Vector, Stop> {
    let f = loops.f;
    let mut circuits = loops.circuits();
    let mut machine = Machine::new(f, &mut circuits);
    let width = width_of(f.ty(of.count)).ok_or(UNMODELLED)?;
    machine.give(of.count, constant(width, iterations.into()));
    machine.block(of.checks.0)?;
    machine.block(of.setup)?;
    let jump = |block: Block| match &f.blocks[block].term {
        Terminator::Jump(call) => Ok(f.list(&call.args)),
        _ => Err(UNMODELLED),
    };
    let args = machine.all(jump(of.setup)?)?;
    machine.enter(of.main, args);
    let mut found = Vec::new();
    for iteration in 1.. {
        machine.block(of.main)?;
        let mut latch = of.main;
        if let Some((after, left)) = of.search {
            let Terminator::BrIf { cond, then, els } = &f.blocks[of.main].term else {
                return Err(UNMODELLED);
            };
            if (then.block, els.block) != (left, after) {
                return Err(UNMODELLED);
            }
            let leaves = machine.value(*cond)?;
            let leaves = machine.domain.holds(&leaves);
            machine.block(left)?;
            found.push((leaves, machine.all(jump(left)?)?));
            machine.block(after)?;
            latch = after;
        }
        let Terminator::BrIf { cond, then, .. } = &f.blocks[latch].term else {
            return Err(UNMODELLED);
        };
        if holds(&mut machine, *cond)? != (iteration < iterations) {
            return Err(UNMODELLED);
        }
        if iteration == iterations {
            break;
        }
        let args = machine.all(f.list(&then.args))?;
        machine.enter(of.main, args);
    }
    machine.block(of.end)?;
    let passed = machine.all(jump(of.end)?)?;
    Ok(Vector { passed, written: circuits.memory.written().clone(), found })
}

/// Whether a condition holds.
fn holds(machine: &mut Execution<'_, '_, '_>, cond: Value) -> Result<bool, Stop> {
    let cond = machine.value(cond)?;
    let any = machine.domain.holds(&cond);
    Ok(machine.domain.world.known(&[any])? == 1)
}

/// Executes an iteration of a loop without inner loops, of these blocks in reverse postorder, which does not leave
/// it. Gives what the back edge passes, and under which condition the loop is left in fact.
fn iteration(
    machine: &mut Execution<'_, '_, '_>,
    blocks: &[Block],
    args: Vec<Word>,
) -> Result<(Vec<Word>, Bit), Stop> {
    let f = machine.f;
    let header = blocks[0];
    let mut inside: EntitySet<Block> = EntitySet::new();
    inside.extend(blocks.iter().copied());
    let mut entries = Entries::default();
    entries.add(&mut machine.domain.world.bits, header, ONE, args);
    let (mut again, mut left) = (None, ZERO);
    for &block in blocks {
        let Some((entered, args)) = entries.take(block) else { continue };
        machine.enter(block, args);
        machine.domain.entered = entered;
        machine.block(block)?;
        let mut calls: Vec<(Bit, &BlockCall)> = Vec::new();
        match &f.blocks[block].term {
            Terminator::Jump(call) => calls.push((ONE, call)),
            Terminator::BrIf { cond, then, els } => {
                let cond = machine.value(*cond)?;
                let cond = machine.domain.holds(&cond);
                calls.extend([(cond, then), (!cond, els)]);
            }
            _ => return Err(UNMODELLED),
        }
        // Edges out of the loop are not taken.
        let mut leaves = false;
        for (cond, _) in calls.iter().filter(|(_, call)| !inside.contains(call.block)) {
            let taken = machine.domain.world.bits.and(entered, *cond);
            left = machine.domain.world.bits.or(left, taken);
            leaves = true;
        }
        calls.retain(|(_, call)| inside.contains(call.block));
        if let ([(cond, _)], true) = (&mut calls[..], leaves) {
            *cond = ONE;
        }
        for (cond, call) in calls {
            let args = machine.all(f.list(&call.args))?;
            let bits = &mut machine.domain.world.bits;
            let taken = bits.and(entered, cond);
            if call.block == header {
                if again.replace(args).is_some() {
                    return Err(UNMODELLED);
                }
                continue;
            }
            entries.add(bits, call.block, taken, args);
        }
    }
    Ok((again.ok_or(UNMODELLED)?, left))
}
