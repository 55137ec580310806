//! Executes functions in SSA form, or some of their blocks: instructions, branches and what they pass. What values
//! are and what operators do is up to a [`Domain`].
//!
//! Cost: linear in what is executed. Nothing recurses but calls that a domain executes.

use crate::domain::{Domain, Stop};
use invar_ir::{Block, Function, Inst, Op, Terminator, ValType, Value};
use rustc_hash::FxHashMap;

/// How control leaves blocks that are executed.
pub(crate) enum Exit<V> {
    /// By a return, with these results.
    Returns(Vec<V>),
    /// On an edge to another block: its source, and its number.
    Edge(Block, usize),
}

/// A function that is executed.
pub(crate) struct Machine<'m, D: Domain> {
    pub f: &'m Function,
    pub domain: &'m mut D,
    /// The values that are defined so far.
    held: FxHashMap<Value, D::Value>,
    /// Results that are known, whatever computes them.
    given: FxHashMap<Value, D::Value>,
}

impl<'m, D: Domain> Machine<'m, D> {
    pub fn new(f: &'m Function, domain: &'m mut D) -> Self {
        Machine { f, domain, held: FxHashMap::default(), given: FxHashMap::default() }
    }

    /// Executes the whole function with these arguments. Gives its results.
    pub fn call(mut self, args: Vec<D::Value>) -> Result<Vec<D::Value>, Stop> {
        self.enter(self.f.entry, args);
        match self.run(self.f.entry, |_| true)? {
            Exit::Returns(results) => Ok(results),
            Exit::Edge(from, _) => Err(Stop::Broken(format!("control leaves {from}"))),
        }
    }

    /// Defines a value.
    pub fn define(&mut self, value: Value, held: D::Value) {
        self.held.insert(value, held);
    }

    /// Says what the result of an instruction is, whatever computes it.
    pub fn give(&mut self, value: Value, held: D::Value) {
        self.given.insert(value, held);
    }

    pub fn value(&mut self, value: Value) -> Result<D::Value, Stop> {
        let value = self.f.resolve(value);
        match self.held.get(&value) {
            Some(known) => Ok(known.clone()),
            None => self.domain.outside(self.f, value),
        }
    }

    pub fn all(&mut self, values: &[Value]) -> Result<Vec<D::Value>, Stop> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    /// Defines the parameters of a block.
    pub fn enter(&mut self, block: Block, args: Vec<D::Value>) {
        self.held.extend(self.f.blocks[block].params.iter().copied().zip(args));
    }

    /// Executes the instructions of a block.
    pub fn block(&mut self, block: Block) -> Result<(), Stop> {
        let f = self.f;
        f.blocks[block].insts.iter().try_for_each(|&inst| self.inst(inst))
    }

    fn inst(&mut self, inst: Inst) -> Result<(), Stop> {
        let f = self.f;
        self.domain.step()?;
        if let Some(value) = f.result(inst)
            && let Some(given) = self.given.get(&value)
        {
            self.held.insert(value, given.clone());
            return Ok(());
        }
        let args = self.all(f.args(inst))?;
        let types: Vec<ValType> = f.results(inst).map(|value| f.ty(value)).collect();
        let results = self.domain.op(&f.insts[inst].op, &args, &types)?;
        self.held.extend(f.results(inst).zip(results));
        Ok(())
    }

    /// Executes a block, and those that follow while they are `inside`.
    pub fn run(
        &mut self,
        mut block: Block,
        inside: impl Fn(Block) -> bool,
    ) -> Result<Exit<D::Value>, Stop> {
        let f = self.f;
        loop {
            self.block(block)?;
            self.domain.step()?;
            let term = &f.blocks[block].term;
            let nth = match term {
                Terminator::Jump(_) => 0,
                Terminator::BrIf { cond, .. } => usize::from(self.decide(*cond)? == 0),
                Terminator::BrTable { index, targets, .. } => {
                    targets.len().min(self.decide(*index)? as usize)
                }
                Terminator::BrOn { op, args, taken_value, fallthrough_value, .. } => {
                    let args = self.all(f.list(args))?;
                    let (nth, refined) = if self.domain.test(op, &args)? {
                        (0, taken_value)
                    } else {
                        (1, fallthrough_value)
                    };
                    self.held.extend(refined.expand().map(|value| (value, args[0].clone())));
                    nth
                }
                Terminator::Return(values) => {
                    return Ok(Exit::Returns(self.all(f.list(values))?));
                }
                Terminator::Unreachable => {
                    return self.domain.leave(&Op::Unreachable, &[]).map(Exit::Returns);
                }
                Terminator::TailCall { op, args } | Terminator::Throw { op, args } => {
                    let args = self.all(f.list(args))?;
                    return self.domain.leave(op, &args).map(Exit::Returns);
                }
                Terminator::Invoke { op, args, results, handlers, .. } => {
                    let args = self.all(f.list(args))?;
                    let edges: Vec<&[Value]> = std::iter::once(results.as_slice())
                        .chain(handlers.iter().map(|handler| handler.values.as_slice()))
                        .collect();
                    let types = |values: &&[Value]| values.iter().map(|&v| f.ty(v)).collect();
                    let types: Vec<Vec<ValType>> = edges.iter().map(types).collect();
                    let (nth, made) = self.domain.invoke(op, &args, &types)?;
                    self.held.extend(edges[nth].iter().copied().zip(made));
                    nth
                }
                Terminator::None => return Err(Stop::Broken(format!("{block} has no end"))),
            };
            let call = term.target(nth).expect("it has the edge that is taken");
            if !inside(call.block) {
                return Ok(Exit::Edge(block, nth));
            }
            let args = self.all(f.list(&call.args))?;
            block = call.block;
            self.enter(block, args);
        }
    }

    fn decide(&mut self, value: Value) -> Result<u64, Stop> {
        let value = self.value(value)?;
        self.domain.decide(&value)
    }
}
