//! The verifier of modules: the invariants that functions and the writer rely on.
//!
//! - Types name types that exist, supertypes earlier ones; groups cover the types.
//! - A function, and a tag, has a function type; a function is imported or has a body, one
//!   that lies in the input or is in SSA form and of that type.
//! - The list of imports names each imported entity at most once and no other.
//! - Exports exist and have different names; the start function exists and has no parameters or
//!   results.
//! - Constant expressions give one value of the expected type.
//! - Segments refer to tables and memories that exist; their bytes are in the input or their own.
//! - Every body in SSA form satisfies the invariants of a function.
//!
//! Linear in the size of the module. Limits: that a constant expression is constant, that memory
//! limits are in order and other things that no pass changes are left to the validator.

use super::{Invariant, VerifyError, verify_function};
use crate::{
    Body, ConstExpr, ElemItems, Entity, Module, SegmentBytes, SegmentMode, TypeId, check_operands,
    is_subtype,
};
use rustc_hash::FxHashSet;
use wasmparser::{CompositeInnerType, PackedIndex, RefType, StorageType, ValType};

/// Checks a module and all its bodies in SSA form.
pub fn verify_module(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier { module, errors: Vec::new() };
    verifier.types();
    // The other checks look types up.
    if verifier.errors.is_empty() {
        verifier.imports();
        verifier.entities();
        verifier.exports();
        verifier.segments();
        verifier.funcs();
    }
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

struct Verifier<'a> {
    module: &'a Module,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    fn error(&mut self, place: impl ToString, message: impl Into<String>) {
        let (invariant, place) = (Invariant::Module, place.to_string());
        self.errors.push(VerifyError { invariant, place, spot: None, message: message.into() });
    }

    fn types(&mut self) {
        let module = self.module;
        let len = module.types.len();
        let grouped: u64 = module.rec_groups.iter().map(|group| u64::from(group.len)).sum();
        if grouped != len as u64 {
            self.error("the types", "the recursion groups do not cover the types");
        }
        let exists = |index: PackedIndex| {
            index.as_module_index().is_some_and(|index| (index as usize) < len)
        };
        let value = |ty: &ValType| match ty {
            ValType::Ref(ty) => ty.type_index().is_none_or(exists),
            _ => true,
        };
        let stored = |ty: &StorageType| match ty {
            StorageType::Val(ty) => value(ty),
            _ => true,
        };
        for (id, ty) in &module.types {
            let composite = &ty.composite_type;
            let inside = match &composite.inner {
                CompositeInnerType::Func(func) => {
                    func.params().iter().chain(func.results()).all(value)
                }
                CompositeInnerType::Struct(fields) => {
                    fields.fields.iter().all(|field| stored(&field.element_type))
                }
                CompositeInnerType::Array(array) => stored(&array.0.element_type),
                CompositeInnerType::Cont(cont) => exists(cont.0),
            };
            let described = [composite.describes_idx, composite.descriptor_idx];
            if !inside || !described.into_iter().flatten().all(exists) {
                self.error(id, "the type names a type that does not exist");
            }
            let above = |index: &PackedIndex| {
                index.as_module_index().is_some_and(|index| index < id.as_u32())
            };
            if !ty.supertype_idxs.iter().all(above) {
                self.error(id, "a supertype is not an earlier type");
            }
        }
    }

    fn exists(&self, entity: Entity) -> bool {
        let module = self.module;
        match entity {
            Entity::Func(func) => module.funcs.is_valid(func),
            Entity::Table(table) => module.tables.is_valid(table),
            Entity::Memory(memory) => module.memories.is_valid(memory),
            Entity::Global(global) => module.globals.is_valid(global),
            Entity::Tag(tag) => module.tags.is_valid(tag),
        }
    }

    fn imports(&mut self) {
        let module = self.module;
        let mut listed = FxHashSet::default();
        for &entity in &module.imports {
            if !listed.insert(entity) {
                self.error(entity, "the entity is imported twice");
            }
            let imported = self.exists(entity)
                && match entity {
                    Entity::Func(func) => module.funcs[func].import.is_some(),
                    Entity::Table(table) => module.tables[table].import.is_some(),
                    Entity::Memory(memory) => module.memories[memory].import.is_some(),
                    Entity::Global(global) => module.globals[global].import.is_some(),
                    Entity::Tag(tag) => module.tags[tag].import.is_some(),
                };
            if !imported {
                self.error(entity, "the entity is listed as an import and is none");
            }
        }
    }

    fn is_func_type(&self, ty: TypeId) -> bool {
        let ty = self.module.types.get(ty).map(|ty| &ty.composite_type.inner);
        matches!(ty, Some(CompositeInnerType::Func(_)))
    }

    fn value_type(&mut self, place: impl ToString, ty: ValType) {
        let index = match ty {
            ValType::Ref(ty) => ty.type_index().map(|index| index.as_module_index()),
            _ => None,
        };
        let len = self.module.types.len();
        if index.is_some_and(|index| index.is_none_or(|index| index as usize >= len)) {
            self.error(place, "its type does not exist");
        }
    }

    fn entities(&mut self) {
        let module = self.module;
        for (tag, data) in &module.tags {
            if !self.is_func_type(data.ty) {
                self.error(tag, format!("{} is not a function type", data.ty));
            }
        }
        for (table, data) in &module.tables {
            let element = ValType::Ref(data.ty.element_type);
            self.value_type(table, element);
            if let Some(init) = &data.init {
                self.const_expr(table, init, element);
            }
        }
        for (global, data) in &module.globals {
            self.value_type(global, data.ty.content_type);
            if data.import.is_none() {
                self.const_expr(global, &data.init, data.ty.content_type);
            } else if !data.init.is_empty() {
                self.error(global, "an imported global has an initial value");
            }
        }
    }

    /// Type-checks a constant expression.
    fn const_expr(&mut self, place: impl ToString + Copy, expr: &ConstExpr, ty: ValType) {
        let module = self.module;
        let mut stack: Vec<ValType> = Vec::new();
        for op in expr {
            // Operators that allocate take as many operands as their type or immediate says.
            let arity = match (op.opcode().arity(), op) {
                (Some((operands, _)), _) => operands,
                (None, crate::Op::ArrayNewFixed { array_size, .. }) => *array_size as usize,
                (None, _) => match crate::operand_types(op, &[], module) {
                    Ok(operands) => operands.len(),
                    Err(error) => return self.error(place, error.to_string()),
                },
            };
            let Some(below) = stack.len().checked_sub(arity) else {
                let message = format!("`{}` finds too few operands", op.opcode());
                return self.error(place, message);
            };
            match check_operands(op, &stack[below..], module) {
                Ok(signature) => {
                    stack.truncate(below);
                    stack.extend(signature.results);
                }
                Err(error) => return self.error(place, error.to_string()),
            }
        }
        if stack.len() != 1 || !is_subtype(module, stack[0], ty) {
            self.error(place, "the constant expression does not give one value of its type");
        }
    }

    fn exports(&mut self) {
        let module = self.module;
        let mut names = FxHashSet::default();
        for export in &module.exports {
            if !names.insert(&export.name) {
                self.error(export.entity, format!("{:?} is exported twice", export.name));
            }
            if !self.exists(export.entity) {
                let place = format!("export {:?}", export.name);
                self.error(place, format!("{} does not exist", export.entity));
            }
        }
        if let Some(start) = module.start {
            if !module.funcs.is_valid(start) {
                self.error(start, "the start function does not exist");
            } else if module.func_signature(start) != (&[], &[]) {
                self.error(start, "the start function has parameters or results");
            }
        }
    }

    fn segments(&mut self) {
        let module = self.module;
        for (elem, data) in &module.elems {
            if let SegmentMode::Active(table, offset) = &data.mode {
                match module.tables.get(*table) {
                    Some(table) => self.const_expr(elem, offset, table.ty.index_type()),
                    None => self.error(elem, format!("{table} does not exist")),
                }
            }
            match &data.items {
                ElemItems::Funcs(funcs) => {
                    for func in funcs.iter().filter(|&&func| !module.funcs.is_valid(func)) {
                        self.error(elem, format!("{func} does not exist"));
                    }
                }
                ElemItems::Exprs(ty, exprs) => {
                    self.value_type(elem, RefType::into(*ty));
                    for expr in exprs {
                        self.const_expr(elem, expr, ValType::Ref(*ty));
                    }
                }
            }
        }
        for (data, segment) in &module.datas {
            match &segment.mode {
                SegmentMode::Active(memory, offset) => match module.memories.get(*memory) {
                    Some(memory) => self.const_expr(data, offset, memory.ty.index_type()),
                    None => self.error(data, format!("{memory} does not exist")),
                },
                SegmentMode::Passive => {}
                SegmentMode::Declared => self.error(data, "data cannot be only declared"),
            }
            if let SegmentBytes::Input(range) = &segment.bytes
                && module.bytes.get(range.clone()).is_none()
            {
                self.error(data, "its bytes are not in the input");
            }
        }
    }

    fn funcs(&mut self) {
        let module = self.module;
        for (func, data) in &module.funcs {
            if !self.is_func_type(data.ty) {
                self.error(func, format!("{} is not a function type", data.ty));
                continue;
            }
            match &data.body {
                Body::Import if data.import.is_some() => {}
                Body::Import => self.error(func, "the function has no body and is no import"),
                _ if data.import.is_some() => self.error(func, "an import has a body"),
                Body::Raw(range) => {
                    if module.bytes.get(range.clone()).is_none() {
                        self.error(func, "its body is not in the input");
                    }
                }
                Body::Ssa(function) => {
                    if function.ty != data.ty {
                        self.error(func, format!("its body is of type {}", function.ty));
                    }
                    if let Err(errors) = verify_function(module, function) {
                        self.errors.extend(errors.into_iter().map(|error| VerifyError {
                            place: format!("{func}, {}", error.place),
                            ..error
                        }));
                    }
                }
            }
        }
    }
}
