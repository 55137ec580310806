//! Load and store elimination across blocks: partially redundant reads, and dead stores.
//!
//! Both work on locations of any kind that an operator reads or writes: bytes of a memory, globals, elements of tables,
//! fields of objects ([`Location`](invar_ir::Location)).
//!
//! - A read whose location has a known value on all paths is replaced by it, with block parameters where different
//!   values meet. Where it has one on the frequent paths, the read is inserted on the others (partial redundancy
//!   elimination). See `forward`.
//! - A store is removed if its location is written again on all paths before it may be observed (dead store
//!   elimination). See `dead`.
//!
//! Reads of values that are known along the dominator tree are left to `gvn` (crate `scalar`), which asks the
//! same analysis, [`Reads`](invar_ir::memory_ssa::Reads), and promotion in loops, stores included, to
//! `scalar_promotion` (crate `loops`).
//!
//! Cost: near linear. Walks over states and blocks have budgets.

mod dead;
mod forward;

use invar_ir::{Function, PassContext};

invar_ir::config! {
    /// What to do.
    pub struct Config {
        /// Eliminate reads.
        reads: bool = true,
        /// Eliminate stores.
        stores: bool = true,
    }
}

invar_ir::counters! {
    /// What was found.
    pub struct Stats {
        /// Reads whose value was known on all paths.
        loads,
        /// Block parameters made for them.
        params,
        /// Reads inserted on paths on which the value was not known.
        inserted,
        /// Reads that would have taken too many parameters.
        refused_params,
        /// Dead stores: overwritten before they may be observed.
        stores,
        /// Stores that are overwritten, but may trap.
        refused_trap,
    }
}

/// Runs the pass.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    if config.reads {
        forward::run(f, cx, &mut stats);
        if stats.loads > 0 {
            f.resolve_aliases();
            cx.analyses.clear_of_instructions();
        }
    }
    if config.stores {
        dead::run(f, cx, &mut stats);
    }
    stats
}

#[cfg(test)]
mod tests {
    use super::{Config, run};
    use invar_generate::testing::{
        long_block, nest, out_of_fuel, random_accesses, same_behaviour, same_behaviour_of,
        with_context,
    };
    use invar_ir::Goals;

    #[test]
    fn random_functions_do_the_same() {
        for size in [0, 1] {
            same_behaviour(0..2000, Goals { size, ..Goals::default() }, |function, cx| {
                run(function, cx, &Config::default());
            });
        }
    }

    #[test]
    fn random_accesses_do_the_same() {
        same_behaviour_of(random_accesses, 0..8000, Goals::default(), |function, cx| {
            run(function, cx, &Config::default());
        });
        let goals = Goals { traps_never_happen: true, ..Goals::default() };
        same_behaviour_of(random_accesses, 0..4000, goals, |function, cx| {
            run(function, cx, &Config::default());
        });
    }

    #[test]
    fn fuel_runs_out_anywhere() {
        out_of_fuel(|function, cx| {
            run(function, cx, &Config::default());
        });
    }

    #[test]
    fn large_functions() {
        for (module, mut function) in [long_block(100_000), nest(20_000)] {
            with_context(&module, |cx| run(&mut function, cx, &Config::default()));
        }
    }
}
