//! Thetas whose predicate is correlated with that of a gamma in their body.

use super::{Config, Pass};
use crate::rvsdg::graph::{Graph, Kind, Node, Output, Region, Ty};

/// The alternatives of a gamma that are taken when the enclosing loop exits and when it repeats, in
/// this order, if each of its two alternatives is taken in only one of these cases:
///
/// - the predicate of the theta is an exit variable of the gamma (or a match on one), and its results
///   in both alternatives are control constants; or
/// - both predicates are matches on one value.
///
/// All alternatives and all cases are considered: equal constants give no roles. The value must be
/// the one that the gamma branches on, not one that is used in it. `body` is the region of the theta,
/// in which the gamma is. Cost: linear in the cases.
pub fn roles(graph: &Graph, body: Region, gamma: Node) -> Option<[usize; 2]> {
    roles_of_kinds(graph, body, gamma, &Config::default())
}

/// [`roles`] by the kinds of correlation that are switched on.
fn roles_of_kinds(graph: &Graph, body: Region, gamma: Node, config: &Config) -> Option<[usize; 2]> {
    if graph.subregions(gamma).len() != 2 || graph.nodes[gamma].region != body {
        return None;
    }
    let exit = config.theta_gamma_exit.then(|| by_exit_variable(graph, body, gamma)).flatten();
    let same = || config.theta_gamma_match.then(|| by_match(graph, body, gamma)).flatten();
    let by_arm = exit.or_else(same)?;
    match by_arm {
        [0, 1] => Some([0, 1]),
        [1, 0] => Some([1, 0]),
        _ => None,
    }
}

/// The control value of the theta's predicate for each alternative, where it is an exit variable.
fn by_exit_variable(graph: &Graph, body: Region, gamma: Node) -> Option<[u32; 2]> {
    let predicate = graph.result(body, 0);
    let (variable, cases) = match graph.kind_of(predicate) {
        Some(Kind::Match(cases)) => (graph.origin(graph.node_of(predicate)?, 0), Some(cases)),
        _ => (predicate, None),
    };
    if graph.ty(variable) != Ty::Control || graph.node_of(variable) != Some(gamma) {
        return None;
    }
    let n = graph.outputs(gamma).iter().position(|&output| output == variable)?;
    let constant = |arm: Region| match graph.kind_of(graph.result(arm, n)) {
        Some(&Kind::Control(number)) => Some(cases.map_or(number, |cases| cases.of(number))),
        _ => None,
    };
    let arms = graph.subregions(gamma);
    Some([constant(arms[0])?, constant(arms[1])?])
}

/// The control value of the theta's predicate for each alternative, where both predicates are matches on one value.
fn by_match(graph: &Graph, body: Region, gamma: Node) -> Option<[u32; 2]> {
    let (of_theta, of_gamma) = (graph.result(body, 0), graph.origin(gamma, 0));
    let (Some(Kind::Match(repeats)), Some(Kind::Match(arm_of))) =
        (graph.kind_of(of_theta), graph.kind_of(of_gamma))
    else {
        return None;
    };
    let value = |output: Output| Some(graph.origin(graph.node_of(output)?, 0));
    if value(of_theta) != value(of_gamma) {
        return None;
    }
    let by_arm = arm_of.implies(repeats);
    let of = |arm: u32| by_arm.get(&arm).copied().flatten();
    Some([of(0)?, of(1)?])
}

impl Pass<'_> {
    /// Post values that are exit variables of a gamma with a correlated predicate.
    pub(super) fn correlated(&mut self, theta: Node, body: Region) {
        for n in 0..self.graph.outputs(theta).len() {
            let arg = self.graph.args(body)[n];
            if !matches!(self.graph.ty(arg), Ty::Value(_)) {
                continue;
            }
            let output_is_dead = self.graph.is_unused(self.graph.outputs(theta)[n]);
            let pre_is_dead = self.graph.is_unused(arg);
            if output_is_dead == pre_is_dead && !invar_ir::mutant!(GraphCorrelatedBothNeeded) {
                // Both values are used, or the variable is dead.
                continue;
            }
            let post = self.graph.result(body, n + 1);
            let crate::Def::Node(gamma, var) = self.graph.outputs[post].def else { continue };
            if !matches!(self.graph.nodes[gamma].kind, Kind::Gamma(_)) {
                continue;
            }
            let Some([leaves, repeats]) = roles_of_kinds(self.graph, body, gamma, self.config)
            else {
                continue;
            };
            let arms = self.graph.subregions(gamma);
            let arm = arms[if output_is_dead { repeats } else { leaves }];
            let origin = self.graph.result(arm, var as usize);
            if !self.is_before(origin, gamma) || !self.fuel.take() {
                continue;
            }
            let result = self.graph.results(body)[n + 1];
            self.graph.divert(result, origin);
            self.enqueue(theta);
            self.unused(post);
            let (unused, when) = if output_is_dead {
                self.done.dead_output += 1;
                ("after the loop", "repeats")
            } else {
                self.done.dead_pre += 1;
                ("in the next iteration", "ends")
            };
            self.applied(theta, "redirects the next value of a loop variable", |graph| {
                let (arm, origin) = (graph.region_text(arm), graph.output_text(origin));
                format!(
                    "variable {n} is not used {unused}, and is {origin} if the loop {when}: \
                     {arm} is taken exactly then"
                )
            });
        }
    }
}
