//! Redundant copy elimination (of retain/release pairs): decides on each ownership event by the levels, and applies
//! the decisions.
//!
//! With the level of each point known, the operations of the specification are decisions on how many
//! ownerships a function *holds* where it held more:
//!
//! - *Union* and *cartesian join*: one ownership is enough. A copy at level one or above starts an inner region
//!   inside of a lifetime that the outer one maintains: it is removed, with the destroy that ends it (union), or with
//!   the destroy that comes before the take, which then consumes the ownership that is left (cartesian). A take at
//!   level two consumes one ownership while another is kept, and gets a copy right before it.
//! - An object that somebody else keeps alive (a guaranteed parameter, a borrowed web) needs none:
//!   only its takes have copies.
//!
//! On each path at most as many copies are executed as before. Intersection and extension
//! ([`intersection`](crate::transform::intersection)) go on from there.
//!
//! Linear in the events.

use crate::ownership::balance::Balance;
use crate::ownership::regions::{Event, EventKind, Object, ObjectData, Regions};
use crate::transform::borrow::BorrowedRegions;
use crate::transform::explain::Reason;
use crate::transform::scope_end::MOST_JUMPS;
use invar_analysis::Fuel;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Edge, Function, Inst, Op, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};

/// Decisions on a function's events.
pub struct OwnershipPlan {
    /// Copies and destroys that are removed.
    pub deleted: Vec<bool>,
    /// Takes that need a copy right before them.
    pub needs_copy: Vec<bool>,
    /// How many copies an edge needs that passes an object on.
    pub edge_copies: FxHashMap<(Object, Edge), u32>,
    /// Edges that get a destroy, of an object whose destroy behind them was split.
    pub edge_destroys: Vec<(Object, Edge)>,
    /// Original destroys that were moved onto edges: these still release, on the way to where the destroys were.
    pub split: FxHashSet<Event>,
    /// For a take that keeps the copy it had: that copy.
    pub pairs: FxHashMap<Event, Event>,
    /// The objects in which something changes.
    pub changed: Vec<bool>,
    /// The objects that need no ownership of their own: another owner keeps them alive.
    pub is_guaranteed: Vec<bool>,
    /// Where borrowed webs need no ownership.
    pub borrowed: BorrowedRegions,
    /// Why copies and destroys are removed, if somebody wants to know.
    reasons: Option<FxHashMap<Event, Reason>>,
}

invar_analysis::counters! {
    /// Pairs of copy and destroy that unions and cartesian joins removed.
    pub struct Joined {
        /// Inner regions whose lifetime an outer one maintains.
        union,
        /// Copies that were taken after another owner's destroy.
        cartesian,
    }
}

impl OwnershipPlan {
    /// Decides on all objects but those that were refused or `skip`ped. `is_guaranteed` says for each object whether
    /// another owner keeps it alive. Reasons for removals are recorded if `explains` is set.
    pub fn new(
        regions: &Regions,
        balance: &Balance,
        is_guaranteed: Vec<bool>,
        borrowed: BorrowedRegions,
        skip: &[bool],
        fuel: &Fuel,
        explains: bool,
    ) -> (OwnershipPlan, Joined) {
        let mut plan = OwnershipPlan {
            deleted: vec![false; regions.events.len()],
            needs_copy: vec![false; regions.events.len()],
            edge_copies: FxHashMap::default(),
            edge_destroys: Vec::new(),
            split: FxHashSet::default(),
            pairs: FxHashMap::default(),
            changed: vec![false; regions.objects.len()],
            is_guaranteed,
            borrowed,
            reasons: explains.then(FxHashMap::default),
        };
        let mut joined = Joined::default();
        for (n, &skip) in skip.iter().enumerate() {
            let object = Object::from_u32(n as u32);
            if balance.is_refused(object) || skip {
                continue;
            }
            plan.decide(regions, balance, object, fuel, &mut joined);
        }
        (plan, joined)
    }

    /// How many ownerships are held at a level, around an event.
    fn hold(&self, object: Object, event: Event, level: u32) -> u32 {
        let guaranteed = self.is_guaranteed[object.as_u32() as usize];
        if guaranteed || self.borrowed.event[event.as_u32() as usize] { 0 } else { level.min(1) }
    }

    fn decide(
        &mut self,
        regions: &Regions,
        balance: &Balance,
        object: Object,
        fuel: &Fuel,
        joined: &mut Joined,
    ) {
        let events = &regions.data(object).events;
        let targets = &balance.targets[object.as_u32() as usize];
        let is_copy = |event: &Event| regions.event(*event).kind == EventKind::Copy;
        let worth = events.iter().any(|&event| {
            let (kind, level) = (regions.event(event).kind, balance.level[event.as_u32() as usize]);
            match kind {
                EventKind::Copy => {
                    self.hold(object, event, level) == self.hold(object, event, level + 1)
                }
                EventKind::Destroy => {
                    self.hold(object, event, level) == self.hold(object, event, level - 1)
                }
                _ => false,
            }
        });
        // Borrowed webs were decided on as a whole.
        let decided = events.iter().any(|event| self.borrowed.event[event.as_u32() as usize])
            || self.borrowed.start[object.as_u32() as usize]
            || targets.iter().any(|target| self.borrowed.start[target.1.as_u32() as usize]);
        if !decided && (!worth || !fuel.take()) {
            return;
        }
        let (mut copies, mut destroys, mut taken) = (0u64, 0u64, 0u64);
        for &event in events {
            let at = event.as_u32() as usize;
            let level = balance.level[at];
            match regions.event(event).kind {
                EventKind::Copy => {
                    if self.hold(object, event, level) == self.hold(object, event, level + 1) {
                        self.deleted[at] = true;
                        copies += 1;
                    }
                }
                EventKind::Destroy => {
                    if self.hold(object, event, level) == self.hold(object, event, level - 1) {
                        self.deleted[at] = true;
                        destroys += 1;
                    }
                }
                _ if !balance.takes[at] => {}
                _ => {
                    let after = self.hold(object, event, level - 1);
                    self.needs_copy[at] = 1 + after > self.hold(object, event, level);
                    taken += u64::from(!self.needs_copy[at]);
                }
            }
        }
        for passed in targets.chunk_by(|a, b| a.0 == b.0) {
            let (edge, count) = (passed[0].0, passed.len() as u32);
            let level = self.exit(regions, balance, object, edge.from);
            let none = self.is_guaranteed[object.as_u32() as usize]
                || balance
                    .spans
                    .find(regions, object, edge.from)
                    .is_some_and(|n| self.borrowed.exit[n]);
            let hold = |level: u32| if none { 0 } else { level.min(1) };
            let (held, after) = (hold(level), hold(level - count));
            // A parameter that needs no ownership gets none.
            let gets = passed.iter().filter(|to| !self.borrowed.start[to.1.as_u32() as usize]);
            let gets = gets.count() as u32;
            let copied = (gets + after).saturating_sub(held);
            taken += u64::from(copied < gets);
            if copied > 0 {
                self.edge_copies.insert((object, edge), copied);
            }
        }
        self.changed[object.as_u32() as usize] = true;
        let pairs = copies.min(destroys);
        let is_cartesian = taken > 0 && pairs > 0;
        if is_cartesian {
            joined.cartesian += pairs;
        } else {
            joined.union += pairs;
        }
        if self.reasons.is_some() {
            events.iter().for_each(|&event| self.explain(object, event, is_cartesian));
        }
        if events.iter().any(is_copy) {
            self.pair(regions, balance, object);
        }
    }

    /// Notes why a join removes an event, if it does.
    fn explain(&mut self, object: Object, event: Event, is_cartesian: bool) {
        let at = event.as_u32() as usize;
        if self.deleted[at] {
            let reason = if self.is_guaranteed[object.as_u32() as usize] {
                Reason::Guaranteed
            } else if self.borrowed.event[at] {
                Reason::Borrowed
            } else if is_cartesian {
                Reason::Cartesian
            } else {
                Reason::Union
            };
            self.note(event, reason);
        }
    }

    /// Removes a copy or destroy.
    pub fn delete(&mut self, event: Event, reason: Reason) {
        self.deleted[event.as_u32() as usize] = true;
        self.note(event, reason);
    }

    fn note(&mut self, event: Event, reason: Reason) {
        if let Some(reasons) = &mut self.reasons {
            reasons.insert(event, reason);
        }
    }

    /// Why a copy or destroy is removed, if reasons are kept.
    pub fn reason(&self, event: Event) -> Option<Reason> {
        self.reasons.as_ref()?.get(&event).copied()
    }

    /// The level at the end of a block.
    pub fn exit(&self, regions: &Regions, balance: &Balance, object: Object, block: Block) -> u32 {
        if let Some(&last) = regions.events_in(object, block).last() {
            let (kind, level) = (regions.event(last).kind, balance.level[last.as_u32() as usize]);
            return match kind {
                EventKind::Copy => level + 1,
                _ => level - u32::from(balance.takes[last.as_u32() as usize]),
            };
        }
        balance.entry(regions, object, block)
    }

    /// A take that needs a copy keeps the original one, where no other event comes in between: it
    /// stays where the compiler put it, and is executed as often as the take.
    fn pair(&mut self, regions: &Regions, balance: &Balance, object: Object) {
        let cfg = &regions.cfg;
        let events = &regions.data(object).events;
        let mut pending: Option<(Event, Block)> = None;
        for (n, &event) in events.iter().enumerate() {
            let (data, at) = (regions.event(event), event.as_u32() as usize);
            match data.kind {
                EventKind::Copy => {
                    pending = self.deleted[at].then_some((event, data.block));
                    // The only edge out of its block may pass the copy on.
                    let next = events.get(n + 1).map(|&next| regions.event(next).block);
                    let edge = Edge { from: data.block, nth: 0 };
                    if pending.is_some()
                        && cfg.succs(data.block).len() == 1
                        && next != Some(data.block)
                        && balance.passed(object, edge) > 0
                        && let Some(copies) = self.edge_copies.get_mut(&(object, edge))
                    {
                        *copies -= 1;
                        if *copies == 0 {
                            self.edge_copies.remove(&(object, edge));
                        }
                        self.deleted[at] = false;
                        pending = None;
                    }
                }
                EventKind::Destroy => pending = None,
                _ => {
                    if let Some((copy, from)) = pending.take()
                        && self.needs_copy[at]
                        && leads_straight(regions, from, data.block)
                    {
                        self.needs_copy[at] = false;
                        self.deleted[copy.as_u32() as usize] = false;
                        self.pairs.insert(event, copy);
                    }
                }
            }
        }
    }

    /// Whether a take consumes one ownership while the function holds another.
    pub fn gives(&self, event: Event) -> bool {
        self.needs_copy[event.as_u32() as usize] || self.pairs.contains_key(&event)
    }

    /// Lets a take consume the ownership that is held, in place of a copy.
    pub fn give_held(&mut self, event: Event) {
        self.needs_copy[event.as_u32() as usize] = false;
        if let Some(copy) = self.pairs.remove(&event) {
            self.delete(copy, Reason::Intersection);
        }
    }

    /// Applies the decisions. How many copies and destroys were removed, net of copies that were inserted.
    pub fn apply(self, f: &mut Function, regions: &Regions) -> (i64, i64) {
        let mut change = Change {
            remove: SecondaryMap::with_capacity(f.insts.len()),
            before: Vec::new(),
            copies: 0,
            destroys: 0,
        };
        for (n, data) in regions.objects.iter().enumerate() {
            if self.changed[n] {
                self.apply_to_object(f, regions, data, &mut change);
            }
        }
        for &(object, block, pos) in &self.borrowed.copies {
            let value = regions.data(object).root;
            let data = &f.blocks[block];
            let loc = data.insts.get(pos as usize).map_or(data.term_loc, |&inst| f.insts[inst].loc);
            let copy = f.make_inst(Op::CopyValue, &[value], &[f.ty(value)], loc);
            change.before.push((block, pos, copy));
            change.copies -= 1;
        }
        change.rebuild_blocks(f, regions);
        self.apply_to_edges(f, regions, &mut change);
        f.resolve_aliases();
        (change.copies, change.destroys)
    }

    /// Notes the removals and insertions for an object.
    fn apply_to_object(
        &self,
        f: &mut Function,
        regions: &Regions,
        data: &ObjectData,
        change: &mut Change,
    ) {
        for &event in &data.events {
            let (at, event_data) = (event.as_u32() as usize, regions.event(event));
            if self.deleted[at] {
                let inst = event_data.inst.expect("a copy or destroy is an instruction");
                change.remove[inst] = true;
                if event_data.kind == EventKind::Copy {
                    let (copy, of) = (f.result(inst), f.args(inst)[0]);
                    f.alias(copy.expect("a copy has a result"), of);
                    change.copies += 1;
                } else {
                    change.destroys += 1;
                }
            } else if self.needs_copy[at] {
                change.copies -= 1;
                put_copy(f, regions, event, &mut change.before);
            }
        }
        // On the way to a trap, ownership that is no longer there must not be consumed; the rest
        // leaks.
        for &event in &data.cold {
            let event_data = regions.event(event);
            match event_data.kind {
                EventKind::Copy => {}
                EventKind::Destroy => {
                    let inst = event_data.inst.expect("a destroy is an instruction");
                    change.remove[inst] = true;
                }
                _ => put_copy(f, regions, event, &mut change.before),
            }
        }
    }

    /// Inserts copies and destroys on edges.
    fn apply_to_edges(&self, f: &mut Function, regions: &Regions, change: &mut Change) {
        let mut edges: Vec<(Edge, Object, u32)> = (self.edge_copies.iter())
            .filter(|((object, _), _)| self.changed[object.as_u32() as usize])
            .map(|(&(object, edge), &copies)| (edge, object, copies))
            .collect();
        edges.extend(self.borrowed.edges.iter().map(|&(object, edge)| (edge, object, 1)));
        edges.sort_unstable_by_key(|&(edge, object, _)| (edge, object));
        let mut split: FxHashMap<Edge, Block> = FxHashMap::default();
        for (edge, object, copies) in edges {
            change.copies -= i64::from(copies);
            let value = regions.data(object).root;
            let block = block_on_edge(f, regions, edge, &mut split);
            let (ty, loc) = (f.ty(value), f.blocks[block].term_loc);
            for _ in 0..copies {
                f.append(block, Op::CopyValue, &[value], &[ty], loc);
            }
        }
        let mut destroys = self.edge_destroys.clone();
        destroys.sort_unstable_by_key(|&(object, edge)| (edge, object));
        for (object, edge) in destroys {
            change.destroys -= 1;
            let block = block_on_edge(f, regions, edge, &mut split);
            let (value, loc) = (regions.data(object).root, f.blocks[block].term_loc);
            f.append(block, Op::DestroyValue, &[value], &[], loc);
        }
    }
}

/// The change of a function's instructions.
struct Change {
    /// The instructions that are removed.
    remove: SecondaryMap<Inst, bool>,
    /// Copies that are inserted.
    before: Vec<Put>,
    /// How many copies were removed, net of those that were inserted.
    copies: i64,
    /// How many destroys were removed, net in the same way.
    destroys: i64,
}

impl Change {
    /// Removes instructions and inserts copies before others.
    fn rebuild_blocks(&mut self, f: &mut Function, regions: &Regions) {
        let mut before = std::mem::take(&mut self.before);
        // Copies of one place stay in order.
        before.sort_by_key(|&(block, pos, _)| (regions.cfg.rpo_number[block], pos));
        let mut rest = before.into_iter().peekable();
        for &block in &regions.cfg.rpo {
            let insts = &mut f.blocks[block].insts;
            if rest.peek().is_none_or(|put| put.0 != block) {
                insts.retain(|&inst| !self.remove[inst]);
                continue;
            }
            let old = std::mem::take(insts);
            for (pos, &inst) in old.iter().enumerate() {
                while let Some((.., copy)) =
                    rest.next_if(|put| (put.0, put.1) == (block, pos as u32))
                {
                    insts.push(copy);
                }
                if !self.remove[inst] {
                    insts.push(inst);
                }
            }
            while let Some((.., copy)) = rest.next_if(|put| put.0 == block) {
                insts.push(copy);
            }
        }
    }
}

/// A copy that is inserted before a position of a block.
type Put = (Block, u32, Inst);

/// Whether a block leads to another by jumps to blocks without other predecessors.
fn leads_straight(regions: &Regions, from: Block, to: Block) -> bool {
    let cfg = &regions.cfg;
    let mut at = to;
    for _ in 0..MOST_JUMPS {
        if at == from {
            return true;
        }
        let mut preds = cfg.reachable_preds(at);
        match (preds.next(), preds.next()) {
            (Some(edge), None) if cfg.succs(edge.from).len() == 1 => at = edge.from,
            _ => return false,
        }
    }
    at == from
}

/// Inserts a copy before a take, which then consumes the copy.
fn put_copy(f: &mut Function, regions: &Regions, event: Event, before: &mut Vec<Put>) {
    let data = regions.event(event);
    let (value, loc) = match data.inst.expand() {
        Some(inst) => (f.args(inst)[data.operand as usize], f.insts[inst].loc),
        None => {
            let term = &f.blocks[data.block].term;
            let operands = term.operands(&f.pool);
            (operands[data.operand as usize], f.blocks[data.block].term_loc)
        }
    };
    let ty = f.ty(value);
    let copy = f.make_inst(Op::CopyValue, &[value], &[ty], loc);
    let copied = f.result(copy).expect("a copy has a result");
    before.push((data.block, data.pos, copy));
    match data.inst.expand() {
        Some(inst) => f.args_mut(inst)[data.operand as usize] = copied,
        None => {
            let Function { blocks, pool, .. } = f;
            blocks[data.block].term.operands_mut(pool)[data.operand as usize] = copied;
        }
    }
}

/// The block for what is inserted on an edge: the one that it comes from if that has only one
/// successor.
fn block_on_edge(
    f: &mut Function,
    regions: &Regions,
    edge: Edge,
    split: &mut FxHashMap<Edge, Block>,
) -> Block {
    match regions.cfg.succs(edge.from).len() {
        1 => edge.from,
        _ => *split.entry(edge).or_insert_with(|| {
            let middle = f.add_block();
            let loc = f.blocks[edge.from].term_loc;
            let mut term = std::mem::take(&mut f.blocks[edge.from].term);
            let call = term.target_mut(edge.nth as usize).expect("an edge of the terminator");
            let weight = call.weight;
            let mut inner = std::mem::replace(call, f.call(middle, &[]));
            call.weight = weight;
            inner.weight = 0;
            f.blocks[edge.from].term = term;
            f.blocks[middle].term = Terminator::Jump(inner);
            f.blocks[middle].term_loc = loc;
            middle
        }),
    }
}

#[cfg(test)]
mod tests {
    use crate::interprocedural::signature::Signatures;
    use crate::ownership::tests::{function_of, module_of};
    use crate::runtimes::table::Runtime;
    use crate::transform::explain::Log;
    use crate::transform::function::{Config, FunctionSetting, Params, analyze, optimize};
    use invar_analysis::Fuel;
    use invar_ir::{Op, ValType};

    /// Plans and applies unions and cartesian joins alone: how many there were of each, and the copies
    /// and destroys that are left.
    fn planned(body: &str, fuel: &Fuel) -> ([u64; 2], [usize; 2]) {
        let body = format!("b0(v0: i32, v1: i32, v2: i32):\n {}", body.replace("; ", "\n "));
        let module = module_of("", &body);
        let (mut f, runtime) = (function_of(&module).clone(), Runtime::of_operators(ValType::I32));
        let signatures = Signatures::of_module(&module);
        let config = Config { borrow: false, moves: false, ..Config::default() };
        let analysis = analyze(&f, &runtime, &signatures, &config);
        let params = Params::default();
        let setting = FunctionSetting {
            params: &params,
            runtime: &runtime,
            signatures: &signatures,
            config: &config,
        };
        let counted = optimize(&mut f, &analysis, &setting, fuel, &mut Log::default());
        let count = |op: Op| {
            let insts = f.live_blocks().flat_map(|block| &f.blocks[block].insts);
            insts.filter(|&&inst| f.insts[inst].op == op).count()
        };
        let joined = [counted.joined.union, counted.joined.cartesian];
        (joined, [count(Op::CopyValue), count(Op::DestroyValue)])
    }

    const NESTED: &str = "v3 = copy_value v0; call f0; v4 = copy_value v0; call f0; \
        destroy_value v4; destroy_value v3; return";

    #[test]
    fn an_inner_region_is_removed() {
        assert_eq!(planned(NESTED, &Fuel::unlimited()), ([1, 0], [1, 1]));
    }

    #[test]
    fn without_fuel_nothing_is_removed() {
        assert_eq!(planned(NESTED, &Fuel::limited(0)), ([0, 0], [2, 2]));
    }

    #[test]
    fn regions_that_overlap_are_one() {
        let body = "v3 = copy_value v0; call f0; v4 = copy_value v0; destroy_value v3; call f0; \
            destroy_value v4; return";
        assert_eq!(planned(body, &Fuel::unlimited()), ([1, 0], [1, 1]));
    }

    #[test]
    fn a_take_consumes_what_a_destroy_left() {
        let body = "v3 = copy_value v0; call f0; v4 = copy_value v0; destroy_value v3; \
            call f2 v4; return";
        assert_eq!(planned(body, &Fuel::unlimited()), ([0, 1], [1, 0]));
    }

    #[test]
    fn a_take_among_two_ownerships_keeps_its_copy() {
        let body = "v3 = copy_value v0; v4 = copy_value v0; call f2 v4; call f0; \
            destroy_value v3; return";
        assert_eq!(planned(body, &Fuel::unlimited()), ([0, 0], [2, 1]));
    }
}
