//! Loops whose variables are in memory, beside arrays that may overlap them: inputs of loop versioning with run-time
//! alias checks.
//!
//! Counters, limits, sums and pointers are at offsets of a base that is a parameter, as an unoptimized
//! program keeps them in its frame; the arrays begin where other parameters say. Functions are driven
//! with arrays that are apart from the variables, end just before them, begin just behind them, overlap
//! them, or run over the end of memory; bases may be so low that addresses below them wrap. Counters rise
//! and fall by several steps, tests are of all kinds; some variables are stored to on some paths only, some
//! are accessed with different widths, some are also in locals. Memory is exported: it is compared after
//! traps, too.

use crate::Random;
use std::fmt::Write as _;

/// Loads and stores of elements and variables: names, bytes, type of the value.
const ACCESSES: [(&str, &str, usize, &str); 6] = [
    ("i32.load", "i32.store", 4, "i32"),
    ("i32.load", "i32.store", 4, "i32"),
    ("i32.load8_u", "i32.store8", 1, "i32"),
    ("i64.load", "i64.store", 8, "i64"),
    ("f64.load", "f64.store", 8, "f64"),
    ("i32.load16_s", "i32.store16", 2, "i32"),
];
/// Offsets of the counter, the limit, two numbers, a float and a pointer.
const OFFSETS: [[u32; 6]; 4] =
    [[0, 4, 8, 12, 16, 24], [12, 8, 4, 0, 32, 16], [4, 40, 44, 8, 16, 0], [8, 12, 9, 16, 24, 4]];
const TESTS: [&str; 8] = ["lt_s", "lt_u", "le_s", "le_u", "ne", "gt_s", "ge_s", "lt_s"];
const BINARIES: [&str; 5] = ["add", "sub", "xor", "mul", "or"];

struct Writer<'a> {
    random: &'a mut Random,
    /// Where variables are, below or above the base.
    offsets: [u32; 6],
    /// What is added to the base before the offset.
    below: i32,
    /// Whether the counter is in a local as well.
    in_local: bool,
    text: String,
}

/// The text of a module of a seed.
pub fn variables(random: &mut Random) -> String {
    let mut text = String::from("(module\n  (memory (export \"memory\") 1)\n");
    let bytes: String =
        random.bytes(256).iter().map(|byte| format!("\\{:02x}", byte & 31)).collect();
    let _ = writeln!(text, "  (data (i32.const 1000) \"{bytes}\")");
    for index in 0..1 + random.below(3) {
        let offsets = OFFSETS[random.below(OFFSETS.len())];
        let below = if random.one_in(3) { -32 } else { 0 };
        let mut writer = Writer { random, offsets, below, in_local: false, text: String::new() };
        writer.function(index);
        text += &writer.text;
        let _ = write!(text, "  (func (export \"drive{index}\") (result i32)");
        for n in 0..3 + random.below(4) {
            // Near each other, at the end of memory, at its start.
            let base = match random.below(8) {
                0 => 65536 - 48 + random.below(8) as i32,
                1 => 4 * random.below(12) as i32,
                _ => 1040 + 4 * random.below(4) as i32,
            };
            let mut near = || match random.below(6) {
                0 => 65536 - 8 * random.below(24) as i32,
                1 => base - 8 * random.below(30) as i32,
                2 => base + random.below(60) as i32,
                _ => 1200 + 4 * random.below(20) as i32,
            };
            let (first, second) = (near(), near());
            let count = random.below(24);
            let _ = write!(
                text,
                " (call $f{index} (i32.const {base}) (i32.const {first}) (i32.const {second}) \
                 (i32.const {count})){}",
                if n == 0 { "" } else { " i32.xor" }
            );
        }
        text += ")\n";
    }
    text + ")\n"
}

impl Writer<'_> {
    fn function(&mut self, index: usize) {
        let export =
            if self.random.one_in(2) { format!(" (export \"f{index}\")") } else { String::new() };
        let _ = writeln!(
            self.text,
            "  (func $f{index}{export} (param $p i32) (param $a i32) (param $b i32) (param $n i32) (result i32)\n\
             \x20   (local $i i32) (local $left i32) (local $x i32)\n    (local.set $left (i32.const 200))"
        );
        let falls = self.random.one_in(4);
        let step = [1, 1, 1, 2, 3, 4][self.random.below(6)];
        let limit = if falls { "(i32.const 0)" } else { "(local.get $n)" };
        let start = if falls {
            "(local.get $n)".to_string()
        } else {
            format!("(i32.const {})", self.random.below(3))
        };
        if !self.random.one_in(4) {
            self.store(0, &start);
        }
        if !self.random.one_in(6) {
            self.store(1, limit);
        }
        if self.random.one_in(2) {
            // A pointer may lead to the variables themselves.
            let pointer = match self.random.below(4) {
                0 => "(local.get $p)".to_string(),
                1 => format!("(i32.add (local.get $p) (i32.const {}))", 4 * self.random.below(16)),
                _ => "(local.get $a)".to_string(),
            };
            self.store(5, &pointer);
        }
        self.in_local = self.random.one_in(3);
        if self.in_local {
            let start = if self.random.one_in(3) { "(i32.const 1)" } else { &start };
            let _ = writeln!(self.text, "      (local.set $i {start})");
        }
        // What variables are before the loop may change again.
        if self.random.one_in(3) {
            self.assign();
        }
        let guard = self.random.one_in(2);
        let condition = |test: &str, i: &str, n: &str| format!("(i32.{test} {i} {n})");
        let test = if falls {
            ["gt_s", "ne", "ge_s", "gt_u"][self.random.below(4)]
        } else {
            TESTS[self.random.below(TESTS.len())]
        };
        let enters = condition(test, &self.load(0), &self.load(1));
        if guard {
            let _ = writeln!(self.text, "    (if {enters} (then");
        }
        self.text += "    (block $out (loop $l\n";
        // Endless loops end here.
        if self.random.one_in(4) {
            self.text += "      (br_if $out (i32.eqz (local.get $left)))\n      (local.set $left (i32.sub (local.get $left) (i32.const 1)))\n";
        }
        for _ in 0..1 + self.random.below(4) {
            self.statement(1);
        }
        let sign = if falls { "sub" } else { "add" };
        let next = format!("(i32.{sign} {} (i32.const {step}))", self.load(0));
        if self.in_local {
            let _ = writeln!(self.text, "      (local.set $i {next})");
            self.store(0, "(local.get $i)");
        } else {
            self.store(0, &next);
        }
        let i = if self.in_local { "(local.get $i)".to_string() } else { self.load(0) };
        let again = condition(test, &i, &self.load(1));
        let _ = writeln!(self.text, "      (br_if $l {again})))");
        if guard {
            self.text += "    ))\n";
        }
        let result =
            format!("(i32.xor {} (i32.add {} {}))", self.load(0), self.load(2), self.load(3));
        let _ = writeln!(self.text, "    {result})");
    }

    fn address(&mut self) -> String {
        match self.below {
            0 => "(local.get $p)".to_string(),
            below => format!("(i32.add (local.get $p) (i32.const {below}))"),
        }
    }

    fn offset(&self, variable: usize) -> u32 {
        // Above the base where the address is below it, or below both.
        self.offsets[variable] + if self.below < 0 && variable.is_multiple_of(2) { 32 } else { 0 }
    }

    fn load(&mut self, variable: usize) -> String {
        format!("(i32.load offset={} {})", self.offset(variable), self.address())
    }

    fn store(&mut self, variable: usize, value: &str) {
        let (offset, address) = (self.offset(variable), self.address());
        let _ = writeln!(self.text, "      (i32.store offset={offset} {address} {value})");
    }

    /// The address of an element.
    fn element(&mut self, size: usize) -> String {
        let array = match self.random.below(5) {
            0 | 1 => "(local.get $a)".to_string(),
            2 => self.load(5),
            3 => format!("(i32.const {})", 1200 + 4 * self.random.below(10)),
            _ => "(local.get $b)".to_string(),
        };
        let index = match self.random.below(8) {
            0 => self.load(1),
            1 => format!("(i32.sub {} {})", self.load(1), self.load(0)),
            2 => format!("(i32.mul {} (i32.const 3))", self.load(0)),
            3 => format!("(i32.and {} (i32.const 7))", self.load(2)),
            4 => return array,
            5 | 6 if self.in_local => "(local.get $i)".to_string(),
            _ => self.load(0),
        };
        format!("(i32.add {array} (i32.mul {index} (i32.const {size})))")
    }

    /// A number of a type, maybe of an element.
    fn value(&mut self, ty: &str) -> String {
        let (load, _, size, of) = ACCESSES[self.random.below(ACCESSES.len())];
        if of == ty && self.random.one_in(2) {
            let offset = [0, 0, 4, 8][self.random.below(4)];
            return format!("({load} offset={offset} {})", self.element(size));
        }
        match ty {
            "f64" => {
                if self.random.one_in(2) {
                    format!("(f64.load offset={} {})", self.offset(4), self.address())
                } else {
                    format!("(f64.convert_i32_s {})", self.load(2))
                }
            }
            "i64" => format!("(i64.extend_i32_u {})", self.load(3)),
            _ => match self.random.below(4) {
                0 => format!("(i32.const {})", self.random.below(40)),
                1 => format!("(i32.load8_u offset={} {})", self.offset(3), self.address()),
                _ => {
                    let variable = self.random.below(4);
                    self.load(variable)
                }
            },
        }
    }

    /// A store to an element.
    fn assign(&mut self) {
        let (_, store, size, ty) = ACCESSES[self.random.below(ACCESSES.len())];
        let (at, value) = (self.element(size), self.value(ty));
        let offset = [0, 0, 0, 4][self.random.below(4)];
        let _ = writeln!(self.text, "      ({store} offset={offset} {at} {value})");
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(8) {
            0 if depth < 3 => {
                let condition = format!("(i32.and {} (i32.const 1))", self.value("i32"));
                let _ = writeln!(self.text, "      (if {condition} (then");
                self.statement(depth + 1);
                if self.random.one_in(2) {
                    self.text += "      ) (else\n";
                    self.statement(depth + 1);
                }
                self.text += "      ))\n";
            }
            1 if self.random.one_in(4) => {
                let value = self.value("i32");
                let _ = writeln!(self.text, "      (br_if $out (i32.eq {value} (i32.const 77)))");
            }
            2..=4 => self.assign(),
            5 => {
                let (offset, address) = (self.offset(4), self.address());
                let value = self.value("f64");
                let sum = format!("(f64.add (f64.load offset={offset} {address}) {value})");
                let _ = writeln!(self.text, "      (f64.store offset={offset} {address} {sum})");
            }
            6 if self.random.one_in(4) => {
                let (offset, address) = (self.offset(3), self.address());
                let value = self.value("i32");
                let _ = writeln!(self.text, "      (i32.store8 offset={offset} {address} {value})");
            }
            _ => {
                let variable = if self.random.one_in(12) { 1 } else { 2 + self.random.below(2) };
                let op = BINARIES[self.random.below(BINARIES.len())];
                let sum = format!("(i32.{op} {} {})", self.load(variable), self.value("i32"));
                self.store(variable, &sum);
            }
        }
    }
}
