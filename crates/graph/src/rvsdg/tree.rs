//! The tree of regions: nearest common ancestors, and the least frequently executed ancestor.
//!
//! Both by jump pointers (Myers, *An applicative random-access stack*, 1983): one more pointer per
//! region, and any ancestor is found in O(log n) steps.

use crate::rvsdg::graph::{Graph, Kind, Node, Region};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// A forest of regions with jump pointers.
#[derive(Default)]
struct Jumps {
    parent: SecondaryMap<Region, PackedOption<Region>>,
    jump: SecondaryMap<Region, PackedOption<Region>>,
    level: SecondaryMap<Region, u32>,
}

impl Jumps {
    /// Adds a region below one that is in it.
    fn add(&mut self, region: Region, parent: Option<Region>) {
        self.parent[region] = parent.into();
        let Some(parent) = parent else {
            self.jump[region] = None.into();
            self.level[region] = 0;
            return;
        };
        self.level[region] = self.level[parent] + 1;
        let far = self.jump[parent].expand();
        let farther = far.and_then(|far| self.jump[far].expand());
        let level = |region: Option<Region>| region.map_or(0, |region| self.level[region]);
        let even = self.level[parent] - level(far) == level(far) - level(farther);
        self.jump[region] =
            if far.is_some() && even { farther.or(far) } else { Some(parent) }.into();
    }

    /// The outermost ancestor for which `go_on` holds, which must hold up to some region and not
    /// above it. The start itself is not tested.
    fn climb(&self, start: Region, go_on: impl Fn(Region) -> bool) -> Region {
        let mut at = start;
        loop {
            let jump = self.jump[at].expand().filter(|&up| go_on(up));
            match jump.or(self.parent[at].expand().filter(|&up| go_on(up))) {
                Some(up) => at = up,
                None => return at,
            }
        }
    }
}

/// The regions of a graph as a tree. A snapshot.
pub(crate) struct RegionTree {
    around: Jumps,
    /// Each region as a child of the nearest ancestor that is executed less often.
    rarer: Jumps,
    /// The body of the innermost theta that a region is, or is in.
    body: SecondaryMap<Region, PackedOption<Region>>,
    frequency: SecondaryMap<Region, f64>,
}

impl RegionTree {
    /// Cost: O(n log n).
    pub fn new(graph: &Graph, frequency: impl Fn(Region) -> f64) -> RegionTree {
        let mut tree = RegionTree {
            around: Jumps::default(),
            rarer: Jumps::default(),
            body: SecondaryMap::new(),
            frequency: SecondaryMap::new(),
        };
        tree.add(graph, vec![graph.root], frequency);
        tree
    }

    /// Adds the regions of a node that has moved to another region once more. Cost: O(n log n) in the
    /// regions within the node.
    pub fn moved(&mut self, graph: &Graph, node: Node, frequency: impl Fn(Region) -> f64) {
        self.add(graph, graph.subregions(node).to_vec(), frequency);
    }

    fn add(&mut self, graph: &Graph, mut work: Vec<Region>, frequency: impl Fn(Region) -> f64) {
        while let Some(region) = work.pop() {
            let parent = graph.regions[region].parent.expand();
            let outer = parent.map(|node| graph.nodes[node].region);
            self.around.add(region, outer);
            self.frequency[region] = frequency(region);
            let often = |region: Region| self.frequency[region];
            let rarer = outer.and_then(|outer| {
                let frequent = |at: Region| often(at) >= often(region);
                if !frequent(outer) {
                    return Some(outer);
                }
                let last = self.rarer.climb(outer, frequent);
                self.rarer.parent[last].expand()
            });
            self.rarer.add(region, rarer);
            let is_body =
                parent.is_some_and(|node| matches!(graph.nodes[node].kind, Kind::Theta(_)));
            self.body[region] = if is_body {
                region.into()
            } else {
                outer.map_or(None.into(), |outer| self.body[outer])
            };
            for node in graph.nodes(region) {
                work.extend(graph.subregions(node));
            }
        }
    }

    /// The number of regions around a region.
    pub fn depth(&self, region: Region) -> u32 {
        self.around.level[region]
    }

    /// How often a region is executed.
    pub fn frequency(&self, region: Region) -> f64 {
        self.frequency[region]
    }

    /// The region around a region.
    pub fn outer(&self, region: Region) -> Option<Region> {
        self.around.parent[region].expand()
    }

    /// The ancestor of a region, or itself, at a depth that is at most its own.
    pub fn at_depth(&self, region: Region, depth: u32) -> Region {
        self.around.climb(region, |up| self.depth(up) >= depth)
    }

    /// The nearest common ancestor of two regions, or one of them.
    pub fn common(&self, a: Region, b: Region) -> Region {
        let depth = self.depth(a).min(self.depth(b));
        let (mut a, mut b) = (self.at_depth(a, depth), self.at_depth(b, depth));
        while a != b {
            let parents = (self.around.parent[a], self.around.parent[b]);
            let jumps = (self.around.jump[a], self.around.jump[b]);
            let (up, other) = if jumps.0 != jumps.1 { jumps } else { parents };
            a = up.expand().expect("the root is common");
            b = other.expand().expect("the root is common");
        }
        a
    }

    /// Of the regions from `from` up to its ancestor at `depth`, the innermost of those that are
    /// executed least often.
    pub fn rarest(&self, from: Region, depth: u32) -> Region {
        self.rarer.climb(from, |up| self.depth(up) >= depth)
    }

    /// The body of the innermost theta that a region is, or is in.
    pub fn body(&self, region: Region) -> Option<Region> {
        self.body[region].expand()
    }

    /// The node of `region` that is `node`, or that a region is in which `node` is; `None` if it is
    /// in none of that region.
    pub fn item(&self, graph: &Graph, region: Region, inner: Region) -> Option<Node> {
        let depth = self.depth(region);
        if self.depth(inner) <= depth {
            return None;
        }
        graph.regions[self.at_depth(inner, depth + 1)].parent.expand()
    }
}
