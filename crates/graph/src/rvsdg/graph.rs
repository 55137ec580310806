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

mod edit;

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
}
