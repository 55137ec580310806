//! The world that a specializer sees while a program runs: the instance, as it is at a request.

use super::session::Handles;
use crate::engine::{from_val, to_val};
use invar_ir::fold::Const;
use invar_ir::{Entity, Func, Memory, Table};
use wasmtime::{AsContextMut, Extern, Ref, StoreContextMut, Val};

/// An instance whose code waits for a version.
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
        function.call(&mut self.store, &args, &mut results).ok()?;
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
