//! The instructions of a block while groups of them become vectors, and what is known of its
//! accesses of memory.
//!
//! Each position of the original block is a *slot*, which holds the instruction that is left there
//! and the new ones ahead of it. So positions stay comparable when code moves, and no change moves
//! all later instructions.
//!
//! *Bounds.* An access that has not trapped proves that later ones from the same base which reach
//! no farther are in bounds, since memories never shrink. Here the base is the address operand
//! itself: effective addresses are its sum with the immediate offset, which does not wrap. Accesses
//! of other blocks prove more (`in_bounds` of `ir`). If a scalar access is replaced by a vector
//! that covers it, the proof moves to the place of the vector.
//!
//! Cost: linear to set up; a question takes time logarithmic in the accesses of one base.

use invar_analysis::inst_effects;
use invar_analysis::{Accesses, is_plain};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Dominators, Effects, Function, Inst, Memory, Module, Value, memory_access};
use rustc_hash::FxHashMap;

/// How many accesses are looked at for a proof.
const MOST_COMPARED: usize = 8;

/// The bytes of a plain load or store: `size` bytes from the base plus `start`, which does not
/// wrap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    pub memory: Memory,
    /// The address operand; `None` if it is a constant, which `start` contains.
    pub base: Option<Value>,
    pub start: u64,
    pub size: u64,
}

impl Spot {
    pub fn of(f: &Function, inst: Inst) -> Option<Spot> {
        let op = &f.insts[inst].op;
        let access = memory_access(op).filter(|_| is_plain(op))?;
        let address = f.resolve(f.args(inst)[access.address]);
        let constant = invar_rules::ValueFacts::constant(f, address);
        let (base, first) = match constant {
            Some(invar_rules::Const::I32(first)) => (None, u64::from(first as u32)),
            Some(invar_rules::Const::I64(first)) => (None, first as u64),
            _ => (Some(address), 0),
        };
        let start = first.checked_add(access.memarg.offset)?;
        let memory = Memory::from_u32(access.memarg.memory);
        Some(Spot { memory, base, start, size: u64::from(access.size) })
    }

    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.size)
    }

    fn key(&self) -> (Memory, Option<Value>) {
        (self.memory, self.base)
    }
}

/// Behind this slot, bytes up to `end` behind a base are known to be in bounds.
struct Proof {
    slot: usize,
    end: u64,
}

/// What does not change while a function is vectorized.
pub(super) struct Setting<'a> {
    pub module: &'a Module,
    pub dominators: &'a Dominators,
    /// The accesses of the function as it was.
    pub accesses: &'a Accesses,
    /// The program executes no instruction that traps.
    pub traps_never_happen: bool,
}

/// The block at hand.
pub(super) struct Code<'a> {
    pub setting: &'a Setting<'a>,
    pub block: Block,
    pub slots: Vec<Vec<Inst>>,
    /// The slot of each instruction of the block.
    places: FxHashMap<Inst, usize>,
    proofs: Vec<Proof>,
    proof_of: FxHashMap<Inst, usize>,
    /// By base, proofs that reach farther and farther.
    by_base: FxHashMap<(Memory, Option<Value>), Vec<usize>>,
    /// Where values are used in the block, by instructions that may be gone or have moved down.
    users: FxHashMap<Value, Vec<Inst>>,
    /// How many instructions may still be looked at in this function.
    pub budget: usize,
}

impl<'a> Code<'a> {
    pub fn new(f: &Function, setting: &'a Setting<'a>, block: Block, budget: usize) -> Code<'a> {
        let insts = &f.blocks[block].insts;
        let mut code = Code {
            setting,
            block,
            slots: insts.iter().map(|&inst| vec![inst]).collect(),
            places: insts.iter().enumerate().map(|(slot, &inst)| (inst, slot)).collect(),
            proofs: Vec::new(),
            proof_of: FxHashMap::default(),
            by_base: FxHashMap::default(),
            users: FxHashMap::default(),
            budget,
        };
        for (slot, &inst) in insts.iter().enumerate() {
            for &arg in f.args(inst) {
                code.users.entry(f.resolve(arg)).or_default().push(inst);
            }
            let Some(spot) = Spot::of(f, inst) else { continue };
            let list = code.by_base.entry(spot.key()).or_default();
            if list.last().is_none_or(|&last| code.proofs[last].end < spot.end()) {
                list.push(code.proofs.len());
                code.proof_of.insert(inst, code.proofs.len());
                code.proofs.push(Proof { slot, end: spot.end() });
            }
        }
        code
    }

    /// The slot of an instruction that is in the block.
    pub fn slot(&self, inst: Inst) -> Option<usize> {
        self.places.get(&inst).copied()
    }

    /// The instructions of the block that use a value, and some that did.
    pub fn users(&self, value: Value) -> &[Inst] {
        self.users.get(&value).map_or(&[], |users| users)
    }

    /// The instructions behind the first of these and ahead of the last, in order, these among
    /// them.
    pub fn between(&self, first: Inst, last: Inst) -> impl Iterator<Item = Inst> + '_ {
        let (from, to) = (self.places[&first], self.places[&last]);
        let all = self.slots[from..=to].iter().flatten().copied();
        let from_first = all.skip_while(move |&inst| inst != first);
        from_first.take_while(move |&inst| inst != last)
    }

    /// Whether an access is in bounds where it is, if that is reached.
    pub fn is_in_bounds(&self, f: &Function, inst: Inst, at: usize) -> bool {
        let Setting { module, dominators, accesses, .. } = self.setting;
        let near = Spot::of(f, inst).is_some_and(|spot| {
            let Some(list) = self.by_base.get(&spot.key()) else { return false };
            let from = list.partition_point(|&proof| self.proofs[proof].end < spot.end());
            let mut far = list[from..].iter().take(MOST_COMPARED);
            far.any(|&proof| self.proofs[proof].slot < at || invar_ir::mutant!(SlpProofBehind))
        });
        near || accesses.reach(f, module, dominators, inst, (self.block, 0))
    }

    /// What an instruction does where it is, without traps that are known not to happen.
    pub fn effects(&self, f: &Function, inst: Inst) -> Effects {
        let effects = inst_effects(f, inst, self.setting.module);
        if !effects.traps_if_speculated() {
            return effects;
        }
        let at = self.places[&inst];
        let is_access = memory_access(&f.insts[inst].op).is_some_and(|it| !it.is_atomic());
        if is_access && self.is_in_bounds(f, inst, at) {
            effects.without_traps()
        } else {
            effects.with_promise(self.setting.traps_never_happen)
        }
    }

    /// Puts a new instruction ahead of another one.
    pub fn insert_before(&mut self, f: &Function, new: Inst, before: Inst) {
        let slot = self.places[&before];
        let at = self.slots[slot].iter().position(|&inst| inst == before).expect("it is there");
        self.slots[slot].insert(at, new);
        self.places.insert(new, slot);
        for &arg in f.args(new) {
            self.users.entry(f.resolve(arg)).or_default().push(new);
        }
    }

    /// Removes an instruction, which a vector at this slot covers if it is an access.
    pub fn remove(&mut self, inst: Inst, covered_at: usize) {
        let slot = self.places.remove(&inst).expect("it is there");
        self.slots[slot].retain(|&other| other != inst);
        if let Some(&proof) = self.proof_of.get(&inst) {
            self.proofs[proof].slot = covered_at;
        }
    }

    /// Another name for a value: its users are those that are left.
    pub fn rename(&mut self, from: Value, to: Value) {
        if let Some(users) = self.users.remove(&from) {
            self.users.entry(to).or_default().extend(users);
        }
    }
}

/// Use counts of all values of a function, kept while it changes.
pub(super) type Uses = SecondaryMap<Value, u32>;
