//! Programs that a pass makes larger: their outputs are one below a limit of engines, at it, and one above it.
//!
//! 100 calls with 1,000 parameters or results are a small program with 50,000 values. Jump tables are large bodies with
//! few operators.

use super::{leb, most, over, run};
use invar::{Level, Optimizer, Output, Pass};
use invar_ir::limits::Limit;
use invar_wasm::limits::of_module;
use std::fmt::Write;
use wasmparser::{Parser, Payload};

/// A pass, and programs that it makes larger.
pub struct Growth {
    pub limit: Limit,
    /// The passes ahead of it.
    pub before: &'static [Pass],
    pub pass: Pass,
    pub level: Level,
    /// The program with so many equal pieces, and some more of what is limited. The output has one more for each of
    /// these.
    pub program: fn(usize, usize) -> Vec<u8>,
    /// The least number of those.
    pub rest: usize,
    /// How many the writer counts that it then finds out not to need: it refuses a function with so many less.
    pub unused: usize,
}

impl Growth {
    fn optimize(&self, wasm: &[u8], with_pass: bool) -> Output {
        // Behind the pass, what folds the function that is not at the limit.
        let pass = with_pass.then_some(self.pass);
        let passes = self.before.iter().copied().chain(pass).chain([Pass::Fold, Pass::Dce]);
        // To verify a large function after each pass takes more time than the passes.
        let verify = wasm.len() < 1000 * FEW;
        run(Optimizer::new(self.level).passes(passes).guard(false).verify(verify), wasm)
    }

    /// Optimizes programs whose outputs are at the limit with what the pass adds.
    pub fn check(&self) {
        let program = |pieces, rest| (self.program)(pieces, rest);
        let count = |wasm: &[u8]| of_module(wasm).get(self.limit) as usize;
        let made = |pieces, with| self.optimize(&program(pieces, self.rest), with).wasm;
        assert_ne!(made(FEW, true), made(FEW, false), "{} does nothing", self.pass);
        let (few, more) = (count(&made(FEW, true)), count(&made(2 * FEW, true)));
        let most = most(self.limit);
        let piece = (more - few) / FEW;
        let pieces = FEW + (most - 1 - few) / piece;
        let less = few + (pieces - FEW) * piece;
        for wanted in [most - 1, most, most + 1] {
            let wasm = program(pieces, self.rest + wanted - less);
            assert_eq!(over(&wasm), []);
            let output = self.optimize(&wasm, true);
            assert_eq!(over(&output.wasm), []);
            assert!(output.report.warnings.is_empty(), "{:?}", output.report.warnings);
            assert!(!output.report.input_kept, "{wanted} {}", self.limit.what());
            assert!(small_is_folded(&output.wasm), "{wanted} {}", self.limit.what());
            if wanted + self.unused <= most {
                assert_eq!(count(&output.wasm), wanted);
            }
        }
    }
}

/// How many pieces a program has of which it is measured how they grow.
const FEW: usize = 4;

/// Whether function `small` of an output returns 42 at once.
fn small_is_folded(wasm: &[u8]) -> bool {
    wasm.windows(5).any(|bytes| bytes == [4, 0, 0x41, 42, 0x0b])
}

/// A module with a function of this body, and a function beside it. `rest` is how many values `$get_rest` gives.
fn module(rest: usize, [imports, more]: [&str; 2], body: &str) -> Vec<u8> {
    let (all, rest) = ("i32 ".repeat(1000), "i32 ".repeat(rest));
    let wat = format!(
        r#"(module
            (import "m" "get" (func $get (result {all})))
            (import "m" "put" (func $put (param {all})))
            (import "m" "get_rest" (func $get_rest (result {rest})))
            (import "m" "put_rest" (func $put_rest (param i32 {rest})))
            (import "m" "tick" (func $tick))
            {imports}
            (memory (export "memory") 1)
            (func $f (param $p i32) (param $n i32) (result i32)
                (local $i i32) (local $s i32) (local $t i32)
                {body}
                local.get $s)
            (func (export "small") (result i32) (i32.add (i32.const 40) (i32.const 2)))
            {more})"#
    );
    wat::parse_str(wat).unwrap()
}

/// Code, and so many thousands of values and some more that are computed ahead of it and used behind it.
fn live_around(thousands: usize, rest: usize, more: &str, code: &str) -> Vec<u8> {
    let more = format!(r#"(export "f" (func $f)) {more}"#);
    let get = "call $get\n".repeat(thousands);
    let put = "call $put\n".repeat(thousands);
    // No call gets just the results of another one, so that none of them stays on the operand stack.
    let body = format!("local.get $n {get} call $get_rest {code} {put} call $put_rest");
    module(rest, ["", &more], &body)
}

/// The labels of a jump table of [`tables`].
const LABELS: usize = 50_000;
/// The least labels of its last one, so that their number is one of three bytes.
const LEAST: usize = 1 << 14;

/// A small function with this code, and its only call, in a function with so many large jump tables and a last one of
/// `rest` labels.
fn tables(count: usize, rest: usize, code: &str) -> Vec<u8> {
    let wasm = module(1, ["", r#"(func (export "tables") (param i32))"#], code);
    let mut body = vec![0];
    for labels in std::iter::repeat_n(LABELS, count).chain([rest]) {
        // Two blocks, in the inner one the table, and behind it a call of `$tick`.
        body.extend([0x02, 0x40, 0x02, 0x40, 0x20, 0, 0x0e]);
        body.extend(leb(labels));
        body.extend((1..=labels).map(|label| label as u8 % 2));
        body.extend([1 - labels as u8 % 2, 0x0b, 0x10, 4, 0x0b]);
    }
    // The call gets the parameter twice.
    body.extend([0x20, 0, 0x20, 0, 0x10, 5, 0x1a]);
    body.push(0x0b);
    with_last_body(&wasm, &body)
}

/// A module with another body of its last function.
fn with_last_body(wasm: &[u8], body: &[u8]) -> Vec<u8> {
    let mut made = wasm[..8].to_vec();
    let mut section = |id: u8, content: &[u8]| {
        made.push(id);
        made.extend(leb(content.len()));
        made.extend(content);
    };
    let mut code: Vec<&[u8]> = Vec::new();
    for payload in Parser::new(0).parse_all(wasm).map(Result::unwrap) {
        match &payload {
            Payload::CodeSectionEntry(body) => code.push(body.as_bytes()),
            Payload::CodeSectionStart { .. } | Payload::CustomSection(_) => {}
            payload => {
                if let Some((id, range)) = payload.as_section() {
                    section(id, &wasm[range.start as usize..range.end as usize]);
                }
            }
        }
    }
    *code.last_mut().unwrap() = body;
    let mut content = leb(code.len());
    for body in code {
        content.extend(leb(body.len()));
        content.extend(body);
    }
    section(10, &content);
    made
}

/// A loop to `$n` over memory at `$p`.
const SUM: &str = "(loop $next
    (local.set $s (i32.add (local.get $s)
        (i32.load (i32.add (local.get $p) (i32.mul (local.get $i) (i32.const 4))))))
    (br_if $next (i32.lt_u
        (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))";

/// Ahead of the passes that copy loops.
const SHAPE: &[Pass] = &[
    Pass::Unreachable,
    Pass::SsaCleanup,
    Pass::Fold,
    Pass::SimplifyCfg,
    Pass::LoopRotate,
    Pass::SsaCleanup,
];

#[test]
fn partial_unrolling_adds_no_local_too_many() {
    let growth = Growth {
        limit: Limit::Locals,
        before: SHAPE,
        pass: Pass::PartialUnroll,
        level: Level::O3,
        program: |thousands, rest| live_around(thousands, rest, "", SUM),
        rest: 1,
        unused: 0,
    };
    growth.check();
}

#[test]
fn vectors_are_no_local_too_many() {
    let growth = Growth {
        limit: Limit::Locals,
        before: SHAPE,
        pass: Pass::LoopVectorize,
        level: Level::O3,
        program: |thousands, rest| {
            // The output may use vectors if the input does.
            let vectors = "(func (result v128) (i32x4.splat (i32.const 1)))";
            live_around(thousands, rest, vectors, SUM)
        },
        rest: 1,
        unused: 0,
    };
    growth.check();
}

#[test]
#[ignore = "a body of 7 MB takes some seconds"]
fn inlining_makes_no_body_too_large() {
    let growth = Growth {
        limit: Limit::BodyBytes,
        before: &[],
        pass: Pass::Inline,
        level: Level::O2,
        program: |count, rest| tables(count, rest, SUM),
        rest: LEAST,
        unused: 0,
    };
    growth.check();
}

#[test]
fn full_unrolling_adds_no_local_too_many() {
    let growth = Growth {
        limit: Limit::Locals,
        before: SHAPE,
        pass: Pass::FullUnroll,
        level: Level::O3,
        program: |thousands, rest| {
            let code = "(loop $next
                (local.set $s (i32.xor (i32.load (local.get $s)) (i32.mul (local.get $s) (local.get $t))))
                (local.set $t (i32.xor (i32.load (local.get $t)) (local.get $s)))
                (br_if $next (i32.lt_u
                    (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 4))))";
            live_around(thousands, rest, "", code)
        },
        rest: 1,
        unused: 1,
    };
    growth.check();
}

#[test]
fn unswitching_adds_no_local_too_many() {
    let growth = Growth {
        limit: Limit::Locals,
        before: SHAPE,
        pass: Pass::Unswitch,
        level: Level::O3,
        program: |thousands, rest| {
            let code = "(loop $next
                (local.set $s (i32.add (local.get $s) (i32.load (local.get $n))))
                (if (local.get $p) (then (call $tick)))
                (br_if $next (local.get $s)))";
            live_around(thousands, rest, "", code)
        },
        rest: 1,
        unused: 0,
    };
    growth.check();
}

#[test]
fn peeling_adds_no_local_too_many() {
    let growth = Growth {
        limit: Limit::Locals,
        before: SHAPE,
        pass: Pass::LoopPeel,
        level: Level::O3,
        program: |thousands, rest| {
            let code = "(loop $next
                (local.set $t (i32.load8_u (local.get $p)))
                (local.set $s (i32.or (local.get $s)
                    (i32.shl (i32.and (local.get $t) (i32.const 127)) (local.get $i))))
                (local.set $i (i32.add (local.get $i) (i32.const 7)))
                (local.set $p (i32.add (local.get $p) (i32.const 1)))
                (br_if $next (i32.and (local.get $t) (i32.const 128))))";
            live_around(thousands, rest, "", code)
        },
        rest: 1,
        unused: 0,
    };
    growth.check();
}

#[test]
fn fields_that_become_values_are_no_local_too_many() {
    const EACH: usize = 8;
    let growth = Growth {
        limit: Limit::Locals,
        before: &[Pass::SsaCleanup],
        pass: Pass::ScalarReplacement,
        level: Level::O2,
        program: |objects, rest| {
            let object = |name: &str, count: usize| {
                let (fields, all) = ("(field i32) ".repeat(count), "i32 ".repeat(count));
                format!(
                    r#"(type ${name} (struct {fields}))
                    (import "m" "get_{name}" (func $get_{name} (result {all})))
                    (import "m" "put_{name}" (func $put_{name} (param (ref ${name}))))"#
                )
            };
            let types = [object("a", rest / 2), object("b", rest - rest / 2), object("c", EACH)];
            let [mut locals, mut gets, mut puts] = [const { String::new() }; 3];
            for n in 0..2 + objects {
                let name = ["a", "b", "c"][n.min(2)];
                let _ = write!(locals, "(local $o{n} (ref ${name}))");
                let _ = writeln!(gets, "call $get_{name} struct.new ${name} local.set $o{n}");
                let _ = writeln!(puts, "(call $put_{name} (local.get $o{n}))");
            }
            let code = format!("{locals} {gets} (if (local.get $p) (then {puts}))");
            module(
                1,
                [&types.concat(), &format!(r#"(func (export "g") (param $p i32) {code})"#)],
                "",
            )
        },
        rest: 2,
        unused: 0,
    };
    growth.check();
}

#[test]
fn functions_with_all_parameters_are_merged() {
    let most = most(Limit::Params);
    for count in [most - 1, most, most + 1] {
        let params = "i32 ".repeat(count);
        let function = |name: &str| {
            format!(r#"(func (export "{name}") (param {params}) (result i32) (local.get 0))"#)
        };
        let wasm = wat::parse_str(format!("(module {} {})", function("f"), function("g"))).unwrap();
        let optimizer = Optimizer::new(Level::O2).passes([Pass::MergeFunctions, Pass::GlobalDce]);
        if count > most {
            assert!(optimizer.run(&wasm).is_err(), "no engine reads it");
            continue;
        }
        let output = run(optimizer.guard(false), &wasm);
        assert_eq!(over(&output.wasm), []);
        assert!(output.wasm.len() < wasm.len());
    }
}
