//! Executes a function, or some of its blocks.

use super::{End, Trace};
use crate::check::answers::Held;
use invar_ir::rules::Const;
use invar_ir::{Block, Function, Op, Terminator, ValType, Value};
use rustc_hash::FxHashMap;

/// A function, or some of its blocks, that is executed.
pub(super) struct FunctionRun<'f> {
    pub f: &'f Function,
    /// The values that are defined so far.
    pub held: FxHashMap<Value, Held>,
}

impl FunctionRun<'_> {
    pub fn read(&self, value: Value) -> Result<Held, End> {
        let value = self.f.resolve(value);
        let held = self.held.get(&value).copied();
        held.ok_or_else(|| End::Broken(format!("{value} is not defined")))
    }

    fn read_all(&self, values: &[Value]) -> Result<Vec<Held>, End> {
        values.iter().map(|&value| self.read(value)).collect()
    }

    fn int(&self, value: Value) -> Result<u32, End> {
        match self.read(value)? {
            Held::Value(Const::I32(key)) => Ok(key as u32),
            Held::Undef => Err(End::Open),
            other => Err(End::Broken(format!("a branch on {other:?}"))),
        }
    }

    /// Executes a block and those that follow while they are `inside`. Gives the edge that leaves
    /// these: its source and its number.
    pub fn run(
        &mut self,
        mut block: Block,
        trace: &mut Trace<'_>,
        inside: impl Fn(Block) -> bool,
    ) -> Result<(Block, usize), End> {
        let f = self.f;
        loop {
            for &inst in &f.blocks[block].insts {
                let args = self.read_all(f.args(inst))?;
                let types: Vec<ValType> = f.results(inst).map(|value| f.ty(value)).collect();
                let results = trace.op(&f.insts[inst].op, &args, &types)?;
                self.held.extend(f.results(inst).zip(results));
            }
            trace.step()?;
            let term = &f.blocks[block].term;
            let nth = match term {
                Terminator::Jump(_) => 0,
                Terminator::BrIf { cond, .. } => usize::from(self.int(*cond)? == 0),
                Terminator::BrTable { index, targets, .. } => {
                    targets.len().min(self.int(*index)? as usize)
                }
                Terminator::BrOn { op, args, taken_value, fallthrough_value, .. } => {
                    let args = self.read_all(f.list(args))?;
                    let (nth, refined) = if trace.test(op, &args)? {
                        (0, taken_value)
                    } else {
                        (1, fallthrough_value)
                    };
                    self.held.extend(refined.expand().map(|value| (value, args[0])));
                    nth
                }
                Terminator::Return(values) => {
                    return Err(End::Returns(self.read_all(f.list(values))?));
                }
                Terminator::Unreachable => return Err(trace.leave(&Op::Unreachable, &[])),
                Terminator::TailCall { op, args } | Terminator::Throw { op, args } => {
                    let args = self.read_all(f.list(args))?;
                    return Err(trace.leave(op, &args));
                }
                Terminator::Invoke { op, args, results, handlers, .. } => {
                    let args = self.read_all(f.list(args))?;
                    let edges: Vec<&[Value]> = std::iter::once(results.as_slice())
                        .chain(handlers.iter().map(|handler| handler.values.as_slice()))
                        .collect();
                    let types = |values: &&[Value]| values.iter().map(|&v| f.ty(v)).collect();
                    let types: Vec<Vec<ValType>> = edges.iter().map(types).collect();
                    let (nth, made) = trace.invoke(op, &args, &types)?;
                    self.held.extend(edges[nth].iter().copied().zip(made));
                    nth
                }
                Terminator::None => return Err(End::Broken(format!("{block} has no end"))),
            };
            let call = term.target(nth).expect("it has the edge that is taken");
            if !inside(call.block) {
                return Ok((block, nth));
            }
            let args = self.read_all(f.list(&call.args))?;
            block = call.block;
            self.held.extend(f.blocks[block].params.iter().copied().zip(args));
        }
    }
}
