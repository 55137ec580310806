//! What a function does with its stack frame, in the order of execution of each block.

use super::speculate::Merged;
use crate::offsets::Offsets;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Block, Cfg, Global, Inst, Value};
use rustc_hash::FxHashSet;

/// What the addresses of a frame, or of a private region, are computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// The stack pointer.
    StackPointer(Global),
    /// The result of an operator `private`, for this many bytes, which may be in the function's own frame.
    Private { inst: Inst, bytes: i64, is_in_frame: bool },
}

impl Root {
    /// The offsets of bytes that can be slots. What is above a frame is the caller's.
    pub fn bounds(self) -> Bytes {
        match self {
            Root::StackPointer(_) => Bytes { start: i64::MIN, end: 0 },
            Root::Private { bytes, .. } => Bytes { start: 0, end: bytes },
        }
    }
}

/// Why a frame is left as it is.
pub(super) enum Refusal {
    /// There is none.
    None,
    /// The stack pointer is not known at each point.
    Form,
}

/// A range of bytes of the frame, by offsets from the stack pointer at the function's entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bytes {
    pub start: i64,
    /// The first byte after it.
    pub end: i64,
}

impl Bytes {
    /// What accesses of a size at these offsets may touch.
    pub fn of(offsets: Offsets, size: i64) -> Bytes {
        Bytes { start: offsets.least, end: offsets.greatest.saturating_add(size) }
    }

    /// Whether nothing is known of where they are.
    pub fn is_anywhere(self) -> bool {
        self.start == Offsets::ANY.least || self.end == Offsets::ANY.greatest
    }

    /// Whether they have a byte in common.
    pub fn meet(self, other: Bytes) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// Something that a function does with its frame. `at` is where the stack pointer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A plain load or store at a known place.
    Access {
        inst: Inst,
        start: i64,
        size: u8,
        is_store: bool,
        /// Whether it stores an address of the frame.
        holds: bool,
    },
    /// Accesses that touch some of these bytes, and nothing else of the frame.
    Touch { inst: Inst, reads: Option<Bytes>, writes: Option<Bytes>, at: i64 },
    /// Addresses of the frame become known to code that is not seen here: that accesses memory
    /// through addresses from elsewhere, or a callee.
    Escape { inst: Option<Inst>, at: i64 },
    /// A call, which may overwrite what is below the stack pointer.
    Call { at: i64 },
    /// An assignment of the stack pointer.
    Move { inst: Inst, to: i64 },
    /// A private region begins: nobody else knows its addresses, and all of it is in memory.
    Begin,
    /// The function ends, and with it the private region: all of it is in memory.
    End,
}

/// A value that is an address of the frame wherever slots are stored or loaded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    /// The block and the number of the instruction that computes it.
    pub block: Block,
    pub index: usize,
    pub value: Value,
    pub offset: i64,
}

/// What a function does with its frame.
#[derive(Clone)]
pub(super) struct Frame {
    /// The events of each block, each with the number of its instruction in the block, or the
    /// number of instructions for the terminator.
    pub events: SecondaryMap<Block, Vec<(usize, Event)>>,
    /// Where the stack pointer is at the start of each block.
    pub starts: SecondaryMap<Block, i64>,
    /// The lowest address of the frame that the entry block computes; the start of a private region.
    pub base: Option<Base>,
    /// The offsets of bytes that can be slots.
    pub bounds: Bytes,
    /// For a private region: the blocks in which it goes on, those that its beginning dominates.
    pub inside: Option<EntitySet<Block>>,
    /// Whether offsets are from a stack pointer that was rounded down.
    pub is_aligned: bool,
    /// The loads through merged addresses, all of them known.
    pub merged: Vec<Merged>,
    /// The private regions that begin at an address of it.
    pub nested: Vec<Inst>,
}

impl Frame {
    /// Nothing is known yet.
    pub fn new(root: Root) -> Frame {
        Frame {
            events: SecondaryMap::new(),
            starts: SecondaryMap::new(),
            base: None,
            bounds: root.bounds(),
            inside: None,
            is_aligned: false,
            merged: Vec::new(),
            nested: Vec::new(),
        }
    }

    /// Whether a private region does not go on in a block: memory holds all of it there.
    pub fn ends_before(&self, block: Block) -> bool {
        self.inside.as_ref().is_some_and(|inside| !inside.contains(block))
            && !invar_ir::mutant!(PrivateGoesOn)
    }

    /// Whether it is accessed at unknown places, or its addresses are stored or escape.
    pub fn is_seen_otherwise(&self, cfg: &Cfg) -> bool {
        cfg.rpo.iter().flat_map(|&block| &self.events[block]).any(|(_, event)| {
            matches!(
                event,
                Event::Touch { .. } | Event::Escape { .. } | Event::Access { holds: true, .. }
            )
        })
    }

    /// The instructions that may access any part of the frame.
    pub fn anywhere(&self, cfg: &Cfg) -> FxHashSet<Inst> {
        let events = cfg.rpo.iter().flat_map(|&block| &self.events[block]);
        let anywhere = events.filter_map(|(_, event)| match *event {
            Event::Touch { inst, reads, writes, .. } => {
                let is_one = reads.into_iter().chain(writes).any(Bytes::is_anywhere);
                is_one.then_some(inst)
            }
            _ => None,
        });
        anywhere.collect()
    }

    /// This frame, if what may access any part of it only touches these bytes.
    pub fn if_touched(&self, cfg: &Cfg, touched: &[Bytes]) -> Frame {
        let mut frame = self.clone();
        for &block in &cfg.rpo {
            let narrowed = |bytes: Option<Bytes>| match bytes {
                Some(bytes) if bytes.is_anywhere() => touched.iter().copied().map(Some).collect(),
                bytes => vec![bytes],
            };
            let events = self.events[block].iter().flat_map(|&(index, event)| match event {
                Event::Touch { inst, reads, writes, at } => {
                    let reads =
                        narrowed(reads).into_iter().flatten().map(|bytes| (Some(bytes), None));
                    let writes =
                        narrowed(writes).into_iter().flatten().map(|bytes| (None, Some(bytes)));
                    let all = reads.chain(writes);
                    all.map(|(reads, writes)| (index, Event::Touch { inst, reads, writes, at }))
                        .collect()
                }
                _ => vec![(index, event)],
            });
            frame.events[block] = events.collect();
        }
        frame
    }
}
