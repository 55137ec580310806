//! Compilation in the background: submitting versions, and installing those that are ready.
//!
//! Until its version is ready, a region runs its generic code. A request is answered
//! with a *stand-in*, a function of the host in a slot of its own, which calls the requested function
//! and is replaced by the version. The thread that runs the program installs versions, whenever it
//! calls the host. Versions with `replicate`, which are for one arrival, and continuations, whose generic code
//! would have to be made as well, are made on arrival.

use super::background::{Compiled, Worker, compile};
use super::jobs::{Begun, Pending, StandIn, Target, Wanted};
use super::make::put_in_versions;
use super::session::{Session, Shared, with};
use super::site::What;
use crate::Error;
use invar_ir::{Caching, Func};
use invar_rules::Const;
use std::sync::{Arc, OnceLock};
use wasmtime::{AsContextMut, Caller, Func as Function, Ref, StoreContextMut, Table, Val};

/// The most versions of regions that are compiled or queued at once; further arrivals are generic.
const MOST: usize = 16;

/// Installs versions that are ready, when a stand-in is called, and counts a wait if its own is not ready.
fn install<T: 'static>(
    shared: &Shared,
    store: StoreContextMut<'_, T>,
    row: usize,
    waits: &dyn Fn() -> bool,
) {
    with(shared, |session| {
        session.install(store);
        if waits() {
            *session.counts.requests.entry(row).or_default() += 1;
            session.counts.profile.functions[row].waits += 1;
        }
    });
}

impl Session {
    /// The generic code of a site whose versions are made in the background.
    pub fn goes_on_in(&mut self, n: usize) -> Option<i32> {
        let is_background = self.staged.settings.background;
        let data = &self.site(n).data;
        match data.what {
            What::Region { generic } if data.shape.caching != Caching::Replicate => {
                is_background.then_some(generic)
            }
            _ => None,
        }
    }

    /// Whether the version of an arrival is being made, or too many others are.
    pub fn is_pending(&self, n: usize, key: &[Const]) -> bool {
        let keys = &self.pending.keys;
        keys.len() >= MOST || keys.contains(&(n, key.to_vec()))
    }

    /// Begins to make a version for an arrival; false if that failed.
    pub fn begin_for_site<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        wanted: Wanted,
        row: usize,
        n: usize,
        key: &[Const],
        values: &[Const],
    ) -> bool {
        let Some((begun, module)) = self.begin(store.as_context_mut(), wanted, row) else {
            return false;
        };
        self.pending.keys.insert((n, key.to_vec()));
        let target = Target::Site { n, key: key.to_vec(), values: values.to_vec() };
        self.submit(store, begun, module, target);
        true
    }

    /// Begins to make a version for a request; gives the slot that it will be in.
    pub fn begin_for_request<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        wanted: Wanted,
        row: usize,
        table: Table,
        generic: Function,
    ) -> Option<u64> {
        let (begun, module) = self.begin(store.as_context_mut(), wanted, row)?;
        let found = Arc::new(OnceLock::new());
        let (shared, known) = (self.shared(), found.clone());
        let call = move |mut caller: Caller<'_, T>, params: &[Val], results: &mut [Val]| {
            install(&shared, caller.as_context_mut(), row, &|| known.get().is_none());
            known.get().unwrap_or(&generic).call(&mut caller, params, results)
        };
        let ty = generic.ty(&store);
        let function = Function::new(&mut store, ty, call);
        let slot = match table.grow(&mut store, 1, Ref::Func(Some(function))) {
            Ok(slot) => slot,
            Err(error) => {
                self.refuse(begun.made, format!("the table does not grow: {error:#}"));
                return None;
            }
        };
        self.handles.add_version(store.as_context_mut(), function);
        let target = Target::Request(StandIn { table, slot, function, generic, found });
        self.submit(store, begun, module, target);
        Some(slot)
    }

    fn submit<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        begun: Begun,
        module: invar_ir::Module,
        target: Target,
    ) {
        let (engine, pipeline) = (store.engine().clone(), self.staged.pipeline.clone());
        if self.pending.worker.is_none() {
            self.pending.worker = Worker::new(engine.clone(), pipeline.clone()).ok();
        }
        let submitted = match &mut self.pending.worker {
            Some(worker) => worker.submit(Box::new(module)),
            None => Err(Box::new(module)),
        };
        match submitted {
            Ok(number) => {
                self.pending.jobs.insert(number, (begun, target));
            }
            // There is no thread: it is compiled here.
            Err(module) => {
                let compiled = compile(&engine, &pipeline, *module);
                self.ready(store, begun, compiled, target);
            }
        }
    }

    /// Installs versions that are ready.
    pub fn install<T: 'static>(&mut self, mut store: StoreContextMut<'_, T>) {
        while let Some((number, compiled)) = self.pending.worker.as_ref().and_then(Worker::done) {
            self.budget.time += compiled.optimize + compiled.compile;
            // Invalidated versions have no job any more.
            if let Some((begun, target)) = self.pending.jobs.remove(&number) {
                self.ready(store.as_context_mut(), begun, compiled, target);
            }
        }
    }

    /// Invalidates the versions of a function that are being made for arrivals. Those for requests are valid, as they
    /// are specialized to the state at the request.
    pub fn forget_pending(&mut self, func: Func) {
        let Pending { jobs, keys, .. } = &mut self.pending;
        jobs.retain(|_, (begun, target)| match target {
            Target::Site { n, key, .. } if begun.wanted.func == func => {
                keys.remove(&(*n, std::mem::take(key)));
                false
            }
            _ => true,
        });
    }

    fn ready<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        begun: Begun,
        compiled: Compiled,
        target: Target,
    ) {
        let bytes = self.staged.settings.limits.bytes;
        let module = if self.budget.bytes < bytes {
            compiled.module
        } else {
            // Other versions have used up the limit.
            Err(Error::new(self.budget.spent_bytes()))
        };
        let compiled = Compiled { module, ..compiled };
        match target {
            Target::Site { n, key, values } => {
                self.pending.keys.remove(&(n, key.clone()));
                let slot = self.finish(store.as_context_mut(), begun, compiled, &put_in_versions);
                match slot {
                    Some(slot) => self.remember(store, n, key, values, slot as i32),
                    // Regions have generic code, so this does not fail.
                    None => drop(self.failed(store, n, key, values)),
                }
            }
            Target::Request(it) => {
                let finished =
                    self.finish(store.as_context_mut(), begun, compiled, &|_, _, made| {
                        it.found.set(made).map_err(|_| "it was there already")?;
                        Ok(it.slot)
                    });
                let found = match finished {
                    Some(_) => *it.found.get().expect("it was put there"),
                    None => *it.found.get_or_init(|| it.generic),
                };
                // The program may have put something else into the slot.
                let there = it.table.get(&mut store, it.slot);
                let is_there = matches!(there, Some(Ref::Func(Some(there)))
                    if there.to_raw(&mut store) == it.function.to_raw(&mut store));
                if is_there {
                    let put = it.table.set(&mut store, it.slot, Ref::Func(Some(found)));
                    put.expect("a slot that is there takes a function of the same type");
                }
            }
        }
    }
}
