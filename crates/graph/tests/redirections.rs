//! The checker accepts correct redirections, and rejects those that a test makes wrong on purpose.

use invar_analysis::{Counters, Fuel, Goals, Remarks, Summaries, Summary};
use invar_graph::construct::build;
use invar_graph::nodes::dead::remove_dead;
use invar_graph::redirect::{self, Redirected, RedirectionKind, roles};
use invar_graph::{FunctionEnv, Graph, Kind, Node, Output, Ty, verify};
use invar_ir::{Body, Func, Op, parse_module};
use invar_validate::graphs::{Checked, GraphSetting, Way, confirm, same};

const AROUND: &str = "
    import f0 \"\" \"same\" : (i32) -> (i32)
    import f1 \"\" \"other\" : (i32, i32) -> (i32)
    memory m0 : i32 1..";

/// The graph of a function `(i32, i32, i32) -> (i32)`.
fn graph(blocks: &str) -> Graph {
    let text = format!(
        "module {{ ty0 = func (i32, i32, i32) -> (i32)\n{AROUND}\nfunc f2 : ty0 {{\n{blocks}\n}} }}"
    );
    let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let Body::Ssa(function) = &module.funcs[Func::from_u32(2)].body else { panic!("no body") };
    let summaries = Summaries::default();
    let env = FunctionEnv { module: &module, goals: &Goals::default(), summaries: &summaries };
    let graph = build(function, &env).expect("it has a graph");
    verify(&graph).unwrap_or_else(|error| panic!("{error}\n{graph}"));
    graph
}

/// Both checks. Function 0 is `callee`; function 1 is unknown.
fn check_with(callee: &str, before: &Graph, after: &Graph) -> (Vec<Checked>, Result<(), String>) {
    let callee = graph(callee);
    let callees = |func: Func| (func.as_u32() == 0).then_some(&callee);
    let setting = GraphSetting { callees: &callees, seed: 1, runs: 64 };
    let checked = confirm(before, after, &setting);
    let checked = checked.unwrap_or_else(|error| panic!("{error}\n{before}\n{after}"));
    (checked, same(before, after, &setting))
}

/// Both checks, where function 0 returns its first argument.
fn check(before: &Graph, after: &Graph) -> (Vec<Checked>, Result<(), String>) {
    check_with("b0(v0: i32, v1: i32, v2: i32):\n return v0", before, after)
}

/// The checker accepts all redirections of the pass.
fn redirected(start: &Graph) -> Graph {
    let mut before = start.clone();
    let summaries = Summaries::new(2);
    summaries
        .publish(Func::from_u32(0), Summary { result_params: vec![Some(0)], ..Summary::default() });
    for _ in 0..3 {
        let mut after = before.clone();
        redirect::run(
            &mut after,
            &redirect::Config::default(),
            &summaries,
            &Fuel::unlimited(),
            &mut Remarks::default(),
        );
        verify(&after).unwrap_or_else(|error| panic!("{error}\n{after}"));
        for checked in check(&before, &after).0 {
            assert_eq!(checked.disagrees, None, "{checked:?}\n{before}\n{after}");
            let is_used = checked.redirect.way != Way::Unused;
            assert!(checked.times > 0 || !is_used, "never used: {checked:?}\n{before}\n{after}");
        }
        remove_dead(&mut after, &Fuel::unlimited());
        let (_, same) = check(start, &after);
        same.unwrap_or_else(|error| panic!("{error}\n{start}\n{after}"));
        before = after;
    }
    before
}

fn compound(graph: &Graph, is_theta: bool, nth: usize) -> Node {
    let matches = |node: &Node| match graph.nodes[*node].kind {
        Kind::Theta(_) => is_theta,
        Kind::Gamma(_) => !is_theta,
        _ => false,
    };
    let mut found = Vec::new();
    let mut regions = vec![graph.root];
    while let Some(region) = regions.pop() {
        for node in graph.nodes(region) {
            found.extend(Some(node).filter(matches));
            regions.extend(graph.subregions(node));
        }
    }
    found.sort();
    found[nth]
}

/// The n-th output of a type.
fn output(graph: &Graph, node: Node, ty: fn(Ty) -> bool, n: usize) -> Output {
    let of_type = graph.outputs(node).iter().copied().filter(|&output| ty(graph.ty(output)));
    of_type.clone().nth(n).unwrap_or_else(|| panic!("{node} has {}\n{graph}", of_type.count()))
}

/// The argument of the root region that is the initial state of a class, or the initial order, past the last class.
fn initial_state(graph: &Graph, class: usize) -> Output {
    graph.args(graph.root)[graph.params as usize + class]
}

fn is_value(ty: Ty) -> bool {
    matches!(ty, Ty::Value(_))
}

fn is_state(ty: Ty) -> bool {
    matches!(ty, Ty::State(_))
}

fn is_order(ty: Ty) -> bool {
    ty == Ty::Order
}

const GAMMA: &str = "b0(v0: i32, v1: i32, v2: i32):\n br_if v0, b1, b2\n\
    b1:\n v3 = i32.const 8\n i32.store v3, v1\n v4 = i32.add v1, v2\n jump b3(v1, v4, v1)\n\
    b2:\n v5 = i32.const 4\n i32.store v5, v2\n jump b3(v1, v2, v2)\n\
    b3(v6: i32, v7: i32, v8: i32):\n v9 = i32.mul v6, v7\n v10 = i32.xor v9, v8\n return v10";
const LOOP: &str = "b0(v0: i32, v1: i32, v2: i32):\n jump b1(v0, v1, v2, v2)\n\
    b1(v3: i32, v4: i32, v5: i32, v11: i32):\n v6 = i32.const 1\n v7 = i32.sub v5, v6\n\
    v8 = i32.add v3, v7\n i32.store v8, v4\n br_if v7, b1(v4, v8, v7, v11), b2\n\
    b2:\n v9 = i32.mul v8, v4\n v10 = i32.add v9, v11\n return v10";
const TOP: &str = "b0(v0: i32, v1: i32, v2: i32):\n jump b1(v2, v0)\n\
    b1(v3: i32, v4: i32):\n br_if v3, b2, b3\n\
    b2:\n v5 = i32.const 1\n v6 = i32.sub v3, v5\n i32.store v6, v4\n jump b1(v6, v1)\n\
    b3:\n v7 = i32.add v4, v0\n return v7";
const CORRELATED: &str = "b0(v0: i32, v1: i32, v2: i32):\n jump b1(v0, v2)\n\
    b1(v3: i32, v4: i32):\n v5 = i32.const 1\n v6 = i32.sub v3, v5\n br_if v6, b2, b3\n\
    b2:\n jump b4(v1, v6)\n b3:\n jump b4(v2, v4)\n\
    b4(v7: i32, v8: i32):\n i32.store v4, v8\n br_if v6, b1(v6, v7), b5\n b5:\n return v6";
const CALLS: &str = "b0(v0: i32, v1: i32, v2: i32):\n v3 = call f0 v0\n v4 = call f1 v1, v2\n\
    v5 = i32.sub v3, v4\n return v5";
const FLAG: &str = "b0(v0: i32, v1: i32, v2: i32):\n v3 = i32.const 0\n v4 = i32.const 1\n\
    br_if v0, b1, b2\n b1:\n jump b3(v4, v3)\n b2:\n jump b3(v3, v4)\n\
    b3(v5: i32, v6: i32):\n v7 = i32.const 10\n v8 = i32.mul v5, v7\n v9 = i32.add v8, v6\n return v9";
const MEMORY: &str = "b0(v0: i32, v1: i32, v2: i32):\n v3 = i32.const 16\n i32.store v3, v0\n\
    br_if v1, b1, b2\n b1:\n i32.store v3, v2\n jump b2\n b2:\n v4 = i32.load v3\n return v4";

#[test]
fn what_redirection_does_is_right() {
    for blocks in [GAMMA, LOOP, TOP, CORRELATED, CALLS, FLAG, MEMORY] {
        redirected(&graph(blocks));
    }
}

/// What redirection by these kinds does; function 0 returns its first argument.
fn redirections(before: &Graph, config: &redirect::Config) -> Redirected {
    let mut graph = before.clone();
    let summaries = Summaries::new(2);
    summaries
        .publish(Func::from_u32(0), Summary { result_params: vec![Some(0)], ..Summary::default() });
    redirect::run(&mut graph, config, &summaries, &Fuel::unlimited(), &mut Remarks::default())
}

#[test]
fn redirection_finds_what_there_is() {
    let counts = |blocks: &str| {
        let done = redirections(&graph(blocks), &redirect::Config::default());
        (done.gamma, done.theta, done.call)
    };
    assert_eq!(counts(GAMMA), (1, 0, 0));
    assert_eq!(counts(LOOP), (0, 1, 0));
    assert_eq!(counts(CALLS), (0, 0, 1));
    assert_eq!(counts(FLAG), (2, 0, 0));
}

/// A gamma whose result is its predicate's value, or zero where that is zero.
const CONSTANT: &str = "b0(v0: i32, v1: i32, v2: i32):\n v3 = i32.const 0\n\
    br_if v0, b1, b2\n b1:\n i32.store v3, v1\n jump b3(v0)\n b2:\n jump b3(v3)\n\
    b3(v4: i32):\n return v4";
/// `CORRELATED`, where the loop's predicate is an exit variable of the gamma. (Of functions, the
/// exit values of such loops are undefined in the alternative that repeats, so [`RedirectionKind::Gamma`]
/// finds them first.)
fn correlated_by_exit_variable() -> Graph {
    let mut graph = graph(CORRELATED);
    let theta = graph.nodes.keys().find(|&node| matches!(graph.nodes[node].kind, Kind::Theta(_)));
    let Kind::Theta(body) = graph.nodes[theta.expect("a loop")].kind else { unreachable!() };
    let gamma = graph.nodes(body).find(|&node| matches!(graph.nodes[node].kind, Kind::Gamma(_)));
    let gamma = gamma.expect("a conditional");
    let loc = graph.nodes[gamma].loc;
    let flags = [0, 1].map(|flag| {
        let made = graph.add_node_before(gamma, Kind::Control(flag), &[], &[Ty::Control], loc);
        graph.outputs(made)[0]
    });
    let variable = graph.add_exit_var(gamma, Ty::Control, &flags);
    let predicate = graph.results(body)[0];
    graph.divert(predicate, variable);
    verify(&graph).unwrap_or_else(|error| panic!("{error}\n{graph}"));
    graph
}

#[test]
fn each_kind_of_redirection_has_a_switch() {
    let samples = [GAMMA, CONSTANT, LOOP, FINITE, "", CORRELATED, CALLS];
    for (&kind, sample) in RedirectionKind::ALL.iter().zip(samples) {
        let sample = match kind {
            RedirectionKind::ThetaGammaExit => correlated_by_exit_variable(),
            _ => graph(sample),
        };
        let all = redirections(&sample, &redirect::Config::default());
        let without = redirections(&sample, &redirect::Config::default().without(kind));
        assert!(all.total() > 0 && without.total() == 0, "{kind:?}: {all:?} {without:?}");
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert!("loop".parse::<RedirectionKind>().is_err());
}

#[test]
fn a_post_value_is_compared_only_where_it_is_used() {
    let before = graph(CORRELATED);
    let mut after = before.clone();
    let done = redirect::run(
        &mut after,
        &redirect::Config::default(),
        &Summaries::new(2),
        &Fuel::unlimited(),
        &mut Remarks::default(),
    );
    assert_eq!(done.dead_output, 1, "{after}");
    let (checked, same) = check(&before, &after);
    assert_eq!(same, Ok(()));
    let [post] = &checked[..] else { panic!("one edge: {checked:?}") };
    assert_eq!((post.redirect.way, &post.disagrees), (Way::Post, &None));
    assert!(post.times > 0);
    // The result of the other alternative is wrong.
    after.divert(post.redirect.input, after.args(after.root)[2]);
    let (checked, same) = check(&before, &after);
    assert!(checked[0].disagrees.is_some() && same.is_err(), "{checked:?}");
}

/// A loop without effects that ends.
const FINITE: &str = "b0(v0: i32, v1: i32, v2: i32):\n v3 = i32.const 1\n jump b1(v0)\n\
    b1(v4: i32):\n v5 = i32.add v4, v3\n v6 = i32.lt_u v5, v1\n br_if v6, b1(v5), b2\n\
    b2:\n return v2";

#[test]
fn a_finite_loop_is_skipped_and_an_endless_one_is_noticed() {
    let before = graph(FINITE);
    let mut after = before.clone();
    redirect::run(
        &mut after,
        &redirect::Config::default(),
        &Summaries::new(2),
        &Fuel::unlimited(),
        &mut Remarks::default(),
    );
    let (checked, behaves) = check(&before, &after);
    assert_eq!(behaves, Ok(()));
    assert!(checked.iter().all(|checked| checked.disagrees.is_none()), "{checked:?}");
    assert!(checked.iter().any(|checked| checked.times > 0), "{checked:?}");
    // The counter does not count.
    let mut endless = before.clone();
    let one = (endless.nodes.keys())
        .find(|&node| matches!(endless.nodes[node].kind, Kind::Op(Op::I32Const { value: 1 })));
    endless.nodes[one.expect("the step")].kind = Kind::Op(Op::I32Const { value: 0 });
    let setting = GraphSetting { callees: &|_| None, seed: 1, runs: 20 };
    let found = same(&endless, &endless, &setting);
    assert!(found.is_err_and(|error| error.contains("is endless")));
}

/// A callee that returns its first argument, or calls another function instead.
const TAIL_CALL: &str = "b0(v0: i32, v1: i32, v2: i32):\n br_if v0, b1, b2\n\
    b1:\n return_call f1 v0, v0\n b2:\n return v0";

#[test]
fn a_callee_is_executed_where_a_call_is_redirected() {
    let before = graph(CALLS);
    let mut after = before.clone();
    let call = after.nodes(after.root).find(|&node| after.outputs(node).len() > 2);
    let result = after.outputs(call.expect("the first call"))[0];
    after.divert_uses(result, after.args(after.root)[0]);
    let other = "b0(v0: i32, v1: i32, v2: i32):\n v3 = i32.ctz v0\n return v3";
    let called = "b0(v0: i32, v1: i32, v2: i32):\n v3 = call f1 v0, v0\n return v3";
    for callee in [other, called, TAIL_CALL] {
        let (checked, same) = check_with(callee, &before, &after);
        assert!(checked[0].disagrees.is_some() && same.is_err(), "{callee}: {checked:?}");
    }
}

#[test]
fn a_function_that_may_leave_by_a_tail_call_passes_nothing() {
    let mut graph = graph(TAIL_CALL);
    redirect::run(
        &mut graph,
        &redirect::Config::default(),
        &Summaries::new(2),
        &Fuel::unlimited(),
        &mut Remarks::default(),
    );
    let summary = redirect::summarize(&graph, Summary::default().effects, &Summaries::new(2));
    assert_eq!(summary.result_params, [], "{graph}");
}

#[test]
fn moved_nodes_do_the_same() {
    for blocks in [GAMMA, LOOP, TOP, CALLS, FLAG, MEMORY, TAIL_CALL] {
        let before = graph(blocks);
        let mut after = before.clone();
        let module = invar_ir::Module::default();
        let (goals, summaries) = (Goals::default(), Summaries::default());
        let env = FunctionEnv { module: &module, goals: &goals, summaries: &summaries };
        let deps = invar_graph::code_motion::dependences::Standard { env: &env };
        let config = invar_graph::code_motion::Config::default();
        invar_graph::code_motion::run(
            &mut after,
            &deps,
            &config,
            &Fuel::unlimited(),
            &mut Remarks::default(),
        );
        verify(&after).unwrap_or_else(|error| panic!("{error}\n{after}"));
        let callee = graph("b0(v0: i32, v1: i32, v2: i32):\n return v0");
        let callees = |func: Func| (func.as_u32() == 0).then_some(&callee);
        let setting = GraphSetting { callees: &callees, seed: 1, runs: 64 };
        same(&before, &after, &setting).unwrap_or_else(|error| panic!("{error}\n{after}"));
    }
}

#[test]
fn a_summary_of_another_arity_is_of_another_function() {
    let before = graph(CALLS);
    for passes in [vec![], vec![Some(0), Some(0)], vec![Some(7)], vec![None]] {
        let mut after = before.clone();
        let summaries = Summaries::new(2);
        summaries
            .publish(Func::from_u32(0), Summary { result_params: passes, ..Summary::default() });
        let done = redirect::run(
            &mut after,
            &redirect::Config::default(),
            &summaries,
            &Fuel::unlimited(),
            &mut Remarks::default(),
        );
        assert_eq!(done.call, 0);
    }
}

/// A redirection that is wrong on purpose: a name, the function, and the uses that are diverted.
type Wrong = (&'static str, &'static str, fn(&Graph) -> (Output, Output));

/// Diversions of uses that no rule allows.
const WRONG: &[Wrong] = &[
    ("gamma: what one alternative hands out", GAMMA, |g| {
        (output(g, compound(g, false, 0), is_value, 1), g.args(g.root)[2])
    }),
    ("gamma: what the other hands out", GAMMA, |g| {
        (output(g, compound(g, false, 0), is_value, 2), g.args(g.root)[1])
    }),
    ("gamma: another variable of it", GAMMA, |g| {
        let gamma = compound(g, false, 0);
        (output(g, gamma, is_value, 1), output(g, gamma, is_value, 2))
    }),
    ("gamma: its predicate's value", GAMMA, |g| {
        (output(g, compound(g, false, 0), is_value, 0), g.args(g.root)[0])
    }),
    ("gamma: the state around stores", GAMMA, |g| {
        (output(g, compound(g, false, 0), is_state, 0), initial_state(g, 0))
    }),
    ("gamma: the order around effects", GAMMA, |g| {
        (output(g, compound(g, false, 0), is_order, 0), initial_state(g, g.states.len()))
    }),
    ("theta: a variable that changes, after the loop", LOOP, |g| {
        (output(g, compound(g, true, 0), is_value, 1), g.args(g.root)[1])
    }),
    ("theta: a variable that changes, in the loop", LOOP, |g| {
        let body = g.subregions(compound(g, true, 0))[0];
        (g.args(body)[0], g.args(g.root)[0])
    }),
    ("theta: the counter", LOOP, |g| {
        let body = g.subregions(compound(g, true, 0))[0];
        (g.args(body)[2], g.args(g.root)[2])
    }),
    ("theta: one of two that are exchanged", LOOP, |g| {
        let body = g.subregions(compound(g, true, 0))[0];
        (g.args(body)[1], g.args(body)[0])
    }),
    ("theta: another variable, after the loop", LOOP, |g| {
        let theta = compound(g, true, 0);
        (output(g, theta, is_value, 3), output(g, theta, is_value, 2))
    }),
    ("theta: an invariant variable to another pre value", LOOP, |g| {
        let body = g.subregions(compound(g, true, 0))[0];
        (g.args(body)[3], g.args(g.root)[0])
    }),
    ("theta: the state around stores", LOOP, |g| {
        (output(g, compound(g, true, 0), is_state, 0), initial_state(g, 0))
    }),
    ("theta: the order around effects", LOOP, |g| {
        (output(g, compound(g, true, 0), is_order, 0), initial_state(g, g.states.len()))
    }),
    ("theta: a variable set once to the pre value", TOP, |g| {
        let body = g.subregions(compound(g, true, 0))[0];
        (g.args(body)[1], g.args(g.root)[0])
    }),
    ("theta: a variable set once to the later value", TOP, |g| {
        let body = g.subregions(compound(g, true, 0))[0];
        (g.args(body)[1], g.args(g.root)[1])
    }),
    ("theta: the counter tested at the top", TOP, |g| {
        let body = g.subregions(compound(g, true, 0))[0];
        (g.args(body)[0], g.args(g.root)[2])
    }),
    ("call: a callee that passes nothing", CALLS, |g| {
        let call = g.nodes(g.root).filter(|&node| g.outputs(node).len() > 2).nth(1);
        (g.outputs(call.expect("the second call"))[0], g.args(g.root)[1])
    }),
    ("call: another argument", CALLS, |g| {
        let call = g.nodes(g.root).find(|&node| g.outputs(node).len() > 2);
        (g.outputs(call.expect("the first call"))[0], g.args(g.root)[1])
    }),
    ("call: the state around it", CALLS, |g| {
        let call = g.nodes(g.root).find(|&node| g.outputs(node).len() > 2);
        (g.outputs(call.expect("the first call"))[1], initial_state(g, 0))
    }),
    ("call: the order around it", CALLS, |g| {
        let call = g.nodes(g.root).find(|&node| g.outputs(node).len() > 2);
        let order = g.outputs(call.expect("the first call")).last();
        (*order.expect("the order"), initial_state(g, g.states.len()))
    }),
    ("condition: a value that is not 0 or 1", FLAG, |g| {
        (output(g, compound(g, false, 0), is_value, 0), g.args(g.root)[0])
    }),
    ("condition: the negation, not negated", FLAG, |g| {
        let gamma = compound(g, false, 0);
        (output(g, gamma, is_value, 1), output(g, gamma, is_value, 0))
    }),
    ("memory: a load around a gamma that may store", MEMORY, |g| {
        let gamma = compound(g, false, 0);
        let arm = g.subregions(gamma)[0];
        let before = (0..g.outputs(gamma).len())
            .map(|n| (g.outputs(gamma)[n], g.result(arm, n)))
            .find(|&(output, _)| is_state(g.ty(output)));
        before.expect("the state leaves the gamma")
    }),
    ("memory: a store before the one before it", MEMORY, |g| {
        let store = g.nodes(g.root).find(|&node| g.outputs(node).len() == 2);
        (g.outputs(store.expect("the first store"))[0], initial_state(g, 0))
    }),
];

#[test]
fn what_is_redirected_wrongly_is_caught() {
    assert!(WRONG.len() >= 20);
    for (name, blocks, wrong) in WRONG {
        let before = graph(blocks);
        let mut after = before.clone();
        let (from, to) = wrong(&after);
        assert!(!after.is_unused(from), "{name}: there is a use to divert\n{after}");
        after.divert_uses(from, to);
        let (checked, same) = check(&before, &after);
        let disagrees = checked.iter().any(|checked| checked.disagrees.is_some());
        assert!(disagrees, "{name}: no edge disagrees\n{before}\n{after}");
        assert!(same.is_err(), "{name}: not seen from outside\n{before}\n{after}");
    }
}

#[test]
fn roles_need_both_alternatives_and_both_outcomes() {
    // A loop whose gamma and whose predicate match on one value, in a graph made by hand.
    let roles_of = |arm_of: (u32, u32), repeats: (u32, u32)| {
        let mut graph = graph(
            "b0(v0: i32, v1: i32, v2: i32):\n jump b1(v0)\n b1(v3: i32):\n v4 = i32.const 1\n\
             v5 = i32.sub v3, v4\n br_if v5, b2, b3\n b2:\n i32.store v5, v5\n jump b4\n\
             b3:\n i32.store v4, v4\n jump b4\n b4:\n br_if v5, b1(v5), b5\n b5:\n return v5",
        );
        let theta = compound(&graph, true, 0);
        let gamma = compound(&graph, false, 0);
        let body = graph.subregions(theta)[0];
        for (predicate, (zero, other)) in
            [(graph.origin(gamma, 0), arm_of), (graph.result(body, 0), repeats)]
        {
            let node = graph.node_of(predicate).expect("a match is a node");
            graph.nodes[node].kind =
                Kind::Match(Box::new(invar_graph::Cases::of_condition(zero, other)));
        }
        roles(&graph, body, gamma)
    };
    assert_eq!(roles_of((0, 1), (0, 1)), Some([0, 1]));
    assert_eq!(roles_of((1, 0), (0, 1)), Some([1, 0]));
    assert_eq!(roles_of((0, 1), (1, 0)), Some([1, 0]));
    assert_eq!(roles_of((0, 1), (0, 0)), None);
    assert_eq!(roles_of((0, 1), (1, 1)), None);
    assert_eq!(roles_of((0, 0), (0, 1)), None);
}

#[test]
fn roles_by_control_constants() {
    // A head-controlled loop: the results of the gamma are the constants that repeat it or not.
    let graph = graph(TOP);
    let (theta, gamma) = (compound(&graph, true, 0), compound(&graph, false, 0));
    let body = graph.subregions(theta)[0];
    assert_eq!(roles(&graph, body, gamma), Some([0, 1]));
    // Both alternatives give the same constant: no role.
    let next = graph.outputs(gamma).iter().position(|&output| graph.ty(output) == Ty::Control);
    let next = next.expect("the gamma says where to go");
    for arm in 0..2 {
        let mut equal = graph.clone();
        let (from, to) = (equal.subregions(gamma)[arm], equal.subregions(gamma)[1 - arm]);
        let (result, constant) = (equal.results(from)[next], equal.result(to, next));
        equal.divert(result, constant);
        assert_eq!(roles(&equal, body, gamma), None);
    }
}
