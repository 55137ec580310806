//! The ownership verifier: what it accepts, and the errors that it reports.

mod verify;

use crate::interprocedural::signature::{Given, Signatures, Taken};
use crate::runtimes::table::{Deinits, Freeing, Runtime};
use invar_ir::entities::EntitySet;
use invar_ir::{Body, Func, Function, Module, Passing, ValType, parse_module};
use verify::verify;

impl Runtime {
    /// A runtime without functions, for code that has ownership operators and is not lowered.
    pub(crate) fn of_operators(ty: ValType) -> Runtime {
        let nobody = Func::from_u32(u32::MAX - 1);
        Runtime {
            name: "operators".to_owned(),
            retain: nobody,
            release: nobody,
            ty,
            returns_argument: true,
            silent_deinits: false,
            unordered_deinits: false,
            deinits: Deinits::default(),
            cycles: false,
            ends_at_traps: false,
            null: true,
            immortal: 0,
            count: None,
            allocate: EntitySet::new(),
            allocates_owned: true,
            frees: EntitySet::new(),
            reallocates: EntitySet::new(),
            quiet: EntitySet::new(),
            unique: EntitySet::new(),
            named: true,
            freeing: Freeing::Listed,
            conventions: Vec::new(),
            own: EntitySet::new(),
            counting: EntitySet::new(),
        }
    }
}

impl Signatures {
    /// The signatures that the ownership items of a module declare; all others are unknown.
    pub(crate) fn of_module(module: &Module) -> Self {
        let mut signatures = Signatures::new(module.funcs.len(), false);
        for (&func, ownership) in &module.ownership {
            if !module.funcs.is_valid(func) {
                continue;
            }
            let taken = |passing: &Passing| match passing {
                Passing::Borrowed => Taken::Borrowed,
                Passing::Guaranteed => Taken::Guaranteed,
                Passing::Owned => Taken::Owned,
            };
            let signature = signatures.get_mut(func);
            signature.params = ownership.params.iter().map(taken).collect();
            signature.result = if ownership.owned_result { Given::Owned } else { Given::Unowned };
        }
        signatures
    }
}

/// A module whose function `f1` takes two references and a number. `f0` is unknown, `f2`
/// consumes its argument, `f3` gives an owned object.
pub(crate) fn module_of(ownership: &str, body: &str) -> Module {
    let result = if ownership.contains("result") { " -> (i32)" } else { " -> ()" };
    let text = format!(
        "module {{
  import f0 \"e\" \"unknown\" : () -> ()
  func f1 : (i32, i32, i32){result} {{
{body}
  }}
  func f2 : (i32) -> () {{
  b0(v0: i32):
    destroy_value v0
    return
  }}
  func f3 : () -> (i32) {{
  b0:
    unreachable
  }}
  memory m0 : i32 1..
  {ownership}
  ownership f2 0 owned
  ownership f3 result
}}"
    );
    parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The function `f1` of such a module.
pub(crate) fn function_of(module: &Module) -> &Function {
    match &module.funcs[Func::from_u32(1)].body {
        Body::Ssa(f) => f,
        _ => panic!("it is in SSA form"),
    }
}

/// The errors that are reported for `f1`.
fn said(ownership: &str, body: &str) -> Vec<String> {
    let module = module_of(ownership, body);
    assert_eq!(parse_module(&module.to_string()).unwrap().ownership, module.ownership);
    let func = Some(Func::from_u32(1));
    verify(function_of(&module), &module, func, ValType::I32)
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn fine(body: &str) {
    assert_eq!(said("", body), [""; 0]);
}

#[test]
fn a_copy_is_destroyed_once() {
    fine(
        "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n call f0\n destroy_value v3\n return",
    );
}

#[test]
fn a_copy_that_stays_is_a_leak() {
    let said = said("", "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n call f0\n return");
    assert_eq!(said, ["v0 is owned and never consumed: at 0 in b0"]);
}

#[test]
fn what_is_not_owned_cannot_be_consumed() {
    let said = said("", "b0(v0: i32, v1: i32, v2: i32):\n destroy_value v0\n return");
    assert_eq!(said, ["v0 is consumed but not owned: at 0 in b0"]);
}

#[test]
fn destroyed_on_both_paths() {
    fine(
        "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n br_if v2, b1, b2\n\
        b1:\n destroy_value v3\n jump b3\nb2:\n destroy_value v3\n jump b3\nb3:\n return",
    );
}

#[test]
fn destroyed_on_one_path_only() {
    let said = said(
        "",
        "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n br_if v2, b1, b2\n\
        b1:\n destroy_value v3\n jump b3\nb2:\n jump b3\nb3:\n return",
    );
    assert_eq!(
        said,
        ["v0 has different levels of ownership on different paths: at 0 in b3, on the path b0 b1"]
    );
}

#[test]
fn a_path_that_traps_may_leak() {
    fine(
        "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n br_if v2, b1, b2\n\
        b1:\n destroy_value v3\n return\nb2:\n unreachable",
    );
}

#[test]
fn a_call_consumes_and_another_gives() {
    fine("b0(v0: i32, v1: i32, v2: i32):\n v3 = call f3\n call f2 v3\n return");
    let said = said("", "b0(v0: i32, v1: i32, v2: i32):\n v3 = call f3\n return");
    assert_eq!(said, ["v3 is owned and never consumed: at 0 in b0"]);
}

#[test]
fn what_a_call_consumed_is_not_used() {
    let said = said(
        "",
        "b0(v0: i32, v1: i32, v2: i32):\n v3 = call f3\n call f2 v3\n v4 = i32.load v3\n return",
    );
    assert_eq!(said, ["v3 is used after it was consumed: at 2 in b0"]);
}

#[test]
fn a_copy_that_was_destroyed_is_not_used() {
    let said = said(
        "",
        "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n destroy_value v3\n \
        v4 = i32.load v3\n v5 = i32.load v0\n return",
    );
    assert_eq!(said, ["v3 is used after it was consumed: at 2 in b0"]);
}

#[test]
fn an_owned_parameter_is_consumed() {
    let owned = "ownership f1 0 owned, 1 guaranteed";
    let body = "b0(v0: i32, v1: i32, v2: i32):\n destroy_value v0\n return";
    assert_eq!(said(owned, body), [""; 0]);
    let body = "b0(v0: i32, v1: i32, v2: i32):\n return";
    assert_eq!(said(owned, body), ["v0 is owned and never consumed: at 0 in b0"]);
}

#[test]
fn an_owned_result_is_owned() {
    let owned = "ownership f1 result";
    let body = "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n return v3";
    assert_eq!(said(owned, body), [""; 0]);
    let body = "b0(v0: i32, v1: i32, v2: i32):\n v3 = i32.add v0, v1\n return v3";
    assert_eq!(said(owned, body), ["v3 is consumed but not owned: at 0 in b0"]);
    let body = "b0(v0: i32, v1: i32, v2: i32):\n v3 = i32.const 0\n return v3";
    assert_eq!(said(owned, body), [""; 0]);
}

#[test]
fn a_loop_passes_ownership_round() {
    fine(
        "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n jump b1(v3)\n\
        b1(v4: i32):\n v5 = i32.load v4\n v6 = copy_value v5\n destroy_value v4\n \
        br_if v2, b1(v6), b2\nb2:\n destroy_value v6\n return",
    );
}

#[test]
fn a_loop_that_copies_more_each_time() {
    let said = said(
        "",
        "b0(v0: i32, v1: i32, v2: i32):\n jump b1\nb1:\n v3 = copy_value v0\n br_if v2, b1, b2\n\
        b2:\n destroy_value v0\n return",
    );
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with("v0 has different levels of ownership on different paths"),
        "{said:?}"
    );
}

#[test]
fn a_store_takes_what_must_be_taken() {
    fine("b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n i32.store v1, v3\n return");
    fine("b0(v0: i32, v1: i32, v2: i32):\n v3 = call f3\n i32.store v1, v3\n return");
}

#[test]
fn null_on_a_path_needs_no_destroy() {
    fine(
        "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n br_if v3, b1, b2\n\
        b1:\n destroy_value v3\n jump b2\nb2:\n return",
    );
}

#[test]
fn a_borrow_ends() {
    let said = said(
        "",
        "b0(v0: i32, v1: i32, v2: i32):\n v3 = begin_borrow v0\n v4 = i32.load v3\n \
        end_borrow v3\n v5 = i32.load v3\n return",
    );
    assert_eq!(said, ["v3 is used after it was consumed: at 3 in b0"]);
}
