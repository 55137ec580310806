//! Searches: loops with early exits that change nothing. Vectors are skipped in which no lane leaves.
//!
//! Many searches end where they begin: two strings mostly differ in their first byte. The first iteration of a search
//! that is executed in another loop is copied in front of it, so that what ends there costs what it did. (What leads to
//! the vector loop is not free: it has a test of the trip count.)
//!
//! Cost: that of planning the loops which are copied.

use super::memory::Accesses;
use super::{Config, Flat, Floats, VectorSite};
use invar_analysis::{Definitions, PassContext, repair_ssa};
use invar_ir::Function;
use invar_loops::analysis::clone::innermost;
use invar_loops::analysis::ranges::Ranges;
use invar_loops::analysis::shape::Nest;
use invar_loops::analysis::trip_count::Counts;
use invar_loops::versions::peel::peel;

/// The greatest size of a loop whose first iteration is copied, in instructions.
const MOST_INSTS: usize = 24;

/// Copies the first iteration of searches in other loops. Returns how many there were.
pub(super) fn peel_searches(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    nest: &Nest,
    floats: Floats,
    config: &Config,
) -> u64 {
    let (counts, at_latches) = (Counts::new(f, nest), Counts::at_latches(f, nest));
    let nested = |&id: &_| nest.forest.loops[id].parent.is_some();
    let is_search = |&id: &_| {
        counts.exit(id).is_none()
            && at_latches.of_assuming(f, nest, id).is_ok()
            && !cx.provenance.vectorized.contains(&nest.forest.loops[id].header)
    };
    let searches: Vec<_> = innermost(nest).into_iter().filter(nested).filter(is_search).collect();
    if searches.is_empty() {
        return 0;
    }
    let ranges = Ranges::of(f, nest, &mut cx.analyses);
    let config = &Config { insts: config.insts.min(MOST_INSTS), ..*config };
    let mut definitions = Definitions::default();
    let mut peeled = 0;
    for id in searches {
        let Ok((trips, _)) = at_latches.of_assuming(f, nest, id) else { continue };
        let Ok(flat) = Flat::of(f, nest, id, trips.test, config) else { continue };
        let (counts, ranges, module) = (&at_latches, &ranges, cx.module);
        let is_planned = VectorSite { nest, id, counts, ranges, module, floats, flat: &flat }
            .plan(f, config)
            .is_ok();
        flat.discard(f);
        if !is_planned {
            continue;
        }
        if !cx.fuel.take() {
            break;
        }
        peel(f, nest, id, &mut definitions);
        peeled += 1;
    }
    repair_ssa(f, definitions);
    peeled
}

/// Whether a loop around a search varies some of its addresses and not others, as where one word is compared at each
/// place of a text: the comparison mostly ends soon, and code beside it costs time in the loop around it.
pub(super) fn is_of_one_word(f: &Function, site: &VectorSite<'_>, accesses: &Accesses) -> bool {
    let Some(around) = site.nest.forest.loops[site.id].parent else { return false };
    let is_same = |value| site.counts.is_outside(f, site.nest, around, value);
    let same =
        accesses.groups.iter().filter(|group| group.first.terms.iter().all(|term| is_same(term.0)));
    (1..accesses.groups.len()).contains(&same.count())
}
