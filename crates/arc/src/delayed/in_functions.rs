//! Copies that wait for a destroy of the same object, while nothing is released.
//!
//! A count matters only where something may be released by it. Whoever owned an object when it was copied owns it
//! still until then, so a copy can be *pending*: it is not made where it stands, but where something may be released
//! after all, before that. If a destroy of the same object comes first, the intersection of the two regions is empty,
//! and neither is executed. Where it is not certain that it is the same, the two are compared: of two ends of a
//! structure that refer to each other, that of one is displaced where the other one's is copied, and only the
//! comparison can tell.
//!
//! A destroy of something else, on the way, releases nothing if it was not the last one of its object. So its count
//! is looked at before it, and what is pending is copied only if it is the last one: rarely, since who destroys an
//! object's last reference in the middle of other things is about to free it.
//!
//! Where what is copied was read from a field of an object that then goes itself, and the field owns it ([`Members`]),
//! it is moved out: null is put there in its place, if it is there still.
//!
//! What `in_loops` does is the same round loops, where what is copied in one turn is destroyed in the next.
//!
//! Legal, since
//! - somebody else owns what is copied ([`Held`], or the function itself): while a copy is pending, no count falls to
//!   zero, so that the destroy it meets is not the last one either;
//! - the copy is made before whatever may release, call, look at a count, or end the function, and on ways to dead ends;
//! - what is moved out of an object was owned by it: its class is certain or compared, and its count was looked at when
//!   all other copies were made. Nobody can tell, for deinits are the runtime's own ([`Members`] are known only then);
//! - where a division traps, its divisor is compared before, and the copy made;
//! - of destroys in a row, one that meets its copy comes before others, if deinits are not ordered: the others may be
//!   the last ones of their objects. Nothing is used in between;
//! - where cycles are collected by trial deletion, whatever takes the copied ownership is rooted elsewhere ([`Rooted`]).
//!
//! No more counts are changed than before, on any path: each pending copy is made once at most.
//!
//! Cost: [`MOST_COPIES`] copies, from each of which at most [`MOST_STEPS`] instructions are looked at, and one walk
//! over the function.

mod rewrite;

use crate::delayed::emit::may_wait;
use crate::interprocedural::signature::Signatures;
use crate::ownership::cycle_roots::Rooted;
use crate::ownership::holder::level_at;
use crate::ownership::proofs::Held;
use crate::ownership::regions::Regions;
#[cfg(doc)]
use crate::runtimes::members::Members;
use crate::runtimes::table::Runtime;
use crate::transform::function::{Analysis, Params};
use invar_ir::entities::EntitySet;
use invar_ir::transform::edges;
use invar_ir::{
    Block, Fuel, Func, Function, Inst, MemArg, Module, Op, Terminator, Value, ValueDef,
};
use rewrite::Rewrite;

/// How many copies of a function may wait.
const MOST_COPIES: usize = 64;
/// How many instructions behind a copy are looked at.
const MOST_STEPS: usize = 1024;
/// How deep expressions are compared.
const DEPTH: u32 = 4;
/// How many values of a block parameter are tried.
const WAYS: usize = 4;

/// A copy that waits.
struct Waiting {
    copy: Inst,
    /// Destroys that may be of the same object, and are compared.
    compared: EntitySet<Inst>,
    /// The field that what is copied was read from, if its object may go while the copy is pending.
    field: Option<Field>,
    /// Destroys of that object.
    frees: EntitySet<Inst>,
    /// Where it may be pending at the beginning of a block, and worth it.
    blocks: EntitySet<Block>,
    /// The block of the copy, and its position.
    home: (Block, usize),
}

/// A field that owns what it refers to.
#[derive(Clone, Copy)]
struct Field {
    /// The object that it is of.
    object: Value,
    /// Where it is in the object.
    memarg: MemArg,
    /// The class that it must be of for that, if that is not certain.
    class: Option<u32>,
}

/// What copies may be pending at.
pub(crate) struct Patience<'a> {
    pub runtime: &'a Runtime,
    pub module: &'a Module,
    /// Functions that release nothing, look at no count, and return if they do not trap in an access of memory or
    /// an allocation.
    pub quiet: EntitySet<Func>,
}

impl Patience<'_> {
    /// Whether copies can be pending while an instruction is executed, if it divides by a number that can be
    /// divided by.
    fn allows(&self, f: &Function, inst: Inst) -> bool {
        let op = &f.insts[inst].op;
        match *op {
            Op::Call { function_index } => self.quiet.contains(Func::from_u32(function_index)),
            _ => may_wait(op, self.runtime, self.module) || traps_at(op).is_some(),
        }
    }

    /// Whether copies can be pending while a function is executed.
    pub fn allows_all(&self, f: &Function) -> bool {
        let quiet = |&inst: &Inst| self.allows(f, inst) && divisor(f, inst).is_none();
        f.live_blocks().all(|block| {
            let term = &f.blocks[block].term;
            (self.goes_on(term) || matches!(term, Terminator::Return(_)))
                && f.blocks[block].insts.iter().all(quiet)
        })
    }

    /// Whether copies can be pending where a block ends, on the way to another one.
    fn goes_on(&self, term: &Terminator) -> bool {
        matches!(term, Terminator::Jump(_) | Terminator::BrIf { .. } | Terminator::BrTable { .. })
    }
}

/// The copies of a function that may wait, as far as owners go: somebody else owns what is copied.
pub(crate) fn ready(
    f: &Function,
    analysis: &Analysis,
    known: &Params,
    runtime: &Runtime,
    signatures: &Signatures,
) -> EntitySet<Inst> {
    let Analysis { regions, balance, .. } = analysis;
    let mut ready = EntitySet::new();
    if !regions.unreliable.is_empty() {
        return ready;
    }
    let mut held = Held::new(f, regions, runtime, signatures, &known.counted);
    let mut tried = 0;
    for &block in regions.cfg.rpo.iter().filter(|&&block| !regions.dead_end[block]) {
        for (pos, &inst) in f.blocks[block].insts.iter().enumerate() {
            if f.insts[inst].op != Op::CopyValue || tried == MOST_COPIES {
                continue;
            }
            tried += 1;
            let value = f.args(inst)[0];
            let is_ready = regions.object(value).is_some_and(|object| {
                level_at(regions, balance, object, block, pos as u32) > 0 || held.is_held(value)
            });
            if is_ready {
                ready.insert(inst);
            }
        }
    }
    ready
}

/// The divisors at which a division traps.
fn traps_at(op: &Op) -> Option<&'static [i64]> {
    match op {
        Op::I32DivS | Op::I64DivS => Some(&[0, -1]),
        Op::I32DivU | Op::I32RemS | Op::I32RemU => Some(&[0]),
        Op::I64DivU | Op::I64RemS | Op::I64RemU => Some(&[0]),
        _ => None,
    }
}

/// What an instruction divides by, if it may trap, and the numbers at which it may.
fn divisor(f: &Function, inst: Inst) -> Option<(Value, &'static [i64])> {
    let numbers = traps_at(&f.insts[inst].op)?;
    let by = f.args(inst)[1];
    let known = match f.def_op(by) {
        Some(&Op::I32Const { value }) => Some(i64::from(value)),
        Some(&Op::I64Const { value }) => Some(value),
        _ => None,
    };
    known.is_none_or(|known| numbers.contains(&known)).then_some((by, numbers))
}

/// Lets copies wait in a function that was raised: these, if they may meet a destroy. How many.
pub(crate) fn wait(
    f: &mut Function,
    regions: &Regions,
    ready: &EntitySet<Inst>,
    rooted: &Rooted<'_>,
    patience: &Patience<'_>,
    not_last: &mut EntitySet<Inst>,
    fuel: &Fuel,
) -> u64 {
    let search = Search { f, regions, patience };
    let mut found = Vec::new();
    for &block in &regions.cfg.rpo {
        for (pos, &inst) in f.blocks[block].insts.iter().enumerate() {
            if ready.contains(inst)
                && let Some(waiting) =
                    search.behind(block, pos, inst, search.around(&found, block, inst))
                && rooted.may_meet(f.args(inst)[0], &search.met(&waiting))
                && fuel.take()
            {
                found.push(waiting);
            }
        }
    }
    if !found.is_empty() {
        Rewrite::new(f, regions, patience, &found, not_last).run();
        f.resolve_aliases();
    }
    found.len() as u64
}

/// What the search looks at.
struct Search<'a> {
    f: &'a Function,
    regions: &'a Regions,
    patience: &'a Patience<'a>,
}

impl Search<'_> {
    /// What is destroyed where a copy is compared.
    fn met(&self, waiting: &Waiting) -> Vec<Value> {
        waiting.compared.iter().map(|destroy: Inst| self.f.args(destroy)[0]).collect()
    }

    /// How many copies of the same object are pending at another one: each meets a destroy of its own.
    fn around(&self, found: &[Waiting], block: Block, copy: Inst) -> usize {
        let Search { f, regions, .. } = *self;
        let of = |inst: Inst| regions.root(f.args(inst)[0]);
        let around = |other: &&Waiting| {
            let meets = |&inst: &Inst| f.insts[inst].op == Op::DestroyValue && of(inst) == of(copy);
            let straight = || {
                let behind = &f.blocks[block].insts[other.home.1..];
                !behind.iter().take_while(|&&at| at != copy).any(meets)
            };
            of(other.copy) == of(copy)
                && (other.blocks.contains(block) || (other.home.0 == block && straight()))
        };
        found.iter().filter(around).count()
    }

    /// The destroys that a copy can wait for, and where it does. Of those that are certainly of the same object, the
    /// first ones on each way are met by others.
    fn behind(&self, home: Block, pos: usize, copy: Inst, others: usize) -> Option<Waiting> {
        let Search { f, regions, patience } = *self;
        let cfg = &regions.cfg;
        let copied = regions.root(f.args(copy)[0]);
        let (mut compared, mut frees) = (EntitySet::new(), EntitySet::new());
        let field = self.field(copied);
        // Blocks that it may be pending at the beginning of, those of them where it may be at the end too, and those
        // where it may meet a destroy.
        let (mut seen, mut passed, mut meets) = (EntitySet::new(), EntitySet::new(), Vec::new());
        let (mut stack, mut steps, mut at_home) = (vec![(home, pos + 1, others)], 0, false);
        while let Some((block, start, mut others)) = stack.pop() {
            let (mut met, mut ends) = (false, false);
            for &inst in &f.blocks[block].insts[start..] {
                steps += 1;
                let op = &f.insts[inst].op;
                if *op == Op::DestroyValue {
                    let destroyed = regions.root(f.args(inst)[0]);
                    if destroyed == copied && others > 0 {
                        others -= 1;
                    } else if destroyed == copied {
                        (met, ends) = (true, true);
                    } else if field.is_some_and(|field| field.object == destroyed) {
                        met = true;
                        frees.insert(inst);
                    } else if self.may_be(destroyed, copied) && !invar_ir::mutant!(ArcWaitsOverSame)
                    {
                        met = true;
                        compared.insert(inst);
                    }
                } else {
                    ends = !patience.allows(f, inst);
                }
                if ends || steps > MOST_STEPS {
                    break;
                }
            }
            match start {
                0 if met => meets.push(block),
                0 => {}
                _ => at_home = met,
            }
            let goes_on = patience.goes_on(&f.blocks[block].term);
            if ends || !goes_on || steps > MOST_STEPS {
                continue;
            }
            if start == 0 {
                passed.insert(block);
            }
            for &next in cfg.succs(block) {
                if next != f.entry && !regions.dead_end[next] && seen.insert(next) {
                    steps += 1;
                    stack.push((next, 0, others));
                }
            }
        }
        let mut blocks = EntitySet::new();
        while let Some(block) = meets.pop() {
            if blocks.insert(block) {
                let preds = cfg.reachable_preds(block).map(|edge| edge.from);
                meets.extend(preds.filter(|&pred| passed.contains(pred)));
            }
        }
        let worth = at_home || cfg.succs(home).iter().any(|&next| blocks.contains(next));
        worth.then_some(Waiting { copy, compared, field, frees, blocks, home: (home, pos) })
    }

    /// The field that a value was read from, if it owns what it refers to.
    fn field(&self, value: Value) -> Option<Field> {
        let Search { f, regions, patience: Patience { runtime, .. } } = *self;
        let read = f.def_inst(value)?;
        let Op::I32Load { memarg } = f.insts[read].op else { return None };
        let object = regions.root(f.args(read)[0]);
        runtime.count?;
        let (class, certain) = self.class(object, 3)?;
        let offset = u32::try_from(memarg.offset).ok().filter(|_| memarg.memory == 0)?;
        let class_if = (!certain).then_some(class);
        runtime.members.owns(class, offset).then_some(Field { object, memarg, class: class_if })
    }

    /// The class that an object may be of: that of an allocation that it is, or may be. Whether it certainly is.
    fn class(&self, object: Value, depth: u32) -> Option<(u32, bool)> {
        let Search { f, regions, patience: Patience { runtime, .. } } = *self;
        match f.values[object].def {
            ValueDef::Result(inst, 0) => match f.insts[inst].op {
                Op::Call { function_index }
                    if runtime.allocate.contains(Func::from_u32(function_index)) =>
                {
                    let class = *f.args(inst).get(runtime.members.argument as usize)?;
                    match f.def_op(class)? {
                        &Op::I32Const { value } => Some((value as u32, true)),
                        _ => None,
                    }
                }
                _ => None,
            },
            ValueDef::Param(block, nth) if block != f.entry && depth > 0 => {
                let given = regions.cfg.reachable_preds(block).take(WAYS);
                given
                    .filter_map(|edge| {
                        let arg = regions.root(edges::args(f, edge)[nth as usize]);
                        self.class(arg, depth - 1)
                    })
                    .next()
                    .map(|(class, _)| (class, false))
            }
            _ => None,
        }
    }

    /// Whether what is destroyed looks as if it could be what was copied.
    fn may_be(&self, destroyed: Value, copied: Value) -> bool {
        let Search { f, regions, .. } = *self;
        let load = |value: Value| {
            let inst = f.def_inst(value)?;
            match f.insts[inst].op {
                Op::I32Load { memarg } => Some((memarg.memory, memarg.offset, f.args(inst)[0])),
                _ => None,
            }
        };
        match (load(destroyed), load(copied)) {
            // Read from the same place.
            (Some(a), Some(b)) if (a.0, a.1) == (b.0, b.1) && self.same(a.2, b.2, DEPTH) => {
                return true;
            }
            // What refers back to where it was found.
            (Some((_, _, address)), _)
                if load(regions.root(address))
                    .is_some_and(|(_, _, from)| regions.root(from) == copied) =>
            {
                return true;
            }
            _ => {}
        }
        self.is_given(destroyed, copied, 2)
    }

    /// Whether a value is a block parameter that is given another one.
    fn is_given(&self, value: Value, given: Value, depth: u32) -> bool {
        let Search { f, regions, .. } = *self;
        let ValueDef::Param(block, nth) = f.values[value].def else { return false };
        depth > 0
            && block != f.entry
            && regions.cfg.reachable_preds(block).take(WAYS).any(|edge| {
                let arg = regions.root(edges::args(f, edge)[nth as usize]);
                arg == given || self.is_given(arg, given, depth - 1)
            })
    }

    /// Whether two values are computed alike.
    fn same(&self, a: Value, b: Value, depth: u32) -> bool {
        let Search { f, regions, .. } = *self;
        let (a, b) = (regions.root(a), regions.root(b));
        if a == b {
            return true;
        }
        let (Some(of_a), Some(of_b)) = (f.def_inst(a), f.def_inst(b)) else { return false };
        let (args_a, args_b) = (f.args(of_a), f.args(of_b));
        depth > 0
            && f.insts[of_a].op == f.insts[of_b].op
            && !f.insts[of_a].op.opcode().name().contains("call")
            && args_a.len() == args_b.len()
            && args_a.iter().zip(args_b).all(|(&a, &b)| self.same(a, b, depth - 1))
    }
}
