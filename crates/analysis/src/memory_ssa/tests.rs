//! Functions with known answers.

use super::{Clobber, Definition, MemorySsa, QueryTarget, Walker};
use crate::{Location, Summaries};
use invar_ir::{Body, Cfg, Dominators, Func, Function, Inst, Module, effects, parse_module};

/// The function `f1` of a module with a memory, an imported function and a global.
fn parse(function: &str) -> (Module, Function) {
    let text = format!(
        "module {{
        import f0 \"env\" \"any\" : () -> ()
        memory m0 : i32 1..
        memory m1 : i32 1..
        global g0 : mut i32 = i32.const 7
        table t0 : 4.. funcref
        {function} }}"
    );
    let mut module = parse_module(&text).unwrap_or_else(|error| panic!("{error}"));
    let body = std::mem::replace(&mut module.funcs[Func::from_u32(1)].body, Body::Import);
    let Body::Ssa(function) = body else { panic!("no body") };
    (module, *function)
}

/// What a query answers for the last load of the function, in the form `inst3`, `phi b1`, `entry` or `root`. An
/// instruction is the n-th of all.
fn clobber(function: &str) -> String {
    let (module, f) = parse(function);
    let cfg = Cfg::new(&f);
    let dominators = Dominators::new(&f, &cfg);
    let ssa = MemorySsa::new(&f, &cfg, &dominators, &module, &Summaries::default());
    let is_read = |inst: &Inst| {
        let effects = effects(&f.insts[*inst].op, &module);
        !effects.reads.is_empty() && effects.writes.is_empty()
    };
    let insts: Vec<Inst> =
        cfg.rpo.iter().flat_map(|&block| f.blocks[block].insts.iter().copied()).collect();
    let inst = *insts.iter().rfind(|inst| is_read(inst)).expect("a load");
    let op = &f.insts[inst].op;
    let reads = effects(op, &module).reads;
    let location = Location::of_read(&f, &module, op, f.args(inst), reads).unwrap();
    let target = QueryTarget::new(&ssa, &dominators, location).unwrap();
    let from = ssa.before(inst, target.chain).unwrap();
    match Walker::new(&ssa, &dominators, &module).clobber(&f, &target, from) {
        Clobber::Root => "root".into(),
        Clobber::At(state) => match ssa.state(state).definition {
            Definition::Entry => "entry".into(),
            Definition::Inst(inst) => f.insts[inst].op.opcode().name().to_string(),
            Definition::Terminator(block) => format!("end {block}"),
            Definition::Phi(block) => format!("phi {block}"),
        },
    }
}

#[test]
fn walks_pass_what_is_disjoint() {
    let with = |between: &str| {
        clobber(&format!(
            "func f1 : (i32, i32) -> (i32) {{
             b0(v0: i32, v1: i32):
               v2 = i32.const 8
               v3 = i32.const 64
               v9 = i64.const 0
               i64.store v0, v9
               {between}
               v5 = i32.load v0
               return v5
            }}"
        ))
    };
    assert_eq!(with(""), "i64.store");
    assert_eq!(with("i32.store v0, v1 offset=4"), "i64.store");
    assert_eq!(with("i32.store v1, v1 memory=m1"), "i64.store");
    assert_eq!(with("global.set g0 v1"), "i64.store");
    assert_eq!(with("v6 = i32.add v0, v2\n memory.fill m0 v6, v1, v3"), "i64.store");
    // These may write the bytes.
    assert_eq!(with("i32.store v0, v1 offset=3"), "i32.store");
    assert_eq!(with("i32.store v1, v1 offset=4"), "i32.store");
    assert_eq!(with("call f0"), "call");
    assert_eq!(with("memory.fill m0 v0, v1, v3"), "memory.fill");
    assert_eq!(with("v6 = i32.add v0, v2\n memory.fill m0 v6, v1, v1"), "memory.fill");
    assert_eq!(with("v6 = memory.grow m0 v1"), "memory.grow");
}

#[test]
fn constant_addresses_are_known_apart_from_ranges() {
    let with = |between: &str| {
        clobber(&format!(
            "func f1 : (i32) -> (i32) {{
             b0(v0: i32):
               v1 = i32.const 8
               v2 = i32.const 64
               v3 = i32.const 12
               {between}
               v5 = i32.load v1
               return v5
            }}"
        ))
    };
    assert_eq!(with("memory.fill m0 v3, v0, v2"), "entry");
    assert_eq!(with("memory.copy m0 m0 v3, v1, v2"), "entry");
    assert_eq!(with("memory.copy m0 m0 v1, v3, v2"), "memory.copy");
    assert_eq!(with("memory.fill m0 v1, v0, v2"), "memory.fill");
    assert_eq!(with("memory.fill m0 v0, v0, v2"), "memory.fill");
}

#[test]
fn phis_are_passed_where_all_ways_up_end_alike() {
    let with = |left: &str, right: &str| {
        clobber(&format!(
            "func f1 : (i32, i32) -> (i32) {{
             b0(v0: i32, v1: i32):
               i32.store8 v0, v1
               br_if v1, b1, b2
             b1:
               {left}
               jump b3
             b2:
               {right}
               jump b3
             b3:
               v5 = i32.load v0
               return v5
            }}"
        ))
    };
    assert_eq!(with("i32.store v0, v1 offset=4", ""), "i32.store8");
    assert_eq!(with("i32.store v0, v1 offset=4", "i32.store v0, v0 offset=8"), "i32.store8");
    assert_eq!(with("i32.store v0, v1", ""), "phi b3");
    assert_eq!(with("i32.store v0, v1", "i32.store v0, v1"), "phi b3");
}

#[test]
fn loops_are_passed_if_nothing_in_them_changes_the_location() {
    let with = |inside: &str| {
        clobber(&format!(
            "func f1 : (i32, i32) -> (i32) {{
             b0(v0: i32, v1: i32):
               v2 = i32.const 8
               i32.store8 v0, v1
               jump b1(v0)
             b1(v3: i32):
               v4 = i32.add v3, v2
               {inside}
               br_if v4, b1(v4), b2
             b2:
               v5 = i32.load v0
               return v5
            }}"
        ))
    };
    assert_eq!(with("i32.store v0, v1 offset=4"), "i32.store8");
    assert_eq!(with("i32.store v3, v1 offset=4"), "i32.store");
    assert_eq!(with("call f0"), "call");
}

/// The example of the module's documentation.
#[test]
fn walks_stop_where_the_root_is_defined() {
    let with = |address: &str, after: &str| {
        clobber(&format!(
            "func f1 : (i32, i32) -> (i32) {{
             b0(v0: i32, v1: i32):
               v2 = i32.const 8
               jump b1(v0)
             b1(v3: i32):
               i32.store v3, v1 offset=4
               v6 = i32.load {address}
               {after}
               v4 = i32.add v3, v2
               br_if v4, b1(v4), b2
             b2:
               return v0
            }}"
        ))
    };
    assert_eq!(with("v3", "i32.store v3, v1 offset=8"), "root");
    assert_eq!(with("v3", ""), "root");
    // v0 is the same number in each iteration: the store through v3 may be to these bytes.
    assert_eq!(with("v0", "i32.store v0, v1 offset=8"), "i32.store");
    assert_eq!(with("v2", ""), "i32.store");
}

#[test]
fn a_root_outside_of_the_loop_goes_around_it() {
    let found = clobber(
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           i32.store16 v0, v1
           jump b1
         b1:
           v6 = i32.load v0
           i32.store v0, v6 offset=4
           br_if v1, b1, b2
         b2:
           return v0
        }",
    );
    assert_eq!(found, "i32.store16");
}

#[test]
fn globals_and_tables_have_chains() {
    let found = clobber(
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           global.set g0 v1
           i32.store v0, v1
           v2 = global.get g0
           return v2
        }",
    );
    assert_eq!(found, "global.set");
    let with = |then: &str| {
        clobber(&format!(
            "func f1 : (i32, i32) -> () {{
             b0(v0: i32, v1: i32):
               v2 = table.get t0 v0
               table.set t0 v0, v2
               {then}
               v3 = table.get t0 v0
               return
            }}"
        ))
    };
    assert_eq!(with("i32.store v0, v1"), "table.set");
    assert_eq!(with("call f0"), "call");
}
