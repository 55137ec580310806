//! Expressions, and idioms of narrow integers and of floats.

use super::writer::{Local, Writer};

const COMPARES: [&str; 10] =
    ["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"];
const FLOAT_COMPARES: [&str; 6] = ["eq", "ne", "lt", "gt", "le", "ge"];

impl Writer<'_> {
    /// A value of a type, out of what the body loaded.
    pub(super) fn value(&mut self, ty: &str, depth: usize) -> String {
        if depth == 0 || self.random.one_in(4) {
            return self.leaf(ty);
        }
        if ty.starts_with('f') { self.float(ty, depth) } else { self.integer(ty, depth) }
    }

    /// Something that is there: loaded, a constant, an argument, the counter.
    fn leaf(&mut self, ty: &str) -> String {
        let of_type = |local: &&Local| local.ty == ty;
        let found: Vec<String> =
            self.values.iter().filter(of_type).map(|local| local.name.clone()).collect();
        match self.random.below(14) {
            3 if self.plain && self.random.one_in(2) => self.constant(ty),
            0 => self.scalar(ty),
            1 | 2 => self.constant(ty),
            3 if self.counter.is_some() => {
                let counter = self.counter.clone().expect("it is there");
                let (of, name) = (counter.ty, counter.name);
                let value = match counter.ahead {
                    0 => format!("(local.get {name})"),
                    ahead => format!("({of}.add (local.get {name}) ({of}.const {ahead}))"),
                };
                self.cast(value, of, ty)
            }
            _ if !found.is_empty() => {
                format!("(local.get {})", found[self.random.below(found.len())])
            }
            _ if !self.values.is_empty() => {
                let Local { name, ty: of, .. } =
                    self.values[self.random.below(self.values.len())].clone();
                self.cast(format!("(local.get {name})"), of, ty)
            }
            _ => self.scalar(ty),
        }
    }

    /// An argument of the function, which no loop changes.
    pub(super) fn scalar(&mut self, ty: &str) -> String {
        let name = match ty {
            "i32" => ["$x", "$x", "$n"][self.random.below(3)],
            "i64" => "$y",
            "f32" => "$z",
            _ => "$w",
        };
        format!("(local.get {name})")
    }

    fn constant(&mut self, ty: &str) -> String {
        let number = match ty {
            "f32" => {
                self.random.pick(&["0", "-0", "1", "0.5", "-3.25", "nan", "inf", "255", "0.1"])
            }
            "f64" => {
                self.random.pick(&["0", "-0", "1", "0.5", "-3.25", "nan", "-inf", "1e9", "0.1"])
            }
            _ => self.random.pick(&[
                "0",
                "1",
                "2",
                "3",
                "5",
                "7",
                "-1",
                "127",
                "128",
                "255",
                "-128",
                "32767",
                "65535",
                "0x55555555",
                "1000003",
                "16",
                "31",
                "33",
            ]),
        };
        format!("({ty}.const {number})")
    }

    /// A value in another type.
    pub(super) fn cast(&mut self, value: String, from: &str, to: &str) -> String {
        let r = &mut *self.random;
        let sign = r.pick(&["s", "u"]);
        // Bits of the same size now and then.
        let bits = r.one_in(6);
        match (from, to) {
            _ if from == to => value,
            ("i32", "i64") => format!("(i64.extend_i32_{sign} {value})"),
            ("i64", "i32") => format!("(i32.wrap_i64 {value})"),
            ("f32", "f64") => format!("(f64.promote_f32 {value})"),
            ("f64", "f32") => format!("(f32.demote_f64 {value})"),
            ("f32", "i32") | ("f64", "i64") | ("i32", "f32") | ("i64", "f64") if bits => {
                format!("({to}.reinterpret_{from} {value})")
            }
            ("i32" | "i64", _) => format!("({to}.convert_{from}_{sign} {value})"),
            _ => format!("({to}.trunc_sat_{from}_{sign} {value})"),
        }
    }

    /// 0 or 1.
    pub(super) fn condition(&mut self) -> String {
        let found: Vec<&'static str> = self.values.iter().map(|local| local.ty).collect();
        let ty = if found.is_empty() { "i32" } else { found[self.random.below(found.len())] };
        let (a, b) = (self.value(ty, 1), self.leaf(ty));
        let op = match ty {
            "f32" | "f64" => self.random.pick(&FLOAT_COMPARES),
            _ => self.random.pick(&COMPARES),
        };
        if ty.starts_with('i') && self.random.one_in(8) {
            return format!("({ty}.eqz {a})");
        }
        format!("({ty}.{op} {a} {b})")
    }

    fn float(&mut self, ty: &str, depth: usize) -> String {
        let a = self.value(ty, depth - 1);
        if self.random.one_in(5) {
            let op = self
                .random
                .pick(&["neg", "abs", "sqrt", "ceil", "floor", "trunc", "nearest", "neg"]);
            return format!("({ty}.{op} {a})");
        }
        let b = self.value(ty, depth - 1);
        match self.random.below(12) {
            0..=5 => {
                let op = self.random.pick(&["add", "add", "mul", "mul", "sub", "div"]);
                format!("({ty}.{op} {a} {b})")
            }
            6 | 7 => {
                let op = self.random.pick(&["min", "max", "copysign"]);
                format!("({ty}.{op} {a} {b})")
            }
            8 | 9 => {
                // Of the values that are compared, or of others.
                let op = self.random.pick(&FLOAT_COMPARES);
                format!("(select {a} {b} ({ty}.{op} {a} {b}))")
            }
            10 => format!("(select {a} {b} {})", self.condition()),
            _ => {
                // Neither of these is the operand for all operands.
                let (op, zero) =
                    self.random.pick(&[("add", "0"), ("add", "-0"), ("sub", "0"), ("mul", "1")]);
                format!("({ty}.{op} {a} ({ty}.const {zero}))")
            }
        }
    }

    fn integer(&mut self, ty: &str, depth: usize) -> String {
        if self.random.one_in(2) && self.values.iter().any(|local| local.ty == ty) {
            return self.idiom(ty);
        }
        let a = self.value(ty, depth - 1);
        if self.random.one_in(8) && !self.plain {
            let op = match ty {
                "i64" => self.random.pick(&["popcnt", "clz", "ctz", "extend32_s", "extend8_s"]),
                _ => self.random.pick(&["popcnt", "clz", "ctz", "extend8_s", "extend16_s"]),
            };
            return format!("({ty}.{op} {a})");
        }
        match self.random.below(if self.plain { 9 } else { 16 }) {
            0..=8 => {
                let b = self.value(ty, depth - 1);
                let op = self.random.pick(&["add", "add", "sub", "mul", "and", "or", "xor"]);
                format!("({ty}.{op} {a} {b})")
            }
            9..=11 => {
                let op = self.random.pick(&["shl", "shr_s", "shr_u", "rotl", "rotr"]);
                // Amounts below the width of the element, and of at least it.
                let by = match self.random.below(3) {
                    0 => self.leaf(ty),
                    1 => {
                        let by =
                            self.random.pick(&[1, 4, 7, 8, 15, 16, 24, 31, 32, 33, 40, 63, 64]);
                        format!("({ty}.const {by})")
                    }
                    _ => self.scalar(ty),
                };
                format!("({ty}.{op} {a} {by})")
            }
            12 | 13 => {
                let b = self.leaf(ty);
                format!("(select {a} {b} {})", self.condition())
            }
            14 => {
                let test = self.condition();
                if ty == "i64" { format!("(i64.extend_i32_s {test})") } else { test }
            }
            _ => {
                let divisor = self.random.pick(&[3, 7, 10, 255, 8]);
                let op = self.random.pick(&["div_u", "rem_u", "div_s"]);
                format!("({ty}.{op} {a} ({ty}.const {divisor}))")
            }
        }
    }

    /// What compilers write for an operation that vectors have.
    fn idiom(&mut self, ty: &str) -> String {
        let mut found: Vec<Local> =
            self.values.iter().filter(|local| local.ty == ty).cloned().collect();
        let one = found[self.random.below(found.len())].clone();
        // Mostly of the same kind.
        if !self.random.one_in(4) {
            found.retain(|local| (local.bits, local.signed) == (one.bits, one.signed));
        }
        let other = found[self.random.below(found.len())].clone();
        let (bits, signed) = (one.bits.min(32), one.signed);
        let sign = if signed { "s" } else { "u" };
        let (a, b) = (format!("(local.get {})", one.name), format!("(local.get {})", other.name));
        let (least, most) = if signed {
            (-1i64 << (bits - 1), (1i64 << (bits - 1)) - 1)
        } else {
            (0, (1i64 << bits) - 1)
        };
        let number = |value: i64| match ty {
            "i32" => format!("(i32.const {})", value as i32),
            _ => format!("(i64.const {value})"),
        };
        match self.random.below(15) {
            0..=2 => {
                // A sum that is kept in the bounds of the element.
                let op = self.random.pick(&["add", "sub", "add", "mul"]);
                let sum = self.local("t", if ty == "i32" { "i32" } else { "i64" });
                self.line(&format!("(local.set {sum} ({ty}.{op} {a} {b}))"));
                let (get, least, most) =
                    (format!("(local.get {sum})"), number(least), number(most));
                let low = format!("(select {get} {least} ({ty}.gt_s {get} {least}))");
                self.line(&format!("(local.set {sum} {low})"));
                if self.random.one_in(2) {
                    format!("(select {get} {most} ({ty}.lt_s {get} {most}))")
                } else {
                    format!("(select {most} {get} ({ty}.ge_s {get} {most}))")
                }
            }
            3 => {
                let round = self.random.pick(&[1, 1, 0]);
                let sum = format!("({ty}.add ({ty}.add {a} {b}) {})", number(round));
                format!("({ty}.shr_u {sum} {})", number(1))
            }
            4 => {
                let less = format!("({ty}.lt_{sign} {a} {b})");
                format!("(select ({ty}.sub {b} {a}) ({ty}.sub {a} {b}) {less})")
            }
            5 => {
                let zero = number(0);
                format!("(select ({ty}.sub {zero} {a}) {a} ({ty}.lt_s {a} {zero}))")
            }
            6 => {
                let signs =
                    format!("({ty}.shr_s {a} {})", number(if ty == "i32" { 31 } else { 63 }));
                format!("({ty}.sub ({ty}.xor {a} {signs}) {signs})")
            }
            7 | 8 => {
                let test = self.random.pick(&["lt", "gt", "le", "ge"]);
                let sign = if self.random.one_in(5) { "u" } else { sign };
                format!("(select {a} {b} ({ty}.{test}_{sign} {a} {b}))")
            }
            9 => format!("({ty}.shr_{sign} ({ty}.mul {a} {b}) {})", number(bits)),
            10 => {
                let product = format!("({ty}.add ({ty}.mul {a} {b}) {})", number(1 << (bits - 2)));
                format!("({ty}.shr_s {product} {})", number(bits - 1))
            }
            11 => {
                let c = if ty == "i32" { "(local.get $x)" } else { "(local.get $y)" };
                let (part, rest) = (number(77), number(179));
                let sum = format!("({ty}.add ({ty}.mul {a} {part}) ({ty}.mul {b} {rest}))");
                format!("({ty}.shr_u ({ty}.add {sum} {c}) {})", number(8))
            }
            12 => {
                let op = self.random.pick(&COMPARES);
                let test = format!("({ty}.{op} {a} {b})");
                let test = if ty == "i64" { format!("(i64.extend_i32_u {test})") } else { test };
                format!("({ty}.sub {} {test})", number(0))
            }
            13 => {
                // Bits of one or of the other.
                let mask = number(self.random.pick(&[15, 240, 0x00ff_00ff, 1]));
                let rest = format!("({ty}.xor {mask} {})", number(-1));
                format!("({ty}.or ({ty}.and {a} {mask}) ({ty}.and {b} {rest}))")
            }
            _ => {
                let by = self.random.below(2 * bits as usize) as i64;
                let op = self.random.pick(&["shl", "shr_s", "shr_u"]);
                let narrow = match (ty, bits) {
                    ("i32", 8) => format!("(i32.extend8_s {a})"),
                    ("i32", 16) => format!("(i32.and {a} (i32.const 65535))"),
                    _ => a,
                };
                format!("({ty}.{op} {narrow} {})", number(by))
            }
        }
    }
}
