//! Where emission has come to: ends of blocks and edges that lead on.

use super::keys::Keys;
use crate::graph::Output;
use invar_ir::{Block, Value};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// The place of a flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum At {
    /// The end of a block.
    End(Block),
    /// A way of the branch that ends a block.
    Edge(Block, u32),
}

/// A place that leads on.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub at: At,
    /// Values that other flows may know as others, by key.
    pub env: SmallVec<[(Output, Value); 2]>,
}

impl Flow {
    pub fn get(&self, key: Output) -> Option<Value> {
        self.env.iter().find(|entry| entry.0 == key).map(|entry| entry.1)
    }

    pub fn set(&mut self, key: Output, value: Value) {
        match self.env.iter_mut().find(|entry| entry.0 == key) {
            Some(entry) => entry.1 = value,
            None => self.env.push((key, value)),
        }
    }
}

/// Control values that are known, by key (or by the match that makes them).
pub(super) type Known = SmallVec<[(Output, u32); 2]>;

/// Flows that know the same control values.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Sorted.
    pub control: Known,
    pub flows: SmallVec<[Flow; 1]>,
}

impl Group {
    pub fn one(control: Known, at: At) -> Group {
        Group { control, flows: smallvec![Flow { at, env: SmallVec::new() }] }
    }

    /// A group that knows the same, with one flow, which has the values of the first one here.
    pub fn with_one(&self, at: At) -> Group {
        let env = self.flows[0].env.clone();
        Group { control: self.control.clone(), flows: smallvec![Flow { at, env }] }
    }

    pub fn known(&self, key: Output) -> Option<u32> {
        let at = self.control.binary_search_by_key(&key, |entry| entry.0);
        at.ok().map(|at| self.control[at].1)
    }

    /// Takes over the flows of a group that knows the same, the fewer moving.
    pub fn unite(&mut self, mut other: Group) {
        if self.flows.len() < other.flows.len() {
            std::mem::swap(&mut self.flows, &mut other.flows);
        }
        self.flows.append(&mut other.flows);
    }

    /// A variable has no meaning any more.
    pub fn forget(&mut self, key: Output) {
        if let Ok(at) = self.control.binary_search_by_key(&key, |entry| entry.0) {
            self.control.remove(at);
        }
        for flow in &mut self.flows {
            flow.env.retain(|entry| entry.0 != key);
        }
    }

    pub fn set(&mut self, key: Output, control: u32) {
        match self.control.binary_search_by_key(&key, |entry| entry.0) {
            Ok(at) => self.control[at].1 = control,
            Err(at) => self.control.insert(at, (key, control)),
        }
    }
}

/// All flows at a point.
#[derive(Clone, Debug, Default)]
pub(super) struct Flows {
    pub groups: Vec<Group>,
    /// More groups, by what they know of one control variable: between dispatches in a row, so
    /// that each finds those that are up and leaves the others alone.
    parked: Option<(Output, FxHashMap<u32, Vec<Group>>)>,
    /// How many flows and groups there were when they last forgot.
    clean: usize,
}

/// From how many groups on they are found by hashing.
const MANY: usize = 8;

impl Flows {
    pub fn one(group: Group) -> Flows {
        Flows { groups: vec![group], ..Flows::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.parked.is_none()
    }

    /// Parks the groups by a control variable, if all know it. Cost: O(1) per group that is not
    /// parked by it yet.
    pub fn park(&mut self, key: Output) -> bool {
        if self.parked.as_ref().is_some_and(|parked| parked.0 != key) {
            self.unpark();
        }
        if self.groups.iter().any(|group| group.known(key).is_none()) {
            self.unpark();
            return false;
        }
        let (_, parked) = self.parked.get_or_insert_with(|| (key, FxHashMap::default()));
        for group in self.groups.drain(..) {
            let number = group.known(key).expect("just seen");
            parked.entry(number).or_default().push(group);
        }
        true
    }

    pub fn has_parked(&self) -> bool {
        self.parked.is_some()
    }

    /// The parked groups know the control variable they are parked by under another name, too.
    /// Cost: O(1); they are told when they are taken out.
    pub fn rename_parked(&mut self, from: Output, to: Output) {
        match &mut self.parked {
            Some((key, _)) if *key == from => *key = to,
            _ => {}
        }
    }

    /// Takes the groups out that are parked by a number.
    pub fn take_parked(&mut self, number: u32) -> Vec<Group> {
        let Some((key, parked)) = &mut self.parked else { return Vec::new() };
        let mut taken = parked.remove(&number).unwrap_or_default();
        taken.iter_mut().for_each(|group| group.set(*key, number));
        if parked.is_empty() {
            self.parked = None;
        }
        taken
    }

    /// Brings parked groups back, by rising numbers.
    pub fn unpark(&mut self) {
        let Some((key, parked)) = self.parked.take() else { return };
        let mut parked: Vec<(u32, Vec<Group>)> = parked.into_iter().collect();
        parked.sort_unstable_by_key(|entry| entry.0);
        for (number, mut groups) in parked {
            groups.iter_mut().for_each(|group| group.set(key, number));
            self.groups.append(&mut groups);
        }
    }

    /// How many flows there are.
    pub fn count(&self) -> usize {
        self.groups.iter().map(|group| group.flows.len()).sum()
    }

    pub fn flows_mut(&mut self) -> impl Iterator<Item = &mut Flow> {
        self.groups.iter_mut().flat_map(|group| &mut group.flows)
    }

    pub fn push(&mut self, group: Group) {
        if !group.flows.is_empty() {
            self.groups.push(group);
        }
    }

    /// Takes over other flows, which are not parked. Cost: the number of groups of those that have
    /// fewer.
    pub fn append(&mut self, mut other: Flows) {
        debug_assert!(other.parked.is_none());
        if self.groups.len() < other.groups.len() {
            std::mem::swap(self, &mut other);
        }
        // A group that knows the same as the first one joins it: most often there is but one.
        for group in other.groups {
            match self.groups.first_mut() {
                Some(first) if first.control == group.control => first.unite(group),
                _ => self.groups.push(group),
            }
        }
        self.parked = self.parked.take().or(other.parked);
        self.clean = self.clean.max(other.clean);
    }

    /// Forgets as [`Flows::forget`] does, if there are many more flows than when that was last done:
    /// O(1) per flow over all.
    pub fn forget_at_times(&mut self, keys: &Keys) {
        if self.count() + self.groups.len() > 2 * self.clean + MANY {
            self.forget(keys);
        }
    }

    /// Forgets what nothing uses any more, and unites groups that then know the same. Flows move
    /// from the smaller into the larger group.
    pub fn forget(&mut self, keys: &Keys) {
        for group in &mut self.groups {
            group.control.retain(|entry| keys.left(entry.0) > 0);
        }
        for flow in self.flows_mut() {
            if !flow.env.is_empty() {
                flow.env.retain(|entry| keys.left(entry.0) > 0);
            }
        }
        let mut united: Vec<Group> = Vec::with_capacity(self.groups.len().min(MANY));
        let mut index: FxHashMap<Known, usize> = FxHashMap::default();
        for group in std::mem::take(&mut self.groups) {
            let found = if united.len() < MANY {
                united.iter().position(|other| other.control == group.control)
            } else {
                if index.is_empty() {
                    let known = united.iter().enumerate();
                    index.extend(known.map(|(n, group)| (group.control.clone(), n)));
                }
                index.get(&group.control).copied()
            };
            match found {
                Some(at) => united[at].unite(group),
                None => {
                    if !index.is_empty() {
                        index.insert(group.control.clone(), united.len());
                    }
                    united.push(group);
                }
            }
        }
        self.groups = united;
        self.clean = self.count() + self.groups.len();
    }
}
