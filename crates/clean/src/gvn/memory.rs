//! What is known of state, for value numbering: which value a place holds, since it was read
//! from there or written to it.

use super::Key;
use invar_ir::fold::{Const, known_bits, sign_bits};
use invar_ir::{
    ClassSet, Function, Inst, Module, Op, Opcode, Overlap, Place, ValType, Value, effects,
    memory_access,
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

/// A value that a read gives, after a conversion.
pub struct Found {
    pub value: Value,
    pub conversion: Option<Conversion>,
}

/// How a value in memory is seen by an access of another type.
pub enum Conversion {
    Op(Op),
    /// The low bits.
    Mask(Const),
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
        let (read, place, value) = match (op, args) {
            (&Op::GlobalSet { global_index }, &[value]) => {
                (Op::GlobalGet { global_index }, &args[..0], value)
            }
            (&Op::TableSet { table }, &[_, value]) => (Op::TableGet { table }, &args[..1], value),
            (&Op::StructSet { struct_type_index, field_index }, &[_, value]) => {
                (Op::StructGet { struct_type_index, field_index }, &args[..1], value)
            }
            (&Op::ArraySet { array_type_index }, &[_, _, value]) => {
                (Op::ArrayGet { array_type_index }, &args[..2], value)
            }
            _ => return None,
        };
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

/// Whether an operator moves one number or vector as it is, or the low bits of one.
fn is_plain(op: &Op) -> bool {
    use Op::*;
    matches!(
        op,
        I32Load { .. }
            | I64Load { .. }
            | F32Load { .. }
            | F64Load { .. }
            | V128Load { .. }
            | I32Load8S { .. }
            | I32Load8U { .. }
            | I32Load16S { .. }
            | I32Load16U { .. }
            | I64Load8S { .. }
            | I64Load8U { .. }
            | I64Load16S { .. }
            | I64Load16U { .. }
            | I64Load32S { .. }
            | I64Load32U { .. }
            | I32Store { .. }
            | I64Store { .. }
            | F32Store { .. }
            | F64Store { .. }
            | V128Store { .. }
            | I32Store8 { .. }
            | I32Store16 { .. }
            | I64Store8 { .. }
            | I64Store16 { .. }
            | I64Store32 { .. }
    )
}

/// How a load sees a value that another access of the same bytes, by `from`, read or wrote.
/// `None` if that takes more than one operator; `Some(None)` if it sees the value itself.
fn conversion(
    function: &Function,
    value: Value,
    from: Opcode,
    load: Opcode,
) -> Option<Option<Conversion>> {
    use Opcode::*;
    let ty = function.ty(value);
    let op = |op| Some(Some(Conversion::Op(op)));
    let mask = |constant| Some(Some(Conversion::Mask(constant)));
    let fits = |max: u64| known_bits(function, value).max() <= max;
    // The value, if it is its own sign extension from that many bits.
    let signed =
        |bits: u32, width: u32| (sign_bits(function, value) > width - bits).then_some(None);
    if from == load {
        return Some(None);
    }
    match (load, ty) {
        (I32Load, ValType::I32)
        | (I64Load, ValType::I64)
        | (F32Load, ValType::F32)
        | (F64Load, ValType::F64)
        | (V128Load, ValType::V128) => Some(None),
        (I32Load, ValType::F32) => op(Op::I32ReinterpretF32),
        (F32Load, ValType::I32) => op(Op::F32ReinterpretI32),
        (I64Load, ValType::F64) => op(Op::I64ReinterpretF64),
        (F64Load, ValType::I64) => op(Op::F64ReinterpretI64),
        (I32Load, ValType::I64) => op(Op::I32WrapI64),
        (I64Load32U, ValType::I32) => op(Op::I64ExtendI32U),
        (I64Load32S, ValType::I32) => op(Op::I64ExtendI32S),
        (I32Load8U, ValType::I32) if fits(0xff) => Some(None),
        (I64Load8U, ValType::I64) if fits(0xff) => Some(None),
        (I32Load16U, ValType::I32) if fits(0xffff) => Some(None),
        (I64Load16U, ValType::I64) if fits(0xffff) => Some(None),
        (I64Load32U, ValType::I64) if fits(0xffff_ffff) => Some(None),
        (I32Load8U, ValType::I32) => mask(Const::I32(0xff)),
        (I64Load8U, ValType::I64) => mask(Const::I64(0xff)),
        (I32Load16U, ValType::I32) => mask(Const::I32(0xffff)),
        (I64Load16U, ValType::I64) => mask(Const::I64(0xffff)),
        (I64Load32U, ValType::I64) => mask(Const::I64(0xffff_ffff)),
        (I32Load8S, ValType::I32) => signed(8, 32),
        (I32Load16S, ValType::I32) => signed(16, 32),
        (I64Load8S, ValType::I64) => signed(8, 64),
        (I64Load16S, ValType::I64) => signed(16, 64),
        (I64Load32S, ValType::I64) => signed(32, 64),
        _ => None,
    }
}

impl Found {
    /// Makes the read the conversion of the value. A constant goes into `out`.
    pub fn apply(self, function: &mut Function, inst: Inst, out: &mut Vec<Inst>) {
        let (op, args) = match self.conversion.expect("a conversion") {
            Conversion::Op(op) => (op, vec![self.value]),
            Conversion::Mask(mask) => {
                let loc = function.insts[inst].loc;
                let constant = function.make_inst(mask.to_op(), &[], &[mask.ty()], loc);
                out.push(constant);
                let and = if mask.ty() == ValType::I32 { Op::I32And } else { Op::I64And };
                (and, vec![self.value, function.result(constant).expect("one result")])
            }
        };
        let list = function.make_list(&args);
        let data = &mut function.insts[inst];
        (data.op, data.args) = (op, list);
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
                        known.overlap(place) == Overlap::Disjoint
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
    pub fn read(&self, function: &Function, read: &Fact) -> Option<Found> {
        let mut converted = None;
        for fact in self.newest_first() {
            let conversion = match (&fact.what, &read.what) {
                (What::Bytes(place, from), What::Bytes(wanted, load))
                    if place.overlap(wanted) == Overlap::Equal =>
                {
                    conversion(function, fact.value, *from, *load)
                }
                (What::Read(known), What::Read(wanted)) if known == wanted => Some(None),
                _ => None,
            };
            match conversion {
                Some(None) => return Some(Found { value: fact.value, conversion: None }),
                Some(conversion) if converted.is_none() => {
                    converted = Some(Found { value: fact.value, conversion });
                }
                _ => {}
            }
        }
        converted
    }

    /// Whether a write would change nothing: the place holds the value, or its low bits.
    pub fn knows(&self, write: &Fact) -> bool {
        self.newest_first().any(|fact| {
            fact.value == write.value
                && match (&fact.what, &write.what) {
                    (What::Bytes(known, _), What::Bytes(place, _)) => {
                        known.overlap(place) == Overlap::Equal
                    }
                    (known, wanted) => known == wanted,
                }
        })
    }
}
