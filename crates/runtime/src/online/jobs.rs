//! Versions that are wanted, and those that are being made.

use super::background::Worker;
use super::site::SiteData;
use crate::Made;
use crate::making::Key;
use invar_ir::Func;
use invar_rules::Const;
use invar_stage::KnownPoint;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock};
use wasmtime::{Func as Function, Table};

/// A version to make.
pub(crate) struct Wanted {
    pub func: Func,
    /// How the function is prepared.
    pub key: Key,
    /// The values of its parameters, for a version of the function.
    pub values: Vec<Option<Const>>,
    /// For a continuation, where it starts, and what it takes.
    pub place: Option<(KnownPoint, Vec<invar_ir::Value>)>,
    /// Whether it is the answer to a request, so that the program calls it directly.
    pub is_request: bool,
}

/// A version that is specialized, and not yet compiled.
pub(crate) struct Begun {
    pub wanted: Wanted,
    pub made: Made,
    /// The row of the version's function in the profile.
    pub row: usize,
    pub sites: Vec<SiteData>,
    /// The number of the first of them.
    pub first: usize,
}

/// What a version is made for.
pub(crate) enum Target {
    /// An arrival at the n-th site, with the key and all values that were looked up.
    Site { n: usize, key: Vec<Const>, values: Vec<Const> },
    /// A request.
    Request(StandIn),
}

/// The answer to a request until its version is ready: a function of the host that calls the generic function.
pub(crate) struct StandIn {
    pub table: Table,
    pub slot: u64,
    pub function: Function,
    /// The function that was requested.
    pub generic: Function,
    /// The version, once it is ready.
    pub found: Arc<OnceLock<Function>>,
}

/// The versions that are being compiled in the background.
#[derive(Default)]
pub(crate) struct Pending {
    pub worker: Option<Worker>,
    pub jobs: FxHashMap<u64, (Begun, Target)>,
    /// The sites that wait for versions, with their keys.
    pub keys: FxHashSet<(usize, Vec<Const>)>,
}
