//! Block frequencies: how often blocks and edges are executed, relative to one call of the function.
//!
//! First each edge gets a probability: from the weights of its terminator, where known (branch
//! hints, a profile); else evenly, except that edges which can only end in a trap or an exception
//! are cold, that calls seldom throw, and that a branch out of a loop is less likely than one that stays (a part of the
//! heuristics of Ball and Larus, *Branch prediction for free*, 1993).
//!
//! Then frequencies flow along the edges, as in Wu and Larus, *Static branch frequency and program
//! profile analysis*, 1994: loops from the innermost out; in each the header has frequency
//! one, the flow along the back edges is its cyclic probability `c`, and the header is executed
//! 1/(1-c) times as often as the loop is entered. The nodes of a loop are the
//! blocks directly in it, and one node for each inner loop. Frequencies of inner loops are stored
//! relative to the loop around them, and multiplied along the path to the root on demand, with path
//! compression.
//!
//! Irreducible regions are approximated in two passes: the first ignores their retreating edges
//! but measures which part `c` of the flow into the region comes back along them, the second scales
//! the flow into the region by 1/(1-c). The flow that leaves a region is then exact (approximate where
//! one region leads to another); within it, the flow is distributed as if it entered from outside only.
//!
//! Cost: O(m log n). Frequencies are capped, so they are finite however deep the loops.

use crate::{Loop, LoopForest};
use cranelift_entity::EntityRef;
use invar_ir::{Block, Function, Op, Terminator};
use invar_ir::{Cfg, Edge, Rows};

/// The total probability of the edges that stay in a loop, at a branch that may leave it.
const STAYS: f64 = 0.88;
/// The probability that a call ends in one of its exception handlers, relative to its return.
const THROWS: f64 = 1.0 / 256.0;
/// The probability of an edge that is cold, or was never taken, relative to the others.
const COLD: f64 = 1.0 / (1 << 20) as f64;
/// The largest number of iterations that is assumed for a loop.
const MAX_ITERATIONS: f64 = 1e6;
/// The largest frequency.
const MAX: f64 = 1e100;

/// The frequencies of a function's blocks and edges.
#[derive(Clone, Debug)]
pub struct Frequencies {
    blocks: Vec<f64>,
    probabilities: Vec<f64>,
    first_edge: Vec<u32>,
}

impl Frequencies {
    /// Computes frequencies from weights where they are known, and from heuristics otherwise.
    pub fn new(function: &Function, cfg: &Cfg, loops: &LoopForest) -> Self {
        let probabilities = probabilities(function, cfg, loops);
        let blocks = Propagation::run(cfg, loops, &probabilities);
        let first_edge = function
            .blocks
            .keys()
            .map(|block| cfg.edge_index(Edge { from: block, nth: 0 }) as u32)
            .collect();
        Frequencies { blocks, probabilities, first_edge }
    }

    /// How often a block is executed per call: finite, and 0 for unreachable blocks.
    pub fn block(&self, block: Block) -> f64 {
        self.blocks[block.index()]
    }

    /// How often an edge is taken per call.
    pub fn edge(&self, edge: Edge) -> f64 {
        self.block(edge.from) * self.probability(edge)
    }

    /// The probability that an edge is taken when its source is executed.
    pub fn probability(&self, edge: Edge) -> f64 {
        self.probabilities[(self.first_edge[edge.from.index()] + edge.nth) as usize]
    }
}

/// The blocks from which all paths lead to a trap or an exception.
fn cold_blocks(function: &Function, cfg: &Cfg) -> Vec<bool> {
    let mut cold = vec![false; cfg.block_count()];
    let mut warm_edges: Vec<u32> =
        function.blocks.keys().map(|block| cfg.succs(block).len() as u32).collect();
    let ends_cold = |block: Block| {
        matches!(function.blocks[block].term, Terminator::Unreachable | Terminator::Throw { .. })
    };
    let mut work: Vec<Block> = function.blocks.keys().filter(|&b| ends_cold(b)).collect();
    while let Some(block) = work.pop() {
        cold[block.index()] = true;
        for edge in cfg.preds(block) {
            let left = &mut warm_edges[edge.from.index()];
            *left -= 1;
            if *left == 0 {
                work.push(edge.from);
            }
        }
    }
    cold
}

/// Whether a block ends with a call that has exception handlers, and not with a `throw` that has some.
fn is_call(term: &Terminator) -> bool {
    match term {
        Terminator::Invoke { op, .. } => !matches!(op, Op::Throw { .. } | Op::ThrowRef),
        _ => false,
    }
}

/// The probabilities of all edges, by their dense numbers.
fn probabilities(function: &Function, cfg: &Cfg, loops: &LoopForest) -> Vec<f64> {
    let cold = cold_blocks(function, cfg);
    let mut probabilities = vec![0.0; cfg.edge_count()];
    for &block in &cfg.rpo {
        let first = cfg.edge_index(Edge { from: block, nth: 0 });
        let own = &mut probabilities[first..first + cfg.succs(block).len()];
        let known: u64 =
            function.blocks[block].term.targets().map(|call| u64::from(call.weight)).sum();
        if known > 0 {
            for (share, call) in own.iter_mut().zip(function.blocks[block].term.targets()) {
                *share = (f64::from(call.weight) / known as f64).max(COLD);
            }
        } else {
            let around = loops.innermost(block);
            let stays = |to: Block| around.is_none_or(|id| loops.contains(id, to));
            let calls = is_call(&function.blocks[block].term);
            let succs = || cfg.succs(block).iter().copied().enumerate();
            let warm = |&(nth, to): &(usize, Block)| !(cold[to.index()] || calls && nth > 0);
            let staying = succs().filter(warm).filter(|&(_, to)| stays(to)).count();
            let leaving = succs().filter(warm).count() - staying;
            for (share, (nth, to)) in own.iter_mut().zip(succs()) {
                *share = if cold[to.index()] {
                    COLD
                } else if calls && nth > 0 {
                    THROWS
                } else if staying == 0 || leaving == 0 {
                    1.0 / (staying + leaving) as f64
                } else if stays(to) {
                    STAYS / staying as f64
                } else {
                    (1.0 - STAYS) / leaving as f64
                };
            }
        }
        let sum: f64 = own.iter().sum();
        own.iter_mut().for_each(|share| *share /= sum);
    }
    probabilities
}

/// Frequencies relative to the header of a block's loop, and of loops relative to the loop around
/// them. Loops are numbered as in the forest; the number after the last is that of the function.
struct Propagation<'a> {
    cfg: &'a Cfg,
    loops: &'a LoopForest,
    probabilities: &'a [f64],
    /// Per block, relative to the header of its innermost loop (a header: 1).
    local: Vec<f64>,
    /// Per loop: an enclosing loop, and the frequency relative to it. A loop that is linked to itself has
    /// not been reached yet from the one around it.
    link: Vec<(u32, f64)>,
    /// Per loop: the number of iterations each time it is entered.
    iterations: Vec<f64>,
    /// Per irreducible region: the factor for the flow that enters it.
    region_factor: Vec<f64>,
}

impl<'a> Propagation<'a> {
    fn run(cfg: &'a Cfg, loops: &'a LoopForest, probabilities: &'a [f64]) -> Vec<f64> {
        let count = loops.loops.len();
        let regions = loops.region_count();
        let mut state = Propagation {
            cfg,
            loops,
            probabilities,
            local: vec![0.0; cfg.block_count()],
            link: Vec::new(),
            iterations: vec![1.0; count + 1],
            region_factor: vec![1.0; regions],
        };
        // The nodes of each loop: the blocks directly in it, and the headers of the loops directly
        // in it, in reverse postorder.
        let row = |id: Option<Loop>| id.map_or(count, |id| id.index());
        let nodes = Rows::new(count + 1, || {
            cfg.rpo.iter().flat_map(|&block| {
                let own = loops.innermost(block);
                let header = own.filter(|&id| loops.loops[id].header == block);
                let outer = header.map(|id| (row(loops.loops[id].parent), block));
                std::iter::once((row(own), block)).chain(outer)
            })
        });
        for pass in 0..if regions > 0 { 2 } else { 1 } {
            state.link = (0..=count as u32).map(|id| (id, 1.0)).collect();
            // Per region: the flow that enters, and that of the retreating edges.
            let mut region_flow = vec![(0.0, 0.0); regions];
            for id in (0..count).rev().chain([count]) {
                state.propagate(id as u32, nodes.row(id), &mut region_flow);
            }
            if pass == 0 {
                for (factor, (entering, back)) in state.region_factor.iter_mut().zip(region_flow) {
                    *factor = repetitions(back / entering);
                }
            }
        }
        let mut frequencies = vec![0.0; cfg.block_count()];
        for &block in &cfg.rpo {
            let factor = state.relative(state.row(block));
            frequencies[block.index()] = capped(state.local[block.index()] * factor);
        }
        frequencies
    }

    /// Computes the frequencies of the nodes of one loop, relative to its header.
    fn propagate(&mut self, id: u32, nodes: &[Block], region_flow: &mut [(f64, f64)]) {
        let mut retreating: Vec<(Edge, u32)> = Vec::new();
        for (n, &block) in nodes.iter().enumerate() {
            let inflow =
                if n == 0 { 1.0 } else { self.inflow(block, region_flow, &mut retreating) };
            let own = self.row(block);
            if own == id {
                self.local[block.index()] = inflow;
            } else {
                // The header of a loop in this one stands for its loop.
                self.link[own as usize] = (id, capped(inflow * self.iterations[own as usize]));
            }
        }
        for (edge, region) in retreating {
            region_flow[region as usize].1 += self.flow(edge);
        }
        if (id as usize) < self.loops.loops.len() {
            let back = self.loops.back_edges(Loop::from_u32(id));
            let cyclic: f64 = back.iter().map(|&edge| self.flow(edge)).sum();
            self.iterations[id as usize] = repetitions(cyclic);
        }
    }

    /// The flow into a node along edges that are not retreating. The flow along retreating edges that are
    /// no back edges is added to their region.
    fn inflow(
        &mut self,
        block: Block,
        region_flow: &mut [(f64, f64)],
        retreating: &mut Vec<(Edge, u32)>,
    ) -> f64 {
        let cfg = self.cfg;
        let region = self.loops.region(block);
        let (mut outside, mut inside) = (0.0, 0.0);
        for edge in cfg.reachable_preds(block) {
            if cfg.is_retreating(edge) {
                if let Some(region) = region
                    && !self.is_back_edge(edge, block)
                {
                    retreating.push((edge, region));
                }
            } else if self.loops.region(edge.from) == region {
                inside += self.flow(edge);
            } else {
                outside += self.flow(edge);
            }
        }
        match region {
            None => outside + inside,
            Some(region) => {
                region_flow[region as usize].0 += outside;
                inside + outside * self.region_factor[region as usize]
            }
        }
    }

    /// The number of the innermost loop around a block; past the last: of the function.
    fn row(&self, block: Block) -> u32 {
        self.loops.innermost(block).map_or(self.loops.loops.len() as u32, |id| id.as_u32())
    }

    fn is_back_edge(&self, edge: Edge, target: Block) -> bool {
        self.loops.is_header(target)
            && self.loops.innermost(target).is_some_and(|id| self.loops.contains(id, edge.from))
    }

    /// The flow along an edge, relative to the header of the current loop.
    fn flow(&mut self, edge: Edge) -> f64 {
        let factor = self.relative(self.row(edge.from));
        let probability = self.probabilities[self.cfg.edge_index(edge)];
        capped(self.local[edge.from.index()] * factor * probability)
    }

    /// The frequency of a loop relative to the outermost one that it is linked to, with path
    /// compression.
    fn relative(&mut self, id: u32) -> f64 {
        let mut path = Vec::new();
        let mut at = id;
        while self.link[at as usize].0 != at {
            path.push(at);
            at = self.link[at as usize].0;
        }
        let mut factor = 1.0;
        while let Some(below) = path.pop() {
            factor = capped(factor * self.link[below as usize].1);
            self.link[below as usize] = (at, factor);
        }
        factor
    }
}

/// The expected number of iterations of a loop that repeats with a probability.
fn repetitions(cyclic: f64) -> f64 {
    let cyclic = if cyclic.is_finite() { cyclic.max(0.0) } else { 0.0 };
    1.0 / (1.0 - cyclic).max(1.0 / MAX_ITERATIONS)
}

fn capped(frequency: f64) -> f64 {
    frequency.min(MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PostDominators;
    use invar_ir::Dominators;
    use invar_ir::testing::{Rng, chain, fan, function_of, ladder, nest, random_function};

    fn analyze(function: &Function) -> (Cfg, LoopForest, Frequencies) {
        let cfg = Cfg::new(function);
        let doms = Dominators::new(function, &cfg);
        let loops = LoopForest::new(function, &cfg, &doms);
        let frequencies = Frequencies::new(function, &cfg, &loops);
        (cfg, loops, frequencies)
    }

    fn block(n: u32) -> Block {
        Block::from_u32(n)
    }

    /// Solves the flow equations by elimination: each block's frequency is the sum of the flows
    /// into it, and the entry's is one more.
    fn solve(cfg: &Cfg, frequencies: &Frequencies) -> Vec<f64> {
        let nodes = cfg.block_count();
        let mut rows = vec![vec![0.0; nodes + 1]; nodes];
        for (n, row) in rows.iter_mut().enumerate() {
            row[n] = 1.0;
        }
        rows[0][nodes] = 1.0;
        for edge in cfg.rpo.iter().flat_map(|&block| cfg.out_edges(block)) {
            rows[cfg.target(edge).index()][edge.from.index()] -= frequencies.probability(edge);
        }
        for pivot in 0..nodes {
            let best = (pivot..nodes)
                .max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()))
                .unwrap();
            rows.swap(pivot, best);
            let row = rows[pivot].clone();
            for (n, other) in rows.iter_mut().enumerate() {
                let factor = other[pivot] / row[pivot];
                if n != pivot && factor != 0.0 {
                    other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
                }
            }
        }
        (0..nodes).map(|n| rows[n][nodes] / rows[n][n]).collect()
    }

    #[test]
    fn random_graphs_agree_with_the_flow_equations() {
        let (mut exact, mut near) = (0, 0);
        for seed in 0..4000 {
            let mut rng = Rng::new(seed);
            let mut function = random_function(&mut rng, 30);
            if rng.below(2) == 0 {
                for data in function.blocks.values_mut() {
                    data.term.targets_mut().for_each(|call| call.weight = rng.below(50) as u32);
                }
            }
            let (cfg, loops, frequencies) = analyze(&function);
            let all: Vec<f64> = cfg.rpo.iter().map(|&b| frequencies.block(b)).collect();
            assert!(all.iter().all(|f| f.is_finite() && *f > 0.0), "seed {seed}: {all:?}");
            let post = PostDominators::new(&function, &cfg);
            let endless = cfg.rpo.iter().any(|&b| post.is_pseudo_exit(b));
            if endless || all.iter().any(|&f| f > 1e3) {
                continue; // the cap decides
            }
            if loops.region_count() == 0 {
                exact += 1;
                let expected = solve(&cfg, &frequencies);
                for &b in &cfg.rpo {
                    let (got, expected) = (frequencies.block(b), expected[b.index()]);
                    assert!(
                        (got - expected).abs() <= 1e-6 * expected + 1e-12,
                        "seed {seed}: {b} {got} {expected}"
                    );
                }
            } else if loops.loops.is_empty() {
                near += 1;
                let ends = |&&b: &&Block| cfg.succs(b).is_empty();
                let out: f64 = cfg.rpo.iter().filter(ends).map(|&b| frequencies.block(b)).sum();
                let tolerance = if loops.region_count() == 1 { 1e-6 } else { 0.25 };
                assert!((out - 1.0).abs() < tolerance, "seed {seed}: {out} of 1 leave");
            }
        }
        assert!(exact > 500 && near > 20, "{exact} {near}");
    }

    #[test]
    fn weights_and_cold_ends() {
        // 0 goes to 1 and to 2, which traps; 1 to 3 (weight 3) and 4 (weight 1).
        let mut function = function_of(&[&[1, 2][..], &[3, 4], &[], &[], &[]]);
        function.blocks[block(2)].term = Terminator::Unreachable;
        for (call, weight) in function.blocks[block(1)].term.targets_mut().zip([3, 1]) {
            call.weight = weight;
        }
        let (_, _, frequencies) = analyze(&function);
        assert!(frequencies.block(block(2)) < 1e-5);
        assert!((frequencies.block(block(3)) - 0.75).abs() < 1e-5);
        assert!((frequencies.edge(Edge { from: block(1), nth: 1 }) - 0.25).abs() < 1e-5);
    }

    #[test]
    fn deep_graphs_are_fast_and_finite() {
        for function in [chain(200_000), nest(100_000), fan(100_000), ladder(100_000)] {
            let (cfg, _, frequencies) = analyze(&function);
            assert!(cfg.rpo.iter().all(|&b| frequencies.block(b).is_finite()));
        }
    }
}
