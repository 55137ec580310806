//! Programs that show which object is which: each allocation makes an identity, which `ref.eq` and a write through one
//! reference that is read through another one show.
//!
//! Structs and arrays are allocated in every way that there is, mostly with constant or invariant operands, so that
//! allocations look alike: in loops, in alternatives, behind calls, ahead of exceptions and in their handlers. They are
//! kept in locals around loops, in an array, in a global and in fields of each other, passed to functions and returned
//! by them; then they are compared, written and read. Some allocations are unused, some are used in one alternative
//! only, and some trap, since their length or segment does not suffice.
//!
//! What a program does is seen by the integers that its exports return, a global, and calls of the host.

use crate::Random;
use std::fmt::Write as _;

/// The locals that hold structs, arrays, and either.
const BOXES: [&str; 4] = ["$b0", "$b1", "$b2", "$b3"];
const ROWS: [&str; 3] = ["$a0", "$a1", "$a2"];
const OTHERS: [&str; 3] = ["$p0", "$p1", "$p2"];
/// The counters of loops.
const COUNTERS: usize = 6;

const HEAD: &str = r#"(module
  (type $box (struct (field (mut i32)) (field (mut eqref))))
  (type $row (array (mut i32)))
  (type $bytes (array (mut i8)))
  (type $grid (array (mut eqref)))
  (type $refs (array (mut (ref null $box))))
  (import "env" "log" (func $log (param i32)))
  (tag $thrown (param eqref))
  (global $g (export "g") (mut i32) (i32.const 0))
  (global $kept (mut eqref) (ref.null none))
  (global $first (ref $box) (struct.new_default $box))
  (data $bits "\01\00\00\00\02\00\00\00\03\00\00\00")
  (elem $objects (ref null $box) (item (struct.new_default $box)) (item (ref.null $box)))
  (func $make (param $n i32) (result (ref $box))
    (struct.new $box (local.get $n) (ref.null none)))
  (func $wrap (param $n i32) (result (ref $box))
    (struct.new $box (local.get $n) (call $make (i32.const 1))))
  (func $list (param $n i32) (result (ref $row))
    (array.new $row (i32.const 1) (i32.add (i32.and (local.get $n) (i32.const 3)) (i32.const 1))))
  (func $either (param $b (ref null $box)) (param $n i32) (result (ref $box))
    (if (i32.and (local.get $n) (i32.const 1))
      (then (return (ref.as_non_null (local.get $b)))))
    (call $make (local.get $n)))
  (func $bump (param $b (ref null $box)) (param $n i32)
    (if (ref.is_null (local.get $b)) (then (return)))
    (struct.set $box 0 (local.get $b)
      (i32.add (struct.get $box 0 (local.get $b)) (local.get $n))))
  (func $throw (param $p eqref) (param $n i32) (result eqref)
    (if (i32.and (local.get $n) (i32.const 2)) (then (throw $thrown (local.get $p))))
    (struct.new $box (local.get $n) (local.get $p)))
"#;

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    left: usize,
    labels: usize,
    /// The counters of the loops around.
    loops: Vec<usize>,
}

/// The text of a module of a seed.
pub fn identities(random: &mut Random) -> String {
    let mut text = HEAD.to_owned();
    for function in 0..1 + random.below(3) {
        let left = 8 + random.below(18);
        let mut writer = Writer { random, text: String::new(), left, labels: 0, loops: Vec::new() };
        for local in BOXES {
            if !writer.random.one_in(6) {
                let value = writer.new_box(0);
                writer.line(2, &format!("(local.set {local} {value})"));
            }
        }
        for local in ROWS {
            if !writer.random.one_in(6) {
                let value = writer.new_row(0);
                writer.line(2, &format!("(local.set {local} {value})"));
            }
        }
        while writer.left > 0 {
            writer.statement(2);
        }
        let body = writer.text;
        let list = |names: &[&str], ty: &str| {
            names.iter().map(|name| format!(" (local {name} {ty})")).collect::<String>()
        };
        let counters: String = (0..COUNTERS).map(|n| format!(" (local $i{n} i32)")).collect();
        let _ = write!(
            text,
            "  (func (export \"f{function}\") (param $x i32) (param $y i32) (result i32)
    (local $s i32) (local $grid (ref null $grid)){}{}{}{counters}
    (local.set $grid (array.new_default $grid (i32.const 4)))
{body}    (global.set $g (i32.add (global.get $g) (local.get $s)))
    (local.get $s))\n",
            list(&BOXES, "(ref null $box)"),
            list(&ROWS, "(ref null $row)"),
            list(&OTHERS, "eqref"),
        );
    }
    text + ")\n"
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", depth * 2);
    }

    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    /// A number that is the same in all iterations, mostly.
    fn number(&mut self) -> String {
        match self.random.below(8) {
            0 | 1 => "(local.get $x)".into(),
            2 => "(local.get $y)".into(),
            3 if !self.loops.is_empty() => {
                format!("(local.get $i{})", self.random.pick(&self.loops.clone()))
            }
            4 => "(i32.add (local.get $x) (i32.const 1))".into(),
            _ => format!("(i32.const {})", self.random.below(3)),
        }
    }

    /// A condition that holds in some iterations, or for some arguments.
    fn condition(&mut self) -> String {
        let mask = self.random.pick(&[1, 2, 3, 4]);
        format!("(i32.and {} (i32.const {mask}))", self.number())
    }

    fn new_box(&mut self, depth: usize) -> String {
        match self.random.below(if depth > 1 { 4 } else { 9 }) {
            0 => {
                let fresh = self.random.one_in(2);
                if fresh { "(struct.new_default $box)" } else { "(global.get $first)" }.into()
            }
            1..=3 => format!("(struct.new $box {} (ref.null none))", self.number()),
            4 => format!("(struct.new $box {} {})", self.number(), self.any(depth + 1)),
            5 => {
                let callee = self.random.pick(&["$make", "$make", "$wrap"]);
                format!("(call {callee} {})", self.number())
            }
            6 => {
                let (one, two) = (self.new_box(depth + 1), self.new_box(depth + 1));
                format!(
                    "(if (result (ref null $box)) {} (then {one}) (else {two}))",
                    self.condition()
                )
            }
            7 => {
                let (one, two) = (self.new_box(depth + 1), self.new_box(depth + 1));
                format!("(select (result (ref null $box)) {one} {two} {})", self.condition())
            }
            _ => {
                let (old, number) = (self.random.pick(&BOXES), self.number());
                format!("(call $either (local.get {old}) {number})")
            }
        }
    }

    fn new_row(&mut self, depth: usize) -> String {
        let length = match self.random.below(6) {
            0 => "(i32.and (local.get $x) (i32.const 3))".into(),
            1 => "(i32.add (i32.and (local.get $y) (i32.const 1)) (i32.const 1))".into(),
            _ => format!("(i32.const {})", 1 + self.random.below(3)),
        };
        match self.random.below(if depth > 1 { 5 } else { 7 }) {
            0 | 1 => format!("(array.new $row {} {length})", self.number()),
            2 => format!("(array.new_default $row {length})"),
            3 => format!("(array.new_fixed $row 2 {} {})", self.number(), self.number()),
            4 => format!("(array.new_data $row $bits (i32.const 0) {length})"),
            5 => format!("(call $list {})", self.number()),
            _ => {
                let (one, two) = (self.new_row(depth + 1), self.new_row(depth + 1));
                format!(
                    "(if (result (ref null $row)) {} (then {one}) (else {two}))",
                    self.condition()
                )
            }
        }
    }

    /// A reference that can be compared, to a new object or to one that was kept.
    fn any(&mut self, depth: usize) -> String {
        match self.random.below(if depth > 1 { 7 } else { 14 }) {
            0..=2 => format!("(local.get {})", self.random.pick(&BOXES)),
            3 | 4 => format!("(local.get {})", self.random.pick(&ROWS)),
            5 | 6 => format!("(local.get {})", self.random.pick(&OTHERS)),
            7 => self.new_box(depth + 1),
            8 => self.new_row(depth + 1),
            9 => "(array.new_default $bytes (i32.const 2))".into(),
            10 => "(array.new_elem $refs $objects (i32.const 0) (i32.const 2))".into(),
            11 => self.random.pick(&["(global.get $kept)", "(global.get $first)"]).into(),
            12 => {
                let at = self.index();
                format!("(array.get $grid (local.get $grid) {at})")
            }
            // A small integer has no identity but its value.
            _ => format!("(ref.i31 {})", self.number()),
        }
    }

    fn index(&mut self) -> String {
        format!("(i32.and {} (i32.const 3))", self.number())
    }

    fn add(&mut self, depth: usize, value: &str) {
        let line =
            format!("(local.set $s (i32.add (i32.mul (local.get $s) (i32.const 3)) {value}))");
        self.line(depth, &line);
    }

    fn statement(&mut self, depth: usize) {
        self.left = self.left.saturating_sub(1);
        let nested = depth < 6;
        match self.random.below(20) {
            0..=2 => {
                let (local, value) = (self.random.pick(&BOXES), self.new_box(0));
                self.line(depth, &format!("(local.set {local} {value})"));
            }
            3 | 4 => {
                let (local, value) = (self.random.pick(&ROWS), self.new_row(0));
                self.line(depth, &format!("(local.set {local} {value})"));
            }
            5 => {
                let (local, value) = (self.random.pick(&OTHERS), self.any(0));
                self.line(depth, &format!("(local.set {local} {value})"));
            }
            6 => {
                let names = self.random.pick(&[&BOXES[..], &ROWS[..]]);
                let (to, from) = (self.random.pick(names), self.random.pick(names));
                self.line(depth, &format!("(local.set {to} (local.get {from}))"));
            }
            7 | 8 => self.write_and_read(depth),
            9..=11 => {
                let equal = format!("(ref.eq {} {})", self.any(0), self.any(0));
                self.add(depth, &equal);
            }
            12 => {
                let (at, value) = (self.index(), self.any(0));
                self.line(depth, &format!("(array.set $grid (local.get $grid) {at} {value})"));
            }
            13 => {
                let value = self.any(0);
                self.line(depth, &format!("(global.set $kept {value})"));
            }
            14 => {
                let (object, number) = (self.random.pick(&BOXES), self.number());
                self.line(depth, &format!("(call $bump (local.get {object}) {number})"));
            }
            15 if nested => {
                let condition = self.condition();
                self.line(depth, &format!("(if {condition} (then"));
                self.some(depth + 1);
                if self.random.one_in(2) {
                    self.line(depth, ") (else");
                    self.some(depth + 1);
                }
                self.line(depth, "))");
            }
            16 | 17 if nested && self.loops.len() < 2 => self.rounds(depth),
            18 if nested => self.handler(depth),
            _ => self.line(depth, "(call $log (local.get $s))"),
        }
    }

    fn some(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(4) {
            self.statement(depth);
        }
    }

    /// A write through one reference, and a read through another one.
    fn write_and_read(&mut self, depth: usize) {
        let number = self.number();
        if self.random.one_in(2) {
            let (to, from) = (self.random.pick(&BOXES), self.random.pick(&BOXES));
            self.line(depth, &format!("(if (ref.is_null (local.get {to})) (then) (else"));
            self.line(depth + 1, &format!("(struct.set $box 0 (local.get {to}) {number})))"));
            self.line(depth, &format!("(if (ref.is_null (local.get {from})) (then) (else"));
            self.add(depth + 1, &format!("(struct.get $box 0 (local.get {from}))"));
        } else {
            let (to, from) = (self.random.pick(&ROWS), self.random.pick(&ROWS));
            self.line(depth, &format!("(if (ref.is_null (local.get {to})) (then) (else"));
            self.line(
                depth + 1,
                &format!("(array.set $row (local.get {to}) (i32.const 0) {number})))"),
            );
            self.line(depth, &format!("(if (ref.is_null (local.get {from})) (then) (else"));
            self.add(depth + 1, &format!("(array.get $row (local.get {from}) (i32.const 0))"));
        }
        self.line(depth, "))");
    }

    /// A loop of a few rounds, in most cases with an object that the next round compares.
    fn rounds(&mut self, depth: usize) {
        let label = self.label();
        let Some(counter) = (0..COUNTERS).find(|n| !self.loops.contains(n)) else { return };
        let bound = self.random.pick(&["(i32.const 3)", "(i32.and (local.get $x) (i32.const 3))"]);
        self.line(depth, &format!("(local.set $i{counter} (i32.const 0))"));
        self.line(depth, &format!("(block $out{label} (loop $next{label}"));
        let test = format!("(i32.ge_u (local.get $i{counter}) {bound})");
        let at_top = self.random.one_in(2);
        if at_top {
            self.line(depth + 1, &format!("(br_if $out{label} {test})"));
        }
        self.loops.push(counter);
        if self.random.one_in(2) {
            // What the last round allocated, beside the same allocation of this one.
            let (fresh, last) = if self.random.one_in(2) {
                (self.new_box(0), "$b3")
            } else {
                (self.new_row(0), "$a2")
            };
            self.line(depth + 1, &format!("(local.set $p2 {fresh})"));
            self.add(depth + 1, &format!("(ref.eq (local.get $p2) (local.get {last}))"));
            let ty = if last == "$b3" { "$box" } else { "$row" };
            let line = format!("(local.set {last} (ref.cast (ref null {ty}) (local.get $p2)))");
            self.line(depth + 1, &line);
        }
        self.some(depth + 1);
        if self.random.one_in(4) {
            let condition = self.condition();
            self.line(depth + 1, &format!("(br_if $out{label} {condition})"));
            self.some(depth + 1);
        }
        self.loops.pop();
        let step =
            format!("(local.set $i{counter} (i32.add (local.get $i{counter}) (i32.const 1)))");
        self.line(depth + 1, &step);
        if at_top {
            self.line(depth + 1, &format!("(br $next{label})))"));
        } else {
            self.line(depth + 1, &format!("(br_if $next{label} (i32.eqz {test}))))"));
        }
    }

    /// An object that is thrown, or not, beside those of the handler and of the way without exception.
    fn handler(&mut self, depth: usize) {
        let label = self.label();
        let local = self.random.pick(&OTHERS);
        self.line(depth, &format!("(local.set {local} (block $caught{label} (result eqref)"));
        self.line(depth + 1, &format!("(try_table (result eqref) (catch $thrown $caught{label})"));
        self.some(depth + 2);
        if self.random.one_in(2) {
            let (condition, object) = (self.condition(), self.any(0));
            self.line(depth + 2, &format!("(if {condition} (then (throw $thrown {object})))"));
        }
        let (object, number) = (self.any(0), self.number());
        if self.random.one_in(2) {
            self.line(depth + 2, &format!("(call $throw {object} {number}))))"));
        } else {
            self.line(depth + 2, &format!("{object})))"));
        }
        let (one, two) = (self.any(1), format!("(local.get {local})"));
        self.add(depth, &format!("(ref.eq {one} {two})"));
    }
}
