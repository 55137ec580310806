//! Random programs with few locals, and the same with the locals spread over more than engines accept.

use invar_generate::Random;
use std::fmt::Write;

/// How many locals are used, of `i32` and of `i64`.
const USED: usize = 24;
/// How many locals of each type are declared.
const DECLARED: usize = 26_000;
const DEPTH: usize = 3;
/// The last locals are the counters of loops, and before them are those of [`Writer::across_loop`].
const COUNTERS: usize = 8;
const PAIRS: usize = 3;

/// A program. Its locals are called `$a0`, `$a1`, ... (`i32`) and `$b0`, ... (`i64`).
pub struct Program {
    body: String,
    /// The places of the locals among those that are declared.
    places: Vec<usize>,
}

impl Program {
    pub fn new(random: &mut Random) -> Program {
        let mut writer = Writer { random, body: String::new(), counters: 0, pairs: 0 };
        for _ in 0..6 {
            writer.statement(0);
        }
        let body = writer.body;
        let mut places: Vec<usize> = Vec::new();
        while places.len() < 2 * USED {
            // Numbers of one, two and three bytes.
            let end = [100, 16_000, DECLARED][random.below(3)];
            let place = random.below(end);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        Program { body, places }
    }

    /// The program as it is.
    pub fn small(&self) -> String {
        let locals: String = (0..USED).map(|n| format!("(local $a{n} i32)")).collect();
        let locals: String =
            locals + &(0..USED).map(|n| format!("(local $b{n} i64)")).collect::<String>();
        self.module(&locals)
    }

    /// The program with locals that are not used.
    pub fn large(&self) -> String {
        let mut locals = String::new();
        for (of_type, name, ty) in
            [(&self.places[..USED], 'a', "i32"), (&self.places[USED..], 'b', "i64")]
        {
            let mut names = vec![String::new(); DECLARED];
            for (n, &place) in of_type.iter().enumerate() {
                names[place] = format!("${name}{n}");
            }
            for name in names {
                let _ = write!(locals, "(local {name} {ty})");
            }
        }
        self.module(&locals)
    }

    fn module(&self, locals: &str) -> String {
        format!(
            r#"(module (func (export "f") (param $p i32) (result i32) {locals} {} (local.get $p)))"#,
            self.body
        )
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    body: String,
    counters: usize,
    pairs: usize,
}

impl Writer<'_> {
    fn one_of(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    /// A local without a purpose of its own.
    fn local(&mut self) -> usize {
        self.one_of(USED - COUNTERS - 2 * PAIRS)
    }

    /// A loop that uses a local from ahead of it, and then assigns another one, which nothing else uses: the two may
    /// not share, though one is used last before the other is assigned.
    fn across_loop(&mut self) {
        if self.pairs == PAIRS {
            return;
        }
        let Some(counter) = self.counter() else { return };
        let first = USED - COUNTERS - 2 * PAIRS + 2 * self.pairs;
        let (second, value) = (first + 1, self.value());
        self.pairs += 1;
        self.body += &format!("(local.set $a{first} {value}) (loop ");
        self.accumulate(&format!("(local.get $a{first})"));
        self.body += &format!("(local.set $a{second} (i32.const {}))", 100 + self.pairs);
        self.accumulate(&format!("(local.get $a{second})"));
        self.again(counter);
    }

    /// The counter of a loop that begins here, unless there are too many.
    fn counter(&mut self) -> Option<usize> {
        let counter = USED - COUNTERS + self.counters;
        (self.counters < COUNTERS).then(|| {
            self.counters += 1;
            self.body += &format!("(local.set $a{counter} (i32.const 3))");
            counter
        })
    }

    /// The end of a loop with a counter.
    fn again(&mut self, counter: usize) {
        self.body += &format!(
            "(br_if 0 (local.tee $a{counter} (i32.sub (local.get $a{counter}) (i32.const 1)))))"
        );
    }

    fn value(&mut self) -> String {
        let (a, b) = (self.local(), self.local());
        match self.one_of(4) {
            0 => format!("(i32.const {})", self.one_of(100)),
            1 => format!("(local.get $a{a})"),
            2 => format!("(i32.add (local.get $a{a}) (local.get $p))"),
            _ => format!("(i32.xor (local.get $a{a}) (i32.wrap_i64 (local.get $b{b})))"),
        }
    }

    fn statement(&mut self, depth: usize) {
        let (n, value) = (self.local(), self.value());
        let kinds = if depth < DEPTH { 10 } else { 5 };
        match self.one_of(kinds) {
            0 => self.body += &format!("(local.set $a{n} {value})"),
            1 => self.body += &format!("(local.set $b{n} (i64.extend_i32_u {value}))"),
            2 | 3 => {
                // A local for a short time.
                self.body += &format!("(local.set $a{n} {value})");
                self.accumulate(&format!("(local.get $a{n})"));
            }
            4 => self.accumulate(&value),
            5 => {
                self.body += &format!("(if (i32.and (i32.const 1) {value}) (then ");
                self.statements(depth);
                self.body += ") (else ";
                self.statements(depth);
                self.body += "))";
            }
            6 => {
                self.body += "(block ";
                self.statements(depth);
                self.body += &format!("(br_if 0 (i32.and (i32.const 1) {value}))");
                self.statements(depth);
                self.body += ")";
            }
            7 => self.across_loop(),
            _ => match self.counter() {
                Some(counter) => {
                    self.body += "(loop ";
                    self.statements(depth);
                    self.again(counter);
                }
                None => self.accumulate(&value),
            },
        }
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..1 + self.one_of(4) {
            self.statement(depth + 1);
        }
    }

    fn accumulate(&mut self, value: &str) {
        self.body +=
            &format!("(local.set $p (i32.add (i32.mul (local.get $p) (i32.const 31)) {value}))");
    }
}
