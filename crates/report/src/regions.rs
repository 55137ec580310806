//! The picture of what a pass drew: nodes with regions inside, and edges, by class.

use invar_analysis::drawing::{Class, Drawing};

use crate::picture::{Line, Picture, Shape};

/// All classes, in the order of a legend: the class of the style sheet, the word before the label of a node (colours
/// alone would not do), and what it says of a node or an edge.
pub(crate) const CLASSES: [(Class, &str, &str, &str); 8] = [
    (Class::Plain, "plain", "", "unchanged"),
    (Class::State, "state", "", "state or order"),
    (Class::Redirected, "redirected", "new: ", "redirected or added"),
    (Class::Removed, "removed", "gone: ", "removed, or the former way"),
    (Class::Moved, "moved", "moved: ", "moved"),
    (Class::Marked, "marked", "", "inside of the region"),
    (Class::Cold, "cold", "", "executed rarely"),
    (Class::Back, "back", "", "back to the header of a loop"),
];

fn class(of: Class) -> (&'static str, &'static str) {
    let (_, name, word, _) =
        CLASSES.iter().find(|(class, ..)| *class == of).expect("all classes are listed");
    (name, word)
}

/// The picture of a drawing. A node that has been placed in one region is not placed in another.
pub(crate) fn picture(drawing: &Drawing) -> Picture {
    let count = drawing.nodes.len();
    let mut picture = Picture::default();
    for (at, node) in drawing.nodes.iter().enumerate() {
        let (name, word) = class(node.class);
        picture.nodes.push(Shape {
            key: at.to_string(),
            class: name.into(),
            text: format!("{word}{}", node.label),
            ..Shape::default()
        });
    }
    let mut placed = vec![false; count];
    for &node in &drawing.root {
        if let Some(placed) = placed.get_mut(node as usize) {
            *placed = true;
        }
    }
    for (at, node) in drawing.nodes.iter().enumerate() {
        for (title, inner) in &node.regions {
            let region = picture.nodes.len();
            picture.nodes.push(Shape {
                class: "region".into(),
                text: title.clone(),
                parent: Some(at),
                ..Shape::default()
            });
            for &inner in inner {
                let inner = inner as usize;
                if inner < count && inner != at && !std::mem::replace(&mut placed[inner], true) {
                    picture.nodes[inner].parent = Some(region);
                }
            }
        }
    }
    for edge in &drawing.edges {
        let (from, to) = (edge.from as usize, edge.to as usize);
        if from < count && to < count {
            picture.edges.push(Line {
                key: format!("{from}>{to}"),
                class: class(edge.class).0.into(),
                from,
                to,
                label: edge.label.clone(),
                back: edge.class == Class::Back,
            });
        }
    }
    picture
}

/// The classes that occur in a drawing, by their place in [`CLASSES`]: among nodes, among edges.
pub(crate) fn classes(drawing: &Drawing) -> (Vec<usize>, Vec<usize>) {
    let occur =
        |has: &dyn Fn(Class) -> bool| (0..CLASSES.len()).filter(|&at| has(CLASSES[at].0)).collect();
    (
        occur(&|class| drawing.nodes.iter().any(|node| node.class == class)),
        occur(&|class| drawing.edges.iter().any(|edge| edge.class == class)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_analysis::drawing::{DrawingEdge, DrawingNode};

    fn node(label: &str, class: Class, regions: Vec<(String, Vec<u32>)>) -> DrawingNode {
        DrawingNode { label: label.into(), class, regions, ..DrawingNode::default() }
    }

    fn drawing() -> Drawing {
        let edge = |from, to, class| DrawingEdge { from, to, class, ..DrawingEdge::default() };
        Drawing {
            nodes: vec![
                node("i32.add", Class::Plain, vec![]),
                node("if", Class::Marked, vec![("then".into(), vec![2]), ("else".into(), vec![3])]),
                node("i32.mul", Class::Moved, vec![]),
                node("call", Class::State, vec![]),
            ],
            root: vec![0, 1],
            edges: vec![edge(0, 1, Class::Plain), edge(0, 2, Class::Redirected)],
            ..Drawing::default()
        }
    }

    #[test]
    fn regions_are_boxes_in_nodes() {
        let picture = picture(&drawing());
        let parents: Vec<_> = picture.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, None, Some(4), Some(5), Some(1), Some(1)]);
        let svg = picture.svg().unwrap();
        assert!(svg.contains(">then</text>") && svg.contains(">moved: i32.mul</text>"), "{svg}");
        assert!(svg.contains("class=\"edge redirected\""), "{svg}");
    }

    #[test]
    fn the_legend_names_what_occurs() {
        assert_eq!(classes(&drawing()), (vec![0, 1, 4, 5], vec![0, 2]));
    }

    #[test]
    fn nodes_in_two_regions_or_in_themselves_do_not_stop_the_page() {
        let mut twice = drawing();
        twice.nodes[1].regions[1].1 = vec![2, 1, 99];
        assert!(picture(&twice).svg().is_ok());
        // Each inside of the other: there is no such picture.
        twice.nodes[2].regions = vec![("inner".into(), vec![1])];
        twice.root = vec![0];
        assert!(picture(&twice).svg().is_err());
    }
}
