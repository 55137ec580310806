//! The blocks in which a function owns an object, looked up by object and by block.

use crate::ownership::regions::{Object, Regions};
use invar_ir::entities::EntityRef;
use invar_ir::{Block, Rows};
use std::ops::Range;

/// A block in which the level of an object is not always zero.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The block.
    pub block: Block,
    /// The level at its start; at the definition, if the object is defined there.
    pub level: u32,
}

/// The spans of all objects. Each has a number, by which sets of them are kept.
#[derive(Default)]
pub struct Spans {
    /// The spans of an object in a row, in reverse postorder.
    spans: Vec<Span>,
    /// The number of spans up to each object, that one included.
    ends: Vec<u32>,
    by_block: Rows<(Object, u32)>,
}

impl Spans {
    /// Takes the spans of the next object, in reverse postorder.
    pub(crate) fn push(&mut self, spans: impl Iterator<Item = Span>) {
        self.spans.extend(spans);
        self.ends.push(self.spans.len() as u32);
    }

    /// Indexes them by block, once all objects have theirs. Linear.
    pub(crate) fn finish(&mut self, blocks: usize) {
        let (this, objects) = (&*self, 0..self.ends.len());
        let by_block = Rows::new(blocks, || {
            objects.clone().flat_map(|n| {
                let object = Object::new(n);
                let of = move |at: usize| (this.spans[at].block.index(), (object, at as u32));
                this.numbers(object).map(of)
            })
        });
        self.by_block = by_block;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The numbers of an object's spans.
    pub fn numbers(&self, object: Object) -> Range<usize> {
        let n = object.index();
        let start = if n == 0 { 0 } else { self.ends[n - 1] };
        start as usize..self.ends[n] as usize
    }

    /// An object's spans, in reverse postorder.
    pub fn of(&self, object: Object) -> &[Span] {
        &self.spans[self.numbers(object)]
    }

    /// The objects that have spans in a block, in order, with the spans' numbers.
    pub fn in_block(&self, block: Block) -> &[(Object, u32)] {
        self.by_block.row(block.index())
    }

    /// The span with a number.
    pub fn get(&self, number: usize) -> Span {
        self.spans[number]
    }

    /// The number of an object's span in a block. Logarithmic in the spans of the object, or in those of
    /// the block if these are less.
    pub fn find(&self, regions: &Regions, object: Object, block: Block) -> Option<usize> {
        let (own, there) = (self.numbers(object), self.in_block(block));
        // The shorter of the two orders is searched: each step of a search misses the cache.
        if there.len() <= own.len() {
            let at = there.binary_search_by_key(&object, |span| span.0).ok()?;
            return Some(there[at].1 as usize);
        }
        let numbers = &regions.cfg.rpo_number;
        let of = |span: &Span| numbers[span.block];
        let at = self.spans[own.clone()].binary_search_by_key(&numbers[block], of).ok()?;
        Some(own.start + at)
    }
}
