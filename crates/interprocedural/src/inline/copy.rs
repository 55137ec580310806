//! Copies the body of one function into another.
//!
//! Linear in the copied body. Unreachable blocks are left out, and so are unused contexts.

use invar_analysis::{PassContext, Summaries, may_throw};
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{
    Block, BlockCall, Cfg, Context, ContextData, ContextKind, Func, Function, Handler, Inst,
    Module, Op, SourceLoc, Terminator, ValType, Value, ValueDef, result_types,
};

/// Where a body is copied to.
struct Site<'a> {
    /// The block to whose end the entry block is copied. It has no terminator.
    at: Block,
    /// The block that continues with the results, as its parameters; without one, the copy returns.
    next: Option<Block>,
    /// The context of copied code that has none.
    context: PackedOption<Context>,
    /// Where the call is that the body is inlined at, if it is.
    call: Option<SourceLoc>,
    /// The exception handlers around it, in the function that the copy is for.
    around: Vec<Handler>,
    /// What is known of functions: whether a call may throw. Without it, none is asked.
    summaries: Option<&'a Summaries>,
}

/// A call that was taken out of its block.
pub(crate) struct Call {
    /// The call's operands.
    pub args: Vec<Value>,
    /// The call's results.
    pub results: Vec<Value>,
    /// Where it came from.
    pub loc: SourceLoc,
    /// The call's exception handlers.
    pub handlers: Vec<Handler>,
}

impl Call {
    /// The call that is an instruction.
    pub fn of(function: &Function, call: Inst) -> Self {
        Call {
            args: function.args(call).iter().map(|&arg| function.resolve(arg)).collect(),
            results: function.results(call).collect(),
            loc: function.insts[call].loc,
            handlers: Vec::new(),
        }
    }
}

/// A copy of a function without unreachable blocks.
pub(crate) fn compact(module: &Module, function: &Function) -> Function {
    let params: Vec<ValType> = types(function, &function.blocks[function.entry].params);
    let mut copy = Function::new(function.ty, &params, &function.results);
    let args = copy.blocks[copy.entry].params.clone();
    let site = Site {
        at: copy.entry,
        next: None,
        context: None.into(),
        call: None,
        around: Vec::new(),
        summaries: None,
    };
    Copier::new(module, function, &mut copy, &args, &site).run();
    copy
}

/// Replaces a call, which was taken out of its block, by the body of `callee`. The results of
/// the call become aliases. The code behind the call belongs at the end of the returned block, which has
/// no terminator.
pub(crate) fn splice(
    cx: &PassContext<'_>,
    function: &mut Function,
    block: Block,
    call: Call,
    func: Func,
    callee: &Function,
) -> Block {
    let Call { args, results, loc, handlers: around } = call;
    let kind = ContextKind::Inlined(func);
    let context = function.contexts.push(ContextData { parent: loc.context, site: loc, kind });
    let (context, summaries) = (context.into(), Some(cx.summaries));

    if let Some(returned) = straight(callee) {
        let call = Some(loc);
        let site = Site { at: block, next: None, context, call, around, summaries };
        let copier = Copier::new(cx.module, callee, function, &args, &site);
        let (last, values) = copier.straight(returned);
        for (result, value) in results.into_iter().zip(values) {
            function.alias(result, value);
        }
        return last;
    }
    let next = function.add_block();
    for result in results {
        let ty = function.ty(result);
        let param = function.add_param(next, ty);
        function.alias(result, param);
    }
    let site = Site { at: block, next: Some(next), context, call: Some(loc), around, summaries };
    Copier::new(cx.module, callee, function, &args, &site).run();
    next
}

/// The results of a function of one block.
fn straight(function: &Function) -> Option<&[Value]> {
    match &function.blocks[function.entry].term {
        Terminator::Return(values) => Some(function.list(values)),
        _ => None,
    }
}

fn types(function: &Function, values: &[Value]) -> Vec<ValType> {
    values.iter().map(|&value| function.ty(value)).collect()
}

struct Copier<'a> {
    module: &'a Module,
    from: &'a Function,
    to: &'a mut Function,
    site: &'a Site<'a>,
    /// The reachable blocks, the entry first.
    order: Vec<Block>,
    /// The copy of each block.
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    /// The end of the copy of each block: another one, where calls in it get handlers.
    ends: SecondaryMap<Block, PackedOption<Block>>,
    values: SecondaryMap<Value, PackedOption<Value>>,
    contexts: SecondaryMap<Context, PackedOption<Context>>,
    insts: Vec<(Inst, Inst)>,
    /// Calls that get handlers: the original, and the blocks that end with it and that come next.
    invokes: Vec<(Inst, Block, Block)>,
    /// Where a `throw` that has handlers would go on.
    nowhere: PackedOption<Block>,
}

impl<'a> Copier<'a> {
    /// Makes the blocks and values of the copy.
    fn new(
        module: &'a Module,
        from: &'a Function,
        to: &'a mut Function,
        args: &[Value],
        site: &'a Site<'a>,
    ) -> Self {
        let order = Cfg::new(from).rpo;
        let mut copier = Copier {
            module,
            from,
            to,
            site,
            order,
            blocks: SecondaryMap::new(),
            ends: SecondaryMap::new(),
            values: SecondaryMap::with_capacity(from.values.len()),
            contexts: SecondaryMap::new(),
            insts: Vec::new(),
            invokes: Vec::new(),
            nowhere: None.into(),
        };
        copier.copy_contexts();
        for (&param, &arg) in from.blocks[from.entry].params.iter().zip(args) {
            copier.values[param] = arg.into();
        }
        for n in 0..copier.order.len() {
            copier.make(copier.order[n]);
        }
        copier
    }

    /// Makes a block, its parameters, its instructions, without operands, and the values of its
    /// terminator.
    fn make(&mut self, block: Block) {
        let data = &self.from.blocks[block];
        let mut copy = if block == self.from.entry { self.site.at } else { self.to.add_block() };
        self.blocks[block] = copy.into();
        if block != self.from.entry {
            for &param in &data.params {
                self.values[param] = self.to.add_param(copy, self.from.ty(param)).into();
            }
        }
        for &inst in &data.insts {
            let from = &self.from.insts[inst];
            let results: Vec<Value> = self.from.results(inst).collect();
            if self.is_caught(&from.op) {
                let next = self.to.add_block();
                for result in results {
                    self.values[result] = self.to.add_param(next, self.from.ty(result)).into();
                }
                self.invokes.push((inst, copy, next));
                copy = next;
                continue;
            }
            let results_types = types(self.from, &results);
            let loc = self.loc(from.loc);
            let new = self.to.append(copy, from.op.clone(), &[], &results_types, loc);
            for (result, copy) in results.into_iter().zip(self.to.results(new)) {
                self.values[result] = copy.into();
            }
            self.insts.push((inst, new));
        }
        self.ends[block] = copy.into();
        for value in data.term.edge_values() {
            if let ValueDef::Edge(_, n) = self.from.values[value].def {
                self.values[value] = self.to.add_edge_value(copy, n, self.from.ty(value)).into();
            }
        }
    }

    /// Gives instructions their operands and blocks their terminators.
    fn run(mut self) {
        self.operands();
        for block in std::mem::take(&mut self.order) {
            let copy = self.ends[block].expect("it was made");
            let loc = self.loc(self.from.blocks[block].term_loc);
            let term = self.terminator(copy, &self.from.blocks[block].term, loc);
            let data = &mut self.to.blocks[copy];
            (data.term, data.term_loc) = (term, loc);
        }
    }

    /// Gives instructions their operands; the end of the copy, and the copies of the results.
    fn straight(mut self, returned: &[Value]) -> (Block, Vec<Value>) {
        self.operands();
        let last = self.ends[self.from.entry].expect("it was made");
        (last, self.map(returned))
    }

    fn operands(&mut self) {
        for (from, copy) in std::mem::take(&mut self.insts) {
            let args = self.map(self.from.args(from));
            self.to.insts[copy].args = self.to.make_list(&args);
        }
        for (call, copy, next) in std::mem::take(&mut self.invokes) {
            let args = self.map(self.from.args(call));
            let op = &self.from.insts[call].op;
            let results: Vec<Value> = self.from.results(call).collect();
            let term = self.invoke(copy, op.clone(), &args, &types(self.from, &results), next);
            let loc = self.loc(self.from.insts[call].loc);
            let data = &mut self.to.blocks[copy];
            (data.term, data.term_loc) = (term, loc);
        }
    }

    // ---- Exceptions --------------------------------------------------------------------------

    /// Whether an operator may throw what handlers around the copy catch.
    fn is_caught(&self, op: &Op) -> bool {
        let throws = self.site.summaries.is_some_and(|summaries| may_throw(op, summaries));
        throws && !self.site.around.is_empty() && !invar_ir::mutant!(InlineLosesHandlers)
    }

    /// A call with the handlers around the copy; its results are passed to the next block.
    fn invoke(
        &mut self,
        copy: Block,
        op: Op,
        args: &[Value],
        results: &[ValType],
        next: Block,
    ) -> Terminator {
        let results: Vec<Value> =
            results.iter().map(|&ty| self.to.add_edge_value(copy, 0, ty)).collect();
        let args = self.to.make_list(args);
        let normal = self.to.call(next, &results);
        let handlers = self.handlers_around(copy, 1);
        Terminator::Invoke { op, args, results, normal, handlers }
    }

    /// The handlers around the copy, for a block that ends with a call, from that edge on.
    fn handlers_around(&mut self, copy: Block, first: u32) -> Vec<Handler> {
        let mut handlers = Vec::new();
        for (n, handler) in (first..).zip(&self.site.around) {
            let own = |to: &mut Function, &value: &Value| {
                let ty = to.ty(value);
                to.add_edge_value(copy, n, ty)
            };
            let values: Vec<Value> =
                handler.values.iter().map(|value| own(self.to, value)).collect();
            let args = self.to.list(&handler.target.args).iter().map(|&arg| {
                let arg = self.to.resolve(arg);
                let caught = handler.values.iter().position(|&value| value == arg);
                caught.map_or(arg, |caught| values[caught])
            });
            let args: Vec<Value> = args.collect();
            let args = self.to.make_list(&args);
            let target = BlockCall { args, ..handler.target };
            handlers.push(Handler { tag: handler.tag, values, target });
        }
        handlers
    }

    /// A block that control never gets to.
    fn nowhere(&mut self) -> Block {
        if let Some(block) = self.nowhere.expand() {
            return block;
        }
        let block = self.to.add_block();
        self.to.blocks[block].term = Terminator::Unreachable;
        self.nowhere = block.into();
        block
    }

    // ---- Blocks and values -------------------------------------------------------------------

    fn block(&self, block: Block) -> Block {
        self.blocks[block].expand().expect("a branch target was copied")
    }

    fn value(&self, value: Value) -> Value {
        let value = self.from.resolve(value);
        self.values[value].expand().expect("a used value was copied")
    }

    fn map(&self, values: &[Value]) -> Vec<Value> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    fn call(&mut self, call: &BlockCall) -> BlockCall {
        let args = self.map(self.from.list(&call.args));
        BlockCall {
            block: self.block(call.block),
            args: self.to.make_list(&args),
            weight: call.weight,
        }
    }

    fn terminator(&mut self, copy: Block, term: &Terminator, loc: SourceLoc) -> Terminator {
        let list = |this: &mut Self, values| {
            let values = this.map(this.from.list(values));
            this.to.make_list(&values)
        };
        match term {
            Terminator::None => Terminator::None,
            Terminator::Unreachable => Terminator::Unreachable,
            Terminator::Jump(call) => Terminator::Jump(self.call(call)),
            Terminator::BrIf { cond, then, els } => Terminator::BrIf {
                cond: self.value(*cond),
                then: self.call(then),
                els: self.call(els),
            },
            Terminator::BrTable { index, targets, default } => Terminator::BrTable {
                index: self.value(*index),
                targets: targets.iter().map(|target| self.call(target)).collect(),
                default: self.call(default),
            },
            Terminator::BrOn { op, args, taken_value, fallthrough_value, taken, fallthrough } => {
                let edge_value = |value: &PackedOption<Value>| {
                    value.expand().map(|value| self.value(value)).into()
                };
                Terminator::BrOn {
                    op: op.clone(),
                    taken_value: edge_value(taken_value),
                    fallthrough_value: edge_value(fallthrough_value),
                    args: list(self, args),
                    taken: self.call(taken),
                    fallthrough: self.call(fallthrough),
                }
            }
            Terminator::Return(values) => match self.site.next {
                None => Terminator::Return(list(self, values)),
                Some(next) => {
                    let args = list(self, values);
                    Terminator::Jump(BlockCall { block: next, args, weight: 0 })
                }
            },
            Terminator::TailCall { op, args } => {
                match self.site.next.filter(|_| !invar_ir::mutant!(InlineTailCallLeaves)) {
                    None => Terminator::TailCall { op: op.clone(), args: list(self, args) },
                    Some(next) => self.plain_call(copy, next, op, args, loc),
                }
            }
            Terminator::Throw { op, args } if self.is_caught(op) => {
                let nowhere = self.nowhere();
                let args = self.map(self.from.list(args));
                self.invoke(copy, op.clone(), &args, &[], nowhere)
            }
            Terminator::Throw { op, args } => {
                Terminator::Throw { op: op.clone(), args: list(self, args) }
            }
            Terminator::Invoke { op, args, results, normal, handlers } => {
                let own = handlers.iter().map(|handler| Handler {
                    tag: handler.tag,
                    values: self.map(&handler.values),
                    target: self.call(&handler.target),
                });
                let mut handlers: Vec<Handler> = own.collect();
                // What the body catches does not get further.
                let is_open = handlers.iter().all(|handler| handler.tag.is_some());
                if is_open && self.is_caught(op) {
                    let first = handlers.len() as u32 + 1;
                    handlers.extend(self.handlers_around(copy, first));
                }
                Terminator::Invoke {
                    op: op.clone(),
                    args: list(self, args),
                    results: self.map(results),
                    normal: self.call(normal),
                    handlers,
                }
            }
        }
    }

    /// A tail call of the body becomes a call, whose results are returned.
    fn plain_call(
        &mut self,
        copy: Block,
        next: Block,
        op: &Op,
        args: &invar_ir::ValueList,
        loc: SourceLoc,
    ) -> Terminator {
        let op = without_tail(op);
        let args = self.map(self.from.list(args));
        let arg_types = types(self.to, &args);
        let results =
            result_types(&op, &arg_types, self.module).expect("the tail call was valid, too");
        if self.is_caught(&op) {
            return self.invoke(copy, op, &args, &results, next);
        }
        let inst = self.to.append(copy, op, &args, &results, loc);
        let results: Vec<Value> = self.to.results(inst).collect();
        Terminator::Jump(self.to.call(next, &results))
    }

    // ---- Source locations --------------------------------------------------------------------

    /// Copies the contexts of the code that is copied, and those around them.
    fn copy_contexts(&mut self) {
        if self.from.contexts.is_empty() {
            return;
        }
        let mut used = vec![false; self.from.contexts.len()];
        let mut mark = |loc: SourceLoc| {
            if let Some(context) = loc.context.expand() {
                used[context.index()] = true;
            }
        };
        for &block in &self.order {
            let data = &self.from.blocks[block];
            data.insts.iter().for_each(|&inst| mark(self.from.insts[inst].loc));
            mark(data.term_loc);
        }
        // A context names only earlier ones.
        for (context, data) in self.from.contexts.iter().rev() {
            if used[context.index()] {
                let around = [data.parent, data.site.context];
                around.iter().filter_map(|around| around.expand()).for_each(|around| {
                    used[around.index()] = true;
                });
            }
        }
        for (context, data) in &self.from.contexts {
            if used[context.index()] {
                let parent = self.context(data.parent);
                let site = SourceLoc { context: self.context(data.site.context), ..data.site };
                let kind = data.kind.clone();
                let copy = self.to.contexts.push(ContextData { parent, site, kind });
                self.contexts[context] = copy.into();
            }
        }
    }

    fn context(&self, context: PackedOption<Context>) -> PackedOption<Context> {
        context.expand().map_or(self.site.context, |context| self.contexts[context])
    }

    /// A source location of the body, in the context of the copy; an unknown one stays unknown.
    fn loc(&self, loc: SourceLoc) -> SourceLoc {
        if loc == SourceLoc::default() {
            return loc;
        }
        if loc == SourceLoc::call_site() {
            return self.site.call.unwrap_or(loc);
        }
        SourceLoc { offset: loc.offset, context: self.context(loc.context) }
    }
}

/// The call operator of a tail call.
fn without_tail(op: &Op) -> Op {
    match *op {
        Op::ReturnCall { function_index } => Op::Call { function_index },
        Op::ReturnCallIndirect { type_index, table_index } => {
            Op::CallIndirect { type_index, table_index }
        }
        Op::ReturnCallRef { type_index } => Op::CallRef { type_index },
        _ => unreachable!("tail calls have one of these operators"),
    }
}
