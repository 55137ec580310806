//! Block parameters that are owned although their consumers alone do not require it.
//!
//! A store may take or not, so the uses of a parameter may leave open whether it is owned. Its incoming
//! values decide then: ownership that would leak otherwise.
//!
//! Linear in the edges, at most [`ROUNDS`] times.

use super::{Fault, ROUNDS, Work, Wrong};
use crate::interprocedural::signature::Given;
use crate::ownership::regions::Object;
use invar_analysis::transform::edges;
use invar_ir::{Op, ValueDef};

impl Work<'_> {
    /// Whether an object is the owned result of a call.
    pub(super) fn is_born_owned(&self, object: Object) -> bool {
        let op = self.f.def_op(self.regions.data(object).root);
        let called = op.and_then(|op| self.signatures.of_call(op));
        called.is_some_and(|(called, _)| called.result == Given::Owned)
    }

    /// A parameter is owned if an incoming value is owned and has no other use, or would leak; and
    /// so is one that receives such a parameter. Returns whether there are any.
    pub(super) fn hints(&mut self) -> bool {
        let mut any = false;
        for _ in 0..ROUNDS {
            let mut changed = false;
            for n in 0..self.regions.objects.len() {
                let object = Object::from_u32(n as u32);
                if self.is_hinted(object) {
                    self.own(object);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
            any = true;
        }
        any
    }

    /// Makes block parameters owned that receive an object which leaks on some path by the levels: demand is not
    /// propagated to blocks without consumers. Returns whether there are more owned parameters.
    pub(super) fn hints_of_faults(&mut self, faults: &[(usize, Fault)]) -> bool {
        self.demanded.leaks.fill(false);
        for (n, fault) in faults {
            self.demanded.leaks[*n] = matches!(fault.wrong, Wrong::Joined | Wrong::Leaked);
        }
        self.demanded.leaks.contains(&true) && self.hints()
    }

    /// Whether an object is a parameter that is not owned yet and receives such a value.
    fn is_hinted(&self, object: Object) -> bool {
        let (f, regions) = (self.f, self.regions);
        let root = regions.data(object).root;
        let ValueDef::Param(block, nth) = f.values[root].def else { return false };
        if block == f.entry || self.flow.owned[root] {
            return false;
        }
        regions.cfg.reachable_preds(block).any(|edge| {
            let arg = edges::args(f, edge)[nth as usize];
            let leaks =
                regions.object(arg).is_some_and(|of| self.demanded.leaks[of.as_u32() as usize]);
            leaks
                || regions.uses[arg] == 1
                    && match f.def_op(arg) {
                        Some(Op::CopyValue) => true,
                        Some(op) => self
                            .signatures
                            .of_call(op)
                            .is_some_and(|(called, _)| called.result == Given::Owned),
                        None => self.flow.owned[f.resolve(arg)],
                    }
        })
    }
}
