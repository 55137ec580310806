//! Code motion: where each node is computed, by how often that is.
//!
//! After section 9.3 of LMS (Rompf, *Lightweight Modular Staging and Embedded Compilers*, 2012),
//! whose levels are regions here. A node may be computed in any region from the innermost one that
//! binds something it depends on (*forced inside*: its early region) down to the
//! nearest one around all of its uses. Of these it goes to the one that is executed least often
//! ([`Dependences::frequency`]), and among equals to the innermost. So what is used in a loop goes out of
//! it past all conditionals in it (the hot fringe), what is used in an alternative only goes into
//! it, and a conditional that is pure goes out of a loop as a whole.
//!
//! - What several alternatives compute is computed once, around them, if it is executed no more
//!   often there: `if (x) foo else foo`.
//! - What only alternatives of different conditionals use is computed in each of them, if that is
//!   no more often in sum and there is room for the code.
//! - Only what is total and without identity moves at will. What may trap moves in front of a loop
//!   that would have executed it in any case; what has effects stays.
//! - What reads state stays ahead of all that may write it: they count as uses.
//! - A loop takes a limited number of values from outside, so that they need not be spilled.
//! - Constants are not kept live: they stay with their users.
//!
//! Then each region that has changed is put in order: a moved node comes right before its first
//! user there, so that expressions stay trees.
//!
//! Nodes are decided on from the last to the first, users before what they use. Cost: O(n log n) in
//! nodes and edges (jump pointers in the tree of regions). No recursion.

mod address;
mod anchor;
mod conditional;
pub mod dependences;
mod duplicate;
mod merge;
mod order;
mod trap;

use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Def, Graph, Input, Kind, Node, Output, Region, Ty, User};
use crate::rvsdg::tree::RegionTree;
use cranelift_entity::SecondaryMap;
use invar_ir::cost::REGISTER_BUDGET;
use invar_ir::rules::is_constant;
use invar_ir::{Fuel, Goals};
use rustc_hash::FxHashSet;

/// What to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Out of loops, and out of alternatives within them.
    pub hoist: bool,
    /// Into alternatives.
    pub sink: bool,
    /// What several alternatives compute, around them.
    pub merge: bool,
    /// Into several alternatives.
    pub duplicate: bool,
    /// Within their region, to where they are used first, if that is at its end.
    pub delay: bool,
    /// Addresses into loops that are full, to where they are used.
    pub rematerialize: bool,
    /// How many values a loop may take from outside, its loop variables counted.
    pub live_values: u32,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            hoist: true,
            sink: true,
            merge: true,
            duplicate: true,
            delay: true,
            rematerialize: true,
            live_values: REGISTER_BUDGET as u32,
        }
    }
}

impl Config {
    /// That of a pass that moves nothing.
    pub const NONE: Config = Config {
        hoist: false,
        sink: false,
        merge: false,
        duplicate: false,
        delay: false,
        rematerialize: false,
        live_values: 0,
    };

    /// What of it serves these goals, if anything does: what a loop takes from outside, and copies,
    /// cost code.
    pub fn for_goals(self, goals: &Goals) -> Option<Config> {
        let small = goals.size > 0;
        let config = Config {
            hoist: self.hoist && !small,
            duplicate: self.duplicate && !small,
            rematerialize: self.rematerialize && !small,
            ..self
        };
        let any = config.hoist || config.sink || config.merge || config.duplicate || config.delay;
        any.then_some(config)
    }
}

invar_ir::counters! {
    /// What was moved, and what was not.
    pub struct Moved {
        /// To a region around.
        hoisted = "motion.hoisted",
        /// In front of the loops that would have executed them in any case, though they may trap.
        hoisted_traps = "motion.hoisted_traps",
        /// To a region inside.
        sunk = "motion.sunk",
        /// To the end of their own region.
        delayed = "motion.delayed",
        /// Nodes that were the same as one in another alternative.
        merged = "motion.merged",
        /// More copies of nodes that several alternatives use.
        duplicated = "motion.duplicated",
        /// More copies of constants, and addresses computed again in loops that are full.
        rematerialized = "motion.rematerialized",
        /// Would have been moved out of a loop that takes too many values already.
        refused_budget = "motion.refused.budget",
        /// Would have been moved, but may trap.
        refused_trap = "motion.refused.trap",
        /// Would have been moved, but has effects or an identity.
        refused_effect = "motion.refused.effect",
    }
}

/// A region must be executed this much less often than another for a node to move there: numbers
/// that nearly agree come from the same guess.
const LESS: f64 = 0.95;
/// How many users of a state are looked at.
const MOST_USERS: usize = 64;

/// Moves nodes.
pub fn run<D: Dependences>(graph: &mut Graph, deps: &D, config: &Config, fuel: &Fuel) -> Moved {
    let mut motion = Motion::new(graph, deps, config, fuel);
    motion.number();
    if config.merge {
        motion.merge();
    }
    if config.hoist {
        motion.conditionals();
        motion.traps();
    }
    for n in (0..motion.nodes.len()).rev() {
        let node = motion.nodes[n];
        match motion.freedom[node] {
            Some(Freedom::Free | Freedom::Cheap) => motion.place(node),
            Some(why) => motion.refuse(node, why),
            None => {}
        }
    }
    motion.put_in_order();
    motion.moved
}

struct Motion<'a, D> {
    graph: &'a mut Graph,
    deps: &'a D,
    config: &'a Config,
    fuel: &'a Fuel,
    tree: RegionTree,
    /// All nodes, in the order of the links, outer ones before what they hold.
    nodes: Vec<Node>,
    /// The number of a node in that order.
    number: SecondaryMap<Node, u32>,
    /// What cannot move has none if it is not even an operator; what is gone has none, either.
    freedom: SecondaryMap<Node, Option<Freedom>>,
    /// The innermost region that something is bound in that a node depends on.
    early: SecondaryMap<Node, Option<Region>>,
    /// Where nodes were linked that are elsewhere now.
    home: SecondaryMap<Node, Option<Region>>,
    /// After which node of that region it can be computed, by number.
    ready: SecondaryMap<Node, u32>,
    /// The place in its region of a node that has moved.
    anchor: SecondaryMap<Node, Option<Anchor>>,
    /// How many more values a loop may take, by its body.
    room: SecondaryMap<Region, Option<u32>>,
    /// How many more copies may be made.
    copies: usize,
    moved: Moved,
}

impl<'a, D: Dependences> Motion<'a, D> {
    fn new(graph: &'a mut Graph, deps: &'a D, config: &'a Config, fuel: &'a Fuel) -> Self {
        let nodes = graph.nodes.len();
        Motion {
            tree: RegionTree::new(graph, |region| deps.frequency(graph, region)),
            deps,
            config,
            fuel,
            nodes: Vec::new(),
            number: SecondaryMap::with_capacity(nodes),
            freedom: SecondaryMap::with_capacity(nodes),
            early: SecondaryMap::with_capacity(nodes),
            home: SecondaryMap::with_capacity(nodes),
            ready: SecondaryMap::with_capacity(nodes),
            anchor: SecondaryMap::with_capacity(nodes),
            room: SecondaryMap::with_capacity(graph.regions.len()),
            copies: 0,
            moved: Moved::default(),
            graph,
        }
    }

    /// Numbers all nodes, and finds out which may move and how far up.
    fn number(&mut self) {
        let mut stack = vec![self.graph.first(self.graph.root)];
        let mut regions: Vec<Region> = Vec::new();
        // What is counted as taken by a loop already.
        let mut taken: FxHashSet<(Region, Output)> = FxHashSet::default();
        let mut bound: FxHashSet<Output> = FxHashSet::default();
        while let Some(at) = stack.pop() {
            let Some(node) = at else { continue };
            stack.push(self.graph.next(node));
            self.number[node] = self.nodes.len() as u32;
            self.nodes.push(node);
            regions.clear();
            regions.extend(self.graph.subregions(node).iter().rev());
            stack.extend(regions.iter().map(|&region| self.graph.first(region)));
            if let Kind::Theta(body) = self.graph.nodes[node].kind {
                let is_value = |output: &&Output| matches!(self.graph.ty(**output), Ty::Value(_));
                let values = self.graph.args(body).iter().filter(is_value).count() as u32;
                self.room[body] = Some(self.config.live_values.saturating_sub(values));
            }
            if !regions.is_empty() {
                bound.extend(self.deps.bound(self.graph, node));
            }
            self.take_from_outside(node, &mut taken);
        }
        for n in 0..self.nodes.len() {
            let node = self.nodes[n];
            if matches!(self.graph.nodes[node].kind, Kind::Op(_)) {
                // What a node around it binds is forced inside; arguments are where they are.
                let is_bound = self.graph.outputs(node).iter().any(|output| bound.contains(output));
                self.early[node] = Some(match is_bound {
                    true => self.graph.nodes[node].region,
                    false => self.early_region(node),
                });
                self.freedom[node] = Some(self.deps.freedom(self.graph, node));
                let early = self.reachable(node);
                self.early[node] = Some(early);
                self.ready[node] = self.ready_in(node, early);
            }
        }
        self.copies = 4 + self.nodes.len() / 64;
    }

    /// The values that a node uses from outside of the loop that it is in take room there.
    fn take_from_outside(&mut self, node: Node, taken: &mut FxHashSet<(Region, Output)>) {
        let Some(body) = self.tree.body(self.graph.nodes[node].region) else { return };
        for origin in self.graph.origins(node) {
            let outside = self.tree.depth(self.graph.region_of(origin)) < self.tree.depth(body);
            let is_value = matches!(self.graph.ty(origin), Ty::Value(_));
            let is_constant =
                matches!(self.graph.kind_of(origin), Some(Kind::Op(op)) if is_constant(op));
            if outside
                && is_value
                && !is_constant
                && taken.insert((body, origin))
                && let Some(room) = &mut self.room[body]
            {
                *room = room.saturating_sub(1);
            }
        }
    }

    /// The innermost region that binds something that a node depends on.
    fn early_region(&self, node: Node) -> Region {
        let mut early = self.graph.root;
        for origin in self.deps.syms(self.graph, node) {
            let region = self.early(origin);
            if self.tree.depth(region) > self.tree.depth(early) {
                early = region;
            }
        }
        early
    }

    /// The outermost region between the early one and its own where a node that reads state can be
    /// computed ahead of what may write over that.
    fn reachable(&mut self, node: Node) -> Region {
        let early = self.early[node].expect("just found");
        let here = self.graph.nodes[node].region;
        if early == here || self.deps.soft(self.graph, node).is_empty() {
            return early;
        }
        let Some(mut writers) = self.writers(node) else { return here };
        let input = self.graph.inputs(node)[0];
        writers.push(Use { input, region: here, user: User::Node(node, 0) });
        let mut at = early;
        while at != here {
            self.early[node] = Some(at);
            self.ready[node] = self.ready_in(node, at);
            let inside: Vec<Use> =
                writers.iter().copied().filter(|used| self.is_around(at, used.region)).collect();
            if self.anchor(node, at, &inside).is_some() {
                break;
            }
            at = self.tree.at_depth(here, self.tree.depth(at) + 1);
        }
        at
    }

    /// The outermost region where an output can be had.
    fn early(&self, output: Output) -> Region {
        if let Def::Node(node, _) = self.graph.outputs[output].def
            && let Some(Freedom::Free | Freedom::Cheap) = self.freedom[node]
            && let Some(early) = self.early[node]
        {
            return early;
        }
        self.graph.region_of(output)
    }

    /// The tree as it is after compound nodes have moved.
    fn renew_tree(&mut self) {
        let (graph, deps) = (&*self.graph, self.deps);
        self.tree = RegionTree::new(graph, |region| deps.frequency(graph, region));
    }

    fn often(&self, region: Region) -> f64 {
        self.tree.frequency(region)
    }

    /// The uses of a node's values.
    fn users(&self, node: Node) -> Vec<Use> {
        let outputs = self.graph.outputs(node).iter();
        outputs
            .flat_map(|&output| self.graph.uses(output))
            .map(|input| self.use_of(input))
            .collect()
    }

    /// What may write over what a node reads: it has to come before that. `None` if there is too
    /// much of it to look at.
    fn writers(&self, node: Node) -> Option<Vec<Use>> {
        let graph = &*self.graph;
        let mut writers = Vec::new();
        for state in self.deps.soft(graph, node) {
            for (count, input) in graph.uses(state).enumerate() {
                if count == MOST_USERS {
                    return None;
                }
                let only_reads = match graph.inputs[input].user {
                    User::Node(user, _) => {
                        let ty = graph.ty(state);
                        !matches!(graph.nodes[user].kind, Kind::Theta(_))
                            && graph.outputs(user).iter().all(|&output| graph.ty(output) != ty)
                    }
                    User::Result(region, _) => region == graph.root,
                };
                if !only_reads && !invar_ir::mutant!(GraphReadsPassWrites) {
                    writers.push(self.use_of(input));
                }
            }
        }
        Some(writers)
    }

    /// A use by an input. What a dispatch hands on for those that are not up yet, it uses itself:
    /// in that alternative nothing can be computed.
    fn use_of(&self, input: Input) -> Use {
        let graph = &*self.graph;
        let user = graph.inputs[input].user;
        if let User::Result(region, _) = user
            && graph.first(region).is_none()
            && let Some(gamma) = graph.regions[region].parent.expand()
            && anchor::dispatches_on(graph, gamma).is_some()
        {
            return Use { input, region: graph.nodes[gamma].region, user: User::Node(gamma, 0) };
        }
        Use { input, region: graph.region_of_input(input), user }
    }

    /// The nearest region around all uses.
    fn common(&self, users: &[Use]) -> Option<Region> {
        let mut regions = users.iter().map(|used| used.region);
        let first = regions.next()?;
        Some(regions.fold(first, |common, region| self.tree.common(common, region)))
    }

    /// Decides where a node is computed, its users being where they are to be. What reads state and
    /// has too many users of it stays (nothing that it could have to follow moves it: the uses of
    /// what stays keep what they use).
    fn place(&mut self, node: Node) {
        let mut users = self.users(node);
        let Some(common) = self.common(&users) else {
            // Nothing uses it any more.
            if let Some(home) = self.home[node].take() {
                self.graph.nodes[node].region = home;
            }
            return;
        };
        let here = self.graph.nodes[node].region;
        // Users have gone up, or it is linked nowhere that counts: it has to be moved.
        let must = !self.is_around(here, common) || self.home[node].is_some();
        if self.duplicate(node, &users, common, must) {
            return;
        }
        let Some(writers) = self.writers(node) else { return };
        users.extend(writers);
        // Down only to where it still comes ahead of all writers.
        let with_writers = self.common(&users).expect("there are uses");
        let common = match must {
            true => common,
            false if self.is_around(here, with_writers) => with_writers,
            false => here,
        };
        let depth = self.tree.depth(self.early[node].expect("it may move"));
        let cheap = self.freedom[node] == Some(Freedom::Cheap);
        let mut best = match cheap {
            true => common,
            false => self.tree.rarest(common, depth),
        };
        let is_address = self.is_address(node, &users);
        if is_address
            && !must
            && self.config.rematerialize
            && common != here
            && let Some(inside) = self.address_inside(node, common)
            && let Some(anchor) = self.anchor(node, inside, &users)
            && self.fuel.take()
        {
            self.moved.rematerialized += 1;
            self.give_room(inside, here);
            self.go(node, inside, anchor);
            return;
        }
        let goes_up = best != here && self.is_around(best, here);
        if goes_up && !must {
            let limit = self.limit(here, best, self.spare(is_address));
            if limit != self.tree.depth(best) {
                self.moved.refused_budget += 1;
                best = self.tree.rarest(common, limit.max(depth));
            }
        }
        let goes_up = best != here && self.is_around(best, here);
        if !must {
            let wanted = if goes_up { self.config.hoist } else { self.config.sink };
            let gains = self.often(best) < LESS * self.often(here);
            if best == here || cheap || !gains || !wanted {
                self.delay(node, here, &users);
                return;
            }
            if !self.fuel.take() {
                return;
            }
        }
        let anchor = match self.anchor(node, best, &users) {
            Some(anchor) => anchor,
            None if !must => return,
            None => match self.anchor(node, common, &users) {
                Some(anchor) => {
                    best = common;
                    anchor
                }
                None => unreachable!("{node} has to be where it cannot be"),
            },
        };
        if goes_up && !cheap {
            self.moved.hoisted += 1;
            self.take_room(here, best);
        } else if best != here && !cheap {
            self.moved.sunk += 1;
        }
        self.go(node, best, anchor);
    }

    /// Computes what a region only hands out at its end, so that what it takes the place of (the
    /// loop variable of the iteration) is not needed any more by then.
    fn delay(&mut self, node: Node, here: Region, users: &[Use]) {
        let is_late = |used: &Use| match used.user {
            User::Result(region, _) => region == here && here != self.graph.root,
            User::Node(user, _) => used.region == here && self.anchor[user].is_some(),
        };
        if !self.config.delay
            || self.freedom[node] == Some(Freedom::Cheap)
            || !users.iter().all(is_late)
        {
            return;
        }
        let Some((before, mut rank)) = self.anchor(node, here, users) else { return };
        // What follows from loop variables alone comes last: it takes their place, and what is
        // computed from memory may still need them.
        if self.ready[node] == 0 && users.iter().all(|used| matches!(used.user, User::Result(..))) {
            rank += LAST;
        }
        if self.fuel.take() {
            self.moved.delayed += 1;
            self.go(node, here, (before, rank));
        }
    }

    /// Whether a region is, or is around, another.
    fn is_around(&self, outer: Region, inner: Region) -> bool {
        let depth = self.tree.depth(outer);
        self.tree.depth(inner) >= depth && self.tree.at_depth(inner, depth) == outer
    }

    /// The depth of the outermost region between two that a value may be moved up to, for the loops
    /// in between that are full.
    fn limit(&self, from: Region, to: Region, spare: u32) -> u32 {
        let depth = self.tree.depth(to);
        let mut at = from;
        while let Some(body) = self.tree.body(at).filter(|&body| self.tree.depth(body) > depth) {
            if self.room[body].is_some_and(|room| room <= spare) {
                return self.tree.depth(body);
            }
            at = self.tree.outer(body).expect("a loop is in a region");
        }
        depth
    }

    /// The loops between two regions take one more value.
    fn take_room(&mut self, from: Region, to: Region) {
        self.change_room(from, to, |room| room.saturating_sub(1));
    }

    fn give_room(&mut self, from: Region, to: Region) {
        self.change_room(from, to, |room| room + 1);
    }

    /// For the loops around one region and inside another.
    fn change_room(&mut self, from: Region, to: Region, change: impl Fn(u32) -> u32) {
        let depth = self.tree.depth(to);
        let mut at = from;
        while let Some(body) = self.tree.body(at).filter(|&body| self.tree.depth(body) > depth) {
            if let Some(room) = &mut self.room[body] {
                *room = change(*room);
            }
            at = self.tree.outer(body).expect("a loop is in a region");
        }
    }

    /// A node is computed in this region from now on, at this place.
    fn go(&mut self, node: Node, region: Region, anchor: Anchor) {
        self.anchor[node] = Some(anchor);
        let home = self.graph.nodes[node].region;
        self.home[node].get_or_insert(home);
        self.graph.nodes[node].region = region;
    }

    /// Counts what would have moved, could it.
    fn refuse(&mut self, node: Node, why: Freedom) {
        let here = self.graph.nodes[node].region;
        let is_value = |output: &Output| matches!(self.graph.ty(*output), Ty::Value(_));
        let origins = self.graph.origins(node).filter(is_value);
        let depth = origins.map(|origin| self.tree.depth(self.early(origin))).max();
        let best = self.tree.rarest(here, depth.unwrap_or(0));
        if self.often(best) >= LESS * self.often(here) {
            return;
        }
        match why {
            Freedom::Trap => self.moved.refused_trap += 1,
            Freedom::Effect => self.moved.refused_effect += 1,
            _ => {}
        }
    }
}

/// More than there are nodes.
const LAST: i64 = 1 << 40;

/// A place in a region: before the node of this number that stays, and by rank among others there.
type Anchor = (u32, i64);

/// A use of a node.
#[derive(Clone, Copy)]
struct Use {
    input: Input,
    region: Region,
    user: User,
}
