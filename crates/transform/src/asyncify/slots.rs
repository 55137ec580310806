//! Places of values in the frame of a function.
//!
//! Each value has one slot of its type; two values that are live at one place have different ones, so that all values
//! of a slot can be in one local, and the code that stores it needs no copies. Slots that are stored at most calls
//! come first: a call stores the slots up to the last that it needs.
//!
//! Cost: linear in the size of liveness, and in the values that are coloured times the slots.

use invar_analysis::Liveness;
use invar_ir::{Block, Cfg, Function, ValType, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A place in a frame.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// What is stored in it.
    pub ty: ValType,
    /// Its offset in the frame.
    pub offset: u64,
}

/// The layout of a function's frame.
pub struct Slots {
    /// The slots in order.
    pub list: Vec<Slot>,
    /// The slot of each value.
    pub of: FxHashMap<Value, usize>,
    /// The bytes of a frame.
    pub size: u64,
}

/// The bytes of a value.
fn bytes(ty: ValType) -> u64 {
    match ty {
        ValType::I32 | ValType::F32 => 4,
        ValType::V128 => 16,
        _ => 8,
    }
}

impl Slots {
    /// Gives slots to the values that are stored at each call, behind `header` bytes.
    pub fn assign(colours: &Colours, stored: &[Vec<Value>], header: u64) -> Slots {
        let mut calls: Vec<usize> = vec![0; colours.types.len()];
        for value in stored.iter().flatten() {
            calls[colours.of[value]] += 1;
        }
        let mut order: Vec<usize> = (0..calls.len()).collect();
        order.sort_by_key(|&colour| usize::MAX - calls[colour]);
        let mut slot_of = vec![0; order.len()];
        order.iter().enumerate().for_each(|(slot, &colour)| slot_of[colour] = slot);
        let of = colours.of.iter().map(|(&value, &colour)| (value, slot_of[colour])).collect();
        let mut size = header;
        let place = |&colour: &usize| {
            let (ty, offset) = (colours.types[colour], size);
            size += bytes(ty);
            Slot { ty, offset }
        };
        let list = order.iter().map(place).collect();
        Slots { list, of, size }
    }
}

/// A colour for each stored value: two that are live at one place have different ones, as if colours were locals.
pub struct Colours {
    of: FxHashMap<Value, usize>,
    types: Vec<ValType>,
}

/// The colours that are taken where colouring is.
struct Taken {
    /// By colour: the number of the round in which it was taken last, or 0.
    round: Vec<u32>,
    now: u32,
}

impl Colours {
    /// Colours the values that are stored. Blocks are visited in reverse postorder, so that what is live into a block
    /// has its colour. A parameter gets the colour of an argument, and an argument that of a parameter, if that is
    /// free. `held` are operands of the call in front of a block, which have to keep their places until the call has
    /// returned.
    pub fn new(
        f: &Function,
        cfg: &Cfg,
        liveness: &Liveness,
        stored: &[Vec<Value>],
        held: &FxHashMap<Block, Vec<Value>>,
    ) -> Colours {
        let wanted: FxHashSet<Value> = stored.iter().flatten().copied().collect();
        let mut this = Colours { of: FxHashMap::default(), types: Vec::new() };
        let mut taken = Taken { round: Vec::new(), now: 0 };
        // By parameter: the colour of an argument that is passed to it.
        let mut hints: FxHashMap<Value, usize> = FxHashMap::default();
        let mut last: FxHashMap<Value, usize> = FxHashMap::default();
        for &block in &cfg.rpo {
            taken.now += 1;
            let data = &f.blocks[block];
            for value in liveness.entry(block) {
                if let Some(&colour) = this.of.get(value) {
                    taken.round[colour] = taken.now;
                }
            }
            let mut freed = Vec::new();
            for value in held.get(&block).into_iter().flatten() {
                if let Some(&colour) = this.of.get(value)
                    && taken.round[colour] != taken.now
                {
                    taken.round[colour] = taken.now;
                    freed.push(colour);
                }
            }
            for &param in data.params.iter().filter(|param| wanted.contains(param)) {
                this.colour(f, param, hints.get(&param).copied(), &mut taken);
            }
            freed.into_iter().for_each(|colour| taken.round[colour] = 0);
            // Where values are read last; those that are live behind the block are not.
            last.clear();
            for (at, &inst) in data.insts.iter().enumerate() {
                for &arg in f.args(inst).iter().filter(|arg| wanted.contains(arg)) {
                    last.insert(arg, at);
                }
            }
            data.term.for_each_use(&f.pool, |value| {
                last.remove(&value);
            });
            for &next in cfg.succs(block) {
                liveness.entry(next).iter().for_each(|value| {
                    last.remove(value);
                });
            }
            // The colours of parameters that are passed what this block makes.
            let mut passed: FxHashMap<Value, usize> = FxHashMap::default();
            for target in data.term.targets() {
                for (&param, &arg) in f.blocks[target.block].params.iter().zip(f.list(&target.args))
                {
                    if let Some(&colour) = this.of.get(&param) {
                        passed.entry(arg).or_insert(colour);
                    }
                }
            }
            for (at, &inst) in data.insts.iter().enumerate() {
                for arg in f.args(inst) {
                    if last.get(arg) == Some(&at)
                        && let Some(&colour) = this.of.get(arg)
                    {
                        taken.round[colour] = 0;
                    }
                }
                for result in f.results(inst).filter(|result| wanted.contains(result)) {
                    this.colour(f, result, passed.get(&result).copied(), &mut taken);
                }
            }
            for target in data.term.targets() {
                for (&param, arg) in f.blocks[target.block].params.iter().zip(f.list(&target.args))
                {
                    if let Some(&colour) = this.of.get(arg) {
                        hints.entry(param).or_insert(colour);
                    }
                }
            }
        }
        this
    }

    fn colour(&mut self, f: &Function, value: Value, hint: Option<usize>, taken: &mut Taken) {
        let ty = f.ty(value);
        let is_free =
            |colour: &usize| self.types[*colour] == ty && taken.round[*colour] != taken.now;
        let found = hint.filter(is_free).or_else(|| (0..self.types.len()).find(is_free));
        let colour = found.unwrap_or_else(|| {
            self.types.push(ty);
            taken.round.push(0);
            self.types.len() - 1
        });
        taken.round[colour] = taken.now;
        self.of.insert(value, colour);
    }
}
