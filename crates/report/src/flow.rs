//! The picture of a control-flow graph: loops are boxes around their blocks.
//!
//! Frequencies are not in the picture: many passes change nothing but these. The script fills them in.

use crate::data::Snapshot;
use crate::picture::{Line, Picture, Shape};

/// The characters of a frequency.
const FREQUENCY: usize = 7;

/// A loop: the header and the blocks of it.
struct Loop {
    header: usize,
    blocks: Vec<bool>,
    size: usize,
}

/// The picture of the graph of a function.
pub(crate) fn picture(snapshot: &Snapshot) -> Picture {
    let count = snapshot.blocks.len();
    let mut picture = Picture::default();
    for block in &snapshot.blocks {
        picture.nodes.push(Shape {
            key: block.name.clone(),
            class: if block.header { "block header" } else { "block" }.into(),
            text: block.name.clone(),
            more: FREQUENCY,
            parent: None,
        });
    }
    let loops = loops(snapshot);
    for (at, this) in loops.iter().enumerate() {
        let around = |block: usize, loops: &[Loop]| loops.iter().rposition(|it| it.blocks[block]);
        // Larger loops come first, so the last one that a block is in is the innermost.
        picture.nodes.push(Shape {
            class: "loop".into(),
            text: format!("loop {}", snapshot.blocks[this.header].name),
            parent: around(this.header, &loops[..at]).map(|outer| count + outer),
            ..Shape::default()
        });
    }
    for block in 0..count {
        picture.nodes[block].parent =
            loops.iter().rposition(|it| it.blocks[block]).map(|at| count + at);
    }
    for edge in &snapshot.edges {
        let (from, to) = (edge.from as usize, edge.to as usize);
        if from < count && to < count {
            picture.edges.push(Line {
                key: format!("{}>{}", snapshot.blocks[from].name, snapshot.blocks[to].name),
                class: if edge.back { "back".into() } else { String::new() },
                from,
                to,
                label: edge.label.clone(),
                back: edge.back,
            });
        }
    }
    picture
}

/// The loops, larger ones first; of two that overlap without one being inside of the other, only the larger.
fn loops(snapshot: &Snapshot) -> Vec<Loop> {
    let count = snapshot.blocks.len();
    let mut before = vec![Vec::new(); count];
    let mut ends = vec![Vec::new(); count];
    for edge in &snapshot.edges {
        let (from, to) = (edge.from as usize, edge.to as usize);
        if from < count && to < count {
            before[to].push(from);
            if edge.back {
                ends[to].push(from);
            }
        }
    }
    let mut found: Vec<Loop> = (0..count)
        .filter(|&header| !ends[header].is_empty())
        .map(|header| body(header, &ends[header], &before))
        .collect();
    found.sort_by_key(|it| (std::cmp::Reverse(it.size), it.header));
    let mut kept: Vec<Loop> = Vec::new();
    for it in found {
        let nested = |outer: &Loop| {
            let common = (0..count).filter(|&at| it.blocks[at] && outer.blocks[at]).count();
            common == 0 || common == it.size
        };
        // The entry of a graph is in no box, so that it is drawn above all.
        if it.size < count && kept.iter().all(nested) {
            kept.push(it);
        }
    }
    kept
}

/// The header, and the blocks from which control gets to the ends without passing the header.
fn body(header: usize, ends: &[usize], before: &[Vec<usize>]) -> Loop {
    let mut blocks = vec![false; before.len()];
    blocks[header] = true;
    let mut size = 1;
    let mut left = ends.to_vec();
    while let Some(block) = left.pop() {
        if !blocks[block] {
            blocks[block] = true;
            size += 1;
            left.extend(&before[block]);
        }
    }
    Loop { header, blocks, size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Block, SnapshotEdge};

    /// Blocks `b0`, `b1`, ... and edges, of which those to an earlier block go back.
    fn snapshot(count: u32, edges: &[(u32, u32)]) -> Snapshot {
        let block = |at| Block { name: format!("b{at}"), frequency: 1.0, ..Block::default() };
        let edge =
            |&(from, to)| SnapshotEdge { from, to, back: to <= from, ..SnapshotEdge::default() };
        Snapshot {
            blocks: (0..count).map(block).collect(),
            edges: edges.iter().map(edge).collect(),
            ..Snapshot::default()
        }
    }

    fn parents(picture: &Picture) -> Vec<Option<usize>> {
        picture.nodes.iter().map(|node| node.parent).collect()
    }

    #[test]
    fn loops_are_boxes_in_boxes() {
        let edges = [(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (4, 5)];
        let picture = picture(&snapshot(6, &edges));
        // Box 6 is the loop of b1, box 7 that of b2.
        let expected = [None, Some(6), Some(7), Some(7), Some(6), None, None, Some(6)];
        assert_eq!(parents(&picture), expected);
        assert_eq!(picture.nodes[6].text, "loop b1");
        let svg = picture.svg().unwrap();
        assert_eq!(svg.matches("class=\"edge back\"").count(), 2);
        assert!(svg.contains("data-key=\"b3&gt;b2\""), "{svg}");
    }

    #[test]
    fn loops_that_overlap_have_one_box() {
        // Not what a pass makes: two headers, and blocks that are in both loops.
        let edges = [(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 2), (4, 5)];
        let picture = picture(&snapshot(6, &edges));
        assert!(picture.svg().is_ok());
    }

    #[test]
    fn edges_to_nowhere_are_left_out() {
        let picture = picture(&snapshot(1, &[(0, 7), (0, 0)]));
        assert_eq!(picture.edges.len(), 1);
    }
}
