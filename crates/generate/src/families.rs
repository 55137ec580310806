//! Families of functions that differ in a little: constants, addresses of loads, offsets, callees, operators, types.
//!
//! A family is a body with gaps; its members fill these with other constants (some with equal ones), other callees, or,
//! where they must not be taken for similar, with other operators or offsets. Members call themselves, each other
//! and functions that throw, with and without handlers, to a bounded depth; they are called directly and through tables,
//! whose functions have types that are declared once or several times, that are subtypes, or that no call has. Some of
//! these calls are tail calls. In some modules tables are exported, elements are copied, and code calls references,
//! which also come out of constant arrays of functions.
//!
//! What a program does is seen by the integers that its exports return, a global, calls of the host, and traps.

use crate::Random;
use std::fmt::Write as _;

/// The signature of all members.
const SIGNATURE: &str = "(param $x i32) (param $y i32) (result i32)";
/// How deep members call each other.
const DEPTH: i32 = 6;
/// How many functions of other types are in the tables.
const STRANGERS: usize = 4;

/// A place of a body that members fill.
#[derive(Clone, Copy)]
enum Gap {
    /// A constant.
    Number,
    /// The address of a load, with its offset.
    Address,
    /// A member, of any family.
    Callee,
    /// The member itself.
    Itself,
    /// An operator, mostly the same.
    Operator,
    /// The offset of a store, mostly the same.
    Offset,
}

/// A body: text and gaps.
enum Piece {
    Text(String),
    Gap(Gap),
}

/// The numbers that gaps for constants are filled with: some are equal, some take more bytes.
const NUMBERS: [i32; 8] = [0, 1, 2, 2, 100, 70_000, -1, i32::MIN];
const OPERATORS: [&str; 4] = ["i32.add", "i32.sub", "i32.xor", "i32.mul"];

/// The text of a module of a seed.
pub fn families(random: &mut Random) -> String {
    let references = random.one_in(2);
    let exported = random.one_in(4);
    let mut text = String::from(
        "(module
  (import \"env\" \"log\" (func $log (param i32)))
  (memory (export \"m\") 1)
  (data (i32.const 0) \"\\01\\00\\00\\00\\02\\00\\00\\00\\03\\00\\00\\00\\04\\00\\00\\00\\05\\00\\00\\00\")
  (tag $thrown (param i32))
  (global $left (mut i32) (i32.const 0))
  (global $g (export \"g\") (mut i32) (i32.const 0))
  (type $member (func (param i32 i32) (result i32)))
  (type $again (func (param i32 i32) (result i32)))
  (type $open (sub (func (param i32 i32) (result i32))))
  (type $under (sub $open (func (param i32 i32) (result i32))))
  (type $stranger (func (param i64) (result i32)))
",
    );
    let sizes: Vec<usize> = (0..1 + random.below(3)).map(|_| 2 + random.below(4)).collect();
    let members: Vec<String> = sizes
        .iter()
        .enumerate()
        .flat_map(|(family, &size)| (0..size).map(move |n| format!("$f{family}_{n}")))
        .collect();
    for (family, &size) in sizes.iter().enumerate() {
        let body = body(random);
        let types: Vec<&str> = if random.one_in(3) {
            vec!["$member", "$again", "$open", "$under"]
        } else {
            vec![random.pick(&["$member", "$open", "$under"])]
        };
        let exact = random.one_in(2);
        for n in 0..size {
            let ty = random.pick(&types);
            let name = format!("$f{family}_{n}");
            let filled = fill(random, &body, &name, &members, exact);
            let _ = writeln!(
                text,
                "  (func {name} (type {ty}) {SIGNATURE}\n    (local $z i32)\n{filled})"
            );
        }
    }
    strangers(random, &mut text, &members);
    table(random, &mut text, &members, exported);
    if references {
        text.push_str(
            "  (func (export \"reference\") (param (ref null $member)) (result i32)
    (call_ref $member (i32.const 1) (i32.const 2) (local.get 0)))\n",
        );
        let functions: String = members.iter().map(|name| format!(" (ref.func {name})")).collect();
        let count = members.len();
        let _ = writeln!(
            text,
            "  (type $row (array funcref))
  (global $row (ref $row) (array.new_fixed $row {count}{functions}))
  (func (export \"row\") (param $x i32) (param $y i32) (result i32) (local $f funcref)
    (global.set $left (i32.const {DEPTH}))
    (local.set $f (array.get $row (global.get $row) (i32.rem_u (local.get $x) (i32.const {count}))))
    (if (ref.test (ref $member) (local.get $f)) (then
      (return_call_ref $member (local.get $x) (local.get $y) (ref.cast (ref $member) (local.get $f)))))
    (call_ref $under (local.get $y) (i32.const 2) (ref.cast (ref $under) (local.get $f))))"
        );
    }
    for n in 0..2 + random.below(2) {
        let calls: String = (0..1 + random.below(4)).map(|_| call(random, &members)).collect();
        let _ = writeln!(
            text,
            "  (func (export \"run{n}\") (param $x i32) (param $y i32) (result i32)
    (local $z i32)
    (global.set $left (i32.const {DEPTH}))
{calls}    (global.set $g (i32.add (global.get $g) (local.get $z)))
    (local.get $z))"
        );
    }
    text + ")\n"
}

/// A body of several statements, behind which `$z` is returned.
fn body(random: &mut Random) -> Vec<Piece> {
    let mut pieces = vec![Piece::Text(
        "    (if (i32.le_s (global.get $left) (i32.const 0)) (then (return (local.get $y))))
    (global.set $left (i32.sub (global.get $left) (i32.const 1)))\n"
            .into(),
    )];
    let mut put = |text: &str, gaps: &[Gap]| {
        let mut parts = text.split('#');
        pieces.push(Piece::Text(format!("    {}", parts.next().unwrap_or_default())));
        for (part, &gap) in parts.zip(gaps) {
            pieces.push(Piece::Gap(gap));
            pieces.push(Piece::Text(part.into()));
        }
        pieces.push(Piece::Text("\n".into()));
    };
    for _ in 0..2 + random.below(6) {
        match random.below(14) {
            12 => put(
                "(if (i32.eq (local.get $x) (i32.const #)) (then (return_call # (local.get $z) (i32.const #))))",
                &[Gap::Number, Gap::Callee, Gap::Number],
            ),
            13 => put(
                "(if (i32.eq (local.get $y) (i32.const #)) (then (return_call_indirect $t (type $member)
      (local.get $z) (local.get $x) (i32.const #))))",
                &[Gap::Number, Gap::Number],
            ),
            0 | 1 => put(
                "(local.set $z (i32.add (local.get $z) (i32.mul (local.get $x) (i32.const #))))",
                &[Gap::Number],
            ),
            2 => put("(local.set $z (i32.xor (local.get $z) #))", &[Gap::Address]),
            3 => put(
                "(i32.store offset=# (i32.and (local.get $x) (i32.const 1023)) (i32.const #))",
                &[Gap::Offset, Gap::Number],
            ),
            4 => put(
                "(local.set $z (# (local.get $z) (i32.load (i32.and (local.get $y) (i32.const 1023)))))",
                &[Gap::Operator],
            ),
            5 => put("(local.set $y (call # (local.get $z) (local.get $y)))", &[Gap::Callee]),
            6 => put(
                "(local.set $y (call # (i32.const #) (local.get $x)))",
                &[Gap::Itself, Gap::Number],
            ),
            7 => put(
                "(local.set $y (block $c (result i32) (try_table (result i32) (catch $thrown $c)
      (call # (local.get $x) (i32.const #)))))",
                &[Gap::Callee, Gap::Number],
            ),
            8 => put(
                "(if (i32.eq (local.get $x) (i32.const #)) (then (throw $thrown (i32.const #))))",
                &[Gap::Number, Gap::Number],
            ),
            9 => put("(call $log (i32.const #))", &[Gap::Number]),
            10 => put(
                "(local.set $z (i32.add (local.get $z) (i32.wrap_i64 (i64.mul (i64.const #) \
                 (i64.extend_i32_s (local.get $y))))))",
                &[Gap::Number],
            ),
            _ => put(
                "(local.set $z (i32.add (local.get $z) (i32.trunc_sat_f64_s (f64.mul (f64.const #) \
                 (f64.convert_i32_s (i32.const #))))))",
                &[Gap::Number, Gap::Number],
            ),
        }
    }
    put("(i32.add (local.get $z) (local.get $y))", &[]);
    pieces
}

/// The text of a body whose gaps are filled. `exact`: with what keeps members similar.
fn fill(
    random: &mut Random,
    body: &[Piece],
    name: &str,
    members: &[String],
    exact: bool,
) -> String {
    let mut text = String::new();
    for piece in body {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Gap(Gap::Number) => text.push_str(&random.pick(&NUMBERS).to_string()),
            Piece::Gap(Gap::Address) => {
                // At times, the sum is outside of 32 bits.
                let address = if random.one_in(20) { -4 } else { 4 * random.below(3) as i32 };
                let offset = 4 * random.below(3);
                let _ = write!(text, "(i32.load offset={offset} (i32.const {address}))");
            }
            Piece::Gap(Gap::Callee) => text.push_str(random.pick(&refs(members))),
            Piece::Gap(Gap::Itself) => {
                let other = !exact && random.one_in(6);
                text.push_str(if other { random.pick(&refs(members)) } else { name });
            }
            Piece::Gap(Gap::Operator) => {
                let other = !exact && random.one_in(4);
                text.push_str(if other { random.pick(&OPERATORS) } else { OPERATORS[0] });
            }
            Piece::Gap(Gap::Offset) => {
                let other = !exact && random.one_in(4);
                text.push_str(if other { "2048" } else { "1024" });
            }
        }
    }
    text
}

fn refs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// Functions of another type, which some modules call.
fn strangers(random: &mut Random, text: &mut String, members: &[String]) {
    for n in 0..STRANGERS {
        let member = random.pick(&refs(members));
        let number = random.pick(&NUMBERS);
        let _ = writeln!(
            text,
            "  (func $s{n} (type $stranger) (call $log (i32.const {number}))
    (call {member} (i32.wrap_i64 (local.get 0)) (i32.const {number})))"
        );
    }
}

/// Two tables with members and strangers, and code that copies elements.
fn table(random: &mut Random, text: &mut String, members: &[String], exported: bool) {
    let export = if exported { " (export \"t\")" } else { "" };
    let size = members.len() + STRANGERS;
    let strangers: String = (0..STRANGERS).map(|n| format!(" $s{n}")).collect();
    let _ = writeln!(
        text,
        "  (table $t{export} {size} funcref) (table $u {size} funcref)
  (elem (table $t) (i32.const 0) func {}{strangers})
  (elem $passive func {}{strangers})",
        members.join(" "),
        members.join(" ")
    );
    if random.one_in(4) {
        let _ = writeln!(
            text,
            "  (func (export \"copy\") (table.copy $u $t (i32.const 0) (i32.const 0) (i32.const {size})))"
        );
    }
    if random.one_in(2) {
        let _ = writeln!(
            text,
            "  (func (export \"init\") (table.init $u $passive (i32.const 0) (i32.const 0) (i32.const {size})))"
        );
    }
}

/// A call of a member, directly or through a table.
fn call(random: &mut Random, members: &[String]) -> String {
    let table = random.pick(&["$t", "$t", "$t", "$u"]);
    let limit = (members.len() + STRANGERS) as i32;
    let index = match random.below(3) {
        0 => format!("(i32.const {})", random.below(limit as usize)),
        1 => format!("(i32.rem_u (local.get $x) (i32.const {limit}))"),
        _ => "(i32.and (local.get $y) (i32.const 7))".into(),
    };
    let call = match random.below(8) {
        0..=3 => format!("(call {} (local.get $x) (local.get $y))", random.pick(&refs(members))),
        4 => format!("(call_indirect {table} (type $stranger) (i64.const 3) {index})"),
        5 => format!("(call_indirect {table} (type $open) (local.get $x) (local.get $y) {index})"),
        6 => format!("(call_indirect {table} (type $under) (local.get $y) (i32.const 5) {index})"),
        _ => format!("(call_indirect {table} (type $member) (local.get $x) (i32.const 3) {index})"),
    };
    format!(
        "    (local.set $z (i32.add (i32.mul (local.get $z) (i32.const 3))
      (block $c (result i32) (try_table (result i32) (catch $thrown $c) {call}))))\n"
    )
}
