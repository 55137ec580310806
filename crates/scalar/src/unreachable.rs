//! Unreachable code elimination: removes the blocks that are not reachable from the entry.
//!
//! Cost: linear. Never changes a reachable block.

use invar_analysis::PassContext;
use invar_ir::{Block, Function};

invar_analysis::config! {
    /// What to do.
    pub struct Config {
        /// Remove unreachable blocks.
        remove: bool = true,
    }
}

invar_analysis::counters! {
    /// What was removed.
    pub struct Stats {
        /// Unreachable blocks.
        blocks,
    }
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let cfg = cx.analyses.cfg(function);
    let is_dead = |&block: &Block| !cfg.is_reachable(block);
    let dead: Vec<Block> = function.live_blocks().filter(is_dead).collect();
    // A single unit of fuel for all: an unreachable block may branch to another.
    if config.remove && !dead.is_empty() && cx.fuel.take() {
        stats.blocks = dead.len() as u64;
        for block in dead {
            function.kill_block(block);
        }
        cx.analyses.clear();
    }
    stats
}

#[cfg(test)]
mod tests {
    use invar_generate::testing::{chain, check};

    #[test]
    fn blocks_without_a_way_to_them_go_in_cycles_too() {
        check(
            |f, cx| super::run(f, cx, &Default::default()).blocks,
            2,
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               return v0
             b1(v1: i32):
               jump b2(v1)
             b2(v2: i32):
               br_if v2, b1(v2), b2(v2)
             }",
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               return v0
             }",
        );
    }

    #[test]
    fn long_chains() {
        let (module, mut function) = chain(100_000);
        let last = function.blocks.keys().next_back().unwrap();
        invar_generate::testing::with_context(&module, |cx| {
            assert_eq!(super::run(&mut function, cx, &Default::default()).blocks, 0);
            let call = function.call(last, &[]);
            function.blocks[function.entry].term = invar_ir::Terminator::Jump(call);
            cx.analyses.clear();
            assert_eq!(super::run(&mut function, cx, &Default::default()).blocks, 99_998);
        });
    }
}
