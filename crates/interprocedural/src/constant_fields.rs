//! Constant propagation through fields of structs, and of objects in immutable globals.
//!
//! *Objects of globals.* An immutable global that is initialized by `struct.new` always refers to that object. What an
//! immutable field of it holds is known. Compilers put vtables and classes there.
//!
//! *Fields*, where the world is closed: nothing outside makes or changes objects of the module's types, except of those
//! that imports and exports mention, and of all that these mention. What a field holds is then the join of what
//! `struct.new` puts there and what `struct.set` assigns. It is computed for each type that has instances, with
//! assignments through its supertypes; a read through a type sees the types below it. So a method that no subclass
//! overrides is one value in all vtables, and a field that is only initialized, always with one constant, is that.
//!
//! Types are compared as engines do (isorecursive equality, [`TypeHierarchy`]): two declarations may be one type.
//!
//! Cost: linear in code; and for each type with instances, its fields times the number of its supertypes, which
//! validation bounds by 63.

use crate::Merged;
use crate::operands::{Operand, last, walk, walk_constant};
use invar_analysis::{Fuel, counters, object_of_global, public_types};
use invar_ir::entities::EntitySet;
use invar_ir::{
    Cfg, ElemItems, Func, Function, Module, Op, TypeHierarchy, TypeId, ValType, constant_type,
};
use invar_rules::Const;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use wasmparser::{CompositeInnerType, FieldType, Operator, StorageType, SubType};

counters! {
    /// What was found.
    pub struct Stats {
        /// Fields of types that always hold one constant.
        fields,
        /// Globals that always refer to one object with immutable fields.
        globals,
    }
}

/// What fields hold.
#[derive(Clone, Debug, Default)]
pub struct ConstantFields {
    /// By type, as each of its names in the module, and field.
    fields: FxHashMap<(u32, u32), Constant>,
    /// By global and field.
    globals: FxHashMap<(u32, u32), Constant>,
}

/// What a field holds, and how many bits of a number it has.
#[derive(Clone, Debug)]
struct Constant {
    op: Op,
    bits: u32,
}

impl Constant {
    fn new(op: Op, field: FieldType) -> Self {
        let bits = match field.element_type {
            StorageType::I8 => 8,
            StorageType::I16 => 16,
            StorageType::Val(_) => 32,
        };
        Constant { op, bits }
    }

    /// The operator that gives it as another one reads it.
    fn read_by(&self, read: &Op) -> Op {
        match (read, &self.op) {
            (Op::StructGetS { .. }, &Op::I32Const { value }) => {
                let unused = 32 - self.bits;
                Op::I32Const { value: value << unused >> unused }
            }
            (_, op) => op.clone(),
        }
    }
}

/// What a field holds: nothing so far, one constant, or several values.
#[derive(Clone, PartialEq, Debug, Default)]
enum Held {
    #[default]
    Nothing,
    One(Op),
    Many,
}

impl Held {
    fn join(&mut self, other: &Held) {
        match (&*self, other) {
            (_, Held::Nothing) => {}
            (Held::Nothing, _) => *self = other.clone(),
            (Held::One(a), Held::One(b)) if a == b => {}
            _ => *self = Held::Many,
        }
    }
}

/// What code does with fields, by type and field; types are canonical.
#[derive(Default)]
struct Accesses {
    /// What `struct.new` puts there.
    made: FxHashMap<(u32, u32), Held>,
    /// What is assigned later.
    set: FxHashMap<(u32, u32), Held>,
    /// The types of which instances are made.
    instances: FxHashSet<u32>,
}

impl Accesses {
    fn join(mut self, other: Accesses) -> Accesses {
        for (all, own) in [(&mut self.made, other.made), (&mut self.set, other.set)] {
            for (place, held) in own {
                all.entry(place).or_default().join(&held);
            }
        }
        self.instances.extend(other.instances);
        self
    }
}

/// What is looked at.
struct Scan<'a> {
    module: &'a Module,
    merged: &'a Merged,
    types: TypeHierarchy,
}

/// Finds what fields hold. `closed` is the promise that the world is closed; without it only objects of globals are
/// looked at. Gives nothing if a body cannot be read.
pub fn run(
    module: &Module,
    keep: &EntitySet<Func>,
    merged: &Merged,
    closed: bool,
    fuel: &Fuel,
) -> (ConstantFields, Stats) {
    let (mut known, mut stats) = (ConstantFields::default(), Stats::default());
    let is_struct = |ty: &SubType| matches!(ty.composite_type.inner, CompositeInnerType::Struct(_));
    if !module.types.values().any(is_struct) {
        return (known, stats);
    }
    let scan = Scan { module, merged, types: TypeHierarchy::new(module) };
    let accesses = if closed {
        match scan.accesses(keep) {
            Some(accesses) => Some(accesses),
            None => return (known, stats),
        }
    } else {
        None
    };
    let outside = public_types(module, &scan.types, &[]);
    if let Some(accesses) = &accesses {
        for (place, held) in scan.fields(accesses, &outside) {
            if let Held::One(op) = held
                && fuel.take()
            {
                let field = scan.struct_fields(place.0)[place.1 as usize];
                known.fields.insert(place, Constant::new(op, field));
                stats.fields += 1;
            }
        }
    }
    for global in module.globals.keys() {
        let Some((ty, values)) = object_of_global(module, global) else { continue };
        if !fuel.take() {
            continue;
        }
        let ty = ty.as_u32();
        let fields = scan.struct_fields(ty);
        for (n, (value, field)) in (0..).zip(values.into_iter().zip(fields)) {
            let value = value.map_or(Operand::Unknown, Operand::Constant);
            let is_fixed = !field.mutable
                || invar_ir::mutant!(FieldsOfGlobalsNeverChange)
                || accesses.as_ref().is_some_and(|accesses| {
                    scan.is_never_set(accesses, &outside, scan.canonical(ty), n)
                });
            if let Held::One(op) = scan.held(&value, *field)
                && is_fixed
            {
                known.globals.insert((global.as_u32(), n), Constant::new(op, *field));
            }
        }
        stats.globals += 1;
    }
    (known, stats)
}

impl Scan<'_> {
    fn canonical(&self, ty: u32) -> u32 {
        self.types.canonical(TypeId::from_u32(ty)).as_u32()
    }

    /// A type and those above it.
    fn chain(&self, ty: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(self.canonical(ty)), |&ty| {
            let above = self.types.supertype(TypeId::from_u32(ty))?;
            Some(self.canonical(above.as_u32()))
        })
    }

    fn struct_fields(&self, ty: u32) -> &[FieldType] {
        match &self.module.types[TypeId::from_u32(ty)].composite_type.inner {
            CompositeInnerType::Struct(ty) => &ty.fields,
            _ => &[],
        }
    }

    /// What a field holds once an operand was stored there. A null is that of the field's type, a function the one that
    /// stands for it, a packed number as many bits as are stored.
    fn held(&self, operand: &Operand, field: FieldType) -> Held {
        let Operand::Constant(op) = operand else { return Held::Many };
        Held::One(match (op, field.element_type) {
            (&Op::I32Const { value }, StorageType::I8) => Op::I32Const { value: value & 0xff },
            (&Op::I32Const { value }, StorageType::I16) => Op::I32Const { value: value & 0xffff },
            (Op::RefNull { .. }, StorageType::Val(ValType::Ref(ty))) => {
                Op::RefNull { hty: ty.heap_type() }
            }
            (&Op::RefFunc { function_index }, _) => {
                let func = self.merged.resolve(Func::from_u32(function_index));
                Op::RefFunc { function_index: func.as_u32() }
            }
            (op, _) => op.clone(),
        })
    }

    /// The value of a field of `struct.new_default`.
    fn default(field: FieldType) -> Held {
        Held::One(match field.element_type {
            StorageType::I8 | StorageType::I16 => Op::I32Const { value: 0 },
            StorageType::Val(ValType::Ref(ty)) => Op::RefNull { hty: ty.heap_type() },
            StorageType::Val(ty) => match Const::zero(ty) {
                Some(zero) => zero.to_op(),
                None => return Held::Many,
            },
        })
    }

    fn made<'f>(&self, accesses: &mut Accesses, ty: u32, values: impl Iterator<Item = Held> + 'f) {
        let ty = self.canonical(ty);
        accesses.instances.insert(ty);
        for (n, held) in (0..).zip(values) {
            accesses.made.entry((ty, n)).or_default().join(&held);
        }
    }

    fn operator(&self, accesses: &mut Accesses, operator: &Operator<'_>, stack: &[Operand]) {
        let set = |accesses: &mut Accesses, ty: u32, field: u32, held: Held| {
            accesses.set.entry((self.canonical(ty), field)).or_default().join(&held);
        };
        match *operator {
            Operator::StructNew { struct_type_index: ty } => {
                let fields = self.struct_fields(ty);
                let values = last(stack, fields.len());
                let values: Vec<Held> = values
                    .iter()
                    .zip(fields)
                    .map(|(value, &field)| self.held(value, field))
                    .collect();
                self.made(accesses, ty, values.into_iter());
            }
            Operator::StructNewDefault { struct_type_index: ty } => {
                self.made(
                    accesses,
                    ty,
                    self.struct_fields(ty).iter().map(|&field| Self::default(field)),
                );
            }
            Operator::StructNewDesc { struct_type_index: ty }
            | Operator::StructNewDefaultDesc { struct_type_index: ty } => {
                self.made(accesses, ty, self.struct_fields(ty).iter().map(|_| Held::Many));
            }
            Operator::StructSet { struct_type_index: ty, field_index: n } => {
                let value = stack.last().unwrap_or(&Operand::Unknown);
                let Some(&field) = self.struct_fields(ty).get(n as usize) else { return };
                set(accesses, ty, n, self.held(value, field));
            }
            Operator::StructAtomicSet { struct_type_index: ty, field_index: n, .. }
            | Operator::StructAtomicRmwAdd { struct_type_index: ty, field_index: n, .. }
            | Operator::StructAtomicRmwSub { struct_type_index: ty, field_index: n, .. }
            | Operator::StructAtomicRmwAnd { struct_type_index: ty, field_index: n, .. }
            | Operator::StructAtomicRmwOr { struct_type_index: ty, field_index: n, .. }
            | Operator::StructAtomicRmwXor { struct_type_index: ty, field_index: n, .. }
            | Operator::StructAtomicRmwXchg { struct_type_index: ty, field_index: n, .. }
            | Operator::StructAtomicRmwCmpxchg { struct_type_index: ty, field_index: n, .. } => {
                set(accesses, ty, n, Held::Many);
            }
            _ => {}
        }
    }

    /// What all code does, and the initial values of globals, tables and segments. `None` if a body cannot be read.
    fn accesses(&self, keep: &EntitySet<Func>) -> Option<Accesses> {
        let funcs: Vec<Func> =
            self.module.funcs.keys().filter(|&func| keep.contains(func)).collect();
        let of_func = |&func: &Func| {
            let mut own = Accesses::default();
            let visit = |operator: &Operator<'_>, stack: &[Operand]| {
                self.operator(&mut own, operator, stack);
                None
            };
            walk(self.module, func, visit).ok()?;
            Some(own)
        };
        let all: Option<Vec<Accesses>> = funcs.par_iter().map(of_func).collect();
        let mut all = all?.into_iter().fold(Accesses::default(), Accesses::join);
        let module = self.module;
        let globals = module.globals.values().map(|global| &global.init);
        let tables = module.tables.values().filter_map(|table| table.init.as_ref());
        let items = module.elems.values().flat_map(|elem| match &elem.items {
            ElemItems::Exprs(_, exprs) => exprs.as_slice(),
            ElemItems::Funcs(_) => &[],
        });
        for expr in globals.chain(tables).chain(items) {
            walk_constant(module, expr, |operator, stack| self.operator(&mut all, operator, stack));
        }
        Some(all)
    }

    /// Whether no field of this number is assigned in an object of a type, which is canonical.
    fn is_never_set(
        &self,
        accesses: &Accesses,
        outside: &FxHashSet<u32>,
        ty: u32,
        field: u32,
    ) -> bool {
        self.chain(ty)
            .take_while(|&above| field < self.struct_fields(above).len() as u32)
            .all(|above| !outside.contains(&above) && !accesses.set.contains_key(&(above, field)))
    }

    /// What reads through each type see, by the names of types in the module.
    fn fields(&self, accesses: &Accesses, outside: &FxHashSet<u32>) -> Vec<((u32, u32), Held)> {
        let mut seen: FxHashMap<(u32, u32), Held> = FxHashMap::default();
        let instances = accesses.instances.iter().chain(outside.iter());
        let mut instances: Vec<u32> = instances.copied().collect();
        instances.sort_unstable();
        instances.dedup();
        for &ty in &instances {
            for (n, field) in (0..).zip(self.struct_fields(ty)) {
                let mut held = if outside.contains(&ty) {
                    Held::Many
                } else {
                    accesses.made.get(&(ty, n)).cloned().unwrap_or(Held::Many)
                };
                let has_field = |above: &u32| n < self.struct_fields(*above).len() as u32;
                for above in self.chain(ty).take_while(has_field) {
                    if let Some(set) = accesses.set.get(&(above, n))
                        && !(above != ty && invar_ir::mutant!(FieldsSetAboveUnseen))
                    {
                        held.join(set);
                    }
                    if field.mutable && outside.contains(&above) {
                        held = Held::Many;
                    }
                }
                for above in self.chain(ty).take_while(has_field) {
                    seen.entry((above, n)).or_default().join(&held);
                }
            }
        }
        let mut all = Vec::new();
        for ty in self.module.types.keys().map(TypeId::as_u32) {
            let fields = 0..self.struct_fields(ty).len() as u32;
            all.extend(
                fields.filter_map(|n| Some(((ty, n), seen.get(&(self.canonical(ty), n))?.clone()))),
            );
        }
        all
    }
}

impl ConstantFields {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.globals.is_empty()
    }

    /// The constant that an operator reads, with what gives its operand.
    fn read(&self, operator: &Op, object: Option<&Op>) -> Option<Op> {
        let (&Op::StructGet { struct_type_index, field_index }
        | &Op::StructGetS { struct_type_index, field_index }
        | &Op::StructGetU { struct_type_index, field_index }) = operator
        else {
            return None;
        };
        let of_global = match object {
            Some(&Op::GlobalGet { global_index }) => self.globals.get(&(global_index, field_index)),
            _ => None,
        };
        let found = of_global.or_else(|| self.fields.get(&(struct_type_index, field_index)));
        found.map(|constant| constant.read_by(operator))
    }

    /// What is known of an operator's result where operands are as far known.
    pub(crate) fn result(&self, operator: &Operator<'_>, stack: &[Operand]) -> Option<Operand> {
        let op = match operator {
            Operator::StructGet { .. } => Op::from_operator(operator.clone())?,
            _ => return None,
        };
        let object = match stack.last() {
            Some(Operand::Constant(op)) => Some(op),
            _ => None,
        };
        self.read(&op, object).map(Operand::Constant)
    }

    /// Replaces reads of fields by what these hold. A read through a reference that may be null still traps.
    pub fn apply(&self, module: &Module, function: &mut Function) {
        if self.is_empty() {
            return;
        }
        let cfg = Cfg::new(function);
        for &block in &cfg.rpo {
            let insts = std::mem::take(&mut function.blocks[block].insts);
            for inst in insts {
                let object = function.args(inst).first().map(|&object| function.resolve(object));
                let known = object.and_then(|object| {
                    let op = self.read(&function.insts[inst].op, function.def_op(object))?;
                    Some((object, op))
                });
                let result = function.result(inst);
                let (Some((object, op)), Some(result)) = (known, result) else {
                    function.blocks[block].insts.push(inst);
                    continue;
                };
                let Some(ty) = constant_type(&op, function.ty(result), module) else {
                    function.blocks[block].insts.push(inst);
                    continue;
                };
                let loc = function.insts[inst].loc;
                if let ValType::Ref(reference) = function.ty(object)
                    && reference.is_nullable()
                    && !invar_ir::mutant!(FieldsReadThroughNull)
                {
                    let own = ValType::Ref(reference.as_non_null());
                    function.append(block, Op::RefAsNonNull, &[object], &[own], loc);
                }
                let constant = function.append(block, op, &[], &[ty], loc);
                let value = function.result(constant).expect("a constant is a value");
                function.alias(result, value);
            }
        }
        function.resolve_aliases();
    }
}
