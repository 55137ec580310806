//! Constant objects as compilers of languages with objects make them: globals whose initial values
//! are trees of structs and arrays, with virtual tables, and methods that are called through these.
//!
//! An object is part of one other, of several, or of none; it is written where it is used or is a
//! global of its own, which bodies, segments, tables and exports mention, or not. Types are many in
//! half of the programs, in recursion groups and alone, some below others, some equal. Functions
//! have results that all, some or no calls drop, and return by their end, returns, branches of all
//! kinds, handlers and tail calls; some are called by references, too.
//!
//! What a program does is seen by the integers that its exports return, calls of the host, and
//! exported globals. Code compares objects by identity, also those that it reaches by different
//! fields.

mod bodies;
mod types;
mod values;

use crate::Random;
use std::fmt::Write as _;
use types::{Field, Heap, Ty, Types};

/// The functions of the type `$m0`, and of the type `$m1`: methods.
const METHODS: [usize; 2] = [4, 2];
/// How many globals the values of others may mention are numbers.
const NUMBERS: usize = 3;
/// How deep an object that is written at one place is.
const DEPTH: usize = 3;

/// A field's or global's value, as far as it is known which object it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Object(usize),
    Other,
}

/// An object: its type and its fields, or elements.
struct Object {
    ty: usize,
    fields: Vec<Value>,
}

/// A global with an object, a function or what `any` has.
struct Global {
    ty: Ty,
    value: Value,
    mutable: bool,
    /// How many initial values of globals mention it.
    uses: usize,
    /// Whether bodies and segments may mention it.
    seen: bool,
}

/// A way to an object that bodies can go.
struct Path {
    text: String,
    /// The type that validation knows.
    ty: usize,
    object: usize,
}

struct Writer<'a> {
    random: &'a mut Random,
    types: Types,
    objects: Vec<Object>,
    globals: Vec<Global>,
    helpers: Vec<bodies::Helper>,
    paths: Vec<Path>,
    /// Whether what is written may only mention globals that are seen: all but the globals.
    only_seen: bool,
    labels: usize,
    /// How many statements the function may still get.
    budget: usize,
    text: String,
}

/// The text of a module of a seed.
pub fn constants(random: &mut Random) -> String {
    let types = Types::new(random);
    let helpers = bodies::helpers(random);
    let (objects, globals, paths, labels, budget) = Default::default();
    let text = "(module\n".to_owned();
    let only_seen = false;
    let mut writer =
        Writer { random, types, objects, globals, helpers, paths, only_seen, labels, budget, text };
    writer.text += &writer.types.text();
    writer.text += "  (import \"env\" \"log\" (func $log (param i32)))
  (import \"env\" \"n\" (global $imported i32))
  (tag $thrown (param i32))
  (memory 1)
  (global $left (mut i32) (i32.const 0))
  (global $g (export \"g\") (mut i32) (i32.const 0))\n";
    writer.numbers();
    writer.all_globals();
    writer.only_seen = true;
    writer.tables();
    writer.find_paths();
    writer.functions();
    writer.text + ")\n"
}

impl Writer<'_> {
    fn numbers(&mut self) {
        for n in 0..NUMBERS {
            let export = if self.random.one_in(5) { " (export \"number\")" } else { "" };
            let value = if n == 0 {
                format!("(i32.const {})", 4 * self.random.below(9))
            } else {
                self.constant_number(2, n)
            };
            let export = if n == 0 { export } else { "" };
            let _ = writeln!(self.text, "  (global $n{n}{export} i32 {value})");
        }
        let _ = writeln!(self.text, "  (data (offset (global.get $n0)) \"\\01\\02\\03\\04\")");
    }

    /// A constant expression of a number. The first of the globals with numbers are known.
    fn constant_number(&mut self, depth: usize, known: usize) -> String {
        match self.random.below(6) {
            0 if known > 0 => format!("(global.get $n{})", self.random.below(known)),
            1 => "(global.get $imported)".into(),
            2 if depth > 0 => {
                let op = self.random.pick(&["add", "sub", "mul"]);
                let (a, b) = (
                    self.constant_number(depth - 1, known),
                    self.constant_number(depth - 1, known),
                );
                format!("(i32.{op} {a} {b})")
            }
            3 => format!("(i32.const {})", self.random.below(300) as i32 - 20),
            _ => "(i32.const 3)".into(),
        }
    }

    fn all_globals(&mut self) {
        // Virtual tables come first: what they are part of shares them, or has its own.
        for _ in 0..1 + self.random.below(3) {
            let heap = Heap::Of(self.pick_below(types::TABLE));
            self.global(Ty::to(false, heap));
        }
        for _ in 0..4 + self.random.below(10) {
            let any = self.random.below(8);
            let ty = match any {
                0 => Heap::Any,
                1 => Heap::Extern,
                2 => Heap::Method(self.random.below(2)),
                3 => Heap::Eq,
                4 => Heap::Of(self.pick_below(types::OBJECT)),
                _ => Heap::Of(self.random.below(self.types.all.len())),
            };
            self.global(Ty::to(any == 6, ty));
        }
        // All others have objects that some array holds.
        if self.types.many {
            let mut items = String::new();
            let mut values = Vec::new();
            let count = self.types.all.len();
            for ty in types::FIRST..count {
                let (text, value) = self.constant(Ty::to(false, Heap::Of(ty)), 1);
                if self.random.one_in(3) {
                    let at = self.push_global(Ty::to(false, Heap::Of(ty)), value, false);
                    let _ = writeln!(
                        self.text,
                        "  (global $c{at} (ref {}) {text})",
                        self.types.all[ty].name
                    );
                    self.globals[at].uses += 1;
                    let _ = write!(items, " (global.get $c{at})");
                } else {
                    items += &text;
                }
                values.push(value);
            }
            let length = values.len();
            let value = self.add_object(types::LIST, values);
            let at = self.push_global(Ty::to(false, Heap::Of(types::LIST)), value, false);
            let list = &self.types.all[types::LIST].name;
            let _ = writeln!(
                self.text,
                "  (global $c{at} (ref {list}) (array.new_fixed {list} {length}{items}))"
            );
        }
        let many = self.globals.len();
        for at in 0..many {
            let seen = self.globals[at].uses == 0 || self.random.one_in(3);
            self.globals[at].seen = seen;
        }
    }

    fn pick_below(&mut self, of: usize) -> usize {
        let all = self.types.made_of(of);
        self.random.pick(&all)
    }

    fn push_global(&mut self, ty: Ty, value: Value, mutable: bool) -> usize {
        self.globals.push(Global { ty, value, mutable, uses: 0, seen: true });
        self.globals.len() - 1
    }

    /// A global of a type.
    fn global(&mut self, ty: Ty) {
        let (text, value) = self.constant(ty, DEPTH);
        let mut declared = ty;
        // What it is declared as may be more than it has.
        if let Ty::Ref(null, Heap::Of(at)) = ty
            && self.random.one_in(4)
        {
            let above = self.types.all[at].above.map_or(Heap::Eq, Heap::Of);
            declared = Ty::Ref(null, self.random.pick(&[Heap::Any, above]));
        }
        let mutable = self.random.one_in(6);
        if mutable && self.random.one_in(2) {
            declared = declared.nullable();
        }
        let at = self.push_global(declared, value, mutable);
        let declared = self.types.ty(declared);
        let declared = if mutable { format!("(mut {declared})") } else { declared };
        // The host looks at all that it can reach: in a closed world, types that it knows.
        let shown = matches!(ty, Ty::Ref(_, Heap::Of(of)) if self.types.is_plain(of));
        let exact = declared.contains(&self.types.ty(ty));
        let export = match shown && exact && self.random.one_in(3) {
            true => format!(" (export \"c{at}\")"),
            false => String::new(),
        };
        let _ = writeln!(self.text, "  (global $c{at}{export} {declared} {text})");
    }

    fn add_object(&mut self, ty: usize, fields: Vec<Value>) -> Value {
        self.objects.push(Object { ty, fields });
        Value::Object(self.objects.len() - 1)
    }

    /// A constant expression of a type: a global that is there, or a new object.
    fn constant(&mut self, ty: Ty, depth: usize) -> (String, Value) {
        let (null, heap) = match ty {
            Ty::I32 | Ty::I8 => return (self.constant_number(1, NUMBERS), Value::Other),
            Ty::I64 => return (format!("(i64.const {})", self.random.below(99)), Value::Other),
            Ty::Ref(null, heap) => (null, heap),
        };
        let nothing = null && (depth == 0 || self.random.one_in(6));
        if nothing {
            return (format!("(ref.null {})", self.types.heap(heap)), Value::Other);
        }
        if !self.random.one_in(3) {
            let all = self.fitting(ty);
            let unused = all.iter().copied().filter(|&at| self.globals[at].uses == 0);
            let unused: Vec<usize> = unused.collect();
            let from = if unused.is_empty() || self.random.one_in(3) { all } else { unused };
            if !from.is_empty() {
                let at = self.random.pick(&from);
                self.globals[at].uses += 1;
                return (format!("(global.get $c{at})"), self.globals[at].value);
            }
        }
        self.new_object(heap, depth)
    }

    fn new_object(&mut self, heap: Heap, depth: usize) -> (String, Value) {
        let down = depth.saturating_sub(1);
        let of = match heap {
            Heap::Any if self.random.one_in(5) => {
                let (text, value) = self.constant(Ty::to(false, Heap::Extern), down);
                return (format!("(any.convert_extern {text})"), value);
            }
            Heap::Any | Heap::Eq | Heap::I31
                if heap == Heap::I31 || depth == 0 || self.random.one_in(4) =>
            {
                return (format!("(ref.i31 {})", self.constant_number(0, NUMBERS)), Value::Other);
            }
            Heap::Any | Heap::Eq | Heap::I31 => {
                let of = self.random.below(self.types.all.len());
                self.pick_below(of)
            }
            Heap::Extern => {
                let (text, value) = self.constant(Ty::to(false, Heap::Eq), down);
                return (format!("(extern.convert_any {text})"), value);
            }
            Heap::Method(kind) => {
                let method = self.random.below(METHODS[kind]);
                return (format!("(ref.func $m{kind}_{method})"), Value::Other);
            }
            Heap::Func => {
                let all = self.helpers.iter().enumerate().filter(|(_, helper)| helper.escapes);
                let mut all: Vec<String> = all.map(|(n, _)| format!("$h{n}")).collect();
                all.extend((0..METHODS[0]).map(|n| format!("$m0_{n}")));
                let at = self.random.below(all.len());
                return (format!("(ref.func {})", all[at]), Value::Other);
            }
            Heap::Of(at) if depth > 0 => self.pick_below(at),
            Heap::Of(at) => at,
        };
        let (fields, is_array) = (self.types.fields(of), self.types.all[of].is_array);
        let name = self.types.all[of].name.clone();
        let is_null = |field: &Field| field.ty.has_default();
        if !is_array && fields.iter().all(is_null) && self.random.one_in(6) {
            let value = self.add_object(of, vec![Value::Other; fields.len()]);
            return (format!("(struct.new_default {name})"), value);
        }
        let repeated = is_array && self.random.one_in(5);
        let fields = match (is_array, repeated) {
            (true, false) => vec![fields[0]; if down == 0 { 1 } else { 1 + self.random.below(4) }],
            _ => fields,
        };
        let (mut text, mut values) = (String::new(), Vec::new());
        for field in &fields {
            let (item, value) = self.constant(field.ty, down);
            let _ = write!(text, " {item}");
            values.push(value);
        }
        let length = fields.len();
        let text = match (is_array, repeated) {
            (true, true) => {
                values.push(values[0]);
                format!("(array.new {name}{text} (i32.const 2))")
            }
            (true, false) => format!("(array.new_fixed {name} {length}{text})"),
            _ => format!("(struct.new {name}{text})"),
        };
        (text, self.add_object(of, values))
    }

    /// Segments and tables, which mention globals, too.
    fn tables(&mut self) {
        let object = Ty::to(true, Heap::Of(types::OBJECT));
        let items: Vec<String> = (0..4).map(|_| self.item(object)).collect();
        let methods: Vec<String> = (0..METHODS[0]).map(|n| format!("$m0_{n}")).collect();
        let (methods, items, ty) = (methods.join(" "), items.join(" "), self.types.ty(object));
        let escaping = self.helpers.iter().enumerate().filter(|(_, helper)| helper.escapes);
        let escaping: String = escaping.map(|(n, _)| format!(" $h{n}")).collect();
        let _ = writeln!(
            self.text,
            "  (table $objects 4 {ty})
  (elem (table $objects) (i32.const 0) {ty} {items})
  (elem $passive {ty} {items})
  (table $functions 16 funcref)
  (elem (table $functions) (i32.const 0) func {methods}{escaping})
  (elem declare func $m1_0 $m1_1 {methods})"
        );
    }

    /// A constant expression of segments: a global that may be seen, or an object.
    fn item(&mut self, ty: Ty) -> String {
        let all = self.fitting(ty);
        if all.is_empty() || self.random.one_in(3) {
            return self.constant(ty, 2).0;
        }
        format!("(global.get $c{})", self.random.pick(&all))
    }

    /// The globals that constant expressions of a type may mention.
    fn fitting(&self, ty: Ty) -> Vec<usize> {
        let fits = |global: &Global| {
            (global.seen || !self.only_seen) && !global.mutable && self.types.fits(global.ty, ty)
        };
        (0..self.globals.len()).filter(|&at| fits(&self.globals[at])).collect()
    }

    /// The ways from globals that are seen to objects, by a few fields.
    fn find_paths(&mut self) {
        let mut paths: Vec<Path> = Vec::new();
        for (at, global) in self.globals.iter().enumerate() {
            if let (true, Ty::Ref(_, heap), Value::Object(object)) =
                (global.seen, global.ty, global.value)
            {
                let text = format!("(global.get $c{at})");
                paths.extend(self.path(text, heap, object));
            }
        }
        let (mut next, roots) = (0, paths.len());
        while next < paths.len() && paths.len() < 40 * roots {
            let Path { text, ty, object, .. } = &paths[next];
            next += 1;
            if text.len() > 200 {
                continue;
            }
            let (is_array, name) = (self.types.all[*ty].is_array, &self.types.all[*ty].name);
            let declared = self.types.fields(*ty);
            let mut found = Vec::new();
            for (n, &value) in self.objects[*object].fields.iter().enumerate() {
                let field = if is_array { Some(&declared[0]) } else { declared.get(n) };
                if let (Value::Object(to), Some(&Field { ty: Ty::Ref(_, heap), .. })) =
                    (value, field)
                {
                    let text = match is_array {
                        true => format!("(array.get {name} {text} (i32.const {n}))"),
                        false => format!("(struct.get {name} {n} {text})"),
                    };
                    found.extend(self.path(text, heap, to));
                }
            }
            paths.extend(found);
        }
        self.paths = paths;
    }

    /// A path to an object whose declared type is known; of others, behind a cast.
    fn path(&self, text: String, heap: Heap, object: usize) -> Option<Path> {
        let own = self.objects[object].ty;
        let (text, ty) = match heap {
            Heap::Of(ty) if ty == own || object.is_multiple_of(2) => (text, ty),
            Heap::Of(_) | Heap::Any | Heap::Eq => {
                (format!("(ref.cast (ref {}) {text})", self.types.all[own].name), own)
            }
            Heap::Extern => {
                let name = &self.types.all[own].name;
                (format!("(ref.cast (ref {name}) (any.convert_extern {text}))"), own)
            }
            _ => return None,
        };
        Some(Path { text, ty, object })
    }
}
