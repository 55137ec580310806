//! The way of a function through the passes as the page holds it: one compressed element for each function.
//!
//! Of the text after a step, only what differs from the text before it is stored, and each graph once. The script
//! puts the texts together, and knows from the same steps which lines correspond.

use std::collections::{BTreeMap, HashMap};

use invar_analysis::drawing::Drawing;
use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::data::{HistoryRecord, Page, Snapshot, StepRecord};
use crate::picture::Picture;
use crate::{flow, regions};

/// What the script reads of a function.
#[derive(Serialize)]
pub(crate) struct Encoded<'a> {
    /// The first is the function as it was lifted.
    steps: Vec<EncodedStep<'a>>,
    graphs: Vec<Graph>,
    pictures: Vec<Flow>,
    drawings: Vec<Drawn<'a>>,
    /// Source lines by the digits of the offsets that stand in the text.
    lines: BTreeMap<String, &'a str>,
}

#[derive(Serialize)]
struct EncodedStep<'a> {
    pass: &'a str,
    phase: &'a str,
    counters: &'a [(String, u64)],
    /// How the text before it becomes the text after it; nothing if that is not shown.
    edits: Option<Vec<Edit>>,
    /// The first line of each block.
    starts: Vec<usize>,
    graph: Option<usize>,
    /// Places in `drawings`, from the first to before the second.
    drawings: (usize, usize),
}

/// A change of a text, by lines.
#[derive(Serialize, PartialEq, Debug)]
#[serde(untagged)]
enum Edit {
    /// So many lines stay (above zero), or are removed (below zero).
    Lines(i64),
    /// These are inserted.
    Insert(Vec<String>),
}

#[derive(Serialize, PartialEq)]
struct Graph {
    /// The place of its picture.
    picture: usize,
    /// By block: name, frequency, number of loops around it.
    blocks: Vec<(String, f64, u32)>,
}

/// What is drawn of a graph, whatever the frequencies.
#[derive(Serialize)]
struct Flow {
    /// The picture as SVG, or why there is none.
    svg: Result<String, String>,
    /// By edge: the places of both blocks, the label, whether it goes back to the header of a loop.
    edges: Vec<(u32, u32, String, bool)>,
}

/// Whether pictures of a function are placed, which takes time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Wanted {
    /// Pictures of the control flow. The script draws the others in a simpler way.
    pub(crate) graphs: bool,
    /// Pictures that passes made.
    pub(crate) drawings: bool,
}

/// Why there is no picture.
const NOT_WANTED: &str =
    "only the functions that changed most are placed; ask for this one with --report-func";

/// About how much time the pictures of a function take: those of the control flow, and those that passes made.
pub(crate) fn costs(history: &HistoryRecord) -> (u64, u64) {
    let mut graphs = Graphs::new(false);
    let shown = history.steps.iter().map(|step| &step.after);
    let shown = std::iter::once(&history.first).chain(shown).filter(|it| !it.blocks.is_empty());
    let cost = shown.map(|snapshot| {
        let known = graphs.pictures.len();
        graphs.add(snapshot);
        if graphs.pictures.len() > known { flow::picture(snapshot).cost() } else { 0 }
    });
    let of_graphs = cost.sum();
    let drawings = history.steps.iter().flat_map(|step| &step.drawings);
    (of_graphs, drawings.map(|it| regions::picture(it).cost()).sum())
}

#[derive(Serialize)]
pub(crate) struct Drawn<'a> {
    pass: &'a str,
    title: &'a str,
    /// The picture as SVG, or why there is none.
    svg: Result<String, String>,
    /// Label and detail of each node.
    nodes: Vec<(&'a str, &'a str)>,
    /// The classes that occur: of nodes, of edges.
    classes: (Vec<usize>, Vec<usize>),
}

/// A history as the script reads it.
pub(crate) fn encode<'a>(
    page: &'a Page,
    history: &'a HistoryRecord,
    wanted: Wanted,
) -> Encoded<'a> {
    let graphs = Graphs::new(wanted.graphs);
    let mut encoder = Encoder { page, wanted, text: Vec::new(), graphs, drawings: Vec::new() };
    let mut lines = BTreeMap::new();
    let mut steps = vec![encoder.step("", "", &[], &history.first, &[], &mut lines)];
    for StepRecord { pass, phase, counters, after, drawings } in &history.steps {
        steps.push(encoder.step(pass, phase, counters, after, drawings, &mut lines));
    }
    let Graphs { list: graphs, pictures, .. } = encoder.graphs;
    Encoded { steps, graphs, pictures, drawings: encoder.drawings, lines }
}

struct Encoder<'a> {
    page: &'a Page,
    /// The last text that is shown, by lines.
    text: Vec<&'a str>,
    wanted: Wanted,
    graphs: Graphs,
    drawings: Vec<Drawn<'a>>,
}

impl<'a> Encoder<'a> {
    fn step(
        &mut self,
        pass: &'a str,
        phase: &'a str,
        counters: &'a [(String, u64)],
        after: &'a Snapshot,
        drawings: &'a [Drawing],
        lines: &mut BTreeMap<String, &'a str>,
    ) -> EncodedStep<'a> {
        let first = self.drawings.len();
        self.drawings.extend(drawings.iter().map(|it| draw(it, self.wanted)));
        let drawings = (first, self.drawings.len());
        if after.blocks.is_empty() {
            let (edits, starts, graph) = (None, Vec::new(), None);
            return EncodedStep { pass, phase, counters, edits, starts, graph, drawings };
        }
        let mut text: Vec<&str> = after.head.lines().collect();
        let mut starts = Vec::with_capacity(after.blocks.len());
        for block in &after.blocks {
            starts.push(text.len());
            text.extend(block.text.lines());
        }
        let edits = edits(&self.text, &text);
        for edit in &edits {
            let Edit::Insert(inserted) = edit else { continue };
            for (digits, line) in inserted.iter().filter_map(|text| self.source(text)) {
                lines.insert(digits, line);
            }
        }
        self.text = text;
        let graph = Some(self.graphs.add(after));
        EncodedStep { pass, phase, counters, edits: Some(edits), starts, graph, drawings }
    }

    /// The digits of the offset at the end of a line, and the source line that it is of.
    fn source(&self, text: &str) -> Option<(String, &'a str)> {
        let digits = offset(text)?;
        let offset = u32::from_str_radix(digits, 16).ok()?;
        let at = self.page.lines.binary_search_by_key(&offset, |&(offset, _)| offset).ok()?;
        Some((digits.to_string(), self.page.lines[at].1.as_str()))
    }
}

/// The digits of the byte offset in the input (`@1a3`, or with a context, `@1a3:ctx0`) that ends a line of a text.
pub(crate) fn offset(line: &str) -> Option<&str> {
    let (_, end) = line.rsplit_once(" @")?;
    Some(end.split_once(':').map_or(end, |(digits, _)| digits))
}

/// A drawing with its picture, if that is wanted.
pub(crate) fn draw(drawing: &Drawing, wanted: Wanted) -> Drawn<'_> {
    Drawn {
        pass: drawing.pass,
        title: &drawing.title,
        svg: svg(wanted.drawings, || regions::picture(drawing)),
        nodes: drawing.nodes.iter().map(|it| (it.label.as_str(), it.detail.as_str())).collect(),
        classes: regions::classes(drawing),
    }
}

fn svg(wanted: bool, picture: impl FnOnce() -> Picture) -> Result<String, String> {
    if wanted { picture().svg() } else { Err(NOT_WANTED.into()) }
}

fn edits(before: &[&str], after: &[&str]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let lines = |count: usize| i64::try_from(count).expect("a text has fewer lines");
    for op in capture_diff_slices(Algorithm::Myers, before, after) {
        let (_, old, new) = op.as_tag_tuple();
        if matches!(op, DiffOp::Equal { .. }) {
            edits.push(Edit::Lines(lines(old.len())));
            continue;
        }
        if !old.is_empty() {
            edits.push(Edit::Lines(-lines(old.len())));
        }
        if !new.is_empty() {
            edits.push(Edit::Insert(after[new].iter().map(ToString::to_string).collect()));
        }
    }
    edits
}

/// Graphs, and the pictures of them by what is drawn: many passes leave the control flow as it is.
struct Graphs {
    wanted: bool,
    list: Vec<Graph>,
    pictures: Vec<Flow>,
    places: HashMap<String, usize>,
}

impl Graphs {
    fn new(wanted: bool) -> Self {
        Graphs { wanted, list: Vec::new(), pictures: Vec::new(), places: HashMap::new() }
    }

    fn add(&mut self, snapshot: &Snapshot) -> usize {
        let blocks = snapshot.blocks.iter();
        let shown: Vec<_> = blocks.clone().map(|it| (&it.name, it.header)).collect();
        let key = format!("{shown:?} {:?}", snapshot.edges);
        let next = self.pictures.len();
        let picture = *self.places.entry(key).or_insert(next);
        if picture == next {
            let edges = snapshot.edges.iter();
            self.pictures.push(Flow {
                svg: svg(self.wanted, || flow::picture(snapshot)),
                edges: edges.map(|it| (it.from, it.to, it.label.clone(), it.back)).collect(),
            });
        }
        let graph = Graph {
            picture,
            blocks: blocks.map(|it| (it.name.clone(), it.frequency, it.depth)).collect(),
        };
        if self.list.last() != Some(&graph) {
            self.list.push(graph);
        }
        self.list.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Block;

    const ALL: Wanted = Wanted { graphs: true, drawings: true };

    fn apply(text: &mut Vec<String>, edits: &[Edit]) {
        let mut left = std::mem::take(text).into_iter();
        for edit in edits {
            match edit {
                Edit::Lines(count) if *count > 0 => {
                    text.extend(left.by_ref().take(*count as usize))
                }
                Edit::Lines(count) => left.by_ref().take(-*count as usize).for_each(drop),
                Edit::Insert(lines) => text.extend(lines.iter().cloned()),
            }
        }
        assert_eq!(left.next(), None, "all lines are stated");
    }

    fn snapshot(lines: &[&str]) -> Snapshot {
        let block = Block { name: "b0".into(), text: lines.join("\n").into(), ..Block::default() };
        Snapshot { head: "func : ty0 {\n".into(), blocks: vec![block], ..Snapshot::default() }
    }

    fn history() -> HistoryRecord {
        let step = |lines: &[&str]| StepRecord {
            pass: "fold".into(),
            after: snapshot(lines),
            ..StepRecord::default()
        };
        HistoryRecord {
            first: snapshot(&["b0:", "  v0 = i32.const 1     @1a", "  return v0  @1c"]),
            steps: vec![
                step(&["b0:", "  v1 = i32.const 2     @1a:ctx0", "  return v1  @1c"]),
                StepRecord { pass: "gvn".into(), ..StepRecord::default() },
                step(&["b0:", "  trap  @1c"]),
            ],
        }
    }

    #[test]
    fn texts_are_what_edits_make() {
        let (page, history) = (Page::default(), history());
        let encoded = encode(&page, &history, ALL);
        let mut text = Vec::new();
        let shown = encoded.steps.iter().filter_map(|step| step.edits.as_ref());
        let edits: Vec<_> = shown.collect();
        assert_eq!(edits.len(), 3);
        for edits in edits {
            apply(&mut text, edits);
        }
        assert_eq!(text, ["func : ty0 {", "b0:", "  trap  @1c"]);
        assert!(encoded.steps[2].edits.is_none(), "not shown");
        assert_eq!(encoded.steps[0].starts, [1]);
    }

    #[test]
    fn equal_graphs_are_stored_once() {
        let (page, history) = (Page::default(), history());
        let encoded = encode(&page, &history, ALL);
        assert_eq!((encoded.graphs.len(), encoded.pictures.len()), (1, 1));
        assert_eq!(encoded.steps[3].graph, Some(0));
        let mut history = history;
        history.steps[2].after.blocks[0].frequency = 7.0;
        let encoded = encode(&page, &history, ALL);
        assert_eq!((encoded.graphs.len(), encoded.pictures.len()), (2, 1), "the same picture");
    }

    #[test]
    fn pictures_that_are_not_wanted_take_no_time() {
        let (page, history) = (Page::default(), history());
        assert!(costs(&history).0 > 0);
        let encoded = encode(&page, &history, Wanted { graphs: false, drawings: false });
        assert!(encoded.pictures[0].svg.is_err());
        assert_eq!(encoded.graphs[0].blocks.len(), 1, "for the script to draw");
    }

    #[test]
    fn source_lines_are_those_of_offsets_in_the_text() {
        let lines =
            vec![(0x1a, "a.c:3".to_string()), (0x1c, "a.c:4".into()), (0x20, "a.c:9".into())];
        let (page, history) = (Page { lines, ..Page::default() }, history());
        let encoded = encode(&page, &history, ALL);
        let expected = [("1a".to_string(), "a.c:3"), ("1c".to_string(), "a.c:4")];
        assert_eq!(encoded.lines, BTreeMap::from(expected));
    }
}
