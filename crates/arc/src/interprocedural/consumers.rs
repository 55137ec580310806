//! Functions that release an owned parameter and do nothing behind that.
//!
//! A caller that passes one ownership of an object and releases another one right after the call
//! may pass the only one, if it cannot be observed that the object is freed within the call: on
//! each path to a return, the last thing that the callee does to the object is to destroy it, or to
//! pass it to such a function, and only arithmetic follows. What a function does in dead ends comes
//! after a release too, so there must be none of the object's events.
//!
//! For functions that call each other, the greatest fixed point: execution is finite, so that the
//! innermost call shows it for the others. Of imports nothing is known but what the table says: an
//! `owned` parameter is one.
//!
//! Linear in the functions, times the number of parameters for recursive ones.

use crate::interprocedural::signature::{Signatures, Taken};
use crate::module::Work;
use crate::ownership::regions::{EventData, EventKind};
use crate::runtimes::table::Runtime;
use crate::transform::function::{OwnershipAnalysis, analyze};
use crate::transform::scope_end::{MOST_JUMPS, is_idle};
use invar_ir::{Block, Func, Function, Op, Terminator};

impl Work<'_> {
    /// Notes the parameters that functions, which call each other if there are several, consume
    /// last.
    pub(crate) fn note_consumers(&mut self, members: &[Func]) {
        let mut found: Vec<(Func, OwnershipAnalysis)> = Vec::new();
        for &func in members {
            let signature = self.signatures.get(func);
            let last: Vec<bool> = signature.params.iter().map(|of| *of == Taken::Owned).collect();
            let any = last.contains(&true);
            self.signatures.get_mut(func).last = last;
            if let Some(entry) = self.functions[func].as_ref().filter(|_| any) {
                let found_here = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
                found.push((func, found_here));
            }
        }
        // Each round retracts one at least.
        loop {
            let mut changed = false;
            for (func, analysis) in &found {
                let f = &self.functions[*func].as_ref().expect("it is there").f;
                let last = self.signatures.get(*func).last.iter().enumerate();
                let last: Vec<bool> = last
                    .map(|(n, &before)| {
                        before && is_last(f, analysis, &self.runtime, &self.signatures, n)
                    })
                    .collect();
                let signature = self.signatures.get_mut(*func);
                changed |= signature.last != last;
                signature.last = last;
            }
            if !changed {
                break;
            }
        }
    }
}

/// Whether nothing is done behind what consumes a parameter.
fn is_last(
    f: &Function,
    OwnershipAnalysis { regions, balance, .. }: &OwnershipAnalysis,
    runtime: &Runtime,
    signatures: &Signatures,
    param: usize,
) -> bool {
    let Some(object) = regions.object(f.blocks[f.entry].params[param]) else { return false };
    let n = object.as_u32() as usize;
    let data = regions.data(object);
    if balance.is_refused(object)
        || balance.start[n] != 1
        || !balance.targets[n].is_empty()
        || !data.cold.is_empty()
    {
        return false;
    }
    data.events.iter().all(|&event| {
        let at = event.as_u32() as usize;
        let data = regions.event(event);
        if data.kind == EventKind::Copy || !balance.takes[at] || balance.level[at] != 1 {
            return true;
        }
        let op = match (data.inst.expand(), &f.blocks[data.block].term) {
            (Some(inst), _) => &f.insts[inst].op,
            (None, Terminator::TailCall { op, .. }) => op,
            _ => return false,
        };
        let consumes = match data.kind {
            EventKind::Destroy => true,
            EventKind::Call => signatures
                .of_call(op)
                .is_some_and(|(called, _)| called.consumes_last(data.operand as usize)),
            _ => false,
        };
        consumes && returns_idly(f, runtime, data)
    })
}

/// Whether only arithmetic comes between an event and the returns that it leads to.
fn returns_idly(f: &Function, runtime: &Runtime, event: &EventData) -> bool {
    let mut stack: Vec<(Block, usize)> = vec![(event.block, event.pos as usize + 1)];
    let mut steps = 0;
    while let Some((block, from)) = stack.pop() {
        steps += 1;
        let insts = f.blocks[block].insts.get(from..).unwrap_or_default();
        let idle = |op: &Op| is_idle(op, runtime);
        if steps > MOST_JUMPS || !insts.iter().all(|&inst| idle(&f.insts[inst].op)) {
            return false;
        }
        match &f.blocks[block].term {
            Terminator::Return(_) => {}
            // The event itself.
            Terminator::TailCall { .. } if event.inst.is_none() && block == event.block => {}
            Terminator::Jump(_) | Terminator::BrIf { .. } => {
                stack.extend(f.blocks[block].term.targets().map(|to| (to.block, 0)));
            }
            _ => return false,
        }
    }
    true
}
