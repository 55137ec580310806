//! Which locals are found at calls of an output, in modules that are written by hand.

use super::symbols::{Meaning, Symbols};
use super::{Held, OutputLocals};
use crate::ModuleInfo;
use crate::dwarf::sections::Sections;
use crate::dwarf::variables::Bodies;
use crate::dwarf::{Input, Lines, Scopes, frames_of};
use invar_ir::entities::PrimaryMap;
use invar_ir::wasmparser::Operator;
use invar_ir::{
    CodeLocations, ContextData, ContextKind, Func, FunctionLocations, Locations, Opcode, SourceLoc,
};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// A module around functions; functions 0 and 1 are imports.
fn module(functions: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
            (import "host" "f" (func $f))
            (import "host" "g" (func $g (param i32) (result i32)))
            (memory (export "memory") 1)
            (global $__stack_pointer (mut i32) (i32.const 65536))
            {functions})"#
    );
    wat::parse_str(text).expect("the text is right")
}

/// Where the calls and loads of a module are: in which function, and the offset.
fn places(bodies: &Bodies) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for func in bodies.defined() {
        let body = bodies.body(func).expect("it is defined");
        let start = bodies.start(func).expect("it is defined");
        for operator in body.get_operators_reader().expect("valid").into_iter_with_offsets() {
            let (operator, at) = operator.expect("valid");
            if matches!(
                operator,
                Operator::Call { .. } | Operator::I32Load { .. } | Operator::I32Load16U { .. }
            ) {
                found.push((func, start + at as u32));
            }
        }
    }
    found
}

/// An output of function 2. Each of its calls and loads is at a place of the input: which of the calls and loads there,
/// and in which inlined call. An inlined call is a place in a function, and which function is called.
struct Case<'a> {
    input: &'a str,
    output: &'a str,
    code: &'a [(usize, Option<u32>)],
    inlined: &'a [(usize, u32)],
}

impl Case<'_> {
    /// What is found at the calls of the output: the place in the input, the function, and its locals 0 to 9.
    fn found(&self) -> Vec<String> {
        let (before, after) = (module(self.input), module(self.output));
        let bodies = (Bodies::read(&before), Bodies::read(&after));
        let all = places(&bodies.0);
        let contexts: PrimaryMap<_, _> = self
            .inlined
            .iter()
            .map(|&(site, callee)| ContextData {
                parent: None.into(),
                site: SourceLoc::at(all[site].1),
                kind: ContextKind::Inlined(Func::from_u32(callee)),
            })
            .collect();
        let outputs = places(&bodies.1).into_iter().zip(self.code);
        let start = bodies.1.start(2).expect("it is defined");
        let context = |n: u32| contexts.keys().nth(n as usize);
        let mut code: Vec<(u32, SourceLoc)> = outputs
            .map(|((_, at), &(place, inlined))| {
                let context = inlined.and_then(context).into();
                (at - start, SourceLoc { offset: all[place].1, context })
            })
            .collect();
        code.dedup_by_key(|code| code.1);
        let function = FunctionLocations {
            func: Some(Func::from_u32(2)),
            number: 2,
            input: None,
            output: start..after.len() as u32,
            code: CodeLocations::Moved { operators: code.clone(), contexts: contexts.clone() },
        };
        let locations = Locations::default();
        let mut scopes = Scopes::default();
        for func in bodies.0.defined() {
            for local in 0..10 {
                let expression =
                    vec![gimli::DW_OP_WASM_location.0, 0, local, gimli::DW_OP_stack_value.0];
                let variable = (local.into(), None, false);
                scopes.in_locals.add(func, variable, vec![((0, u64::MAX), expression)]);
            }
        }
        let input = Input {
            module: ModuleInfo::read(&before),
            locations: &locations,
            input_code: Sections::read(&before).code,
            output_code: Sections::read(&after).code,
            lines: Lines::default(),
            scopes,
            frames: frames_of(&bodies, &locations),
            locals: RefCell::default(),
            bodies,
            several: FxHashMap::default(),
        };
        let found = OutputLocals::of(&input, &function, &code);
        let shown = found.calls.iter().map(|call| {
            let place = all.iter().position(|&(_, at)| at - input.input_code == call.place);
            let func = all[place.expect("it is one of them")].0;
            let held = call.held.iter().map(|(local, held)| match held {
                Held::Local(other) => format!(" {local} in {other}"),
                Held::Constant(value) => format!(" {local} is {value}"),
            });
            format!("{} of {func}:{}", place.expect("just asked"), held.collect::<String>())
        });
        shown.collect()
    }
}

#[test]
fn a_parameter_is_found_where_the_output_keeps_it_if_the_output_reads_it() {
    let input = "(func (param i32 i32) (local.set 0 (i32.const 3)) (call $f)
        (drop (local.get 1)))";
    let kept = "(func (param i32 i32) (local i32) (local.set 2 (local.get 1))
        (local.set 1 (i32.const 9)) (call $f) (drop (local.get 2)))";
    let case = Case { input, output: kept, code: &[(0, None)], inlined: &[] };
    assert_eq!(case.found(), ["0 of 2: 0 is 3 1 in 2"]);
    let unread = "(func (param i32 i32) (call $f))";
    assert_eq!(Case { output: unread, ..case }.found(), ["0 of 2: 0 is 3"]);
    // Other parameters are not those of the input.
    let other = "(func (param i32) (call $f) (drop (local.get 0)))";
    assert_eq!(Case { output: other, ..case }.found(), ["0 of 2: 0 is 3"]);
}

#[test]
fn what_is_computed_is_found_however_it_is_computed() {
    let input = "(func (param i32 i32) (local i32)
        (local.set 2 (i32.add (i32.mul (local.get 0) (i32.const 8)) (i32.const -4)))
        (local.set 0 (i32.and (local.get 0) (local.get 1)))
        (call $f))";
    let output = "(func (param i32 i32) (local i32)
        (local.set 2 (i32.sub (i32.shl (local.get 0) (i32.const 3)) (i32.const 4)))
        (local.set 1 (i32.and (local.get 1) (local.get 0)))
        (local.set 0 (i32.const 7))
        (call $f))";
    let case = Case { input, output, code: &[(0, None)], inlined: &[] };
    assert_eq!(case.found(), ["0 of 2: 0 in 1 2 in 2"]);
}

#[test]
fn what_a_call_or_load_gave_is_found_if_the_output_has_it_once() {
    let input = "(func (local i32 i32)
        (local.set 0 (call $g (i32.const 5)))
        (local.set 1 (i32.load (i32.const 8)))
        (call $f))";
    let output = "(func (local i32 i32)
        (local.set 1 (call $g (i32.const 5)))
        (local.set 0 (i32.load (i32.const 8)))
        (call $f))";
    let case = Case { input, output, code: &[(0, None), (1, None), (2, None)], inlined: &[] };
    assert_eq!(case.found(), ["0 of 2: 0 is 0 1 is 0", "2 of 2: 0 in 1 1 in 0"]);
    // Two copies of the first call.
    let copied = "(func (local i32 i32)
        (local.set 1 (call $g (i32.const 5)))
        (local.set 0 (i32.load (i32.const 8)))
        (drop (call $g (i32.const 5)))
        (call $f))";
    let code = &[(0, None), (1, None), (0, None), (2, None)];
    let found = Case { output: copied, code, ..case }.found();
    assert_eq!(found.last().map(String::as_str), Some("2 of 2: 1 in 0"));
    // The place of the call has a second one, next to it.
    let twice = copied.replace("(drop (call $g (i32.const 5)))", "");
    let twice = twice.replace("(call $g (i32.const 5))", "(call $g (call $g (i32.const 5)))");
    let code = &[(0, None), (0, None), (1, None), (2, None)];
    let found = Case { output: &twice, code, ..case }.found();
    assert_eq!(found.last().map(String::as_str), Some("2 of 2: 1 in 0"));
    // A load of another width stands for something else.
    let wide = output.replace("(i32.load (i32.const 8))", "(i32.load16_u (i32.const 8))");
    let found = Case { output: &wide, ..case }.found();
    assert_eq!(found.last().map(String::as_str), Some("2 of 2: 0 in 1"));
}

#[test]
fn what_a_loop_assigns_is_not_known_before_it_is_assigned() {
    let input = "(func (param i32) (local i32)
        (loop (call $f) (local.set 1 (call $g (i32.const 5))) (call $f)
            (br_if 0 (local.get 1)) (drop (local.get 0))))";
    let case =
        Case { input, output: input, code: &[(0, None), (1, None), (2, None)], inlined: &[] };
    let expected = ["0 of 2: 0 in 0", "1 of 2: 0 in 0", "2 of 2: 0 in 0 1 in 1"];
    assert_eq!(case.found(), expected);
}

#[test]
fn loops_that_change_the_stack_pointer_do_not_matter() {
    let (mut loops, mut code) = ("(call $f)".to_owned(), vec![(0, None)]);
    for n in 1..8 {
        let pointer = "(global.get $__stack_pointer)";
        loops = format!(
            "(loop (global.set $__stack_pointer (i32.sub {pointer} (i32.const 16))) {loops}
                (call $f) (br_if 0 (local.get 0)))"
        );
        code.push((n, None));
    }
    let input = format!("(func (param i32) {loops})");
    let case = Case { input: &input, output: &input, code: &code, inlined: &[] };
    let expected: Vec<String> = (0..8).map(|n| format!("{n} of 2: 0 in 0")).collect();
    assert_eq!(case.found(), expected);
}

#[test]
fn results_in_a_loop_of_which_something_was_copied_are_not_known() {
    // Two iterations at a time; the second one knows what the load gives.
    let input = "(func (param i32) (local i32)
        (loop (local.set 1 (i32.load (i32.const 8))) (call $f) (br_if 0 (local.get 0))))";
    let output = "(func (param i32) (local i32)
        (loop (local.set 1 (i32.load (i32.const 8))) (call $f) (call $f)
            (br_if 0 (local.get 0))))";
    let case = Case { input, output, code: &[(0, None), (1, None), (1, None)], inlined: &[] };
    assert_eq!(case.found(), ["1 of 2: 0 in 0", "1 of 2: 0 in 0"]);
}

#[test]
fn parameters_of_inlined_functions_are_the_arguments_of_their_calls() {
    let input = "(func (param i32) (local i32)
            (local.set 1 (call $g (i32.const 1)))
            (call 3 (i32.add (local.get 0) (i32.const 2)) (local.get 1) (i32.const 6)))
        (func (param i32 i32 i32) (local.set 2 (i32.load (local.get 0))) (call $f))";
    let output = "(func (param i32) (local i32 i32)
        (local.set 1 (call $g (i32.const 1)))
        (local.set 2 (i32.add (local.get 0) (i32.const 2)))
        (local.set 0 (i32.load (local.get 2)))
        (call $f))";
    let case =
        Case { input, output, code: &[(0, None), (2, Some(0)), (3, Some(0))], inlined: &[(1, 3)] };
    let expected = ["0 of 2: 0 in 0 1 is 0", "1 of 2: 1 in 1", "3 of 3: 0 in 2 1 in 1 2 in 0"];
    assert_eq!(case.found(), expected);
}

#[test]
fn addresses_in_frames_are_found() {
    let pointer = "(global.get $__stack_pointer)";
    let input = format!(
        "(func (local i32 i32)
            (global.set $__stack_pointer (local.tee 0 (i32.sub {pointer} (i32.const 32))))
            (local.set 1 (i32.add (local.get 0) (i32.const 12)))
            (call $f))"
    );
    let output = format!(
        "(func (local i32)
            (local.set 0 (i32.sub {pointer} (i32.const 20)))
            (global.set $__stack_pointer (i32.add (local.get 0) (i32.const -12)))
            (call $f))"
    );
    let case = Case { input: &input, output: &output, code: &[(0, None)], inlined: &[] };
    assert_eq!(case.found(), ["0 of 2: 1 in 0"]);
}

#[test]
fn sums_have_a_normal_form() {
    let mut symbols = Symbols::default();
    let (x, y) = (symbols.leaf(Meaning::Param(0)), symbols.leaf(Meaning::Param(1)));
    let three = symbols.constant(false, 3);
    let one = symbols.pure(Opcode::I32Add, &[x, y]);
    let other = symbols.pure(Opcode::I32Add, &[y, three]);
    let other = symbols.pure(Opcode::I32Add, &[other, x]);
    let other = symbols.pure(Opcode::I32Sub, &[other, three]);
    assert_eq!(one, other);
    // Of 32 bits, and of 64 bits.
    let wide = symbols.pure(Opcode::I64Add, &[x, y]);
    assert_ne!(one, wide);
    let large = symbols.constant(false, i64::from(u32::MAX));
    assert_eq!(symbols.as_constant(large), Some(-1));
    let gone = symbols.pure(Opcode::I32Sub, &[x, x]);
    assert_eq!(symbols.as_constant(gone), Some(0));
}
