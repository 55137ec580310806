//! Copies the body of one function into another.
//!
//! Linear in the copied body. Unreachable blocks are left out, and so are unused contexts.

use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{
    Block, BlockCall, Cfg, Context, ContextData, Func, Function, Handler, Inst, Module, Op,
    SourceLoc, Terminator, ValType, Value, ValueDef, result_types,
};

/// Where a body is copied to.
pub(crate) struct Site {
    /// The block to whose end the entry block is copied. It has no terminator.
    pub at: Block,
    /// The block that continues with the results, as its parameters; without one, the copy returns.
    pub next: Option<Block>,
    /// The context of copied code that has none.
    pub context: PackedOption<Context>,
}

/// A copy of a function without unreachable blocks.
pub(crate) fn compact(module: &Module, function: &Function) -> Function {
    let params: Vec<ValType> = types(function, &function.blocks[function.entry].params);
    let mut copy = Function::new(function.ty, &params, &function.results);
    let args = copy.blocks[copy.entry].params.clone();
    let site = Site { at: copy.entry, next: None, context: None.into() };
    Copier::new(module, function, &mut copy, &args, &site).run();
    copy
}

/// Replaces a call, which was taken out of its block, by the body of `callee`. The results of
/// the call become aliases. The code behind the call belongs at the end of the returned block, which has
/// no terminator.
pub(crate) fn splice(
    module: &Module,
    function: &mut Function,
    block: Block,
    call: Inst,
    (func, callee): (Func, &Function),
) -> Block {
    let args: Vec<Value> = function.args(call).iter().map(|&arg| function.resolve(arg)).collect();
    let results: Vec<Value> = function.results(call).collect();
    let loc = function.insts[call].loc;
    let what = format!("inline {func}");
    let context = function.contexts.push(ContextData { parent: loc.context, site: loc, what });
    let context = context.into();

    if let Some(returned) = straight(callee) {
        let site = Site { at: block, next: None, context };
        let copier = Copier::new(module, callee, function, &args, &site);
        let values = copier.straight(returned);
        for (result, value) in results.into_iter().zip(values) {
            function.alias(result, value);
        }
        return block;
    }
    let next = function.add_block();
    for result in results {
        let ty = function.ty(result);
        let param = function.add_param(next, ty);
        function.alias(result, param);
    }
    let site = Site { at: block, next: Some(next), context };
    Copier::new(module, callee, function, &args, &site).run();
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
    site: &'a Site,
    /// The reachable blocks, the entry first.
    order: Vec<Block>,
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    values: SecondaryMap<Value, PackedOption<Value>>,
    contexts: SecondaryMap<Context, PackedOption<Context>>,
    insts: Vec<(Inst, Inst)>,
}

impl<'a> Copier<'a> {
    /// Makes the blocks and values of the copy.
    fn new(
        module: &'a Module,
        from: &'a Function,
        to: &'a mut Function,
        args: &[Value],
        site: &'a Site,
    ) -> Self {
        let order = Cfg::new(from).rpo;
        let mut copier = Copier {
            module,
            from,
            to,
            site,
            order,
            blocks: SecondaryMap::new(),
            values: SecondaryMap::with_capacity(from.values.len()),
            contexts: SecondaryMap::new(),
            insts: Vec::new(),
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
        let copy = if block == self.from.entry { self.site.at } else { self.to.add_block() };
        self.blocks[block] = copy.into();
        if block != self.from.entry {
            for &param in &data.params {
                self.values[param] = self.to.add_param(copy, self.from.ty(param)).into();
            }
        }
        for &inst in &data.insts {
            let from = &self.from.insts[inst];
            let results: Vec<Value> = self.from.results(inst).collect();
            let results_types = types(self.from, &results);
            let loc = self.loc(from.loc);
            let new = self.to.append(copy, from.op.clone(), &[], &results_types, loc);
            for (result, copy) in results.into_iter().zip(self.to.results(new)) {
                self.values[result] = copy.into();
            }
            self.insts.push((inst, new));
        }
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
            let copy = self.block(block);
            let loc = self.loc(self.from.blocks[block].term_loc);
            let term = self.terminator(copy, &self.from.blocks[block].term, loc);
            let data = &mut self.to.blocks[copy];
            (data.term, data.term_loc) = (term, loc);
        }
    }

    /// Gives instructions their operands; the copies of the results.
    fn straight(mut self, returned: &[Value]) -> Vec<Value> {
        self.operands();
        returned.iter().map(|&value| self.value(value)).collect()
    }

    fn operands(&mut self) {
        for (from, copy) in std::mem::take(&mut self.insts) {
            let args = self.map(self.from.args(from));
            self.to.insts[copy].args = self.to.make_list(&args);
        }
    }

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
            Terminator::Throw { op, args } => {
                Terminator::Throw { op: op.clone(), args: list(self, args) }
            }
            Terminator::Invoke { op, args, results, normal, handlers } => Terminator::Invoke {
                op: op.clone(),
                args: list(self, args),
                results: self.map(results),
                normal: self.call(normal),
                handlers: handlers
                    .iter()
                    .map(|handler| Handler {
                        tag: handler.tag,
                        values: self.map(&handler.values),
                        target: self.call(&handler.target),
                    })
                    .collect(),
            },
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
                let what = data.what.clone();
                let copy = self.to.contexts.push(ContextData { parent, site, what });
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
