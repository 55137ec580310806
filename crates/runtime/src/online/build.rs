//! Small pieces of modules and functions, from which dispatchers and meters are built.

use invar_ir::wasmparser::GlobalType;
use invar_ir::{
    Block, ElemData, ElemItems, Entity, Export, Func, Function, Global, GlobalData, Module, Op,
    SegmentMode, SourceLoc, Table, Terminator, ValType, Value,
};

/// Exports an entity under a reserved name, which is known to be free.
pub(crate) fn reserve(module: &mut Module, name: String, entity: Entity) {
    module.exports.push(Export { name, entity, exact: false });
}

/// Adds one to a global.
pub(crate) fn increment(f: &mut Function, at: Block, count: Global) {
    let global_index = count.as_u32();
    let old = one(f, at, Op::GlobalGet { global_index }, &[], ValType::I64);
    let more = one(f, at, Op::I64Const { value: 1 }, &[], ValType::I64);
    let new = one(f, at, Op::I64Add, &[old, more], ValType::I64);
    f.append(at, Op::GlobalSet { global_index }, &[new], &[], loc());
}

/// The location of code that is made here: none.
pub(crate) fn loc() -> SourceLoc {
    SourceLoc::default()
}

/// An exported global that the host sets.
pub(crate) fn number(module: &mut Module, name: String, ty: ValType, value: i32) -> Global {
    let init = match ty {
        ValType::I64 => Op::I64Const { value: i64::from(value) },
        ValType::V128 => invar_rules::Const::V128(0).to_op(),
        _ => Op::I32Const { value },
    };
    let ty = GlobalType { content_type: ty, mutable: true, shared: false };
    let global = module.globals.push(GlobalData { ty, import: None, init: vec![init] });
    reserve(module, name, Entity::Global(global));
    global
}

/// Appends an operator with one result, which it returns.
pub(crate) fn one(f: &mut Function, at: Block, op: Op, args: &[Value], ty: ValType) -> Value {
    let inst = f.append(at, op, args, &[ty], loc());
    f.result(inst).expect("it has a result")
}

/// Ends a block with a tail call.
pub(crate) fn tail_call(f: &mut Function, at: Block, op: Op, args: &[Value]) {
    let args = f.make_list(args);
    f.blocks[at].term = Terminator::TailCall { op, args };
}

/// Puts functions into a table when the module is instantiated.
pub(crate) fn fill(module: &mut Module, table: Table, start: i32, slots: Vec<Func>) {
    if !slots.is_empty() {
        module.elems.push(ElemData {
            mode: SegmentMode::Active(table, vec![Op::I32Const { value: start }]),
            items: ElemItems::Funcs(slots),
        });
    }
}
