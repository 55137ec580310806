//! Statements in a runtime's functions by which it does what the program can see, and some that it cannot.
//!
//! None writes through `$cur` or `$end`, which are null at first: a hook that does is taken for the runtime's own, and
//! writes to the first bytes of memory. (`STATIC` of crate `arc`: static data begin at 1024.)

use crate::Random;
use std::fmt::Write as _;

/// Where hooks are, and the local that leads to the block of the object there (`$s`), and how far behind it.
const PLACES: [(&str, &str, i32); 5] = [
    ("FINALIZE", "$s", 0),
    ("FREES", "$s", 0),
    ("APPEND", "$s", 0),
    ("MEMBERS", "$p", 12),
    ("VISIT", "$p", 0),
];
/// Words of the program's memory: in front of static data, and in it.
pub const WORDS: [i32; 8] = [4, 8, 16, 24, 1032, 1036, 1044, 2040];
/// The word that holds a pointer of the program.
pub const POINTER: i32 = 1052;
/// The word by which the program says that hooks abort.
pub const FLAG: i32 = 1060;

/// The hooks of a program.
pub struct Hooks {
    /// Globals of the hooks that the program reads.
    pub globals: Vec<String>,
    /// Functions of the program that hooks call.
    pub functions: String,
    declared: String,
    count: usize,
}

impl Hooks {
    pub fn new(random: &mut Random) -> Hooks {
        let mut hooks = Hooks {
            globals: Vec::new(),
            functions: "  (func $callback (type $one)
    (i32.store (i32.const 1036) (i32.add (i32.load (i32.const 1036)) (local.get 0))))\n"
                .to_string(),
            declared: String::new(),
            count: if random.one_in(6) { 0 } else { 1 + random.below(2) },
        };
        for name in ["$counter", "$pointer", "$seen"] {
            let start = if name == "$counter" { random.pick(&[0, 4, 8, 1, 2, 2100]) } else { 0 };
            let _ = writeln!(hooks.declared, "  (global {name} (mut i32) (i32.const {start}))");
        }
        if random.one_in(8) {
            hooks.declared += "  (export \"seen\" (global $seen))\n";
        }
        if random.one_in(3) {
            hooks.globals.push("$seen".to_string());
        }
        hooks
    }

    /// The runtime with its hooks.
    pub fn place(&self, random: &mut Random, runtime: &str) -> String {
        let mut text = runtime.replace("GLOBALS", &self.declared);
        let hooked: Vec<usize> = (0..self.count).map(|_| random.below(PLACES.len())).collect();
        for (n, (place, local, behind)) in PLACES.into_iter().enumerate() {
            let sees = !self.globals.is_empty() && random.one_in(2);
            let hook = if !hooked.contains(&n) {
                String::new()
            } else if sees {
                "(global.set $seen (i32.add (global.get $seen) (i32.const 1)))".to_string()
            } else {
                hook(random, local, behind)
            };
            text = text.replacen(place, &hook, 1);
        }
        let inside = match random.below(8) {
            0 => "(local.get $x)",
            1 => "(i32.add (local.get $x) (local.get $y))",
            2 => "(i32.load (local.get $x))",
            3 | 5 | 6 => "(i32.store (local.get $x) (local.get $y)) (local.get $y)",
            4 => "(i32.load (i32.const 1052))",
            _ => "(i32.add (global.get $root) (i32.const 30000))",
        };
        // Only what the allocator leads to is its own.
        let allocates = match random.below(6) {
            _ if inside.contains("store") => {
                "(drop (call $inside (local.get $block) (i32.const 8)))"
            }
            0 => "(drop (call $inside (local.get $block) (i32.const 8)))",
            1 => "(global.set $pointer (local.get $block))",
            2 => "(global.set $pointer (call $inside (local.get $block) (i32.const 8)))",
            3 => "(global.set $seen (i32.add (global.get $seen) (i32.const 1)))",
            _ => "",
        };
        text.replacen("INSIDE", inside, 1).replacen("ALLOCATES", allocates, 1)
    }
}

/// A statement in a function of the runtime.
fn hook(random: &mut Random, local: &str, behind: i32) -> String {
    let value = match random.below(4) {
        0 => "(i32.const 77)".to_string(),
        1 => format!("(local.get {local})"),
        2 => format!("(i32.load offset={} (local.get {local}))", behind_fields(behind) + 8),
        _ => "(i32.add (global.get $seen) (i32.const 3))".to_string(),
    };
    // Numbers of blocks differ if others were freed before, which is no business of the program.
    let value = if value.contains("(local.get") && !value.contains("load") {
        "(i32.const 5)".to_string()
    } else {
        value
    };
    let at = address(random, local, behind);
    let offset = random.pick(&[0, 0, 0, 0, 4, 8, 1032]);
    let step = random.pick(&[1, 4, 4]);
    let count = format!("(global.set $counter (i32.add (global.get $counter) (i32.const {step})))");
    let statement = match random.below(19) {
        0..5 => format!("(i32.store offset={offset} {at} {value})"),
        5 => format!("(i32.store8 offset={offset} {at} {value})"),
        6 => format!("(i32.store16 offset={offset} {at} {value})"),
        7 => format!("(i64.store offset={offset} {at} (i64.extend_i32_u {value}))"),
        8 => format!("(memory.fill {at} {value} (i32.const {}))", random.pick(&[1, 4, 8])),
        9 => format!("(memory.copy {at} (i32.const 1044) (i32.const 4))"),
        10 => format!("(global.set $seen {value})"),
        11 | 16 | 17 => format!("(drop (call $inside {at} {value}))"),
        12 => format!("(call $log {value})"),
        13 => {
            if random.one_in(2) {
                format!("(call $callback {value})")
            } else {
                format!("(call_indirect (type $one) {value} (i32.const 0))")
            }
        }
        14 => format!(
            "(if (i32.load (i32.const {FLAG})) (then
          (call $abort (i32.const 0) (i32.const 1100) (i32.const 1) (i32.const 1)) (unreachable)))"
        ),
        _ => format!("(i32.store (global.get $pointer) {value})"),
    };
    let statement =
        if statement.contains("$counter") { format!("{statement} {count}") } else { statement };
    match random.below(6) {
        0 => format!("(if (i32.load (i32.const {FLAG})) (then {statement}))"),
        1 => format!(
            "(if (i32.load offset={} (local.get {local})) (then {statement}))",
            behind_fields(behind)
        ),
        _ => statement,
    }
}

/// The distance of an object's fields from a local.
fn behind_fields(behind: i32) -> i32 {
    12 - behind
}

/// An address that a hook writes to.
fn address(random: &mut Random, local: &str, behind: i32) -> String {
    let word = random.pick(&WORDS);
    let fields = behind_fields(behind);
    match random.below(25) {
        0 | 1 => format!("(i32.const {word})"),
        2 | 3 => "(i32.shl (global.get $counter) (i32.const 2))".to_string(),
        4 | 19 | 20 => "(global.get $counter)".to_string(),
        21 => format!("(i32.add (global.get $counter) (i32.const {}))", word - 4),
        5 => format!(
            "(i32.add (i32.const {word}) (i32.shl (i32.and (global.get $counter) (i32.const 1)) (i32.const 2)))"
        ),
        6 => "(global.get $pointer)".to_string(),
        7 => format!("(i32.load offset={fields} (local.get {local}))"),
        8 => format!("(i32.add (i32.load offset={fields} (local.get {local})) (i32.const 8))"),
        9 => format!("(i32.load (i32.const {POINTER}))"),
        10 => format!("(call $inside (i32.const {word}) (i32.const 0))"),
        11 => format!("(call $inside (local.get {local}) (i32.const 8))"),
        // The root is at 2064.
        12 | 22 => format!("(i32.sub (global.get $root) (i32.const {}))", 2064 - word),
        13 | 23 | 24 => format!("(i32.add (global.get $root) (i32.const {}))", word - 2064),
        14 => "(i32.and (global.get $root) (i32.const 0x0f8))".to_string(),
        15 => format!(
            "(i32.sub (i32.add (local.get {local}) (i32.const {word})) (local.get {local}))"
        ),
        16 => {
            format!("(select (global.get $root) (i32.const {word}) (i32.load (i32.const {FLAG})))")
        }
        17 => format!("(i32.add (local.get {local}) (i32.const {}))", fields + 8),
        _ => format!("(i32.load (i32.load offset={fields} (local.get {local})))"),
    }
}
