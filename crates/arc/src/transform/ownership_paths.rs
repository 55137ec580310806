//! Cursors of structures under construction: a reference that a path of owning fields leads to needs no count.
//!
//! A loop that appends keeps the end of what it builds in a variable: `last.next = x; last = x`. Whatever `last` is,
//! a path of fields, each of which owns what it refers to, leads to it from an object that the function owns all the
//! time, the one that the loop began with. So `last` is alive, and owning it as well is a redundant inner region.
//!
//! The proof that there is such a path is an induction over the values that block parameters receive. A parameter of
//! the web receives
//! - the *root*, which is owned wherever a parameter of the web is used;
//! - another parameter of the web;
//! - what was stored into, and taken by, a field of a parameter of the web, with no write to memory behind that.
//!
//! While a parameter of the web is owned, nothing is written to but fields of it: no simple path to an object
//! goes through a field of that object, so the path to it stays as it is, even if objects are linked in circles. A
//! release frees nothing on the path, since each object there is owned by the one before; and deinits are the
//! runtime's own, which write nothing to objects that are alive. What is destroyed after it was read from memory was
//! displaced by such a store, so it was not released by a field on the path.
//!
//! Then the copy at each step is removed, and so are the destroys of the parameters.
//!
//! Cost: at most [`MOST_WEBS`] webs of a function are tried, each linear in the function.

use crate::delayed_retains::is_quiet;
use crate::ownership::balance::is_read;
use crate::ownership::holder::level_at;
use crate::ownership::regions::{Event, EventKind, Object};
use crate::ownership::spans::Span;
use crate::runtimes::table::Runtime;
use crate::transform::explain::Log;
use crate::transform::function::{OwnershipAnalysis, Params};
use invar_analysis::Fuel;
use invar_analysis::transform::edges;
use invar_ir::entities::EntitySet;
use invar_ir::{Block, Edge, Function, Inst, Module, Op, Terminator, Value, ValueDef};

/// How many webs of a function are tried.
const MOST_WEBS: usize = 16;
/// How many parameters a web may have.
const MOST_PARAMS: usize = 8;
/// How many blocks a step may go through.
const MOST_BLOCKS: usize = 32;

/// The result for a function.
#[derive(Default)]
pub(crate) struct Kept {
    /// The parameters that need no count.
    pub params: Vec<Value>,
    /// Copies that were removed.
    pub copies: u64,
}

/// Block parameters that are kept alive by a path.
#[derive(Default)]
struct Web {
    params: Vec<Object>,
    roots: Vec<Object>,
    copies: Vec<Inst>,
}

struct Search<'a> {
    f: &'a Function,
    analysis: &'a OwnershipAnalysis,
    known: &'a Params,
    runtime: &'a Runtime,
    module: &'a Module,
}

/// Removes the counts of cursors from a function that was raised.
pub(crate) fn keep(
    f: &mut Function,
    analysis: &OwnershipAnalysis,
    known: &Params,
    runtime: &Runtime,
    module: &Module,
    fuel: &Fuel,
    log: &mut Log,
) -> Kept {
    let mut kept = Kept::default();
    let shared = module.memories.values().any(|memory| memory.ty.shared);
    let quiet = runtime.cycles && runtime.unordered_deinits && !shared;
    let (regions, balance) = (&analysis.regions, &analysis.balance);
    if !quiet || !regions.cfg.has_cycle() || !regions.unreliable.is_empty() {
        return kept;
    }
    let search = Search { f, analysis, known, runtime, module };
    let (mut tried, mut webs): (usize, Vec<Web>) = (0, Vec::new());
    for n in 0..regions.objects.len() {
        let object = Object::from_u32(n as u32);
        let data = regions.data(object);
        let header =
            || regions.cfg.reachable_preds(data.home).any(|e| regions.cfg.is_retreating(e));
        let seen = webs.iter().any(|web| web.params.contains(&object));
        if seen || !search.may_be_kept(object) || !header() {
            continue;
        }
        tried += 1;
        if tried > MOST_WEBS {
            break;
        }
        let apart = |web: &Web| {
            let shares = |other: &Web| other.copies.iter().any(|copy| web.copies.contains(copy));
            !webs.iter().any(shares)
        };
        if let Some(web) = search.web(object)
            && apart(&web)
            && fuel.take()
        {
            webs.push(web);
        }
    }
    let mut gone: Vec<Inst> = Vec::new();
    for web in &webs {
        gone.extend(&web.copies);
        kept.copies += web.copies.len() as u64;
        for &param in &web.params {
            let data = regions.data(param);
            kept.params.push(data.root);
            let destroys = data.events.iter().chain(&data.cold).filter_map(|&event| {
                let event = regions.event(event);
                event.inst.expand().filter(|_| event.kind == EventKind::Destroy)
            });
            gone.extend(destroys);
        }
    }
    debug_assert!(webs.iter().flat_map(|web| &web.roots).all(|&root| !balance.is_refused(root)));
    if !gone.is_empty() {
        let why = "a path of owning fields leads to it while it is in use";
        gone.iter().for_each(|&inst| log.removed(f, inst, why));
        gone.sort_unstable();
        for &copy in webs.iter().flat_map(|web| &web.copies) {
            let (copied, of) = (f.result(copy), f.args(copy)[0]);
            f.alias(copied.expect("a copy has a result"), of);
        }
        for block in f.live_blocks().collect::<Vec<_>>() {
            f.blocks[block].insts.retain(|inst| gone.binary_search(inst).is_err());
        }
        f.resolve_aliases();
    }
    kept
}

impl Search<'_> {
    /// Whether an object is a block parameter that is passed one ownership and only destroyed.
    fn may_be_kept(&self, object: Object) -> bool {
        let OwnershipAnalysis { regions, balance, .. } = self.analysis;
        let data = regions.data(object);
        let passed = matches!(self.f.values[data.root].def, ValueDef::Param(block, _)
            if block != self.f.entry);
        let ends = |&event: &Event| {
            let at = event.as_u32() as usize;
            match regions.event(event).kind {
                EventKind::Destroy => balance.level[at] == 1,
                EventKind::Store => !balance.takes[at],
                _ => false,
            }
        };
        let only_destroyed = |event: &Event| regions.event(*event).kind == EventKind::Destroy;
        passed
            && !balance.is_refused(object)
            && balance.start[object.as_u32() as usize] == 1
            && data.events.iter().all(ends)
            && data.cold.iter().all(only_destroyed)
    }

    /// The web of a block parameter, if a path keeps all of it alive.
    fn web(&self, object: Object) -> Option<Web> {
        let OwnershipAnalysis { regions, balance, .. } = self.analysis;
        let mut web = Web { params: vec![object], ..Web::default() };
        // Where something is received that was stored: it must be stored in a field of the web.
        let mut bases: Vec<Object> = Vec::new();
        let mut n = 0;
        while let Some(&param) = web.params.get(n) {
            n += 1;
            let data = regions.data(param);
            let ValueDef::Param(block, nth) = self.f.values[data.root].def else { return None };
            for edge in regions.cfg.reachable_preds(block) {
                let arg = regions.root(edges::args(self.f, edge)[nth as usize]);
                if regions.is_immortal(self.f, self.runtime, arg) {
                    continue;
                }
                let given = regions.object(arg)?;
                if balance.is_refused(given) {
                    return None;
                }
                if web.params.contains(&given) {
                    continue;
                }
                let step = self.step(given, edge);
                if step.is_none() && self.may_be_kept(given) && web.params.len() < MOST_PARAMS {
                    web.params.push(given);
                    continue;
                }
                let (copy, base) = step?;
                match base {
                    Some(base) => bases.push(base),
                    None => web.roots.push(given),
                }
                if web.copies.contains(&copy) {
                    return None;
                }
                web.copies.push(copy);
            }
            // A parameter passes its ownership to others of the web.
            let targets = &balance.targets[param.as_u32() as usize];
            for &(_, target) in targets {
                if !web.params.contains(&target) {
                    if !self.may_be_kept(target) || web.params.len() == MOST_PARAMS {
                        return None;
                    }
                    web.params.push(target);
                }
            }
        }
        let within = bases.iter().all(|base| web.params.contains(base));
        let apart =
            web.roots.iter().all(|root| !web.params.contains(root) && self.is_given_up_here(*root));
        (within
            && apart
            && !web.copies.is_empty()
            && self.stays(&web)
            && (invar_ir::mutant!(ArcCursorUnowned) || self.used_well(&web)))
        .then_some(web)
    }

    /// Whether callers own a root, or a destroy of its own ends its lifetime.
    fn is_given_up_here(&self, root: Object) -> bool {
        let OwnershipAnalysis { regions, balance, .. } = self.analysis;
        let events = &regions.data(root).events;
        events.iter().all(|&event| {
            matches!(regions.event(event).kind, EventKind::Copy | EventKind::Destroy)
                || !balance.takes[event.as_u32() as usize]
        })
    }

    /// How a parameter of a web receives an object: the copy for it, and the object into a field of which it was
    /// stored just before, or none if nothing was written.
    fn step(&self, given: Object, edge: Edge) -> Option<(Inst, Option<Object>)> {
        let (f, OwnershipAnalysis { regions, balance, .. }) = (self.f, self.analysis);
        let (mut block, mut copy, mut base) = (edge.from, None, None);
        let mut is_written = false;
        for _ in 0..MOST_BLOCKS {
            if !matches!(f.blocks[block].term, Terminator::Jump(_)) {
                break;
            }
            for (pos, &inst) in f.blocks[block].insts.iter().enumerate().rev() {
                let op = &f.insts[inst].op;
                let here = regions.events_in(given, block).iter().copied();
                let event = here.into_iter().find(|&e| regions.event(e).pos == pos as u32);
                let level = event.map_or(0, |event| balance.level[event.as_u32() as usize]);
                if is_write(op) && !is_written {
                    is_written = true;
                    let takes = event.is_some_and(|event| balance.takes[event.as_u32() as usize]);
                    if takes && matches!(op, Op::I32Store { .. }) {
                        base = regions.object(f.args(inst)[0]);
                    }
                }
                match op {
                    Op::CopyValue if event.is_some() && copy.is_none() => copy = Some(inst),
                    // Without the copy before it, it would consume an ownership that is not there.
                    _ if copy.is_none() && event.is_some() && level == 1 => {
                        let takes = event.is_some_and(|e| balance.takes[e.as_u32() as usize]);
                        if takes {
                            return None;
                        }
                    }
                    Op::DestroyValue => {}
                    _ if !is_quiet(op, self.module) => return None,
                    _ => {}
                }
                let is_root = copy.is_some() && !is_written && self.is_held_there(given, edge);
                if let Some(copy) = copy
                    && (base.is_some() || is_root)
                {
                    return Some((copy, base));
                }
                if is_written && base.is_none() {
                    return None;
                }
            }
            let mut preds = regions.cfg.reachable_preds(block);
            match (preds.next(), preds.next()) {
                (Some(pred), None) => block = pred.from,
                _ => break,
            }
        }
        None
    }

    /// Whether an object is owned by the function behind an edge too, or by its callers.
    fn is_held_there(&self, object: Object, edge: Edge) -> bool {
        let OwnershipAnalysis { regions, balance, .. } = self.analysis;
        let to = regions.cfg.target(edge);
        balance.entry(regions, object, to) > 0 || self.is_callers(object)
    }

    fn is_callers(&self, object: Object) -> bool {
        let OwnershipAnalysis { regions, balance, .. } = self.analysis;
        let root = regions.data(object).root;
        let params = &self.f.blocks[self.f.entry].params;
        let guaranteed = params.iter().zip(&self.known.guaranteed);
        balance.start[object.as_u32() as usize] == 0
            && guaranteed.into_iter().any(|(&param, &bit)| bit && param == root)
    }

    /// Whether only fields of a parameter of a web are written while it is owned, and nothing is called.
    fn stays(&self, web: &Web) -> bool {
        let (f, OwnershipAnalysis { regions, balance, .. }) = (self.f, self.analysis);
        let mut region: EntitySet<Block> = EntitySet::new();
        let of_web = |param: &Object| {
            let root = regions.data(*param).root;
            balance.spans.of(*param).iter().all(|&Span { block, .. }| {
                region.insert(block);
                let mut events = regions.events_in(*param, block).iter();
                let end = events.find(|&&event| regions.event(event).kind == EventKind::Destroy);
                let end = end.map_or(usize::MAX, |&event| regions.event(event).pos as usize);
                f.blocks[block].insts.iter().take(end).all(|&inst| match &f.insts[inst].op {
                    Op::DestroyValue => true,
                    op if is_write(op) => regions.root(f.args(inst)[0]) == root,
                    op => is_quiet(op, self.module),
                })
            })
        };
        web.params.iter().all(of_web) && self.all_displaced(web, &region)
    }

    /// Whether each object that is owned in a region since it was loaded was overwritten by a store
    /// to a field of a parameter of the web, and all ownership there is balanced.
    fn all_displaced(&self, web: &Web, region: &EntitySet<Block>) -> bool {
        let (f, OwnershipAnalysis { regions, balance, .. }) = (self.f, self.analysis);
        (0..regions.objects.len() as u32).map(Object::from_u32).all(|object| {
            let data = regions.data(object);
            if balance.is_refused(object) {
                let mut events = data.events.iter();
                return events.all(|&event| !region.contains(regions.event(event).block));
            }
            let n = object.as_u32() as usize;
            let read = f.def_inst(data.root).filter(|&load| is_read(&f.insts[load].op));
            if balance.late[n] {
                return false;
            }
            let Some(load) = read.filter(|_| balance.start[n] > 0) else { return true };
            let mut spans = balance.spans.of(object).iter();
            let there = region.contains(data.home) || spans.any(|span| region.contains(span.block));
            !there || self.is_displaced(load, data.home, web)
        })
    }

    /// Whether the first write behind a load is a store to the same field of the same object.
    fn is_displaced(&self, load: Inst, home: Block, web: &Web) -> bool {
        let (f, OwnershipAnalysis { regions, .. }) = (self.f, self.analysis);
        let Op::I32Load { memarg: from } = &f.insts[load].op else { return false };
        let base = regions.root(f.args(load)[0]);
        if !regions.object(base).is_some_and(|base| web.params.contains(&base)) {
            return false;
        }
        let start = f.blocks[home].insts.iter().position(|&inst| inst == load);
        let (mut block, mut start) = (home, start.map_or(0, |at| at + 1));
        for _ in 0..MOST_BLOCKS {
            for &inst in &f.blocks[block].insts[start..] {
                let op = &f.insts[inst].op;
                if let Op::I32Store { memarg: to } = op {
                    let same = (from.memory, from.offset) == (to.memory, to.offset);
                    return same && regions.root(f.args(inst)[0]) == base;
                }
                if is_write(op) || !(is_quiet(op, self.module) || *op == Op::DestroyValue) {
                    return false;
                }
            }
            match &f.blocks[block].term {
                Terminator::Jump(call) => (block, start) = (call.block, 0),
                _ => return false,
            }
        }
        false
    }

    /// Whether the parameters of a web are only used to read and write their fields, and to compare them, where
    /// all roots are owned.
    fn used_well(&self, web: &Web) -> bool {
        let (f, OwnershipAnalysis { regions, balance, .. }) = (self.f, self.analysis);
        let of =
            |value: Value| regions.object(value).is_some_and(|object| web.params.contains(&object));
        let owned = |block: Block, pos: u32| {
            web.roots.iter().all(|&root| {
                self.is_callers(root) || level_at(regions, balance, root, block, pos) > 0
            })
        };
        regions.cfg.rpo.iter().all(|&block| {
            let insts = f.blocks[block].insts.iter().enumerate().all(|(pos, &inst)| {
                let (op, args) = (&f.insts[inst].op, f.args(inst));
                let used = args.iter().any(|&arg| of(arg));
                let plain = match op {
                    Op::DestroyValue => return true,
                    // A compiler that inlined `release` compares with the bound of static objects.
                    Op::I32Eqz | Op::I32Eq | Op::I32Ne | Op::I32GtU | Op::I32LeU => true,
                    op if op.opcode().name().contains(".load") => true,
                    op if is_write(op) => args[1..].iter().all(|&arg| !of(arg)),
                    _ => false,
                };
                !used || (plain && !regions.dead_end[block] && owned(block, pos as u32))
            });
            let term = &f.blocks[block].term;
            let passes = regions.cfg.out_edges(block).all(|edge| {
                let params = &f.blocks[regions.cfg.target(edge)].params;
                let mut pairs = edges::args(f, edge).iter().zip(params);
                pairs.all(|(&arg, &param)| !of(arg) || of(param))
            });
            let operands = term.operands(&f.pool).iter().any(|&value| of(value));
            let branches = matches!(term, Terminator::BrIf { .. });
            let end = f.blocks[block].insts.len() as u32;
            let goes_on = regions
                .cfg
                .out_edges(block)
                .any(|edge| edges::args(f, edge).iter().any(|&arg| of(arg)));
            insts && passes && (!operands || branches) && (!goes_on || owned(block, end))
        })
    }
}

/// Whether an operator writes to memory.
fn is_write(op: &Op) -> bool {
    op.opcode().name().contains(".store")
}
