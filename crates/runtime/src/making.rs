//! Functions prepared for specialization, once for each set of bound parameters.

use invar_ir::{Body, Func, Function, Module};
use invar_rules::Const;
use invar_stage::analysis::derive::Reach;
use invar_stage::specializer::known::Known;
use invar_stage::{Bound, Config, Prepared};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A function, and which of its parameters are bound, up to the last one that is, each with the promise of memory
/// at its value.
pub(crate) type Key = (Func, Vec<Option<Reach>>);

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
    (func, values[..bound].iter().map(|value| value.map(|_| Reach::None)).collect())
}

/// How a function is prepared for these arguments of a call.
pub(crate) fn key_of_known(func: Func, values: &[Option<Known>]) -> Key {
    (func, values.iter().map(|value| value.map(|known| known.reach())).collect())
}

/// The values of a request as known ones.
pub(crate) fn known(values: &[Option<Const>]) -> Vec<Option<Known>> {
    values.iter().map(|value| value.map(Known::plain)).collect()
}

/// A function and the values that its parameters are bound to, as text.
pub(crate) fn name(module: &Module, func: Func, values: &[Option<Const>]) -> String {
    let values = values.iter().map(|value| match value {
        Some(value) => {
            let text = invar_ir::display_op(&value.to_op()).to_string();
            text.split_once(' ').map_or(text.clone(), |(_, number)| number.to_owned())
        }
        None => "_".to_owned(),
    });
    let values: Vec<String> = values.collect();
    format!("{}({})", module.func_label(func), values.join(", "))
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
        let bound = Bound::promised(key.1.clone());
        let bound = if self.running { bound } else { bound.ahead() };
        let made = Prepared::new(module, key.0, function, &bound, &Config::default()).map(Arc::new);
        self.prepared.insert(key.clone(), made.clone());
        made
    }
}
