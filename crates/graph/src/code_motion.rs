//! Global code motion by execution frequency: hoisting, sinking, merging, duplication.
//!
//! After section 9.3 of LMS (Rompf, *Lightweight Modular Staging and Embedded Compilers*, 2012),
//! whose levels are regions here; compare global code motion after Click (PLDI 1995). A node may be
//! computed in any region from the innermost one that binds something it depends on (its *early*
//! region, *forced inside* in LMS) to the nearest common ancestor of its uses. Of these it is moved to
//! the one with the lowest frequency ([`Dependences::frequency`]), the innermost among equals. So
//! loop-invariant nodes are hoisted out of a loop, also from conditionals in it (the hot fringe),
//! nodes that are used in one alternative only are sunk into it, and a pure conditional is hoisted
//! out of a loop as a whole.
//!
//! - Nodes that several alternatives compute are merged into one around them, if that is executed no
//!   more often: `if (x) foo else foo`.
//! - Nodes that only alternatives of different conditionals use are duplicated into each of them, if
//!   that is no more often in sum and within a budget of code size.
//! - Only operators without traps, effects and identity move freely. A node that may trap is hoisted
//!   in front of a loop that executes it in any case, unless it makes an identity; a node with effects stays.
//!   The promise that traps never happen lets one that may trap be sunk, but never hoisted: where it was not
//!   executed, it may trap.
//! - Conditionals, finite loops and calls without effects move as a whole, and allocations into
//!   alternatives (`compound`).
//! - A read of state stays before all nodes that may write the state: they count as uses.
//! - The number of values that a loop uses from outside is limited, to avoid spills.
//! - Constants are rematerialized: they stay with their users.
//!
//! Then the nodes of each changed region are ordered: a moved node comes right before its first user
//! there, so that expressions stay trees.
//!
//! Nodes are visited in reverse order, users before their operands. Cost: O(n log n) in nodes and
//! edges (jump pointers in the tree of regions). No recursion.

mod address;
mod anchor;
mod compound;
pub mod dependences;
mod duplicate;
mod early;
mod merge;
mod order;
mod trap;

use crate::code_motion::dependences::{Dependences, Freedom};
use crate::describe;
use crate::rvsdg::dispatch::dispatches_on;
use crate::rvsdg::graph::{Graph, Input, Kind, Node, Output, Region, Ty, User};
use crate::rvsdg::tree::RegionTree;
use cranelift_entity::SecondaryMap;
use invar_analysis::cost::REGISTER_BUDGET;
use invar_analysis::{Fuel, Goals, RemarkKind, Remarks};

invar_analysis::config! {
    /// What to move.
    pub struct Config {
        /// Hoist nodes out of loops, and out of alternatives within them.
        hoist: bool = true,
        /// Sink nodes into alternatives.
        sink: bool = true,
        /// Merge nodes that several alternatives compute.
        merge: bool = true,
        /// Duplicate nodes into several alternatives.
        duplicate: bool = true,
        /// Delay nodes within their region to their first use, if that is at its end.
        delay: bool = true,
        /// Rematerialize addresses at their uses, in loops with too many live values.
        rematerialize: bool = true,
        /// Loops that test at their top are rotated later. What is invariant in them is hoisted then, to where the
        /// first test has passed, and not in front of that test.
        rotates: bool = false,
        /// The number of values that may be live throughout a loop: those from outside and loop variables.
        live_values: u32 = REGISTER_BUDGET as u32,
    }
}

impl Config {
    /// Moves nothing.
    pub const NONE: Config = Config {
        hoist: false,
        sink: false,
        merge: false,
        duplicate: false,
        delay: false,
        rematerialize: false,
        rotates: false,
        live_values: 0,
    };

    /// The configuration for these goals, if anything is left of it: values that are live throughout a
    /// loop, and copies, cost code size.
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

invar_analysis::counters! {
    /// What was moved, and what was not.
    pub struct MovedNodes {
        /// Nodes hoisted to an enclosing region.
        hoisted = "code-motion.hoisted",
        /// Nodes that may trap, hoisted in front of loops that execute them in any case.
        hoisted_traps = "code-motion.hoisted_traps",
        /// Conditionals hoisted out of loops as a whole.
        hoisted_conditionals = "code-motion.hoisted_conditionals",
        /// Finite loops without effects hoisted out of loops.
        hoisted_loops = "code-motion.hoisted_loops",
        /// Calls without effects hoisted out of loops.
        hoisted_calls = "code-motion.hoisted_calls",
        /// Nodes sunk into an inner region.
        sunk = "code-motion.sunk",
        /// Of those hoisted and sunk, loads that an access in front of them proves in bounds.
        proved_loads = "code-motion.proved_loads",
        /// Conditionals sunk into an alternative.
        sunk_conditionals = "code-motion.sunk_conditionals",
        /// Finite loops without effects sunk into an alternative.
        sunk_loops = "code-motion.sunk_loops",
        /// Calls without effects sunk into an alternative.
        sunk_calls = "code-motion.sunk_calls",
        /// Allocations sunk into an alternative.
        sunk_allocations = "code-motion.sunk_allocations",
        /// Operators that may trap, if the user promises that they do not, sunk into an alternative.
        sunk_promised = "code-motion.sunk_promised",
        /// Nodes delayed to the end of their region.
        delayed = "code-motion.delayed",
        /// Nodes merged with an equal one in another alternative.
        merged = "code-motion.merged",
        /// Copies of nodes that several alternatives use.
        duplicated = "code-motion.duplicated",
        /// Copies of constants, and addresses rematerialized in loops with too many live values.
        rematerialized = "code-motion.rematerialized",
        /// Not hoisted: too many values are live throughout the loop.
        refused_budget: Observed = "code-motion.refused.budget",
        /// Not moved: may trap.
        refused_trap: Observed = "code-motion.refused.trap",
        /// Not moved: has effects or an identity.
        refused_effect: Observed = "code-motion.refused.effect",
    }
}

impl MovedNodes {
    /// Whether something has moved that decides where what depends on it can be computed.
    pub fn enables_more(&self) -> bool {
        self.hoisted_traps
            + self.hoisted_loops
            + self.hoisted_calls
            + self.sunk_conditionals
            + self.sunk_loops
            + self.sunk_calls
            + self.sunk_allocations
            + self.sunk_promised
            > 0
    }
}

/// A node moves only to a region whose frequency is below this fraction of that of its own: nearly
/// equal frequencies come from the same estimate.
const MAX_FREQUENCY_RATIO: f64 = 0.95;
/// The number of users of a state that are visited.
const MOST_USERS: usize = 64;

/// Moves nodes.
pub fn run<D: Dependences>(
    graph: &mut Graph,
    deps: &D,
    config: &Config,
    fuel: &Fuel,
    remarks: &mut Remarks,
) -> MovedNodes {
    let mut motion = Motion::new(graph, deps, config, fuel, remarks);
    motion.number();
    if config.merge {
        motion.merge();
    }
    motion.classify();
    if config.hoist {
        motion.hoist_compounds();
        motion.traps();
    }
    for n in (0..motion.nodes.len()).rev() {
        let node = motion.nodes[n];
        match motion.freedom[node] {
            Some(Freedom::Free | Freedom::Cheap) => motion.place(node),
            Some(Freedom::Long | Freedom::Sink) => motion.sink_whole(node),
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
    remarks: &'a mut Remarks,
    tree: RegionTree,
    /// All nodes in the order of their lists, compound nodes before their contents.
    nodes: Vec<Node>,
    /// The number of a node in that order.
    number: SecondaryMap<Node, u32>,
    /// Whether an operator may move; none for other nodes and for removed ones.
    freedom: SecondaryMap<Node, Option<Freedom>>,
    /// The innermost region that binds something that a node depends on.
    early: SecondaryMap<Node, Option<Region>>,
    /// The former region of a node that has moved.
    home: SecondaryMap<Node, Option<Region>>,
    /// The number of the node of its early region after which a node can be computed.
    ready: SecondaryMap<Node, u32>,
    /// The place in its region of a node that has moved.
    anchor: SecondaryMap<Node, Option<Anchor>>,
    /// The control results of each region, of which there are few among many others.
    controls: SecondaryMap<Region, Vec<Input>>,
    /// The depth of the innermost alternative around or at a region that a test at the top of a loop guards, where such
    /// loops are rotated later; 0 if there is none.
    guarded: SecondaryMap<Region, u32>,
    /// The number of further values that may be live throughout a loop, by its body.
    room: SecondaryMap<Region, Option<u32>>,
    /// The number of further copies within the budget.
    copies: usize,
    /// Whether a node with regions has moved.
    reshaped: bool,
    moved: MovedNodes,
}

impl<'a, D: Dependences> Motion<'a, D> {
    fn new(
        graph: &'a mut Graph,
        deps: &'a D,
        config: &'a Config,
        fuel: &'a Fuel,
        remarks: &'a mut Remarks,
    ) -> Self {
        let nodes = graph.nodes.len();
        let mut controls: SecondaryMap<Region, Vec<Input>> = SecondaryMap::new();
        for region in graph.regions.keys() {
            let results = graph.results(region).iter().copied();
            let is_control = |&result: &Input| graph.ty(graph.inputs[result].origin) == Ty::Control;
            controls[region] = results.filter(is_control).collect();
        }
        Motion {
            tree: RegionTree::new(graph, |region| deps.frequency(graph, region)),
            deps,
            config,
            fuel,
            remarks,
            nodes: Vec::new(),
            number: SecondaryMap::with_capacity(nodes),
            freedom: SecondaryMap::with_capacity(nodes),
            early: SecondaryMap::with_capacity(nodes),
            home: SecondaryMap::with_capacity(nodes),
            ready: SecondaryMap::with_capacity(nodes),
            anchor: SecondaryMap::with_capacity(nodes),
            controls,
            guarded: SecondaryMap::with_capacity(graph.regions.len()),
            room: SecondaryMap::with_capacity(graph.regions.len()),
            copies: 0,
            reshaped: false,
            moved: MovedNodes::default(),
            graph,
        }
    }

    /// Recomputes the tree after compound nodes have moved.
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

    /// The nodes that may write a state that a node reads, which must come after it. `None` if there
    /// are too many users to visit.
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

    /// A use by an input. A value that a dispatch only passes through to its other targets counts as
    /// used by the dispatch itself: nothing can be computed in that alternative.
    fn use_of(&self, input: Input) -> Use {
        let graph = &*self.graph;
        let user = graph.inputs[input].user;
        if let User::Result(region, _) = user
            && graph.first(region).is_none()
            && let Some(gamma) = graph.regions[region].parent.expand()
            && dispatches_on(graph, gamma).is_some()
        {
            return Use { input, region: graph.nodes[gamma].region, user: User::Node(gamma, 0) };
        }
        Use { input, region: graph.region_of_input(input), user }
    }

    /// The nearest common ancestor of the regions of all uses.
    fn common(&self, users: &[Use]) -> Option<Region> {
        let mut regions = users.iter().map(|used| used.region);
        let first = regions.next()?;
        Some(regions.fold(first, |common, region| self.tree.common(common, region)))
    }

    /// Decides where a node is computed; its users have their final places. A read of a state with too
    /// many users stays, and so do its operands' uses.
    fn place(&mut self, node: Node) {
        let mut users = self.users(node);
        let Some(common) = self.common(&users) else {
            // The node is unused.
            if let Some(home) = self.home[node].take() {
                self.graph.nodes[node].region = home;
            }
            return;
        };
        let here = self.graph.nodes[node].region;
        // The node must move if a user was hoisted above it, or if its region is preliminary.
        let must = !self.is_around(here, common) || self.home[node].is_some();
        if self.duplicate(node, &users, common, must) {
            return;
        }
        let Some(writers) = self.writers(node) else { return };
        users.extend(writers);
        // Sink only to where it still comes before all writers.
        let with_writers = self.common(&users).expect("there are uses");
        let common = if must {
            common
        } else if self.is_around(here, with_writers) {
            with_writers
        } else {
            here
        };
        let early = self.tree.depth(self.early[node].expect("it may move"));
        let depth = early.max(self.guarded[here]);
        let cheap = self.freedom[node] == Some(Freedom::Cheap);
        let mut best = if cheap { common } else { self.tree.rarest(common, depth) };
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
            self.applied(node, "computes an address at its uses", |graph| {
                let [node, inside] = [graph.node_text(node), graph.region_text(inside)];
                format!("{node} moves to {inside}: too many values are live in the loop around it")
            });
            return;
        }
        let goes_up = best != here && self.is_around(best, here);
        if goes_up && !must {
            let limit = self.limit(here, best, self.spare(is_address));
            if limit != self.tree.depth(best) {
                self.moved.refused_budget += 1;
                self.too_many_live(node, here);
                best = self.tree.rarest(common, limit.max(depth));
            }
        }
        let goes_up = best != here && self.is_around(best, here);
        if !must {
            let wanted = if goes_up { self.config.hoist } else { self.config.sink };
            let gains = self.often(best) < MAX_FREQUENCY_RATIO * self.often(here);
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
                None => unreachable!("there is no place for {node}"),
            },
        };
        let mut what = None;
        if goes_up && !cheap {
            self.moved.hoisted += 1;
            self.take_room(here, best);
            what = Some("hoists an operator");
        } else if best != here && !cheap {
            self.moved.sunk += 1;
            what = Some("sinks an operator");
        }
        self.go(node, best, anchor);
        if let Some(what) = what {
            self.moved.proved_loads += u64::from(self.graph.order_in(node).is_some());
            self.moves(node, what, here, best);
        }
    }

    /// Delays a node whose value is only used by results of its region to the end of the region: the
    /// loop variable that it replaces is dead by then, and both can be in one register.
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
        // Updates of loop variables come last: values computed from memory may still use the
        // variables.
        if self.ready[node] == 0 && users.iter().all(|used| matches!(used.user, User::Result(..))) {
            rank += LAST;
        }
        if self.fuel.take() {
            self.moved.delayed += 1;
            // The node stays in its region: not worth a remark.
            self.go(node, here, (before, rank));
        }
    }

    /// Whether a region is another one or an ancestor of it.
    fn is_around(&self, outer: Region, inner: Region) -> bool {
        let depth = self.tree.depth(outer);
        self.tree.depth(inner) >= depth && self.tree.at_depth(inner, depth) == outer
    }

    /// The depth of the outermost region between two to which a value may be hoisted, by the number of
    /// values that are live throughout the loops in between.
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

    /// Counts another value that is live throughout the loops between two regions.
    fn take_room(&mut self, from: Region, to: Region) {
        self.change_room(from, to, |room| room.saturating_sub(1));
    }

    fn give_room(&mut self, from: Region, to: Region) {
        self.change_room(from, to, |room| room + 1);
    }

    /// Changes the room of the loops around one region and in another.
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

    /// Moves a node to a place in a region.
    fn go(&mut self, node: Node, region: Region, anchor: Anchor) {
        self.anchor[node] = Some(anchor);
        let home = self.graph.nodes[node].region;
        self.home[node].get_or_insert(home);
        self.graph.nodes[node].region = region;
    }

    /// Records the remark on a change of a node.
    fn applied(&mut self, node: Node, what: &'static str, why: impl FnOnce(&Graph) -> String) {
        if self.remarks.enabled() {
            let (graph, loc) = (&*self.graph, self.graph.place(node));
            self.remarks.record("graph", RemarkKind::Applied, loc, what, || why(graph));
        }
    }

    /// Records the remark on a node that moves from one region to another, which is executed less often.
    fn moves(&mut self, node: Node, what: &'static str, from: Region, to: Region) {
        let [of_from, of_to] = [from, to].map(|region| self.often(region));
        self.applied(node, what, |graph| {
            let [from, to] = [from, to].map(|region| graph.region_text(region));
            let node = graph.node_text(node);
            let often = describe::frequencies(of_from, of_to);
            format!("{node} moves from {from} to {to}{often}")
        });
    }

    /// Records the remark on a node that stays in a loop in which too many values are live.
    fn too_many_live(&mut self, node: Node, here: Region) {
        let (graph, loc) = (&*self.graph, self.graph.nodes[node].loc);
        self.remarks.record("graph", RemarkKind::Missed, loc, "hoists an operator", || {
            let [node, here] = [graph.node_text(node), graph.region_text(here)];
            format!("{node} in {here}: too many values are live in the loop")
        });
    }

    /// Counts a node that would have moved if it were free to.
    fn refuse(&mut self, node: Node, why: Freedom) {
        let here = self.graph.nodes[node].region;
        let is_value = |output: &Output| matches!(self.graph.ty(*output), Ty::Value(_));
        let origins = self.graph.origins(node).filter(is_value);
        let depth = origins.map(|origin| self.tree.depth(self.early(origin))).max();
        let best = self.tree.rarest(here, depth.unwrap_or(0));
        if self.often(best) >= MAX_FREQUENCY_RATIO * self.often(here) {
            return;
        }
        match why {
            Freedom::Trap => self.moved.refused_trap += 1,
            Freedom::Allocation | Freedom::Effect => self.moved.refused_effect += 1,
            _ => {}
        }
    }
}

/// More than the number of nodes.
const LAST: i64 = 1 << 40;

/// A place in a region: before the fixed node of this number, ordered by rank among the moved nodes
/// there.
type Anchor = (u32, i64);

/// A use of a node.
#[derive(Clone, Copy)]
struct Use {
    input: Input,
    region: Region,
    user: User,
}
