//! The memories of an execution, byte by byte: what was written, over what they hold at the start.

use rustc_hash::FxHashMap;

/// A byte of a memory: the number of the memory, and the address.
pub(crate) type Place = (u32, u64);

/// The bytes that were written.
#[derive(Default)]
pub(crate) struct Memory<B> {
    written: FxHashMap<Place, B>,
}

impl<B: Clone> Memory<B> {
    pub fn new() -> Self {
        Memory { written: FxHashMap::default() }
    }

    /// A byte, given what it is at the start.
    pub fn byte(&self, place: Place, initial: impl FnOnce() -> B) -> B {
        self.written.get(&place).cloned().unwrap_or_else(initial)
    }

    /// Writes a byte. Gives the byte that was written before, if one was.
    pub fn write(&mut self, place: Place, byte: B) -> Option<B> {
        self.written.insert(place, byte)
    }

    /// The bytes that were written.
    pub fn written(&self) -> &FxHashMap<Place, B> {
        &self.written
    }
}
