//! Values of kept variables that go through memory: where they are stored, and how they come back.
//!
//! An interpreter that calls pushes its program counter, and loads it where it returns. A value *follows* from another
//! one by copies (annotations), by additions and subtractions of constants, and by conversions between integers. A
//! store puts away a value of a kept variable if what it stores follows from a block parameter or an annotated value
//! of that variable; a literal that is loaded from the program does not. A value comes back if it follows from a load.
//! No load is matched with a store: the specializer tests each value that was stored
//! ([`crate::specializer::dispatch`]).
//!
//! Cost: a bounded search back from each stored value, and from each value of a variable that is stored.

use crate::analysis::variables::{Var, Variables};
use invar_ir::bit_set::BitSet;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, EntitySet, SecondaryMap};
use invar_ir::{Cfg, Function, Inst, Op, Value, ValueDef, memory_access};
use invar_rules::is_constant;

/// How many instructions a value is followed back through.
const STEPS: usize = 16;

/// The instructions that store values of kept variables.
#[derive(Clone, Debug)]
pub struct Stored {
    of: SecondaryMap<Inst, PackedOption<Var>>,
    vars: BitSet,
}

impl Stored {
    /// Finds them.
    pub fn new(f: &Function, cfg: &Cfg, vars: &Variables) -> Self {
        let mut stored = Stored { of: SecondaryMap::new(), vars: vars.none() };
        if vars.list.values().all(|var| var.keep.is_none()) {
            return stored;
        }
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                let value = stored_value(f, inst);
                if let Some(var) = value.and_then(|value| variable(f, vars, value)) {
                    stored.of[inst] = var.into();
                    stored.vars.insert(var.index());
                }
            }
        }
        stored
    }

    /// The variable whose value an instruction stores.
    pub fn of(&self, inst: Inst) -> Option<Var> {
        self.of.get(inst).and_then(|var| var.expand())
    }

    /// The values that variables get by loads, if others of their values are stored.
    pub fn loads(&self, f: &Function, vars: &Variables) -> EntitySet<Value> {
        let stored = vars.list.iter().filter(|&(var, _)| self.is_stored(var));
        let values = stored.flat_map(|(_, data)| data.values.iter().copied());
        let mut loads = EntitySet::new();
        loads.extend(values.filter(|&value| loaded(f, value).is_some()));
        loads
    }

    /// Whether any instruction stores a value of a variable.
    pub fn is_stored(&self, var: Var) -> bool {
        self.vars.contains(var.index())
    }
}

/// The value that an instruction puts into memory or into a global.
pub fn stored_value(f: &Function, inst: Inst) -> Option<Value> {
    let op = &f.insts[inst].op;
    let operand = match op {
        Op::GlobalSet { .. } => Some(0),
        _ => memory_access(op).and_then(|access| access.stored),
    };
    Some(f.resolve(f.args(inst)[operand?]))
}

/// The operand that the result of an instruction follows from.
fn step(f: &Function, inst: Inst) -> Option<Value> {
    let args = f.args(inst);
    let is_number = |n: usize| f.def_op(f.resolve(args[n])).is_some_and(is_constant);
    let op = &f.insts[inst].op;
    let operand = match op {
        Op::I32Add | Op::I64Add => match (is_number(0), is_number(1)) {
            (_, true) => 0,
            (true, _) => 1,
            _ => return None,
        },
        Op::I32Sub | Op::I64Sub if is_number(1) => 0,
        Op::I32WrapI64 | Op::I64ExtendI32S | Op::I64ExtendI32U => 0,
        _ if op.proposal() == "staging" => 0,
        _ => return None,
    };
    Some(f.resolve(args[operand]))
}

/// The kept variable that a value follows from.
fn variable(f: &Function, vars: &Variables, value: Value) -> Option<Var> {
    let mut value = f.resolve(value);
    for _ in 0..STEPS {
        let kept = vars.of(value).filter(|&var| vars.list[var].keep.is_some());
        let inst = match f.values[value].def {
            ValueDef::Param(..) => return kept,
            ValueDef::Result(inst, _) => inst,
            ValueDef::Edge(..) | ValueDef::Alias(_) => return None,
        };
        if matches!(f.insts[inst].op, Op::KeepConst { .. }) {
            return kept;
        }
        value = step(f, inst)?;
    }
    None
}

/// If a value follows from a load or from a global: this instruction, and those that make the value of it, in order.
pub fn loaded(f: &Function, value: Value) -> Option<Vec<Inst>> {
    let mut path = Vec::new();
    let mut value = f.resolve(value);
    for _ in 0..STEPS {
        let inst = f.def_inst(value)?;
        path.push(inst);
        let op = &f.insts[inst].op;
        let is_load = memory_access(op).is_some_and(|access| access.is_load());
        if is_load || matches!(op, Op::GlobalGet { .. }) {
            path.reverse();
            return Some(path);
        }
        value = step(f, inst)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::function;

    /// The operators that store a value of a kept variable, and how the value that is returned comes back.
    fn found(code: &str) -> (Vec<String>, Option<Vec<String>>) {
        let text = format!(
            "(i32, i32) -> (i32) {{
              b0(v0: i32, v1: i32):
                jump b1(v0)
              b1(v2: i32):
                v3 = keep_const cache eager v2
                v4 = i32.const 4
                {code}
              }}"
        );
        let (_, f) = function(&text);
        let cfg = Cfg::new(&f);
        let vars = Variables::new(&f, &cfg).expect("no conflict");
        let stored = Stored::new(&f, &cfg, &vars);
        let name = |inst: Inst| f.insts[inst].op.opcode().name().to_owned();
        let insts = f.blocks.values().flat_map(|block| &block.insts);
        let stores = insts.filter(|&&inst| stored.of(inst).is_some());
        let result = f.live_blocks().find_map(|block| match &f.blocks[block].term {
            invar_ir::Terminator::Return(list) => Some(f.list(list)[0]),
            _ => None,
        });
        let path = loaded(&f, result.expect("it returns"));
        let path = path.map(|path| path.into_iter().map(name).collect());
        (stores.map(|&inst| name(inst)).collect(), path)
    }

    #[test]
    fn a_sum_of_the_variable_and_a_constant_is_put_away() {
        let (stores, _) = found(
            "v5 = i32.add v3, v4\n v6 = i32.sub v5, v4\n v7 = i64.extend_i32_u v6\n\
             i64.store v1, v7\n i32.store16 v1, v2\n return v1",
        );
        assert_eq!(stores, ["i64.store", "i32.store16"]);
    }

    #[test]
    fn what_is_loaded_or_computed_otherwise_is_not() {
        let (stores, _) = found(
            "v5 = i32.load8_u v3\n v6 = i32.mul v3, v4\n v7 = i32.add v3, v1\n i32.store v1, v5\n\
             i32.store v1, v6\n i32.store v1, v7\n i32.store v3, v4\n return v1",
        );
        assert!(stores.is_empty(), "{stores:?}");
    }

    #[test]
    fn a_value_comes_back_by_a_load_and_additions() {
        let (_, path) =
            found("v5 = i64.load v1\n v6 = i32.wrap_i64 v5\n v7 = i32.add v4, v6\n return v7");
        assert_eq!(path.expect("it does"), ["i64.load", "i32.wrap_i64", "i32.add"]);
        assert_eq!(found("v5 = i32.load v1\n v6 = i32.mul v5, v4\n return v6").1, None);
        assert_eq!(found("return v2").1, None);
    }
}
