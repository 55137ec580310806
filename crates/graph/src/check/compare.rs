//! Redirected edges, and the comparison of their origins while a graph is executed.

use super::answers::Held;
use crate::rvsdg::graph::{Def, Graph, Input, Kind, Node, Output, Region, User};
use cranelift_entity::EntityRef;
use invar_ir::rules::{Const, evaluate};
use rustc_hash::{FxHashMap, FxHashSet};

/// After how many comparisons of each edge no more runs are made.
const ENOUGH: u32 = 16;

/// What an edge was redirected around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// From an exit variable of a gamma.
    Gamma,
    /// From a loop variable, in the loop or after it.
    Theta,
    /// From a result of a call.
    Call,
    /// A post value of which only what repeats, or only what leaves, is used.
    Post,
    /// A post value of a loop variable that nothing uses any more: there is nothing to compare.
    Unused,
}

/// A redirected edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Redirect {
    /// The edge.
    pub input: Input,
    /// Its origin before.
    pub from: Output,
    /// Its origin after.
    pub to: Output,
    /// What lies between the two.
    pub way: Way,
}

/// What came of the comparisons for a redirected edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The edge.
    pub redirect: Redirect,
    /// How often both origins held something, and it was the same.
    pub times: u32,
    /// How often one of them was undefined, which agrees with anything.
    pub undefined: u32,
    /// What they held, and in which run, where it was not.
    pub disagrees: Option<String>,
}

impl Checked {
    /// Whether another run would tell nothing new.
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

/// The argument and the output of the loop variable that an edge is the post value of.
fn post_value(graph: &Graph, input: Input) -> Option<(Output, Output)> {
    let User::Result(body, n) = graph.inputs[input].user else { return None };
    let theta = graph.regions[body].parent.expand()?;
    let n = (n as usize).checked_sub(1)?;
    matches!(graph.nodes[theta].kind, Kind::Theta(_))
        .then(|| (graph.args(body)[n], graph.outputs(theta)[n]))
}

/// The comparisons that are made in one graph.
pub(super) struct Checks<'a> {
    before: &'a Graph,
    after: &'a Graph,
    pub(super) list: Vec<Checked>,
    at: FxHashMap<Input, usize>,
    /// The nodes that edges were redirected around: calls of which the callee must be executed.
    pub(super) nodes: FxHashSet<Node>,
    /// The regions that some run came to.
    entered: FxHashSet<Region>,
    pub(super) run: u32,
    /// Whether this run came to something new.
    pub(super) is_new: bool,
}

/// How many new nodes are evaluated one in the other.
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

    /// Compares what the origins of an edge hold, now that it is used. `repeats` tells of a post
    /// value whether the loop does.
    pub(super) fn compare(
        &mut self,
        input: Input,
        repeats: Option<bool>,
        old: Held,
        get: &dyn Fn(Output) -> Option<Held>,
    ) {
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

    /// What an output of the graph after holds. One that is there before holds the same; else it
    /// is one of a new node, on constants.
    fn new_origin(
        &self,
        output: Output,
        get: &dyn Fn(Output) -> Option<Held>,
        depth: u32,
    ) -> Option<Held> {
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
