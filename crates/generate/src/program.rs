//! Programs made from a seed that do what real ones do: loops over memory, invariant expressions,
//! branches on the same condition, calls, early exits.
//!
//! wasm-smith covers every operator, but little of what it makes runs for long or computes what
//! anything depends on. Here every loop ends after a few rounds, most addresses are in bounds,
//! and most values reach a result, a global or the memory. A few operations may trap.

use crate::Random;
use std::fmt::Write as _;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    I32,
    I64,
    F32,
    F64,
}
use Ty::*;

impl Ty {
    fn name(self) -> &'static str {
        match self {
            I32 => "i32",
            I64 => "i64",
            F32 => "f32",
            F64 => "f64",
        }
    }

    /// More often than not an integer: that is where optimizers do most.
    fn any(random: &mut Random) -> Ty {
        [I32, I32, I32, I64, I64, F32, F64, F64][random.below(8)]
    }
}

const COMPARES: [&str; 10] =
    ["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"];
const FLOAT_COMPARES: [&str; 6] = ["eq", "ne", "lt", "gt", "le", "ge"];
const BINARIES: [&str; 11] =
    ["add", "sub", "mul", "and", "or", "xor", "shl", "shr_s", "shr_u", "rotl", "rotr"];
const DIVISIONS: [&str; 4] = ["div_s", "div_u", "rem_s", "rem_u"];
const FLOAT_BINARIES: [&str; 7] = ["add", "sub", "mul", "div", "min", "max", "copysign"];
const FLOAT_UNARIES: [&str; 7] = ["abs", "neg", "ceil", "floor", "trunc", "nearest", "sqrt"];

/// The text of a module of a seed.
pub fn program(random: &mut Random) -> String {
    let globals: Vec<Ty> = (0..2 + random.below(4)).map(|_| Ty::any(random)).collect();
    let count = 3 + random.below(4);
    let mut signatures: Vec<(Vec<Ty>, Ty)> = Vec::new();
    for _ in 0..count {
        let params = (0..random.below(4)).map(|_| Ty::any(random)).collect();
        signatures.push((params, Ty::any(random)));
    }
    let mut text = String::from(
        "(module\n  (import \"env\" \"log\" (func $log (param i32)))\n  \
         (import \"env\" \"get\" (func $get (param i64) (result i32)))\n  \
         (memory (export \"memory\") 1 2)\n",
    );
    let bytes = random.bytes(64);
    let escaped: String = bytes.iter().map(|byte| format!("\\{byte:02x}")).collect();
    let _ = writeln!(text, "  (data (i32.const {}) \"{escaped}\")", random.below(200));
    for (index, ty) in globals.iter().enumerate() {
        // Some are not exported, some never change: both allow more.
        let export = if random.one_in(3) { "" } else { &format!(" (export \"g{index}\")") };
        let value = constant(*ty, random);
        let _ = writeln!(text, "  (global $g{index}{export} (mut {}) ({value}))", ty.name());
    }
    for index in 0..count {
        let mut writer = Writer {
            random: random.clone(),
            globals: &globals,
            signatures: &signatures[..index],
            locals: Vec::new(),
            assignable: 0,
            loops: 0,
            labels: 0,
            budget: 30 + random.below(60) as i32,
            text: String::new(),
        };
        let (params, result) = &signatures[index];
        text += &writer.function(index, params, *result);
        *random = writer.random;
    }
    text + ")\n"
}

fn constant(ty: Ty, random: &mut Random) -> String {
    let small = random.below(40) as i64 - 8;
    match ty {
        I32 if random.one_in(4) => format!("i32.const {}", random.word() as i32),
        I64 if random.one_in(4) => format!("i64.const {}", random.word() as i64),
        F32 if random.one_in(8) => "f32.const nan".to_string(),
        F64 if random.one_in(8) => "f64.const -inf".to_string(),
        F32 | F64 => format!("{}.const {}", ty.name(), small as f64 / 4.0),
        _ => format!("{}.const {small}", ty.name()),
    }
}

struct Writer<'a> {
    random: Random,
    globals: &'a [Ty],
    /// The signatures of the functions that may be called: the functions before this one.
    signatures: &'a [(Vec<Ty>, Ty)],
    locals: Vec<Ty>,
    /// Locals below may be assigned; those above count the rounds of loops.
    assignable: usize,
    loops: usize,
    labels: usize,
    budget: i32,
    text: String,
}

impl Writer<'_> {
    fn function(&mut self, index: usize, params: &[Ty], result: Ty) -> String {
        self.locals.extend(params);
        for _ in 0..2 + self.random.below(5) {
            let ty = Ty::any(&mut self.random);
            self.locals.push(ty);
        }
        self.assignable = self.locals.len();
        let body = self.statements(2, result);
        let last = self.expression(result, 3);
        let mut text = format!("  (func $f{index} (export \"f{index}\")");
        for (local, ty) in self.locals.iter().enumerate() {
            let kind = if local < params.len() { "param" } else { "local" };
            if local == params.len() {
                let _ = write!(text, " (result {})", result.name());
            }
            let _ = write!(text, " ({kind} $l{local} {})", ty.name());
        }
        let _ = writeln!(text, "\n{}{body}    {last})", self.text);
        text
    }

    fn line(&self, out: &mut String, depth: usize, line: &str) {
        let _ = writeln!(out, "{:depth$}{line}", "", depth = depth * 2);
    }

    fn statements(&mut self, depth: usize, result: Ty) -> String {
        let mut out = String::new();
        for _ in 0..1 + self.random.below(5) {
            if self.budget > 0 {
                self.statement(&mut out, depth, result);
            }
        }
        out
    }

    fn statement(&mut self, out: &mut String, depth: usize, result: Ty) {
        self.budget -= 1;
        let nested = depth < 7;
        match self.random.below(16) {
            0..=3 => {
                let local = self.random.below(self.assignable);
                let value = self.expression(self.locals[local], 3);
                self.line(out, depth, &format!("(local.set $l{local} {value})"));
            }
            4 => {
                let global = self.random.below(self.globals.len());
                let value = self.expression(self.globals[global], 3);
                self.line(out, depth, &format!("(global.set $g{global} {value})"));
            }
            5 | 6 => {
                let ty = Ty::any(&mut self.random);
                let address = self.address();
                let value = self.expression(ty, 3);
                let op = match (ty, self.random.below(3)) {
                    (I32 | I64, 0) => "store8",
                    (I32 | I64, 1) => "store16",
                    _ => "store",
                };
                let offset = self.random.below(3) * 4;
                let store = format!("({}.{op} offset={offset} {address} {value})", ty.name());
                self.line(out, depth, &store);
            }
            7 | 8 if nested => {
                let condition = self.expression(I32, 3);
                let then = self.statements(depth + 2, result);
                self.line(out, depth, &format!("(if {condition}"));
                self.line(out, depth, &format!("  (then\n{then}  )"));
                if self.random.one_in(2) {
                    let other = self.statements(depth + 2, result);
                    self.line(out, depth, &format!("  (else\n{other}  )"));
                }
                self.line(out, depth, ")");
            }
            9 | 10 if nested && self.loops < 3 => self.loop_(out, depth, result),
            11 if nested => self.switch(out, depth, result),
            12 => {
                let value = self.expression(I32, 3);
                self.line(out, depth, &format!("(call $log {value})"));
            }
            13 if self.random.one_in(3) => {
                let (condition, value) = (self.expression(I32, 3), self.expression(result, 2));
                self.line(out, depth, &format!("(if {condition} (then (return {value})))"));
            }
            14 => {
                let (to, value) = (self.address(), self.expression(I32, 2));
                let length = self.random.below(40);
                let tail = format!("(i32.const {length})");
                if self.random.one_in(2) {
                    self.line(out, depth, &format!("(memory.fill {to} {value} {tail})"));
                } else {
                    let from = self.address();
                    self.line(out, depth, &format!("(memory.copy {to} {from} {tail})"));
                }
            }
            _ => {
                let ty = Ty::any(&mut self.random);
                let value = self.expression(ty, 3);
                self.line(out, depth, &format!("(drop {value})"));
            }
        }
    }

    /// A loop of a few rounds, in one of the shapes that compilers make.
    fn loop_(&mut self, out: &mut String, depth: usize, result: Ty) {
        let counter = self.locals.len();
        self.locals.push(I32);
        self.labels += 1;
        let label = self.labels;
        let bound = match self.random.below(3) {
            0 => format!("(i32.const {})", 1 + self.random.below(6)),
            1 => format!("(i32.and {} (i32.const 7))", self.expression(I32, 2)),
            _ => "(i32.const 4)".to_string(),
        };
        let (step, get) = (1 + self.random.below(2), format!("(local.get $l{counter})"));
        // The bound is computed once, or in each round: then it may change.
        let limit = if self.random.one_in(2) {
            let limit = self.locals.len();
            self.locals.push(I32);
            self.line(out, depth, &format!("(local.set $l{limit} {bound})"));
            format!("(local.get $l{limit})")
        } else {
            bound
        };
        let top = self.random.one_in(2);
        self.line(out, depth, &format!("(local.set $l{counter} (i32.const 0))"));
        self.line(out, depth, &format!("(block $out{label} (loop $next{label}"));
        if top {
            let test = format!("  (br_if $out{label} (i32.ge_s {get} {limit}))");
            self.line(out, depth, &test);
        }
        self.loops += 1;
        *out += &self.statements(depth + 1, result);
        if self.random.one_in(3) {
            let condition = self.expression(I32, 3);
            self.line(out, depth, &format!("  (br_if $out{label} {condition})"));
            *out += &self.statements(depth + 1, result);
        }
        self.loops -= 1;
        let add = format!("  (local.set $l{counter} (i32.add {get} (i32.const {step})))");
        self.line(out, depth, &add);
        if top {
            self.line(out, depth, &format!("  (br $next{label})))"));
        } else {
            let test = format!("  (br_if $next{label} (i32.lt_s {get} {limit}))))");
            self.line(out, depth, &test);
        }
    }

    fn switch(&mut self, out: &mut String, depth: usize, result: Ty) {
        self.labels += 1;
        let (label, cases) = (self.labels, 2 + self.random.below(3));
        let blocks: String = (0..cases).map(|case| format!("(block $c{label}_{case} ")).collect();
        let order = |random: &mut Random| format!("$c{label}_{}", random.below(cases));
        let targets: Vec<String> =
            (0..1 + self.random.below(5)).map(|_| order(&mut self.random)).collect();
        let index = self.expression(I32, 2);
        self.line(out, depth, &format!("{blocks}(br_table {} {index})", targets.join(" ")));
        // The case that is left last is the outermost block, `c0`: break goes there.
        for case in (0..cases).rev() {
            self.line(out, depth, ")");
            if case > 0 {
                *out += &self.statements(depth + 1, result);
                if self.random.one_in(2) {
                    self.line(out, depth + 1, &format!("(br $c{label}_0)"));
                }
            }
        }
    }

    /// Nearly always in bounds, near the others; sometimes at the end of memory.
    fn address(&mut self) -> String {
        let value = self.expression(I32, 2);
        if self.random.one_in(40) {
            return value;
        }
        if self.random.one_in(24) {
            // Up to the last byte of memory, or a few bytes past it, as the offset and the size have it.
            return format!("(i32.or (i32.and {value} (i32.const 7)) (i32.const 65520))");
        }
        let mask = [0x3f, 0xfc, 0x1f8, 0x7][self.random.below(4)];
        format!("(i32.and {value} (i32.const {mask}))")
    }

    fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.random.one_in(4) {
            return self.leaf(ty);
        }
        let name = ty.name();
        match self.random.below(12) {
            0 => {
                let condition = self.expression(I32, depth - 1);
                let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                if self.random.one_in(2) {
                    format!("(select {a} {b} {condition})")
                } else {
                    format!("(if (result {name}) {condition} (then {a}) (else {b}))")
                }
            }
            1 => {
                let address = self.address();
                let op = match (ty, self.random.below(4)) {
                    (I32 | I64, 0) => "load8_u",
                    (I32 | I64, 1) => "load16_s",
                    _ => "load",
                };
                format!("({name}.{op} offset={} {address})", self.random.below(4))
            }
            2 => {
                let mut locals = (0..self.assignable).filter(|l| self.locals[*l] == ty);
                let found = locals.nth(self.random.below(3));
                let value = self.expression(ty, depth - 1);
                found.map_or(value.clone(), |local| format!("(local.tee $l{local} {value})"))
            }
            3 if self.loops < 2 => self.call(ty, depth),
            _ => self.operator(ty, depth),
        }
    }

    fn operator(&mut self, ty: Ty, depth: usize) -> String {
        let name = ty.name();
        let pick = |random: &mut Random, ops: &[&'static str]| ops[random.below(ops.len())];
        match (ty, self.random.below(8)) {
            (I32, 0 | 1) => {
                let of = Ty::any(&mut self.random);
                let compares: &[&str] =
                    if matches!(of, I32 | I64) { &COMPARES } else { &FLOAT_COMPARES };
                let op = pick(&mut self.random, compares);
                let (a, b) = (self.expression(of, depth - 1), self.expression(of, depth - 1));
                format!("({}.{op} {a} {b})", of.name())
            }
            (I32 | I64, 2) => {
                let op =
                    pick(&mut self.random, &["clz", "ctz", "popcnt", "extend8_s", "extend16_s"]);
                format!("({name}.{op} {})", self.expression(ty, depth - 1))
            }
            (I32 | I64, 3) => {
                let op = pick(&mut self.random, &DIVISIONS);
                let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                if self.random.one_in(12) {
                    return format!("({name}.{op} {a} {b})");
                }
                format!(
                    "({name}.{op} {a} ({name}.or ({name}.and {b} ({name}.const 15)) ({name}.const 1)))"
                )
            }
            (I32 | I64, 4) => self.conversion(ty, depth),
            (I32 | I64, _) => {
                let op = pick(&mut self.random, &BINARIES);
                let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                format!("({name}.{op} {a} {b})")
            }
            (F32 | F64, 0 | 1) => {
                let op = pick(&mut self.random, &FLOAT_UNARIES);
                format!("({name}.{op} {})", self.expression(ty, depth - 1))
            }
            (F32 | F64, 2 | 3) => self.conversion(ty, depth),
            (F32 | F64, _) => {
                let op = pick(&mut self.random, &FLOAT_BINARIES);
                let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                format!("({name}.{op} {a} {b})")
            }
        }
    }

    fn conversion(&mut self, ty: Ty, depth: usize) -> String {
        let ops: &[(&str, Ty)] = match ty {
            I32 => &[
                ("i32.wrap_i64", I64),
                ("i64.eqz", I64),
                ("i32.eqz", I32),
                ("i32.trunc_sat_f64_s", F64),
                ("i32.reinterpret_f32", F32),
            ],
            I64 => &[
                ("i64.extend_i32_s", I32),
                ("i64.extend_i32_u", I32),
                ("i64.trunc_sat_f32_u", F32),
                ("i64.reinterpret_f64", F64),
                ("i64.extend32_s", I64),
            ],
            F32 => &[
                ("f32.convert_i32_s", I32),
                ("f32.demote_f64", F64),
                ("f32.convert_i64_u", I64),
                ("f32.reinterpret_i32", I32),
            ],
            F64 => &[
                ("f64.convert_i32_u", I32),
                ("f64.promote_f32", F32),
                ("f64.convert_i64_s", I64),
                ("f64.reinterpret_i64", I64),
            ],
        };
        let (op, from) = ops[self.random.below(ops.len())];
        format!("({op} {})", self.expression(from, depth - 1))
    }

    fn call(&mut self, ty: Ty, depth: usize) -> String {
        if ty == I32 && self.random.one_in(3) {
            return format!("(call $get {})", self.expression(I64, depth - 1));
        }
        let callable: Vec<usize> =
            (0..self.signatures.len()).filter(|f| self.signatures[*f].1 == ty).collect();
        if callable.is_empty() {
            return self.leaf(ty);
        }
        let function = callable[self.random.below(callable.len())];
        let mut text = format!("(call $f{function}");
        for param in &self.signatures[function].0 {
            let _ = write!(text, " {}", self.expression(*param, depth - 1));
        }
        text + ")"
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let locals: Vec<usize> =
            (0..self.locals.len()).filter(|local| self.locals[*local] == ty).collect();
        let globals: Vec<usize> =
            (0..self.globals.len()).filter(|global| self.globals[*global] == ty).collect();
        match self.random.below(8) {
            0..=4 if !locals.is_empty() => {
                format!("(local.get $l{})", locals[self.random.below(locals.len())])
            }
            5 if !globals.is_empty() => {
                format!("(global.get $g{})", globals[self.random.below(globals.len())])
            }
            _ => format!("({})", constant(ty, &mut self.random)),
        }
    }
}
