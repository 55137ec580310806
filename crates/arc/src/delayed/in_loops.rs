//! Copies put off until something may be released: stores that shift references along, in loops.
//!
//! A loop that moves references from place to place copies each one where it goes, and destroys it when its
//! old place is overwritten, one turn later: `x = a[j]; copy x; old = a[i]; a[i] = x; destroy old; i = j`. In
//! between, as long as nothing is released, the count does not matter, for whoever owned `x` when it was
//! read owns it still. So the copy is *pending*, and carried round the loop. Where the destroy comes, what it
//! destroys is compared with what is pending: if both are the same object, the intersection of the two regions
//! is empty, and neither is executed. If not, the pending copy is made, and then the destroy.
//!
//! Nothing has to be known of memory for that: the comparison tells. It is tried only where the address of what
//! is destroyed looks, one turn later, like that of what was copied, so that it pays.
//!
//! Legal, since
//! - what is copied was read from memory, so that somebody owns it apart from the copy: neither may it die while
//!   the copy is pending, nor is the destroy that meets it its last one;
//! - while a copy is pending, nothing is released and no count is looked at: before calls, other destroys, and
//!   whatever may trap but an access of memory, and on all edges out of the loop, those to dead ends among them,
//!   the copy is made. A destroy may release something: the next turn's copy is pending behind it only if it
//!   was not the last one, by the count if the runtime's layout is known, or if it was of null;
//! - where cycles are collected by trial deletion, a destroy that is not executed does not tell the collector of
//!   a possible root. So whatever takes what was copied must be rooted elsewhere (`cycle_roots`, `ownership_paths`).
//!
//! No more counts are changed than before, on any path: each pending copy is made once at most.
//!
//! Cost: [`MOST_LOOPS`] loops of a function, each linear in the function; [`MOST_PAIRS`] comparisons of
//! addresses for each.

mod rewrite;
mod shape;

use crate::delayed::emit::may_wait;
use crate::ownership::cycle_roots::Rooted;
use crate::runtimes::table::Runtime;
use crate::transform::function::Analysis;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{
    Block, Dominators, Edge, Fuel, Function, Inst, Loop, LoopForest, Module, Op, Terminator, Value,
};
use rewrite::Rewrite;
use rustc_hash::FxHashSet;
use shape::Shape;
use std::cell::Cell;

/// How many loops of a function may be changed.
const MOST_LOOPS: usize = 8;
/// How many blocks a loop may have.
const MOST_BLOCKS: usize = 128;
/// How many blocks behind a loop may belong to it.
const MOST_BEHIND: usize = 16;
/// How many pairs of a copy and a destroy are looked at in a loop.
const MOST_PAIRS: usize = 256;

/// How many webs are looked at.
const MOST_TRIED: u32 = 64;

/// What is put off in one loop.
struct Found {
    header: Block,
    blocks: Vec<Block>,
    copies: EntitySet<Inst>,
    destroys: EntitySet<Inst>,
}

/// What the search looks at.
struct Search<'a> {
    f: &'a Function,
    analysis: &'a Analysis,
    rooted: &'a Rooted<'a>,
    runtime: &'a Runtime,
    module: &'a Module,
    loops: &'a LoopForest,
    /// The block of each instruction.
    homes: &'a SecondaryMap<Inst, PackedOption<Block>>,
    /// How many webs were looked at.
    tried: Cell<u32>,
}

/// Puts copies off in the loops of a function that was raised. How many.
pub(crate) fn defer(
    f: &mut Function,
    analyze: impl Fn(&Function) -> Analysis,
    rooted: &Rooted<'_>,
    runtime: &Runtime,
    module: &Module,
    fuel: &Fuel,
    not_last: &mut EntitySet<Inst>,
) -> u64 {
    let (mut done, mut count): (Vec<Block>, u64) = (Vec::new(), 0);
    for _ in 0..MOST_LOOPS {
        let analysis = analyze(f);
        let cfg = &analysis.regions.cfg;
        if !cfg.has_cycle() || !analysis.regions.unreliable.is_empty() {
            break;
        }
        let loops = LoopForest::new(f, cfg, &Dominators::new(f, cfg));
        let homes = f.inst_blocks();
        let search = Search {
            f,
            analysis: &analysis,
            rooted,
            runtime,
            module,
            loops: &loops,
            homes: &homes,
            tried: Cell::new(0),
        };
        // Inner loops come behind outer ones.
        let near = |id: Loop| {
            let inside = |&header: &Block| loops.contains(id, header);
            let around = |&header: &Block| {
                loops.innermost(header).is_some_and(|done| loops.encloses(done, id))
            };
            done.iter().any(|header| inside(header) || around(header))
        };
        let ids: Vec<Loop> = loops.loops.keys().collect();
        let found = ids.into_iter().rev().find_map(|id| match near(id) {
            true => None,
            false => search.find(id),
        });
        let Some(found) = found.filter(|_| fuel.take()) else { break };
        count += found.copies.iter().count() as u64;
        done.push(found.header);
        let order: Vec<Block> = cfg.rpo.clone();
        let blocks: Vec<Block> =
            order.into_iter().filter(|block| found.blocks.contains(block)).collect();
        Rewrite::new(f, cfg, runtime, module, &found, blocks, not_last).run();
        f.resolve_aliases();
    }
    count
}

impl Search<'_> {
    /// What can be put off in a loop, if it is worth it.
    fn find(&self, id: Loop) -> Option<Found> {
        let Search { f, analysis, loops, .. } = *self;
        let (cfg, regions) = (&analysis.regions.cfg, &analysis.regions);
        let (header, blocks) = (loops.loops[id].header, loops.blocks(id));
        let plain = |&block: &Block| {
            let term = &f.blocks[block].term;
            let branches = matches!(
                term,
                Terminator::Jump(_) | Terminator::BrIf { .. } | Terminator::BrTable { .. }
            );
            branches
                && loops.region(block).is_none()
                && (block == header
                    || cfg.reachable_preds(block).all(|edge| loops.contains(id, edge.from)))
        };
        if blocks.len() > MOST_BLOCKS || header == f.entry || !blocks.iter().all(plain) {
            return None;
        }
        let counting = |block: &Block| {
            let insts = f.blocks[*block].insts.iter().copied();
            insts.filter(|&inst| matches!(f.insts[inst].op, Op::CopyValue | Op::DestroyValue))
        };
        let behind = self.behind(id);
        let counting: Vec<Inst> = blocks.iter().chain(&behind).flat_map(counting).collect();
        let of = |inst: Inst| regions.root(f.args(inst)[0]);
        let loaded = |inst: Inst| {
            matches!(f.def_op(of(inst)), Some(Op::I32Load { .. })).then(|| f.def_inst(of(inst)))?
        };
        let is = |op: Op| {
            let all = counting.iter().filter(move |&&inst| f.insts[inst].op == op);
            all.filter_map(move |&inst| Some((inst, loaded(inst)?)))
        };
        let (mut copies, mut destroys) = (EntitySet::new(), EntitySet::new());
        let mut pairs = 0;
        let region: Vec<Block> = blocks.iter().chain(&behind).copied().collect();
        let shape = Shape { f, regions, loops, id, header, homes: self.homes };
        let all_displaced: Vec<(Inst, Inst)> = is(Op::DestroyValue).collect();
        for (copy, read) in is(Op::CopyValue) {
            if pairs > MOST_PAIRS {
                break;
            }
            let mut met = Vec::new();
            for &(destroy, displaced) in &all_displaced {
                pairs += 1;
                if pairs > MOST_PAIRS {
                    break;
                }
                if shape.next_is(displaced, read) && self.leads_to(id, &region, copy, destroy) {
                    met.push(destroy);
                }
            }
            let values: Vec<Value> = met.iter().map(|&destroy| of(destroy)).collect();
            if !met.is_empty() && self.is_rooted(of(copy), &values) {
                copies.insert(copy);
                destroys.extend(met);
            }
        }
        copies.iter().next()?;
        // Of what is behind the loop, what leads to such a destroy.
        let mut blocks = blocks.to_vec();
        let meets = |block: &Block| f.blocks[*block].insts.iter().any(|&at| destroys.contains(at));
        let mut stack: Vec<Block> = behind.iter().copied().filter(meets).collect();
        while let Some(block) = stack.pop() {
            if !blocks.contains(&block) {
                blocks.push(block);
                let preds = cfg.reachable_preds(block).map(|edge| edge.from);
                stack.extend(preds.filter(|pred| behind.contains(pred) && !meets(pred)));
            }
        }
        Some(Found { header, blocks, copies, destroys })
    }

    /// The blocks behind a loop that a copy may be pending in: where nothing happens until a destroy.
    fn behind(&self, id: Loop) -> Vec<Block> {
        let Search { f, analysis, loops, runtime, module, .. } = *self;
        let (cfg, regions) = (&analysis.regions.cfg, &analysis.regions);
        let mut found: Vec<Block> = Vec::new();
        let mut stack: Vec<Block> = loops.exits(id, cfg).map(|edge| cfg.target(edge)).collect();
        while let Some(block) = stack.pop() {
            let around = loops.is_header(block) || loops.region(block).is_some();
            if found.contains(&block)
                || loops.contains(id, block)
                || around
                || regions.dead_end[block]
                || found.len() == MOST_BEHIND
            {
                continue;
            }
            let insts = &f.blocks[block].insts;
            let loud = insts.iter().find(|&&inst| !may_wait(&f.insts[inst].op, runtime, module));
            match loud {
                Some(&inst) if f.insts[inst].op == Op::DestroyValue => found.push(block),
                Some(_) => {}
                None => {
                    if matches!(
                        f.blocks[block].term,
                        Terminator::Jump(_) | Terminator::BrIf { .. } | Terminator::BrTable { .. }
                    ) {
                        found.push(block);
                        stack.extend(cfg.succs(block));
                    }
                }
            }
        }
        found
    }

    /// Whether what is destroyed is rooted elsewhere if it meets a copy. Few are tried.
    fn is_rooted(&self, copied: Value, destroyed: &[Value]) -> bool {
        self.tried.set(self.tried.get() + 1);
        self.tried.get() <= MOST_TRIED && self.rooted.may_meet(copied, destroyed)
    }

    /// Whether a copy may be pending on a way round the loop to a destroy.
    fn leads_to(&self, id: Loop, blocks: &[Block], copy: Inst, destroy: Inst) -> bool {
        let Search { f, analysis, loops, runtime, module, .. } = *self;
        let cfg = &analysis.regions.cfg;
        let home = |inst| self.homes[inst].expand().filter(|block| blocks.contains(block));
        let (Some(from), Some(to)) = (home(copy), home(destroy)) else { return false };
        let position = |block: Block, inst| {
            f.blocks[block].insts.iter().position(|&at| at == inst).expect("it is there")
        };
        let quiet =
            |insts: &[Inst]| insts.iter().all(|&inst| may_wait(&f.insts[inst].op, runtime, module));
        // Other destroys behind the copy, in the same turn, are thought to meet what was pending before.
        let behind = |insts: &[Inst]| {
            let mut met = false;
            insts.iter().all(|&inst| match f.insts[inst].op {
                Op::DestroyValue => !std::mem::replace(&mut met, true),
                ref op => may_wait(op, runtime, module),
            })
        };
        let (mut stack, mut seen) = (Vec::new(), FxHashSet::default());
        if behind(&f.blocks[from].insts[position(from, copy) + 1..]) {
            stack.extend(cfg.out_edges(from));
        }
        let header = loops.loops[id].header;
        let mut round = false;
        while let Some(Edge { from: at, nth }) = stack.pop() {
            let next = cfg.target(Edge { from: at, nth });
            if !blocks.contains(&next) {
                continue;
            }
            round |= next == header;
            if next == to && round && quiet(&f.blocks[to].insts[..position(to, destroy)]) {
                return true;
            }
            let insts = &f.blocks[next].insts;
            let goes_on = if round { quiet(insts) } else { behind(insts) };
            if goes_on && seen.insert(next) {
                stack.extend(cfg.out_edges(next));
            }
        }
        false
    }
}
