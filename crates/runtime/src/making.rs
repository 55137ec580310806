//! Functions prepared for specialization, once for each set of bound parameters.

use invar_ir::rules::Const;
use invar_ir::{Body, Func, Function, Module};
use invar_stage::{Bound, Config, Prepared};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A function, and which of its parameters are bound, up to the last one that is.
pub(crate) type Key = (Func, Vec<bool>);

/// The functions that were prepared so far, or why they were not.
#[derive(Clone, Debug)]
pub(crate) struct Preparer {
    /// Whether the program runs, so that values can be looked up.
    running: bool,
    prepared: FxHashMap<Key, Result<Arc<Prepared>, String>>,
}

/// How a function is prepared for these values.
pub(crate) fn key(func: Func, values: &[Option<Const>]) -> Key {
    let bound = values.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    (func, values[..bound].iter().map(Option::is_some).collect())
}

/// The code of a function that may be specialized.
pub(crate) fn code(module: &Module, func: Func) -> Result<&Function, String> {
    match &module.funcs[func].body {
        Body::Ssa(function) => Ok(function),
        _ => Err("the function is imported, or has control flow that is not read".to_owned()),
    }
}

impl Preparer {
    pub fn new(running: bool) -> Self {
        Preparer { running, prepared: FxHashMap::default() }
    }

    /// The function, if it was prepared before.
    pub fn known(&self, key: &Key) -> Option<Arc<Prepared>> {
        self.prepared.get(key)?.clone().ok()
    }

    /// The function, prepared.
    pub fn get(&mut self, module: &Module, key: &Key) -> Result<Arc<Prepared>, String> {
        if let Some(known) = self.prepared.get(key) {
            return known.clone();
        }
        let function = code(module, key.0)?;
        let positions = key.1.iter().enumerate().filter(|(_, is_bound)| **is_bound);
        let bound = Bound::new(positions.map(|(n, _)| n));
        let bound = if self.running { bound } else { bound.ahead() };
        let made = Prepared::new(module, key.0, function, &bound, &Config::default())
            .map(Arc::new)
            .map_err(|refusal| refusal.display(function, module).to_string());
        self.prepared.insert(key.clone(), made.clone());
        made
    }
}
