//! The text of random records: adjacent stores of expressions that are alike.

use invar_generate::Random;
use std::fmt::Write;

/// An element: the loads, the store, the bytes, the type.
const ELEMENTS: [(&str, &str, &str, i32, &str); 8] = [
    ("i32.load", "i32.load", "i32.store", 4, "i32"),
    ("i32.load", "i32.load", "i32.store", 4, "i32"),
    ("f32.load", "f32.load", "f32.store", 4, "f32"),
    ("f32.load", "f32.load", "f32.store", 4, "f32"),
    ("i64.load", "i64.load", "i64.store", 8, "i64"),
    ("f64.load", "f64.load", "f64.store", 8, "f64"),
    ("i32.load8_u", "i32.load8_s", "i32.store8", 1, "i32"),
    ("i32.load16_u", "i32.load16_s", "i32.store16", 2, "i32"),
];

const INT: [&str; 7] = ["add", "add", "sub", "mul", "and", "or", "xor"];
const FLOAT: [&str; 7] = ["add", "sub", "mul", "div", "min", "max", "copysign"];

/// An operand of all lanes.
enum Leaf {
    /// Elements of a record, by lane.
    Load(String, Vec<i32>),
    Constants(Vec<i32>),
    Same(String),
}

struct Text<'a> {
    random: &'a mut Random,
    text: String,
    values: u32,
    /// Values for the result, with their types.
    pool: Vec<(String, &'static str)>,
    bases: Vec<String>,
}

impl Text<'_> {
    fn op(&mut self, op: &str) -> String {
        let value = format!("v{}", self.values);
        self.values += 1;
        writeln!(self.text, " {value} = {op}").unwrap();
        value
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, " {line}").unwrap();
    }

    fn base(&mut self) -> String {
        self.bases[self.random.below(self.bases.len())].clone()
    }

    /// Records: the parameters, a sum that may wrap, constants.
    fn bases(&mut self) {
        self.bases = vec!["v0".into(), "v1".into()];
        if self.random.one_in(4) {
            let by = self.random.pick(&[4, 16, -4, 64]);
            let by = self.op(&format!("i32.const {by}"));
            let sum = self.op(&format!("i32.add v0, {by}"));
            self.bases.push(sum);
        }
        if self.random.one_in(4) {
            let at = self.random.pick(&[64, 512, 65504, 65528, -8]);
            let constant = self.op(&format!("i32.const {at}"));
            self.bases.push(constant);
        }
        // Most records are known to be in bounds, or would be if this came earlier.
        for base in self.bases.clone() {
            if !self.random.one_in(4) {
                let offset = self.random.pick(&[60, 60, 60, 28, 12]);
                let probe = self.op(&format!("i32.load {base} offset={offset}"));
                if self.random.one_in(2) {
                    self.pool.push((probe, "i32"));
                }
            }
        }
    }

    /// Something between the lanes, which is harmless more often than not.
    fn noise(&mut self) {
        let base = self.base();
        let offset = 4 * self.random.below(16);
        match self.random.below(9) {
            0 => {
                let value = self.op(&format!("i32.load {base} offset={offset}"));
                self.pool.push((value, "i32"));
            }
            1 => self.line(&format!("i32.store8 {base}, v1 offset={offset}")),
            2 => self.line(&format!("i32.store {base}, v0 offset={}", offset + 128)),
            3 => {
                let value = self.op("call f0 v0");
                self.pool.push((value, "i32"));
            }
            4 => self.line("global.set g0 v1"),
            5 => {
                let value = self.op("i32.div_u v0, v1");
                self.pool.push((value, "i32"));
            }
            6 => {
                let one = self.op("i32.const 1");
                let value = self.op(&format!("memory.grow m0 {one}"));
                self.pool.push((value, "i32"));
            }
            _ => {
                let value = self.op("i32.add v0, v1");
                self.pool.push((value, "i32"));
            }
        }
    }

    /// Elements of a record in some order: mostly as they are.
    fn order(&mut self, lanes: usize) -> Vec<i32> {
        let mut order: Vec<i32> = (0..lanes as i32).collect();
        match self.random.below(14) {
            0 => order.reverse(),
            1 => order.fill(self.random.below(lanes) as i32),
            2 => order.rotate_left(1),
            3 => order[self.random.below(lanes)] += 1,
            4 => {
                let (one, other) = (self.random.below(lanes), self.random.below(lanes));
                order.swap(one, other);
            }
            5 => {
                let by = self.random.below(4) as i32;
                order.iter_mut().for_each(|at| *at += by);
            }
            _ => {}
        }
        order
    }

    /// Adjacent stores of one expression.
    fn group(&mut self) {
        let (load, other_load, store, bytes, ty) = self.random.pick(&ELEMENTS);
        let full = 16 / bytes as usize;
        let lanes = match self.random.below(6) {
            0 => full + 1,
            1 => 2 * full,
            2 if full > 2 => full - 1,
            _ => full,
        };
        let is_int = ty.starts_with('i');
        let mut leaves = Vec::new();
        for n in 0..1 + self.random.below(3) {
            leaves.push(match self.random.below(7) {
                0 if n > 0 || self.random.one_in(3) => {
                    let step = self.random.below(3) as i32;
                    Leaf::Constants((0..lanes as i32).map(|lane| 3 + lane * step).collect())
                }
                1 if n > 0 => {
                    let known: Vec<&String> =
                        self.pool.iter().filter(|it| it.1 == ty).map(|it| &it.0).collect();
                    if known.is_empty() {
                        Leaf::Constants(vec![7; lanes])
                    } else {
                        Leaf::Same(known[self.random.below(known.len())].clone())
                    }
                }
                _ => {
                    let order = self.order(lanes);
                    Leaf::Load(self.base(), order)
                }
            });
        }
        let mut ops: Vec<Vec<&str>> = Vec::new();
        for _ in 0..self.random.below(4) {
            let pick = |random: &mut Random| match (is_int, random.one_in(6)) {
                (true, true) => random.pick(&["shl", "shr_u", "shr_s", "rotl"]),
                (true, _) => random.pick(&INT),
                _ => random.pick(&FLOAT),
            };
            let mut all = vec![pick(self.random); lanes];
            match self.random.below(8) {
                0 => all.iter_mut().step_by(2).for_each(|op| *op = "sub"),
                1 => all[self.random.below(lanes)] = pick(self.random),
                _ => {}
            }
            ops.push(all);
        }
        let swaps = self.random.one_in(3);
        let operands: Vec<[usize; 2]> = (0..ops.len())
            .map(|n| {
                let below = leaves.len() + n;
                let first = if n == 0 { 0 } else { below - 1 };
                [first, self.random.below(below)]
            })
            .collect();
        let base = self.base();
        let shift = self.random.pick(&[0, 0, 0, 1, 2]);
        let before = !self.random.one_in(3);
        let mut order: Vec<usize> = (0..lanes).collect();
        match self.random.below(5) {
            0 => order.reverse(),
            1 => {
                let (one, other) = (self.random.below(lanes), self.random.below(lanes));
                order.swap(one, other);
            }
            _ => {}
        }
        let noisy = self.random.one_in(3);
        let reuses = self.random.one_in(4);
        let mut stored = Vec::new();
        for &lane in &order {
            let mut values: Vec<String> = Vec::new();
            for leaf in &leaves {
                values.push(match leaf {
                    Leaf::Load(base, order) => {
                        let load = if self.random.one_in(4) { other_load } else { load };
                        self.op(&format!("{load} {base} offset={}", order[lane] * bytes))
                    }
                    Leaf::Constants(all) => self.op(&format!("{ty}.const {}", all[lane])),
                    Leaf::Same(value) => value.clone(),
                });
            }
            for (all, &[a, b]) in ops.iter().zip(&operands) {
                let (mut a, mut b) = (values[a].clone(), values[b].clone());
                if swaps && self.random.one_in(2) {
                    std::mem::swap(&mut a, &mut b);
                }
                values.push(self.op(&format!("{ty}.{} {a}, {b}", all[lane])));
            }
            if reuses && self.random.one_in(3) {
                let which = self.random.below(values.len());
                self.pool.push((values[which].clone(), ty));
            }
            if noisy && self.random.one_in(lanes) {
                self.noise();
            }
            let value = values.pop().unwrap();
            let line = format!("{store} {base}, {value} offset={}", (lane as i32 + shift) * bytes);
            if before {
                stored.push(line);
            } else {
                self.line(&line);
            }
        }
        for line in stored {
            if noisy && self.random.one_in(lanes) {
                self.noise();
            }
            self.line(&line);
        }
        if self.random.one_in(3) {
            let value = self.op(&format!("{load} {base} offset={}", bytes * shift));
            self.pool.push((value, ty));
        }
    }

    /// A sum, or another reduction, of elements of a record.
    fn reduction(&mut self) {
        let (load, ty, bytes) = self.random.pick(&[
            ("i32.load", "i32", 4),
            ("i32.load", "i32", 4),
            ("i64.load", "i64", 8),
        ]);
        let op = self.random.pick(&["add", "add", "mul", "and", "or", "xor", "sub"]);
        let lanes = self.random.pick(&[4, 4, 8, 5, 3, 6]);
        let (one, other) = (self.base(), self.base());
        let (order, product) = (self.order(lanes), !self.random.one_in(3));
        let noisy = self.random.one_in(3);
        let mut terms = Vec::new();
        for at in order {
            let mut term = self.op(&format!("{load} {one} offset={}", at * bytes));
            if product {
                let with = self.op(&format!("{load} {other} offset={}", at * bytes));
                term = self.op(&format!("{ty}.mul {term}, {with}"));
            }
            if self.random.one_in(12) {
                self.pool.push((term.clone(), ty));
            }
            if noisy && self.random.one_in(lanes) {
                self.noise();
            }
            terms.push(term);
        }
        if self.random.one_in(3) {
            terms.push(self.op(&format!("{ty}.const 77")));
        }
        while terms.len() > 1 {
            let at = if self.random.one_in(2) { 0 } else { self.random.below(terms.len() - 1) };
            let (a, b) = (terms.remove(at), terms.remove(at));
            let sum = self.op(&format!("{ty}.{op} {a}, {b}"));
            if self.random.one_in(20) {
                self.pool.push((sum.clone(), ty));
            }
            if noisy && self.random.one_in(2 * lanes) {
                self.noise();
            }
            terms.insert(at, sum);
        }
        self.pool.push((terms.remove(0), ty));
    }

    /// A number of all values that are to be seen.
    fn sum(&mut self) -> String {
        let mut sum = "v0".to_string();
        for (value, ty) in std::mem::take(&mut self.pool) {
            let value = match ty {
                "i32" => value,
                "i64" => self.op(&format!("i32.wrap_i64 {value}")),
                "f32" => self.op(&format!("i32.reinterpret_f32 {value}")),
                _ => {
                    let bits = self.op(&format!("i64.reinterpret_f64 {value}"));
                    self.op(&format!("i32.wrap_i64 {bits}"))
                }
            };
            sum = self.op(&format!("i32.add {sum}, {value}"));
        }
        sum
    }
}

pub fn random_records(random: &mut Random) -> String {
    let (text, pool, bases) = (String::new(), Vec::new(), Vec::new());
    let mut t = Text { random, text, values: 10, pool, bases };
    t.bases();
    for _ in 0..1 + t.random.below(3) {
        if t.random.one_in(4) {
            t.reduction();
        } else {
            t.group();
        }
        if t.random.one_in(4) {
            t.noise();
        }
    }
    let sum = t.sum();
    format!(
        "func f1 : (i32, i32) -> (i32) {{\n b0(v0: i32, v1: i32):\n{} return {sum}\n }}",
        t.text
    )
}
