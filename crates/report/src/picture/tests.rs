use super::*;

fn node(name: &str, parent: Option<usize>) -> Shape {
    Shape { key: name.into(), text: name.into(), more: 4, parent, ..Shape::default() }
}

fn line(from: usize, to: usize) -> Line {
    Line {
        from,
        to,
        label: if from % 2 == 0 { "true".into() } else { String::new() },
        ..Line::default()
    }
}

/// Two boxes with three nodes each, one box within another, and edges across their borders.
fn nested() -> Picture {
    let parents = [None, None, Some(1), Some(1), Some(1), Some(4), Some(4), Some(4), None];
    let nodes = parents.iter().enumerate().map(|(at, &parent)| node(&format!("n{at}"), parent));
    let edges = [(0, 2), (2, 3), (3, 5), (5, 6), (6, 7), (7, 8), (0, 8), (1, 8), (4, 6)];
    Picture { nodes: nodes.collect(), edges: edges.map(|(from, to)| line(from, to)).into() }
}

/// A chain with branches over a few nodes, and back.
fn chain(length: usize) -> Picture {
    let mut picture = Picture::default();
    for at in 0..length {
        picture.nodes.push(node(&format!("b{at}"), None));
        if at > 0 {
            picture.edges.push(line(at - 1, at));
        }
        if at % 5 == 4 {
            picture.edges.push(line(at - 4, at));
            picture.edges.push(Line { back: true, ..line(at, at - 2) });
        }
    }
    picture
}

fn frames(picture: &Picture) -> Vec<Rect> {
    let layout = picture.place().unwrap();
    layout.nodes.iter().map(|it| Rect::from_center(it.center, it.size)).collect()
}

fn inside(inner: Rect, outer: Rect) -> bool {
    inner.min.x >= outer.min.x
        && inner.max.x <= outer.max.x
        && inner.min.y >= outer.min.y
        && inner.max.y <= outer.max.y
}

fn apart(one: Rect, other: Rect) -> bool {
    one.max.x <= other.min.x
        || other.max.x <= one.min.x
        || one.max.y <= other.min.y
        || other.max.y <= one.min.y
}

fn check_nodes_are_placed(picture: &Picture) {
    let frames = frames(picture);
    let all = 0..picture.nodes.len();
    for node in all.clone() {
        let Some(parent) = picture.nodes[node].parent else { continue };
        assert!(inside(frames[node], frames[parent]), "{node} is inside of {parent}");
        assert!(frames[node].min.y >= frames[parent].min.y + HEADER, "{node} is under a text");
    }
    for one in all.clone() {
        for other in all.clone().skip(one + 1) {
            if picture.nodes[one].parent == picture.nodes[other].parent {
                assert!(apart(frames[one], frames[other]), "{one} and {other}");
            }
        }
    }
}

#[test]
fn nodes_are_apart_and_inside_of_their_boxes() {
    check_nodes_are_placed(&nested());
    check_nodes_are_placed(&chain(40));
}

#[test]
fn edges_end_at_their_nodes() {
    let picture = nested();
    let layout = picture.place().unwrap();
    let frames = frames(&picture);
    let on = |point: Point, frame: Rect| {
        inside(
            Rect::from_point(point),
            Rect {
                min: Point::new(frame.min.x - 1.0, frame.min.y - 1.0),
                max: Point::new(frame.max.x + 1.0, frame.max.y + 1.0),
            },
        )
    };
    for (edge, route) in picture.edges.iter().zip(&layout.edges) {
        let (first, last) = (route.points[0], route.points[route.points.len() - 1]);
        assert!(on(first, frames[edge.from]), "{} to {}", edge.from, edge.to);
        assert!(on(last, frames[edge.to]), "{} to {}", edge.from, edge.to);
    }
}

#[test]
fn an_edge_into_a_box_ends_at_its_border() {
    let picture = Picture {
        nodes: vec![node("above", None), node("box", None), node("inside", Some(1))],
        edges: vec![line(0, 1)],
    };
    let top = frames(&picture)[1].min.y;
    let svg = picture.svg().unwrap();
    let way = svg.split("<path d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(way.ends_with(&format!("V{top:.0}")), "{way} to {top}");
}

#[test]
fn equal_pictures_are_equal_texts() {
    assert_eq!(nested().svg(), nested().svg());
    assert_eq!(chain(100).svg(), chain(100).svg());
}

#[test]
fn all_is_drawn() {
    let picture = nested();
    let svg = picture.svg().unwrap();
    assert_eq!(svg.matches("class=\"node ").count(), 7);
    assert_eq!(svg.matches("class=\"box ").count(), 2);
    assert_eq!(svg.matches("class=\"edge ").count(), picture.edges.len());
}

#[test]
fn an_edge_to_itself_and_an_empty_picture_are_drawn() {
    let picture = Picture { nodes: vec![node("b0", None)], edges: vec![line(0, 0)] };
    assert_eq!(picture.svg().unwrap().matches("class=\"edge ").count(), 1);
    assert!(Picture::default().svg().unwrap().ends_with("</svg>"));
}

#[test]
fn texts_are_escaped_and_cut() {
    let name = format!("</script>\"'&{}", "x".repeat(100));
    let picture = Picture { nodes: vec![node(&name, None)], ..Picture::default() };
    let svg = picture.svg().unwrap();
    assert!(!svg.contains("</script>"), "{svg}");
    assert!(
        svg.contains("&lt;/script&gt;&quot;&#39;&amp;xxx") && svg.contains("x…</text>"),
        "{svg}"
    );
}

#[test]
fn large_graphs_are_refused() {
    assert!(chain(MOST_NODES).svg().is_ok());
    let error = chain(MOST_NODES + 1).svg().unwrap_err();
    assert_eq!(error, "301 nodes, more than the 300 that are drawn");
}
