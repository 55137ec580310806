//! Translation validation of construction and lowering, by execution, and its domain: numbers without memory.
//!
//! A function and a graph are executed side by side on the same random arguments. Both keep a
//! *trace*: each operator that is not evaluated (loads, stores, calls, tables, references, traps),
//! with its operands, in the order of execution. Construction keeps the order of a block's
//! instructions and lowering that of a region's nodes, so the traces must be equal, operator by
//! operator, and so must the end: results, trap, tail call, exception.
//!
//! Operators that are not evaluated have random results: a hash of the seed, the operator, its
//! operands and the length of the trace, with small numbers preferred so that branches take all
//! paths. A value that is undefined in the graph may be anything in the function: a run that depends
//! on one ends without an answer; as a result of the function it agrees with anything.
//!
//! Cost: [`GraphSetting::runs`] times at most [`MOST_STEPS`] operators. No recursion.
//!
//! [`GraphSetting::runs`]: super::GraphSetting::runs

use super::answers::{Run, Script, cut, words};
use super::walk::{Semantics, Walk};
use crate::domain::{Domain, Executed, LONG, Stop};
use crate::held::{Evaluated, Held, evaluated, hash};
use crate::machine::{Exit, Machine};
use invar_graph::construct::ways;
use invar_graph::{Cycle, Graph, Kind, Node, Output, Ty};
use invar_ir::{Function, Op, ValType};
use invar_rules::is_constant;
use std::rc::Rc;

/// The number of operators and branches that are executed in a run.
const MOST_STEPS: u32 = 500;

/// An execution: the operators executed so far, of those that are not evaluated.
pub(crate) struct Traced<'a> {
    answers: Run<'a>,
    events: Vec<(Op, Vec<Held>)>,
    steps: u32,
}

impl<'a> Traced<'a> {
    fn new(seed: u64, words: &Rc<[u64]>) -> Self {
        let answers = Run::new(&|_| None, Script::new(seed), words);
        Traced { answers, events: Vec::new(), steps: MOST_STEPS }
    }

    /// Random arguments.
    fn params(&mut self, types: impl Iterator<Item = ValType>) -> Vec<Held> {
        let params = types.enumerate();
        params.map(|(n, ty)| self.answers.answer(Ty::Value(ty), &("parameter", n))).collect()
    }

    fn event(&mut self, op: &Op, args: &[Held]) -> Result<(), Stop> {
        if args.contains(&Held::Undef) {
            return Err(UNDEFINED);
        }
        self.events.push((op.clone(), args.to_vec()));
        Ok(())
    }

    /// Executes a function.
    fn function(&mut self, function: &Function) -> Executed<Held> {
        let params = &function.blocks[function.entry].params;
        let params = self.params(params.iter().map(|&param| function.ty(param)));
        Machine::new(function, self).call(params)
    }

    /// Executes a graph. Gives the values of the function's results.
    fn graph(&mut self, graph: &Graph) -> Executed<Held> {
        let params = &graph.args(graph.root)[..graph.params as usize];
        let types = params.iter().filter_map(|&param| value_type(graph, param));
        let mut params = self.params(types);
        params.resize(graph.args(graph.root).len(), NO_TOKEN);
        let mut results = Walk::new(graph, self).execute(&params)?;
        results.truncate(graph.results as usize);
        Ok(results)
    }
}

/// The end of a run that depends on an undefined value.
const UNDEFINED: Stop = Stop::Open("undefined values");

/// The state of memory and the order, which are not known.
const NO_TOKEN: Held = Held::Token(0);

fn value_type(graph: &Graph, output: Output) -> Option<ValType> {
    match graph.ty(output) {
        Ty::Value(ty) => Some(ty),
        _ => None,
    }
}

/// The values among the inputs of a node.
fn values(graph: &Graph, node: Node, held: &[Held]) -> Vec<Held> {
    let inputs = graph.origins(node).zip(held);
    inputs
        .filter(|&(output, _)| value_type(graph, output).is_some())
        .map(|(_, &held)| held)
        .collect()
}

impl Domain for Traced<'_> {
    type Value = Held;

    fn step(&mut self) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(1).ok_or(Stop::Open(LONG))?;
        Ok(())
    }

    fn op(&mut self, op: &Op, args: &[Held], types: &[ValType]) -> Result<Vec<Held>, Stop> {
        if let Evaluated::Results(results) = evaluated(op, args) {
            return Ok(results);
        }
        // Constants may be rematerialized, so the number of their executions is not compared.
        let at = if is_constant(op) {
            0
        } else {
            self.event(op, args)?;
            self.events.len()
        };
        let results = types.iter().enumerate();
        let answer = |(n, &ty)| cut(op, self.answers.answer(Ty::Value(ty), &(op, args, at, n)));
        Ok(results.map(answer).collect())
    }

    fn decide(&mut self, value: &Held) -> Result<u64, Stop> {
        match value {
            Held::Value(_) => Ok(value.unsigned()),
            Held::Undef => Err(UNDEFINED),
            other => Err(Stop::Broken(format!("a branch on {other:?}"))),
        }
    }

    /// A test has no effect, so its position is not compared.
    fn test(&mut self, op: &Op, args: &[Held]) -> Result<bool, Stop> {
        if args.contains(&Held::Undef) {
            Err(UNDEFINED)
        } else {
            Ok(self.answers.bits(&(op, args)).0 & 1 == 1)
        }
    }

    fn invoke(
        &mut self,
        op: &Op,
        args: &[Held],
        edges: &[Vec<ValType>],
    ) -> Result<(usize, Vec<Held>), Stop> {
        self.step()?;
        self.event(op, args)?;
        let at = self.events.len();
        let first = usize::from(matches!(op, Op::Throw { .. } | Op::ThrowRef));
        let nth = self.answers.bits(&(op, args, at)).0 as usize % (edges.len() - first) + first;
        let types = edges[nth].iter().enumerate();
        let made = types
            .map(|(n, &ty)| self.answers.answer(Ty::Value(ty), &(op, args, at, nth, n)))
            .collect();
        Ok((nth, made))
    }

    fn leave(&mut self, op: &Op, args: &[Held]) -> Executed<Held> {
        self.event(op, args)?;
        Err(Stop::Leaves)
    }
}

impl Semantics for Traced<'_> {
    const HAS_STATES: bool = false;

    fn node(&mut self, kind: &Kind) -> Result<(), Stop> {
        match kind {
            Kind::Op(_) | Kind::Gamma(_) => self.step(),
            _ => Ok(()),
        }
    }

    fn iteration(&mut self) -> Result<(), Stop> {
        self.step()
    }

    fn test(&mut self, op: &Op, held: &[Held]) -> Result<bool, Stop> {
        Domain::test(self, op, held)
    }

    fn op(&mut self, graph: &Graph, node: Node, op: &Op, held: &[Held]) -> Result<Vec<Held>, Stop> {
        let args = values(graph, node, held);
        let is_end = matches!(op, Op::Unreachable | Op::Throw { .. } | Op::ThrowRef);
        if is_end || op.is_tail_call() {
            return self.leave(op, &args);
        }
        let outputs = graph.outputs(node);
        let types: Vec<ValType> =
            outputs.iter().filter_map(|&output| value_type(graph, output)).collect();
        let mut results = Domain::op(self, op, &args, &types)?;
        results.resize(outputs.len(), NO_TOKEN);
        Ok(results)
    }

    /// Executes the blocks of an irreducible cycle.
    fn cycle(
        &mut self,
        graph: &Graph,
        node: Node,
        cycle: &Cycle,
        entry: usize,
        held: &[Held],
    ) -> Result<Vec<Held>, Stop> {
        let f = &*cycle.source;
        let block = cycle.entries[entry];
        let mut machine = Machine::new(f, self);
        let params = f.blocks[block].params.iter().zip(&held[cycle.params_of(entry)]);
        let live_ins = cycle.live_ins.iter().zip(&held[cycle.inputs_of_live_ins()]);
        params.chain(live_ins).for_each(|(&value, &held)| machine.define(value, held));
        let exit = machine.run(block, |block| cycle.position(block).is_some())?;
        let Exit::Edge(from, nth) = exit else {
            return Err(Stop::Broken(format!("{node} ends the function")));
        };
        let (way_of, _) = ways(f, &f.blocks[from].term);
        let Some(exit) = cycle.exit_of(from, way_of[nth]) else {
            return Err(Stop::Broken(format!("{node} has no exit for edge {nth} of {from}")));
        };
        let outputs = graph.outputs(node).iter().enumerate();
        outputs
            .map(|(n, &output)| match (graph.ty(output), n.checked_sub(1)) {
                (Ty::Control, _) => Ok(Held::Control(exit as u32)),
                (Ty::Value(_), Some(out)) if cycle.is_defined_at(out, exit) => {
                    machine.value(cycle.live_outs[out].value)
                }
                (Ty::Value(_), _) => Ok(Held::Undef),
                (Ty::State(_) | Ty::Order, _) => Ok(NO_TOKEN),
            })
            .collect()
    }
}

/// Whether a function and a graph do the same, where one was made of the other. The error says in which
/// run they differ, and where.
pub fn same_trace(function: &Function, graph: &Graph, seed: u64, runs: u32) -> Result<(), String> {
    let words = words(graph);
    for run in 0..runs {
        let seed = hash(&(seed, run));
        let (mut of_graph, mut of_function) =
            (Traced::new(seed, &words), Traced::new(seed, &words));
        let graph_end = of_graph.graph(graph);
        let function_end = of_function.function(function);
        let fail = |what: String| Err(format!("run {run}: {what}"));
        for end in [&graph_end, &function_end] {
            if let Err(Stop::Broken(why)) = end {
                return fail(why.clone());
            }
        }
        let events = || of_graph.events.iter().zip(&of_function.events).enumerate();
        if let Some((n, (old, new))) = events().find(|(_, (old, new))| old != new) {
            return fail(format!("event {n}: {old:?} in the graph, {new:?} in the function"));
        }
        let is_open = |end: &Executed<Held>| matches!(end, Err(Stop::Open(_)));
        if is_open(&graph_end) || is_open(&function_end) {
            continue;
        }
        let ends_agree = match (&graph_end, &function_end) {
            (Ok(old), Ok(new)) => {
                let agree = |(old, new): (&Held, &Held)| *old == Held::Undef || old == new;
                old.len() == new.len() && old.iter().zip(new).all(agree)
            }
            (old, new) => old == new,
        };
        let counts = (of_graph.events.len(), of_function.events.len());
        if !ends_agree || counts.0 != counts.1 {
            return fail(format!(
                "{graph_end:?} after {} events in the graph, {function_end:?} after {} in the function",
                counts.0, counts.1
            ));
        }
    }
    Ok(())
}
