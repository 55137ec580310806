//! Bodies of functions with regions.

use super::{Around, Given, KEPT, MOVING, NOBODY, OF_VERSIONS, PUBLIC, PUBLISHED, SHARED, area};
use crate::Random;
use std::fmt::Write as _;

mod accesses;
mod calls;

use accesses::{ACCESSES, loaded, stored};

const BINARIES: [&str; 6] = ["add", "sub", "mul", "and", "xor", "shl"];
/// The size of a frame.
const FRAME: u32 = 48;

/// A local variable with an address of bytes that this function may access through it.
#[derive(Clone)]
struct Handle {
    local: String,
    /// How many bytes.
    room: u32,
    /// How many of them a region that begins at it has.
    size: u32,
    /// The area that it is in, if it is where the private bytes of that begin.
    area: Option<u32>,
    /// Whether there is always a pointer to one of its first eight bytes at [`KEPT`].
    kept: bool,
    /// Bytes that are accessed through other handles.
    holes: Vec<(u32, u32)>,
    /// Whether a region may begin anywhere.
    again: bool,
    /// Whether it is in this function's frame.
    dies: bool,
    /// Where accesses start, mostly.
    places: Vec<(u32, usize)>,
}

impl Handle {
    fn new(local: &str, room: u32) -> Handle {
        let (local, holes, places) = (local.to_string(), Vec::new(), Vec::new());
        let (again, dies) = (false, false);
        Handle { local, room, size: room, area: None, kept: false, holes, again, dies, places }
    }

    /// Whether bytes may be accessed.
    fn is_free(&self, offset: u32, size: u32) -> bool {
        let meets = |(start, end): (u32, u32)| offset < end && start < offset + size;
        let kept = self.kept && meets((KEPT, KEPT + 4));
        offset + size <= self.room && !kept && !self.holes.iter().any(|&hole| meets(hole))
    }
}

pub struct Writer<'a> {
    random: &'a mut Random,
    around: &'a Around,
    text: String,
    handles: Vec<Handle>,
    is_version: bool,
    /// Whether it has a frame, and whether that is known to others.
    frame: bool,
    published: bool,
    /// The area with the number in `$q`, of which these bytes are accessed by raw pointers.
    beside: Option<u32>,
    /// The areas of which it accesses the public bytes by raw pointers.
    areas: Vec<u32>,
    /// Where a region moves, if there may be one.
    moving: Option<u32>,
    /// What a version is given, and the address that it only passes on.
    given: Given,
    passed_on: Option<Handle>,
    /// How many regions in regions there are, and loops.
    nested: usize,
    loops: usize,
    calls_versions: bool,
    /// Whether functions are called that access everything.
    calls_raw: bool,
    budget: i32,
}

impl<'a> Writer<'a> {
    pub fn new(random: &'a mut Random, around: &'a Around) -> Self {
        let budget = 5 + random.below(16) as i32;
        Writer {
            random,
            around,
            text: String::new(),
            handles: Vec::new(),
            is_version: false,
            frame: false,
            published: false,
            beside: None,
            areas: vec![SHARED],
            moving: None,
            given: Given::Nothing,
            passed_on: None,
            nested: 0,
            loops: 0,
            calls_versions: true,
            calls_raw: true,
            budget,
        }
    }

    /// A function with regions of its own.
    pub fn root(mut self, n: usize) -> String {
        let _ = writeln!(
            self.text,
            "  (func $root{n} (param $a i32) (param $b i32) (param $d i32) (result i32)"
        );
        self.locals();
        self.moving = Some(MOVING + 64 * n as u32);
        let (first, second) = (2 * n as u32, 2 * n as u32 + 1);
        self.areas.extend([first, second]);
        let regions = self.random.below(4);
        if regions != 1 {
            self.in_area(0, first);
        }
        if regions == 2 {
            self.in_area(1, second);
        }
        if regions == 1 || self.random.one_in(3) {
            self.in_frame();
        }
        self.body()
    }

    /// A version.
    pub fn version(mut self, n: usize) -> String {
        self.is_version = true;
        self.calls_raw = self.around.through_versions;
        let _ = writeln!(
            self.text,
            "  (func $version{n} (param $p i32) (param $q i32) (param $a i32) (param $d i32) (result i32) (local $b i32)"
        );
        self.locals();
        let given = self.around.versions[n];
        let mut handle = Handle::new("p", 16);
        match given {
            Given::Kept => (handle.room, handle.kept) = (32, true),
            Given::Two => self.handles.push(Handle::new("q", 16)),
            Given::Before => self.beside = Some(0),
            Given::Behind => self.beside = Some(PUBLIC + 32),
            Given::Bytes => handle.again = self.random.one_in(4),
            // The version passes the other memory on by a raw pointer.
            Given::AnyBytes | Given::Nothing => {}
        }
        self.given = given;
        if given != Given::Nothing {
            if given == Given::Bytes && self.random.one_in(4) {
                self.passed_on = Some(handle);
            } else {
                self.handles.push(handle);
            }
        }
        match self.random.below(4) {
            0 => {}
            1 => {
                self.calls_versions = false;
                self.areas.push(OF_VERSIONS);
                self.in_area(0, OF_VERSIONS);
            }
            _ => self.in_frame(),
        }
        self.body()
    }

    fn locals(&mut self) {
        self.text += "    (local $x0 i32) (local $x1 i32) (local $x2 i32) (local $t i32) (local $m i32) (local $n0 i32) (local $n1 i32)\n    \
                      (local $r0 i32) (local $r1 i32) (local $r2 i32) (local $s0 i32) (local $s1 i32) (local $s2 i32)\n    \
                      (local $caller i32) (local $frame i32)\n";
    }

    /// A region in an area, which begins here or later.
    fn in_area(&mut self, n: u32, place: u32) {
        let mut handle = Handle::new(&format!("r{n}"), 32);
        handle.area = Some(place);
        let address = area(place);
        let _ = writeln!(self.text, "    (local.set $r{n} (i32.const {address}))");
        if self.random.one_in(4) && !self.is_version {
            let _ = writeln!(
                self.text,
                "    (i32.store (i32.const {PUBLISHED}) (i32.const {address}))"
            );
        }
        self.start(handle);
    }

    /// A region in the function's frame.
    fn in_frame(&mut self) {
        self.frame = true;
        let mut handle = Handle::new("r2", 32);
        handle.dies = true;
        let at = 16 * self.random.below(2) as u32;
        let _ = writeln!(
            self.text,
            "    (local.set $caller (global.get $sp))\n    \
             (global.set $sp (local.tee $frame (i32.sub (global.get $sp) (i32.const {FRAME}))))"
        );
        let before = self.random.one_in(2);
        let base = if before { "frame" } else { "r2" };
        let mut fill = String::new();
        for n in 0..FRAME / 8 {
            let (value, to) = (self.random.below(999), 8 * n);
            let inside = (at..at + 32).contains(&to);
            let (base, to) = if inside && !before { (base, to - at) } else { ("frame", to) };
            let _ = writeln!(
                fill,
                "    (i64.store offset={to} (local.get ${base}) (i64.const {value}))"
            );
        }
        let _ = writeln!(
            self.text,
            "    (local.set $r2 (i32.add (local.get $frame) (i32.const {at})))"
        );
        self.published = self.random.one_in(3);
        if self.published {
            let _ = writeln!(self.text, "    (i32.store (i32.const {PUBLISHED}) (local.get $r2))");
        }
        if before {
            self.text += &fill;
        }
        self.start(handle);
        if !before {
            self.text += &fill;
            if let Some(handle) = self.handles.last().filter(|handle| handle.kept).cloned() {
                self.keep(&handle);
            }
        }
    }

    /// Begins a region at a handle, or leaves that to statements.
    fn start(&mut self, mut handle: Handle) {
        handle.size = self.random.pick(&[32, 32, 32, 24, 16, 4]);
        let wanted = !self.is_version && self.around.versions[0] == Given::Kept;
        handle.kept = handle.size == 32 && (wanted || self.random.one_in(3));
        handle.again = !handle.kept && self.random.one_in(4);
        if !handle.again || self.random.one_in(2) {
            self.begin(&handle);
        }
        self.handles.push(handle);
    }

    fn begin(&mut self, handle: &Handle) {
        let (local, size) = (&handle.local, handle.size);
        let _ = writeln!(
            self.text,
            "    (local.set ${local} (call $private (local.get ${local}) (i32.const {size})))"
        );
        if handle.kept {
            self.keep(handle);
        }
    }

    /// Puts a pointer to one of the first bytes into a region.
    fn keep(&mut self, handle: &Handle) {
        let (local, at) = (&handle.local, 4 * self.random.below(2));
        let _ = writeln!(
            self.text,
            "    (i32.store offset={KEPT} (local.get ${local}) (i32.add (local.get ${local}) (i32.const {at})))"
        );
    }

    fn body(mut self) -> String {
        for handle in &mut self.handles {
            // Few places, so that there is something to be gained.
            for _ in 0..2 + self.random.below(2) {
                let access = self.random.below(ACCESSES.len());
                let size = ACCESSES[access].2;
                let mut offset = self.random.below(handle.room as usize) as u32;
                if !self.random.one_in(6) {
                    offset &= !(size - 1);
                }
                handle.places.push((offset, access));
            }
        }
        let handles = self.handles.len();
        if handles > 0 && self.random.one_in(3) {
            self.nest();
        }
        self.statements(0);
        if !self.is_version && self.random.one_in(2) {
            for n in 0..self.around.versions.len() {
                self.call_of(n);
                self.call_of(n);
            }
        }
        if self.passed_on.is_some() {
            for n in 0..self.around.versions.len() {
                self.call_of(n);
            }
        }
        if self.is_version && self.random.one_in(2) {
            self.aliased();
        }
        self.budget = 3;
        self.statements(0);
        if self.random.one_in(5) && self.tail_call() {
            return self.text + "  )\n";
        }
        let value = self.value(2);
        self.leave(&value);
        self.text + "  )\n"
    }

    /// Ends the function with a result.
    fn leave(&mut self, value: &str) {
        let _ = writeln!(self.text, "    (local.set $x0 {value})");
        self.end_frame();
        self.text += "    (return (local.get $x0))\n";
    }

    fn end_frame(&mut self) {
        if self.published {
            let _ =
                writeln!(self.text, "    (i32.store (i32.const {PUBLISHED}) (i32.const {NOBODY}))");
        }
        if self.frame {
            self.text += "    (global.set $sp (local.get $caller))\n";
        }
    }

    /// A region in a region, which begins somewhere.
    fn nest(&mut self) {
        if self.handles.is_empty() {
            return;
        }
        let parent = self.random.below(self.handles.len());
        let at = 4 * self.random.below(6) as u32;
        let size = self.random.pick(&[4, 8, 8, 16]);
        let handle = &mut self.handles[parent];
        let is_low = handle.kept && at < 8;
        if handle.again || is_low || !handle.is_free(at, size) || self.nested == 3 {
            return;
        }
        if ["p", "q"].contains(&&*handle.local) {
            return;
        }
        handle.holes.push((at, at + size));
        let mut inner = Handle::new(&format!("s{}", self.nested), size);
        self.nested += 1;
        let (outer, local) = (&handle.local, &inner.local);
        let _ = writeln!(
            self.text,
            "    (local.set ${local} (i32.add (local.get ${outer}) (i32.const {at})))"
        );
        (inner.again, inner.dies) = (self.random.one_in(2), handle.dies);
        for _ in 0..2 {
            let access = self.random.below(ACCESSES.len());
            let at = (self.random.below(size as usize) as u32) & !(ACCESSES[access].2 - 1);
            inner.places.push((at, access));
        }
        if !inner.again || self.random.one_in(2) {
            self.begin(&inner);
        }
        self.handles.push(inner);
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..2 + self.random.below(5) {
            self.budget -= 1;
            if self.budget < 0 {
                return;
            }
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(34) {
            0..=4 => self.store(),
            5..=9 => self.update(),
            10 | 11 => self.indexed(),
            12 | 13 if depth < 3 => self.branches(depth),
            14 if depth < 3 => self.switch(depth),
            15 | 16 if depth < 3 && self.loops < 2 => self.repeat(depth),
            17..=20 => self.call(),
            21 | 22 => self.call_version(),
            23 => self.begin_again(),
            24 if depth == 0 => self.nest(),
            25 => self.rare(),
            26 => self.public(),
            27 => self.through_kept(),
            28 => self.chosen(),
            29 => self.returned(),
            30 => self.bulk(),
            31 => self.publish(),
            32 if self.loops == 0 => self.moving(),
            33 => self.counted(),
            _ => self.load(),
        }
    }

    fn x(&mut self) -> &'static str {
        self.random.pick(&["x0", "x1", "x2"])
    }

    /// Something that is no address.
    fn value(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 3 } else { 6 }) {
            0 => format!("(i32.const {})", self.random.below(300) as i32 - 20),
            1 => format!("(local.get ${})", if self.random.one_in(2) { "a" } else { "b" }),
            2 => format!("(local.get ${})", self.x()),
            3 => match self.access() {
                Some((local, offset, access)) => {
                    loaded(&format!("(local.get ${local})"), offset, access)
                }
                None => "(i32.const 7)".to_string(),
            },
            _ => {
                let (binary, left, right) =
                    (self.random.pick(&BINARIES), self.value(depth - 1), self.value(depth - 1));
                format!("(i32.{binary} {left} {right})")
            }
        }
    }

    fn handle(&mut self) -> Option<Handle> {
        let count = self.handles.len();
        (count > 0).then(|| self.handles[self.random.below(count)].clone())
    }

    fn condition(&mut self) -> String {
        let value = self.value(1);
        match self.random.below(3) {
            0 => format!("(i32.and {value} (i32.const 1))"),
            1 => format!("(i32.lt_s {value} (i32.const {}))", self.random.below(200)),
            _ => format!("(i32.eqz (i32.and {value} (i32.const 3)))"),
        }
    }

    fn branches(&mut self, depth: usize) {
        let condition = self.condition();
        let _ = writeln!(self.text, "    (if {condition} (then");
        self.statements(depth + 1);
        if self.random.one_in(2) {
            self.text += "    ) (else\n";
            self.statements(depth + 1);
        }
        self.text += "    ))\n";
    }

    fn switch(&mut self, depth: usize) {
        let value = self.value(1);
        let order = self.random.pick(&["$c0 $c1 $c2", "$c1 $c0 $c2 $c1", "$c2 $c2 $c0 $c1"]);
        let _ = writeln!(
            self.text,
            "    (block $c2 (block $c1 (block $c0 (br_table {order} (i32.and {value} (i32.const 7))))"
        );
        self.statements(depth + 1);
        let out = if self.random.one_in(2) { "(br $c2)" } else { "" };
        let _ = writeln!(self.text, "    {out})");
        self.statements(depth + 1);
        self.text += "    )\n";
    }

    fn repeat(&mut self, depth: usize) {
        let (n, times) = (self.loops, 1 + self.random.below(3));
        self.loops += 1;
        let _ = writeln!(
            self.text,
            "    (local.set $n{n} (i32.const {times})) (block $out{n} (loop $l{n}"
        );
        self.statements(depth + 1);
        if self.random.one_in(3) {
            let condition = self.condition();
            let _ = writeln!(self.text, "    (br_if $out{n} {condition})");
        }
        let _ = writeln!(
            self.text,
            "    (br_if $l{n} (local.tee $n{n} (i32.sub (local.get $n{n}) (i32.const 1))))))"
        );
        self.loops -= 1;
    }

    fn begin_again(&mut self) {
        let again: Vec<Handle> =
            self.handles.iter().filter(|handle| handle.again).cloned().collect();
        if !again.is_empty() {
            let handle = &again[self.random.below(again.len())];
            self.begin(handle);
        }
    }

    /// A trap, or a return, that is rare.
    fn rare(&mut self) {
        let value = self.value(2);
        let number = self.random.below(16);
        let _ = writeln!(
            self.text,
            "    (if (i32.eq (i32.and {value} (i32.const 15)) (i32.const {number})) (then"
        );
        if self.random.one_in(2) {
            self.text += "    (unreachable)";
        } else {
            let value = self.value(1);
            self.leave(&value);
        }
        self.text += "    ))\n";
    }

    /// A region at another address in each iteration.
    fn moving(&mut self) {
        let Some(place) = self.moving.take() else { return };
        let value = self.value(1);
        let _ = writeln!(
            self.text,
            "    (local.set $n1 (i32.const 0)) (loop $moves\n    \
             (local.set $m (call $private (i32.add (i32.const {place}) (i32.shl (local.get $n1) (i32.const 4))) (i32.const 16)))\n    \
             (i32.store (local.get $m) (i32.add (i32.load (local.get $m)) {value}))\n    \
             (i32.store offset=8 (local.get $m) (i32.add (i32.load (local.get $m)) (i32.load offset=8 (local.get $m))))"
        );
        if self.random.one_in(2) {
            let condition = self.condition();
            let _ = writeln!(
                self.text,
                "    (if {condition} (then (i32.store offset=4 (local.get $m) (i32.load8_u offset=1 (local.get $m)))))"
            );
        }
        if self.random.one_in(3) {
            let call = self.result("x1", "(call $touch (local.get $m) (local.get $n1))");
            let _ = writeln!(self.text, "    {call}");
        }
        self.text += "    (br_if $moves (i32.lt_u (local.tee $n1 (i32.add (local.get $n1) (i32.const 1))) (i32.const 4))))\n    \
                      (local.set $x0 (i32.add (local.get $x0) (i32.load offset=8 (local.get $m))))\n";
    }
}
