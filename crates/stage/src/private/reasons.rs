//! Why parameters of versions are not private, and versions are taken for functions that may access memory of their
//! callers, as notes of `--explain`.

use super::{Derived, Param, Regions, bodies};
use crate::specializer::SpecializerNote;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Func, Module, Op, Terminator};
use std::collections::BTreeMap;

/// Why an address in a region is not passed on as one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reason {
    Outside,
    NotApart,
    Stored,
    Place,
    TailCall,
    /// Other calls pass something else.
    Others,
}

impl Reason {
    fn text(self) -> &'static str {
        match self {
            Reason::Outside => "the address is outside of the region",
            Reason::NotApart => "another argument is an address in the same region",
            Reason::Stored => "an address in the region is stored in memory",
            Reason::Place => "its distance from the start of the region is not known",
            Reason::TailCall => "a tail call ends the region",
            Reason::Others => "other calls pass an address that is not private",
        }
    }
}

/// The name of the function that a version is of: what is before the values.
fn generic_name(label: &str) -> &str {
    label.rsplit_once('(').map_or(label, |(name, _)| name)
}

/// Notes about addresses in private memory that calls of versions pass to parameters that are not private.
pub(super) fn of_params(
    module: &Module,
    params: &SecondaryMap<Func, Vec<Param>>,
) -> Vec<(SpecializerNote, usize)> {
    let mut found: BTreeMap<(Reason, String, usize), usize> = BTreeMap::new();
    for (func, f) in bodies(module) {
        let mut regions = Regions::new(f, &params[func]);
        if regions.regions.is_empty() {
            continue;
        }
        regions.find_stored(module);
        for &block in &regions.cfg.rpo {
            let calls = f.blocks[block].insts.iter().filter_map(|&inst| match f.insts[inst].op {
                Op::Call { function_index } => Some((function_index, f.args(inst), false)),
                _ => None,
            });
            let tail = match &f.blocks[block].term {
                Terminator::TailCall { op: Op::ReturnCall { function_index }, args } => {
                    Some((*function_index, f.list(args), true))
                }
                _ => None,
            };
            for (callee, args, is_tail) in calls.chain(tail) {
                let callee = Func::from_u32(callee);
                for n in (0..args.len()).filter(|_| module.funcs[callee].specialized) {
                    if matches!(params[callee].get(n), Some(Param::Private(_)) | None) {
                        continue;
                    }
                    let reason = match regions.get(args[n]) {
                        Derived::Unvisited | Derived::Other => continue,
                        _ if is_tail => Reason::TailCall,
                        Derived::At(region, offset) => {
                            regions.refusal(args, n, region, offset).unwrap_or(Reason::Others)
                        }
                        Derived::Of(_) | Derived::Many => Reason::Place,
                    };
                    let label = module.func_label(callee);
                    *found.entry((reason, generic_name(&label).to_owned(), n)).or_default() += 1;
                }
            }
        }
    }
    let note = |((reason, label, _), times): ((Reason, String, usize), usize)| {
        let what = format!(
            "calls of `{label}` are passed an address in private memory, which is not private in it: {}",
            reason.text()
        );
        (SpecializerNote { offset: 0, what }, times)
    };
    found.into_iter().map(note).collect()
}

/// Notes about versions that callers take for functions that may access private memory, each with what it calls.
pub(super) fn of_versions(
    module: &Module,
    unmarked: &[(Func, Option<Func>)],
) -> Vec<(SpecializerNote, usize)> {
    let mut versions: EntitySet<Func> = EntitySet::new();
    versions.extend(unmarked.iter().map(|&(func, _)| func));
    let mut found: BTreeMap<(String, String), usize> = BTreeMap::new();
    for &(func, cause) in unmarked {
        let name = generic_name(&module.func_label(func)).to_owned();
        let reason = match cause {
            // The callee has a note of its own.
            Some(callee) if versions.contains(callee) => continue,
            Some(callee) => {
                format!("it calls `{}`, which is not specialized", module.func_label(callee))
            }
            None => "it calls a function that is not known".to_owned(),
        };
        *found.entry((name, reason)).or_default() += 1;
    }
    let note = |((name, reason), times): ((String, String), usize)| {
        let what =
            format!("versions of `{name}` may access private memory of their callers: {reason}");
        (SpecializerNote { offset: 0, what }, times)
    };
    found.into_iter().map(note).collect()
}
