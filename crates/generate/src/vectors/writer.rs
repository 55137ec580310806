//! What bodies and straight-line code are written with: elements, arrays, addresses, loads and stores.

use super::{ARRAYS, SCALARS};
use crate::Random;
use std::fmt::Write as _;

/// A kind of element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Element {
    /// The load, signed where there is a choice, and the unsigned one.
    pub loads: [&'static str; 2],
    pub store: &'static str,
    pub bytes: i64,
    /// The type of its values.
    pub ty: &'static str,
}

const fn element(
    loads: [&'static str; 2],
    store: &'static str,
    bytes: i64,
    ty: &'static str,
) -> Element {
    Element { loads, store, bytes, ty }
}

/// All kinds; those after the first six are bytes and words of 64 bits.
const ELEMENTS: [Element; 9] = [
    element(["i32.load8_s", "i32.load8_u"], "i32.store8", 1, "i32"),
    element(["i32.load16_s", "i32.load16_u"], "i32.store16", 2, "i32"),
    element(["i32.load"; 2], "i32.store", 4, "i32"),
    element(["i64.load"; 2], "i64.store", 8, "i64"),
    element(["f32.load"; 2], "f32.store", 4, "f32"),
    element(["f64.load"; 2], "f64.store", 8, "f64"),
    element(["i64.load32_s", "i64.load32_u"], "i64.store32", 4, "i64"),
    element(["i64.load16_s", "i64.load16_u"], "i64.store16", 2, "i64"),
    element(["i64.load8_s", "i64.load8_u"], "i64.store8", 1, "i64"),
];

/// Elements that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// An expression of the type of addresses.
    pub base: String,
    /// Added to the base, mostly as an immediate.
    pub offset: i64,
    pub memory: usize,
    pub element: Element,
    /// Whether loads are the signed ones.
    pub signed: bool,
    /// Elements per step of the counter; none for a place that stays.
    pub stride: i64,
    /// The local that a loop adds to, in place of base and counter.
    pub pointer: Option<String>,
}

/// What a local has.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub name: String,
    pub ty: &'static str,
    /// Bits and sign, as it was loaded.
    pub bits: i64,
    pub signed: bool,
}

/// The counter of the loop that is written.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub name: String,
    pub ty: &'static str,
    /// By how much it is divided to count elements: it may count bytes.
    pub bytes: i64,
    /// Added to it in this copy of the body.
    pub ahead: i64,
    /// What makes a counter an address of another width.
    pub extend: &'static str,
    /// The label behind the loop.
    pub out: String,
}

/// A function that was written.
pub(super) struct Function {
    pub text: String,
    pub result: &'static str,
    /// Bytes from one element of the first array to the next.
    pub bytes: i64,
}

/// Writes a function.
pub(super) struct Writer<'a> {
    pub random: &'a mut Random,
    /// The type of addresses.
    pub address: &'static str,
    second: bool,
    pub arrays: Vec<Array>,
    /// Locals that values are made of: loaded, or computed.
    pub values: Vec<Local>,
    /// Sums and the like, which are results.
    pub sums: Vec<Local>,
    /// All locals that are declared.
    declared: Vec<(String, &'static str)>,
    pub counter: Option<Counter>,
    /// Whether the loop is one that every vectorizer takes: consecutive elements of one kind, no branch, operators
    /// that vectors have.
    pub plain: bool,
    labels: usize,
    pub body: String,
}

impl<'a> Writer<'a> {
    pub fn new(random: &'a mut Random, address: &'static str, second: bool) -> Self {
        Writer {
            random,
            address,
            second,
            arrays: Vec::new(),
            values: Vec::new(),
            sums: Vec::new(),
            declared: Vec::new(),
            counter: None,
            plain: false,
            labels: 0,
            body: String::new(),
        }
    }

    /// The function of what was written. What sums have in the end goes to globals; one of them is the result.
    pub fn finish(mut self, index: usize) -> Function {
        let result = self.sums.last().map_or("i32", |sum| sum.ty);
        let mut globals = String::new();
        for (n, Local { name, ty, .. }) in self.sums.iter().enumerate() {
            let global = format!("$s{index}_{n}");
            let _ = writeln!(
                globals,
                "  (global {global} (export \"s{index}_{n}\") (mut {ty}) ({ty}.const 0))"
            );
            let _ = writeln!(self.body, "    (global.set {global} (local.get {name}))");
        }
        let last = match self.sums.last() {
            Some(sum) => format!("(local.get {})", sum.name),
            None => "(i32.const 7)".to_string(),
        };
        let a = self.address;
        let mut text = format!(
            "  (func $f{index} (param $a {a}) (param $b {a}) (param $c {a}) {SCALARS} (result {result})\n   "
        );
        for (name, ty) in &self.declared {
            let _ = write!(text, " (local {name} {ty})");
        }
        let _ = writeln!(text, "\n{}    {last})", self.body);
        let bytes = self.arrays.first().map_or(4, |a| a.element.bytes * a.stride.abs().max(1));
        Function { text: globals + &text, result, bytes }
    }

    pub fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "    {line}");
    }

    /// A new local.
    pub fn local(&mut self, prefix: &str, ty: &'static str) -> String {
        let name = format!("${prefix}{}", self.declared.len());
        self.declared.push((name.clone(), ty));
        name
    }

    pub fn label(&mut self, prefix: &str) -> String {
        self.labels += 1;
        format!("${prefix}{}", self.labels)
    }

    /// A kind of element, mostly of the bits that its type has.
    pub fn element(&mut self) -> Element {
        let all = if self.random.one_in(6) { ELEMENTS.len() } else { 6 };
        ELEMENTS[self.random.below(all)]
    }

    /// An array that is not yet used: apart from the others, at a distance from one, or where the caller says.
    pub fn array(&mut self, element: Element, stride: i64) -> usize {
        let a = self.address;
        let memory = usize::from(self.second && self.random.one_in(3));
        let mut offset = self.random.pick(&[0, 0, 0, 0, 4, 8, 16, 1, 32]);
        let base = match self.random.below(10) {
            0 => {
                let place = ARRAYS + self.random.pick(&[0, 1, 4, 16, 640, 1024]);
                format!("({a}.const {place})")
            }
            1 if !self.arrays.is_empty() => {
                // From the same base, so that the distance is known.
                let near = self.random.below(21) as i64 - 8;
                let unit = if self.random.one_in(3) { 1 } else { element.bytes };
                let other = self.arrays[self.random.below(self.arrays.len())].clone();
                offset = other.offset + near * unit;
                other.base
            }
            2 => {
                let local = self.random.pick(&["$a", "$b"]);
                let more = self.random.pick(&[-16, -8, 4, 16, 64, 256]);
                format!("({a}.add (local.get {local}) ({a}.const {more}))")
            }
            _ => format!("(local.get {})", ["$a", "$b", "$c"][self.arrays.len() % 3]),
        };
        let signed = self.random.one_in(2);
        let array = Array { base, offset, memory, element, signed, stride, pointer: None };
        self.arrays.push(array);
        self.arrays.len() - 1
    }

    /// Operand and immediate of the sum of terms and a constant.
    fn sum(&mut self, mut terms: Vec<String>, constant: i64) -> (String, i64) {
        let a = self.address;
        let immediate = match constant {
            1.. if !self.random.one_in(5) => constant,
            _ => 0,
        };
        match constant - immediate {
            0 => {}
            rest if rest < 0 && !terms.is_empty() && self.random.one_in(2) => {
                terms[0] = format!("({a}.sub {} ({a}.const {}))", terms[0], -rest);
            }
            rest => terms.push(format!("({a}.const {rest})")),
        }
        while terms.len() > 1 {
            let one = terms.swap_remove(self.random.below(terms.len()));
            let other = terms.swap_remove(self.random.below(terms.len()));
            terms.push(format!("({a}.add {one} {other})"));
        }
        (terms.pop().unwrap_or(format!("({a}.const 0)")), immediate)
    }

    /// A number of bytes times a count, of a type.
    pub fn times(&mut self, ty: &str, count: String, bytes: i64) -> String {
        match bytes {
            1 => count,
            _ if bytes > 0 && bytes & (bytes - 1) == 0 && !self.random.one_in(4) => {
                format!("({ty}.shl {count} ({ty}.const {}))", bytes.trailing_zeros())
            }
            2 => format!("({ty}.add {count} {count})"),
            _ => format!("({ty}.mul {count} ({ty}.const {bytes}))"),
        }
    }

    /// A counter, or what is computed of it, as an address.
    fn extended(&self, counter: &Counter, value: String) -> String {
        match (counter.ty, self.address) {
            ("i32", "i64") => format!("(i64.{} {value})", counter.extend),
            ("i64", "i32") => format!("(i32.wrap_i64 {value})"),
            _ => value,
        }
    }

    /// Memory, immediate and operand of the address of an element, some elements and bytes further.
    pub fn place(&mut self, array: usize, distance: i64, more: i64) -> String {
        let Array { base, offset, memory, element, stride, pointer, .. } =
            self.arrays[array].clone();
        let mut constant = distance * element.bytes + more;
        let mut terms = Vec::new();
        match (pointer, self.counter.clone()) {
            (Some(pointer), counter) => {
                terms.push(format!("(local.get {pointer})"));
                constant += counter.map_or(0, |counter| counter.ahead * stride * element.bytes);
            }
            (None, Some(counter)) if stride != 0 => {
                let mut index = format!("(local.get {})", counter.name);
                let (ty, mut bytes) = (counter.ty, stride * element.bytes);
                constant += counter.ahead * bytes;
                if counter.bytes > 1 {
                    if bytes % counter.bytes == 0 {
                        bytes /= counter.bytes;
                    } else {
                        let shift = counter.bytes.trailing_zeros();
                        index = format!("({ty}.shr_u {index} ({ty}.const {shift}))");
                    }
                } else if distance != 0 && distance % stride == 0 && self.random.one_in(4) {
                    // The distance as a part of the subscript, which may wrap there.
                    constant -= distance * element.bytes;
                    index = format!("({ty}.add {index} ({ty}.const {}))", distance / stride);
                }
                let term = if self.random.one_in(2) {
                    let a = self.address;
                    let index = self.extended(&counter, index);
                    self.times(a, index, bytes)
                } else {
                    let index = self.times(ty, index, bytes);
                    self.extended(&counter, index)
                };
                constant += offset;
                terms.extend([base, term]);
            }
            _ => {
                constant += offset;
                terms.push(base);
            }
        }
        let (operand, immediate) = self.sum(terms, constant);
        let align = match self.random.below(12) {
            0 => " align=1",
            _ => "",
        };
        format!("$m{memory} offset={immediate}{align} {operand}")
    }

    /// A load of an element, and what its value is.
    pub fn load(&mut self, array: usize, distance: i64) -> (String, Local) {
        let place = self.place(array, distance, 0);
        let Array { element, signed, .. } = &self.arrays[array];
        let load = element.loads[usize::from(!signed)];
        let bits = 8 * element.bytes;
        let local = Local { name: String::new(), ty: element.ty, bits, signed: *signed };
        (format!("({load} {place})"), local)
    }

    /// A store of a value of the element's type.
    pub fn store(&mut self, array: usize, distance: i64, value: &str) {
        let place = self.place(array, distance, 0);
        let store = self.arrays[array].element.store;
        self.line(&format!("({store} {place} {value})"));
    }

    /// Keeps a value in a new local that further values are made of.
    pub fn keep(&mut self, value: &str, like: &Local) -> String {
        let name = self.local("t", like.ty);
        self.line(&format!("(local.set {name} {value})"));
        self.values.push(Local { name: name.clone(), ..like.clone() });
        name
    }
}
