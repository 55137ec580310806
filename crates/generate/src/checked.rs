//! Loops over arrays with headers made from a seed: inputs of range check elimination by loop versioning, and of
//! partial unrolling.
//!
//! As AssemblyScript and Rust write them: an array is a header in memory, of a pointer to its elements, its length,
//! and a pointer to another header; loops load both in each iteration, compare the index with the length, and trap,
//! call the host, leave or return if it is too large. Elements may lie over headers, so that a store makes an array
//! longer or moves it while a loop goes through it; headers may lie at the end of memory, across it or behind it;
//! lengths and pointers may be so large that sums wrap. Some counters have an unknown step, or approach another one;
//! some indices are bounded by a test around the access, or by a mask.

use crate::Random;
use std::fmt::Write as _;

/// Loads and stores of one kind of element: names, the logarithm of the size, type of the value.
const ELEMENTS: [(&str, &str, u32, &str); 8] = [
    ("i32.load", "i32.store", 2, "i32"),
    ("i32.load", "i32.store", 2, "i32"),
    ("i64.load", "i64.store", 3, "i64"),
    ("f64.load", "f64.store", 3, "f64"),
    ("i32.load8_u", "i32.store8", 0, "i32"),
    ("i32.load16_s", "i32.store16", 1, "i32"),
    ("i64.load32_u", "i64.store32", 2, "i64"),
    ("i32.load8_s", "i32.store8", 0, "i32"),
];
/// Tests of counters that rise and of ones that fall; the first ones are for any step.
const UP: [&str; 7] = ["lt_u", "lt_s", "lt_u", "lt_s", "ne", "le_s", "le_u"];
const DOWN: [&str; 4] = ["gt_s", "gt_u", "ge_s", "ne"];
/// What a failed check does.
const FAILURES: usize = 23;
/// How many headers there are, and where pointers to them are.
const HEADERS: usize = 8;
const TABLE: usize = 16;
/// The end of memory.
const END: u32 = 1 << 16;

/// A header: where it is and what is in it.
struct Header {
    at: u32,
    fields: [u32; 3],
}

/// The text of a module of a seed.
pub fn checked(random: &mut Random) -> String {
    let mut text = String::from(
        "(module\n  (import \"env\" \"abort\" (func $abort (param i32 i32)))\n  \
         (import \"env\" \"log\" (func $log (param i32)))\n",
    );
    let memory = match random.below(24) {
        0 => "1 2 shared",
        1 => "1 1",
        2..=8 => "1 2",
        9 => "1 65536",
        _ => "1",
    };
    let _ = writeln!(text, "  (memory $m0 (export \"memory\") {memory})");
    let second = random.one_in(12);
    if second {
        text += "  (memory $m1 (export \"second\") 1 1)\n";
    }
    let bytes = random.bytes(1024);
    let mut data = String::new();
    for byte in bytes {
        // Most elements are small: they may become lengths.
        let byte = if random.one_in(4) { byte } else { byte & 3 };
        let _ = write!(data, "\\{byte:02x}");
    }
    let _ = writeln!(text, "  (data (i32.const 256) \"{data}\")");
    text += "  (global $g0 (export \"g0\") (mut i32) (i32.const 0))\n";
    let mut headers: Vec<Header> = Vec::new();
    for n in 0..HEADERS {
        let header = header(random, &headers, n as u32);
        headers.push(header);
    }
    // Stores change headers, so they are written anew between calls.
    text += "  (func $reset\n";
    for (n, header) in headers.iter().enumerate() {
        let at = TABLE + 4 * n;
        let _ =
            writeln!(text, "    (i32.store offset={at} (i32.const 0) (i32.const {}))", header.at);
        for (n, field) in header.fields.iter().enumerate() {
            let at = header.at.wrapping_add(4 * n as u32);
            if at <= END - 4 {
                let _ = writeln!(text, "    (i32.store (i32.const {at}) (i32.const {field}))");
            }
        }
    }
    text += "  )\n";
    for index in 0..1 + random.below(3) {
        let mut writer = Writer {
            random: random.clone(),
            cells: headers.iter().map(|header| header.at).collect(),
            second,
            locals: Vec::new(),
            counters: Vec::new(),
            labels: 0,
            budget: 10 + random.below(16) as i32,
            failure: 0,
            calm: true,
            tested: false,
        };
        text += &writer.function(index);
        *random = writer.random;
        for call in 0..3 {
            let (a, b) = (random.below(8), random.below(24));
            let _ = writeln!(
                text,
                "  (func (export \"drive{index}-{call}\") (result i32) (call $reset) \
                 (call $f{index} (i32.const {a}) (i32.const {b})))"
            );
        }
    }
    text + ")\n"
}

/// A header, and where its elements are.
fn header(random: &mut Random, others: &[Header], n: u32) -> Header {
    let at = match random.below(16) {
        0 => END - 4 * (1 + random.below(4) as u32),
        1 => [0, END, 0xffff_fff8, END - 6, TABLE as u32][random.below(5)],
        // Next to another one, or over it.
        2 if n > 0 => others[random.below(n as usize)].at.wrapping_add(4),
        _ => 64 + 16 * n,
    };
    let elements = match random.below(12) {
        0 => at.wrapping_sub(4 * random.below(8) as u32),
        1 if n > 0 => others[random.below(n as usize)].at.wrapping_sub(4 * random.below(12) as u32),
        2 => END - 4 * random.below(20) as u32,
        3 => [0, 0xffff_fff0, 0xffff_ff00, 0x8000_0000, TABLE as u32][random.below(5)],
        4 if n > 0 => others[random.below(n as usize)].fields[0].wrapping_add(4),
        _ => 256 + 128 * n,
    };
    let length = match random.below(12) {
        0 => [0, 1, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0x4000_0000][random.below(6)],
        1 => 1 + random.below(6) as u32,
        2 => 96,
        _ => 16 + random.below(16) as u32,
    };
    let next = if n > 0 { others[random.below(n as usize)].at } else { at };
    Header { at, fields: [elements, length, next] }
}

struct Counter {
    name: String,
    wide: bool,
    label: usize,
}

struct Writer {
    random: Random,
    /// Where headers are.
    cells: Vec<u32>,
    second: bool,
    locals: Vec<(String, &'static str)>,
    counters: Vec<Counter>,
    labels: usize,
    budget: i32,
    /// What most failed checks of a loop do.
    failure: usize,
    /// No calls and other exits.
    calm: bool,
    /// Whether the index is `$k`, which a test around the access bounds.
    tested: bool,
}

impl Writer {
    fn function(&mut self, index: usize) -> String {
        for name in ["$h0", "$h1", "$h2", "$n", "$s", "$x", "$k"] {
            self.locals.push((name.to_string(), "i32"));
        }
        self.locals.push(("$y".to_string(), "i64"));
        self.locals.push(("$z".to_string(), "f64"));
        let mut body = String::new();
        for n in 0..3 {
            let shift = self.random.below(6);
            let by = self.random.below(8);
            let pick = format!(
                "(i32.and (i32.add (i32.shr_u (local.get $p0) (i32.const {shift})) (i32.const {by})) (i32.const 7))"
            );
            let load = format!("(i32.load offset={TABLE} (i32.shl {pick} (i32.const 2)))");
            let cell = self.cells[self.random.below(HEADERS)];
            let value = match self.random.below(6) {
                0 => format!("(i32.const {cell})"),
                1 if n > 0 => "(local.get $h0)".to_string(),
                2 if n > 0 => "(i32.load offset=8 (local.get $h0))".to_string(),
                _ => load,
            };
            let _ = writeln!(body, "    (local.set $h{n} {value})");
        }
        for _ in 0..1 + self.random.below(2) {
            let depth = 1 + self.random.below(2);
            self.nest(&mut body, depth);
        }
        let mut text = format!(
            "  (func $f{index} (export \"f{index}\") (param $p0 i32) (param $p1 i32) (result i32)"
        );
        for (name, ty) in &self.locals {
            let _ = write!(text, " (local {name} {ty})");
        }
        let _ = write!(
            text,
            "\n    (block $end (block $trap2 (block $trap\n{body}    (br $end)) unreachable)\n    \
             (call $abort (i32.const 0) (i32.const 0)) unreachable)\n    \
             (global.set $g0 (local.get $x))\n    "
        );
        // What counters are in the end, too.
        let mut sum = "(i32.xor (local.get $s) (i32.wrap_i64 (local.get $y)))".to_string();
        for (name, ty) in self.locals.iter().filter(|local| local.0.starts_with("$i")) {
            let value = convert(format!("(local.get {name})"), ty, "i32");
            sum = format!("(i32.add (i32.mul {sum} (i32.const 31)) {value})");
        }
        text + &sum + ")\n"
    }

    fn local(&mut self, prefix: &str, ty: &'static str) -> String {
        let name = format!("${prefix}{}", self.locals.len());
        self.locals.push((name.clone(), ty));
        name
    }

    fn nest(&mut self, out: &mut String, depth: usize) {
        self.labels += 1;
        let label = self.labels;
        self.failure = self.random.below(FAILURES);
        self.calm = !self.random.one_in(6);
        let wide = self.random.one_in(12);
        let ty = if wide { "i64" } else { "i32" };
        let counter = self.local("i", ty);
        let step: i64 = [1, 1, 1, 1, 2, 3, 4, -1, -1, -2, -3][self.random.below(11)];
        let most = if depth > 1 || !self.counters.is_empty() { 8 } else { 24 };
        let many = match self.random.below(6) {
            0 => "(i32.load offset=4 (local.get $h0))".to_string(),
            1 => format!("(i32.and (local.get $p1) (i32.const {}))", most - 1),
            2 => "(i32.and (i32.load offset=4 (local.get $h1)) (i32.const 31))".to_string(),
            3 => "(local.get $p1)".to_string(),
            _ => format!("(i32.const {})", 4 + self.random.below(most as usize)),
        };
        let _ = writeln!(out, "    (local.set $n {many})");
        let low = [0, 0, 0, 0, 1, 2, -1, 0x3fff_fffe][self.random.below(8)];
        let (start, end, tests): (String, String, &[&str]) = if step > 0 {
            let tests = if step == 1 { &UP[..] } else { &UP[..4] };
            (format!("(i32.const {low})"), "(local.get $n)".to_string(), tests)
        } else {
            let tests = if step == -1 { &DOWN[..] } else { &DOWN[..3] };
            let start = match self.random.below(3) {
                0 => "(local.get $n)".to_string(),
                _ => "(i32.sub (local.get $n) (i32.const 1))".to_string(),
            };
            (start, format!("(i32.const {})", self.random.below(2)), tests)
        };
        let test = tests[self.random.below(tests.len())];
        let bound = self.local("n", ty);
        let _ = writeln!(out, "    (local.set {counter} {})", convert(start, "i32", ty));
        let _ = writeln!(out, "    (local.set {bound} {})", convert(end, "i32", ty));
        let get = format!("(local.get {counter})");
        let next = if step < 0 && self.random.one_in(2) {
            format!("({ty}.sub {get} ({ty}.const {}))", -step)
        } else {
            format!("({ty}.add {get} ({ty}.const {step}))")
        };
        let holds = format!("({ty}.{test} {get} (local.get {bound}))");
        let (next, more, holds) = match self.random.below(10) {
            0 if step > 0 && !wide => {
                let by = self.local("step", ty);
                let value = self.unknown_step();
                let _ = writeln!(out, "    (local.set {by} {value})");
                (format!("(i32.add {get} (local.get {by}))"), String::new(), holds)
            }
            1 if step > 0 && !wide && test != "ne" => {
                let falls = 1 + self.random.below(3);
                let _ =
                    writeln!(out, "    (local.set {bound} (i32.sub (local.get $n) (i32.const 1)))");
                self.counters.push(Counter { name: bound.clone(), wide, label });
                let sub = format!("(i32.sub (local.get {bound}) (i32.const {falls}))");
                (next, format!("(local.set {bound} {sub})"), holds)
            }
            _ => (next, String::new(), holds),
        };
        let outer = self.counters.len() - usize::from(!more.is_empty());
        let top = self.random.one_in(2);
        let guard = if !top && self.random.one_in(5) {
            String::new()
        } else {
            format!("(br_if $out{label} (i32.eqz {holds}))")
        };
        let (before, at_top) = if top { ("", guard.as_str()) } else { (guard.as_str(), "") };
        let _ = writeln!(out, "    (block $done{label} (block $fail{label} (block $out{label}");
        let _ = writeln!(out, "    {before} (loop $next{label} {at_top}");
        // A loop of too many iterations traps.
        if next.contains("$step") || self.random.one_in(3) {
            let left = self.local("fuel", "i32");
            let tee = format!("(local.tee {left} (i32.add (local.get {left}) (i32.const 1)))");
            let _ = writeln!(out, "    (if (i32.gt_u {tee} (i32.const 4000)) (then unreachable))");
        }
        self.counters.push(Counter { name: counter.clone(), wide, label });
        for _ in 0..1 + self.random.below(3) {
            self.statement(out, depth);
        }
        self.counters.truncate(outer);
        let _ = writeln!(out, "    (local.set {counter} {next}) {more}");
        if top {
            writeln!(out, "    (br $next{label}))) (br $done{label}))")
        } else {
            writeln!(out, "    (br_if $next{label} {holds}))) (br $done{label}))")
        }
        .expect("a text takes it");
        let _ = writeln!(out, "    (call $abort (i32.const {label}) (local.get $x)) unreachable)");
    }

    /// A step that the program computes: a small one, one that is negative, or one with which the counter wraps soon.
    fn unknown_step(&mut self) -> String {
        match self.random.below(6) {
            0 => "(i32.load offset=4 (local.get $h1))".to_string(),
            1 => "(i32.sub (i32.const 2) (local.get $p1))".to_string(),
            2 => "(i32.shl (local.get $p1) (i32.const 28))".to_string(),
            3 => "(i32.xor (local.get $p1) (i32.const 0x7ffffff0))".to_string(),
            _ => "(i32.add (i32.and (local.get $p1) (i32.const 3)) (i32.const 1))".to_string(),
        }
    }

    /// An access at an index that a test around it bounds, or does not quite.
    fn tested(&mut self) -> String {
        let set = match self.random.below(5) {
            0 => format!("(local.set $k {}) ", self.index()),
            1 => "(local.set $k (local.get $x)) ".to_string(),
            2 => "(local.set $k (i32.shr_u (local.get $x) (i32.const 1))) ".to_string(),
            // It rises on some ways only.
            3 => format!(
                "(if {} (then (local.set $k (i32.add (local.get $k) (i32.const 1))))) ",
                self.condition()
            ),
            _ => String::new(),
        };
        let test = ["lt_s", "lt_u", "le_s", "lt_s"][self.random.below(4)];
        let bound = match self.random.below(4) {
            0 => "(i32.load offset=4 (local.get $h0))".to_string(),
            1 => format!("(i32.const {})", self.random.below(24)),
            2 => "(local.get $p1)".to_string(),
            _ => "(local.get $n)".to_string(),
        };
        self.tested = true;
        let body = if self.random.one_in(2) { self.read() } else { self.write() };
        self.tested = false;
        format!("{set}(if (i32.{test} (local.get $k) {bound}) (then {body}))")
    }

    fn statement(&mut self, out: &mut String, depth: usize) {
        self.budget -= 1;
        if self.budget < 0 {
            return;
        }
        let line = match self.random.below(27) {
            24..=26 => self.tested(),
            0..=5 => self.read(),
            6..=12 => self.write(),
            13 => {
                let (body, cond) = (self.read(), self.condition());
                format!("(if {cond} (then {body}))")
            }
            23 => self.chain(),
            14 => {
                let (body, cond) = (self.write(), self.condition());
                format!("(if {cond} (then {body}))")
            }
            15 | 16 => {
                // A cell with a fixed place, often one of a header.
                let cell = self.cells[self.random.below(HEADERS)].min(END - 4);
                let cell = cell + 4 * self.random.below(3) as u32;
                match self.random.below(3) {
                    0 => format!(
                        "(i32.store (i32.const {cell}) (i32.add (i32.load (i32.const {cell})) (i32.const 1)))"
                    ),
                    1 => format!(
                        "(local.set $s (i32.add (local.get $s) (i32.load (i32.const {cell}))))"
                    ),
                    _ => {
                        let value = self.small();
                        format!(
                            "(if {} (then (i32.store (i32.const {cell}) {value})))",
                            self.condition()
                        )
                    }
                }
            }
            17 => self.chain(),
            18 if !self.calm => "(call $log (local.get $x))".to_string(),
            18 => {
                // Two headers after each other.
                "(local.set $x (i32.load offset=4 (i32.load offset=8 (local.get $h0))))".to_string()
            }
            19 if !self.calm => {
                "(if (i32.eq (i32.and (local.get $x) (i32.const 63)) (i32.const 5)) \
                 (then (drop (memory.grow (i32.const 1)))))"
                    .to_string()
            }
            20..=22 if depth > 1 => {
                let (failure, calm) = (self.failure, self.calm);
                self.nest(out, depth - 1);
                (self.failure, self.calm) = (failure, calm);
                return;
            }
            19 => format!("(local.set $s (i32.xor (local.get $s) {}))", self.index()),
            20 if self.second => {
                format!(
                    "(i32.store8 $m1 (i32.and {} (i32.const 0xff)) (local.get $x))",
                    self.index()
                )
            }
            20 => format!("(local.set $n {})", self.small()),
            _ => self.read(),
        };
        let _ = writeln!(out, "    {line}");
    }

    /// A pointer to a header.
    fn head(&mut self) -> String {
        match self.random.below(12) {
            0 => "(i32.load offset=8 (local.get $h0))".to_string(),
            1 => format!("(i32.const {})", self.cells[self.random.below(HEADERS)]),
            2 => format!(
                "(i32.load offset={} (i32.const 0))",
                TABLE + 4 * self.random.below(HEADERS)
            ),
            n => format!("(local.get $h{})", n % 3),
        }
    }

    /// Checks, and an address behind them, with an offset.
    fn place(&mut self, size: u32) -> (String, String) {
        let (head, index) = (self.head(), self.index());
        let length = match self.random.below(12) {
            0 => format!("(i32.load16_u offset=4 {head})"),
            1 => format!("(i32.shr_u (i32.load offset=4 {head}) (i32.const 1))"),
            2 => "(local.get $n)".to_string(),
            3 => format!("(i32.sub (i32.load offset=4 {head}) (i32.const 1))"),
            _ => format!("(i32.load offset=4 {head})"),
        };
        let mut checks = String::new();
        if self.random.one_in(4) {
            let tested = match self.random.below(3) {
                0 => format!("(i32.eqz {head})"),
                1 => format!("(i32.eqz (i32.load {head}))"),
                _ => format!("(i32.lt_u {head} (i32.const 8))"),
            };
            checks += &self.fails(&tested);
        }
        let tests: &[String] = &match self.random.below(14) {
            0 => vec![format!("(i32.le_u {length} {index})")],
            1 => vec![format!("(i32.gt_u (i32.add {index} (i32.const 1)) {length})")],
            2 => vec![
                format!("(i32.lt_s {index} (i32.const 0))"),
                format!("(i32.ge_s {index} {length})"),
            ],
            3 => vec![format!("(i32.ge_s {index} {length})")],
            4 => vec![format!("(i32.ge_u (i32.shl {index} (i32.const {size})) {length})")],
            5 => vec![format!("(i32.eq {index} {length})")],
            6 => vec![format!("(i32.gt_u {index} {length})")],
            7 => vec![format!("(i32.eqz (i32.lt_u {index} {length}))")],
            8 => vec![],
            _ => vec![format!("(i32.ge_u {index} {length})")],
        };
        for test in tests {
            checks += &self.fails(test);
        }
        let scaled = match size {
            0 => index,
            _ if self.random.one_in(4) => format!("(i32.mul {index} (i32.const {}))", 1 << size),
            _ => format!("(i32.shl {index} (i32.const {size}))"),
        };
        let offset = match self.random.below(16) {
            0 => 65520,
            1 => 0xffff_fff0u32,
            2..6 => 4 * self.random.below(5) as u32,
            _ => 0,
        };
        (checks, format!("offset={offset} (i32.add (i32.load {head}) {scaled})"))
    }

    /// A check that fails.
    fn fails(&mut self, test: &str) -> String {
        let label = self.counters.last().expect("in a loop").label;
        let counter = self.counters.last().expect("in a loop");
        let value = convert(format!("(local.get {})", counter.name), self.ty(), "i32");
        let other = self.random.one_in(12);
        let kind = if other { self.random.below(FAILURES) } else { self.failure };
        let body = match kind {
            0..=7 => "unreachable".to_string(),
            8..=11 => format!("(call $abort (i32.const 1) (i32.const {label})) unreachable"),
            12 => format!("(call $abort (i32.const 2) {value}) unreachable"),
            13..=17 => return format!("(br_if $fail{label} {test}) "),
            18 => format!("(i32.store (i32.const 8) {value}) unreachable"),
            19 => "(br $trap)".to_string(),
            20 => "(br $trap2)".to_string(),
            21 => format!("(return (i32.const {label}))"),
            _ => format!("(br $out{label})"),
        };
        format!("(if {test} (then {body})) ")
    }

    fn ty(&self) -> &'static str {
        if self.counters.last().is_some_and(|counter| counter.wide) { "i64" } else { "i32" }
    }

    fn read(&mut self) -> String {
        let (load, _, size, ty) = ELEMENTS[self.random.below(ELEMENTS.len())];
        let (checks, place) = self.place(size);
        let value = format!("({load} {place})");
        let set = match (ty, self.random.below(3)) {
            ("i64", _) => format!("(local.set $y (i64.add (local.get $y) {value}))"),
            ("f64", _) => format!("(local.set $z (f64.add (local.get $z) {value}))"),
            (_, 0) => format!("(local.set $x {value})"),
            _ => format!("(local.set $s (i32.add (local.get $s) {value}))"),
        };
        checks + &set
    }

    fn write(&mut self) -> String {
        let (load, store, size, ty) = ELEMENTS[self.random.below(ELEMENTS.len())];
        let (checks, place) = self.place(size);
        let value = match self.random.below(4) {
            0 => format!("({load} {place})"),
            1 => convert("(local.get $s)".to_string(), "i32", ty),
            _ => convert(self.small(), "i32", ty),
        };
        let value = if ty == "f64" { "(local.get $z)".to_string() } else { value };
        format!("{checks}({store} {place} {value})")
    }

    /// An index: most are affine.
    fn index(&mut self) -> String {
        if self.tested && !self.random.one_in(6) {
            return "(local.get $k)".to_string();
        }
        let n =
            if self.random.one_in(4) { self.random.below(self.counters.len()) } else { usize::MAX };
        let counter = self.counters.get(n).or(self.counters.last()).expect("in a loop");
        let value = format!("(local.get {})", counter.name);
        let i = convert(value, if counter.wide { "i64" } else { "i32" }, "i32");
        let by = self.random.below(6) as i32 - 2;
        match self.random.below(18) {
            16 => format!("(i32.add (i32.mul {i} (local.get $p1)) (i32.const {by}))"),
            17 => "(i32.add (i32.and (local.get $x) (i32.const 3)) (i32.const 1))".to_string(),
            0 | 1 => format!("(i32.add {i} (i32.const {by}))"),
            2 => format!("(i32.shl {i} (i32.const 1))"),
            3 => format!("(i32.add (i32.mul {i} (i32.const 3)) (i32.const {by}))"),
            4 => format!("(i32.sub (i32.const {}) {i})", 12 + by),
            5 => format!("(i32.sub (local.get $n) {i})"),
            6 => "(i32.and (local.get $p1) (i32.const 15))".to_string(),
            7 => "(i32.and (local.get $x) (i32.const 7))".to_string(),
            8 => format!("(i32.mul {i} (i32.const 0x10000000))"),
            _ => i,
        }
    }

    fn small(&mut self) -> String {
        let n = self.random.below(20);
        match self.random.below(6) {
            0 => "(i32.and (local.get $x) (i32.const 31))".to_string(),
            1 => format!("(i32.const {})", self.cells[n % HEADERS]),
            2 => "(local.get $p1)".to_string(),
            3 => self.index(),
            _ => format!("(i32.const {n})"),
        }
    }

    fn condition(&mut self) -> String {
        let (index, n) = (self.index(), self.random.below(12));
        match self.random.below(4) {
            0 => format!("(i32.eq {index} (i32.const {n}))"),
            1 => "(i32.and (local.get $x) (i32.const 1))".to_string(),
            2 => format!("(i32.gt_u {index} (i32.const {n}))"),
            _ => format!("(i32.ne (local.get $p1) (i32.const {n}))"),
        }
    }

    /// Tests of one value for constants.
    fn chain(&mut self) -> String {
        let from: i32 = [0, 0, 1, 2, -2, 0x7fff_fffe][self.random.below(6)];
        let count = 3 + self.random.below(5);
        let (label, value) = (self.labels, ["$x", "$s", "$p1"][self.random.below(3)]);
        self.labels += 1;
        let mut text = format!("(block $case{label} ");
        for _ in 0..count {
            let n = from.wrapping_add(self.random.below(7) as i32);
            let test = format!("(i32.eq (local.get {value}) (i32.const {n}))");
            let _ = match self.random.below(3) {
                0 => write!(text, "(br_if $case{label} {test}) "),
                1 => write!(
                    text,
                    "(if {test} (then (local.set $s (i32.const {n})) (br $case{label}))) "
                ),
                _ => {
                    let add = format!("(i32.add (local.get $s) (i32.const {}))", n ^ 5);
                    write!(text, "(if {test} (then (local.set $s {add}))) ")
                }
            };
        }
        text + "(local.set $x (i32.add (local.get $x) (i32.const 1))))"
    }
}

/// A value in another type.
fn convert(value: String, from: &str, to: &str) -> String {
    match (from, to) {
        ("i32", "i64") => format!("(i64.extend_i32_s {value})"),
        ("i64", "i32") => format!("(i32.wrap_i64 {value})"),
        ("i32", "f64") => format!("(f64.convert_i32_s {value})"),
        _ => value,
    }
}
