//! Requests of one instance, and the versions that were made for it.

use super::live::Live;
use super::profile::{FunctionProfile, Profile};
use super::{BrokenPromise, Staged, unit};
use crate::Made;
use crate::ahead::{insts, name};
use crate::engine::{from_val, to_val};
use crate::image::{address, reserved};
use crate::requests::{Asked, KEY_BYTES, asked};
use invar_ir::fold::Const;
use invar_ir::{Body, Caching, Entity, Func, Memory, Table, verify_function};
use invar_stage::specialize::{Note, Stats};
use invar_stage::{Bound, Config, Prepared, Request, specialize};
use rustc_hash::{FxHashMap, FxHashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wasmtime::{
    AsContextMut, Extern, Func as Function, FuncType, Instance, Ref, StoreContextMut, Trap, Val,
};

/// The exports of an instance under reserved names.
pub(crate) struct Handles {
    staged: Arc<Staged>,
    instance: Instance,
    exports: FxHashMap<Entity, Option<Extern>>,
    /// Functions by the engine's address of them, made at the first request.
    funcs: FxHashMap<usize, Func>,
}

impl Handles {
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
}

/// What became of a request: the slot of a version, or nothing.
type Answer = Option<u64>;

/// A function that was prepared for requests that bind the same parameters, or why it was not.
type Ready = Result<Arc<Prepared>, String>;

/// All that belongs to one instance.
pub(crate) struct Session {
    staged: Arc<Staged>,
    handles: Handles,
    memory: Option<wasmtime::Memory>,
    table: Option<wasmtime::Table>,
    answers: FxHashMap<Asked, Answer>,
    prepared: FxHashMap<(Func, Vec<bool>), Ready>,
    of_func: FxHashMap<Func, usize>,
    /// Functions that reached a limit, of which that was said.
    stopped: FxHashSet<Func>,
    /// By region: its versions by their keys.
    found: Vec<FxHashMap<Vec<Const>, u64>>,
    /// By region: the place of its dispatcher that is taken next.
    next: Vec<usize>,
    bytes: usize,
    time: Duration,
    pub profile: Profile,
}

/// Answers a request: `(function, keys, count)`. A request that is made while another one is being
/// answered, by a function that was promised to be pure, gets the function itself.
pub(crate) fn answer<T: 'static>(
    shared: &Mutex<Option<Box<Session>>>,
    store: StoreContextMut<'_, T>,
    params: &[Val],
) -> wasmtime::Result<Val> {
    let take = || shared.lock().expect("nothing panics that holds it").take();
    let Some(mut session) = take() else { return Ok(params[0]) };
    let slot = session.answer(store, params);
    *shared.lock().expect("nothing panics that holds it") = Some(session);
    Ok(match (slot, params[0]) {
        (Some(slot), Val::I64(_)) => Val::I64(slot as i64),
        (Some(slot), _) => Val::I32(slot as i32),
        (None, function) => function,
    })
}

/// Answers a miss of the n-th region with a slot of the regions' table; see [`super::region`].
pub(crate) fn enter<T: 'static>(
    shared: &Mutex<Option<Box<Session>>>,
    staged: &Staged,
    store: StoreContextMut<'_, T>,
    n: usize,
    params: &[Val],
) -> u64 {
    let take = || shared.lock().expect("nothing panics that holds it").take();
    let Some(mut session) = take() else { return staged.regions.list[n].generic };
    let slot = session.enter(store, n, params);
    *shared.lock().expect("nothing panics that holds it") = Some(session);
    slot
}

/// What an attempt to make a version says when it fails.
fn refused(what: impl Into<String>) -> Note {
    Note { offset: 0, what: what.into() }
}

impl Session {
    pub fn new(staged: Arc<Staged>, instance: Instance, mut store: impl AsContextMut) -> Self {
        let (memory, table) = (Memory::from_u32(0), Table::from_u32(0));
        let memory = instance.get_memory(&mut store, &reserved(Entity::Memory(memory)));
        let table = instance.get_table(&mut store, &reserved(Entity::Table(table)));
        Session {
            handles: Handles {
                staged: staged.clone(),
                instance,
                exports: FxHashMap::default(),
                funcs: FxHashMap::default(),
            },
            found: vec![FxHashMap::default(); staged.regions.list.len()],
            next: vec![0; staged.regions.list.len()],
            staged,
            memory,
            table,
            answers: FxHashMap::default(),
            prepared: FxHashMap::default(),
            of_func: FxHashMap::default(),
            stopped: FxHashSet::default(),
            bytes: 0,
            time: Duration::ZERO,
            profile: Profile::default(),
        }
    }

    fn answer<T: 'static>(&mut self, mut store: StoreContextMut<'_, T>, params: &[Val]) -> Answer {
        let (Some(memory), Some(table)) = (self.memory, self.table) else { return None };
        let keys = usize::try_from(address(&params[1])).ok()?;
        let count = usize::try_from(address(&params[2])).ok()?;
        let slot = address(&params[0]);
        let Some(Ref::Func(Some(function))) = table.get(&mut store, slot) else { return None };
        // A version, and a function of the host, are none of the program's.
        let func = self.handles.func(store.as_context_mut(), function)?;
        let end = count.checked_mul(KEY_BYTES).and_then(|length| keys.checked_add(length))?;
        let asked = asked(&self.staged.module, func, memory.data(&store).get(keys..end)?);
        let row = self.row(func);
        if let Some(&known) = self.answers.get(&asked) {
            self.profile.functions[row].hits += 1;
            return known;
        }
        self.profile.functions[row].misses += 1;
        if let Some(reason) = self.limit(row) {
            if self.stopped.insert(func) {
                self.tell(&self.nothing(&asked, refused(reason)));
            }
            return None;
        }
        let (made, answer) = self.make(store, &asked, row, (table, slot));
        self.tell(&made);
        self.answers.insert(asked, answer);
        answer
    }

    /// The slot for a call of a region with these values.
    fn enter<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        n: usize,
        params: &[Val],
    ) -> u64 {
        let staged = self.staged.clone();
        let region = &staged.regions.list[n];
        let row = self.row(region.func);
        let mut values = vec![None; staged.module.func_signature(region.func).0.len()];
        let mut key = Vec::new();
        for (param, value) in region.params.iter().zip(params) {
            values[param.position] = from_val(value);
            key.extend(from_val(value).filter(|_| param.is_key));
        }
        if region.caching == Caching::Cache
            && let Some(&slot) = self.found[n].get(&key)
        {
            self.profile.functions[row].hits += 1;
            self.put(store, n, &key, slot);
            return slot;
        }
        self.profile.functions[row].misses += 1;
        let asked = Asked { func: region.func, values };
        if let Some(reason) = self.limit(row) {
            if self.stopped.insert(region.func) {
                self.tell(&self.nothing(&asked, refused(reason)));
            }
            // The versions that there are stay found.
            if region.caching == Caching::Cache {
                self.put(store, n, &key, region.generic);
            } else {
                self.set(store, region.stop, Const::I32(1));
            }
            return region.generic;
        }
        let table = staged.regions.table.expect("a program with regions has a table for them");
        let Some(Extern::Table(table)) =
            self.handles.export(store.as_context_mut(), Entity::Table(table))
        else {
            return region.generic;
        };
        let place = (table, region.generic);
        let (made, answer) = self.make(store.as_context_mut(), &asked, row, place);
        self.tell(&made);
        let slot = answer.unwrap_or(region.generic);
        if region.caching == Caching::Cache {
            self.found[n].insert(key.clone(), slot);
        }
        self.put(store, n, &key, slot);
        slot
    }

    /// Puts a version into a region's dispatcher, where one was for the longest time.
    fn put<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        n: usize,
        key: &[Const],
        slot: u64,
    ) {
        let staged = self.staged.clone();
        let places = &staged.regions.list[n].places;
        if places.is_empty() {
            return;
        }
        let place = &places[self.next[n]];
        self.next[n] = (self.next[n] + 1) % places.len();
        for (&global, &value) in place.key.iter().zip(key) {
            let bits = match value {
                Const::F32(bits) => Const::I32(bits as i32),
                Const::F64(bits) => Const::I64(bits as i64),
                value => value,
            };
            self.set(store.as_context_mut(), global, bits);
        }
        self.set(store, place.slot, Const::I32(slot as i32));
    }

    fn set<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        global: invar_ir::Global,
        value: Const,
    ) {
        let export = self.handles.export(store.as_context_mut(), Entity::Global(global));
        if let Some(Extern::Global(global)) = export {
            global.set(store, to_val(value)).expect("a global of the dispatcher has this type");
        }
    }

    /// The function's place in the profile.
    fn row(&mut self, func: Func) -> usize {
        let functions = &mut self.profile.functions;
        *self.of_func.entry(func).or_insert_with(|| {
            let name = self.staged.module.func_label(func);
            functions.push(FunctionProfile { name, ..FunctionProfile::default() });
            functions.len() - 1
        })
    }

    /// Which limit is reached. All attempts count, so that what is remembered is bounded as well.
    fn limit(&self, row: usize) -> Option<String> {
        let limits = &self.staged.settings.limits;
        // The miss at hand is counted.
        if self.profile.functions[row].misses > limits.versions as u64 {
            return Some(format!("it was asked for {} different versions", limits.versions));
        }
        if self.bytes >= limits.bytes {
            return Some(format!("{} bytes of code were made", self.bytes));
        }
        (self.time >= limits.time)
            .then(|| format!("{:.1} s were spent on versions", self.time.as_secs_f64()))
    }

    fn tell(&self, made: &Made) {
        if let Some(listener) = &self.staged.settings.listener {
            listener(made);
        }
    }

    fn nothing(&self, asked: &Asked, note: Note) -> Made {
        Made {
            name: name(&self.staged.module, asked),
            func: None,
            notes: vec![(note, 1)],
            stats: Stats::default(),
            generic_insts: 0,
            insts: 0,
            time: Duration::ZERO,
        }
    }

    fn make<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        asked: &Asked,
        row: usize,
        place: (wasmtime::Table, u64),
    ) -> (Made, Answer) {
        let start = Instant::now();
        let mut made = self.nothing(asked, refused(""));
        made.notes.clear();
        let slot = match self.version(store, asked, row, place, &mut made) {
            Ok(slot) => Some(slot),
            Err(note) => {
                made.func = None;
                made.notes.insert(0, (note, 1));
                None
            }
        };
        self.time += start.elapsed();
        (made, slot)
    }

    /// Makes a version: specializes, optimizes, compiles, instantiates, and puts it into a slot.
    fn version<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        asked: &Asked,
        row: usize,
        (table, slot): (wasmtime::Table, u64),
        made: &mut Made,
    ) -> Result<u64, Note> {
        if table.ty(&store).maximum().is_some_and(|most| table.size(&store) >= most) {
            return Err(refused("the table is full"));
        }
        let staged = self.staged.clone();
        let mut watch = Watch(Instant::now());
        let work = AssertUnwindSafe(|| self.special(store.as_context_mut(), asked, made));
        let unit = catch_unwind(work).unwrap_or_else(|_| Err(refused("the specializer panicked")));
        let profile = &mut self.profile.functions[row];
        made.time = watch.lap();
        profile.specialize += made.time;
        let unit = unit?;
        let optimize = AssertUnwindSafe(|| staged.pipeline.optimize_quickly(unit));
        let wasm = catch_unwind(optimize)
            .unwrap_or_else(|_| Err(crate::Error::new("the optimizer panicked")));
        profile.optimize += watch.lap();
        let wasm = wasm.map_err(|error| refused(error.to_string()))?;
        let linked = self.link(store.as_context_mut(), &wasm);
        let profile = &mut self.profile.functions[row];
        profile.compile += watch.lap();
        let (function, compiled) = linked.map_err(|error| refused(format!("{error:#}")))?;
        let Some(Ref::Func(Some(generic))) = table.get(&mut store, slot) else {
            return Err(refused("the function is gone"));
        };
        if !FuncType::eq(&function.ty(&store), &generic.ty(&store)) {
            return Err(refused("the version has another type"));
        }
        self.bytes += compiled.text().len();
        let slot = table
            .grow(&mut store, 1, Ref::Func(Some(function)))
            .map_err(|error| refused(format!("the table does not grow: {error:#}")))?;
        profile.versions += 1;
        profile.generic_insts = made.generic_insts as u64;
        profile.insts += made.insts as u64;
        profile.bytes += compiled.functions().map(|function| function.len as u64).sum::<u64>();
        Ok(slot)
    }

    /// The version as a module, not yet optimized.
    fn special<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        asked: &Asked,
        made: &mut Made,
    ) -> Result<invar_ir::Module, Note> {
        let staged = self.staged.clone();
        let (module, settings) = (&staged.module, &staged.settings);
        let Body::Ssa(function) = &module.funcs[asked.func].body else {
            let what = "the function is imported, or has control flow that is not read";
            return Err(refused(what));
        };
        made.generic_insts = insts(function);
        let bound: Vec<bool> = asked.values.iter().map(Option::is_some).collect();
        let ready = self.prepared.entry((asked.func, bound)).or_insert_with_key(|(func, bound)| {
            let positions = bound.iter().enumerate().filter(|(_, is_bound)| **is_bound);
            let bound = Bound::new(positions.map(|(n, _)| n)).ahead();
            Prepared::new(module, *func, function, &bound, &Config::default())
                .map(Arc::new)
                .map_err(|refusal| refusal.display(function, module).to_string())
        });
        let prepared = ready.clone().map_err(refused)?;
        let checks = settings.checked.then_some(staged.skeleton.funcs.len() as u32);
        let request = Request { values: &asked.values, limits: settings.request, checks };
        let mut world = Live { store, handles: &mut self.handles };
        let special = specialize(module, &prepared, &request, &mut world);
        made.insts = insts(&special.function);
        made.notes = special.notes;
        made.stats = special.stats;
        let uses = staged.pipeline.uses(&special.function);
        if uses.segments {
            return Err(refused("it copies from a segment, which no other module can"));
        }
        let checks = staged.skeleton.funcs.len() as u32..;
        let is_reachable = |entity: &Entity| match entity {
            Entity::Func(func) if checks.contains(&func.as_u32()) => true,
            entity => staged.exported.contains(entity),
        };
        if let Some(&entity) = uses.entities.iter().find(|entity| !is_reachable(entity)) {
            return Err(refused(format!("it refers to {}, which is private", reserved(entity))));
        }
        let skeleton = staged.skeleton.clone();
        let unit = unit::finish(skeleton, special.function, &made.name, &special.checks);
        let func = unit.funcs.last().map(|(func, _)| func).expect("the version is the last one");
        if let Body::Ssa(function) = &unit.funcs[func].body {
            debug_assert!(verify_function(&unit, function).is_ok(), "{}", made.name);
        }
        made.func = Some(func);
        Ok(unit)
    }

    /// Compiles a version's module and instantiates it beside the program.
    fn link<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        wasm: &[u8],
    ) -> wasmtime::Result<(Function, wasmtime::Module)> {
        let compiled = wasmtime::Module::new(store.engine(), wasm)?;
        let mut imports = Vec::with_capacity(compiled.imports().len());
        for import in compiled.imports() {
            if import.module() == unit::BROKEN {
                let what = import.name().to_owned();
                imports.push(Extern::Func(Function::wrap(&mut store, move || {
                    let trap = wasmtime::Error::from(Trap::UnreachableCodeReached);
                    Err::<(), _>(trap.context(BrokenPromise(what.clone())))
                })));
                continue;
            }
            let found = self.handles.instance.get_export(&mut store, import.name());
            let missing = || wasmtime::Error::msg(format!("there is no `{}`", import.name()));
            imports.push(found.ok_or_else(missing)?);
        }
        let instance = Instance::new(&mut store, &compiled, &imports)?;
        let function = instance.get_func(&mut store, unit::VERSION);
        let missing = || wasmtime::Error::msg("the version is not exported");
        Ok((function.ok_or_else(missing)?, compiled))
    }
}

/// A clock that is read in turns.
struct Watch(Instant);

impl Watch {
    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        let lap = now - self.0;
        self.0 = now;
        lap
    }
}
