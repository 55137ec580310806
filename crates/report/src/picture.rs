//! Pictures of graphs with nested boxes: placed in layers, written as SVG.
//!
//! What is drawn is given as [`Picture`]; crate `graphlay` places nodes and routes edges. Equal pictures give equal
//! text. Colours are those of the style sheet, by class.

use std::fmt::Write;

use graphlay::{
    CycleStrategy, Direction, Edge, Effort, Graph, Layout, LayoutOptions, Node, NodeId, Point,
    Rect, Size, layout,
};

use crate::html::escape;

/// Larger graphs are not drawn: nobody could read them, and placing nodes takes more than linear time.
pub(crate) const MOST_NODES: usize = 400;
/// The same of edges.
pub(crate) const MOST_EDGES: usize = 1200;
/// The same of the layers that edges pass, in sum.
const MOST_WAYPOINTS: usize = 6000;
/// Up to so many nodes, time is spent on fewer crossings.
const FEW_NODES: usize = 60;

/// Widths of characters in pixels: those of a node's text, of smaller text.
const WIDE: f64 = 7.3;
const NARROW: f64 = 6.7;
const LINE: f64 = 15.0;
/// Room above what is inside of a box, for its text.
const HEADER: f64 = 20.0;
/// Longer texts are cut.
const MOST_CHARACTERS: usize = 48;

/// A graph to be drawn.
#[derive(Default)]
pub(crate) struct Picture {
    /// The nodes; one that others are inside of comes before or after them.
    pub(crate) nodes: Vec<Shape>,
    /// The edges.
    pub(crate) edges: Vec<Line>,
}

/// A node of a picture.
#[derive(Default)]
pub(crate) struct Shape {
    /// What the script finds the node by; empty for a node that is not selected.
    pub(crate) key: String,
    /// Classes of the style sheet.
    pub(crate) class: String,
    /// Its text, by lines. A box around others shows the first.
    pub(crate) text: Vec<String>,
    /// What is shown when it is pointed at, if that is more.
    pub(crate) title: String,
    /// The box around it.
    pub(crate) parent: Option<usize>,
    /// How strongly it is tinted, from 0 to 1.
    pub(crate) heat: f64,
}

/// An edge of a picture.
#[derive(Default)]
pub(crate) struct Line {
    /// What the script finds the edge by.
    pub(crate) key: String,
    /// Classes of the style sheet.
    pub(crate) class: String,
    /// The node that it leaves.
    pub(crate) from: usize,
    /// The node that it enters.
    pub(crate) to: usize,
    /// A text beside it.
    pub(crate) label: String,
    /// Whether it goes against the order of layers.
    pub(crate) back: bool,
}

impl Picture {
    /// The picture as SVG, or why it is not drawn.
    pub(crate) fn svg(&self) -> Result<String, String> {
        let layout = self.place()?;
        Ok(self.write(&layout))
    }

    fn place(&self) -> Result<Layout, String> {
        for (what, got, most) in
            [("nodes", self.nodes.len(), MOST_NODES), ("edges", self.edges.len(), MOST_EDGES)]
        {
            if got > most {
                return Err(format!("{got} {what}, more than the {most} that are drawn"));
            }
        }
        let mut graph = Graph::new();
        let inside = self.outer();
        for (node, &outer) in self.nodes.iter().zip(&inside) {
            graph.nodes.push(Node {
                size: size(node, outer),
                parent: node.parent.map(id),
                ..Node::default()
            });
        }
        for edge in &self.edges {
            let label = (!edge.label.is_empty()).then(|| Size::new(narrow(&edge.label), 14.0));
            graph.edges.push(Edge {
                label_size: label,
                reverse_for_ranking: edge.back,
                ..Edge::new(id(edge.from), id(edge.to))
            });
        }
        layout(&graph, &options(self.nodes.len())).map_err(|error| error.to_string())
    }

    /// Which nodes have others inside.
    fn outer(&self) -> Vec<bool> {
        let mut outer = vec![false; self.nodes.len()];
        for parent in self.nodes.iter().filter_map(|node| node.parent) {
            outer[parent] = true;
        }
        outer
    }

    /// In how many boxes a node is.
    fn depth(&self, node: usize) -> usize {
        std::iter::successors(self.nodes[node].parent, |&at| self.nodes[at].parent).count()
    }

    fn write(&self, layout: &Layout) -> String {
        const MARGIN: f64 = 12.0;
        let outer = self.outer();
        let frames: Vec<Rect> =
            layout.nodes.iter().map(|it| Rect::from_center(it.center, it.size)).collect();
        let bounds = layout.bounds;
        let (left, top) = (bounds.min.x - MARGIN, bounds.min.y - MARGIN);
        let (width, height) = (bounds.width() + 2.0 * MARGIN, bounds.height() + 2.0 * MARGIN);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.0} {top:.0} {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"group\">"
        );
        // Boxes are behind what is inside of them, edges between boxes and the other nodes.
        let mut boxes: Vec<usize> = (0..self.nodes.len()).filter(|&node| outer[node]).collect();
        boxes.sort_by_key(|&node| self.depth(node));
        for node in boxes {
            self.nodes[node].write(&mut svg, frames[node], true);
        }
        for (edge, route) in self.edges.iter().zip(&layout.edges) {
            let mut points = route.points.clone();
            if outer[edge.to] {
                stop_at(&mut points, frames[edge.to].min.y);
            }
            edge.write(&mut svg, &points, route.label_anchor);
        }
        for node in (0..self.nodes.len()).filter(|&node| !outer[node]) {
            self.nodes[node].write(&mut svg, frames[node], false);
        }
        svg.push_str("</svg>");
        svg
    }
}

fn id(node: usize) -> NodeId {
    NodeId(u32::try_from(node).expect("there are few nodes"))
}

fn options(nodes: usize) -> LayoutOptions {
    let mut options = LayoutOptions::process_map();
    options.direction = Direction::TopBottom;
    options.cycles.strategy = CycleStrategy::FollowFlow;
    options.effort = if nodes <= FEW_NODES { Effort::Balanced } else { Effort::Fast };
    let spacing = &mut options.spacing;
    spacing.layer_gap = 34.0;
    spacing.node_gap = 26.0;
    spacing.dummy_gap = 14.0;
    spacing.port_gap = 12.0;
    spacing.stub = 10.0;
    spacing.edge_label_margin = 14.0;
    spacing.isolated_gap = 24.0;
    spacing.isolated_max_columns = 6;
    spacing.compound_padding = 14.0;
    spacing.compound_header = HEADER;
    options.limits.max_dummies = Some(MOST_WAYPOINTS);
    options
}

/// A text that is not too long to be drawn.
fn cut(text: &str) -> String {
    if text.chars().count() <= MOST_CHARACTERS {
        return text.to_string();
    }
    text.chars().take(MOST_CHARACTERS - 1).chain(['…']).collect()
}

fn narrow(text: &str) -> f64 {
    length(cut(text).chars().count()) * NARROW + 4.0
}

#[expect(clippy::cast_precision_loss, reason = "texts are short")]
fn length(count: usize) -> f64 {
    count as f64
}

/// The room that the text of a node needs. A box around others has one line.
fn size(node: &Shape, outer: bool) -> Size {
    let lines = if outer { 1 } else { node.text.len().max(1) };
    let widest = node.text.iter().take(lines).map(|line| cut(line).chars().count()).max();
    let width = length(widest.unwrap_or(0)) * WIDE + 18.0;
    Size::new(width.max(40.0), length(lines) * LINE + 11.0)
}

impl Shape {
    fn write(&self, svg: &mut String, frame: Rect, outer: bool) {
        let kind = if outer { "box" } else { "node" };
        let _ = write!(svg, "<g class=\"{kind} {}\"", escape(&self.class));
        if !self.key.is_empty() {
            let _ = write!(svg, " data-key=\"{}\"", escape(&self.key));
        }
        let title = if self.title.is_empty() { self.text.join("\n") } else { self.title.clone() };
        let _ = write!(svg, "><title>{}</title>", escape(&title));
        let top = frame.min.y;
        let height = frame.height();
        let mut shape = |class: &str, more: &str| {
            let _ = write!(
                svg,
                "<rect{class} x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{height:.1}\" rx=\"4\"{more}/>",
                frame.min.x,
                frame.width(),
            );
        };
        shape("", "");
        if self.heat > 0.0 {
            shape(" class=\"heat\"", &format!(" opacity=\"{:.2}\"", self.heat));
        }
        let shown = if outer { 1 } else { self.text.len() };
        for (at, line) in self.text.iter().take(shown).enumerate() {
            let (x, anchor) =
                if outer { (frame.min.x + 8.0, "start") } else { (frame.center().x, "middle") };
            let class = if at > 0 { " class=\"more\"" } else { "" };
            let _ = write!(
                svg,
                "<text{class} x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
                top + 17.0 + length(at) * LINE,
                escape(&cut(line))
            );
        }
        svg.push_str("</g>");
    }
}

impl Line {
    fn write(&self, svg: &mut String, points: &[Point], label: Option<Point>) {
        let [.., before, last] = points else { return };
        let _ = write!(
            svg,
            "<g class=\"edge {}\" data-key=\"{}\"><path d=\"{}\"/><path class=\"head\" d=\"{}\"/>",
            escape(&self.class),
            escape(&self.key),
            rounded(points),
            head(*before, *last)
        );
        if let Some(at) = label.filter(|_| !self.label.is_empty()) {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                at.x,
                at.y + 4.0,
                escape(&cut(&self.label))
            );
        }
        svg.push_str("</g>");
    }
}

/// Ends an edge that enters a box from above at the border: it is placed to end below the strip for the text.
fn stop_at(points: &mut [Point], top: f64) {
    if let [.., before, last] = points
        && before.y < top
        && last.y > top
        && (before.x - last.x).abs() < 0.5
    {
        last.y = top;
    }
}

/// A way through points with round corners.
fn rounded(points: &[Point]) -> String {
    const RADIUS: f64 = 6.0;
    let mut way = format!("M{:.1} {:.1}", points[0].x, points[0].y);
    for corner in points.windows(3) {
        let [from, at, to] = corner else { unreachable!("windows of three") };
        let towards = |other: &Point| {
            let (x, y) = (other.x - at.x, other.y - at.y);
            let length = x.hypot(y);
            let share = if length > 0.0 { RADIUS.min(length / 2.0) / length } else { 0.0 };
            (at.x + x * share, at.y + y * share)
        };
        let ((x, y), (after_x, after_y)) = (towards(from), towards(to));
        let _ = write!(way, "L{x:.1} {y:.1}Q{:.1} {:.1} {after_x:.1} {after_y:.1}", at.x, at.y);
    }
    let last = points[points.len() - 1];
    let _ = write!(way, "L{:.1} {:.1}", last.x, last.y);
    way
}

/// The head of an arrow to `tip`.
fn head(from: Point, tip: Point) -> String {
    let (x, y) = (tip.x - from.x, tip.y - from.y);
    let length = x.hypot(y).max(1e-6);
    let (x, y) = (x / length, y / length);
    let (back_x, back_y) = (tip.x - 8.0 * x, tip.y - 8.0 * y);
    format!(
        "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z",
        tip.x,
        tip.y,
        back_x - 4.0 * y,
        back_y + 4.0 * x,
        back_x + 4.0 * y,
        back_y - 4.0 * x
    )
}

#[cfg(test)]
mod tests;
