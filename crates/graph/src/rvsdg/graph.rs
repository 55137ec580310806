//! The region graph of one function: a regionalized value state dependence graph (RVSDG) after
//! Reissmann, Meyer, Bahmann and Själander, *RVSDG: An intermediate representation for optimizing
//! compilers* (TECS 2020), in an open form.
//!
//! A [`Region`] holds nodes; a [`Node`] has inputs and outputs; each input has one *origin*, an
//! [`Output`] of a node or an argument of a region. Compound nodes hold regions: a *gamma* chooses
//! one of its alternatives by a control value, a *theta* is a loop that tests after its body.
//!
//! *Open* means that a region sees the values of the regions around it. A gamma's entry variable
//! and a loop variable that never changes are references to their origins: nothing is routed
//! inwards, and a nest of n levels costs n, not n². What leaves a region still leaves through its
//! results: exit variables of gammas, loop variables of thetas.
//!
//! State is typed. A function has up to [`MAX_STATES`] classes of state ([`Graph::states`], each a
//! set of alias classes) and one *order*: observable effects, traps and loops that may not end
//! consume and produce it, so that they stay as they were ordered. A read takes the state of its
//! classes and gives none; that it comes before the next write is a *soft* edge, which follows
//! from the use list of the state ([`Graph::anti_dependences`]) and keeps nothing alive.
//!
//! The nodes of a region are linked in an order in which they could be executed. Nothing but the
//! edges is to be read from it; it is a witness that such an order exists, so that lowering need
//! not search one. Passes keep it: they put new nodes before their first user, and redirect uses
//! only to what comes earlier.
//!
//! Everything lies in arenas and is named by `u32` handles; uses are linked through the inputs, so
//! that diverting one is O(1). Handles are never reused.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, ListPool, PrimaryMap};
use invar_ir::{ClassSet, Context, ContextData, Op, SourceLoc, TypeId, ValType};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

invar_ir::handles! {
    /// A node.
    Node = "n";
    /// A region.
    Region = "r";
    /// What an edge comes from: an output of a node or an argument of a region.
    Output = "o";
    /// What an edge goes to: an input of a node or a result of a region.
    Input = "use";
}

/// How many classes of state are told apart in one function; the rest share one of them.
pub const MAX_STATES: usize = 12;

/// The type of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// A WebAssembly value.
    Value(ValType),
    /// Control: which way to go.
    Control,
    /// The state of a class, an index into [`Graph::states`].
    State(u8),
    /// The order of effects, traps and divergence.
    Order,
}

/// What an output is an output of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// The n-th output of a node.
    Node(Node, u32),
    /// The n-th argument of a region.
    Argument(Region, u32),
}

/// What an input is an input of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum User {
    /// The n-th input of a node.
    Node(Node, u32),
    /// The n-th result of a region.
    Result(Region, u32),
}

/// A source of edges.
#[derive(Clone, Debug)]
pub struct OutputData {
    /// Its type.
    pub ty: Ty,
    /// What it belongs to.
    pub def: Def,
    first: PackedOption<Input>,
}

/// An edge, by the end that uses.
#[derive(Clone, Debug)]
pub struct InputData {
    /// Where the edge comes from.
    pub origin: Output,
    /// What it belongs to.
    pub user: User,
    next: PackedOption<Input>,
    prev: PackedOption<Input>,
}

/// How a control value follows from another value: `cases` (sorted by key), else `default`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cases {
    /// Pairs of a key and the control value for it, by strictly rising keys.
    pub cases: SmallVec<[(u32, u32); 1]>,
    /// The control value for all other keys.
    pub default: u32,
}

impl Cases {
    /// The control value for a key. Cost: O(log n).
    pub fn of(&self, key: u32) -> u32 {
        match self.cases.binary_search_by_key(&key, |case| case.0) {
            Ok(at) => self.cases[at].1,
            Err(_) => self.default,
        }
    }

    /// Cases for 0 and for all else.
    pub fn of_condition(zero: u32, nonzero: u32) -> Cases {
        Cases { cases: smallvec![(0, zero)], default: nonzero }
    }

    /// What other cases of the same value give where these give a number; `None` if that depends.
    /// Numbers that no value gives are not listed. Cost: O(n log n).
    pub fn implies(&self, other: &Cases) -> FxHashMap<u32, Option<u32>> {
        let mut implied = FxHashMap::default();
        let keys = self.cases.iter().chain(&other.cases).map(|case| Some(case.0));
        for key in keys.chain([None]) {
            let number = key.map_or(self.default, |key| self.of(key));
            let follows = key.map_or(other.default, |key| other.of(key));
            let known = implied.entry(number).or_insert(Some(follows));
            *known = known.filter(|&known| known == follows);
        }
        implied
    }

    /// These cases followed by a map.
    pub fn then(&self, map: impl Fn(u32) -> u32) -> Cases {
        let default = map(self.default);
        let cases = self.cases.iter().map(|&(key, value)| (key, map(value)));
        Cases { cases: cases.filter(|case| case.1 != default).collect(), default }
    }
}

/// What a node is.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// An operator. Inputs: its operands, the states it reads or writes by rising class, the order
    /// if it has effects or may trap. Outputs: its results, the states it writes, the order.
    Op(Op),
    /// Any value of the type; of a control value: no way at all.
    Undef,
    /// A control constant.
    Control(u32),
    /// A control value that follows from an `i32`, or from another control value.
    Match(Box<Cases>),
    /// A control value that tells the nature of a reference (`br_on_*`): 1 where the operator
    /// branches. It is the predicate of one gamma, whose alternatives get the refined reference as
    /// an argument, where one is used.
    Test(Op),
    /// One of several alternatives. Inputs: the predicate. Output n: result n of the alternative.
    Gamma(Box<Gamma>),
    /// A loop that tests after its body. Input n: the pre value of loop variable n; argument n of
    /// the body: its value in an iteration; result n + 1: its post value; result 0: the predicate,
    /// 1 to repeat; output n: its value after the loop.
    Theta(Region),
}

/// The alternatives of a gamma.
#[derive(Clone, PartialEq, Debug)]
pub struct Gamma {
    /// Alternative n is taken on control value n.
    pub arms: SmallVec<[Region; 2]>,
    /// How often each is taken, relative to the others; 0 where nothing is known.
    pub weights: SmallVec<[u32; 2]>,
}

/// A node.
#[derive(Clone, Debug)]
pub struct NodeData {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub region: Region,
    /// Where it came from.
    pub loc: SourceLoc,
    /// Of a gamma: what comes after it was a block of its own, whatever it holds.
    pub joins: bool,
    inputs: EntityList<Input>,
    outputs: EntityList<Output>,
    next: PackedOption<Node>,
    prev: PackedOption<Node>,
}

/// A region.
#[derive(Clone, Debug)]
pub struct RegionData {
    /// The node it belongs to; the root region has none.
    pub parent: PackedOption<Node>,
    /// How many regions it lies in.
    pub depth: u32,
    /// How often it is executed per call of the function; see [`invar_ir::Frequencies`].
    pub frequency: f64,
    /// What it starts with was a block of its own.
    pub joins: bool,
    args: EntityList<Output>,
    results: EntityList<Input>,
    first: PackedOption<Node>,
    last: PackedOption<Node>,
}

/// The graph of a function. The root region is the lambda's: its arguments are the parameters,
/// the states and the order; its results the same of the function's end.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The function's type in the module.
    pub ty: TypeId,
    /// How many parameters it has, which are the first arguments of the root region.
    pub params: u32,
    /// How many results it has, which are the first results of the root region.
    pub results: u32,
    /// The region of the lambda.
    pub root: Region,
    /// The classes of state.
    pub states: Vec<ClassSet>,
    /// Inlining and specialization contexts.
    pub contexts: PrimaryMap<Context, ContextData>,
    /// All nodes, removed ones included.
    pub nodes: PrimaryMap<Node, NodeData>,
    /// All regions, those of removed nodes included.
    pub regions: PrimaryMap<Region, RegionData>,
    /// All sources of edges.
    pub outputs: PrimaryMap<Output, OutputData>,
    /// All edges.
    pub inputs: PrimaryMap<Input, InputData>,
    output_lists: ListPool<Output>,
    input_lists: ListPool<Input>,
}

impl RegionData {
    fn new(depth: u32, frequency: f64) -> RegionData {
        RegionData {
            parent: None.into(),
            depth,
            frequency,
            joins: false,
            args: EntityList::new(),
            results: EntityList::new(),
            first: None.into(),
            last: None.into(),
        }
    }
}

impl Graph {
    /// A graph with an empty root region and no classes of state.
    pub fn new(ty: TypeId) -> Self {
        Self::with_room(ty, 0)
    }

    /// The same with room for about so many nodes.
    pub(crate) fn with_room(ty: TypeId, nodes: usize) -> Self {
        let mut regions = PrimaryMap::new();
        let root = regions.push(RegionData::new(0, 1.0));
        Graph {
            ty,
            params: 0,
            results: 0,
            root,
            states: Vec::new(),
            contexts: PrimaryMap::new(),
            nodes: PrimaryMap::with_capacity(nodes),
            regions,
            outputs: PrimaryMap::with_capacity(nodes),
            inputs: PrimaryMap::with_capacity(2 * nodes),
            output_lists: ListPool::with_capacity(4 * nodes),
            input_lists: ListPool::with_capacity(4 * nodes),
        }
    }

    // ---- looking ----

    /// The origins of a node's inputs.
    pub fn origins(&self, node: Node) -> impl ExactSizeIterator<Item = Output> + '_ {
        self.inputs(node).iter().map(|&input| self.inputs[input].origin)
    }

    /// The origin of the n-th input of a node.
    pub fn origin(&self, node: Node, n: usize) -> Output {
        self.inputs[self.inputs(node)[n]].origin
    }

    /// The inputs of a node.
    pub fn inputs(&self, node: Node) -> &[Input] {
        self.nodes[node].inputs.as_slice(&self.input_lists)
    }

    /// The outputs of a node.
    pub fn outputs(&self, node: Node) -> &[Output] {
        self.nodes[node].outputs.as_slice(&self.output_lists)
    }

    /// The arguments of a region.
    pub fn args(&self, region: Region) -> &[Output] {
        self.regions[region].args.as_slice(&self.output_lists)
    }

    /// The results of a region.
    pub fn results(&self, region: Region) -> &[Input] {
        self.regions[region].results.as_slice(&self.input_lists)
    }

    /// The origin of the n-th result of a region.
    pub fn result(&self, region: Region, n: usize) -> Output {
        self.inputs[self.results(region)[n]].origin
    }

    /// The type of an edge.
    pub fn ty(&self, output: Output) -> Ty {
        self.outputs[output].ty
    }

    /// The node that an output belongs to, if it is not an argument.
    pub fn node_of(&self, output: Output) -> Option<Node> {
        match self.outputs[output].def {
            Def::Node(node, _) => Some(node),
            Def::Argument(..) => None,
        }
    }

    /// What the node that an output belongs to is.
    pub fn kind_of(&self, output: Output) -> Option<&Kind> {
        self.node_of(output).map(|node| &self.nodes[node].kind)
    }

    /// The region in which an output is made.
    pub fn region_of(&self, output: Output) -> Region {
        match self.outputs[output].def {
            Def::Node(node, _) => self.nodes[node].region,
            Def::Argument(region, _) => region,
        }
    }

    /// The region in which an input uses its origin.
    pub fn region_of_input(&self, input: Input) -> Region {
        match self.inputs[input].user {
            User::Node(node, _) => self.nodes[node].region,
            User::Result(region, _) => region,
        }
    }

    /// The edges that come from an output, newest first.
    pub fn uses(&self, output: Output) -> impl Iterator<Item = Input> + '_ {
        let mut at = self.outputs[output].first;
        std::iter::from_fn(move || {
            let input = at.expand()?;
            at = self.inputs[input].next;
            Some(input)
        })
    }

    /// Whether no edge comes from an output.
    pub fn is_unused(&self, output: Output) -> bool {
        self.outputs[output].first.is_none()
    }

    /// The nodes of a region, in a possible order of execution.
    pub fn nodes(&self, region: Region) -> impl Iterator<Item = Node> + '_ {
        let mut at = self.regions[region].first;
        std::iter::from_fn(move || {
            let node = at.expand()?;
            at = self.nodes[node].next;
            Some(node)
        })
    }

    /// The first node of a region.
    pub fn first(&self, region: Region) -> Option<Node> {
        self.regions[region].first.expand()
    }

    /// The last node of a region.
    pub fn last(&self, region: Region) -> Option<Node> {
        self.regions[region].last.expand()
    }

    /// The node after a node in its region.
    pub fn next(&self, node: Node) -> Option<Node> {
        self.nodes[node].next.expand()
    }

    /// The regions that a compound node holds.
    pub fn subregions(&self, node: Node) -> &[Region] {
        match &self.nodes[node].kind {
            Kind::Gamma(gamma) => &gamma.arms,
            Kind::Theta(body) => std::slice::from_ref(body),
            _ => &[],
        }
    }

    /// The argument of the root region that holds a state (or the order, past the last class) when
    /// the function begins.
    pub fn initial_state(&self, class: usize) -> Output {
        self.args(self.root)[self.params as usize + class]
    }

    /// The users of a state that must come before the node that consumes it by writing: soft
    /// edges, which order and do not keep alive.
    pub fn anti_dependences(&self, state: Output, writer: Node) -> impl Iterator<Item = Node> + '_ {
        self.uses(state).filter_map(move |input| match self.inputs[input].user {
            User::Node(node, _) if node != writer => Some(node),
            _ => None,
        })
    }

    // ---- building ----

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

    /// A new region of a node that is yet to be made (see [`Graph::add_node`]), inside `outer`; as
    /// often executed as that.
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

    /// A new node at the end of a region. It becomes the parent of the regions it holds.
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

    /// A new exit variable of a gamma; `origins` has one for each alternative.
    pub fn add_exit_var(&mut self, gamma: Node, ty: Ty, origins: &[Output]) -> Output {
        for (n, &origin) in origins.iter().enumerate() {
            let arm = self.subregions(gamma)[n];
            self.add_result(arm, origin);
        }
        self.push_output(gamma, ty)
    }

    /// A new loop variable of a theta: the argument of the body. Its post value is added by
    /// [`Graph::add_post`], for all loop variables in order.
    pub fn add_loop_var(&mut self, theta: Node, pre: Output, ty: Ty) -> Output {
        let body = self.subregions(theta)[0];
        self.push_input(theta, pre);
        self.add_arg(body, ty)
    }

    /// The post value of the next loop variable: its value after the loop.
    pub fn add_post(&mut self, theta: Node, post: Output) -> Output {
        let body = self.subregions(theta)[0];
        let arg = self.args(body)[self.outputs(theta).len()];
        self.add_result(body, post);
        self.push_output(theta, self.ty(arg))
    }

    // ---- changing ----

    /// Lets an edge come from elsewhere.
    pub fn divert(&mut self, input: Input, origin: Output) {
        self.unlink(input);
        self.link(input, origin);
    }

    /// Lets all edges from one output come from another. Cost: O(1) per edge.
    pub fn divert_uses(&mut self, from: Output, to: Output) {
        debug_assert_ne!(from, to);
        while let Some(input) = self.outputs[from].first.expand() {
            self.divert(input, to);
        }
    }

    /// Makes these the nodes of a region, in this order, wherever they were. The regions that they
    /// were in must be given their nodes anew, too; and if one is compound, depths must be
    /// ([`Graph::renew_depths`]). Cost: linear in them.
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

    /// Computes the depths of all regions again. Cost: linear.
    pub fn renew_depths(&mut self) {
        let mut work = vec![(self.root, 0)];
        while let Some((region, depth)) = work.pop() {
            self.regions[region].depth = depth;
            for node in self.nodes(region) {
                work.extend(self.subregions(node).iter().map(|&inner| (inner, depth + 1)));
            }
        }
    }

    /// Takes a node, whose outputs are unused, out of its region, with all it holds.
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
