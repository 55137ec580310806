//! Known values of locations: what a read gives, since its location was read or written before and is unchanged since.
//!
//! A part of an object that is unchanged since the object was allocated holds what it got there.
//!
//! Two reads of a location with the same clobber give the same value: it is unchanged since one definition of the
//! chain, or since the roots of its address were computed. A read whose clobber writes all of its bytes gives
//! what that stores: the stored value or a part of it, the byte of a `memory.fill`, or what was at the source of a
//! `memory.copy`.
//!
//! Other threads may write a shared memory. There, values are known in the same block only, so that a loop that waits
//! for a change reads again. What a write of another thread becomes visible at (an atomic operator, a call) clobbers.
//!
//! Cost: a walk ([`Walker`]), and a bounded number of comparisons for each read.

use super::{Clobber, Definition, MemorySsa, ProgramPoint, QueryTarget, State, Walker};
use crate::transform::rewrite::insert_term;
use crate::{Initial, Location, LocationKey, Place, initial};
use invar_ir::{Dominators, Function, Inst, Module, Op, Value, zero_op};
use invar_rules::{Const, Term, ValueFacts};
use rustc_hash::FxHashMap;

/// How many known values of a location are looked at: the newest.
const MOST_KNOWN: usize = 16;

/// How many copies of memory are looked through.
const MOST_COPIES: usize = 4;

/// A location at a point, and since when it is unchanged there.
#[derive(Clone, Debug)]
pub struct Query {
    /// The location.
    pub target: QueryTarget,
    /// Since when it is unchanged.
    pub clobber: Clobber,
}

/// A value that a location has.
struct Known {
    location: Location<Value>,
    value: Value,
    /// Where it is defined, and known to be the location's.
    point: ProgramPoint,
}

/// Answers what reads give; see the module's documentation.
pub struct Reads<'a> {
    ssa: &'a MemorySsa,
    dominators: &'a Dominators,
    module: &'a Module,
    walker: Walker<'a>,
    known: FxHashMap<(LocationKey<Value>, Clobber), Vec<Known>>,
}

impl<'a> Reads<'a> {
    /// Nothing is known but what instructions write.
    pub fn new(ssa: &'a MemorySsa, dominators: &'a Dominators, module: &'a Module) -> Self {
        let walker = Walker::new(ssa, dominators, module);
        Reads { ssa, dominators, module, walker, known: FxHashMap::default() }
    }

    /// Asks for a location, seen by an instruction. `None` if it belongs to several chains or none, or if its address
    /// is newer than the analysis.
    pub fn query(&mut self, f: &Function, location: Location<Value>, inst: Inst) -> Option<Query> {
        let target = QueryTarget::new(self.ssa, self.dominators, location)?;
        let from = self.ssa.before(inst, target.chain)?;
        Some(self.query_from(f, target, from))
    }

    /// Asks for a location, seen from a point at which its chain has the state `from`.
    pub fn query_from(&mut self, f: &Function, target: QueryTarget, from: State) -> Query {
        let clobber = self.walker.clobber(f, &target, from);
        Query { target, clobber }
    }

    /// Remembers the value of a location, which is known from a point on.
    pub fn record(&mut self, query: &Query, value: Value, point: ProgramPoint) {
        let location = query.target.location.clone();
        let known = self.known.entry((location.key(), query.clobber)).or_default();
        known.push(Known { location, value, point });
    }

    /// The value of a location at a point, if it is known there: an existing value rather than a conversion.
    pub fn value(&mut self, f: &Function, query: &Query, at: ProgramPoint) -> Option<Term<Value>> {
        self.value_through(f, query, at, MOST_COPIES)
    }

    fn value_through(
        &mut self,
        f: &Function,
        query: &Query,
        at: ProgramPoint,
        copies: usize,
    ) -> Option<Term<Value>> {
        let mut converted = None;
        for known in self.known_at(query, at) {
            match query.target.location.forwarded(f, self.module, &known.location, known.value) {
                found @ Some(Term::Value(_)) => return found,
                found => converted = converted.or(found),
            }
        }
        let found = match query.clobber {
            Clobber::Root => self.allocated(f, query),
            Clobber::At(_) => self.written(f, query, at, copies),
        };
        match found {
            found @ Some(Term::Value(_)) => found,
            found => converted.or(found),
        }
    }

    /// The value of a part of an object that is unchanged since its allocation.
    fn allocated(&self, f: &Function, query: &Query) -> Option<Term<Value>> {
        let location = &query.target.location;
        let object = location.object()?;
        // The root is the allocation: an index that is computed later is none of which the initial value is known.
        let is_first = query.target.root == self.ssa.home(object.object);
        is_first.then(|| initial_value(f, self.module, location)).flatten()
    }

    /// Whether a location holds a value already at a point, or its low bits.
    pub fn holds(&self, f: &Function, query: &Query, value: Value, at: ProgramPoint) -> bool {
        let location = &query.target.location;
        let known =
            |known: &Known| known.value == value && location.is_same_as_done(&known.location);
        let stored = || {
            let (inst, _) = self.clobbering(query, at)?;
            let (done, stored) =
                Location::of_write(f, self.module, &f.insts[inst].op, &resolved(f, inst))?;
            Some(stored == value && location.is_same_as_done(&done))
        };
        let given = || match self.allocated(f, query) {
            Some(Term::Value(given)) => given == value,
            Some(Term::Node(_, op, operands)) => {
                operands.is_empty() && f.def_op(value) == Some(&op)
            }
            _ => false,
        };
        let is_new = query.clobber == Clobber::Root && given();
        is_new || self.known_at(query, at).any(known) || stored() == Some(true)
    }

    /// The known values of the key of a location, the newest first.
    fn known_at(&self, query: &Query, at: ProgramPoint) -> impl Iterator<Item = &Known> {
        let key = (query.target.location.key(), query.clobber);
        let known = self.known.get(&key).into_iter().flatten().rev().take(MOST_KNOWN);
        let is_shared = self.is_shared(query);
        known.filter(move |known| {
            (known.point.strictly_dominates(at, self.dominators)
                || invar_ir::mutant!(ReadsAnywhere))
                && (!is_shared || known.point.block == at.block)
        })
    }

    /// Whether other threads may write a location.
    pub fn is_shared(&self, query: &Query) -> bool {
        let place = query.target.location.place();
        place.is_some_and(|place| self.module.memories[place.memory].ty.shared)
            && !invar_ir::mutant!(ReadsSharedElsewhere)
    }

    /// The instruction that is the clobber of a location.
    fn clobbering(&self, query: &Query, at: ProgramPoint) -> Option<(Inst, State)> {
        let Clobber::At(state) = query.clobber else { return None };
        let data = self.ssa.state(state);
        let Definition::Inst(inst) = data.definition else { return None };
        (!self.is_shared(query) || data.point.block == at.block).then_some((inst, state))
    }

    /// The value of a location that its clobber wrote.
    fn written(
        &mut self,
        f: &Function,
        query: &Query,
        at: ProgramPoint,
        copies: usize,
    ) -> Option<Term<Value>> {
        let (inst, state) = self.clobbering(query, at)?;
        let (op, args) = (&f.insts[inst].op, resolved(f, inst));
        let location = &query.target.location;
        if let Some((done, value)) = Location::of_write(f, self.module, op, &args) {
            let forwarded = location.forwarded(f, self.module, &done, value);
            return forwarded.or_else(|| location.part(f, &done, value));
        }
        let written = self.ssa.place(state)?.resolved(f);
        let start = match location.place()?.start_within(&written) {
            None if invar_ir::mutant!(ReadsFillOtherBytes) => 0,
            start => start?,
        };
        match op {
            Op::MemoryFill { .. } => {
                let byte = f.constant(args[1]).and_then(Const::as_int)? as u8;
                location.repeated(byte).map(Term::Const)
            }
            Op::MemoryCopy { .. } if copies > 0 => {
                let source = Place::read(f, self.module, inst)?;
                let classes = invar_ir::ClassSet::memory(self.module, source.memory.as_u32());
                let source = location.moved_to(source, start, classes);
                let query = self.query(f, source, inst)?;
                self.value_through(f, &query, at, copies - 1)
            }
            _ => None,
        }
    }

    /// The memory SSA form.
    pub fn ssa(&self) -> &'a MemorySsa {
        self.ssa
    }
}

/// What a new object holds in a location, if that is a part of one that is allocated here.
pub fn initial_value(
    f: &Function,
    module: &Module,
    location: &Location<Value>,
) -> Option<Term<Value>> {
    let object = location.object()?;
    match initial(f, module, object.object, object.part)? {
        Initial::Value(value) => location.holding(f, module, value),
        Initial::Default => {
            let ty = location.object_type()?;
            Some(Term::Node(ty, zero_op(ty)?, Vec::new()))
        }
    }
}

/// The operands of an instruction, resolved.
fn resolved(f: &Function, inst: Inst) -> Vec<Value> {
    f.args(inst).iter().map(|&arg| f.resolve(arg)).collect()
}

/// Turns a read into the operator of a term, whose operands go into `out`.
pub fn convert(f: &mut Function, inst: Inst, term: Term<Value>, out: &mut Vec<Inst>) {
    let loc = f.insts[inst].loc;
    let (op, args) = match term {
        Term::Value(_) => unreachable!("a value needs no operator"),
        Term::Const(constant) => (constant.to_op(), Vec::new()),
        Term::Node(_, op, terms) => {
            let args = terms.into_iter().map(|term| insert_term(f, term, loc, out));
            (op, args.collect())
        }
    };
    let list = f.make_list(&args);
    let data = &mut f.insts[inst];
    (data.op, data.args) = (op, list);
}
