//! References that are kept over code that releases little, and references that are loaded from objects that are freed.

use super::Writer;

impl Writer<'_> {
    /// Retains the object in a field for a while, and may store it into another field.
    pub(super) fn hold(&mut self) -> Option<String> {
        let holder = self.some()?;
        self.state.clobber();
        let label = self.label();
        let field = 16 + 4 * self.random.below(3);
        let place = format!("(local.get $r{holder})");
        let (keep, release) = (self.runtime.retain("$x"), self.runtime.release());
        let next = 16 + 4 * self.random.below(3);
        // The object may be kept on one of two paths only.
        let (keep, kept) = if self.random.one_in(4) {
            let when = self.condition();
            let keep = format!("(if {when} (then (local.set $z (local.get $x)) {keep}))");
            (format!("(local.set $z (i32.const 0)) {keep}"), "$z")
        } else {
            (keep, "$x")
        };
        let stored = match self.random.below(3) {
            0 => String::new(),
            _ if kept == "$z" => String::new(),
            // The object is stored beside, or what comes behind it in its place.
            1 => self.stored("$x", &place, next),
            _ => {
                let stored = self.stored("$y", &place, field);
                format!(
                    "(if (call $check (local.get $x) (i32.const 1)) (then
        (local.set $y (i32.load offset={next} (local.get $x))) {stored}))"
                )
            }
        };
        let [first, before, behind, last] = [0; 4].map(|_| self.disturbance(holder, kept, label));
        let displaced = if self.random.one_in(2) {
            format!(
                "(local.set $t (i32.load offset={next} {place}))
        (i32.store offset={next} {place} (i32.const 0)) ({release} (local.get $t))"
            )
        } else {
            String::new()
        };
        let look = self.mix(&format!("(call $use (local.get {kept}))"));
        Some(format!(
            "(if (call $check {place} (i32.const 1)) (then
      (local.set $x (i32.load offset={field} {place})) {keep}
      (block $out{label} {first} {stored} {before} {displaced} {behind} {look} {last})
      ({release} (local.get {kept}))))"
        ))
    }

    /// Stores a reference into a new object, and loads it from there when that object is freed.
    pub(super) fn boxed(&mut self) -> Option<String> {
        let holder = self.some()?;
        self.state.clobber();
        let label = self.label();
        let [from, field, beside] = [0; 3].map(|_| 16 + 4 * self.random.below(3));
        let [keep_x, keep_y, keep_z] = ["$x", "$y", "$z"].map(|local| self.runtime.retain(local));
        let release = self.runtime.release();
        let class = self.random.below(6);
        let made = self.runtime.new_object(&format!("(i32.const {class})"));
        let [first, before, behind, last] = [0; 4].map(|_| self.disturbance(holder, "$x", label));
        // What is in the box may be another one by then, and somebody else may have the box.
        let changed = match self.random.below(6) {
            0 => format!(
                "(if {} (then (local.set $t (i32.load offset={field} (local.get $q)))
        (i32.store offset={field} (local.get $q) (i32.const 0)) ({release} (local.get $t))))",
                self.condition()
            ),
            1 => format!("(if {} (then (local.set $z (local.get $q)) {keep_z}))", self.condition()),
            2 | 3 => format!(
                "(if {} (then (local.set $t (i32.load offset=16 (local.get $q)))
        (i32.store offset=16 (local.get $q) (i32.load offset=20 (local.get $q)))
        (i32.store offset=20 (local.get $q) (local.get $t))))",
                self.condition()
            ),
            _ => String::new(),
        };
        let look = self.mix("(call $use (local.get $y))");
        Some(format!(
            "(if (call $check (local.get $r{holder}) (i32.const 1)) (then
      (local.set $x (i32.load offset={from} (local.get $r{holder}))) {keep_x}
      (local.set $z (i32.const 0)) (local.set $y (i32.const 0))
      (local.set $q {made})
      (if (i32.eqz (local.get $q)) (then ({release} (local.get $x))) (else
      (i32.store offset={field} (local.get $q) (local.get $x))
      (block $out{label} {first}
      (local.set $y (i32.load offset={beside} (local.get $q))) {keep_y} {before} {changed} {behind})
      ({release} (local.get $q)) {look} {last_guarded} ({release} (local.get $y)) ({release} (local.get $z))))))",
            last_guarded = format_args!("(block $out{label} {last})"),
        ))
    }
}
