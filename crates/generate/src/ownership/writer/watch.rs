//! Statements by which a program observes its objects: weak references, null checks, interior pointers.

use super::{Held, Writer};

impl Writer<'_> {
    /// References that own nothing, in a local, a global or memory; and whether their objects live.
    pub(super) fn weak(&mut self) -> Option<String> {
        let weak = self.random.below(4);
        let (get, set) = match weak {
            0 | 1 => (format!("(local.get $w{weak})"), format!("(local.set $w{weak}")),
            2 => ("(global.get $weak)".to_string(), "(global.set $weak".to_string()),
            _ => {
                ("(i32.load (i32.const 512))".to_string(), "(i32.store (i32.const 512)".to_string())
            }
        };
        if self.random.one_in(2) {
            return Some(self.mix(&format!("(call $alive {get})")));
        }
        let local = self.some()?;
        Some(format!("{set} (local.get $r{local}))"))
    }

    /// A reference that is released only if it is not null: null needs no release.
    pub(super) fn unless_null(&mut self) -> Option<String> {
        let local = self.owned()?;
        let release = self.release(local);
        if self.random.one_in(2) {
            self.state.set(local, Held::Nothing);
            self.state.clobber();
            return Some(if self.random.one_in(2) {
                format!("(if (local.get $r{local}) (then {release}))")
            } else {
                format!("(if (i32.eqz (local.get $r{local})) (then) (else {release}))")
            });
        }
        // Null becomes an object, and the other one goes.
        let value = self.new_object();
        self.state.set(local, Held::Owned);
        self.state.clobber();
        Some(format!(
            "(if (local.get $r{local}) (then {} {release}))
    (local.set $r{local} {value})",
            self.mix(&format!("(call $use (local.get $r{local}))"))
        ))
    }

    /// A pointer to an object's data, and later a look at it.
    pub(super) fn inside(&mut self) -> Option<String> {
        if self.state.inside.is_some() {
            return Some(self.mix("(i32.load (local.get $p))"));
        }
        let local = self.some()?;
        self.state.inside = Some(local);
        Some(format!("(local.set $p (i32.add (local.get $r{local}) (i32.const 28)))"))
    }
}
