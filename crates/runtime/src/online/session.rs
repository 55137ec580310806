//! Sessions: the state of specialization of an instance.

use super::budget::Budget;
use super::cache::Cache;
use super::counts::Counts;
use super::jobs::Pending;
use super::live::Handles;
use super::meter::Meters;
use super::profile::Profile;
use super::site::Site;
use super::staged::Staged;
use crate::Made;
use crate::image::reserved;
use crate::making::Preparer;
use invar_ir::{Entity, Func, Memory, Table};
use std::sync::{Arc, Mutex, Weak};
use wasmtime::{AsContextMut, Instance};

/// A session. A host call takes it out for its duration: a nested one, made by a function that was promised to be pure
/// while code is specialized, finds none.
pub(crate) type Shared = Arc<Mutex<Option<Box<Session>>>>;

/// The state of specialization of an instance.
pub(crate) struct Session {
    pub staged: Arc<Staged>,
    /// The session itself; the owners are functions of the host in the store, and [`super::Running`].
    shared: Weak<Mutex<Option<Box<Session>>>>,
    pub handles: Handles,
    pub exports: Exports,
    pub preparer: Preparer,
    /// By number; sites of versions that are still being made are missing.
    pub sites: Vec<Option<Site>>,
    pub pending: Pending,
    pub cache: Cache,
    pub budget: Budget,
    pub counts: Counts,
}

/// The program's exports that the host uses for all requests.
pub(crate) struct Exports {
    pub memory: Option<wasmtime::Memory>,
    pub table: Option<wasmtime::Table>,
    /// The table of versions.
    pub versions: Option<wasmtime::Table>,
}

/// Calls `work` with the session; nothing if it is taken.
pub(crate) fn with<R>(shared: &Shared, work: impl FnOnce(&mut Session) -> R) -> Option<R> {
    let lock = || shared.lock().expect("nothing panics that holds it");
    let mut session = lock().take()?;
    let result = work(&mut session);
    *lock() = Some(session);
    Some(result)
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
            exports: Exports { memory, table, versions },
            preparer: staged.preparer.clone(),
            sites,
            pending: Pending::default(),
            cache: Cache::default(),
            budget: Budget::default(),
            counts: Counts::new(meters),
            staged,
        }
    }

    /// The profile, with what was counted and timed in running code.
    pub fn counted(&self, store: impl AsContextMut) -> Profile {
        self.counts.all(&self.staged, &self.sites, store)
    }

    /// The row of a function in the profile.
    pub fn row_of(&mut self, func: Func) -> usize {
        self.counts.row(func, &self.staged.module)
    }

    /// The shared pointer to the session, for functions of the host.
    pub fn shared(&self) -> Shared {
        self.shared.upgrade().expect("its owner calls")
    }

    /// A site whose code runs.
    pub fn site(&mut self, n: usize) -> &mut Site {
        self.sites[n].as_mut().expect("a site is there before its code runs")
    }

    /// Reports a version to the listener.
    pub fn tell(&self, made: &Made) {
        if let Some(listener) = &self.staged.settings.listener {
            listener(made);
        }
    }
}
