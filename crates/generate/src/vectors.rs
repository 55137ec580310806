//! Loops over arrays and straight-line code that a vectorizer takes: scalar modules of all element types.
//!
//! Most loops are counted, innermost, and free of what a vectorizer refuses; a quarter has one such thing: a call, an
//! atomic access, a division, a second exit, a global, a store to where the data says. Bases are parameters,
//! constants, or a distance from each other; functions are driven with arrays that are equal, overlap by 1 to 20 bytes
//! or elements, touch, are apart, run over the end of memory, or whose addresses wrap. Counts are 0 to about 70,
//! steps 1 to 4 up and down, tests of all kinds. Memory starts with numbers at which something changes: NaNs with
//! payloads, signed zeros, bounds of integers.
//!
//! Memory and the globals that sums go to are exported, so that they are compared after traps, too. Each call is an
//! export of its own: what a call did before it trapped is seen.
//!
//! | module | what it gives |
//! |---|---|
//! | `writer` | elements, arrays, addresses, loads and stores |
//! | `loops` | counters, pointers, tests |
//! | `bodies` | what loops do: maps, reductions, recurrences, conditionals, and what is refused |
//! | `values` | expressions, and idioms of narrow integers |
//! | `straight` | adjacent stores without a loop |

mod bodies;
mod loops;
mod straight;
mod values;
mod writer;

use crate::Random;
use std::fmt::Write as _;
use writer::{Function, Writer};

/// The end of memory as it starts.
const END: i64 = 65536;
/// Where the arrays of most calls are.
const ARRAYS: i64 = 1024;
/// A table of bytes for lookups.
const TABLE: i64 = 256;
/// Counts around the numbers of lanes, and their multiples.
const COUNTS: [i64; 24] =
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 20, 31, 32, 33, 40, 47, 48, 63, 64, 65, 70];
/// Arguments that are not addresses.
const SCALARS: &str = "(param $n i32) (param $x i32) (param $y i64) (param $z f32) (param $w f64)";

/// The text of a module of a seed.
pub fn vectors(random: &mut Random) -> String {
    let address = if random.one_in(7) { "i64" } else { "i32" };
    let second = random.one_in(10);
    let mut text = String::from("(module\n  (import \"env\" \"log\" (func $log (param i32)))\n");
    let _ = writeln!(text, "  (memory $m0 (export \"memory\") {address} 1 2)");
    if second {
        let _ = writeln!(text, "  (memory $m1 (export \"second\") {address} 1 1)");
    }
    let flavour = random.below(8);
    for (at, length) in [(TABLE, 256), (ARRAYS - 64, 2304), (END - 704, 704)] {
        let bytes: String = contents(random, flavour, length).iter().fold(
            String::with_capacity(3 * length),
            |mut text, byte| {
                let _ = write!(text, "\\{byte:02x}");
                text
            },
        );
        let _ = writeln!(text, "  (data ({address}.const {at}) \"{bytes}\")");
    }
    for (global, start) in
        [("$g0 (export \"g0\") (mut i32)", "i32.const 3"), ("$g1 (mut f64)", "f64.const 0.5")]
    {
        let _ = writeln!(text, "  (global {global} ({start}))");
    }
    text += &helpers(address);
    for index in 0..1 + random.below(3) {
        let straight = random.one_in(3);
        let mut writer = Writer::new(random, address, second);
        if straight {
            writer.straight();
        } else {
            writer.loops();
        }
        let function = writer.finish(index);
        text += &function.text;
        drives(random, &mut text, index, address, &function);
    }
    text + ")\n"
}

/// Functions for loops to call.
fn helpers(address: &str) -> String {
    let at = |mask: u32| match address {
        "i64" => format!("(i64.extend_i32_u (i32.and (local.get 0) (i32.const {mask})))"),
        _ => format!("(i32.and (local.get 0) (i32.const {mask}))"),
    };
    format!(
        "  (func $pure (param i32) (result i32) (i32.mul (i32.add (local.get 0) (i32.const 3)) (local.get 0)))\n\
         \x20 (func $writes (param i32) (result i32) (i32.store offset={ARRAYS} {} (local.get 0)) (i32.const 1))\n\
         \x20 (func $grows (param i32) (result i32)\n\
         \x20   (if (i32.eq (local.get 0) (i32.const 5)) (then (drop (memory.grow ({address}.const 1))))) (local.get 0))\n",
        at(0xff)
    )
}

/// Bytes at which something changes, for elements of some kind or of several.
fn contents(random: &mut Random, flavour: usize, length: usize) -> Vec<u8> {
    const SINGLES: [u32; 12] = [
        0,
        0x8000_0000,
        0x7fc0_0000,
        0xffc0_1234,
        0x7f80_0001,
        0x7f80_0000,
        0xff80_0000,
        0x3f80_0000,
        0xbf00_0000,
        1,
        0x4f00_0000,
        0x7f7f_ffff,
    ];
    const DOUBLES: [u64; 11] = [
        0,
        1 << 63,
        0x7ff8_0000_0000_0000,
        0xfff8_0000_dead_beef,
        0x7ff0_0000_0000_0001,
        0x7ff0_0000_0000_0000,
        0xfff0_0000_0000_0000,
        0x3ff0_0000_0000_0000,
        1,
        0x41e0_0000_0000_0000,
        0x4340_0000_0000_0001,
    ];
    const BYTES: [u8; 12] = [0, 1, 2, 127, 128, 129, 254, 255, 31, 32, 33, 64];
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        let kind = if random.one_in(2) { flavour } else { random.below(8) };
        for _ in 0..1 + random.below(6) {
            match kind {
                0 => bytes.extend(random.bytes(8)),
                1 => bytes.extend((0..8).map(|_| random.pick(&BYTES))),
                2 | 3 => {
                    let number = match random.below(3) {
                        0 => random.pick(&SINGLES),
                        _ => (random.below(4000) as f32 / 16.0 - 125.0).to_bits(),
                    };
                    bytes.extend(number.to_le_bytes());
                }
                4 => {
                    let number = match random.below(3) {
                        0 => random.pick(&DOUBLES),
                        _ => (random.below(4000) as f64 / 16.0 - 125.0).to_bits(),
                    };
                    bytes.extend(number.to_le_bytes());
                }
                5 => bytes.extend((random.below(200) as i32 - 100).to_le_bytes()),
                6 => {
                    let number = random.pick(&[0i16, 1, -1, 255, 256, i16::MIN, i16::MAX, 100]);
                    bytes.extend(number.to_le_bytes());
                }
                _ => bytes.push(b"etaoin shrdlu-Z"[random.below(15)]),
            }
        }
    }
    bytes.truncate(length);
    bytes
}

/// Exports that call a function: some with addresses and counts that are constants, one that keeps its arguments in
/// bounds; some functions are exported themselves.
fn drives(
    random: &mut Random,
    text: &mut String,
    index: usize,
    address: &str,
    function: &Function,
) {
    let (bytes, result) = (function.bytes, function.result);
    for n in 0..3 + random.below(4) {
        let count = random.pick(&COUNTS);
        let first = match random.below(12) {
            // The last element is in memory, or a few are not.
            0 | 1 => END - bytes * count - random.below(40) as i64 + 20,
            2 => END - random.below(160) as i64,
            3 => random.below(32) as i64,
            4 => -(random.below(8 * bytes as usize + 1) as i64),
            _ => ARRAYS + random.pick(&[0, 0, 0, 1, 2, 4, 8, 12]),
        };
        let mut near = || {
            let distance = random.below(21) as i64;
            let apart = 512 + 16 * random.below(8) as i64;
            let near = match random.below(9) {
                0 => 0,
                1 => distance,
                2 => -distance,
                3 => bytes * distance,
                4 => -bytes * distance,
                // Behind the first, with at most a few bytes in common.
                5 => bytes * count - random.below(4) as i64,
                6 => random.pick(&[1, 2, 3, 4, 8, 15, 16, 17, 32]),
                _ => apart,
            };
            first + near
        };
        let (second, third) = (near(), near());
        let scalars = scalars(random);
        let _ = write!(text, "  (func (export \"d{index}_{n}\") (result {result}) (call $f{index}");
        for place in [first, second, third] {
            let _ = write!(text, " ({address}.const {place})");
        }
        let _ = writeln!(text, " (i32.const {count}) {scalars}))");
    }
    let (mask, apart) = (random.pick(&[15, 31, 255]), random.pick(&[0, 0, 64, 600]));
    let place = |local: usize, more: i64| {
        let local = format!("(i32.and (local.get {local}) (i32.const {mask}))");
        let local = if address == "i64" { format!("(i64.extend_i32_u {local})") } else { local };
        format!("({address}.add {local} ({address}.const {}))", ARRAYS + more)
    };
    let _ = writeln!(
        text,
        "  (func (export \"c{index}\") (param i32 i32 i32) {SCALARS} (result {result})\n    \
         (call $f{index} {} {} {}\n    (i32.rem_u (local.get $n) (i32.const 71)) (local.get $x) (local.get $y) \
         (local.get $z) (local.get $w)))",
        place(0, 0),
        place(1, apart),
        place(2, 2 * apart)
    );
    if random.one_in(4) {
        let _ = writeln!(text, "  (export \"f{index}\" (func $f{index}))");
    }
}

/// Constants for the arguments that are neither addresses nor counts.
fn scalars(random: &mut Random) -> String {
    let x = match random.below(5) {
        0 => random.word() as i32,
        1 => random.pick(&[0, -1, 31, 32, 33, 127, 128, 255, 256, 0x7fff, i32::MIN]),
        _ => random.below(20) as i32,
    };
    let y = match random.below(3) {
        0 => random.word() as i64,
        1 => random.pick(&[0, -1, 63, 64, 65, 1 << 32, i64::MIN]),
        _ => random.below(20) as i64,
    };
    let z = random.pick(&["0", "-0", "1.5", "-2", "nan:0x200001", "inf", "0.1", "3e9"]);
    let w = random.pick(&["0", "-0", "1.5", "-2", "nan:0x4000000000001", "-inf", "0.1", "1e300"]);
    format!("(i32.const {x}) (i64.const {y}) (f32.const {z}) (f64.const {w})")
}
