//! Follows the split graph with actual values, and makes a version of each node that is reached.

use crate::derive::How;
use crate::known::{Known, evaluate, has_type};
use crate::notes::{Notes, why};
use crate::specialize::{Prepared, Request, Special, Stats};
use crate::split::{Node, kconst};
use crate::world::World;
use invar_ir::bits::Bits;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::fold::{Const, is_constant};
use invar_ir::{
    Block, BlockCall, Caching, Context, ContextData, Function, Inst, Module, Op, SourceLoc,
    Terminator, ValType, Value, ValueDef,
};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// What a value of the function is, in the version that is being made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binding {
    Known(Known),
    Value(Value),
}

/// Where a version starts: a node with the run-time constants that are live there, or a block of the
/// generic code, where nothing is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Place {
    Special(Node, Box<[(Value, Known)]>),
    Generic(Block),
}

/// A version that was asked for: its place, and the block that it becomes.
#[derive(Debug)]
struct Version {
    place: Place,
    block: Block,
}

pub(crate) struct Follower<'a> {
    module: &'a Module,
    prepared: &'a Prepared,
    request: &'a Request<'a>,
    world: &'a mut dyn World,
    out: Function,
    /// The block that code is appended to.
    at: Block,
    env: SecondaryMap<Value, Option<Binding>>,
    constants: FxHashMap<Const, Value>,
    made: FxHashMap<Place, Block>,
    eager: VecDeque<Version>,
    lazy: VecDeque<Version>,
    /// Whether the rest of the version being made is generic.
    generic: bool,
    over_budget: bool,
    notes: Notes,
    checks: Vec<String>,
    stats: Stats,
}

pub(crate) fn follow(
    module: &Module,
    prepared: &Prepared,
    request: &Request<'_>,
    world: &mut dyn World,
) -> Special {
    let code = &prepared.code;
    let params: Vec<ValType> =
        code.blocks[code.entry].params.iter().map(|&param| code.ty(param)).collect();
    let out = Function::new(code.ty, &params, &code.results);
    let at = out.entry;
    let mut follower = Follower {
        module,
        prepared,
        request,
        world,
        out,
        at,
        env: SecondaryMap::with_capacity(code.values.len()),
        constants: FxHashMap::default(),
        made: FxHashMap::default(),
        eager: VecDeque::new(),
        lazy: VecDeque::new(),
        generic: false,
        over_budget: false,
        notes: Notes::default(),
        checks: Vec::new(),
        stats: Stats::default(),
    };
    follower.contexts();
    follower.start();
    while let Some(version) = follower.eager.pop_front().or_else(|| follower.lazy.pop_front()) {
        follower.version(version);
    }
    let Follower { out, notes, checks, stats, .. } = follower;
    Special { function: out, notes: notes.into_list(), checks, stats }
}

impl Follower<'_> {
    fn code(&self) -> &Function {
        &self.prepared.code
    }

    /// Says of all code that is made what it was made for.
    fn contexts(&mut self) {
        let bound = self.request.values.iter().enumerate();
        let bound: Vec<String> = bound
            .filter_map(|(n, value)| {
                Some(format!("{n}={}", invar_ir::display_op(&(*value)?.to_op())))
            })
            .collect();
        let name = self.module.func_label(self.prepared.func);
        let what = format!("specialize {name}({})", bound.join(", "));
        let site = SourceLoc::default();
        let root = self.out.contexts.push(ContextData { parent: None.into(), site, what });
        for data in self.prepared.code.contexts.values() {
            let parent =
                data.parent.expand().map_or(root, |parent| Context::new(parent.index() + 1));
            let site = self.loc(data.site);
            self.out.contexts.push(ContextData {
                parent: parent.into(),
                site,
                what: data.what.clone(),
            });
        }
    }

    fn loc(&self, loc: SourceLoc) -> SourceLoc {
        let context = loc.context.expand().map_or(0, |context| context.index() + 1);
        SourceLoc { offset: loc.offset, context: PackedOption::from(Context::new(context)) }
    }

    /// Goes from the entry of the function to the version for the bound values.
    fn start(&mut self) {
        let prepared = self.prepared;
        let entry = prepared.analysis.graph.entry();
        let params = &prepared.code.blocks[prepared.code.entry].params;
        let own = self.out.blocks[self.out.entry].params.clone();
        for (n, (&param, &value)) in params.iter().zip(&own).enumerate() {
            let bound = self.request.values.get(n).copied().flatten();
            let is_bound = prepared.analysis.derived.is_bound(param);
            let bound = bound.filter(|&value| is_bound && has_type(value, prepared.code.ty(param)));
            if let Some(bound) = bound {
                let name = format!("argument {n} of `{}`", self.module.func_label(prepared.func));
                self.check(value, bound, name, SourceLoc::default());
            }
            let known = bound.map(|value| Binding::Known(Known::plain(value)));
            self.env[param] = Some(known.unwrap_or(Binding::Value(value)));
        }
        let args: Vec<Value> = params.clone();
        let call = self.go(Some(entry), prepared.code.entry, &args, false, 0);
        self.out.blocks[self.at].term = Terminator::Jump(call);
        self.out.blocks[self.at].term_loc = self.loc(SourceLoc::default());
    }

    /// The binding of a value of the function.
    fn binding(&mut self, value: Value) -> Binding {
        let value = self.code().resolve(value);
        if let Some(binding) = self.env[value] {
            return binding;
        }
        let inst = self.code().def_inst(value).expect("what is live was passed on");
        let op = self.code().insts[inst].op.clone();
        match Const::from_op(&op) {
            Some(constant) => Binding::Known(Known::plain(constant)),
            None => {
                debug_assert!(is_constant(&op), "what is live was passed on");
                let (ty, loc) = (self.code().ty(value), self.loc(self.code().insts[inst].loc));
                let inst = self.out.append(self.at, op, &[], &[ty], loc);
                Binding::Value(self.out.result(inst).expect("a constant has a result"))
            }
        }
    }

    pub(crate) fn known(&self, value: Value) -> Option<Known> {
        let value = self.code().resolve(value);
        match self.env[value] {
            Some(Binding::Known(known)) => Some(known),
            Some(Binding::Value(_)) => None,
            None => self.code().def_op(value).and_then(Const::from_op).map(Known::plain),
        }
    }

    /// A value of the new function for one of the old.
    fn value(&mut self, value: Value) -> Value {
        match self.binding(value) {
            Binding::Known(known) => self.constant(known.value),
            Binding::Value(value) => value,
        }
    }

    fn values(&mut self, values: &[Value]) -> Vec<Value> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    fn constant(&mut self, constant: Const) -> Value {
        if let Some(&value) = self.constants.get(&constant) {
            return value;
        }
        let loc = self.loc(SourceLoc::default());
        let inst = self.out.append(self.at, constant.to_op(), &[], &[constant.ty()], loc);
        let value = self.out.result(inst).expect("a constant has a result");
        self.constants.insert(constant, value);
        value
    }

    /// Goes on in another block of the new function: constants are made anew there.
    fn switch_to(&mut self, block: Block) {
        self.at = block;
        self.constants.clear();
    }

    fn version(&mut self, version: Version) {
        let prepared = self.prepared;
        self.env.clear();
        self.switch_to(version.block);
        let (node, block) = match &version.place {
            Place::Special(node, known) => {
                for &(value, known) in known {
                    self.env[value] = Some(Binding::Known(known));
                }
                (Some(*node), prepared.analysis.graph.nodes[*node].block)
            }
            Place::Generic(block) => (None, *block),
        };
        self.generic = node.is_none();
        let mut own = self.out.blocks[version.block].params.clone().into_iter();
        for &value in prepared.code.blocks[block].params.iter().chain(prepared.live.entry(block)) {
            if self.env[value].is_none() {
                self.env[value] = Some(Binding::Value(own.next().expect("a parameter for it")));
            }
        }
        let mut kept = match node {
            Some(node) => prepared.analysis.graph.kept(node).clone(),
            None => prepared.analysis.vars.none(),
        };
        for &inst in &prepared.code.blocks[block].insts {
            self.inst(inst, &mut kept);
        }
        self.end(node, block);
    }

    fn inst(&mut self, inst: Inst, kept: &mut Bits) {
        let prepared = self.prepared;
        let code = &prepared.code;
        let op = &code.insts[inst].op;
        if is_constant(op) {
            return;
        }
        if !self.generic {
            kconst(code, &prepared.analysis.vars, inst, kept);
        }
        let how = prepared.analysis.derived.how(inst);
        let known: Option<Vec<Known>> =
            code.args(inst).iter().map(|&arg| self.known(arg)).collect();
        let mut failure = None;
        if let Some(args) = known.filter(|_| how != How::Never && !self.generic) {
            match evaluate(code, inst, how, &args, self.world) {
                Ok(results) => return self.evaluated(inst, how, &args, results),
                Err(reason) => failure = Some(reason),
            }
        }
        if op.proposal() == "staging" {
            // The first operand, whatever it is: a promise of unknown length is none.
            let operand = self.binding(code.args(inst)[0]);
            let result = code.result(inst).expect("an annotation has a result");
            self.env[result] = Some(operand);
        } else {
            self.emit(inst);
        }
        if let Some(reason) = failure {
            let text = code.display_inst(self.module, inst);
            let what = format!("`{text}` is not evaluated: {}", reason.text());
            self.notes.add(code.insts[inst].loc, what);
        }
        self.promoted(inst, kept);
    }

    /// Whether an instruction leaves a kept variable unknown: the code is generic from there on.
    fn promoted(&mut self, inst: Inst, kept: &Bits) {
        let prepared = self.prepared;
        let code = prepared.analysis.code(&prepared.code);
        if self.generic {
            return;
        }
        for value in prepared.code.results(inst) {
            let is_kept = code.is_kept(kept, value).is_some();
            if is_kept && self.known(value).is_none() {
                let reason = why(self, value);
                self.promotion(value, prepared.code.insts[inst].loc, &reason);
                self.generic = true;
                return;
            }
        }
    }

    fn promotion(&mut self, value: Value, loc: SourceLoc, reason: &str) {
        self.stats.promotions += 1;
        let vars = &self.prepared.analysis.vars;
        let var = vars.of(value).map_or(String::new(), |var| var.to_string());
        self.notes.add(loc, format!("{var} is kept constant and is not known: {reason}"));
    }

    fn evaluated(&mut self, inst: Inst, how: How, args: &[Known], results: [Option<Known>; 2]) {
        let code = &self.prepared.code;
        for (value, known) in code.results(inst).zip(results) {
            self.env[value] = known.map(Binding::Known);
        }
        self.stats.evaluated += u64::from(how != How::Copy);
        self.stats.loads += u64::from(how == How::Load);
        self.stats.calls += u64::from(how == How::Call);
        let by = match how {
            How::Load => args[0].promise.map(|extent| extent.annotation),
            How::Call => Some(inst),
            _ => None,
        };
        if let Some(by) = by.filter(|_| self.request.checks.is_some()) {
            let expected = results[0].expect("a load and a call have a result").value;
            let result = code.result(inst).expect("a load and a call have a result");
            let binding = self.env[result];
            self.emit(inst);
            let actual = self.value(result);
            self.env[result] = binding;
            let name = match how {
                How::Call => "promise_pure".to_owned(),
                _ => code.insts[by].op.opcode().name().to_owned(),
            };
            let name = format!("{name} at 0x{:x}", code.insts[by].loc.offset);
            self.check(actual, expected, name, code.insts[inst].loc);
        }
    }

    /// Where promises are checked: goes on only if a value is what it was taken for.
    fn check(&mut self, actual: Value, expected: Const, name: String, loc: SourceLoc) {
        let Some(first) = self.request.checks else { return };
        let n = self.checks.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.checks.push(name);
            self.checks.len() - 1
        });
        let loc = self.loc(loc);
        let integer = match expected {
            Const::F32(bits) => Some((Op::I32ReinterpretF32, Const::I32(bits as i32))),
            Const::F64(bits) => Some((Op::I64ReinterpretF64, Const::I64(bits as i64))),
            _ => None,
        };
        let (actual, expected) = match integer {
            Some((op, constant)) => (self.append(op, &[actual], constant.ty(), loc), constant),
            None => (actual, expected),
        };
        let constant = self.constant(expected);
        let differs = match expected {
            Const::I64(_) => self.append(Op::I64Ne, &[actual, constant], ValType::I32, loc),
            Const::V128(_) => {
                let bits = self.append(Op::V128Xor, &[actual, constant], ValType::V128, loc);
                self.append(Op::V128AnyTrue, &[bits], ValType::I32, loc)
            }
            _ => self.append(Op::I32Ne, &[actual, constant], ValType::I32, loc),
        };
        let (broken, fine) = (self.out.add_block(), self.out.add_block());
        let call = Op::Call { function_index: first + n as u32 };
        self.out.append(broken, call, &[], &[], loc);
        self.out.blocks[broken].term = Terminator::Unreachable;
        self.out.blocks[broken].term_loc = loc;
        let (then, els) = (self.out.call(broken, &[]), self.out.call(fine, &[]));
        self.out.blocks[self.at].term = Terminator::BrIf { cond: differs, then, els };
        self.out.blocks[self.at].term_loc = loc;
        self.switch_to(fine);
    }

    fn append(&mut self, op: Op, args: &[Value], ty: ValType, loc: SourceLoc) -> Value {
        let inst = self.out.append(self.at, op, args, &[ty], loc);
        self.out.result(inst).expect("it has a result")
    }

    fn emit(&mut self, inst: Inst) {
        let code = &self.prepared.code;
        let args = self.values(code.args(inst));
        let types: Vec<ValType> = code.results(inst).map(|result| code.ty(result)).collect();
        let loc = self.loc(code.insts[inst].loc);
        let copy = self.out.append(self.at, code.insts[inst].op.clone(), &args, &types, loc);
        for (result, copy) in code.results(inst).zip(self.out.results(copy)) {
            self.env[result] = Some(Binding::Value(copy));
        }
        self.stats.emitted += 1;
    }

    /// Makes the end of a version.
    fn end(&mut self, node: Option<Node>, block: Block) {
        let prepared = self.prepared;
        let code = &prepared.code;
        let data = &code.blocks[block];
        let from = self.at;
        let loc = self.loc(data.term_loc);
        let known = match &data.term {
            Terminator::BrIf { cond, .. } => self.known(*cond).map(|known| (known, 1)),
            Terminator::BrTable { index, targets, .. } => {
                self.known(*index).map(|known| (known, targets.len()))
            }
            _ => None,
        };
        let decided = known.filter(|_| !self.generic).and_then(|(known, last)| {
            let Const::I32(number) = known.value else { return None };
            let is_if = matches!(data.term, Terminator::BrIf { .. });
            Some(if is_if { usize::from(number == 0) } else { last.min(number as u32 as usize) })
        });
        let term = if let Some(nth) = decided {
            self.stats.decided += 1;
            Terminator::Jump(self.edge(node, block, nth))
        } else {
            self.undecided(node, block)
        };
        debug_assert_eq!(self.at, from, "the end of a version is in one block");
        self.out.blocks[from].term = term;
        self.out.blocks[from].term_loc = loc;
    }

    fn undecided(&mut self, node: Option<Node>, block: Block) -> Terminator {
        let code = &self.prepared.code;
        let operands = self.values(code.blocks[block].term.operands(&code.pool));
        let list = |this: &mut Self| this.out.make_list(&operands);
        match &code.blocks[block].term {
            Terminator::Jump(_) => Terminator::Jump(self.edge(node, block, 0)),
            Terminator::BrIf { .. } => Terminator::BrIf {
                cond: operands[0],
                then: self.edge(node, block, 0),
                els: self.edge(node, block, 1),
            },
            Terminator::BrTable { targets, .. } => Terminator::BrTable {
                index: operands[0],
                targets: (0..targets.len()).map(|nth| self.edge(node, block, nth)).collect(),
                default: self.edge(node, block, targets.len()),
            },
            Terminator::BrOn { op, taken_value, fallthrough_value, .. } => {
                let [taken_value, fallthrough_value] =
                    [taken_value, fallthrough_value].map(|value| self.edge_value(value.expand()));
                Terminator::BrOn {
                    op: op.clone(),
                    args: list(self),
                    taken_value,
                    fallthrough_value,
                    taken: self.edge(node, block, 0),
                    fallthrough: self.edge(node, block, 1),
                }
            }
            Terminator::Return(_) => Terminator::Return(list(self)),
            Terminator::TailCall { op, .. } => {
                Terminator::TailCall { op: op.clone(), args: list(self) }
            }
            Terminator::Throw { op, .. } => Terminator::Throw { op: op.clone(), args: list(self) },
            Terminator::None | Terminator::Unreachable | Terminator::Invoke { .. } => {
                Terminator::Unreachable
            }
        }
    }

    /// A value that the end of a block makes for one of its edges.
    fn edge_value(&mut self, value: Option<Value>) -> PackedOption<Value> {
        let Some(value) = value else { return None.into() };
        let ValueDef::Edge(_, n) = self.code().values[value].def else {
            unreachable!("it belongs to an edge")
        };
        let copy = self.out.add_edge_value(self.at, n, self.code().ty(value));
        self.env[value] = Some(Binding::Value(copy));
        copy.into()
    }

    /// Goes over an edge of the block that ends.
    fn edge(&mut self, node: Option<Node>, block: Block, nth: usize) -> BlockCall {
        let prepared = self.prepared;
        let call = prepared.code.blocks[block].term.target(nth).expect("an edge of the block");
        let args: Vec<Value> = prepared.code.list(&call.args).to_vec();
        let graph = &prepared.analysis.graph;
        let node = node.filter(|_| !self.generic);
        let is_lazy = node.is_some_and(|node| {
            prepared.analysis.lazy.edges_of(node).any(|(edge, _)| edge as usize == nth)
        });
        let next = node.map(|node| graph.succs(node).nth(nth).expect("an edge of the node"));
        let loc = prepared.code.blocks[block].term_loc;
        let next = next.filter(|&next| self.is_kept_known(next, call.block, &args, loc));
        self.go(next, call.block, &args, is_lazy, call.weight)
    }

    /// Whether each kept parameter of a node gets a known argument.
    fn is_kept_known(&mut self, next: Node, block: Block, args: &[Value], loc: SourceLoc) -> bool {
        let prepared = self.prepared;
        let code = prepared.analysis.code(&prepared.code);
        let kept = prepared.analysis.graph.kept(next);
        for (&param, &arg) in prepared.code.blocks[block].params.iter().zip(args) {
            if code.is_kept(kept, param).is_some() && self.known(arg).is_none() {
                let reason = why(self, arg);
                self.promotion(param, loc, &reason);
                return false;
            }
        }
        true
    }

    /// The version of a node (or generic block) for what is known now, with the arguments for it.
    fn go(
        &mut self,
        node: Option<Node>,
        block: Block,
        args: &[Value],
        is_lazy: bool,
        weight: u32,
    ) -> BlockCall {
        let prepared = self.prepared;
        let node = node.filter(|_| !self.is_over_budget());
        let params = &prepared.code.blocks[block].params;
        let through = prepared.live.entry(block);
        let arrives = params.iter().copied().zip(args.iter().copied());
        let arrives = arrives.chain(through.iter().map(|&value| (value, value)));
        let mut known = Vec::new();
        let mut passed = Vec::new();
        for (value, arg) in arrives {
            let stays = node.filter(|&node| {
                let number = prepared.analysis.derived.number(value);
                let constant = &prepared.analysis.rtc.entry(node).constant;
                number.is_some_and(|number| constant.contains(number))
            });
            match stays.and_then(|_| self.known(arg)) {
                Some(actual) => known.push((value, actual)),
                None => passed.push((value, arg)),
            }
        }
        let place = match node {
            Some(node) => Place::Special(node, known.into_boxed_slice()),
            None => Place::Generic(block),
        };
        let values: Vec<Value> = passed.iter().map(|&(_, arg)| self.value(arg)).collect();
        let replicate = node.is_some_and(|node| {
            let policy = prepared.analysis.merges.policy(node);
            policy.is_some_and(|policy| policy.caching == Caching::Replicate)
        });
        let made = self.made.get(&place).copied().filter(|_| !replicate);
        let target = made.unwrap_or_else(|| {
            let target = self.out.add_block();
            for &(value, _) in &passed {
                self.out.add_param(target, prepared.code.ty(value));
            }
            self.stats.versions += 1;
            self.stats.generic += u64::from(node.is_none());
            self.made.insert(place.clone(), target);
            let queue = if is_lazy { &mut self.lazy } else { &mut self.eager };
            queue.push_back(Version { place, block: target });
            target
        });
        let args = self.out.make_list(&values);
        BlockCall { block: target, args, weight }
    }

    fn is_over_budget(&mut self) -> bool {
        let limits = &self.request.limits;
        let over = self.stats.versions >= limits.versions as u64
            || self.stats.emitted >= limits.insts as u64;
        if over && !self.over_budget {
            let what = format!(
                "the budget is spent ({} versions of blocks, {} instructions): the code is generic \
                 from here on",
                self.stats.versions, self.stats.emitted
            );
            self.notes.add(SourceLoc::default(), what);
            self.over_budget = true;
        }
        over
    }

    pub(crate) fn prepared(&self) -> &Prepared {
        self.prepared
    }

    pub(crate) fn module(&self) -> &Module {
        self.module
    }
}
