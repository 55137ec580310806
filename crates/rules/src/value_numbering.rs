//! Value numbering: what makes two computations the same, and a hash table with scopes.
//!
//! Dominator-based value numbering of the control-flow graph (`gvn`), common node elimination across
//! the regions of the region graph, and merging of what several alternatives compute use these
//! (Briggs, Cooper and Simpson, *Value Numbering*, 1997). An [`Expression`] is the key; a
//! [`ScopedTable`] holds what dominates the current place; [`mergeable`] decides by effects.
//!
//! Cost: expected O(1) per question.

use crate::exchanged;
use invar_ir::entities::packed_option::{PackedOption, ReservedValue};
use invar_ir::{ClassSet, Effects, Op};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// The number of operands that an expression may have.
const MAX_OPERANDS: usize = 6;

/// An operator on operands. Two equal ones, where what they read is the same, have the same value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expression<V: ReservedValue> {
    op: Op,
    operands: [PackedOption<V>; MAX_OPERANDS],
}

impl<V: ReservedValue + Copy + Ord> Expression<V> {
    /// The expression of an operator, if it has few operands. The states of memory that it reads may
    /// come after them. Operands that may be exchanged are put in one order: `a < b` is `b > a`.
    pub fn new(op: &Op, operands: impl IntoIterator<Item = V>) -> Option<Self> {
        let mut slots = [PackedOption::default(); MAX_OPERANDS];
        for (n, operand) in operands.into_iter().enumerate() {
            *slots.get_mut(n)? = operand.into();
        }
        let exchanged = if slots[0].expand() > slots[1].expand() { exchanged(op) } else { None };
        if exchanged.is_some() {
            slots.swap(0, 1);
        }
        Some(Expression { op: exchanged.unwrap_or_else(|| op.clone()), operands: slots })
    }

    /// The operands.
    pub fn operands(&self) -> impl Iterator<Item = V> + '_ {
        self.operands.iter().map_while(|slot| slot.expand())
    }
}

/// The classes of state that an operator reads, if two equal ones have the same value where these
/// were not written in between. Given are its effects, or those of its callee if that is known.
pub fn mergeable(effects: Effects, callee: Option<Effects>) -> Option<ClassSet> {
    match callee {
        // Had the first call not returned, the second would not be reached.
        Some(callee) => {
            let is_shared = !callee.allocates || invar_ir::mutant!(GvnSharesCallsThatAllocate);
            (callee.writes.is_empty() && is_shared).then_some(callee.reads)
        }
        None => {
            let is_shared = effects.is_repeatable()
                || invar_ir::mutant!(GvnSharesAllocations) && !effects.is_effect();
            is_shared.then_some(effects.reads)
        }
    }
}

/// A hash table with scopes: what is inserted in a scope is forgotten when the scope is left.
#[derive(Debug)]
pub struct ScopedTable<K, V> {
    map: FxHashMap<K, V>,
    /// The keys of `map`, in the order of their insertion.
    inserted: Vec<K>,
}

/// A scope of a [`ScopedTable`], to be left.
#[derive(Clone, Copy, Debug)]
pub struct TableScope(usize);

impl<K, V> Default for ScopedTable<K, V> {
    fn default() -> Self {
        ScopedTable { map: FxHashMap::default(), inserted: Vec::new() }
    }
}

impl<K: Clone + Eq + Hash, V: Copy> ScopedTable<K, V> {
    /// Enters a scope.
    pub fn enter(&self) -> TableScope {
        TableScope(self.inserted.len())
    }

    /// Leaves a scope and all scopes in it.
    pub fn leave(&mut self, scope: TableScope) {
        for key in self.inserted.drain(scope.0..) {
            self.map.remove(&key);
        }
    }

    /// What was inserted under a key before. If there is nothing, inserts `value`.
    pub fn find_or_insert(&mut self, key: K, value: V) -> Option<V> {
        let found = self.map.get(&key).copied();
        if found.is_none() {
            self.map.insert(key.clone(), value);
            self.inserted.push(key);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Expression, ScopedTable};
    use invar_ir::{Op, Value};

    #[test]
    fn an_inner_scope_sees_the_outer_ones_and_forgets_its_own() {
        let mut table = ScopedTable::default();
        let outer = table.enter();
        assert_eq!(table.find_or_insert('a', 1), None);
        let inner = table.enter();
        assert_eq!(table.find_or_insert('a', 2), Some(1));
        assert_eq!(table.find_or_insert('b', 3), None);
        table.leave(inner);
        assert_eq!(table.find_or_insert('b', 4), None);
        table.leave(outer);
        assert_eq!(table.find_or_insert('a', 5), None);
    }

    #[test]
    fn commutative_operands_have_one_order() {
        let [a, b] = [0, 1].map(Value::from_u32);
        let of = |op: &Op, operands: &[Value]| Expression::new(op, operands.iter().copied());
        assert_eq!(of(&Op::I32Add, &[a, b]), of(&Op::I32Add, &[b, a]));
        assert_ne!(of(&Op::I32Sub, &[a, b]), of(&Op::I32Sub, &[b, a]));
        assert_eq!(of(&Op::I32LtS, &[a, b]), of(&Op::I32GtS, &[b, a]));
        assert_ne!(of(&Op::I32LtS, &[a, b]), of(&Op::I32GtU, &[b, a]));
        assert_eq!(of(&Op::F64Le, &[a, b]), of(&Op::F64Ge, &[b, a]));
        assert_ne!(of(&Op::F64Le, &[a, b]), of(&Op::F64Le, &[b, a]));
        assert_eq!(of(&Op::I32Add, &[a; 7]), None);
    }
}
