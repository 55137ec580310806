//! Custom passes: where they run, what they cost if they are wrong, what is reported of them.

use super::{CustomPass, Point};
use crate::unstable::OptimizerExt;
use crate::{Level, Optimizer, Options, Output, Pass, PassReport, schedule};
use invar_analysis::{Observed, PassContext, RemarkKind};
use invar_ir::{Function, Op, SourceLoc, Terminator, ValType};
use std::sync::{Arc, Mutex};

/// Four functions; the last one calls the others.
const WAT: &str = r#"(module
    (global $g (mut i32) (i32.const 0))
    (func $one (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
    (func $two (export "two") (param i32) (result i32) (i32.mul (local.get 0) (i32.const 8)))
    (func $three (export "three") (param i32) (result i32)
        (i32.add (i32.const 0) (i32.sub (local.get 0) (i32.const 0))))
    (func (export "four") (param i32) (result i32)
        (drop (call $three (local.get 0)))
        (drop (call $three (local.get 0)))
        (i32.add (call $one (local.get 0)) (call $two (local.get 0)))))"#;

invar_analysis::counters! {
    /// Counters of the passes here.
    pub struct Stats {
        /// Changes.
        changed,
        /// Functions that were seen.
        found_functions: Observed,
    }
}

const SEEN: Stats = Stats { changed: 0, found_functions: Observed(1) };
const CHANGED: Stats = Stats { changed: 1, found_functions: Observed(1) };

fn run(optimizer: Optimizer) -> Output {
    optimizer.run(&wat::parse_str(WAT).unwrap()).unwrap()
}

/// A pass that only looks.
fn look(name: &'static str) -> CustomPass {
    CustomPass::new(name, |_, _| SEEN)
}

/// A pass that assigns a global at the start of each function.
fn instrument() -> CustomPass {
    CustomPass::new("instrument", |function, _| {
        let loc = SourceLoc::default();
        let five = function.make_inst(Op::I32Const { value: 5 }, &[], &[ValType::I32], loc);
        let value = function.result(five).unwrap();
        let set = function.make_inst(Op::GlobalSet { global_index: 0 }, &[value], &[], loc);
        function.blocks[function.entry].insts.splice(..0, [five, set]);
        CHANGED
    })
}

/// A pass that breaks functions that multiply, and says whether it did.
fn break_mul(name: &'static str, how: fn(&mut Function)) -> CustomPass {
    CustomPass::new(name, move |function, _| {
        let is_mul = |inst: &invar_ir::Inst| function.insts[*inst].op == Op::I32Mul;
        if !function.blocks[function.entry].insts.iter().any(is_mul) {
            return SEEN;
        }
        how(function);
        CHANGED
    })
}

fn find<'a>(output: &'a Output, name: &str) -> &'a PassReport {
    output.report.passes.iter().find(|pass| pass.name == name).expect("it is reported")
}

#[test]
fn a_pass_runs_at_its_point() {
    let order = Arc::new(Mutex::new(Vec::new()));
    let log = |name: &'static str| {
        let order = order.clone();
        CustomPass::new(name, move |function: &mut Function, _: &mut PassContext<'_>| {
            let ops = function.blocks[function.entry].insts.iter();
            let muls = ops.filter(|inst| function.insts[**inst].op == Op::I32Mul).count();
            order.lock().unwrap().push((name, muls));
            SEEN
        })
    };
    let wasm = wat::parse_str(
        r#"(module (func (export "f") (param i32) (result i32)
            (i32.mul (local.get 0) (i32.const 8))))"#,
    );
    let optimizer = Optimizer::new(Level::O2)
        .with_pass(Point::Last, log("end"))
        .with_pass(Point::AfterPhase(schedule::CLEANUP), log("after-cleanup"))
        .with_pass(Point::BeforePhase(schedule::CLEANUP), log("before-cleanup"))
        .with_pass(Point::AfterPass(Pass::LoopRotate), log("after-rotate"))
        .with_pass(Point::BeforePass(Pass::LoopRotate), log("before-rotate"))
        .with_pass(Point::First, log("start"))
        .with_pass(Point::First, log("start-2"))
        .with_pass(Point::BeforePhase(schedule::QUICK), log("never"));
    let output = optimizer.run(&wasm.unwrap()).unwrap();
    let order = order.lock().unwrap();
    let expected = [
        ("start", 1),
        ("start-2", 1),
        // A loop pass is skipped here. The multiplication is a shift by now.
        ("before-rotate", 0),
        ("after-rotate", 0),
        ("before-cleanup", 0),
        ("after-cleanup", 0),
        ("end", 0),
    ];
    assert_eq!(*order, expected);
    assert_eq!(find(&output, "never").runs, 0);
}

#[test]
fn a_pass_runs_alone_at_level_0_and_between_named_passes() {
    for optimizer in [Optimizer::new(Level::O0), Optimizer::default().passes([Pass::Dce])] {
        let output = run(optimizer.with_pass(Point::Last, look("look")));
        assert_eq!(find(&output, "look").runs, 4);
    }
    let named = Options::default().passes([Pass::Dce, Pass::Fold, Pass::Dce]);
    let output = run(Optimizer::with_options(named)
        .with_pass(Point::BeforePass(Pass::Dce), look("look"))
        .with_pass(Point::AfterPass(Pass::Licm), look("absent")));
    assert_eq!((find(&output, "look").runs, find(&output, "absent").runs), (8, 0));
}

#[test]
fn runs_time_and_counters_are_reported_by_pass_and_function() {
    let optimizer = Optimizer::new(Level::O0).stats_by_function(true);
    let output =
        run(optimizer.with_pass(Point::First, look("look")).with_pass(Point::Last, look("look")));
    let look = find(&output, "look");
    assert_eq!((look.runs, look.time_ms >= 0.0), (8, true));
    assert_eq!(look.counters, [("changed", 0), ("found_functions", 8)]);
    assert_eq!(output.report.passes.last(), Some(look));
    let of_two = output.report.by_function.iter().find(|of| of.func == "two").unwrap();
    assert_eq!(of_two.counters, [("look.found_functions".to_owned(), 2)]);
}

#[test]
fn an_invalid_result_costs_only_its_function() {
    let untyped = break_mul("untyped", |function| {
        // A result of another type than the function's.
        let loc = SourceLoc::default();
        let inst = function.make_inst(Op::I64Const { value: 1 }, &[], &[ValType::I64], loc);
        let entry = function.entry;
        function.blocks[entry].insts.push(inst);
        let value = function.result(inst).unwrap();
        function.blocks[entry].term = Terminator::Return(function.make_list(&[value]));
    });
    let panicking = break_mul("panicking", |_| panic!("too much to multiply"));
    for (pass, message) in [(untyped, "i64"), (panicking, "too much to multiply")] {
        let name = pass.name();
        let optimizer = Optimizer::new(Level::O2).without(Pass::Inline).guard(false).verify(false);
        let optimizer = optimizer.with_pass(Point::First, pass);
        let output = run(optimizer.clone().strict(false));
        wasmparser::validate(&output.wasm).unwrap();
        let [bug] = &output.report.bugs[..] else { panic!("{:?}", output.report.bugs) };
        assert_eq!((bug.func.as_str(), bug.stage), ("two", name));
        assert!(bug.message.contains(message), "{bug}");
        let functions = output.report.functions;
        assert_eq!((functions.failed, functions.total - functions.rewritten), (1, 1));
        // It is an error if the user is strict.
        let wasm = wat::parse_str(WAT).unwrap();
        assert!(optimizer.strict(true).run(&wasm).is_err());
    }
}

#[test]
fn a_change_that_is_not_counted_is_noticed() {
    let silent = || {
        CustomPass::new("silent", |function, cx| {
            let _ = (instrument().run(function, cx), cx.fuel.take());
            SEEN
        })
    };
    let optimizer = Optimizer::new(Level::O1).verify(true).strict(false);
    let report = run(optimizer.with_pass(Point::First, silent())).report;
    assert_eq!(report.bugs.len(), 4);
    assert!(report.bugs[0].message.contains("counters"), "{}", report.bugs[0]);
}

#[test]
fn the_output_and_the_counters_do_not_depend_on_threads() {
    let outputs = [1, 4].map(|threads| {
        let optimizer = Optimizer::new(Level::O3).threads(threads).remarks(true).guard(false);
        run(optimizer.with_pass(Point::First, instrument()).with_pass(
            Point::Last,
            CustomPass::new("remark", |function, cx| {
                let loc = function.blocks[function.entry].term_loc;
                cx.remarks.record("remark", RemarkKind::Missed, loc, "nothing", String::new);
                SEEN
            }),
        ))
    });
    let [one, four] = &outputs;
    assert_eq!(one.wasm, four.wasm);
    assert_eq!(one.report.remarks, four.report.remarks);
    let remarks = one.report.remarks.iter().filter(|remark| remark.pass == "remark");
    assert_eq!(remarks.count(), 4);
    for name in ["instrument", "remark"] {
        assert_eq!(find(one, name).counters, find(four, name).counters);
        assert_eq!((find(one, name).runs, find(four, name).runs), (4, 4));
    }
}

#[test]
fn callers_do_not_rely_on_what_a_function_did_before_a_change() {
    // `three` has no effect at first, so calls of it whose results are not used are removed.
    let calls = |optimizer: Optimizer| {
        let optimizer = optimizer.guard(false).without(Pass::Inline).names(true);
        let output = run(optimizer);
        let text = wasmprinter::print_bytes(output.wasm).unwrap();
        text.matches("call $three").count()
    };
    let after_summary = Point::AfterPass(Pass::Graph);
    assert_eq!(calls(Optimizer::new(Level::O2)), 0);
    assert_eq!(calls(Optimizer::new(Level::O2).with_pass(after_summary, look("look"))), 0);
    assert_eq!(calls(Optimizer::new(Level::O2).with_pass(after_summary, instrument())), 2);
}

#[test]
fn analyses_are_those_of_the_changed_function() {
    // Later passes would find a stale control-flow graph, which debug builds notice.
    let split = CustomPass::new("split", |function, cx| {
        let _ = cx.analyses.dominators(function);
        let entry = function.entry;
        let tail = function.add_block();
        function.blocks[tail].term = std::mem::take(&mut function.blocks[entry].term);
        let call = function.call(tail, &[]);
        function.blocks[entry].term = Terminator::Jump(call);
        CHANGED
    });
    let optimizer = Optimizer::new(Level::O3);
    let plain = run(optimizer.clone()).wasm;
    assert_eq!(run(optimizer.with_pass(Point::AfterPass(Pass::Gvn), split)).wasm, plain);
}

#[test]
fn a_rule_is_a_pass() {
    use invar_rules::{IntOp, Term, ValueFacts};
    // `x * 8 => x << 3`, which the built-in rules know.
    let rule = CustomPass::from_rule("mul-8", |program, op, args| {
        let (width, IntOp::Mul) = IntOp::of(op)? else { return None };
        let eight = program.constant(args[1])?.as_int() == Some(8);
        let three = Term::Const(width.constant(3));
        let shift = Term::Node(width.ty(), IntOp::Shl.at(width), vec![Term::Value(args[0]), three]);
        eight.then_some(shift)
    });
    let optimizer = Optimizer::default().passes([]).guard(false).with_pass(Point::Last, rule);
    let output = run(optimizer.clone());
    assert_eq!(find(&output, "mul-8").counters, [("rewritten", 1)]);
    let text = wasmprinter::print_bytes(output.wasm).unwrap();
    assert!(text.contains("i32.shl") && !text.contains("i32.mul"), "{text}");
    let output = run(optimizer.fuel(0));
    assert_eq!(find(&output, "mul-8").counters, [("rewritten", 0)]);
}

#[test]
#[should_panic = "the name of a built-in pass"]
fn the_name_of_a_built_in_pass_is_taken() {
    look("gvn");
}
