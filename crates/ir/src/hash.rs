//! Hashes of functions and types that do not depend on numbering.
//!
//! [`hash_function`] gives the same 128 bits for two functions that differ only in the numbers of
//! their values, blocks and instructions, and in the indices of the entities they refer to: the
//! caller decides what identifies an entity (a name, a type's structure, the hash of a body). It
//! covers everything that influences compilation: types, operators, immediates, control flow, weights.
//! It ignores source locations, contexts, and unreachable blocks.
//! [`type_identities`] gives types of the same structure the same identity, as the WebAssembly
//! specification has it: group by group, inner references by position.
//!
//! Algorithm: blocks are numbered in the order of a depth-first search from the entry, values in the
//! order of their definitions there, and all of it is fed to a 128-bit mixing function (MurmurHash3, x64,
//! a word at a time). Linear. The hash is the same in each run and on each
//! machine, for one version of the operator table. Limits: it is not a cryptographic hash;
//! and functions that differ only in the order of independent instructions have different hashes.

use crate::{
    Block, Cfg, Function, Immediate, IndexSpace, Module, Op, RecGroup, Terminator, TypeId, Value,
};
use cranelift_entity::{PrimaryMap, SecondaryMap};
use wasmparser::{
    CompositeInnerType, FieldType, HeapType, PackedIndex, RefType, StorageType, SubType,
    UnpackedIndex, ValType,
};

/// The identities of entities that code refers to, which are hashed instead of their indices.
pub trait Identities {
    /// The identity of an entity. `space` is never `Number` or `Control`.
    fn identity(&mut self, space: IndexSpace, index: u32) -> u128;
}

impl<F: FnMut(IndexSpace, u32) -> u128> Identities for F {
    fn identity(&mut self, space: IndexSpace, index: u32) -> u128 {
        self(space, index)
    }
}

/// A hash of 128 bits, built up from words.
#[derive(Clone, Debug)]
pub struct Hasher128 {
    state: [u64; 2],
    /// The first word of a block of two.
    pending: Option<u64>,
    words: u64,
}

impl Default for Hasher128 {
    fn default() -> Self {
        Hasher128 { state: [0x496e_7661_7249_5231, 0x9e37_79b9_7f4a_7c15], pending: None, words: 0 }
    }
}

impl Hasher128 {
    const C1: u64 = 0x87c3_7b91_1142_53d5;
    const C2: u64 = 0x4cf5_ad43_2745_937f;

    /// Adds a word.
    pub fn word(&mut self, word: u64) {
        self.words += 1;
        match self.pending.take() {
            None => self.pending = Some(word),
            Some(first) => self.block(first, word),
        }
    }

    fn block(&mut self, first: u64, second: u64) {
        let [a, b] = &mut self.state;
        *a ^= first.wrapping_mul(Self::C1).rotate_left(31).wrapping_mul(Self::C2);
        *a = a.rotate_left(27).wrapping_add(*b).wrapping_mul(5).wrapping_add(0x52dc_e729);
        *b ^= second.wrapping_mul(Self::C2).rotate_left(33).wrapping_mul(Self::C1);
        *b = b.rotate_left(31).wrapping_add(*a).wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }

    /// Adds two words.
    pub fn wide(&mut self, value: u128) {
        self.word(value as u64);
        self.word((value >> 64) as u64);
    }

    /// Adds bytes and their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    /// The hash of everything added.
    pub fn finish(mut self) -> u128 {
        let words = self.words;
        if let Some(first) = self.pending.take() {
            self.block(first, 0);
        }
        let mix = |mut x: u64| {
            x = (x ^ (x >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
            x = (x ^ (x >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
            x ^ (x >> 33)
        };
        let [mut a, mut b] = self.state.map(|lane| lane ^ words);
        a = a.wrapping_add(b);
        b = b.wrapping_add(a);
        (a, b) = (mix(a), mix(b));
        a = a.wrapping_add(b);
        b = b.wrapping_add(a);
        u128::from(a) << 64 | u128::from(b)
    }
}

/// The hash of a function, independent of numbering; `identities` identifies what it refers to.
pub fn hash_function(function: &Function, identities: &mut dyn Identities) -> u128 {
    let cfg = Cfg::new(function);
    let mut numbers = SecondaryMap::with_default(u32::MAX);
    let mut next = 0;
    let mut number = |value: Value| {
        numbers[value] = next;
        next += 1;
    };
    for &block in &cfg.rpo {
        let data = &function.blocks[block];
        data.params.iter().for_each(|&param| number(param));
        for &inst in &data.insts {
            function.results(inst).for_each(&mut number);
        }
        data.term.edge_values().into_iter().for_each(&mut number);
    }
    let mut walk = Walk { function, cfg: &cfg, numbers, hasher: Hasher128::default(), identities };
    let ty = walk.identities.identity(IndexSpace::Type, function.ty.as_u32());
    walk.hasher.wide(ty);
    walk.types(&function.results);
    for &block in &cfg.rpo {
        walk.block(block);
    }
    walk.hasher.finish()
}

struct Walk<'a> {
    function: &'a Function,
    cfg: &'a Cfg,
    numbers: SecondaryMap<Value, u32>,
    hasher: Hasher128,
    identities: &'a mut dyn Identities,
}

impl Walk<'_> {
    fn block(&mut self, block: Block) {
        let data = &self.function.blocks[block];
        self.defined(&data.params);
        self.hasher.word(data.insts.len() as u64);
        for &inst in &data.insts {
            self.op(&self.function.insts[inst].op);
            self.uses(self.function.args(inst));
            let results: Vec<Value> = self.function.results(inst).collect();
            self.defined(&results);
        }
        self.terminator(&data.term);
    }

    fn terminator(&mut self, term: &Terminator) {
        let (kind, op) = match term {
            Terminator::None => (0, None),
            Terminator::Jump(_) => (1, None),
            Terminator::BrIf { .. } => (2, None),
            Terminator::BrTable { .. } => (3, None),
            Terminator::Return(_) => (4, None),
            Terminator::Unreachable => (5, None),
            Terminator::BrOn { op, .. } => (6, Some(op)),
            Terminator::TailCall { op, .. } => (7, Some(op)),
            Terminator::Throw { op, .. } => (8, Some(op)),
            Terminator::Invoke { op, .. } => (9, Some(op)),
        };
        self.hasher.word(kind);
        if let Some(op) = op {
            self.op(op);
        }
        self.uses(term.operands(&self.function.pool));
        if let Terminator::BrOn { taken_value, fallthrough_value, .. } = term {
            // Which edges take the reference.
            self.hasher.word(u64::from(taken_value.is_some()));
            self.hasher.word(u64::from(fallthrough_value.is_some()));
        }
        if let Terminator::Invoke { results, handlers, .. } = term {
            self.hasher.word(results.len() as u64);
            for handler in handlers {
                self.hasher.word(handler.values.len() as u64);
                let tag =
                    handler.tag.map(|tag| self.identities.identity(IndexSpace::Tag, tag.as_u32()));
                self.hasher.word(u64::from(tag.is_some()));
                self.hasher.wide(tag.unwrap_or_default());
            }
        }
        self.defined(&term.edge_values());
        self.hasher.word(term.targets().count() as u64);
        for call in term.targets() {
            self.hasher.word(u64::from(self.cfg.rpo_number[call.block]));
            self.hasher.word(u64::from(call.weight));
            self.uses(self.function.list(&call.args));
        }
    }

    /// Numbers values in the order of definitions; only their types are hashed.
    fn defined(&mut self, values: &[Value]) {
        self.hasher.word(values.len() as u64);
        for &value in values {
            hash_value_type(&mut self.hasher, self.function.ty(value), self.identities);
        }
    }

    fn types(&mut self, types: &[ValType]) {
        self.hasher.word(types.len() as u64);
        for &ty in types {
            hash_value_type(&mut self.hasher, ty, self.identities);
        }
    }

    fn uses(&mut self, values: &[Value]) {
        self.hasher.word(values.len() as u64);
        for &value in values {
            self.hasher.word(u64::from(self.numbers[self.function.resolve(value)]));
        }
    }

    fn op(&mut self, op: &Op) {
        hash_op(&mut self.hasher, op, self.identities);
    }
}

fn hash_op(hasher: &mut Hasher128, op: &Op, identities: &mut dyn Identities) {
    // The name, since opcode numbers change when the table grows.
    hasher.bytes(op.variant_name().as_bytes());
    op.for_each_immediate(|immediate| match immediate {
        Immediate::Index(IndexSpace::Control, _) | Immediate::ControlOnly => {}
        Immediate::Index(IndexSpace::Number, number) => hasher.word(number.into()),
        Immediate::Index(space, index) => hasher.wide(identities.identity(space, index)),
        Immediate::Lane(lane) => hasher.word(lane.into()),
        Immediate::Lanes(lanes) => hasher.bytes(&lanes),
        Immediate::I32(value) => hasher.word(value as u64),
        Immediate::I64(value) => hasher.word(value as u64),
        Immediate::F32(value) => hasher.word(value.bits().into()),
        Immediate::F64(value) => hasher.word(value.bits()),
        Immediate::V128(value) => hasher.bytes(value.bytes()),
        Immediate::ValType(ty) => hash_value_type(hasher, ty, identities),
        Immediate::RefType(ty) => hash_ref_type(hasher, ty, identities),
        Immediate::HeapType(ty) => hash_heap_type(hasher, ty, identities),
        Immediate::Ordering(ordering) => hasher.word(ordering as u64),
        Immediate::MemArg(memarg) => {
            let space = match memarg.space {
                crate::MemSpace::Memory => IndexSpace::Memory,
                crate::MemSpace::Array => IndexSpace::Type,
            };
            hasher.word(memarg.offset);
            hasher.word(memarg.align.into());
            hasher.word(memarg.space as u64);
            hasher.word(memarg.ordering as u64);
            hasher.wide(identities.identity(space, memarg.memory));
        }
        Immediate::Caching(caching) => hasher.word(caching as u64),
        Immediate::Laziness(laziness) => hasher.word(laziness as u64),
    });
}

fn hash_value_type(hasher: &mut Hasher128, ty: ValType, identities: &mut dyn Identities) {
    match ty {
        ValType::I32 => hasher.word(1),
        ValType::I64 => hasher.word(2),
        ValType::F32 => hasher.word(3),
        ValType::F64 => hasher.word(4),
        ValType::V128 => hasher.word(5),
        ValType::Ref(ty) => {
            hasher.word(6);
            hash_ref_type(hasher, ty, identities);
        }
    }
}

fn hash_ref_type(hasher: &mut Hasher128, ty: RefType, identities: &mut dyn Identities) {
    hasher.word(u64::from(ty.is_nullable()));
    hash_heap_type(hasher, ty.heap_type(), identities);
}

fn hash_heap_type(hasher: &mut Hasher128, ty: HeapType, identities: &mut dyn Identities) {
    match ty {
        HeapType::Abstract { shared, ty } => {
            hasher.word(u64::from(shared));
            hasher.word(ty as u64);
        }
        HeapType::Concrete(index) | HeapType::Exact(index) => {
            hasher.word(if matches!(ty, HeapType::Exact(_)) { 3 } else { 2 });
            match index {
                UnpackedIndex::Module(index) => {
                    hasher.wide(identities.identity(IndexSpace::Type, index));
                }
                // Types of a module refer to other types by module index; other forms do not occur.
                _ => hasher.word(u64::MAX),
            }
        }
    }
}

/// The identity of each type of a module: equal for types that WebAssembly takes for the same,
/// in this module or another. Linear in the type section.
pub fn type_identities(module: &Module) -> PrimaryMap<TypeId, u128> {
    let mut identities: PrimaryMap<TypeId, u128> = PrimaryMap::with_capacity(module.types.len());
    for &RecGroup { len, .. } in &module.rec_groups {
        let first = identities.len() as u32;
        let end = first.saturating_add(len).min(module.types.len() as u32);
        let mut hasher = Hasher128::default();
        let known = &identities;
        // Types of the same group are identified by their position in it, others by their identity.
        let mut inner = |_: IndexSpace, index: u32| match index.checked_sub(first) {
            Some(position) => u128::from(position) | 1 << 127,
            None => known[TypeId::from_u32(index)],
        };
        for n in first..end {
            hash_sub_type(&mut hasher, &module.types[TypeId::from_u32(n)], &mut inner);
        }
        let group = hasher.finish();
        for n in first..end {
            let mut hasher = Hasher128::default();
            hasher.wide(group);
            hasher.word(u64::from(n - first));
            identities.push(hasher.finish());
        }
    }
    // Types outside of all groups occur in broken modules only; each gets an identity of its own.
    while identities.len() < module.types.len() {
        identities.push(u128::MAX - identities.len() as u128);
    }
    identities
}

fn hash_sub_type(hasher: &mut Hasher128, ty: &SubType, identities: &mut dyn Identities) {
    fn index(hasher: &mut Hasher128, index: PackedIndex, identities: &mut dyn Identities) {
        hash_heap_type(hasher, HeapType::Concrete(index.unpack()), identities);
    }
    fn field(hasher: &mut Hasher128, field: &FieldType, identities: &mut dyn Identities) {
        hasher.word(u64::from(field.mutable));
        match field.element_type {
            StorageType::I8 => hasher.word(7),
            StorageType::I16 => hasher.word(8),
            StorageType::Val(ty) => hash_value_type(hasher, ty, identities),
        }
    }
    let composite = &ty.composite_type;
    hasher.word(u64::from(ty.is_final) | u64::from(composite.shared) << 1);
    hasher.word(ty.supertype_idxs.len() as u64);
    for &above in &ty.supertype_idxs {
        index(hasher, above, identities);
    }
    for described in [composite.describes_idx, composite.descriptor_idx] {
        hasher.word(u64::from(described.is_some()));
        if let Some(described) = described {
            index(hasher, described, identities);
        }
    }
    match &composite.inner {
        CompositeInnerType::Func(func) => {
            hasher.word(1);
            for list in [func.params(), func.results()] {
                hasher.word(list.len() as u64);
                list.iter().for_each(|&ty| hash_value_type(hasher, ty, identities));
            }
        }
        CompositeInnerType::Struct(fields) => {
            hasher.word(2);
            hasher.word(fields.fields.len() as u64);
            fields.fields.iter().for_each(|ty| field(hasher, ty, identities));
        }
        CompositeInnerType::Array(array) => {
            hasher.word(3);
            field(hasher, &array.0, identities);
        }
        CompositeInnerType::Cont(cont) => {
            hasher.word(4);
            index(hasher, cont.0, identities);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Func, Opcode, parse_module};
    use std::collections::HashSet;

    const TYPES: &str = "ty0 = func (i32, i32) -> (i32) ty1 = func (i32) -> ()\n";

    fn function(body: &str) -> Function {
        let text = format!(
            "module {{ {TYPES} memory m0 : i32 1.. memory m1 : i32 1..
               func f0 : ty0 {{\n{body}\n}}\n func f1 : ty1 none func f2 : ty1 none }}"
        );
        let module = parse_module(&text).expect(&text);
        let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("lifted") };
        (**function).clone()
    }

    /// Hashes with entities named by their numbers.
    fn hash(body: &str) -> u128 {
        let mut plain = |space: IndexSpace, index: u32| (space as u128) << 64 | u128::from(index);
        hash_function(&function(body), &mut plain)
    }

    const BODY: &str = "b0(v0: i32, v1: i32):
        v2 = i32.load v0 offset=4
        call f1 v2
        br_if v2, b1(v1), b2 !weights 3 1
      b1(v3: i32): return v3
      b2: jump b1(v2)";

    #[test]
    fn numbering_does_not_matter() {
        let renumbered = "b9(v4: i32, v7: i32):
            v11 = i32.load v4 offset=4 @13
            call f1 v11
            br_if v11, b1(v7), b5 !weights 3 1
          b5: jump b1(v11)
          b1(v20: i32): return v20
          b3: jump b3";
        assert_eq!(hash(BODY), hash(renumbered));
    }

    #[test]
    fn everything_else_matters() {
        let changes = [
            ("offset=4", "offset=8"),
            ("offset=4", "offset=4 align=1"),
            ("offset=4", "offset=4 memory=m1"),
            ("i32.load ", "i32.load16_u "),
            ("call f1", "call f2"),
            ("call f1 v2", "call f1 v1"),
            ("        call f1 v2\n", ""),
            ("b1(v1), b2", "b2, b1(v1)"),
            ("weights 3 1", "weights 1 3"),
            ("return v3", "return v0"),
            ("return v3", "unreachable"),
            ("jump b1(v2)", "jump b2"),
        ];
        let mut seen = HashSet::from([hash(BODY)]);
        for (from, to) in changes {
            let body = BODY.replace(from, to);
            assert_ne!(body, BODY);
            assert!(seen.insert(hash(&body)), "{from} to {to}");
        }
    }

    #[test]
    fn entities_are_identified_by_the_caller() {
        let mut same = |_: IndexSpace, _: u32| 7;
        let call = |callee| function(&BODY.replace("call f1", callee));
        let (a, b) = (call("call f1"), call("call f2"));
        assert_eq!(hash_function(&a, &mut same), hash_function(&b, &mut same));
    }

    #[test]
    fn every_operator_has_its_own_hash() {
        let mut plain = |space: IndexSpace, index: u32| (space as u128) << 64 | u128::from(index);
        let mut seen = HashSet::new();
        for &opcode in Opcode::ALL {
            let mut hasher = Hasher128::default();
            hash_op(&mut hasher, &opcode.zeroed(), &mut plain);
            assert!(seen.insert(hasher.finish()), "{opcode}");
        }
    }

    #[test]
    fn types_are_identified_by_structure() {
        let module = parse_module(
            "module {
               ty0 = func (i32) -> ()
               rec { ty1 = struct ((ref null ty2)) ty2 = array (mut i8) }
               rec { ty3 = struct ((ref null ty4)) ty4 = array (mut i8) }
               rec { ty5 = array (mut i8) ty6 = struct ((ref null ty5)) }
               ty7 = func (i32) -> ()
               ty8 = func ((ref ty2)) -> ()
               ty9 = func ((ref ty4)) -> ()
               ty10 = func ((ref ty5)) -> ()
               ty11 = func () -> (i32)
             }",
        )
        .unwrap();
        let ids = type_identities(&module);
        let same = |a: u32, b: u32| ids[TypeId::from_u32(a)] == ids[TypeId::from_u32(b)];
        assert!(same(0, 7) && same(1, 3) && same(2, 4) && same(8, 9));
        assert!(!same(2, 5) && !same(1, 6) && !same(8, 10) && !same(0, 11));
    }

    #[test]
    fn words_and_their_order_matter() {
        let hash = |words: &[u64]| {
            let mut hasher = Hasher128::default();
            words.iter().for_each(|&word| hasher.word(word));
            hasher.finish()
        };
        let all: Vec<Vec<u64>> = vec![vec![], vec![0], vec![0, 0], vec![1, 0], vec![0, 1], vec![1]];
        let hashes: HashSet<u128> = all.iter().map(|words| hash(words)).collect();
        assert_eq!(hashes.len(), all.len());
        // A different hash function would invalidate stored hashes.
        assert_eq!(hash(&[1, 2, 3]), 49048437773789114824618269607161354603);
    }
}
