//! Calls of functions that access regions, and pointers into regions that are kept, chosen or returned.

use super::super::{AREA, AREAS, Given, KEPT, PUBLIC, PUBLISHED, SHARED};
use super::{Handle, Writer, loaded, stored};
use std::fmt::Write as _;

impl Writer<'_> {
    pub fn tail_call(&mut self) -> bool {
        let value = self.value(1);
        let handles = self.handles.iter().filter(|handle| !handle.dies && handle.is_free(0, 16));
        let handles: Vec<Handle> = handles.cloned().collect();
        let handle = if handles.is_empty() {
            None
        } else {
            Some(&handles[self.random.below(handles.len())])
        };
        let call = match (self.random.below(6), handle) {
            (0, Some(handle)) => format!("$touch (local.get ${}) (local.get $x0)", handle.local),
            (1, Some(handle)) => {
                format!("$version_same (local.get ${}) (local.get $x0)", handle.local)
            }
            (2..=4, Some(Handle { local, area: Some(area), .. })) if !self.is_version => {
                format!("$version_behind (local.get ${local}) (i32.const {area})")
            }
            (0..=3, _) if self.calls_raw => "$raw (local.get $x0)".to_string(),
            (4, _) if self.calls_raw => "$reads".to_string(),
            (5, _) if self.around.roots > 0 && !self.is_version => {
                format!(
                    "$root{} (local.get $x0) (local.get $x1) (local.get $d)",
                    self.around.roots - 1
                )
            }
            _ => return false,
        };
        let _ = writeln!(self.text, "    (local.set $x0 {value})");
        self.end_frame();
        let _ = writeln!(self.text, "    (return_call {call})");
        true
    }

    /// A call of a small function.
    pub fn call(&mut self) {
        let (value, x) = (self.value(1), self.x());
        let call = match self.random.below(9) {
            0 | 1 if self.calls_raw => format!("(call $raw {value})"),
            2 if self.calls_raw => format!("(call $via {value})"),
            3 if self.calls_raw => "(call $reads)".to_string(),
            4 if self.frame => format!("(call $up {value})"),
            5 => {
                let _ = writeln!(self.text, "    (call $log {value})");
                return;
            }
            6 if self.around.roots > 0 && !self.is_version && self.loops == 0 => {
                let other = self.random.below(self.around.roots);
                format!("(call $root{other} {value} (local.get $x0) (local.get $d))")
            }
            7 => {
                let kept: Vec<Handle> =
                    self.handles.iter().filter(|handle| handle.kept).cloned().collect();
                let Some(handle) = kept.first() else { return };
                format!("(call $find (local.get ${}) {value})", handle.local)
            }
            _ => {
                let Some((handle, offset)) = self.bytes(16) else { return };
                let at = format!("(i32.add (local.get ${}) (i32.const {offset}))", handle.local);
                format!("(call $touch {at} {value})")
            }
        };
        let call = self.result(x, &call);
        let _ = writeln!(self.text, "    {call}");
    }

    pub fn call_version(&mut self) {
        if self.loops > 0 && !self.random.one_in(3) {
            return;
        }
        let n = self.random.below(self.around.versions.len());
        self.call_of(n);
    }

    /// Makes something of the result of a call: it depends on addresses, as far as that is known.
    pub fn result(&self, x: &str, call: &str) -> String {
        if self.around.results {
            format!("(local.set ${x} {call})")
        } else {
            format!("(call $log {call})")
        }
    }

    /// A call of this version.
    pub fn call_of(&mut self, n: usize) {
        if !self.calls_versions {
            return;
        }
        let Some((p, q)) = self.arguments(n) else { return };
        let (value, x) = (self.value(1), self.x());
        let d = if self.is_version {
            "(i32.sub (local.get $d) (i32.const 1))"
        } else {
            "(local.get $d)"
        };
        let call = self.result(x, &format!("(call $version{n} {p} {q} {value} {d})"));
        let call = format!("    (if (local.get $d) (then {call}))");
        self.between(&call, &p);
    }

    /// Puts something between accesses of the same bytes: of a region that an address is in, or another one.
    pub fn between(&mut self, text: &str, address: &str) {
        let is_in = |handle: &&Handle| address.contains(&format!("${})", handle.local));
        let same = self.handles.iter().find(is_in).cloned();
        let offset =
            4 * self.random.below(if address.starts_with("(local") { 2 } else { 8 }) as u32;
        let near = same.filter(|handle| handle.is_free(offset, 4)).map(|handle| (handle, offset));
        let found = if self.random.one_in(4) { self.bytes(4) } else { near };
        let Some((handle, offset)) = found.filter(|_| !self.random.one_in(4)) else {
            let _ = writeln!(self.text, "{text}");
            return;
        };
        let (at, value) = (format!("(local.get ${})", handle.local), self.value(1));
        let _ = writeln!(
            self.text,
            "    (i32.store offset={offset} {at} (i32.add {value} (i32.load offset={offset} {at})))\n    \
             (i32.store offset={offset} {at} (i32.xor (local.get $x1) (i32.load offset={offset} {at})))\n\
             {text}\n    \
             (local.set $x1 (i32.add (local.get $x1) (i32.load offset={offset} {at})))\n    \
             (local.set $x2 (i32.sub (i32.load offset={offset} {at}) (local.get $x2)))"
        );
    }

    /// The addresses that a version is given.
    pub fn arguments(&mut self, n: usize) -> Option<(String, String)> {
        let zero = || "(i32.const 0)".to_string();
        let plus = |handle: &Handle, offset: u32| {
            format!("(i32.add (local.get ${}) (i32.const {offset}))", handle.local)
        };
        let given = self.around.versions[n];
        Some(match given {
            Given::Nothing => (zero(), zero()),
            Given::AnyBytes if self.random.one_in(2) => {
                (format!("(i32.const {})", AREAS + AREA * SHARED + 16), zero())
            }
            Given::Bytes | Given::AnyBytes if self.passed_on.is_some() => {
                ("(local.get $p)".to_string(), zero())
            }
            Given::Bytes | Given::AnyBytes => {
                let (handle, offset) = self.bytes(16)?;
                (plus(&handle, offset), zero())
            }
            Given::Two => {
                let (handle, offset) = self.bytes(16)?;
                let others =
                    [0, 4, 8, 12, 16].into_iter().filter(|&other| handle.is_free(other, 16));
                let other = self.random.pick(&others.collect::<Vec<_>>());
                (plus(&handle, offset), plus(&handle, other))
            }
            Given::Kept => {
                let kept = |handle: &&Handle| handle.kept && handle.holes.is_empty();
                let kept: Vec<Handle> = self.handles.iter().filter(kept).cloned().collect();
                let handle = kept.first()?;
                (format!("(local.get ${})", handle.local), zero())
            }
            Given::Before | Given::Behind => {
                let own = if given == Given::Before { 0 } else { PUBLIC + 32 };
                if self.beside == Some(own) && self.random.one_in(2) {
                    return Some(("(local.get $p)".to_string(), "(local.get $q)".to_string()));
                }
                let handle = self.handles.iter().find(|handle| handle.area.is_some()).cloned()?;
                let number = format!("(i32.const {})", handle.area?);
                if given == Given::Before {
                    let at =
                        format!("(i32.sub (local.get ${}) (i32.const {PUBLIC}))", handle.local);
                    (at, number)
                } else if handle.is_free(24, 8) && self.random.one_in(2) {
                    (plus(&handle, 24), number)
                } else if handle.is_free(0, 16) {
                    (plus(&handle, 0), number)
                } else {
                    return None;
                }
            }
        })
    }

    /// What a version is given is accessed through another address, too.
    pub fn aliased(&mut self) {
        let at = 4 * self.random.below(4) as u32;
        let other = match self.given {
            Given::Two => "(local.get $q)".to_string(),
            Given::Kept => format!("(i32.load offset={KEPT} (local.get $p))"),
            Given::Before | Given::Behind => {
                let place = AREAS + self.beside.unwrap_or_default();
                format!("(i32.add (i32.mul (local.get $q) (i32.const {AREA})) (i32.const {place}))")
            }
            _ => return,
        };
        // Both addresses are of the same bytes, mostly.
        let (at, to) = match self.given {
            Given::Kept => (at & 4, 0),
            Given::Behind => (8 + (at & 4), at & 4),
            Given::Before => (at, at),
            _ => (at, 4 * self.random.below(4) as u32),
        };
        let (access, value) = (format!("offset={at} (local.get $p)"), self.value(1));
        let _ = writeln!(
            self.text,
            "    (i32.store {access} (i32.add {value} (i32.load {access})))\n    \
             (i32.store {access} (i32.xor (local.get $x1) (i32.load {access})))\n    \
             (i32.store offset={to} {other} (i32.add (local.get $x2) (i32.load offset={to} {other})))\n    \
             (local.set $x1 (i32.add (i32.load {access}) (i32.load {access})))"
        );
    }

    /// Accesses a region through the pointer that is kept in it.
    pub fn through_kept(&mut self) {
        let kept: Vec<Handle> = self.handles.iter().filter(|handle| handle.kept).cloned().collect();
        let Some(handle) = kept.last() else { return };
        let (value, x) = (self.value(1), self.x());
        let at = format!("(i32.load offset={KEPT} (local.get ${}))", handle.local);
        match self.random.below(4) {
            0 => self.keep(handle),
            1 => {
                let _ = writeln!(self.text, "    (local.set ${x} (i32.load {at}))");
            }
            _ => {
                let _ = writeln!(self.text, "    (i32.store {at} {value})");
            }
        }
    }

    /// A pointer that is one of two, with an access between its choice and its use.
    pub fn chosen(&mut self) {
        let (Some((one, first)), Some((two, second))) = (self.bytes(8), self.bytes(8)) else {
            return;
        };
        let (condition, value, x) = (self.condition(), self.value(1), self.x());
        let (one, two) = (one.local, two.local);
        let _ = match self.random.below(2) {
            0 => writeln!(
                self.text,
                "    (local.set $t (select (i32.add (local.get ${one}) (i32.const {first})) (i32.add (local.get ${two}) (i32.const {second})) {condition}))"
            ),
            _ => writeln!(
                self.text,
                "    (if {condition} (then (local.set $t (i32.add (local.get ${one}) (i32.const {first})))) (else (local.set $t (i32.add (local.get ${two}) (i32.const {second})))))"
            ),
        };
        if self.random.one_in(2) {
            let _ =
                writeln!(self.text, "    (i32.store offset={first} (local.get ${one}) {value})");
        }
        let text = match self.random.below(3) {
            0 => stored("(local.get $t)", 0, self.random.pick(&[0, 4, 6, 8]), "(local.get $a)"),
            _ => format!(
                "(local.set ${x} {})",
                loaded("(local.get $t)", 0, self.random.pick(&[0, 0, 7, 8]))
            ),
        };
        self.between(&format!("    {text}"), &format!("(local.get ${one})"));
    }

    /// A pointer that a call returns.
    pub fn returned(&mut self) {
        let Some((handle, offset)) = self.bytes(12) else { return };
        let (value, x) = (self.value(1), self.x());
        let function = self.random.pick(&["pass", "version_pass", "version_same", "version_pure"]);
        let at = format!("(i32.add (local.get ${}) (i32.const {offset}))", handle.local);
        if function == "version_pure" {
            let call = self.result(x, &format!("(call $version_pure {at} {value})"));
            let _ = writeln!(self.text, "    {call}");
            return;
        }
        let _ = writeln!(self.text, "    (local.set $t (call ${function} {at} {value}))");
        let value = self.value(1);
        let text = match self.random.below(2) {
            0 => stored("(local.get $t)", 0, self.random.pick(&[0, 4, 6, 8]), &value),
            _ => format!("(local.set ${x} {})", loaded("(local.get $t)", 0, 0)),
        };
        self.between(&format!("    {text}"), &at);
    }

    /// An address of a region becomes known to a function.
    pub fn publish(&mut self) {
        let Some((handle, offset)) = self.bytes(16) else { return };
        if handle.dies && !self.published || !self.calls_raw || self.is_version {
            return;
        }
        let _ = writeln!(
            self.text,
            "    (i32.store (i32.const {PUBLISHED}) (i32.add (local.get ${}) (i32.const {offset})))",
            handle.local
        );
        if self.random.one_in(2) {
            self.text += "    (local.set $x1 (call $via (local.get $a)))\n";
        }
    }
}
