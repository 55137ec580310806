//! The blocks and inlined calls of one function of the output, and the lines of its code.
//!
//! Each operator has a stack of places in the input ([`FunctionLocations`]): around the place in each function are
//! the blocks and inlined calls that the input's DWARF has there. In the function itself these are entries that are
//! kept, with new ranges; in functions that were inlined only the calls are, as new entries.

use super::Input;
use super::frames::{NewVariable, OutputFrame};
use super::lines::{Place, Row, Table};
use super::locals::OutputLocals;
use super::variables::{self, Values};
use invar_ir::entities::PrimaryMap;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::{
    CodeLocations, Context, ContextData, ContextKind, Func, FunctionLocations, SourceLoc,
};
use rustc_hash::FxHashMap;

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum NodeKind {
    /// The function.
    Function,
    /// A block of the function, or a call in it that was inlined in the input: its entry.
    Kept(u32),
    /// An inlined call that gets a new entry: which of the input's blocks, or which context.
    Copied(u32),
    Inlined(Context),
}

/// A block or inlined call.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    parent: u32,
    pub kind: NodeKind,
    /// Of an inlined call with a new entry: what it refers to. None of a block.
    pub origin: Option<u32>,
    /// ... and where the call is.
    pub site: Option<Place>,
    /// Where its code is in the output, as addresses.
    pub ranges: Vec<(u32, u32)>,
    /// The inlined calls in it that get new entries, and blocks of such calls.
    pub calls: Vec<u32>,
    /// The variables of an inlined call or a block of one that get new entries.
    pub variables: Vec<NewVariable>,
}

/// The blocks of a function of the output; the first one is the function.
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    /// The nodes by the entries that are kept.
    pub by_die: FxHashMap<u32, u32>,
    /// The places of the code.
    pub rows: Vec<Row>,
    /// Where places and locals of the input are.
    pub values: Values,
    /// Where the frame is, if that is known at calls.
    pub frame: Option<OutputFrame>,
    /// Where locals of the input are at calls.
    pub locals: OutputLocals,
}

impl Tree {
    /// The tree of a function. Linear in its locations, times the logarithm of the input and the depth of blocks.
    pub fn of(input: &Input, function: &FunctionLocations) -> Tree {
        let mut builder = Builder {
            input,
            nodes: Vec::new(),
            known: FxHashMap::default(),
            rows: Vec::new(),
            steps: Vec::new(),
            calls: Vec::new(),
            of_context: Vec::new(),
            base: input.output_code,
        };
        builder.run(function);
        let Builder { mut nodes, known, rows, steps, calls, of_context, .. } = builder;
        let mut by_die = FxHashMap::default();
        // A node comes behind its parent.
        for n in (0..nodes.len()).rev() {
            let mut ranges = std::mem::take(&mut nodes[n].ranges);
            join(&mut ranges);
            let Node { parent, kind, .. } = nodes[n];
            if n > 0 && !ranges.is_empty() {
                nodes[parent as usize].ranges.extend(&ranges);
                match kind {
                    NodeKind::Kept(die) => _ = by_die.insert(die, n as u32),
                    _ => nodes[parent as usize].calls.push(n as u32),
                }
            }
            nodes[n].ranges = ranges;
        }
        nodes[0].ranges = vec![input.addresses(function)];
        let copied = variables::copied(function, input.input_code, input.output_code);
        let frame = OutputFrame::of(input, function, &calls);
        let locals = OutputLocals::of(input, function, &calls);
        let values = Values::new(copied, steps, calls.len());
        let mut tree = Tree { nodes, by_die, rows, values, frame, locals };
        let nodes = &mut tree.nodes;
        let mut add = |context: Context, scope, new| {
            let node = of_context.get(context.as_u32() as usize);
            let node = node.and_then(|&node| block_of(input, &known, node, scope));
            if let Some(node) = node {
                nodes[node as usize].variables.push(new);
            }
        };
        if let Some(frame) = &tree.frame {
            frame.inlined(input, function, &mut tree.values, &mut add);
        }
        tree.locals.inlined(input, &mut tree.values, &mut add);
        tree
    }

    /// Whether anything is known of the code.
    pub fn is_known(&self) -> bool {
        !self.nodes[0].calls.is_empty() || self.rows.iter().any(|row| row.place.is_some())
    }
}

struct Builder<'a, 'b> {
    input: &'b Input<'a>,
    nodes: Vec<Node>,
    known: FxHashMap<(u32, NodeKind), u32>,
    rows: Vec<Row>,
    /// See [`Values`].
    steps: Vec<(u32, (u32, u32))>,
    /// From which distance on which location holds.
    calls: Vec<(u32, SourceLoc)>,
    /// The node of each context.
    of_context: Vec<u32>,
    /// Where the contents of the output's code section start.
    base: u32,
}

impl Builder<'_, '_> {
    fn run(&mut self, function: &FunctionLocations) {
        self.node(0, NodeKind::Function, None, None);
        let start = function.output.start.saturating_sub(self.base);
        let end = function.output.end.saturating_sub(self.base);
        let first =
            function.input.as_ref().map_or(SourceLoc::default(), |it| SourceLoc::at(it.start));
        self.row(start, first, function.func);
        match (&function.code, &function.input) {
            (CodeLocations::Copied, None) => {}
            (CodeLocations::Copied, Some(input)) => {
                let code = self.input.input_code;
                let (from, to) = (input.start.saturating_sub(code), input.end.saturating_sub(code));
                let rows = self.input.lines.within(from, to).iter().map(|row| row.address);
                let mut steps: Vec<u32> = rows.chain(self.input.scopes.within(from, to)).collect();
                steps.push(from);
                steps.sort_unstable();
                steps.dedup();
                for (n, &at) in steps.iter().enumerate() {
                    let until = steps.get(n + 1).copied().unwrap_or(to);
                    let loc = SourceLoc::at(at + code);
                    let node = self.around(0, function.func, loc);
                    self.nodes[node as usize]
                        .ranges
                        .push((at - from + start, until - from + start));
                    self.row(at - from + start, loc, function.func);
                }
            }
            (CodeLocations::Moved { operators, contexts }, _) => {
                let outermost = (0, function.func);
                // The node and the function of each context.
                let mut of_context: PrimaryMap<Context, (u32, Option<Func>)> =
                    PrimaryMap::with_capacity(contexts.len());
                let at = |of: &PrimaryMap<Context, _>, context: PackedOption<Context>| {
                    context.expand().map_or(outermost, |context| of[context])
                };
                for (context, data) in contexts {
                    let ContextData { parent, site, kind } = data;
                    let known = match kind {
                        ContextKind::Specialized(_) => at(&of_context, *parent),
                        ContextKind::Inlined(callee) => {
                            let (node, func) = at(&of_context, site.context);
                            let around = self.around(node, func, *site);
                            let place = self.place(*site, func);
                            let origin = self.input.origin(*callee);
                            let kind = NodeKind::Inlined(context);
                            (self.node(around, kind, Some(origin), place), Some(*callee))
                        }
                    };
                    of_context.push(known);
                }
                self.of_context = of_context.values().map(|known| known.0).collect();
                for (n, &(distance, loc)) in operators.iter().enumerate() {
                    let next = operators.get(n + 1).map_or(end, |next| start + next.0);
                    self.calls.push((distance, loc));
                    let (node, func) = at(&of_context, loc.context);
                    let place = loc.known_offset().filter(|_| node == 0 && self.input.is_one(func));
                    if let Some(place) = place.and_then(|at| at.checked_sub(self.input.input_code))
                    {
                        self.steps.push((place, (start + distance, next)));
                    }
                    let node = self.around(node, func, loc);
                    let ranges = &mut self.nodes[node as usize].ranges;
                    match ranges.last_mut() {
                        Some(last) if last.1 == start + distance => last.1 = next,
                        _ if start + distance < next => ranges.push((start + distance, next)),
                        _ => {}
                    }
                    self.row(start + distance, loc, func);
                }
            }
        }
        let end = Row {
            address: end,
            place: None,
            is_statement: false,
            ends_prologue: false,
            is_end: true,
        };
        self.rows.push(end);
    }

    /// The innermost node around a place in a function whose own node is given.
    fn around(&mut self, own: u32, func: Option<Func>, loc: SourceLoc) -> u32 {
        let Some(offset) = loc.known_offset() else { return own };
        if !self.input.is_one(func) {
            return own;
        }
        let scopes = &self.input.scopes;
        let address = offset.checked_sub(self.input.input_code);
        let mut chain = Vec::new();
        let mut at = address.and_then(|address| scopes.at(address));
        let mut node = own;
        while let Some(number) = at {
            let scope = scopes.all[number as usize];
            let kind = match (own, scope.call) {
                (0, _) => Some(NodeKind::Kept(scope.die)),
                (_, Some(_)) => Some(NodeKind::Copied(number)),
                (_, None) => scopes.has_variables(number).then_some(NodeKind::Copied(number)),
            };
            chain.extend(kind.map(|kind| (kind, scope.call)));
            at = scope.parent;
        }
        for (kind, call) in chain.into_iter().rev() {
            node = self.node(node, kind, call.map(|call| call.origin), call.and_then(|it| it.site));
        }
        node
    }

    fn node(
        &mut self,
        parent: u32,
        kind: NodeKind,
        origin: Option<u32>,
        site: Option<Place>,
    ) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.known.entry((parent, kind)).or_insert(next);
        if number == next {
            let (ranges, calls, variables) = (Vec::new(), Vec::new(), Vec::new());
            self.nodes.push(Node { parent, kind, origin, site, ranges, calls, variables });
        }
        number
    }

    fn place(&self, loc: SourceLoc, func: Option<Func>) -> Option<Place> {
        self.input.row(loc.known_offset()?, func)?.place
    }

    /// From an address on, code is from a place of a function.
    fn row(&mut self, address: u32, loc: SourceLoc, func: Option<Func>) {
        let input = self.input;
        let row = loc.known_offset().and_then(|offset| Some((offset, input.row(offset, func)?)));
        let place = row.and_then(|(_, row)| row.place);
        let starts = row.is_some_and(|(at, row)| at - input.input_code == row.address);
        let is_other = self.rows.last().is_none_or(|last| last.place != place);
        let new = Row {
            address,
            place,
            is_statement: row.is_some_and(|(_, row)| row.is_statement) && (starts || is_other),
            ends_prologue: starts && row.is_some_and(|(_, row)| row.ends_prologue),
            is_end: false,
        };
        match self.rows.last_mut() {
            Some(last) if last.address == address => *last = new,
            Some(last) if last.place == new.place && !new.is_statement => {}
            _ => self.rows.push(new),
        }
    }
}

/// The node of a block of a function that was inlined, if code is in it. Linear in the depth of the block.
fn block_of(
    input: &Input,
    known: &FxHashMap<(u32, NodeKind), u32>,
    call: u32,
    scope: Option<u32>,
) -> Option<u32> {
    let scopes = &input.scopes;
    let around = std::iter::successors(scope, |&it| scopes.all[it as usize].parent);
    let is_node = |&it: &u32| scopes.all[it as usize].call.is_some() || scopes.has_variables(it);
    let blocks: Vec<u32> = around.filter(is_node).collect();
    let mut blocks = blocks.into_iter().rev();
    blocks.try_fold(call, |node, block| known.get(&(node, NodeKind::Copied(block))).copied())
}

/// Sorts ranges, and joins those that touch.
pub(crate) fn join(ranges: &mut Vec<(u32, u32)>) {
    ranges.sort_unstable();
    ranges.dedup_by(|later, earlier| {
        let touches = later.0 <= earlier.1;
        if touches {
            earlier.1 = earlier.1.max(later.1);
        }
        touches
    });
}

/// Makes the table know the files of places.
pub(crate) fn know_files(table: &mut Table, tree: &Tree) {
    let sites = tree.nodes.iter().filter_map(|node| node.site);
    for place in tree.rows.iter().filter_map(|row| row.place).chain(sites) {
        table.file(place.file);
    }
}
