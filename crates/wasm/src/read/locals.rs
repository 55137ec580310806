//! SSA values for WebAssembly's locals, built on the fly.
//!
//! After Braun, Buchwald, Hack, Leissa, Mallon and Zwinkau, "Simple and Efficient Construction of
//! Static Single Assignment Form" (CC 2013), with one addition that structured input allows: a
//! scan beforehand knows which locals each construct writes, so that a read after a construct (or
//! inside a loop) which does not write the local goes straight to the block before it. Parameters
//! are made only for locals that a construct writes.
//!
//! A read walks up from its block, past constructs that do not write the local. Each block has a pointer to
//! the one above it and a jump pointer further up, at distances that make the walk logarithmic where nothing
//! on the way writes the local (Myers, "An applicative random-access stack", 1983). The value found is
//! cached at the blocks on the way.
//!
//! Cost: near-linear in the size of the body and the number of arguments, which has a budget
//! ([`Budget`]). No recursion.

use invar_ir::entities::SecondaryMap;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::{Block, Function, ValType, Value, ValueData, ValueDef};
use rustc_hash::FxHashMap;
use wasmparser::{FunctionBody, Operator};

/// The extents of constructs and the writes of locals in a body, from a scan before the lifting. Positions count
/// operators.
pub(super) struct Extent {
    /// For each construct, by the position of its opening operator: that of its `end` or `delegate`.
    ends: FxHashMap<u32, u32>,
    /// The positions of the writes of locals: those of local 0, ascending, then of local 1, and so on.
    writes: Vec<u32>,
    /// Where in `writes` those of each local start, with the end of the last one.
    starts: Vec<u32>,
    /// For each legacy `try`, by its position: its handlers, which come behind its body.
    tries: FxHashMap<u32, LegacyTry>,
}

/// The handlers of a legacy `try`.
#[derive(Clone, Default)]
pub(super) struct LegacyTry {
    pub clauses: Vec<LegacyClause>,
    /// The label that the exceptions of its body are delegated to, counted from the construct around it.
    pub delegate: Option<u32>,
}

/// A `catch`, or `catch_all`.
#[derive(Clone, Copy)]
pub(super) struct LegacyClause {
    /// The tag that is caught; `None` for all.
    pub tag: Option<u32>,
    /// Whether a `rethrow` names it.
    pub rethrown: bool,
}

impl Extent {
    /// Scans a body.
    pub fn scan(body: &FunctionBody<'_>) -> wasmparser::Result<Self> {
        let mut extent = Extent {
            ends: FxHashMap::default(),
            writes: Vec::new(),
            starts: Vec::new(),
            tries: FxHashMap::default(),
        };
        let mut open: Vec<u32> = Vec::new();
        // Locals with the positions of their writes.
        let mut writes: Vec<(u32, u32)> = Vec::new();
        let mut reader = body.get_operators_reader()?;
        let mut position = 0;
        while !reader.eof() {
            let operator = reader.read()?;
            match operator {
                Operator::Block { .. }
                | Operator::Loop { .. }
                | Operator::If { .. }
                | Operator::TryTable { .. } => open.push(position),
                Operator::Try { .. } => {
                    extent.tries.insert(position, LegacyTry::default());
                    open.push(position);
                }
                Operator::Catch { .. } | Operator::CatchAll => {
                    let tag = match operator {
                        Operator::Catch { tag_index } => Some(tag_index),
                        _ => None,
                    };
                    let of = open.last().and_then(|at| extent.tries.get_mut(at));
                    of.into_iter().for_each(|of| {
                        of.clauses.push(LegacyClause { tag, rethrown: false });
                    });
                }
                Operator::Rethrow { relative_depth } => {
                    let at = open.len().checked_sub(1 + relative_depth as usize);
                    let of = at.and_then(|at| extent.tries.get_mut(&open[at]));
                    if let Some(clause) = of.and_then(|of| of.clauses.last_mut()) {
                        clause.rethrown = true;
                    }
                }
                // A legacy `try` ends with either.
                Operator::End | Operator::Delegate { .. } => {
                    if let Some(start) = open.pop() {
                        extent.ends.insert(start, position);
                        if let Operator::Delegate { relative_depth } = operator
                            && let Some(of) = extent.tries.get_mut(&start)
                        {
                            of.delegate = Some(relative_depth);
                        }
                    }
                }
                Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                    writes.push((local_index, position));
                }
                _ => {}
            }
            position += 1;
        }
        writes.sort_unstable();
        for (at, &(local, position)) in writes.iter().enumerate() {
            extent.starts.resize(extent.starts.len().max(local as usize + 1), at as u32);
            extent.writes.push(position);
        }
        extent.starts.push(writes.len() as u32);
        Ok(extent)
    }

    fn writes_in(&self, local: u32, span: Span) -> bool {
        let Some(&[start, end]) = self.starts.get(local as usize..local as usize + 2) else {
            return false;
        };
        let writes = &self.writes[start as usize..end as usize];
        let first = writes.partition_point(|&position| position < span.start);
        writes.get(first).is_some_and(|&position| position < span.end)
    }
}

/// The positions of some operators in a row.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn cover(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// Pointers from a block to blocks whose ends all control flow to it passes. A local has the same value there if
/// nothing in the span writes it.
#[derive(Clone, Copy)]
struct Up {
    above: Block,
    span: Span,
    /// How many blocks are above.
    depth: u32,
    /// The target of the jump pointer, further up, and the span up to there.
    far: Block,
    far_span: Span,
}

#[derive(Clone, Default)]
struct BlockState {
    /// Branches to it: from block, n-th target.
    edges: Vec<(Block, u32)>,
    sealed: bool,
    /// The position where the block ended.
    end: u32,
    /// To the block before the construct that ends (or loops) here, or to the only predecessor.
    up: Option<Up>,
    /// Parameters made before all predecessors were known.
    incomplete: Vec<(u32, Value)>,
}

/// Values of locals at the ends of blocks, in pages of a few locals in a row: bodies read and write neighbouring locals
/// one after the other, and a page is looked for once in memory for all of them.
#[derive(Default)]
struct Values {
    pages: FxHashMap<(Block, u32), [PackedOption<Value>; PAGE]>,
}

/// How many locals a page of [`Values`] has.
const PAGE: usize = 4;

impl Values {
    fn get(&self, block: Block, local: u32) -> Option<Value> {
        let page = self.pages.get(&(block, local / PAGE as u32))?;
        page[local as usize % PAGE].expand()
    }

    fn set(&mut self, block: Block, local: u32, value: Value) {
        let page = self.pages.entry((block, local / PAGE as u32)).or_default();
        page[local as usize % PAGE] = value.into();
    }
}

/// The values of locals at the ends of blocks, with the scan and the edges that they are found by.
pub(super) struct Locals {
    extent: Extent,
    entry: Block,
    /// The types of locals in a row, with the index after the last one: a body can declare more of
    /// them than it has bytes.
    types: Vec<(u32, ValType)>,
    /// The initial values of locals, by type.
    zeros: FxHashMap<ValType, Value>,
    values: Values,
    blocks: SecondaryMap<Block, BlockState>,
    /// Parameters whose arguments are to be read.
    work: Vec<(Block, u32, Value)>,
    /// How many more arguments may be read.
    budget: Budget,
}

/// How many arguments of branches and results of operators a body may still have. Their number is
/// quadratic in the size of some bodies: in a loop whose n branches back each change one of n locals,
/// each passes n arguments.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    left: u64,
    is_spent: bool,
}

impl Budget {
    /// Of a body, by where it is in the file.
    pub fn of(body: std::ops::Range<u64>) -> Self {
        let bytes = body.end - body.start;
        Budget { left: LEAST_ARGUMENTS + MOST_PER_BYTE * bytes, is_spent: false }
    }

    /// Takes this many, if there are as many left; else the budget is spent.
    pub fn take(&mut self, count: usize) -> bool {
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => self.is_spent = true,
        }
        !self.is_spent
    }
}

/// The base budget of a body, and the part added per byte.
const LEAST_ARGUMENTS: u64 = 1 << 16;
const MOST_PER_BYTE: u64 = 4;

impl Locals {
    pub fn new(extent: Extent, entry: Block, budget: Budget) -> Self {
        let mut blocks: SecondaryMap<Block, BlockState> = SecondaryMap::new();
        blocks[entry].sealed = true;
        Locals {
            extent,
            entry,
            types: Vec::new(),
            zeros: FxHashMap::default(),
            values: Values::default(),
            blocks,
            work: Vec::new(),
            budget,
        }
    }

    /// Adds locals of a type, with their initial value. Locals without one are
    /// assigned before they are read.
    pub fn declare(&mut self, count: u32, ty: ValType, zero: Option<Value>) {
        let declared = self.types.last().map_or(0, |&(end, _)| end);
        self.types.push((declared + count, ty));
        if let Some(zero) = zero {
            self.zeros.insert(ty, zero);
        }
    }

    fn ty(&self, local: u32) -> ValType {
        self.types[self.types.partition_point(|&(end, _)| end <= local)].1
    }

    /// The handlers of the legacy `try` that opens at `position`.
    pub fn legacy_try(&self, position: u32) -> LegacyTry {
        self.extent.tries.get(&position).cloned().unwrap_or_default()
    }

    /// Takes of the budget for arguments or results that are made elsewhere.
    pub fn spend(&mut self, count: usize) {
        self.budget.take(count);
    }

    /// Whether the body has more arguments than it may have: its function cannot be used.
    pub fn is_over_budget(&self) -> bool {
        self.budget.is_spent
    }

    /// Assigns a local at the end of a block so far.
    pub fn write(&mut self, local: u32, block: Block, value: Value) {
        self.values.set(block, local, value);
    }

    /// A construct opens in block `before`, at `position`; control meets again in `after`.
    pub fn open_forward(&mut self, after: Block, before: Block, position: u32) {
        let end = self.extent.ends[&position];
        self.set_up(after, before, Span { start: position, end });
    }

    fn set_up(&mut self, block: Block, above: Block, span: Span) {
        let up = |block: Block| self.blocks[block].up;
        let depth = |block: Block| up(block).map_or(0, |up| up.depth);
        let (mut far, mut far_span) = (above, span);
        // Two jump pointers of equal length from the block above make one from here.
        if let Some(first) = up(above)
            && let Some(second) = up(first.far)
            && first.depth - depth(first.far) == second.depth - depth(second.far)
        {
            far = second.far;
            far_span = span.cover(first.far_span).cover(second.far_span);
        }
        let depth = depth(above) + 1;
        self.blocks[block].up = Some(Up { above, span, depth, far, far_span });
    }

    /// A loop opens after block `before`, at `position`.
    pub fn open_loop(&mut self, header: Block, before: Block, position: u32) {
        self.open_forward(header, before, position);
    }

    /// A branch at `position` goes from `from`, as its n-th target, to `to`.
    pub fn add_edge(&mut self, from: Block, n: u32, to: Block, position: u32) {
        self.blocks[from].end = position;
        self.blocks[to].edges.push((from, n));
    }

    /// Whether any branch goes to the block so far.
    pub fn has_predecessors(&self, block: Block) -> bool {
        !self.blocks[block].edges.is_empty()
    }

    /// All branches to the block are known, at `position`.
    pub fn seal(&mut self, f: &mut Function, block: Block, position: u32) {
        let state = &mut self.blocks[block];
        state.sealed = true;
        if let (&[(from, _)], None) = (&state.edges[..], state.up) {
            let span = Span { start: self.blocks[from].end, end: position };
            self.set_up(block, from, span);
        }
        let state = &mut self.blocks[block];
        let incomplete = std::mem::take(&mut state.incomplete);
        let arguments = incomplete.len() * state.edges.len();
        // Whether all are within the budget is known before the first one is read.
        if self.budget.left < arguments as u64 {
            self.budget.is_spent = true;
            return;
        }
        self.work.extend(incomplete.into_iter().map(|(local, param)| (block, local, param)));
        self.fill(f);
    }

    /// The value of a local at the end of a block so far.
    pub fn read(&mut self, f: &mut Function, local: u32, block: Block) -> Value {
        let value = self.lookup(f, local, block);
        self.fill(f);
        f.resolve(value)
    }

    /// Finds the value, making a parameter (whose arguments are still to be read) where
    /// different ones may meet.
    fn lookup(&mut self, f: &mut Function, local: u32, block: Block) -> Value {
        let mut path = Vec::new();
        let mut at = block;
        let found = loop {
            if let Some(value) = self.values.get(at, local) {
                break value;
            }
            path.push(at);
            let state = &self.blocks[at];
            if let Some(above) = self.above(local, state) {
                at = above;
            } else if at == self.entry {
                break self.zeros[&self.ty(local)];
            } else {
                let ty = self.ty(local);
                // Where it stands among the parameters is known once its arguments are.
                let def = ValueDef::Param(at, u32::MAX);
                let param = f.values.push(ValueData { ty, def });
                if state.sealed {
                    self.work.push((at, local, param));
                } else {
                    self.blocks[at].incomplete.push((local, param));
                }
                break param;
            }
        };
        for at in path {
            self.values.set(at, local, found);
        }
        found
    }

    /// A block at whose end a local has the value that it has at the start of this one.
    fn above(&self, local: u32, state: &BlockState) -> Option<Block> {
        if let Some(up) = &state.up {
            if invar_ir::mutant!(WasmLeapsOverWrites) || !self.extent.writes_in(local, up.far_span)
            {
                return Some(up.far);
            }
            if up.far != up.above && !self.extent.writes_in(local, up.span) {
                return Some(up.above);
            }
        }
        (state.sealed && state.edges.len() == 1).then(|| state.edges[0].0)
    }

    /// Reads the arguments of new parameters. A parameter whose arguments are all the same value is trivial, and is
    /// replaced by that value.
    fn fill(&mut self, f: &mut Function) {
        while let Some((block, local, param)) = self.work.pop() {
            if !self.budget.take(self.blocks[block].edges.len()) {
                self.work.clear();
                break;
            }
            let edges = std::mem::take(&mut self.blocks[block].edges);
            let mut args = Vec::with_capacity(edges.len());
            for &(from, _) in &edges {
                let value = self.lookup(f, local, from);
                args.push(f.resolve(value));
            }
            let mut others = args.iter().copied().filter(|&value| value != param);
            let first = others.next().expect("a value reaches each block that is reached");
            if others.all(|value| value == first) {
                f.alias(param, first);
            } else {
                let n = f.blocks[block].params.len() as u32;
                f.values[param].def = ValueDef::Param(block, n);
                f.blocks[block].params.push(param);
                for (&(from, n), &arg) in edges.iter().zip(&args) {
                    let Function { blocks, pool, .. } = f;
                    let target = blocks[from].term.target_mut(n as usize);
                    target.expect("the edge exists").args.push(arg, pool);
                }
            }
            self.blocks[block].edges = edges;
        }
    }
}
