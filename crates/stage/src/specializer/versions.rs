//! Polyvariant specialization: follows the split graph with actual values, and makes a version of each node
//! for each set of values that it is reached with.

use crate::analysis::derive::How;
use crate::analysis::split::{Node, kconst};
use crate::specializer::continuations::KnownPoint;
use crate::specializer::known::{Known, evaluate};
use crate::specializer::prepared::Prepared;
use crate::specializer::reasons::why;
use crate::specializer::request::Request;
use crate::specializer::special::Special;
use crate::specializer::state::{Binding, Record, Specializer, Version};
use crate::specializer::world::World;
use invar_ir::bit_set::BitSet;
use invar_ir::{
    Block, BlockCall, Caching, Inst, Module, Op, SourceLoc, Terminator, ValType, Value,
};
use invar_rules::{Const, is_constant};

/// Makes the residual code from the function's entry on, or from a place on.
pub(crate) fn specialize<'a>(
    module: &'a Module,
    prepared: &'a Prepared,
    from: Option<(&KnownPoint, &[Value])>,
    request: &'a Request<'a>,
    world: &'a mut dyn World,
) -> Specializer<'a> {
    let mut specializer = Specializer::new(module, prepared, from, request, world);
    specializer.contexts(from.map(|(place, _)| place));
    match from {
        Some((place, takes)) => specializer.start_at(place, takes),
        None => specializer.start(),
    }
    specializer.make_all();
    while specializer.dispatch_to_new() {
        specializer.make_all();
    }
    specializer.end_dispatches();
    specializer.make_all();
    specializer
}

impl Specializer<'_> {
    /// What was made.
    pub(crate) fn finish(self) -> Special {
        let Record { notes, checks, stats, .. } = self.record;
        let (function, exits) = (self.residual.out, self.exits.list);
        Special { function, notes: notes.into_list(), checks, exits, stats }
    }

    /// Makes all versions on the work lists, and those that they lead to.
    fn make_all(&mut self) {
        while let Some(version) = self.work.eager.pop_front().or_else(|| self.work.lazy.pop_front())
        {
            match version.lazy {
                Some(caching) if self.request.exits.is_some() => {
                    self.exit_lazily(version, caching);
                }
                _ => self.version(&version.place, version.block),
            }
        }
    }

    /// Goes from the entry of the function to the version for the bound values.
    fn start(&mut self) {
        let prepared = self.prepared;
        let entry = prepared.analysis.graph.entry();
        let params = &prepared.code.blocks[prepared.code.entry].params;
        let own = self.residual.out.blocks[self.residual.out.entry].params.clone();
        let mut own = own.into_iter();
        for (n, &param) in params.iter().enumerate() {
            let bound = prepared.bound(self.request, n);
            let value = match bound {
                Some(_) if self.request.drops_bound => None,
                _ => own.next(),
            };
            if let Some((bound, value)) = bound.zip(value) {
                let name = format!("argument {n} of `{}`", self.module.func_label(prepared.func));
                self.check(value, bound.value, name, SourceLoc::default());
            }
            let unknown = || Binding::Value(value.expect("it is taken"));
            self.current.env[param] = Some(bound.map_or_else(unknown, Binding::Known));
        }
        let args: Vec<Value> = params.clone();
        let call = self.go(Some(entry), prepared.code.entry, &args, None, 0);
        self.residual.out.blocks[self.residual.at].term = Terminator::Jump(call);
        self.residual.out.blocks[self.residual.at].term_loc = self.loc(SourceLoc::default());
    }

    /// Goes from the entry to the version of a place, with its parameters among what the function takes.
    fn start_at(&mut self, place: &KnownPoint, takes: &[Value]) {
        let own = &self.residual.out.blocks[self.residual.out.entry].params;
        let params = self.prepared.params(place);
        let own = params.iter().map(|param| {
            let position = takes.iter().position(|value| value == param);
            own[position.expect("what the place takes is taken")]
        });
        let own: Vec<Value> = own.collect();
        let types = self.prepared.types(&params);
        let target = self.version_for(place, &types, None);
        let call = self.residual.out.call(target, &own);
        self.residual.out.blocks[self.residual.at].term = Terminator::Jump(call);
        self.residual.out.blocks[self.residual.at].term_loc = self.loc(SourceLoc::default());
    }

    /// Makes an exit in place of a lazy version, unless the version was made for another edge.
    fn exit_lazily(&mut self, version: Version, caching: Caching) {
        if self.work.waiting.remove(&version.block) {
            self.record.stats.versions -= 1;
            self.switch_to(version.block);
            let values = self.residual.out.blocks[version.block].params.clone();
            self.exit(version.place, &values, Vec::new(), caching);
        }
    }

    fn version(&mut self, place: &KnownPoint, start: Block) {
        let prepared = self.prepared;
        let (node, block) = (place.node, place.block);
        self.current.env.clear();
        self.switch_to(start);
        for &(value, known) in &place.known {
            self.current.env[value] = Some(Binding::Known(known));
        }
        self.current.generic = node.is_none();
        let own = self.residual.out.blocks[start].params.clone();
        for (value, own) in prepared.params(place).into_iter().zip(own) {
            self.current.env[value] = Some(Binding::Value(own));
        }
        let mut kept = match node {
            Some(node) => prepared.analysis.graph.kept(node).clone(),
            None => prepared.analysis.vars.none(),
        };
        let insts = &prepared.code.blocks[block].insts;
        if node.is_some() {
            for &inst in &insts[..place.at as usize] {
                kconst(&prepared.code, &prepared.analysis.vars, inst, &mut kept);
            }
        }
        for (n, &inst) in insts.iter().enumerate().skip(place.at as usize) {
            if self.exits_at_annotation(node, block, n) || self.leaves(block, n) {
                return;
            }
            self.inst(inst, &mut kept);
            if self.is_promoted(inst, &kept) && self.ends_at_assignment(node, block, n, &kept) {
                return;
            }
        }
        self.end(node, block);
    }

    fn inst(&mut self, inst: Inst, kept: &mut BitSet) {
        let prepared = self.prepared;
        let code = &prepared.code;
        let op = &code.insts[inst].op;
        if is_constant(op) {
            return;
        }
        if !self.current.generic {
            kconst(code, &prepared.analysis.vars, inst, kept);
        }
        let how = prepared.analysis.derived.how(inst);
        let known: Option<Vec<Known>> =
            code.args(inst).iter().map(|&arg| self.known(arg)).collect();
        let mut failure = None;
        if let Some(args) = known.filter(|_| how != How::Never && !self.is_plain()) {
            match evaluate(code, inst, how, &args, self.world) {
                Ok(results) => return self.evaluated(inst, how, &args, results),
                Err(reason) => failure = Some(reason),
            }
        }
        let is_private = matches!(op, Op::Private { .. }) && self.request.checks.is_none();
        if op.proposal() == "staging" && (!is_private || self.is_plain()) {
            // The first operand, whatever it is: a promise of unknown length is none.
            let operand = self.binding(code.args(inst)[0]);
            let result = code.result(inst).expect("an annotation has a result");
            self.current.env[result] = Some(operand);
        } else {
            self.put_away(inst);
            self.emit_or_call_version(inst);
        }
        if let Some(reason) = failure {
            let text = code.display_inst(self.module, inst);
            let what = format!("`{text}` is not evaluated: {}", reason.text());
            self.record.notes.add(code.insts[inst].loc, what);
        }
    }

    /// Makes the terminator of a version.
    fn end(&mut self, node: Option<Node>, block: Block) {
        let prepared = self.prepared;
        let code = &prepared.code;
        let data = &code.blocks[block];
        let from = self.residual.at;
        let loc = self.loc(data.term_loc);
        let known = match data.term.operands(&code.pool) {
            &[value] if !self.is_plain() => self.known(value),
            _ => None,
        };
        let decided = match known.map(|known| known.value) {
            Some(Const::I32(number)) => data.term.decided(number),
            _ => None,
        };
        let term = if let Some(nth) = decided {
            self.record.stats.decided += 1;
            Terminator::Jump(self.edge(node, block, nth, None))
        } else {
            self.undecided(node, block)
        };
        debug_assert_eq!(self.residual.at, from, "the end of a version is in one block");
        self.residual.out.blocks[from].term = term;
        self.residual.out.blocks[from].term_loc = loc;
    }

    fn undecided(&mut self, node: Option<Node>, block: Block) -> Terminator {
        let code = &self.prepared.code;
        let operands = self.values(code.blocks[block].term.operands(&code.pool));
        let lazy = self.lazy_branch(node, block);
        let code = &self.prepared.code;
        let list = |this: &mut Self| this.residual.out.make_list(&operands);
        match &code.blocks[block].term {
            Terminator::Jump(_) => Terminator::Jump(self.edge(node, block, 0, lazy)),
            Terminator::BrIf { .. } => Terminator::BrIf {
                cond: operands[0],
                then: self.edge(node, block, 0, lazy),
                els: self.edge(node, block, 1, lazy),
            },
            Terminator::BrTable { targets, .. } => Terminator::BrTable {
                index: operands[0],
                targets: (0..targets.len()).map(|nth| self.edge(node, block, nth, lazy)).collect(),
                default: self.edge(node, block, targets.len(), lazy),
            },
            Terminator::BrOn { op, taken_value, fallthrough_value, .. } => {
                let [taken_value, fallthrough_value] =
                    [taken_value, fallthrough_value].map(|value| self.edge_value(value.expand()));
                Terminator::BrOn {
                    op: op.clone(),
                    args: list(self),
                    taken_value,
                    fallthrough_value,
                    taken: self.edge(node, block, 0, lazy),
                    fallthrough: self.edge(node, block, 1, lazy),
                }
            }
            Terminator::Return(_) => Terminator::Return(list(self)),
            Terminator::TailCall { op, args } => {
                let op = op.clone();
                match self.call_of_version(&op, code.list(args)) {
                    Some((op, args)) => {
                        let args = self.values(&args);
                        Terminator::TailCall { op, args: self.residual.out.make_list(&args) }
                    }
                    None => Terminator::TailCall { op, args: list(self) },
                }
            }
            Terminator::Throw { op, .. } => Terminator::Throw { op: op.clone(), args: list(self) },
            Terminator::None | Terminator::Unreachable | Terminator::Invoke { .. } => {
                Terminator::Unreachable
            }
        }
    }

    /// The caching policy of a lazy branch, each edge of which is an exit in code for a running program: "for each
    /// dynamic branch D, if any outgoing edge of D is marked lazy mark D as lazy".
    fn lazy_branch(&self, node: Option<Node>, block: Block) -> Option<Caching> {
        let runs = self.request.exits.is_some() && !self.is_plain();
        let node = node.filter(|_| runs)?;
        if self.prepared.code.blocks[block].term.targets().count() < 2 {
            return None;
        }
        let analysis = &self.prepared.analysis;
        let merges = analysis.lazy.edges_of(node).map(|(_, merge)| merge);
        merges.filter_map(|merge| Some(analysis.merges.policy(merge)?.caching)).min()
    }

    /// The edge of the residual code for an edge of the block that ends.
    fn edge(
        &mut self,
        node: Option<Node>,
        block: Block,
        nth: usize,
        lazy: Option<Caching>,
    ) -> BlockCall {
        let prepared = self.prepared;
        let call = prepared.code.blocks[block].term.target(nth).expect("an edge of the block");
        let args: Vec<Value> = prepared.code.list(&call.args).to_vec();
        let analysis = &prepared.analysis;
        let node = node.filter(|_| !self.current.generic);
        // Ahead of time the code behind a lazy edge is made after all other code.
        let is_last = node
            .filter(|_| self.request.exits.is_none())
            .is_some_and(|node| analysis.lazy.edges_of(node).any(|(edge, _)| edge as usize == nth));
        let lazy = if is_last { Some(Caching::Cache) } else { lazy };
        let next =
            node.map(|node| analysis.graph.succs(node).nth(nth).expect("an edge of the node"));
        let loc = prepared.code.blocks[block].term_loc;
        let unknown = next.map_or(Vec::new(), |next| self.unknown_kept(next, call.block, &args));
        if let Some(&(param, arg)) = unknown.first() {
            if self.request.exits.is_some() && !self.is_over_budget() {
                return self.exit_on_edge(next, call.block, &args, &unknown, call.weight);
            }
            if unknown.len() == 1
                && let Some(call) =
                    self.dispatch_on_edge(next, call.block, &args, param, arg, loc, call.weight)
            {
                return call;
            }
            let reason = why(self, arg);
            self.promotion(param, loc, &reason);
            return self.go(None, call.block, &args, None, call.weight);
        }
        self.go(next, call.block, &args, lazy, call.weight)
    }

    /// The version of a node (or generic block) for what is known now, with the arguments for it.
    fn go(
        &mut self,
        node: Option<Node>,
        block: Block,
        args: &[Value],
        lazy: Option<Caching>,
        weight: u32,
    ) -> BlockCall {
        let node = node.filter(|_| !self.is_over_budget());
        let (place, passed) = self.arrival(node, block, args);
        let values: Vec<Value> = passed.iter().map(|&(_, arg)| self.value(arg)).collect();
        let params: Vec<Value> = passed.iter().map(|&(value, _)| value).collect();
        let types = self.prepared.types(&params);
        let target = self.version_for(&place, &types, lazy.filter(|_| node.is_some()));
        let args = self.residual.out.make_list(&values);
        BlockCall { block: target, args, weight }
    }

    /// The block of a version, which is made later if there is none yet.
    pub(crate) fn version_for(
        &mut self,
        place: &KnownPoint,
        types: &[ValType],
        lazy: Option<Caching>,
    ) -> Block {
        let policy = place.node.and_then(|node| self.prepared.analysis.merges.policy(node));
        let replicate = policy.is_some_and(|policy| policy.caching == Caching::Replicate);
        if let Some(&made) = self.work.made.get(place).filter(|_| !replicate) {
            if lazy.is_none() && self.request.exits.is_some() && self.work.waiting.remove(&made) {
                self.work.eager.push_back(Version {
                    place: place.clone(),
                    block: made,
                    lazy: None,
                });
            }
            return made;
        }
        let target = self.residual.out.add_block();
        types.iter().for_each(|&ty| _ = self.residual.out.add_param(target, ty));
        let is_first = self.work.made.insert(place.clone(), target).is_none();
        let caching = policy.map(|policy| policy.caching).filter(|_| lazy.is_none() && is_first);
        let is_start = self.work.made.len() == 1;
        if let (Some(exits), Some(caching)) = (self.request.exits, caching)
            && !replicate
            && !is_start
            && (exits.has_continuation)(place, caching)
        {
            let (at, values) = (self.residual.at, self.residual.out.blocks[target].params.clone());
            let constants = std::mem::take(&mut self.residual.constants);
            self.switch_to(target);
            self.exit(place.clone(), &values, Vec::new(), caching);
            (self.residual.at, self.residual.constants) = (at, constants);
            return target;
        }
        let queue = if lazy.is_some() { &mut self.work.lazy } else { &mut self.work.eager };
        queue.push_back(Version { place: place.clone(), block: target, lazy });
        if lazy.is_some() && self.request.exits.is_some() {
            self.work.waiting.insert(target);
        }
        self.record.stats.versions += 1;
        self.record.stats.generic += u64::from(place.node.is_none());
        target
    }
}
