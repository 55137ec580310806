//! The entities of a module that bodies, constant expressions and types refer to, and the proposals these
//! need.
//!
//! There is no table of operators here: wasm-encoder's re-encoder maps each index of an operator, and the
//! mapper that it is given here only records them. Linear.

use invar_ir::{
    Body, Data, Elem, Func, Function, Global, Memory, Module, Op, Table, Tag, TypeId, proposals,
};
use rustc_hash::FxHashSet;
use std::convert::Infallible;
use std::ops::Range;
use wasm_encoder::reencode::{self, Reencode};
use wasmparser::{BinaryReader, FunctionBody, Operator, RefType, SubType, ValType, WasmFeatures};

/// An entity that code refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Use {
    /// A function.
    Func(Func),
    /// A table.
    Table(Table),
    /// A memory.
    Memory(Memory),
    /// A global.
    Global(Global),
    /// A tag.
    Tag(Tag),
    /// An element segment.
    Elem(Elem),
    /// A data segment.
    Data(Data),
    /// A type.
    Type(TypeId),
    /// `ref.func`: besides the function, code needs a declaration that it is referenced.
    RefFunc(Func),
}

/// A function index in the bytes of a body.
#[derive(Clone, Debug)]
pub struct FuncRef {
    /// The position of the index, from the start of the body.
    pub at: Range<u32>,
    /// The function.
    pub func: Func,
}

/// The entities that a body refers to, and the proposals that it needs.
#[derive(Clone, Debug, Default)]
pub struct BodyUses {
    /// The entities, each once, in order.
    pub uses: Box<[Use]>,
    /// The positions of function indices, for a body that is still as it was read.
    pub func_refs: Box<[FuncRef]>,
    /// The proposals it needs.
    pub features: FeatureBits,
    /// The types of calls through tables, each once.
    pub table_calls: Box<[TypeId]>,
    /// Whether functions are taken out of tables in other ways: elements are read or copied, also
    /// from segments to arrays.
    pub reads_tables: bool,
}

/// [`WasmFeatures`], none by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureBits(pub WasmFeatures);

impl Default for FeatureBits {
    fn default() -> Self {
        FeatureBits(WasmFeatures::empty())
    }
}

/// Records the entities that it is shown.
#[derive(Debug, Default)]
pub struct Recorder {
    seen: FxHashSet<Use>,
    list: Vec<Use>,
}

impl Recorder {
    /// Records an entity.
    pub fn add(&mut self, entity: Use) {
        if self.seen.insert(entity) {
            self.list.push(entity);
        }
    }

    /// Records what an operator refers to.
    pub fn operator(&mut self, operator: Operator<'_>) {
        if let Operator::RefFunc { function_index } = operator {
            self.add(Use::RefFunc(Func::from_u32(function_index)));
        }
        let noted = self.instruction(operator);
        debug_assert!(noted.is_ok(), "an operator of a module has indices of the module");
    }

    /// Records what a constant expression refers to.
    pub fn const_expr(&mut self, expr: &[Op]) {
        for op in expr {
            self.operator(op.to_operator());
        }
    }

    /// Records the types that a value type refers to.
    pub fn value_type(&mut self, ty: ValType) {
        if let ValType::Ref(ty) = ty {
            self.reference_type(ty);
        }
    }

    /// Records the types that a reference type refers to.
    pub fn reference_type(&mut self, ty: RefType) {
        let noted = self.ref_type(ty);
        debug_assert!(noted.is_ok(), "a type of a module has indices of the module");
    }

    /// Records the types that a type refers to.
    pub fn type_definition(&mut self, ty: &SubType) {
        let noted = self.sub_type(ty.clone());
        debug_assert!(noted.is_ok(), "a type of a module has indices of the module");
    }

    /// The entities recorded since the last call, each once, in order of their first mention.
    pub fn drain(&mut self) -> std::vec::Drain<'_, Use> {
        self.seen.clear();
        self.list.drain(..)
    }
}

macro_rules! note {
    ($($method:ident => $entity:ident;)*) => {$(
        fn $method(&mut self, index: u32) -> Result<u32, reencode::Error<Infallible>> {
            self.add(Use::$entity($entity::from_u32(index)));
            Ok(index)
        }
    )*};
}

impl Reencode for Recorder {
    type Error = Infallible;
    note! {
        function_index => Func;
        table_index => Table;
        memory_index => Memory;
        global_index => Global;
        tag_index => Tag;
        element_index => Elem;
        data_index => Data;
    }
    fn type_index(&mut self, index: u32) -> Result<u32, reencode::Error<Infallible>> {
        self.add(Use::Type(TypeId::from_u32(index)));
        Ok(index)
    }
}

/// How code takes functions out of tables.
#[derive(Default)]
struct TableUses {
    calls: FxHashSet<TypeId>,
    reads: bool,
}

impl TableUses {
    fn add(&mut self, operator: &Operator<'_>) {
        match operator {
            Operator::CallIndirect { type_index, .. }
            | Operator::ReturnCallIndirect { type_index, .. } => {
                self.calls.insert(TypeId::from_u32(*type_index));
            }
            Operator::TableGet { .. }
            | Operator::TableCopy { .. }
            | Operator::ArrayNewElem { .. }
            | Operator::ArrayInitElem { .. } => self.reads = true,
            _ => {}
        }
    }
}

/// The entities that each function's body refers to, and its proposals. Imports refer to nothing.
pub fn of_func(module: &Module, func: Func) -> BodyUses {
    match &module.funcs[func].body {
        Body::Import => BodyUses::default(),
        // A body was validated when the module was read.
        Body::Raw(range) => of_raw(&module.bytes[range.clone()]).unwrap_or_default(),
        Body::Ssa(function) => of_function(function),
    }
}

/// What a function body in bytes refers to and needs.
pub fn of_raw(bytes: &[u8]) -> wasmparser::Result<BodyUses> {
    let mut recorder = Recorder::default();
    let mut refs = Vec::new();
    let mut tables = TableUses::default();
    let mut features = WasmFeatures::empty();
    let body = FunctionBody::new(BinaryReader::new(bytes, 0));
    for local in body.get_locals_reader()? {
        let ty = local?.1;
        recorder.value_type(ty);
        features |= proposals::of_type(ty);
    }
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        let start = reader.original_position() as u32;
        let operator = reader.read()?;
        features |= proposals::of_operator(&operator);
        tables.add(&operator);
        if let Operator::Call { function_index }
        | Operator::ReturnCall { function_index }
        | Operator::RefFunc { function_index } = operator
        {
            // After the operator's one byte; the number may be padded.
            let at = start + 1..reader.original_position() as u32;
            refs.push(FuncRef { at, func: Func::from_u32(function_index) });
        }
        // Most operators are one of these, which refer to nothing.
        if !matches!(
            operator,
            Operator::LocalGet { .. }
                | Operator::LocalSet { .. }
                | Operator::LocalTee { .. }
                | Operator::I32Const { .. }
                | Operator::BrTable { .. }
        ) {
            recorder.operator(operator);
        }
    }
    Ok(BodyUses {
        uses: recorder.drain().collect(),
        func_refs: refs.into(),
        features: FeatureBits(features),
        table_calls: tables.calls.into_iter().collect(),
        reads_tables: tables.reads,
    })
}

/// What a function in SSA form refers to and needs.
pub fn of_function(function: &Function) -> BodyUses {
    use invar_ir::Terminator::{BrOn, Invoke, TailCall, Throw};
    let mut recorder = Recorder::default();
    let mut tables = TableUses::default();
    let mut features = WasmFeatures::empty();
    for block in function.live_blocks() {
        let data = &function.blocks[block];
        let ends = match &data.term {
            BrOn { op, .. } | TailCall { op, .. } | Throw { op, .. } | Invoke { op, .. } => {
                Some(op)
            }
            _ => None,
        };
        let ops = data.insts.iter().map(|&inst| &function.insts[inst].op).chain(ends);
        for operator in ops.filter(|op| op.is_webassembly()).map(Op::to_operator) {
            features |= proposals::of_operator(&operator);
            tables.add(&operator);
            recorder.operator(operator);
        }
        if let Invoke { results, handlers, .. } = &data.term {
            features |= WasmFeatures::EXCEPTIONS;
            // Blocks that leave several values on the operand stack.
            if results.len() > 1 || handlers.iter().any(|handler| handler.values.len() > 1) {
                features |= WasmFeatures::MULTI_VALUE;
            }
            let tags = handlers.iter().filter_map(|handler| handler.tag);
            tags.for_each(|tag| recorder.add(Use::Tag(tag)));
        }
        let results = data.insts.iter().flat_map(|&inst| function.results(inst));
        for value in data.params.iter().copied().chain(results).chain(data.term.edge_values()) {
            features |= proposals::of_type(function.ty(value));
            recorder.value_type(function.ty(value));
        }
    }
    BodyUses {
        uses: recorder.drain().collect(),
        func_refs: Box::default(),
        features: FeatureBits(features),
        table_calls: tables.calls.into_iter().collect(),
        reads_tables: tables.reads,
    }
}
