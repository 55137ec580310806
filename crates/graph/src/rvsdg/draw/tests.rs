//! Drawings agree with the graphs that they are made from.

use crate::code_motion::dependences::Standard;
use crate::construct::build;
use crate::{FunctionEnv, Graph, code_motion, redirect};
use invar_analysis::drawing::{Class, Drawing, Drawings};
use invar_analysis::{Fuel, Goals, PassContext, Remarks, Summaries};
use invar_ir::{Body, Func, Function, Module, parse_module};

fn module(blocks: &str) -> Module {
    let text = format!(
        "module {{ ty0 = func (i32, i32, i32) -> (i32)\n memory m0 : i32 1..\n\
         func f0 : ty0 {{\n{blocks}\n}} }}"
    );
    parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn function(module: &Module) -> &Function {
    match &module.funcs[Func::from_u32(0)].body {
        Body::Ssa(function) => function,
        _ => panic!("no body"),
    }
}

/// A graph before and after redirection and code motion, and the remarks on them.
fn changed(blocks: &str) -> ([Graph; 3], Remarks) {
    let module = module(blocks);
    let (goals, summaries, fuel) = (Goals::default(), Summaries::default(), Fuel::unlimited());
    let env = FunctionEnv { module: &module, goals: &goals, summaries: &summaries };
    let mut remarks = Remarks::new(true);
    let built = build(function(&module), &env).expect("it has a graph");
    let mut redirected = built.clone();
    redirect::run(&mut redirected, &Default::default(), &summaries, &fuel, &mut remarks);
    let mut moved = redirected.clone();
    let deps = Standard { env: &env };
    code_motion::run(&mut moved, &deps, &Default::default(), &fuel, &mut remarks);
    ([built, redirected, moved], remarks)
}

/// Edges are between nodes, and each node is in exactly one region.
fn check(drawing: &Drawing) {
    let count = drawing.nodes.len();
    assert!(count <= super::MOST_NODES, "{count} nodes");
    for edge in &drawing.edges {
        assert!((edge.from as usize) < count && (edge.to as usize) < count, "{edge:?}");
    }
    let mut regions = vec![0; count];
    let inside = drawing.nodes.iter().flat_map(|node| &node.regions).map(|region| &region.1);
    for &node in inside.chain([&drawing.root]).flatten() {
        regions[node as usize] += 1;
    }
    assert!(regions.iter().all(|&count| count == 1), "{drawing:#?}");
}

/// The ends and labels of the edges of a class.
fn edges(drawing: &Drawing, class: Class) -> Vec<String> {
    let label = |node: u32| &drawing.nodes[node as usize].label;
    let edges = drawing.edges.iter().filter(|edge| edge.class == class);
    edges.map(|edge| format!("{} -{}-> {}", label(edge.from), edge.label, label(edge.to))).collect()
}

/// Both alternatives hand v1 on.
const HANDED_ON: &str = "b0(v0: i32, v1: i32, v2: i32):\n br_if v0, b1, b2\n\
    b1:\n v3 = i32.add v1, v2\n jump b3(v1, v3)\n b2:\n jump b3(v1, v2)\n\
    b3(v4: i32, v5: i32):\n v6 = i32.sub v4, v5\n return v6";
/// The product is used in one alternative only.
const SUNK: &str = "b0(v0: i32, v1: i32, v2: i32):\n v3 = i32.mul v1, v2\n br_if v0, b1, b2\n\
    b1:\n v4 = i32.clz v3\n jump b3(v4)\n b2:\n jump b3(v1)\n b3(v5: i32):\n return v5";

#[test]
fn the_graph_as_constructed_has_ordinary_edges() {
    let ([built, ..], _) = changed(HANDED_ON);
    let drawing = super::graph(&built, None, "constructed").expect("it is small");
    check(&drawing);
    assert_eq!(drawing.title, "constructed");
    assert_eq!(super::graph(&built, Some(&built), ""), None, "nothing has changed");
    let conditional =
        drawing.nodes.iter().find(|node| node.label == "conditional").expect("a gamma");
    assert_eq!(conditional.regions.len(), 2);
    let plain = edges(&drawing, Class::Plain);
    assert!(plain.contains(&"match -predicate-> conditional".to_string()), "{plain:#?}");
    assert!(plain.contains(&"parameter 1 -0-> results".to_string()), "{plain:#?}");
    assert!(plain.contains(&"conditional -0-> i32.sub".to_string()), "{plain:#?}");
    for class in [Class::Redirected, Class::Removed] {
        assert_eq!(edges(&drawing, class), Vec::<String>::new());
    }
}

#[test]
fn a_redirected_edge_is_drawn_with_the_former_one() {
    let ([built, redirected, _], remarks) = changed(HANDED_ON);
    let drawing = super::graph(&redirected, Some(&built), "redirected").expect("it is small");
    check(&drawing);
    assert_eq!(edges(&drawing, Class::Redirected)[..1], ["parameter 1 --> i32.sub"]);
    assert_eq!(edges(&drawing, Class::Removed)[..1], ["conditional -0-> i32.sub"]);
    let first = &remarks.list()[0];
    assert_eq!(first.what, "redirects a result of a conditional");
    assert_eq!(first.why, "result 0 is parameter 1 in each alternative");
}

#[test]
fn a_moved_node_is_marked() {
    let ([_, redirected, moved], remarks) = changed(SUNK);
    let drawing = super::graph(&moved, Some(&redirected), "moved").expect("it is small");
    check(&drawing);
    let mut marked = drawing.nodes.iter().filter(|node| node.class == Class::Moved);
    let mul = marked.next().expect("a node was moved");
    assert_eq!(mul.label, "i32.mul");
    assert!(mul.detail.contains("moved from the function to alternative 1"), "{}", mul.detail);
    assert_eq!(marked.next(), None);
    assert!(remarks.list().iter().any(|remark| remark.what == "sinks an operator"), "{remarks:?}");
}

/// A long chain before one of these functions.
fn long_before(blocks: &str) -> String {
    let chain = (0..400).map(|n| format!(" v{} = i32.mul v{}, v0\n", n + 11, n + 10));
    let chain: String = chain.collect();
    let rest = blocks.split_once('\n').expect("a line of its own").1;
    let rest = rest.replacen("jump b3(v1, v3)", "v7 = i32.xor v3, v410\n jump b3(v1, v7)", 1);
    format!("b0(v0: i32, v1: i32, v2: i32):\n v10 = i32.clz v0\n{chain}{rest}")
}

#[test]
fn of_a_large_graph_only_changes_are_drawn() {
    let ([built, redirected, _], _) = changed(&long_before(HANDED_ON));
    assert_eq!(super::graph(&built, None, ""), None);
    assert_eq!(super::graph(&built, Some(&built), ""), None, "nothing has changed");
    let drawing = super::graph(&redirected, Some(&built), "redirected").expect("there are changes");
    check(&drawing);
    assert!(drawing.nodes.len() < 20, "{}", drawing.nodes.len());
    assert!(drawing.title.starts_with("redirected (what changed and its operands: "));
    assert!(edges(&drawing, Class::Redirected).contains(&"parameter 1 --> i32.sub".to_string()));
}

#[test]
fn a_result_of_the_function_is_redirected() {
    let blocks = HANDED_ON.replace("return v6", "return v4");
    for blocks in [blocks.clone(), long_before(&blocks)] {
        let ([built, redirected, _], _) = changed(&blocks);
        let drawing = super::graph(&redirected, Some(&built), "").expect("there are changes");
        check(&drawing);
        let redirected = edges(&drawing, Class::Redirected);
        assert!(redirected.contains(&"parameter 1 -0-> return".to_string()), "{redirected:#?}");
    }
}

/// The function after the whole pass, with the drawings and the number of remarks that it made.
fn pass(enabled: bool) -> (String, Vec<Drawing>, usize) {
    let module = module(HANDED_ON);
    let (fuel, summaries) = (Fuel::unlimited(), Summaries::default());
    let mut cx = PassContext::new(&module, Goals::default(), &fuel, &summaries);
    (cx.remarks, cx.drawings) = (Remarks::new(enabled), Drawings::new(enabled));
    let mut function = function(&module).clone();
    crate::pass::run(&mut function, &mut cx, &Default::default());
    (function.display(&module).to_string(), cx.drawings.take(), cx.remarks.list().len())
}

#[test]
fn the_pass_draws_and_remarks_only_if_asked() {
    let (without, drawings, remarks) = pass(false);
    assert_eq!((drawings.len(), remarks), (0, 0));
    let (with, drawings, remarks) = pass(true);
    assert_eq!(without, with, "the function is the same");
    assert!(drawings.len() >= 2 && remarks > 0, "{drawings:#?}");
    drawings.iter().for_each(check);
}
