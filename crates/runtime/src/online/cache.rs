//! The code cache: versions that were made for requests, and continuations, with their slots.

use crate::making::Key;
use crate::requests::Asked;
use invar_ir::{Caching, Func};
use invar_stage::KnownPoint;
use invar_stage::analysis::split::Node;
use rustc_hash::FxHashMap;

/// The answer to a request: the slot of a version, or none.
pub(crate) type Answer = Option<u64>;

/// A continuation: how its function was prepared, where it starts, and which values it takes.
pub(crate) type Continuation = (Key, KnownPoint, Vec<invar_ir::Value>);

/// The code cache of an instance. What single sites have looked up is in their [`super::site::Site`]s.
#[derive(Default)]
pub(crate) struct Cache {
    /// By request.
    pub answers: FxHashMap<Asked, Answer>,
    /// The slots of all continuations that were made, generic ones among them.
    pub continuations: FxHashMap<Continuation, i32>,
    /// The newest continuation from each point.
    newest: FxHashMap<(Key, Option<Node>, u32), KnownPoint>,
    /// Slots of the table of versions that no dispatcher calls any more. The engine keeps the code that was in them as
    /// long as the store.
    pub free: Vec<i32>,
}

impl Cache {
    /// The slot of a continuation that may be reused under a caching policy. `is_merge`: the policy is that of a merge,
    /// not of values that a site looks up.
    pub fn found(
        &self,
        caching: Caching,
        is_merge: bool,
        key: &Key,
        place: &KnownPoint,
        takes: &[invar_ir::Value],
    ) -> Option<i32> {
        let from = (key.clone(), place.clone(), takes.to_vec());
        let known = self.continuations.get(&from).copied()?;
        let is_newest = || {
            let point = (key.clone(), place.node, place.at);
            self.newest.get(&point) == Some(place)
        };
        match caching {
            Caching::Cache | Caching::Unchecked => Some(known),
            Caching::Cache1 => (is_merge && is_newest()).then_some(known),
            Caching::Replicate => None,
        }
    }

    /// Records the slot of a continuation.
    pub fn add(&mut self, from: Continuation, slot: i32) {
        let point = (from.0.clone(), from.1.node, from.1.at);
        self.newest.insert(point, from.1.clone());
        self.continuations.insert(from, slot);
    }

    /// Invalidates the versions of a function.
    pub fn forget(&mut self, func: Func) {
        self.answers.retain(|asked, _| asked.func != func);
        self.continuations.retain(|(key, ..), _| key.0 != func);
        self.newest.retain(|(key, ..), _| key.0 != func);
    }
}
