//! Merges functions of the same type whose bodies are equal: one replaces all of them.
//!
//! Two bodies are equal when their bytes are, function indices aside, and their function indices
//! lead to the same function (or both to themselves) after merging. Merging two callees can make
//! their callers equal, so rounds are run until nothing changes, at most [`ROUNDS`]. Near-linear:
//! a body is hashed once, and only those with an equal hash are compared.
//!
//! Merging cannot be observed from WebAssembly: references to functions cannot
//! be compared. The bodies are those of the input, in which the positions of function indices are known.

use crate::Merged;
use crate::uses::BodyUses;
use invar_analysis::{Fuel, counters};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Body, Func, Module, TypeHierarchy, TypeId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The most rounds: merged callees may make their callers equal.
pub const ROUNDS: usize = 16;

counters! {
    /// What the merging of functions did.
    pub struct Stats {
        /// Functions that another one replaces.
        merged,
        /// The bytes of their bodies.
        bytes,
    }
}

/// Finds the functions that others can replace.
pub fn run(
    module: &Module,
    uses: &SecondaryMap<Func, BodyUses>,
    fuel: &Fuel,
    merged: &mut Merged,
) -> Stats {
    let mut stats = Stats::default();
    let bodies = Bodies { module, types: module.hierarchy(), uses };
    let mut groups = bodies.groups();
    for _ in 0..ROUNDS {
        let mut changed = false;
        for group in &mut groups {
            let mut leaders = FxHashMap::<Vec<Callee>, Vec<Func>>::default();
            group.retain(|&func| {
                let same = leaders
                    .entry(if invar_ir::mutant!(MergeFunctionsOtherCallee) {
                        Vec::new()
                    } else {
                        bodies.callees(func, merged)
                    })
                    .or_default();
                let twin = same.iter().find(|&&leader| bodies.equal_text(leader, func)).copied();
                match twin {
                    Some(leader) if fuel.take() => {
                        merged.merge(func, leader);
                        stats.merged += 1;
                        stats.bytes += bodies.bytes(func).len() as u64;
                        changed = true;
                        false
                    }
                    _ => {
                        same.push(func);
                        true
                    }
                }
            });
        }
        groups.retain(|group| group.len() > 1);
        if !changed {
            break;
        }
    }
    stats
}

/// The function that an index in a body refers to.
#[derive(PartialEq, Eq, Hash)]
enum Callee {
    Itself,
    Other(Func),
}

struct Bodies<'a> {
    module: &'a Module,
    types: Arc<TypeHierarchy>,
    uses: &'a SecondaryMap<Func, BodyUses>,
}

impl<'a> Bodies<'a> {
    fn bytes(&self, func: Func) -> &'a [u8] {
        match &self.module.funcs[func].body {
            Body::Raw(range) => &self.module.bytes[range.clone()],
            Body::Import | Body::Ssa(_) => &[],
        }
    }

    /// The bytes of a body between its function indices.
    fn text(&self, func: Func) -> impl Iterator<Item = &'a [u8]> {
        let bytes = self.bytes(func);
        let refs = &self.uses[func].func_refs;
        let mut at = 0;
        let ends = refs.iter().map(|place| (place.at.start, place.at.end));
        ends.chain([(bytes.len() as u32, 0)]).map(move |(end, next)| {
            let piece = &bytes[at as usize..end as usize];
            at = next;
            piece
        })
    }

    fn ty(&self, func: Func) -> TypeId {
        self.types.canonical(self.module.funcs[func].ty)
    }

    fn equal_text(&self, a: Func, b: Func) -> bool {
        self.ty(a) == self.ty(b) && self.text(a).eq(self.text(b))
    }

    fn callees(&self, func: Func, merged: &Merged) -> Vec<Callee> {
        let callee = |callee| match merged.resolve(callee) {
            callee if callee == func => Callee::Itself,
            callee => Callee::Other(callee),
        };
        self.uses[func].func_refs.iter().map(|place| callee(place.func)).collect()
    }

    /// Groups of functions whose bodies have equal hashes, in the order of the module.
    fn groups(&self) -> Vec<Vec<Func>> {
        let mut by_hash = FxHashMap::<u64, usize>::with_capacity_and_hasher(
            self.module.funcs.len(),
            FxBuildHasher,
        );
        let mut groups = Vec::<Vec<Func>>::new();
        for (func, data) in &self.module.funcs {
            if !matches!(data.body, Body::Raw(_)) {
                continue;
            }
            let mut hasher = FxHasher::default();
            self.types.canonical(data.ty).hash(&mut hasher);
            self.text(func).for_each(|piece| piece.hash(&mut hasher));
            match by_hash.entry(hasher.finish()) {
                std::collections::hash_map::Entry::Occupied(group) => {
                    groups[*group.get()].push(func);
                }
                std::collections::hash_map::Entry::Vacant(vacant) => {
                    vacant.insert(groups.len());
                    groups.push(vec![func]);
                }
            }
        }
        groups.retain(|group| group.len() > 1);
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uses;

    /// Which function stands for each of the module's.
    fn merged(wat: &str, fuel: Fuel) -> Vec<u32> {
        let (module, _) = invar_wasm::read(wat::parse_str(wat).unwrap().into()).unwrap();
        let mut all = SecondaryMap::new();
        for func in module.funcs.keys() {
            all[func] = uses::of_func(&module, func);
        }
        let mut merged = Merged::default();
        let stats = run(&module, &all, &fuel, &mut merged);
        let count = module.funcs.keys().filter(|&func| merged.is_merged(func)).count();
        assert_eq!(stats.merged, count as u64);
        module.funcs.keys().map(|func| merged.resolve(func).as_u32()).collect()
    }

    const CHAIN: &str = "(module
        (func $a (result i32) i32.const 1) (func $b (result i32) i32.const 1)
        (func $c (result i64) i64.const 1)
        (func (result i32) call $a) (func (result i32) call $b)
        (func (result i32) call 3) (func (result i32) call 4))";

    #[test]
    fn callers_become_equal_when_callees_do() {
        assert_eq!(merged(CHAIN, Fuel::unlimited()), [0, 0, 2, 3, 3, 5, 5]);
        assert_eq!(merged(CHAIN, Fuel::limited(1)), [0, 0, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn recursion_is_to_oneself() {
        let wat = "(module (func call 0) (func call 1) (func call 0))";
        assert_eq!(merged(wat, Fuel::unlimited()), [0, 0, 2]);
    }

    #[test]
    fn types_and_imports_differ() {
        let wat = r#"(module (import "e" "f" (func)) (import "e" "g" (func))
            (func (param i32)) (func (param f32)))"#;
        assert_eq!(merged(wat, Fuel::unlimited()), [0, 1, 2, 3]);
    }
}
