//! Confirms that two functions execute the same operators on the same values in the same order.
//!
//! Both are walked side by side from their entries. Each new block corresponds to a position in the old
//! function. For each old value the walk keeps the set of new values that hold it there: a forward data-flow
//! analysis whose meet is intersection, iterated to a fixed point. In the end, each operand and condition of
//! the new function must be among the values that hold the operand of the old one. New blocks that only jump
//! and blocks that were merged do not matter, nor where and how often constants are defined: equal constants
//! hold the same value. Blocks are visited in reverse postorder, those that changed first. Cost: blocks times
//! live values, a few times; a walk that takes more steps than that is given up.

use invar_ir::{Block, Cfg, Function, Op, Terminator, Value, ValueDef};
use invar_rules::is_constant;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// For each old value, the new ones that hold it.
type Holders = FxHashMap<Value, Vec<Value>>;

/// A position in the old function: before the n-th instruction of a block.
type Place = (Block, usize);

/// Confirms that the new function does what the old one did, or names a difference.
pub fn same_paths(old: &Function, new: &Function) -> Result<(), String> {
    let mut walk = Walk {
        old,
        new,
        constants: constants(new),
        at: FxHashMap::default(),
        live: Vec::new(),
        order: FxHashMap::default(),
        work: BTreeSet::new(),
    };
    walk.order.extend(Cfg::new(new).rpo.iter().enumerate().map(|(n, &block)| (block, n)));
    let mut first = Holders::default();
    let params = old.blocks[old.entry].params.iter().zip(&new.blocks[new.entry].params);
    params.for_each(|(&a, &b)| {
        first.insert(a, vec![b]);
    });
    walk.live = live_in(old);
    walk.arrive(new.entry, (old.entry, 0), first)?;
    let mut steps = 0;
    while let Some((_, block)) = walk.work.pop_first() {
        steps += 1;
        if steps > 64 * (new.blocks.len() + 16) {
            return Ok(());
        }
        walk.block(block, false)?;
    }
    let blocks: Vec<Block> = walk.at.keys().copied().collect();
    blocks.into_iter().try_for_each(|block| walk.block(block, true))
}

/// The values that are defined as each constant.
fn constants(f: &Function) -> FxHashMap<Op, Vec<Value>> {
    let mut made: FxHashMap<Op, Vec<Value>> = FxHashMap::default();
    for block in f.live_blocks() {
        for &inst in &f.blocks[block].insts {
            if is_constant(&f.insts[inst].op) {
                made.entry(f.insts[inst].op.clone()).or_default().extend(f.results(inst));
            }
        }
    }
    made
}

/// The values that each block may use and does not define.
fn live_in(f: &Function) -> Vec<FxHashSet<Value>> {
    let mut live: Vec<FxHashSet<Value>> = vec![FxHashSet::default(); f.blocks.len()];
    let mut preds: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    let mut work: Vec<(Block, Value)> = Vec::new();
    for block in f.live_blocks() {
        f.blocks[block]
            .term
            .targets()
            .for_each(|call| preds.entry(call.block).or_default().push(block));
        f.for_each_use(block, |value| work.push((block, f.resolve(value))));
    }
    let home = |value: Value| match f.values[value].def {
        ValueDef::Param(block, _) | ValueDef::Edge(block, _) => Some(block),
        _ => None,
    };
    let mut made: FxHashMap<Value, Block> = FxHashMap::default();
    for block in f.live_blocks() {
        for &inst in &f.blocks[block].insts {
            f.results(inst).for_each(|value| {
                made.insert(value, block);
            });
        }
    }
    while let Some((block, value)) = work.pop() {
        if home(value).or(made.get(&value).copied()) == Some(block) {
            continue;
        }
        if live[block.as_u32() as usize].insert(value) {
            work.extend(preds.get(&block).into_iter().flatten().map(|&pred| (pred, value)));
        }
    }
    live
}

struct Walk<'a> {
    old: &'a Function,
    new: &'a Function,
    /// The values of the new function that are constants.
    constants: FxHashMap<Op, Vec<Value>>,
    /// The position in the old function of the start of each new block, and the holders there.
    at: FxHashMap<Block, (Place, Holders)>,
    live: Vec<FxHashSet<Value>>,
    /// The number of each new block in reverse postorder.
    order: FxHashMap<Block, usize>,
    work: BTreeSet<(usize, Block)>,
}

impl Walk<'_> {
    /// Visits another edge to a block: meets the holders there.
    fn arrive(&mut self, block: Block, place: Place, holders: Holders) -> Result<(), String> {
        let Some((known, held)) = self.at.get_mut(&block) else {
            self.at.insert(block, (place, holders));
            self.work.insert((self.order[&block], block));
            return Ok(());
        };
        if *known != place {
            return Err(format!("{block} stands for {known:?} and for {place:?}"));
        }
        let mut changed = false;
        held.retain(|value, list| {
            let before = list.len();
            let other = holders.get(value);
            list.retain(|holder| other.is_some_and(|other| other.contains(holder)));
            changed |= list.len() != before;
            !list.is_empty()
        });
        if changed {
            self.work.insert((self.order[&block], block));
        }
        Ok(())
    }

    /// Walks through a new block. With `confirm`, compares the operands and does nothing else.
    fn block(&mut self, block: Block, confirm: bool) -> Result<(), String> {
        let (old, new) = (self.old, self.new);
        let (mut place, mut held) = self.at[&block].clone();
        let same = |held: &Holders, a: Value, b: Value, what: &str| {
            let list = self.holders(held, a);
            let holds = list.is_some_and(|list| list.contains(&new.resolve(b)));
            if holds || !confirm {
                Ok(())
            } else {
                Err(format!("{block}: {what}: {b} does not hold {a}"))
            }
        };
        for &inst in &new.blocks[block].insts {
            if is_constant(&new.insts[inst].op) {
                continue;
            }
            place = self.skip_jumps(place, &mut held);
            let Some(&was) = old.blocks[place.0].insts.get(place.1) else {
                return Err(format!("{block}: {inst} has no counterpart in {}", place.0));
            };
            if old.insts[was].op != new.insts[inst].op {
                return Err(format!("{block}: {inst} is not {was}"));
            }
            for (&a, &b) in old.args(was).iter().zip(new.args(inst)) {
                same(&held, a, b, "an operand")?;
            }
            for (a, b) in old.results(was).zip(new.results(inst)) {
                held.insert(a, vec![b]);
            }
            place.1 += 1;
        }
        place = self.skip_jumps(place, &mut held);
        let term = &new.blocks[block].term;
        if let Terminator::Jump(call) = term {
            // The old function may be in the middle of a block, or jumps too.
            let next = self.cross(&held, call.block, new.list(&call.args), place.0);
            return if confirm { Ok(()) } else { self.arrive(call.block, place, next) };
        }
        let was = &old.blocks[place.0].term;
        if place.1 != old.blocks[place.0].insts.len()
            || std::mem::discriminant(was) != std::mem::discriminant(term)
        {
            return Err(format!("{block} does not end like {}", place.0));
        }
        for (&a, &b) in was.operands(&old.pool).iter().zip(term.operands(&new.pool)) {
            same(&held, a, b, "the terminator")?;
        }
        if was.targets().count() != term.targets().count() {
            return Err(format!("{block} has other successors than {}", place.0));
        }
        for (from, to) in was.edge_values().into_iter().zip(term.edge_values()) {
            held.insert(from, vec![to]);
        }
        for (a, b) in was.targets().zip(term.targets()) {
            if confirm {
                continue;
            }
            let mut after = self.pass(&held, a.block, old.list(&a.args));
            let place = self.skip_jumps((a.block, 0), &mut after);
            let next = self.cross(&after, b.block, new.list(&b.args), place.0);
            self.arrive(b.block, place, next)?;
        }
        Ok(())
    }

    /// The new values that hold an old one.
    fn holders<'h>(&'h self, held: &'h Holders, value: Value) -> Option<&'h Vec<Value>> {
        match self.old.def_op(self.old.resolve(value)).filter(|op| is_constant(op)) {
            Some(op) => self.constants.get(op),
            None => held.get(&self.old.resolve(value)),
        }
    }

    /// A position of the old function, past the constants that are defined there.
    fn skip_constants(&self, (block, mut at): Place) -> Place {
        let insts = &self.old.blocks[block].insts;
        while insts.get(at).is_some_and(|&inst| is_constant(&self.old.insts[inst].op)) {
            at += 1;
        }
        (block, at)
    }

    /// Follows jumps of the old function to the next instruction or branch, or to the least block of a cycle
    /// of empty blocks.
    fn skip_jumps(&self, place: Place, held: &mut Holders) -> Place {
        let mut seen = Vec::new();
        let mut place = self.skip_constants(place);
        while place.1 == self.old.blocks[place.0].insts.len()
            && let Terminator::Jump(call) = &self.old.blocks[place.0].term
        {
            let again = seen.iter().position(|&block| block == place.0);
            if again.is_some_and(|at| seen[at..].iter().min() == Some(&place.0)) {
                break;
            }
            seen.push(place.0);
            *held = self.pass(held, call.block, self.old.list(&call.args));
            place = self.skip_constants((call.block, 0));
        }
        place
    }

    /// The holders after an edge of the old function.
    fn pass(&self, held: &Holders, target: Block, args: &[Value]) -> Holders {
        let mut after = held.clone();
        for (&param, &arg) in self.old.blocks[target].params.iter().zip(args) {
            match self.holders(held, arg) {
                Some(list) => after.insert(param, list.clone()),
                None => after.remove(&param),
            };
        }
        after
    }

    /// The holders after an edge of the new function, of live values only.
    fn cross(&self, after: &Holders, target: Block, args: &[Value], old_block: Block) -> Holders {
        let params = &self.new.blocks[target].params;
        let live = &self.live[old_block.as_u32() as usize];
        let is_live = |value: &Value| {
            live.contains(value)
                || self.old.blocks[old_block].params.contains(value)
                || matches!(self.old.values[*value].def, ValueDef::Result(inst, _) if self.old.blocks[old_block].insts.contains(&inst))
        };
        let mut next = Holders::default();
        for (value, list) in after.iter().filter(|(value, _)| is_live(value)) {
            // A parameter holds a new value now.
            let mut holders: Vec<Value> =
                list.iter().copied().filter(|holder| !params.contains(holder)).collect();
            for (&param, &arg) in params.iter().zip(args) {
                if list.contains(&self.new.resolve(arg)) {
                    holders.push(param);
                }
            }
            if !holders.is_empty() {
                next.insert(*value, holders);
            }
        }
        next
    }
}
