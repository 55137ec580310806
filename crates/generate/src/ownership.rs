//! Programs that count references, made from a seed, on a heap that detects the effects of wrong counts.
//!
//! The heap is [`oracle.wat`](ownership/oracle.wat): it records uses of freed objects, objects freed
//! twice, leaks, and in which order objects are freed. Programs are balanced by construction: the
//! writer knows at each point which local owns a reference, which borrows one and from whom, and at
//! each merge, back edge and exit it releases or copies until the paths agree. References are copied,
//! destroyed, moved, passed to parameters that consume and to ones that borrow, stored, loaded from
//! fields and kept, carried around loops, merged, destroyed or taken on some of the paths that join, null on some;
//! two names stand for one object; pointers lead into objects. In between, code that is called indirectly changes
//! fields, tests ask whether a reference is the only one, and weak references see objects die.
//!
//! Exported is what must not change: results, `errors` (0, but for leaks), `live`, `deinits`, `order`, and the
//! memory. Some programs also trap: of these only results and errors are compared, since leaking on the
//! way to a trap is allowed. And some leak, in one function, which is to be left as it is.

mod plain;
mod writer;

use crate::Random;
use plain::Plain;
use std::fmt::Write as _;
use writer::splits::CONSUMERS;
use writer::{Convention, Signature, Style, Writer};

/// The heap, with words in capitals for what differs between programs.
const ORACLE: &str = include_str!("ownership/oracle.wat");
/// Where the numbers of freed objects are noted.
const LOG: usize = 65536;
/// How the module shows that the order of deinits does not matter.
pub const UNORDERED: &str = "  (global $unordered (export \"unordered\") i32 (i32.const 1))\n";
/// What the heap does to record the order, and what it does if there is none.
const ORDER: [(&str, &str); 2] = [
    (
        "(global.set $order (i64.add (i64.mul (global.get $order) (i64.const 1000003))",
        "(global.set $order (i64.add (global.get $order)",
    ),
    (
        "(i32.shl (i32.and (global.get $deinits) (i32.const 4095)) (i32.const 2))",
        "(i32.shl (i32.load offset=8 (local.get $x)) (i32.const 2))",
    ),
];
/// How an object releases its fields when it is freed.
const DOWN: &str = "(call $down (i32.load offset=16 (local.get $x)))
    (call $down (i32.load offset=20 (local.get $x)))
    (call $down (i32.load offset=24 (local.get $x)))";
/// The releases of fields by a switch over the tag, in some cases in a form that is recognized and in others not.
const VISIT: &str =
    "  (func $~lib/rt/pure/__visit (param $x i32) (param $cookie i32) (call $down (local.get $x)))
  (func $base~visit (param $x i32) (param $cookie i32) (local $y i32)
    (if (local.tee $y (i32.load offset=16 (local.get $x)))
      (then (call $~lib/rt/pure/__visit (local.get $y) (local.get $cookie))))
    (if (local.tee $y (i32.load offset=20 (local.get $x)))
      (then (call $~lib/rt/pure/__visit (local.get $y) (local.get $cookie)))))
  (func $all~visit (param $x i32) (param $cookie i32) (local $y i32)
    (call $base~visit (local.get $x) (local.get $cookie))
    (if (local.tee $y (i32.load offset=24 (local.get $x)))
      (then (call $~lib/rt/pure/__visit (local.get $y) (local.get $cookie)))))
  (func $~lib/rt/__visit_members (param $x i32) (param $cookie i32)
    (block $other (block $some (block $all
      (br_table $all $some $all $other $all $other (i32.load offset=12 (local.get $x))))
      (call $all~visit (local.get $x) (local.get $cookie)) (return))
      (call $base~visit (local.get $x) (local.get $cookie))
      (call $down (i32.load offset=24 (local.get $x))) (return))
    (call $down (i32.load offset=16 (local.get $x)))
    (call $down (i32.load offset=20 (local.get $x)))
    (call $down (i32.load offset=24 (local.get $x))))
";
/// Adds one to the count of a block, or traps if it is none of an object that is alive.
const PLAIN_INCREMENT: &str = "(local $x i32) (local.set $x (i32.add (local.get $s) (i32.const 20)))
    (if (i32.or (i32.or (i32.lt_u (local.get $x) (i32.const 1024))
                        (i32.ge_u (local.get $x) (global.get $top)))
                (i32.and (local.get $x) (i32.const 31)))
      (then (call $fail (i32.const 16)) (unreachable)))
    (if (i32.ne (i32.load (local.get $x)) (i32.const 1))
      (then (call $fail (i32.const 2)) (unreachable)))
    (i32.store offset=24 (local.get $s) (i32.add (i32.load offset=24 (local.get $s)) (i32.const 1)))";
/// A new object with a count of zero, which traps where memory ends.
const PLAIN_NEW: &str = "(local $x i32) (local.set $x (global.get $top))
    (if (i32.ge_u (local.get $x) (i32.const 65536)) (then (unreachable)))
    (global.set $top (i32.add (local.get $x) (i32.const 32)))
    (global.set $number (i32.add (global.get $number) (i32.const 1)))
    (global.set $live (i32.add (global.get $live) (i32.const 1)))
    (i32.store (local.get $x) (i32.const 1))
    (i32.store offset=8 (local.get $x) (global.get $number))
    (i32.store offset=4 (local.get $x) (i32.const 0))
    (i32.store offset=12 (local.get $x) (local.get $tag))
    (i32.store offset=16 (local.get $x) (i32.const 0))
    (i32.store offset=20 (local.get $x) (i32.const 0))
    (i32.store offset=24 (local.get $x) (i32.const 0))
    (i32.store offset=28 (local.get $x) (local.get $tag))
    (local.get $x)";
/// Functions entered by one call from outside.
const STEPS: usize = 10;

/// How many functions of a program are its runtime and heap, before all others, at least: one more in
/// programs that use the longer runtime.
pub const HEAP_FUNCTIONS: usize = 37;

/// The text of a module of a seed.
pub fn ownership(random: &mut Random) -> String {
    text(random, false)
}

/// The program that [`ownership`] makes, which counts retains and releases in an exported global `updates`.
pub fn counting(random: &mut Random) -> String {
    text(random, true)
}

/// A module with the heap alone, and an export `run0` whose body is given: it owns the objects `$a` and
/// `$b`, and must give them up.
pub fn oracle(body: &str) -> String {
    let heap = Heap {
        runtime: Runtime::Generic,
        plain: false,
        traps: false,
        heard: false,
        counting: false,
        unordered: false,
        visits: false,
        peeks: "",
    };
    format!(
        "{}  (table funcref (elem $clobber0))
  (func (export \"run0\") (param $n i32) (result i32) (local $a i32) (local $b i32)
    (call $begin)
    (local.set $a (call $arc_new (i32.const 1))) (local.set $b (call $arc_new (i32.const 2)))
    {body}
    (call $finish)
    (global.get $witness)))\n",
        heap.text()
    )
}

/// How the heap differs from program to program.
#[derive(Clone, Copy)]
struct Heap {
    runtime: Runtime,
    /// The runtime increments counts inline, and not by calls: the initial count of a new object
    /// can be recognized.
    plain: bool,
    /// The program may trap, so that objects may be alive afterwards.
    traps: bool,
    /// The host is told of each object that is freed.
    heard: bool,
    /// Retains and releases are counted.
    counting: bool,
    /// The order in which objects are freed cannot be told.
    unordered: bool,
    /// The fields of an object are released by a function that can be analyzed, by its tag.
    visits: bool,
    /// The first action of one of the functions that read objects.
    peeks: &'static str,
}

impl Heap {
    /// A module as far as it is the same in each program.
    fn text(self) -> String {
        let export =
            |name: &str| if self.traps { String::new() } else { format!(" (export \"{name}\")") };
        let mut text = format!(
            "(module\n  (import \"env\" \"log\" (func $log (param i32)))\n  \
             (type $one (func (param i32)))\n  (type $int (func (param i32 i32) (result i32)))\n  \
             (type $look (func (param i32 i32 i32) (result i32)))\n  \
             (global $errors (export \"errors\") (mut i32) (i32.const 0))\n  \
             (global $live{} (mut i32) (i32.const 0))\n  \
             (global $deinits{} (mut i32) (i32.const 0))\n  \
             (global $order{} (mut i64) (i64.const 0))\n  (memory{} 2 2)\n",
            export("live"),
            export("deinits"),
            export("order"),
            export("memory"),
        );
        for global in ["top", "number", "root", "weak", "steps", "witness"] {
            let _ = writeln!(text, "  (global ${global} (mut i32) (i32.const 0))");
        }
        let (mut counted, mut deinit) = ("", "");
        if self.counting {
            text += "  (global $updates (export \"updates\") (mut i64) (i64.const 0))\n";
            counted = "(global.set $updates (i64.add (global.get $updates) (i64.const 1)))";
        }
        if self.heard {
            deinit = "(call $log (i32.load offset=8 (local.get $x)))";
        }
        text += &self.runtime.functions(self.plain);
        let mut oracle = ORACLE.to_string();
        if self.unordered {
            text += UNORDERED;
            for (what, instead) in ORDER {
                assert!(oracle.contains(what), "{what}");
                oracle = oracle.replace(what, instead);
            }
        }
        if self.visits {
            assert!(oracle.contains(DOWN), "{DOWN}");
            oracle = oracle
                .replace(DOWN, "(call $~lib/rt/__visit_members (local.get $x) (i32.const 1))");
            text += VISIT;
        }
        oracle += CONSUMERS;
        text + &oracle
            .replace("PEEK", self.peeks)
            .replace("(RETAIN (local.get $y))", &self.runtime.retain("$y"))
            .replace("RELEASE", &self.runtime.release())
            .replace("NEW", &self.runtime.new_object("(local.get $depth)"))
            .replace("DEINIT", deinit)
            .replace("COUNTED", counted)
            .replace("LOG", &LOG.to_string())
            .replace("STATIC", if self.runtime == Runtime::Generic { "1" } else { "1020" })
            .replace("STEPS", &STEPS.to_string())
    }
}

fn text(random: &mut Random, counting: bool) -> String {
    let runtime = if random.one_in(2) { Runtime::Generic } else { Runtime::AssemblyScript };
    let traps = random.one_in(8);
    let heard = random.one_in(4) && !traps;
    let unordered = runtime == Runtime::AssemblyScript && !heard && random.one_in(2);
    let plain = runtime == Runtime::AssemblyScript && !counting && random.one_in(2);
    let visits = unordered && random.one_in(2);
    let peeks = if random.one_in(4) { "(call $clobber0 (local.get 0))" } else { "" };
    let mut text = Heap { runtime, plain, traps, heard, counting, unordered, visits, peeks }.text();
    let inlines = runtime == Runtime::AssemblyScript && random.one_in(3);
    // A function of some programs keeps more than it gives up.
    let style = Style {
        traps,
        takes: random.one_in(2),
        tests: runtime == Runtime::Generic && random.one_in(3),
        leaks: false,
        tail_calls: random.one_in(8),
    };
    // Half of the programs are of short functions without guards.
    let plainly = random.one_in(2);
    let leaky = if random.one_in(16) { random.below(2) } else { usize::MAX };
    let mut functions: Vec<Signature> = Vec::new();
    for index in 0..2 + random.below(4) {
        let params = (0..random.below(4)).map(|_| Convention::any(random, style)).collect();
        let signature = Signature { params, owned: random.one_in(2) };
        functions.push(signature);
        let function = if plainly {
            let mut writer = Plain::new(random.clone(), runtime);
            let function = writer.function(index, &functions[index]);
            *random = writer.random;
            function
        } else {
            let style = Style { leaks: leaky == index, ..style };
            let mut writer = Writer::new(random.clone(), runtime, style, &functions);
            let function = writer.function(index);
            *random = writer.into_random();
            function
        };
        text += &if inlines { inlined(random, &function) } else { function };
    }
    // What can be called through the table: by now, all that fit.
    let fit = |signature: &Signature| match signature.params[..] {
        [Convention::Owned] => false,
        [_] => !signature.owned,
        _ => false,
    };
    let indirect: Vec<String> = (0..functions.len())
        .filter(|index| fit(&functions[*index]))
        .map(|index| format!("$f{index}"))
        .chain(["$other".to_string()])
        .collect();
    let _ = writeln!(
        text,
        "  (func $other (type $int) (i32.add (local.get 0) (call $use (local.get 1))))\n  \
         (table funcref (elem $clobber0 $clobber1 $clobber2 $clobber3
    $peek0 $peek1 $peek2 $peek3 {}))",
        indirect.join(" ")
    );
    for (index, signature) in functions.iter().enumerate() {
        text += &drive(random, runtime, index, signature);
    }
    text + ")\n"
}

/// A function in which some retains and releases are inlined, in the form that compilers give them.
fn inlined(random: &mut Random, function: &str) -> String {
    let mut text = String::new();
    let mut rest = function;
    let forms = [
        ("(call $~lib/rt/pure/__release (local.get ", ")", "decrement"),
        ("(drop (call $~lib/rt/pure/__retain (local.get ", "))", "increment"),
    ];
    loop {
        let next =
            forms.iter().filter_map(|form| Some((rest.find(form.0)?, form))).min_by_key(|at| at.0);
        let Some((at, (start, end, name))) = next else { return text + rest };
        let (before, call) = rest.split_at(at);
        let (local, after) = call[start.len()..].split_once(')').expect("it is closed");
        let after = after.strip_prefix(")").expect("it is closed");
        text += before;
        // Of the longer form, one more is left.
        let after = after.strip_prefix(&end[1..]).unwrap_or(after);
        text += &match random.below(3) {
            0 => format!(
                "(if (i32.gt_u (local.get {local}) (i32.const 1020)) (then
      (call $~lib/rt/pure/{name} (i32.sub (local.get {local}) (i32.const 20)))))"
            ),
            _ => format!("{start}{local}){end}"),
        };
        rest = after;
    }
}

/// An export that calls a function with objects of its own, and looks for leaks.
fn drive(random: &mut Random, runtime: Runtime, index: usize, signature: &Signature) -> String {
    let (mut locals, mut before, mut arguments, mut after) =
        (String::new(), String::new(), String::new(), String::new());
    for (n, convention) in signature.params.iter().enumerate() {
        let _ = write!(locals, " (local $a{n} i32)");
        let depth = random.below(3);
        let _ = write!(before, " (local.set $a{n} (call $grown (i32.const {depth})))");
        if n > 0 && random.one_in(2) {
            let (from, field) = (n - 1, random.below(3));
            let _ = write!(
                before,
                " {} (call $store (local.get $a{n}) (i32.const {field}) (local.get $a{from}))",
                runtime.retain(&format!("$a{from}"))
            );
        }
        let _ = write!(arguments, " (local.get $a{n})");
        if *convention != Convention::Owned {
            let _ = write!(after, " ({} (local.get $a{n}))", runtime.release());
        }
    }
    let call = format!("(call $f{index} (i32.and (local.get $n) (i32.const 7)){arguments})");
    let result = if signature.owned {
        format!(
            "(local.set $r {call}) (local.set $n (call $use (local.get $r))) ({} (local.get $r))",
            runtime.release()
        )
    } else {
        format!("(local.set $n {call})")
    };
    format!(
        "  (func (export \"run{index}\") (param $n i32) (result i32) (local $r i32){locals}\n    \
         (call $begin){before}\n    {result}\n   {after} (call $finish)\n    \
         (i32.add (local.get $n) (global.get $witness)))\n"
    )
}

/// Whose names the functions have that count references.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Runtime {
    /// New objects are owned; retain has no result.
    Generic,
    /// New objects have a count of zero; retain returns its argument.
    AssemblyScript,
}

impl Runtime {
    fn functions(self, plain: bool) -> String {
        let (mut increment, mut new) = (
            "(call $up (i32.add (local.get $s) (i32.const 20)))",
            "(call $make (local.get $tag) (i32.const 0))",
        );
        if plain {
            (increment, new) = (PLAIN_INCREMENT, PLAIN_NEW);
        }
        match self {
            Runtime::Generic => {
                "  (func $arc_retain (param $x i32) (call $up (local.get $x)))\n  \
                 (func $arc_release (param $x i32) (call $down (local.get $x)))\n  \
                 (func $arc_new (param $tag i32) (result i32) (call $make (local.get $tag) (i32.const 1)))\n  \
                 (func $arc_is_unique (param $x i32) (result i32)\n    \
                 (if (call $check (local.get $x) (i32.const 8))\n      \
                 (then (return (i32.eq (i32.load offset=4 (local.get $x)) (i32.const 1)))))\n    \
                 (i32.const 0))\n"
                    .to_string()
            }
            Runtime::AssemblyScript => format!(
                "  (global $~lib/memory/__heap_base i32 (i32.const 1020))\n  \
                 (func $~lib/rt/pure/increment (param $s i32)\n    {increment})\n  \
                 (func $~lib/rt/pure/decrement (param $s i32)\n    \
                 (call $down (i32.add (local.get $s) (i32.const 20))))\n  \
                 (func $~lib/rt/pure/__retain (param $x i32) (result i32)\n    \
                 (if (i32.gt_u (local.get $x) (i32.const 1020))\n      \
                 (then (call $~lib/rt/pure/increment (i32.sub (local.get $x) (i32.const 20)))))\n    \
                 (local.get $x))\n  \
                 (func $~lib/rt/pure/__release (param $x i32)\n    \
                 (if (i32.gt_u (local.get $x) (i32.const 1020))\n      \
                 (then (call $~lib/rt/pure/decrement (i32.sub (local.get $x) (i32.const 20))))))\n  \
                 (func $~lib/rt/pure/__new (param $size i32) (param $tag i32) (result i32)\n    \
                 {new})\n"
            ),
        }
    }

    /// A statement that increments the count of the object in a local.
    fn retain(self, local: &str) -> String {
        match self {
            Runtime::Generic => format!("(call $arc_retain (local.get {local}))"),
            Runtime::AssemblyScript => {
                format!("(drop (call $~lib/rt/pure/__retain (local.get {local})))")
            }
        }
    }

    /// An expression: the object in a local, with its count incremented.
    fn kept(self, local: &str) -> String {
        match self {
            Runtime::Generic => format!("{} (local.get {local})", self.retain(local)),
            Runtime::AssemblyScript => format!("(call $~lib/rt/pure/__retain (local.get {local}))"),
        }
    }

    fn release(self) -> String {
        match self {
            Runtime::Generic => "call $arc_release".to_string(),
            Runtime::AssemblyScript => "call $~lib/rt/pure/__release".to_string(),
        }
    }

    /// An expression: an object that its user owns.
    fn new_object(self, tag: &str) -> String {
        match self {
            Runtime::Generic => format!("(call $arc_new {tag})"),
            Runtime::AssemblyScript => {
                format!(
                    "(call $~lib/rt/pure/__retain (call $~lib/rt/pure/__new (i32.const 16) {tag}))"
                )
            }
        }
    }

    /// Assigns the object in one local to another, and retains it.
    fn copy(self, to: &str, from: &str, as_one: bool) -> String {
        match self {
            Runtime::AssemblyScript if as_one => {
                format!("(local.set {to} (call $~lib/rt/pure/__retain (local.get {from})))")
            }
            _ => format!("(local.set {to} (local.get {from})) {}", self.retain(to)),
        }
    }
}
