//! Dispatches: where a kept variable is loaded, control goes on in the code for the values that were stored.
//!
//! An interpreter with calls pushes its program counter in one place and loads it in another. The value that is
//! loaded is not known, but it is one of few: "The Trick" of binding-time improvement for a value of bounded
//! variation (Jones, Gomard, Sestoft: *Partial evaluation and automatic program generation*, 1993). Where residual
//! code stores a known value of a kept variable ([`crate::analysis::stored`]), that value becomes a *candidate*. Where
//! a kept variable gets a value that is loaded, control goes to a *dispatch*: a block that compares the
//! value with each candidate, and goes on in the version for the one that is equal, otherwise in generic code. So no
//! load has to be matched with a store, and a store that is missed, or one of something else, does no harm.
//!
//! Candidates are found while versions are made. A dispatch stays open until all other work is done; then the versions
//! for new candidates are asked for, which may store others, until nothing is new. A dispatch is identified like a
//! version, by its place and what else is known there: all loads that lead to it share its comparisons, so *k*
//! candidates and *r* loads give *k + r* edges.
//!
//! Only ahead of time: in a running program the value is looked up.

use crate::analysis::derive::How;
use crate::analysis::split::Node;
use crate::analysis::stored::{loaded, stored_value};
use crate::analysis::variables::Var;
use crate::specializer::continuations::KnownPoint;
use crate::specializer::known::{Extent, Known, evaluate};
use crate::specializer::reasons::why;
use crate::specializer::state::Specializer;
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, BlockCall, Inst, Op, SourceLoc, Terminator, Value, memory_access};
use invar_rules as rules;
use invar_rules::Const;
use rustc_hash::{FxHashMap, FxHashSet};

/// A value that was stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Candidate {
    /// The value's bytes in memory, the first one lowest; zero behind them.
    bytes: u64,
    promise: Option<Extent>,
}

/// The values of a variable that were stored, in this order.
#[derive(Clone, Debug, Default)]
struct Candidates {
    list: Vec<Candidate>,
    seen: FxHashSet<Candidate>,
    /// Whether there were others, past the limit.
    is_over: bool,
}

/// A value of the function that leads to a dispatch.
#[derive(Debug)]
pub(crate) struct Source {
    value: Value,
    /// From the load to the value.
    path: Vec<Inst>,
    /// How many candidates versions were asked for.
    done: usize,
    pub loc: SourceLoc,
    pub reason: String,
    /// How many versions it leads here from.
    pub times: u64,
}

/// A block that compares a value with those that were stored.
#[derive(Debug)]
pub(crate) struct Dispatch {
    /// Where the program continues. The variable is not among what is known.
    pub place: KnownPoint,
    /// The value that is compared.
    pub value: Value,
    pub var: Var,
    pub block: Block,
    pub sources: Vec<Source>,
    /// The versions for values of it.
    pub versions: FxHashMap<Const, Block>,
}

/// All dispatches, and the values that they are for.
#[derive(Debug, Default)]
pub(crate) struct Dispatches {
    candidates: SecondaryMap<Var, Candidates>,
    pub list: Vec<Dispatch>,
    numbers: FxHashMap<(KnownPoint, Value), usize>,
}

impl Specializer<'_> {
    /// Remembers a known value of a kept variable that residual code stores.
    pub(crate) fn put_away(&mut self, inst: Inst) {
        let prepared = self.prepared;
        if self.request.exits.is_some() || self.current.generic {
            return;
        }
        let Some(var) = prepared.analysis.stored.of(inst) else { return };
        let value = stored_value(&prepared.code, inst).expect("it stores a value");
        let Some(known) = self.known(value) else { return };
        let bits = match known.value {
            Const::I32(value) => u64::from(value as u32),
            Const::I64(value) => value as u64,
            _ => return,
        };
        let access = memory_access(&prepared.code.insts[inst].op);
        let size = access.map_or(8, |access| u32::from(access.size));
        let bytes = if size < 8 { bits & ((1 << (8 * size)) - 1) } else { bits };
        let candidate = Candidate { bytes, promise: known.promise };
        let limit = self.request.limits.returns;
        let candidates = &mut self.dispatches.candidates[var];
        if candidates.list.len() < limit {
            if candidates.seen.insert(candidate) {
                candidates.list.push(candidate);
            }
        } else {
            candidates.is_over |= !candidates.seen.contains(&candidate);
        }
    }

    /// Whether other values of a variable were stored than are compared.
    pub(crate) fn has_other_values(&self, var: Var) -> bool {
        self.dispatches.candidates[var].is_over
    }

    /// From where an unknown value of a variable is loaded, if it is to be dispatched on.
    fn comes_back(&mut self, var: Var, value: Value) -> Option<Vec<Inst>> {
        let prepared = self.prepared;
        let analysis = &prepared.analysis;
        if self.request.exits.is_some() || !analysis.stored.is_stored(var) {
            return None;
        }
        let path = loaded(&prepared.code, value)?;
        (!self.is_over_budget()).then_some(path)
    }

    /// The edge to a node one of whose kept parameters is loaded.
    pub(crate) fn dispatch_on_edge(
        &mut self,
        next: Option<Node>,
        block: Block,
        args: &[Value],
        param: Value,
        arg: Value,
        loc: SourceLoc,
        weight: u32,
    ) -> Option<BlockCall> {
        let prepared = self.prepared;
        let arg = prepared.code.resolve(arg);
        let var = prepared.analysis.vars.of(param)?;
        let path = self.comes_back(var, arg)?;
        let (place, passed) = self.arrival(next, block, args);
        let values: Vec<Value> = passed.iter().map(|&(_, arg)| self.value(arg)).collect();
        let target = self.dispatch(place, param, var, arg, path, loc);
        Some(BlockCall { block: target, args: self.residual.out.make_list(&values), weight })
    }

    /// Leads to a dispatch behind an instruction that loads a kept variable. Returns whether the version ends there.
    /// The version goes on if the value is only passed on to other blocks, where it is dispatched on.
    pub(crate) fn dispatches_at_assignment(
        &mut self,
        node: Option<Node>,
        block: Block,
        at: usize,
        kept: &BitSet,
    ) -> bool {
        let prepared = self.prepared;
        let code = prepared.analysis.code(&prepared.code);
        let inst = prepared.code.blocks[block].insts[at];
        let loc = prepared.code.insts[inst].loc;
        let unknown = prepared.code.results(inst).filter(|&value| self.known(value).is_none());
        let unknown = unknown.filter_map(|value| Some((value, code.is_kept(kept, value)?)));
        let unknown: Vec<(Value, Var)> = unknown.collect();
        let (value, var) = unknown[0];
        let path = if unknown.len() == 1 { self.comes_back(var, value) } else { None };
        if let Some((node, path)) = node.zip(path) {
            if self.is_only_passed_on(block, at + 1, value) {
                return false;
            }
            let live = prepared.live_at(block, at as u32 + 1);
            let known = live.iter().filter_map(|&value| Some((value, self.known(value)?)));
            let place = KnownPoint::new(Some(node), block, at as u32 + 1, known.collect());
            let values = self.values(&prepared.params(&place));
            let target = self.dispatch(place, value, var, value, path, loc);
            self.residual.out.blocks[self.residual.at].term =
                Terminator::Jump(self.residual.out.call(target, &values));
            self.residual.out.blocks[self.residual.at].term_loc = self.loc(loc);
            return true;
        }
        let reason = why(self, value);
        self.promotion(value, loc, &reason);
        self.current.generic = true;
        false
    }

    /// Whether from a point of a block on a value is used as an argument only.
    fn is_only_passed_on(&self, block: Block, at: usize, value: Value) -> bool {
        let code = self.code();
        let data = &code.blocks[block];
        let is_value = |&it: &Value| code.resolve(it) == value;
        let is_live_into = |call: &BlockCall| self.prepared.live.entry(call.block).contains(&value);
        !data.insts[at..].iter().any(|&inst| code.args(inst).iter().any(is_value))
            && !data.term.operands(&code.pool).iter().any(is_value)
            && !data.term.targets().any(is_live_into)
    }

    /// The block of a dispatch at a place, which an unknown value leads to.
    fn dispatch(
        &mut self,
        place: KnownPoint,
        value: Value,
        var: Var,
        from: Value,
        path: Vec<Inst>,
        loc: SourceLoc,
    ) -> Block {
        let number = self.dispatches.numbers.get(&(place.clone(), value)).copied();
        let number = number.unwrap_or_else(|| {
            let block = self.residual.out.add_block();
            for ty in self.prepared.types(&self.prepared.params(&place)) {
                self.residual.out.add_param(block, ty);
            }
            let number = self.dispatches.list.len();
            self.dispatches.numbers.insert((place.clone(), value), number);
            let versions = FxHashMap::default();
            let dispatch = Dispatch { place, value, var, block, sources: Vec::new(), versions };
            self.dispatches.list.push(dispatch);
            number
        });
        let sources = &self.dispatches.list[number].sources;
        if let Some(n) = sources.iter().position(|source| source.value == from) {
            self.dispatches.list[number].sources[n].times += 1;
        } else {
            let reason = why(self, from);
            let source = Source { value: from, path, done: 0, loc, reason, times: 1 };
            self.dispatches.list[number].sources.push(source);
        }
        self.dispatches.list[number].block
    }

    /// Asks for the versions for candidates that are new. Returns whether there is more to make.
    pub(crate) fn dispatch_to_new(&mut self) -> bool {
        let mut list = std::mem::take(&mut self.dispatches.list);
        for dispatch in &mut list {
            for n in 0..dispatch.sources.len() {
                while let Some(known) = self.next_candidate(dispatch, n) {
                    if dispatch.versions.contains_key(&known.value) {
                        continue;
                    }
                    let place = &dispatch.place;
                    let mut all = place.known.to_vec();
                    all.push((dispatch.value, known));
                    let place = KnownPoint::new(place.node, place.block, place.at, all);
                    let types = self.prepared.types(&self.prepared.params(&place));
                    let target = self.version_for(&place, &types, None);
                    dispatch.versions.insert(known.value, target);
                    // A comparison.
                    self.record.stats.emitted += 1;
                }
            }
        }
        self.dispatches.list = list;
        !self.work.eager.is_empty()
    }

    /// The next value that may arrive at a dispatch from a source.
    fn next_candidate(&mut self, dispatch: &mut Dispatch, source: usize) -> Option<Known> {
        let source = &mut dispatch.sources[source];
        loop {
            let candidates = &self.dispatches.candidates[dispatch.var].list;
            let candidate = *candidates.get(source.done)?;
            if self.is_over_budget() {
                return None;
            }
            source.done += 1;
            let known = self.as_loaded(candidate, &source.path);
            if known.is_some() {
                return known;
            }
        }
    }

    /// The value that a candidate has once it is loaded.
    fn as_loaded(&mut self, candidate: Candidate, path: &[Inst]) -> Option<Known> {
        let prepared = self.prepared;
        let code = &prepared.code;
        let (&load, rest) = path.split_first()?;
        let value = match code.insts[load].op {
            Op::GlobalGet { .. } => match code.ty(code.result(load)?) {
                invar_ir::ValType::I32 => Const::I32(candidate.bytes as i32),
                invar_ir::ValType::I64 => Const::I64(candidate.bytes as i64),
                _ => return None,
            },
            ref op => rules::load(op, &candidate.bytes.to_le_bytes())?,
        };
        let mut known = Known { value, promise: candidate.promise };
        for &inst in rest {
            let how = prepared.analysis.derived.how(inst);
            let number = |arg: Value| code.def_op(code.resolve(arg)).and_then(Const::from_op);
            let args = code.args(inst).iter().map(|&arg| number(arg).map_or(known, Known::plain));
            // Of a promise only the address is known.
            let count = if how == How::Copy { 1 } else { args.len() };
            let args: Vec<Known> = args.take(count).collect();
            known = evaluate(code, inst, how, &args, self.world).ok()?[0]?;
        }
        matches!(known.value, Const::I32(_) | Const::I64(_)).then_some(known)
    }
}

#[cfg(test)]
mod tests;
