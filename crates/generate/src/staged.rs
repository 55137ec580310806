//! Programs with annotations of run-time constants, made from a seed: bound parameters, kept variables, promised
//! memory, pure functions and the code that uses them are random.
//!
//! The exported function calls one whose first two arguments are constants; that one is specialized to
//! them. Loops run out of fuel, divisions may trap, some loads are outside of the promised memory, and the limits
//! of the specializer are small, so that generic code is executed, too. Some loops are machines, whose kept variable is
//! stored and loaded.

use crate::Random;
use std::fmt::Write;

const LOCALS: [&str; 7] = ["$c0", "$c1", "$x", "$y", "$a", "$b", "$d"];
const POLICIES: [&str; 8] = [
    "cache.lazy",
    "cache.eager",
    "cache.looplazy",
    "cache1.lazy",
    "cache1.eager",
    "unchecked.eager",
    "replicate.lazy",
    "replicate.eager",
];

/// A program.
#[derive(Clone, Debug)]
pub struct Staged {
    /// The module's text.
    pub wat: String,
    /// What is specialized, as in a filetest.
    pub call: String,
}

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    left: usize,
    labels: usize,
}

/// The program of a seed.
pub fn staged(seed: u64) -> Staged {
    let random = &mut Random::new(seed);
    let constants = [random.below(12) as i32 - 2, random.below(200) as i32];
    let policy = POLICIES[random.below(POLICIES.len())];
    let caching = policy.split('.').next().expect("a word");
    let data: String = (0..64).map(|_| format!("\\{:02x}", random.below(9))).collect();
    let size = 6 + random.below(30);
    let mut writer = Writer { random, text: String::new(), left: size, labels: 0 };
    writer.block(1);
    let body = writer.text;
    let checked = if random.below(4) == 0 { " checked" } else { "" };
    let limits = [" versions=1000", " versions=40", " insts=60", " versions=400 insts=2000"]
        [random.below(4)];
    let [c0, c1] = constants;
    let wat = format!(
        r#"(module
  (import "invar" "keep_const.{policy}" (func $keep (param i32) (result i32)))
  (import "invar" "unkeep_const" (func $unkeep (param i32) (result i32)))
  (import "invar" "leave" (func $leave (param i32) (result i32)))
  (import "invar" "is_const.{caching}" (func $is (param i32) (result i32)))
  (import "invar" "promise_const" (func $promise (param i32 i32) (result i32)))
  (import "invar" "promise_pure" (func $pure (param i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 64) "{data}")
  (func $square (param i32) (result i32) (i32.mul (local.get 0) (local.get 0)))
  (func $g (param $c0 i32) (param $c1 i32) (param $x i32) (param $y i32) (result i32)
    (local $a i32) (local $b i32) (local $d i32) (local $m i32) (local $fuel i32)
    (local.set $fuel (i32.const 200))
    (local.set $m (call $promise (i32.const 64) (i32.const 48)))
{body}    (i32.add (i32.add (local.get $a) (local.get $b)) (i32.add (local.get $d) (local.get $c1))))
  (func (export "f") (param $x i32) (param $y i32) (result i32)
    (call $g (i32.const {c0}) (i32.const {c1}) (local.get $x) (local.get $y))))
"#
    );
    Staged { wat, call: format!("g({c0}, {c1}, _, _){checked}{limits}") }
}

impl Writer<'_> {
    fn local(&mut self) -> &'static str {
        LOCALS[self.random.below(LOCALS.len())]
    }

    /// A local that is assigned: rarely one that is bound.
    fn target(&mut self) -> &'static str {
        match self.random.below(8) {
            0 => self.local(),
            _ => LOCALS[4 + self.random.below(3)],
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        let kind = self.random.below(if depth == 0 { 3 } else { 14 });
        let depth = depth.saturating_sub(1);
        match kind {
            0 => format!("(i32.const {})", self.random.below(20) as i32 - 3),
            1 | 2 => format!("(local.get {})", self.local()),
            3 | 4 => format!("(i32.add {} {})", self.expression(depth), self.expression(depth)),
            5 => format!("(i32.sub {} {})", self.expression(depth), self.expression(depth)),
            6 => format!("(i32.mul {} {})", self.expression(depth), self.expression(depth)),
            7 => format!("(i32.lt_s {} {})", self.expression(depth), self.expression(depth)),
            8 => format!(
                "(select {} {} {})",
                self.expression(depth),
                self.expression(depth),
                self.expression(depth)
            ),
            9 => format!("(i32.eqz {})", self.expression(depth)),
            10 => match self.random.below(6) {
                0 => format!("(i32.div_u {} {})", self.expression(0), self.expression(0)),
                _ => {
                    format!("(i32.shl {} (i32.const {}))", self.expression(0), self.random.below(9))
                }
            },
            // Four in five of these addresses are within the promise.
            11 | 12 => {
                let mask = if self.random.below(5) == 0 { 63 } else { 31 };
                let (address, op) =
                    (self.expression(depth), ["load", "load8_u", "load16_s"][self.random.below(3)]);
                format!(
                    "(i32.{op} (i32.add (local.get $m) (i32.and {address} (i32.const {mask}))))"
                )
            }
            _ => format!("(call $pure (call $square {}))", self.expression(depth)),
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 4 + 2 * indent);
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(4) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let nested = depth < 4;
        match self.random.below(17) {
            0..=3 => {
                let (target, value) = (self.target(), self.expression(2));
                self.line(depth, &format!("(local.set {target} {value})"));
            }
            4 | 5 => self.annotate(depth, "keep"),
            6 => match self.random.below(6) {
                0..=2 => self.annotate(depth, "is"),
                3 | 4 => self.annotate(depth, "unkeep"),
                _ => self.annotate(depth, "leave"),
            },
            7 | 8 if nested => {
                let condition = self.expression(1);
                self.line(depth, &format!("(if {condition} (then"));
                self.block(depth + 1);
                self.line(depth, ") (else");
                self.block(depth + 1);
                self.line(depth, "))");
            }
            9..=11 if nested => self.repeat(depth),
            12 if nested => self.switch(depth),
            13 | 14 if nested => self.machine(depth),
            15 => {
                let (local, stores) = (self.local(), self.random.below(2) == 0);
                self.through_memory(depth, local, stores);
            }
            _ => {
                let (address, value) = (self.expression(1), self.expression(1));
                self.line(
                    depth,
                    &format!("(i32.store offset=1024 (i32.and {address} (i32.const 255)) {value})"),
                );
            }
        }
    }

    /// A local is stored, perhaps with a number added, or loaded from where one may be.
    fn through_memory(&mut self, depth: usize, local: &str, stores: bool) {
        let address = 1024 + 4 * self.random.below(2);
        let width = ["", "", "8", "16"][self.random.below(4)];
        let number = self.random.below(4);
        if stores {
            let value = format!("(i32.add (local.get {local}) (i32.const {number}))");
            self.line(depth, &format!("(i32.store{width} (i32.const {address}) {value})"));
            return;
        }
        let sign = if width.is_empty() { "" } else { ["_u", "_s"][self.random.below(2)] };
        let load = format!("(i32.load{width}{sign} (i32.const {address}))");
        let value = match number {
            0 => format!("(i32.sub {load} (i32.const 1))"),
            _ => load,
        };
        self.line(depth, &format!("(local.set {local} {value})"));
    }

    /// A loop that decides by a kept local what to do: the local is stored, loaded, or set.
    fn machine(&mut self, depth: usize) {
        self.labels += 1;
        let (label, state) = (self.labels, LOCALS[4 + self.random.below(3)]);
        let start = self.random.below(4);
        self.line(depth, &format!("(local.set {state} (i32.const {start}))"));
        self.line(depth, &format!("(loop $l{label}"));
        self.line(depth, &format!("  (local.set {state} (call $keep (local.get {state})))"));
        self.line(
            depth,
            &format!("  (block $e{label} (block $u{label} (block $s{label} (block $t{label}"),
        );
        let arms = format!("$t{label} $s{label} $u{label} $e{label}");
        self.line(depth, &format!("    (br_table {arms} (local.get {state})))"));
        for arm in 0..3 {
            let kind = self.random.below(3);
            if kind == 0 {
                self.through_memory(depth + 2, state, true);
            }
            if self.random.below(2) == 0 {
                self.block(depth + 2);
            }
            if kind == 1 {
                self.through_memory(depth + 2, state, false);
            } else {
                let next = self.random.below(4);
                self.line(depth, &format!("    (local.set {state} (i32.const {next}))"));
            }
            let end = if arm < 2 { format!("    (br $e{label}))") } else { "  )".to_owned() };
            self.line(depth, &end);
        }
        self.line(depth, "  (local.set $fuel (i32.sub (local.get $fuel) (i32.const 1)))");
        let condition = self.expression(1);
        self.line(
            depth,
            &format!("  (br_if $l{label} (i32.and (i32.gt_s (local.get $fuel) (i32.const 0)) (i32.ne (i32.const 3) {condition}))))"),
        );
    }

    fn annotate(&mut self, depth: usize, what: &str) {
        let local = self.local();
        self.line(depth, &format!("(local.set {local} (call ${what} (local.get {local})))"));
    }

    /// A loop that ends when its condition says so, or when there is no fuel.
    fn repeat(&mut self, depth: usize) {
        self.labels += 1;
        let label = self.labels;
        self.line(depth, &format!("(loop $l{label}"));
        if self.random.below(2) == 0 {
            self.annotate(depth, "keep");
        }
        self.block(depth + 1);
        let condition = self.expression(1);
        self.line(depth, "  (local.set $fuel (i32.sub (local.get $fuel) (i32.const 1)))");
        self.line(
            depth,
            &format!("  (br_if $l{label} (i32.and (i32.gt_s (local.get $fuel) (i32.const 0)) {condition})))"),
        );
    }

    fn switch(&mut self, depth: usize) {
        self.labels += 1;
        let (label, index) = (self.labels, self.expression(1));
        self.line(depth, &format!("(block $e{label} (block $s{label} (block $t{label}"));
        self.line(depth, &format!("  (br_table $t{label} $s{label} $e{label} {index}))"));
        self.block(depth + 1);
        self.line(depth, &format!("  (br $e{label}))"));
        self.block(depth + 1);
        self.line(depth, ")");
    }
}
