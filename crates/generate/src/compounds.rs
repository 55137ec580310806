//! Values that code motion moves as a whole: results of conditionals, finite loops, calls and allocations,
//! and pairs of loads of which one proves the other in bounds; each used in some alternatives only.
//!
//! A value is computed, then perhaps something is stored, logged or assigned to a global, then it is used: in
//! one alternative, in two that may both be executed, in an alternative with a loop, or in all. Most groups are
//! in a loop themselves, so that the same values are invariant. Some callees write, trap or read what is
//! written in between; some loops end though nothing proves it. Objects are compared with one that an earlier
//! iteration may have made. Memory and globals are exported.

use crate::Random;
use std::fmt::Write as _;

/// How many values a function computes at most.
const VALUES: usize = 4;
const BINARIES: [&str; 6] = ["add", "sub", "mul", "xor", "rotl", "or"];

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    /// How many counters of loops are used.
    counters: usize,
    /// How many values are computed.
    values: usize,
}

/// The text of a module of a seed.
pub fn compounds(random: &mut Random) -> String {
    let mut text = String::from(
        "(module\n  (import \"env\" \"log\" (func $log (param i32)))\n  \
         (type $box (struct (field (mut i32))))\n  (memory (export \"memory\") 1)\n  \
         (global $g (export \"g\") (mut i32) (i32.const 3))\n  \
         (global $last (mut (ref null $box)) (ref.null $box))\n",
    );
    let bytes: String = random.bytes(64).iter().map(|byte| format!("\\{byte:02x}")).collect();
    let _ = writeln!(text, "  (data (i32.const 96) \"{bytes}\")");
    for index in 0..4 {
        let mut writer = Writer { random, text: String::new(), counters: 0, values: 0 };
        writer.callee(index);
        text += &writer.text;
    }
    for index in 0..1 + random.below(3) {
        let mut writer = Writer { random, text: String::new(), counters: 0, values: 0 };
        writer.function(index);
        text += &writer.text;
    }
    text + ")\n"
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "    {text}");
    }

    /// A function of two numbers.
    fn callee(&mut self, index: usize) {
        let _ = writeln!(
            self.text,
            "  (func $callee{index} (param $x i32) (param $y i32) (result i32)\n    \
             (local $t0 i32) (local $i0 i32) (local $i1 i32)"
        );
        match index {
            0 => self.line("(local.set $t0 (i32.mul (local.get $x) (i32.sub (local.get $y) (i32.const 3))))"),
            1 => self.counted(0),
            2 if self.random.one_in(2) => self.counted(0),
            2 => self.line("(local.set $t0 (i32.mul (global.get $g) (local.get $x)))"),
            _ => match self.random.below(4) {
                0 => self.line("(local.set $t0 (i32.div_u (local.get $x) (i32.and (local.get $y) (i32.const 3))))"),
                1 => self.line("(global.set $g (i32.add (global.get $g) (local.get $x)))"),
                2 => self.line("(local.set $t0 (i32.load (i32.and (local.get $x) (i32.const 127))))"),
                _ => {
                    self.line("(call $log (local.get $x))");
                    self.counted(0);
                }
            },
        }
        self.line("(i32.add (local.get $t0) (local.get $y))");
        self.text += "  )\n";
    }

    /// A number: a parameter, a value, or a constant.
    fn number(&mut self) -> String {
        match self.random.below(8) {
            0 => format!("(i32.const {})", self.random.below(9)),
            1 if self.values > 0 => format!("(local.get $t{})", self.random.below(self.values)),
            2 => format!("(i32.add {} (i32.const {}))", self.param(), self.random.below(5)),
            _ => self.param(),
        }
    }

    fn param(&mut self) -> String {
        format!("(local.get ${})", self.random.pick(&["x", "y"]))
    }

    fn sum(&mut self) -> String {
        let op = self.random.pick(&BINARIES);
        format!("(i32.{op} {} {})", self.number(), self.number())
    }

    /// A loop that adds to a value and ends, in most cases by a counter that shows it.
    fn counted(&mut self, value: usize) {
        let counter = self.counters;
        self.counters += 1;
        let i = format!("$i{counter}");
        let small = format!("(i32.and {} (i32.const 7))", self.param());
        let (start, next, test) = match self.random.below(7) {
            0 => ("(i32.const 0)".into(), "(i32.const 1)", format!("(i32.lt_u {{}} {small})")),
            1 => ("(i32.const 0)".into(), "(i32.const 2)", "(i32.lt_s {} (i32.const 12))".into()),
            2 => (
                "(i32.const 0)".into(),
                "(i32.const 2)",
                format!("(i32.ne {{}} (i32.add (i32.const 2) (i32.mul {small} (i32.const 2))))"),
            ),
            3 => (small, "(i32.const -1)", "(i32.gt_s {} (i32.const 0))".into()),
            // A loop that ends, but only known bits of the start would tell.
            4 => (
                format!("(i32.shl {small} (i32.const 1))"),
                "(i32.const 2)",
                "(i32.ne {} (i32.const 32))".into(),
            ),
            5 => (
                format!("(i32.or {small} (i32.const 64))"),
                ">>",
                "(i32.ne {} (i32.const 0))".into(),
            ),
            _ => ("(i32.const -3)".into(), "(i32.const 1)", "(i32.le_s {} (i32.const 4))".into()),
        };
        let next = match next {
            ">>" => format!("(i32.shr_u (local.get {i}) (i32.const 1))"),
            step => format!("(i32.add (local.get {i}) {step})"),
        };
        self.line(&format!("(local.set {i} {start})"));
        self.line(&format!("(loop $counted{counter}"));
        let op = self.random.pick(&["add", "xor", "mul"]);
        let (param, get) = (self.param(), format!("(local.get $t{value})"));
        let body = match self.random.below(3) {
            0 => format!("(i32.add {get} (local.get {i}))"),
            _ => format!("(i32.{op} (i32.add {get} (i32.const 1)) {param})"),
        };
        if self.random.one_in(3) {
            self.line(&format!(
                "  (if (i32.and (local.get {i}) (i32.const 2)) (then (local.set $t{value} {body})))"
            ));
        } else {
            self.line(&format!("  (local.set $t{value} {body})"));
        }
        let test = test.replace("{}", &format!("(local.tee {i} {next})"));
        self.line(&format!("  (br_if $counted{counter} {test}))"));
    }

    /// Computes the next value.
    fn value(&mut self) {
        let value = self.values;
        let set = format!("local.set $t{value}");
        match self.random.below(6) {
            0 => {
                let [test, one, two] = [self.number(), self.sum(), self.sum()];
                self.line(&format!(
                    "(if (i32.lt_u {test} (i32.const 5)) (then ({set} {one})) (else ({set} {two})))"
                ));
            }
            1 | 2 => {
                let start = self.number();
                self.line(&format!("({set} {start})"));
                self.counted(value);
            }
            3 => {
                let [callee, x, y] =
                    [self.random.below(4).to_string(), self.number(), self.number()];
                self.line(&format!("({set} (call $callee{callee} {x} {y}))"));
            }
            4 => {
                let number = self.number();
                self.line(&format!("(local.set $b (struct.new $box {number}))"));
                self.line(&format!("({set} (i32.const 1))"));
            }
            _ => {
                // Addresses near the start of the data, in some programs at the end of memory.
                let base = if self.random.one_in(12) { 65530 } else { 96 };
                let address = format!(
                    "(i32.add (i32.and {} (i32.const 7)) (i32.const {base}))",
                    self.param()
                );
                let [first, second] = [self.random.below(9), self.random.below(9)];
                let load =
                    self.random.pick(&["i32.load", "i32.load", "i32.load8_u", "i32.load16_s"]);
                self.line(&format!("(local.set $a {address})"));
                if self.random.one_in(3) {
                    self.line(&format!("(i32.store offset={first} (local.get $a) (local.get $y))"));
                } else {
                    self.line(&format!(
                        "(local.set $s (i32.xor (local.get $s) (i32.load offset={first} (local.get $a))))"
                    ));
                }
                self.line(&format!("({set} ({load} offset={second} (local.get $a)))"));
            }
        }
        self.values += 1;
    }

    /// Something that a value may not be moved over.
    fn between(&mut self) {
        let number = self.number();
        match self.random.below(6) {
            0 => self.line(&format!("(i32.store offset=100 (i32.const 0) {number})")),
            1 => self.line(&format!("(global.set $g {number})")),
            2 => self.line(&format!("(call $log {number})")),
            _ => {}
        }
    }

    /// Uses a value.
    fn one_use(&mut self, value: usize) {
        let mix = format!(
            "(local.set $s (i32.add (i32.mul (local.get $s) (i32.const 5)) (local.get $t{value})))"
        );
        match self.random.below(4) {
            0 => {
                let counter = self.counters;
                self.counters += 1;
                self.line(&format!("(local.set $i{counter} (i32.const 2))"));
                self.line(&format!("(loop $use{counter} {mix}"));
                self.line(&format!(
                    "  (br_if $use{counter} (local.tee $i{counter} (i32.sub (local.get $i{counter}) (i32.const 1)))))"
                ));
            }
            1 => {
                self.line(
                    "(local.set $s (i32.xor (local.get $s) (ref.eq (local.get $b) (global.get $last))))",
                );
                self.line("(global.set $last (local.get $b))");
            }
            _ => self.line(&mix),
        }
    }

    /// Uses values in alternatives.
    fn uses(&mut self) {
        for _ in 0..1 + self.random.below(2) {
            let value = self.random.below(self.values);
            let number = self.number();
            let mask = self.random.pick(&[1, 2, 4, 7]);
            self.line(&format!("(if (i32.and {number} (i32.const {mask})) (then"));
            if self.random.one_in(3) {
                self.between();
            }
            self.one_use(value);
            self.line(")");
            if self.random.one_in(3) {
                self.line("(else");
                let value = self.random.below(self.values);
                self.one_use(value);
                self.line(")");
            }
            self.line(")");
        }
        if self.random.one_in(5) {
            let value = self.random.below(self.values);
            self.one_use(value);
        }
    }

    fn function(&mut self, index: usize) {
        let mut body = String::new();
        let in_loop = !self.random.one_in(3);
        for _ in 0..1 + self.random.below(VALUES) {
            self.value();
            if self.random.one_in(2) {
                self.between();
            }
        }
        self.uses();
        self.uses();
        std::mem::swap(&mut body, &mut self.text);
        let _ = writeln!(
            self.text,
            "  (func (export \"f{index}\") (param $x i32) (param $y i32) (result i32)\n    \
             (local $s i32) (local $a i32) (local $n i32) (local $b (ref null $box))"
        );
        for n in 0..VALUES {
            self.line(&format!("(local $t{n} i32)"));
        }
        for n in 0..self.counters {
            self.line(&format!("(local $i{n} i32)"));
        }
        if in_loop {
            let rounds = 1 + self.random.below(3);
            self.line(&format!("(local.set $n (i32.const {rounds}))"));
            self.line("(loop $rounds");
        }
        self.text += &body;
        if in_loop {
            // Values of the next iteration begin as those of this one, or anew.
            if self.random.one_in(2) {
                for n in 0..self.values {
                    self.line(&format!("(local.set $t{n} (i32.const 0))"));
                }
            }
            if self.random.one_in(4) {
                self.line("(local.set $x (i32.add (local.get $x) (i32.const 1)))");
            }
            self.line("(br_if $rounds (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))");
        }
        self.line("(local.get $s))");
    }
}
