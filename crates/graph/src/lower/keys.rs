//! Keys: gives an exit or loop variable that passes through several nested nodes one name, so that it is assigned
//! once, and counts the uses of each name that are not lowered yet.

use crate::rvsdg::graph::{Graph, Input, Kind, Node, Output, Region, User};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// The key of each output, and the number of uses of each key that are not lowered yet.
pub(super) struct Keys {
    key: SecondaryMap<Output, PackedOption<Output>>,
    left: SecondaryMap<Output, u32>,
}

impl Keys {
    pub fn new(graph: &Graph) -> Keys {
        let mut keys = Keys {
            key: SecondaryMap::new(),
            left: SecondaryMap::with_capacity(graph.outputs.len()),
        };
        // Outer regions first, and later nodes before earlier ones: a variable takes the name of the
        // variable that it becomes outside.
        let mut work: Vec<Region> = vec![graph.root];
        while let Some(region) = work.pop() {
            let nodes: Vec<Node> = graph.nodes(region).collect();
            for node in nodes.into_iter().rev() {
                match &graph.nodes[node].kind {
                    Kind::Gamma(gamma) => {
                        for (n, &out) in graph.outputs(node).iter().enumerate() {
                            for &arm in &gamma.arms {
                                keys.unite(graph, arm, graph.result(arm, n), out);
                            }
                        }
                        work.extend(&gamma.arms);
                    }
                    &Kind::Theta(body) => {
                        for (n, &out) in graph.outputs(node).iter().enumerate() {
                            let (arg, post) = (graph.args(body)[n], graph.result(body, n + 1));
                            if post == arg {
                                let pre = keys.of(graph.origin(node, n));
                                keys.key[arg] = pre.into();
                                keys.key[out] = pre.into();
                            } else {
                                keys.unite(graph, body, post, out);
                            }
                        }
                        work.push(body);
                    }
                    _ => {}
                }
            }
        }
        for output in graph.outputs.keys() {
            let key = keys.of(output);
            keys.left[key] += graph.uses(output).count() as u32;
        }
        keys
    }

    /// If a result of a region is just an exit or loop variable of a node in it, or of one next to the
    /// gamma whose alternative the region is, that variable gets the name of the result outside.
    fn unite(&mut self, graph: &Graph, region: Region, result: Output, outer: Output) {
        let Some(node) = graph.node_of(result) else { return };
        let parent = graph.regions[region].parent.expect("it has results");
        let compound = !graph.subregions(node).is_empty();
        let inside = graph.nodes[node].region == region;
        // Of one alternative only: two variables of one region must not have one name. The last is that
        // of the targets of a dispatch that are not ready yet.
        let beside = graph.nodes[node].region == graph.nodes[parent].region
            && matches!(graph.nodes[parent].kind, Kind::Gamma(_))
            && graph.subregions(parent).last() == Some(&region);
        // A dispatch may pass on the control value that it tests.
        let passes = |input: Input| {
            match graph.inputs[input].user {
            User::Result(at, _) => at == region,
            User::Node(user, _) if beside => {
                user == parent
                    || matches!(graph.nodes[user].kind, Kind::Match(_))
                        && graph.uses(graph.outputs(user)[0]).all(|input| {
                            matches!(graph.inputs[input].user, User::Node(at, _) if at == parent)
                        })
            }
            User::Node(..) => false,
        }
        };
        let results = || {
            let is_result = |input: &Input| matches!(graph.inputs[*input].user, User::Result(..));
            graph.uses(result).filter(is_result).count()
        };
        if compound
            && (inside || beside)
            && graph.ty(result) == graph.ty(outer)
            && graph.uses(result).take(4).all(passes)
            && graph.uses(result).nth(3).is_none()
            && results() == 1
        {
            let key = self.of(outer);
            self.key[result] = key.into();
        }
    }

    /// The key of an output.
    pub fn of(&self, output: Output) -> Output {
        self.key[output].expand().unwrap_or(output)
    }

    /// The number of uses of a key that are not lowered yet.
    pub fn left(&self, key: Output) -> u32 {
        self.left[key]
    }

    /// Notes a use of an output as lowered. The use by a match is lowered when all uses of the match are.
    pub fn used(&mut self, graph: &Graph, mut output: Output) {
        loop {
            let key = self.of(output);
            self.left[key] = self.left[key].saturating_sub(1);
            match graph.node_of(output) {
                Some(node)
                    if self.left[key] == 0 && matches!(graph.nodes[node].kind, Kind::Match(_)) =>
                {
                    output = graph.origin(node, 0);
                }
                _ => break,
            }
        }
    }
}
