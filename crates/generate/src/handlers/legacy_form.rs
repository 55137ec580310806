//! The legacy form: `try` with `catch`es or `delegate`, `rethrow`, and branches out of both parts.

use super::{TAGS, Writer};

/// The labels that statements may name.
#[derive(Default)]
pub(super) struct Labels {
    /// The labels of the constructs around.
    around: Vec<String>,
    /// The labels of the tries whose `catch` is around.
    caught: Vec<String>,
}

impl Writer<'_> {
    /// A construct with this label begins.
    pub(super) fn enter(&mut self, label: String) {
        if let Some(labels) = &mut self.legacy {
            labels.around.push(label);
        }
    }

    /// An `if` begins. Returns its label, which only the legacy form has.
    pub(super) fn enter_if(&mut self) -> String {
        if self.legacy.is_none() {
            return String::new();
        }
        self.labels += 1;
        let label = format!("$i{}", self.labels);
        self.enter(label.clone());
        format!(" {label}")
    }

    /// The innermost construct with a label ends.
    pub(super) fn leave(&mut self) {
        if let Some(labels) = &mut self.legacy {
            labels.around.pop();
        }
    }

    fn labels(&self) -> &Labels {
        self.legacy.as_ref().expect("only of the legacy form")
    }

    /// A random label of these.
    fn one_of(&mut self, labels: &[String]) -> Option<String> {
        (!labels.is_empty()).then(|| labels[self.random.below(labels.len())].clone())
    }

    pub(super) fn legacy_statement(&mut self, depth: usize, nested: bool) {
        let around = self.labels().around.clone();
        let caught = self.labels().caught.clone();
        match self.random.below(10) {
            0 | 1 => {
                let Some(label) = self.one_of(&caught) else { return self.line(depth, "(nop)") };
                let condition = self.expression(1);
                self.line(depth, &format!("(if {condition} (then (rethrow {label})))"));
            }
            2 => {
                let Some(label) = self.one_of(&around) else { return self.line(depth, "(nop)") };
                let condition = self.expression(1);
                self.line(depth, &format!("(br_if {label} {condition})"));
            }
            _ if !nested => self.line(depth, "(nop)"),
            3 => {
                self.labels += 1;
                let label = format!("$b{}", self.labels);
                self.line(depth, &format!("(block {label}"));
                self.enter(label);
                self.block(depth + 1);
                self.leave();
                self.line(depth, ")");
            }
            4 => self.value(depth),
            5 => {
                self.labels += 1;
                let label = format!("$d{}", self.labels);
                self.line(depth, &format!("try {label}"));
                self.enter(label);
                self.block(depth + 1);
                self.leave();
                let to = match self.one_of(&around) {
                    Some(to) if !self.random.one_in(5) => to,
                    // To the function.
                    _ => around.len().to_string(),
                };
                self.line(depth, &format!("delegate {to}"));
            }
            _ => self.catching(depth),
        }
    }

    /// A `try` with a result, and sometimes with a parameter.
    fn value(&mut self, depth: usize) {
        let (first, local) = (self.expression(1), self.local());
        let takes = self.random.one_in(2);
        let (call, set) = (self.call(), self.local());
        self.labels += 1;
        let label = format!("$v{}", self.labels);
        if takes {
            self.line(depth, &first);
            self.line(depth, &format!("try {label} (param i32) (result i32)"));
            self.line(depth + 1, &format!("(local.set {set})"));
        } else {
            self.line(depth, &format!("try {label} (result i32)"));
        }
        self.line(depth + 1, &call);
        if self.random.one_in(2) {
            self.line(depth, "catch $one");
        }
        if self.random.one_in(2) {
            self.line(depth, &format!("catch $two (local.set $w) (local.tee {local})"));
        }
        if self.random.one_in(2) {
            let value = self.expression(1);
            let again = self.random.one_in(3);
            let value = if again { format!("(rethrow {label})") } else { value };
            self.line(depth, &format!("catch_all {value}"));
        }
        let result = self.local();
        self.line(depth, &format!("end (local.set {result})"));
    }

    /// A `try` with handlers, of which some throw on.
    fn catching(&mut self, depth: usize) {
        self.labels += 1;
        let label = format!("$t{}", self.labels);
        self.line(depth, &format!("try {label}"));
        self.enter(label.clone());
        self.block(depth + 1);
        for n in 0..self.random.below(4) {
            let all = self.random.one_in(3);
            let (tag, payload) = self.random.pick(&TAGS);
            if all {
                self.line(depth, "catch_all");
            } else {
                self.line(depth, &format!("catch {tag}"));
                for ty in payload.iter().rev() {
                    let local = if *ty == "i64" { "$w" } else { self.local() };
                    self.line(depth + 1, &format!("(local.set {local})"));
                }
            }
            self.legacy.as_mut().expect("it is").caught.push(label.clone());
            if n > 0 || !self.random.one_in(4) {
                self.block(depth + 1);
            }
            let again = if all { 2 } else { 4 };
            let (again, value) = (self.random.one_in(again), self.expression(1));
            if again && self.random.one_in(2) {
                self.line(depth + 1, &format!("(rethrow {label})"));
            } else if again {
                self.line(depth + 1, &format!("(if {value} (then (rethrow {label})))"));
            }
            self.legacy.as_mut().expect("it is").caught.pop();
            if all {
                break;
            }
        }
        self.leave();
        self.line(depth, "end");
    }
}
