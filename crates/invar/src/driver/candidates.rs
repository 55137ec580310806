//! The bodies of each function among which the driver chooses: the original, the new one, and new ones with fewer
//! copies of code, each with what it refers to and how it was made.
//!
//! Producers: the passes ([`function`](super::function)), which give the body after all phases, the one before
//! partial unrolling, the one before phase `late` copied loops, and one without copies if the first two are no faster
//! than the original and nothing was inlined; and [`Run::make_smaller`](super::Run::make_smaller) for modules that
//! are too large. [`choose`](super::choose) says which are taken.

use super::bodies::Code;
use super::input::Input;
use crate::report::Remark;
use crate::trace::Fate;
use invar_analysis::Provenance;
use invar_analysis::cost::{BodyCost, BodyEstimate};
use invar_interprocedural::uses::{self, BodyUses};
use invar_ir::Func;
use invar_ir::entities::{EntityRef, SecondaryMap};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A body in WebAssembly's form.
pub(crate) struct NewBody {
    pub code: Code,
    /// Its size, with all numbers as they are in the input.
    pub bytes: u32,
    /// What the code refers to.
    pub uses: BodyUses,
    /// What it contains that the original does not.
    pub provenance: Provenance,
    /// What passes said of it, if that is wanted.
    pub remarks: Vec<Remark>,
    /// What it costs, once that was asked.
    pub estimate: OnceLock<BodyEstimate>,
}

impl NewBody {
    /// What the body costs. `func` is its function.
    pub fn estimate(&self, input: &Input<'_>, func: Func) -> &BodyEstimate {
        self.estimate.get_or_init(|| estimate(&input.bytes(func, Some(&self.code))))
    }
}

fn estimate(bytes: &[u8]) -> BodyEstimate {
    BodyEstimate::of(bytes).unwrap_or_default()
}

/// The bodies of all functions.
#[derive(Default)]
pub(crate) struct Candidates {
    /// The new bodies that are taken. Functions without one keep their original.
    codes: SecondaryMap<Func, Option<Code>>,
    /// What the taken body refers to, new or not.
    uses: SecondaryMap<Func, BodyUses>,
    /// How the new bodies that are taken were made.
    provenance: SecondaryMap<Func, Provenance>,
    /// What passes said of the bodies that are taken.
    remarks: BTreeMap<Func, Vec<Remark>>,
    /// Further bodies, the one with the fewest copies first.
    fewer_copies: FxHashMap<Func, Vec<NewBody>>,
    /// Why functions keep their originals, but for those of which the new body is no better.
    fates: FxHashMap<Func, Fate>,
    /// The bytes of the new bodies that are taken. Set by [`Candidates::take`], as `estimates` are.
    sizes: SecondaryMap<Func, u32>,
    /// What the new bodies that are taken cost, and what originals do, once that was asked.
    estimates: SecondaryMap<Func, OnceLock<BodyEstimate>>,
    originals: Vec<OnceLock<BodyEstimate>>,
}

impl Candidates {
    /// The originals of a module with so many functions.
    pub fn new(funcs: usize) -> Self {
        Candidates { originals: vec![OnceLock::new(); funcs], ..Candidates::default() }
    }

    /// The new bodies that are taken.
    pub fn codes(&self) -> &SecondaryMap<Func, Option<Code>> {
        &self.codes
    }

    /// The new body that is taken, if one is.
    pub fn code(&self, func: Func) -> Option<&Code> {
        self.codes[func].as_ref()
    }

    /// Whether a new body is taken.
    pub fn is_new(&self, func: Func) -> bool {
        self.codes[func].is_some()
    }

    /// What the bodies that are taken refer to.
    pub fn uses(&self) -> &SecondaryMap<Func, BodyUses> {
        &self.uses
    }

    /// Says what the original of a function refers to.
    pub fn set_original(&mut self, func: Func, uses: BodyUses) {
        self.uses[func] = uses;
    }

    /// How the new body that is taken was made.
    pub fn provenance(&self, func: Func) -> &Provenance {
        &self.provenance[func]
    }

    /// Takes a body.
    pub fn take(&mut self, func: Func, body: NewBody) {
        self.codes[func] = Some(body.code);
        self.uses[func] = body.uses;
        self.provenance[func] = body.provenance;
        self.sizes[func] = body.bytes;
        self.estimates[func] = body.estimate;
        self.set_remarks(func, body.remarks);
    }

    /// Says what passes said of the body of a function.
    pub fn set_remarks(&mut self, func: Func, remarks: Vec<Remark>) {
        if remarks.is_empty() {
            self.remarks.remove(&func);
        } else {
            self.remarks.insert(func, remarks);
        }
    }

    /// What passes said of the bodies that are taken, in the order of the functions.
    pub fn take_remarks(&mut self) -> impl Iterator<Item = Remark> {
        std::mem::take(&mut self.remarks).into_values().flatten()
    }

    /// Adds bodies with fewer copies than all others of a function, the one with the fewest first.
    pub fn add_fewer_copies(&mut self, func: Func, bodies: Vec<NewBody>) {
        if !bodies.is_empty() {
            self.fewer_copies.entry(func).or_default().splice(..0, bodies);
        }
    }

    /// The next body with fewer copies, if there is one.
    pub fn next(&self, func: Func) -> Option<&NewBody> {
        self.fewer_copies.get(&func)?.last()
    }

    /// Takes the next body with fewer copies. Returns whether there is one.
    pub fn take_next(&mut self, func: Func) -> bool {
        let Some(list) = self.fewer_copies.get_mut(&func) else { return false };
        let body = list.pop().expect("there is one");
        if list.is_empty() {
            self.fewer_copies.remove(&func);
        }
        self.take(func, body);
        true
    }

    /// Drops the bodies with fewer copies that are no smaller than those that are taken.
    pub fn drop_larger(&mut self, input: &Input<'_>) {
        let (codes, sizes) = (&self.codes, &self.sizes);
        self.fewer_copies.retain(|&func, list| {
            let original = || input.original(func).map_or(0, |body| body.len() as u32);
            let most = if codes[func].is_some() { sizes[func] } else { original() };
            list.retain(|body| body.bytes < most);
            !list.is_empty()
        });
    }

    /// Takes the originals of functions again.
    pub fn revert(&mut self, input: &Input<'_>, funcs: &[Func]) {
        let uses = |&func: &Func| uses::of_func(&input.module, func);
        let uses: Vec<BodyUses> = funcs.par_iter().map(uses).collect();
        for (&func, uses) in funcs.iter().zip(uses) {
            self.codes[func] = None;
            self.fewer_copies.remove(&func);
            self.provenance[func] = Provenance::default();
            self.uses[func] = uses;
            self.undo_remarks(func);
        }
    }

    /// Keeps the remarks on what was refused in a function, drops those on changes, and adds one: the changes were
    /// undone.
    pub fn undo_remarks(&mut self, func: Func) {
        let Some(remarks) = self.remarks.get_mut(&func) else { return };
        let mut undone = remarks.extract_if(.., |remark| remark.applied);
        let Some(first) = undone.next() else { return };
        let count = 1 + undone.count();
        remarks.push(Remark {
            applied: false,
            pass: "guard",
            what: "kept the original",
            why: format!("the new body is not taken; changes undone: {count}"),
            ..first
        });
    }

    /// Why a function keeps its original.
    pub fn set_fate(&mut self, func: Func, fate: Fate) {
        self.fates.insert(func, fate);
    }

    /// What became of a function that is in the output.
    pub fn fate(&self, func: Func) -> Fate {
        let rest = if self.is_new(func) { Fate::Rewritten } else { Fate::Kept };
        self.fates.get(&func).cloned().unwrap_or(rest)
    }

    /// The bytes of the body that is taken.
    pub fn bytes(&self, input: &Input<'_>, func: Func) -> Vec<u8> {
        input.bytes(func, self.code(func))
    }

    /// What the body that is taken costs. Callees that were inlined are part of it.
    pub fn cost(&self, input: &Input<'_>, func: Func) -> BodyCost {
        self.estimate(input, func).own.with_unrolled(&self.provenance[func].unrolled)
    }

    /// What the body that is taken costs by itself.
    pub fn estimate(&self, input: &Input<'_>, func: Func) -> Cow<'_, BodyEstimate> {
        match self.code(func) {
            Some(code) => {
                let made = || estimate(&input.bytes(func, Some(code)));
                Cow::Borrowed(self.estimates[func].get_or_init(made))
            }
            None => self.original(input, func).unwrap_or_default(),
        }
    }

    /// What the original of a function costs, if it has one.
    pub fn original(&self, input: &Input<'_>, func: Func) -> Option<Cow<'_, BodyEstimate>> {
        let made = || input.original(func).map(estimate);
        let Some(kept) = self.originals.get(func.index()) else { return made().map(Cow::Owned) };
        match kept.get() {
            Some(estimate) => Some(Cow::Borrowed(estimate)),
            None => {
                let made = made()?;
                Some(Cow::Borrowed(kept.get_or_init(|| made)))
            }
        }
    }

    /// Replaces the code of a function by that of another one.
    #[cfg(test)]
    pub fn confuse(&mut self, func: Func, other: Func) {
        self.codes[func] = self.codes[other].clone();
    }
}
