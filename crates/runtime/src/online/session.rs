//! What one instance asked for, and the versions that were made for it.

use super::live::Handles;
use super::make::Wanted;
use super::meter::Meters;
use super::pending::Pending;
use super::profile::{FunctionProfile, Profile};
use super::site::{GENERIC, Site, What};
use super::{BrokenPromise, Staged};
use crate::Made;
use crate::ahead::name;
use crate::engine::from_val;
use crate::image::{address, reserved};
use crate::making::{Key, Preparer, key};
use crate::requests::{Asked, KEY_BYTES, asked};
use invar_ir::rules::Const;
use invar_ir::{Caching, Entity, Func, Memory, Table};
use invar_stage::Place;
use invar_stage::analysis::split::Node;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};
use wasmtime::{AsContextMut, Instance, Ref, StoreContextMut, Trap, Val};

/// A session, which whoever is asking takes: a request that is made while another one is being answered,
/// by a function that was promised to be pure, finds none.
pub(crate) type Shared = Arc<Mutex<Option<Box<Session>>>>;

/// What became of a request: the slot of a version, or nothing.
type Answer = Option<u64>;

/// A continuation: how its function was prepared, where it starts, and which values it takes.
pub(crate) type Continuation = (Key, Place, Vec<invar_ir::Value>);

/// All that belongs to one instance.
pub(crate) struct Session {
    pub staged: Arc<Staged>,
    /// Where it is. What the store holds of the host keeps it, and so does [`super::Running`].
    shared: Weak<Mutex<Option<Box<Session>>>>,
    pub handles: Handles,
    memory: Option<wasmtime::Memory>,
    table: Option<wasmtime::Table>,
    /// The table of versions.
    pub versions: Option<wasmtime::Table>,
    answers: FxHashMap<Asked, Answer>,
    pub preparer: Preparer,
    of_func: FxHashMap<Func, usize>,
    /// Functions that reached a limit, or are out of reach, of which that was said.
    stopped: FxHashSet<Option<Func>>,
    /// By number; versions that are not there yet have none.
    pub sites: Vec<Option<Site>>,
    pub pending: Pending,
    /// The continuations that were made, generic ones among them, and their slots.
    pub continuations: FxHashMap<Continuation, i32>,
    /// The newest continuation from each point.
    newest: FxHashMap<(Key, Option<Node>, u32), Place>,
    /// How often the host was asked for what did not exist, by row of the profile: at entries, and inside.
    misses: FxHashMap<usize, [u64; 2]>,
    pub bytes: usize,
    /// What was spent on versions.
    pub time: Duration,
    /// How much of that the program waited for.
    pub waited: Duration,
    start: Instant,
    pub meters: Meters,
    /// Requests, by row of the profile.
    requests: FxHashMap<usize, u64>,
    pub profile: Profile,
}

fn with<R>(shared: &Shared, work: impl FnOnce(&mut Session) -> R) -> Option<R> {
    let lock = || shared.lock().expect("nothing panics that holds it");
    let mut session = lock().take()?;
    let result = work(&mut session);
    *lock() = Some(session);
    Some(result)
}

/// Answers a request: `(function, keys, count)`. One that finds no session gets the function itself.
pub(crate) fn answer<T: 'static>(
    shared: &Shared,
    store: StoreContextMut<'_, T>,
    params: &[Val],
) -> wasmtime::Result<Val> {
    let slot = with(shared, |session| session.answer(store, params)).flatten();
    Ok(match (slot, params[0]) {
        (Some(slot), Val::I64(_)) => Val::I64(slot as i64),
        (Some(slot), _) => Val::I32(slot as i32),
        (None, function) => function,
    })
}

/// Forgets the versions of the function in a slot of table 0.
pub(crate) fn forget<T: 'static>(shared: &Shared, store: StoreContextMut<'_, T>, slot: &Val) {
    with(shared, |session| session.forget(store, address(slot)));
}

/// Answers a miss of the n-th site with a slot of the table of versions; see [`super::dispatch`]. Without
/// a session a region is generic, and an exit fails, with the call that was promised to be pure.
pub(crate) fn enter<T: 'static>(
    shared: &Shared,
    generic: Option<i32>,
    store: StoreContextMut<'_, T>,
    n: usize,
    params: &[Val],
) -> wasmtime::Result<i32> {
    match (with(shared, |session| session.enter(store, n, params)), generic) {
        (Some(answer), _) => answer,
        (None, Some(generic)) => Ok(generic),
        (None, None) => Err(Trap::UnreachableCodeReached.into()),
    }
}

/// Puts versions that are ready in their places, for a call of a stand-in, which waits if it says so then.
pub(crate) fn install<T: 'static>(
    shared: &Shared,
    store: StoreContextMut<'_, T>,
    row: usize,
    waits: &dyn Fn() -> bool,
) {
    with(shared, |session| {
        session.install(store);
        if waits() {
            *session.requests.entry(row).or_default() += 1;
            session.profile.functions[row].waits += 1;
        }
    });
}

/// What a meter is to call, and the time.
pub(crate) fn start(shared: &Shared, func: u32) -> (i32, u64) {
    let start = |session: &mut Session| {
        let now = session.now();
        (session.meters.start(Func::from_u32(func), now), now)
    };
    with(shared, start).unwrap_or_default()
}

/// Takes the time of what a meter called.
pub(crate) fn end<T: 'static>(
    shared: &Shared,
    store: StoreContextMut<'_, T>,
    func: u32,
    called: i32,
    since: u64,
) {
    with(shared, |session| {
        let times = (since, session.now());
        session.meters.end(Func::from_u32(func), called, times, store);
    });
}

impl Session {
    pub fn new(
        staged: Arc<Staged>,
        shared: &Shared,
        instance: Instance,
        mut store: impl AsContextMut,
    ) -> Self {
        let (memory, table) = (Memory::from_u32(0), Table::from_u32(0));
        let memory = instance.get_memory(&mut store, &reserved(Entity::Memory(memory)));
        let table = instance.get_table(&mut store, &reserved(Entity::Table(table)));
        let versions = instance.get_table(&mut store, &reserved(Entity::Table(staged.sites.table)));
        let sites = staged.sites.list.iter().enumerate();
        let sites = sites.map(|(n, site)| Site::new(n, site.clone(), instance, &mut store));
        let sites: Vec<Option<Site>> = sites.collect();
        debug_assert!(sites.iter().all(Option::is_some));
        let mut meters = Meters::default();
        for &func in &staged.sites.metered {
            meters.add(func, instance, &mut store);
        }
        Session {
            shared: Arc::downgrade(shared),
            handles: Handles::new(staged.clone(), instance),
            memory,
            table,
            versions,
            answers: FxHashMap::default(),
            preparer: staged.preparer.clone(),
            of_func: FxHashMap::default(),
            stopped: FxHashSet::default(),
            sites,
            pending: Pending::default(),
            continuations: FxHashMap::default(),
            newest: FxHashMap::default(),
            misses: FxHashMap::default(),
            bytes: 0,
            time: Duration::ZERO,
            waited: Duration::ZERO,
            start: Instant::now(),
            meters,
            requests: FxHashMap::default(),
            profile: Profile::default(),
            staged,
        }
    }

    fn answer<T: 'static>(&mut self, mut store: StoreContextMut<'_, T>, params: &[Val]) -> Answer {
        let (Some(memory), Some(table)) = (self.memory, self.table) else { return None };
        let keys = usize::try_from(address(&params[1])).ok()?;
        let count = usize::try_from(address(&params[2])).ok()?;
        let slot = address(&params[0]);
        let Some(Ref::Func(Some(function))) = table.get(&mut store, slot) else { return None };
        // A version, and a function of the host, are none of the program's.
        let Some(func) = self.handles.func(store.as_context_mut(), function) else {
            if !self.handles.is_version(store.as_context_mut(), function)
                && self.stopped.insert(None)
            {
                let what = "only functions that segments put into tables are specialized";
                self.tell(&Made::refused(format!("the function in slot {slot}"), what));
            }
            return None;
        };
        let end = count.checked_mul(KEY_BYTES).and_then(|length| keys.checked_add(length))?;
        let asked = asked(&self.staged.module, func, memory.data(&store).get(keys..end)?);
        let row = self.row_of(func);
        *self.requests.entry(row).or_default() += 1;
        self.install(store.as_context_mut());
        if let Some(&known) = self.answers.get(&asked) {
            self.profile.functions[row].hits += 1;
            return known;
        }
        if !self.may_make(func, row, &name(&self.staged.module, &asked), false) {
            return None;
        }
        let key = key(func, &asked.values);
        let values = asked.values.clone();
        let wanted = Wanted { func, key, values, place: None, is_request: true };
        if self.staged.staging.background {
            let of = (table, function);
            let answer = self.begin_for_request(store.as_context_mut(), wanted, row, of);
            self.answers.insert(asked, answer);
            return answer;
        }
        let answer = self.make(store.as_context_mut(), wanted, row, &|_, store, function| {
            if table.ty(&store).maximum().is_some_and(|most| table.size(&store) >= most) {
                return Err("the table is full".to_owned());
            }
            let grown = table.grow(store, 1, Ref::Func(Some(function)));
            grown.map_err(|error| format!("the table does not grow: {error:#}"))
        });
        self.answers.insert(asked, answer);
        answer
    }

    /// Nanoseconds since the session began, without those that the program waited for versions.
    fn now(&self) -> u64 {
        (self.start.elapsed().saturating_sub(self.waited)).as_nanos() as u64
    }

    /// What was asked for and made, with what was counted and timed in running code.
    pub fn counted(&self, mut store: impl AsContextMut) -> Profile {
        let mut profile = self.profile.clone();
        if !self.staged.staging.profile {
            return profile;
        }
        let mut lookups = self.requests.clone();
        for site in self.sites.iter().flatten() {
            if let Some(&row) = self.of_func.get(&site.data.func) {
                *lookups.entry(row).or_default() += site.arrivals(&mut store);
            }
        }
        for (row, one) in profile.functions.iter_mut().enumerate() {
            let all = lookups.get(&row).copied().unwrap_or_default();
            one.hits = all.saturating_sub(one.misses + one.waits);
        }
        let mut counted = self.meters.all(&mut store);
        counted.retain(|(_, metered)| metered.entries > 0);
        counted.sort_unstable_by_key(|&(func, _)| func);
        for (func, metered) in counted {
            let row = self.of_func.get(&func).copied().unwrap_or_else(|| {
                // It was entered, and no annotation was met.
                let name = self.staged.module.func_label(func);
                profile.functions.push(FunctionProfile { name, ..FunctionProfile::default() });
                profile.functions.len() - 1
            });
            let one = &mut profile.functions[row];
            (one.entries, one.generic_entries) = (metered.entries, metered.generic_entries);
            (one.generic, one.special) = (metered.generic, metered.special);
        }
        profile
    }

    /// Forgets the versions of a function: whoever arrives asks again. What was handed out stays as it is.
    fn forget<T: 'static>(&mut self, mut store: StoreContextMut<'_, T>, slot: u64) {
        let Some(table) = self.table else { return };
        let Some(Ref::Func(Some(function))) = table.get(&mut store, slot) else { return };
        let Some(func) = self.handles.func(store.as_context_mut(), function) else { return };
        self.answers.retain(|asked, _| asked.func != func);
        self.continuations.retain(|(key, ..), _| key.0 != func);
        self.newest.retain(|(key, ..), _| key.0 != func);
        self.forget_pending(func);
        for site in self.sites.iter_mut().flatten().filter(|site| site.data.func == func) {
            site.clear(store.as_context_mut());
        }
    }

    /// The slot for an arrival at a site with these values.
    fn enter<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        n: usize,
        params: &[Val],
    ) -> wasmtime::Result<i32> {
        let mut store = store;
        self.install(store.as_context_mut());
        let data = self.site(n).data.clone();
        let shape = &data.shape;
        let Some(values) = params.iter().map(from_val).collect::<Option<Vec<Const>>>() else {
            return self.generic(store, n, &[]);
        };
        let keyed = shape.asked.iter().zip(&values).filter(|(param, _)| param.is_key);
        let key: Vec<Const> = keyed.map(|(_, &value)| value).collect();
        let row = self.row_of(data.func);
        if shape.caching != Caching::Replicate
            && let Some((slot, all)) = self.site(n).answers.get(&key)
        {
            if *all != values && shape.compares_all {
                let name = self.staged.module.func_label(data.func);
                let what = BrokenPromise(format!("a value that is unchecked in `{name}`"));
                return Err(wasmtime::Error::from(Trap::UnreachableCodeReached).context(what));
            }
            let slot = *slot;
            self.profile.functions[row].hits += 1;
            self.remember(store, n, key, values, slot);
            return Ok(slot);
        }
        let (wanted, known) = match &data.what {
            What::Region { .. } => {
                let arity = self.staged.module.func_signature(data.func).0.len();
                let mut bound = vec![None; arity];
                for (param, &value) in shape.asked.iter().zip(&values) {
                    bound[param.position] = Some(value);
                }
                let key = crate::making::key(data.func, &bound);
                let (func, values) = (data.func, bound);
                (Wanted { func, key, values, place: None, is_request: false }, None)
            }
            What::Exit { key, exit, .. } => {
                let all: Vec<Option<Const>> = values.iter().copied().map(Some).collect();
                let place = exit.place(&all);
                let takes = exit.takes(!shape.drops);
                let known = self.found(shape.caching, shape.asked.is_empty(), key, &place, &takes);
                let place = Some((place, takes));
                let (func, key) = (data.func, key.clone());
                (Wanted { func, key, values: Vec::new(), place, is_request: false }, known)
            }
        };
        if let Some(slot) = known {
            self.profile.functions[row].hits += 1;
            self.remember(store, n, key, values, slot);
            return Ok(slot);
        }
        let generic = self.goes_on_in(n);
        if let Some(generic) = generic
            && self.is_pending(n, &key)
        {
            self.profile.functions[row].waits += 1;
            return Ok(generic);
        }
        let is_inside = wanted.place.is_some();
        let label = match &data.what {
            What::Region { .. } => {
                name(&self.staged.module, &Asked { func: data.func, values: wanted.values.clone() })
            }
            What::Exit { prepared, .. } => {
                let (place, _) = wanted.place.as_ref().expect("it goes on somewhere");
                prepared.describe(&self.staged.module, place)
            }
        };
        if !self.may_make(data.func, row, &label, is_inside) {
            return self.generic(store, n, &values);
        }
        if let Some(generic) = generic {
            let at = (n, key.as_slice(), values.as_slice());
            return match self.begin_for_site(store.as_context_mut(), wanted, row, at) {
                true => Ok(generic),
                false => self.failed(store, n, key, values),
            };
        }
        match self.make_slot(store.as_context_mut(), wanted, row, shape.caching) {
            Some(slot) => {
                self.remember(store, n, key, values, slot);
                Ok(slot)
            }
            None => self.failed(store, n, key, values),
        }
    }

    /// The answer of a site for which nothing could be made.
    pub fn failed<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        n: usize,
        key: Vec<Const>,
        values: Vec<Const>,
    ) -> wasmtime::Result<i32> {
        let answer = self.generic(store, n, &values)?;
        // Where there is a lookup it need not fail again.
        let site = self.site(n);
        if site.data.shape.caching == Caching::Cache {
            site.answers.insert(key, (answer, values));
        }
        Ok(answer)
    }

    /// Where the session is, for functions of the host.
    pub fn shared(&self) -> Shared {
        self.shared.upgrade().expect("who asks it has it")
    }

    /// A site whose code runs.
    pub fn site(&mut self, n: usize) -> &mut Site {
        self.sites[n].as_mut().expect("a site is there before its code runs")
    }

    /// The continuation that is found, under the policy of a merge where nothing is looked up, else among
    /// all of them: what is looked up is that of the site.
    pub fn found(
        &self,
        caching: Caching,
        is_merge: bool,
        key: &Key,
        place: &Place,
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

    /// Remembers what was answered, in the dispatcher first of all.
    pub fn remember<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        n: usize,
        key: Vec<Const>,
        values: Vec<Const>,
        slot: i32,
    ) {
        let site = self.site(n);
        if slot > 0 {
            site.put(store, &values, slot);
        }
        match site.data.shape.caching {
            Caching::Replicate => return,
            Caching::Cache1 => site.answers.clear(),
            Caching::Cache | Caching::Unchecked => {}
        }
        site.answers.insert(key, (slot, values));
    }

    /// Notes that a continuation is in a slot.
    pub fn continues(&mut self, from: Continuation, slot: i32) {
        let point = (from.0.clone(), from.1.node, from.1.at);
        self.newest.insert(point, from.1.clone());
        self.continuations.insert(from, slot);
    }

    /// The answer of a site where nothing more is made: generic code, from there on.
    fn generic<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        n: usize,
        values: &[Const],
    ) -> wasmtime::Result<i32> {
        let data = self.site(n).data.clone();
        let slot = match &data.what {
            What::Region { generic } => *generic,
            What::Exit { key, exit, .. } => {
                self.generic_continuation(store.as_context_mut(), data.func, key, exit)?
            }
        };
        let site = self.site(n);
        site.set_generic(store.as_context_mut(), slot);
        let (has_key, fits) = (!data.shape.asked.is_empty(), !data.shape.drops);
        // The versions that there are stay found.
        if fits && (!has_key || data.shape.caching == Caching::Cache) {
            site.put(store, values, slot);
        } else if data.shape.caching != Caching::Cache {
            site.stop(store, true);
        }
        Ok(if fits { slot } else { GENERIC })
    }

    /// Whether a version may be made; says once if not.
    fn may_make(&mut self, func: Func, row: usize, label: &str, is_inside: bool) -> bool {
        self.profile.functions[row].misses += 1;
        self.misses.entry(row).or_default()[usize::from(is_inside)] += 1;
        let Some(reason) = self.limit(row, is_inside) else { return true };
        if self.stopped.insert(Some(func)) {
            self.tell(&Made::refused(label.to_owned(), reason));
        }
        false
    }

    /// Which limit is reached. All attempts count, so that what is remembered is bounded as well.
    fn limit(&self, row: usize, is_inside: bool) -> Option<String> {
        let limits = &self.staged.staging.limits;
        let [entries, inside] = self.misses[&row];
        // The miss at hand is counted.
        if !is_inside && entries > limits.versions as u64 {
            return Some(format!("it was asked for {} different versions", limits.versions));
        }
        if is_inside && inside > limits.continuations as u64 {
            return Some(format!("it was asked for {} continuations", limits.continuations));
        }
        if self.bytes >= limits.bytes {
            return Some(self.spent_bytes());
        }
        (self.time >= limits.time)
            .then(|| format!("{:.1} s were spent on versions", self.time.as_secs_f64()))
    }

    /// Says how much code there is.
    pub fn spent_bytes(&self) -> String {
        format!("{} bytes of code were made", self.bytes)
    }

    /// The function's place in the profile.
    pub fn row_of(&mut self, func: Func) -> usize {
        let functions = &mut self.profile.functions;
        *self.of_func.entry(func).or_insert_with(|| {
            let name = self.staged.module.func_label(func);
            functions.push(FunctionProfile { name, ..FunctionProfile::default() });
            functions.len() - 1
        })
    }

    pub fn tell(&self, made: &Made) {
        if let Some(listener) = &self.staged.staging.listener {
            listener(made);
        }
    }
}
