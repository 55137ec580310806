//! Construction: which instructions touch which chain, phis at iterated dominance frontiers, then one walk over the
//! dominator tree per chain, in preorder, which needs no stack: a block starts with the state at the end of
//! its immediate dominator, or with its phi.

use super::frontier::Frontier;
use super::{
    Chain, ChainData, Definition, MOST_CHAINS, MemorySsa, ProgramPoint, State, StateData, Written,
};
use crate::inst_effects;
use crate::{ObjectPlace, Place, Summaries, private_objects};
use invar_ir::entities::{PrimaryMap, SecondaryMap};
use invar_ir::{
    Block, Cfg, ClassSet, Dominators, Effects, Function, Inst, Module, terminator_effects,
    terminator_op,
};
use rustc_hash::FxHashMap;

/// An instruction, or the terminator of its block, that reads or writes state.
struct Event {
    inst: Option<Inst>,
    point: ProgramPoint,
    effects: Effects,
    place: Option<u32>,
}

impl MemorySsa {
    /// The memory SSA form of a function. Cost: linear for each chain.
    pub fn new(
        f: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
        module: &Module,
        summaries: &Summaries,
    ) -> MemorySsa {
        let mut ssa = MemorySsa {
            chains: PrimaryMap::new(),
            states: PrimaryMap::new(),
            incoming: Vec::new(),
            places: Vec::new(),
            private: private_objects(f, cfg),
            homes: SecondaryMap::with_capacity(f.values.len()),
            size: 0,
        };
        let blocks: Vec<Block> = dominators.preorder().collect();
        let events = ssa.events(f, module, summaries, &blocks);
        ssa.size = (blocks.len() + events.iter().map(Vec::len).sum::<usize>()) as u64;
        let mut frontier = Frontier::new(cfg, dominators);
        for class in classes(&events) {
            let chain = ssa.chains.push(ChainData {
                class,
                at_start: SecondaryMap::with_capacity(f.blocks.len()),
                at_end: SecondaryMap::with_capacity(f.blocks.len()),
                before: SecondaryMap::new(),
            });
            ssa.fill(chain, cfg, dominators, &blocks, &events, &mut frontier);
        }
        ssa
    }

    /// What touches state, block by block.
    fn events(
        &mut self,
        f: &Function,
        module: &Module,
        summaries: &Summaries,
        blocks: &[Block],
    ) -> Vec<Vec<Event>> {
        let mut events = Vec::with_capacity(blocks.len());
        for &block in blocks {
            let mut list = Vec::new();
            for &param in &f.blocks[block].params {
                self.homes[param] = Some(ProgramPoint::start(block));
            }
            for (n, &inst) in f.blocks[block].insts.iter().enumerate() {
                let point = ProgramPoint::inst(block, n);
                f.results(inst).for_each(|value| self.homes[value] = Some(point));
                let effects = match summaries.call_effects(&f.insts[inst].op) {
                    Some(effects) => effects,
                    None => inst_effects(f, inst, module),
                };
                if effects.reads.is_empty() && effects.writes.is_empty() {
                    continue;
                }
                let written = if effects.writes.intersects(ClassSet::MEMORIES) {
                    Place::written(f, module, inst).map(Written::Bytes)
                } else if effects.writes.is_empty() {
                    None
                } else {
                    ObjectPlace::of(f, inst).map(Written::Object)
                };
                let place = written.map(|place| {
                    self.places.push(place);
                    self.places.len() as u32 - 1
                });
                list.push(Event { inst: Some(inst), point, effects, place });
            }
            let term = &f.blocks[block].term;
            for value in term.edge_values() {
                self.homes[value] = Some(ProgramPoint::end(block));
            }
            let effects = terminator_op(term)
                .and_then(|op| summaries.call_effects(op))
                .unwrap_or_else(|| terminator_effects(term, module));
            if !effects.reads.is_empty() || !effects.writes.is_empty() {
                list.push(Event {
                    inst: None,
                    point: ProgramPoint::end(block),
                    effects,
                    place: None,
                });
            }
            events.push(list);
        }
        events
    }

    /// Makes the states of a chain.
    fn fill(
        &mut self,
        chain: Chain,
        cfg: &Cfg,
        dominators: &Dominators,
        blocks: &[Block],
        events: &[Vec<Event>],
        frontier: &mut Frontier<'_>,
    ) {
        let class = self.chains[chain].class;
        let writes = |event: &Event| event.effects.writes.intersects(class);
        let seeds = blocks.iter().zip(events).filter(|(_, list)| list.iter().any(writes));
        let seeds: Vec<Block> = seeds.map(|(&block, _)| block).collect();
        let mut has_phi: SecondaryMap<Block, bool> = SecondaryMap::new();
        frontier.of(seeds).into_iter().for_each(|block| has_phi[block] = true);
        let mut make = |definition, point, above: Option<State>, place| {
            let above = above.into();
            self.states.push(StateData {
                definition,
                point,
                chain,
                above,
                first: 0,
                count: 0,
                place,
            })
        };
        let data = &mut self.chains[chain];
        let mut phis = Vec::new();
        for (&block, list) in blocks.iter().zip(events) {
            let mut state = match dominators.idom(block) {
                _ if has_phi[block] => {
                    let phi = make(Definition::Phi(block), ProgramPoint::start(block), None, None);
                    phis.push((block, phi));
                    phi
                }
                Some(above) => data.at_end[above].expect("a dominator comes first"),
                None => make(Definition::Entry, ProgramPoint::start(block), None, None),
            };
            data.at_start[block] = state.into();
            for event in list {
                let (reads, writes) = (event.effects.reads.intersects(class), writes(event));
                if let Some(inst) = event.inst.filter(|_| reads || writes) {
                    data.before[inst] = state.into();
                }
                if writes {
                    let definition = match event.inst {
                        Some(inst) => Definition::Inst(inst),
                        None => Definition::Terminator(block),
                    };
                    let next = make(definition, event.point, Some(state), event.place);
                    state = next;
                }
            }
            data.at_end[block] = state.into();
        }
        for (block, phi) in phis {
            let first = self.incoming.len();
            for edge in cfg.reachable_preds(block) {
                let state = data.at_end[edge.from].expect("it is reachable");
                self.incoming.push(state);
            }
            let data = &mut self.states[phi];
            (data.first, data.count) = (first as u32, (self.incoming.len() - first) as u32);
        }
    }
}

/// The classes that get a chain: those that some instruction reads or writes without touching all others, and of these
/// the ones that most instructions touch.
fn classes(events: &[Vec<Event>]) -> Vec<ClassSet> {
    const ORDER_ONLY: ClassSet = ClassSet::IO.union(ClassSet::STAGING).union(ClassSet::OWNERSHIP);
    let mut counts: FxHashMap<ClassSet, u32> = FxHashMap::default();
    let mut found: Vec<ClassSet> = Vec::new();
    for event in events.iter().flatten() {
        let touched = event.effects.reads.union(event.effects.writes);
        if touched == ClassSet::ALL {
            continue;
        }
        for class in touched.minus(ORDER_ONLY).iter() {
            let count = counts.entry(class).or_default();
            if *count == 0 {
                found.push(class);
            }
            *count += 1;
        }
    }
    found.sort_by_key(|class| std::cmp::Reverse(counts[class]));
    found.truncate(MOST_CHAINS);
    found
}
