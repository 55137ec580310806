//! What loops do: maps, updates, reductions, recurrences, conditionals, lookups, and what a vectorizer refuses.

use super::writer::{Element, Local, Writer};
use super::{ARRAYS, TABLE};
use crate::Random;

/// A statement of a body.
#[derive(Clone, Copy, Debug)]
enum Item {
    /// An element of another array.
    Map,
    /// An element of an array that is loaded and stored again.
    Update,
    /// Another element of the same array, some elements further or before.
    Distance,
    /// A sum, or another operation on what an accumulator has.
    Sum(usize),
    /// What the iteration before had.
    Recurrence(usize),
    /// A store in some iterations.
    Conditional,
    /// Values, sums and stores on the sides of branches, which may be nested.
    Branches,
    /// All elements of a group of two to eight, or some of them.
    Group,
    /// A table of bytes, indexed by data.
    Lookup,
    /// A way out of the loop.
    Search,
    /// A statement that a vectorizer refuses.
    Refused,
}

/// A body that is decided before it is written, once or several times.
pub(super) struct Plan {
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    items: Vec<Item>,
    /// The accumulators among the results.
    sums: Vec<(usize, usize)>,
    /// Decides the rest: the same in each copy of the body.
    random: Random,
    same: bool,
}

impl Plan {
    /// Whether there is a way out of the loop.
    pub(super) fn searches(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Search))
    }
}

impl Writer<'_> {
    /// A body whose elements are mostly of this kind.
    pub(super) fn plan(&mut self, first: Element) -> Plan {
        self.plain = self.random.one_in(2);
        let plain = self.plain;
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        // Arrays of structures, or of pixels.
        let rows = self.random.one_in(6);
        for n in 0..2 + self.random.below(3) {
            let element = if !plain && self.random.one_in(4) { self.element() } else { first };
            let stride = match self.random.below(24) {
                1.. if rows => self.random.pick(&[2, 3, 4, 4, 5, 6, 8]),
                _ if plain => 1,
                0 | 1 => -1,
                2 => 2,
                3 => 3,
                4 => 4,
                5 if n > 0 => 0,
                _ => 1,
            };
            let array = self.array(element, stride);
            if n == 1 || n > 1 && self.random.one_in(3) {
                outputs.push(array);
            } else {
                inputs.push(array);
            }
        }
        let mut items = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let kinds = if plain { 16 } else { 22 };
            if self.random.one_in(5) {
                items.push(Item::Branches);
                continue;
            }
            items.push(match self.random.below(kinds) {
                0..=6 => Item::Map,
                7 | 8 => Item::Update,
                9 | 10 => Item::Distance,
                11..=15 => Item::Sum(self.random.below(3)),
                16 => Item::Recurrence(self.random.below(3)),
                17 | 18 => Item::Conditional,
                19 | 20 => Item::Group,
                _ => Item::Lookup,
            });
        }
        if rows {
            items.push(Item::Group);
        }
        if self.random.one_in(10) {
            // Nothing else, mostly.
            items.truncate(usize::from(self.random.one_in(6)));
            items.extend([Item::Search].repeat(1 + self.random.below(2)));
        }
        if !plain && self.random.one_in(5) {
            items.insert(self.random.below(items.len() + 1), Item::Refused);
        }
        let same = !self.random.one_in(4);
        self.random.word();
        let random = self.random.clone();
        self.random.word();
        Plan { inputs, outputs, items, sums: Vec::new(), random, same }.with_sums(self, first)
    }

    /// Sets the accumulators before the loop.
    pub(super) fn start_sums(&mut self, plan: &Plan) {
        for &(sum, _) in &plan.sums {
            let Local { name, ty, .. } = self.sums[sum].clone();
            let start = match self.random.below(4) {
                0 => self.scalar(ty),
                1 => format!("({ty}.const {})", self.random.below(100)),
                2 if ty.starts_with('f') => format!("({ty}.const -0)"),
                2 => format!("({ty}.const -1)"),
                _ => format!("({ty}.const 0)"),
            };
            self.line(&format!("(local.set {name} {start})"));
        }
    }

    pub(super) fn body(&mut self, plan: &Plan) {
        let after = self.random.clone();
        if plan.same {
            *self.random = plan.random.clone();
        }
        self.values.clear();
        for &input in &plan.inputs {
            // Groups of elements are loaded together, or some of them.
            let stride = self.arrays[input].stride.max(1);
            for n in 0..stride {
                if n == 0 || !self.random.one_in(4) {
                    let (load, like) = self.load(input, n);
                    self.keep(&load, &like);
                }
            }
            if self.random.one_in(5) {
                let distance = self.random.pick(&[-2, -1, 1, 2, 4]);
                let (load, like) = self.load(input, distance);
                self.keep(&load, &like);
            }
        }
        for &item in &plan.items {
            self.item(item, plan);
            if self.random.one_in(5) {
                // A value that several statements use.
                let ty = self.arrays[plan.inputs[0]].element.ty;
                let value = self.value(ty, 2);
                self.keep(&value, &Local { name: String::new(), ty, bits: 64, signed: true });
            }
        }
        if plan.same {
            *self.random = after;
        }
    }

    fn item(&mut self, item: Item, plan: &Plan) {
        let output = self.random.pick(&plan.outputs);
        let ty = self.arrays[output].element.ty;
        match item {
            Item::Map => {
                let value = self.value(ty, 3);
                self.store(output, 0, &value);
            }
            Item::Update => {
                let (load, like) = self.load(output, 0);
                self.keep(&load, &like);
                let value = self.value(ty, 2);
                self.store(output, 0, &value);
            }
            Item::Distance => {
                let near = 1 + self.random.below(20) as i64;
                let near = if self.random.one_in(2) { near } else { -near };
                let (load, like) = self.load(output, 0);
                self.keep(&load, &like);
                let value = self.value(ty, 1);
                let distance = if self.random.one_in(4) { near % 4 } else { near };
                self.store(output, distance, &value);
            }
            Item::Sum(n) => {
                let (sum, op) = plan.sums[n % plan.sums.len()];
                self.accumulate(sum, op);
            }
            Item::Recurrence(n) => self.recurrence(plan.sums[n % plan.sums.len()].0, output),
            Item::Conditional => self.conditional(output),
            Item::Branches => self.branches(output, plan, 0),
            Item::Group => {
                let size = self.arrays[output].stride.max(1);
                let all = !self.random.one_in(4);
                for n in 0..size {
                    if all || self.random.one_in(2) {
                        let value = self.value(ty, 2);
                        self.store(output, n, &value);
                    }
                }
            }
            Item::Lookup => {
                let mask = self.random.pick(&[15, 15, 15, 31, 255]);
                let index = format!("(i32.and {} (i32.const {mask}))", self.value("i32", 0));
                let index = match self.address {
                    "i64" => format!("(i64.extend_i32_u {index})"),
                    _ => index,
                };
                let value = format!("(i32.load8_u $m0 offset={TABLE} {index})");
                let like = Local { name: String::new(), ty: "i32", bits: 8, signed: false };
                self.keep(&value, &like);
                let value = self.value(ty, 1);
                self.store(output, 0, &value);
            }
            Item::Search => self.search(),
            Item::Refused => self.refused(output),
        }
    }

    /// A way out of the loop, under some conditions at once: it is taken late.
    fn search(&mut self) {
        let mut condition = self.condition();
        for _ in 0..self.random.below(4) {
            condition = format!("(i32.and {condition} {})", self.condition());
        }
        let out = self.counter.as_ref().expect("in a loop").out.clone();
        if self.random.one_in(4) {
            self.line(&format!("(br_if {out} (i32.eqz (i32.eqz {condition})))"));
        } else {
            self.line(&format!("(br_if {out} {condition})"));
        }
    }

    /// An operation on an accumulator.
    fn accumulate(&mut self, sum: usize, op: usize) {
        let Local { name, ty, .. } = self.sums[sum].clone();
        let old = format!("(local.get {name})");
        let value = self.value(ty, 1);
        let new = if ty.starts_with('f') {
            match op % 9 {
                0 | 1 => format!("({ty}.add {old} {value})"),
                2 => format!("({ty}.add {value} {old})"),
                3 => format!("({ty}.mul {old} {value})"),
                4 => format!("({ty}.min {old} {value})"),
                5 => format!("({ty}.max {value} {old})"),
                6 => format!("({ty}.sub {old} {value})"),
                7 => {
                    let other = self.value(ty, 1);
                    format!("({ty}.add {old} ({ty}.mul {value} {other}))")
                }
                _ => {
                    let test = self.random.pick(&["lt", "gt", "le"]);
                    format!("(select {value} {old} ({ty}.{test} {value} {old}))")
                }
            }
        } else {
            match op % 15 {
                0..=2 => format!("({ty}.add {old} {value})"),
                3 => format!("({ty}.sub {old} {value})"),
                4 => format!("({ty}.mul {old} {value})"),
                5 => format!("({ty}.and {old} {value})"),
                6 => format!("({ty}.or {value} {old})"),
                7 => format!("({ty}.xor {old} {value})"),
                8 | 9 => {
                    let test = self.random.pick(&["lt_s", "lt_u", "gt_s", "gt_u", "ge_s"]);
                    let kept = self.keep_plain(&value, ty);
                    let (a, b) = if self.random.one_in(2) { (&kept, &old) } else { (&old, &kept) };
                    format!("(select {a} {b} ({ty}.{test} {kept} {old}))")
                }
                10 | 11 => {
                    let (test, other) = (self.condition(), self.random.pick(&["add", "sub"]));
                    let test =
                        if ty == "i64" { format!("(i64.extend_i32_u {test})") } else { test };
                    format!("({ty}.{other} {old} {test})")
                }
                12 => {
                    // Any, or all.
                    let (test, op) = (self.condition(), self.random.pick(&["or", "and"]));
                    let test =
                        if ty == "i64" { format!("(i64.extend_i32_u {test})") } else { test };
                    format!("({ty}.{op} {old} {test})")
                }
                13 => {
                    let other = self.value(ty, 0);
                    format!("({ty}.add {old} ({ty}.mul {value} {other}))")
                }
                _ => {
                    let by = self.random.pick(&["31", "3", "-1", "0x01000193"]);
                    format!("({ty}.add ({ty}.mul {old} ({ty}.const {by})) {value})")
                }
            }
        };
        let set = format!("(local.set {name} {new})");
        if self.random.one_in(6) && !self.plain {
            let condition = self.condition();
            if self.random.one_in(2) {
                self.line(&format!("(local.set {name} (select {new} {old} {condition}))"));
            } else {
                self.line(&format!("(if {condition} (then {set}))"));
            }
        } else {
            self.line(&set);
        }
    }

    /// Uses what the accumulator has from the iteration before, and sets it to a value of this one.
    fn recurrence(&mut self, sum: usize, output: usize) {
        let Local { name, ty, .. } = self.sums[sum].clone();
        let value = self.value(ty, 1);
        let kept = self.keep_plain(&value, ty);
        let of = self.arrays[output].element.ty;
        self.values.push(self.sums[sum].clone());
        let stored = self.value(of, 2);
        let old = self.cast(format!("(local.get {name})"), ty, of);
        let op = self.random.pick(&["add", "sub"]);
        let stored = format!("({of}.{op} {old} {stored})");
        self.store(output, 0, &stored);
        self.values.pop();
        self.line(&format!("(local.set {name} {kept})"));
    }

    /// A condition, which may depend on what an accumulator holds so far.
    fn condition_of_store(&mut self) -> String {
        if self.sums.is_empty() || !self.random.one_in(6) {
            return self.condition();
        }
        let sum = self.random.below(self.sums.len());
        let Local { name, ty, .. } = self.sums[sum].clone();
        let value = self.value(ty, 1);
        let tests = if ty.starts_with('f') { ["lt", "ge", "ne"] } else { ["lt_u", "ge_s", "ne"] };
        let test = self.random.pick(&tests);
        format!("({ty}.{test} (local.get {name}) {value})")
    }

    /// Stores on one side or on both.
    fn conditional(&mut self, output: usize) {
        let ty = self.arrays[output].element.ty;
        let condition = self.condition_of_store();
        self.line(&format!("(if {condition} (then"));
        let depth = self.values.len();
        if self.random.one_in(4) {
            // Only executed where the condition holds: elsewhere it may be out of bounds.
            let far = self.random.pick(&[1, 8, 40, 1 << 14]);
            let (load, like) = self.load(output, far);
            self.keep(&load, &like);
        }
        let value = self.value(ty, 2);
        self.store(output, 0, &value);
        self.values.truncate(depth);
        if self.random.one_in(2) {
            self.line(") (else");
            let value = self.value(ty, 1);
            let distance = if self.random.one_in(5) { 1 } else { 0 };
            self.store(output, distance, &value);
            self.values.truncate(depth);
        }
        self.line("))");
    }

    /// Branches after which a value depends on the side that was taken. Each side may store the same element, and add
    /// to a sum.
    fn branches(&mut self, output: usize, plan: &Plan, depth: usize) {
        let ty = self.arrays[output].element.ty;
        let start = self.value(ty, 1);
        let joined = self.keep_plain(&start, ty);
        let name = joined.trim_start_matches("(local.get ").trim_end_matches(')').to_string();
        let condition = match self.random.below(4) {
            // A number that is not 0 or 1.
            0 => self.value("i32", 1),
            _ => self.condition(),
        };
        let both_store = self.random.one_in(4);
        let known = self.values.len();
        self.line(&format!("(if {condition} (then"));
        let sides = 1 + self.random.below(2);
        for side in 0..sides {
            if side == 1 {
                self.line(") (else");
            }
            let value = self.value(ty, 2);
            self.line(&format!("(local.set {name} {value})"));
            if let Some(&(sum, op)) = plan.sums.first()
                && self.random.one_in(2)
            {
                self.accumulate(sum, op);
            }
            if both_store || self.random.one_in(4) {
                let value = self.value(ty, 1);
                self.store(output, 0, &value);
            }
            if depth < 2 && self.random.one_in(4) {
                self.branches(output, plan, depth + 1);
            }
            self.values.truncate(known);
        }
        self.line("))");
        self.values.push(Local { name, ty, bits: 64, signed: true });
        if self.random.one_in(2) {
            let value = self.value(ty, 1);
            self.store(output, 0, &value);
        }
    }

    /// What a vectorizer refuses, or has to see.
    fn refused(&mut self, output: usize) {
        let value = self.value("i32", 0);
        let out = self.counter.as_ref().map(|counter| counter.out.clone()).unwrap_or_default();
        let a = self.address;
        let condition = format!("(i32.eq (i32.and {value} (i32.const 63)) (i32.const 5))");
        let line = match self.random.below(15) {
            0 => format!("(call $log {value})"),
            1 => format!("(drop (call $writes {value}))"),
            2 => {
                let like = Local { name: String::new(), ty: "i32", bits: 32, signed: true };
                self.keep(&format!("(call $pure {value})"), &like);
                return;
            }
            3 => format!("(if {condition} (then (drop (call $grows (i32.const 5)))))"),
            4 | 5 => {
                let (op, divisor) = (
                    self.random.pick(&["div_s", "div_u", "rem_u"]),
                    if self.random.one_in(2) { "(local.get $x)" } else { value.as_str() },
                );
                let like = Local { name: String::new(), ty: "i32", bits: 32, signed: true };
                self.keep(&format!("(i32.{op} (i32.const 1000) {divisor})"), &like);
                return;
            }
            6 | 7 => format!("(br_if {out} {condition})"),
            8 => "(global.set $g0 (i32.add (global.get $g0) (i32.const 1)))".to_string(),
            9 => format!(
                "(global.set $g1 (f64.add (global.get $g1) {}))",
                self.cast(value, "i32", "f64")
            ),
            10 => {
                let place = format!("({a}.const {})", ARRAYS);
                format!("(drop (i32.atomic.rmw.add {place} {value}))")
            }
            11 => {
                // Where the data says: a histogram.
                let index = format!("(i32.shl (i32.and {value} (i32.const 15)) (i32.const 2))");
                let index = if a == "i64" { format!("(i64.extend_i32_u {index})") } else { index };
                let place = format!("$m0 offset={} {index}", ARRAYS + 128);
                format!("(i32.store {place} (i32.add (i32.load {place}) (i32.const 1)))")
            }
            12 => format!("(if {condition} (then unreachable))"),
            13 => {
                let size =
                    if a == "i64" { "(i32.wrap_i64 (memory.size))" } else { "(memory.size)" };
                let ty = self.arrays[output].element.ty;
                let size = self.cast(size.to_string(), "i32", ty);
                self.store(output, 0, &size);
                return;
            }
            _ => {
                // Traps where the float is not of the integer's range.
                let float = self.value("f32", 0);
                let like = Local { name: String::new(), ty: "i32", bits: 32, signed: true };
                self.keep(&format!("(i32.trunc_f32_s {float})"), &like);
                return;
            }
        };
        self.line(&line);
    }

    /// A value in a local that no further value is made of, as an expression.
    fn keep_plain(&mut self, value: &str, ty: &'static str) -> String {
        let name = self.local("k", ty);
        self.line(&format!("(local.set {name} {value})"));
        format!("(local.get {name})")
    }
}

impl Plan {
    /// Declares up to three accumulators, mostly of the type of the elements.
    fn with_sums(mut self, writer: &mut Writer<'_>, first: Element) -> Plan {
        let needed =
            |item: &Item| matches!(item, Item::Sum(_) | Item::Recurrence(_) | Item::Branches);
        if self.items.iter().any(needed) {
            for _ in 0..1 + writer.random.below(2) {
                let ty = match writer.random.below(6) {
                    0 => writer.random.pick(&["i32", "i64", "f32", "f64"]),
                    1 if first.ty == "i32" => "i64",
                    _ => first.ty,
                };
                let name = writer.local("s", ty);
                writer.sums.push(Local { name, ty, bits: 64, signed: true });
                self.sums.push((writer.sums.len() - 1, writer.random.below(135)));
            }
        }
        self
    }
}
