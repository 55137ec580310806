//! The facts about all references of a function, at each place.
//!
//! Two kinds of facts are combined. Those of a *value* hold wherever it exists: the type of an allocation, the join
//! of what edges pass to a block parameter. Those of a *place* are about the reference that several values may be (a
//! reference and the result of its cast), and hold in what the place dominates: behind a cast or an access that traps
//! on null, and behind an edge of a test.
//!
//! Optimistic: a parameter of a loop starts with what enters the loop, and what the back edges pass is joined in until
//! nothing changes; an edge that the facts rule out passes nothing. Blocks are visited along the dominator tree,
//! predecessors on edges forwards first. A parameter that still changes after a few rounds has its type only; where the
//! rounds do not suffice, nothing is assumed of any.
//!
//! A client visits the blocks in the same order once more ([`ReferenceFlow::enter`], then each instruction), asks, and
//! may replace what it has not visited yet by what does the same.
//!
//! Cost: linear per round, and rounds are bounded.

use super::RefFacts;
use super::roots::Roots;
use super::transfer::{Tested, cast_target, decompose, dereferenced, is_allocation, result, truth};
use cranelift_entity::SecondaryMap;
use invar_ir::TypeHierarchy;
use invar_ir::{Block, Edge, Function, Inst, Module, Op, RefType, Terminator, Value};
use invar_ir::{Cfg, Dominators};
use invar_rules::{Const, ValueFacts};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many rounds there are at most.
const MOST_ROUNDS: u32 = 10;
/// After this many rounds, nothing but its type is assumed of a parameter that still changes.
const PATIENCE: u32 = 4;

/// See the module's documentation.
pub struct ReferenceFlow<'a> {
    module: &'a Module,
    types: Arc<TypeHierarchy>,
    roots: Roots,
    /// Facts about values, beyond their types.
    values: SecondaryMap<Value, Option<RefFacts>>,
    /// When each value is defined: a value that dominates another has a smaller number. 0: not known.
    order: SecondaryMap<Value, u32>,
    /// The blocks that some edge leads to that is not ruled out.
    reached: SecondaryMap<Block, bool>,
    here: FxHashMap<Value, Here>,
    undo: Vec<(Value, Option<Here>)>,
    scopes: Vec<(Block, usize)>,
    /// The round, and the last round in which each block was visited.
    round: u32,
    visited: SecondaryMap<Block, u32>,
    changed: bool,
}

/// What is known of a reference at the current place.
#[derive(Clone, Copy)]
struct Here {
    facts: RefFacts,
    /// The value that is this reference and has the narrowest type.
    narrowest: Value,
    /// The edge of a branch that was the last to add something.
    edge: Option<Edge>,
}

/// What follows an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The next one.
    Next,
    /// Nothing: it always traps.
    Traps,
}

impl<'a> ReferenceFlow<'a> {
    /// Computes the facts of a function.
    pub fn new(
        f: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
        module: &'a Module,
    ) -> ReferenceFlow<'a> {
        let mut flow = ReferenceFlow {
            module,
            types: module.hierarchy(),
            roots: Roots::new(f, cfg),
            values: SecondaryMap::with_capacity(f.values.len()),
            order: SecondaryMap::with_capacity(f.values.len()),
            reached: SecondaryMap::with_capacity(f.blocks.len()),
            here: FxHashMap::default(),
            undo: Vec::new(),
            scopes: Vec::new(),
            round: 0,
            visited: SecondaryMap::with_capacity(f.blocks.len()),
            changed: true,
        };
        flow.number(f, dominators);
        flow.reached[f.entry] = true;
        while std::mem::take(&mut flow.changed) {
            flow.round += 1;
            if flow.round > MOST_ROUNDS {
                flow.values.clear();
                cfg.rpo.iter().for_each(|&block| flow.reached[block] = true);
                break;
            }
            for block in dominators.preorder() {
                flow.visit(f, cfg, dominators, block);
            }
        }
        flow.leave_all();
        flow
    }

    /// The types of the module.
    pub fn types(&self) -> &TypeHierarchy {
        &self.types
    }

    fn number(&mut self, f: &Function, dominators: &Dominators) {
        let mut next = 0;
        for block in dominators.preorder() {
            let data = &f.blocks[block];
            let results = data.insts.iter().flat_map(|&inst| f.results(inst));
            for value in data.params.iter().copied().chain(results) {
                next += 1;
                self.order[value] = next;
            }
        }
    }

    fn visit(&mut self, f: &Function, cfg: &Cfg, dominators: &Dominators, block: Block) {
        self.visited[block] = self.round;
        if !self.enter(f, cfg, dominators, block) {
            return;
        }
        for &inst in &f.blocks[block].insts {
            if self.inst(f, inst) == End::Traps {
                return;
            }
        }
        self.edges(f, block);
    }

    // ---- The place ---------------------------------------------------------------------------------

    /// Goes to the start of a block, after all blocks that come before it in preorder of the dominator tree; whether
    /// it is reached at all.
    pub fn enter(
        &mut self,
        f: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
        block: Block,
    ) -> bool {
        while let Some(&(above, mark)) = self.scopes.last() {
            if dominators.dominates(above, block) {
                break;
            }
            self.go_back(mark);
            self.scopes.pop();
        }
        self.scopes.push((block, self.undo.len()));
        if !self.reached[block] {
            return false;
        }
        let mut edges = cfg.reachable_preds(block);
        if let (Some(edge), None) =
            (edges.next(), edges.next().filter(|_| !invar_ir::mutant!(ReferencesOfOneEdge)))
        {
            self.learn_edge(f, edge);
        }
        for &param in &f.blocks[block].params {
            if f.ty(param).is_reference_type() && self.roots.get(f, param) != param {
                self.same(f, param);
            }
        }
        true
    }

    /// Leaves the place.
    pub fn leave_all(&mut self) {
        self.go_back(0);
        self.scopes.clear();
    }

    fn go_back(&mut self, mark: usize) {
        for (value, before) in self.undo.drain(mark..).rev() {
            match before {
                Some(before) => self.here.insert(value, before),
                None => self.here.remove(&value),
            };
        }
    }

    /// What is known of a reference at the place.
    pub fn facts(&self, f: &Function, value: Value) -> RefFacts {
        let value = f.resolve(value);
        let root = self.roots.get(f, value);
        let mut facts = self.of_value(f, value);
        if root != value {
            facts = facts.meet(&self.types, self.of_value(f, root));
        }
        match self.here.get(&root) {
            Some(here) => facts.meet(&self.types, here.facts),
            None => facts,
        }
    }

    /// What is known of a reference wherever it exists.
    fn of_value(&self, f: &Function, value: Value) -> RefFacts {
        let of_type = || RefFacts::of_value_type(&self.types, f.ty(value));
        self.values[value].or_else(of_type).expect("a reference")
    }

    /// The value that all casts of a reference come from.
    pub fn root(&self, f: &Function, value: Value) -> Value {
        self.roots.get(f, value)
    }

    /// The value with the narrowest type that is the same reference at the place.
    pub fn narrowest(&self, f: &Function, value: Value) -> Value {
        let root = self.roots.get(f, value);
        self.here.get(&root).map_or(root, |here| f.resolve(here.narrowest))
    }

    /// The edge of a branch that was the last to say something of a reference.
    pub fn told_by(&self, f: &Function, value: Value) -> Option<Edge> {
        self.here.get(&self.roots.get(f, value))?.edge
    }

    fn learn(&mut self, f: &Function, value: Value, facts: RefFacts, edge: Option<Edge>) {
        let root = self.roots.get(f, value);
        let before = self.here.get(&root).copied();
        let known = before.map_or_else(|| self.of_value(f, root), |here| here.facts);
        let facts = known.meet(&self.types, facts);
        if facts == known {
            return;
        }
        let narrowest = before.map_or(root, |here| here.narrowest);
        let edge = edge.or(before.and_then(|here| here.edge));
        self.undo.push((root, before));
        self.here.insert(root, Here { facts, narrowest, edge });
    }

    /// A value that is the same reference as its root exists from here on.
    fn same(&mut self, f: &Function, value: Value) {
        self.learn(f, value, self.of_value(f, value), None);
        let root = self.roots.get(f, value);
        let before = self.here.get(&root).copied();
        let narrowest = before.map_or(root, |here| f.resolve(here.narrowest));
        if narrowest != value && self.is_narrower(f, value, narrowest) {
            let facts = before.map_or_else(|| self.of_value(f, root), |here| here.facts);
            self.undo.push((root, before));
            let edge = before.and_then(|here| here.edge);
            self.here.insert(root, Here { facts, narrowest: value, edge });
        }
    }

    /// Whether a value is of a narrower type, above all of a narrower heap type.
    fn is_narrower(&self, f: &Function, value: Value, than: Value) -> bool {
        let of = |value| f.ty(value).as_reference_type().expect("a reference");
        let (a, b) = (of(value), of(than));
        let heap =
            |a: RefType, b: RefType| self.types.is_heap_subtype(a.heap_type(), b.heap_type());
        heap(a, b) && (!heap(b, a) || !a.is_nullable() && b.is_nullable())
    }

    // ---- Instructions ------------------------------------------------------------------------------

    /// Goes past an instruction.
    pub fn inst(&mut self, f: &Function, inst: Inst) -> End {
        let (op, args) = (&f.insts[inst].op, f.args(inst));
        for &n in dereferenced(op) {
            let facts = self.facts(f, args[n]);
            if facts.object.is_none() {
                return End::Traps;
            }
            self.learn(f, args[n], facts.non_null(), None);
        }
        let Some(value) = f.result(inst).filter(|&value| f.ty(value).is_reference_type()) else {
            return End::Next;
        };
        // What stands for something else now has no operator any more.
        if f.resolve(value) != value {
            return End::Next;
        }
        let root = self.roots.get(f, value);
        // A client may have replaced a cast by a constant.
        if root == value || args.is_empty() {
            let operand = |n: usize| {
                let arg = *args.get(n)?;
                f.ty(arg).is_reference_type().then(|| self.facts(f, arg))
            };
            let told = result(&self.types, self.module, op, operand);
            let of_type = RefFacts::of_value_type(&self.types, f.ty(value));
            self.values[value] =
                told.zip(of_type).map(|(told, of_type)| told.meet(&self.types, of_type));
            return End::Next;
        }
        let of_type = RefFacts::of_value_type(&self.types, f.ty(value)).expect("a reference");
        let mut facts = self.facts(f, args[0]).meet(&self.types, of_type);
        if let Some(target) = cast_target(op) {
            facts = facts.meet(&self.types, RefFacts::of_type(&self.types, target));
        }
        if facts.is_nothing() {
            return End::Traps;
        }
        self.values[value] = Some(facts);
        self.same(f, value);
        End::Next
    }

    // ---- Tests -------------------------------------------------------------------------------------

    /// Whether a test holds at the place, if that is known.
    pub fn holds(&self, f: &Function, test: Tested) -> Option<bool> {
        match test {
            Tested::Null(value) => {
                let facts = self.facts(f, value);
                if facts.is_nothing() {
                    None
                } else if facts.is_null() {
                    Some(true)
                } else {
                    facts.is_non_null().then_some(false)
                }
            }
            Tested::Type(value, ty) => {
                let facts = self.facts(f, value);
                facts.is_of(&self.types, ty).filter(|_| !facts.is_nothing())
            }
            Tested::Equal(a, b) => self.equal(f, a, b),
        }
    }

    /// Whether two references are the same, if that is known.
    fn equal(&self, f: &Function, a: Value, b: Value) -> Option<bool> {
        let (a, b) = (self.roots.get(f, a), self.roots.get(f, b));
        let (of_a, of_b) = (self.facts(f, a), self.facts(f, b));
        if a == b || of_a.is_null() && of_b.is_null() {
            return Some(true);
        }
        if of_a.is_nothing() || of_b.is_nothing() {
            return None;
        }
        if of_a.meet(&self.types, of_b).is_nothing() || self.is_new(f, a, b) || self.is_new(f, b, a)
        {
            return Some(false);
        }
        let number = |value| match ValueFacts::op(f, value) {
            Some(Op::RefI31) => match ValueFacts::constant(f, f.operand(value, 0)) {
                Some(Const::I32(number)) => Some(number << 1),
                _ => None,
            },
            _ => None,
        };
        Some(number(a)? == number(b)?)
    }

    /// Whether a reference leads to an object that was allocated after another reference was there, or by another
    /// allocation than that. Both dominate the place, so the one with the smaller number dominates the other.
    fn is_new(&self, f: &Function, value: Value, other: Value) -> bool {
        let allocated = |value| ValueFacts::op(f, value).is_some_and(is_allocation);
        let known = self.order[value] != 0 && self.order[other] != 0;
        allocated(value)
            && (allocated(other)
                || known
                    && (self.order[other] < self.order[value]
                        || invar_ir::mutant!(AllocationIsNewLater)))
    }

    /// The only edge of a branch that can be taken at the place, if all others are ruled out.
    pub fn decided(&self, f: &Function, term: &Terminator) -> Option<usize> {
        match term {
            Terminator::BrIf { cond, .. } => {
                let holds = truth(f, *cond, |test| self.holds(f, test))?;
                Some(usize::from(!holds))
            }
            Terminator::BrOn { op, args, .. } => {
                let value = f.list(args)[0];
                let (test, taken) = match *op {
                    Op::BrOnNull { .. } => (Tested::Null(value), true),
                    Op::BrOnNonNull { .. } => (Tested::Null(value), false),
                    Op::BrOnCast { to_ref_type, .. } => (Tested::Type(value, to_ref_type), true),
                    Op::BrOnCastFail { to_ref_type, .. } => {
                        (Tested::Type(value, to_ref_type), false)
                    }
                    _ => return None,
                };
                self.holds(f, test).map(|holds| usize::from(holds != taken))
            }
            _ => None,
        }
    }

    fn learn_test(&mut self, f: &Function, test: Tested, holds: bool, edge: Edge) {
        match test {
            Tested::Null(value) => {
                let facts = self.facts(f, value);
                let null = RefFacts { object: None, ..facts };
                self.learn(f, value, if holds { null } else { facts.non_null() }, Some(edge));
            }
            Tested::Type(value, ty) => {
                let facts = self.facts(f, value);
                let facts = if holds {
                    RefFacts::of_type(&self.types, ty)
                } else if invar_ir::mutant!(FailedTestIsNotNull) {
                    facts.non_null()
                } else {
                    facts.without(&self.types, ty)
                };
                self.learn(f, value, facts, Some(edge));
            }
            Tested::Equal(a, b) => {
                let (of_a, of_b) = (self.facts(f, a), self.facts(f, b));
                if holds {
                    self.learn(f, a, of_b, Some(edge));
                    self.learn(f, b, of_a, Some(edge));
                } else if of_a.is_null() {
                    self.learn(f, b, of_b.non_null(), Some(edge));
                } else if of_b.is_null() {
                    self.learn(f, a, of_a.non_null(), Some(edge));
                }
            }
        }
    }

    /// What follows from an edge that is taken.
    fn learn_edge(&mut self, f: &Function, edge: Edge) {
        let first = edge.nth == 0;
        match &f.blocks[edge.from].term {
            Terminator::BrIf { cond, .. } => {
                decompose(f, *cond, first, |test, holds| self.learn_test(f, test, holds, edge));
            }
            Terminator::BrOn { op, args, .. } => {
                let value = f.list(args)[0];
                let (test, holds) = match *op {
                    Op::BrOnNull { .. } => (Tested::Null(value), first),
                    Op::BrOnNonNull { .. } => (Tested::Null(value), !first),
                    Op::BrOnCast { to_ref_type, .. } => (Tested::Type(value, to_ref_type), first),
                    Op::BrOnCastFail { to_ref_type, .. } => {
                        (Tested::Type(value, to_ref_type), !first)
                    }
                    // Where the descriptor is another one, the type may still be this one.
                    Op::BrOnCastDescEq { to_ref_type, .. } if first => {
                        (Tested::Type(value, to_ref_type), true)
                    }
                    Op::BrOnCastDescEqFail { to_ref_type, .. } if !first => {
                        (Tested::Type(value, to_ref_type), true)
                    }
                    _ => return,
                };
                self.learn_test(f, test, holds, edge);
            }
            _ => {}
        }
    }

    // ---- Edges -------------------------------------------------------------------------------------

    /// Passes what is known at the end of a block on along its edges.
    fn edges(&mut self, f: &Function, block: Block) {
        let term = &f.blocks[block].term;
        let decided = self.decided(f, term);
        for (nth, call) in term.targets().enumerate() {
            if decided.is_some_and(|only| only != nth) {
                continue;
            }
            // A block that was visited already has to be visited again.
            let again = self.visited[call.block] == self.round;
            self.changed |= again && !self.reached[call.block];
            self.reached[call.block] = true;
            let params = &f.blocks[call.block].params;
            if !params.iter().any(|&param| f.ty(param).is_reference_type()) {
                continue;
            }
            let mark = self.undo.len();
            self.learn_edge(f, Edge { from: block, nth: nth as u32 });
            for (&param, &arg) in params.iter().zip(f.list(&call.args)) {
                if f.ty(param).is_reference_type() {
                    self.pass(f, param, self.facts(f, arg), again);
                }
            }
            self.go_back(mark);
        }
    }

    fn pass(&mut self, f: &Function, param: Value, facts: RefFacts, again: bool) {
        let before = self.values[param];
        let mut joined = match before {
            Some(before) if facts.is_within(&self.types, before) => return,
            Some(_) if again && invar_ir::mutant!(ReferencesOfFirstIteration) => return,
            Some(before) => before.join(&self.types, facts),
            None => facts,
        };
        if again && self.round > PATIENCE {
            joined = RefFacts::of_value_type(&self.types, f.ty(param)).expect("a reference");
        }
        self.values[param] = Some(joined);
        self.changed |= again;
    }
}
