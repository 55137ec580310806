//! Loops that move references from field to field: each iteration overwrites the reference that the previous one
//! copied.

use super::Writer;

impl Writer<'_> {
    /// Moves the references in the fields of an object to the next fields, one after the other.
    pub(super) fn shift(&mut self) -> Option<String> {
        let holder = self.some()?;
        self.state.clobber();
        let label = self.label();
        let (start, step) = if self.random.one_in(2) { (0, 1) } else { (2, -1) };
        let place = |index: &str| {
            format!("(i32.add (local.get $r{holder}) (i32.shl {index} (i32.const 2)))")
        };
        let next = format!("(i32.add (local.get $i) (i32.const {step}))");
        let (from, to) = (place(&next), place("(local.get $i)"));
        let stored = self.stored("$x", &to, 16);
        // What is read is not kept before it is stored, nor behind a change of other fields.
        let behind = self.disturbance(holder, "$x", label);
        let last = self.disturbance(holder, &format!("$r{holder}"), label);
        Some(format!(
            "(if (call $check (local.get $r{holder}) (i32.const 1)) (then
      (local.set $i (i32.const {start}))
      (block $out{label} (loop $turn{label}
        (local.set $x (i32.load offset=16 {from}))
        {stored} {behind}
        (local.set $i {next}) {last}
        (br_if $turn{label} (i32.lt_u (i32.sub (local.get $i) (i32.const {})) (i32.const 2)))))))",
            if step > 0 { 0 } else { 1 }
        ))
    }

    /// Appends older and older objects, with the end of the list in a local.
    pub(super) fn append(&mut self) -> Option<String> {
        let holder = self.owned().or_else(|| self.some())?;
        self.state.clobber();
        let label = self.label();
        let release = self.runtime.release();
        let [field, next] = [0; 2].map(|_| 16 + 4 * self.random.below(3));
        // Mostly along the links that are there, so that little changes.
        let next = if self.random.one_in(2) { field } else { next };
        let stored = self.stored("$y", "(local.get $x)", field);
        let [keep_x, keep_y, keep_z] = ["$x", "$y", "$z"].map(|local| self.runtime.retain(local));
        let [first, before, behind, last] = [0; 4].map(|_| {
            if self.random.one_in(3) {
                self.disturbance(holder, "$x", label)
            } else {
                String::new()
            }
        });
        // The begin is kept until behind the last use of the end, or not so long.
        let keep_root = self.runtime.retain("$q");
        let give_up_root = format!("({release} (local.get $q))");
        let look = self.mix("(i32.load offset=28 (local.get $x))");
        let ends = match self.random.below(3) {
            0 => format!("{give_up_root} (call $log (i32.const 0)) {look}"),
            _ => format!("{look} {give_up_root}"),
        };
        Some(format!(
            "(if (call $check (local.get $r{holder}) (i32.const 1)) (then
      (local.set $q (local.get $r{holder})) {keep_root}
      (local.set $x (local.get $q)) {keep_x}
      (local.set $y (i32.load offset={next} (local.get $x))) {keep_y}
      (local.set $i (i32.const 0))
      (block $out{label} (loop $turn{label}
        (br_if $out{label} (i32.lt_u (local.get $y) (i32.const 1024)))
        (br_if $out{label} (i32.ge_u (local.get $i) (i32.const 4))) {first} {stored} {before}
        (local.set $z (local.get $x)) (local.set $x (local.get $y)) {keep_x}
        ({release} (local.get $z)) {behind}
        (local.set $z (i32.load offset={next} (local.get $y))) {keep_z}
        ({release} (local.get $y)) (local.set $y (local.get $z)) {last}
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $turn{label})))
      {ends} ({release} (local.get $x)) ({release} (local.get $y))))"
        ))
    }

    pub(super) fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    /// A store to a field that retains the new object and releases the old one.
    pub(super) fn stored(&mut self, new: &str, holder: &str, place: usize) -> String {
        let (retain, kept) = (self.runtime.retain(new), self.runtime.kept(new));
        let old = format!("(local.set $t (i32.load offset={place} {holder}))");
        let give_up = format!("({} (local.get $t))", self.runtime.release());
        let store = format!("(i32.store offset={place} {holder} (local.get {new}))");
        match self.random.below(4) {
            0 => format!("{old} (i32.store offset={place} {holder} {kept}) {give_up}"),
            1 => format!("{old} {store} {retain} {give_up}"),
            2 => format!("{old} {retain} {store} {give_up}"),
            _ => format!(
                "{old} (if (i32.ne (local.get {new}) (local.get $t)) (then {retain} {give_up})) {store}"
            ),
        }
    }

    /// Code between, mostly none.
    pub(super) fn disturbance(&mut self, holder: usize, local: &str, label: usize) -> String {
        let release = self.runtime.release();
        let place = 16 + 4 * self.random.below(3);
        match self.random.below(32) {
            0 => format!("(br_if $out{label} {})", self.condition()),
            1 => {
                let function = self.random.below(4);
                format!("(call_indirect (type $one) (local.get $r{holder}) (i32.const {function}))")
            }
            2 | 3 => format!(
                "(local.set $t (i32.load offset={place} (local.get $r{holder})))
        (i32.store offset={place} (local.get $r{holder}) (i32.const 0)) ({release} (local.get $t))"
            ),
            4 => self.mix(&format!("(call $use (local.get {local}))")),
            5..9 => self.mix(&format!(
                "(i32.load offset=28 (select (local.get {local}) (i32.const 0) (i32.gt_u (local.get {local}) (i32.const 1023))))"
            )),
            9 if self.style.tests => {
                self.mix(&format!("(call $arc_is_unique (local.get {local}))"))
            }
            10 if self.style.traps => format!("(if {} (then (unreachable)))", self.condition()),
            11 => format!(
                "(i32.store offset=28 (local.get $r{holder}) (local.get $acc))"
            ),
            // Two fields of one object change places: no count changes.
            12..15 => format!(
                "(local.set $t (i32.load offset=16 (local.get $r{holder})))
        (i32.store offset=16 (local.get $r{holder}) (i32.load offset=20 (local.get $r{holder})))
        (i32.store offset=20 (local.get $r{holder}) (local.get $t))"
            ),
            _ => String::new(),
        }
    }
}
