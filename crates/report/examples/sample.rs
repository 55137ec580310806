//! A page with made-up data, for tests of the page in a browser: `sample [FUNCTIONS] > page.html`.
//!
//! The page has all that a page may show: each class of drawings, a component's second module, functions of each
//! fate, names that look like HTML, source lines, special versions, steps whose text is not shown.

use invar_analysis::drawing::{self, Class, Drawing};
use invar_report::data::{
    BeforeAfter, Block, FileRecord, FunctionFate, FunctionRecord, FunctionText, HistoryRecord,
    NoteRecord, Page, PartRecord, PassRecord, RemarkRecord, Snapshot, SnapshotEdge, StepRecord,
    Texts, Version,
};

const LIFTED: &str = "\
func : ty0 {
b0(v0: i32, v1: i32):
  v2 = i32.const 0                                 @2a
  jump b1(v0, v2)                                  @2c
b1(v3: i32, v4: i32):
  v5 = i32.const 4                                 @30
  v6 = i32.mul v1, v5                              @32
  v7 = i32.add v3, v6                              @33
  v8 = i32.load v7                                 @34
  v9 = i32.add v4, v8                              @37
  v10 = i32.add v3, v5                             @3b
  v11 = i32.lt_u v10, v1                           @3f
  br_if v11, b1(v10, v9), b2                       @40
b2:
  v12 = i32.eqz v9                                 @44
  br_if v12, b3, b4                                @46
b3:
  call f7 v9                                       @49
  trap                                             @4b
b4:
  return v9                                        @4d
";

const MOVED: &str = "\
func : ty0 {
b0(v0: i32, v1: i32):
  v2 = i32.const 0                                 @2a
  v5 = i32.const 4                                 @30
  v6 = i32.mul v1, v5                              @32
  jump b1(v0, v2)                                  @2c
b1(v3: i32, v4: i32):
  v7 = i32.add v3, v6                              @33
  v8 = i32.load v7                                 @34
  v9 = i32.add v4, v8                              @37
  v10 = i32.add v3, v5                             @3b
  v11 = i32.lt_u v10, v1                           @3f
  br_if v11, b1(v10, v9), b2                       @40
b2:
  v12 = i32.eqz v9                                 @44
  br_if v12, b3, b4                                @46
b3:
  call f7 v9                                       @49
  trap                                             @4b
b4:
  return v9                                        @4d
";

const FOLDED: &str = "\
func : ty0 {
b0(v0: i32, v1: i32):
  v2 = i32.const 0                                 @2a
  v5 = i32.const 4                                 @30
  v13 = i32.const 2                                @32
  v6 = i32.shl v1, v13                             @32
  jump b1(v0, v2)                                  @2c
b1(v3: i32, v4: i32):
  v7 = i32.add v3, v6                              @33
  v8 = i32.load v7                                 @34
  v9 = i32.add v4, v8                              @37
  v10 = i32.add v3, v5                             @3b
  v11 = i32.lt_u v10, v1                           @3f
  br_if v11, b1(v10, v9), b4                       @40
b4:
  return v9                                        @4d
";

/// A function in text, with frequencies by block: ten rounds of a loop.
fn snapshot(text: &str) -> Snapshot {
    let (head, rest) = text.split_once('\n').expect("a line");
    let mut parts: Vec<String> = Vec::new();
    for line in rest.lines() {
        match parts.last_mut() {
            Some(part) if line.starts_with(' ') => part.push_str(&format!("{line}\n")),
            _ => parts.push(format!("{line}\n")),
        }
    }
    let name = |part: &str| part.split(['(', ':']).next().unwrap_or_default().to_owned();
    let names: Vec<String> = parts.iter().map(|part| name(part)).collect();
    let blocks = parts.iter().zip(&names).map(|(part, name)| {
        let looped = name == "b1";
        let frequency = match name.as_str() {
            "b1" => 10.0,
            "b3" => 0.004,
            _ => 1.0,
        };
        Block {
            name: name.clone(),
            text: part.as_str().into(),
            frequency,
            depth: looped.into(),
            header: looped,
        }
    });
    let mut edges = Vec::new();
    for (from, part) in parts.iter().enumerate() {
        let end = part.lines().last().unwrap_or_default();
        let targets: Vec<&str> =
            end.split([' ', ',', '(']).filter(|word| names.iter().any(|it| it == word)).collect();
        for (at, target) in targets.iter().enumerate() {
            let to = names.iter().position(|it| it == target).unwrap_or_default();
            let label = if targets.len() == 1 { "" } else { ["true", "false"][at] };
            edges.push(SnapshotEdge {
                from: from as u32,
                to: to as u32,
                label: label.into(),
                back: to <= from,
            });
        }
    }
    Snapshot { head: format!("{head}\n").into(), blocks: blocks.collect(), edges }
}

/// A region graph: a loop with a conditional inside, and each class of nodes and edges.
fn regions() -> Drawing {
    let node = |label: &str, class, regions: &[(&str, &[u32])]| drawing::DrawingNode {
        label: label.into(),
        detail: format!("{label}: where it is used, and why it is <here>"),
        class,
        regions: regions.iter().map(|(title, nodes)| ((*title).into(), nodes.to_vec())).collect(),
    };
    let edge = |from, to, class, label: &str| drawing::DrawingEdge {
        from,
        to,
        label: label.into(),
        class,
    };
    Drawing {
        pass: "graph",
        title: "Region graph: two values redirected, one operator moved".into(),
        nodes: vec![
            node("arguments", Class::Plain, &[]),
            node("loop", Class::Plain, &[("body", &[2, 3, 4, 7])]),
            node("variable v3", Class::Plain, &[]),
            node("if v11", Class::Marked, &[("then", &[5]), ("else", &[6])]),
            node("i32.add v3, v6", Class::Plain, &[]),
            node("i32.load v7", Class::State, &[]),
            node("trap", Class::Cold, &[]),
            node("i32.add v3, v5", Class::Removed, &[]),
            node("i32.mul v1, v5", Class::Moved, &[]),
            node("i32.const 4", Class::Redirected, &[]),
            node("results", Class::Plain, &[]),
        ],
        root: vec![0, 1, 8, 9, 10],
        edges: vec![
            edge(0, 8, Class::Plain, "v1"),
            edge(9, 8, Class::Plain, ""),
            edge(0, 2, Class::Plain, "v0"),
            edge(8, 4, Class::Moved, "v6"),
            edge(2, 4, Class::Plain, "v3"),
            edge(4, 5, Class::Plain, "v7"),
            edge(0, 5, Class::State, "state"),
            edge(2, 7, Class::Removed, ""),
            edge(9, 3, Class::Redirected, "v5"),
            edge(5, 6, Class::Cold, ""),
            edge(4, 2, Class::Back, "next round"),
            edge(3, 10, Class::Marked, "v9"),
            edge(1, 10, Class::Plain, ""),
        ],
    }
}

/// The life of a counted reference.
fn ownership() -> Drawing {
    let node = |label: &str, class| drawing::DrawingNode {
        label: label.into(),
        class,
        ..Default::default()
    };
    let edge = |from, to| drawing::DrawingEdge { from, to, ..Default::default() };
    Drawing {
        pass: "arc",
        title: "Ownership of v4".into(),
        nodes: vec![
            node("b0: retain v4", Class::Removed),
            node("b1: call f7 v4", Class::Marked),
            node("b1: release v4", Class::Removed),
        ],
        root: vec![0, 1, 2],
        edges: vec![edge(0, 1), edge(1, 2)],
    }
}

fn history() -> HistoryRecord {
    let step = |pass: &str, phase: &str, counters: &[(&str, u64)], text: &str| StepRecord {
        pass: pass.into(),
        phase: phase.into(),
        counters: counters.iter().map(|&(name, count)| (name.into(), count)).collect(),
        after: snapshot(text),
        drawings: Vec::new(),
    };
    let mut graph = step("graph", "loops", &[("redirected", 2), ("hoisted", 1)], MOVED);
    graph.drawings = vec![regions(), ownership()];
    let mut large = step("sink", "late", &[("moved", 1)], MOVED);
    large.after = Snapshot::default();
    let fold = step("fold", "late", &[("mul to shl", 1), ("br_if folded", 1)], FOLDED);
    HistoryRecord { first: snapshot(LIFTED), steps: vec![graph, large, fold] }
}

/// A function of so many blocks that its graph is not placed.
fn large() -> HistoryRecord {
    let mut text = String::from("func : ty0 {\n");
    for block in 0..400 {
        let next = block + 1;
        let line = match block {
            399 => "return".to_string(),
            _ if block % 4 == 3 => format!("br_if v0, b{}, b{next}", block - 2),
            _ => format!("jump b{next}"),
        };
        let parameter = if block == 0 { "(v0: i32)" } else { "" };
        text.push_str(&format!("b{block}{parameter}:\n  {line}    @{:x}\n", 0x100 + block));
    }
    let mut after = snapshot(&text);
    let first = after.clone();
    after.blocks[7].text = "b7:\n  jump b8    @107\n".into();
    after.edges.retain(|edge| (edge.from, edge.to) != (7, 5));
    let step =
        StepRecord { pass: "fold".into(), phase: "late".into(), after, ..StepRecord::default() };
    HistoryRecord { first, steps: vec![step] }
}

fn remarks() -> Vec<RemarkRecord> {
    let remark =
        |function, pass: &str, applied, offset, line: Option<&str>, what: &str, why: &str| {
            RemarkRecord {
                function,
                pass: pass.into(),
                applied,
                offset,
                line: line.map(Into::into),
                what: what.into(),
                why: why.into(),
            }
        };
    vec![
        remark(
            0,
            "graph",
            true,
            0x32,
            Some("sum.c:12"),
            "moved out of the loop",
            "v1 and v5 do not change in it",
        ),
        remark(
            0,
            "graph",
            false,
            0x34,
            Some("sum.c:13"),
            "not moved out of the loop",
            "memory may be written",
        ),
        remark(0, "fold", true, 0x46, Some("sum.c:17"), "branch decided", "v9 is <never> zero"),
        remark(0, "fold", false, 0, None, "not all folded", "no fuel left"),
        remark(1, "inline", false, 0x99, None, "call not inlined", "too large"),
    ]
}

fn page(count: u32) -> Page {
    let fates = |index| match index % 11 {
        3 => FunctionFate::Kept,
        4 => FunctionFate::Removed,
        5 => FunctionFate::Merged(0),
        6 => FunctionFate::Copied("it has a <table> of too many targets".into()),
        7 if index == 7 => FunctionFate::Failed("not valid".into()),
        _ => FunctionFate::Rewritten,
    };
    let functions = (0..count).map(|index| {
        // Sizes as in a real module: few large functions, many small ones.
        let bytes = 40 + 4_000_000 / (u64::from(index) * 7 + 50) + u64::from(index * 37 % 101);
        let after = match fates(index) {
            FunctionFate::Removed | FunctionFate::Merged(_) => None,
            FunctionFate::Kept | FunctionFate::Copied(_) | FunctionFate::Failed(_) => Some(bytes),
            FunctionFate::Rewritten | FunctionFate::Added => {
                Some(bytes * u64::from(60 + index * 13 % 50) / 100)
            }
        };
        let name = match index {
            0 => "sum".into(),
            1 => "</script><b>\"quoted\" & 'named'</b>".into(),
            _ => format!("core::iter::Adapter{}<T>::next{index}", index % 17),
        };
        FunctionRecord {
            index: index + 2,
            name,
            module: u32::from(index % 29 == 28),
            package: if index < 2 { String::new() } else { "core".into() },
            namespace: match index {
                0 | 1 => String::new(),
                _ => format!("core::iter::Adapter{}", index % 17),
            },
            file: if index < 3 { Some(index % 2) } else { None },
            bytes: BeforeAfter { before: Some(bytes), after },
            operators: BeforeAfter { before: Some(bytes / 2), after: after.map(|it| it / 2) },
            time: BeforeAfter {
                before: Some(bytes as f64 / 3.0),
                after: after.map(|it| it as f64 / 4.0),
            },
            fate: fates(index),
            note: String::new(),
            inlined: if index == 0 { vec![(2, 3), (8, 1)] } else { Vec::new() },
            changes: if index == 0 { 9999 } else { u64::from(index * 31 % 97) },
            history: match index {
                0 => Some(history()),
                2 => Some(large()),
                _ => None,
            },
            asked: index == 0,
        }
    });
    let functions: Vec<FunctionRecord> = functions.collect();
    let counters =
        |list: &[(&str, u64)]| list.iter().map(|&(name, count)| (name.into(), count)).collect();
    let pass = |name: &str, doc: &str, runs, time_ms, list: &[(&str, u64)]| PassRecord {
        name: name.into(),
        doc: doc.into(),
        runs,
        time_ms,
        counters: counters(list),
    };
    let note = |offset, what: &str, times| NoteRecord {
        offset,
        line: Some("eval.c:40".into()),
        what: what.into(),
        times,
    };
    let version = |name: &str, made: bool| Version {
        name: name.into(),
        function: made.then_some(2),
        made,
        insts: BeforeAfter { before: Some(900), after: made.then_some(240) },
        time_ms: 1.75,
        counters: counters(&[
            ("versions of blocks", 41),
            ("decided branches", 17),
            ("kept variables", 3),
        ]),
        notes: vec![note(0x120, "the program counter is not constant", 2)],
        drawing: made.then(|| Drawing {
            pass: "specialize",
            title: "Versions of the blocks of `eval`".into(),
            nodes: ["b0", "b3 v7=0", "b3 v7=1"]
                .map(|label| drawing::DrawingNode { label: label.into(), ..Default::default() })
                .into(),
            edges: vec![
                drawing::DrawingEdge { from: 0, to: 1, ..Default::default() },
                drawing::DrawingEdge { from: 1, to: 2, ..Default::default() },
            ],
            ..Default::default()
        }),
    };
    Page {
        title: "sample.wasm".into(),
        command: "invar opt sample.wasm -O3 --report report.html".into(),
        version: "0.1.0".into(),
        bytes: BeforeAfter { before: Some(210_345), after: Some(171_002) },
        code_bytes: BeforeAfter { before: Some(180_112), after: Some(141_733) },
        parts: parts(),
        files: files(),
        time_ms: 312.4,
        notes: vec!["2 functions were copied as they were: a <table> of too many targets".into()],
        passes: vec![
            pass(
                "graph",
                "Redirects values and moves operators in the region graph.",
                12,
                88.2,
                &[("redirected", 2), ("hoisted", 1)],
            ),
            pass("fold", "Applies the rewrite rules.", 60, 12.5, &[("mul to shl", 1)]),
            pass(
                "inline",
                "Replaces calls by the bodies of what they call.",
                3,
                30.0,
                &[("calls", 4)],
            ),
        ],
        functions,
        lines: vec![(0x2a, "sum.c:9".into()), (0x32, "sum.c:12".into()), (0x34, "sum.c:13".into())],
        remarks: remarks(),
        versions: vec![
            version("eval(program 0x1200)", true),
            version("eval(program 0x1300)", false),
        ],
    }
}

fn parts() -> Vec<PartRecord> {
    let part = |name: &str, before, after| PartRecord {
        name: name.into(),
        count: BeforeAfter { before: Some(1), after: Some(1) },
        bytes: BeforeAfter { before: Some(before), after: Some(after) },
    };
    vec![
        part("Function bodies", 179_012, 140_700),
        part("Data segments", 29_333, 29_302),
        part("Custom section \"<producers>\"", 2_000, 1_000),
    ]
}

/// Two files, of which one has a text.
fn files() -> Vec<FileRecord> {
    let text: String = (1..60).map(|line| format!("  line({line}); // <b>\n")).collect();
    vec![
        FileRecord {
            name: "/home/user/src/sum.c".into(),
            text: Some(text),
            lines: vec![(9, 4, 4), (12, 30, 8), (13, 3, 0)],
        },
        FileRecord { name: "/home/user/lib/other.c".into(), text: None, lines: vec![(7, 80, 90)] },
    ]
}

const BEFORE: &str = "\
(func $sum (;2;) (type 0) (param i32 i32) (result i32)
  (local i32 i32)
  loop
    local.get 0                                    @30
    local.get 1                                    @32
    i32.const 4                                    @32
    i32.mul                                        @32
    i32.add                                        @33
    br_if 0                                        @40
  end
  local.get 2                                      @4d
";

const AFTER: &str = "\
(func $sum (;2;) (type 0) (param i32 i32) (result i32)
  (local i32)
  local.get 1                                      @32
  i32.const 2                                      @32
  i32.shl                                          @32
  local.set 1
  loop
    local.get 0                                    @30
    i32.add                                        @33
    br_if 0                                        @40
  end
  local.get 2                                      @4d
";

/// The texts of some functions.
struct SampleTexts;

impl Texts for SampleTexts {
    fn of(&self, place: usize) -> Option<FunctionText> {
        let after = (place != 4).then(|| AFTER.into());
        (place % 5 != 1).then(|| FunctionText {
            before: Some(BEFORE.into()),
            after,
            lines: vec![(0x32, "sum.c:12".into()), (0x33, "sum.c:13".into())],
            source: if place > 3 {
                Vec::new()
            } else {
                vec![(0, 12, 30, 8), (0, 13, 3, 0), (1, 7, 2, 2)]
            },
        })
    }
}

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(150);
    print!("{}", invar_report::render(page(count), &SampleTexts));
}
