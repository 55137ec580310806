//! What the walk finds at calls, and under which conditions frames are used at all.

use super::walk::Frames;
use crate::dwarf::frames_of;
use crate::dwarf::variables::Bodies;
use invar_ir::Locations;

/// A module around functions; function 0 is an import.
fn module(functions: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
            (import "host" "f" (func $host))
            (tag $tag)
            (memory (export "memory") 1)
            (global $__stack_pointer (mut i32) (i32.const 65536))
            {functions})"#
    );
    wat::parse_str(text).expect("the text is right")
}

/// Subtracts 16 from the stack pointer, which goes to a local too.
const ENTER: &str = "(global.set $__stack_pointer
    (local.tee $frame (i32.sub (global.get $__stack_pointer) (i32.const 16))))";
/// Adds 16 again.
const LEAVE: &str = "(global.set $__stack_pointer (i32.add (local.get $frame) (i32.const 16)))";

/// What is known at the calls of a function: the stack pointer, the locals, whether the embedder may be called.
fn at_calls(functions: &str, func: u32) -> Vec<String> {
    let wasm = module(functions);
    let bodies = Bodies::read(&wasm);
    let mut frames = Frames::of(&bodies).expect("the module names its stack pointer");
    let points = frames.points(&bodies, func);
    let shown = points.iter().map(|point| {
        let pointer = point.pointer.map_or("?".to_owned(), |at| at.to_string());
        let reaches = if frames.reaches_embedder(&bodies, point) { "" } else { " inside" };
        format!("{pointer} {:?}{reaches}", point.locals)
    });
    shown.collect()
}

#[test]
fn a_frame_is_known_between_its_begin_and_its_end() {
    let text =
        format!("(func (local $frame i32) (call $host) {ENTER} (call $host) {LEAVE} (call $host))");
    let expected = ["0 []", "-16 [(0, -16)]", "0 [(0, -16)]"];
    assert_eq!(at_calls(&text, 1), expected);
}

#[test]
fn constants_may_be_in_locals() {
    let text = "(func (local $size i32) (local $frame i32)
        (local.set $size (i32.const 32))
        (local.set $frame (i32.sub (global.get $__stack_pointer) (local.get $size)))
        (call $host))";
    assert_eq!(at_calls(text, 1), ["0 [(1, -32)]"]);
}

#[test]
fn a_local_that_a_loop_assigns_is_not_known_in_it() {
    let text = format!(
        "(func (param $n i32) (local $frame i32) {ENTER}
            (loop $again
                (call $host)
                (local.set $frame (local.get $n))
                (br_if $again (local.get $n)))
            (call $host))"
    );
    assert_eq!(at_calls(&text, 1), ["-16 []", "-16 []"]);
}

#[test]
fn a_loop_that_changes_the_stack_pointer_is_walked_again() {
    let text = format!(
        "(func (param $n i32) (local $frame i32)
            (loop $again
                (call $host)
                {ENTER}
                (br_if $again (local.get $n))))"
    );
    assert_eq!(at_calls(&text, 1), ["? []"]);
}

#[test]
fn what_branches_do_not_agree_on_is_not_known() {
    let text = format!(
        "(func (param $n i32) (local $frame i32)
            (if (local.get $n) (then {ENTER}))
            (call $host)
            (block $out
                (br_if $out (local.get $n))
                (local.set $frame (i32.sub (global.get $__stack_pointer) (i32.const 8))))
            (call $host))"
    );
    assert_eq!(at_calls(&text, 1), ["? []", "? []"]);
}

#[test]
fn behind_a_callee_that_returns_with_another_stack_pointer_it_is_not_known() {
    let text = format!(
        "(func $keeps (local $frame i32) {ENTER} (call $host) {LEAVE})
        (func $changes (local $frame i32) {ENTER} (call $host))
        (func $returns (param $n i32) (local $frame i32) {ENTER}
            (if (local.get $n) (then (return)))
            {LEAVE})
        (func (local $frame i32) {ENTER} (call $keeps) (call $changes) (call $host))
        (func (local $frame i32) {ENTER} (call $returns (i32.const 0)) (call $host))"
    );
    let expected = ["-16 [(0, -16)]", "-16 [(0, -16)]", "? [(0, -16)]"];
    assert_eq!(at_calls(&text, 4), expected);
    assert_eq!(at_calls(&text, 5), ["-16 [(0, -16)] inside", "? [(0, -16)]"]);
}

#[test]
fn a_caller_of_one_that_changes_the_stack_pointer_may_change_it() {
    let text = format!(
        "(func $changes (local $frame i32) {ENTER})
        (func $calls (local $frame i32) {ENTER} (call $changes)
            (global.set $__stack_pointer (i32.add (global.get $__stack_pointer) (i32.const 16))))
        (func (call $calls) (call $host))"
    );
    assert_eq!(at_calls(&text, 3), ["0 [] inside", "? []"]);
}

#[test]
fn a_handler_does_not_know_the_stack_pointer() {
    let text = format!(
        "(func (local $frame i32) (local $other i32) {ENTER}
            (local.set $other (local.get $frame))
            (block $caught
                (try_table (catch $tag $caught)
                    (call $host)
                    (local.set $other (i32.const 0))
                    (call $host))
                (return))
            (call $host))
        (func (local $frame i32) {ENTER}
            try call $host catch $tag call $host end
            (call $host))"
    );
    let expected = ["-16 [(0, -16), (1, -16)]", "-16 [(0, -16)]", "? [(0, -16)]"];
    assert_eq!(at_calls(&text, 1), expected);
    assert_eq!(at_calls(&text, 2), ["-16 [(0, -16)]", "? [(0, -16)]", "? [(0, -16)]"]);
}

#[test]
fn only_calls_that_may_reach_the_embedder_see_memory() {
    let text = "(table funcref (elem $leaf))
        (func $leaf)
        (func $deep (call $leaf) (call $host))
        (func (call $leaf) (call $deep) (call_indirect (i32.const 0)))";
    assert_eq!(at_calls(text, 3), ["0 [] inside", "0 []", "0 []"]);
}

#[test]
fn frames_are_used_if_memory_is_seen_and_no_promise_makes_them_private() {
    let wasm = module("");
    let has_frames = |wasm: &[u8], private_frames: bool| {
        let locations = Locations { private_frames, ..Locations::default() };
        frames_of(&(Bodies::read(wasm), Bodies::read(wasm)), &locations).is_some()
    };
    assert!(has_frames(&wasm, false));
    assert!(!has_frames(&wasm, true));
    let hidden = "(module (memory 1) (global $__stack_pointer (mut i32) (i32.const 0)))";
    assert!(!has_frames(&wat::parse_str(hidden).expect("right"), false));
    let nameless = "(module (memory (export \"m\") 1) (global (mut i32) (i32.const 0)))";
    assert!(!has_frames(&wat::parse_str(nameless).expect("right"), false));
}
