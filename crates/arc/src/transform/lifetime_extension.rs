//! Lifetime extension: regions of one object are joined over the gap between a destroy and the next copy.
//!
//! Each destroy is followed by a copy of the object on all paths (anticipated), and each copy is preceded by such a
//! destroy (available). The object is alive at the copy, so the destroy was never the last, and both are removed.
//! Only a test of the count in between prevents it, and a cycle without a copy, which might never end.

use crate::ownership::regions::{Event, Object};
use crate::transform::explain::Reason;
use crate::transform::intersection::{IntersectionSearch, PairedTakes, Refusal, Set};
use crate::transform::plan::OwnershipPlan;
use invar_analysis::Fuel;
use invar_ir::Block;
use rustc_hash::FxHashSet;

impl IntersectionSearch<'_> {
    /// Joins the regions around the gap that begins with a destroy.
    pub(crate) fn extend(
        &self,
        plan: &mut OwnershipPlan,
        object: Object,
        end: Event,
        fuel: &Fuel,
        moved: &mut PairedTakes,
    ) -> Result<(), Refusal> {
        let mut set = Set { ends: vec![end], ..Set::default() };
        let mut starts: Vec<Event> = Vec::new();
        let (mut at_end, mut at_start) = (0, 0);
        let mut forwards: FxHashSet<Block> = FxHashSet::default();
        let mut backwards: FxHashSet<Block> = FxHashSet::default();
        while at_end < set.ends.len() || at_start < starts.len() {
            if let Some(&end) = set.ends.get(at_end) {
                at_end += 1;
                self.starts_after(plan, object, end, &mut set, &mut starts, &mut forwards, moved)?;
            } else {
                let start = starts[at_start];
                at_start += 1;
                self.ends_before(plan, object, start, &mut set, &mut backwards, moved)?;
            }
        }
        if !fuel.take() {
            return Ok(());
        }
        moved.extension += starts.len() as u64;
        for &event in set.ends.iter().chain(&starts) {
            plan.delete(event, Reason::Extension);
        }
        plan.changed[object.as_u32() as usize] = true;
        Ok(())
    }

    fn tested(&self, block: Block, after: i64, before: i64) -> Result<(), Refusal> {
        if self.regions.tests_between(block, after, before)
            && !invar_ir::mutant!(ArcExtendsOverTest)
        {
            return Err(Refusal::Test);
        }
        Ok(())
    }

    /// The copies that follow a destroy.
    fn starts_after(
        &self,
        plan: &OwnershipPlan,
        object: Object,
        end: Event,
        set: &mut Set,
        starts: &mut Vec<Event>,
        seen: &mut FxHashSet<Block>,
        moved: &mut PairedTakes,
    ) -> Result<(), Refusal> {
        let regions = self.regions;
        let data = regions.event(end);
        let mut stack = vec![(data.block, i64::from(data.pos))];
        while let Some((block, after)) = stack.pop() {
            self.step(set, moved)?;
            let events = self.regions.events_in(object, block);
            let later = events.partition_point(|&e| i64::from(regions.event(e).pos) <= after);
            if let Some(&next) = events[later..].iter().find(|&&e| self.counts(e)) {
                if !self.is_start(plan, next) {
                    return Err(Refusal::Paths);
                }
                self.tested(block, after, i64::from(regions.event(next).pos))?;
                if !starts.contains(&next) {
                    starts.push(next);
                }
                continue;
            }
            self.tested(block, after, i64::MAX)?;
            if regions.cfg.succs(block).is_empty() {
                return Err(Refusal::Paths);
            }
            for edge in regions.cfg.out_edges(block) {
                let to = regions.cfg.target(edge);
                if regions.is_null_on(object, edge) || regions.dead_end[to] {
                    continue;
                }
                // A loop without a copy in it might never end.
                if to == regions.data(object).home || regions.cfg.is_retreating(edge) {
                    return Err(Refusal::Paths);
                }
                if seen.insert(to) {
                    stack.push((to, -1));
                }
            }
        }
        Ok(())
    }

    /// The destroys that come before a copy.
    fn ends_before(
        &self,
        plan: &OwnershipPlan,
        object: Object,
        start: Event,
        set: &mut Set,
        seen: &mut FxHashSet<Block>,
        moved: &mut PairedTakes,
    ) -> Result<(), Refusal> {
        let regions = self.regions;
        let data = regions.event(start);
        let mut stack = vec![(data.block, i64::from(data.pos))];
        while let Some((block, before)) = stack.pop() {
            self.step(set, moved)?;
            let events = self.regions.events_in(object, block);
            let earlier = events.partition_point(|&e| i64::from(regions.event(e).pos) < before);
            if let Some(&event) = events[..earlier].iter().rev().find(|&&e| self.counts(e)) {
                if !self.is_end(plan, event) {
                    return Err(Refusal::Paths);
                }
                if !set.ends.contains(&event) {
                    set.ends.push(event);
                }
                continue;
            }
            if block == regions.data(object).home {
                return Err(Refusal::Paths);
            }
            for edge in regions.cfg.reachable_preds(block) {
                if regions.is_null_on(object, edge) {
                    continue;
                }
                if seen.insert(edge.from) {
                    stack.push((edge.from, i64::MAX));
                }
            }
        }
        Ok(())
    }
}
