//! Loops over arrays made from a seed: inputs of the loop passes.
//!
//! Counted loops, nested up to three deep, that test at their top or at their bottom, upwards and
//! downwards, some with counters that wrap around. Subscripts are affine in the counters;
//! arrays are disjoint, equal, or overlap; there are loop-carried dependences. Bounds, bases
//! and divisors are constants, parameters, globals, or in the memory that the loop writes.
//! Some accesses are at the end of memory, and the loop traps midway.

use crate::Random;
use std::fmt::Write as _;

/// Loads and stores of one kind of element: names, bytes, type of the value.
const ELEMENTS: [(&str, &str, i64, &str); 8] = [
    ("i32.load", "i32.store", 4, "i32"),
    ("i64.load", "i64.store", 8, "i64"),
    ("f64.load", "f64.store", 8, "f64"),
    ("i32.load", "i32.store", 4, "i32"),
    ("i32.load8_u", "i32.store8", 1, "i32"),
    ("i32.load16_s", "i32.store16", 2, "i32"),
    ("i64.load32_u", "i64.store32", 4, "i64"),
    ("i64.load8_s", "i64.store8", 1, "i64"),
];
const GLOBALS: [&str; 5] = ["i32", "i32", "i64", "f64", "i32"];
const TEMPORARIES: [&str; 5] = ["i32", "i32", "i64", "f64", "f64"];
const BINARIES: [&str; 9] = ["add", "sub", "mul", "and", "or", "xor", "shl", "shr_s", "shr_u"];
const DIVISIONS: [&str; 4] = ["div_s", "div_u", "rem_s", "rem_u"];
const FLOATS: [&str; 6] = ["add", "sub", "mul", "div", "min", "max"];
const COMPARES: [&str; 8] = ["eq", "ne", "lt_s", "lt_u", "gt_s", "ge_u", "le_s", "ge_s"];

/// The text of a module of a seed.
pub fn arrays(random: &mut Random) -> String {
    let wide = random.one_in(10);
    let second = random.one_in(8);
    let name = if wide { "i64" } else { "i32" };
    let mut text = String::from("(module\n  (import \"env\" \"log\" (func $log (param i32)))\n");
    let _ = writeln!(text, "  (memory $m0 (export \"memory\") {name} 1 3)");
    if second {
        let _ = writeln!(text, "  (memory $m1 (export \"second\") {name} 1 1)");
    }
    for at in [0, 1024, 65536 - 64] {
        let bytes = random.bytes(if at == 0 { 600 } else { 64 });
        let bytes: String = bytes.iter().map(|byte| format!("\\{byte:02x}")).collect();
        let _ = writeln!(text, "  (data ({name}.const {at}) \"{bytes}\")");
    }
    for (index, ty) in GLOBALS.iter().enumerate() {
        let export = if random.one_in(2) { "" } else { &format!(" (export \"g{index}\")") };
        let start = 8 * random.below(60);
        let _ = writeln!(text, "  (global $g{index}{export} (mut {ty}) ({ty}.const {start}))");
    }
    text += &helpers(random, name);
    for index in 0..1 + random.below(3) {
        let params: Vec<&str> =
            (0..2 + random.below(3)).map(|n| ["i32", "i32", "i32", "i64", "f64"][n]).collect();
        let result = ["i32", "i64", "f64"][random.below(3)];
        let mut writer = Writer {
            random: random.clone(),
            address: name,
            arrays: Vec::new(),
            locals: Vec::new(),
            set: 0,
            counters: Vec::new(),
            labels: 0,
            budget: 12 + random.below(20) as i32,
            calm: false,
            sums: false,
        };
        text += &writer.function(index, &params, result, second);
        *random = writer.random;
        // Calls with arguments for which loops end and accesses are in bounds.
        let mut calls = String::new();
        for _ in 0..1 + random.below(2) {
            let arguments: Vec<String> =
                params.iter().map(|ty| format!("({ty}.const {})", random.below(24))).collect();
            let _ = write!(calls, "(drop (call $f{index} {})) ", arguments.join(" "));
        }
        let _ = writeln!(text, "  (func (export \"drive{index}\") {calls})");
    }
    text + ")\n"
}

/// Functions for loops to call. Some call themselves, so that they are not inlined.
fn helpers(random: &mut Random, name: &str) -> String {
    let at = |mask: i32| {
        let at = format!("(i32.and (local.get 0) (i32.const {mask}))");
        if name == "i64" { format!("(i64.extend_i32_u {at})") } else { at }
    };
    let size = if name == "i64" { "(i64.const 1)" } else { "(i32.const 1)" };
    let bodies = [
        format!("(i32.store {} (i32.const 40)) (local.get 0)", at(0x1fc)),
        "(global.set $g1 (i32.add (global.get $g1) (local.get 0))) (global.get $g1)".to_string(),
        format!("(i32.load offset=64 {})", at(0x1fc)),
        "(i32.mul (i32.add (local.get 0) (i32.const 3)) (local.get 0))".to_string(),
        format!(
            "(if (i32.eq (i32.and (local.get 0) (i32.const 7)) (i32.const 5))
              (then (drop (memory.grow {size})))) (local.get 0)"
        ),
        "(if (i32.eq (local.get 0) (i32.const 17)) (then unreachable)) (i32.const 2)".to_string(),
        "(call $log (local.get 0)) (i32.const 1)".to_string(),
    ];
    let mut text = String::new();
    for (index, body) in bodies.iter().enumerate() {
        let again = if random.one_in(2) {
            format!(
                "(if (i32.eq (local.get 0) (i32.const -7777)) (then (return (call $h{index} (i32.const 0)))))"
            )
        } else {
            String::new()
        };
        let _ = writeln!(text, "  (func $h{index} (param i32) (result i32) {again} {body})");
    }
    text
}

struct Array {
    /// An expression of the type of addresses, and a constant.
    base: Option<String>,
    constant: i64,
    memory: usize,
    element: usize,
    /// By how much the address changes with the counter of each depth.
    factors: [i64; 3],
}

struct Counter {
    name: String,
    ty: &'static str,
    /// Out of the loop, and to the next iteration.
    out: String,
    next: String,
    /// What is done before the next iteration, test included if it is at the bottom.
    step: String,
}

struct Writer {
    random: Random,
    /// The type of addresses.
    address: &'static str,
    arrays: Vec<Array>,
    locals: Vec<(String, &'static str)>,
    /// How many of the locals may be assigned: parameters, temporaries, sums.
    set: usize,
    counters: Vec<Counter>,
    labels: usize,
    budget: i32,
    /// Loops without calls, conditions and other exits.
    calm: bool,
    /// Loops that only write the last array, whose place does not change in the innermost loop.
    sums: bool,
}

impl Writer {
    fn function(
        &mut self,
        index: usize,
        params: &[&'static str],
        result: &str,
        second: bool,
    ) -> String {
        for (n, ty) in params.iter().enumerate() {
            self.locals.push((format!("$p{n}"), ty));
        }
        for (n, ty) in TEMPORARIES.iter().enumerate() {
            self.locals.push((format!("$t{n}"), ty));
        }
        self.set = self.locals.len();
        let mut body = String::new();
        // Most parameters are made small, some only as the optimizer must not know.
        for n in 0..2 {
            if !self.random.one_in(5) {
                let mask = [15, 31, 7][self.random.below(3)];
                let small = format!("(i32.and (local.get $p{n}) (i32.const {mask}))");
                let _ = writeln!(body, "    (local.set $p{n} {small})");
            }
        }
        for _ in 0..2 + self.random.below(2) {
            let array = self.array(second);
            self.arrays.push(array);
        }
        self.arrays.last_mut().expect("there are two").factors[2] = 0;
        for _ in 0..1 + self.random.below(3) {
            let depth = 1 + self.random.below(3);
            (self.calm, self.sums) = (self.random.one_in(2), self.random.one_in(3));
            self.nest(&mut body, depth);
        }
        let last = self.expression(result, 2);
        let mut text = format!("  (func $f{index} (export \"f{index}\")");
        for (n, (name, ty)) in self.locals.iter().enumerate() {
            if n == params.len() {
                let _ = write!(text, " (result {result})");
            }
            let kind = if n < params.len() { "param" } else { "local" };
            let _ = write!(text, " ({kind} {name} {ty})");
        }
        text + &format!("\n{body}    {last})\n")
    }

    fn local(&mut self, prefix: &str, ty: &'static str) -> String {
        let name = format!("${prefix}{}", self.locals.len());
        self.locals.push((name.clone(), ty));
        name
    }

    fn array(&mut self, second: bool) -> Array {
        let random = &mut self.random;
        let element = random.below(ELEMENTS.len());
        let size = ELEMENTS[element].2;
        // The end of memory is reached by some, midway or at once.
        let mut constant = match random.below(16) {
            0 => 65536 - 8 * random.below(30) as i64,
            1 => random.below(2000) as i64,
            _ => 64 + 8 * random.below(40) as i64,
        };
        let mut base = None;
        if let Some(last) = self.arrays.last()
            && random.one_in(2)
        {
            // The place of the last array, a little off.
            constant = last.constant + [0, 0, 1, 4, -8, 8, 16][random.below(7)];
            base = last.base.clone();
        } else if random.one_in(3) {
            let narrow = match random.below(4) {
                0 => "(i32.shl (local.get $p1) (i32.const 3))".to_string(),
                1 => format!("(global.get $g{})", [0, 1, 4][random.below(3)]),
                2 => format!("(i32.and (global.get $g{}) (i32.const 504))", random.below(2)),
                _ => {
                    let at = 4 * random.below(64);
                    format!(
                        "(i32.and (i32.load offset={at} ({}.const 0)) (i32.const 1016))",
                        self.address
                    )
                }
            };
            let wide = format!("(i64.extend_i32_u {narrow})");
            base = Some(if self.address == "i64" { wide } else { narrow });
        }
        let row = [size * 8, size * 16, 32, 40, 100][random.below(5)];
        let mut factor = |inner: bool| match random.below(8) {
            0 => 0,
            1 => row,
            2 | 3 if !inner => row,
            4 => 8,
            5 if !inner => 0,
            _ => size,
        };
        let factors = [factor(false), factor(false), factor(true)];
        let memory = usize::from(second && self.random.one_in(2));
        Array { base, constant, memory, element, factors }
    }

    /// Some way to add constants and terms: the operand, and the immediate.
    fn sum(&mut self, mut terms: Vec<String>, constant: i64) -> (String, i64) {
        let ty = self.address;
        let immediate = match self.random.below(3) {
            0 if constant > 0 => constant,
            1 if constant > 0 => self.random.below(constant as usize + 1) as i64,
            _ => 0,
        };
        match constant - immediate {
            0 => {}
            rest if rest < 0 && !terms.is_empty() && self.random.one_in(2) => {
                terms[0] = format!("({ty}.sub {} ({ty}.const {}))", terms[0], -rest);
            }
            rest => terms.push(format!("({ty}.const {rest})")),
        }
        while terms.len() > 1 {
            let a = terms.swap_remove(self.random.below(terms.len()));
            let b = terms.swap_remove(self.random.below(terms.len()));
            terms.push(format!("({ty}.add {a} {b})"));
        }
        (terms.pop().unwrap_or(format!("({ty}.const 0)")), immediate)
    }

    /// An address in an array, some elements further in the innermost loop.
    fn place(&mut self, array: usize, distance: i64) -> String {
        let (ty, depth) = (self.address, self.counters.len());
        let Array { base, memory, factors, .. } = &self.arrays[array];
        let (memory, factors) = (*memory, *factors);
        let mut constant = self.arrays[array].constant;
        let mut terms: Vec<String> = base.clone().into_iter().collect();
        for (level, factor) in factors.into_iter().enumerate().take(depth) {
            // Programs of one loop use what is meant for the innermost one.
            let factor = if level + 1 == depth { factors[2] } else { factor };
            let Counter { name, ty: of, .. } = &self.counters[level];
            let mut term = format!("(local.get {name})");
            if level + 1 == depth && distance != 0 && factor != 0 {
                if self.random.one_in(3) {
                    term = format!("({of}.add {term} ({of}.const {distance}))");
                } else {
                    constant += distance * factor;
                }
            }
            let power = factor > 0 && (factor & (factor - 1)) == 0;
            let late = self.random.one_in(2);
            let convert = |term: String| match (*of, ty) {
                ("i32", "i64") => format!("(i64.extend_i32_s {term})"),
                ("i64", "i32") => format!("(i32.wrap_i64 {term})"),
                _ => term,
            };
            let at = if late { of } else { ty };
            term = if late { term } else { convert(term) };
            term = match factor {
                0 => continue,
                1 => term,
                _ if power && self.random.one_in(2) => {
                    format!("({at}.shl {term} ({at}.const {}))", factor.trailing_zeros())
                }
                _ => format!("({at}.mul {term} ({at}.const {factor}))"),
            };
            terms.push(if late { convert(term) } else { term });
        }
        let (operand, immediate) = self.sum(terms, constant);
        format!("$m{memory} offset={immediate} {operand}")
    }

    fn distance(&mut self) -> i64 {
        [0, 0, 0, 0, -1, -1, 1, 1, -2, 2][self.random.below(10)]
    }

    /// The element that an array is accessed by: now and then another one.
    fn element(&mut self, array: usize) -> (&'static str, &'static str, i64, &'static str) {
        let other = self.random.one_in(16);
        let chance = self.random.below(ELEMENTS.len());
        ELEMENTS[if other { chance } else { self.arrays[array].element }]
    }

    fn load(&mut self, array: usize, distance: i64, ty: &str) -> String {
        let (load, _, _, of) = self.element(array);
        let place = self.place(array, distance);
        convert(format!("({load} {place})"), of, ty)
    }

    fn store(&mut self, array: usize, distance: i64, value: Option<String>) -> String {
        let (load, store, _, ty) = self.element(array);
        let place = self.place(array, distance);
        let value = match value {
            Some(value) => convert(value, "i32", ty),
            None => self.expression(ty, 2),
        };
        // A sum in memory, or a new value.
        if self.random.one_in(3) {
            return format!("({store} {place} ({ty}.add ({load} {place}) {value}))");
        }
        format!("({store} {place} {value})")
    }

    /// A loop with loops in it.
    fn nest(&mut self, out: &mut String, depth: usize) {
        let level = self.counters.len();
        self.labels += 1;
        let label = self.labels;
        let wide = self.random.one_in(6);
        let ty = if wide { "i64" } else { "i32" };
        let counter = self.local("i", ty);
        let most = [16, 7, 4][level];
        let rounds = (1 + self.random.below(most) + self.random.below(most)) as i64 / 2 + 1;
        let step = [1, 1, 1, 1, 1, 2, 4, -1, -1, -2, 3][self.random.below(11)];
        // Times a power of two, the large ones wrap around to where arrays are.
        let low = match self.random.below(12) {
            0 => [-2, 0x7fff_fffe, 0x3fff_ffff, -0x8000_0000, -5][self.random.below(5)],
            1 => 2,
            _ if step < 0 => rounds * -step,
            _ => [0, 0, 1][self.random.below(3)],
        };
        let high = low + rounds * step;
        let constant = |value: i64| {
            if wide {
                format!("(i64.const {value})")
            } else {
                format!("(i32.const {})", value as i32)
            }
        };
        let mut start = constant(low);
        let mut certain = true;
        if self.random.one_in(6) {
            start = convert("(local.get $p1)".to_string(), "i32", ty);
            certain = false;
        }
        let mut limit = match self.random.below(8) {
            0..=3 => constant(high),
            form => {
                certain = false;
                let at = 4 * self.random.below(100);
                let loaded = format!("(i32.load8_u offset={at} ({}.const 0))", self.address);
                let limit = match form {
                    4 => "(local.get $p0)".to_string(),
                    5 => "(local.get $p1)".to_string(),
                    6 => format!("(i32.and {loaded} (i32.const 15))"),
                    _ => {
                        format!("(i32.and (global.get $g{}) (i32.const 15))", self.random.below(2))
                    }
                };
                convert(limit, "i32", ty)
            }
        };
        let tests = if step > 0 {
            ["lt_s", "lt_s", "lt_u", "le_s", "ne", "lt_u", "le_u"]
        } else {
            ["gt_s", "ge_s", "gt_u", "ne", "gt_s", "ne", "ge_u"]
        };
        let test = tests[self.random.below(tests.len())];
        if certain {
            certain = is_short(low, high, step, test, wide);
        }
        let _ = writeln!(out, "    (local.set {counter} {start})");
        if self.random.one_in(2) {
            let kept = self.local("n", ty);
            let _ = writeln!(out, "    (local.set {kept} {limit})");
            limit = format!("(local.get {kept})");
        }
        // Another way out, for what may not end.
        let mut fuel = String::new();
        if !certain || self.random.one_in(10) {
            let left = self.local("fuel", "i32");
            let _ = writeln!(out, "    (local.set {left} (i32.const {}))", rounds + 2);
            fuel = format!("(local.tee {left} (i32.sub (local.get {left}) (i32.const 1)))");
        }
        let get = format!("(local.get {counter})");
        let by = if step < 0 && self.random.one_in(2) {
            format!("({ty}.sub {get} ({ty}.const {}))", -step)
        } else {
            format!("({ty}.add {get} ({ty}.const {step}))")
        };
        let mut next = format!("(local.set {counter} {by})");
        let top = self.random.one_in(2);
        let held = format!("({ty}.{test} {get} {limit})");
        let (leave, again) = (format!("$out{label}"), format!("$next{label}"));
        match (top, fuel.is_empty()) {
            (true, true) => {}
            (true, false) => next += &format!(" (br_if {leave} (i32.eqz {fuel}))"),
            (false, true) => next += &format!(" (br_if {leave} (i32.eqz {held}))"),
            (false, false) => {
                next += &format!(
                    " (br_if {leave} (i32.eqz (i32.and {held} (i32.ne {fuel} (i32.const 0)))))"
                );
            }
        }
        next += &format!(" (br {again})");
        let guard = if top || self.random.one_in(2) {
            format!("(br_if {leave} (i32.eqz {held}))")
        } else {
            String::new()
        };
        let (before, at_top) = if top { ("", guard.as_str()) } else { (guard.as_str(), "") };
        let _ = writeln!(out, "    (block {leave} {before} (loop {again} {at_top}");
        self.counters.push(Counter { name: counter, ty, out: leave, next: again, step: next });
        if self.random.one_in(3) {
            let cont = format!("$cont{label}");
            let next = std::mem::replace(&mut self.counters[level].next, cont.clone());
            let step = std::mem::take(&mut self.counters[level].step);
            let _ = writeln!(out, "    (block {cont}");
            self.body(out, depth);
            let _ = writeln!(out, "    )");
            self.counters[level].next = next;
            self.counters[level].step = step;
        } else {
            self.body(out, depth);
        }
        let counter = self.counters.pop().expect("it was pushed");
        let _ = writeln!(out, "    {}))", counter.step);
    }

    fn body(&mut self, out: &mut String, depth: usize) {
        // Loads come first in many a loop, before any store.
        for _ in 0..self.random.below(3) {
            // Parameters stay, so that bounds and bases do.
            let local = self.set - 1 - self.random.below(TEMPORARIES.len());
            let (name, ty) = self.locals[local].clone();
            let (array, distance) = (self.random.below(self.arrays.len()), self.distance());
            let value = self.load(array, distance, ty);
            let _ = writeln!(out, "    (local.set {name} {value})");
        }
        if self.random.one_in(8) {
            let divisor = self.divisor();
            let op = DIVISIONS[self.random.below(4)];
            let _ = writeln!(out, "    (local.set $t1 (i32.{op} (local.get $p1) {divisor}))");
        }
        if !self.sums && self.random.one_in(3) {
            self.stencil(out);
        }
        let first = self.random.below(3);
        for _ in 0..first {
            self.statement(out);
        }
        if depth > 1 {
            let calm = self.calm;
            self.calm |= self.random.one_in(2);
            self.nest(out, depth - 1);
            self.calm = calm;
        }
        for _ in 0..1 + self.random.below(3) - usize::from(first > 1) {
            self.statement(out);
        }
    }

    /// An element from its neighbours.
    fn stencil(&mut self, out: &mut String) {
        let (to, from) =
            (self.random.below(self.arrays.len()), self.random.below(self.arrays.len()));
        let from = if self.random.one_in(2) { to } else { from };
        let (a, b) = (self.distance(), self.distance());
        let (load, _, _, of) = self.element(from);
        let (_, store, _, ty) = self.element(to);
        let (left, right) = (self.place(from, a), self.place(from, b));
        let op = if of == "f64" { "mul" } else { ["add", "sub", "xor"][self.random.below(3)] };
        let value = convert(format!("({of}.{op} ({load} {left}) ({load} {right}))"), of, ty);
        let distance = if self.random.one_in(3) { self.distance() } else { 0 };
        let place = self.place(to, distance);
        let _ = writeln!(out, "    ({store} {place} {value})");
    }

    fn statement(&mut self, out: &mut String) {
        self.budget -= 1;
        if self.budget < 0 {
            return;
        }
        let last = self.arrays.len() - 1;
        let array = if self.sums { last } else { self.random.below(last + 1) };
        let distance = self.distance();
        let innermost = self.counters.len() - 1;
        let line = match self.random.below(if self.calm { 10 } else { 21 }) {
            0..=4 => self.store(array, distance, None),
            5..=8 => {
                let local = self.random.below(self.set);
                let (name, ty) = self.locals[local].clone();
                if name.starts_with("$p") && !self.random.one_in(6) {
                    return;
                }
                let value = self.expression(ty, 2);
                if self.random.one_in(2) {
                    format!("(local.set {name} ({ty}.add (local.get {name}) {value}))")
                } else {
                    format!("(local.set {name} {value})")
                }
            }
            9 => {
                let global = [0, 1, 2, 3][self.random.below(4)];
                let (ty, old) = (GLOBALS[global], format!("(global.get $g{global})"));
                let value = self.expression(ty, 2);
                format!("(global.set $g{global} ({ty}.add {old} {value}))")
            }
            10 | 11 => {
                let condition = self.condition();
                let mut then = String::new();
                self.statement(&mut then);
                let mut other = String::new();
                if self.random.one_in(3) {
                    self.statement(&mut other);
                }
                format!("(if {condition} (then {then}) (else {other}))")
            }
            12 => {
                let condition = self.condition();
                // Which loop is left: mostly the innermost.
                let level = if self.random.one_in(3) { 0 } else { innermost };
                format!("(br_if {} {condition})", self.counters[level].out)
            }
            13 | 14 => {
                let condition = self.condition();
                let Counter { next, step, .. } = &self.counters[innermost];
                if step.is_empty() {
                    format!("(br_if {next} {condition})")
                } else {
                    // Its own back edge.
                    format!("(if {condition} (then {step}))")
                }
            }
            15 => {
                let (value, divisor) = (self.expression("i32", 1), self.divisor());
                let op = DIVISIONS[self.random.below(4)];
                let set = format!("(local.set $t1 (i32.{op} {value} {divisor}))");
                match self.random.below(3) {
                    0 => set,
                    1 => format!("(if {divisor} (then {set}))"),
                    _ => format!("(if {} (then {set}))", self.condition()),
                }
            }
            16 | 17 => {
                let helper = [0, 1, 2, 2, 3, 3, 4, 5, 6][self.random.below(9)];
                let value = self.expression("i32", 1);
                format!("(local.set $t0 (call $h{helper} {value}))")
            }
            18 => {
                let size = convert("(memory.size)".to_string(), self.address, "i32");
                self.store(array, distance, Some(size))
            }
            _ => {
                let trap = match self.random.below(3) {
                    0 => "(i32.trunc_f64_s (local.get $t3))".to_string(),
                    1 => format!("(i32.load offset=65000 ({}.const 500))", self.address),
                    _ => self.load(array, 30_000, "i32"),
                };
                let set = format!("(local.set $t1 {trap})");
                format!("(if {} (then {set}))", self.condition())
            }
        };
        let _ = writeln!(out, "    {line}");
    }

    /// May be zero, does not change in most loops.
    fn divisor(&mut self) -> String {
        match self.random.below(5) {
            0 => "(local.get $p0)".to_string(),
            1 => "(local.get $p1)".to_string(),
            2 => "(global.get $g0)".to_string(),
            3 => "(i32.sub (local.get $p0) (i32.const 3))".to_string(),
            _ => self.expression("i32", 1),
        }
    }

    fn condition(&mut self) -> String {
        let op = COMPARES[self.random.below(8)];
        // Half of the conditions do not change in a loop.
        if self.random.one_in(2) {
            let n = self.random.below(2);
            let bound = self.random.below(12);
            return format!("(i32.{op} (local.get $p{n}) (i32.const {bound}))");
        }
        let (a, b) = (self.expression("i32", 1), self.random.below(9));
        format!("(i32.{op} (i32.and {a} (i32.const 15)) (i32.const {b}))")
    }

    fn expression(&mut self, ty: &str, depth: usize) -> String {
        if depth > 0 && self.random.one_in(2) {
            let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
            let op = match ty {
                "f64" => FLOATS[self.random.below(6)],
                _ => BINARIES[self.random.below(9)],
            };
            return format!("({ty}.{op} {a} {b})");
        }
        let random = &mut self.random;
        match random.below(10) {
            0..=3 if !self.counters.is_empty() => {
                let (array, distance) = (random.below(self.arrays.len()), self.distance());
                self.load(array, distance, ty)
            }
            4 | 5 if !self.counters.is_empty() => {
                // A sum of multiples of counters, as data.
                let counter = &self.counters[random.below(self.counters.len())];
                let value = convert(format!("(local.get {})", counter.name), counter.ty, "i32");
                let by = [1, 3, 8, -1, 12, 0x1000_0000][random.below(6)];
                let other = match self.counters.first() {
                    Some(outer) if random.one_in(2) => {
                        convert(format!("(local.get {})", outer.name), outer.ty, "i32")
                    }
                    _ => "(local.get $p0)".to_string(),
                };
                let sum = format!("(i32.add (i32.mul {value} (i32.const {by})) {other})");
                convert(sum, "i32", ty)
            }
            6 => convert(format!("(global.get $g{})", random.below(2)), "i32", ty),
            7 => format!("({ty}.const {})", random.below(20)),
            8 => convert("(i32.mul (local.get $p0) (local.get $p1))".to_string(), "i32", ty),
            _ => {
                let locals: Vec<&(String, &str)> =
                    self.locals[..self.set].iter().filter(|local| local.1 == ty).collect();
                format!("(local.get {})", locals[random.below(locals.len())].0)
            }
        }
    }
}

/// A value in another type.
fn convert(value: String, from: &str, to: &str) -> String {
    match (from, to) {
        ("i32", "i64") => format!("(i64.extend_i32_s {value})"),
        ("i64", "i32") => format!("(i32.wrap_i64 {value})"),
        ("i32", "f64") => format!("(f64.convert_i32_s {value})"),
        ("i64", "f64") => format!("(f64.convert_i64_s {value})"),
        ("f64", to) if to != "f64" => format!("({to}.trunc_sat_f64_s {value})"),
        _ => value,
    }
}

/// Whether a loop over constants ends soon.
fn is_short(low: i64, high: i64, step: i64, test: &str, wide: bool) -> bool {
    let cut = |value: i64| if wide { value } else { i64::from(value as i32) };
    let (mut at, high) = (cut(low), cut(high));
    // Unsigned order is the signed one of numbers with the other sign bit.
    let sign = if wide { i64::MIN } else { i64::from(i32::MIN) };
    for _ in 0..24 {
        let (a, b) = if test.ends_with("_u") { (at ^ sign, high ^ sign) } else { (at, high) };
        let stays = match &test[..2] {
            "lt" => a < b,
            "le" => a <= b,
            "gt" => a > b,
            "ge" => a >= b,
            _ => a != b,
        };
        if !stays {
            return true;
        }
        at = cut(at.wrapping_add(step));
    }
    false
}
