//! Counters: copies and destroys of the input, what each operation removed, what was refused and why.

use crate::module::Round;
use crate::transform::function::Counted;

invar_analysis::counters! {
    /// Counters of ARC optimization.
    pub struct Stats {
        /// Functions that were changed.
        functions,
        /// Whether the runtime was recognized by the shape of its functions, without names.
        shapes: Observed,
        /// Copies (retains) of the input.
        copies: Observed,
        /// Destroys (releases) of the input.
        destroys: Observed,
        /// Copies that were removed, net of those that were inserted.
        removed_copies = "removed.copies",
        /// Destroys that were removed.
        removed_destroys = "removed.destroys",
        /// Of these, copies and destroys of immortal references.
        immortal,
        /// Exchanges: `if (new != old) { retain new; release old }`.
        exchanges,
        /// Copies and destroys of inner regions whose lifetime an outer one maintains.
        union,
        /// Copies consumed after a destroy of another ownership of the object.
        cartesian,
        /// Destroys paired with a take, which consumes the ownership that was kept.
        intersection,
        /// Takes by calls that may free the object, with the ownership that was kept until a
        /// destroy behind them.
        consumed,
        /// Destroys of merge blocks that were split for mixed paths.
        split,
        /// Lifetimes extended over the gap between a destroy and a copy.
        extension,
        /// Copies of cursors that an ownership path keeps alive.
        kept,
        /// Copies delayed until something may be released.
        delayed,
        /// Webs from owned to guaranteed.
        borrowed,
        /// Guaranteed parameters.
        guaranteed,
        /// Parameters from guaranteed to owned: the function stores them.
        moved,
        /// Results from owned (+1) to held (+0): callers copy them if they need to.
        held,
        /// Allocations at +1.
        born,
        /// Visits of blocks.
        visits: Observed,
        /// Webs joined by union-find.
        unions: Observed,
        /// Levels compared where paths join.
        joins: Observed,
        /// References that were read from a place and are owned from where that is overwritten.
        late,
        /// The ownership of a web is unbalanced.
        refused_balance: Observed = "refused.balance",
        /// The budget of visits is exhausted.
        refused_budget: Observed = "refused.budget",
        /// The count is tested.
        refused_test: Observed = "refused.test",
        /// An object of the web is an owned result.
        refused_born: Observed = "refused.born",
        /// The owner of the copied object is not known.
        refused_source: Observed = "refused.source",
        /// Something may be released during the lifetime of the web.
        refused_release: Observed = "refused.release",
        /// Something may be released between take and destroy.
        refused_between: Observed = "refused.between",
        /// An object might be moved into a garbage cycle.
        refused_cycle: Observed = "refused.cycle",
        /// Takes and destroys, or destroys and copies, do not jointly dominate and post-dominate each other.
        refused_paths: Observed = "refused.paths",
        /// A call that consumes an argument may release it at once.
        refused_call: Observed = "refused.call",
        /// The program may observe when objects are deinitialized: nothing was done.
        refused_deinits: Observed = "refused.deinits",
    }
}

impl Stats {
    /// Adds the counters of one function. Refusals count in the first round only.
    pub(crate) fn count(&mut self, counted: &Counted, round: Round) {
        let unsigned = |n: i64| u64::try_from(n).unwrap_or(0);
        self.removed_copies += unsigned(counted.copies);
        self.removed_destroys += unsigned(counted.destroys);
        self.immortal += counted.immortal;
        self.union += counted.joined.union;
        self.cartesian += counted.joined.cartesian;
        self.intersection += counted.moved.intersection;
        self.consumed += counted.moved.consumed;
        self.split += counted.moved.split;
        self.extension += counted.moved.extension;
        self.borrowed += counted.borrowed.webs;
        self.visits += counted.visits;
        self.unions += counted.unions;
        self.joins += counted.joins;
        if round != Round::First {
            return;
        }
        self.late += counted.late;
        self.refused_balance += counted.refused_balance;
        self.refused_budget += counted.refused_budget;
        self.refused_test += counted.refused_test;
        self.refused_test += counted.moved.refused_test;
        self.refused_born += counted.borrowed.refused_born;
        self.refused_source += counted.borrowed.refused_source;
        self.refused_release += counted.borrowed.refused_release;
        self.refused_between += counted.moved.refused_between;
        self.refused_cycle += counted.moved.refused_cycle;
        self.refused_paths += counted.moved.refused_paths;
        self.refused_call += counted.moved.refused_call;
    }
}
