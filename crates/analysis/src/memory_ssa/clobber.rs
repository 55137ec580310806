//! Clobber queries: the nearest definition above that may have changed a location.

use super::{Chain, Definition, MOST_STEPS, MemorySsa, ProgramPoint, State};
use crate::{Location, Overlap, base_reference};
use invar_ir::{Dominators, Function, Module, Value};
use rustc_hash::FxHashSet;

/// How many steps a walker may take for each access and block of the function.
const STEPS_PER_ACCESS: u64 = 32;

/// The answer of a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clobber {
    /// The location is unchanged since this state, whose definition may have changed it: it is an instruction or
    /// terminator that may write it, a phi, or the entry. (If the budget was used up, it is any state.)
    At(State),
    /// The location is unchanged since its root was defined, or the lowest of its roots. What it is before, no walk
    /// can tell.
    Root,
}

/// A location, prepared for queries.
#[derive(Clone, Debug)]
pub struct QueryTarget {
    /// The location.
    pub location: Location<Value>,
    /// The location's chain.
    pub chain: Chain,
    /// Where its root is defined, or the lowest of its roots; `None` if it has none.
    pub root: Option<ProgramPoint>,
}

impl QueryTarget {
    /// Prepares a location. `None` if it belongs to no chain or to several, or if its root is newer than the analysis.
    pub fn new(
        ssa: &MemorySsa,
        dominators: &Dominators,
        location: Location<Value>,
    ) -> Option<QueryTarget> {
        let chain = ssa.chain(location.classes())?;
        let mut lowest: Option<ProgramPoint> = None;
        for root in location.roots() {
            let point = ssa.home(root)?;
            if lowest.is_none_or(|lowest| lowest.strictly_dominates(point, dominators)) {
                lowest = Some(point);
            }
        }
        Some(QueryTarget { location, chain, root: lowest })
    }
}

/// Answers queries, within a budget.
pub struct Walker<'a> {
    ssa: &'a MemorySsa,
    dominators: &'a Dominators,
    module: &'a Module,
    /// How many steps are left.
    left: u64,
    /// The phis that a walk has passed.
    passed: FxHashSet<State>,
    work: Vec<State>,
}

/// Where a walk without branches ends.
enum End {
    Found(Clobber),
    Phi(State),
    /// The budget is used up.
    Tired(State),
}

impl<'a> Walker<'a> {
    /// A walker with a budget that is linear in the function.
    pub fn new(ssa: &'a MemorySsa, dominators: &'a Dominators, module: &'a Module) -> Self {
        let left = STEPS_PER_ACCESS * ssa.size + 16 * MOST_STEPS;
        Walker { ssa, dominators, module, left, passed: FxHashSet::default(), work: Vec::new() }
    }

    /// The nearest definition that may have changed the location, seen from a point below its roots at which its
    /// chain has the state `from`.
    pub fn clobber(&mut self, f: &Function, target: &QueryTarget, from: State) -> Clobber {
        let budget = self.left.min(MOST_STEPS);
        self.left -= budget;
        let mut steps = budget;
        let answer = match self.up(f, target, from, &mut steps) {
            End::Found(found) => found,
            End::Tired(state) => Clobber::At(state),
            End::Phi(phi) => self.through(f, target, phi, &mut steps),
        };
        self.left += steps;
        answer
    }

    /// Walks up to a phi, or to the answer.
    fn up(&self, f: &Function, target: &QueryTarget, mut state: State, steps: &mut u64) -> End {
        loop {
            if let Some(root) = target.root
                && !self.ssa.is_below(self.dominators, root, state)
                && !invar_ir::mutant!(MemoryRootRedefined)
            {
                return End::Found(Clobber::Root);
            }
            if *steps == 0 {
                return End::Tired(state);
            }
            *steps -= 1;
            let data = self.ssa.state(state);
            match data.definition {
                Definition::Phi(_) => return End::Phi(state),
                Definition::Inst(_) if !self.may_change(f, target, state) => {
                    state = data.above.expect("an instruction has a state before it");
                }
                Definition::Terminator(_) if self.is_private(target) => {
                    state = data.above.expect("a terminator has a state before it");
                }
                _ => return End::Found(Clobber::At(state)),
            }
        }
    }

    /// Whether the definition of a state, an instruction, may change the location.
    pub fn may_change(&self, f: &Function, target: &QueryTarget, state: State) -> bool {
        if target.location.object().is_some() {
            return self.may_change_object(f, target, state);
        }
        let class = self.ssa.chains[target.chain].class;
        let place = self.ssa.place(state).map(|place| place.resolved(f));
        if invar_ir::mutant!(MemoryPartsApart)
            && let (Some(place), Some(location)) = (&place, target.location.place())
            && place.size < location.size
        {
            return false;
        }
        target.location.may_be_changed(class, place.as_ref())
    }

    /// Whether a location is a part of a private object.
    fn is_private(&self, target: &QueryTarget) -> bool {
        target.location.object().is_some_and(|object| self.ssa.is_private(object.object))
    }

    /// Whether the definition of a state may change a location that is a part of an object.
    fn may_change_object(&self, f: &Function, target: &QueryTarget, state: State) -> bool {
        let Some(object) = target.location.object() else { return true };
        if let Some(written) = self.ssa.object(state).and_then(|written| written.resolved(f)) {
            let is_private = |value| self.ssa.is_private(value);
            return object.overlap(&written, f, self.module, is_private) != Overlap::Disjoint;
        }
        let Definition::Inst(inst) = self.ssa.state(state).definition else { return true };
        // Operators on whole arrays, and calls.
        let is_this =
            |&arg| base_reference(f, f.resolve(arg)).is_none_or(|arg| arg == object.object);
        !self.is_private(target) || f.args(inst).iter().any(is_this)
    }

    /// The answer from a phi on: where all ways up from it end, or itself.
    fn through(
        &mut self,
        f: &Function,
        target: &QueryTarget,
        phi: State,
        steps: &mut u64,
    ) -> Clobber {
        self.passed.clear();
        self.work.clear();
        self.work.push(phi);
        let mut found = None;
        while let Some(state) = self.work.pop() {
            match self.up(f, target, state, steps) {
                End::Tired(_) => return Clobber::At(phi),
                End::Phi(next) => {
                    if !self.passed.insert(next) {
                        continue;
                    }
                    let incoming = self.ssa.incoming(next);
                    match steps.checked_sub(incoming.len() as u64) {
                        Some(rest) => *steps = rest,
                        None => return Clobber::At(phi),
                    }
                    self.work.extend(incoming);
                }
                End::Found(end) => match found.replace(end) {
                    Some(other) if other != end && invar_ir::mutant!(MemoryPhiOneWay) => {
                        return other;
                    }
                    Some(other) if other != end => return Clobber::At(phi),
                    _ => {}
                },
            }
        }
        found.unwrap_or(Clobber::At(phi))
    }
}
