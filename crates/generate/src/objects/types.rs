//! The types of the programs.

/// Their text.
pub(super) const TYPES: &str = "  (rec
    (type $base (sub (struct (field (mut i32)) (field (mut (ref null $base))))))
    (type $left (sub $base (struct
      (field (mut i32)) (field (mut (ref null $base))) (field (mut i32)))))
    (type $leaf (sub final $left (struct
      (field (mut i32)) (field (mut (ref null $base))) (field (mut i32))
      (field (mut i64)) (field (mut eqref)))))
    (type $right (sub $base (struct
      (field (mut i32)) (field (mut (ref null $base))) (field anyref))))
    (type $same (sub $base (struct
      (field (mut i32)) (field (mut (ref null $base))) (field anyref)))))
  (type $point (struct (field i32) (field i64)))
  (type $copy (struct (field i32) (field i64)))
  (rec
    (type $first (sub (struct (field (mut (ref null $second))) (field (mut i8)))))
    (type $second (sub (struct (field (mut (ref null $first))) (field (mut (ref null $base)))))))
  (rec
    (type $third (sub (struct (field (mut (ref null $fourth))) (field (mut i8)))))
    (type $fourth (sub (struct (field (mut (ref null $third))) (field (mut (ref null $base)))))))
  (type $ints (array (mut i32)))
  (type $refs (array (mut (ref null $base))))
  (type $fn (func (param (ref null $base) i32) (result i32)))";

type Fields = &'static [(&'static str, bool)];

/// The structs: the types of their fields, and whether these change.
pub(super) const CLASSES: [(&str, Fields); 11] = [
    ("$base", &[("i32", true), ("$base", true)]),
    ("$left", &[("i32", true), ("$base", true), ("i32", true)]),
    ("$leaf", &[("i32", true), ("$base", true), ("i32", true), ("i64", true), ("eq", true)]),
    ("$right", &[("i32", true), ("$base", true), ("any", false)]),
    ("$same", &[("i32", true), ("$base", true), ("any", false)]),
    ("$point", &[("i32", false), ("i64", false)]),
    ("$copy", &[("i32", false), ("i64", false)]),
    ("$first", &[("$second", true), ("packed", true)]),
    ("$second", &[("$first", true), ("$base", true)]),
    ("$third", &[("$fourth", true), ("packed", true)]),
    ("$fourth", &[("$third", true), ("$base", true)]),
];

/// Types, with types below them for casts.
pub(super) const CASTS: [(&str, &[&str]); 5] = [
    ("any", &["$base", "$left", "$point", "$copy", "i31", "eq", "struct", "$ints", "$third"]),
    ("eq", &["$base", "$leaf", "$right", "$same", "$point", "i31", "struct", "$first"]),
    ("struct", &["$base", "$left", "$same", "$copy", "$first"]),
    ("$base", &["$left", "$leaf", "$right", "$same", "$base"]),
    ("$left", &["$leaf", "$left"]),
];

/// Types of which one value is always a value of the other.
const EQUAL: [(&str, &str); 3] =
    [("$point", "$copy"), ("$first", "$third"), ("$second", "$fourth")];

/// Whether values of one type are values of another.
pub(super) fn is_below(ty: &str, of: &str) -> bool {
    let is_class = || CLASSES.iter().any(|(name, _)| *name == ty);
    let is_array = || matches!(ty, "$ints" | "$refs" | "array");
    ty == of
        || EQUAL.contains(&(ty, of))
        || EQUAL.contains(&(of, ty))
        || match of {
            "any" => is_class() || is_array() || matches!(ty, "i31" | "eq" | "struct"),
            "eq" => is_class() || is_array() || matches!(ty, "i31" | "struct"),
            "struct" => is_class(),
            "array" => is_array(),
            "$base" => matches!(ty, "$left" | "$leaf" | "$right" | "$same"),
            "$left" => ty == "$leaf",
            _ => false,
        }
}

/// The types of objects of a type.
pub(super) fn subtypes(ty: &str) -> Vec<&'static str> {
    let others = ["$ints", "$refs", "i31", "$fn", "extern"];
    let all = CLASSES.iter().map(|(name, _)| *name).chain(others);
    all.filter(|name| is_below(name, ty)).collect()
}

/// A type above one, from which it may be cast; itself if there is none.
pub(super) fn above(ty: &str) -> &str {
    match ty {
        "$left" | "$right" | "$same" => "$base",
        "$leaf" => "$left",
        "$point" | "$copy" | "$first" | "$third" => "struct",
        "$base" => "eq",
        "struct" | "i31" | "$ints" | "$refs" | "eq" | "array" | "$second" | "$fourth" => "any",
        ty => ty,
    }
}

/// All fields: the struct, the number, the type, whether it changes.
pub(super) fn all_fields() -> impl Iterator<Item = (&'static str, usize, &'static str, bool)> {
    CLASSES.iter().flat_map(|(class, fields)| {
        fields.iter().enumerate().map(|(n, (ty, mutable))| (*class, n, *ty, *mutable))
    })
}

/// The fields of a type.
pub(super) fn fields_of(ty: &str) -> Vec<(&'static str, usize, bool)> {
    // Packed fields are numbers as well, but need another operator.
    all_fields()
        .filter(|field| field.2 == ty)
        .map(|(class, n, _, mutable)| (class, n, mutable))
        .collect()
}
