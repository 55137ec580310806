//! Translation of SSA form to register code: a register per value.

use super::{Builder, Code, Edge, Inst, Label, Reg, callee, straight, unsupported};
use crate::value::{Ref, Value as Held};
use invar_ir::{Block, BlockCall, Function, Handler, Module, Op, Terminator, Value};

struct Maker<'a> {
    module: &'a Module,
    f: &'a Function,
    labels: Vec<Label>,
    builder: Builder,
    /// The register of each value: those of the parameters come first.
    regs: Vec<Reg>,
    /// The next register that nothing has.
    next: Reg,
}

/// Makes the code. Linear in the size of the function.
pub(super) fn code(module: &Module, f: &Function) -> Code {
    let mut builder = Builder::default();
    let labels = f.blocks.keys().map(|_| builder.label()).collect();
    let params = &f.blocks[f.entry].params;
    let mut regs = vec![Reg::MAX; f.values.len()];
    for (n, &param) in params.iter().enumerate() {
        regs[param.as_u32() as usize] = n as Reg;
    }
    let mut next = params.len() as Reg;
    for reg in regs.iter_mut().filter(|reg| **reg == Reg::MAX) {
        *reg = next;
        next += 1;
    }
    let mut maker = Maker { module, f, labels, builder, regs, next };
    // Control starts at the first instruction.
    let rest = f.live_blocks().filter(|&block| block != f.entry);
    for block in std::iter::once(f.entry).chain(rest) {
        maker.block(block);
    }
    // Whatever reads a value before it is there finds no number.
    let count = maker.next as usize - params.len();
    maker.builder.finish(vec![Held::Ref(Ref::Null); count])
}

impl Maker<'_> {
    /// Where a value is that is used.
    fn reg(&self, value: Value) -> Reg {
        self.made(self.f.resolve(value))
    }

    /// The register of a result.
    fn made(&self, value: Value) -> Reg {
        self.regs[value.as_u32() as usize]
    }

    fn args(&mut self, values: &[Value]) -> super::List {
        let regs: Vec<Reg> = values.iter().map(|&value| self.reg(value)).collect();
        self.builder.list(regs)
    }

    fn edge(&mut self, call: &BlockCall) -> Edge {
        let from: Vec<Reg> = self.f.list(&call.args).iter().map(|&arg| self.reg(arg)).collect();
        let params = &self.f.blocks[call.block].params;
        let into: Vec<Reg> = params.iter().map(|&param| self.made(param)).collect();
        self.builder.edge(self.labels[call.block.as_u32() as usize], from, into)
    }

    fn block(&mut self, block: Block) {
        let f = self.f;
        self.builder.bind(self.labels[block.as_u32() as usize]);
        for &inst in &f.blocks[block].insts {
            let args = self.args(f.args(inst));
            let out = f.result(inst).map_or(0, |result| self.made(result));
            self.builder.push(straight(f.insts[inst].op.clone(), args, out), 0);
        }
        if let Terminator::Invoke { op, args, results, normal, handlers } = &f.blocks[block].term {
            return self.invoke(op, f.list(args), results, normal, handlers);
        }
        let end = self.end(&f.blocks[block].term);
        self.builder.push(end, 0);
    }

    /// A call with handlers: what it makes is put into registers of its own, and copied from there.
    fn invoke(
        &mut self,
        op: &Op,
        args: &[Value],
        results: &[Value],
        normal: &BlockCall,
        handlers: &[Handler],
    ) {
        let thrown = args.first().map(|&value| self.reg(value));
        let args = self.args(args);
        let mut clauses = Vec::new();
        let mut lands = Vec::new();
        for handler in handlers {
            let label = self.builder.label();
            let into = self.take_regs(handler.values.len());
            let tag = handler.tag.map(|tag| tag.as_u32());
            let with_ref = handler.has_reference(self.module);
            clauses.push(self.builder.clause(tag, with_ref, into, label));
            lands.push((label, into, handler));
        }
        let number = self.builder.handler(0, clauses);
        let out = self.take_regs(results.len());
        let inst = match op {
            Op::Throw { tag_index } => Inst::Throw { tag: *tag_index, args },
            Op::ThrowRef => Inst::ThrowRef(thrown.expect("it has an operand")),
            op => straight(op.clone(), args, out),
        };
        self.builder.push(inst, number);
        self.arrive(out, results, normal);
        for (label, into, handler) in lands {
            self.builder.bind(label);
            self.arrive(into, &handler.values, &handler.target);
        }
    }

    /// Copies values from registers, and goes on.
    fn arrive(&mut self, from: Reg, values: &[Value], call: &BlockCall) {
        for (n, &value) in (0..).zip(values) {
            let to = self.made(value);
            self.builder.push(Inst::Copy { from: from + n, to }, 0);
        }
        let edge = self.edge(call);
        self.builder.push(Inst::Jump(edge), 0);
    }

    /// New registers, one after the other.
    fn take_regs(&mut self, count: usize) -> Reg {
        self.next += count as Reg;
        self.next - count as Reg
    }

    fn end(&mut self, term: &Terminator) -> Inst {
        let f = self.f;
        match term {
            Terminator::None => unreachable!("a live block has an end"),
            Terminator::Jump(call) => Inst::Jump(self.edge(call)),
            Terminator::BrIf { cond, then, els } => {
                let cond = self.reg(*cond);
                Inst::If { cond, then: self.edge(then), els: self.edge(els) }
            }
            Terminator::BrTable { index, targets, default } => {
                let index = self.reg(*index);
                let calls = targets.iter().chain(std::iter::once(default));
                Inst::Table { index, edges: calls.map(|call| self.edge(call)).collect() }
            }
            Terminator::BrOn { op, args, taken_value, fallthrough_value, taken, fallthrough } => {
                let &[reference] = f.list(args) else { return unsupported(op) };
                Inst::On {
                    op: op.clone(),
                    reference: self.reg(reference),
                    taken: self.edge(taken),
                    taken_value: taken_value.expand().map(|value| self.made(value)),
                    other: self.edge(fallthrough),
                    other_value: fallthrough_value.expand().map(|value| self.made(value)),
                }
            }
            Terminator::Return(list) => Inst::Return(self.args(f.list(list))),
            Terminator::TailCall { op, args } => {
                let args = self.args(f.list(args));
                match callee(op) {
                    Some(callee) => Inst::TailCall { callee, args },
                    None => unsupported(op),
                }
            }
            Terminator::Unreachable => Inst::Unreachable,
            Terminator::Throw { op: Op::Throw { tag_index }, args } => {
                let args = self.args(f.list(args));
                Inst::Throw { tag: *tag_index, args }
            }
            Terminator::Throw { args, .. } => Inst::ThrowRef(self.reg(f.list(args)[0])),
            Terminator::Invoke { op, .. } => {
                Inst::Unsupported(format!("{} with handlers", op.opcode().name()))
            }
        }
    }
}
