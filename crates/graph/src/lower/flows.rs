//! Where emission has come to: ends of blocks and edges that lead on.

use super::keys::Keys;
use crate::rvsdg::graph::Output;
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

/// A state of the scope's environment, which flows refer to. A new one for each change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Epoch(pub u32);

/// A place that leads on.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub at: At,
    /// The environment of the scope that this flow left with: what `env` does not hold is read
    /// there, and nowhere else.
    pub base: Epoch,
    /// The values that differ from that environment, by rising keys.
    pub env: SmallVec<[(Output, Value); 2]>,
}

impl Flow {
    pub fn get(&self, key: Output) -> Option<Value> {
        let at = self.env.binary_search_by_key(&key, |entry| entry.0);
        at.ok().map(|at| self.env[at].1)
    }

    pub fn set(&mut self, key: Output, value: Value) {
        match self.env.binary_search_by_key(&key, |entry| entry.0) {
            Ok(at) => self.env[at].1 = value,
            Err(at) => self.env.insert(at, (key, value)),
        }
    }

    /// Sets many values, by strictly rising keys. Cost: linear in them and in what the flow holds.
    pub fn set_all(&mut self, values: &[(Output, Value)]) {
        let (Some(first), false) = (values.first(), values.len() == 1) else {
            values.iter().for_each(|&(key, value)| self.set(key, value));
            return;
        };
        let env = &mut self.env;
        let mut held = env.iter().map(|entry| entry.0).peekable();
        let is_held = |&&(key, _): &&(Output, Value)| {
            while held.next_if(|other| *other < key).is_some() {}
            held.peek() == Some(&key)
        };
        let fresh = values.len() - values.iter().filter(is_held).count();
        // From the end, where there is room, so that nothing is overwritten that is still needed.
        let (mut old, mut new) = (env.len(), values.len());
        env.resize(old + fresh, *first);
        let mut to = env.len();
        while new > 0 {
            to -= 1;
            let (key, _) = values[new - 1];
            if old > 0 && env[old - 1].0 > key {
                old -= 1;
                env[to] = env[old];
                continue;
            }
            if old > 0 && env[old - 1].0 == key {
                old -= 1;
            }
            new -= 1;
            env[to] = values[new];
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
    pub fn one(control: Known, at: At, base: Epoch) -> Group {
        Group { control, flows: smallvec![Flow { at, base, env: SmallVec::new() }] }
    }

    /// A group that knows the same, with one flow, which has the values of the first one here.
    pub fn with_one(&self, at: At) -> Group {
        let flow = Flow { at, ..self.flows[0].clone() };
        Group { control: self.control.clone(), flows: smallvec![flow] }
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
    parked: Option<Parked>,
    /// How many flows and groups there were when they last forgot.
    clean: usize,
    /// How many values they held then.
    clean_values: usize,
}

/// Groups that wait for the dispatch that sends them on.
#[derive(Clone, Debug)]
struct Parked {
    /// The control variable that they are found by.
    key: Output,
    /// By what they know of it; with the length of `assigned` when they came.
    groups: FxHashMap<u32, Vec<(Group, usize)>>,
    /// Values that all groups were given that were parked at that time, in this order.
    assigned: Vec<(Output, Value)>,
}

impl Parked {
    /// A group that was parked by a number, with what it was given since.
    fn told(&self, number: u32, (mut group, since): (Group, usize), keys: &Keys) -> Group {
        group.set(self.key, number);
        for &(key, value) in &self.assigned[since..] {
            if keys.left(key) > 0 {
                group.flows.iter_mut().for_each(|flow| flow.set(key, value));
            }
        }
        group
    }
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
    pub fn park(&mut self, key: Output, keys: &Keys) -> bool {
        if self.parked.as_ref().is_some_and(|parked| parked.key != key) {
            self.unpark(keys);
        }
        if self.groups.iter().any(|group| group.known(key).is_none()) {
            self.unpark(keys);
            return false;
        }
        let parked = self.parked.get_or_insert_with(|| Parked {
            key,
            groups: FxHashMap::default(),
            assigned: Vec::new(),
        });
        let since = parked.assigned.len();
        for group in self.groups.drain(..) {
            let number = group.known(key).expect("just seen");
            parked.groups.entry(number).or_default().push((group, since));
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
            Some(parked) if parked.key == from => parked.key = to,
            _ => {}
        }
    }

    /// Each flow that is parked now has this value for a key. Cost: O(1); they are told when they
    /// are taken out.
    pub fn assign_parked(&mut self, key: Output, value: Value) {
        if let Some(parked) = &mut self.parked {
            parked.assigned.push((key, value));
        }
    }

    /// Takes the groups out that are parked by a number.
    pub fn take_parked(&mut self, number: u32, keys: &Keys) -> Vec<Group> {
        let Some(parked) = &mut self.parked else { return Vec::new() };
        let taken = parked.groups.remove(&number).unwrap_or_default();
        let taken = taken.into_iter().map(|entry| parked.told(number, entry, keys)).collect();
        if parked.groups.is_empty() {
            self.parked = None;
        }
        taken
    }

    /// Brings parked groups back, by rising numbers.
    pub fn unpark(&mut self, keys: &Keys) {
        let Some(mut parked) = self.parked.take() else { return };
        let mut groups: Vec<_> = std::mem::take(&mut parked.groups).into_iter().collect();
        groups.sort_unstable_by_key(|entry| entry.0);
        for (number, entries) in groups {
            let told = entries.into_iter().map(|entry| parked.told(number, entry, keys));
            self.groups.extend(told);
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
        self.clean_values = self.clean_values.max(other.clean_values);
    }

    /// Forgets as [`Flows::forget`] does, if there are many more flows than when that was last done:
    /// O(1) per flow over all.
    pub fn forget_at_times(&mut self, keys: &Keys) {
        if self.count() + self.groups.len() > 2 * self.clean + MANY {
            self.forget(keys);
        }
    }

    /// The same if the flows hold many more values than when that was last done: after each flow
    /// was handed some, so that it costs no more than that did.
    pub fn forget_values_at_times(&mut self, keys: &Keys) {
        if self.count_values() > 2 * self.clean_values + MANY * self.count() {
            self.forget(keys);
        }
    }

    fn count_values(&self) -> usize {
        self.groups.iter().flat_map(|group| &group.flows).map(|flow| flow.env.len()).sum()
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
        self.clean_values = self.count_values();
    }
}
