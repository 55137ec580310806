//! A module of the two that run side by side: its store, its instance, and how it is reset.

use super::host::{self, Host};
use super::input::{ARENA, Dictionary, Input};
use super::instrument::{FLAGS, LOG, NAME};
use super::transform;
use crate::differ::see;
use crate::engine;
use invar_filetests::differ::Seen;
use std::sync::Arc;
use wasmtime::{
    Extern, ExternType, Func, GcHeapOutOfMemory, Global, Instance, Memory, Module, Ref, RootScope,
    Store, StoreLimitsBuilder, Table, Tag, ThrownException, Trap, Val,
};

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// With results.
    Values(Vec<Seen>),
    /// With a trap, or the host ended it.
    Trap,
    /// With an exception.
    Exception(Vec<Seen>),
    /// The run exhausted its fuel.
    Fuel,
    /// The run reached another limit of the engine: no verdict.
    Limit,
}

/// The outcome of a run.
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Operators executed, including instrumentation.
    pub used: u64,
    /// Whether it wrote state that is not recorded.
    pub untracked: bool,
}

/// An instance.
pub struct Side {
    store: Store<Host>,
    instance: Instance,
    memory: Option<Memory>,
    log: Memory,
    globals: Vec<(Global, Val)>,
}

impl Side {
    /// Instantiates a module.
    pub fn new(module: &Module, memory_limit: usize) -> Result<Side, String> {
        let limits =
            StoreLimitsBuilder::new().memory_size(memory_limit).table_elements(1 << 20).build();
        let host = Host {
            limits,
            input: Arc::default(),
            dictionary: Arc::default(),
            memory: None,
            log: None,
            globals: Vec::new(),
            baseline: Vec::new(),
            events: Vec::new(),
            answers: Vec::new(),
            written: Vec::new(),
        };
        let mut store = Store::new(engine::fueled(), host);
        store.limiter(|host| &mut host.limits);
        store.set_fuel(1 << 40).expect("the engine has fuel");
        let mut imports = Vec::new();
        for import in module.imports() {
            let name = format!("{}.{}", import.module(), import.name());
            imports.push(item(&mut store, name, import.ty())?);
        }
        let instance =
            Instance::new(&mut store, module, &imports).map_err(|error| format!("{error:#}"))?;
        let mut globals = Vec::new();
        let exports: Vec<(String, Extern)> = instance
            .exports(&mut store)
            .filter(|export| export.name().starts_with(transform::GLOBAL))
            .map(|export| (export.name().to_string(), export.into_extern()))
            .collect();
        for (_, item) in exports {
            if let Extern::Global(global) = item {
                let value = global.get(&mut store);
                // References are not reset: their values are not kept alive here.
                if host::bits(&value).is_some() {
                    globals.push((global, value));
                }
            }
        }
        let memory = instance.get_memory(&mut store, &format!("{}0", transform::MEMORY));
        let log = instance.get_memory(&mut store, NAME).ok_or("no log")?;
        store.data_mut().memory = memory;
        store.data_mut().log = Some(log);
        store.data_mut().globals = globals.iter().map(|(global, _)| *global).collect();
        Ok(Side { store, instance, memory, log, globals })
    }

    /// A function of the instance.
    pub fn function(&mut self, name: &str) -> Option<Func> {
        self.instance.get_func(&mut self.store, name)
    }

    /// The function's parameters.
    pub fn types(&mut self, function: &Func) -> Vec<wasmtime::ValType> {
        function.ty(&self.store).params().collect()
    }

    /// Memory 0.
    pub fn data(&self) -> &[u8] {
        self.memory.map_or(&[], |memory| memory.data(&self.store))
    }

    /// The added memory.
    pub fn log(&self) -> &[u8] {
        self.log.data(&self.store)
    }

    /// The added memory.
    pub fn log_mut(&mut self) -> &mut [u8] {
        self.log.data_mut(&mut self.store)
    }

    /// The host.
    pub fn host(&mut self) -> &mut Host {
        self.store.data_mut()
    }

    /// Calls a function. `baseline` is memory 0 with the input applied, and is returned.
    pub fn run(
        &mut self,
        function: &Func,
        input: &Arc<Input>,
        dictionary: &Arc<Dictionary>,
        baseline: &mut Vec<u8>,
        fuel: u64,
    ) -> Option<Outcome> {
        if let Some(memory) = self.memory {
            let data = memory.data_mut(&mut self.store);
            for range in changed(input, dictionary, baseline.len()) {
                data[range.clone()].copy_from_slice(&baseline[range]);
            }
        }
        for (place, value) in &input.globals {
            let (global, initial) = &self.globals[*place as usize];
            let value = match initial {
                Val::I32(_) => Val::I32(*value as i32),
                Val::I64(_) => Val::I64(*value as i64),
                _ => continue,
            };
            global.set(&mut self.store, value).expect("a value of its type");
        }
        let host = self.store.data_mut();
        host.input = input.clone();
        host.dictionary = dictionary.clone();
        host.baseline = std::mem::take(baseline);
        host.events.clear();
        host.answers.clear();
        host.written.clear();
        self.store.set_fuel(fuel).expect("the engine has fuel");
        let mut scope = RootScope::new(&mut self.store);
        let ty = function.ty(&scope);
        let args: Option<Vec<Val>> = ty
            .params()
            .zip(&input.args)
            .map(|(ty, bits)| host::value(&mut scope, &ty, *bits))
            .collect();
        let mut results = vec![Val::I32(0); ty.results().len()];
        let called = args.map(|args| function.call(&mut scope, &args, &mut results));
        let end = called.map(|called| match called {
            Ok(()) => End::Values(results.iter().map(|value| see(&mut scope, value)).collect()),
            Err(error) => end_of(&mut scope, &error),
        });
        drop(scope);
        *baseline = std::mem::take(&mut self.store.data_mut().baseline);
        let left = self.store.get_fuel().expect("the engine has fuel");
        let grown = self.data().len() != baseline.len();
        let untracked = self.log()[0] != 0 || grown;
        end.map(|end| Outcome { end, used: fuel - left.min(fuel), untracked })
    }

    /// The granules that the run wrote, including those that the host wrote.
    pub fn granules(&self) -> Vec<u32> {
        let mut all: Vec<u32> = host::granules(self.log()).collect();
        all.extend_from_slice(&self.store.data().written);
        all
    }

    /// The current values of the globals.
    pub fn globals(&mut self) -> Vec<Option<u128>> {
        let globals: Vec<Global> = self.globals.iter().map(|(global, _)| *global).collect();
        globals.iter().map(|global| host::bits(&global.get(&mut self.store))).collect()
    }

    /// The initial values of the globals of integer types, by position.
    pub fn initial_globals(&self) -> Vec<(u32, u64)> {
        let integer = |(place, (_, value)): (usize, &(Global, Val))| match value {
            Val::I32(value) => Some((place as u32, u64::from(*value as u32))),
            Val::I64(value) => Some((place as u32, *value as u64)),
            _ => None,
        };
        self.globals.iter().enumerate().filter_map(integer).collect()
    }

    /// Resets everything that was recorded.
    pub fn reset(&mut self, input: &Input, dictionary: &Dictionary, image: &[u8]) {
        let granules = self.granules();
        if let Some(memory) = self.memory {
            let data = memory.data_mut(&mut self.store);
            for granule in &granules {
                let range = host::range(*granule, image.len());
                data[range.clone()].copy_from_slice(&image[range]);
            }
            for range in changed(input, dictionary, image.len()) {
                data[range.clone()].copy_from_slice(&image[range]);
            }
        }
        for (global, value) in &self.globals {
            global.set(&mut self.store, *value).expect("it had this value");
        }
        let log = self.log.data_mut(&mut self.store);
        for granule in granules {
            if let Some(flag) = log.get_mut(FLAGS + granule as usize) {
                *flag = 0;
            }
        }
        log[..12].fill(0);
    }

    /// Entries of the log.
    pub fn entries(&self) -> impl Iterator<Item = [u64; 4]> + '_ {
        let log = self.log();
        let count = u32::from_le_bytes(log[8..12].try_into().expect("four bytes")) as usize;
        log[LOG..LOG + 24 * count].chunks_exact(24).map(|entry| {
            let half = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().expect("four"));
            let word = |at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().expect("eight"));
            [u64::from(half(0)), u64::from(half(4)), word(8), word(16)]
        })
    }
}

/// The parts of memory that an input changes.
pub fn changed<'a>(
    input: &'a Input,
    dictionary: &Dictionary,
    length: usize,
) -> impl Iterator<Item = std::ops::Range<usize>> + 'a {
    let arena = dictionary.arena as usize;
    let arena = (arena > 0).then_some(arena..arena + ARENA);
    let patches = input
        .patches
        .iter()
        .map(|(at, (width, _))| *at as usize..*at as usize + usize::from(*width));
    arena.into_iter().chain(patches).filter(move |range| range.end <= length)
}

fn end_of(store: &mut impl wasmtime::AsContextMut<Data = Host>, error: &wasmtime::Error) -> End {
    if let Some(trap) = error.downcast_ref::<Trap>() {
        return match trap {
            Trap::OutOfFuel => End::Fuel,
            Trap::StackOverflow | Trap::AllocationTooLarge => End::Limit,
            _ => End::Trap,
        };
    }
    if error.is::<ThrownException>() {
        let Some(exception) = store.as_context_mut().take_pending_exception() else {
            return End::Limit;
        };
        return match see(&mut *store, &Val::ExnRef(Some(exception))) {
            Seen::Exn(values) => End::Exception(values),
            _ => End::Limit,
        };
    }
    if error.is::<GcHeapOutOfMemory<()>>() {
        return End::Limit;
    }
    End::Trap
}

/// Makes an imported entity.
fn item(store: &mut Store<Host>, name: String, ty: ExternType) -> Result<Extern, String> {
    let wrong = |error: wasmtime::Error| format!("{name}: {error:#}");
    Ok(match ty {
        ExternType::Func(ty) => host::function(store, name, ty).into(),
        ExternType::Global(ty) => {
            // An address in the middle of the smallest memory; bases of tables are zero.
            let bits = if name.contains("table") { 0 } else { 0x8000 };
            let value = host::value(store, ty.content(), bits).ok_or("no such global")?;
            Global::new(store, ty, value).map_err(wrong)?.into()
        }
        ExternType::Table(ty) => {
            let init = Ref::null(ty.element().heap_type());
            Table::new(store, ty, init).map_err(wrong)?.into()
        }
        ExternType::Memory(ty) => Memory::new(store, ty).map_err(wrong)?.into(),
        ExternType::Tag(ty) => Tag::new(store, &ty).map_err(wrong)?.into(),
    })
}
