//! Operators that may trap, with the conditions under which they do not.

use crate::Random;

/// Types, memory, tables and callees. The callees `$do_NAME` execute one operator, unguarded.
pub(super) const MODULE: &str = r#"  (type $unary (func (param i32) (result i32)))
  (type $other (func (param i64) (result i64)))
  (rec
    (type $object (sub (struct (field $class i32) (field $n (mut i32)))))
    (type $bytes (array (mut i8)))
    (type $words (array (mut i32)))
    (type $one (sub final $object
      (struct (field i32) (field (mut i32)) (field $data (ref $bytes)))))
    (type $two (sub $object
      (struct (field i32) (field (mut i32)) (field $more (ref null $words)) (field $fixed i32)))))
  (import "env" "log" (func $log (param i32)))
  (tag $bad)
  (memory (export "memory") 1 1)
  (table $table 4 4 funcref)
  (elem (table $table) (i32.const 0) func $twice $less $wide)
  (elem declare func $twice)
  (global $g (export "g") (mut i32) (i32.const 3))
  (global $zero (mut i32) (i32.const 0))
  (func $twice (type $unary) (i32.mul (local.get 0) (i32.const 2)))
  (func $less (type $unary) (i32.sub (local.get 0) (i32.load8_u (i32.const 97))))
  (func $wide (type $other) (local.get 0))
  (func $check (param $good i32) (if (i32.eqz (local.get $good)) (then (throw $bad))))
  (func $make (param $n i32) (result (ref null $object))
    (block $null (block $two (block $one (block $object
      (br_table $object $one $two $null (i32.and (local.get $n) (i32.const 3))))
      (return (struct.new $object (i32.const 0) (local.get $n))))
      (return (struct.new $one (i32.const 1) (local.get $n) (array.new $bytes (i32.const 7) (i32.const 5)))))
      (return (struct.new $two (i32.const 2) (local.get $n)
        (array.new_fixed $words 3 (i32.const 2) (local.get $n) (i32.const 9)) (local.get $n))))
    (ref.null $object))
  (func $do_div (param i32 i32) (result i32) (i32.div_s (local.get 0) (local.get 1)))
  (func $do_rem (param i32 i32) (result i32) (i32.rem_u (local.get 0) (local.get 1)))
  (func $do_load (param i32) (result i32) (i32.load (local.get 0)))
  (func $do_store (param i32 i32) (result i32) (i32.store (local.get 0) (local.get 1)) (local.get 1))
  (func $do_get (param (ref null $object)) (result i32) (struct.get $object $n (local.get 0)))
  (func $do_cast (param (ref null $object)) (result i32)
    (struct.get $two $fixed (ref.cast (ref $two) (local.get 0))))
  (func $do_element (param (ref null $words) i32) (result i32) (array.get $words (local.get 0) (local.get 1)))
  (func $do_call (param (ref null $unary) i32) (result i32) (call_ref $unary (local.get 1) (local.get 0)))
"#;

/// The variables that hold operands.
pub(super) const LOCALS: &str = "(local $t i32) (local $d i32) (local $p i32) (local $k i32) (local $w i64) (local $x f64)
    (local $o (ref null $object)) (local $v (ref null $words)) (local $f (ref null $unary)) (local $r (ref null i31))";

/// Sets the operands of a function, each perhaps to what traps.
pub(super) fn operands(random: &mut Random) -> String {
    let divisor = random.pick(&[
        "(i32.and (local.get $a) (i32.const 3))",
        "(local.get $c)",
        "(i32.load8_u offset=96 (i32.and (local.get $a) (i32.const 31)))",
        "(i32.mul (i32.and (local.get $b) (i32.const 1)) (i32.const -1))",
        "(global.get $zero)",
        "(i32.const 0)",
    ]);
    let address = random.pick(&[
        "(select (i32.const 128) (i32.const 0x7fffffff) (i32.and (local.get $b) (i32.const 1)))",
        "(local.get $a)",
        "(i32.add (i32.const 65500) (i32.and (local.get $a) (i32.const 63)))",
        "(i32.const 65535)",
        "(i32.const -64)",
    ]);
    let index = random.pick(&[
        "(i32.and (local.get $c) (i32.const 7))",
        "(i32.sub (i32.and (local.get $a) (i32.const 3)) (i32.const 1))",
        "(local.get $b)",
        "(i32.const 4)",
    ]);
    let number = random.pick(&[
        "(f64.convert_i32_s (local.get $a))",
        "(f64.div (f64.convert_i32_s (local.get $b)) (f64.convert_i32_s (local.get $d)))",
        "(f64.const 1e300)",
        "(f64.const nan)",
    ]);
    let object = random.pick(&[
        "(call $make (local.get $a))",
        "(call $make (i32.const 1))",
        "(call $make (i32.or (local.get $c) (i32.const 2)))",
        "(ref.null $object)",
    ]);
    let words = random.pick(&[
        "(if (i32.and (local.get $b) (i32.const 1)) (then (local.set $v (array.new_fixed $words 3 (local.get $a) (local.get $b) (i32.const 5)))))",
        "(if (i32.and (local.get $c) (i32.const 3)) (then (local.set $v (array.new $words (local.get $c) (i32.const 2)))))",
        "",
    ]);
    let func = random.pick(&[
        "(if (i32.and (local.get $a) (i32.const 2)) (then (local.set $f (ref.func $twice))))",
        "",
    ]);
    let small = random.pick(&[
        "(if (i32.and (local.get $c) (i32.const 1)) (then (local.set $r (ref.i31 (local.get $b)))))",
        "",
    ]);
    format!(
        "    (local.set $d {divisor})\n    (local.set $p {address})\n    (local.set $k {index})\n    \
         (local.set $w (i64.extend_i32_s (local.get $d)))\n    (local.set $x {number})\n    \
         (local.set $o {object})\n    {words}\n    {func}\n    {small}\n"
    )
}

/// An operator that may trap.
#[derive(Clone, Debug)]
pub(super) struct Operator {
    kind: Kind,
    /// Where this is not zero, it does not trap.
    pub guard: String,
    /// A number for its other operands.
    n: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Div,
    DivByConstant,
    Rem,
    Wide,
    Truncate,
    Load,
    LoadConstant,
    LoadIndexed,
    Store,
    Fill,
    Get,
    Set,
    Element,
    SetElement,
    Length,
    Cast,
    CastOne,
    NonNull,
    Small,
    CallRef,
    CallIndirect,
    TableGet,
}

const KINDS: [Kind; 22] = [
    Kind::Div,
    Kind::DivByConstant,
    Kind::Rem,
    Kind::Wide,
    Kind::Truncate,
    Kind::Load,
    Kind::LoadConstant,
    Kind::LoadIndexed,
    Kind::Store,
    Kind::Fill,
    Kind::Get,
    Kind::Set,
    Kind::Element,
    Kind::SetElement,
    Kind::Length,
    Kind::Cast,
    Kind::CastOne,
    Kind::NonNull,
    Kind::Small,
    Kind::CallRef,
    Kind::CallIndirect,
    Kind::TableGet,
];

impl Operator {
    pub fn random(random: &mut Random) -> Operator {
        Operator::of(random.pick(&KINDS), random.below(8))
    }

    fn of(kind: Kind, n: usize) -> Operator {
        let object = "(i32.eqz (ref.is_null (local.get $o)))";
        let guard = match kind {
            // A quotient of the least number and -1 traps, too.
            Kind::Div => "(i32.gt_s (local.get $d) (i32.const 0))",
            Kind::Rem => "(local.get $d)",
            Kind::Wide => "(i64.ne (local.get $w) (i64.const 0))",
            // Only at run time is it known that this never holds.
            Kind::DivByConstant => {
                "(i32.gt_u (i32.load8_u offset=96 (i32.and (local.get $t) (i32.const 31))) (i32.const 3))"
            }
            Kind::Truncate => "(f64.lt (f64.abs (local.get $x)) (f64.const 1000))",
            Kind::Load | Kind::Store | Kind::LoadIndexed | Kind::Fill => {
                "(i32.lt_u (i32.sub (local.get $p) (i32.const 128)) (i32.const 64000))"
            }
            Kind::LoadConstant => "(i32.gt_u (memory.size) (i32.const 1))",
            Kind::Get | Kind::Set | Kind::NonNull => object,
            Kind::Cast => "(ref.test (ref $two) (local.get $o))",
            Kind::CastOne => {
                "(if (result i32) (ref.is_null (local.get $o)) (then (i32.const 0)) (else (i32.eq (struct.get $object $class (local.get $o)) (i32.const 1))))"
            }
            Kind::Element | Kind::SetElement => {
                "(if (result i32) (ref.is_null (local.get $v)) (then (i32.const 0)) (else (i32.lt_u (local.get $k) (array.len (local.get $v)))))"
            }
            Kind::Length => "(i32.eqz (ref.is_null (local.get $v)))",
            Kind::Small => "(i32.eqz (ref.is_null (local.get $r)))",
            Kind::CallRef => "(i32.eqz (ref.is_null (local.get $f)))",
            Kind::CallIndirect => "(i32.lt_u (local.get $k) (i32.const 2))",
            Kind::TableGet => "(i32.lt_u (local.get $k) (table.size $table))",
        };
        Operator { kind, guard: guard.into(), n }
    }

    /// An operator that does not trap where the guard of this one does not hold.
    pub fn otherwise(&self) -> Option<Operator> {
        match self.kind {
            Kind::LoadConstant => Some(Operator { n: 0, guard: "(i32.const 1)".into(), ..*self }),
            _ => None,
        }
    }

    /// The operator's value as a number, computed directly or by a callee; perhaps of the counter of a loop.
    pub fn value(&self, random: &mut Random, counter: Option<usize>) -> String {
        let n = self.n;
        let other = match counter.filter(|_| n.is_multiple_of(2)) {
            Some(counter) => format!("(local.get $i{counter})"),
            None => format!("(i32.const {})", 1000 + n),
        };
        let calls = random.one_in(4);
        let mut one_of = |ops: &[&'static str]| random.pick(ops);
        let two = "(ref.cast (ref $two) (local.get $o))";
        match self.kind {
            Kind::Div if calls => format!("(call $do_div {other} (local.get $d))"),
            Kind::Div => {
                format!("(i32.{} {other} (local.get $d))", one_of(&["div_s", "div_u", "rem_s"]))
            }
            Kind::DivByConstant => {
                format!("(i32.{} {other} (global.get $zero))", one_of(&["div_s", "rem_u"]))
            }
            Kind::Rem if calls => format!("(call $do_rem {other} (local.get $d))"),
            Kind::Rem => format!("(i32.{} {other} (local.get $d))", one_of(&["rem_u", "div_u"])),
            Kind::Wide => format!(
                "(i32.wrap_i64 (i64.{} (i64.extend_i32_u {other}) (local.get $w)))",
                one_of(&["div_u", "rem_s", "rem_u"])
            ),
            Kind::Truncate => {
                let (ty, from) = (one_of(&["s", "u"]), "(f64.abs (local.get $x))");
                match n % 3 {
                    0 => format!("(i32.wrap_i64 (i64.trunc_f64_{ty} {from}))"),
                    1 => format!("(i32.trunc_f32_{ty} (f32.demote_f64 {from}))"),
                    _ => format!("(i32.trunc_f64_{ty} {from})"),
                }
            }
            Kind::Load if calls => "(call $do_load (local.get $p))".into(),
            Kind::Load => {
                let load = one_of(&["i32.load", "i32.load8_u", "i32.load16_s"]);
                format!("({load} offset={} (local.get $p))", n * 4)
            }
            Kind::LoadConstant => {
                // Out of bounds, as there is one page; and in bounds in the other alternative.
                let at = if n == 0 { 128 } else { 65536 + n };
                format!("(i32.load (i32.const {at}))")
            }
            Kind::LoadIndexed => {
                let index = match counter {
                    Some(counter) => format!("(local.get $i{counter})"),
                    None => "(i32.and (local.get $c) (i32.const 7))".into(),
                };
                format!("(i32.load (i32.add (local.get $p) (i32.shl {index} (i32.const 2))))")
            }
            Kind::Store if calls => format!("(call $do_store (local.get $p) {other})"),
            Kind::Store => format!(
                "(block (result i32) (i32.store offset=4 (local.get $p) {other}) (i32.store (local.get $p) {other}) (i32.const {n}))"
            ),
            Kind::Fill => format!(
                "(block (result i32) (memory.fill (local.get $p) (i32.const {n}) (i32.and {other} (i32.const 15))) (i32.const 1))"
            ),
            Kind::Get if calls => "(call $do_get (local.get $o))".into(),
            Kind::Get => {
                format!("(struct.get $object {} (local.get $o))", one_of(&["$n", "$class"]))
            }
            Kind::Set => format!(
                "(block (result i32) (struct.set $object $n (local.get $o) {other}) (i32.const {n}))"
            ),
            Kind::Element if calls => "(call $do_element (local.get $v) (local.get $k))".into(),
            Kind::Element => "(array.get $words (local.get $v) (local.get $k))".into(),
            Kind::SetElement => format!(
                "(block (result i32) (array.set $words (local.get $v) (local.get $k) {other}) (i32.const {n}))"
            ),
            Kind::Length => "(array.len (local.get $v))".into(),
            Kind::Cast if calls => "(call $do_cast (local.get $o))".into(),
            Kind::Cast if n < 2 => format!("(array.len (struct.get $two $more {two}))"),
            Kind::Cast => format!("(struct.get $two $fixed {two})"),
            Kind::CastOne => {
                "(array.get_u $bytes (struct.get $one $data (ref.cast (ref $one) (local.get $o))) (i32.const 4))".into()
            }
            Kind::NonNull => "(struct.get $object $n (ref.as_non_null (local.get $o)))".into(),
            Kind::Small => format!("(i31.get_{} (local.get $r))", one_of(&["s", "u"])),
            Kind::CallRef if calls => format!("(call $do_call (local.get $f) {other})"),
            Kind::CallRef => format!("(call_ref $unary {other} (local.get $f))"),
            Kind::CallIndirect => {
                format!("(call_indirect $table (type $unary) {other} (local.get $k))")
            }
            Kind::TableGet => "(ref.is_null (table.get $table (local.get $k)))".into(),
        }
    }
}
