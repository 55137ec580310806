//! Building and changing a graph: nodes, regions, edges, exit and loop variables.
//!
//! Each method keeps the use lists and the order of the nodes in their region up to date.

use super::{
    Def, Graph, Input, InputData, Kind, Node, NodeData, Output, OutputData, Region, RegionData, Ty,
    User,
};
use cranelift_entity::EntityList;
use invar_ir::SourceLoc;

impl Graph {
    fn add_output(&mut self, ty: Ty, def: Def) -> Output {
        self.outputs.push(OutputData { ty, def, first: None.into() })
    }

    fn add_input(&mut self, origin: Output, user: User) -> Input {
        let input =
            self.inputs.push(InputData { origin, user, next: None.into(), prev: None.into() });
        self.link(input, origin);
        input
    }

    fn link(&mut self, input: Input, origin: Output) {
        let first = std::mem::replace(&mut self.outputs[origin].first, input.into());
        if let Some(first) = first.expand() {
            self.inputs[first].prev = input.into();
        }
        let data = &mut self.inputs[input];
        (data.origin, data.next, data.prev) = (origin, first, None.into());
    }

    fn unlink(&mut self, input: Input) {
        let InputData { origin, next, prev, .. } = self.inputs[input];
        match prev.expand() {
            Some(prev) => self.inputs[prev].next = next,
            None => self.outputs[origin].first = next,
        }
        if let Some(next) = next.expand() {
            self.inputs[next].prev = prev;
        }
    }

    /// A new region in `outer`, with the same frequency, for a node that is added later (see
    /// [`Graph::add_node`]).
    pub fn add_region(&mut self, outer: Region) -> Region {
        let RegionData { depth, frequency, .. } = self.regions[outer];
        self.regions.push(RegionData::new(depth + 1, frequency))
    }

    /// A new argument of a region.
    pub fn add_arg(&mut self, region: Region, ty: Ty) -> Output {
        let n = self.args(region).len() as u32;
        let arg = self.add_output(ty, Def::Argument(region, n));
        self.regions[region].args.push(arg, &mut self.output_lists);
        arg
    }

    /// A new result of a region.
    pub fn add_result(&mut self, region: Region, origin: Output) -> Input {
        let n = self.results(region).len() as u32;
        let input = self.add_input(origin, User::Result(region, n));
        self.regions[region].results.push(input, &mut self.input_lists);
        input
    }

    /// A new node at the end of a region. It becomes the parent of its regions.
    pub fn add_node(
        &mut self,
        region: Region,
        kind: Kind,
        origins: &[Output],
        results: &[Ty],
        loc: SourceLoc,
    ) -> Node {
        let node = self.make_node(region, kind, origins, results, loc);
        let last = std::mem::replace(&mut self.regions[region].last, node.into());
        self.nodes[node].prev = last;
        match last.expand() {
            Some(last) => self.nodes[last].next = node.into(),
            None => self.regions[region].first = node.into(),
        }
        node
    }

    /// A new node right before another one, in its region.
    pub fn add_node_before(
        &mut self,
        before: Node,
        kind: Kind,
        origins: &[Output],
        results: &[Ty],
        loc: SourceLoc,
    ) -> Node {
        let region = self.nodes[before].region;
        let node = self.make_node(region, kind, origins, results, loc);
        let prev = std::mem::replace(&mut self.nodes[before].prev, node.into());
        (self.nodes[node].prev, self.nodes[node].next) = (prev, before.into());
        match prev.expand() {
            Some(prev) => self.nodes[prev].next = node.into(),
            None => self.regions[region].first = node.into(),
        }
        node
    }

    fn make_node(
        &mut self,
        region: Region,
        kind: Kind,
        origins: &[Output],
        results: &[Ty],
        loc: SourceLoc,
    ) -> Node {
        let node = self.nodes.push(NodeData {
            kind,
            region,
            loc,
            joins: false,
            finite: false,
            inputs: EntityList::new(),
            outputs: EntityList::new(),
            next: None.into(),
            prev: None.into(),
        });
        for n in 0..self.subregions(node).len() {
            let held = self.subregions(node)[n];
            self.regions[held].parent = node.into();
        }
        for &origin in origins {
            self.push_input(node, origin);
        }
        for &ty in results {
            self.push_output(node, ty);
        }
        node
    }

    /// A further input of a node, its last one.
    pub fn add_operand(&mut self, node: Node, origin: Output) -> Input {
        self.push_input(node, origin)
    }

    fn push_input(&mut self, node: Node, origin: Output) -> Input {
        let n = self.inputs(node).len() as u32;
        let input = self.add_input(origin, User::Node(node, n));
        self.nodes[node].inputs.push(input, &mut self.input_lists);
        input
    }

    fn push_output(&mut self, node: Node, ty: Ty) -> Output {
        let n = self.outputs(node).len() as u32;
        let output = self.add_output(ty, Def::Node(node, n));
        self.nodes[node].outputs.push(output, &mut self.output_lists);
        output
    }

    /// A new exit variable of a gamma; `origins` has its result in each alternative.
    pub fn add_exit_var(&mut self, gamma: Node, ty: Ty, origins: &[Output]) -> Output {
        for (n, &origin) in origins.iter().enumerate() {
            let arm = self.subregions(gamma)[n];
            self.add_result(arm, origin);
        }
        self.push_output(gamma, ty)
    }

    /// The body's argument of a new loop variable of a theta. Its post value is added by
    /// [`Graph::add_post`], for all loop variables in order.
    pub fn add_loop_var(&mut self, theta: Node, pre: Output, ty: Ty) -> Output {
        let body = self.subregions(theta)[0];
        self.push_input(theta, pre);
        self.add_arg(body, ty)
    }

    /// Adds the post value of the next loop variable; gives its value after the loop.
    pub fn add_post(&mut self, theta: Node, post: Output) -> Output {
        let body = self.subregions(theta)[0];
        let arg = self.args(body)[self.outputs(theta).len()];
        self.add_result(body, post);
        self.push_output(theta, self.ty(arg))
    }

    /// Changes the origin of an edge.
    pub fn divert(&mut self, input: Input, origin: Output) {
        self.unlink(input);
        self.link(input, origin);
    }

    /// Replaces all uses of an output by uses of another. Cost: O(1) per use.
    pub fn divert_uses(&mut self, from: Output, to: Output) {
        debug_assert_ne!(from, to);
        while let Some(input) = self.outputs[from].first.expand() {
            self.divert(input, to);
        }
    }

    /// Makes these the nodes of a region, in this order, wherever they were. The regions that they
    /// left must be set, too; and after a compound node has moved, depths must be recomputed
    /// ([`Graph::renew_depths`]). Cost: linear in the nodes.
    pub fn set_nodes(&mut self, region: Region, nodes: &[Node]) {
        for (n, &node) in nodes.iter().enumerate() {
            let prev = n.checked_sub(1).map(|n| nodes[n]);
            let data = &mut self.nodes[node];
            data.region = region;
            (data.prev, data.next) = (prev.into(), nodes.get(n + 1).copied().into());
        }
        let data = &mut self.regions[region];
        (data.first, data.last) = (nodes.first().copied().into(), nodes.last().copied().into());
    }

    /// Recomputes the depths of all regions. Cost: linear.
    pub fn renew_depths(&mut self) {
        let mut work = vec![(self.root, 0)];
        while let Some((region, depth)) = work.pop() {
            self.regions[region].depth = depth;
            for node in self.nodes(region) {
                work.extend(self.subregions(node).iter().map(|&inner| (inner, depth + 1)));
            }
        }
    }

    /// Removes a node, whose outputs are unused, from its region, with its regions.
    pub fn remove_node(&mut self, node: Node) {
        debug_assert!(self.outputs(node).iter().all(|&output| self.is_unused(output)));
        let NodeData { region, next, prev, .. } = self.nodes[node];
        match prev.expand() {
            Some(prev) => self.nodes[prev].next = next,
            None => self.regions[region].first = next,
        }
        match next.expand() {
            Some(next) => self.nodes[next].prev = prev,
            None => self.regions[region].last = prev,
        }
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            for n in 0..self.inputs(node).len() {
                let input = self.inputs(node)[n];
                self.unlink(input);
            }
            self.nodes[node].inputs = EntityList::new();
            for n in 0..self.subregions(node).len() {
                let held = self.subregions(node)[n];
                for n in 0..self.results(held).len() {
                    let input = self.results(held)[n];
                    self.unlink(input);
                }
                self.regions[held].results = EntityList::new();
                work.extend(self.nodes(held));
            }
        }
    }

    /// Removes the outputs of a gamma or theta for which `keep` says no (they must be unused, and
    /// so must be the arguments of loop variables) with their results, pre and post values.
    pub fn retain_vars(&mut self, node: Node, keep: impl Fn(usize) -> bool) {
        let count = self.outputs(node).len();
        let kept: Vec<usize> = (0..count).filter(|&n| keep(n)).collect();
        if kept.len() == count {
            return;
        }
        let is_theta = matches!(self.nodes[node].kind, Kind::Theta(_));
        for n in 0..self.subregions(node).len() {
            let held = self.subregions(node)[n];
            self.retain_results(held, usize::from(is_theta), &kept);
            if is_theta {
                let args: Vec<Output> = kept.iter().map(|&n| self.args(held)[n]).collect();
                for (n, &arg) in args.iter().enumerate() {
                    self.outputs[arg].def = Def::Argument(held, n as u32);
                }
                self.regions[held].args = EntityList::from_slice(&args, &mut self.output_lists);
            }
        }
        if is_theta {
            let all = self.inputs(node).to_vec();
            let inputs: Vec<Input> = kept.iter().map(|&n| all[n]).collect();
            self.drop_others(&all, &kept, 0);
            for (n, &input) in inputs.iter().enumerate() {
                self.inputs[input].user = User::Node(node, n as u32);
            }
            self.nodes[node].inputs = EntityList::from_slice(&inputs, &mut self.input_lists);
        }
        let outputs: Vec<Output> = kept.iter().map(|&n| self.outputs(node)[n]).collect();
        for (n, &output) in outputs.iter().enumerate() {
            self.outputs[output].def = Def::Node(node, n as u32);
        }
        self.nodes[node].outputs = EntityList::from_slice(&outputs, &mut self.output_lists);
    }

    /// Keeps the first `fixed` results and, of those after them, the ones that are `kept`.
    fn retain_results(&mut self, region: Region, fixed: usize, kept: &[usize]) {
        let all = self.results(region).to_vec();
        let mut results = all[..fixed].to_vec();
        results.extend(kept.iter().map(|&n| all[fixed + n]));
        self.drop_others(&all, kept, fixed);
        for (n, &input) in results.iter().enumerate() {
            self.inputs[input].user = User::Result(region, n as u32);
        }
        self.regions[region].results = EntityList::from_slice(&results, &mut self.input_lists);
    }

    /// Unlinks the inputs past the first `fixed` that are not `kept` (which rises).
    fn drop_others(&mut self, all: &[Input], kept: &[usize], fixed: usize) {
        let mut kept = kept.iter().copied().peekable();
        for (n, &input) in all[fixed..].iter().enumerate() {
            if kept.next_if_eq(&n).is_none() {
                self.unlink(input);
            }
        }
    }
}
