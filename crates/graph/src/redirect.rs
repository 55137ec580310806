//! Invariant value redirection: users of a value that passes through a gamma, theta or call unchanged
//! are diverted to the value that goes in.
//!
//! After the pass of that name in jlm (*InvariantValueRedirection*; Reissmann, Meyer, Bahmann and
//! Själander, TECS 2020). In this open graph there are no entry variables, so:
//!
//! - *gamma*: an exit variable whose results in all alternatives have one origin, defined before the
//!   gamma, is replaced by that origin. An undefined result agrees with any other, and so does a
//!   constant that the origin is in that alternative, since it is taken (`implied.rs`): other passes
//!   write `x` as 0 where `x == 0`. A result that is one constant in all alternatives is that
//!   constant. Where the results in the two alternatives of a condition are the constants 0 and 1,
//!   the variable is the condition.
//! - *theta*: a loop variable whose post value is its argument, or its pre value, is invariant and is
//!   replaced by the pre value; one whose post value is defined before the loop has that value after
//!   the loop.
//! - *theta and gamma with correlated predicates*: where one alternative of a gamma in the body is
//!   taken exactly when the loop repeats ([`roles`]), and a post value is an exit variable of the
//!   gamma: if the value after the loop is dead, the post value is the result of the repeating
//!   alternative; if the value in the next iteration is dead, that of the other alternative. Only
//!   values that are defined before the gamma are taken.
//! - *call*: a result that is always one of the callee's parameters is replaced by the argument.
//!   Direct calls of functions that are not recursive, callees before callers ([`Summaries`]), also
//!   through tail calls of the callee. The call itself stays.
//!
//! The order edge is redirected around a gamma only if no alternative changes it, and around a theta
//! only if its body does not change it and it is finite ([`invar_analysis::Termination`]). Memory states
//! follow the order edge: they are not redirected around nodes that may trap, not terminate, or have
//! effects. Values are.
//!
//! A worklist visits inner nodes first, and visits a node again when one of its operands or uses
//! has changed, so a run reaches a fixpoint. Cost: linear in the graph and in the changes. Dead nodes
//! can block redirection: alternate with [`remove_dead`](crate::nodes::dead::remove_dead).

mod correlate;
mod implied;
mod kinds;

use crate::describe;
use crate::rvsdg::dispatch::computable_before;
use crate::rvsdg::graph::{Cases, Graph, Kind, Node, Output, Region, Ty, User};
use cranelift_entity::SecondaryMap;
use invar_analysis::{Fuel, RemarkKind, Remarks, Summaries, Summary};
use invar_ir::{Effects, Func, Op, ValType};
use invar_rules::{Compare, Const, ValueFacts};
use std::collections::VecDeque;

pub use correlate::roles;
use implied::implied;
pub use kinds::{Config, RedirectionKind};

invar_analysis::counters! {
    /// What was redirected.
    pub struct Redirected {
        /// Exit variables of gammas.
        gamma = "redirect.gamma",
        /// Of these, exit variables that are constants in some alternatives.
        implied = "redirect.gamma.implied",
        /// Loop variables.
        theta = "redirect.theta",
        /// Orders and states of finite thetas. (Not an improvement by itself.)
        finite: Observed = "found.theta.finite",
        /// Results of calls.
        call = "redirect.call",
        /// Post values of correlated thetas, where the value after the loop is dead.
        dead_output = "redirect.theta_gamma.dead_output",
        /// Post values of correlated thetas, where the value in the next iteration is dead.
        dead_pre = "redirect.theta_gamma.dead_pre",
    }
}

/// The summary, for callers, of a function that has this graph and these effects, from those of its
/// callees. Cost: linear.
pub fn summarize(graph: &Graph, effects: Effects, summaries: &Summaries) -> Summary {
    let result_params = passed_through(graph, summaries).unwrap_or_default();
    Summary { result_params, effects, ..Summary::default() }
}

/// For each result, the parameter that it always is: where the function returns, and where it ends
/// in a tail call, whose results are its results, too, and have no edges in the graph. `None` if the
/// callee of such a call is not known to pass anything through.
fn passed_through(graph: &Graph, summaries: &Summaries) -> Option<Vec<Option<u32>>> {
    let param = |output: Output| match graph.outputs[output].def {
        crate::Def::Argument(region, param) if region == graph.root && param < graph.params => {
            Some(param)
        }
        _ => None,
    };
    // The parameter that a result is, for each way out of the function.
    let count = graph.results as usize;
    let mut ways: Vec<Vec<Option<u32>>> = vec![Vec::new(); count];
    for (n, ways) in ways.iter_mut().enumerate() {
        let origin = graph.result(graph.root, n);
        // The result is undefined if the function never returns itself.
        if !matches!(graph.kind_of(origin), Some(Kind::Undef)) {
            ways.push(param(origin));
        }
    }
    for (node, data) in &graph.nodes {
        let Kind::Op(op) = &data.kind else { continue };
        if !op.is_tail_call() || invar_ir::mutant!(GraphTailCallPasses) {
            continue;
        }
        let Op::ReturnCall { function_index } = *op else { return None };
        let callee = summaries.get(Func::from_u32(function_index))?;
        let args = graph.operands(node);
        for (n, ways) in ways.iter_mut().enumerate() {
            let passed = callee.result_params.get(n).copied().flatten();
            let arg = passed.and_then(|passed| args.get(passed as usize));
            ways.push(arg.and_then(|&arg| param(arg)));
        }
    }
    let agreed = |ways: Vec<Option<u32>>| {
        let first = ways.first().copied().flatten()?;
        ways.iter().all(|&way| way == Some(first)).then_some(first)
    };
    Some(ways.into_iter().map(agreed).collect())
}

/// What remarks call the replacement of an exit variable.
const OF_CONDITIONAL: &str = "redirects a result of a conditional";

/// Redirects until nothing changes. Cost: linear in the graph and in what changes.
pub fn run(
    graph: &mut Graph,
    config: &Config,
    summaries: &Summaries,
    fuel: &Fuel,
    remarks: &mut Remarks,
) -> Redirected {
    let mut pass = Pass {
        graph,
        config,
        fuel,
        remarks,
        queue: VecDeque::new(),
        queued: SecondaryMap::new(),
        done: Redirected::default(),
    };
    let mut regions = vec![pass.graph.root];
    let mut compound = Vec::new();
    let mut calls = Vec::new();
    while let Some(region) = regions.pop() {
        for node in pass.graph.nodes(region) {
            if let Kind::Op(Op::Call { function_index }) = pass.graph.nodes[node].kind {
                calls.push((node, Func::from_u32(function_index)));
            }
            if !pass.graph.subregions(node).is_empty() {
                compound.push(node);
                regions.extend(pass.graph.subregions(node));
            }
        }
    }
    if config.call {
        for (node, callee) in calls {
            if let Some(summary) = summaries.get(callee) {
                pass.call(node, summary);
            }
        }
    }
    // Inner nodes before outer ones. Within a region in order: a value that passes through many nodes collects its
    // users at the first of them, and each user changes once.
    let depth = |node: &Node| pass.graph.regions[pass.graph.nodes[*node].region].depth;
    compound.sort_by_key(|node| std::cmp::Reverse(depth(node)));
    compound.into_iter().for_each(|node| pass.enqueue(node));
    while let Some(node) = pass.queue.pop_front() {
        pass.queued[node] = false;
        match pass.graph.nodes[node].kind {
            Kind::Gamma(_) => pass.gamma(node),
            Kind::Theta(body) => pass.theta(node, body),
            _ => {}
        }
    }
    pass.done
}

struct Pass<'a> {
    graph: &'a mut Graph,
    config: &'a Config,
    fuel: &'a Fuel,
    remarks: &'a mut Remarks,
    queue: VecDeque<Node>,
    queued: SecondaryMap<Node, bool>,
    done: Redirected,
}

impl Pass<'_> {
    fn enqueue(&mut self, node: Node) {
        if !std::mem::replace(&mut self.queued[node], true) {
            self.queue.push_back(node);
        }
    }

    /// Whether a value that is visible in a node's regions is defined before the node.
    fn is_before(&self, output: Output, node: Node) -> bool {
        // The value is defined in an enclosing region or in the node; enclosing regions are less deep.
        let graph = &self.graph;
        let made = graph.region_of(output);
        graph.regions[made].depth <= graph.regions[graph.nodes[node].region].depth
            && graph.node_of(output) != Some(node)
    }

    /// Replaces all uses of one value by another. Returns whether there was a use, and fuel.
    fn redirect(&mut self, from: Output, to: Output) -> bool {
        if from == to || self.graph.is_unused(from) || !self.fuel.take() {
            return false;
        }
        // A value that passes through a user of this one may now be invariant.
        let users: Vec<User> =
            self.graph.uses(from).map(|input| self.graph.inputs[input].user).collect();
        for user in users {
            match user {
                User::Result(region, _) => {
                    if let Some(parent) = self.graph.regions[region].parent.expand() {
                        self.enqueue(parent);
                    }
                }
                User::Node(node, _) if matches!(self.graph.nodes[node].kind, Kind::Theta(_)) => {
                    self.enqueue(node);
                }
                User::Node(..) => {}
            }
        }
        self.graph.divert_uses(from, to);
        self.unused(from);
        true
    }

    /// Records the remark on a change at a node.
    fn applied(&mut self, node: Node, what: &'static str, why: impl FnOnce(&Graph) -> String) {
        if self.remarks.enabled() {
            let (graph, loc) = (&*self.graph, self.graph.place(node));
            self.remarks.record("graph", RemarkKind::Applied, loc, what, || why(graph));
        }
    }

    /// A value has lost its users: the gamma or theta whose variable it is may have a dead one now.
    fn unused(&mut self, output: Output) {
        match self.graph.outputs[output].def {
            crate::Def::Node(node, _) if !self.graph.subregions(node).is_empty() => {
                self.enqueue(node);
            }
            crate::Def::Argument(region, _) => {
                if let Some(parent) = self.graph.regions[region].parent.expand() {
                    self.enqueue(parent);
                }
            }
            crate::Def::Node(..) => {}
        }
    }

    /// Results that are parameters of the callee.
    fn call(&mut self, node: Node, summary: &Summary) {
        let is_value = |output: &Output| matches!(self.graph.ty(*output), Ty::Value(_));
        let args: Vec<Output> = self.graph.origins(node).filter(is_value).collect();
        let results: Vec<Output> =
            self.graph.outputs(node).iter().copied().filter(is_value).collect();
        if results.len() != summary.result_params.len() {
            return;
        }
        for (result, &param) in results.into_iter().zip(&summary.result_params) {
            let Some(param) = param else { continue };
            if let Some(&arg) = args.get(param as usize)
                && self.redirect(result, arg)
            {
                self.done.call += 1;
                self.applied(node, "redirects a result of a call", |graph| {
                    let (call, arg) = (graph.node_text(node), graph.output_text(arg));
                    format!("{call} always returns its argument {param}, which is {arg}")
                });
            }
        }
    }

    fn gamma(&mut self, node: Node) {
        if !self.config.gamma {
            return;
        }
        let outputs = self.graph.outputs(node).to_vec();
        // Whether the order passes through unchanged.
        let mut is_quiet = true;
        for order in [true, false] {
            for (n, &output) in outputs.iter().enumerate() {
                let ty = self.graph.ty(output);
                if (ty == Ty::Order) != order {
                    continue;
                }
                let origin = self.common_origin(node, n);
                if let Some(origin) = origin.filter(|_| !matches!(ty, Ty::State(_)) || is_quiet) {
                    if self.redirect(output, origin) {
                        self.done.gamma += 1;
                        self.applied(node, OF_CONDITIONAL, |graph| {
                            let (result, origin) =
                                (describe::result_text(n, ty), graph.output_text(origin));
                            format!("{result} is {origin} in each alternative")
                        });
                    }
                } else if ty == Ty::Order {
                    is_quiet = false;
                } else if matches!(ty, Ty::Value(_)) {
                    self.with_constants(node, n, output);
                }
            }
        }
    }

    /// The one origin, defined before a gamma, that a result has in all alternatives.
    fn common_origin(&self, node: Node, n: usize) -> Option<Output> {
        let mut common = None;
        for &arm in self.graph.subregions(node) {
            let origin = self.graph.result(arm, n);
            if matches!(self.graph.kind_of(origin), Some(Kind::Undef)) {
                continue;
            }
            if *common.get_or_insert(origin) != origin && !invar_ir::mutant!(GraphOriginOfOneArm) {
                return None;
            }
        }
        common.filter(|&origin| self.is_before(origin, node))
    }

    /// An exit variable that is a constant in some alternatives.
    fn with_constants(&mut self, node: Node, n: usize, output: Output) {
        if !self.config.gamma_constant {
            return self.condition(node, n, output);
        }
        let graph = &*self.graph;
        let arms = graph.subregions(node);
        let constant = |arm: &Region| graph.constant(graph.result(*arm, n));
        if graph.is_unused(output) || !arms.iter().any(|arm| constant(arm).is_some()) {
            return;
        }
        let is_undefined =
            |arm: &Region| matches!(graph.kind_of(graph.result(*arm, n)), Some(Kind::Undef));
        let defined = || arms.iter().filter(|arm| !is_undefined(arm));
        let Some(varying) = defined().find(|arm| constant(arm).is_none()) else {
            let first = constant(defined().next().expect("a constant is defined"));
            let one = first.filter(|_| defined().all(|arm| constant(arm) == first));
            match one {
                Some(one) => self.one_constant(node, n, output, one),
                None => self.condition(node, n, output),
            }
            return;
        };
        let origin = graph.result(*varying, n);
        let agrees = |arm: &Region| match constant(arm) {
            Some(known) => implied(graph, *arm).contains(&(origin, known)),
            None => graph.result(*arm, n) == origin,
        };
        if self.is_before(origin, node) && defined().all(agrees) && self.redirect(output, origin) {
            self.done.gamma += 1;
            self.done.implied += 1;
            self.applied(node, OF_CONDITIONAL, |graph| {
                let origin = graph.output_text(origin);
                format!(
                    "result {n} is {origin} in each alternative, or the constant that it is there"
                )
            });
        }
    }

    /// An exit variable that is the same constant in all alternatives.
    fn one_constant(&mut self, node: Node, n: usize, output: Output, constant: Const) {
        if !self.fuel.take() {
            return;
        }
        let (ty, loc) = (self.graph.ty(output), self.graph.nodes[node].loc);
        let before = computable_before(self.graph, node);
        let made = self.graph.add_node_before(before, Kind::Op(constant.to_op()), &[], &[ty], loc);
        let made = self.graph.outputs(made)[0];
        if self.redirect(output, made) {
            self.done.gamma += 1;
            self.applied(node, OF_CONDITIONAL, |graph| {
                let made = graph.output_text(made);
                format!("result {n} is {made} in each alternative")
            });
        }
    }

    /// An exit variable that is 0 and 1 in the alternatives of a condition.
    fn condition(&mut self, node: Node, n: usize, output: Output) {
        let graph = &self.graph;
        let &[zero, one] = graph.subregions(node) else { return };
        let constant = |arm: Region| match graph.kind_of(graph.result(arm, n)) {
            Some(&Kind::Op(Op::I32Const { value })) => Some(value),
            _ => None,
        };
        if graph.ty(output) != Ty::Value(ValType::I32) {
            return;
        }
        let predicate = graph.origin(node, 0);
        let Some(Kind::Match(cases)) = graph.kind_of(predicate) else { return };
        let value = graph.origin(graph.node_of(predicate).expect("a match is a node"), 0);
        if graph.ty(value) != Ty::Value(ValType::I32) || graph.is_unused(output) {
            return;
        }
        let (if_zero, if_one) = match (&**cases, constant(zero), constant(one)) {
            (Cases { cases, default: 1, .. }, Some(a), Some(b)) if cases[..] == [(0, 0)] => (a, b),
            (Cases { cases, default: 0, .. }, Some(a), Some(b)) if cases[..] == [(0, 1)] => (b, a),
            _ => return,
        };
        let loc = graph.nodes[node].loc;
        let negated = match (if_zero, if_one) {
            (0, 1) if invar_ir::mutant!(GraphConditionNotBoolean) || self.is_boolean(value) => {
                if self.redirect(output, value) {
                    self.replaced_by_condition(node, n, value);
                }
                return;
            }
            (0, 1) => false,
            (1, 0) => true,
            _ => return,
        };
        if !self.fuel.take() {
            return;
        }
        let ty = [Ty::Value(ValType::I32)];
        let made = if negated {
            self.graph.add_node_before(node, Kind::Op(Op::I32Eqz), &[value], &ty, loc)
        } else {
            let zero = Kind::Op(Op::I32Const { value: 0 });
            let zero = self.graph.add_node_before(node, zero, &[], &ty, loc);
            let zero = self.graph.outputs(zero)[0];
            self.graph.add_node_before(node, Kind::Op(Op::I32Ne), &[value, zero], &ty, loc)
        };
        let made = self.graph.outputs(made)[0];
        if self.redirect(output, made) {
            self.replaced_by_condition(node, n, made);
        }
    }

    /// Counts an exit variable that was replaced by the condition.
    fn replaced_by_condition(&mut self, node: Node, n: usize, value: Output) {
        self.done.gamma += 1;
        self.applied(node, OF_CONDITIONAL, |graph| {
            let value = graph.output_text(value);
            format!("result {n}, 1 in one alternative and 0 in the other, is {value}")
        });
    }

    /// Whether a value is 0 or 1.
    fn is_boolean(&self, value: Output) -> bool {
        match self.graph.kind_of(value) {
            Some(Kind::Op(op)) => {
                Compare::of(op).is_some()
                    || matches!(op, Op::I32Eqz | Op::I64Eqz)
                    || matches!(Const::from_op(op), Some(Const::I32(0 | 1)))
            }
            _ => false,
        }
    }

    fn theta(&mut self, node: Node, body: Region) {
        self.correlated(node, body);
        if self.config.theta_finite {
            self.finite(node, body);
        }
        if !self.config.theta {
            return;
        }
        for n in 0..self.graph.outputs(node).len() {
            let (arg, output) = (self.graph.args(body)[n], self.graph.outputs(node)[n]);
            if !matches!(self.graph.ty(arg), Ty::Value(_) | Ty::Control) {
                continue;
            }
            let (pre, post) = (self.graph.origin(node, n), self.graph.result(body, n + 1));
            if post == arg || post == pre {
                let inside = self.redirect(arg, pre);
                let outside = self.redirect(output, pre);
                if inside || outside {
                    self.done.theta += 1;
                    self.applied(node, "redirects a loop variable", |graph| {
                        format!("variable {n} is {} in each iteration", graph.output_text(pre))
                    });
                }
            } else if self.is_before(post, node) && self.redirect(output, post) {
                self.done.theta += 1;
                self.applied(
                    node,
                    "redirects the value of a loop variable after the loop",
                    |graph| {
                        let post = graph.output_text(post);
                        format!("each iteration gives variable {n} the value {post}")
                    },
                );
            }
        }
    }

    /// The order edge, and states, that pass through a finite theta unchanged: without live values it is dead.
    fn finite(&mut self, node: Node, body: Region) {
        if !self.graph.nodes[node].finite && !invar_ir::mutant!(GraphEndlessThetaSkipped) {
            return;
        }
        let vars = 0..self.graph.outputs(node).len();
        let is_unchanged =
            |graph: &Graph, n: usize| graph.result(body, n + 1) == graph.args(body)[n];
        let ty = |graph: &Graph, n: usize| graph.ty(graph.args(body)[n]);
        let is_quiet =
            vars.clone().all(|n| ty(self.graph, n) != Ty::Order || is_unchanged(self.graph, n));
        for n in vars.filter(|_| is_quiet) {
            if !matches!(ty(self.graph, n), Ty::Order | Ty::State(_))
                || !is_unchanged(self.graph, n)
            {
                continue;
            }
            let (arg, output) = (self.graph.args(body)[n], self.graph.outputs(node)[n]);
            let pre = self.graph.origin(node, n);
            let inside = self.redirect(arg, pre);
            if self.redirect(output, pre) || inside {
                self.done.finite += 1;
            }
        }
    }
}
