//! Modules at the limits: valid, and generated to expose quadratic or recursive algorithms.
//!
//! Each function of a module is exported or called, so that nothing is removed, and has a result that depends
//! on everything, so that little is folded. [`SHAPES`] lists them with names.

mod control;
mod exceptions;
mod frames;
mod loops;
mod modules;
mod objects;
mod straight;

pub use control::*;
pub use exceptions::*;
pub use frames::*;
pub use loops::*;
pub use modules::*;
pub use objects::*;
pub use straight::*;

use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, ExportKind,
    ExportSection, Function, FunctionSection, GlobalSection, GlobalType, ImportSection,
    InstructionSink, MemArg, MemArgTarget, MemorySection, MemoryType, Module, NameSection,
    TableSection, TagSection, TypeSection, ValType,
};

/// A shape of modules.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The shape's name.
    pub name: &'static str,
    /// Makes a module of a size: how many of what the shape is about it has.
    pub make: fn(u32) -> Vec<u8>,
    /// Options with which it is optimized besides the level.
    pub options: &'static [&'static str],
}

const fn shape(name: &'static str, make: fn(u32) -> Vec<u8>) -> Shape {
    Shape { name, make, options: &[] }
}

const fn with(
    options: &'static [&'static str],
    name: &'static str,
    make: fn(u32) -> Vec<u8>,
) -> Shape {
    Shape { name, make, options }
}

const FRAMES: &[&str] = &["--assume-stack-abi"];
const CLOSED: &[&str] = &["--closed-world"];
const SIMD: &[&str] = &["--enable-simd"];

/// All shapes. The size of a module is its parameter times a constant, up to logarithms.
pub const SHAPES: &[Shape] = &[
    shape("state-machine", state_machine),
    shape("full-tables", full_tables),
    shape("many-tables", |n| many_tables(n, n)),
    shape("far-branches", far_branches),
    with(FRAMES, "frames-in-loops", frames_in_loops),
    with(FRAMES, "frames-at-merges", frames_at_merges),
    shape("nested-loops", nested_loops),
    shape("nested-blocks", nested_blocks),
    shape("nested-results", nested_results),
    shape("nested-ifs", nested_ifs),
    shape("nested-tests", nested_tests),
    shape("diamonds", diamonds),
    shape("sequential-blocks", sequential_blocks),
    shape("sequential-loops", sequential_loops),
    shape("constant-tests", constant_tests),
    shape("locals", locals),
    shape("locals-in-loops", |n| locals_in_loops(n, n)),
    shape("deep-stack", deep_stack),
    shape("deep-expression", deep_expression),
    shape("deep-loads", deep_loads),
    shape("wide-table", wide_table),
    shape("many-stores", many_stores),
    shape("loads-and-stores", loads_and_stores),
    shape("stores-at-merges", stores_at_merges),
    shape("stores-in-loops", stores_in_loops),
    shape("long-body", |n| long_body(32 + 9 * n as usize)),
    shape("carried-values", carried_values),
    shape("rotated-values", rotated_values),
    with(SIMD, "vector-loops", vector_loops),
    with(SIMD, "vector-body", vector_body),
    with(SIMD, "adjacent-stores", adjacent_stores),
    shape("nested-handlers", nested_handlers),
    shape("handlers", handlers),
    shape("calls-in-handler", calls_in_handler),
    shape("legacy-handlers", legacy_handlers),
    shape("nested-delegates", nested_delegates),
    shape("delegates", delegates),
    shape("type-group", type_group),
    with(CLOSED, "closed-type-group", type_group),
    with(CLOSED, "equal-types", equal_types),
    with(CLOSED, "deep-subtypes", deep_subtypes),
    with(CLOSED, "wide-subtypes", wide_subtypes),
    with(CLOSED, "fields", fields),
    with(CLOSED, "casts", casts),
    shape("nested-allocations", nested_allocations),
    shape("allocations-at-merges", allocations_at_merges),
    shape("fixed-array", fixed_array),
    shape("module", module),
    shape("many-functions", many_functions),
    shape("function-types", function_types),
    shape("recursive-functions", recursive_functions),
    shape("equal-functions", equal_functions),
    shape("similar-functions", similar_functions),
    shape("single-calls", single_calls),
    shape("globals-and-functions", globals_and_functions),
    shape("imports", imports),
    shape("exports", exports),
    shape("data-segments", data_segments),
    shape("element-segments", element_segments),
    shape("element-items", element_items),
    shape("names", names),
];

const INT: BlockType = BlockType::Result(ValType::I32);
const WORD: MemArg =
    MemArg { offset: 0, align: 2, target: MemArgTarget::Memory(0), ordering: None };

/// A word at an offset.
fn word(offset: u32) -> MemArg {
    MemArg { offset: offset.into(), ..WORD }
}

/// The sections of a module; empty ones are left out.
#[derive(Default)]
struct Parts {
    types: TypeSection,
    imports: ImportSection,
    functions: FunctionSection,
    tables: TableSection,
    memories: MemorySection,
    tags: TagSection,
    globals: GlobalSection,
    exports: ExportSection,
    elements: ElementSection,
    code: CodeSection,
    data: DataSection,
    names: Option<NameSection>,
}

impl Parts {
    /// A memory of so many pages, exported as `m`.
    fn memory(&mut self, pages: u64) {
        self.memories.memory(MemoryType {
            minimum: pages,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        self.exports.export("m", ExportKind::Memory, 0);
    }

    /// A mutable `i32`.
    fn global(&mut self, value: i32) {
        let ty = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        self.globals.global(ty, &ConstExpr::i32_const(value));
    }

    /// A function of a type, without locals.
    fn function(&mut self, ty: u32, body: impl FnOnce(&mut InstructionSink<'_>)) {
        self.function_with(ty, &[], body);
    }

    /// A function of a type, with locals. Returns its number among the defined functions.
    fn function_with(
        &mut self,
        ty: u32,
        locals: &[(u32, ValType)],
        body: impl FnOnce(&mut InstructionSink<'_>),
    ) -> u32 {
        self.functions.function(ty);
        let mut function = Function::new(locals.iter().copied());
        let mut code = function.instructions();
        body(&mut code);
        code.end();
        self.code.function(&function);
        self.functions.len() - 1
    }

    fn export(&mut self, name: &str, func: u32) {
        self.exports.export(name, ExportKind::Func, func);
    }

    fn finish(self) -> Vec<u8> {
        let mut module = Module::new();
        module.section(&self.types);
        if !self.imports.is_empty() {
            module.section(&self.imports);
        }
        module.section(&self.functions);
        if !self.tables.is_empty() {
            module.section(&self.tables);
        }
        if !self.memories.is_empty() {
            module.section(&self.memories);
        }
        if !self.tags.is_empty() {
            module.section(&self.tags);
        }
        if !self.globals.is_empty() {
            module.section(&self.globals);
        }
        module.section(&self.exports);
        if !self.elements.is_empty() {
            module.section(&self.elements);
        }
        if !self.data.is_empty() {
            module.section(&DataCountSection { count: self.data.len() });
        }
        module.section(&self.code);
        if !self.data.is_empty() {
            module.section(&self.data);
        }
        if let Some(names) = &self.names {
            module.section(names);
        }
        module.finish()
    }
}

/// A module with one function `f0(i32) -> i32`, locals `1..=locals` of type `i32`, and a memory.
pub fn function(locals: u32, body: impl FnOnce(&mut InstructionSink<'_>)) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.memory(1);
    parts.export("f0", 0);
    parts.function_with(0, &[(locals, ValType::I32)], body);
    parts.finish()
}

/// A module with functions `f(i32) -> i32` (exported as `f0`, `f1` ... up to a thousand).
pub fn functions(count: u32, mut body: impl FnMut(&mut InstructionSink<'_>, u32)) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.memory(1);
    for index in 0..count {
        // All of them are reachable: each is exported, or called by the one before.
        if index % 8 == 0 {
            parts.export(&format!("f{index}"), index);
        }
        parts.function(0, |code| body(code, index));
    }
    parts.finish()
}
