//! What the code of a module does with types, fields, globals, parameters and results. Types are canonical: the first
//! of those that are equal.

use crate::read::{Lifter, Walk, raw_body};
use invar_analysis::public_types;
use invar_ir::{
    Body, ConstExpr, ElemItems, Entity, Func, Module, Op, RefType, TypeHierarchy, TypeId, ValType,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use wasm_encoder::reencode::{Error, Reencode};
use wasmparser::{
    AbstractHeapType, CompositeInnerType, FieldType, HeapType, Operator, StorageType, UnpackedIndex,
};

/// The least type of values that were seen; `None` before the first reference, and of numbers.
pub(super) type Join = Option<RefType>;

/// What code does.
pub(super) struct Facts {
    pub types: Arc<TypeHierarchy>,
    /// Types that the outside sees, or that are used in a way that is not understood.
    pub public: FxHashSet<u32>,
    /// Types that are used in a way that is not understood.
    pinned: Vec<u32>,
    /// Types of which objects are made.
    pub instances: FxHashSet<u32>,
    /// Types to which something is cast, or with which a call is compared at run time.
    pub cast: FxHashSet<u32>,
    /// All types that code and entities mention.
    pub mentioned: FxHashSet<u32>,
    pub read: FxHashSet<(u32, u32)>,
    pub set: FxHashSet<(u32, u32)>,
    pub written: FxHashMap<(u32, u32), Join>,
    /// By global.
    pub globals: FxHashMap<u32, Join>,
    /// Functions that are more than called directly.
    pub escape: FxHashSet<Func>,
    /// What is passed and assigned to parameters of references, by function and parameter.
    pub params: FxHashMap<(Func, u32), Join>,
    /// What functions return, by function and result.
    pub results: FxHashMap<(Func, u32), Join>,
    /// Parameters that are mentioned.
    pub used_params: FxHashSet<(Func, u32)>,
    /// Functions whose result a call does something with, and those that may return in another way
    /// than by a return, a jump or their end: by a tail call, or a branch that is taken under a
    /// condition.
    pub used_results: FxHashSet<Func>,
}

impl Facts {
    pub fn canonical(&self, ty: u32) -> u32 {
        self.types.canonical(TypeId::from_u32(ty)).as_u32()
    }

    /// The supertype of a type.
    pub fn above(&self, ty: u32) -> Option<u32> {
        let above = self.types.supertype(TypeId::from_u32(ty))?;
        Some(self.canonical(above.as_u32()))
    }

    pub fn join(&self, into: &mut Join, ty: RefType) {
        *into = Some(match *into {
            None => ty,
            Some(old) => {
                let heap = self.types.join(old.heap_type(), ty.heap_type());
                let nullable = old.is_nullable() || ty.is_nullable();
                RefType::new(nullable, heap).unwrap_or(old)
            }
        });
    }

    fn write(&mut self, ty: u32, field: u32, value: Option<ValType>) {
        let place = (self.canonical(ty), field);
        let mut join = self.written.get(&place).copied().flatten();
        if let Some(ValType::Ref(value)) = value {
            self.join(&mut join, value);
        }
        self.written.insert(place, join);
    }

    fn write_global(&mut self, global: u32, value: Option<ValType>) {
        if let Some(ValType::Ref(value)) = value {
            let mut join = self.globals.get(&global).copied().flatten();
            self.join(&mut join, value);
            self.globals.insert(global, join);
        }
    }

    fn write_param(&mut self, func: Func, param: u32, value: Option<ValType>) {
        if let Some(ValType::Ref(value)) = value {
            let mut join = self.params.get(&(func, param)).copied().flatten();
            self.join(&mut join, value);
            self.params.insert((func, param), join);
        }
    }

    fn write_result(&mut self, func: Func, result: u32, value: Option<ValType>) {
        if let Some(ValType::Ref(value)) = value.map(|ty| self.value(ty)) {
            let mut join = self.results.get(&(func, result)).copied().flatten();
            self.join(&mut join, value);
            self.results.insert((func, result), join);
        }
    }

    fn cast_to(&mut self, heap: HeapType) {
        if let Some(ty) = index(heap) {
            let ty = self.canonical(ty);
            self.cast.insert(ty);
        }
    }

    /// The default of a field is null, if it is a reference.
    fn write_default(&mut self, ty: u32, field: u32, declared: FieldType) {
        let null = match declared.element_type {
            StorageType::Val(ValType::Ref(ty)) => Some(ValType::Ref(null_of(&self.types, ty))),
            _ => None,
        };
        self.write(ty, field, null);
    }
}

/// The index of a declared type.
pub(super) fn index(heap: HeapType) -> Option<u32> {
    match heap {
        HeapType::Concrete(at) | HeapType::Exact(at) => at.as_module_index(),
        HeapType::Abstract { .. } => None,
    }
}

/// The type of null in the hierarchy of a type.
pub(super) fn null_of(types: &TypeHierarchy, ty: RefType) -> RefType {
    let heap = bottom_of(types, ty.heap_type());
    RefType::new(true, heap).expect("an abstract type fits")
}

/// The type without values in the hierarchy of a type.
pub(super) fn bottom_of(types: &TypeHierarchy, heap: HeapType) -> HeapType {
    use AbstractHeapType::{NoCont, NoExn, NoExtern, NoFunc};
    let all = [NoFunc, NoExtern, NoExn, NoCont, AbstractHeapType::None];
    let all = all.map(|ty| HeapType::Abstract { shared: false, ty });
    let found = all.into_iter().find(|&bottom| types.is_heap_subtype(bottom, heap));
    // Shared types are not looked at.
    found.unwrap_or(heap)
}

/// The fields of a struct, or the element of an array.
pub(super) fn fields(module: &Module, ty: u32) -> &[FieldType] {
    match &module.types[TypeId::from_u32(ty)].composite_type.inner {
        CompositeInnerType::Struct(ty) => &ty.fields,
        CompositeInnerType::Array(ty) => std::slice::from_ref(&ty.0),
        _ => &[],
    }
}

/// Whether a type is a struct or an array.
pub(super) fn is_object(module: &Module, ty: u32) -> bool {
    let inner = &module.types[TypeId::from_u32(ty)].composite_type.inner;
    matches!(inner, CompositeInnerType::Struct(_) | CompositeInnerType::Array(_))
}

/// Collects the types that an operator mentions.
#[derive(Default)]
pub(super) struct Mentions {
    pub types: Vec<u32>,
    /// An exact type is mentioned.
    pub exact: bool,
}

impl Reencode for Mentions {
    type Error = std::convert::Infallible;
    fn heap_type(&mut self, heap: HeapType) -> Result<wasm_encoder::HeapType, Error> {
        self.exact |= matches!(heap, HeapType::Exact(_));
        wasm_encoder::reencode::utils::heap_type(self, heap)
    }
    fn type_index(&mut self, ty: u32) -> Result<u32, Error> {
        self.types.push(ty);
        Ok(ty)
    }
}

/// `None` if the module has types that are not understood, or a body that cannot be read.
pub(super) fn scan(module: &Module, lifter: &Lifter) -> Option<Facts> {
    for ty in module.types.values() {
        let composite = &ty.composite_type;
        if composite.shared
            || composite.descriptor_idx.is_some()
            || composite.describes_idx.is_some()
            || matches!(composite.inner, CompositeInnerType::Cont(_))
        {
            return None;
        }
        let mut mentions = Mentions::default();
        mentions.sub_type(ty.clone()).ok().filter(|_| !mentions.exact)?;
    }
    let types = module.hierarchy();
    let mut facts = Facts {
        types,
        public: FxHashSet::default(),
        pinned: Vec::new(),
        instances: FxHashSet::default(),
        cast: FxHashSet::default(),
        mentioned: FxHashSet::default(),
        read: FxHashSet::default(),
        set: FxHashSet::default(),
        written: FxHashMap::default(),
        globals: FxHashMap::default(),
        escape: FxHashSet::default(),
        params: FxHashMap::default(),
        results: FxHashMap::default(),
        used_params: FxHashSet::default(),
        used_results: FxHashSet::default(),
    };
    entities(module, &mut facts);
    for (func, data) in &module.funcs {
        match &data.body {
            Body::Import => {}
            Body::Raw(range) => body(module, lifter, func, range, &mut facts)?,
            Body::Ssa(_) => return None,
        }
    }
    facts.public = public_types(module, &facts.types, &facts.pinned);
    facts.instances.extend(facts.public.iter().copied());
    Some(facts)
}

/// What imports, exports, segments and initial values do.
fn entities(module: &Module, facts: &mut Facts) {
    let entities = module.imports.iter().copied();
    for entity in entities.chain(module.exports.iter().map(|export| export.entity)) {
        if let Entity::Func(func) = entity {
            facts.escape.insert(func);
        }
    }
    facts.escape.extend(module.start);
    let mut mentions = Mentions::default();
    let mut value = |ty: ValType| {
        let _ = mentions.val_type(ty);
    };
    module.funcs.values().for_each(|func| facts.mention(func.ty.as_u32()));
    module.tags.values().for_each(|tag| facts.mention(tag.ty.as_u32()));
    module.globals.values().for_each(|global| value(global.ty.content_type));
    module.tables.values().for_each(|table| value(ValType::Ref(table.ty.element_type)));
    for (global, data) in &module.globals {
        if data.import.is_none() {
            let ty = constant(module, facts, &data.init);
            facts.write_global(global.as_u32(), ty);
        }
    }
    for table in module.tables.values() {
        if let Some(init) = &table.init {
            constant(module, facts, init);
        }
    }
    for elem in module.elems.values() {
        match &elem.items {
            ElemItems::Funcs(funcs) => facts.escape.extend(funcs.iter().copied()),
            ElemItems::Exprs(ty, exprs) => {
                value(ValType::Ref(*ty));
                for expr in exprs {
                    constant(module, facts, expr);
                }
            }
        }
    }
    mentions.types.into_iter().for_each(|ty| facts.mention(ty));
}

/// How many operands an operator of constant expressions has.
pub(super) fn constant_operands(module: &Module, operator: &Operator<'_>) -> usize {
    use Operator::*;
    match *operator {
        StructNew { struct_type_index: ty } => fields(module, ty).len(),
        ArrayNewFixed { array_size, .. } => array_size as usize,
        ArrayNewDefault { .. } | RefI31 | AnyConvertExtern | ExternConvertAny => 1,
        ArrayNew { .. } | I32Add | I32Sub | I32Mul | I64Add | I64Sub | I64Mul => 2,
        _ => 0,
    }
}

/// What a constant expression makes, and the type of its value.
fn constant(module: &Module, facts: &mut Facts, expr: &ConstExpr) -> Option<ValType> {
    let mut stack: Vec<Option<ValType>> = Vec::new();
    let concrete = |ty: u32| {
        let heap = HeapType::Concrete(UnpackedIndex::Module(ty));
        RefType::new(false, heap).map(ValType::Ref)
    };
    for op in expr {
        let operator = op.to_operator();
        let mut mentions = Mentions::default();
        let _ = mentions.instruction(operator.clone());
        mentions.types.into_iter().for_each(|ty| facts.mention(ty));
        facts.operator(module, &operator, |depth| {
            stack.len().checked_sub(depth + 1).and_then(|at| stack[at])
        });
        let result = match *op {
            Op::StructNew { struct_type_index: ty }
            | Op::StructNewDefault { struct_type_index: ty }
            | Op::ArrayNew { array_type_index: ty }
            | Op::ArrayNewDefault { array_type_index: ty }
            | Op::ArrayNewFixed { array_type_index: ty, .. } => concrete(ty),
            Op::RefFunc { function_index } => {
                let ty = module.funcs[Func::from_u32(function_index)].ty;
                concrete(facts.canonical(ty.as_u32()))
            }
            Op::RefNull { hty } => {
                let null = RefType::new(true, hty).map(|ty| null_of(&facts.types, ty));
                null.map(ValType::Ref)
            }
            Op::GlobalGet { global_index } => {
                let global = invar_ir::Global::from_u32(global_index);
                Some(module.globals[global].ty.content_type)
            }
            Op::RefI31 => Some(ValType::Ref(RefType::I31)),
            Op::AnyConvertExtern => Some(ValType::Ref(RefType::ANYREF)),
            Op::ExternConvertAny => Some(ValType::EXTERNREF),
            // Numbers.
            _ => None,
        };
        stack.truncate(stack.len().saturating_sub(constant_operands(module, &operator)));
        stack.push(result.map(|ty| facts.value(ty)));
    }
    stack.last().copied().flatten()
}

/// What a body does, beside the validator.
fn body(
    module: &Module,
    lifter: &Lifter,
    func: Func,
    range: &std::ops::Range<usize>,
    facts: &mut Facts,
) -> Option<()> {
    let body = raw_body(module, range);
    let params = module.func_signature(func).0.len() as u32;
    let mut mentions = Mentions::default();
    for local in body.get_locals_reader().ok()? {
        mentions.val_type(local.ok()?.1).ok()?;
    }
    let mut walk = lifter.walk(module, func)?;
    let mut operators = body.get_operators_reader().ok()?;
    // The callee, if the last operator was a call.
    let mut called: Option<Func> = None;
    while !operators.eof() {
        let (operator, offset) = operators.read_with_offset().ok()?;
        mentions.instruction(operator.clone()).ok()?;
        {
            let operand = |depth: usize| walk.operand(depth);
            facts.operator(module, &operator, operand);
            match operator {
                Operator::LocalGet { local_index } if local_index < params => {
                    facts.used_params.insert((func, local_index));
                }
                Operator::LocalSet { local_index } | Operator::LocalTee { local_index }
                    if local_index < params =>
                {
                    facts.used_params.insert((func, local_index));
                    facts.write_param(func, local_index, walk.operand(0));
                }
                _ => {}
            }
        }
        results(module, func, &walk, &operator, facts);
        if let Some(callee) = called.take()
            && !matches!(operator, Operator::Drop)
        {
            facts.used_results.insert(callee);
        }
        match operator {
            Operator::Call { function_index } => called = Some(Func::from_u32(function_index)),
            Operator::ReturnCall { function_index } => {
                facts.used_results.extend([func, Func::from_u32(function_index)]);
            }
            _ if may_return(&operator, walk.depth()) && !invar_ir::mutant!(TypesReturnsUnseen) => {
                facts.used_results.insert(func);
            }
            _ => {}
        }
        walk.step(offset, &operator)?;
    }
    if mentions.exact {
        return None;
    }
    mentions.types.into_iter().for_each(|ty| facts.mention(ty));
    Some(())
}

/// Whether an operator may return from a function in another way than a return, a jump or the end
/// of the body. `depth` is the number of constructs that it is in, the body one of them.
fn may_return(operator: &Operator<'_>, depth: u32) -> bool {
    use Operator::*;
    let is_body = |relative: u32| relative + 1 == depth;
    match operator {
        ReturnCallIndirect { .. } | ReturnCallRef { .. } => true,
        BrIf { relative_depth } | BrOnNull { relative_depth } | BrOnNonNull { relative_depth } => {
            is_body(*relative_depth)
        }
        BrOnCast { relative_depth, .. }
        | BrOnCastFail { relative_depth, .. }
        | BrOnCastDescEq { relative_depth, .. }
        | BrOnCastDescEqFail { relative_depth, .. } => is_body(*relative_depth),
        BrTable { targets } => targets.targets().flatten().chain([targets.default()]).any(is_body),
        // Handlers name their targets from outside of the construct.
        TryTable { try_table } => try_table.catches.iter().any(|catch| match *catch {
            wasmparser::Catch::One { label, .. }
            | wasmparser::Catch::OneRef { label, .. }
            | wasmparser::Catch::All { label }
            | wasmparser::Catch::AllRef { label } => is_body(label),
        }),
        Resume { .. } | ResumeThrow { .. } | ResumeThrowRef { .. } => true,
        _ => false,
    }
}

/// What an operator returns from a function, if it does.
fn results(
    module: &Module,
    func: Func,
    walk: &Walk<'_>,
    operator: &Operator<'_>,
    facts: &mut Facts,
) {
    use Operator::*;
    let declared = module.func_signature(func).1;
    if !declared.iter().any(|ty| matches!(ty, ValType::Ref(_))) {
        return;
    }
    let is_body = |depth: u32| depth + 1 == walk.depth();
    // How many operands are above those that are returned.
    let above = match operator {
        Return => 0,
        End if walk.depth() == 1 => 0,
        Br { relative_depth } if is_body(*relative_depth) => 0,
        BrIf { relative_depth } if is_body(*relative_depth) => 1,
        BrTable { targets } => {
            let mut all = targets.targets().flatten().chain([targets.default()]);
            if !all.any(is_body) {
                return;
            }
            1
        }
        other => {
            let types = match *other {
                ReturnCall { function_index } => {
                    module.func_signature(Func::from_u32(function_index)).1
                }
                ReturnCallIndirect { type_index, .. } | ReturnCallRef { type_index } => {
                    module.signature(TypeId::from_u32(type_index)).1
                }
                // Others that branch may leave the body with anything that it declares.
                BrOnNull { .. }
                | BrOnNonNull { .. }
                | BrOnCast { .. }
                | BrOnCastFail { .. }
                | BrOnCastDescEq { .. }
                | BrOnCastDescEqFail { .. }
                | TryTable { .. } => declared,
                _ => return,
            };
            for (n, &ty) in (0..).zip(types) {
                facts.write_result(func, n, Some(ty));
            }
            return;
        }
    };
    for n in 0..declared.len() {
        let value = walk.operand(above + declared.len() - 1 - n);
        facts.write_result(func, n as u32, value);
    }
}

impl Facts {
    fn mention(&mut self, ty: u32) {
        let ty = self.canonical(ty);
        self.mentioned.insert(ty);
    }

    /// A type with canonical indices, and never an exact one.
    fn value(&self, ty: ValType) -> ValType {
        let ValType::Ref(reference) = ty else { return ty };
        let Some(at) = index(reference.heap_type()) else { return ty };
        let heap = HeapType::Concrete(UnpackedIndex::Module(self.canonical(at)));
        RefType::new(reference.is_nullable(), heap).map_or(ty, ValType::Ref)
    }

    /// What an operator does. `operand` gives the type of an operand, counted from the top, if it is known: in code
    /// that is never reached it may not be, and then nothing is stored.
    fn operator(
        &mut self,
        module: &Module,
        operator: &Operator<'_>,
        operand: impl Fn(usize) -> Option<ValType>,
    ) {
        use Operator::*;
        let operand = |depth: usize| operand(depth).map(|ty| self.value(ty));
        let operands: Vec<Option<ValType>>;
        match *operator {
            StructNew { struct_type_index: ty } => {
                let count = fields(module, ty).len();
                operands = (0..count).map(|n| operand(count - 1 - n)).collect();
                for (n, value) in (0..).zip(operands) {
                    self.write(ty, n, value);
                }
                self.make(ty);
            }
            StructNewDefault { struct_type_index: ty } => {
                for (n, &field) in (0..).zip(fields(module, ty)) {
                    self.write_default(ty, n, field);
                }
                self.make(ty);
            }
            StructGet { struct_type_index: ty, field_index: n }
            | StructGetS { struct_type_index: ty, field_index: n }
            | StructGetU { struct_type_index: ty, field_index: n } => {
                let place = (self.canonical(ty), n);
                self.read.insert(place);
            }
            StructSet { struct_type_index: ty, field_index: n } => {
                let value = operand(0);
                self.write(ty, n, value);
                let place = (self.canonical(ty), n);
                self.set.insert(place);
            }
            ArrayNew { array_type_index: ty } => {
                let value = operand(1);
                self.write(ty, 0, value);
                self.make(ty);
            }
            ArrayNewDefault { array_type_index: ty } => {
                self.write_default(ty, 0, fields(module, ty)[0]);
                self.make(ty);
            }
            ArrayNewFixed { array_type_index: ty, array_size } => {
                operands = (0..array_size as usize).map(operand).collect();
                for value in operands {
                    self.write(ty, 0, value);
                }
                self.make(ty);
            }
            ArrayNewData { array_type_index: ty, .. } => self.make(ty),
            ArrayNewElem { array_type_index: ty, array_elem_index: elem } => {
                self.write(ty, 0, segment(module, elem));
                self.make(ty);
            }
            ArrayGet { array_type_index: ty }
            | ArrayGetS { array_type_index: ty }
            | ArrayGetU { array_type_index: ty } => {
                let place = (self.canonical(ty), 0);
                self.read.insert(place);
            }
            ArraySet { array_type_index: ty } => {
                let value = operand(0);
                self.write_array(ty, value);
            }
            ArrayFill { array_type_index: ty } => {
                let value = operand(1);
                self.write_array(ty, value);
            }
            ArrayCopy { array_type_index_dst, array_type_index_src } => {
                let declared = fields(module, array_type_index_src)[0].element_type;
                let value = match declared {
                    StorageType::Val(ty) => Some(self.value(ty)),
                    _ => None,
                };
                self.write_array(array_type_index_dst, value);
                let place = (self.canonical(array_type_index_src), 0);
                self.read.insert(place);
            }
            ArrayInitData { array_type_index: ty, .. } => self.write_array(ty, None),
            ArrayInitElem { array_type_index: ty, array_elem_index: elem } => {
                self.write_array(ty, segment(module, elem));
            }
            RefCastNonNull { hty }
            | RefCastNullable { hty }
            | RefTestNonNull { hty }
            | RefTestNullable { hty } => self.cast_to(hty),
            BrOnCast { to_ref_type, .. } | BrOnCastFail { to_ref_type, .. } => {
                self.cast_to(to_ref_type.heap_type());
            }
            CallIndirect { type_index, .. } | ReturnCallIndirect { type_index, .. } => {
                let ty = self.canonical(type_index);
                self.cast.insert(ty);
            }
            GlobalSet { global_index } => {
                let value = operand(0);
                self.write_global(global_index, value);
            }
            RefFunc { function_index } => {
                self.escape.insert(Func::from_u32(function_index));
            }
            Call { function_index } | ReturnCall { function_index } => {
                let callee = Func::from_u32(function_index);
                let count = module.func_signature(callee).0.len();
                operands = (0..count).map(|n| operand(count - 1 - n)).collect();
                for (n, value) in (0..).zip(operands) {
                    self.write_param(callee, n, value);
                }
            }
            // These mention function types, or types of references that are checked by validation alone.
            CallRef { .. }
            | ReturnCallRef { .. }
            | RefNull { .. }
            | TypedSelect { .. }
            | TypedSelectMulti { .. }
            | Block { .. }
            | Loop { .. }
            | If { .. }
            | Try { .. }
            | TryTable { .. } => {}
            ref other => {
                // An access that is not known here.
                let mut mentions = Mentions::default();
                let _ = mentions.instruction(other.clone());
                for ty in mentions.types {
                    self.pinned.push(ty);
                }
            }
        }
    }

    fn make(&mut self, ty: u32) {
        let ty = self.canonical(ty);
        self.instances.insert(ty);
    }

    fn write_array(&mut self, ty: u32, value: Option<ValType>) {
        self.write(ty, 0, value);
        let place = (self.canonical(ty), 0);
        self.set.insert(place);
    }
}

/// The type of the items of a segment.
fn segment(module: &Module, elem: u32) -> Option<ValType> {
    let items = &module.elems[invar_ir::Elem::from_u32(elem)].items;
    Some(ValType::Ref(match items {
        ElemItems::Funcs(_) => RefType::FUNCREF.as_non_null(),
        ElemItems::Exprs(ty, _) => *ty,
    }))
}
