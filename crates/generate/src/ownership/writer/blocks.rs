//! Compound statements: branches, loops, exits.

use super::{Held, LOCALS, Signature, State, Writer};
use std::fmt::Write as _;

impl Writer<'_> {
    /// Two or three paths that merge.
    pub(super) fn arms(&mut self, out: &mut String, signature: &Signature) {
        if self.depth >= 3 {
            return;
        }
        self.depth += 1;
        let start = self.state.clone();
        let condition = self.condition();
        let mut arms: Vec<(String, State)> = Vec::new();
        let count = if self.random.one_in(4) { 3 } else { 2 };
        for n in 0..count {
            self.state = start.clone();
            let mut text = String::new();
            if n == 0 || !self.random.one_in(3) {
                self.statements(&mut text, signature);
            }
            arms.push((text, self.state.clone()));
        }
        let mut merged = start.clone();
        for local in 0..LOCALS {
            let held = |held| arms.iter().filter(|(_, arm)| arm.held[local] == held).count();
            let first = arms[0].1.held[local];
            merged.held[local] = match held(Held::Owned) {
                _ if held(first) == count => first,
                1.. if self.random.one_in(2) => Held::Owned,
                _ => Held::Nothing,
            };
        }
        // Who borrows from a local that changes on one way: no longer.
        for local in 0..LOCALS {
            if let Held::Borrowed(of) = merged.held[local]
                && (merged.held[of] != Held::Owned
                    || arms.iter().any(|(_, arm)| arm.held[of] != Held::Owned))
            {
                merged.held[local] = Held::Nothing;
            }
            // What a release at the end of an arm may free.
            if merged.held[local] == Held::Field {
                merged.held[local] = Held::Nothing;
            }
        }
        merged.inside = arms[0].1.inside.filter(|of| {
            merged.held[*of] != Held::Nothing && arms.iter().all(|(_, arm)| arm.inside == Some(*of))
        });
        let label = self.labels;
        self.labels += 1;
        let _ = match count {
            2 => writeln!(out, "    (if {condition} (then"),
            _ => writeln!(
                out,
                "    (block $end{label} (block $b{label} (block $a{label} (block $z{label}
      (br_table $z{label} $a{label} $b{label} (i32.and (local.get $acc) (i32.const 3))))"
            ),
        };
        for (n, (text, state)) in arms.into_iter().enumerate() {
            *out += &text;
            self.state = state;
            self.become_state(out, &merged);
            let _ = match (count, n) {
                (2, 0) => writeln!(out, "    ) (else"),
                (2, _) => writeln!(out, "    ))"),
                (_, 2) => writeln!(out, "    )"),
                _ => writeln!(out, "    (br $end{label}))"),
            };
        }
        self.state = merged;
        self.depth -= 1;
    }

    /// A loop of a few iterations. The state that it changes is the same at the start of each
    /// iteration.
    pub(super) fn repeat(&mut self, out: &mut String, signature: &Signature) {
        if self.depth >= 2 {
            return;
        }
        self.depth += 1;
        let mut head = State { inside: None, ..self.state.clone() };
        for local in 0..LOCALS {
            head.held[local] = match head.held[local] {
                Held::Guaranteed if !self.random.one_in(3) => {
                    head.frozen[local] = true;
                    Held::Guaranteed
                }
                Held::Borrowed(of) if head.held[of] == Held::Owned && self.random.one_in(2) => {
                    (head.frozen[local], head.frozen[of]) = (true, true);
                    Held::Borrowed(of)
                }
                Held::Guaranteed | Held::Owned => Held::Owned,
                _ => Held::Nothing,
            };
        }
        // A loop around needs more to stay.
        let before = self.state.frozen.clone();
        for (local, _) in before.iter().enumerate().filter(|(_, frozen)| **frozen) {
            head.held[local] = self.state.held[local];
            head.frozen[local] = true;
        }
        self.become_state(out, &head);
        let (label, counter) = (self.labels, self.loops);
        (self.labels, self.loops) = (self.labels + 1, self.loops + 1);
        self.exits.push((label, head.clone()));
        let rounds = 1 + self.random.below(4);
        let _ = writeln!(
            out,
            "    (local.set $k{counter} (i32.const {rounds})) (block $out{label} (loop $next{label}"
        );
        self.statements(out, signature);
        if self.random.one_in(2) {
            self.step(out);
        }
        self.become_state(out, &head);
        let _ = writeln!(
            out,
            "    (local.set $k{counter} (i32.sub (local.get $k{counter}) (i32.const 1)))
    (br_if $next{label} (local.get $k{counter}))))"
        );
        self.exits.pop();
        self.state = State { frozen: before, ..head };
        self.depth -= 1;
    }

    /// A step along a list: the next object is retained, the previous one released.
    fn step(&mut self, out: &mut String) {
        let Some(local) = self.owned() else { return };
        self.state.set(local, Held::Owned);
        self.state.clobber();
        let field = self.random.below(3);
        let _ = writeln!(
            out,
            "    (local.set $t (call $load (local.get $r{local}) (i32.const {field}))) {}
    {} (local.set $r{local} (local.get $t))",
            self.runtime.retain("$t"),
            self.release(local)
        );
    }

    /// Out of the function, or of a loop, before its end.
    pub(super) fn escape(&mut self, out: &mut String, signature: &Signature) {
        let start = self.state.clone();
        let condition = self.condition();
        let _ = writeln!(out, "    (if {condition} (then");
        match self.exits.last().cloned() {
            _ if self.style.traps && self.random.one_in(2) => {
                let _ = writeln!(
                    out,
                    "    (if (i32.eq (local.get $acc) (i32.const 31)) (then unreachable))"
                );
                let _ =
                    writeln!(out, "    {}", self.mix("(i32.div_u (i32.const 9) (local.get $acc))"));
            }
            Some((label, state)) if !self.random.one_in(3) => {
                self.become_state(out, &state);
                let _ = writeln!(out, "    (br $out{label})");
            }
            _ => self.leave(out, signature),
        }
        *out += "    ))\n";
        self.state = start;
    }

    /// References that are loaded and kept to the end of a scope, as compilers do it: within the
    /// scope something happens on one path or on all, and all are released at its end, one after
    /// another.
    pub(super) fn scope(&mut self, out: &mut String) {
        let alive =
            |state: &State, local: usize| !matches!(state.held[local], Held::Nothing | Held::Field);
        let Some(holder) = self.pick(alive) else { return };
        let frozen = self.state.frozen.clone();
        self.state.frozen[holder] = true;
        let mut kept = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let Some(to) = self.free().filter(|to| *to != holder) else { break };
            if self.state.held[holder] == Held::Borrowed(to) {
                break;
            }
            let field = self.random.below(3);
            let retain = self.runtime.retain(&format!("$r{to}"));
            let _ = writeln!(
                out,
                "    (local.set $r{to} (call $load (local.get $r{holder}) (i32.const {field}))) {retain}"
            );
            self.state.set(to, Held::Owned);
            self.state.frozen[to] = true;
            kept.push(to);
        }
        if !kept.is_empty() && self.random.one_in(3) {
            self.setters(out, holder, &kept);
            self.state.frozen = frozen;
            return;
        }
        let mut middle = String::new();
        for _ in 0..1 + self.random.below(2) {
            let line = match self.random.below(4) {
                0 => {
                    let field = self.random.below(4);
                    self.state.clobber();
                    Some(format!("(call $clobber{field} (local.get $r{holder}))"))
                }
                1 => {
                    let field = self.random.below(3);
                    self.store_kept(holder, field)
                }
                2 => self.call_indirect(),
                _ => self.look(),
            };
            let _ = writeln!(middle, "    {}", line.unwrap_or_default());
        }
        let _ = match self.random.below(3) {
            0 => writeln!(out, "    {middle}"),
            1 => writeln!(out, "    (if {} (then {middle}))", self.condition()),
            _ => writeln!(out, "    (if {} (then) (else {middle}))", self.condition()),
        };
        for &local in &kept {
            if self.random.one_in(3) {
                let line = self.mix(&format!("(call $use (local.get $r{local}))"));
                let _ = writeln!(out, "    {line}");
            }
        }
        for &local in &kept {
            let _ = writeln!(out, "    {}", self.release(local));
            self.state.set(local, Held::Nothing);
        }
        self.state.clobber();
        self.state.frozen = frozen;
    }

    /// The end of such a scope: fields are set, and objects read, without calls, so that only the last
    /// releases need be where they are.
    fn setters(&mut self, out: &mut String, holder: usize, kept: &[usize]) {
        let new = kept[self.random.below(kept.len())];
        let mut line = String::new();
        for _ in 0..1 + self.random.below(3) {
            let place = 16 + 4 * self.random.below(3);
            let store = self.exchange(holder, new, place);
            let _ = writeln!(
                line,
                "      (local.set $t (i32.load offset={place} (local.get $r{holder}))) {store}"
            );
            let read = kept[self.random.below(kept.len())];
            if self.random.one_in(2) {
                let read = self.mix(&format!("(i32.load offset=28 (local.get $r{read}))"));
                let _ = writeln!(line, "      {read}");
            }
        }
        let mut ends = String::new();
        for &local in kept {
            let _ = writeln!(ends, "      {}", self.release(local));
            self.state.set(local, Held::Nothing);
        }
        let _ = writeln!(
            out,
            "    (if (call $may_hold (local.get $r{holder}) (local.get $r{new})) (then\n{line}{ends})\n     (else\n{ends}))"
        );
        self.state.clobber();
    }

    /// The object in a field is retained, the field changes, and the object is used: this detects
    /// passes that take a load for a borrow, or move a last release.
    pub(super) fn peril(&mut self, out: &mut String) {
        let alive =
            |state: &State, local: usize| !matches!(state.held[local], Held::Nothing | Held::Field);
        let Some(holder) = self.pick(alive) else { return };
        let Some(to) = self.free().filter(|to| *to != holder) else { return };
        if self.state.held[holder] == Held::Borrowed(to) {
            return;
        }
        let field = self.random.below(2);
        let load = if self.random.one_in(3) {
            format!("(call $load (local.get $r{holder}) (i32.const {field}))")
        } else {
            format!(
                "(if (result i32) (call $check (local.get $r{holder}) (i32.const 1))
      (then (i32.load offset={} (local.get $r{holder}))) (else (i32.const 0)))",
                16 + 4 * field
            )
        };
        let retain = self.runtime.retain(&format!("$r{to}"));
        let _ = writeln!(out, "    (local.set $r{to} {load}) {retain}");
        self.state.set(to, Held::Owned);
        let frozen = self.state.frozen.clone();
        (self.state.frozen[to], self.state.frozen[holder]) = (true, true);
        for _ in 0..1 + self.random.below(3) {
            let line = match self.random.below(8) {
                0..3 => {
                    self.state.clobber();
                    Some(format!("(call $clobber{field} (local.get $r{holder}))"))
                }
                3 => self.call_indirect(),
                4 => self.store_kept(holder, field),
                5 => self.destroy(),
                6 => self.weak(),
                _ => self.look(),
            };
            if let Some(line) = line {
                let _ = writeln!(out, "    {line}");
            }
        }
        let _ = writeln!(out, "    {}", self.mix(&format!("(call $use (local.get $r{to}))")));
        self.state.frozen = frozen;
        if !self.random.one_in(3) {
            self.state.set(to, Held::Nothing);
            self.state.clobber();
            let _ = writeln!(out, "    {}", self.release(to));
        }
    }

    /// A reference that is one of two, which one is known at run time.
    pub(super) fn phi(&mut self) -> Option<String> {
        let (a, to) = (self.some()?, self.free()?);
        let condition = self.condition();
        if self.random.one_in(3) {
            let b = self.some()?;
            self.state.set(to, Held::Owned);
            return Some(format!(
                "(local.set $r{to} (select (local.get $r{a}) (local.get $r{b}) {condition})) {}",
                self.runtime.retain(&format!("$r{to}"))
            ));
        }
        let first = self.runtime.kept(&format!("$r{a}"));
        let second = match self.some() {
            Some(b) if self.random.one_in(2) => self.runtime.kept(&format!("$r{b}")),
            _ => self.new_object(),
        };
        self.state.set(to, Held::Owned);
        Some(format!(
            "(local.set $r{to} (if (result i32) {condition} (then {first}) (else {second})))"
        ))
    }
}
