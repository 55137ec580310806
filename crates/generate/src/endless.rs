//! Programs that may stay in a loop, where whoever interrupts them sees their state.
//!
//! Globals, bytes of a memory, elements of a table and a field of an object are written ahead of loops, in them and
//! behind them, so that most writes are followed by another one of the same place. Some loops are counted; others end
//! for some arguments only, or never: by a counter that steps over its bound, a condition that no iteration changes,
//! a number that is halved until it is one, a switch that goes from state to state, or a call of a function that does
//! not return.
//!
//! A program that stays in a loop repeats a few states forever: what it writes there are constants, or numbers that are
//! counted modulo two. Nothing takes more than some hundred operators up to there, or from one state to the next.

use crate::Random;
use std::fmt::Write as _;

/// The counters of loops that end.
const COUNTERS: usize = 4;

const HEAD: &str = r#"(module
  (type $box (struct (field (mut i32))))
  (global $g0 (export "g0") (mut i32) (i32.const 0))
  (global $g1 (export "g1") (mut i32) (i32.const 0))
  (global $g2 (export "g2") (mut i64) (i64.const 0))
  (global $o (export "o") (mut (ref null $box)) (struct.new $box (i32.const 0)))
  (memory (export "m") 1 1)
  (table $t (export "t") 3 funcref)
  (elem declare func $spin)
  (func $spin (param $x i32)
    (loop $on (br_if $on (i32.and (local.get $x) (i32.const 1)))))
  (func $count (param $x i32) (result i32)
    (loop $on
      (br_if $on (i32.gt_s (local.tee $x (i32.sub (local.get $x) (i32.const 1))) (i32.const 0))))
    (local.get $x))
"#;

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    left: usize,
    labels: usize,
    counters: usize,
    /// Whether the current place is in a loop that may be left by a jump to its `$out`.
    depth: usize,
}

/// The text of a module of a seed.
pub fn endless(random: &mut Random) -> String {
    let mut text = HEAD.to_owned();
    for function in 0..1 + random.below(2) {
        let mut writer =
            Writer { random, text: String::new(), left: 14, labels: 0, counters: 0, depth: 0 };
        writer.some();
        writer.may_stay();
        while writer.left > 0 {
            writer.statement();
        }
        let body = writer.text;
        let counters: String = (0..COUNTERS).map(|n| format!(" (local $i{n} i32)")).collect();
        let _ = write!(
            text,
            "  (func (export \"f{function}\") (param $x i32) (param $y i32) (result i32)
    (local $n i32) (local $z i32){counters}
{body}    (i32.add (local.get $z) (local.get $n)))\n"
        );
    }
    text + ")\n"
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "    {text}");
    }

    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    fn some(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            self.statement();
        }
    }

    fn statement(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.depth += 1;
        match self.random.below(12) {
            0 if self.depth < 4 => self.may_stay(),
            1 if self.depth < 4 => self.counted(),
            2 if self.depth < 4 => {
                let condition = self.condition();
                self.line(&format!("(if {condition} (then"));
                self.some();
                if self.random.one_in(2) {
                    self.line(") (else");
                    self.some();
                }
                self.line("))");
            }
            3 => self.line("(local.set $z (i32.add (local.get $z) (call $count (i32.const 3))))"),
            4 => self.read(),
            _ => self.write(),
        }
        self.depth -= 1;
    }

    fn condition(&mut self) -> String {
        let local = self.random.pick(&["$x", "$y"]);
        format!("(i32.and (local.get {local}) (i32.const {}))", self.random.pick(&[1, 2, 4]))
    }

    /// A write of a constant, or of a number that is counted modulo two.
    fn write(&mut self) {
        let small = 1 + self.random.below(9);
        let place = self.random.below(2);
        let at = 8 * place;
        let count = |read: &str| {
            format!(
                "(i32.or (i32.and (i32.add {read} (i32.const 1)) (i32.const 1)) (i32.const 16))"
            )
        };
        let line = match self.random.below(12) {
            0..=2 => format!("(global.set $g{place} (i32.const {small}))"),
            3 | 4 => {
                format!("(global.set $g{place} {})", count(&format!("(global.get $g{place})")))
            }
            5 => format!("(global.set $g2 (i64.const {small}))"),
            6 | 7 => format!("(i32.store (i32.const {at}) (i32.const {small}))"),
            8 => format!(
                "(i32.store (i32.const {at}) {})",
                count(&format!("(i32.load (i32.const {at}))"))
            ),
            9 => format!("(i32.store8 (i32.const {}) (i32.const {small}))", at + 1),
            10 => format!("(struct.set $box 0 (global.get $o) (i32.const {small}))"),
            _ => {
                let value = self.random.pick(&["(ref.func $spin)", "(ref.null func)"]);
                format!("(table.set $t (i32.const {place}) {value})")
            }
        };
        self.line(&line);
    }

    fn read(&mut self) {
        let read = self.random.pick(&[
            "(global.get $g0)",
            "(i32.load (i32.const 0))",
            "(struct.get $box 0 (global.get $o))",
        ]);
        self.line(&format!("(local.set $z (i32.xor (local.get $z) {read}))"));
    }

    /// A loop that ends.
    fn counted(&mut self) {
        if self.counters == COUNTERS {
            return self.write();
        }
        let (label, counter) = (self.label(), self.counters);
        self.counters += 1;
        let bound = self.random.pick(&["(i32.const 3)", "(i32.and (local.get $y) (i32.const 3))"]);
        self.line(&format!("(local.set $i{counter} (i32.const 0))"));
        self.line(&format!("(loop $next{label}"));
        self.some();
        self.line(&format!(
            "(br_if $next{label} (i32.lt_u (local.tee $i{counter} (i32.add (local.get $i{counter}) \
             (i32.const 1))) {bound})))"
        ));
    }

    /// A loop that may not end.
    fn may_stay(&mut self) {
        let label = self.label();
        match self.random.below(7) {
            // No iteration changes the condition.
            0 => {
                let condition = self.condition();
                self.line(&format!("(loop $on{label}"));
                self.body();
                self.line(&format!("(br_if $on{label} {condition}))"));
            }
            // The counter may step over its bound, and over zero.
            1 => {
                self.line("(local.set $n (i32.const 0))");
                self.line(&format!("(loop $on{label}"));
                self.body();
                self.line("(local.set $n (i32.add (local.get $n) (i32.const 2)))");
                self.line(&format!(
                    "(br_if $on{label} (i32.ne (local.get $n) (i32.and (local.get $x) (i32.const 7)))))"
                ));
            }
            // The number stays at zero, if it begins there.
            2 => {
                self.line("(local.set $n (i32.and (local.get $x) (i32.const 3)))");
                self.line(&format!("(block $out{label} (loop $on{label}"));
                self.line(&format!("(br_if $out{label} (i32.eq (local.get $n) (i32.const 1)))"));
                self.body();
                self.line("(local.set $n (i32.shr_u (local.get $n) (i32.const 1)))");
                self.line(&format!("(br $on{label})))"));
            }
            // From state to state; two of them have no way out.
            3 => {
                self.line("(local.set $n (i32.and (local.get $x) (i32.const 3)))");
                self.line(&format!("(block $out{label} (loop $on{label}"));
                self.line(&format!(
                    "(block $two{label} (block $one{label} (block $zero{label} \
                     (br_table $zero{label} $one{label} $two{label} $out{label} (local.get $n)))"
                ));
                self.body();
                self.line(&format!("(local.set $n (i32.const 2)) (br $on{label}))"));
                self.body();
                self.line(&format!("(local.set $n (i32.const 3)) (br $on{label}))"));
                self.body();
                self.line(&format!("(local.set $n (i32.const 0)) (br $on{label})))"));
            }
            4 => self.line("(call $spin (local.get $x))"),
            // A counted loop in one without end, and the other way around.
            5 => {
                let condition = self.condition();
                self.line(&format!("(loop $on{label}"));
                self.counted();
                self.body();
                self.line(&format!("(br_if $on{label} {condition}))"));
            }
            _ => {
                let condition = self.condition();
                self.line(&format!("(if {condition} (then (loop $on{label}"));
                self.body();
                self.line(&format!("(br $on{label}))))"));
            }
        }
    }

    fn body(&mut self) {
        self.depth += 2;
        for _ in 0..self.random.below(3) {
            self.statement();
        }
        self.depth -= 2;
    }
}
