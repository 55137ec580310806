//! A checker of redirections that knows nothing of how they are found: it executes a graph before
//! and after, on several inputs, and compares what is seen from outside.
//!
//! Besides values, each state and the order is a token: a node that writes a class makes a new one,
//! and who consumes a token that is not the current one of its class reads or writes state of
//! another time. So a state or order that was redirected wrongly shows, though nodes are executed
//! in the order in which they are linked.
//!
//! Callees: function 0 gives its first argument, function 1 a number that its arguments and the
//! calls before it determine.

use crate::graph::{Graph, Kind, Node, Output, Region, Ty};
use invar_ir::fold::{Const, evaluate, is_constant};
use invar_ir::{Op, ValType};
use std::collections::{BTreeMap, HashMap};

/// How many iterations are made of all loops together.
const MOST_ITERATIONS: usize = 60;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Held {
    Value(Const),
    Control(u32),
    Token(u32),
    Undef,
}

/// What is seen of an execution.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seen {
    results: Vec<Const>,
    events: Vec<String>,
    diverges: bool,
}

struct Machine<'a> {
    graph: &'a Graph,
    held: HashMap<Output, Held>,
    memory: BTreeMap<u32, i32>,
    current: HashMap<Ty, u32>,
    tokens: u32,
    iterations: usize,
    seen: Seen,
}

/// Why an execution ended early.
enum Stop {
    Trap,
    Diverges,
    Wrong(String),
}

/// Executes a graph whose parameters are `i32`. The error says which edge carries a state of another
/// time, or a value that is not there.
pub fn execute(graph: &Graph, args: &[i32]) -> Result<Seen, String> {
    let mut machine = Machine {
        graph,
        held: HashMap::new(),
        memory: BTreeMap::new(),
        current: HashMap::new(),
        tokens: 0,
        iterations: 0,
        seen: Seen::default(),
    };
    for (n, &param) in graph.args(graph.root).iter().enumerate() {
        let held = match graph.ty(param) {
            Ty::Value(_) => Held::Value(Const::I32(args[n])),
            ty => machine.token(ty),
        };
        machine.held.insert(param, held);
    }
    match machine.region(graph.root) {
        Ok(()) => {
            for n in 0..graph.results(graph.root).len() {
                let result = graph.result(graph.root, n);
                match machine.get(result)? {
                    Held::Value(value) => machine.seen.results.push(value),
                    held => machine.fresh(graph.ty(result), held, "the end")?,
                }
            }
        }
        Err(Stop::Trap) => machine.seen.events.push("trap".into()),
        Err(Stop::Diverges) => machine.seen.diverges = true,
        Err(Stop::Wrong(why)) => return Err(why),
    }
    let memory = machine.memory.iter().map(|(at, value)| format!("[{at}] = {value}"));
    machine.seen.events.extend(memory);
    Ok(machine.seen)
}

/// Whether two graphs of one function do the same on several inputs.
pub fn same(before: &Graph, after: &Graph) -> Result<(), String> {
    let inputs = [0, 1, 2, 3, 7, -1];
    for a in inputs {
        for b in inputs {
            let args = [a, b, 5];
            let (x, y) = (execute(before, &args)?, execute(after, &args)?);
            if x != y {
                return Err(format!("on {args:?}: {x:?} became {y:?}"));
            }
        }
    }
    Ok(())
}

impl Machine<'_> {
    fn token(&mut self, ty: Ty) -> Held {
        self.tokens += 1;
        self.current.insert(ty, self.tokens);
        Held::Token(self.tokens)
    }

    fn get(&self, output: Output) -> Result<Held, String> {
        self.held.get(&output).copied().ok_or_else(|| format!("{output} is not there"))
    }

    fn fresh(&self, ty: Ty, held: Held, user: &str) -> Result<(), String> {
        match held {
            Held::Token(token) if self.current[&ty] != token => {
                Err(format!("{user}: a {ty:?} of another time"))
            }
            _ => Ok(()),
        }
    }

    fn region(&mut self, region: Region) -> Result<(), Stop> {
        for node in self.graph.nodes(region) {
            self.node(node)?;
        }
        Ok(())
    }

    fn control(&self, output: Output) -> Result<u32, Stop> {
        match self.get(output).map_err(Stop::Wrong)? {
            Held::Control(number) => Ok(number),
            held => Err(Stop::Wrong(format!("{output} holds {held:?}, not control"))),
        }
    }

    fn node(&mut self, node: Node) -> Result<(), Stop> {
        let graph = self.graph;
        let outputs = graph.outputs(node);
        match &graph.nodes[node].kind {
            Kind::Undef => {
                self.held.insert(outputs[0], Held::Undef);
            }
            Kind::Control(number) => {
                self.held.insert(outputs[0], Held::Control(*number));
            }
            Kind::Match(cases) => {
                let held = match self.get(graph.origin(node, 0)).map_err(Stop::Wrong)? {
                    Held::Value(Const::I32(key)) => Held::Control(cases.of(key as u32)),
                    Held::Control(number) => Held::Control(cases.of(number)),
                    _ => Held::Undef,
                };
                self.held.insert(outputs[0], held);
            }
            Kind::Test(_) => unreachable!("not made by these tests"),
            Kind::Op(op) => self.op(node, op)?,
            Kind::Gamma(gamma) => {
                let arm = gamma.arms[self.control(graph.origin(node, 0))? as usize];
                self.region(arm)?;
                for (n, &output) in outputs.iter().enumerate() {
                    let held = self.get(graph.result(arm, n)).map_err(Stop::Wrong)?;
                    self.held.insert(output, held);
                }
            }
            &Kind::Theta(body) => {
                let mut values: Vec<Output> = graph.origins(node).collect();
                loop {
                    self.iterations += 1;
                    if self.iterations > MOST_ITERATIONS {
                        return Err(Stop::Diverges);
                    }
                    let held: Result<Vec<Held>, String> =
                        values.iter().map(|&value| self.get(value)).collect();
                    for (&arg, held) in graph.args(body).iter().zip(held.map_err(Stop::Wrong)?) {
                        self.held.insert(arg, held);
                    }
                    self.region(body)?;
                    values =
                        (1..graph.results(body).len()).map(|n| graph.result(body, n)).collect();
                    if self.control(graph.result(body, 0))? == 0 {
                        break;
                    }
                }
                let held: Result<Vec<Held>, String> =
                    values.iter().map(|&value| self.get(value)).collect();
                for (&output, held) in outputs.iter().zip(held.map_err(Stop::Wrong)?) {
                    self.held.insert(output, held);
                }
            }
        }
        Ok(())
    }

    fn op(&mut self, node: Node, op: &Op) -> Result<(), Stop> {
        let graph = self.graph;
        let mut args = Vec::new();
        for origin in graph.origins(node) {
            let held = self.get(origin).map_err(Stop::Wrong)?;
            match (graph.ty(origin), held) {
                (Ty::Value(_), Held::Value(value)) => args.push(value),
                (Ty::Value(_), _) => args.push(Const::I32(0)),
                (ty, held) => self.fresh(ty, held, &format!("{node}")).map_err(Stop::Wrong)?,
            }
        }
        let int = |value: &Const| value.as_int().unwrap_or(0) as i32;
        let numbers: Vec<i32> = args.iter().map(int).collect();
        let result = match op {
            Op::Unreachable => return Err(Stop::Trap),
            Op::I32Load { memarg } => {
                let at = numbers[0] as u32 + memarg.offset as u32;
                Some(Const::I32(self.memory.get(&at).copied().unwrap_or(0)))
            }
            Op::I32Store { memarg } => {
                self.seen.events.push(format!("store {numbers:?}"));
                self.memory.insert(numbers[0] as u32 + memarg.offset as u32, numbers[1]);
                None
            }
            Op::Call { function_index } => {
                self.seen.events.push(format!("call {function_index} {numbers:?}"));
                let calls = self.seen.events.len() as i32;
                let sum = numbers.iter().fold(calls, |sum, n| sum.wrapping_mul(31) ^ n);
                Some(Const::I32(if *function_index == 0 { numbers[0] } else { sum }))
            }
            _ if is_constant(op) => Const::from_op(op),
            _ => {
                Some(evaluate(op, &args).unwrap_or_else(|| panic!("{op:?} is not for these tests")))
            }
        };
        for &output in graph.outputs(node) {
            let held = match graph.ty(output) {
                Ty::Value(ValType::I32) => Held::Value(result.unwrap_or(Const::I32(0))),
                ty => self.token(ty),
            };
            self.held.insert(output, held);
        }
        Ok(())
    }
}
