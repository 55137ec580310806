//! Constant evolution: trip counts by executing what an exit test depends on.
//!
//! A test that compares no recurrence, as `x * x < 1000`, `(x & 255) != 127` or `(x >>= 1) != 0`, still has a
//! constant trip count if all that it depends on starts as constants: the parameters of the header, the instructions
//! between them and the test, and those that compute what the latch passes for these parameters. They are evaluated,
//! iteration by iteration, as WebAssembly defines them (`invar_rules::evaluate`); an operator that would trap, or
//! whose result an engine may choose, ends that without a result.
//!
//! Cost: at most [`MOST_INSTS`] instructions times [`MOST_ITERATIONS`] per question, and that of a slice and of
//! the header's parameters where one of those that take part starts as a value that is not a constant. Not cached.

use crate::analysis::first_iteration::{entry, slice};
use crate::analysis::shape::{Homes, Nest};
use invar_analysis::Loop;
use invar_analysis::transform::edges;
use invar_ir::{Edge, Function, Inst, Terminator, Value, ValueDef};
use invar_rules::{Const, evaluate};
use rustc_hash::FxHashMap;

/// Instructions that are executed in each iteration.
const MOST_INSTS: usize = 16;
/// Iterations that are executed.
const MOST_ITERATIONS: u64 = 1024;
/// Parameters of the header that take part.
const MOST_PARAMS: usize = 4;

/// The iteration, from 0, in which a loop takes an exit: the first one that it takes if nothing else ends the loop.
/// `None` if that depends on anything that is not constant, or comes late. The exit is in a block that each iteration
/// executes.
pub(crate) fn taken(f: &Function, nest: &Nest, home: &Homes, id: Loop, exit: Edge) -> Option<u64> {
    let Terminator::BrIf { cond, .. } = f.blocks[exit.from].term else { return None };
    let mut execution = Execution::of(f, nest, home, id, f.resolve(cond))?;
    let is_taken = |cond: Const| Some((cond.as_int()? != 0) == (exit.nth == 0));
    for iteration in 0..MOST_ITERATIONS {
        let cond = execution.iterate(f)?;
        if is_taken(cond)? {
            return Some(iteration + u64::from(invar_ir::mutant!(EvolutionOneMore)));
        }
    }
    None
}

/// The part of a loop that is executed.
struct Execution {
    /// In order.
    insts: Vec<(Inst, usize)>,
    /// Where the operands of the instructions are, one after the other.
    operands: Vec<usize>,
    /// The number that says whether the exit is taken.
    cond: usize,
    /// Of each parameter, its number and that of what the latch passes.
    params: Vec<(usize, usize)>,
    /// The constants, the parameters and the results of the instructions.
    numbers: Vec<Const>,
}

impl Execution {
    fn of(f: &Function, nest: &Nest, home: &Homes, id: Loop, cond: Value) -> Option<Execution> {
        let [back] = *nest.forest.back_edges(id) else { return None };
        let start = entry(f, nest, id)?;
        let header = &f.blocks[nest.forest.loops[id].header].params;
        let mut found =
            Execution { insts: vec![], operands: vec![], cond: 0, params: vec![], numbers: vec![] };
        let mut numbered: FxHashMap<Value, usize> = FxHashMap::default();
        let mut params: Vec<Value> = Vec::new();
        let mut next: Vec<Value> = Vec::new();
        // The condition, then what the latch passes for each parameter that turns up.
        let mut roots = vec![cond];
        while let Some(root) = roots.pop() {
            let insts = match f.values[root].def {
                ValueDef::Result(inst, _) if home[inst].is_some() => {
                    slice(f, nest, home, id, inst, MOST_INSTS, &start, |_, _| true)?
                }
                _ => vec![],
            };
            for inst in insts {
                let result = f.result(inst)?;
                if numbered.contains_key(&result) {
                    continue;
                }
                for &arg in f.args(inst) {
                    let place =
                        found.place(f, &start, f.resolve(arg), &mut numbered, &mut params)?;
                    found.operands.push(place);
                }
                numbered.insert(result, found.numbers.len());
                found.insts.push((inst, found.numbers.len()));
                found.numbers.push(Const::I32(0));
            }
            found.place(f, &start, root, &mut numbered, &mut params)?;
            if params.len() > MOST_PARAMS || found.insts.len() > MOST_INSTS {
                return None;
            }
            for &param in &params[next.len()..] {
                let n = header.iter().position(|&other| other == param)?;
                next.push(f.resolve(edges::args(f, back)[n]));
                roots.push(*next.last()?);
            }
        }
        found.cond = numbered[&cond];
        found.params = params.iter().zip(&next).map(|(p, n)| (numbered[p], numbered[n])).collect();
        (!found.params.is_empty()).then_some(found)
    }

    /// Where a value is: of a constant, or of a parameter that starts as one. `None` of others that are not known yet.
    fn place(
        &mut self,
        f: &Function,
        start: &FxHashMap<Value, Value>,
        value: Value,
        numbered: &mut FxHashMap<Value, usize>,
        params: &mut Vec<Value>,
    ) -> Option<usize> {
        if let Some(&place) = numbered.get(&value) {
            return Some(place);
        }
        let first = start.get(&value);
        let op = f.def_op(f.resolve(*first.unwrap_or(&value)))?;
        self.numbers.push(Const::from_op(op)?);
        if first.is_some() {
            params.push(value);
        }
        numbered.insert(value, self.numbers.len() - 1);
        Some(self.numbers.len() - 1)
    }

    /// Executes an iteration. Gives the condition.
    fn iterate(&mut self, f: &Function) -> Option<Const> {
        let (mut operands, mut args) = (&self.operands[..], Vec::with_capacity(3));
        for &(inst, place) in &self.insts {
            let (these, rest) = operands.split_at(f.args(inst).len());
            operands = rest;
            args.clear();
            args.extend(these.iter().map(|&operand| self.numbers[operand]));
            self.numbers[place] = evaluate(&f.insts[inst].op, &args)?;
        }
        let cond = self.numbers[self.cond];
        let next: Vec<Const> = self.params.iter().map(|&(_, next)| self.numbers[next]).collect();
        for (&(param, _), next) in self.params.iter().zip(next) {
            self.numbers[param] = next;
        }
        Some(cond)
    }
}
