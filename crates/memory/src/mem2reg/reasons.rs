//! Why private memory stays in memory, in remarks: one for each reason at each place.
//!
//! A promise of private memory is always kept as a promise, but what it gains depends on the rest of the function: the
//! author can only mend what has a place and a reason. Nothing is computed unless remarks are wanted.

use super::addresses::Addresses;
use super::events::{Event, Refusal, Root};
use super::{Env, Stats};
use invar_analysis::{PassContext, RemarkKind};
use invar_ir::{Func, Function, Inst, Op, SourceLoc};
use rustc_hash::FxHashSet;

/// The pass, in remarks.
const PASS: &str = "private-memory";
const STAYS: &str = "private memory stays in memory";
const CALLS: &str = "private memory is stored before a call, and loaded behind it";

/// Says that nothing is done for a region whose size is not known.
pub(super) fn size_unknown(function: &Function, cx: &mut PassContext<'_>, begin: Inst) {
    let loc = function.insts[begin].loc;
    cx.remarks.record(PASS, RemarkKind::Missed, loc, STAYS, || {
        "its size is not a constant, or it is not in the first memory".to_owned()
    });
}

/// Says what is left of a region, after the last round, which refused this.
pub(super) fn tell(function: &Function, cx: &mut PassContext<'_>, root: Root, refused: &Stats) {
    let Root::Private { inst: begin, .. } = root else { return };
    if !cx.remarks.enabled() {
        return;
    }
    let loc = function.insts[begin].loc;
    let cfg = cx.analyses.cfg(function);
    let frame = match Addresses::find(function, Env::of(cx), &cfg, root) {
        Ok(frame) => frame,
        Err(Refusal::None) => return,
        Err(Refusal::Form) => {
            let why = || "a call with exception handlers ends a block of it".to_owned();
            cx.remarks.record(PASS, RemarkKind::Missed, loc, STAYS, why);
            return;
        }
    };
    let mut said: FxHashSet<(SourceLoc, String)> = FxHashSet::default();
    let mut accesses = 0;
    for (_, event) in cfg.rpo.iter().flat_map(|&block| &frame.events[block]) {
        let (inst, is_escape) = match *event {
            Event::Escape { inst: Some(inst), .. } => (inst, true),
            Event::Touch { inst, .. } => (inst, false),
            Event::Access { .. } => {
                accesses += 1;
                continue;
            }
            _ => continue,
        };
        let (op, loc) = (&function.insts[inst].op, function.insts[inst].loc);
        let (what, why) = match *op {
            Op::Call { function_index } => {
                let func = Func::from_u32(function_index);
                let label = cx.module.func_label(func);
                let why = if cx.module.funcs[func].specialized {
                    format!("`{label}` may keep an address in it, or access it at any place")
                } else {
                    format!("`{label}` is not specialized, and may access it")
                };
                (CALLS, why)
            }
            Op::CallIndirect { .. } | Op::CallRef { .. } => {
                let why = "the function that is called is not known, and may access it";
                (CALLS, why.to_owned())
            }
            _ if is_escape => {
                (STAYS, format!("an address in it is stored by `{}`", op.opcode().name()))
            }
            _ => (
                STAYS,
                format!("`{}` accesses it at a place that is not known", op.opcode().name()),
            ),
        };
        if said.insert((loc, why.clone())) {
            cx.remarks.record(PASS, RemarkKind::Missed, loc, what, || why);
        }
    }
    let why = if refused.refused_large != 0 {
        "there are too many variables for so many blocks"
    } else if refused.refused_slot != 0 {
        "accesses of different sizes overlap, and cannot be divided"
    } else if refused.refused_escape != 0 {
        "as values they would need as many loads and stores"
    } else {
        return;
    };
    if accesses > 0 {
        let why = || format!("{accesses} accesses at known places: {why}");
        cx.remarks.record(PASS, RemarkKind::Missed, loc, STAYS, why);
    }
}

#[cfg(test)]
mod tests {
    use invar_analysis::{Goals, Remarks};
    use invar_generate::testing::with_goals;
    use invar_ir::{Body, Func, parse_verified};

    /// What is said of a function with a region of 16 bytes at its first parameter.
    fn said(size: &str, blocks: &str) -> Vec<String> {
        let text = format!(
            "module {{
               import f0 \"\" \"f\" : (i32) -> (i32)
               memory m0 : i32 1..
               func f1 : (i32, i32) -> (i32) {{
               b0(v0: i32, v1: i32):
                 v2 = {size}
                 v3 = private m0 v0, v2
                 {blocks}
               }}
             }}"
        );
        let module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}"));
        let Body::Ssa(function) = &module.funcs[Func::from_u32(1)].body else { panic!("no body") };
        let mut function = (**function).clone();
        with_goals(&module, Goals::default(), |cx| {
            cx.remarks = Remarks::new(true);
            super::super::promote_private(&mut function, cx);
            let remarks = cx.remarks.list().iter();
            remarks.map(|it| format!("{}: {}: {}", it.pass, it.what, it.why)).collect()
        })
    }

    fn only(size: &str, blocks: &str, what: &str) {
        assert_eq!(said(size, blocks), [format!("private-memory: {what}")]);
    }

    const BYTES: &str = "i32.const 16";
    const USED: &str =
        "i32.store v3, v1 offset=4\n v4 = i32.load v3 offset=4\n v5 = i32.load v3 offset=4\n";

    #[test]
    fn nothing_is_said_of_what_becomes_values() {
        assert_eq!(said(BYTES, &format!("{USED} return v5")), [""; 0]);
    }

    #[test]
    fn each_reason_is_said_once() {
        let stays = "private memory stays in memory";
        let calls = "private memory is stored before a call, and loaded behind it";
        only(
            "i32.clz v1",
            &format!("{USED} return v5"),
            &format!("{stays}: its size is not a constant, or it is not in the first memory"),
        );
        only(
            BYTES,
            "v4 = i32.add v3, v1\n v5 = i32.load v4\n return v5",
            &format!("{stays}: `i32.load` accesses it at a place that is not known"),
        );
        assert_eq!(
            said(BYTES, &format!("{USED} v6 = call f0 v1\n v7 = i32.add v5, v6\n return v7")),
            [
                format!("private-memory: {calls}: `.f` is not specialized, and may access it"),
                format!(
                    "private-memory: {stays}: 1 accesses at known places: as values they would need as many loads \
                     and stores"
                )
            ]
        );
        only(
            BYTES,
            "v4 = i32.load v3\n return v4",
            &format!(
                "{stays}: 1 accesses at known places: as values they would need as many loads and stores"
            ),
        );
    }
}
