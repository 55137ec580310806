//! Bodies of functions with other types.
//!
//! Where a value that is below others on the operand stack is removed, those above it go through locals: later passes
//! do not see locals.

use super::{Changed, Rewriter};
use crate::read::raw_body;
use crate::types::Config;
use crate::types::plan::{RetypePlan, fields_of};
use crate::types::scan::{Facts, fields, index};
use invar_ir::entities::PrimaryMap;
use invar_ir::{CodeLocations, Func, Module, SourceLoc};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use wasm_encoder::reencode::Reencode;
use wasm_encoder::{Encode, Instruction};
use wasmparser::{CompositeInnerType, HeapType, Operator, StorageType};

/// A body that was encoded: its bytes, its branch hints, and the functions that it refers to by `ref.func`.
pub(super) struct Encoded {
    pub bytes: Vec<u8>,
    pub added_locals: bool,
    /// Whether passes may find more in it than before.
    pub affected: bool,
    pub hints: Vec<(u32, bool)>,
    pub references: BTreeSet<u32>,
    /// Where the operators were, if that is wanted.
    pub locations: Option<CodeLocations>,
}

/// A value that goes through a local.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Spilled {
    Field(u32, u32),
    Param(Func, u32),
}

/// Rewrites one body.
pub(super) struct BodyRewriter<'a> {
    module: &'a Module,
    plan: &'a RetypePlan,
    facts: &'a Facts,
    config: Config,
    func: Func,
    removed: &'a [bool],
    /// The new numbers of the parameters, if some are removed: how many before each of them stay.
    params: Vec<u32>,
    removed_count: u32,
    encoder: Rewriter<'a>,
    code: Vec<u8>,
    /// The locals of values that go through one, and their types.
    spills: FxHashMap<Spilled, u32>,
    added: Vec<wasm_encoder::ValType>,
    /// The first local that is added.
    first_added: u32,
    /// Whether passes may find more in the body than before.
    affected: bool,
    /// How many constructs the next operator is in, the body one of them.
    depth: u32,
    /// Whether the next operator drops a result that is removed.
    drops: bool,
}

impl<'a> BodyRewriter<'a> {
    pub fn new(rewriter: &Rewriter<'a>, func: Func) -> Self {
        let Rewriter { module, facts, plan, config, .. } = *rewriter;
        let removed = plan.removed_params.get(&func).map_or(&[][..], |removed| removed);
        let stay = removed.iter().scan(0, |stay, &removed| {
            let before = *stay;
            *stay += u32::from(!removed);
            Some(before)
        });
        BodyRewriter {
            module,
            plan,
            facts,
            config,
            func,
            removed,
            params: stay.collect(),
            removed_count: removed.iter().filter(|&&removed| removed).count() as u32,
            encoder: Rewriter::new(module, facts, plan, config),
            code: Vec::new(),
            spills: FxHashMap::default(),
            added: Vec::new(),
            first_added: 0,
            affected: false,
            depth: 1,
            drops: false,
        }
    }

    pub fn is_removed(&self, local: u32) -> bool {
        self.removed.get(local as usize).copied().unwrap_or(false)
    }

    /// The number of a local without the parameters that are removed.
    pub fn local(&self, local: u32) -> u32 {
        let param = self.params.get(local as usize).copied();
        param.unwrap_or_else(|| local - self.removed_count)
    }

    pub fn run(mut self, range: &std::ops::Range<usize>, changed: &Changed) -> Option<Encoded> {
        let body = raw_body(self.module, range);
        let mut runs: Vec<(u32, wasm_encoder::ValType)> = Vec::new();
        let mut count = self.module.func_signature(self.func).0.len() as u32;
        for run in body.get_locals_reader().ok()? {
            let (len, ty) = run.ok()?;
            count += len;
            runs.push((len, self.encoder.value(ty)));
        }
        self.first_added = self.local(count);
        let hints = self.module.branch_hints.get(&self.func).map_or(&[][..], |hints| hints);
        let mut moved: Vec<(u32, bool)> = Vec::new();
        let mut located: Vec<(u32, SourceLoc)> = Vec::new();
        let mut operators = body.get_operators_reader().ok()?;
        while !operators.eof() {
            let (operator, offset) = operators.read_with_offset().ok()?;
            if self.config.locate {
                located.push((self.code.len() as u32, SourceLoc::at(offset as u32)));
            }
            let offset = (offset as usize - range.start) as u32;
            if let Ok(at) = hints.binary_search_by_key(&offset, |&(offset, _)| offset) {
                moved.push((self.code.len() as u32, hints[at].1));
            }
            self.affected |= self.has_other_result(changed, &operator);
            self.operator(operator)?;
        }
        runs.extend(self.added.iter().map(|&ty| (1, ty)));
        let mut bytes = wasm_encoder::Function::new(runs).into_raw_body();
        let start = bytes.len() as u32;
        bytes.extend(self.code);
        located.iter_mut().for_each(|(offset, _)| *offset += start);
        let locations = self
            .config
            .locate
            .then(|| CodeLocations::Moved { operators: located, contexts: PrimaryMap::new() });
        let hints = moved.into_iter().map(|(offset, likely)| (start + offset, likely)).collect();
        Some(Encoded {
            bytes,
            added_locals: !self.added.is_empty(),
            affected: self.affected,
            hints,
            references: self.encoder.referenced,
            locations,
        })
    }

    fn emit(&mut self, instruction: &Instruction<'_>) {
        instruction.encode(&mut self.code);
    }

    fn spill(&mut self, value: Spilled, ty: wasm_encoder::ValType) -> u32 {
        match self.spills.entry(value) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(vacant) => {
                let local = self.first_added + self.added.len() as u32;
                self.added.push(ty);
                *vacant.insert(local)
            }
        }
    }

    /// Removes some of the operands on top of the stack; the others stay, in their order.
    fn remove(&mut self, operands: &[(bool, Spilled, wasm_encoder::ValType)]) {
        let Some(lowest) = operands.iter().position(|&(removed, ..)| removed) else { return };
        self.affected = true;
        for &(removed, value, ty) in operands[lowest..].iter().rev() {
            if removed {
                self.emit(&Instruction::Drop);
            } else {
                let local = self.spill(value, ty);
                self.emit(&Instruction::LocalSet(local));
            }
        }
        for &(removed, value, ty) in &operands[lowest..] {
            if !removed {
                let local = self.spill(value, ty);
                self.emit(&Instruction::LocalGet(local));
            }
        }
    }

    /// Removes the operands of a struct's fields that it no longer has.
    fn remove_fields(&mut self, ty: u32) {
        let declared = fields(self.module, ty);
        if !(0..declared.len() as u32).any(|n| self.plan.removed.contains(&(ty, n))) {
            return;
        }
        let of_type = &self.plan.types[ty as usize];
        let new = fields_of(of_type).to_vec();
        let operands = (0..).zip(new).map(|(n, field)| {
            let is_removed = self.plan.removed.contains(&(ty, n));
            let value = match field.element_type {
                // What is removed may be of a type that the output does not have.
                StorageType::Val(ty) if !is_removed => self.encoder.value(ty),
                _ => wasm_encoder::ValType::I32,
            };
            (is_removed, Spilled::Field(ty, n), value)
        });
        let operands: Vec<_> = operands.collect();
        self.remove(&operands);
    }

    /// Removes the arguments of a function's parameters that it no longer has.
    fn remove_args(&mut self, callee: Func) {
        let Some(removed) = self.plan.removed_params.get(&callee) else { return };
        let ty = self.plan.func_types[&callee];
        let CompositeInnerType::Func(new) = &self.plan.types[ty as usize].composite_type.inner
        else {
            return;
        };
        let mut new = new.params().iter();
        let mut operands = Vec::new();
        for (n, &removed) in (0..).zip(removed) {
            let ty = if removed {
                wasm_encoder::ValType::I32
            } else {
                self.encoder.value(*new.next().expect("those that stay have a type"))
            };
            operands.push((removed, Spilled::Param(callee, n), ty));
        }
        self.remove(&operands);
    }

    /// The target of a cast.
    fn target(&self, heap: HeapType) -> HeapType {
        let at = index(heap).map(|at| self.facts.canonical(at));
        at.and_then(|at| self.plan.casts.get(&at)).copied().unwrap_or(heap)
    }

    /// Whether what an operator reads or tests has another type.
    fn has_other_result(&self, changed: &Changed, operator: &Operator<'_>) -> bool {
        use Operator::*;
        let field = |ty, field| changed.fields.contains(&(self.facts.canonical(ty), field));
        match *operator {
            StructGet { struct_type_index, field_index }
            | StructGetS { struct_type_index, field_index }
            | StructGetU { struct_type_index, field_index } => {
                field(struct_type_index, field_index)
            }
            ArrayGet { array_type_index }
            | ArrayGetS { array_type_index }
            | ArrayGetU { array_type_index } => field(array_type_index, 0),
            Call { function_index } => changed.results.contains(&function_index),
            GlobalGet { global_index } => self.plan.globals.contains_key(&global_index),
            RefCastNonNull { hty }
            | RefCastNullable { hty }
            | RefTestNonNull { hty }
            | RefTestNullable { hty } => self.target(hty) != hty,
            BrOnCast { to_ref_type, .. } | BrOnCastFail { to_ref_type, .. } => {
                self.target_type(to_ref_type) != to_ref_type
            }
            _ => false,
        }
    }

    /// Drops what an operator returns from a function whose result is removed. Returns whether the
    /// operator was written.
    fn drop_returned(&mut self, operator: &Operator<'_>) -> bool {
        use Operator::*;
        let is_jump = match *operator {
            Return => false,
            End if self.depth == 1 => false,
            Br { relative_depth } if relative_depth + 1 == self.depth => true,
            _ => return false,
        };
        self.emit(&Instruction::Drop);
        if is_jump {
            // The body has no result any more.
            self.emit(&Instruction::Return);
        }
        is_jump
    }

    fn operator(&mut self, operator: Operator<'_>) -> Option<()> {
        use Operator::*;
        if std::mem::take(&mut self.drops) {
            return Some(());
        }
        if self.plan.removed_results.contains(&self.func) && self.drop_returned(&operator) {
            return Some(());
        }
        match operator {
            Block { .. } | Loop { .. } | If { .. } | Try { .. } | TryTable { .. } => {
                self.depth += 1
            }
            End | Delegate { .. } => self.depth -= 1,
            Call { function_index } => {
                self.drops = self.plan.removed_results.contains(&Func::from_u32(function_index));
            }
            _ => {}
        }
        let renamed = match operator {
            LocalGet { local_index } => LocalGet { local_index: self.local(local_index) },
            LocalSet { local_index } => LocalSet { local_index: self.local(local_index) },
            LocalTee { local_index } => LocalTee { local_index: self.local(local_index) },
            StructNew { struct_type_index } => {
                self.remove_fields(self.facts.canonical(struct_type_index));
                operator
            }
            StructGet { struct_type_index, field_index } => StructGet {
                struct_type_index,
                field_index: self.field(struct_type_index, field_index)?,
            },
            StructGetS { struct_type_index, field_index } => StructGetS {
                struct_type_index,
                field_index: self.field(struct_type_index, field_index)?,
            },
            StructGetU { struct_type_index, field_index } => StructGetU {
                struct_type_index,
                field_index: self.field(struct_type_index, field_index)?,
            },
            StructSet { struct_type_index, field_index } => {
                match self.field(struct_type_index, field_index) {
                    Some(field_index) => StructSet { struct_type_index, field_index },
                    None => {
                        self.affected = true;
                        self.emit(&Instruction::Drop);
                        let silent = self.config.traps_never_happen
                            || invar_ir::mutant!(TypesNullSetIsSilent);
                        if !silent {
                            self.emit(&Instruction::RefAsNonNull);
                        }
                        self.emit(&Instruction::Drop);
                        return Some(());
                    }
                }
            }
            Call { function_index } | ReturnCall { function_index } => {
                self.remove_args(Func::from_u32(function_index));
                operator
            }
            RefCastNonNull { hty } => RefCastNonNull { hty: self.target(hty) },
            RefCastNullable { hty } => RefCastNullable { hty: self.target(hty) },
            RefTestNonNull { hty } => RefTestNonNull { hty: self.target(hty) },
            RefTestNullable { hty } => RefTestNullable { hty: self.target(hty) },
            BrOnCast { relative_depth, from_ref_type, to_ref_type } => BrOnCast {
                relative_depth,
                from_ref_type,
                to_ref_type: self.target_type(to_ref_type),
            },
            BrOnCastFail { relative_depth, from_ref_type, to_ref_type } => BrOnCastFail {
                relative_depth,
                from_ref_type,
                to_ref_type: self.target_type(to_ref_type),
            },
            other => other,
        };
        let instruction = self.encoder.instruction(renamed).ok()?;
        if let Instruction::RefFunc(func) = instruction {
            self.encoder.referenced.insert(func);
        }
        instruction.encode(&mut self.code);
        Some(())
    }

    fn target_type(&self, ty: wasmparser::RefType) -> wasmparser::RefType {
        let heap = self.target(ty.heap_type());
        wasmparser::RefType::new(ty.is_nullable(), heap).unwrap_or(ty)
    }

    fn field(&self, ty: u32, field: u32) -> Option<u32> {
        self.plan.field(self.facts.canonical(ty), field)
    }
}
