//! Natural loops and irreducible regions.
//!
//! A back edge leads to a block that dominates its source; the natural loop of a header is the set of
//! blocks that reach one of the header's back edges without passing the header. Loops are found from
//! the innermost out, walking backwards from the back edges, and each loop found is collapsed into
//! its header by union-find, as in Tarjan, *Testing flow graph reducibility* (1974), and Havlak,
//! *Nesting of reducible and irreducible loops* (1997); unlike there, only headers that dominate
//! count.
//!
//! The graph without its back edges has cycles only where it is irreducible: those strongly connected
//! components, with the natural loops whose headers are in them, are the irreducible *regions*. They
//! are not loops and have no header, but can be queried by block.
//!
//! Cost: O(m log n). A loop's blocks are contiguous in one array that all loops share, so that a nest costs
//! no more memory than its blocks, and membership is O(1).
//! Exits are enumerated, not stored: in a deep nest one edge may leave all loops.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use invar_ir::{Block, Dominators, Function, UnionFind};
use invar_ir::{Cfg, DirectedGraph, Edge, Rows, strongly_connected};
use std::ops::Range;

/// The absence of a loop, or of a place.
const NONE: u32 = u32::MAX;

/// A natural loop of a function. Outer loops have smaller numbers than the loops in them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loop(u32);
entity_impl!(Loop, "loop");

/// Header, parent and depth of a loop.
#[derive(Clone, Debug)]
pub struct LoopData {
    /// The block through which the loop is entered.
    pub header: Block,
    /// The innermost loop around it.
    pub parent: Option<Loop>,
    /// How many loops it lies in, itself included.
    pub depth: u32,
    blocks: Range<u32>,
}

/// The natural loops of a function.
#[derive(Clone, Debug)]
pub struct LoopForest {
    /// The loops, in reverse postorder of their headers: parents before children.
    pub loops: PrimaryMap<Loop, LoopData>,
    innermost: Vec<u32>,
    /// The blocks that are in loops, arranged so that those of a loop are contiguous.
    order: Vec<Block>,
    position: Vec<u32>,
    latches: Rows<Edge>,
    region: Vec<u32>,
    region_entries: Rows<Block>,
}

impl LoopForest {
    /// The loops of a function as it is now.
    pub fn new(function: &Function, cfg: &Cfg, doms: &Dominators) -> Self {
        let blocks = function.blocks.len();
        let is_back = |header: Block, edge: &Edge| {
            cfg.is_reachable(edge.from) && doms.dominates(header, edge.from)
        };
        let mut loops: PrimaryMap<Loop, LoopData> = PrimaryMap::new();
        let mut header_of = vec![NONE; blocks];
        for &block in &cfg.rpo {
            if cfg.preds(block).iter().any(|edge| is_back(block, edge)) {
                header_of[block.index()] = loops.len() as u32;
                loops.push(LoopData { header: block, parent: None, depth: 0, blocks: 0..0 });
            }
        }
        let latches = Rows::new(loops.len(), || {
            loops.iter().flat_map(|(id, data)| {
                let header = data.header;
                let edges = cfg.preds(header).iter().filter(move |edge| is_back(header, edge));
                edges.map(move |&edge| (id.index(), edge))
            })
        });

        // Bodies, innermost first: the header of an inner loop comes later in the order.
        let mut innermost = vec![NONE; blocks];
        let mut collapsed: UnionFind<Block> = UnionFind::new(blocks);
        let mut work: Vec<Block> = Vec::new();
        for id in loops.keys().rev() {
            let header = loops[id].header;
            innermost[header.index()] = id.as_u32();
            work.extend(latches.row(id.index()).iter().map(|edge| edge.from));
            while let Some(block) = work.pop() {
                let block = collapsed.find(block);
                if block == header {
                    continue;
                }
                match header_of[block.index()] {
                    NONE => innermost[block.index()] = id.as_u32(),
                    inner => loops[Loop::from_u32(inner)].parent = Some(id),
                }
                collapsed.unite(header, block);
                work.extend(cfg.reachable_preds(block).map(|edge| edge.from));
            }
        }

        let (order, position) = arrange(cfg, &mut loops, &innermost, &header_of);
        let mut forest = LoopForest {
            loops,
            innermost,
            order,
            position,
            latches,
            region: Vec::new(),
            region_entries: Rows::new(0, std::iter::empty),
        };
        forest.find_regions(cfg, doms);
        forest
    }

    fn find_regions(&mut self, cfg: &Cfg, doms: &Dominators) {
        let blocks = cfg.nodes();
        self.region = vec![NONE; blocks];
        let irreducible = cfg.rpo.iter().any(|&block| {
            cfg.out_edges(block)
                .any(|edge| cfg.is_retreating(edge) && !doms.dominates(cfg.target(edge), edge.from))
        });
        if !irreducible {
            return;
        }
        let (component, components) = strongly_connected(&Forward { cfg, doms });
        let mut size = vec![0u32; components as usize];
        for &block in &cfg.rpo {
            size[component[block.index()] as usize] += 1;
        }
        let mut regions = 0;
        let mut region_of = vec![NONE; components as usize];
        for &block in &cfg.rpo {
            let component = component[block.index()] as usize;
            if size[component] > 1 {
                if region_of[component] == NONE {
                    region_of[component] = regions;
                    regions += 1;
                }
                self.region[block.index()] = region_of[component];
            }
        }
        let region = &self.region;
        self.region_entries = Rows::new(regions as usize, || {
            cfg.rpo.iter().filter_map(|&block| {
                let own = region[block.index()];
                let entered = own != NONE
                    && cfg.reachable_preds(block).any(|edge| {
                        region[edge.from.index()] != own && !doms.dominates(block, edge.from)
                    });
                entered.then_some((own as usize, block))
            })
        });
        // A natural loop whose header lies in a region is part of the region's cycles. Outer
        // loops first, so that inner ones inherit the region.
        for data in self.loops.values() {
            let around = self.region[data.header.index()];
            if around != NONE {
                for block in &self.order[data.blocks.start as usize..data.blocks.end as usize] {
                    let region = &mut self.region[block.index()];
                    if *region == NONE {
                        *region = around;
                    }
                }
            }
        }
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: Block) -> Option<Loop> {
        let id = self.innermost[block.index()];
        (id != NONE).then(|| Loop::from_u32(id))
    }

    /// How many loops a block lies in.
    pub fn depth(&self, block: Block) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }

    /// Whether a block is the header of a loop.
    pub fn is_header(&self, block: Block) -> bool {
        self.innermost(block).is_some_and(|id| self.loops[id].header == block)
    }

    /// The blocks of a loop, those of inner loops included, the header first.
    pub fn blocks(&self, id: Loop) -> &[Block] {
        let range = &self.loops[id].blocks;
        &self.order[range.start as usize..range.end as usize]
    }

    /// Whether a block lies in a loop.
    pub fn contains(&self, id: Loop, block: Block) -> bool {
        // Unreachable blocks and those in no loop have the position `NONE`, in no range.
        self.loops[id].blocks.contains(&self.position[block.index()])
    }

    /// The back edges of a loop; their sources are its latches.
    pub fn back_edges(&self, id: Loop) -> &[Edge] {
        self.latches.row(id.index())
    }

    /// The edges that enter a loop.
    pub fn entries<'a>(&'a self, id: Loop, cfg: &'a Cfg) -> impl Iterator<Item = Edge> + 'a {
        cfg.reachable_preds(self.loops[id].header).filter(move |edge| !self.contains(id, edge.from))
    }

    /// The edges that leave a loop. Cost: linear in the blocks of the loop.
    pub fn exits<'a>(&'a self, id: Loop, cfg: &'a Cfg) -> impl Iterator<Item = Edge> + 'a {
        self.blocks(id)
            .iter()
            .flat_map(|&block| cfg.out_edges(block))
            .filter(move |&edge| !self.contains(id, cfg.target(edge)))
    }

    /// The irreducible region that a block lies in, if it does: a cycle with several entries.
    pub fn region(&self, block: Block) -> Option<u32> {
        let region = self.region[block.index()];
        (region != NONE).then_some(region)
    }

    /// The number of irreducible regions.
    pub fn region_count(&self) -> usize {
        self.region_entries.rows()
    }

    /// The blocks through which an irreducible region is entered.
    pub fn region_entries(&self, region: u32) -> &[Block] {
        self.region_entries.row(region as usize)
    }
}

/// Sets depths and lays the blocks out so that those of each loop are contiguous. Returns the
/// layout and the position of each block in it.
fn arrange(
    cfg: &Cfg,
    loops: &mut PrimaryMap<Loop, LoopData>,
    innermost: &[u32],
    header_of: &[u32],
) -> (Vec<Block>, Vec<u32>) {
    let mut size = SecondaryMap::<Loop, u32>::new();
    let in_loops = || cfg.rpo.iter().copied().filter(|block| innermost[block.index()] != NONE);
    for block in in_loops() {
        size[Loop::from_u32(innermost[block.index()])] += 1;
    }
    for id in loops.keys().rev() {
        if let Some(parent) = loops[id].parent {
            size[parent] += size[id];
        }
    }
    let mut order = vec![Block::from_u32(0); in_loops().count()];
    let mut position = vec![NONE; innermost.len()];
    let mut next = SecondaryMap::<Loop, u32>::new();
    let mut next_outside = 0;
    for block in in_loops() {
        let id = Loop::from_u32(innermost[block.index()]);
        if header_of[block.index()] != NONE {
            let slot = match loops[id].parent {
                Some(parent) => {
                    loops[id].depth = loops[parent].depth + 1;
                    &mut next[parent]
                }
                None => {
                    loops[id].depth = 1;
                    &mut next_outside
                }
            };
            let start = *slot;
            *slot += size[id];
            next[id] = start;
            loops[id].blocks = start..start + size[id];
        }
        position[block.index()] = next[id];
        order[next[id] as usize] = block;
        next[id] += 1;
    }
    (order, position)
}

/// The graph without back edges: each is replaced by a self-loop of its source, which adds no cycle of
/// several blocks.
struct Forward<'a> {
    cfg: &'a Cfg,
    doms: &'a Dominators,
}

impl DirectedGraph for Forward<'_> {
    fn nodes(&self) -> usize {
        self.cfg.nodes()
    }
    fn succ(&self, node: u32, nth: u32) -> Option<u32> {
        let target = self.cfg.succ(node, nth)?;
        let back = self.doms.tree().dominates(target, node);
        Some(if back { node } else { target })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::testing::{Rng, chain, fan, function_of, ladder, nest, random_function};

    fn analyze(function: &Function) -> (Cfg, Dominators, LoopForest) {
        let cfg = Cfg::new(function);
        let doms = Dominators::new(function, &cfg);
        let forest = LoopForest::new(function, &cfg, &doms);
        (cfg, doms, forest)
    }

    /// The blocks that reach `from` without passing `without`.
    fn reaching(cfg: &Cfg, from: &[Block], without: Block) -> Vec<bool> {
        let mut seen = vec![false; cfg.block_count()];
        seen[without.index()] = true;
        let mut work: Vec<Block> = from.to_vec();
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut seen[block.index()], true) {
                work.extend(cfg.reachable_preds(block).map(|edge| edge.from));
            }
        }
        seen
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        for seed in 0..4000 {
            let function = random_function(&mut Rng::new(seed), 40);
            let (cfg, doms, forest) = analyze(&function);
            let mut headers = 0;
            let mut depth = vec![0; cfg.block_count()];
            for &header in &cfg.rpo {
                let latches: Vec<Block> = cfg
                    .reachable_preds(header)
                    .map(|edge| edge.from)
                    .filter(|&latch| doms.dominates(header, latch))
                    .collect();
                if latches.is_empty() {
                    assert!(!forest.is_header(header));
                    continue;
                }
                headers += 1;
                let id = forest.innermost(header).expect("a header is in its loop");
                assert_eq!(forest.loops[id].header, header);
                assert_eq!(forest.blocks(id)[0], header);
                assert_eq!(forest.back_edges(id).len(), latches.len());
                let body = reaching(&cfg, &latches, header);
                for block in function.blocks.keys() {
                    assert_eq!(forest.contains(id, block), body[block.index()], "seed {seed}");
                    depth[block.index()] += u32::from(body[block.index()]);
                }
                assert_eq!(
                    forest.blocks(id).len(),
                    body.iter().filter(|&&in_body| in_body).count()
                );
                for edge in forest.exits(id, &cfg) {
                    assert!(body[edge.from.index()] && !body[cfg.target(edge).index()]);
                }
                assert!(forest.entries(id, &cfg).all(|edge| !body[edge.from.index()]));
            }
            assert_eq!(forest.loops.len(), headers);
            for block in function.blocks.keys() {
                assert_eq!(forest.depth(block), depth[block.index()], "seed {seed}");
            }
            // Irreducible if and only if the target of some retreating edge does not dominate its source.
            let retreating = cfg.rpo.iter().flat_map(|&block| cfg.out_edges(block)).any(|edge| {
                cfg.is_retreating(edge) && !doms.dominates(cfg.target(edge), edge.from)
            });
            assert_eq!(forest.region_count() > 0, retreating, "seed {seed}");
            for region in 0..forest.region_count() as u32 {
                assert!(forest.region_entries(region).len() >= 2, "seed {seed}");
            }
        }
    }

    #[test]
    fn an_irreducible_cycle_is_a_region_with_its_inner_loops() {
        // 0 enters the cycle of 1 and 2 at both blocks; 3 is in a natural loop with header 2.
        let function = function_of(&[&[1, 2][..], &[2, 4], &[3], &[5, 1], &[], &[3]]);
        let (_, _, forest) = analyze(&function);
        let block = Block::from_u32;
        assert_eq!(forest.region_count(), 1);
        assert_eq!(forest.region_entries(0), [block(1), block(2)]);
        let inside: Vec<u32> = (0..6).filter(|&n| forest.region(block(n)).is_some()).collect();
        assert_eq!(inside, [1, 2, 3, 5]);
        assert_eq!(forest.loops.len(), 1);
        assert_eq!(forest.depth(block(5)), 1);
    }

    #[test]
    fn deep_nests_are_fast() {
        let depth = 100_000;
        for function in [nest(depth), fan(depth as u32)] {
            let (cfg, _, forest) = analyze(&function);
            assert_eq!(forest.loops.len(), depth);
            let innermost = Loop::from_u32(depth as u32 - 1);
            assert_eq!(forest.loops[innermost].depth, depth as u32);
            assert!(forest.contains(Loop::from_u32(0), forest.loops[innermost].header));
            assert_eq!(forest.exits(Loop::from_u32(0), &cfg).count(), 1);
        }
        assert!(analyze(&chain(200_000)).2.loops.is_empty());
        assert_eq!(analyze(&ladder(100_000)).2.region_count(), 99_999);
    }
}
