//! Branches: their distinct ways, predicates and alternatives.

use super::{Arm, BuildError, Builder, Content, Entry, Exits, OpenGamma, Step, leave};
use crate::construct::place::Owner;
use crate::rvsdg::graph::{Cases, Kind, Odds, Output, Region, Ty};
use invar_ir::{Block, BlockCall, Function, SourceLoc, Terminator, Value};
use rustc_hash::FxHashMap;

impl Builder<'_> {
    /// A branch: a gamma on its condition; or a match, if all targets are elsewhere.
    pub(super) fn fork(
        &mut self,
        region: Region,
        block: Block,
        states: Vec<Output>,
    ) -> Result<Step, BuildError> {
        let f = self.f;
        let term = &f.blocks[block].term;
        let (way_of, ways) = ways(f, term);
        let calls: Vec<_> = term.targets().collect();
        let is_arm =
            |&(first, count): &(usize, u32)| self.places.is_arm(block, calls[first].block, count);
        let arms: Vec<bool> = ways.iter().map(is_arm).collect();
        for (n, call) in calls.iter().enumerate() {
            if !arms[way_of[n] as usize] {
                self.places.edge_done(block, call.block);
            }
        }
        let mut targets: Vec<u32> = ways.iter().map(|way| calls[way.0].block.as_u32()).collect();
        targets.sort_unstable();
        targets.dedup();
        let is_test = matches!(term, Terminator::BrOn { .. });
        let loc = f.blocks[block].term_loc;

        if ways.len() == 1 && !is_test {
            // All edges are equal: an unconditional jump.
            let call = calls[ways[0].0];
            let params = self.args(f.list(&call.args), call.block)?;
            if arms[0] {
                self.bind(call.block, &params);
                return Ok(Step::Block(region, call.block, states));
            }
            return Ok(Step::Done(leave(call.block.as_u32(), params, states)));
        }
        let elsewhere = !is_test && !arms.contains(&true) && targets.len() == ways.len();
        let number =
            |way: u32| if elsewhere { calls[ways[way as usize].0].block.as_u32() } else { way };
        let predicate = self.predicate(region, term, &way_of, number, loc)?;
        if elsewhere {
            let calls = ways.iter().map(|way| calls[way.0]);
            return self.exits_by(predicate, calls, &states);
        }
        let mut weights = vec![0u32; ways.len()];
        let mut often = vec![0.0; ways.len()];
        for (n, (&way, call)) in way_of.iter().zip(&calls).enumerate() {
            often[way as usize] += self.places.edge_frequency(block, n as u32);
            weights[way as usize] = weights[way as usize].saturating_add(call.weight);
        }
        let mut open = Vec::new();
        for (way, (&(first, _), &is_arm)) in ways.iter().zip(&arms).enumerate() {
            let arm = self.graph.add_region(region);
            self.graph.regions[arm].frequency = often[way];
            let edge_value = edge_value(term, first);
            let content = self.arm(arm, edge_value, calls[first], is_arm, states.clone())?;
            open.push(Arm { region: arm, content });
        }
        self.gamma(Box::new(OpenGamma {
            region,
            predicate,
            loc,
            arms: open,
            weights,
            done: 0,
            owner: Owner::Branch(block),
        }))
    }

    /// A branch none of whose targets is an alternative: each is an exit, and the predicate tells
    /// which one is taken.
    fn exits_by<'c>(
        &mut self,
        predicate: Output,
        calls: impl Iterator<Item = &'c BlockCall>,
        states: &[Output],
    ) -> Result<Step, BuildError> {
        let mut exits = Exits { next: Some(predicate), ..Exits::default() };
        for call in calls {
            let params = self.args(self.f.list(&call.args), call.block)?;
            let entry = Entry { params, states: states.to_vec() };
            exits.entries.insert(call.block.as_u32(), entry);
        }
        Ok(Step::Done(exits))
    }

    /// What an alternative of a branch holds: the block of its edge, if that is an alternative, or
    /// the exit to it.
    fn arm(
        &mut self,
        arm: Region,
        edge_value: Option<Value>,
        call: &BlockCall,
        is_arm: bool,
        states: Vec<Output>,
    ) -> Result<Content, BuildError> {
        if let Some(value) = edge_value {
            let arg = self.graph.add_arg(arm, Ty::Value(self.f.ty(value)));
            self.values[value] = arg.into();
        }
        // The refined reference is visible in the alternative alone.
        self.open[arm] = true;
        let params = self.args(self.f.list(&call.args), call.block)?;
        self.open[arm] = false;
        Ok(if is_arm {
            self.bind(call.block, &params);
            Content::Block(call.block, states)
        } else {
            Content::Exits(leave(call.block.as_u32(), params, states))
        })
    }

    /// The predicate of a branch. `number` gives the control value of each way.
    fn predicate(
        &mut self,
        region: Region,
        term: &Terminator,
        way_of: &[u32],
        number: impl Fn(u32) -> u32,
        loc: SourceLoc,
    ) -> Result<Output, BuildError> {
        let (value, cases) = match term {
            Terminator::BrIf { cond, then, els } => {
                let cases = Cases::of_condition(number(way_of[1]), number(way_of[0]));
                (*cond, Cases { odds: Odds([els.weight, then.weight]), ..cases })
            }
            Terminator::BrTable { index, .. } => {
                let last = way_of.len() - 1;
                let default = number(way_of[last]);
                let cases = (0..last).map(|n| (n as u32, number(way_of[n])));
                let cases = cases.filter(|case| case.1 != default);
                (*index, Cases::new(cases, default))
            }
            Terminator::BrOn { op, args, .. } => {
                let operands = self.values(self.f.list(args))?;
                let kind = Kind::Test(op.clone());
                let node = self.graph.add_node(region, kind, &operands, &[Ty::Control], loc);
                return Ok(self.graph.outputs(node)[0]);
            }
            _ => unreachable!("only branches have a predicate"),
        };
        let origin = self.value(value)?;
        Ok(self.match_on(region, origin, cases, loc))
    }
}

/// The value that a branch makes for its n-th edge.
fn edge_value(term: &Terminator, n: usize) -> Option<Value> {
    match term {
        Terminator::BrOn { taken_value, .. } if n == 0 => taken_value.expand(),
        Terminator::BrOn { fallthrough_value, .. } => fallthrough_value.expand(),
        _ => None,
    }
}

/// The distinct ways of a branch: the way of each of its edges, and for each way its first edge and
/// the number of its edges. Edges that pass the same arguments to the same block are one way.
pub fn ways(f: &Function, term: &Terminator) -> (Vec<u32>, Vec<(usize, u32)>) {
    let mut ways: Vec<(usize, u32)> = Vec::new();
    let mut known: FxHashMap<(Block, &[Value]), u32> = FxHashMap::default();
    let is_test = matches!(term, Terminator::BrOn { .. });
    let calls: Vec<_> = term.targets().collect();
    let mut way_of = vec![0; calls.len()];
    let mut edges: Vec<usize> = (0..calls.len()).collect();
    if !matches!(term, Terminator::BrTable { .. }) {
        // The way of a zero condition, or of not branching, is way 0.
        edges.reverse();
    }
    for n in edges {
        let call = calls[n];
        let way = *known.entry((call.block, f.list(&call.args))).or_insert(ways.len() as u32);
        let way = if is_test { 1 - n as u32 } else { way };
        if way as usize == ways.len() {
            ways.push((n, 0));
        }
        ways[way as usize].1 += 1;
        way_of[n] = way;
    }
    (way_of, ways)
}
