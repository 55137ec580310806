//! What was removed from a function, and why: remarks, and drawings of ownership regions.

use crate::ownership::balance::Balance;
use crate::ownership::regions::{Event, EventKind, Object, Regions};
use crate::transform::draw;
use crate::transform::plan::OwnershipPlan;
use invar_analysis::drawing::{Drawing, Drawings};
use invar_analysis::{RemarkKind, Remarks};
use invar_ir::{Function, Inst, Op, SourceLoc, Value, ValueDef, display_op};

/// The number of objects that are drawn of a function at most, each time that it is optimized.
const MOST_DRAWINGS: usize = 16;

/// Why a copy or destroy is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The object is a guaranteed parameter.
    Guaranteed,
    /// The object's web was borrowed.
    Borrowed,
    /// A union of ownership regions.
    Union,
    /// A cartesian join of ownership regions.
    Cartesian,
    /// An intersection of ownership regions.
    Intersection,
    /// An intersection of ownership regions on some of the paths that join.
    Split,
    /// An extension of an object's lifetime.
    Extension,
}

impl Reason {
    /// The reason in a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Reason::Guaranteed => "the caller keeps it alive until the function returns",
            Reason::Borrowed => "another owner keeps it alive, and releases nothing during its use",
            Reason::Union => "the function owns it already, and for as long",
            Reason::Cartesian => "the ownership that ended first is the one that is consumed later",
            Reason::Intersection => "what takes it consumes the ownership that was kept until then",
            Reason::Split => {
                "what takes it on some paths consumes the ownership; the others release it earlier"
            }
            Reason::Extension => "each path retains it again: it is owned throughout",
        }
    }
}

/// Remarks and drawings of one function.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// What was done or refused.
    pub remarks: Remarks,
    /// The objects of which counts were removed.
    pub drawings: Drawings,
    /// Whether to record why destroys are kept: they may still go if the function is optimized
    /// again.
    pub refusals: bool,
}

/// Destroys that were kept, and why.
pub(crate) type Refused = Vec<(Event, &'static str)>;

/// Which of them are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WantedDetails {
    /// Remarks.
    pub remarks: bool,
    /// Drawings.
    pub drawings: bool,
}

impl Log {
    /// An empty one, which keeps what is wanted.
    pub fn new(wanted: WantedDetails) -> Self {
        let WantedDetails { remarks, drawings } = wanted;
        let (remarks, drawings) = (Remarks::new(remarks), Drawings::new(drawings));
        Log { remarks, drawings, refusals: false }
    }

    /// Whether anything is wanted.
    pub fn enabled(&self) -> bool {
        self.remarks.enabled() || self.drawings.enabled()
    }

    /// What was recorded.
    pub(crate) fn into_parts(mut self) -> (Remarks, Vec<Drawing>) {
        let drawings = self.drawings.take();
        (self.remarks, drawings)
    }

    /// Records a change.
    pub(crate) fn applied(
        &mut self,
        loc: SourceLoc,
        what: &'static str,
        why: impl FnOnce() -> String,
    ) {
        self.remarks.record("arc", RemarkKind::Applied, loc, what, why);
    }

    /// Records that a copy or destroy is removed.
    pub(crate) fn removed(&mut self, f: &Function, inst: Inst, reason: &str) {
        let what = match f.insts[inst].op {
            Op::CopyValue => "removes a retain",
            _ => "removes a release",
        };
        self.applied(f.insts[inst].loc, what, || {
            format!("of {}: {reason}", value_text(f, f.args(inst)[0]))
        });
    }

    /// Records why destroys stay, each once.
    pub(crate) fn refused(
        &mut self,
        f: &Function,
        regions: &Regions,
        plan: &OwnershipPlan,
        mut refused: Refused,
    ) {
        refused.retain(|(event, _)| !plan.deleted[event.as_u32() as usize]);
        refused.sort_by_key(|&(event, _)| event);
        for group in refused.chunk_by(|a, b| a.0 == b.0) {
            let Some(inst) = regions.event(group[0].0).inst.expand() else { continue };
            self.missed(f.insts[inst].loc, "keeps a release", || {
                let mut reasons: Vec<&str> = Vec::new();
                for (_, text) in group {
                    if !reasons.contains(text) {
                        reasons.push(text);
                    }
                }
                format!("of {}: {}", value_text(f, f.args(inst)[0]), reasons.join("; "))
            });
        }
    }

    /// Records what was not done.
    pub(crate) fn missed(
        &mut self,
        loc: SourceLoc,
        what: &'static str,
        why: impl FnOnce() -> String,
    ) {
        self.remarks.record("arc", RemarkKind::Missed, loc, what, why);
    }

    /// Records what a plan removes and inserts, before it is applied.
    pub(crate) fn plan(
        &mut self,
        f: &Function,
        regions: &Regions,
        balance: &Balance,
        plan: &OwnershipPlan,
    ) {
        let mut room = MOST_DRAWINGS;
        for (n, data) in regions.objects.iter().enumerate() {
            if !plan.changed[n] {
                continue;
            }
            for &event in &data.events {
                self.event(f, regions, plan, event);
            }
            let object = Object::from_u32(n as u32);
            let is_gone = |event: &Event| plan.deleted[event.as_u32() as usize];
            if self.drawings.enabled() && room > 0 && data.events.iter().any(is_gone) {
                self.drawings.extend(draw::object(f, regions, balance, plan, object));
                room -= 1;
            }
        }
    }

    fn event(&mut self, f: &Function, regions: &Regions, plan: &OwnershipPlan, event: Event) {
        let (at, data) = (event.as_u32() as usize, regions.event(event));
        if plan.deleted[at] {
            let inst = data.inst.expand().expect("a copy or destroy is an instruction");
            self.removed(f, inst, plan.reason(event).map_or("", Reason::text));
        } else if plan.needs_copy[at] {
            let loc = match data.inst.expand() {
                Some(inst) => f.insts[inst].loc,
                None => f.blocks[data.block].term_loc,
            };
            self.applied(loc, "inserts a retain", || {
                let object = value_text(f, regions.data(data.object).root);
                format!(
                    "of {object}: {} consumes it, and another owner keeps it",
                    taker(f, regions, event)
                )
            });
        }
    }
}

/// What consumes an ownership.
pub(super) fn taker(f: &Function, regions: &Regions, event: Event) -> String {
    let data = regions.event(event);
    match (data.inst.expand(), data.kind) {
        (Some(inst), _) => format!("`{}`", display_op(&f.insts[inst].op)),
        (None, EventKind::Return) => "the return".into(),
        (None, _) => "the end of the block".into(),
    }
}

/// A counted reference, by where it comes from.
pub(crate) fn value_text(f: &Function, value: Value) -> String {
    let value = f.resolve(value);
    match f.values[value].def {
        ValueDef::Param(block, n) if block == f.entry => format!("parameter {n}"),
        ValueDef::Param(block, _) => format!("{value}, in which references join in {block}"),
        ValueDef::Result(inst, _) => match &f.insts[inst].op {
            // A copy is the same object.
            Op::CopyValue => value_text(f, f.args(inst)[0]),
            op => {
                format!("{value}, the result of `{}`{}", display_op(op), place(f.insts[inst].loc))
            }
        },
        ValueDef::Edge(..) | ValueDef::Alias(_) => value.to_string(),
    }
}

/// ` at 0x2c`, or nothing where the place in the input is not known.
fn place(loc: SourceLoc) -> String {
    loc.known_offset().map_or(String::new(), |offset| format!(" at 0x{offset:x}"))
}

#[cfg(test)]
mod tests;
