//! What is counted: what was there, what went by which operation, what was refused and why.

use crate::transform::function::Counted;

invar_ir::counters! {
    /// What the removal of reference counts did.
    pub struct Stats {
        /// Functions that were changed.
        functions,
        /// Copies before.
        copies,
        /// Destroys before.
        destroys,
        /// Copies that are gone, those that were put in taken off.
        removed_copies = "removed.copies",
        /// Destroys that are gone.
        removed_destroys = "removed.destroys",
        /// Copies and destroys of what is never counted, among the rest.
        immortal,
        /// `if (new != old) { retain new; release old }`.
        exchanges,
        /// Inner regions that an outer one maintains.
        union,
        /// Copies taken after another owner's destroy.
        cartesian,
        /// Takes that were given what was kept.
        intersection,
        /// Regions joined over a gap.
        extension,
        /// Copies for what a path from an owned object keeps alive.
        kept,
        /// Copies delayed until something may be released.
        delayed,
        /// Webs that need no ownership.
        borrowed,
        /// Parameters that callers keep alive.
        guaranteed,
        /// Parameters that functions take over, to put them somewhere.
        moved,
        /// Arguments that have a copy and a destroy around the call, which the callee had.
        guarded,
        /// Results that callers copy if they need to.
        held,
        /// Objects that are born owned, by calls of allocators.
        born,
        /// Visits of blocks.
        visits,
        /// Webs joined by union-find.
        unions,
        /// Levels compared where paths join.
        joins,
        /// The ownership of a web does not add up.
        refused_balance = "refused.balance",
        /// Too many visits.
        refused_budget = "refused.budget",
        /// The count is looked at.
        refused_test = "refused.test",
        /// A web is born owned.
        refused_born = "refused.born",
        /// Who owns what is copied is not known.
        refused_source = "refused.source",
        /// A release may happen while a web lives.
        refused_release = "refused.release",
        /// A release may happen between take and destroy.
        refused_between = "refused.between",
        /// What would be moved might be kept alive by itself alone.
        refused_cycle = "refused.cycle",
        /// Takes and destroys, or destroys and copies, do not pair on all paths.
        refused_paths = "refused.paths",
        /// A call that takes may release at once.
        refused_call = "refused.call",
        /// The program might tell when objects are deinitialized: nothing was done.
        refused_deinits = "refused.deinits",
    }
}

impl Stats {
    /// Adds what was counted in one function. What was refused counts the first time.
    pub(crate) fn count(&mut self, counted: &Counted, first: bool) {
        let unsigned = |n: i64| u64::try_from(n).unwrap_or(0);
        self.removed_copies += unsigned(counted.copies);
        self.removed_destroys += unsigned(counted.destroys);
        self.immortal += counted.immortal;
        self.union += counted.joined.union;
        self.cartesian += counted.joined.cartesian;
        self.intersection += counted.moved.intersection;
        self.extension += counted.moved.extension;
        self.borrowed += counted.borrowed.webs;
        self.visits += counted.visits;
        self.unions += counted.unions;
        self.joins += counted.joins;
        if !first {
            return;
        }
        self.refused_balance += counted.refused_balance;
        self.refused_budget += counted.refused_budget;
        self.refused_test += counted.refused_test + counted.moved.refused_test;
        self.refused_born += counted.borrowed.refused_born;
        self.refused_source += counted.borrowed.refused_source;
        self.refused_release += counted.borrowed.refused_release;
        self.refused_between += counted.moved.refused_between;
        self.refused_cycle += counted.moved.refused_cycle;
        self.refused_paths += counted.moved.refused_paths;
        self.refused_call += counted.moved.refused_call;
    }
}
