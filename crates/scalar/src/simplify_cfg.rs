//! Folds decided branches, threads jumps, joins blocks.
//!
//! Four rewrites, in rounds until nothing changes:
//!
//! - *Facts*: below an edge that only one outcome of a branch takes, the
//!   condition is known: a branch on it, or on a comparison that it implies, is decided there, and
//!   uses of a value that is known to be a constant are that constant. So is a condition on what edges
//!   pass, if it holds on all edges that meet.
//! - *Terminators*: a branch on a constant, to one target only, or between two blocks of which one
//!   traps (`--traps-never-happen`) is a jump. A jump table with one target besides the default is
//!   a `br_if`. A branch to one block with one different argument is a `select`.
//! - *Threading*: an edge to a block that computes nothing (constants do not count) leads to where
//!   that block goes on, also through a branch that what arrives on the edge decides. A jump to a
//!   block that only returns or traps does that itself.
//! - *Joining*: a block and the only one that jumps to it are one.
//!
//! Cost: near linear; a round is, but for the dominators, and rounds are bounded. Never duplicates
//! an instruction but constants, never makes a loop irreducible that is not: a loop's header is
//! not threaded through but by a jump. Blocks that other passes put in (preheaders, split edges)
//! may go: they belong to those passes.

mod facts;
mod join;
mod jump_threading;
mod terminator;

use invar_ir::{Block, BlockCall, Cfg, Function, PassContext};
use std::rc::Rc;

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Decide branches, and values, by what an edge tells.
    pub facts: bool,
    /// Also replace what edges pass on by what they decide it to be. Off: a value that several
    /// edges pass can share a local with the parameter, different constants cannot.
    pub arguments: bool,
    /// Fold terminators.
    pub terminators: bool,
    /// Turn a branch that only chooses an argument into a `select`.
    pub selects: bool,
    /// Thread edges through blocks that compute nothing.
    pub thread: bool,
    /// Copy blocks that only return or trap into those that jump to them.
    pub exits: bool,
    /// Join a block with its only predecessor.
    pub join: bool,
}

impl Config {
    /// Only what follows from constants, and joining of blocks: what inlining makes necessary.
    pub const DECIDED: Config = Config {
        facts: false,
        arguments: false,
        terminators: true,
        selects: false,
        thread: false,
        exits: false,
        join: true,
    };
}

impl Default for Config {
    fn default() -> Self {
        Config {
            facts: true,
            arguments: false,
            terminators: true,
            selects: true,
            thread: true,
            exits: true,
            join: true,
        }
    }
}

invar_ir::counters! {
    /// What was simplified.
    pub struct Stats {
        /// Branches decided by a branch before them.
        decided,
        /// Uses of values that a branch decided.
        values,
        /// Branches and jump tables that became jumps.
        folded,
        /// Jump tables that became shorter, or `br_if`.
        tables,
        /// Branches that became a `select`.
        selects,
        /// Edges that skip a block.
        threaded,
        /// Jumps that became a return or a trap.
        exits,
        /// Blocks joined with the one before.
        joined,
        /// Blocks that nothing reaches any more.
        unreachable,
    }
}

/// How many rounds; each exposes little to the next.
const MOST_ROUNDS: usize = 8;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut pass = Pass { function, cx, config, stats: Stats::default(), cut: 0, changes: 0 };
    for _ in 0..MOST_ROUNDS {
        let before = pass.stats;
        if config.facts {
            pass.facts();
        }
        if config.terminators {
            pass.terminators();
        }
        if config.thread {
            pass.thread();
        }
        pass.remove_unreachable();
        if config.join {
            pass.join();
        }
        if pass.stats == before {
            break;
        }
    }
    // Last: where control flow meets before it leaves, a branch may be a choice of the result.
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
    /// How often control flow was cut when unreachable blocks were last removed.
    cut: u64,
    /// How often control flow was changed when it was last asked for.
    changes: u64,
}

impl Pass<'_, '_> {
    /// The graph as it is now.
    fn cfg(&mut self) -> Rc<Cfg> {
        // All but the uses of values.
        let Stats {
            decided,
            values: _,
            folded,
            tables,
            selects,
            threaded,
            exits,
            joined,
            unreachable,
        } = self.stats;
        let changes = decided + folded + tables + selects + threaded + exits + joined + unreachable;
        if std::mem::replace(&mut self.changes, changes) != changes {
            self.cx.analyses.clear();
        }
        self.cx.analyses.cfg(self.function)
    }

    fn terminators(&mut self) {
        let blocks: Vec<Block> = self.function.live_blocks().collect();
        for block in blocks {
            self.fold_terminator(block);
        }
    }

    /// Blocks that this pass cut off. (One decision with what cut them off: no fuel.)
    fn remove_unreachable(&mut self) {
        let cut = self.stats.decided + self.stats.folded + self.stats.threaded + self.stats.exits;
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

    /// Whether two edges are one: they lead to one block with the same arguments.
    fn same(&self, a: &BlockCall, b: &BlockCall) -> bool {
        let args = |call: &BlockCall| {
            self.function.list(&call.args).iter().map(|&arg| self.function.resolve(arg))
        };
        a.block == b.block && args(a).eq(args(b))
    }
}

#[cfg(test)]
mod tests;
