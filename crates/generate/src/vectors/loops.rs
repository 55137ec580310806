//! Loops: counters and pointers, tests, steps, copies of the body.

use super::writer::{Counter, Writer};

/// How a loop finds the elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// By a counter of elements.
    Index,
    /// By a counter of bytes.
    Bytes,
    /// By a pointer per array, and a counter.
    Pointers,
    /// By a pointer per array, the first of which is compared with its end.
    End,
}

impl Writer<'_> {
    /// A function of loops: mostly one, some after another, some in another.
    pub(super) fn loops(&mut self) {
        for _ in 0..1 + usize::from(self.random.one_in(4)) {
            self.arrays.clear();
            self.values.clear();
            if self.random.one_in(7) { self.nest() } else { self.one_loop() }
        }
        if self.random.one_in(6) {
            // What is loaded after the loop was stored by it.
            let array = self.random.below(self.arrays.len());
            self.counter = None;
            self.arrays[array].pointer = None;
            let (load, like) = self.load(array, 0);
            let name = self.local("last", like.ty);
            self.line(&format!("(local.set {name} {load})"));
            self.sums.push(super::writer::Local { name, ..like });
        }
    }

    /// A loop of few rounds around: rows, or the same again.
    fn nest(&mut self) {
        let (row, again) = (self.local("row", "i32"), self.label("rows"));
        let rounds = 1 + self.random.below(4);
        self.line(&format!("(local.set {row} (i32.const {rounds}))"));
        self.line(&format!("(loop {again}"));
        self.one_loop();
        let bytes = self.random.pick(&[0, 0, 64, 128, 4]);
        if bytes > 0 {
            let a = self.address;
            for base in ["$a", "$b"] {
                self.line(&format!(
                    "(local.set {base} ({a}.add (local.get {base}) ({a}.const {bytes})))"
                ));
            }
        }
        self.line(&format!(
            "(br_if {again} (local.tee {row} (i32.sub (local.get {row}) (i32.const 1)))))"
        ));
    }

    /// A counted loop.
    fn one_loop(&mut self) {
        let r = &mut *self.random;
        let step = r.pick(&[1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4]);
        let copies = if step > 1 && r.one_in(2) { step } else { 1 };
        let down = r.one_in(6);
        let shape = match r.below(10) {
            0..=5 => Shape::Index,
            6 => Shape::Bytes,
            7 | 8 => Shape::Pointers,
            _ if down => Shape::Pointers,
            _ => Shape::End,
        };
        let ty = match (self.address, r.below(8)) {
            ("i64", 0..=4) | (_, 0) => "i64",
            _ => "i32",
        };
        let extend = r.pick(&["extend_i32_u", "extend_i32_u", "extend_i32_s"]);
        let first = self.element();
        let bytes = if shape == Shape::Bytes { first.bytes } else { 1 };
        let (name, out) = (self.local("i", ty), self.label("out"));
        let counter = Counter { name, ty, bytes, ahead: 0, extend, out };
        let plan = self.plan(first);
        self.start_sums(&plan);
        let start = match self.random.below(8) {
            0 => self.random.pick(&[1, 2, 4, 16]),
            1 => -(self.random.below(5) as i64),
            _ => 0,
        };
        // The counter goes from here to there, both multiples of the unit.
        let unit = step * bytes;
        let (from, to) = self.bounds(&counter, start, unit, bytes, down);
        let get = format!("(local.get {})", counter.name);
        self.line(&format!("(local.set {} {from})", counter.name));
        let limit = if self.random.one_in(2) {
            let limit = self.local("end", ty);
            self.line(&format!("(local.set {limit} {to})"));
            format!("(local.get {limit})")
        } else {
            to
        };
        let pointers = matches!(shape, Shape::Pointers | Shape::End);
        let mut end = None;
        if pointers {
            end = self.pointers(&counter, &limit, shape == Shape::End);
        }
        let next = match (down, self.random.one_in(2)) {
            (true, true) => format!("({ty}.sub {get} ({ty}.const {unit}))"),
            (true, false) => format!("({ty}.add {get} ({ty}.const {}))", -unit),
            _ => format!("({ty}.add {get} ({ty}.const {unit}))"),
        };
        let test = match (down, self.random.below(10)) {
            (false, 0..=3) => "lt_s",
            (false, 4..=6) => "lt_u",
            (false, 7 | 8) => "ne",
            (false, _) => self.random.pick(&["le_s", "le_u"]),
            (true, 0..=5) => "gt_s",
            (true, 6..=8) => "ne",
            (true, _) => self.random.pick(&["ge_s", "gt_u"]),
        };
        let top = self.random.one_in(3);
        let mut held = format!("({ty}.{test} {get} {limit})");
        if !top && shape == Shape::End {
            let (pointer, end) = end.clone().expect("there are pointers");
            let (a, test) = (self.address, self.random.pick(&["ne", "ne", "lt_u"]));
            held = format!("({a}.{test} (local.get {pointer}) (local.get {end}))");
        }
        let again = self.label("next");
        let out = counter.out.clone();
        // Without a test before it, the body runs at least once.
        let guard = if top || !self.random.one_in(12) || test == "ne" {
            format!("(br_if {out} (i32.eqz ({ty}.{test} {get} {limit})))")
        } else {
            String::new()
        };
        let (before, at_top) = if top { ("", guard.as_str()) } else { (guard.as_str(), "") };
        self.line(&format!("(block {out} {before} (loop {again} {at_top}"));
        self.counter = Some(counter.clone());
        for copy in 0..copies {
            if let Some(counter) = &mut self.counter {
                counter.ahead = if down { -copy } else { copy };
            }
            self.body(&plan);
        }
        self.counter = Some(Counter { ahead: 0, ..counter.clone() });
        if pointers {
            for array in self.arrays.clone() {
                let Some(pointer) = array.pointer else { continue };
                let by = array.stride * array.element.bytes * if down { -step } else { step };
                let a = self.address;
                self.line(&format!(
                    "(local.set {pointer} ({a}.add (local.get {pointer}) ({a}.const {by})))"
                ));
            }
        }
        let name = &counter.name;
        if top {
            self.line(&format!("(local.set {name} {next}) (br {again})))"));
        } else if shape != Shape::End && self.random.one_in(2) {
            // As compilers write it: the test is of the new value.
            let tested = held.replacen(&get, &format!("(local.tee {name} {next})"), 1);
            self.line(&format!("(br_if {again} {tested})))"));
        } else {
            self.line(&format!("(local.set {name} {next}) (br_if {again} {held})))"));
        }
        if plan.searches() || self.random.one_in(10) {
            // What the counter has after the loop is a result.
            let sum =
                super::writer::Local { name: counter.name, ty: counter.ty, bits: 32, signed: true };
            self.sums.push(sum);
        }
    }

    /// Where the counter starts, and its limit.
    fn bounds(
        &mut self,
        counter: &Counter,
        start: i64,
        unit: i64,
        bytes: i64,
        down: bool,
    ) -> (String, String) {
        let ty = counter.ty;
        let wide = |value: String| match ty {
            "i64" => format!("(i64.extend_i32_u {value})"),
            _ => value,
        };
        let rounds = match self.random.below(12) {
            0 => format!("(i32.const {})", self.random.below(40)),
            1 => "(i32.shr_u (local.get $n) (i32.const 2))".to_string(),
            2 => "(i32.and (local.get $n) (i32.const -4))".to_string(),
            _ => "(local.get $n)".to_string(),
        };
        // The number of elements is that of the caller, whatever the step.
        let few = match unit / bytes {
            1 => rounds,
            step => format!("(i32.div_u {rounds} (i32.const {step}))"),
        };
        let counted = self.times(ty, wide(few), unit);
        let start = format!("({ty}.const {})", start * unit);
        let far = match self.random.below(24) {
            // Not a multiple: a test for inequality may miss it.
            0 => format!("({ty}.add {counted} ({ty}.const 1))"),
            _ if start == format!("({ty}.const 0)") => counted,
            _ => format!("({ty}.add {start} {counted})"),
        };
        if down { (far, start) } else { (start, far) }
    }

    /// A local per array that points to its element. Gives the first, and a local with what it has in the end.
    fn pointers(&mut self, counter: &Counter, limit: &str, end: bool) -> Option<(String, String)> {
        let a = self.address;
        let mut first = None;
        for index in 0..self.arrays.len() {
            if self.arrays[index].stride == 0 {
                continue;
            }
            self.counter = Some(counter.clone());
            let at = self.address_of(index);
            let pointer = self.local("p", a);
            self.line(&format!("(local.set {pointer} {at})"));
            if first.is_none() && end {
                let last = self.local("last", a);
                let counted = Counter { name: last.clone(), ..counter.clone() };
                // The address of the element with the limit in place of the counter.
                let array = self.arrays[index].clone();
                let rest = match (counter.ty, a) {
                    ("i32", "i64") => format!("(i64.{} {limit})", counted.extend),
                    ("i64", "i32") => format!("(i32.wrap_i64 {limit})"),
                    _ => limit.to_string(),
                };
                let bytes = array.stride * array.element.bytes;
                let rest = if bytes < 0 {
                    format!("({a}.mul {rest} ({a}.const {bytes}))")
                } else {
                    self.times(a, rest, bytes)
                };
                let base = format!("({a}.add {} ({a}.const {}))", array.base, array.offset);
                self.line(&format!("(local.set {last} ({a}.add {base} {rest}))"));
                first = Some((pointer.clone(), last));
            }
            self.arrays[index].pointer = Some(pointer);
        }
        self.counter = None;
        first
    }

    /// The address of an array's element as a value.
    fn address_of(&mut self, array: usize) -> String {
        let place = self.place(array, 0, 0);
        // `$m0 offset=N OPERAND`, maybe with an alignment.
        let place = place.replace(" align=1", "");
        let mut parts = place.splitn(3, ' ').skip(1);
        let offset = parts.next().and_then(|text| text.strip_prefix("offset=")).unwrap_or("0");
        let operand = parts.next().unwrap_or_default();
        let a = self.address;
        match offset {
            "0" => operand.to_string(),
            _ => format!("({a}.add {operand} ({a}.const {offset}))"),
        }
    }
}
