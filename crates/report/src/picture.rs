//! Pictures of graphs with nested boxes: placed in layers, written as SVG.
//!
//! What is drawn is given as [`Picture`]; crate `graphlay` places nodes and routes edges. Equal pictures give equal
//! text. Colours, heads of arrows and the like are those of the style sheet, by class: most of a page is pictures, so
//! that they are kept short.

use std::fmt::Write;

use graphlay::{
    BranchStyle, CycleStrategy, Direction, Edge, Effort, Graph, Layout, LayoutOptions, Node,
    NodeId, Point, Rect, Size, layout, options::Placement,
};

use crate::html::escape;

/// Larger graphs are not drawn: nobody could read them, and placing nodes takes more than linear time.
pub(crate) const MOST_NODES: usize = 300;
/// Graphs with more edges are not drawn.
pub(crate) const MOST_EDGES: usize = 900;
/// Graphs whose edges pass more layers in sum are not drawn.
const MOST_WAYPOINTS: usize = 4000;
/// Up to so many nodes, time is spent on fewer crossings and straighter edges.
const FEW_NODES: usize = 24;

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
    /// The shape's text.
    pub(crate) text: String,
    /// The characters of a second line of text, which the script fills in; 0: there is none.
    pub(crate) more: usize,
    /// The box around it.
    pub(crate) parent: Option<usize>,
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
    /// About how much time it takes to place: crate `graphlay` takes more than linear time.
    pub(crate) fn cost(&self) -> u64 {
        if self.nodes.len() > MOST_NODES || self.edges.len() > MOST_EDGES {
            return 0;
        }
        (500 + self.nodes.len() * (self.nodes.len() + self.edges.len())) as u64
    }

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
            "<svg viewBox=\"{left:.0} {top:.0} {width:.0} {height:.0}\" \
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
    if nodes > FEW_NODES {
        options.effort = Effort::Fast;
        options.coords.placement = Placement::BrandesKoepf;
        options.coords.branch_style = BranchStyle::Free;
        options.tuning.order.kick_rounds = 0;
        options.tuning.coords.flatten_room = 0;
    }
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

/// The room that the text of a node needs. A box around others has no second line.
fn size(node: &Shape, outer: bool) -> Size {
    let characters = cut(&node.text).chars().count().max(if outer { 0 } else { node.more });
    let lines = if outer || node.more == 0 { 1.0 } else { 2.0 };
    Size::new((length(characters) * WIDE + 18.0).max(40.0), lines * LINE + 11.0)
}

impl Shape {
    fn write(&self, svg: &mut String, frame: Rect, outer: bool) {
        let kind = if outer { "box" } else { "node" };
        let _ = write!(svg, "<g class=\"{kind} {}\"", escape(&self.class));
        if !self.key.is_empty() {
            let _ = write!(svg, " data-key=\"{}\"", escape(&self.key));
        }
        let x = if outer { 8.0 } else { frame.width() / 2.0 };
        let _ = write!(
            svg,
            " transform=\"translate({:.0} {:.0})\"><rect width=\"{:.0}\" height=\"{:.0}\"/>\
             <text x=\"{x:.0}\" y=\"17\">{}</text>",
            frame.min.x,
            frame.min.y,
            frame.width(),
            frame.height(),
            escape(&cut(&self.text)),
        );
        if self.more > 0 && !outer {
            let _ = write!(svg, "<text class=\"more\" x=\"{x:.0}\" y=\"32\"></text>");
        }
        svg.push_str("</g>");
    }
}

impl Line {
    fn write(&self, svg: &mut String, points: &[Point], label: Option<Point>) {
        if points.len() < 2 {
            return;
        }
        let (class, key) = (escape(&self.class), escape(&self.key));
        let way = way(points);
        let _ = write!(svg, "<g class=\"edge {class}\" data-key=\"{key}\"><path d=\"{way}\"/>");
        if let Some(at) = label.filter(|_| !self.label.is_empty()) {
            let text = escape(&cut(&self.label));
            let _ = write!(svg, "<text x=\"{:.0}\" y=\"{:.0}\">{text}</text>", at.x, at.y + 4.0);
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

/// A way through points, of which most are level with or above the next one.
fn way(points: &[Point]) -> String {
    let mut way = String::new();
    let mut last = None;
    for point in points {
        let (x, y) = (point.x.round(), point.y.round());
        let _ = match last {
            None => write!(way, "M{x:.0} {y:.0}"),
            Some((_, before)) if before == y => write!(way, "H{x:.0}"),
            Some((before, _)) if before == x => write!(way, "V{y:.0}"),
            Some(_) => write!(way, "L{x:.0} {y:.0}"),
        };
        last = Some((x, y));
    }
    way
}

#[cfg(test)]
mod tests;
