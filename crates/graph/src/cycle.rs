//! Irreducible cycles and calls with exception handlers, which stay outside of the graph.
//!
//! A call with handlers is a block with several exits, of which each may make values for its edge. It becomes one
//! node as a cycle does, with a control output for the exit, and a branch on that behind it.
//!
//! A cycle with several entries has no header, so it is no theta. It becomes one opaque node
//! ([`Kind::Cycle`](crate::Kind::Cycle)): an operator with several results that may do all that the
//! instructions of its blocks may do, and that may not end. The passes leave it where it is, and
//! optimize what is around it. Lowering puts the blocks back in its place.
//!
//! The blocks of a cycle are those of a strongly connected component of the graph without back
//! edges, with the natural loops whose headers are in it, and all irreducible cycles in these. So
//! each block of it is on a cycle: it branches, and does not end the function.

use invar_ir::{Block, Effects, Function, Terminator, Value};
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The blocks of an irreducible cycle, and how they are connected with what is around them.
///
/// Its node has as inputs, in this order: the number of an entry, a control value; the parameters of
/// all entries, of which those of the other entries are undefined; the [`Cycle::live_ins`]; states,
/// and the order. As outputs: the number of an exit, a control value; the [`Cycle::live_outs`];
/// states, and the order.
pub struct Cycle {
    /// The function that the blocks are part of.
    pub source: Arc<Function>,
    /// The blocks, in reverse postorder: each comes after those that dominate it.
    pub blocks: Vec<Block>,
    /// The blocks among them that edges from outside lead to.
    pub entries: Vec<Block>,
    /// The values that are defined outside and used inside.
    pub live_ins: Vec<Value>,
    /// The values that are defined inside and used outside, or passed on by an exit.
    pub live_outs: Vec<LiveOut>,
    /// The ways out of it.
    pub exits: Vec<CycleExit>,
    /// What the instructions in it may do, in any order, any number of times.
    pub effects: Effects,
    /// The position of each block in `blocks`.
    pub(crate) position: FxHashMap<Block, usize>,
    /// For each block, the position of the only block from which an edge leads to it: not for an entry.
    pub(crate) only_source: Vec<Option<usize>>,
    /// For each entry the first of its parameters among those of all entries; then their number.
    pub(crate) slots: Vec<usize>,
}

/// A value that leaves a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveOut {
    /// The value.
    pub value: Value,
    /// Whether it is defined at all exits.
    pub everywhere: bool,
}

/// A way out of a cycle: edges of one block that pass the same arguments to the same block outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CycleExit {
    /// The source of the edges.
    pub from: Block,
    /// The number of the way among those of the branch that ends the block.
    pub way: u32,
    /// The values that are defined here, and not at all exits: positions in [`Cycle::live_outs`]. A
    /// value that only some exits pass on, and that nothing else uses outside, is listed at these.
    pub values: Vec<u32>,
}

impl Cycle {
    /// Whether it is no cycle, but a call with exception handlers.
    pub fn is_call(&self) -> bool {
        let term = &self.source.blocks[self.entries[0]].term;
        self.blocks.len() == 1 && matches!(term, Terminator::Invoke { .. })
    }

    /// The position of a block in [`Cycle::blocks`], if it is in the cycle.
    pub fn position(&self, block: Block) -> Option<usize> {
        self.position.get(&block).copied()
    }

    /// The inputs of the node that are the parameters of an entry.
    pub fn params_of(&self, entry: usize) -> Range<usize> {
        1 + self.slots[entry]..1 + self.slots[entry + 1]
    }

    /// The inputs of the node that are the [`Cycle::live_ins`].
    pub fn inputs_of_live_ins(&self) -> Range<usize> {
        let first = 1 + self.slots[self.entries.len()];
        first..first + self.live_ins.len()
    }

    /// The number of an exit, by the source and the way of its edges.
    pub fn exit_of(&self, from: Block, way: u32) -> Option<usize> {
        self.exits.iter().position(|exit| exit.from == from && exit.way == way)
    }

    /// Whether a live-out is defined at an exit.
    pub fn is_defined_at(&self, live_out: usize, exit: usize) -> bool {
        let listed = || self.exits[exit].values.contains(&(live_out as u32));
        self.live_outs[live_out].everywhere || listed()
    }
}

/// Two cycles are equal if they are one.
impl PartialEq for Cycle {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl fmt::Debug for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cycle").field(&self.blocks).finish()
    }
}
