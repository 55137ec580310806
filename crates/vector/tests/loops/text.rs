//! The text of random loops over arrays of all element types.

use invar_generate::Random;
use std::fmt::Write;

/// An element of an array: the load, the store, the bytes, the type.
const ELEMENTS: [(&str, &str, i32, &str); 10] = [
    ("i32.load8_u", "i32.store8", 1, "i32"),
    ("i32.load8_s", "i32.store8", 1, "i32"),
    ("i32.load16_u", "i32.store16", 2, "i32"),
    ("i32.load16_s", "i32.store16", 2, "i32"),
    ("i32.load", "i32.store", 4, "i32"),
    ("i64.load", "i64.store", 8, "i64"),
    ("i64.load32_s", "i64.store32", 4, "i64"),
    ("i64.load16_u", "i64.store16", 2, "i64"),
    ("f32.load", "f32.store", 4, "f32"),
    ("f64.load", "f64.store", 8, "f64"),
];

const INT: [&str; 6] = ["add", "sub", "mul", "and", "or", "xor"];
const FLOAT: [&str; 7] = ["add", "sub", "mul", "div", "min", "max", "copysign"];
const FLOAT_UNARY: [&str; 7] = ["abs", "neg", "sqrt", "ceil", "floor", "trunc", "nearest"];
const COMPARE: [&str; 10] =
    ["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"];
const FLOAT_COMPARE: [&str; 6] = ["eq", "ne", "lt", "gt", "le", "ge"];

struct Text<'a> {
    random: &'a mut Random,
    text: String,
    values: u32,
    /// Values of the loop that may be used, with their types.
    pool: Vec<(String, &'static str)>,
    /// The next block.
    labels: u32,
    /// The accumulators, of 32 and of 64 bits, and how they accumulate.
    sums: [String; 2],
    ops: [usize; 2],
    /// Whether there are branches.
    branches: bool,
    /// Whether there are reductions.
    accumulates: bool,
    /// A row: its bytes, their address, and the first of them.
    row: Option<(i32, String, usize)>,
}

impl Text<'_> {
    fn op(&mut self, op: &str) -> String {
        let value = format!("v{}", self.values);
        self.values += 1;
        writeln!(self.text, " {value} = {op}").unwrap();
        value
    }

    fn int(&mut self, number: i32) -> String {
        self.op(&format!("i32.const {number}"))
    }

    /// An address: the counter times a stride, from some base.
    fn address(&mut self, size: i32) -> String {
        let stride = match self.random.below(10) {
            0 => 2,
            1 => 3,
            2 => 4,
            3 => 0,
            4 => -1,
            _ => 1,
        };
        let by = self.int(stride * size);
        let moved = self.op(&format!("i32.mul v4, {by}"));
        // Distances of a few elements, of parts of one, and far ones.
        let distance = match self.random.below(4) {
            0 => self.random.below(60) as i32,
            1 => size * self.random.below(20) as i32,
            2 => size * self.random.below(4) as i32,
            _ => 0,
        };
        let far = if self.random.one_in(3) { 4096 } else { 0 };
        let distance = self.int(distance + far);
        let mut at = self.op(&format!("i32.add {moved}, {distance}"));
        if self.random.one_in(2) {
            at = self.op(&format!("i32.add {at}, v1"));
        }
        if self.random.one_in(4) {
            let down = self.int(120);
            at = self.op(&format!("i32.sub {at}, {down}"));
        }
        at
    }

    fn offset(&mut self) -> &'static str {
        self.random.pick(&["", "", "", " offset=1", " offset=4", " offset=32"])
    }

    fn load(&mut self) {
        let (load, _, size, ty) = self.random.pick(&ELEMENTS);
        let (at, offset) = (self.address(size), self.offset());
        let value = self.op(&format!("{load} {at}{offset}"));
        self.pool.push((value, ty));
    }

    fn of_type(&mut self, ty: &str) -> Option<String> {
        let all: Vec<&String> =
            self.pool.iter().filter(|value| value.1 == ty).map(|value| &value.0).collect();
        (!all.is_empty()).then(|| all[self.random.below(all.len())].clone())
    }

    fn condition(&mut self) -> Option<String> {
        let ty = self.random.pick(&["i32", "i32", "i64", "f32", "f64"]);
        let (a, b) = (self.of_type(ty)?, self.of_type(ty)?);
        let compare = if ty.starts_with('i') {
            self.random.pick(&COMPARE)
        } else {
            self.random.pick(&FLOAT_COMPARE)
        };
        let mut cond = self.op(&format!("{ty}.{compare} {a}, {b}"));
        if self.random.one_in(4) {
            cond = self.op(&format!("i32.eqz {cond}"));
        }
        if self.random.one_in(4) {
            let with = self.random.pick(&["and", "or", "xor"]);
            let other = self.of_type("i32")?;
            let other = if self.random.one_in(2) { other } else { cond.clone() };
            cond = self.op(&format!("i32.{with} {cond}, {other}"));
        }
        Some(cond)
    }

    fn compute(&mut self) -> Option<()> {
        let ty = self.random.pick(&["i32", "i32", "i32", "i64", "f32", "f64"]);
        let is_int = ty.starts_with('i');
        let a = self.of_type(ty)?;
        let b = self.of_type(ty)?;
        let made = match self.random.below(12) {
            0..5 => {
                let op = if is_int { self.random.pick(&INT) } else { self.random.pick(&FLOAT) };
                (self.op(&format!("{ty}.{op} {a}, {b}")), ty)
            }
            5 if is_int => {
                let op = self.random.pick(&["shl", "shr_s", "shr_u"]);
                let by = self.random.below(40);
                let by = self.op(&format!("{ty}.const {by}"));
                (self.op(&format!("{ty}.{op} {a}, {by}")), ty)
            }
            5 => {
                let op = self.random.pick(&FLOAT_UNARY);
                (self.op(&format!("{ty}.{op} {a}")), ty)
            }
            6 => {
                let cond = self.condition()?;
                (self.op(&format!("select {a}, {b}, {cond}")), ty)
            }
            7 => (self.condition()?, "i32"),
            8 => {
                let (op, to) = match ty {
                    "i32" => self.random.pick(&[
                        ("i64.extend_i32_s", "i64"),
                        ("i64.extend_i32_u", "i64"),
                        ("f32.convert_i32_s", "f32"),
                        ("f32.convert_i32_u", "f32"),
                        ("f64.convert_i32_s", "f64"),
                        ("f64.convert_i32_u", "f64"),
                        ("f32.reinterpret_i32", "f32"),
                        ("i32.extend8_s", "i32"),
                        ("i32.extend16_s", "i32"),
                    ]),
                    "i64" => self.random.pick(&[
                        ("i32.wrap_i64", "i32"),
                        ("i64.extend8_s", "i64"),
                        ("i64.extend32_s", "i64"),
                    ]),
                    "f32" => self.random.pick(&[
                        ("i32.trunc_sat_f32_s", "i32"),
                        ("i32.trunc_sat_f32_u", "i32"),
                        ("f64.promote_f32", "f64"),
                    ]),
                    _ => self.random.pick(&[
                        ("i32.trunc_sat_f64_s", "i32"),
                        ("i32.trunc_sat_f64_u", "i32"),
                        ("f32.demote_f64", "f32"),
                    ]),
                };
                (self.op(&format!("{op} {a}")), to)
            }
            9 => {
                let number = self.random.pick(&["0", "1", "-1", "7", "255", "-300", "70000"]);
                (self.op(&format!("{ty}.const {number}")), ty)
            }
            _ => {
                let number = self.random.pick(&["1", "15", "127", "255"]);
                let mask = self.op(&format!("i32.const {number}"));
                let a = self.of_type("i32")?;
                (self.op(&format!("i32.and {a}, {mask}")), "i32")
            }
        };
        self.pool.push(made);
        Some(())
    }

    /// A sum or difference between limits, or a rounded average, of mostly small numbers.
    fn saturated(&mut self) -> Option<()> {
        let pick = self.random.below(8);
        let (load, store, bits) = self.random.pick(&[
            ("i32.load8_u", "i32.store8", 8),
            ("i32.load8_s", "i32.store8", 8),
            ("i32.load16_u", "i32.store16", 16),
            ("i32.load16_s", "i32.store16", 16),
        ]);
        let [a, b] = [(); 2].map(|()| {
            let at = self.address(bits / 8);
            self.op(&format!("{load} {at}"))
        });
        let b = if self.random.one_in(6) { self.of_type("i32")? } else { b };
        let (most, signed) = ((1 << bits) - 1, (1 << (bits - 1)) - 1);
        // Sometimes not a limit of the lanes.
        let off = self.random.pick(&[0, 0, 0, 0, 1, -1]);
        let op = self.random.pick(&["add", "sub", "sub"]);
        let value = match pick {
            0 => {
                let (sum, one) = (self.op(&format!("i32.add {a}, {b}")), self.int(1 + off));
                let sum = self.op(&format!("i32.add {one}, {sum}"));
                let one = self.int(1);
                self.op(&format!("i32.shr_u {sum}, {one}"))
            }
            1 => {
                let (more, zero) = (self.op(&format!("i32.gt_u {a}, {b}")), self.int(0));
                let difference = self.op(&format!("i32.sub {a}, {b}"));
                self.op(&format!("select {difference}, {zero}, {more}"))
            }
            _ => {
                let mut value = self.op(&format!("i32.{op} {a}, {b}"));
                let limits = match pick {
                    2 => vec![("lt_u", most + off)],
                    3 => vec![("gt_s", off)],
                    4 => vec![("lt_s", signed + off), ("gt_s", -signed - 1)],
                    5 => vec![("gt_s", -signed - 1 + off), ("lt_s", signed)],
                    6 => vec![("gt_s", 0), ("lt_s", most + off)],
                    _ => vec![("lt_s", most), ("gt_s", off)],
                };
                if self.random.one_in(4) {
                    self.pool.push((value.clone(), "i32"));
                }
                for (compare, limit) in limits {
                    let limit = self.int(limit);
                    let (test, swapped) = match (compare, self.random.below(4)) {
                        ("lt_s", 0) => ("ge_s", true),
                        ("lt_s", 1) => ("le_s", false),
                        ("gt_s", 0) => ("le_s", true),
                        ("gt_s", 1) => ("ge_s", false),
                        _ => (compare, false),
                    };
                    let test = self.op(&format!("i32.{test} {value}, {limit}"));
                    let (one, other) = if swapped { (&limit, &value) } else { (&value, &limit) };
                    value = self.op(&format!("select {one}, {other}, {test}"));
                }
                value
            }
        };
        let at = self.address(bits / 8);
        writeln!(self.text, " {store} {at}, {value}").unwrap();
        self.pool.push((value, "i32"));
        Some(())
    }

    /// Loads and stores of some slots of a row: of an array of structures.
    fn row(&mut self) -> Option<()> {
        let (load, store, size, ty) = self.random.pick(&ELEMENTS);
        let mut slots = 2 + self.random.below(7) as i32;
        let mut first = self.random.below(3);
        // The row of the last access again, maybe with elements of another size.
        let known = self.row.clone().filter(|known| known.0 % size == 0);
        let base = match known.filter(|_| self.random.one_in(2)) {
            Some((bytes, base, start)) => {
                slots = bytes / size;
                first = if self.random.one_in(2) { start } else { first };
                base
            }
            None => {
                let by = self.int(slots * size);
                let mut base = self.op(&format!("i32.mul v4, {by}"));
                if self.random.one_in(2) {
                    base = self.op(&format!("i32.add {base}, v1"));
                }
                self.row = Some((slots * size, base.clone(), first));
                base
            }
        };
        for _ in 0..1 + self.random.below(2 * slots as usize) {
            // Sometimes of the next iteration.
            let next = usize::from(self.random.one_in(6));
            let slot = self.random.below(slots as usize + next);
            let offset = first + slot * size as usize;
            if self.random.one_in(3) {
                let value = self.op(&format!("{load} {base} offset={offset}"));
                self.pool.push((value, ty));
                continue;
            }
            if self.random.one_in(3) {
                self.compute();
            }
            let value = self.of_type(ty)?;
            writeln!(self.text, " {store} {base}, {value} offset={offset}").unwrap();
        }
        Some(())
    }

    fn store(&mut self) -> Option<()> {
        let (_, store, size, ty) = self.random.pick(&ELEMENTS);
        let value = self.of_type(ty)?;
        let (at, offset) = (self.address(size), self.offset());
        writeln!(self.text, " {store} {at}, {value}{offset}").unwrap();
        Some(())
    }
}

impl Text<'_> {
    /// Combines an accumulator with a value.
    fn accumulate(&mut self, wide: bool) -> Option<()> {
        let ty = if wide { "i64" } else { "i32" };
        let old = self.sums[wide as usize].clone();
        let mut value = self.of_type(ty)?;
        if self.random.one_in(3) {
            value = self.condition()?;
            if wide {
                value = self.op(&format!("i64.extend_i32_u {value}"));
            }
        }
        // Mostly the same operator again.
        let op =
            if self.random.one_in(12) { self.random.below(12) } else { self.ops[wide as usize] };
        let new = match op {
            0..3 => self.op(&format!("{ty}.add {old}, {value}")),
            3 => self.op(&format!("{ty}.sub {old}, {value}")),
            4..8 => {
                let op = ["mul", "and", "or", "xor"][op - 4];
                self.op(&format!("{ty}.{op} {value}, {old}"))
            }
            _ => {
                let greatest = op % 2 == 0;
                let sign = if op < 10 { "s" } else { "u" };
                let (mut a, mut b) = (old.clone(), value.clone());
                if self.random.one_in(2) {
                    std::mem::swap(&mut a, &mut b);
                }
                let (less, more) = self.random.pick(&[("lt", "gt"), ("le", "ge")]);
                let swapped = self.random.one_in(2);
                let test = if greatest == swapped { less } else { more };
                let test = self.op(&format!("{ty}.{test}_{sign} {a}, {b}"));
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                self.op(&format!("select {a}, {b}, {test}"))
            }
        };
        self.sums[wide as usize] = new;
        Some(())
    }

    /// Some statements.
    fn statements(&mut self, most: usize, depth: u32) {
        for _ in 0..self.random.below(most + 1) {
            match self.random.below(if self.accumulates { 12 } else { 9 }) {
                0 if self.random.one_in(3) => _ = self.row(),
                0 if self.random.one_in(6) => _ = self.saturated(),
                0 | 1 => self.load(),
                2..6 => _ = self.compute(),
                6 => _ = self.store(),
                7 | 8 if self.branches && depth < 3 => _ = self.branch(depth),
                7 | 8 => _ = self.compute(),
                wide => _ = self.accumulate(wide == 11),
            }
        }
    }

    /// A branch, and a block behind it.
    fn branch(&mut self, depth: u32) -> Option<()> {
        let cond = if self.random.one_in(5) { self.of_type("i32")? } else { self.condition()? };
        let label = self.labels;
        self.labels += 3;
        let (then, els, join) = (label, label + 1, label + 2);
        let passed = self.random.below(3);
        let types: Vec<&str> =
            (0..passed).map(|_| self.pool[self.random.below(self.pool.len())].1).collect();
        let (known, sums) = (self.pool.len(), self.sums.clone());
        let row = self.row.clone();
        let both = self.random.one_in(2);
        let mut arms = vec![then];
        let other = if both { format!("b{els}") } else { self.jump(join, &types) };
        // Either side may be the long one.
        if self.random.one_in(2) {
            writeln!(self.text, " br_if {cond}, b{then}, {other}").unwrap();
        } else {
            writeln!(self.text, " br_if {cond}, {other}, b{then}").unwrap();
        }
        if both {
            arms.push(els);
        }
        for arm in arms {
            writeln!(self.text, "b{arm}:").unwrap();
            self.statements(3, depth + 1);
            let jump = self.jump(join, &types);
            writeln!(self.text, " jump {jump}").unwrap();
            self.pool.truncate(known);
            self.sums.clone_from(&sums);
            self.row.clone_from(&row);
        }
        let mut params = Vec::new();
        for (n, ty) in types.into_iter().chain(["i32", "i64"]).enumerate() {
            let value = format!("v{}", self.values);
            self.values += 1;
            params.push(format!("{value}: {ty}"));
            match n.checked_sub(passed) {
                Some(wide) => self.sums[wide] = value,
                None => self.pool.push((value, ty)),
            }
        }
        writeln!(self.text, "b{join}({}):", params.join(", ")).unwrap();
        Some(())
    }

    /// A jump that passes values of these types, and the accumulators.
    fn jump(&mut self, to: u32, types: &[&str]) -> String {
        let mut args: Vec<String> =
            types.iter().map(|ty| self.of_type(ty).expect("there is one")).collect();
        args.extend(self.sums.clone());
        format!("b{to}({})", args.join(", "))
    }
}

/// A loop with a counter `v4`, from two `i32` (the trip count and a base) to one.
pub fn random_loop(random: &mut Random, branches: bool) -> String {
    let ops = [(); 2].map(|()| random.below(12));
    let accumulates = random.one_in(2);
    let mut t = Text {
        random,
        text: String::new(),
        values: 10,
        pool: Vec::new(),
        labels: 10,
        sums: ["v5", "v100000"].map(str::to_string),
        ops,
        branches,
        accumulates,
        row: None,
    };
    t.pool.push(("v4".to_string(), "i32"));
    for _ in 0..1 + t.random.below(3) {
        t.load();
    }
    for _ in 0..t.random.below(6) {
        t.compute();
    }
    // Values of the iteration before, of what is computed already.
    if !accumulates && t.random.one_in(3) {
        for (at, (param, ty)) in [("v5", "i32"), ("v100000", "i64")].into_iter().enumerate() {
            if let Some(next) = t.of_type(ty) {
                t.sums[at] = next;
                t.pool.push((param.to_string(), ty));
            }
        }
        t.compute();
    }
    if branches {
        t.branch(1);
        t.statements(2, 1);
    }
    match t.random.below(6) {
        0 | 1 => _ = t.row(),
        2 => _ = t.saturated(),
        _ => {}
    }
    for _ in 0..t.random.below(3) {
        t.store();
        if t.random.one_in(3) {
            t.load();
            t.compute();
        }
    }
    if accumulates {
        for _ in 0..1 + t.random.below(2) {
            let wide = t.random.one_in(3);
            t.accumulate(wide);
        }
    }
    let (body, [sum, wide]) = (t.text, t.sums);
    let (start, compare) =
        t.random.pick(&[(0, "lt_s"), (0, "lt_u"), (0, "ne"), (2, "lt_s"), (0, "le_s")]);
    format!(
        "func f1 : (i32, i32) -> (i32) {{
         b0(v0: i32, v1: i32):
           v2 = i32.const {start}
           v3 = i32.{compare} v2, v0
           v100001 = i64.const 77
           br_if v3, b1, b3(v1, v100001)
         b1:
           jump b2(v2, v1, v100001)
         b2(v4: i32, v5: i32, v100000: i64):
           {body}
           v6 = i32.const 1
           v7 = i32.add v4, v6
           v8 = i32.{compare} v7, v0
           br_if v8, b2(v7, {sum}, {wide}), b3({sum}, {wide})
         b3(v9: i32, v100002: i64):
           v100003 = i32.const 2048
           i64.store v100003, v100002
           return v9
         }}"
    )
}

/// A loop with a counter `v4` that loads and is left early, in which nothing is stored or summed up.
pub fn random_search(random: &mut Random) -> String {
    let mut t = Text {
        random,
        text: String::new(),
        values: 10,
        pool: vec![("v4".to_string(), "i32")],
        labels: 10,
        sums: ["v1", "v100001"].map(str::to_string),
        ops: [0; 2],
        branches: false,
        accumulates: false,
        row: None,
    };
    for n in 0..1 + t.random.below(2) {
        for _ in 0..1 + t.random.below(2) {
            t.load();
        }
        for _ in 0..t.random.below(5) {
            t.compute();
        }
        // Several conditions at once hold later in the loop.
        let mut cond = t.condition();
        for _ in 0..t.random.below(4) {
            if let (Some(one), Some(other)) = (&cond, t.condition()) {
                cond = Some(t.op(&format!("i32.and {one}, {other}")));
            }
        }
        let number = t.of_type("i32").expect("there is the counter");
        let cond = match cond {
            Some(cond) if t.random.below(8) > 0 => cond,
            _ => number.clone(),
        };
        let wide = t.of_type("i64").unwrap_or_else(|| "v100001".to_string());
        let (next, exit) = (format!("b{}", 10 + n), format!("b3({number}, {wide})"));
        let (then, els) =
            if t.random.below(4) > 0 { (exit, next.clone()) } else { (next.clone(), exit) };
        writeln!(t.text, " br_if {cond}, {then}, {els}\n{next}:").unwrap();
    }
    let result = t.of_type("i32").expect("there is the counter");
    let body = t.text;
    let compare = t.random.pick(&["lt_s", "lt_u", "ne", "le_s"]);
    format!(
        "func f1 : (i32, i32) -> (i32) {{
         b0(v0: i32, v1: i32):
           v2 = i32.const 0
           v3 = i32.{compare} v2, v0
           v100001 = i64.const 77
           br_if v3, b1, b3(v1, v100001)
         b1:
           jump b2(v2)
         b2(v4: i32):
           {body}
           v6 = i32.const 1
           v7 = i32.add v4, v6
           v8 = i32.{compare} v7, v0
           br_if v8, b2(v7), b3({result}, v100001)
         b3(v9: i32, v100002: i64):
           v100003 = i32.const 2048
           i64.store v100003, v100002
           return v9
         }}"
    )
}

/// A loop with a counter `v4` and sums `v5` and `v6` of floats that are small integers: exact in any order.
pub fn random_sums(random: &mut Random) -> String {
    let mut t = Text {
        random,
        text: String::new(),
        values: 20,
        pool: Vec::new(),
        labels: 10,
        sums: ["v5", "v6"].map(str::to_string),
        ops: [0; 2],
        branches: false,
        accumulates: false,
        row: None,
    };
    for _ in 0..2 + t.random.below(3) {
        let (load, ty) =
            (t.random.pick(&["i32.load8_u", "i32.load8_s"]), t.random.pick(&["f32", "f32", "f64"]));
        let at = t.address(1);
        let value = t.op(&format!("{load} {at}"));
        let value = t.op(&format!("{ty}.convert_i32_s {value}"));
        t.pool.push((value, ty));
    }
    for _ in 0..1 + t.random.below(3) {
        let wide = t.random.one_in(3);
        let ty = if wide { "f64" } else { "f32" };
        let Some(mut term) = t.of_type(ty) else { continue };
        let other = t.of_type(ty).expect("there is one");
        if t.random.one_in(2) {
            term = t.op(&format!("{ty}.mul {term}, {other}"));
        } else if t.random.one_in(4) {
            term = t.op(&format!("{ty}.neg {term}"));
        }
        if t.random.one_in(4) {
            // An element by itself, which may be fused.
            let op = t.random.pick(&["add", "sub"]);
            let sum = t.op(&format!("{ty}.{op} {other}, {term}"));
            let at = t.address(if wide { 8 } else { 4 });
            writeln!(t.text, " {ty}.store {at}, {sum} offset=8192").unwrap();
        }
        let sum = t.sums[usize::from(wide)].clone();
        let sum = match t.random.below(3) {
            0 => t.op(&format!("{ty}.add {sum}, {term}")),
            1 => t.op(&format!("{ty}.add {term}, {sum}")),
            _ => t.op(&format!("{ty}.sub {sum}, {term}")),
        };
        t.sums[usize::from(wide)] = sum;
    }
    let (body, [sum, wide]) = (t.text, t.sums);
    format!(
        "func f1 : (i32, i32) -> (i32) {{
         b0(v0: i32, v1: i32):
           v2 = i32.const 0
           v10 = f32.const 3
           v11 = f64.const -2
           v3 = i32.lt_s v2, v0
           br_if v3, b1, b3(v10, v11)
         b1:
           jump b2(v2, v10, v11)
         b2(v4: i32, v5: f32, v6: f64):
           {body}
           v7 = i32.const 1
           v8 = i32.add v4, v7
           v9 = i32.lt_s v8, v0
           br_if v9, b2(v8, {sum}, {wide}), b3({sum}, {wide})
         b3(v12: f32, v13: f64):
           v14 = i32.const 2048
           f32.store v14, v12
           f64.store v14, v13 offset=8
           return v0
         }}"
    )
}
