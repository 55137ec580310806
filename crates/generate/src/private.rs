//! Programs with private memory: inputs of the pass that promotes it, and of what marks parameters of versions.
//!
//! Functions have regions, begun by `invar.private`, in static memory, in frames of a shadow stack, in other regions,
//! and at another address in each iteration of a loop. They access them at constant offsets, by parts, by dynamic
//! indexes, through pointers that are chosen, kept in a region or returned by calls. Functions that are called access
//! them through raw pointers, which are constants, the stack pointer, or were stored before. What comes behind them
//! reads memory by raw pointers: all of the static memory in the end.
//!
//! The promise is kept. A region is a local variable that is replaced by the result where the region begins, so that
//! later accesses are through it on each path. Functions whose names start with `version` are for the flag
//! `specialized`: they access memory that may be private to a caller through their parameters only. After a trap memory
//! is as it was at first, as each run starts with that. What a frame held means nothing when its function has returned,
//! so memory is not exported.

use crate::Random;
use std::fmt::Write as _;

mod body;
use body::Writer;

/// Where the address is that `$via` accesses memory through, and bytes that nobody uses, where it points at first.
const PUBLISHED: u32 = 512;
const NOBODY: u32 = 768;
/// Eight areas of 64 bytes: some that everyone accesses, 32 that may be private, and some that everyone accesses.
const AREAS: u32 = 1024;
const AREA: u32 = 64;
const PUBLIC: u32 = 16;
/// An area for versions alone, and one that is never private.
const OF_VERSIONS: u32 = 6;
const SHARED: u32 = 7;
/// Where functions have regions one after the other: 64 bytes for each function.
const MOVING: u32 = AREAS + 8 * AREA;
/// The end of memory that is compared, and what it is at first.
const END: u32 = 2048;
const ORIGINAL: u32 = 4096;
/// Where a region keeps a pointer into its first bytes.
const KEPT: u32 = 28;

/// The first byte of an area that may be private.
const fn area(n: u32) -> u32 {
    AREAS + AREA * n + PUBLIC
}

/// What a version is given: the address of 16 bytes, and perhaps more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    /// 16 bytes of one region.
    Bytes,
    /// 16 bytes of one region, or of memory that is not private.
    AnyBytes,
    /// Twice 16 bytes of one region.
    Two,
    /// A whole region with a pointer in it.
    Kept,
    /// 16 bytes before a region of an area, and the area's number.
    Before,
    /// 16 bytes that end behind a region of an area, or in it, and the area's number.
    Behind,
    /// Nothing.
    Nothing,
}

const GIVEN: [Given; 9] = [
    Given::Bytes,
    Given::Bytes,
    Given::AnyBytes,
    Given::Two,
    Given::Two,
    Given::Kept,
    Given::Before,
    Given::Behind,
    Given::Nothing,
];

/// What the functions around a body are.
#[derive(Clone)]
struct Around {
    versions: Vec<Given>,
    /// How many functions with regions of their own there are already.
    roots: usize,
    /// Whether results of calls become part of other values.
    results: bool,
    /// Whether versions call functions that access private memory of their callers by raw pointers.
    through_versions: bool,
}

/// The text of a module of a seed.
pub fn private(random: &mut Random) -> String {
    let mut text = String::from(
        "(module\n  (import \"invar\" \"private\" (func $private (param i32 i32) (result i32)))\n\
         \x20 (import \"env\" \"log\" (func $log (param i32)))\n  (memory 2)\n\
         \x20 (global $sp (mut i32) (i32.const 65536))\n",
    );
    let mut data = random.bytes((END - PUBLISHED) as usize);
    data[..4].copy_from_slice(&NOBODY.to_le_bytes());
    let bytes: String = data.iter().map(|byte| format!("\\{byte:02x}")).collect();
    let _ = writeln!(text, "  (data (i32.const {ORIGINAL}) \"{bytes}\")");
    let _ = writeln!(
        text,
        "  (func $reset (global.set $sp (i32.const 65536))\n    (memory.copy (i32.const {PUBLISHED}) (i32.const {ORIGINAL}) (i32.const {})))",
        END - PUBLISHED
    );
    text += &helpers(random);
    let mut versions: Vec<Given> = (0..1 + random.below(3)).map(|_| random.pick(&GIVEN)).collect();
    if random.one_in(2) {
        let first = versions[0];
        versions.fill(first);
    }
    let results = random.one_in(2);
    let mut around = Around { versions, roots: 0, results, through_versions: false };
    for n in 0..around.versions.len() {
        text += &Writer::new(random, &around).version(n);
    }
    for n in 0..1 + random.below(3) {
        text += &Writer::new(random, &around).root(n);
        around.roots += 1;
    }
    for n in 0..around.roots {
        let _ = writeln!(
            text,
            "  (func (export \"run{n}\") (param i32 i32) (result i64) (local $n i32) (local $all i64)\n    \
             (call $reset)\n    \
             (local.set $all (i64.extend_i32_u (call $root{n} (local.get 0) (local.get 1) (i32.const 2))))\n    \
             (local.set $n (i32.const {PUBLISHED}))\n    (loop $more\n      \
             (local.set $all (i64.xor (i64.rotl (local.get $all) (i64.const 7)) (i64.load (local.get $n))))\n      \
             (br_if $more (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 8))) (i32.const {END}))))\n    \
             (local.get $all))"
        );
    }
    text + ")\n"
}

/// Small functions that access memory: all of areas by raw pointers, what they are passed, what is on the stack. `$a`
/// decides where.
fn helpers(random: &mut Random) -> String {
    let (store, load) = random.pick(&[
        ("i32.store", "i32.load"),
        ("i32.store16", "i32.load16_s"),
        ("i32.store8", "i32.load8_u"),
    ]);
    let change = random.pick(&["add", "xor", "sub"]);
    let first = area(0);
    let end =
        if random.one_in(2) { "(i32.and (local.get $a) (i32.const 4))" } else { "(i32.const 4)" };
    format!(
        "  (func $raw (param $a i32) (result i32) (local $at i32)\n    \
         (local.set $at (i32.add (i32.mul (i32.rem_u (local.get $a) (i32.const {OF_VERSIONS})) (i32.const {AREA}))\n      \
         (i32.add (i32.const {first}) (i32.and (i32.shr_u (local.get $a) (i32.const 3)) (i32.const 12)))))\n    \
         ({store} (local.get $at) (i32.{change} ({load} offset=4 (local.get $at)) (local.get $a)))\n    \
         ({load} offset=8 (local.get $at)))\n  \
         (func $reads (result i32)\n    (i32.xor (i32.load (i32.const {first})) (i32.load offset={AREA} (i32.const {first}))))\n  \
         (func $via (param $a i32) (result i32) (local $at i32)\n    \
         (local.set $at (i32.add (i32.load (i32.const {PUBLISHED})) (i32.and (local.get $a) (i32.const 12))))\n    \
         ({store} (local.get $at) (i32.{change} ({load} (local.get $at)) (local.get $a)))\n    \
         ({load} (i32.load (i32.const {PUBLISHED}))))\n  \
         (func $up (param $a i32) (result i32) (local $r i32)\n    \
         (local.set $r (call $private (global.get $sp) (i32.const 16)))\n    \
         (i32.store offset=4 (local.get $r) (local.get $a))\n    \
         (i32.store (local.get $r) (i32.add (local.get $a) (i32.load (local.get $r))))\n    \
         (i32.store (local.get $r) (i32.{change} (i32.load (local.get $r)) (i32.load offset=4 (local.get $r))))\n    \
         (i32.load (local.get $r)))\n  \
         (func $touch (param $p i32) (param $a i32) (result i32)\n    \
         ({store} offset=4 (local.get $p) (i32.{change} ({load} (i32.add (local.get $p) (i32.and (local.get $a) (i32.const 12)))) (local.get $a)))\n    \
         ({load} offset=8 (local.get $p)))\n  \
         (func $find (param $p i32) (param $a i32) (result i32) (local $at i32)\n    \
         (local.set $at (i32.load offset={KEPT} (local.get $p)))\n    \
         ({store} (local.get $at) (i32.{change} ({load} (local.get $at)) (local.get $a)))\n    \
         ({load} (local.get $at)))\n  \
         (func $pass (param $p i32) (param $a i32) (result i32) (i32.add (local.get $p) {end}))\n  \
         (func $version_pass (param $p i32) (param $a i32) (result i32) (i32.add (local.get $p) {end}))\n  \
         (func $version_same (param $p i32) (param $a i32) (result i32)\n    \
         ({store} (local.get $p) (local.get $a)) (local.get $p))\n  \
         (func $version_pure (param $p i32) (param $a i32) (result i32) (i32.mul (local.get $a) (i32.const 3)))\n  \
         (func $version_behind (param $p i32) (param $a i32) (result i32)\n    \
         ({store} (local.get $p) (local.get $a))\n    \
         ({store} (i32.add (i32.const {first}) (i32.mul (local.get $a) (i32.const {AREA}))) (i32.{change} (local.get $a) ({load} (local.get $p))))\n    \
         ({load} (local.get $p)))\n"
    )
}
