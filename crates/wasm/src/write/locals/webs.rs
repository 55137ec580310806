//! Webs: values that are coalesced, and share a local.

use super::segments::Segments;
use invar_ir::entities::EntityRef;
use invar_ir::{Function, UnionFind, Value};

/// Values that share a local: sets of values, the segments kept at the representative.
pub(super) struct Webs {
    sets: UnionFind<Value>,
    /// The function parameter in the web, which fixes its local.
    pub fixed: Vec<Option<u32>>,
    /// The segments of coalesced values before that, each once.
    pub before: Vec<(u32, Segments)>,
    /// Whether they are in `before`.
    coalesced: Vec<bool>,
}

impl Webs {
    /// Each value is a web.
    pub fn new(f: &Function, values: usize) -> Self {
        let mut fixed = vec![None; values];
        for (n, param) in f.blocks[f.entry].params.iter().enumerate() {
            fixed[param.index()] = Some(n as u32);
        }
        Webs {
            sets: UnionFind::new(values),
            fixed,
            before: Vec::new(),
            coalesced: vec![false; values],
        }
    }

    /// Makes each further value a web, up to a count of values.
    pub fn add_values(&mut self, count: usize) {
        self.sets.grow(count);
        self.fixed.resize(count, None);
        self.coalesced.resize(count, false);
    }

    /// The value that stands for a value's web.
    pub fn find(&mut self, value: u32) -> u32 {
        self.sets.find(Value::from_u32(value)).as_u32()
    }

    /// Unites the webs of two values, if these have one type, do not interfere, and are not two parameters of the
    /// function.
    pub fn coalesce(&mut self, segments: &mut [Segments], f: &Function, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        let (fixed_a, fixed_b) = (self.fixed[a as usize], self.fixed[b as usize]);
        if a == b
            || f.ty(Value::from_u32(a)) != f.ty(Value::from_u32(b))
            || fixed_a.is_some() && fixed_b.is_some()
            || !invar_ir::mutant!(WasmCoalescesLive)
                && segments[a as usize].overlap(&segments[b as usize])
        {
            return;
        }
        let (root, other) =
            if segments[a as usize].len() >= segments[b as usize].len() { (a, b) } else { (b, a) };
        self.sets.unite(Value::from_u32(root), Value::from_u32(other));
        self.fixed[root as usize] = fixed_a.or(fixed_b);
        let moved = std::mem::take(&mut segments[other as usize]);
        for (value, segments) in [(other, &moved), (root, &segments[root as usize])] {
            // Of a web that was coalesced before, the parts are kept already.
            if !std::mem::replace(&mut self.coalesced[value as usize], true) {
                self.before.push((value, segments.clone()));
            }
        }
        segments[root as usize].add(moved);
    }
}
