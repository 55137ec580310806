//! Random functions, executed along random paths with addresses that coincide as often as possible: the states that
//! instructions see must be those that were defined last, and what a query says is unchanged must not have been
//! written.

use super::{Clobber, Definition, MemorySsa, QueryTarget, State, Walker};
use crate::{Location, Overlap, Place, Summaries};
use invar_ir::entities::SecondaryMap;
use invar_ir::testing::{Rng, random_function};
use invar_ir::{
    Block, Cfg, Dominators, Function, Inst, MemArg, MemOrdering, MemSpace, Module, Op, SourceLoc,
    ValType, Value, effects, memory_access, parse_module,
};

const PAGE: u64 = 65536;

/// Addresses near each other, at the end of memory, and where sums wrap.
const NUMBERS: [i32; 8] = [0, 4, 8, 12, 2, -4, -8, PAGE as i32 - 8];

fn module() -> Module {
    let text = "module {
        import f0 \"env\" \"any\" : () -> ()
        memory m0 : i32 1..
        global g0 : mut i32 = i32.const 7
        func f1 : (i32, i32) -> () {\n b0(v0: i32, v1: i32):\n return\n }
    }";
    parse_module(text).unwrap_or_else(|error| panic!("{error}"))
}

fn memarg(offset: u64) -> MemArg {
    let (space, ordering) = (MemSpace::Memory, MemOrdering::Default);
    MemArg { offset, memory: 0, align: 0, max_align: 0, space, ordering }
}

/// A random graph of blocks with parameters, filled with accesses.
fn function(rng: &mut Rng) -> Function {
    let mut f = random_function(rng, 10);
    let entry = f.entry;
    f.add_param(entry, ValType::I32);
    f.add_param(entry, ValType::I32);
    let blocks: Vec<Block> = f.blocks.keys().collect();
    for &block in &blocks[1..] {
        (0..rng.below(3)).for_each(|_| _ = f.add_param(block, ValType::I32));
    }
    let cfg = Cfg::new(&f);
    let dominators = Dominators::new(&f, &cfg);
    let mut at_end: SecondaryMap<Block, Vec<Value>> = SecondaryMap::new();
    let most = 1 + rng.below(6);
    for block in dominators.preorder().collect::<Vec<_>>() {
        let mut values = dominators.idom(block).map_or(Vec::new(), |above| at_end[above].clone());
        values.extend(&f.blocks[block].params);
        for _ in 0..rng.below(most + 1) {
            fill(&mut f, rng, block, &mut values);
        }
        at_end[block] = values;
    }
    for &block in &blocks {
        let values = &at_end[block];
        let mut term = std::mem::take(&mut f.blocks[block].term);
        for call in term.targets_mut() {
            let count = f.blocks[call.block].params.len();
            let pick = |rng: &mut Rng| {
                if values.is_empty() {
                    f.blocks[entry].params[0]
                } else {
                    values[rng.below(values.len())]
                }
            };
            let args: Vec<Value> = (0..count).map(|_| pick(rng)).collect();
            call.args = f.make_list(&args);
        }
        f.blocks[block].term = term;
    }
    f
}

fn fill(f: &mut Function, rng: &mut Rng, block: Block, values: &mut Vec<Value>) {
    let loc = SourceLoc::default();
    let constant = |f: &mut Function, value: i32| {
        let inst = f.append(block, Op::I32Const { value }, &[], &[ValType::I32], loc);
        f.result(inst).unwrap()
    };
    let address = match (values.is_empty(), rng.below(5)) {
        (false, 1..) => values[rng.below(values.len())],
        _ => constant(f, NUMBERS[rng.below(4)]),
    };
    let offset = [0, 0, 4, 8][rng.below(4)];
    let memarg = memarg(offset);
    let (op, args): (Op, Vec<Value>) = match rng.below(12) {
        0 | 1 => (Op::I32Load { memarg }, vec![address]),
        2 => (Op::I32Load8U { memarg }, vec![address]),
        3 | 4 => (Op::I32Store { memarg }, vec![address, address]),
        5 => (Op::I32Store8 { memarg }, vec![address, address]),
        6 | 7 => {
            let by = constant(f, NUMBERS[rng.below(7)]);
            (Op::I32Add, vec![address, by])
        }
        8 => (Op::Call { function_index: 0 }, vec![]),
        9 => {
            let size = constant(f, [0, 3, 4, 16][rng.below(4)]);
            (Op::MemoryFill { mem: 0 }, vec![address, address, size])
        }
        10 => (Op::GlobalGet { global_index: 0 }, vec![]),
        _ => (Op::GlobalSet { global_index: 0 }, vec![address]),
    };
    let has_result =
        matches!(op, Op::I32Load { .. } | Op::I32Load8U { .. } | Op::I32Add | Op::GlobalGet { .. });
    let results: &[ValType] = if has_result { &[ValType::I32] } else { &[] };
    let inst = f.append(block, op, &args, results, loc);
    values.extend(f.result(inst));
}

/// The locations that instructions read, with what queries answer.
type Answers = SecondaryMap<Inst, Option<(QueryTarget, State, Clobber)>>;

fn answers(f: &Function, module: &Module, ssa: &MemorySsa, dominators: &Dominators) -> Answers {
    let mut answers = Answers::new();
    let mut walker = Walker::new(ssa, dominators, module);
    for block in dominators.preorder() {
        for &inst in &f.blocks[block].insts {
            let op = &f.insts[inst].op;
            let reads = effects(op, module).reads;
            if matches!(op, Op::Call { .. }) || reads.is_empty() {
                continue;
            }
            let location = Location::of_read(f, module, op, f.args(inst), reads).unwrap();
            let target = QueryTarget::new(ssa, dominators, location).unwrap();
            let from = ssa.before(inst, target.chain).unwrap();
            let answer = walker.clobber(f, &target, from);
            if let Clobber::At(state) = answer
                && let Definition::Inst(_) = ssa.state(state).definition
                && let (Some(place), Some(written)) = (target.location.place(), ssa.place(state))
            {
                // These are small functions: the budget is not used up.
                assert_ne!(place.overlap(written), Overlap::Disjoint, "{inst} stops early");
            }
            answers[inst] = Some((target, from, answer));
        }
    }
    answers
}

/// When which chain was written, and which bytes; `None` for all.
type Written = (u32, usize, Option<(u64, u64)>);

/// What is known while a path is executed.
struct Path<'a> {
    f: &'a Function,
    module: &'a Module,
    ssa: &'a MemorySsa,
    numbers: SecondaryMap<Value, u32>,
    /// When values and states were defined last.
    value_times: SecondaryMap<Value, u32>,
    state_times: SecondaryMap<State, u32>,
    /// The state of each chain that was defined last.
    current: Vec<Option<State>>,
    writes: Vec<Written>,
    now: u32,
    stats: &'a mut [u32; 3],
}

impl Path<'_> {
    fn define(&mut self, definition: Definition) {
        for (state, data) in self.ssa.states() {
            if data.definition == definition {
                self.state_times[state] = self.now;
                self.current[data.chain.as_u32() as usize] = Some(state);
            }
        }
    }

    fn set(&mut self, value: Value, number: u32) {
        self.numbers[value] = number;
        self.value_times[value] = self.now;
    }

    /// The bytes that an instruction accesses; `None` if it traps.
    fn bytes(&self, inst: Inst) -> Option<(u64, u64)> {
        let args = self.f.args(inst);
        let address = u64::from(self.numbers[args[0]]);
        let (start, size) = match (&self.f.insts[inst].op, memory_access(&self.f.insts[inst].op)) {
            (_, Some(access)) => (address + access.memarg.offset, u64::from(access.size)),
            _ => (address, u64::from(self.numbers[args[2]])),
        };
        (start + size <= PAGE).then_some((start, start + size))
    }

    /// Executes an instruction; `None` if it traps.
    fn step(&mut self, rng: &mut Rng, answers: &Answers, inst: Inst) -> Option<()> {
        self.now += 1;
        let op = &self.f.insts[inst].op;
        let accesses = memory_access(op).is_some() || matches!(op, Op::MemoryFill { .. });
        let bytes = if accesses { Some(self.bytes(inst)?) } else { None };
        for (chain, _) in self.ssa.chains() {
            if let Some(before) = self.ssa.before(inst, chain) {
                assert_eq!(Some(before), self.current[chain.as_u32() as usize], "{inst}");
            }
        }
        if let Some((target, _, answer)) = &answers[inst] {
            let since = match *answer {
                Clobber::At(state) => self.state_times[state],
                Clobber::Root => {
                    target.location.roots().map(|root| self.value_times[root]).max().unwrap()
                }
            };
            let chain = target.chain.as_u32() as usize;
            let hit = self.writes.iter().find(|&&(time, of, range)| {
                let meets = match (range, bytes) {
                    (Some(written), Some(read)) => written.0 < read.1 && read.0 < written.1,
                    _ => true,
                };
                time > since && of == chain && meets
            });
            assert!(hit.is_none(), "{inst}: {answer:?}, but {hit:?}, now {}", self.now);
            self.stats[match answer {
                Clobber::Root => 0,
                Clobber::At(state) => match self.ssa.state(*state).definition {
                    Definition::Phi(_) => 1,
                    _ => 2,
                },
            }] += 1;
        }
        let written = effects(op, self.module).writes;
        for (chain, class) in self.ssa.chains() {
            if class.intersects(written) {
                self.writes.push((self.now, chain.as_u32() as usize, bytes));
            }
        }
        self.define(Definition::Inst(inst));
        if let Some(result) = self.f.result(inst) {
            let args = self.f.args(inst);
            let number = match *op {
                Op::I32Const { value } => value as u32,
                Op::I32Add => self.numbers[args[0]].wrapping_add(self.numbers[args[1]]),
                _ => NUMBERS[rng.below(8)] as u32,
            };
            self.set(result, number);
        }
        Some(())
    }

    /// Executes a path of some blocks.
    fn run(&mut self, rng: &mut Rng, answers: &Answers) {
        self.define(Definition::Entry);
        let mut at = self.f.entry;
        for &param in &self.f.blocks[at].params {
            self.set(param, NUMBERS[rng.below(8)] as u32);
        }
        for _ in 0..30 {
            for &inst in &self.f.blocks[at].insts {
                if self.step(rng, answers, inst).is_none() {
                    return;
                }
            }
            let targets: Vec<_> = self.f.blocks[at].term.targets().collect();
            if targets.is_empty() {
                return;
            }
            let call = targets[rng.below(targets.len())];
            self.now += 1;
            let passed: Vec<u32> =
                self.f.list(&call.args).iter().map(|&arg| self.numbers[arg]).collect();
            at = call.block;
            self.define(Definition::Phi(at));
            for (&param, number) in self.f.blocks[at].params.iter().zip(passed) {
                self.set(param, number);
            }
        }
    }
}

#[test]
fn answers_hold_on_random_paths() {
    let module = module();
    let mut stats = [0; 3];
    for seed in 0..4000 {
        let rng = &mut Rng::new(seed);
        let f = function(rng);
        let cfg = Cfg::new(&f);
        let dominators = Dominators::new(&f, &cfg);
        let ssa = MemorySsa::new(&f, &cfg, &dominators, &module, &Summaries::default());
        let answers = answers(&f, &module, &ssa, &dominators);
        for _ in 0..30 {
            let mut path = Path {
                f: &f,
                module: &module,
                ssa: &ssa,
                numbers: SecondaryMap::new(),
                value_times: SecondaryMap::new(),
                state_times: SecondaryMap::new(),
                current: vec![None; ssa.chains().count()],
                writes: Vec::new(),
                now: 0,
                stats: &mut stats,
            };
            path.run(rng, &answers);
        }
    }
    // Each kind of answer was tested often.
    assert!(stats.iter().all(|&count| count > 20_000), "{stats:?}");
}

#[test]
fn ranges_of_bulk_operators_are_those_they_touch() {
    let module = module();
    let mut f = Function::new(invar_ir::TypeId::from_u32(0), &[ValType::I32], &[]);
    let p = f.blocks[f.entry].params[0];
    let loc = SourceLoc::default();
    let entry = f.entry;
    let size = f.append(entry, Op::I32Const { value: -1 }, &[], &[ValType::I32], loc);
    let size = f.result(size).unwrap();
    let copy = Op::MemoryCopy { dst_mem: 0, src_mem: 0 };
    let copy = f.append(entry, copy, &[p, size, size], &[], loc);
    let unknown = f.append(entry, Op::MemoryFill { mem: 0 }, &[p, size, p], &[], loc);
    let written = Place::written(&f, &module, copy).unwrap();
    assert_eq!((written.root, written.added, written.size), (Some(p), 0, u64::from(u32::MAX)));
    let read = Place::read(&f, &module, copy).unwrap();
    assert_eq!((read.root, read.added, read.size), (None, written.size, written.size));
    assert_eq!(Place::written(&f, &module, unknown), None);
}
