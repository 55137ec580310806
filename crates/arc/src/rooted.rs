//! Whether the collector of cycles hears of what is put somewhere without the destroys that would tell it.
//!
//! With trial deletion, a release that leaves a count above zero tells the collector of a possible root. If a
//! destroy is not executed since a copy of the same object is not either, nobody tells it of that object. That does
//! not matter if whatever took the copy is kept alive by something else, whose own release will tell.

use crate::holder::{Holder, root_of};
use crate::optimize::Analysis;
use crate::regions::{Event, Kind, Object};
use crate::runtime::Runtime;
use invar_ir::{Function, Op, Value};

/// What is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Rooted<'a> {
    pub f: &'a Function,
    pub analysis: &'a Analysis,
    /// Parameters that paths from roots lead to (`paths`).
    pub kept: &'a [Value],
    pub runtime: &'a Runtime,
}

impl Rooted<'_> {
    /// Whether whatever takes ownerships of the web of an object is rooted elsewhere, as far as the
    /// collector of cycles is concerned.
    pub fn takes_are_rooted(&self, object: Object) -> bool {
        let Rooted { f, analysis: Analysis { regions, balance, .. }, runtime, .. } = *self;
        if balance.is_refused(object) {
            return false;
        }
        let rooted = |event: &Event| {
            let data = regions.event(*event);
            let Some(inst) = data.inst.expand() else {
                // The caller's release will tell.
                return data.kind == Kind::Return;
            };
            match (data.kind, &f.insts[inst].op) {
                (Kind::Copy | Kind::Destroy, _) => true,
                (Kind::Store, _) if !balance.takes[event.as_u32() as usize] => true,
                (Kind::Store, Op::GlobalSet { .. }) => true,
                (Kind::Store, Op::I32Store { .. }) => {
                    let address = f.args(inst)[0];
                    if self.kept.contains(&regions.root(address)) {
                        return true;
                    }
                    match root_of(f, regions, balance, data.object, address, *event, |_| true) {
                        Some(Holder::Object(holder)) => self.is_given_up_here(holder),
                        Some(Holder::Param(_) | Holder::Elsewhere) => true,
                        None => false,
                    }
                }
                _ => false,
            }
        };
        let web = balance.web(object);
        let members = (0..regions.objects.len() as u32).map(Object::from_u32);
        !runtime.cycles
            || members
                .filter(|&member| balance.web(member) == web)
                .all(|member| regions.data(member).events.iter().all(rooted))
    }

    /// Whether what the function owns of an object is destroyed by itself.
    fn is_given_up_here(&self, object: Object) -> bool {
        let Analysis { regions, balance, .. } = self.analysis;
        balance.passes[object.as_u32() as usize].is_empty()
            && regions.data(object).events.iter().all(|&event| {
                matches!(regions.event(event).kind, Kind::Copy | Kind::Destroy)
                    || !balance.takes[event.as_u32() as usize]
            })
    }
}
