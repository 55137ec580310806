//! Disjoint sets of entities, by union-find.

use cranelift_entity::EntityRef;
use std::marker::PhantomData;

/// Disjoint sets of entities. Each set has a representative. With path compression: near-linear.
#[derive(Clone, Debug)]
pub struct UnionFind<K> {
    parent: Vec<u32>,
    of: PhantomData<K>,
}

impl<K: EntityRef> UnionFind<K> {
    /// Sets of one member each, for the first `len` entities.
    pub fn new(len: usize) -> Self {
        UnionFind { parent: (0..len as u32).collect(), of: PhantomData }
    }

    /// Adds sets of one member each, so that there are `len` entities.
    pub fn grow(&mut self, len: usize) {
        self.parent.extend(self.parent.len() as u32..len as u32);
    }

    /// The representative of the set that an entity is in.
    pub fn find(&mut self, member: K) -> K {
        let root = self.peek(member);
        let mut at = member.index();
        while self.parent[at] as usize != root.index() {
            at = std::mem::replace(&mut self.parent[at], root.index() as u32) as usize;
        }
        root
    }

    /// [`find`](Self::find) without path compression.
    pub fn peek(&self, member: K) -> K {
        let mut at = member.index();
        while self.parent[at] as usize != at {
            at = self.parent[at] as usize;
        }
        K::new(at)
    }

    /// Unites the sets of two entities; the representative of the first remains one. Returns whether they were two.
    pub fn unite(&mut self, first: K, second: K) -> bool {
        let (first, second) = (self.find(first), self.find(second));
        self.parent[second.index()] = first.index() as u32;
        first != second
    }
}
