//! The functions: methods, whose references objects hold; helpers, most of which are only called
//! directly; exports.

use super::types::{self, Heap, Ty};
use super::{METHODS, Path, Writer};
use crate::Random;
use std::fmt::Write as _;

/// How many functions one call of an export may enter.
const ENTERED: i32 = 40;

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Results {
    Nothing,
    Number,
    Wide,
    Object,
    Two,
    ObjectAndNumber,
}
use Results::*;

/// A function that calls name.
pub(super) struct Helper {
    results: Results,
    /// Whether segments and constants mention it.
    pub escapes: bool,
    /// Whether its results are dropped: always (0), never (1), or by chance.
    dropped: usize,
}

/// The helpers of a program.
pub(super) fn helpers(random: &mut Random) -> Vec<Helper> {
    let all = [Nothing, Number, Number, Number, Wide, Object, Object, Two, ObjectAndNumber];
    let helper = |random: &mut Random| Helper {
        results: random.pick(&all),
        escapes: random.one_in(5),
        dropped: random.below(4).saturating_sub(1),
    };
    (0..3 + random.below(5)).map(|_| helper(random)).collect()
}

impl Results {
    fn text(self) -> &'static str {
        match self {
            Nothing => "",
            Number => "(result i32)",
            Wide => "(result i64)",
            Object => "(result (ref null $obj))",
            Two => "(result i32 i32)",
            ObjectAndNumber => "(result (ref null $obj) i32)",
        }
    }

    fn count(self) -> usize {
        match self {
            Nothing => 0,
            Number | Wide | Object => 1,
            Two | ObjectAndNumber => 2,
        }
    }
}

impl Writer<'_> {
    pub(super) fn functions(&mut self) {
        for n in 0..METHODS[0] {
            self.function(&format!("$m0_{n} (type $m0)"), Number);
        }
        for n in 0..METHODS[1] {
            self.function(&format!("$m1_{n} (type $m1)"), Two);
        }
        for n in 0..self.helpers.len() {
            self.function(&format!("$h{n}"), self.helpers[n].results);
        }
        for n in 0..2 {
            let _ = writeln!(
                self.text,
                "  (func (export \"run{n}\") (param $n i32) (result i32)
    (local $o (ref null $obj)) (local $p (ref null $obj)) (local $a anyref) (local $z i32) (local $i i32)
    (global.set $left (i32.const {ENTERED}))"
            );
            self.budget = 12;
            self.initialize();
            if self.random.one_in(4) {
                let at = self.random.below(4);
                let init = format!("(i32.const {at}) (i32.const 0) (i32.const {})", 4 - at);
                self.line(2, &format!("(table.init $objects $passive {init})"));
            }
            (0..4).for_each(|_| self.statement(2, Number));
            self.text += "    (global.set $g (i32.add (global.get $g) (local.get $z)))
    (local.get $z))\n";
        }
        if self.random.one_in(4) {
            let method = self.method(0);
            let _ = writeln!(
                self.text,
                "  (func (export \"method\") (param $o (ref null $obj)) (param $n i32) (result i32)
    (local $p (ref null $obj)) (local $a anyref) (local $z i32)
    (global.set $left (i32.const {ENTERED}))
    (call_ref $m0 (local.get $o) (local.get $n) {method}))"
            );
        }
    }

    fn initialize(&mut self) {
        for local in ["$o", "$p"] {
            if let Some(path) = self.path_below(types::OBJECT) {
                let _ = writeln!(self.text, "    (local.set {local} {path})");
            }
        }
        if let Some(path) = self.any_path() {
            let _ = writeln!(self.text, "    (local.set $a {})", path.0);
        }
    }

    fn function(&mut self, head: &str, results: Results) {
        let guard = match self.random.below(6) {
            0 if results == Number => {
                "    (drop (br_if 0 (local.get $n) (i32.le_s (global.get $left) (i32.const 0))))\n"
                    .into()
            }
            1 => format!(
                "    (if (i32.le_s (global.get $left) (i32.const 0)) (then (br 1 {})))\n",
                self.values(results, 0)
            ),
            _ => format!(
                "    (if (i32.le_s (global.get $left) (i32.const 0)) (then (return {})))\n",
                self.values(results, 0)
            ),
        };
        let _ = write!(
            self.text,
            "  (func {head} (param $o (ref null $obj)) (param $n i32) {}
    (local $p (ref null $obj)) (local $a anyref) (local $z i32) (local $i i32)
{guard}    (global.set $left (i32.sub (global.get $left) (i32.const 1)))\n",
            results.text()
        );
        self.budget = 7;
        if self.random.one_in(2) {
            self.initialize();
        }
        for _ in 0..1 + self.random.below(4) {
            if self.random.one_in(5) {
                self.leave(results);
            } else {
                self.statement(2, results);
            }
        }
        let end = match self.random.below(6) {
            0 | 1 => self.tail_call(results),
            2 => format!("(return {})", self.values(results, 1)),
            3 => format!(
                "(if (i32.and (local.get $n) (i32.const 1)) (then (return {})) (else (return {}))) (unreachable)",
                self.values(results, 1),
                self.values(results, 0)
            ),
            _ => self.values(results, 2),
        };
        let _ = writeln!(self.text, "    {end})");
    }

    /// A statement at the top of a body that may return by a branch.
    fn leave(&mut self, results: Results) {
        let (condition, values) = (self.number(1), self.values(results, 1));
        let drops = "(drop)".repeat(results.count());
        let object = self.any_path().map_or("(local.get $a)".into(), |path| path.0);
        let text = match self.random.below(6) {
            0 => format!("(br_if 0 {values} {condition}) {drops}"),
            1 => {
                format!("(block {} (br_table 0 1 0 {values} {condition})) {drops}", results.text())
            }
            2 if results == Number => {
                let call = self.call_of(Number);
                format!("(try_table (catch $thrown 0) (drop {call}))")
            }
            3 if results == Object => format!("(drop (br_on_cast 0 anyref (ref $obj) {object}))"),
            4 if results == Object => format!("(br_on_non_null 0 {})", self.object(1)),
            4 if results == Nothing => format!("(drop (br_on_null 0 {}))", self.object(1)),
            5 => format!("(if {condition} (then {}))", self.tail_call(results)),
            _ => format!("(if {condition} (then (br 1 {values})))"),
        };
        let _ = writeln!(self.text, "    {text}");
    }

    /// The values that a function returns.
    fn values(&mut self, results: Results, depth: usize) -> String {
        match results {
            Nothing => String::new(),
            Number => self.number(depth),
            Wide => format!("(i64.extend_i32_s {})", self.number(depth)),
            Object => self.object(depth),
            Two => format!("{} {}", self.number(depth), self.number(0)),
            ObjectAndNumber => format!("{} {}", self.object(depth), self.number(0)),
        }
    }

    fn helper_of(&mut self, results: Results) -> Option<usize> {
        let all = self.helpers.iter().enumerate();
        let all = all.filter(|(_, helper)| helper.results == results && helper.dropped > 0);
        let all: Vec<usize> = all.map(|(n, _)| n).collect();
        (!all.is_empty()).then(|| self.random.pick(&all))
    }

    fn args(&mut self) -> String {
        let object = self.object(1);
        format!("{object} {}", self.number(1))
    }

    fn tail_call(&mut self, results: Results) -> String {
        let helpers = self.helpers.iter().enumerate();
        let helpers = helpers.filter(|(_, helper)| helper.results == results);
        let helpers: Vec<usize> = helpers.map(|(n, _)| n).collect();
        let args = self.args();
        let kind = match results {
            Number => 0,
            Two => 1,
            _ if helpers.is_empty() => return format!("(return {})", self.values(results, 1)),
            _ => 2,
        };
        match self.random.below(4) {
            _ if kind == 2 => format!("(return_call $h{} {args})", self.random.pick(&helpers)),
            0 if !helpers.is_empty() => {
                format!("(return_call $h{} {args})", self.random.pick(&helpers))
            }
            1 if kind == 0 => {
                let index = self.number(0);
                format!(
                    "(return_call_indirect $functions (type $m0) {args} (i32.and {index} (i32.const 3)))"
                )
            }
            2 => format!("(return_call $m{kind}_{} {args})", self.random.below(METHODS[kind])),
            _ => format!("(return_call_ref $m{kind} {args} {})", self.method(kind)),
        }
    }

    /// A reference to a method.
    fn method(&mut self, kind: usize) -> String {
        if kind == 0
            && self.random.one_in(4)
            && let Some(path) = self.path_below(types::LIST - 2)
        {
            return format!("(array.get $methods {path} (i32.const 0))");
        }
        match self.path_below(types::OBJECT) {
            Some(path) if !self.random.one_in(5) => {
                format!("(struct.get $vt {kind} (struct.get $obj 1 {path}))")
            }
            _ => format!("(ref.func $m{kind}_{})", self.random.below(METHODS[kind])),
        }
    }

    /// A call that gives results.
    fn call_of(&mut self, results: Results) -> String {
        let args = self.args();
        match (results, self.helper_of(results), self.random.below(5)) {
            (_, Some(helper), 0..=2) => format!("(call $h{helper} {args})"),
            (Number, _, 3) => {
                let index = self.number(0);
                format!(
                    "(call_indirect $functions (type $m0) {args} (i32.and {index} (i32.const 3)))"
                )
            }
            (Number | Two, ..) => {
                let kind = usize::from(results == Two);
                format!("(call_ref $m{kind} {args} {})", self.method(kind))
            }
            (_, Some(helper), _) => format!("(call $h{helper} {args})"),
            (_, None, _) => self.values(results, 0),
        }
    }

    /// A call that drops all results, or uses some.
    fn call(&mut self) -> String {
        let helper = self.random.below(self.helpers.len());
        let Helper { results, dropped, .. } = self.helpers[helper];
        let args = self.args();
        let call = if self.random.one_in(4) {
            self.call_of(results)
        } else {
            format!("(call $h{helper} {args})")
        };
        let drops = dropped == 0 || dropped == 2 && self.random.one_in(2);
        let uses = match results {
            _ if drops => "(drop)".repeat(results.count()),
            Nothing => String::new(),
            Number => "(local.set $z)".into(),
            Wide => "(i32.wrap_i64) (local.set $z)".into(),
            Object => "(local.set $p)".into(),
            Two => self
                .random
                .pick(&[
                    "(drop) (local.set $z)",
                    "(i32.sub) (local.set $z)",
                    "(local.set $z) (drop)",
                ])
                .into(),
            ObjectAndNumber => self
                .random
                .pick(&[
                    "(drop) (local.set $p)",
                    "(local.set $z) (drop)",
                    "(local.set $z) (local.set $p)",
                ])
                .into(),
        };
        format!("{call} {uses}")
    }

    fn any_path(&mut self) -> Option<(String, usize)> {
        (!self.paths.is_empty()).then(|| {
            let Path { text, object, .. } = &self.paths[self.random.below(self.paths.len())];
            (text.clone(), *object)
        })
    }

    /// A path to an object of a type or one below it, by declaration.
    fn path_below(&mut self, ty: usize) -> Option<String> {
        let below = self.types.below(ty);
        let all = self.paths.iter().filter(|path| below.contains(&path.ty));
        let all: Vec<&str> = all.map(|path| path.text.as_str()).collect();
        (!all.is_empty()).then(|| self.random.pick(&all).to_owned())
    }

    /// Two objects to compare, often the same one by different ways.
    fn two(&mut self) -> Option<String> {
        let (text, object) = self.any_path()?;
        let same = self.paths.iter().filter(|path| path.object == object && path.text != text);
        let same: Vec<&str> = same.map(|path| path.text.as_str()).collect();
        let other = match self.random.below(4) {
            0 => self.any_path()?.0,
            1 => self.random.pick(&["(local.get $o)", "(local.get $p)"]).to_owned(),
            _ if same.is_empty() => self.any_path()?.0,
            _ => self.random.pick(&same).to_owned(),
        };
        Some(format!("{text} {other}"))
    }

    /// A field of numbers, at some path: what reads it, and what writes it.
    fn number_field(&mut self) -> Option<(String, Option<String>)> {
        for _ in 0..6 {
            let at = self.random.below(self.paths.len().max(1));
            let Path { text, ty, object } = self.paths.get(at)?;
            let of = &self.types.all[*ty];
            let fields = self.types.fields(*ty);
            let at = self.random.below(fields.len().max(1));
            let Some(field) = fields.get(at) else { continue };
            let sign = if field.ty == Ty::I8 { "_u" } else { "" };
            let (op, place) = match of.is_array {
                true => {
                    let length = self.objects[*object].fields.len();
                    (
                        "array",
                        format!("{} {text} (i32.const {})", of.name, self.random.below(length)),
                    )
                }
                false => ("struct", format!("{} {at} {text}", of.name)),
            };
            let read = format!("({op}.get{sign} {place})");
            let read = match field.ty {
                Ty::I32 | Ty::I8 => read,
                Ty::I64 => format!("(i32.wrap_i64 {read})"),
                Ty::Ref(_, Heap::I31) => format!("(i31.get_s {read})"),
                Ty::Ref(..) => format!("(ref.is_null {read})"),
            };
            let writes = field.mutable && matches!(field.ty, Ty::I32 | Ty::I8);
            return Some((read, writes.then(|| format!("{op}.set {place}"))));
        }
        None
    }

    fn some_type(&mut self) -> String {
        let ty = self.random.below(self.types.all.len());
        let null = self.random.pick(&["", "null "]);
        format!("(ref {null}{})", self.types.all[ty].name)
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(3) {
                0 => format!("(i32.const {})", self.random.below(40)),
                1 => "(local.get $n)".into(),
                _ => "(local.get $z)".into(),
            };
        }
        let down = depth - 1;
        let text = match self.random.below(14) {
            0 => None,
            1 => {
                let op = self.random.pick(&["add", "sub", "mul", "xor", "lt_s"]);
                Some(format!("(i32.{op} {} {})", self.number(down), self.number(down)))
            }
            2..=4 => self.number_field().map(|(read, _)| read),
            5..=7 => self.two().map(|two| format!("(ref.eq {two})")),
            8 | 9 => {
                let ty = self.some_type();
                let path = self.any_path().map(|path| path.0).filter(|_| !self.random.one_in(3));
                let tested = path.unwrap_or_else(|| {
                    self.random.pick(&["(local.get $a)", "(local.get $p)"]).into()
                });
                Some(format!("(ref.test {ty} {tested})"))
            }
            10 => Some(format!("(global.get $n{})", self.random.below(super::NUMBERS))),
            11 => {
                let index = self.number(0);
                self.path_below(types::LIST).map(|list| {
                    let ty = self.some_type();
                    format!("(ref.test {ty} (array.get $list {list} (i32.rem_u {index} (array.len {list}))))")
                })
            }
            _ => Some(self.call_of(Number)),
        };
        text.unwrap_or_else(|| self.number(0))
    }

    /// A reference to an object, or null.
    fn object(&mut self, depth: usize) -> String {
        let local = self.random.pick(&["(local.get $o)", "(local.get $p)"]).to_owned();
        if depth == 0 {
            return local;
        }
        match self.random.below(8) {
            0..=2 => self.path_below(types::OBJECT).unwrap_or(local),
            3 => format!("(table.get $objects (i32.and {} (i32.const 3)))", self.number(0)),
            4 => {
                self.labels += 1;
                let label = self.labels;
                format!(
                    "(block $b{label} (result (ref null $obj))
      (drop (br_on_cast $b{label} anyref (ref $obj) (local.get $a))) {local})"
                )
            }
            5 => self.constant(Ty::to(false, Heap::Of(types::OBJECT)), 2).0,
            6 => self.call_of(Object),
            _ => local,
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", depth * 2);
    }

    fn statement(&mut self, depth: usize, results: Results) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.random.below(16) {
            0..=3 => {
                let value = self.number(2);
                self.line(
                    depth,
                    &format!(
                        "(local.set $z (i32.add (i32.mul (local.get $z) (i32.const 31)) {value}))"
                    ),
                );
            }
            4 => {
                let value = self.number(2);
                self.line(depth, &format!("(call $log {value})"));
            }
            5 | 6 => {
                if let Some((_, Some(write))) = self.number_field() {
                    let value = self.number(1);
                    self.line(depth, &format!("({write} {value})"));
                }
            }
            7 => {
                let value = self.object(2);
                self.line(depth, &format!("(local.set $p {value})"));
            }
            8 => {
                if let Some((path, _)) = self.any_path() {
                    self.line(depth, &format!("(local.set $a {path})"));
                }
            }
            9 | 10 => {
                let call = self.call();
                self.line(depth, &call);
            }
            11 => {
                self.labels += 1;
                let (label, call) = (self.labels, self.call());
                self.line(
                    depth,
                    &format!("(block $c{label} (result i32) (try_table (catch $thrown $c{label})"),
                );
                self.line(depth + 1, &call);
                self.line(depth, ") (i32.const 1)) (local.set $i)");
                self.line(depth, "(local.set $z (i32.add (local.get $z) (local.get $i)))");
            }
            12 => {
                let (condition, value) = (self.number(1), self.number(1));
                self.line(
                    depth,
                    &format!("(if (i32.eqz (i32.and {condition} (i32.const 3))) (then (throw $thrown {value})))"),
                );
            }
            13 => self.global_set(depth),
            14 => {
                let condition = self.number(2);
                self.line(depth, &format!("(if {condition} (then"));
                self.statement(depth + 1, results);
                if self.random.one_in(3) {
                    let values = self.values(results, 0);
                    self.line(depth + 1, &format!("(return {values})"));
                }
                self.line(depth, ") (else");
                self.statement(depth + 1, results);
                self.line(depth, "))");
            }
            _ => self.cast(depth, results),
        }
    }

    /// A mutable global gets another object, mostly one of its own type.
    fn global_set(&mut self, depth: usize) {
        let all = self.globals.iter().enumerate().filter(|(_, global)| global.mutable);
        let all: Vec<(usize, Ty)> = all.map(|(at, global)| (at, global.ty)).collect();
        if all.is_empty() {
            return;
        }
        let (at, ty) = self.random.pick(&all);
        let value = self.constant(ty, 1).0;
        self.line(depth, &format!("(global.set $c{at} {value})"));
    }

    /// A branch on a cast, with what the object has if it is of that type.
    fn cast(&mut self, depth: usize, results: Results) {
        let Some((text, object)) = self.any_path() else { return };
        self.labels += 1;
        let label = self.labels;
        let own = if self.random.one_in(2) {
            self.objects[object].ty
        } else {
            self.random.below(self.types.all.len())
        };
        let name = self.types.all[own].name.clone();
        let field = self.types.fields(own).iter().position(|field| field.ty == Ty::I32);
        let read = match field {
            Some(at) if !self.types.all[own].is_array => format!("(struct.get {name} {at})"),
            _ => format!("(ref.test (ref {name}))"),
        };
        self.line(depth, &format!("(block $e{label} (block $y{label} (result (ref {name}))"));
        let cast = self.random.below(2);
        if cast == 0 {
            self.line(depth, &format!("(drop (br_on_cast $y{label} anyref (ref {name}) {text}))"));
        } else {
            self.line(depth, &format!("(drop (block $f{label} (result anyref)"));
            let cast = format!("br_on_cast_fail $f{label} anyref (ref {name})");
            self.line(depth + 1, &format!("(br $y{label} ({cast} {text}))))"));
        }
        self.statement(depth + 1, results);
        self.line(depth, &format!("(br $e{label})) {read} (local.set $i)"));
        self.line(depth, "(local.set $z (i32.xor (local.get $z) (local.get $i))))");
    }
}
