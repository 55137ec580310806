//! Programs on garbage-collected objects: structs in a hierarchy of types, arrays, small integers, functions as values,
//! external references. Objects are allocated, linked, changed, compared by identity, passed to functions, kept in
//! globals, arrays and other objects, and carried around loops. References are tested, cast and branched on, with and
//! without null; some casts fail.
//!
//! Among the types are pairs that are equal although they are declared twice (`$point` and `$copy`, `$first` and
//! `$third`: equal recursion groups), and types of equal structure that are not equal (`$right` and `$same`).
//!
//! Some programs export globals and functions that mention types of objects, so that these types are public. Some
//! parameters are never mentioned, some get arguments of fewer types than they could, and many fields are never read.
//!
//! What a program does is seen by the integers that its exports return, calls of the host, and a global.

mod types;

use crate::Random;
use std::fmt::Write;
use types::{CASTS, CLASSES, TYPES, is_below, subtypes};

/// The locals of each function, with their types; a name of a heap type stands for nullable references to it.
const LOCALS: [(&str, &str); 25] = [
    ("$x", "i32"),
    ("$y", "i32"),
    ("$z", "i32"),
    ("$w", "i64"),
    ("$b", "$base"),
    ("$c", "$base"),
    ("$l", "$left"),
    ("$k", "$leaf"),
    ("$r", "$right"),
    ("$s", "$same"),
    ("$p", "$point"),
    ("$q", "$copy"),
    ("$u", "$first"),
    ("$v", "$third"),
    ("$j", "$second"),
    ("$f", "array"),
    ("$a", "any"),
    ("$d", "any"),
    ("$e", "eq"),
    ("$t", "struct"),
    ("$n", "$ints"),
    ("$m", "$refs"),
    ("$i", "i31"),
    ("$h", "$fn"),
    ("$o", "extern"),
];
/// The locals that are parameters.
const PARAMETERS: [&str; 3] = ["$x", "$b", "$a"];
const FUNCTIONS: usize = 4;

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    left: usize,
    labels: usize,
    loops: Vec<usize>,
    /// The function that is written; it calls those before it.
    function: usize,
}

/// The program of a seed.
pub fn objects(random: &mut Random) -> String {
    let mut functions = String::new();
    for function in 0..FUNCTIONS {
        let left = 6 + random.below(16);
        let mut writer =
            Writer { random, text: String::new(), left, labels: 0, loops: Vec::new(), function };
        writer.initialize();
        writer.block(2);
        let body = writer.text;
        let returned = writer.random.pick(&["$b", "$c", "$l", "$k", "$r"]);
        let locals: String = LOCALS
            .iter()
            .filter(|(name, _)| !PARAMETERS.contains(name))
            .map(|(name, ty)| format!(" (local {name} {})", of(ty)))
            .collect();
        _ = write!(
            functions,
            "  (func $f{function} (param $x i32) (param $b (ref null $base)) (param $a anyref)
      (result (ref null $base))
   {locals} (local $fuel i32)
    (local.set $fuel (i32.const 12))
    (global.set $depth (i32.sub (global.get $depth) (i32.const 1)))
    (if (i32.lt_s (global.get $depth) (i32.const 0)) (then (return (local.get $b))))
{body}    (global.set $g (i32.add (global.get $g) (local.get $y)))
    (local.get {returned}))\n"
        );
    }
    let last = FUNCTIONS - 1;
    // Types that the outside knows.
    let exported = match random.below(6) {
        0 => "  (global $shown (export \"shown\") (mut (ref null $left)) (ref.null none))\n",
        1 => "  (global $shown (export \"shown\") (mut (ref null $first)) (ref.null none))\n",
        2 => {
            "  (func (export \"shown\") (param $p (ref null $point)) (result i32) (i32.const 1))\n"
        }
        _ => "",
    };
    let narrow = random.pick(&["$left", "$leaf", "$right", "$same"]);
    let tested = random.pick(&["$left", "$leaf", "$right", "$same"]);
    let number = random.below(9);
    format!(
        r#"(module
{TYPES}
  (import "host" "log" (func $log (param i32)))
  (global $g (export "g") (mut i32) (i32.const 0))
  (global $depth (mut i32) (i32.const 0))
  (global $kept (mut (ref null $base)) (ref.null none))
  (global $anything (mut anyref) (ref.i31 (i32.const {number})))
  (global $origin (ref $point) (struct.new $point (i32.const 3) (i64.const {number})))
  (elem declare func $twice $tag)
  (func $twice (type $fn) (i32.mul (local.get 1) (i32.const 2)))
  (func $tag (type $fn) (local $n i32)
    (if (ref.is_null (local.get 0)) (then (return (i32.const -1))))
    (struct.set $base 0 (local.get 0)
      (i32.add (struct.get $base 0 (local.get 0)) (local.get 1)))
    (struct.get $base 0 (local.get 0)))
  (func $make (param $n i32) (result (ref null $base))
    (block $leaf (block $right (block $same (block $null
      (br_table $leaf $right $same $leaf $right $null $same (i32.rem_u (local.get $n) (i32.const 7))))
      (return (ref.null $base)))
      (return (struct.new $same (local.get $n) (ref.null $base) (ref.i31 (local.get $n)))))
      (return (struct.new $right (local.get $n) (global.get $kept) (global.get $origin))))
    (struct.new $leaf (local.get $n) (ref.null $base) (i32.const 2) (i64.const 5) (ref.null eq)))
  (func $sum (param $b (ref null $base)) (result i32) (local $s i32) (local $n i32)
    (block $done
      (loop $on
        (br_if $done (i32.gt_u (local.get $n) (i32.const 6)))
        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (local.set $s (i32.mul (local.get $s) (i32.const 31)))
        (local.set $s (i32.add (local.get $s)
          (struct.get $base 0 (br_on_null $done (local.get $b)))) )
        (if (ref.test (ref $left) (local.get $b))
          (then (local.set $s (i32.add (local.get $s)
            (struct.get $left 2 (ref.cast (ref $left) (local.get $b)))))))
        (if (ref.test (ref $right) (local.get $b)) (then (local.set $s (i32.const 7))))
        (local.set $b (struct.get $base 1 (local.get $b)))
        (br $on)))
    (local.get $s))
{exported}  (func $narrow (param $none i64) (param $b (ref null $base)) (param $a anyref) (result i32)
    (if (ref.test (ref {tested}) (local.get $a)) (then (return (i32.const 11))))
    (block $not (result anyref)
      (return (struct.get {tested} 0 (br_on_cast_fail $not anyref (ref {tested}) (local.get $b)))))
    (drop)
    (ref.eq (local.get $b) (ref.cast eqref (local.get $a))))
{functions}  (func (export "narrow") (param $n i32) (result i32)
    (i32.add
      (call $narrow (i64.const 1) (ref.cast (ref null {narrow}) (call $make (local.get $n))) (ref.null none))
      (call $narrow (i64.extend_i32_s (local.get $n)) (ref.null $base) (call $make (local.get $n)))))
  (func (export "run") (param $n i32) (result i32)
    (global.set $depth (i32.const 40))
    (call $sum (call $f{last} (local.get $n) (call $make (local.get $n)) (ref.i31 (local.get $n)))))
  (func (export "again") (param $n i32) (result i32) (local $b (ref null $base))
    (global.set $depth (i32.const 40))
    (local.set $b (struct.new $left (i32.const 4) (ref.null $base) (local.get $n)))
    (global.set $kept (call $f{last} (i32.const 5) (local.get $b) (local.get $b)))
    (i32.add (call $sum (global.get $kept))
      (i32.add (call $sum (local.get $b)) (ref.eq (global.get $kept) (local.get $b))))))
"#
    )
}

/// The value type that a name stands for.
fn of(ty: &str) -> String {
    match ty {
        "i32" | "i64" => ty.to_owned(),
        heap => format!("(ref null {heap})"),
    }
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        _ = writeln!(self.text, "{:1$}{text}", "", depth * 2);
    }

    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    /// A local that holds values of a type, or of one below it.
    fn local(&mut self, ty: &str) -> &'static str {
        let all: Vec<&str> =
            LOCALS.iter().filter(|(_, own)| is_below(own, ty)).map(|(name, _)| *name).collect();
        self.random.pick(&all)
    }

    /// Most locals hold an object from the start.
    fn initialize(&mut self) {
        for (name, ty) in LOCALS.iter().filter(|(name, _)| !PARAMETERS.contains(name)) {
            if matches!(*ty, "i32" | "i64") || self.random.one_in(9) {
                continue;
            }
            let value = self.new_object(ty, 0);
            self.line(2, &format!("(local.set {name} {value})"));
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(3) {
                0 => format!("(i32.const {})", self.random.below(12) as i32 - 3),
                _ => format!("(local.get {})", self.local("i32")),
            };
        }
        let down = depth - 1;
        match self.random.below(19) {
            0 | 1 => self.number(0),
            2 => {
                let op = self.random.pick(&["add", "sub", "mul", "xor", "lt_s", "and", "eq"]);
                format!("(i32.{op} {} {})", self.number(down), self.number(down))
            }
            3 | 4 => self.field("i32", down),
            5 => {
                let ty = self.random.pick(&["i32", "packed"]);
                self.field(ty, down)
            }
            6 => {
                let at = self.random.below(3);
                format!("(array.get $ints {} (i32.const {at}))", self.value("$ints", down))
            }
            7 => {
                let arrays = self.random.pick(&["$ints", "$refs"]);
                format!("(array.len {})", self.value(arrays, down))
            }
            8 => format!("(ref.is_null {})", self.any_reference(down)),
            9 | 10 => self.test(down),
            11 | 12 => format!("(ref.eq {} {})", self.comparable(down), self.comparable(down)),
            13 => {
                let sign = self.random.pick(&["s", "u"]);
                format!("(i31.get_{sign} {})", self.value("i31", down))
            }
            14 => format!("(i32.wrap_i64 {})", self.wide(down)),
            15 => format!("(call $sum {})", self.value("$base", down)),
            16 => {
                let (object, number) = (self.value("$base", down), self.number(0));
                format!("(call_ref $fn {object} {number} {})", self.value("$fn", down))
            }
            17 => format!("(i32.eqz {})", self.number(down)),
            _ => {
                let (first, second) = (self.number(down), self.number(down));
                format!("(select {first} {second} {})", self.number(down))
            }
        }
    }

    fn wide(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 2 } else { 3 }) {
            0 => "(local.get $w)".to_owned(),
            1 => format!("(i64.const {})", self.random.below(7)),
            _ => self.field("i64", depth - 1),
        }
    }

    /// The value of a field.
    fn field(&mut self, ty: &str, depth: usize) -> String {
        let (class, field, _) = self.random.pick(&types::fields_of(ty));
        let op = if ty == "packed" { "struct.get_s" } else { "struct.get" };
        format!("({op} {class} {field} {})", self.value(class, depth))
    }

    fn comparable(&mut self, depth: usize) -> String {
        let ty = self.random.pick(&["eq", "$base", "$base", "$left", "$point", "i31", "struct"]);
        self.value(ty, depth)
    }

    fn any_reference(&mut self, depth: usize) -> String {
        let ty =
            self.random.pick(&["any", "eq", "$base", "$leaf", "$point", "i31", "$fn", "extern"]);
        self.value(ty, depth)
    }

    fn nullable(&mut self) -> &'static str {
        self.random.pick(&["", "", "null "])
    }

    /// A type to which values of another may be cast, and that other one.
    fn cast_types(&mut self) -> (&'static str, &'static str) {
        let (from, below) = self.random.pick(&CASTS);
        (from, self.random.pick(below))
    }

    fn test(&mut self, depth: usize) -> String {
        let ((from, to), null) = (self.cast_types(), self.nullable());
        format!("(ref.test (ref {null}{to}) {})", self.value(from, depth))
    }

    /// A reference that is not null, to a new object where the type has any.
    fn new_object(&mut self, ty: &str, depth: usize) -> String {
        let ty = match ty {
            "any" | "eq" => self.random.pick(&["$base", "$leaf", "$point", "i31", "$ints"]),
            "struct" => self.random.pick(&["$base", "$right", "$point", "$third"]),
            "array" => self.random.pick(&["$ints", "$refs"]),
            ty => self.random.pick(&subtypes(ty)),
        };
        match ty {
            "i31" => format!("(ref.i31 {})", self.number(depth)),
            "$fn" => format!("(ref.func {})", self.random.pick(&["$twice", "$tag"])),
            "extern" => format!("(extern.convert_any {})", self.new_object("any", depth)),
            "$ints" if self.random.one_in(2) => {
                format!("(array.new $ints {} (i32.const 3))", self.number(depth))
            }
            "$ints" => {
                let elements: Vec<String> = (0..3).map(|_| self.number(depth)).collect();
                format!("(array.new_fixed $ints 3 {})", elements.join(" "))
            }
            "$refs" if self.random.one_in(2) => {
                "(array.new_default $refs (i32.const 3))".to_owned()
            }
            "$refs" => {
                let element = if depth > 0 {
                    self.value("$base", depth - 1)
                } else {
                    "(ref.null none)".to_owned()
                };
                format!("(array.new $refs {element} (i32.const 4))")
            }
            class if self.random.one_in(8) => format!("(struct.new_default {class})"),
            class => {
                let (_, fields) = CLASSES.iter().find(|(name, _)| *name == class).expect("a class");
                let values: String = fields
                    .iter()
                    .map(|(ty, _)| match *ty {
                        "i32" | "packed" => format!(" {}", self.number(depth)),
                        "i64" => format!(" {}", self.wide(depth)),
                        ty if depth > 0 => format!(" {}", self.value(ty, depth - 1)),
                        ty => format!(" (ref.null {ty})"),
                    })
                    .collect();
                format!("(struct.new {class}{values})")
            }
        }
    }

    /// A reference of a heap type that may be null.
    fn value(&mut self, ty: &str, depth: usize) -> String {
        if depth == 0 {
            return format!("(local.get {})", self.local(ty));
        }
        let down = depth - 1;
        match self.random.below(20) {
            0..=4 => format!("(local.get {})", self.local(ty)),
            5..=7 => self.new_object(ty, down),
            8 if self.random.one_in(3) => format!("(ref.null {ty})"),
            8 => format!("(ref.as_non_null {})", self.value(ty, down)),
            9 | 10 => {
                let from = types::above(ty);
                if from == ty {
                    return self.value(ty, down);
                }
                self.cast(from, ty, down)
            }
            11 => {
                let (a, b) = (self.value(ty, down), self.value(ty, down));
                format!("(select (result {}) {a} {b} {})", of(ty), self.number(down))
            }
            12 => {
                let (condition, a) = (self.number(down), self.value(ty, down));
                let b = self.value(ty, down);
                format!("(if (result {}) {condition} (then {a}) (else {b}))", of(ty))
            }
            13 | 14 if !types::fields_of(ty).is_empty() => self.field(ty, down),
            15 if is_below("$base", ty) => match self.random.below(4) {
                0 => "(global.get $kept)".to_owned(),
                1 => format!("(array.get $refs {} (i32.const 1))", self.value("$refs", down)),
                2 => format!("(call $make {})", self.number(down)),
                _ => self.call(),
            },
            16 if is_below("any", ty) => match self.random.below(3) {
                0 => format!("(any.convert_extern {})", self.value("extern", down)),
                _ => "(global.get $anything)".to_owned(),
            },
            16 if ty == "extern" => format!("(extern.convert_any {})", self.value("any", down)),
            17 if is_below("$point", ty) => "(global.get $origin)".to_owned(),
            18 if !matches!(ty, "any" | "extern" | "$fn") => self.branch_on_cast(ty, down),
            _ => {
                let label = self.label();
                let (value, other) = (self.value(ty, down), self.new_object(ty, 0));
                format!(
                    "(block $v{label} (result (ref {ty})) (br_on_non_null $v{label} {value}) {other})"
                )
            }
        }
    }

    /// A cast that mostly succeeds: behind a test, or of what was just converted.
    fn cast(&mut self, from: &str, to: &str, depth: usize) -> String {
        let null = self.nullable();
        match self.random.below(8) {
            0 => format!("(ref.cast (ref {null}{to}) {})", self.value(from, depth)),
            1 => format!("(ref.cast (ref {null}{to}) {})", self.value(to, depth)),
            _ => {
                let local = match from {
                    "$base" | "eq" | "struct" | "any" => self.local_of(from),
                    _ => self.local_of("any"),
                };
                let value = self.value(from, depth);
                let (tested, otherwise) = (self.nullable(), self.value(to, depth));
                // A test for another type: not each cast behind one is redundant.
                let asked = if self.random.one_in(8) { types::above(to) } else { to };
                format!(
                    "(if (result (ref null {to})) (ref.test (ref {tested}{asked}) (local.tee {local} {value}))
      (then (ref.cast (ref null {to}) (local.get {local}))) (else {otherwise}))"
                )
            }
        }
    }

    /// A local of exactly this type.
    fn local_of(&mut self, ty: &str) -> &'static str {
        let all: Vec<&str> =
            LOCALS.iter().filter(|(_, own)| *own == ty).map(|(name, _)| *name).collect();
        self.random.pick(&all)
    }

    fn branch_on_cast(&mut self, ty: &str, depth: usize) -> String {
        let (label, null) = (self.label(), self.nullable());
        let from = types::above(ty);
        let (value, other) = (self.value(from, depth), self.new_object(ty, 0));
        match self.random.below(2) {
            0 => format!(
                "(block $v{label} (result (ref null {ty}))
      (br_on_cast $v{label} (ref null {from}) (ref {null}{ty}) {value}) (drop) {other})"
            ),
            _ => format!(
                "(block $w{label} (result (ref null {ty})) (block $v{label} (result (ref null {from}))
      (br_on_cast_fail $v{label} (ref null {from}) (ref {null}{ty}) {value}) (br $w{label}))
      (drop) {other})"
            ),
        }
    }

    fn call(&mut self) -> String {
        let (number, object) = (self.number(1), self.value("$base", 1));
        match self.function {
            n @ 1.. if self.random.one_in(3) => {
                let callee = self.random.below(n);
                format!("(call $f{callee} {number} {object} {})", self.value("any", 1))
            }
            _ => format!("(call $make {number})"),
        }
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(4) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.statement(depth);
        }
    }

    fn assignment(&mut self, depth: usize) {
        let (local, ty) = self.random.pick(&LOCALS);
        let value = match ty {
            "i32" => self.number(3),
            "i64" => self.wide(2),
            ty => self.value(ty, 3),
        };
        self.line(depth, &format!("(local.set {local} {value})"));
    }

    fn statement(&mut self, depth: usize) {
        let nested = depth < 8;
        match self.random.below(20) {
            0..=5 => self.assignment(depth),
            6 | 7 => self.change(depth),
            8 => {
                let value = self.number(2);
                self.line(depth, &format!("(call $log {value})"));
            }
            9 => {
                let (global, ty) = self.random.pick(&[("$kept", "$base"), ("$anything", "any")]);
                let value = self.value(ty, 2);
                self.line(depth, &format!("(global.set {global} {value})"));
            }
            10 => {
                let call = self.call();
                self.line(depth, &format!("(local.set $c {call})"));
            }
            11 | 12 if nested => {
                let condition = self.number(2);
                self.line(depth, &format!("(if {condition} (then"));
                self.block(depth + 1);
                self.line(depth, ") (else");
                self.block(depth + 1);
                self.line(depth, "))");
            }
            13 | 14 if nested => self.repeat(depth),
            15..=17 if nested => self.branch(depth),
            18 if nested => self.search(depth),
            _ => self.assignment(depth),
        }
    }

    /// A field or an element gets another value.
    fn change(&mut self, depth: usize) {
        let text = match self.random.below(6) {
            0 => {
                let (array, value) = (self.value("$ints", 1), self.number(1));
                format!("(array.set $ints {array} (i32.const 1) {value})")
            }
            1 => {
                let (array, value) = (self.value("$refs", 1), self.value("$base", 1));
                format!("(array.set $refs {array} (i32.const 1) {value})")
            }
            _ => {
                let all: Vec<_> = types::all_fields().filter(|field| field.3).collect();
                let (class, field, ty, _) = self.random.pick(&all);
                let object = self.value(class, 1);
                let value = match ty {
                    "i32" | "packed" => self.number(1),
                    "i64" => self.wide(1),
                    ty => self.value(ty, 1),
                };
                format!("(struct.set {class} {field} {object} {value})")
            }
        };
        self.line(depth, &text);
    }

    fn repeat(&mut self, depth: usize) {
        let label = self.label();
        self.line(depth, &format!("(loop $l{label}"));
        self.loops.push(label);
        self.burn(depth + 1);
        self.block(depth + 1);
        self.loops.pop();
        let condition = self.number(2);
        self.line(depth + 1, &format!("(br_if $l{label} {condition}))"));
    }

    fn burn(&mut self, depth: usize) {
        self.line(depth, "(local.set $fuel (i32.sub (local.get $fuel) (i32.const 1)))");
        self.line(
            depth,
            "(if (i32.lt_s (local.get $fuel) (i32.const 0)) (then (return (local.get $b))))",
        );
    }

    /// A branch on a reference, with code on both ways.
    fn branch(&mut self, depth: usize) {
        let (label, null) = (self.label(), self.nullable());
        let (from, to) = self.cast_types();
        let (value, local) = (self.value(from, 2), self.local_of(to));
        let back = self.local_of(from);
        match self.random.below(4) {
            0 => {
                let value = self.value(to, 2);
                self.line(depth, &format!("(block $e{label} (block $n{label}"));
                self.line(
                    depth + 1,
                    &format!("(local.set {local} (br_on_null $n{label} {value}))"),
                );
                self.block(depth + 1);
                self.line(depth + 1, &format!("(br $e{label}))"));
            }
            1 => {
                let value = self.value(to, 2);
                self.line(depth, &format!("(block $e{label} (block $n{label} (result (ref {to}))"));
                self.line(depth + 1, &format!("(br_on_non_null $n{label} {value})"));
                self.block(depth + 1);
                self.line(depth + 1, &format!("(br $e{label})) (local.set {local})"));
            }
            2 => {
                let types = format!("(ref null {from}) (ref {null}{to})");
                self.line(
                    depth,
                    &format!("(block $e{label} (block $n{label} (result (ref null {to}))"),
                );
                self.line(depth + 1, &format!("(br_on_cast $n{label} {types} {value})"));
                self.line(depth + 1, &format!("(local.set {back})"));
                self.block(depth + 1);
                self.line(depth + 1, &format!("(br $e{label})) (local.set {local})"));
            }
            _ => {
                let types = format!("(ref null {from}) (ref {null}{to})");
                self.line(
                    depth,
                    &format!("(block $e{label} (block $n{label} (result (ref null {from}))"),
                );
                self.line(depth + 1, &format!("(br_on_cast_fail $n{label} {types} {value})"));
                self.line(depth + 1, &format!("(local.set {local})"));
                self.block(depth + 1);
                self.line(depth + 1, &format!("(br $e{label})) (local.set {back})"));
            }
        }
        self.block(depth + 1);
        self.line(depth, ")");
    }

    /// A loop that follows links until null or an object of another type.
    fn search(&mut self, depth: usize) {
        let label = self.label();
        let start = self.value("$base", 2);
        let class = self.random.pick(&["$left", "$leaf", "$right", "$same"]);
        self.line(depth, &format!("(local.set $c {start})"));
        self.line(depth, &format!("(block $e{label} (loop $l{label}"));
        self.burn(depth + 1);
        self.line(depth + 1, &format!("(br_if $e{label} (ref.is_null (local.get $c)))"));
        if self.random.one_in(2) {
            self.line(
                depth + 1,
                &format!("(br_if $e{label} (ref.test (ref {class}) (local.get $c)))"),
            );
        }
        self.block(depth + 1);
        self.line(depth + 1, "(local.set $c (struct.get $base 1 (local.get $c)))");
        self.line(depth + 1, &format!("(br $l{label})))"));
    }
}
