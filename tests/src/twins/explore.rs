//! Coverage-guided exploration: runs one function of two modules on inputs that cover more and more of
//! its edges, and compares both.
//!
//! An input that covers a new edge of the reference is kept, and mutated until all edges are covered or
//! the budget is spent. The cost of a run is that of what it executes and writes, plus some microseconds.

use super::aim::{Aim, Influences};
use super::failure;
use super::host;
use super::input::{Dictionary, Entry, Input, Seen};
use super::instrument::{self, Detail, READ};
use super::shape::Shape;
use super::side::{End, Side, changed};
use super::transform;
use crate::engine;
use invar_filetests::differ::Seen as Value;
use invar_generate::Random;
use std::ops::Range;
use std::sync::Arc;
use wasmtime::{Func, Module, ValType};

/// Fuel of the reference, including instrumentation, and how many times as much the optimized side gets.
const FUEL: u64 = 300_000;
const PATIENCE: u64 = 20;
/// The runs of a function after all of its edges are covered, and the runs without a new edge after which
/// exploration stops.
const ENOUGH: u64 = 40;
/// A function with more edges gets a larger budget, in proportion.
const EDGES: u64 = 32;
/// Granules that memory 0 may grow by.
const GROWTH: usize = 16 << 6;

/// Two modules that should do the same, ready to run.
pub struct Pair {
    /// Before the optimizer.
    pub input: Vec<u8>,
    reference: Module,
    optimized: Module,
    edges_at: usize,
    edges: Vec<Range<usize>>,
    limit: usize,
}

/// Makes the other module of a pair: its bytes, or an error.
pub type Optimize<'a> = &'a dyn Fn(&[u8]) -> Result<Vec<u8>, String>;

/// A change that makes an input simpler.
type Simplify = dyn Fn(&mut Input);

impl Pair {
    /// Optimizes a module and compiles both. `Err(Ok)` is a difference, `Err(Err)` is the reason why the
    /// module cannot be run.
    pub fn new(
        input: Vec<u8>,
        shape: &Shape,
        optimize: Optimize<'_>,
    ) -> Result<Pair, Result<String, String>> {
        let pages = shape.memories.first().map_or(0, |memory| memory.initial as usize);
        let granules = (pages << 6) + GROWTH;
        let refused = |error: wasmtime::Error| Err(format!("{error:#}"));
        // An original that the engine does not compile is no defect of the optimizer.
        let told = instrument::instrument(&input, Detail::All, granules).map_err(Err)?;
        let reference = Module::new(engine::fueled(), &told.wasm).map_err(refused)?;
        let output = optimize(&input).map_err(Ok)?;
        let other = instrument::instrument(&output, Detail::Writes, granules).map_err(Ok)?;
        let optimized = Module::new(engine::fueled(), &other.wasm)
            .map_err(|error| Ok(format!("the engine refuses the output: {error:#}")))?;
        let edges = told.edges.last().map_or(0, |edges| edges.end);
        let limit = (granules << 10).max(told.edges_at + edges + (8 << 20));
        let (edges_at, edges) = (told.edges_at, told.edges);
        Ok(Pair { input, reference, optimized, edges_at, edges, limit })
    }

    fn sides(&self) -> Result<[Side; 2], String> {
        Ok([Side::new(&self.reference, self.limit)?, Side::new(&self.optimized, self.limit)?])
    }
}

/// The result of exploring a function.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// For each edge, not zero if a compared run took it.
    pub reached: Vec<u8>,
    /// Compared runs.
    pub runs: u64,
    /// Runs that ended at a limit of the engine.
    pub skipped: u64,
    /// What differed, and the input.
    pub difference: Option<(String, Input)>,
}

/// Runs functions of a pair.
pub struct Explorer<'a> {
    pair: &'a Pair,
    shape: &'a Shape<'a>,
    sides: [Side; 2],
    /// Memory 0 after instantiation.
    image: Vec<u8>,
    /// Memory 0 with the input applied; between runs, without.
    baseline: Vec<u8>,
}

/// A run of both sides.
struct Both {
    difference: Option<String>,
    skipped: bool,
    fresh: bool,
    seen: Seen,
}

impl<'a> Explorer<'a> {
    /// Instantiates both modules.
    pub fn new(pair: &'a Pair, shape: &'a Shape<'a>) -> Result<Explorer<'a>, String> {
        let sides = pair.sides()?;
        let image = sides[0].data().to_vec();
        if image != sides[1].data() {
            return Err("memory differs after instantiation".to_string());
        }
        let baseline = image.clone();
        Ok(Explorer { pair, shape, sides, image, baseline })
    }

    /// The dictionary for inputs of a function.
    pub fn dictionary(&self, defined: usize) -> Dictionary {
        let size = self.image.len();
        let arena = if size >= 3 << 16 { size - (1 << 16) + 8192 } else { size / 2 };
        Dictionary {
            constants: self.shape.constants(defined),
            arena: arena as u32,
            data: self.shape.data.iter().take(64).cloned().collect(),
            memory: size as u64,
            globals: self.sides[0].initial_globals(),
        }
    }

    /// Explores a function: the `position`-th body of the modules, `defined` in the original one.
    pub fn explore(
        &mut self,
        defined: usize,
        position: usize,
        budget: u64,
        seed: u64,
    ) -> Option<Explored> {
        let name = format!("{}{defined}", transform::FUNCTION);
        let mut functions = self.functions(&name)?;
        let types = self.sides[0].types(&functions[0]);
        let dictionary = Arc::new(self.dictionary(defined));
        let mut random = Random::named(seed, &name);
        let edges = self.pair.edges[position].clone();
        let at = self.pair.edges_at;
        let bytes = at + edges.start..at + edges.end;
        self.sides[0].log_mut()[bytes.clone()].fill(0);
        let mut reached = vec![0u8; edges.len()];
        let mut explored = Explored::default();
        let (mut queue, mut influences) = (Vec::<Seen>::new(), Influences::default());
        let (mut tries, mut last_new, mut count) = (0, 0, 0);
        // More edges need more runs.
        let budget = budget.max(budget * edges.len() as u64 / EDGES);
        let shape = self.shape;
        let callable = |ty: u32| shape.callable(ty).take(64).collect::<Vec<u32>>();
        while tries < budget {
            let all = count == edges.len();
            if all && tries >= ENOUGH || tries - last_new > ENOUGH + budget / 3 {
                break;
            }
            let mut parent = None;
            let input = if tries < 8 || queue.is_empty() || random.one_in(16) {
                let mut input = dictionary.fresh(&types, &mut random);
                if tries == 0 {
                    input.args.iter_mut().for_each(|arg| *arg = 0);
                }
                input
            } else {
                let pick =
                    queue.len() - 1 - random.below(queue.len()).min(random.below(queue.len()));
                let wanted = |site: u32, count: u32| {
                    // Sites of callees are before or after those of the function.
                    let first = (site as usize).checked_sub(edges.start);
                    let missing = |edge: usize| reached.get(edge).is_some_and(|byte| *byte == 0);
                    first.is_some_and(|first| (first..first + count as usize).any(missing))
                };
                parent = Some(pick);
                let aim = Aim {
                    dictionary: &dictionary,
                    types: &types,
                    wanted: &wanted,
                    callable: &callable,
                    influences: &influences,
                };
                aim.change(&queue[pick], &mut random)
            };
            tries += 1;
            let both = self.both(&functions, &dictionary, input)?;
            if both.fresh {
                // A new instance, and the comparison of all of its memory, costs as much as several runs.
                tries += 4 + (self.image.len() >> 20) as u64;
                let mut keep = reached.clone();
                if !both.skipped {
                    // The edges that the run covered are lost with the instance, so copy them.
                    keep.iter_mut().zip(&self.last_edges(&bytes)).for_each(|(a, b)| *a |= b);
                }
                self.renew()?;
                functions = self.functions(&name)?;
                self.sides[0].log_mut()[bytes.clone()].copy_from_slice(&keep);
            }
            if let Some(what) = both.difference {
                let found = both.seen.input;
                let input = self.simplest(&name, &dictionary, &types, found.clone());
                let input = input.unwrap_or(found);
                explored.difference = Some((what, input));
                self.renew()?;
                break;
            }
            if both.skipped {
                explored.skipped += 1;
                self.sides[0].log_mut()[bytes.clone()].copy_from_slice(&reached);
                continue;
            }
            explored.runs += 1;
            if let Some(parent) = parent {
                influences.learn(&queue[parent], &both.seen);
            }
            let now = &self.sides[0].log()[bytes.clone()];
            let was = count;
            count = now.iter().filter(|byte| **byte != 0).count();
            if count > was {
                reached.copy_from_slice(now);
                last_new = tries;
                queue.push(both.seen);
            } else if queue.len() < 8 || random.one_in(64) && queue.len() < 64 {
                queue.push(both.seen);
            }
        }
        explored.reached = reached;
        Some(explored)
    }

    fn last_edges(&self, bytes: &Range<usize>) -> Vec<u8> {
        self.sides[0].log()[bytes.clone()].to_vec()
    }

    fn functions(&mut self, name: &str) -> Option<[Func; 2]> {
        Some([self.sides[0].function(name)?, self.sides[1].function(name)?])
    }

    fn renew(&mut self) -> Option<()> {
        self.sides = self.pair.sides().ok()?;
        self.baseline.clone_from(&self.image);
        Some(())
    }

    /// Runs both sides and compares them. `None` if the host cannot make the arguments.
    fn both(
        &mut self,
        functions: &[Func; 2],
        dictionary: &Arc<Dictionary>,
        input: Input,
    ) -> Option<Both> {
        let input = Arc::new(input);
        self.apply(&input, dictionary);
        let [one, two] = &mut self.sides;
        let was = one.run(&functions[0], &input, dictionary, &mut self.baseline, FUEL)?;
        let log = one.entries().map(|[kind, site, a, b]| {
            let mut entry =
                Entry { kind: kind as u32, site: site as u32, a, b, width: b.min(8) as u8 };
            if entry.kind == READ {
                let bytes = self.baseline.get(a as usize..a as usize + b as usize);
                entry.b = bytes.map_or(0, |bytes| {
                    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
                });
            }
            entry
        });
        let log: Vec<Entry> = log.collect();
        let answers = one.host().answers.clone();
        let trapped = was.end == End::Trap;
        let mut skipped = matches!(was.end, End::Fuel | End::Limit);
        let mut difference = None;
        let mut fresh = was.untracked;
        if !skipped {
            // After a trap, the fuel used since the engine's last update is unknown.
            let used = if trapped { FUEL } else { was.used };
            let fuel = used * PATIENCE + 100_000;
            let now = two.run(&functions[1], &input, dictionary, &mut self.baseline, fuel)?;
            fresh |= now.untracked;
            match now.end {
                End::Limit => skipped = true,
                End::Fuel => difference = Some(format!("was {:?}, now seems not to end", was.end)),
                _ if now.end != was.end => {
                    difference = Some(format!("was {:?}, now {:?}", was.end, now.end));
                }
                _ => difference = self.compare(fresh),
            }
        }
        // Otherwise the caller makes new instances.
        if !fresh {
            for side in &mut self.sides {
                side.reset(&input, dictionary, &self.image);
            }
        }
        for range in changed(&input, dictionary, self.image.len()) {
            self.baseline[range.clone()].copy_from_slice(&self.image[range]);
        }
        let seen = Seen { input: (*input).clone(), log, answers, trapped };
        Some(Both { difference, skipped, fresh, seen })
    }

    fn apply(&mut self, input: &Input, dictionary: &Dictionary) {
        let arena = dictionary.arena as usize;
        if arena > 0 && arena + super::input::ARENA <= self.baseline.len() {
            let bytes = &mut self.baseline[arena..arena + super::input::ARENA];
            dictionary.fill(input.seed, bytes);
        }
        for (at, (width, value)) in &input.patches {
            let range = *at as usize..*at as usize + usize::from(*width);
            if let Some(bytes) = self.baseline.get_mut(range) {
                bytes.copy_from_slice(&value.to_le_bytes()[..usize::from(*width)]);
            }
        }
    }

    /// The difference of the states after both sides ended in the same way.
    fn compare(&mut self, whole: bool) -> Option<String> {
        let [one, two] = &mut self.sides;
        let (a, b) = (&one.host().events.clone(), &two.host().events);
        let first = a.iter().zip(b).position(|(a, b)| !a.same(b));
        if first.is_some() || a.len() != b.len() {
            let first = first.unwrap_or(a.len().min(b.len()));
            return Some(format!(
                "calls of the host: {} and {}, the first that differs is number {first} (what is \
                 called, arguments, memory or globals)",
                a.len(),
                b.len()
            ));
        }
        let (a, b) = (one.globals(), two.globals());
        if a != b {
            return Some(format!("globals: were {a:?}, now {b:?}"));
        }
        let (a, b) = (one.data(), two.data());
        if a.len() != b.len() {
            return Some(format!("memory: was {} bytes, now {}", a.len(), b.len()));
        }
        let differs = |range: Range<usize>| {
            let (a_part, b_part) = (&a[range.clone()], &b[range.clone()]);
            if a_part == b_part {
                return None;
            }
            let at = range.start + a_part.iter().zip(b_part).position(|(a, b)| a != b)?;
            Some(format!("memory at {at}: was {:#x}, now {:#x}", a[at], b[at]))
        };
        if whole {
            return differs(0..a.len());
        }
        let granules = [one.granules(), two.granules()].concat();
        granules.into_iter().find_map(|granule| differs(host::range(granule, a.len())))
    }

    /// The input, simplified as far as it still shows the difference.
    fn simplest(
        &mut self,
        name: &str,
        dictionary: &Arc<Dictionary>,
        types: &[ValType],
        mut input: Input,
    ) -> Option<Input> {
        let mut tries: Vec<Box<Simplify>> = Vec::new();
        for at in input.patches.keys().copied().collect::<Vec<u32>>() {
            tries.push(Box::new(move |input: &mut Input| {
                input.patches.remove(&at);
            }));
        }
        for at in input.answers.keys().copied().collect::<Vec<_>>() {
            tries.push(Box::new(move |input: &mut Input| {
                input.answers.remove(&at);
            }));
        }
        for place in input.globals.keys().copied().collect::<Vec<_>>() {
            tries.push(Box::new(move |input: &mut Input| {
                input.globals.remove(&place);
            }));
        }
        tries.push(Box::new(|input: &mut Input| input.stop = None));
        for index in 0..types.len() {
            for value in [0, 1] {
                tries.push(Box::new(move |input: &mut Input| input.args[index] = value));
            }
        }
        for change in tries {
            let mut other = input.clone();
            change(&mut other);
            if self.differs(name, dictionary, &other)? {
                input = other;
            }
        }
        Some(input)
    }

    /// Whether an input shows a difference, in new instances.
    pub fn differs(
        &mut self,
        name: &str,
        dictionary: &Arc<Dictionary>,
        input: &Input,
    ) -> Option<bool> {
        self.renew()?;
        let functions = self.functions(name)?;
        Some(self.both(&functions, dictionary, input.clone())?.difference.is_some())
    }

    /// The memory that an input sets, as data segments: address and bytes.
    pub fn memory_of(&mut self, defined: usize, input: &Input) -> Vec<(usize, Vec<u8>)> {
        let dictionary = self.dictionary(defined);
        self.baseline.clone_from(&self.image);
        self.apply(input, &dictionary);
        let ranges = changed(input, &dictionary, self.image.len());
        ranges.map(|range| (range.start, self.baseline[range].to_vec())).collect()
    }

    /// A call of the reference with its result, as text, if it does not call the host and starts from the
    /// initial globals of the module.
    pub fn expected(&mut self, defined: usize, input: &Input) -> Option<String> {
        if !input.globals.is_empty() {
            return None;
        }
        self.renew()?;
        let name = format!("{}{defined}", transform::FUNCTION);
        let function = self.functions(&name)?[0];
        let dictionary = Arc::new(self.dictionary(defined));
        self.apply(input, &dictionary);
        let side = &mut self.sides[0];
        let types = side.types(&function);
        let input = Arc::new(input.clone());
        let ran = side.run(&function, &input, &dictionary, &mut self.baseline, FUEL)?;
        let called = !side.host().events.is_empty();
        self.renew()?;
        let args: Option<Vec<String>> =
            types.iter().zip(&input.args).map(|(ty, bits)| failure::number(*bits, ty)).collect();
        let result = match ran.end {
            _ if called => return None,
            End::Trap => "trap".to_string(),
            End::Values(values) if values.is_empty() => "()".to_string(),
            End::Values(values) => {
                let numbers: Option<Vec<String>> = values
                    .iter()
                    .map(|value| match value {
                        Value::I32(value) => Some(value.to_string()),
                        Value::I64(value) => Some(value.to_string()),
                        Value::F32(bits) => Some(format!("{:?}", f32::from_bits(*bits))),
                        Value::F64(bits) => Some(format!("{:?}", f64::from_bits(*bits))),
                        _ => None,
                    })
                    .collect();
                numbers?.join(", ")
            }
            _ => return None,
        };
        Some(format!("{name}({}) == {result}", args?.join(", ")))
    }
}
