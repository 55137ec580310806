//! Which copies may be delayed, and the destroys that they may meet.

use super::policy::{DelayPolicy, goes_on};
use super::similar::Similar;
use crate::interprocedural::signature::Signatures;
use crate::ownership::cycle_roots::Rooted;
use crate::ownership::holder::level_at;
use crate::ownership::proofs::Held;
use crate::ownership::regions::Regions;
use crate::transform::function::{OwnershipAnalysis, Params};
use invar_analysis::Fuel;
use invar_ir::entities::EntitySet;
use invar_ir::{Block, Function, Inst, Op, Value};

/// How many copies of a function may be delayed.
pub(super) const MOST_COPIES: usize = 64;
/// How many instructions behind a copy are looked at.
pub(super) const MOST_STEPS: usize = 1024;

/// A copy that is delayed.
pub(super) struct Delayed {
    pub copy: Inst,
    /// Destroys that may be of the same object, and are compared.
    pub compared: EntitySet<Inst>,
    /// Destroys that may be of the object that was copied in the previous iteration.
    pub compared_next: EntitySet<Inst>,
    /// Where it may be pending at the beginning of a block, and worth it.
    pub blocks: EntitySet<Block>,
    /// The block of the copy, and its position.
    home: (Block, usize),
}

/// What the search looks at.
pub(super) struct Search<'a> {
    f: &'a Function,
    analysis: &'a OwnershipAnalysis,
    regions: &'a Regions,
    rooted: &'a Rooted<'a>,
    policy: &'a DelayPolicy<'a>,
    similar: Similar<'a>,
}

impl<'a> Search<'a> {
    /// Of a function.
    pub fn new(
        f: &'a Function,
        analysis: &'a OwnershipAnalysis,
        rooted: &'a Rooted<'a>,
        policy: &'a DelayPolicy<'a>,
    ) -> Self {
        let regions = &analysis.regions;
        Search { f, analysis, regions, rooted, policy, similar: Similar::new(f, regions) }
    }

    /// The copies that are delayed.
    pub fn run(&self, params: &Params, signatures: &Signatures, fuel: &Fuel) -> Vec<Delayed> {
        let Search { f, analysis: OwnershipAnalysis { regions, balance, .. }, policy, .. } = *self;
        let mut found = Vec::new();
        if !regions.unreliable.is_empty() {
            return found;
        }
        let mut held = Held::new(f, regions, policy.runtime, signatures, &params.counted);
        let mut tried = 0;
        for &block in regions.cfg.rpo.iter().filter(|&&block| !regions.dead_end[block]) {
            for (pos, &inst) in f.blocks[block].insts.iter().enumerate() {
                if f.insts[inst].op != Op::CopyValue || tried == MOST_COPIES {
                    continue;
                }
                tried += 1;
                let value = f.args(inst)[0];
                let is_owned = regions.object(value).is_some_and(|object| {
                    level_at(regions, balance, object, block, pos as u32) > 0 || held.is_held(value)
                });
                let delayed = is_owned.then(|| self.delayed(&found, block, pos, inst)).flatten();
                found.extend(delayed.filter(|_| fuel.take()));
            }
        }
        found
    }

    /// A copy, if it may be delayed: with or without comparisons between iterations.
    fn delayed(&self, found: &[Delayed], block: Block, pos: usize, copy: Inst) -> Option<Delayed> {
        let others = self.around(found, block, copy);
        let is_rooted = |delayed: &Delayed| {
            let destroys = delayed.compared.iter().chain(delayed.compared_next.iter());
            let destroyed: Vec<Value> =
                destroys.map(|destroy: Inst| self.f.args(destroy)[0]).collect();
            self.rooted.may_meet(self.f.args(copy)[0], &destroyed)
        };
        let with = self.behind(block, pos, copy, others, true)?;
        if is_rooted(&with) {
            return Some(with);
        }
        with.compared_next.iter().next()?;
        self.behind(block, pos, copy, others, false).filter(is_rooted)
    }

    /// How many other copies of the same object are pending at this one: each meets a destroy of
    /// its own.
    fn around(&self, found: &[Delayed], block: Block, copy: Inst) -> usize {
        let Search { f, regions, .. } = *self;
        let of = |inst: Inst| regions.root(f.args(inst)[0]);
        let around = |other: &&Delayed| {
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

    /// The destroys that a copy may meet, and where it is pending. Of those that are certainly of the same object, the
    /// first ones on each path are met by others.
    fn behind(
        &self,
        home: Block,
        pos: usize,
        copy: Inst,
        others: usize,
        iterations: bool,
    ) -> Option<Delayed> {
        let Search { f, regions, policy, similar, .. } = self;
        let cfg = &regions.cfg;
        let copied = regions.root(f.args(copy)[0]);
        let (mut compared, mut compared_next) = (EntitySet::new(), EntitySet::new());
        let compares = !invar_ir::mutant!(ArcWaitsOverSame);
        // Blocks that it may be pending at the beginning of, those of them where it may be at the end too, and those
        // where it may meet a destroy.
        let (mut seen, mut passed, mut meets) = (EntitySet::new(), EntitySet::new(), Vec::new());
        let (mut stack, mut steps, mut at_home) = (vec![(home, pos + 1, others)], 0, false);
        while let Some((block, start, mut others)) = stack.pop() {
            let (mut met, mut ends) = (false, false);
            for &inst in &f.blocks[block].insts[start..] {
                steps += 1;
                if f.insts[inst].op == Op::DestroyValue {
                    let destroyed = regions.root(f.args(inst)[0]);
                    if destroyed == copied && others > 0 {
                        others -= 1;
                    } else if destroyed == copied {
                        (met, ends) = (true, true);
                    } else if compares && similar.may_be(destroyed, copied) {
                        met = true;
                        compared.insert(inst);
                    } else if compares
                        && iterations
                        && similar.may_be_previous(destroyed, copied, home)
                    {
                        met |= start == 0;
                        compared_next.insert(inst);
                    }
                } else {
                    ends = !policy.allows(f, inst);
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
            if ends || !goes_on(&f.blocks[block].term) || steps > MOST_STEPS {
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
        let home = (home, pos);
        worth.then_some(Delayed { copy, compared, compared_next, blocks, home })
    }
}
