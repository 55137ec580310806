//! Snapshots: a function at some time, as a report shows it: its text by blocks, and its control-flow graph.
//!
//! Texts that are equal in successive snapshots of a function are shared. Most passes change few blocks, and values
//! keep their names, so that a history takes little more memory than what changed.
//!
//! Cost: linear in the text, and that of the analyses of the control flow.

use crate::{Analyses, LoopForest};
use invar_ir::{Cfg, Function, Module, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A function at some time, in the text format of functions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Snapshot {
    /// The lines before the first block: its type, and the contexts of inlined code.
    pub head: Arc<str>,
    /// The basic blocks, in the order of the text.
    pub blocks: Vec<Block>,
    /// The edges of the control-flow graph: at most one from a block to another.
    pub edges: Vec<SnapshotEdge>,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// The block's name in the text.
    pub name: String,
    /// The block's lines, the first of which is the label. Each ends with a newline.
    pub text: Arc<str>,
    /// How often it is executed for an entry of the function, estimated; 0 if it is unreachable.
    pub frequency: f64,
    /// In how many loops it is.
    pub depth: u32,
    /// Whether it is the header of a loop.
    pub header: bool,
}

/// An edge of the control-flow graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SnapshotEdge {
    /// The block that it leaves, by its place in [`Snapshot::blocks`].
    pub from: u32,
    /// The block that it enters.
    pub to: u32,
    /// In which case it is taken: `true`, `false`, numbers of a table; nothing if it is the only one.
    pub label: String,
    /// Whether it goes back to the header of a loop around its origin.
    pub back: bool,
}

/// How many cases of a jump table the label of an edge names.
const NAMED_CASES: usize = 4;

impl Snapshot {
    /// A function as it is now. What is equal in `before`, an earlier snapshot of the same function, is shared with it.
    pub fn new(module: &Module, function: &Function, before: Option<&Snapshot>) -> Snapshot {
        let text = function.display(module).to_string();
        let text = text.strip_suffix("}\n").unwrap_or(&text);
        let mut parts = parts(text).into_iter();
        let head = parts.next().unwrap_or_default();
        let mut analyses = Analyses::default();
        let (cfg, loops) = (analyses.cfg(function), analyses.loops(function));
        let frequencies = analyses.frequencies(function);
        let known: FxHashMap<&str, &Arc<str>> = before.map_or_else(FxHashMap::default, |before| {
            before.blocks.iter().map(|block| (block.name.as_str(), &block.text)).collect()
        });
        let share = |text: &str, known: Option<&Arc<str>>| match known {
            Some(known) if **known == *text => known.clone(),
            _ => Arc::from(text),
        };
        let mut places = FxHashMap::default();
        let mut blocks = Vec::new();
        for text in parts {
            let name = &text[..text.find(['(', ':']).unwrap_or(0)];
            let Some(block) = name.strip_prefix('b').and_then(|number| number.parse().ok()) else {
                continue;
            };
            let block = invar_ir::Block::from_u32(block);
            places.insert(block, blocks.len() as u32);
            let around = loops.innermost(block).map(|id| &loops.loops[id]);
            blocks.push(Block {
                name: name.to_owned(),
                text: share(text, known.get(name).copied()),
                frequency: frequencies.block(block),
                depth: around.map_or(0, |around| around.depth),
                header: around.is_some_and(|around| around.header == block),
            });
        }
        let head = share(head, before.map(|before| &before.head));
        let edges = edges(function, &cfg, &loops, &places);
        Snapshot { head, blocks, edges }
    }

    /// About how many bytes it takes besides the text that it shares with `before`.
    pub fn own_bytes(&self, before: Option<&Snapshot>) -> usize {
        let known: FxHashSet<_> =
            before.into_iter().flat_map(Snapshot::texts).map(Arc::as_ptr).collect();
        let own = self.texts().filter(|text| !known.contains(&Arc::as_ptr(text)));
        own.map(|text| text.len()).sum::<usize>()
            + self.blocks.len() * size_of::<Block>()
            + self.edges.len() * size_of::<SnapshotEdge>()
    }

    fn texts(&self) -> impl Iterator<Item = &Arc<str>> {
        std::iter::once(&self.head).chain(self.blocks.iter().map(|block| &block.text))
    }
}

/// Splits the text of a function before each line that is not indented, which are its labels.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if at > 0 && !line.starts_with(' ') {
            parts.push(&text[start..at]);
            start = at;
        }
        at += line.len();
    }
    parts.push(&text[start..]);
    parts
}

/// The edges between blocks, by their places.
fn edges(
    function: &Function,
    cfg: &Cfg,
    loops: &LoopForest,
    places: &FxHashMap<invar_ir::Block, u32>,
) -> Vec<SnapshotEdge> {
    let mut edges = Vec::new();
    for (&from, &place) in places {
        let term = &function.blocks[from].term;
        // By target, in the order of the first edge to each.
        let mut cases: Vec<(invar_ir::Block, Vec<String>)> = Vec::new();
        let mut known = FxHashMap::default();
        for (nth, call) in term.targets().enumerate() {
            let at = *known.entry(call.block).or_insert_with(|| {
                cases.push((call.block, Vec::new()));
                cases.len() - 1
            });
            cases[at].1.push(case(term, nth));
        }
        let only = cases.len() == 1;
        for (to, names) in cases {
            let Some(&target) = places.get(&to) else { continue };
            let mut label =
                if only { String::new() } else { names[..names.len().min(NAMED_CASES)].join(", ") };
            if !only && names.len() > NAMED_CASES {
                label += ", …";
            }
            let back = cfg.is_reachable(from)
                && loops
                    .innermost(to)
                    .is_some_and(|id| loops.loops[id].header == to && loops.contains(id, from));
            edges.push(SnapshotEdge { from: place, to: target, label, back });
        }
    }
    edges.sort_by_key(|edge| edge.from);
    edges
}

/// The case in which the n-th edge of a terminator is taken.
fn case(term: &Terminator, nth: usize) -> String {
    match (term, nth) {
        (Terminator::BrIf { .. }, 0) => "true".to_owned(),
        (Terminator::BrIf { .. }, _) => "false".to_owned(),
        (Terminator::BrTable { targets, .. }, _) if nth == targets.len() => "default".to_owned(),
        (Terminator::BrTable { .. }, _) => nth.to_string(),
        (Terminator::BrOn { .. }, 0) => "taken".to_owned(),
        (Terminator::BrOn { .. }, _) => "not taken".to_owned(),
        (Terminator::Invoke { .. }, 0) => "returns".to_owned(),
        (Terminator::Invoke { .. }, _) => "throws".to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::{Body, Op, parse_module};

    const TEXT: &str = r#"module {
        func f0 : (i32) -> (i32) {
        b0(v0: i32):
          jump b1(v0)
        b1(v1: i32):
          v2 = i32.const 1
          v3 = i32.sub v1, v2
          br_table v3, b1(v3), b1(v3), b2
        b2:
          br_if v3, b3, b4
        b3:
          return v3
        b4:
          unreachable
        }
    }"#;

    #[test]
    fn blocks_and_edges_are_those_of_the_function() {
        let mut module = parse_module(TEXT).unwrap();
        let func = module.funcs.keys().next().unwrap();
        let Body::Ssa(mut function) = std::mem::replace(&mut module.funcs[func].body, Body::Import)
        else {
            panic!("it is in SSA form");
        };
        let first = Snapshot::new(&module, &function, None);
        let names: Vec<_> = first.blocks.iter().map(|block| block.name.as_str()).collect();
        assert_eq!(names, ["b0", "b1", "b2", "b3", "b4"]);
        let whole: String = first.blocks.iter().map(|block| &*block.text).collect();
        assert_eq!(format!("{}{whole}}}\n", first.head), function.display(&module).to_string());
        let depths = first.blocks.iter().map(|block| (block.depth, block.header));
        let expected = [(0, false), (1, true), (0, false), (0, false), (0, false)];
        assert_eq!(depths.collect::<Vec<_>>(), expected);
        assert!(first.blocks[1].frequency > 1.0 && first.blocks[4].frequency < 0.1);
        let edges = first.edges.iter();
        let edges: Vec<_> = edges.map(|it| (it.from, it.to, it.label.as_str(), it.back)).collect();
        let expected = [
            (0, 1, "", false),
            (1, 1, "0, 1", true),
            (1, 2, "default", false),
            (2, 3, "true", false),
            (2, 4, "false", false),
        ];
        assert_eq!(edges, expected);

        let constant = function.blocks[invar_ir::Block::from_u32(1)].insts[0];
        function.insts[constant].op = Op::I32Const { value: 2 };
        let second = Snapshot::new(&module, &function, Some(&first));
        let shared = first.blocks.iter().zip(&second.blocks);
        let shared: Vec<_> =
            shared.map(|(one, other)| Arc::ptr_eq(&one.text, &other.text)).collect();
        assert_eq!(shared, [true, false, true, true, true]);
        let structure = size_of_val(&second.blocks[..]) + size_of_val(&second.edges[..]);
        assert_eq!(second.own_bytes(Some(&first)), second.blocks[1].text.len() + structure);
    }
}
