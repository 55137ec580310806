//! Destroys of a merge block, split for mixed paths.
//!
//! ```text
//! if (c) { x2 = copy x; take(x2) }            if (c) { take(x) } else { destroy x }
//! destroy x
//! ```
//!
//! Where a take comes before the destroy on some of the paths that join only, intersection applies
//! to these paths: the take consumes the ownership that was kept, and the destroy, which is at the
//! start of the merge block but for arithmetic, is executed at the end of each other path. On each
//! path as many destroys are executed as before or fewer, and the code does not grow: each edge
//! that gets a destroy is paid for by the copy of a take.
//!
//! Cost: one search for each edge into the merge block, at most [`MOST_EDGES`].

use crate::ownership::regions::{Event, Object};
use crate::transform::explain::Reason;
use crate::transform::intersection::{IntersectionSearch, PairedTakes, Refusal, Roots, Set};
use crate::transform::plan::OwnershipPlan;
use crate::transform::scope_end::idle_from;
use invar_analysis::Fuel;
use invar_ir::Edge;

/// How many edges into a merge block are looked at.
const MOST_EDGES: usize = 8;

impl IntersectionSearch<'_> {
    /// Removes a destroy of a merge block where a take comes before, and moves it to the other
    /// edges.
    pub(crate) fn split(
        &self,
        plan: &mut OwnershipPlan,
        object: Object,
        end: Event,
        fuel: &Fuel,
        roots: &mut Roots,
        moved: &mut PairedTakes,
    ) -> Result<(), Refusal> {
        let (regions, data) = (self.regions, *self.regions.event(end));
        let edges: Vec<Edge> = regions.cfg.reachable_preds(data.block).collect();
        let loops = edges.iter().any(|&edge| regions.cfg.is_retreating(edge));
        let first = idle_from(self.f, self.runtime, data.block, data.pos) == 0;
        let counted = regions.events_in(object, data.block).first() == Some(&end);
        if data.block == regions.data(object).home
            || loops
            || !first && !invar_ir::mutant!(ArcSplitsOverUse)
            || !counted
            || !(2..=MOST_EDGES).contains(&edges.len())
        {
            return Err(Refusal::Paths);
        }
        let (mut takes, mut relies, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut refused = Refusal::Paths;
        for &edge in edges.iter().filter(|&&edge| !regions.is_null_on(object, edge)) {
            let set = Set { edge: Some((edge, end)), ..Set::default() };
            let found = self.close(plan, object, set, moved).and_then(|set| {
                let relies = self.may_give_all(plan, object, &set, roots)?;
                Ok((set.takes, relies))
            });
            match found {
                Ok(found) => {
                    takes.extend(found.0);
                    relies.extend(found.1);
                }
                Err(refusal) => {
                    if refusal != Refusal::Paths {
                        refused = refusal;
                    }
                    others.push(edge);
                }
            }
        }
        if takes.is_empty() || others.len() > takes.len() {
            return Err(refused);
        }
        if !fuel.take() {
            return Ok(());
        }
        moved.split += 1;
        plan.delete(end, Reason::Split);
        plan.split.insert(end);
        plan.edge_destroys.extend(others.into_iter().map(|edge| (object, edge)));
        self.give_all(plan, object, takes, relies, roots, moved);
        Ok(())
    }
}
