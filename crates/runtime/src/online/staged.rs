//! A program that is specialized while it runs, as all of its instances share it.

use super::settings::{Settings, SharedPipeline};
use super::site::Sites;
use crate::making::Preparer;
use invar_ir::{Body, Entity, Func, Module};
use invar_stage::annotations::annotation_of;
use rustc_hash::FxHashSet;

/// A module that makes requests, or has regions.
pub(crate) struct Staged {
    /// With its annotations, in SSA form.
    pub module: Module,
    /// What a version's module starts from.
    pub skeleton: Module,
    pub pipeline: SharedPipeline,
    pub settings: Settings,
    pub preparer: Preparer,
    /// What is exported under reserved names.
    pub exported: FxHashSet<Entity>,
    /// The functions among that, in order.
    pub funcs: Vec<Func>,
    pub sites: Sites,
}

impl Staged {
    /// Whether a function has annotations.
    pub fn is_annotated(&self, func: Func) -> bool {
        let Body::Ssa(function) = &self.module.funcs[func].body else { return false };
        self.pipeline.uses(function).entities.iter().any(|entity| {
            matches!(*entity, Entity::Func(func) if annotation_of(&self.module, func).is_some())
        })
    }
}
