//! Adjacent stores and trees of sums without a loop, and bodies that their compiler unrolled: vec3, vec4, complex
//! numbers, 4x4 matrices, pixels.

use super::writer::{Counter, Element, Local, Writer};

/// An operand of all lanes.
#[derive(Clone, Debug)]
enum Leaf {
    /// Elements of an array, by lane.
    Load(usize, Vec<i64>),
    /// A constant per lane.
    Constants(Vec<i64>),
    /// A scalar argument in all lanes.
    Scalar(String),
}

/// An operation on what is below it: operators by lane, and operands by index; leaves come first.
#[derive(Clone, Debug)]
struct Node {
    ops: Vec<&'static str>,
    operands: [usize; 2],
}

impl Writer<'_> {
    /// A function of groups of adjacent elements.
    pub(super) fn straight(&mut self) {
        let in_loop = self.random.one_in(4);
        let groups = 1 + self.random.below(3);
        if in_loop {
            let (name, out) = (self.local("i", "i32"), self.label("out"));
            let again = self.label("next");
            let extend = "extend_i32_u";
            self.line(&format!(
                "(block {out} (br_if {out} (i32.eqz (local.get $n))) (loop {again}"
            ));
            self.counter = Some(Counter { name, ty: "i32", bytes: 1, ahead: 0, extend, out });
            self.groups(groups);
            let name = self.counter.take().expect("it was set").name;
            self.line(&format!(
                "(br_if {again} (i32.lt_u (local.tee {name} (i32.add (local.get {name}) (i32.const 1))) (i32.shr_u (local.get $n) (i32.const 2))))))"
            ));
        } else {
            self.groups(groups);
        }
    }

    fn groups(&mut self, count: usize) {
        let element = self.element();
        let lanes = self.random.pick(&[2, 3, 4, 4, 4, 4, 8, 8, 16, 16, 6, 12, 5]);
        // Full vectors, more often than not.
        let full = 16 / element.bytes as usize;
        let lanes = if self.random.one_in(2) { lanes } else { full };
        let stride = if self.counter.is_some() { lanes as i64 } else { 0 };
        for _ in 0..3 {
            self.array(element, stride);
        }
        for n in 0..count {
            if n > 0 && self.random.one_in(5) {
                self.between();
            }
            match self.random.below(12) {
                0 | 1 => self.tree(element, lanes),
                2 if !element.ty.starts_with('i') || element.bytes > 2 => self.matrix(element),
                3 => self.complex(element),
                _ => self.group(element, lanes),
            }
        }
    }

    /// Something that is observed between two groups.
    fn between(&mut self) {
        let line = match self.random.below(4) {
            0 => "(call $log (local.get $x))",
            1 => "(drop (call $writes (local.get $x)))",
            2 => "(drop (i32.div_u (i32.const 100) (local.get $x)))",
            _ => "(global.set $g0 (i32.add (global.get $g0) (i32.const 1)))",
        };
        self.line(line);
    }

    /// Elements of an array in some order: mostly as they are.
    fn order(&mut self, lanes: usize) -> Vec<i64> {
        let mut order: Vec<i64> = (0..lanes as i64).collect();
        match self.random.below(16) {
            0 => order.reverse(),
            1 => order.fill(self.random.below(lanes) as i64),
            2 => order.rotate_left(1),
            3 => order.chunks_mut(2).for_each(<[i64]>::reverse),
            // A lane that does not fit.
            4 => order[self.random.below(lanes)] += 1,
            5 => {
                let (one, other) = (self.random.below(lanes), self.random.below(lanes));
                order.swap(one, other);
            }
            6 => order.iter_mut().for_each(|at| *at *= 2),
            7 | 8 => {
                let by = self.random.below(2 * lanes) as i64 - lanes as i64;
                order.iter_mut().for_each(|at| *at += by);
            }
            _ => {}
        }
        order
    }

    /// Adjacent stores of one expression, with differences between lanes now and then.
    fn group(&mut self, element: Element, lanes: usize) {
        let mut leaves = Vec::new();
        for n in 0..1 + self.random.below(4) {
            leaves.push(match self.random.below(8) {
                1 if n > 0 => {
                    let one = self.random.below(20) as i64 - 4;
                    let differ = self.random.one_in(2);
                    let constants = (0..lanes as i64).map(|lane| one + lane * i64::from(differ));
                    Leaf::Constants(constants.collect())
                }
                2 if n > 0 => Leaf::Scalar(self.scalar(element.ty)),
                _ => {
                    let order = self.order(lanes);
                    Leaf::Load(self.random.below(self.arrays.len()), order)
                }
            });
        }
        let mut nodes: Vec<Node> = Vec::new();
        for n in 0..self.random.below(4) {
            let op = self.operator(element);
            let mut ops = vec![op; lanes];
            match self.random.below(8) {
                // Sums and differences in turn.
                0 => ops.iter_mut().step_by(2).for_each(|op| *op = "sub"),
                1 if self.random.one_in(2) => {
                    ops[self.random.below(lanes)] = self.operator(element)
                }
                _ => {}
            }
            let below = leaves.len() + n;
            let first = if n == 0 { 0 } else { below - 1 };
            let second = self.random.below(below);
            let operands = if self.random.one_in(4) { [second, first] } else { [first, second] };
            nodes.push(Node { ops, operands });
        }
        let output = self.random.below(self.arrays.len());
        let shift = self.random.pick(&[0, 0, 0, 0, 0, 1, 2, -1, 4]);
        // All values before all stores, or each before its store, which then may be what another loads.
        let before = self.random.one_in(2);
        let mut order: Vec<usize> = (0..lanes).collect();
        match self.random.below(8) {
            0 => order.reverse(),
            1 => {
                let (one, other) = (self.random.below(lanes), self.random.below(lanes));
                order.swap(one, other);
            }
            2 => {
                order.remove(self.random.below(lanes));
            }
            _ => {}
        }
        let mut values = Vec::new();
        for &lane in &order {
            let value = self.lane(&leaves, &nodes, leaves.len() + nodes.len() - 1, lane, element);
            if before {
                let name = self.local("v", element.ty);
                self.line(&format!("(local.set {name} {value})"));
                values.push(format!("(local.get {name})"));
            } else {
                self.store(output, lane as i64 + shift, &value);
            }
        }
        for (lane, value) in order.iter().zip(values) {
            self.store(output, *lane as i64 + shift, &value);
        }
    }

    fn operator(&mut self, element: Element) -> &'static str {
        match element.ty {
            "f32" | "f64" => {
                self.random.pick(&["add", "sub", "mul", "mul", "div", "min", "max", "copysign"])
            }
            _ => self.random.pick(&[
                "add", "add", "sub", "mul", "and", "or", "xor", "shl", "shr_u", "shr_s", "rotl",
            ]),
        }
    }

    /// The expression of one lane. Expressions are small: at most three operators.
    fn lane(
        &mut self,
        leaves: &[Leaf],
        nodes: &[Node],
        index: usize,
        lane: usize,
        element: Element,
    ) -> String {
        let ty = element.ty;
        let mut values: Vec<String> = Vec::new();
        for leaf in leaves {
            values.push(match leaf {
                Leaf::Load(array, order) => self.load(*array, order[lane]).0,
                Leaf::Constants(constants) => format!("({ty}.const {})", constants[lane]),
                Leaf::Scalar(value) => value.clone(),
            });
        }
        for Node { ops, operands: [a, b] } in nodes {
            values.push(format!("({ty}.{} {} {})", ops[lane], values[*a], values[*b]));
        }
        values.swap_remove(index)
    }

    /// A sum, or another reduction, of adjacent elements: a result.
    fn tree(&mut self, element: Element, lanes: usize) {
        let ty = element.ty;
        let op = match ty {
            "f32" | "f64" => self.random.pick(&["add", "add", "mul", "min", "max"]),
            _ => self.random.pick(&["add", "add", "mul", "and", "or", "xor"]),
        };
        let product = self.random.one_in(2);
        let (one, other) =
            (self.random.below(self.arrays.len()), self.random.below(self.arrays.len()));
        let mut terms: Vec<String> = Vec::new();
        for lane in 0..lanes as i64 {
            let a = self.load(one, lane).0;
            terms.push(if product {
                format!("({ty}.mul {a} {})", self.load(other, lane).0)
            } else {
                a
            });
        }
        if self.random.one_in(2) {
            // From the first to the last.
            let first = terms.remove(0);
            let sum = terms.iter().fold(first, |sum, term| format!("({ty}.{op} {sum} {term})"));
            terms = vec![sum];
        }
        while terms.len() > 1 {
            let pairs = terms.chunks(2).map(|pair| match pair {
                [one, other] => format!("({ty}.{op} {one} {other})"),
                rest => rest[0].clone(),
            });
            terms = pairs.collect();
        }
        let name = self.local("s", ty);
        let all = terms.remove(0);
        let all = if self.random.one_in(3) {
            format!("({ty}.add (local.get {name}) {all})")
        } else {
            all
        };
        self.line(&format!("(local.set {name} {all})"));
        self.sums.push(Local { name, ty, bits: 64, signed: true });
    }

    /// A matrix of four columns times a vector.
    fn matrix(&mut self, element: Element) {
        let ty = element.ty;
        let rows = self.random.pick(&[4, 4, 3]);
        let columns = self.random.one_in(2);
        for row in 0..rows {
            let mut sum = String::new();
            for column in 0..rows {
                let at = if columns { column * 4 + row } else { row * 4 + column };
                let (cell, of) = (self.load(0, at).0, self.load(1, column).0);
                let product = format!("({ty}.mul {cell} {of})");
                sum = match column {
                    0 => product,
                    _ => format!("({ty}.add {sum} {product})"),
                };
            }
            self.store(2, row, &sum);
        }
    }

    /// Products of complex numbers.
    fn complex(&mut self, element: Element) {
        let ty = element.ty;
        for n in 0..1 + self.random.below(2) as i64 {
            let mut part = |array: usize, at: i64| {
                let (load, like) = self.load(array, at);
                let name = self.local("c", like.ty);
                self.line(&format!("(local.set {name} {load})"));
                format!("(local.get {name})")
            };
            let (a, b) = (part(0, 2 * n), part(0, 2 * n + 1));
            let (c, d) = (part(1, 2 * n), part(1, 2 * n + 1));
            let product = |one: &str, other: &str| format!("({ty}.mul {one} {other})");
            let (real, imaginary) = (
                format!("({ty}.sub {} {})", product(&a, &c), product(&b, &d)),
                format!("({ty}.add {} {})", product(&a, &d), product(&b, &c)),
            );
            self.store(2, 2 * n, &real);
            self.store(2, 2 * n + 1, &imaginary);
        }
    }
}
