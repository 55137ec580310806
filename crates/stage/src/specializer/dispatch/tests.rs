//! A machine with calls: which dispatches there are, and what leads to them.

use crate::specializer::known::Known;
use crate::testing::function;
use crate::{Bound, Config, Prepared, Request, RequestLimits, Special, World, specialize};
use invar_ir::{Func, Memory, Op, Table, Terminator};
use invar_rules::Const;

/// A program at address 100, in a memory that is zero otherwise.
struct Program(Vec<u8>);

impl World for Program {
    fn read(&mut self, _: Memory, address: u64, bytes: &mut [u8]) -> bool {
        for (n, byte) in bytes.iter_mut().enumerate() {
            let at = (address + n as u64).wrapping_sub(100) as usize;
            *byte = self.0.get(at).copied().unwrap_or(0);
        }
        true
    }

    fn call(&mut self, _: Func, _: &[Const]) -> Option<Const> {
        None
    }

    fn function_at(&mut self, _: Table, _: u64) -> Option<Func> {
        None
    }
}

/// The instructions: add a number, call, return.
const ADD: u8 = 0;
const CALL: u8 = 1;
const RETURN: u8 = 2;

/// The machine, specialized to a program. `store` puts `v13`, the return address, to `v5`; `load` takes it from `v22`.
fn run(program: &[u8], store: &str, load: &str, limits: RequestLimits) -> Special {
    special(&machine(store, load), program, limits)
}

fn machine(store: &str, load: &str) -> String {
    format!(
        "(i32, i32) -> (i32) {{
          b0(v0: i32, v1: i32):
            v2 = i32.const 256
            v3 = promise_const m0 v0, v2
            v19 = i32.const 0
            v20 = i32.const 1000
            jump b1(v19, v20, v1)
          b1(v4: i32, v5: i32, v6: i32):
            v7 = keep_const cache eager v4
            v8 = i32.add v3, v7
            v9 = i32.load8_u v8
            v10 = i32.load8_u v8 offset=1
            v11 = i32.const 2
            v13 = i32.add v7, v11
            br_table v9, b2, b3, b4
          b2:
            v14 = i32.add v6, v10
            jump b1(v13, v5, v14)
          b3:
            {store}
            v15 = i32.const 4
            v16 = i32.add v5, v15
            jump b1(v10, v16, v6)
          b4:
            v21 = i32.eq v5, v20
            br_if v21, b5, b6
          b5:
            return v6
          b6:
            v24 = i32.const 4
            v22 = i32.sub v5, v24
            {load}
            jump b1(v23, v22, v6)
          }}"
    )
}

fn special(machine: &str, program: &[u8], limits: RequestLimits) -> Special {
    let (module, f) = function(machine);
    let bound = Bound::new([0]).ahead();
    let func = Func::from_u32(0);
    let prepared = Prepared::new(&module, func, &f, &bound, &Config::default()).expect("it is");
    let values = [Some(Known::plain(Const::I32(100)))];
    let request = Request::new(&values, limits);
    let special = specialize(&module, &prepared, &request, &mut Program(program.to_vec()));
    invar_ir::verify_function(&module, &special.function).expect("it is valid");
    special
}

const STORE: &str = "i32.store v5, v13";
const LOAD: &str = "v23 = i32.load v22";

/// Calls of one function, which returns at once; then a return.
fn calls(count: u8) -> Vec<u8> {
    let mut program = [CALL, 2 * count + 2].repeat(count.into());
    program.extend([RETURN, 0, RETURN, 0]);
    program
}

fn notes(special: &Special) -> String {
    special.notes.iter().map(|(note, _)| format!("{}\n", note.what)).collect()
}

/// How many edges of comparisons and tables there are.
fn branches(special: &Special) -> (usize, usize) {
    let f = &special.function;
    let count = |is: fn(&Terminator) -> usize| {
        f.live_blocks().map(|block| is(&f.blocks[block].term)).sum::<usize>()
    };
    let tables = count(|term| match term {
        Terminator::BrTable { targets, .. } => targets.len(),
        _ => 0,
    });
    (count(|term| usize::from(matches!(term, Terminator::BrIf { .. }))), tables)
}

#[test]
fn each_return_address_is_compared_once() {
    let special = run(&calls(3), STORE, LOAD, RequestLimits::default());
    assert_eq!(special.stats.promotions, 0);
    assert!(special.stats.dispatched >= 1, "{}", notes(&special));
    assert!(notes(&special).contains("compared with 3 values"), "{}", notes(&special));
    // Generic code has its own branch and table. The code for a return is the same for both of the program's.
    let (ifs, table) = branches(&special);
    assert_eq!((ifs, table), (3 + 1 + 1, 2));
}

#[test]
fn many_addresses_are_in_a_table() {
    let special = run(&calls(10), STORE, LOAD, RequestLimits::default());
    let (ifs, table) = branches(&special);
    // An entry for each call, though these are two bytes apart.
    assert_eq!((ifs, table), (1 + 1, 2 + 10));
    assert!(special.stats.generic > 0, "what was not stored goes on in generic code");
}

#[test]
fn past_the_limit_an_address_is_not_compared() {
    let limits = RequestLimits { returns: 2, ..RequestLimits::default() };
    let special = run(&calls(10), STORE, LOAD, limits);
    assert!(notes(&special).contains("there are more"), "{}", notes(&special));
    assert!(notes(&special).contains("compared with 2 values"), "{}", notes(&special));
    assert_eq!(special.stats.dispatched, 1);
}

#[test]
fn without_a_store_of_the_variable_a_load_is_a_promotion() {
    for store in ["i32.store v5, v10", "i32.store v5, v6"] {
        let special = run(&calls(3), store, LOAD, RequestLimits::default());
        assert_eq!((special.stats.promotions, special.stats.dispatched), (1, 0));
        assert!(
            notes(&special).contains("is not known: `v23 = i32.load v22`"),
            "{}",
            notes(&special)
        );
    }
    // There is a store, but no call.
    let special = run(&[ADD, 1, RETURN, 0], STORE, LOAD, RequestLimits::default());
    assert_eq!((special.stats.promotions, special.stats.dispatched), (1, 0));
    assert!(notes(&special).contains("no value of x0 was stored"), "{}", notes(&special));
}

#[test]
fn an_address_may_be_stored_and_loaded_in_other_widths() {
    let wide = "v30 = i64.extend_i32_u v13\n i64.store16 v5, v30";
    let back = "v31 = i64.load16_u v22\n v32 = i32.wrap_i64 v31\n v33 = i32.const 0\n v23 = i32.add v32, v33";
    let special = run(&calls(3), wide, back, RequestLimits::default());
    assert_eq!(special.stats.promotions, 0);
    assert!(notes(&special).contains("compared with 3 values"), "{}", notes(&special));
    let special = run(&calls(3), wide, "v23 = i32.load8_s v22", RequestLimits::default());
    assert!(notes(&special).contains("compared with 3 values"), "{}", notes(&special));
}

#[test]
fn an_address_may_be_a_pointer_into_promised_memory() {
    let machine = machine(STORE, LOAD)
        .replace("jump b1(v19,", "jump b1(v3,")
        .replace("i32.add v3, v7", "i32.add v7, v19")
        .replace("jump b1(v10, v16", "v25 = i32.add v3, v10\n jump b1(v25, v16");
    let special = special(&machine, &calls(3), RequestLimits::default());
    assert!(notes(&special).contains("compared with 3 values"), "{}", notes(&special));
    // Only generic code reads the program.
    let f = &special.function;
    let insts = f.live_blocks().flat_map(|block| &f.blocks[block].insts);
    let bytes = insts.filter(|&&inst| matches!(f.insts[inst].op, Op::I32Load8U { .. }));
    assert_eq!(bytes.count(), 2);
}

#[test]
fn work_that_dispatches_lead_to_is_within_the_budget() {
    for versions in [4, 8, 16, 32] {
        let limits = RequestLimits { versions, ..RequestLimits::default() };
        let special = run(&calls(20), STORE, LOAD, limits);
        // Each generic block is made once.
        assert!(special.stats.versions <= versions as u64 + 7, "{:?}", special.stats);
    }
}
