//! Exits: tail calls that leave code which is made while the program runs; see [`crate::specializer::continuations`].
//! A version ends where a value must be looked up; [`asks`] says by which values the lookup tells versions apart.

use crate::analysis::keys::{asks, is_kept_in_key};
use crate::analysis::split::Node;
use crate::specializer::continuations::{Exit, KnownPoint, PromotedValue};
use crate::specializer::state::Specializer;
use invar_ir::bit_set::BitSet;
use invar_ir::{Block, BlockCall, Caching, Inst, Op, SourceLoc, Terminator, Value};
use invar_rules::is_constant;

/// A value to look up: its policy, and whether versions are told apart by it.
type Asked = (Value, Caching, bool);

impl Specializer<'_> {
    /// Ends the current block by an exit, which passes these values.
    pub(crate) fn exit(
        &mut self,
        place: KnownPoint,
        values: &[Value],
        asked: Vec<Asked>,
        caching: Caching,
    ) {
        let exits = self.request.exits.expect("code is left while a program runs");
        let params = self.prepared.params(&place);
        let promoted = asked.iter().map(|&(value, _, is_key)| {
            let position = params.iter().position(|&param| param == value);
            PromotedValue { value, position: position.expect("it is live"), is_key }
        });
        let promoted: Vec<PromotedValue> = promoted.collect();
        self.record.stats.promotions += u64::from(!promoted.is_empty());
        self.record.stats.exits += 1;
        let op = Op::ReturnCall { function_index: exits.first + self.exits.list.len() as u32 };
        self.exits.list.push(Exit { place, params, promoted, caching });
        let args = self.residual.out.make_list(values);
        self.residual.out.blocks[self.residual.at].term = Terminator::TailCall { op, args };
        self.residual.out.blocks[self.residual.at].term_loc = self.loc(SourceLoc::default());
    }

    /// Makes an exit in front of an instruction, with what is known now.
    fn exit_before(&mut self, node: Node, block: Block, at: usize, asked: Vec<Asked>) {
        let live = self.prepared.live_at(block, at as u32);
        let known = live.iter().filter_map(|&value| Some((value, self.known(value)?))).collect();
        let place = KnownPoint::new(Some(node), block, at as u32, known);
        let params = self.prepared.params(&place);
        let values = self.values(&params);
        let caching = asked.iter().map(|&(_, caching, _)| caching).min();
        self.exit(place, &values, asked, caching.unwrap_or(Caching::Cache));
    }

    /// Makes the code behind `leave` generic. For a running program that is a continuation of its own, which all
    /// versions share. Returns whether the version ends there.
    pub(crate) fn leaves(&mut self, block: Block, at: usize) -> bool {
        let code = &self.prepared.code;
        let inst = code.blocks[block].insts[at];
        if !matches!(code.insts[inst].op, Op::Leave) || self.current.generic {
            return false;
        }
        // Before a specialized region starts, the code is one function with what follows.
        if self.request.exits.is_none() || self.is_entering() {
            self.current.generic = true;
            return false;
        }
        let (operand, result) = (code.args(inst)[0], code.result(inst));
        let operand = self.binding(operand);
        self.current.env[result.expect("an annotation has a result")] = Some(operand);
        let place = KnownPoint::new(None, block, at as u32 + 1, Vec::new());
        let values = self.values(&self.prepared.params(&place));
        self.exit(place, &values, Vec::new(), Caching::Cache);
        true
    }

    /// Makes an exit at an annotation of a value that is not known (a promotion). Values of the annotations right
    /// behind it are looked up together with it. Returns whether the version ends there.
    ///
    /// "`isConst(x)` where x is not yet a run-time constant is a promotion."
    pub(crate) fn exits_at_annotation(
        &mut self,
        node: Option<Node>,
        block: Block,
        at: usize,
    ) -> bool {
        let Some(node) = node.filter(|_| self.request.exits.is_some() && !self.current.generic)
        else {
            return false;
        };
        let code = &self.prepared.code;
        let insts = &code.blocks[block].insts;
        if asks(&code.insts[insts[at]].op).is_none() {
            return false;
        }
        let mut asked: Vec<Asked> = Vec::new();
        // The result of an annotation is its operand.
        let mut same: Vec<(Value, Value)> = Vec::new();
        let mut made: Vec<Value> = Vec::new();
        for (n, &inst) in insts.iter().enumerate().skip(at) {
            let op = &code.insts[inst].op;
            if is_constant(op) {
                continue;
            }
            let Some((caching, is_key)) = asks(op) else { break };
            let mut value = code.resolve(code.args(inst)[0]);
            if let Some(&(_, first)) = same.iter().find(|(result, _)| *result == value) {
                value = first;
            }
            if made.contains(&value) {
                break;
            }
            same.extend(code.result(inst).map(|result| (result, value)));
            if self.known(value).is_some() {
                if n == at && !self.is_entering() {
                    return false;
                }
                continue;
            }
            match asked.iter_mut().find(|(of, _, _)| *of == value) {
                Some((_, weakest, key)) => {
                    *weakest = caching.min(*weakest);
                    *key |= is_key;
                }
                None => asked.push((value, caching, is_key)),
            }
            made.extend(code.results(inst).filter(|value| same.iter().all(|(it, _)| it != value)));
        }
        self.exit_before(node, block, at, asked);
        true
    }

    /// Makes an exit at an instruction that assigns unknown values to kept variables (a promotion). Returns whether
    /// the version ends there.
    ///
    /// "A kept variable that is assigned a value that is not a run-time constant is promoted there."
    pub(crate) fn exits_at_assignment(
        &mut self,
        node: Option<Node>,
        block: Block,
        at: usize,
        kept: &BitSet,
    ) -> bool {
        let Some(node) = node.filter(|_| self.request.exits.is_some()) else { return false };
        if self.is_over_budget() {
            self.current.generic = true;
            return false;
        }
        let prepared = self.prepared;
        let code = prepared.analysis.code(&prepared.code);
        let inst: Inst = prepared.code.blocks[block].insts[at];
        let live = prepared.live_at(block, at as u32 + 1);
        let asked = prepared.code.results(inst).filter_map(|value| {
            let var = code.is_kept(kept, value)?;
            let is_needed = self.known(value).is_none() && live.contains(&value);
            let caching = self.prepared.analysis.vars.list[var].keep?.caching;
            is_needed.then_some((value, caching, is_kept_in_key(caching)))
        });
        let asked: Vec<Asked> = asked.collect();
        // A value that is not used again need not be known.
        if asked.is_empty() {
            return false;
        }
        self.exit_before(node, block, at + 1, asked);
        true
    }

    /// The edge to a node some of whose kept parameters are not known: it leads to an exit that looks them up.
    pub(crate) fn exit_on_edge(
        &mut self,
        next: Option<Node>,
        block: Block,
        args: &[Value],
        unknown: &[(Value, Value)],
        weight: u32,
    ) -> BlockCall {
        let (place, passed) = self.arrival(next, block, args);
        let values: Vec<Value> = passed.iter().map(|&(_, arg)| self.value(arg)).collect();
        let params: Vec<Value> = passed.iter().map(|&(value, _)| value).collect();
        let names: Vec<Value> = unknown.iter().map(|&(param, _)| param).collect();
        let at = (place, names);
        let target = self.exits.blocks.get(&at).copied().unwrap_or_else(|| {
            let target = self.residual.out.add_block();
            for ty in self.prepared.types(&params) {
                self.residual.out.add_param(target, ty);
            }
            let vars = &self.prepared.analysis.vars;
            let asked = at.1.iter().map(|&param| {
                let keep = vars.of(param).and_then(|var| vars.list[var].keep);
                let caching = keep.map_or(Caching::Cache, |keep| keep.caching);
                (param, caching, is_kept_in_key(caching))
            });
            let asked: Vec<Asked> = asked.collect();
            let caching = asked.iter().map(|&(_, caching, _)| caching).min();
            let own = self.residual.out.blocks[target].params.clone();
            let (back, constants) =
                (self.residual.at, std::mem::take(&mut self.residual.constants));
            self.switch_to(target);
            self.exit(at.0.clone(), &own, asked, caching.unwrap_or(Caching::Cache));
            (self.residual.at, self.residual.constants) = (back, constants);
            self.exits.blocks.insert(at, target);
            target
        });
        let args = self.residual.out.make_list(&values);
        BlockCall { block: target, args, weight }
    }
}
