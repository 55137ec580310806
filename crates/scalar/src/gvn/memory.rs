//! Available values of memory and other state: which value a location holds, since it was read from
//! there or written to it.

use invar_ir::rules::Term;
use invar_ir::{ClassSet, Function, Location, Place, Value};

/// The number of entries that are looked at: the newest.
const WINDOW: usize = 64;

/// A location and the value that it holds.
type Entry = (Location<Value>, Value);

/// The values that are available at a place, and how to go back to those of the blocks above.
#[derive(Default)]
pub struct Available {
    /// In the order in which they became available; `None` for those that were killed.
    list: Vec<Option<Entry>>,
    /// Entries before this one are not available; they are kept for leaving the scope.
    start: usize,
    /// The killed entries, and their positions.
    killed: Vec<(usize, Entry)>,
}

/// A scope of [`Available`], to be left.
#[derive(Clone, Copy)]
pub struct Scope {
    list: usize,
    start: usize,
    killed: usize,
}

impl Available {
    /// Enters a scope.
    pub fn enter(&self) -> Scope {
        Scope { list: self.list.len(), start: self.start, killed: self.killed.len() }
    }

    /// Leaves a scope: restores the values that were available when it was entered.
    pub fn leave(&mut self, scope: Scope) {
        self.list.truncate(scope.list);
        for (n, entry) in self.killed.drain(scope.killed..).rev() {
            if n < scope.list {
                self.list[n] = Some(entry);
            }
        }
        self.start = scope.start;
    }

    /// Kills everything.
    pub fn kill_all(&mut self) {
        self.start = self.list.len();
    }

    /// Invalidates the locations that a write of these classes may change; in memory, only those
    /// that may overlap `place`.
    pub fn kill(&mut self, written: ClassSet, place: Option<Place>) {
        if written.is_empty() {
            return;
        }
        for n in self.window() {
            let changes = |entry: &mut Entry| entry.0.may_be_changed(written, place.as_ref());
            if let Some(entry) = self.list[n].take_if(changes) {
                self.killed.push((n, entry));
            }
        }
    }

    /// Makes the value of a location available.
    pub fn add(&mut self, location: Location<Value>, value: Value) {
        self.list.push(Some((location, value)));
    }

    fn window(&self) -> std::ops::Range<usize> {
        self.start.max(self.list.len().saturating_sub(WINDOW))..self.list.len()
    }

    fn newest_first(&self) -> impl Iterator<Item = &Entry> {
        self.list[self.window()].iter().rev().flatten()
    }

    /// The value of a read; an existing value rather than a conversion.
    pub fn read(&self, function: &Function, read: &Location<Value>) -> Option<Term<Value>> {
        let mut converted = None;
        for (known, value) in self.newest_first() {
            match read.forwarded(function, known, *value) {
                found @ Some(Term::Value(_)) => return found,
                found => converted = converted.or(found),
            }
        }
        converted
    }

    /// Whether a location holds a value already, or its low bits.
    pub fn holds(&self, location: &Location<Value>, value: Value) -> bool {
        self.newest_first().any(|(known, held)| *held == value && location.is_same_as_done(known))
    }
}
