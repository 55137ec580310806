//! What is known of state, for value numbering: which value a place holds, since it was read
//! from there or written to it.

use super::Key;
use invar_ir::effects;
use invar_ir::rules::Term;
use invar_ir::{
    ClassSet, Function, Inst, Module, Opcode, Overlap, Place, Value, forwarded, is_plain,
    memory_access, read_back,
};

/// How many facts are looked at: the newest.
const WINDOW: usize = 64;

/// A value that a part of state holds.
#[derive(Clone)]
pub struct Fact {
    what: What,
    value: Value,
    /// The classes that must not be written for it to stay true.
    classes: ClassSet,
}

#[derive(Clone, PartialEq)]
enum What {
    /// Bytes of memory, accessed by this load or store.
    Bytes(Place, Opcode),
    /// What reading with this operator gives.
    Read(Key),
}

impl Fact {
    /// What is known after a read.
    pub fn of_read(
        function: &Function,
        module: &Module,
        inst: Inst,
        classes: ClassSet,
    ) -> Option<Fact> {
        let op = &function.insts[inst].op;
        let what = match is_plain(op) {
            true => What::Bytes(Place::of(function, module, inst)?, op.opcode()),
            false => What::Read(Key::new(op, function.args(inst))?),
        };
        Some(Fact { what, value: function.result(inst)?, classes })
    }

    /// What is known after a write, if something is.
    pub fn of_write(function: &Function, module: &Module, inst: Inst) -> Option<Fact> {
        let (op, args) = (&function.insts[inst].op, function.args(inst));
        if is_plain(op) && memory_access(op)?.stored.is_some() {
            let what = What::Bytes(Place::of(function, module, inst)?, op.opcode());
            let classes = effects(op, module).writes;
            return Some(Fact { what, value: args[1], classes });
        }
        let (read, count) = read_back(op)?;
        let (place, value) = (&args[..count], args[count]);
        let classes = effects(&read, module).reads;
        Some(Fact { what: What::Read(Key::new(&read, place)?), value, classes })
    }

    /// The bytes that it is about.
    pub fn place(&self) -> Option<Place> {
        match self.what {
            What::Bytes(place, _) => Some(place),
            What::Read(_) => None,
        }
    }
}

/// The facts that hold at a place, and the way back to those of the blocks above.
#[derive(Default)]
pub struct Facts {
    /// In the order in which they were learned; `None` for those that no longer hold.
    list: Vec<Option<Fact>>,
    /// Those before it hold no longer, and are kept for the way back.
    start: usize,
    /// What was forgotten, and where it stood.
    forgotten: Vec<(usize, Fact)>,
}

/// A state of [`Facts`] to go back to.
#[derive(Clone, Copy)]
pub struct Mark {
    list: usize,
    start: usize,
    forgotten: usize,
}

impl Facts {
    /// The state as it is now.
    pub fn mark(&self) -> Mark {
        Mark { list: self.list.len(), start: self.start, forgotten: self.forgotten.len() }
    }

    /// Goes back to a state.
    pub fn go_back(&mut self, mark: Mark) {
        self.list.truncate(mark.list);
        for (n, fact) in self.forgotten.drain(mark.forgotten..).rev() {
            if n < mark.list {
                self.list[n] = Some(fact);
            }
        }
        self.start = mark.start;
    }

    /// Forgets everything.
    pub fn forget_all(&mut self) {
        self.start = self.list.len();
    }

    /// Forgets what a write of these classes may change; of memory, only what may overlap `place`.
    pub fn forget(&mut self, written: ClassSet, place: Option<Place>) {
        if written.is_empty() {
            return;
        }
        for n in self.window() {
            let changes = |fact: &mut Fact| {
                let apart = match (&fact.what, &place) {
                    (What::Bytes(known, _), Some(place)) => {
                        invar_ir::mutant!(GvnStoresApart)
                            || known.overlap(place) == Overlap::Disjoint
                    }
                    _ => false,
                };
                fact.classes.intersects(written) && !apart
            };
            if let Some(fact) = self.list[n].take_if(changes) {
                self.forgotten.push((n, fact));
            }
        }
    }

    /// Adds a fact.
    pub fn learn(&mut self, fact: Option<Fact>) {
        if fact.is_some() {
            self.list.push(fact);
        }
    }

    fn window(&self) -> std::ops::Range<usize> {
        self.start.max(self.list.len().saturating_sub(WINDOW))..self.list.len()
    }

    fn newest_first(&self) -> impl Iterator<Item = &Fact> {
        self.list[self.window()].iter().rev().flatten()
    }

    /// What a read gives; as it is rather than converted.
    pub fn read(&self, function: &Function, read: &Fact) -> Option<Term<Value>> {
        let mut converted = None;
        for fact in self.newest_first() {
            let found = match (&fact.what, &read.what) {
                (What::Bytes(place, from), What::Bytes(wanted, load))
                    if wanted.is_same_as_done(place) =>
                {
                    forwarded(function, fact.value, *from, *load)
                }
                (What::Read(known), What::Read(wanted)) if known == wanted => {
                    Some(Term::Value(fact.value))
                }
                _ => None,
            };
            match found {
                Some(Term::Value(_)) => return found,
                _ => converted = converted.or(found),
            }
        }
        converted
    }

    /// Whether a write would change nothing: the place holds the value, or its low bits.
    pub fn knows(&self, write: &Fact) -> bool {
        self.newest_first().any(|fact| {
            fact.value == write.value
                && match (&fact.what, &write.what) {
                    (What::Bytes(known, _), What::Bytes(place, _)) => place.is_same_as_done(known),
                    (known, wanted) => known == wanted,
                }
        })
    }
}
