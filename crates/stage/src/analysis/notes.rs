//! Notes for people: where something stopped being constant, and why.

use crate::analysis::derive::How;
use crate::specializer::Note;
use crate::specializer::follow::Follower;
use invar_ir::rules::is_constant;
use invar_ir::{SourceLoc, Value, ValueDef, memory_access};
use rustc_hash::FxHashMap;

/// Notes, each with how often it was made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    times: FxHashMap<Note, usize>,
}

impl Notes {
    pub(crate) fn add(&mut self, loc: SourceLoc, what: String) {
        *self.times.entry(Note { offset: loc.offset, what }).or_default() += 1;
    }

    /// The notes in the order of the code they are about.
    pub(crate) fn into_list(self) -> Vec<(Note, usize)> {
        let mut list: Vec<_> = self.times.into_iter().collect();
        list.sort();
        list
    }
}

/// How many derivations are followed back.
const STEPS: usize = 64;

/// Why a value is not known in the version that is being made: what it goes back to.
pub(crate) fn why(follower: &Follower<'_>, value: Value) -> String {
    let prepared = follower.prepared;
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
                    "{value} meets different values{at}, and no variable is kept constant for it"
                );
            }
            ValueDef::Result(inst, _) => inst,
            ValueDef::Edge(..) | ValueDef::Alias(_) => return "it is a reference".to_owned(),
        };
        let text = code.display_inst(follower.module, inst);
        let at = place(code.insts[inst].loc.offset);
        if prepared.analysis.derived.how(inst) == How::Never {
            let is_load =
                memory_access(&code.insts[inst].op).is_some_and(|access| access.is_load());
            let reason = if is_load { "reads memory that is not promised" } else { "varies" };
            return format!("`{text}`{at} {reason}");
        }
        let unknown = |&arg: &Value| {
            let arg = code.resolve(arg);
            follower.known(arg).is_none() && !code.def_op(arg).is_some_and(is_constant)
        };
        match code.args(inst).iter().copied().find(unknown) {
            Some(arg) => value = code.resolve(arg),
            None => return format!("`{text}`{at} could not be evaluated"),
        }
    }
    "it is derived from much that is not known".to_owned()
}

fn place(offset: u32) -> String {
    if offset == 0 { String::new() } else { format!(" at 0x{offset:x}") }
}
