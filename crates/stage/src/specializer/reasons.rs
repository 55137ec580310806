//! Diagnostics: why a value is not known, found by following its derivation back.

use crate::analysis::derive::How;
use crate::specializer::state::Specializer;
use invar_ir::{Value, ValueDef, memory_access};
use invar_rules::is_constant;

/// How many steps a derivation is followed back.
const STEPS: usize = 64;

/// Why a value is not known in the version that is being made: the first unknown value that it is derived from.
pub(crate) fn why(specializer: &Specializer<'_>, value: Value) -> String {
    let prepared = specializer.prepared;
    let code = &prepared.code;
    let mut value = code.resolve(value);
    for _ in 0..STEPS {
        let inst = match code.values[value].def {
            ValueDef::Param(block, n) if block == code.entry => {
                return format!("parameter {n} of the function is not bound");
            }
            ValueDef::Param(block, _) => {
                let at = place(code.blocks[block].term_loc.offset);
                return format!(
                    "{value} is a merge of different values{at}, and no variable is kept constant for it"
                );
            }
            ValueDef::Result(inst, _) => inst,
            ValueDef::Edge(..) | ValueDef::Alias(_) => return "it is a reference".to_owned(),
        };
        let text = code.display_inst(specializer.module, inst);
        let at = place(code.insts[inst].loc.offset);
        if prepared.analysis.derived.how(inst) == How::Never {
            let is_load =
                memory_access(&code.insts[inst].op).is_some_and(|access| access.is_load());
            let reason = if is_load { "reads memory that is not promised" } else { "varies" };
            return format!("`{text}`{at} {reason}");
        }
        let unknown = |&arg: &Value| {
            let arg = code.resolve(arg);
            specializer.known(arg).is_none() && !code.def_op(arg).is_some_and(is_constant)
        };
        match code.args(inst).iter().copied().find(unknown) {
            Some(arg) => value = code.resolve(arg),
            None => return format!("`{text}`{at} could not be evaluated"),
        }
    }
    "its derivation is too long to follow".to_owned()
}

fn place(offset: u32) -> String {
    if offset == 0 { String::new() } else { format!(" at 0x{offset:x}") }
}
