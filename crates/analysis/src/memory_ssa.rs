//! Memory SSA: for each class of state, which definition of it an instruction sees.
//!
//! A class of state (a bit of [`ClassSet`]: a memory, a global, the elements of a table ...) is treated as one
//! variable in SSA form, called a *chain*. Its definitions are the [`State`]s of the chain: what it is at the
//! *entry* of the function, after each *instruction* that may write the class, after a *terminator* that may
//! (a call with handlers), and *phis* where control flow meets. After Chow et al. (*Effective Representation
//! of Aliases and Indirect Memory Operations in SSA Form*, CC 1996) and Novillo (*Memory SSA - A Unified Approach
//! for Sparsely Representing Memory Operations*, 2007).
//!
//! A definition of a chain is rarely a definition of all of the class. A *clobber query* ([`Walker::clobber`]) asks
//! for the nearest definition above that may have changed a given [`Location`](crate::Location). It walks up the
//! chain, past definitions that write other bytes, and past a phi if all ways up from there end at the same
//! definition.
//!
//! # Where a walk must stop: the root of an address
//!
//! Alias answers ([`Place::overlap`]) hold for two accesses that see the same values of their roots. A root is an SSA
//! value, and in a loop an SSA value is another value in each iteration. A walk goes back in time, so it may
//! leave the iteration from which it started:
//!
//! ```text
//! b1(p):                        the walk for the load starts at the store to p + 4,
//!   store p + 4, ...            which is disjoint, and would go on to the phi of b1, and from there,
//!   x = load p                  along the back edge, to the store to p + 8. That one is disjoint from
//!   store p + 8, ...            *its own* p. But the load's p is q of the last iteration, and
//!   q = add p, 8                stores to it were p + 8 then: the same bytes.
//!   br_if ..., b1(q), b2
//! ```
//!
//! So an answer may be used only if between the definition at hand and the start of the walk the root was not
//! computed again. Let R be the point where the root is defined, P the point from which the walk starts; R dominates P,
//! since the address is used there. The rule is: *a walk looks at a state only if R strictly dominates the point
//! that defines it, and stops otherwise.*
//!
//! *Why this is enough.* Suppose the walk goes from a state s to a state t that s follows (t is the state just before
//! the definition of s, or flows into the phi s), the rule admits both, and there is an execution from t to s that
//! passes R, and no other state's definition, in between. Then t is the state that is seen at R, and in SSA form the
//! definition of a state dominates all points that see it: t dominates R. But R strictly dominates t. So no such
//! execution exists, and neither does one between the first state of the walk and P. Over all steps of a walk: between
//! the admitted state and P the root was computed once at most, and before that state. What the state's own instruction
//! uses, if it is the same SSA value, is the same number.
//!
//! *Why no more is needed.* A state that R does not strictly dominate is either above R on all paths or a phi
//! at which paths from R and from above R meet. An instruction above R cannot use R's value, so its address
//! has another root, or is a constant, and the answer would be *may overlap* anyway. What is known when the walk
//! stops is that the location is unchanged since R: the answer [`Clobber::Root`].
//!
//! An address that is a constant has no root: such walks go anywhere. A location may have several roots (an
//! element of a table has its index, an array its reference and index). All of them dominate P, so they form a chain
//! of dominators, and the lowest counts. Roots are those of the location that is asked for. Those of the definition's
//! instruction do not matter: if they are not the same, the answer is *may overlap*.
//!
//! # Objects
//!
//! A field of an object is a location whose root is the reference, an element has its index as another one. Answers
//! ([`ObjectPlace::overlap`](crate::ObjectPlace::overlap)) that rest on allocations hold at any time: the object that
//! an instruction allocates is never that of another one, and a private object is only known by its own references.
//! So a walk for a private object passes calls.
//!
//! # Cost
//!
//! At most [`MOST_CHAINS`] chains: those that an instruction accesses by itself; what only calls touch has
//! none. Each takes linear time: phis are placed at the iterated dominance frontier (`frontier`), which is minimal but
//! not pruned. Walks have a budget of [`MOST_STEPS`] states each, and one per walker that is linear in the function.
//!
//! A snapshot: it is not updated when the function changes. Instructions that were removed since only make answers less
//! precise; a new instruction that writes makes them wrong. Places name values as they were when the analysis was made:
//! a pass that makes aliases keeps the locations that it asks for from before, since an address that is decomposed
//! again has another root, about which nothing is known.

mod build;
mod clobber;
mod frontier;
#[cfg(test)]
mod random_tests;
mod reads;
#[cfg(test)]
mod tests;

pub use clobber::{Clobber, QueryTarget, Walker};
pub use frontier::Frontier;
pub use reads::{Query, Reads, convert, initial_value};

use crate::{ObjectPlace, Place};
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{PrimaryMap, SecondaryMap};
use invar_ir::{Block, ClassSet, Dominators, Inst, Value};

/// The most chains of a function.
pub const MOST_CHAINS: usize = 16;

/// The most states that one walk looks at.
pub const MOST_STEPS: u64 = 512;

invar_ir::handles! {
    /// A definition of a chain.
    State = "state";
    /// The chain of a class.
    Chain = "chain";
}

/// What defines a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// The function's caller.
    Entry,
    /// An instruction that may write the class.
    Inst(Inst),
    /// The terminator of a block, which performs a call.
    Terminator(Block),
    /// The start of a block at which several states meet.
    Phi(Block),
}

/// A point of a block: 0 for its start, where its parameters and phis are defined, n + 1 for its n-th
/// instruction, `u32::MAX` for its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramPoint {
    /// The block.
    pub block: Block,
    /// The position in it.
    pub position: u32,
}

impl ProgramPoint {
    /// The start of a block.
    pub fn start(block: Block) -> ProgramPoint {
        ProgramPoint { block, position: 0 }
    }

    /// The end of a block.
    pub fn end(block: Block) -> ProgramPoint {
        ProgramPoint { block, position: u32::MAX }
    }

    /// The point of the n-th instruction of a block.
    pub fn inst(block: Block, n: usize) -> ProgramPoint {
        ProgramPoint { block, position: n as u32 + 1 }
    }

    /// Whether each path to `below` passes this point before.
    pub fn strictly_dominates(self, below: ProgramPoint, dominators: &Dominators) -> bool {
        if self.block == below.block {
            self.position < below.position
        } else {
            dominators.dominates(self.block, below.block)
        }
    }
}

/// A state of a chain.
#[derive(Clone, Debug)]
pub struct StateData {
    /// What defines it.
    pub definition: Definition,
    /// Where.
    pub point: ProgramPoint,
    /// The state's chain.
    pub chain: Chain,
    /// The state before the definition, of an instruction or terminator.
    pub above: PackedOption<State>,
    /// The range of `incoming`, for a phi.
    first: u32,
    count: u32,
    /// What the instruction writes, an index in `places`.
    place: Option<u32>,
}

/// What is known of a chain.
#[derive(Clone, Debug)]
struct ChainData {
    class: ClassSet,
    at_start: SecondaryMap<Block, PackedOption<State>>,
    at_end: SecondaryMap<Block, PackedOption<State>>,
    /// Of instructions that read or write the class.
    before: SecondaryMap<Inst, PackedOption<State>>,
}

/// What an instruction writes.
#[derive(Clone, Copy, Debug)]
enum Written {
    /// Bytes, and nothing else of a memory.
    Bytes(Place),
    /// A part of an object.
    Object(ObjectPlace),
}

/// The memory SSA form of a function; see the module's documentation.
#[derive(Clone, Debug)]
pub struct MemorySsa {
    chains: PrimaryMap<Chain, ChainData>,
    states: PrimaryMap<State, StateData>,
    incoming: Vec<State>,
    places: Vec<Written>,
    /// The allocations whose objects are private.
    private: SecondaryMap<Value, bool>,
    /// Where values are defined.
    homes: SecondaryMap<Value, Option<ProgramPoint>>,
    size: u64,
}

impl MemorySsa {
    /// The chains, with their classes.
    pub fn chains(&self) -> impl Iterator<Item = (Chain, ClassSet)> + '_ {
        self.chains.iter().map(|(chain, data)| (chain, data.class))
    }

    /// The chain of a class; `None` if it has none, or if these are several classes.
    pub fn chain(&self, class: ClassSet) -> Option<Chain> {
        self.chains().find(|&(_, of)| of == class).map(|(chain, _)| chain)
    }

    /// A state.
    pub fn state(&self, state: State) -> &StateData {
        &self.states[state]
    }

    /// The states.
    pub fn states(&self) -> impl Iterator<Item = (State, &StateData)> {
        self.states.iter()
    }

    /// The state that an instruction sees which reads or writes the class of the chain.
    pub fn before(&self, inst: Inst, chain: Chain) -> Option<State> {
        self.chains[chain].before[inst].expand()
    }

    /// The state at the start of a block, after its phi if there is one; `None` for an unreachable block.
    pub fn at_start(&self, block: Block, chain: Chain) -> Option<State> {
        self.chains[chain].at_start[block].expand()
    }

    /// The state at the end of a block, after its terminator; `None` for an unreachable block.
    pub fn at_end(&self, block: Block, chain: Chain) -> Option<State> {
        self.chains[chain].at_end[block].expand()
    }

    /// The states that flow into a phi, in the order of [`Cfg::reachable_preds`](invar_ir::Cfg::reachable_preds);
    /// none for other states.
    pub fn incoming(&self, state: State) -> &[State] {
        let data = &self.states[state];
        &self.incoming[data.first as usize..][..data.count as usize]
    }

    /// The bytes that the definition of a state writes, if it is an instruction that writes nothing else of a
    /// memory. They are named by the values of when the analysis was made.
    pub fn place(&self, state: State) -> Option<&Place> {
        match &self.places[self.states[state].place? as usize] {
            Written::Bytes(place) => Some(place),
            Written::Object(_) => None,
        }
    }

    /// The part of an object that the definition of a state writes, if it is an instruction that writes nothing else.
    pub fn object(&self, state: State) -> Option<&ObjectPlace> {
        match &self.places[self.states[state].place? as usize] {
            Written::Bytes(_) => None,
            Written::Object(object) => Some(object),
        }
    }

    /// Whether a value is an allocation whose object is private: what has no reference to it as an operand neither
    /// reads nor writes it ([`private_objects`](crate::private_objects)).
    pub fn is_private(&self, value: Value) -> bool {
        self.private[value]
    }

    /// Where a value was defined when the analysis was made, also if it has become an alias since. `None` if it is
    /// newer, or unreachable.
    pub fn home(&self, value: Value) -> Option<ProgramPoint> {
        self.homes.get(value).copied().flatten()
    }

    /// Whether a state is defined strictly below a point; see the module's documentation on roots.
    pub fn is_below(&self, dominators: &Dominators, point: ProgramPoint, state: State) -> bool {
        point.strictly_dominates(self.states[state].point, dominators)
    }
}
