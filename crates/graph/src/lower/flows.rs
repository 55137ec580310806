//! Flows: ends of blocks and edges whose target is not known yet.

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

/// The number of a state of the scope's environment, which flows refer to: a new one for each change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Epoch(pub u32);

/// A place whose target is not known yet.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub at: At,
    /// The environment of the scope that this flow left with: values that are not in `env` are read
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

    /// Sets many values, by strictly rising keys. Cost: linear in them and in the values of the flow.
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
        // Merge from the end, so that nothing is overwritten that is still needed.
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

/// Known control values, by key (or by the match that defines them).
pub(super) type Known = SmallVec<[(Output, u32); 2]>;

/// Flows with the same known control values.
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

    /// A group with the same control values and one flow, which has the values of the first one here.
    pub fn with_one(&self, at: At) -> Group {
        let flow = Flow { at, ..self.flows[0].clone() };
        Group { control: self.control.clone(), flows: smallvec![flow] }
    }

    pub fn known(&self, key: Output) -> Option<u32> {
        let at = self.control.binary_search_by_key(&key, |entry| entry.0);
        at.ok().map(|at| self.control[at].1)
    }

    /// Takes over the flows of a group with the same control values; the smaller one is moved.
    pub fn unite(&mut self, mut other: Group) {
        if self.flows.len() < other.flows.len() {
            std::mem::swap(&mut self.flows, &mut other.flows);
        }
        self.flows.append(&mut other.flows);
    }

    /// Forgets a variable that is dead.
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
    /// More groups, by their value of one control variable: between consecutive dispatches, so that each
    /// finds its own groups and does not visit the others.
    parked: Option<Parked>,
    /// The number of flows and groups when dead variables were last forgotten.
    clean: usize,
    /// The number of their values then.
    clean_values: usize,
}

/// Groups that wait for their dispatch.
#[derive(Clone, Debug)]
struct Parked {
    /// The control variable that they are found by.
    key: Output,
    /// By its value; with the length of `assigned` when they were parked.
    groups: FxHashMap<u32, Vec<(Group, usize)>>,
    /// Values that were assigned, in this order, to all groups that were parked at that time.
    assigned: Vec<(Output, Value)>,
}

impl Parked {
    /// A group that was parked by a number, with the values assigned since.
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

/// The number of groups from which on they are found by hashing.
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

    /// Gives the control variable that groups are parked by another name, too. Cost: O(1); the groups
    /// are updated when they are taken out.
    pub fn rename_parked(&mut self, from: Output, to: Output) {
        match &mut self.parked {
            Some(parked) if parked.key == from => parked.key = to,
            _ => {}
        }
    }

    /// Assigns a value to a key in all flows that are parked now. Cost: O(1); they are updated when they
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

    /// Takes all parked groups out, by rising numbers.
    pub fn unpark(&mut self, keys: &Keys) {
        let Some(mut parked) = self.parked.take() else { return };
        let mut groups: Vec<_> = std::mem::take(&mut parked.groups).into_iter().collect();
        groups.sort_unstable_by_key(|entry| entry.0);
        for (number, entries) in groups {
            let told = entries.into_iter().map(|entry| parked.told(number, entry, keys));
            self.groups.extend(told);
        }
    }

    /// The number of flows.
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
        // The common case: a group with the same control values as the first one joins it.
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

    /// Calls [`Flows::forget`] if there are many more flows than at its last call: amortized O(1) per
    /// flow.
    pub fn forget_at_times(&mut self, keys: &Keys) {
        if self.count() + self.groups.len() > 2 * self.clean + MANY {
            self.forget(keys);
        }
    }

    /// Calls [`Flows::forget`] if the flows have many more values than at the last call: after values were assigned
    /// to each flow, so that it costs no more than that.
    pub fn forget_values_at_times(&mut self, keys: &Keys) {
        if self.count_values() > 2 * self.clean_values + MANY * self.count() {
            self.forget(keys);
        }
    }

    fn count_values(&self) -> usize {
        self.groups.iter().flat_map(|group| &group.flows).map(|flow| flow.env.len()).sum()
    }

    /// Forgets variables without remaining uses, and unites groups that then have the same control
    /// values. Flows move from the smaller to the larger group.
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
