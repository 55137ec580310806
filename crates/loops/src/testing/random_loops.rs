//! Random counted loops, as text: all comparisons, steps and starts, tests at the top and at the bottom,
//! accesses of memory at recurrences and at invariant addresses, second tests and exits, steps that differ by the
//! way, constants in addresses, nests.

use invar_generate::Random;
use std::fmt::Write;

/// A function while it is written.
struct Text<'a> {
    random: &'a mut Random,
    text: String,
    values: u32,
    blocks: u32,
    /// The base of an array.
    array: String,
}

/// The values that a loop passes to its next iteration.
#[derive(Clone)]
struct State {
    counter: String,
    sum: String,
    pointer: String,
}

/// A random function from two `i32` to one.
pub fn random_loop(random: &mut Random) -> String {
    let text = "func f1 : (i32, i32) -> (i32) {\n b0(v0: i32, v1: i32):\n".to_string();
    let mut t = Text { random, text, values: 2, blocks: 1, array: String::new() };
    t.array = match t.random.below(3) {
        0 => t.int(64),
        1 => {
            let mask = t.int(1020);
            t.op(&format!("i32.and v1, {mask}"))
        }
        _ => "v1".to_string(),
    };
    let zero = t.int(0);
    let mut sum = zero;
    for _ in 0..1 + t.random.below(2) {
        sum = t.one_loop(1, sum);
    }
    t.text + &format!(" return {sum}\n }}")
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

    fn value(&mut self) -> String {
        self.values += 1;
        format!("v{}", self.values - 1)
    }

    fn block(&mut self) -> u32 {
        self.blocks += 1;
        self.blocks - 1
    }

    fn line(&mut self, line: String) {
        writeln!(self.text, " {line}").unwrap();
    }

    /// A start or a bound.
    fn end(&mut self) -> String {
        let near = self.random.pick(&[0, 1, 2, 3, 5, 8, 16, 17, 40, -1, -2, -7, 100]);
        match self.random.below(8) {
            0..4 => self.int(near),
            4 => self.int(i32::MAX - near.abs()),
            5 => self.int(i32::MIN + near.abs()),
            6 => self.random.pick(&["v0", "v1"]).to_string(),
            _ => {
                let (value, near) = (self.random.pick(&["v0", "v1"]), self.int(near));
                self.op(&format!("i32.add {value}, {near}"))
            }
        }
    }

    fn one_loop(&mut self, depth: usize, sum: String) -> String {
        let (mut start, mut bound) = (self.end(), self.end());
        let mut step =
            self.random.pick(&[1, 1, 1, -1, -1, 2, 3, 4, -2, -3, 5, 8, i32::MAX, i32::MIN]);
        // Most loops end.
        let falls = step < 0 || step == i32::MAX;
        let kinds: &[&str] = if self.random.one_in(8) {
            &["eq", "ge_s", "lt_u", "gt_u"]
        } else if falls {
            &["gt_s", "gt_u", "ge_s", "ge_u", "ne"]
        } else {
            &["lt_s", "lt_u", "le_s", "le_u", "ne"]
        };
        let mut compare = self.random.pick(kinds).to_string();
        let wide = self.random.one_in(6);
        // As if unrolled already: the counter meets its bound, or passes it.
        if !wide && self.random.one_in(8) {
            (step, compare) = (self.random.pick(&[2, 4]), "ne".to_string());
            start = self.int(0);
            let mask = self.random.pick(&[-2, -4, -4]);
            let mask = self.int(mask);
            bound = self.op(&format!("i32.and {bound}, {mask}"));
        }
        let mut ty = "i32";
        if wide {
            ty = "i64";
            let extend = self.random.pick(&["i64.extend_i32_s", "i64.extend_i32_u"]);
            start = self.op(&format!("{extend} {start}"));
            bound = self.op(&format!("{extend} {bound}"));
        }
        // Many branches leave where the opposite holds.
        let inverted = self.random.one_in(3);
        if inverted {
            let pairs = ["eq ne", "lt_s ge_s", "lt_u ge_u", "gt_s le_s", "gt_u le_u"];
            let pair = pairs.iter().find(|pair| pair.split(' ').any(|one| one == compare));
            let (a, b) = pair.unwrap().split_once(' ').unwrap();
            compare = if a == compare { b } else { a }.to_string();
        }
        let branch = |cond: &str, stays: String, leaves: String| {
            if inverted {
                format!("br_if {cond}, {leaves}, {stays}")
            } else {
                format!("br_if {cond}, {stays}, {leaves}")
            }
        };
        let pointer = self.array.clone();
        let (head, body, out) = (self.block(), self.block(), self.block());
        let at_top = self.random.one_in(2);
        let (counter, s, p) = (self.value(), self.value(), self.value());
        if !at_top && !self.random.one_in(3) {
            let cond = self.op(&format!("{ty}.{compare} {start}, {bound}"));
            let enter = self.block();
            self.line(branch(&cond, format!("b{enter}"), format!("b{out}({sum})")));
            self.line(format!("b{enter}:"));
        }
        self.line(format!("jump b{head}({start}, {sum}, {pointer})"));
        self.line(format!("b{head}({counter}: {ty}, {s}: i32, {p}: i32):"));
        if at_top {
            let cond = self.op(&format!("{ty}.{compare} {counter}, {bound}"));
            self.line(branch(&cond, format!("b{body}"), format!("b{out}({s})")));
        } else {
            self.line(format!("jump b{body}"));
        }
        self.line(format!("b{body}:"));
        // `while (a && b)`, with something behind it that may trap.
        if self.random.one_in(4) {
            let (behind, bound) = (self.block(), self.random.pick(&["v0", "v1"]));
            let cond = if self.random.one_in(2) {
                self.op(&format!("i32.lt_u {s}, {bound}"))
            } else {
                self.op(&format!("i32.load8_u {p}"))
            };
            self.line(format!("br_if {cond}, b{behind}, b{out}({s})"));
            self.line(format!("b{behind}:"));
        }
        let narrow =
            if wide { self.op(&format!("i32.wrap_i64 {counter}")) } else { counter.clone() };
        let mut state = State { counter: narrow, sum: s, pointer: p };
        for _ in 0..1 + self.random.below(4) {
            self.item(&mut state, depth, out);
        }
        let by = self.op(&format!("{ty}.const {step}"));
        let mut next = self.op(&format!("{ty}.add {counter}, {by}"));
        // Another step on one way.
        if self.random.one_in(4) {
            let (then, join, more) = (self.block(), self.block(), self.random.pick(&[1, 2, -1]));
            let cond = self.random.pick(&["v0", "v1", &state.sum]).to_string();
            self.line(format!("br_if {cond}, b{then}, b{join}({next})"));
            self.line(format!("b{then}:"));
            let by = self.op(&format!("{ty}.const {}", step.wrapping_add(more)));
            let other = self.op(&format!("{ty}.add {counter}, {by}"));
            self.line(format!("jump b{join}({other})"));
            next = self.value();
            self.line(format!("b{join}({next}: {ty}):"));
        }
        let four = self.int(4);
        let pointer = self.op(&format!("i32.add {}, {four}", state.pointer));
        let again = format!("b{head}({next}, {}, {pointer})", state.sum);
        if at_top {
            self.line(format!("jump {again}"));
        } else {
            let tested = if self.random.one_in(4) { &counter } else { &next };
            let cond = self.op(&format!("{ty}.{compare} {tested}, {bound}"));
            self.line(branch(&cond, again, format!("b{out}({})", state.sum)));
        }
        let s = self.value();
        self.line(format!("b{out}({s}: i32):"));
        // The header dominates the exit only without a guard.
        if at_top && self.random.one_in(2) {
            let counter = if wide { self.op(&format!("i32.wrap_i64 {counter}")) } else { counter };
            return self.op(&format!("i32.add {s}, {counter}"));
        }
        s
    }

    /// An address: a recurrence or an invariant one.
    fn address(&mut self, state: &State) -> String {
        match self.random.below(6) {
            0 => state.pointer.clone(),
            5 => {
                let more = self.random.pick(&[4, 8, -4, -8, 28, 1020]);
                let more = self.int(more);
                let base = self.random.pick(&[&state.pointer, &state.counter, "v0"]).to_string();
                let base = if self.random.one_in(3) {
                    let mask = self.int(252);
                    self.op(&format!("i32.and {base}, {mask}"))
                } else {
                    base
                };
                self.op(&format!("i32.add {base}, {more}"))
            }
            1 => self.int(16),
            2 => "v0".to_string(),
            _ => {
                let by = self.random.pick(&[4, 4, 4, 1, 8, -4]);
                let by = self.int(by);
                let scaled = self.op(&format!("i32.mul {}, {by}", state.counter));
                let array = self.array.clone();
                self.op(&format!("i32.add {array}, {scaled}"))
            }
        }
    }

    /// A piece of a loop's body.
    fn item(&mut self, state: &mut State, depth: usize, out: u32) {
        let offset = self.random.pick(&["", "", " offset=4", " offset=8"]);
        match self.random.below(13) {
            0..2 => {
                let three = self.int(3);
                let product = self.op(&format!("i32.mul {}, {three}", state.counter));
                state.sum = self.op(&format!("i32.add {}, {product}", state.sum));
            }
            2..5 => {
                let address = self.address(state);
                let load = self.random.pick(&["i32.load", "i32.load", "i32.load8_u"]);
                let loaded = self.op(&format!("{load} {address}{offset}"));
                state.sum = self.op(&format!("i32.add {}, {loaded}", state.sum));
            }
            5..8 => {
                let address = self.address(state);
                let store = self.random.pick(&["i32.store", "i32.store", "i32.store8"]);
                let zero = self.int(0);
                let value = if self.random.one_in(3) { zero } else { state.sum.clone() };
                self.line(format!("{store} {address}, {value}{offset}"));
            }
            8 => {
                let global = self.op("global.get g0");
                let sum = self.op(&format!("i32.add {global}, {}", state.sum));
                self.line(format!("global.set g0 {sum}"));
            }
            9 => {
                let square = self.op("i32.mul v0, v1");
                let quotient = self.op("i32.div_u v0, v1");
                let more = self.op(&format!("i32.xor {square}, {quotient}"));
                state.sum = self.op(&format!("i32.add {}, {more}", state.sum));
            }
            10 => {
                let (then, join) = (self.block(), self.block());
                let cond = self.random.pick(&["v0", "v1", &state.counter, &state.sum]).to_string();
                let arm = state.sum.clone();
                self.line(format!("br_if {cond}, b{then}, b{join}({arm})"));
                self.line(format!("b{then}:"));
                let mut inner = state.clone();
                self.item(&mut inner, 0, out);
                self.line(format!("jump b{join}({})", inner.sum));
                state.sum = self.value();
                self.line(format!("b{join}({}: i32):", state.sum));
            }
            11 if self.random.one_in(2) => {
                let (leave, stay) = (self.block(), self.block());
                let length = self.random.pick(&["v0", "v1"]);
                let cond = self.op(&format!("i32.lt_u {}, {length}", state.counter));
                self.line(format!("br_if {cond}, b{stay}, b{leave}"));
                self.line(format!("b{leave}:"));
                if self.random.one_in(3) {
                    self.line(format!("jump b{out}({})", state.sum));
                } else {
                    self.line("unreachable".to_string());
                }
                self.line(format!("b{stay}:"));
            }
            12 if depth == 1 => state.sum = self.one_loop(2, state.sum.clone()),
            _ => {
                state.sum = self.op(&format!("i32.add {}, {}", state.sum, state.counter));
            }
        }
    }
}
