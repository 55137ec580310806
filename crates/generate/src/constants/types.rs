//! The types of the programs: a base of objects with virtual tables, which each program has, and
//! others by chance.

use crate::Random;
use std::fmt::Write as _;

/// The base of all objects: `$obj`. Its fields are a number that changes, and its virtual table.
pub(super) const OBJECT: usize = 0;
/// The base of virtual tables.
pub(super) const TABLE: usize = 1;
/// Strings.
pub(super) const BYTES: usize = 2;
/// Arrays of methods, of functions and of any objects.
pub(super) const LIST: usize = 5;
/// The first of the types by chance.
pub(super) const FIRST: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heap {
    Any,
    Eq,
    I31,
    Extern,
    Func,
    /// The type of methods with one result, or with two.
    Method(usize),
    Of(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    I32,
    I64,
    I8,
    /// References, and whether they may be null.
    Ref(bool, Heap),
}

impl Ty {
    pub fn to(null: bool, heap: Heap) -> Ty {
        Ty::Ref(null, heap)
    }

    pub fn nullable(self) -> Ty {
        match self {
            Ty::Ref(_, heap) => Ty::Ref(true, heap),
            number => number,
        }
    }

    pub fn has_default(self) -> bool {
        !matches!(self, Ty::Ref(false, _))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Field {
    pub ty: Ty,
    pub mutable: bool,
}

/// A struct, or an array with one field.
#[derive(Clone, Debug)]
pub(super) struct Type {
    pub name: String,
    pub above: Option<usize>,
    is_final: bool,
    /// Whether objects are made of those below it only, as far as there are such.
    is_abstract: bool,
    pub is_array: bool,
    /// All fields, those of the supertype first.
    fields: Vec<Field>,
}

pub(super) struct Types {
    pub all: Vec<Type>,
    /// Where the recursion groups of the types by chance begin.
    groups: Vec<usize>,
    /// Whether there are more than a byte's index has.
    pub many: bool,
}

fn field(ty: Ty, mutable: bool) -> Field {
    Field { ty, mutable }
}

impl Types {
    pub fn new(random: &mut Random) -> Types {
        let method = |kind| Ty::to(kind == 1, Heap::Method(kind));
        let object = field(Ty::to(false, Heap::Of(TABLE)), false);
        let fixed: [(&str, bool, Vec<Field>); FIRST] = [
            ("$obj", false, vec![field(Ty::I32, true), object]),
            (
                "$vt",
                false,
                vec![field(method(0), false), field(method(1), false), field(Ty::I32, false)],
            ),
            ("$bytes", true, vec![field(Ty::I8, random.one_in(2))]),
            ("$methods", true, vec![field(method(0), random.one_in(3))]),
            ("$funcs", true, vec![field(Ty::to(true, Heap::Func), random.one_in(3))]),
            ("$list", true, vec![field(Ty::to(true, Heap::Any), random.one_in(3))]),
        ];
        let is_abstract = random.one_in(2);
        let fixed = fixed.into_iter().map(|(name, is_array, fields)| Type {
            name: name.to_owned(),
            above: None,
            is_final: is_array,
            is_abstract,
            is_array,
            fields,
        });
        let many = random.one_in(2);
        let mut types = Types { all: fixed.collect(), groups: Vec::new(), many };
        let count = FIRST + if many { 60 + random.below(30) } else { 3 + random.below(6) };
        while types.all.len() < count {
            types.group(random);
        }
        types
    }

    /// Adds a recursion group, mostly of one type; at times one that is equal to the last one.
    fn group(&mut self, random: &mut Random) {
        let start = self.all.len();
        let last = self.groups.last().copied();
        self.groups.push(start);
        if let Some(last) = last.filter(|_| random.one_in(6)) {
            let moved = |at: usize| if at >= last { at + start - last } else { at };
            for at in last..start {
                let mut copy = self.all[at].clone();
                copy.name = format!("$t{}", self.all.len());
                copy.above = copy.above.map(moved);
                for field in &mut copy.fields {
                    if let Ty::Ref(null, Heap::Of(at)) = field.ty {
                        field.ty = Ty::Ref(null, Heap::Of(moved(at)));
                    }
                }
                self.all.push(copy);
            }
            return;
        }
        let count = if random.one_in(4) { 2 + random.below(2) } else { 1 };
        for _ in 0..count {
            let ty = self.ty_by_chance(random, start, start + count);
            self.all.push(ty);
        }
    }

    /// A type of a group from `start` to `end`.
    fn ty_by_chance(&self, random: &mut Random, start: usize, end: usize) -> Type {
        let name = format!("$t{}", self.all.len());
        if self.all.len() > start && random.one_in(3) {
            // Of equal structure, but not equal.
            return Type { name, ..self.all[self.all.len() - 1].clone() };
        }
        let open = (0..self.all.len()).filter(|&at| !self.all[at].is_final);
        let open: Vec<usize> = open.collect();
        let is_array = random.one_in(6);
        let above = match random.below(4) {
            _ if is_array => None,
            0 => None,
            1 => Some(random.pick(&[OBJECT, OBJECT, TABLE])),
            _ => Some(random.pick(&open)).filter(|&at| !self.all[at].is_array),
        };
        let mut fields = above.map_or(Vec::new(), |above| self.all[above].fields.clone());
        let more = if is_array { 1 } else { random.below(3) + usize::from(above.is_none()) };
        for _ in 0..more {
            let heap = match random.below(12) {
                0 => Heap::Any,
                1 => Heap::Eq,
                2 => Heap::I31,
                3 => Heap::Extern,
                4 => Heap::Method(0),
                5 => Heap::Of(BYTES),
                6 => Heap::Of(OBJECT),
                _ => Heap::Of(random.below(end)),
            };
            // A type that is not there yet has no objects that this one could need.
            let is_later = matches!(heap, Heap::Of(at) if at >= self.all.len());
            let ty = match random.below(7) {
                0 | 1 => Ty::I32,
                2 => random.pick(&[Ty::I64, Ty::I8]),
                n => Ty::to(is_later || n < 5, heap),
            };
            fields.push(field(ty, random.one_in(3)));
        }
        let is_final = is_array || random.one_in(3);
        let is_abstract = !is_final && random.one_in(2);
        Type { name, above, is_final, is_abstract, is_array, fields }
    }

    pub fn fields(&self, ty: usize) -> Vec<Field> {
        self.all[ty].fields.clone()
    }

    /// A type and those above it that have a field.
    pub fn with_field(&self, ty: usize, field: usize) -> Vec<usize> {
        let mut all = self.above(ty);
        all.retain(|&above| field < self.all[above].fields.len());
        all
    }

    /// A type and those above it.
    pub fn above(&self, ty: usize) -> Vec<usize> {
        std::iter::successors(Some(ty), |&ty| self.all[ty].above).collect()
    }

    /// A type and those below it.
    pub fn below(&self, ty: usize) -> Vec<usize> {
        (0..self.all.len()).filter(|&at| self.is_below(at, ty)).collect()
    }

    /// The types of which the objects of a type are made.
    pub fn made_of(&self, ty: usize) -> Vec<usize> {
        let mut all = self.below(ty);
        if all.iter().any(|&at| !self.all[at].is_abstract) {
            all.retain(|&at| !self.all[at].is_abstract);
        }
        all
    }

    fn is_below(&self, ty: usize, of: usize) -> bool {
        ty == of || self.all[ty].above.is_some_and(|above| self.is_below(above, of))
    }

    /// Whether values of one type are values of another.
    pub fn fits(&self, ty: Ty, of: Ty) -> bool {
        let (Ty::Ref(null, heap), Ty::Ref(of_null, of)) = (ty, of) else { return ty == of };
        let fits = match (heap, of) {
            (Heap::Of(heap), Heap::Of(of)) => self.is_below(heap, of),
            (Heap::Of(_) | Heap::I31, Heap::Eq | Heap::Any) | (Heap::Eq, Heap::Any) => true,
            (Heap::Method(_), Heap::Func) => true,
            _ => heap == of,
        };
        fits && (of_null || !null)
    }

    /// Whether all that is reachable from an object is of types that its own type mentions.
    pub fn is_plain(&self, ty: usize) -> bool {
        let declared = &self.all[ty];
        declared.is_final
            && declared.fields.iter().all(|field| match field.ty {
                Ty::Ref(_, Heap::Of(at)) => at < ty && self.is_plain(at),
                Ty::Ref(_, heap) => matches!(heap, Heap::I31 | Heap::Func | Heap::Method(_)),
                _ => true,
            })
    }

    pub fn heap(&self, heap: Heap) -> String {
        match heap {
            Heap::Any => "any".into(),
            Heap::Eq => "eq".into(),
            Heap::I31 => "i31".into(),
            Heap::Extern => "extern".into(),
            Heap::Func => "func".into(),
            Heap::Method(kind) => format!("$m{kind}"),
            Heap::Of(at) => self.all[at].name.clone(),
        }
    }

    pub fn ty(&self, ty: Ty) -> String {
        match ty {
            Ty::I32 => "i32".into(),
            Ty::I64 => "i64".into(),
            Ty::I8 => "i8".into(),
            Ty::Ref(null, heap) => {
                format!("(ref {}{})", if null { "null " } else { "" }, self.heap(heap))
            }
        }
    }

    fn define(&self, text: &mut String, at: usize) {
        let Type { name, above, is_final, is_array, fields, .. } = &self.all[at];
        let items = fields.iter().map(|field| match field.mutable {
            true => format!("(mut {})", self.ty(field.ty)),
            false => self.ty(field.ty),
        });
        let composite = match is_array {
            true => format!("(array {})", items.collect::<String>()),
            false => {
                let fields: String = items.map(|item| format!(" (field {item})")).collect();
                format!("(struct{fields})")
            }
        };
        let above = above.map_or(String::new(), |above| format!(" {}", self.all[above].name));
        let _ = match (is_final, above.is_empty()) {
            (true, true) => writeln!(text, "  (type {name} {composite})"),
            (true, false) => writeln!(text, "  (type {name} (sub final{above} {composite}))"),
            _ => writeln!(text, "  (type {name} (sub{above} {composite}))"),
        };
    }

    /// The definitions.
    pub fn text(&self) -> String {
        let mut text = String::from("  (rec\n");
        self.define(&mut text, OBJECT);
        self.define(&mut text, TABLE);
        text += "  (type $m0 (func (param (ref null $obj) i32) (result i32)))
  (type $m1 (func (param (ref null $obj) i32) (result i32 i32))))\n";
        (BYTES..FIRST).for_each(|at| self.define(&mut text, at));
        for (n, &start) in self.groups.iter().enumerate() {
            let end = self.groups.get(n + 1).copied().unwrap_or(self.all.len());
            if end - start > 1 {
                text += "  (rec\n";
            }
            (start..end).for_each(|at| self.define(&mut text, at));
            if end - start > 1 {
                text += "  )\n";
            }
        }
        text
    }
}
