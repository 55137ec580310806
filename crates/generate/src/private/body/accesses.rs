//! Accesses of regions: at known places, by indices, of many bytes, and of bytes beside them.

use super::super::{AREA, AREAS, PUBLIC, SHARED};
use super::{Handle, Writer};
use std::fmt::Write as _;

/// Loads and stores: names, bytes, type of the value.
pub(super) const ACCESSES: [(&str, &str, u32, &str); 11] = [
    ("i32.load", "i32.store", 4, "i32"),
    ("i32.load", "i32.store", 4, "i32"),
    ("i32.load", "i32.store", 4, "i32"),
    ("i32.load", "i32.store", 4, "i32"),
    ("i32.load8_s", "i32.store8", 1, "i32"),
    ("i32.load8_u", "i32.store8", 1, "i32"),
    ("i32.load16_s", "i32.store16", 2, "i32"),
    ("i32.load16_u", "i32.store16", 2, "i32"),
    ("i64.load", "i64.store", 8, "i64"),
    ("f32.load", "f32.store", 4, "f32"),
    ("f64.load", "f64.store", 8, "f64"),
];

impl Writer<'_> {
    /// A handle, an offset and a kind of access that is allowed there.
    pub(super) fn access(&mut self) -> Option<(String, u32, usize)> {
        for _ in 0..4 {
            let handle = self.handle()?;
            let (mut offset, mut access) = self.random.pick(&handle.places);
            if self.random.one_in(5) {
                access = self.random.below(ACCESSES.len());
            }
            if self.random.one_in(6) {
                offset = self.random.below(handle.room as usize) as u32;
            }
            if handle.is_free(offset, ACCESSES[access].2) {
                return Some((handle.local, offset, access));
            }
        }
        None
    }

    pub(super) fn store(&mut self) {
        let value = self.value(2);
        if let Some((local, offset, access)) = self.access() {
            let text = stored(&format!("(local.get ${local})"), offset, access, &value);
            let _ = writeln!(self.text, "    {text}");
        }
    }

    pub(super) fn load(&mut self) {
        let x = self.x();
        let value = self.value(3);
        let _ = writeln!(self.text, "    (local.set ${x} {value})");
    }

    /// Something is added to what is there.
    pub(super) fn update(&mut self) {
        let value = self.value(1);
        if let Some((local, offset, access)) = self.access() {
            let at = format!("(local.get ${local})");
            let value = format!("(i32.add {} {value})", loaded(&at, offset, access));
            let text = stored(&at, offset, access, &value);
            let _ = writeln!(self.text, "    {text}");
        }
    }

    /// 16 bytes of a handle.
    pub(super) fn bytes(&mut self, count: u32) -> Option<(Handle, u32)> {
        for _ in 0..6 {
            let handle = self.handle()?;
            let offset = 4 * self.random.below(8) as u32;
            if handle.is_free(offset, count) {
                return Some((handle, offset));
            }
        }
        None
    }

    pub(super) fn indexed(&mut self) {
        let Some((handle, offset)) = self.bytes(16) else { return };
        let (index, value, x) = (self.value(1), self.value(1), self.x());
        let local = &handle.local;
        let (mask, kind) =
            self.random.pick(&[(12, 0), (12, 0), (4, 0), (15, 4), (14, 6), (8, 8), (12, 9)]);
        let at = format!("(i32.add (local.get ${local}) (i32.and {index} (i32.const {mask})))");
        let text = match self.random.below(2) {
            0 => stored(&at, offset, kind, &value),
            _ => format!("(local.set ${x} {})", loaded(&at, offset, kind)),
        };
        let _ = writeln!(self.text, "    {text}");
    }

    /// Accesses bytes beside a region: through its address or another one.
    pub(super) fn public(&mut self) {
        let (value, x) = (self.value(1), self.x());
        let offset = 4 * self.random.below(4) as u32;
        let mut at = Vec::new();
        if let Some(beside) = self.beside {
            let place = AREAS + beside + offset;
            at.push(format!(
                "(i32.add (i32.mul (local.get $q) (i32.const {AREA})) (i32.const {place}))"
            ));
        }
        let place = AREAS + AREA * self.random.pick(&self.areas);
        let side = self.random.pick(&[0, PUBLIC + 32]);
        at.push(format!("(i32.const {})", place + side + offset));
        for handle in &self.handles {
            let (local, before) = (&handle.local, PUBLIC - offset);
            if handle.area.is_some() {
                at.push(format!("(i32.sub (local.get ${local}) (i32.const {before}))"));
                at.push(format!("(i32.add (local.get ${local}) (i32.const {}))", 32 + offset));
            }
        }
        let at = &at[self.random.below(at.len())];
        let text = match self.random.below(3) {
            0 => format!("(local.set ${x} (i32.load {at}))"),
            1 => format!("(i32.store {at} (i32.add (i32.load {at}) {value}))"),
            _ => format!("(i32.store {at} {value})"),
        };
        let _ = writeln!(self.text, "    {text}");
    }

    pub(super) fn bulk(&mut self) {
        let (Some((to, a)), Some((from, b))) = (self.bytes(8), self.bytes(8)) else { return };
        let (value, length) = (self.value(1), self.random.pick(&[4, 8]));
        let at = format!("(i32.add (local.get ${}) (i32.const {a}))", to.local);
        let text = match self.random.below(3) {
            0 => format!("(memory.fill {at} {value} (i32.const {length}))"),
            1 => format!(
                "(memory.copy {at} (i32.add (local.get ${}) (i32.const {b})) (i32.and {value} (i32.const {length})))",
                from.local
            ),
            _ => format!(
                "(memory.copy {at} (i32.const {}) (i32.const {length}))",
                AREAS + AREA * SHARED + 8
            ),
        };
        let _ = writeln!(self.text, "    {text}");
    }

    /// A loop whose counter is in a region: it is an index of that.
    pub(super) fn counted(&mut self) {
        let Some((handle, offset)) = self.bytes(20) else { return };
        let (local, times) = (&handle.local, 1 + self.random.below(4));
        let (counter, array) =
            if self.random.one_in(2) { (offset, offset + 4) } else { (offset + 16, offset) };
        let at = format!("(local.get ${local})");
        let index =
            format!("(i32.add {at} (i32.shl (i32.load offset={counter} {at}) (i32.const 2)))");
        let body = match self.random.below(3) {
            0 => format!("(i32.store offset={array} {index} (i32.load offset={counter} {at}))"),
            1 => format!(
                "(local.set $x0 (i32.add (local.get $x0) (i32.load offset={array} {index})))"
            ),
            _ => format!(
                "(i32.store offset={array} {index} (i32.add (local.get $x1) (i32.load offset={array} {index})))"
            ),
        };
        let _ = writeln!(
            self.text,
            "    (i32.store offset={counter} {at} (i32.const 0)) (loop $counts {body}\n    \
             (i32.store offset={counter} {at} (i32.add (i32.load offset={counter} {at}) (i32.const 1)))\n    \
             (br_if $counts (i32.lt_u (i32.load offset={counter} {at}) (i32.const {times}))))"
        );
    }
}

/// A load, as an `i32`.
pub(super) fn loaded(at: &str, offset: u32, access: usize) -> String {
    let (load, _, _, ty) = ACCESSES[access];
    let load = format!("({load} offset={offset} {at})");
    match ty {
        "i64" => format!("(i32.wrap_i64 (i64.rotl {load} (i64.const 29)))"),
        "f32" => format!("(i32.reinterpret_f32 {load})"),
        "f64" => format!("(i32.wrap_i64 (i64.rotl (i64.reinterpret_f64 {load}) (i64.const 29)))"),
        _ => load,
    }
}

/// A store of an `i32`, widened.
pub(super) fn stored(at: &str, offset: u32, access: usize, value: &str) -> String {
    let (_, store, _, ty) = ACCESSES[access];
    let wide = || format!("(i64.mul (i64.extend_i32_u {value}) (i64.const 0x100000003))");
    let value = match ty {
        "i64" => wide(),
        "f32" => format!("(f32.reinterpret_i32 {value})"),
        "f64" => format!("(f64.reinterpret_i64 {})", wide()),
        _ => value.to_string(),
    };
    format!("({store} offset={offset} {at} {value})")
}
