//! Random graphs against the definitions, budgets, sizes, and annotations as imports.

use crate::analysis::choices::branch_on_all_choices;
use crate::analysis::conditions::{Branches, CAP, PathCondition, mutually_exclusive};
use crate::analysis::lazy::{earliest_edges, is_earliest_edge};
use crate::analysis::merges::looplazy;
use crate::analysis::run_time_constants::{BindingState, Merge};
use crate::analysis::split::{Node, SplitGraph, as_block, kconst, leaves};
use crate::analysis::variables::Variables;
use crate::annotations::{annotation_of, check_imports, op_of_import, raise_all};
use crate::{Config, Refusal, analyze};
use invar_analysis::PostDominators;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Body, Caching, Cfg, Edge, Func, Function, Laziness, Module, Op};
use invar_ir::{parse_verified, verify_module};
use std::fmt::Write;

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }
}

fn module(body: &str) -> Module {
    let text = format!("module {{\n memory m0 : i32 1..\n{body}}}\n");
    parse_verified(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn first(module: &Module) -> &Function {
    match &module.funcs[Func::from_u32(0)].body {
        Body::Ssa(f) => f,
        _ => panic!("it is in SSA form"),
    }
}

/// A random function of annotations of its parameters, arithmetic on them, and branches.
fn random(rng: &mut Rng) -> Module {
    let blocks = 3 + rng.below(12);
    let mut text = String::from("  func f0 : (i32, i32, i32, i32) -> () {\n");
    let mut next = 4;
    for n in 0..blocks {
        let params = "(v0: i32, v1: i32, v2: i32, v3: i32)";
        writeln!(text, "  b{n}{}:", if n == 0 { params } else { "" }).unwrap();
        let mut known = vec![0, 1, 2, 3];
        for _ in 0..rng.below(5) {
            let (a, b) = (known[rng.below(known.len())], known[rng.below(known.len())]);
            let op = match rng.below(7) {
                // A single policy for each parameter.
                0 | 1 => {
                    let policy = ["cache lazy", "cache looplazy", "replicate eager", "cache1 lazy"];
                    let of = rng.below(4);
                    format!("keep_const {} v{of}", policy[of])
                }
                2 => format!("is_const cache v{}", rng.below(4)),
                3 if rng.below(4) == 0 => format!("leave v{}", rng.below(4)),
                3 => format!("unkeep_const v{}", rng.below(4)),
                4 => format!("select v{a}, v{b}, v{}", rng.below(4)),
                _ => format!("i32.add v{a}, v{b}"),
            };
            writeln!(text, "    v{next} = {op}").unwrap();
            known.push(next);
            next += 1;
        }
        let condition = known[rng.below(known.len())];
        let mut target = || 1 + rng.below(blocks - 1);
        let (a, b, c) = (target(), target(), target());
        match (a + b + n) % 5 {
            0 => writeln!(text, "    return"),
            1 => writeln!(text, "    jump b{a}"),
            2 => writeln!(text, "    br_table v{condition}, b{a}, b{b}, b{c}"),
            _ => writeln!(text, "    br_if v{condition}, b{a}, b{b}"),
        }
        .unwrap();
    }
    text.push_str("  }\n");
    module(&text)
}

#[test]
fn a_node_keeps_what_each_predecessor_keeps_at_its_end() {
    for seed in 1..400 {
        let module = random(&mut Rng(seed * 7919));
        let f = first(&module);
        let cfg = Cfg::new(f);
        let vars = Variables::new(f, &cfg).expect("one policy each");
        let graph = SplitGraph::new(f, &cfg, &vars, &Config::default()).expect("it is small");
        let at_end = |node: Node| {
            let mut set = graph.kept(node).clone();
            let insts = &f.blocks[graph.nodes[node].block].insts;
            insts.iter().for_each(|&inst| kconst(f, &vars, inst, &mut set));
            set
        };
        for node in graph.nodes.keys() {
            for (from, nth) in graph.preds(node) {
                assert_eq!(&at_end(from), graph.kept(node), "seed {seed}: {node}");
                let block = cfg.target(graph.edge(from, nth));
                assert_eq!(block, graph.nodes[node].block);
            }
            assert!(node == graph.entry() || graph.preds(node).len() > 0);
        }
        for &block in &cfg.rpo {
            let copies = graph.copies(block);
            // Behind `leave` nothing is specialized.
            let goes_on = |edge: Edge| !graph.copies(edge.from).is_empty() && !leaves(f, edge.from);
            let is_reached = block == f.entry || cfg.reachable_preds(block).any(goes_on);
            assert_eq!(!copies.is_empty(), is_reached, "seed {seed}: {block}");
            for (n, &a) in copies.iter().enumerate() {
                assert!(copies[..n].iter().all(|&b| graph.kept(a) != graph.kept(b)));
            }
        }
    }
}

#[test]
fn all_earliest_edges_at_once_are_those_of_each_merge() {
    for seed in 1..400 {
        let rng = &mut Rng(seed * 104_729);
        let module = random(rng);
        let f = first(&module);
        let cfg = Cfg::new(f);
        let vars = Variables::new(f, &cfg).expect("one policy each");
        let graph = SplitGraph::new(f, &cfg, &vars, &Config::default()).expect("it is small");
        let post = PostDominators::new(&graph.shape, &graph.cfg);
        let lazy: Vec<bool> = graph.nodes.keys().map(|_| rng.below(3) == 0).collect();
        let found = earliest_edges(&graph, &post, |node| lazy[node.index()]);
        for from in graph.nodes.keys() {
            for edge in graph.cfg.out_edges(as_block(from)) {
                let expected = graph
                    .nodes
                    .keys()
                    .any(|node| lazy[node.index()] && is_earliest_edge(&graph, &post, node, edge));
                let is = found.iter().any(|(other, _)| *other == edge);
                assert_eq!(is, expected, "seed {seed}: {edge:?}");
            }
        }
    }
}

/// Properties of any correct result: each rule, checked at each place.
#[test]
fn results_satisfy_their_equations() {
    for seed in 1..400 {
        let module = random(&mut Rng(seed * 15_485_863));
        let f = first(&module);
        let analysis = analyze(f, &module, &Config::default()).expect("it is small");
        let (graph, rtc) = (&analysis.graph, &analysis.rtc);
        for node in graph.nodes.keys() {
            let preds: Vec<Node> = graph.preds(node).map(|(from, _)| from).collect();
            let states: Vec<&BindingState> = preds.iter().map(|&from| rtc.exit(from)).collect();
            let entry = rtc.entry(node);
            for number in entry.constant.iter() {
                assert!(!entry.dynamic.contains(number), "seed {seed}: {node}");
                let know = states.iter().filter(|state| state.constant.contains(number)).count();
                match rtc.merge(node) {
                    Merge::Dynamic => assert_eq!(know, states.len()),
                    _ => assert!(know > 0),
                }
            }
            if rtc.merge(node) == Merge::Static {
                assert!(preds.iter().all(|&from| {
                    let known = |branches| !rtc.condition(branches, from).outcomes().is_empty();
                    rtc.is_static_branch(from) || Branches::ALL.into_iter().any(known)
                }));
            }
            // A variable in a key is known, and its laziness is decided where something is kept.
            let mut last = analysis.keys.entry(node).clone();
            analysis.walk(f, node, |point| last = point.key.clone());
            assert!(last.iter().all(|var| var < analysis.vars.list.len()));
            let policy = analysis.merges.policy(node);
            assert!(policy.is_none_or(|policy| policy.laziness != Laziness::LoopLazy));
            let keeps = !graph.kept(node).is_empty();
            assert!(!keeps || policy.is_some() == (rtc.merge(node) == Merge::Dynamic));
            assert!(policy.is_none() || rtc.merge(node) == Merge::Dynamic);
        }
        let _ = analysis.display(f, &module).to_string();
    }
}

/// A function that, one after another, keeps each of its parameters on one of two paths.
fn diamonds(count: usize) -> Module {
    let params: Vec<String> = (0..=count).map(|n| format!("v{n}: i32")).collect();
    let types = vec!["i32"; count + 1].join(", ");
    let mut text = format!("  func f0 : ({types}) -> () {{\n");
    for n in 0..count {
        let head = if n == 0 { format!("({})", params.join(", ")) } else { String::new() };
        let (this, way, next) = (2 * n, 2 * n + 1, 2 * n + 2);
        writeln!(text, "  b{this}{head}:\n    br_if v{count}, b{way}, b{next}").unwrap();
        let kept = count + 1 + n;
        writeln!(text, "  b{way}:\n    v{kept} = keep_const cache lazy v{n}\n    jump b{next}")
            .unwrap();
    }
    writeln!(text, "  b{}:\n    return\n  }}", 2 * count).unwrap();
    module(&text)
}

#[test]
fn splitting_is_exponential_at_worst_and_has_a_budget() {
    let module = diamonds(4);
    let analysis = analyze(first(&module), &module, &Config::default()).expect("it fits");
    let last = analysis.graph.nodes.values().last().expect("a node").block;
    assert_eq!(analysis.graph.copies(last).len(), 16);
    let module = diamonds(20);
    let refused = analyze(first(&module), &module, &Config::default()).expect_err("2^20 sets");
    let text = refused.display(first(&module), &module).to_string();
    assert!(text.contains("copies of blocks") && text.contains("stays generic"), "{text}");
}

#[test]
fn each_budget_ends_in_a_refusal() {
    let module = diamonds(3);
    let f = first(&module);
    let refused = |config: Config| match analyze(f, &module, &config) {
        Err(Refusal::Budget { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    let config = Config::default();
    assert!(refused(Config { split_factor: 0, split_more: 3, ..config }).contains("copies"));
    assert!(refused(Config { bits: 1, ..config }).contains("bits"));
    assert!(refused(Config { visits: 0, ..config }).contains("visits"));
}

#[test]
fn a_long_function_of_candidates_only_stays_generic() {
    let blocks = 100_000;
    let mut text = String::from("  func f0 : (i32) -> (i32) {\n  b0(v0: i32):\n");
    text.push_str("    v1 = keep_const cache looplazy v0\n    jump b1(v1)\n");
    for n in 1..blocks {
        let (value, sum, next) = (2 * n, 2 * n + 1, n + 1);
        writeln!(text, "  b{n}(v{value}: i32):\n    v{sum} = i32.add v{value}, v0").unwrap();
        writeln!(text, "    br_if v{sum}, b{next}(v{sum}), b{n}(v{value})").unwrap();
    }
    writeln!(text, "  b{blocks}(v{}: i32):\n    return v1\n  }}", 2 * blocks).unwrap();
    let module = module(&text);
    // All values of the chain are candidates; sets of them for all blocks would not fit.
    let refused = analyze(first(&module), &module, &Config::default()).expect_err("too many bits");
    assert!(matches!(refused, Refusal::Budget { .. }));
}

#[test]
fn a_long_function_with_few_candidates_is_analyzed() {
    let blocks = 20_000;
    let mut text = String::from("  func f0 : (i32, i32) -> (i32) {\n  b0(v0: i32, v1: i32):\n");
    text.push_str("    v2 = keep_const cache looplazy v0\n    jump b1\n");
    for n in 1..blocks {
        writeln!(text, "  b{n}:\n    v{} = i32.load v1", n + 2).unwrap();
        writeln!(text, "    br_if v{}, b{}, b{n}", n + 2, n + 1).unwrap();
    }
    writeln!(text, "  b{blocks}:\n    return v2\n  }}").unwrap();
    let module = module(&text);
    let analysis = analyze(first(&module), &module, &Config::default()).expect("it fits");
    let heads = analysis.graph.nodes.keys().filter(|&node| analysis.graph.is_loop_head(node));
    assert_eq!(heads.count(), blocks - 1);
}

#[test]
fn looplazy_is_decided_by_loop_heads() {
    use Laziness::{Eager, Lazy, LoopLazy};
    for (asked, head, laziness) in [
        (LoopLazy, true, Lazy),
        (LoopLazy, false, Eager),
        (Lazy, true, Lazy),
        (Lazy, false, Lazy),
        (Eager, true, Eager),
        (Eager, false, Eager),
    ] {
        assert_eq!(looplazy(asked, head), laziness);
    }
    assert!(Lazy < LoopLazy && LoopLazy < Eager);
    use Caching::{Cache, Cache1, Replicate, Unchecked};
    assert!(Replicate < Cache && Cache < Cache1 && Cache1 < Unchecked);
}

/// More static branches in a row than a condition holds; each merges at once, or all at the end.
fn branches(count: usize) -> Module {
    let mut text = String::from("  func f0 : (i32) -> (i32) {\n");
    for n in 0..count {
        if n == 0 {
            writeln!(text, "  b0(v0: i32):\n    v1 = is_const cache v0").unwrap();
        } else {
            writeln!(text, "  b{n}:").unwrap();
        }
        writeln!(text, "    br_if v1, b{}, b{count}(v1)", n + 1).unwrap();
    }
    writeln!(text, "  b{count}(v2: i32):\n    return v2\n  }}").unwrap();
    let last = format!("b{}, b{count}(v1)", count);
    module(&text.replace(&last, &format!("b{count}(v1), b{count}(v1)")))
}

#[test]
fn a_condition_past_its_cap_makes_a_merge_dynamic() {
    let merge = |count: usize| {
        let module = branches(count);
        let analysis = analyze(first(&module), &module, &Config::default()).expect("it fits");
        let last = analysis.graph.nodes.keys().next_back().expect("a node");
        analysis.rtc.merge(last)
    };
    assert_eq!(merge(CAP - 1), Merge::Static);
    assert_eq!(merge(CAP + 2), Merge::Dynamic);
}

#[test]
fn no_condition_excludes_the_empty_one() {
    let empty = PathCondition::default();
    assert!(!mutually_exclusive(&[empty.clone(), empty.clone()]));
    assert!(mutually_exclusive(std::slice::from_ref(&empty)));
    assert!(!mutually_exclusive(&vec![empty; 100]));
}

const IMPORTS: &str = r#"module {
  import f0 "invar" "keep_const.cache.lazy" : (i32) -> (i32)
  import f1 "invar" "is_const.unchecked" : (f64) -> (f64)
  import f2 "invar" "promise_transitive" : (i32, i32) -> (i32)
  import f3 "invar" "unkeep_const" : (i32) -> (i32)
  import f4 "invar" "keep_const.cache.lazy" : (i64) -> (i64)
  import f5 "env" "keep_const.cache.lazy" : (i32) -> (i32)
  import f6 "invar" "promise_pure" : (i32) -> (i32)
  memory m0 : i32 1..
  func f7 : (i32, f64, i64) -> (i32) {
  b0(v0: i32, v1: f64, v2: i64):
    v3 = call f2 v0, v0
    v4 = call f0 v3
    v5 = call f1 v1
    v6 = call f4 v2
    v7 = call f5 v4
    v8 = call f3 v4
    v9 = call f6 v7
    v10 = i32.add v8, v9
    return v10
  }
}"#;

#[test]
fn imports_become_annotations_and_go() {
    let mut module = parse_verified(IMPORTS).expect("it parses");
    assert_eq!(check_imports(&module), Vec::<String>::new());
    let stats = raise_all(&mut module);
    assert_eq!((stats.raised, stats.stripped), (6, 0));
    verify_module(&module).expect("it is as it should be");
    let text = module.to_string();
    for line in [
        "v3 = promise_transitive m0 v0, v0",
        "v4 = keep_const cache lazy v3",
        "v5 = is_const unchecked v1",
        "v6 = keep_const cache lazy v2",
        "v7 = call f5 v4",
        "v8 = unkeep_const v4",
        "v9 = promise_pure v7",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let Body::Ssa(f) = &mut module.funcs[Func::from_u32(7)].body else { panic!("SSA form") };
    assert_eq!(f.strip_annotations(), 6);
    verify_module(&module).expect("it is as it should be");
    let text = module.to_string();
    assert!(text.contains("v7 = call f5 v0") && text.contains("v10 = i32.add v0, v7"), "{text}");
}

#[test]
fn an_import_that_is_no_annotation_is_an_error() {
    for (import, error) in [
        (r#""invar" "keep_const" : (i32) -> (i32)"#, Some("no annotation `keep_const`")),
        (r#""invar" "keep_const.lazy.cache" : (i32) -> (i32)"#, Some("no annotation")),
        (r#""invar" "is_const.cache.lazy" : (i32) -> (i32)"#, Some("no annotation")),
        (r#""invar" "keep_const.cache.lazy" : (i32) -> (i64)"#, Some("has another type")),
        (r#""invar" "unkeep_const" : (i32)"#, Some("has another type")),
        (r#""invar" "unkeep_const" : (externref) -> (externref)"#, Some("has another type")),
        (r#""invar" "promise_const" : (i64, i64) -> (i64)"#, Some("has another type")),
        (r#""invar" "promise_pure" : (v128) -> (v128)"#, None),
        (r#""env" "keep_const" : (i32) -> (i32)"#, None),
    ] {
        let import = if import.contains("->") { import.into() } else { format!("{import} -> ()") };
        let text = format!("module {{\n import f0 {import}\n memory m0 : i32 1..\n}}");
        let module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let errors = check_imports(&module);
        assert_eq!(errors.len(), usize::from(error.is_some()), "{import}: {errors:?}");
        assert!(errors.iter().all(|found| found.contains(error.unwrap_or_default())), "{errors:?}");
        if import.contains("invar") {
            assert_eq!(annotation_of(&module, Func::from_u32(0)).is_none(), error.is_some());
        }
    }
}

#[test]
fn each_policy_has_an_import() {
    let mut seen = Vec::new();
    for caching in ["replicate", "cache", "cache1", "unchecked"] {
        for laziness in ["lazy", "looplazy", "eager"] {
            let op = op_of_import(&format!("keep_const.{caching}.{laziness}")).expect("it exists");
            let text = invar_ir::display_op(&op).to_string();
            assert_eq!(text, format!("keep_const {caching} {laziness}"));
            seen.push(op);
        }
        let op = op_of_import(&format!("is_const.{caching}")).expect("it exists");
        assert_eq!(invar_ir::display_op(&op).to_string(), format!("is_const {caching}"));
    }
    assert_eq!(seen.len(), 12);
    assert_eq!(op_of_import("unkeep_const"), Some(Op::UnkeepConst));
    assert_eq!(op_of_import("leave"), Some(Op::Leave));
}

#[test]
fn numbers_of_candidates_lead_back_to_values() {
    let module = random(&mut Rng(77));
    let f = first(&module);
    let analysis = analyze(f, &module, &Config::default()).expect("it is small");
    let mut seen: SecondaryMap<invar_ir::Value, bool> = SecondaryMap::new();
    for (n, &value) in analysis.derived.candidates().iter().enumerate() {
        assert_eq!(analysis.derived.number(value), Some(n));
        assert!(!std::mem::replace(&mut seen[value], true));
    }
}

/// The interpreter of the specification as a compiler leaves it: `pc` is a load at a chosen address.
const CHOICES: &str = "
  func f0 : (i32, i32) -> (i32) {
  b0(v0: i32, v1: i32):
    v2 = i32.const 1024
    v3 = is_const cache v0
    v4 = promise_const m0 v3, v2
    v5 = i32.const 0
    v6 = keep_const cache lazy v5
    jump b1(v6)
  b1(v7: i32):
    v8 = i32.add v4, v7
    v9 = i32.load8_u v8
    v10 = i32.const 1
    v11 = i32.const 2
    v12 = select v10, v11, v1
    br_if v9, b2, b3
  b2:
    v13 = i32.add v8, v12
    v14 = i32.load8_u v13
    jump b1(v14)
  b3:
    v15 = i32.add v12, v7
    return v15
  }
";

#[test]
fn a_choice_between_known_values_is_a_branch() {
    let mut module = module(CHOICES);
    let promotions = |module: &Module| {
        let f = first(module);
        let analysis = analyze(f, module, &Config::default()).expect("it is small");
        let mut in_b2 = 0;
        for node in analysis.graph.nodes.keys() {
            // The first block starts the region: its promotion is meant.
            if analysis.graph.nodes[node].block != f.entry {
                analysis.walk(f, node, |point| in_b2 += usize::from(point.promotion.is_some()));
                let code = analysis.code(f);
                in_b2 += analysis.rtc.edge_promotions(&code, &analysis.graph, node).len();
            }
        }
        in_b2
    };
    assert_eq!(promotions(&module), 1);
    assert_eq!(branch_on_all_choices(&mut module), 1);
    verify_module(&module).expect("it is as it should be");
    assert_eq!(promotions(&module), 0);
    let text = module.to_string();
    for line in [
        "br_if v1, b5, b6",
        "v18 = i32.and v10, v10",
        "keep_const cache lazy v18",
        "unkeep_const v16",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    // The use that feeds nothing keeps the `select`.
    assert!(text.contains("v15 = i32.add v12, v7"), "{text}");
    assert_eq!(branch_on_all_choices(&mut module), 0);
}

#[test]
fn a_choice_passed_on_as_the_variable_is_a_branch() {
    let mut module = module(
        "  func f0 : (i32, i32) -> (i32) {
  b0(v0: i32, v1: i32):
    v2 = keep_const cache lazy v0
    jump b1(v2)
  b1(v3: i32):
    v4 = i32.const 1
    v5 = i32.add v3, v4
    v6 = select v4, v5, v1
    br_if v3, b1(v6), b2
  b2:
    return v5
  }
",
    );
    assert_eq!(branch_on_all_choices(&mut module), 1);
    verify_module(&module).expect("it is as it should be");
    let f = first(&module);
    let analysis = analyze(f, &module, &Config::default()).expect("it is small");
    let text = analysis.display(f, &module).to_string();
    assert!(text.contains("br_if v1, b3(v4), b3(v5)"), "{text}");
    assert_eq!(text.matches("promotion").count(), 1, "{text}");
}

#[test]
fn other_choices_stay() {
    for (select, why) in [
        ("select v4, v5, v3", "the condition is known"),
        ("select v1, v5, v1", "a value is not known"),
        ("select v5, v1, v5", "a value is not known"),
    ] {
        let mut module = module(&format!(
            "  func f0 : (i32, i32) -> (i32) {{
  b0(v0: i32, v1: i32):
    v2 = keep_const cache lazy v0
    jump b1(v2)
  b1(v3: i32):
    v4 = i32.const 1
    v5 = i32.add v3, v4
    v6 = {select}
    br_if v3, b1(v6), b2
  b2:
    return v5
  }}
"
        ));
        assert_eq!(branch_on_all_choices(&mut module), 0, "{why}");
    }
}

#[test]
fn choices_in_random_functions_leave_them_whole() {
    for seed in 1..200 {
        let mut module = random(&mut Rng(seed * 6_700_417));
        branch_on_all_choices(&mut module);
        verify_module(&module).expect("it is as it should be");
    }
}
