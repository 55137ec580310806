//! Levels: the forward dataflow, in reverse postorder, from producers on.

use super::{Forward, Walk, Work};
use crate::ownership::fault::{Fault, Wrong};
use crate::ownership::regions::{Event, EventKind, Object};
use crate::ownership::spans::{Span, Spans};
use invar_ir::entities::EntityRef;
use invar_ir::{Block, Edge};

impl Work<'_> {
    /// The levels of all objects. Those that are unbalanced, with their errors.
    pub(super) fn all_levels(&mut self) -> Vec<(usize, Fault)> {
        let mut faults = Vec::new();
        self.balance.spans = Spans::default();
        for n in 0..self.regions.objects.len() {
            let object = Object::new(n);
            if !self.balance.is_refused(object)
                && let Err(fault) = self
                    .demand(object)
                    .and_then(|range| self.settle(object, range))
                    .and_then(|()| self.levels(object))
            {
                faults.push((n, fault));
                self.walk.done.clear();
            }
            let Work { balance, walk: Walk { done, forward, .. }, .. } = self;
            balance
                .spans
                .push(done.drain(..).map(|block| Span { block, level: forward[block].entry }));
        }
        faults
    }

    /// The levels of an object, by the demand that was just found.
    fn levels(&mut self, object: Object) -> Result<(), Fault> {
        let regions = self.regions;
        let data = regions.data(object);
        let epoch = self.walk.epoch;
        self.begin(object);
        if self.balance.start[object.as_u32() as usize] > 0 {
            self.walk.sweep.insert(&regions.cfg, data.home);
        }
        let mut done = std::mem::take(&mut self.walk.done);
        while let Some(block) = self.walk.sweep.pop_first(&regions.cfg) {
            let known = self.walk.forward[block];
            if known.epoch == epoch && known.done {
                continue;
            }
            self.visit(object, block)?;
            let mut state =
                if known.epoch == epoch { known } else { Forward { epoch, ..Forward::default() } };
            if known.epoch != epoch
                && self.walk.seen[block].0 == epoch
                && self.may_begin_at(object, block)
            {
                state.entry = self.walk.range[block].0.min(1);
                self.balance.late[object.as_u32() as usize] |= state.entry > 0;
            }
            if block == data.home {
                state.entry = self.balance.start[object.as_u32() as usize];
            }
            let level = self.through(object, block, state.entry).map_err(|mut fault| {
                fault.path = self.path(block, epoch);
                fault
            })?;
            (state.exit, state.done) = (level, true);
            self.walk.forward[block] = state;
            done.push(block);
            let ends = regions.cfg.succs(block).is_empty() && !regions.dead_end[block];
            if ends && level > 0 {
                let mut fault = self.fault(object, Wrong::Leaked, block, u32::MAX);
                fault.path = self.path(block, epoch);
                return Err(fault);
            }
            self.leave(object, block, level)?;
        }
        self.check_entries(object, &done)?;
        done.sort_unstable_by_key(|&block| regions.cfg.rpo_number[block]);
        self.walk.done = done;
        Ok(())
    }

    /// Propagates the level at the end of a block to its successors, where it must agree with the
    /// level from their other predecessors.
    fn leave(&mut self, object: Object, block: Block, exit: u32) -> Result<(), Fault> {
        let (regions, epoch) = (self.regions, self.walk.epoch);
        let home = regions.data(object).home;
        for edge in regions.cfg.out_edges(block) {
            let to = regions.cfg.target(edge);
            let known = self.walk.forward[to].epoch == epoch;
            let level = match self.along(object, edge, exit)? {
                Some(level) => level,
                None if regions.is_null_on(object, edge) && to != home && !known => {
                    // Null may be at any level: that of the other paths, if the demand behind the edge allows it.
                    let (low, high) =
                        if self.walk.seen[to].0 == epoch { self.walk.range[to] } else { (0, 0) };
                    exit.clamp(low, high)
                }
                None => continue,
            };
            if to == home {
                if level > 0 {
                    return Err(self.fault(object, Wrong::Leaked, block, u32::MAX));
                }
                continue;
            }
            let there = self.walk.forward[to];
            if there.epoch == epoch {
                if there.entry != level {
                    let mut fault = self.fault(object, Wrong::Joined, to, 0);
                    fault.path = self.path(block, epoch);
                    return Err(fault);
                }
            } else if level > 0 {
                self.balance.late[object.as_u32() as usize] |= level > exit;
                let from = Some(block);
                self.walk.forward[to] = Forward { epoch, entry: level, from, ..Forward::default() };
                self.walk.sweep.insert(&regions.cfg, to);
            }
        }
        Ok(())
    }

    /// Blocks that were entered at a level must be entered at it from everywhere.
    fn check_entries(&mut self, object: Object, done: &[Block]) -> Result<(), Fault> {
        let (regions, epoch) = (self.regions, self.walk.epoch);
        let home = regions.data(object).home;
        for &block in done {
            let entry = self.walk.forward[block].entry;
            if block == home || entry == 0 {
                continue;
            }
            for edge in regions.cfg.reachable_preds(block) {
                let from = self.walk.forward[edge.from];
                let known = from.epoch == epoch && from.done;
                let level = if known { from.exit } else { 0 };
                self.balance.joins += 1;
                // A compiler skips the copy of a null reference: then nothing was owned on that
                // path.
                if !known && regions.is_null_behind(object, edge) {
                    continue;
                }
                if self.along(object, edge, level)?.is_some_and(|level| level != entry) {
                    return Err(self.fault(object, Wrong::Joined, block, 0));
                }
            }
        }
        Ok(())
    }

    /// The level behind an edge; `None` if nothing can be owned there.
    fn along(&self, object: Object, edge: Edge, level: u32) -> Result<Option<u32>, Fault> {
        let regions = self.regions;
        let to = regions.cfg.target(edge);
        if regions.is_null_on(object, edge) || regions.dead_end[to] {
            return Ok(None);
        }
        let passed = self.balance.passed(object, edge);
        // The place that an object was read from is overwritten on some of the paths only.
        let from = self.walk.forward[edge.from];
        let splits = from.epoch != self.walk.epoch || regions.cfg.succs(edge.from).len() > 1;
        if level == 0
            && passed == 0
            && splits
            && self.walk.seen[to].0 == self.walk.epoch
            && self.may_begin_at(object, to)
        {
            return Ok(Some(self.walk.range[to].0.min(1)));
        }
        match level.checked_sub(passed) {
            Some(level) => Ok(Some(level)),
            None => Err(self.fault(object, Wrong::Consumed, edge.from, u32::MAX)),
        }
    }

    /// The level at the end of a block; notes those before its events.
    fn through(&mut self, object: Object, block: Block, mut level: u32) -> Result<u32, Fault> {
        let events: Vec<Event> = self.regions.events_in(object, block).to_vec();
        // The demand after each event, where a store may or may not take.
        let open = |event: &Event| self.regions.event(*event).kind == EventKind::Store;
        let mut after = Vec::new();
        if events.iter().any(open) {
            let Some(mut range) = self.demanded_after(object, block) else {
                return Err(self.fault(object, Wrong::Joined, block, u32::MAX));
            };
            for &event in events.iter().rev() {
                after.push(range);
                range = self.before(event, range).unwrap_or((0, 0));
            }
            after.reverse();
        }
        for (n, &event) in events.iter().enumerate() {
            let data = *self.regions.event(event);
            self.balance.level[event.as_u32() as usize] = level;
            let takes = match data.kind {
                EventKind::Copy => {
                    level += 1;
                    continue;
                }
                // As early as the demand allows: to underestimate the level is safe.
                EventKind::Store => level > 0 && after[n].0 < level,
                _ => true,
            };
            self.balance.takes[event.as_u32() as usize] = takes;
            if takes {
                level = level
                    .checked_sub(1)
                    .ok_or_else(|| self.fault(object, Wrong::Consumed, block, data.pos))?;
            }
        }
        Ok(level)
    }

    fn path(&self, mut block: Block, epoch: u32) -> Vec<Block> {
        let mut path = vec![block];
        while let Some(from) = self.walk.forward[block]
            .from
            .filter(|_| self.walk.forward[block].epoch == epoch && path.len() < 8)
        {
            block = from;
            path.push(block);
        }
        path
    }
}
