//! The region graph of one function: a regionalized value state dependence graph (RVSDG) after
//! Reissmann, Meyer, Bahmann and Själander, *RVSDG: An intermediate representation for optimizing
//! compilers* (TECS 2020), in an open form.
//!
//! A [`Region`] holds nodes; a [`Node`] has inputs and outputs; each input has one *origin*, an
//! [`Output`] of a node or an argument of a region. Compound nodes hold regions: a *gamma* chooses
//! one of its alternatives by a control value, a *theta* is a loop that tests after its body.
//!
//! *Open* means that the values of the enclosing regions are visible in a region. A gamma has no
//! entry variables, and a theta no loop variables for values that it does not change: inner regions
//! refer to the origins directly, so that a nest of n levels costs n, not n². Values still leave a
//! region through its results only: exit variables of gammas, loop variables of thetas.
//!
//! A cycle with several entries is neither: it is one simple node, whose blocks stay as they were
//! ([`Cycle`]).
//!
//! State edges are typed. A function has up to [`MAX_STATES`] classes of memory state
//! ([`Graph::states`], each a set of alias classes) and one *order* edge: observable effects, traps
//! and loops that may not terminate consume and produce it, so that they keep their order. A read
//! consumes the state of its classes and produces none; the anti-dependence on the next write is a
//! *soft* edge, which follows from the use list of the state and keeps
//! nothing alive.
//!
//! The nodes of a region are linked in a topological order of its edges, so that lowering need not
//! compute one; the order means nothing else. Passes maintain it: they insert new nodes before their
//! first user, and divert uses only to earlier outputs.
//!
//! Everything is allocated in arenas and named by `u32` handles; uses are linked through the inputs,
//! so that diverting one is O(1). Handles are never reused.

mod edit;

use crate::cycle::Cycle;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, ListPool, PrimaryMap};
use invar_ir::{ClassSet, Context, ContextData, Op, SourceLoc, TypeId, ValType};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

invar_ir::handles! {
    /// A node.
    Node = "n";
    /// A region.
    Region = "r";
    /// The source of edges: an output of a node or an argument of a region.
    Output = "o";
    /// The target of an edge: an input of a node or a result of a region.
    Input = "use";
}

/// The number of classes of state in one function; all further alias classes share one of them.
pub const MAX_STATES: usize = 12;

/// The type of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// A WebAssembly value.
    Value(ValType),
    /// A control value: which alternative is taken.
    Control,
    /// The state of a class, an index into [`Graph::states`].
    State(u8),
    /// The order of effects, traps and non-termination.
    Order,
}

/// The definition of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// The n-th output of a node.
    Node(Node, u32),
    /// The n-th argument of a region.
    Argument(Region, u32),
}

/// The user that an input belongs to.
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
    /// The output's type.
    pub ty: Ty,
    /// The node or region that defines it.
    pub def: Def,
    first: PackedOption<Input>,
}

/// An edge, represented by its target.
#[derive(Clone, Debug)]
pub struct InputData {
    /// The source of the edge.
    pub origin: Output,
    /// The node or region that uses it.
    pub user: User,
    next: PackedOption<Input>,
    prev: PackedOption<Input>,
}

/// A map from the values that a match node tests to control values: `cases` (sorted by key), else
/// `default`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cases {
    /// Pairs of a key and the control value for it, by strictly rising keys.
    pub cases: SmallVec<[(u32, u32); 1]>,
    /// The control value for all other keys.
    pub default: u32,
    /// How often which is taken, as far as that is known.
    pub odds: Odds,
}

/// How often the value that a match tests is zero, and how often it is not, relative to each other; zeros where that is
/// unknown. What is known of it makes no two matches differ: all are equal, and hash to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Odds(pub [u32; 2]);

impl PartialEq for Odds {
    fn eq(&self, _: &Odds) -> bool {
        true
    }
}

impl Eq for Odds {}

impl Hash for Odds {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Odds {
    /// Whether nothing is known.
    pub fn is_unknown(self) -> bool {
        self.0 == [0, 0]
    }
}

impl Cases {
    /// Cases of which nothing is known.
    pub fn new(cases: impl IntoIterator<Item = (u32, u32)>, default: u32) -> Cases {
        Cases { cases: cases.into_iter().collect(), default, odds: Odds::default() }
    }

    /// How often each of `count` control values is given, relative to each other; zeros where that is unknown.
    pub fn weights(&self, count: usize) -> SmallVec<[u32; 2]> {
        let mut weights: SmallVec<[u32; 2]> = smallvec![0; count];
        if let [(0, zero)] = self.cases[..] {
            let Odds([of_zero, of_others]) = self.odds;
            for (number, weight) in [(zero, of_zero), (self.default, of_others)] {
                if let Some(sum) = weights.get_mut(number as usize) {
                    *sum = sum.saturating_add(weight);
                }
            }
        }
        weights
    }

    /// The control value for a key. Cost: O(log n).
    pub fn of(&self, key: u32) -> u32 {
        match self.cases.binary_search_by_key(&key, |case| case.0) {
            Ok(at) => self.cases[at].1,
            Err(_) => self.default,
        }
    }

    /// Cases for 0 and for all else.
    pub fn of_condition(zero: u32, nonzero: u32) -> Cases {
        Cases::new([(0, zero)], nonzero)
    }

    /// For each control value of these cases, the control value that other cases of the same tested
    /// value then have; `None` if that is not determined. Control values that no tested value has are
    /// not listed. Cost: O(n log n).
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

    /// These cases, composed with a map of control values.
    pub fn then(&self, map: impl Fn(u32) -> u32) -> Cases {
        let default = map(self.default);
        let cases = self.cases.iter().map(|&(key, value)| (key, map(value)));
        let cases = cases.filter(|case| case.1 != default).collect();
        Cases { cases, default, odds: self.odds }
    }
}

/// The kind of a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// An operator. Inputs: its operands, the states it reads or writes by rising class, the order
    /// if it has effects or may trap. Outputs: its results, the states it writes, the order. A load
    /// that another access proves in bounds takes the order behind that one, and gives none.
    Op(Op),
    /// An undefined value of the type. No control transfer depends on an undefined control value.
    Undef,
    /// A control constant.
    Control(u32),
    /// A match: maps an `i32`, or another control value, to a control value.
    Match(Box<Cases>),
    /// A test of the type of a reference, or of null (`br_on_*`): control value 1 where the operator
    /// branches. It is the predicate of one gamma, whose alternatives have the refined reference as
    /// an argument where it is used.
    Test(Op),
    /// A conditional: one of several alternatives. Input: the predicate. Output n: result n of the
    /// alternative that is taken.
    Gamma(Box<Gamma>),
    /// A tail-controlled loop. Input n: the initial value of loop variable n (pre value); argument n
    /// of the body: its value in an iteration; result n + 1: its value at the end of the iteration
    /// (post value); result 0: the predicate, 1 to repeat; output n: its value after the loop.
    Theta(Region),
    /// An irreducible cycle, whose blocks are as they were. Its inputs and outputs are described at
    /// [`Cycle`].
    Cycle(Arc<Cycle>),
}

/// The alternatives of a gamma.
#[derive(Clone, PartialEq, Debug)]
pub struct Gamma {
    /// Alternative n is taken if the predicate is n.
    pub arms: SmallVec<[Region; 2]>,
    /// Branch weights: how often each is taken, relative to the others; 0 where that is unknown.
    pub weights: SmallVec<[u32; 2]>,
}

/// A node.
#[derive(Clone, Debug)]
pub struct NodeData {
    /// The node's kind.
    pub kind: Kind,
    /// The region that it is in.
    pub region: Region,
    /// The node's source location.
    pub loc: SourceLoc,
    /// A block of the control-flow graph began after this node, also if that is empty.
    pub joins: bool,
    /// Of a theta: it ends after finitely many iterations, unless it traps.
    pub finite: bool,
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
    /// The number of enclosing regions.
    pub depth: u32,
    /// How often it is executed per call of the function; see [`invar_analysis::Frequencies`].
    pub frequency: f64,
    /// A block of the control-flow graph began where it begins.
    pub joins: bool,
    args: EntityList<Output>,
    results: EntityList<Input>,
    first: PackedOption<Node>,
    last: PackedOption<Node>,
}

/// The graph of a function. The root region is that of the lambda node: its arguments are the
/// parameters, the states and the order; its results are the function's results, and the states and
/// the order at its end.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The function's type in the module.
    pub ty: TypeId,
    /// The number of parameters, which are the first arguments of the root region.
    pub params: u32,
    /// The number of results, which are the first results of the root region.
    pub results: u32,
    /// The region of the lambda.
    pub root: Region,
    /// The classes of state.
    pub states: Vec<ClassSet>,
    /// Inlining and specialization contexts.
    pub contexts: PrimaryMap<Context, ContextData>,
    /// All nodes, including removed ones.
    pub nodes: PrimaryMap<Node, NodeData>,
    /// All regions, including those of removed nodes.
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
    /// A graph with an empty root region and no classes of state, with capacity for about this number of nodes.
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

    /// The node that defines an output, if it is not an argument.
    pub fn node_of(&self, output: Output) -> Option<Node> {
        match self.outputs[output].def {
            Def::Node(node, _) => Some(node),
            Def::Argument(..) => None,
        }
    }

    /// The kind of the node that defines an output, if it is not an argument.
    pub fn kind_of(&self, output: Output) -> Option<&Kind> {
        self.node_of(output).map(|node| &self.nodes[node].kind)
    }

    /// The region in which an output is defined.
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

    /// The nodes of a region, in topological order.
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

    /// The regions of a compound node; none of a simple node.
    pub fn subregions(&self, node: Node) -> &[Region] {
        match &self.nodes[node].kind {
            Kind::Gamma(gamma) => &gamma.arms,
            Kind::Theta(body) => std::slice::from_ref(body),
            _ => &[],
        }
    }
}
