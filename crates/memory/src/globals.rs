//! Constant propagation for immutable globals.
//!
//! A read of an immutable global becomes its constant, if the global is not imported and is initialized with
//! one. Where size counts, large constants are left to the global. An immutable field of the object that such a global
//! is initialized with, such as a vtable, holds what it was initialized with.
//!
//! Cost: linear.

use invar_analysis::{Goals, PassContext, object_of_global};
use invar_ir::wasmparser::{CompositeInnerType, FieldType, StorageType};
use invar_ir::{Function, Global, Inst, Module, Op, ValType, constant_type, effects};
use invar_rules::{Const, is_constant};
use rustc_hash::FxHashMap;

/// There are no options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

invar_analysis::counters! {
    /// What was replaced.
    pub struct Stats {
        /// Reads that became constants.
        constants,
        /// Reads of fields of objects in globals that became constants.
        fields,
    }
}

/// The constant that an immutable global holds, and its type, unless the constant is too large for the goals.
fn constant(module: &Module, goals: &Goals, index: u32) -> Option<(Op, ValType)> {
    let global = &module.globals[Global::from_u32(index)];
    let [op] = &global.init[..] else { return None };
    let small = match Const::from_op(op) {
        Some(Const::I32(value)) => (-(1 << 13)..1 << 13).contains(&value),
        Some(Const::I64(value)) => (-(1 << 13)..1 << 13).contains(&value),
        _ => false,
    };
    let is_constant = is_constant(op)
        || invar_ir::mutant!(GlobalsCopyAllocations) && effects(op, module).allocates;
    let known = !global.ty.mutable && is_constant && (small || goals.size == 0);
    let ty = constant_type(op, global.ty.content_type, module).filter(|_| known)?;
    Some((op.clone(), ty))
}

/// What the fields of the objects in globals always hold, by global and field.
#[derive(Default)]
struct Objects(FxHashMap<u32, Vec<Option<Op>>>);

impl Objects {
    /// What an instruction reads, if that is a field of the object in a global, and its type.
    fn read(&mut self, f: &Function, module: &Module, inst: Inst) -> Option<(Op, ValType)> {
        let Op::StructGet { field_index, .. } = f.insts[inst].op else { return None };
        let &Op::GlobalGet { global_index } = f.def_op(f.resolve(f.args(inst)[0]))? else {
            return None;
        };
        let fields =
            self.0.entry(global_index).or_insert_with(|| fixed_fields(module, global_index));
        let op = fields.get(field_index as usize)?.clone()?;
        let ty = constant_type(&op, f.ty(f.result(inst)?), module)?;
        Some((op, ty))
    }
}

/// What the immutable fields of the object in a global hold.
fn fixed_fields(module: &Module, global: u32) -> Vec<Option<Op>> {
    let Some((ty, values)) = object_of_global(module, Global::from_u32(global)) else {
        return Vec::new();
    };
    let CompositeInnerType::Struct(ty) = &module.types[ty].composite_type.inner else {
        return Vec::new();
    };
    let is_fixed = |field: &FieldType| {
        let is_packed = !matches!(field.element_type, StorageType::Val(_));
        (!field.mutable || invar_ir::mutant!(GlobalsObjectChanges)) && !is_packed
    };
    let fields = values.into_iter().zip(&ty.fields);
    fields.map(|(value, field)| value.filter(|_| is_fixed(field))).collect()
}

/// Replaces reads of constants.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let mut objects = Objects::default();
    let cfg = cx.analyses.cfg(f);
    for &block in &cfg.rpo {
        for n in 0..f.blocks[block].insts.len() {
            let inst = f.blocks[block].insts[n];
            let (known, counter) = match f.insts[inst].op {
                Op::GlobalGet { global_index } => {
                    (constant(cx.module, &cx.goals, global_index), &mut stats.constants)
                }
                _ => (objects.read(f, cx.module, inst), &mut stats.fields),
            };
            if let Some((op, ty)) = known
                && cx.fuel.take()
            {
                let value = f.result(inst).expect("a read has a result");
                f.insts[inst].op = op;
                // The object is not null, so that its read did not trap.
                f.insts[inst].args = f.make_list(&[]);
                f.values[value].ty = ty;
                *counter += 1;
            }
        }
    }
    stats
}
