//! Sites: the host's side of dispatchers, which patches their globals.

use super::dispatch::{COUNT, PAUSE, Shape, cell, key_cell, slot_cell};
use crate::engine::to_val;
use crate::making::Key;
use invar_ir::{Func, Table};
use invar_rules::Const;
use invar_stage::{Exit, Prepared};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wasmtime::{AsContextMut, Global, Instance};

/// The kind of a site: what is looked up there.
#[derive(Debug)]
pub(crate) enum What {
    /// Versions of a function for values of its parameters.
    Region {
        /// The slot of the generic function.
        generic: i32,
    },
    /// Continuations.
    Exit {
        /// How the function was prepared.
        key: Key,
        /// The function.
        prepared: Arc<Prepared>,
        /// The exit that continues there.
        exit: Exit,
    },
}

/// A site.
#[derive(Debug)]
pub(crate) struct SiteData {
    /// The function that it is in.
    pub func: Func,
    /// The values that are dispatched on.
    pub shape: Shape,
    /// The kind of site.
    pub what: What,
}

/// The sites of a module, and the table of versions.
#[derive(Debug)]
pub(crate) struct Sites {
    pub table: Table,
    pub list: Vec<Arc<SiteData>>,
    /// The functions that have meters.
    pub metered: Vec<Func>,
}

impl Sites {
    /// The functions that have them.
    pub fn funcs(&self) -> impl Iterator<Item = Func> + '_ {
        self.list.iter().map(|site| site.func)
    }
}

/// The answer of a site for which no version is made: the dispatcher calls the generic code.
pub(crate) const GENERIC: i32 = -1;

/// For how many arrivals the host is not asked when values turn out to change too often.
const FIRST_PAUSE: i32 = 64;

/// The pause of a site whose misses are all generic.
pub(crate) const FOREVER: i32 = i32::MAX;

/// A site in an instance.
pub(crate) struct Site {
    pub data: Arc<SiteData>,
    /// For each place of the dispatcher, the cells of its key, and of its slot.
    places: Vec<(Vec<Global>, Global)>,
    pause: Global,
    generic: Global,
    /// Counts arrivals, if that is asked for.
    count: Option<Global>,
    /// The initial value of slots.
    empty: i32,
    /// The entry that is replaced next.
    next: usize,
    /// How many arrivals found a version, less those for which none was made as the values change too often.
    pub balance: i64,
    /// For how many arrivals the host is not asked next, when the values change too often.
    patience: i32,
    /// The answers so far, by key, with all values that were looked up.
    pub answers: FxHashMap<Vec<Const>, (i32, Vec<Const>)>,
}

impl Site {
    /// The n-th site, whose cells an instance exports.
    pub fn new(
        n: usize,
        data: Arc<SiteData>,
        instance: Instance,
        mut store: impl AsContextMut,
    ) -> Option<Self> {
        let mut global = |name: String| instance.get_global(&mut store, &name);
        let parts = data.shape.compared().count();
        let mut places = Vec::new();
        for place in 0..data.shape.entries() {
            let key = (0..parts).map(|part| global(key_cell(n, place, part)));
            let key = key.collect::<Option<Vec<Global>>>()?;
            places.push((key, global(slot_cell(n, place))?));
        }
        let (pause, generic) = (global(cell(n, PAUSE))?, global(cell(n, "generic"))?);
        let count = global(cell(n, COUNT));
        let first = places.first().map(|(_, cell)| cell.get(&mut store));
        let empty = first.and_then(|value| value.i32()).unwrap_or_default();
        let answers = FxHashMap::default();
        let (next, balance, patience) = (0, 0, FIRST_PAUSE);
        Some(Site { data, places, pause, generic, count, empty, next, balance, patience, answers })
    }

    /// How often running code arrived here, if that is counted.
    pub fn arrivals(&self, store: impl AsContextMut) -> u64 {
        let count = self.count.and_then(|count| count.get(store).i64());
        count.map_or(0, |count| count as u64)
    }

    /// Puts a version into the dispatcher in place of the oldest one (first in, first out).
    pub fn put(&mut self, mut store: impl AsContextMut, values: &[Const], slot: i32) {
        if self.places.is_empty() {
            return;
        }
        let (key, cell) = &self.places[self.next];
        self.next = (self.next + 1) % self.places.len();
        let shape = &self.data.shape;
        let is_compared = |position: usize| shape.compared().any(|it| it.position == position);
        let compared = shape.asked.iter().zip(values).filter(|(it, _)| is_compared(it.position));
        for (&global, (_, &value)) in key.iter().zip(compared) {
            let bits = match value {
                Const::F32(bits) => Const::I32(bits as i32),
                Const::F64(bits) => Const::I64(bits as i64),
                value => value,
            };
            set(&mut store, global, bits);
        }
        set(store, *cell, Const::I32(slot));
    }

    /// Sets the slot of the generic code.
    pub fn set_generic(&mut self, store: impl AsContextMut, slot: i32) {
        set(store, self.generic, Const::I32(slot));
    }

    /// Makes misses call the generic code without asking the host, for so many arrivals.
    pub fn pause(&mut self, store: impl AsContextMut, arrivals: i32) {
        set(store, self.pause, Const::I32(arrivals));
    }

    /// Takes an arrival for which no version is made as the values change too often. The host is asked less and
    /// less, unless most arrivals find versions that the dispatcher has no place for.
    pub fn too_often(&mut self, store: impl AsContextMut) {
        self.balance -= 1;
        if self.balance < 0 {
            self.pause(store, self.patience);
            self.patience = self.patience.saturating_mul(2).min(FOREVER / 2);
        }
    }

    /// The slots of versions that only this site calls: those of regions. Continuations may be shared.
    pub fn own_slots(&self) -> impl Iterator<Item = i32> {
        let generic = match self.data.what {
            What::Region { generic } => Some(generic),
            What::Exit { .. } => None,
        };
        let slots = self.answers.values().map(|&(slot, _)| slot);
        slots.filter(move |&slot| generic.is_some_and(|generic| slot > 0 && slot != generic))
    }

    /// Invalidates the dispatcher's entries, so that it asks the host again.
    pub fn clear(&mut self, mut store: impl AsContextMut) {
        self.answers.clear();
        for (_, cell) in &self.places {
            set(&mut store, *cell, Const::I32(self.empty));
        }
        self.pause(store, 0);
    }
}

fn set(store: impl AsContextMut, global: Global, value: Const) {
    global.set(store, to_val(value)).expect("a global of a dispatcher has this type");
}
