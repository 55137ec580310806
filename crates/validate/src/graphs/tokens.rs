//! Operators of graphs, with states that are known by tokens.
//!
//! *Interpreted* are the operators that are evaluated on numbers, plain loads and stores, globals, and calls of functions
//! whose graph is given. All others (imports, irreducible cycles, references, NaNs, tables) are not: their result is a hash
//! of the operator and all that it depends on, states and order included. So the same question has the same answer within
//! a run, and another one in the next. No access to memory is out of bounds.
//!
//! States and the order are tokens, hashes like the rest: a write computes a new one from the one
//! before. After a loop the order is a new one, since the loop might not terminate, unless it is marked
//! as finite. Such a loop must not come to an iteration that starts like the one before it: it would
//! never end.
//!
//! Only calls recurse, to [`DEEPEST_CALL`].

use super::answers::{Run, cut};
use super::edges::Checks;
use super::walk::{Get, Semantics, Walk};
use crate::domain::{LONG, Stop};
use crate::held::{Evaluated, Held, evaluated, hash};
use invar_graph::{Cycle, Graph, Input, Kind, Node, Output, Region, Ty};
use invar_ir::{Func, Op};

/// The depth to which calls are executed.
const DEEPEST_CALL: u32 = 40;

/// A function that is executed.
pub(super) struct Tokens<'a, 'r, 'c> {
    pub run: &'r mut Run<'a>,
    depth: u32,
    checks: Option<&'c mut Checks<'a>>,
}

impl<'a, 'r, 'c> Tokens<'a, 'r, 'c> {
    pub fn new(run: &'r mut Run<'a>, checks: Option<&'c mut Checks<'a>>) -> Self {
        Tokens { run, depth: 0, checks }
    }

    /// Executes a graph on the parameters of the run.
    pub fn execute(mut self, graph: &Graph) -> Result<Vec<Held>, Stop> {
        let params = self.run.params(graph);
        Walk::new(graph, &mut self).execute(&params)
    }
}

impl Semantics for Tokens<'_, '_, '_> {
    const HAS_STATES: bool = true;

    fn node(&mut self, _: &Kind) -> Result<(), Stop> {
        self.run.node().ok_or(Stop::Open(LONG))
    }

    fn iteration(&mut self) -> Result<(), Stop> {
        self.run.iteration().ok_or(Stop::Open(LONG))
    }

    fn entered(&mut self, region: Region) {
        if let Some(checks) = &mut self.checks {
            checks.enter(region);
        }
    }

    fn used(&mut self, input: Input, repeats: Option<bool>, held: Held, get: Get<'_>) {
        if let Some(checks) = &mut self.checks {
            checks.compare(input, repeats, held, get);
        }
    }

    fn test(&mut self, op: &Op, held: &[Held]) -> Result<bool, Stop> {
        Ok(self.run.bits(&(op, held)).0 & 1 == 1)
    }

    fn behind_loop(&self, order: Held) -> Held {
        Held::Token(hash(&("after a loop", order)))
    }

    /// A cycle is not interpreted: where it leaves, and with which values, is a hash of what it gets.
    fn cycle(
        &mut self,
        graph: &Graph,
        node: Node,
        cycle: &Cycle,
        entry: usize,
        held: &[Held],
    ) -> Result<Vec<Held>, Stop> {
        // The parameters of other entries are undefined.
        let own = cycle.params_of(entry);
        let is_seen = |n: &usize| own.contains(n) || *n >= cycle.inputs_of_live_ins().start;
        let seen: Vec<Held> = (1..held.len()).filter(is_seen).map(|n| held[n]).collect();
        let what = |n: usize| ("cycle", &cycle.blocks, entry as u32, &seen, n);
        let exits = cycle.exits.len();
        if exits == 0 || seen.contains(&Held::Undef) {
            return Err(Stop::Open("undefined values"));
        }
        let exit = self.run.bits(&what(0)).0 as usize % exits;
        let outputs = graph.outputs(node).iter().enumerate();
        Ok(outputs
            .map(|(n, &output)| match n.checked_sub(1) {
                None => Held::Control(exit as u32),
                Some(out) if out < cycle.live_outs.len() && !cycle.is_defined_at(out, exit) => {
                    Held::Undef
                }
                Some(_) => self.run.answer(graph.ty(output), &what(n)),
            })
            .collect())
    }

    fn op(&mut self, graph: &Graph, node: Node, op: &Op, held: &[Held]) -> Result<Vec<Held>, Stop> {
        let count = graph.origins(node).filter(|&o| matches!(graph.ty(o), Ty::Value(_))).count();
        let (values, tokens) = held.split_at(count);
        if matches!(op, Op::Unreachable | Op::Throw { .. } | Op::ThrowRef) {
            return Err(self.trap(op, held));
        }
        let tys: Vec<Ty> = if op.is_tail_call() {
            (0..graph.results as usize)
                .map(|n| graph.ty(graph.result(graph.root, n)))
                .chain([Ty::Order])
                .collect()
        } else {
            graph.outputs(node).iter().map(|&output| graph.ty(output)).collect()
        };
        let known = match *op {
            Op::Call { function_index } | Op::ReturnCall { function_index } => {
                self.call(node, Func::from_u32(function_index), values, tokens)?
            }
            Op::Select | Op::TypedSelect { .. } => match evaluated(op, values) {
                Evaluated::Results(results) => Some(results),
                _ => None,
            },
            _ if values.contains(&Held::Undef) => Some(vec![Held::Undef; tys.len()]),
            _ => match evaluated(op, values) {
                Evaluated::Results(results) => Some(results),
                Evaluated::Trap => return Err(self.trap(op, held)),
                Evaluated::Unknown => match tys[..] {
                    [Ty::Value(ty)] | [Ty::Value(ty), Ty::Order] => {
                        let states = states(graph, graph.origins(node).zip(held.iter().copied()));
                        let states: Vec<u64> = states.map(|(_, token)| token).collect();
                        self.run.read(op, ty, values, &states).map(|held| vec![held])
                    }
                    _ => None,
                },
            },
        };
        let mut known = known.unwrap_or_default().into_iter();
        let run = &mut *self.run;
        let results = tys.iter().enumerate().map(|(n, &ty)| match ty {
            Ty::Value(_) => known.next().unwrap_or_else(|| cut(op, run.answer(ty, &(op, held, n)))),
            _ => run.answer(ty, &(op, held, n)),
        });
        let results: Vec<Held> = results.collect();
        let before = states(graph, graph.origins(node).zip(held.iter().copied()));
        let before: Vec<(Ty, u64)> = before.collect();
        let after = graph.outputs(node).iter().copied().zip(results.iter().copied());
        let written = states(graph, after).filter_map(|(ty, after)| {
            let before = before.iter().find(|before| before.0 == ty)?;
            Some((before.1, after))
        });
        let written: Vec<(u64, u64)> = written.collect();
        run.write(op, values, &written);
        if op.is_tail_call() {
            run.left = results;
            return Err(Stop::Leaves);
        }
        Ok(results)
    }
}

/// The tokens of the states among some outputs.
fn states(
    graph: &Graph,
    held: impl Iterator<Item = (Output, Held)>,
) -> impl Iterator<Item = (Ty, u64)> {
    held.filter_map(|(output, held)| match (graph.ty(output), held) {
        (ty @ Ty::State(_), Held::Token(token)) => Some((ty, token)),
        _ => None,
    })
}

impl Tokens<'_, '_, '_> {
    /// The end of a function by a trap, with the state and order that it leaves.
    fn trap(&mut self, op: &Op, held: &[Held]) -> Stop {
        self.run.left = vec![Held::Token(hash(&(op, held)))];
        Stop::Trap
    }

    /// The results of a callee, if it is to be executed: in a graph that is checked this matters only
    /// for calls that redirected values pass through, elsewhere always.
    fn call(
        &mut self,
        node: Node,
        func: Func,
        values: &[Held],
        tokens: &[Held],
    ) -> Result<Option<Vec<Held>>, Stop> {
        if self.checks.as_ref().is_some_and(|checks| !checks.nodes.contains(&node)) {
            return Ok(None);
        }
        let Some(callee) = (self.run.callees)(func) else { return Ok(None) };
        if self.depth == DEEPEST_CALL {
            return Err(Stop::Open("deep calls"));
        }
        let params = (0..callee.args(callee.root).len()).map(|n| match values.get(n) {
            Some(&value) => value,
            None => Held::Token(hash(&(tokens, n))),
        });
        let params: Vec<Held> = params.collect();
        let mut inner = Tokens { run: &mut *self.run, depth: self.depth + 1, checks: None };
        let results = match Walk::new(callee, &mut inner).execute(&params) {
            Err(Stop::Leaves) => std::mem::take(&mut self.run.left),
            other => other?,
        };
        Ok(Some(results[..callee.results as usize].to_vec()))
    }
}
