//! The expressions of bodies: objects by the fields that lead to them, calls, numbers.

use super::bodies::{Helper, Results, Results::*};
use super::types::{self, Heap, Ty};
use super::{METHODS, Path, Writer};

impl Writer<'_> {
    /// The values that a function returns.
    pub(super) fn values(&mut self, results: Results, depth: usize) -> String {
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

    pub(super) fn tail_call(&mut self, results: Results) -> String {
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
    pub(super) fn method(&mut self, kind: usize) -> String {
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
    pub(super) fn call_of(&mut self, results: Results) -> String {
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
    pub(super) fn call(&mut self) -> String {
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

    pub(super) fn any_path(&mut self) -> Option<(String, usize)> {
        (!self.paths.is_empty()).then(|| {
            let Path { text, object, .. } = &self.paths[self.random.below(self.paths.len())];
            (text.clone(), *object)
        })
    }

    /// A path to an object of a type or one below it, by declaration.
    pub(super) fn path_below(&mut self, ty: usize) -> Option<String> {
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
    pub(super) fn number_field(&mut self) -> Option<(String, Option<String>)> {
        for _ in 0..6 {
            let at = self.random.below(self.paths.len().max(1));
            let Path { text, ty, object } = self.paths.get(at)?;
            let of = &self.types.all[*ty];
            let fields = self.types.fields(*ty);
            let at = self.random.below(fields.len().max(1));
            let Some(field) = fields.get(at) else { continue };
            let sign = if field.ty == Ty::I8 { "_u" } else { "" };
            let (op, behind) = match of.is_array {
                true => {
                    let length = self.objects[*object].fields.len();
                    ("array", format!(" (i32.const {})", self.random.below(length)))
                }
                false => ("struct", String::new()),
            };
            // Each of the types above has the field, or not: the code may name it by any that does.
            let mut named = || {
                let all = self.types.with_field(*ty, at);
                self.types.all[self.random.pick(&all)].name.as_str()
            };
            let (reader, writer) = (named(), named());
            let place = |name: &str, object: &str| match of.is_array {
                true => format!("{name} {object}{behind}"),
                false => format!("{name} {at} {object}"),
            };
            let read = format!("({op}.get{sign} {})", place(reader, text));
            let read = match field.ty {
                Ty::I32 | Ty::I8 => read,
                Ty::I64 => format!("(i32.wrap_i64 {read})"),
                Ty::Ref(_, Heap::I31) => format!("(i31.get_s {read})"),
                Ty::Ref(..) => format!("(ref.is_null {read})"),
            };
            let writes = field.mutable && matches!(field.ty, Ty::I32 | Ty::I8);
            // At times, the object is null.
            let name = &of.name;
            let null = format!(
                "(select (result (ref null {name})) {text} (ref.null none) (local.get $n))"
            );
            let written = if self.random.one_in(6) { &null } else { text };
            return Some((read, writes.then(|| format!("{op}.set {}", place(writer, written)))));
        }
        None
    }

    /// A type for tests and casts of an object: mostly its own, or one above that.
    pub(super) fn tested(&mut self, object: Option<usize>) -> usize {
        match object {
            Some(object) if !self.random.one_in(4) => {
                let all = self.types.above(self.objects[object].ty);
                self.random.pick(&all)
            }
            _ => self.random.below(self.types.all.len()),
        }
    }

    fn tested_text(&mut self, object: Option<usize>) -> String {
        let ty = self.tested(object);
        let null = self.random.pick(&["", "null "]);
        format!("(ref {null}{})", self.types.all[ty].name)
    }

    pub(super) fn number(&mut self, depth: usize) -> String {
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
                let path = self.any_path().filter(|_| !self.random.one_in(3));
                let ty = self.tested_text(path.as_ref().map(|path| path.1));
                let local = self.random.pick(&["(local.get $a)", "(local.get $p)"]);
                let tested = path.map_or(local.to_owned(), |path| path.0);
                Some(format!("(ref.test {ty} {tested})"))
            }
            10 => Some(format!("(global.get $n{})", self.random.below(super::NUMBERS))),
            11 => {
                let index = self.number(0);
                self.path_below(types::LIST).map(|list| {
                    let ty = self.tested_text(None);
                    format!("(ref.test {ty} (array.get $list {list} (i32.rem_u {index} (array.len {list}))))")
                })
            }
            _ => Some(self.call_of(Number)),
        };
        text.unwrap_or_else(|| self.number(0))
    }

    /// A reference to an object, or null.
    pub(super) fn object(&mut self, depth: usize) -> String {
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
}
