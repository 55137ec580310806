//! Constants that move between operand and offset where a sum wraps are noticed, and only those.

use crate::transforms::offset_folding::plain_access;
use invar_ir::{Func, Function, Inst, Module, Op, set_address};
use invar_rules::Const;
use invar_validate::{Setting, same_accesses, same_effects};

/// The first function of a module.
fn read(text: &str) -> (Module, Function) {
    let wasm = wat::parse_str(text).expect("the text is right");
    let (module, lifter) = invar_wasm::read(wasm.into()).expect("it is valid");
    let mut function = lifter.lift(&module, Func::from_u32(0)).expect("it is lifted");
    function.resolve_aliases();
    (module, function)
}

/// Makes each constant that is added to an address an offset, with sums of `w` bits.
fn fold_all(f: &mut Function, wrap: u64) -> usize {
    let insts: Vec<Inst> =
        f.live_blocks().flat_map(|block| f.blocks[block].insts.clone()).collect();
    let mut folded = 0;
    for inst in insts {
        let Some(access) = plain_access(f, inst) else { continue };
        let address = f.resolve(f.args(inst)[access.address]);
        let Some(Op::I32Add | Op::I64Add) = f.def_op(address) else { continue };
        let sum = f.def_inst(address).expect("it is one");
        let &[base, more] = f.args(sum) else { continue };
        let constant = f.def_op(f.resolve(more)).and_then(Const::from_op).and_then(Const::as_int);
        let Some(more) = constant else { continue };
        let more =
            if f.ty(address) == invar_ir::ValType::I32 { more as u32 as u64 } else { more as u64 };
        let offset = access.memarg.offset.wrapping_add(more) & wrap;
        set_address(f, inst, access.address, base, offset);
        folded += 1;
    }
    folded
}

fn answers(text: &str, wrap: u64) -> [Result<(), String>; 2] {
    let (module, before) = read(text);
    let mut after = before.clone();
    assert!(fold_all(&mut after, wrap) > 0, "{text}");
    let setting = Setting::of_pass(&module, &[]);
    same_accesses(&before, &before, &setting).expect("it is itself");
    [same_accesses(&before, &after, &setting), same_effects(&before, &after, &setting)]
}

#[track_caller]
fn noticed(text: &str, wrap: u64) {
    let [accesses, effects] = answers(text, wrap);
    assert!(accesses.is_err(), "{text}");
    assert!(effects.is_err(), "{text}");
}

#[track_caller]
fn accepted(text: &str) {
    let [accesses, effects] = answers(text, u64::MAX);
    accesses.expect("accesses are the same");
    effects.expect("effects are the same");
}

#[test]
fn sums_of_an_unknown_address_may_wrap() {
    for more in [1, 4, 8, 4096, -4, -1000, i32::MIN] {
        noticed(
            &format!(
                "(module (memory 1) (func (param i32) (result i32)
            (i32.load (i32.add (local.get 0) (i32.const {more})))))"
            ),
            u64::MAX,
        );
        noticed(
            &format!(
                "(module (memory 1) (func (param i32 i32)
            (i32.store8 offset=12 (i32.add (i32.mul (local.get 0) (i32.const 5)) (i32.const {more}))
                                  (local.get 1))))"
            ),
            u64::MAX,
        );
        noticed(
            &format!(
                "(module (memory i64 1) (func (param i64) (result i32)
            (i32.load (i64.add (i64.mul (local.get 0) (i64.const 7)) (i64.const {more})))))"
            ),
            u64::MAX,
        );
    }
}

#[test]
fn sums_of_what_is_in_range_do_not_wrap() {
    accepted(
        "(module (memory 1) (func (param i32) (result i32)
        (i32.load (i32.add (i32.and (local.get 0) (i32.const 1023)) (i32.const 64)))))",
    );
    accepted(
        "(module (memory 1) (func (param i32) (result i32)
        (i32.load8_u (i32.add (i32.load16_u (local.get 0)) (i32.const 64)))))",
    );
    accepted(
        "(module (memory i64 1) (func (param i32) (result i32)
        (i32.load (i64.add (i64.extend_i32_u (local.get 0)) (i64.const 64)))))",
    );
    noticed(
        "(module (memory i64 1) (func (param i32) (result i32)
        (i32.load (i64.add (i64.extend_i32_s (local.get 0)) (i64.const 64)))))",
        u64::MAX,
    );
}

/// The sum of a constant and an offset of a 64-bit memory, modulo 2^64.
#[test]
fn offsets_that_wrap_are_noticed() {
    noticed("(module (memory i64 1) (func (param i32) (result i32)
        (i32.load offset=0xfffffffffffffff8 (i64.add (i64.extend_i32_u (local.get 0)) (i64.const 8)))))", u64::MAX);
}

/// An access to the base itself traps where the sum would wrap: the largest memory ends at 2^32.
#[test]
fn an_earlier_access_may_keep_a_sum_from_wrapping() {
    accepted("(module (memory 1) (func (param i32) (result i32)
        (i32.add (i32.load offset=8 (local.get 0)) (i32.load (i32.add (local.get 0) (i32.const 4))))))");
    accepted(
        "(module (memory 1 2) (func (param i32) (result i32)
        (i32.add (i32.load (local.get 0)) (i32.load (i32.add (local.get 0) (i32.const 4096))))))",
    );
    noticed("(module (memory 1) (func (param i32) (result i32)
        (i32.add (i32.load offset=8 (local.get 0)) (i32.load (i32.add (local.get 0) (i32.const 12))))))", u64::MAX);
}

/// A later access does, if nothing can be observed in between.
#[test]
fn a_trap_may_come_earlier_if_nothing_is_observed_in_between() {
    accepted("(module (memory 1) (func (param i32) (result i32)
        (i32.add (i32.load (i32.add (local.get 0) (i32.const 4))) (i32.load offset=8 (local.get 0)))))");
    noticed(
        "(module (memory 1) (global (mut i32) (i32.const 0)) (func (param i32) (result i32)
        (i32.load (i32.add (local.get 0) (i32.const 4)))
        (i32.store8 (i32.const 0) (i32.const 77))
        (i32.add (i32.load offset=8 (local.get 0)))))",
        u64::MAX,
    );
}

/// The start of a loop's variable, for which some iteration's address wraps.
#[test]
fn addresses_of_loops_are_aimed_at() {
    noticed("(module (memory 1) (func (param $q i32) (param $n i32) (result i32) (local $i i32) (local $s i32)
        (loop $l
          (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add
            (i32.add (i32.mul (local.get $q) (i32.const 48)) (local.get $i)) (i32.const 64)))))
          (local.set $q (i32.add (local.get $q) (i32.const 3)))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 8))))
        (local.get $s)))", u64::MAX);
    noticed("(module (memory i64 1) (func (param $i i32) (param $n i32) (result i32) (local $s i32)
        (loop $l
          (local.set $s (i32.add (local.get $s) (i32.load8_u (i64.add
            (i64.mul (i64.extend_i32_s (local.get $i)) (i64.const 12)) (i64.const 36)))))
          (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
        (local.get $s)))", u64::MAX);
}
