//! Redirected edges, and the comparison of their origins while a graph is executed.

use super::walk::Get;
use crate::held::Held;
use cranelift_entity::EntityRef;
use invar_graph::{Def, Graph, Input, Kind, Node, Output, Region, User};
use invar_rules::{Const, evaluate};
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of comparisons of an edge after which it is settled.
const ENOUGH: u32 = 16;

/// The kind of a redirection: what the value passes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A gamma: from an exit variable.
    Gamma,
    /// A theta: from a loop variable, in the loop or after it.
    Theta,
    /// A call: from a result.
    Call,
    /// A post value that is used only when the loop repeats, or only when it exits.
    Post,
    /// A post value of a loop variable that is unused: there is nothing to compare.
    Unused,
}

/// A redirected edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Redirect {
    /// The edge.
    pub input: Input,
    /// The edge's origin before.
    pub from: Output,
    /// The edge's origin after.
    pub to: Output,
    /// The kind of the redirection.
    pub way: Way,
}

/// The outcome of the comparisons for a redirected edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The edge.
    pub redirect: Redirect,
    /// How often both origins had values, and they were equal.
    pub times: u32,
    /// How often one of them was undefined, which agrees with anything.
    pub undefined: u32,
    /// The values that differed, and in which run.
    pub disagrees: Option<String>,
}

impl Checked {
    /// Whether no further run is needed.
    pub(super) fn is_settled(&self) -> bool {
        let is_unused = self.redirect.way == Way::Unused;
        is_unused || self.times >= ENOUGH || self.disagrees.is_some()
    }
}

/// The edges that a pass redirected. Cost: linear.
pub fn redirects(before: &Graph, after: &Graph) -> Vec<Redirect> {
    let edges = before.inputs.iter().map(|(input, data)| (input, data.origin));
    let changed = edges.map(|(input, from)| (input, from, after.inputs[input].origin));
    let changed = changed.filter(|&(_, from, to)| from != to);
    changed
        .map(|(input, from, to)| Redirect { input, from, to, way: way(after, input, from) })
        .collect()
}

fn way(after: &Graph, input: Input, from: Output) -> Way {
    let is_used = |(arg, output)| (!after.is_unused(arg), !after.is_unused(output));
    match (after.kind_of(from), post_value(after, input).map(is_used)) {
        (_, Some((false, false))) => Way::Unused,
        (Some(Kind::Gamma(_)), Some((false, true) | (true, false))) => Way::Post,
        (Some(Kind::Gamma(_)), _) => Way::Gamma,
        (Some(Kind::Op(_)), _) => Way::Call,
        _ => Way::Theta,
    }
}

/// The argument and the output of the loop variable whose post value an edge is.
fn post_value(graph: &Graph, input: Input) -> Option<(Output, Output)> {
    let User::Result(body, n) = graph.inputs[input].user else { return None };
    let theta = graph.regions[body].parent.expand()?;
    let n = (n as usize).checked_sub(1)?;
    matches!(graph.nodes[theta].kind, Kind::Theta(_))
        .then(|| (graph.args(body)[n], graph.outputs(theta)[n]))
}

/// The comparisons in one graph.
pub(super) struct Checks<'a> {
    before: &'a Graph,
    after: &'a Graph,
    pub(super) list: Vec<Checked>,
    at: FxHashMap<Input, usize>,
    /// The nodes that redirected values pass through: callees of such calls must be executed.
    pub(super) nodes: FxHashSet<Node>,
    /// The regions that some run entered.
    entered: FxHashSet<Region>,
    pub(super) run: u32,
    /// Whether this run has new coverage.
    pub(super) is_new: bool,
}

/// The depth to which expressions of new nodes are evaluated.
const DEEPEST_NEW: u32 = 64;

impl<'a> Checks<'a> {
    pub(super) fn new(before: &'a Graph, after: &'a Graph) -> Self {
        let list: Vec<Checked> = (redirects(before, after).into_iter())
            .map(|redirect| Checked { redirect, times: 0, undefined: 0, disagrees: None })
            .collect();
        let edges = list.iter().enumerate();
        let at = edges.map(|(n, checked)| (checked.redirect.input, n)).collect();
        let nodes = list.iter().filter_map(|checked| before.node_of(checked.redirect.from));
        let (nodes, entered) = (nodes.collect(), FxHashSet::default());
        Checks { before, after, at, nodes, list, entered, run: 0, is_new: false }
    }

    pub(super) fn enter(&mut self, region: Region) {
        self.is_new |= self.entered.insert(region);
    }

    /// Compares the values of both origins of an edge when it is used. For a post value, `repeats` is
    /// whether the loop repeats.
    pub(super) fn compare(&mut self, input: Input, repeats: Option<bool>, old: Held, get: Get<'_>) {
        let Some(&n) = self.at.get(&input) else { return };
        if let Some((repeats, (arg, output))) = repeats.zip(post_value(self.after, input))
            && self.after.is_unused(if repeats { arg } else { output })
        {
            return;
        }
        let new = self.new_origin(self.list[n].redirect.to, get, DEEPEST_NEW);
        let checked = &mut self.list[n];
        match new {
            Some(new) if new == Held::Undef || old == Held::Undef => checked.undefined += 1,
            Some(new) if new == old => {
                self.is_new |= checked.times == 0;
                checked.times += 1;
            }
            new => {
                let new = new.map_or("nothing".to_owned(), |new| format!("{new:?}"));
                let text = || format!("run {}: held {old:?}, now {new}", self.run);
                checked.disagrees.get_or_insert_with(text);
            }
        }
    }

    /// The value of an output of the graph after. If the graph before has it, too, it has the same
    /// value; otherwise it is that of a new node, which is evaluated.
    fn new_origin(&self, output: Output, get: Get<'_>, depth: u32) -> Option<Held> {
        if output.index() < self.before.outputs.len() {
            return get(output);
        }
        let Def::Node(node, 0) = self.after.outputs[output].def else { return None };
        let Kind::Op(op) = &self.after.nodes[node].kind else { return None };
        let depth = depth.checked_sub(1)?;
        let mut args: Vec<Const> = Vec::new();
        for origin in self.after.origins(node) {
            match self.new_origin(origin, get, depth)? {
                Held::Value(value) => args.push(value),
                Held::Undef => return Some(Held::Undef),
                _ => return None,
            }
        }
        evaluate(op, &args).map(Held::Value)
    }
}
