//! Programs that keep the promise that traps never happen: each operator that may trap is guarded, so that no call
//! traps, whatever its arguments are; but it would, if an operator were executed where its guard does not hold.
//!
//! The operands of these operators are constants, or local variables that are set once, often to what traps: zero,
//! null, an address out of bounds, an object of another type (`operators`). A guard is a conditional around one use
//! or around many statements, loops among them; an early exit from a block; a variable that was computed ahead of a
//! loop; or a call that throws; the test of a loop may be one. An operator may be in a callee of its own, which does
//! not guard it. Memory, a global and the calls of the host are observed.

mod operators;

use crate::Random;
use operators::Operator;
use std::fmt::Write as _;

/// How many exported functions a module has.
pub const FUNCTIONS: usize = 8;
/// How deep statements are nested at most.
const DEPTH: usize = 3;
/// How many flags hold guards that are computed when a function begins.
const FLAGS: usize = 2;

/// The text of a module of a seed.
pub fn guarded(random: &mut Random) -> String {
    let bytes: String = random.bytes(64).iter().map(|byte| format!("\\{:02x}", byte & 3)).collect();
    let mut text = format!("(module\n{}  (data (i32.const 96) \"{bytes}\")\n", operators::MODULE);
    for index in 0..FUNCTIONS {
        let mut writer = Writer {
            random,
            text: String::new(),
            open: Vec::new(),
            flags: Vec::new(),
            labels: 0,
            counters: Vec::new(),
        };
        writer.function(index);
        text += &writer.text;
    }
    text + ")\n"
}

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    /// The operators whose guards hold at the current place.
    open: Vec<Operator>,
    /// The operators whose guards are in the variables `$flagN`.
    flags: Vec<Operator>,
    labels: usize,
    /// The counters of the loops around the current place.
    counters: Vec<usize>,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "    {text}");
    }

    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    fn function(&mut self, index: usize) {
        self.text += &operators::operands(self.random);
        let head = std::mem::take(&mut self.text);
        for n in 0..FLAGS {
            let operator = Operator::random(self.random);
            self.line(&format!("(local.set $flag{n} {})", operator.guard));
            self.flags.push(operator);
        }
        for _ in 0..2 + self.random.below(3) {
            self.statement(0);
        }
        let body = std::mem::take(&mut self.text);
        let _ = writeln!(
            self.text,
            "  (func (export \"f{index}\") (param $a i32) (param $b i32) (param $c i32) (result i32)\n    \
             (local $s i32) {}",
            operators::LOCALS
        );
        for n in 0..FLAGS {
            self.line(&format!("(local $flag{n} i32)"));
        }
        for n in 0..self.labels {
            self.line(&format!("(local $i{n} i32)"));
        }
        self.text += &head;
        self.text += &body;
        self.line("(local.get $s))");
    }

    /// A number that does not trap.
    fn number(&mut self) -> String {
        match (self.random.below(6), self.counters.last()) {
            (0, _) => format!("(i32.const {})", self.random.below(40)),
            (1, _) => "(i32.load offset=96 (i32.and (local.get $c) (i32.const 60)))".into(),
            (2 | 3, Some(counter)) => format!("(local.get $i{counter})"),
            (4, _) => "(local.get $s)".into(),
            _ => format!("(local.get {})", self.random.pick(&["$a", "$b", "$c"])),
        }
    }

    /// A condition that says nothing of operators.
    fn condition(&mut self) -> String {
        let number = self.number();
        match self.random.below(3) {
            0 => format!("(i32.and {number} (i32.const 1))"),
            1 => format!("(i32.lt_u {number} (i32.const 20))"),
            // Most of the data is zero or small.
            _ => format!(
                "(i32.load8_u offset=96 (i32.and {number} (i32.const {})))",
                self.random.pick(&[0, 3, 31])
            ),
        }
    }

    /// Executes an operator, whose guard holds here.
    fn execute(&mut self, operator: &Operator) {
        let value = operator.value(self.random, self.counters.last().copied());
        match self.random.below(8) {
            0 => self.line(&format!("(drop {value})")),
            1 => self.line(&format!("(i32.store offset=32 (i32.const 0) {value})")),
            2 => self.line(&format!("(global.set $g {value})")),
            3 => {
                // Only one alternative uses it.
                let condition = self.condition();
                self.line(&format!("(local.set $t {value})"));
                self.line(&format!(
                    "(if {condition} (then (local.set $s (i32.xor (local.get $s) (local.get $t)))))"
                ));
            }
            _ => self.line(&format!(
                "(local.set $s (i32.add (i32.mul (local.get $s) (i32.const 31)) {value}))"
            )),
        }
        if self.random.one_in(6) {
            // What is only reached if the guard does not hold.
            self.line(&format!("(if (i32.eqz {}) (then (unreachable)))", operator.guard));
        }
    }

    /// Executes one of the operators whose guards hold, if there are any.
    fn execute_open(&mut self) {
        if !self.open.is_empty() {
            let operator = self.open[self.random.below(self.open.len())].clone();
            self.execute(&operator);
        }
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let nests = depth < DEPTH;
        match self.random.below(16) {
            0 => {
                let number = self.number();
                self.line(&format!("(local.set $s (i32.add (local.get $s) {number}))"));
            }
            1 => {
                let at = 4 * self.random.below(8);
                self.line(&format!("(i32.store offset={at} (i32.const 0) (local.get $s))"));
            }
            2 if self.random.one_in(2) => self.line("(call $log (local.get $s))"),
            3 | 4 if nests => self.conditional(depth),
            5..=8 if nests => self.counted_loop(depth),
            9 if nests => self.handler(depth),
            10 | 11 if nests => self.guard(depth),
            12 => self.execute_open(),
            13 => self.flag(),
            _ => self.guarded_once(),
        }
    }

    /// An operator with its guard.
    fn guarded_once(&mut self) {
        let operator = Operator::random(self.random);
        let guard = match self.random.below(3) {
            0 => format!("(i32.and {} {})", operator.guard, self.condition()),
            _ => operator.guard.clone(),
        };
        self.line(&format!("(if {guard} (then"));
        self.execute(&operator);
        match (operator.otherwise(), self.random.one_in(2)) {
            // The other alternative has an operator of its own, for example another cast.
            (Some(other), _) if guard == operator.guard => {
                self.line(") (else");
                self.execute(&other);
            }
            (_, true) => {
                let number = self.number();
                self.line(&format!(") (else (local.set $s (i32.xor (local.get $s) {number}))"));
            }
            _ => {}
        }
        self.line("))");
    }

    /// An operator whose guard was computed when the function began.
    fn flag(&mut self) {
        let n = self.random.below(FLAGS);
        let operator = self.flags[n].clone();
        let flag = if self.random.one_in(2) {
            format!("(i32.and (local.get $flag{n}) {})", self.condition())
        } else {
            format!("(local.get $flag{n})")
        };
        self.line(&format!("(if {flag} (then"));
        self.execute(&operator);
        self.line("))");
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.condition();
        self.line(&format!("(if {condition} (then"));
        self.statements(depth + 1);
        if self.random.one_in(2) {
            self.line(") (else");
            self.statements(depth + 1);
        }
        self.line("))");
    }

    /// A loop that ends, with its test in front or behind, and perhaps another exit.
    fn counted_loop(&mut self, depth: usize) {
        let n = self.label();
        // Perhaps its test is the guard: there are no iterations where that does not hold.
        let guarded = self.random.one_in(4).then(|| Operator::random(self.random));
        let most = match (&guarded, self.random.below(3)) {
            (Some(operator), _) => {
                format!("(select (i32.const 3) (i32.const 0) {})", operator.guard)
            }
            (None, 0) => format!("(i32.const {})", 1 + self.random.below(5)),
            _ => "(i32.and (local.get $b) (i32.const 3))".into(),
        };
        let tests_first = guarded.is_some() || self.random.one_in(2);
        self.line(&format!("(local.set $i{n} (i32.const 0))"));
        self.line(&format!("(block $out{n} (loop $loop{n}"));
        if tests_first {
            self.line(&format!("(br_if $out{n} (i32.ge_u (local.get $i{n}) {most}))"));
        }
        self.counters.push(n);
        if let Some(operator) = &guarded {
            self.execute(operator);
            self.open.push(operator.clone());
        }
        self.statements(depth + 1);
        if self.random.one_in(4) {
            let condition = self.condition();
            self.line(&format!("(br_if $out{n} {condition})"));
            self.statements(depth + 1);
        }
        if guarded.is_some() {
            self.open.pop();
        }
        self.counters.pop();
        self.line(&format!("(local.set $i{n} (i32.add (local.get $i{n}) (i32.const 1)))"));
        if tests_first {
            self.line(&format!("(br $loop{n})))"));
        } else {
            self.line(&format!("(br_if $loop{n} (i32.lt_u (local.get $i{n}) {most}))))"));
        }
    }

    /// Statements in which something may be thrown, and perhaps some for the case that it was.
    fn handler(&mut self, depth: usize) {
        let n = self.label();
        self.line(&format!("(block $done{n} (block $caught{n} (try_table (catch $bad $caught{n})"));
        self.statements(depth + 1);
        let condition = self.condition();
        self.line(&format!("(call $check {condition})"));
        self.statements(depth + 1);
        self.line(&format!(") (br $done{n}))"));
        self.statements(depth + 1);
        self.line(")");
    }

    /// Statements in which the guard of an operator holds.
    fn guard(&mut self, depth: usize) {
        let operator = Operator::random(self.random);
        let (n, guard) = (self.label(), operator.guard.clone());
        let end = match self.random.below(5) {
            // Nothing around it may catch what is thrown.
            _ if self.random.one_in(8) => {
                self.line(&format!("(call $check {guard})"));
                ""
            }
            0 => {
                self.line(&format!("(block $skip{n} (br_if $skip{n} (i32.eqz {guard}))"));
                ")"
            }
            1 => {
                self.line(&format!("(block $skip{n} (try_table (catch $bad $skip{n})"));
                self.line(&format!("(call $check {guard})"));
                "))"
            }
            _ => {
                self.line(&format!("(if {guard} (then"));
                "))"
            }
        };
        self.open.push(operator);
        self.statements(depth + 1);
        self.execute_open();
        self.open.pop();
        self.line(end);
    }
}
