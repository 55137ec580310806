//! The specializer's environment while a program runs: the instance in its current state.

use super::staged::Staged;
use crate::engine::{from_val, to_val};
use crate::image::reserved;
use invar_ir::{Entity, Func, Memory, Table};
use invar_rules::Const;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use wasmtime::{
    AsContextMut, Extern, Func as Function, Global, Instance, Mutability, Ref, StoreContextMut, Val,
};

/// The exports of an instance under reserved names.
#[derive(Clone)]
pub(crate) struct Handles {
    staged: Arc<Staged>,
    instance: Instance,
    exports: FxHashMap<Entity, Option<Extern>>,
    /// Functions by the engine's address of them, made at the first request.
    funcs: FxHashMap<usize, Func>,
    /// The versions, in the same way.
    versions: FxHashSet<usize>,
}

impl Handles {
    pub fn new(staged: Arc<Staged>, instance: Instance) -> Self {
        Handles {
            staged,
            instance,
            exports: FxHashMap::default(),
            funcs: FxHashMap::default(),
            versions: FxHashSet::default(),
        }
    }

    pub fn instance(&self) -> Instance {
        self.instance
    }

    pub fn add_version<T: 'static>(&mut self, store: StoreContextMut<'_, T>, function: Function) {
        self.versions.insert(function.to_raw(store) as usize);
    }

    pub fn is_version<T: 'static>(
        &self,
        store: StoreContextMut<'_, T>,
        function: Function,
    ) -> bool {
        self.versions.contains(&(function.to_raw(store) as usize))
    }

    pub fn export<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        entity: Entity,
    ) -> Option<Extern> {
        let instance = self.instance;
        let find = || instance.get_export(store, &reserved(entity));
        self.exports.entry(entity).or_insert_with(find).clone()
    }

    /// Which of the program's functions one of the engine's is. Functions that were merged are the
    /// one with annotations, if there is one.
    pub fn func<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        function: Function,
    ) -> Option<Func> {
        if self.funcs.is_empty() {
            let staged = self.staged.clone();
            for &func in &staged.funcs {
                let Some(Extern::Func(known)) =
                    self.export(store.as_context_mut(), Entity::Func(func))
                else {
                    continue;
                };
                let known = known.to_raw(&mut store) as usize;
                if !self.funcs.contains_key(&known) || staged.is_annotated(func) {
                    self.funcs.insert(known, func);
                }
            }
        }
        self.funcs.get(&(function.to_raw(store) as usize)).copied()
    }

    /// The globals of the program that change, as far as they are within reach, with their values.
    fn globals<T: 'static>(&mut self, mut store: StoreContextMut<'_, T>) -> Vec<(Global, Val)> {
        let staged = self.staged.clone();
        let globals = staged.exported.iter().filter(|it| matches!(it, Entity::Global(_)));
        let mut found = Vec::new();
        for &entity in globals {
            if let Some(Extern::Global(global)) = self.export(store.as_context_mut(), entity)
                && global.ty(&store).mutability() == Mutability::Var
            {
                found.push((global, global.get(&mut store)));
            }
        }
        found
    }
}

/// The environment: an instance whose code waits for a version.
pub(crate) struct Live<'a, T: 'static> {
    pub store: StoreContextMut<'a, T>,
    pub handles: &'a mut Handles,
}

impl<T> invar_stage::World for Live<'_, T> {
    fn read(&mut self, memory: Memory, address: u64, bytes: &mut [u8]) -> bool {
        let handle = self.handles.export(self.store.as_context_mut(), Entity::Memory(memory));
        let Some(start) = usize::try_from(address).ok() else { return false };
        match handle {
            Some(Extern::Memory(memory)) => memory.read(&self.store, start, bytes).is_ok(),
            // Another thread may be writing.
            _ => false,
        }
    }

    fn call(&mut self, func: Func, args: &[Const]) -> Option<Const> {
        let handle = self.handles.export(self.store.as_context_mut(), Entity::Func(func))?;
        let function = handle.into_func()?;
        let args: Vec<Val> = args.iter().copied().map(to_val).collect();
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        // A function that traps may leave globals changed, such as the stack pointer.
        let before = self.handles.globals(self.store.as_context_mut());
        if function.call(&mut self.store, &args, &mut results).is_err() {
            for (global, value) in before {
                global.set(&mut self.store, value).expect("it had that value");
            }
            return None;
        }
        from_val(results.first()?)
    }

    fn function_at(&mut self, table: Table, slot: u64) -> Option<Func> {
        let handle = self.handles.export(self.store.as_context_mut(), Entity::Table(table))?;
        match handle.into_table()?.get(&mut self.store, slot)? {
            Ref::Func(Some(function)) => self.handles.func(self.store.as_context_mut(), function),
            _ => None,
        }
    }
}
