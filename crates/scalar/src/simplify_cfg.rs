//! Simplification of the control-flow graph: conditional constant propagation along branches, branch
//! folding, jump threading, joining of blocks.
//!
//! First, cheap facts of dominating branches are used, once ([`branch_facts`]). Then three rewrites,
//! in rounds until nothing changes:
//!
//! - *Terminators*: a branch on a constant, to one target only, or between two blocks of which one
//!   traps (`--traps-never-happen`) is a jump. A jump table with one target besides the default is
//!   a `br_if`. A branch to one block with one different argument is a `select`. Two branches on tests of one value that
//!   have a target in common are one, on the test of an interval. Handlers of calls that do not throw
//!   are dropped, and handlers that only rethrow; a `throw` with a known handler is a jump.
//! - *Jump threading*: an edge to a block that computes nothing (apart from constants) is redirected
//!   to the successor of that block, also through a branch that is decided by the arguments of the
//!   edge. A jump to a block that only returns or traps is replaced by the return or trap.
//! - *Joining*: a block is merged with the only one that jumps to it.
//!
//! Cost: near linear; each round is linear except for the dominators, and rounds are bounded. Never
//! duplicates instructions other than constants, never makes a loop irreducible: edges are threaded
//! through a loop header only if it ends in a jump. Blocks that other passes insert (preheaders, split
//! edges) may be removed: they are internal to those passes.

mod handlers;
mod join;
mod jump_threading;
mod one_test;
mod terminator;

use crate::branch_facts;
use invar_analysis::PassContext;
use invar_ir::{Block, BlockCall, Cfg, Function};
use std::rc::Rc;

invar_analysis::config! {
    /// What to do.
    pub struct Config {
        /// Decide branches, and values, by the outcome of dominating branches.
        facts: bool = true,
        /// Fold terminators.
        terminators: bool = true,
        /// Turn a branch that only chooses an argument into a `select`.
        selects: bool = true,
        /// Make one branch of two on one value that have a target in common.
        tests: bool = true,
        /// Thread edges through blocks that compute nothing.
        thread: bool = true,
        /// Copy blocks that only return or trap into those that jump to them.
        exits: bool = true,
        /// Join a block with its only predecessor.
        join: bool = true,
    }
}

impl Config {
    /// Only folding of constants and joining of blocks, for use after inlining.
    pub const DECIDED: Config = Config {
        facts: false,
        terminators: true,
        selects: false,
        tests: false,
        thread: false,
        exits: false,
        join: true,
    };
}

invar_analysis::counters! {
    /// What was simplified.
    pub struct Stats {
        /// Branches decided by a branch before them.
        decided,
        /// Uses of values that a branch decided to be a constant.
        values,
        /// Comparisons that a branch decided.
        comparisons,
        /// Branches and jump tables that became jumps.
        folded,
        /// Jump tables that became shorter, or `br_if`.
        tables,
        /// Branches that became a `select`.
        selects,
        /// Branches that the branch before tests for as well.
        tests,
        /// Block parameters that targets take over, so that edges can skip a block.
        handed_over,
        /// Edges that skip a block.
        threaded,
        /// Exception handlers that only threw on, or that a `throw` never reaches.
        handlers,
        /// Calls that have no handlers any more, as they do not throw or all of them were dropped.
        plain_calls = "handlers.plain_calls",
        /// Jumps to the handler of a `throw`.
        caught = "handlers.caught",
        /// Jumps that became a return or a trap.
        exits,
        /// Blocks joined with the one before.
        joined,
        /// Blocks that have become unreachable.
        unreachable,
    }
}

/// The number of rounds; each exposes little to the next.
const MOST_ROUNDS: usize = 8;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut pass = Pass { function, cx, config, stats: Stats::default(), cut: 0, changes: 0 };
    if config.facts {
        pass.facts();
    }
    for _ in 0..MOST_ROUNDS {
        let before = pass.stats;
        if config.terminators {
            pass.terminators();
        }
        if config.tests {
            pass.one_tests();
        }
        if config.thread {
            pass.thread();
        }
        pass.remove_unreachable();
        if config.join {
            pass.join();
        }
        // Joined and removed blocks show nothing new.
        let Stats { joined, unreachable, .. } = pass.stats;
        if pass.stats == (Stats { joined, unreachable, ..before }) {
            break;
        }
    }
    // Last: a branch to one return block may be a `select` of its result.
    if config.exits {
        pass.exits();
        pass.remove_unreachable();
    }
    let stats = pass.stats;
    if stats != Stats::default() {
        cx.analyses.clear();
        function.resolve_aliases();
    }
    stats
}

struct Pass<'a, 'm> {
    function: &'a mut Function,
    cx: &'a mut PassContext<'m>,
    config: &'a Config,
    stats: Stats,
    /// The number of removed edges when unreachable blocks were last removed.
    cut: u64,
    /// The number of changes of control flow when the graph was last computed.
    changes: u64,
}

impl Pass<'_, '_> {
    /// The current control-flow graph.
    fn cfg(&mut self) -> Rc<Cfg> {
        // All changes except those of uses of values.
        let Stats {
            decided,
            values: _,
            comparisons: _,
            folded,
            tables,
            selects,
            tests,
            handed_over: _,
            threaded,
            handlers,
            plain_calls: _,
            caught: _,
            exits,
            joined,
            unreachable,
        } = self.stats;
        let changes = decided
            + folded
            + tables
            + selects
            + tests
            + threaded
            + exits
            + joined
            + unreachable
            + handlers;
        if std::mem::replace(&mut self.changes, changes) != changes {
            self.cx.analyses.clear();
        }
        self.cx.analyses.cfg(self.function)
    }

    /// Decides branches and values by what is known of the same conditions above them.
    fn facts(&mut self) {
        self.cfg();
        let config = branch_facts::Config { ranges: false };
        let found = branch_facts::run(self.function, self.cx, &config);
        self.stats.decided += found.decided;
        self.stats.values += found.values;
        self.stats.comparisons += found.ranges;
    }

    fn terminators(&mut self) {
        let blocks: Vec<Block> = self.function.live_blocks().collect();
        for block in blocks {
            self.fold_terminator(block);
        }
    }

    /// Removes the blocks that this pass made unreachable, without fuel: the change that did so took it.
    fn remove_unreachable(&mut self) {
        let Stats { decided, folded, tests, threaded, exits, handlers, .. } = self.stats;
        let cut = decided + folded + tests + threaded + exits + handlers;
        if std::mem::replace(&mut self.cut, cut) == cut {
            return;
        }
        let cfg = self.cfg();
        let is_dead = |&block: &Block| !cfg.is_reachable(block);
        let dead: Vec<Block> = self.function.live_blocks().filter(is_dead).collect();
        self.stats.unreachable += dead.len() as u64;
        for block in dead {
            self.function.kill_block(block);
        }
    }

    /// Whether two edges are equal: they lead to one block with the same arguments.
    fn same(&self, a: &BlockCall, b: &BlockCall) -> bool {
        let args = |call: &BlockCall| {
            self.function.list(&call.args).iter().map(|&arg| self.function.resolve(arg))
        };
        a.block == b.block && args(a).eq(args(b))
    }
}

#[cfg(test)]
mod tests;
