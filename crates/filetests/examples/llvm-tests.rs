//! What Invar makes of LLVM's own tests, beside what LLVM makes of them. `scripts/llvm-tests` prepares the modules.
//!
//! ```text
//! cargo run --release -p invar-filetests --example llvm-tests -- target/llvm-tests/index.txt
//! ```
//!
//! A line of the index is FOLDER/FILE, FUNCTION, KINDS and FRAME, between tabs: beside the index are
//! `FOLDER/FILE.input.wasm` and `FOLDER/FILE.expected.wasm`, which is what LLVM's pass makes of the same functions.
//! KINDS has a letter for each parameter, or is `-`. Each function is executed in both modules and in what Invar
//! makes of both, with the same arguments. Options: `--level O3` (any level), `--list` (each function that is not as
//! expected), `--json FILE` (the figures), then folders, or files of them (all). Exits with 1 if a result is wrong or
//! a module is not optimized.

#[path = "../../../tests/src/json_result.rs"]
mod json_result;

use invar::Level;
use invar_filetests::Interpreter;
use invar_filetests::differ::{End, Engine, Observed, Seen, Side, Ty, hash};
use invar_filetests::optimize::{Setting, optimize};
use invar_generate::Random;
use invar_interp::Const;
use invar_ir::ValType;
use json_result::{Cell, Measured};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls of each function.
const CALLS: usize = 32;
/// Operators that a call may execute.
const FUEL: u64 = 100_000;
/// How much more a function may execute and be counted as equally fast.
const TOLERANCE: f64 = 1.02;
/// Bytes of the stack, which is at the start of the memory (`scripts/llvm-tests`).
const STACK: usize = 16384;
/// Bytes of the buffers that pointers point into (`scripts/llvm-tests`).
const BUFFERS: usize = 4096;
/// The files of a function's modules, of which Invar optimizes each.
const KINDS: [&str; 2] = ["input", "expected"];

/// A function of the index.
struct Test {
    file: String,
    function: String,
    kinds: String,
    frame: bool,
}

/// What the calls of a function execute: operators without constants, accesses of locals, and jumps, of which machine
/// code has little. A `select` in place of a branch is as good.
#[derive(Clone, Copy, Default)]
struct Executed {
    /// In the module as it is, and optimized.
    input: [u64; 2],
    /// In LLVM's, and optimized.
    expected: [u64; 2],
    /// Calls that could be compared.
    calls: usize,
}

/// How Invar's output compares with LLVM's, as LLVM leaves it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// No call could be compared.
    NotComparable,
    /// LLVM's output is not faster than its input.
    NothingToGain,
    AsExpected,
    /// Slower than LLVM's output, and not slower than the input.
    Less,
    /// Slower than the input.
    Slower,
    Wrong,
}

impl Executed {
    /// Whether Invar's output is as fast as what Invar makes of LLVM's, too.
    fn is_complete(&self) -> bool {
        self.input[1] as f64 <= TOLERANCE * self.expected[1] as f64
    }

    fn verdict(&self) -> Verdict {
        let over = |a: u64, b: u64| a as f64 > TOLERANCE * b as f64;
        let gains = self.expected[0] < self.input[0] && self.expected[1] < self.input[0];
        match () {
            () if self.calls == 0 => Verdict::NotComparable,
            () if over(self.input[1], self.input[0]) => Verdict::Slower,
            () if !gains => Verdict::NothingToGain,
            () if over(self.input[1], self.expected[0]) => Verdict::Less,
            () => Verdict::AsExpected,
        }
    }
}

/// Arguments of a call: pointers into the buffers, which may be equal, and small numbers more often than others.
fn arguments(kinds: &str, types: &[Ty], buffers: u32, random: &mut Random) -> Vec<Const> {
    let integer = |random: &mut Random| match random.below(8) {
        0 => random.word() as i64,
        1 => -(random.below(4) as i64),
        2 => random.below(300) as i64,
        _ => random.below(24) as i64,
    };
    let float = |random: &mut Random| (random.below(200) as f64 - 40.0) / 4.0;
    // A result that is no number is in memory, to which a first parameter points that LLVM's text does not have.
    let kinds: Vec<char> = kinds.chars().filter(|&kind| kind != '-').collect();
    let more = types.len().saturating_sub(kinds.len());
    let kinds = std::iter::repeat_n('p', more).chain(kinds);
    let one = |(kind, ty): (char, &Ty)| match ty {
        Ty::Number(ValType::I64) => Const::I64(integer(random)),
        Ty::Number(ValType::F32) => Const::F32((float(random) as f32).to_bits()),
        Ty::Number(ValType::F64) => Const::F64(float(random).to_bits()),
        _ if kind == 'p' => Const::I32((buffers + 256 * random.below(8) as u32 + 64) as i32),
        _ => Const::I32(integer(random) as i32),
    };
    kinds.zip(types).map(one).collect()
}

type Module = <Interpreter as Engine>::Module;

/// What a call shows: its end, the calls of the host, the buffers, hashes of the memory behind the stack and of all.
struct Shown {
    end: End,
    trace: (u64, u64),
    buffers: Vec<u8>,
    memory: [u64; 2],
    /// Computations: operators without constants, accesses of locals, and jumps.
    executed: u64,
}

impl Shown {
    /// Whether an observer that does not look into the stack sees the same.
    fn same(&self, other: &Shown) -> bool {
        self.end.same(&other.end) && self.trace == other.trace && self.memory[0] == other.memory[0]
    }
}

fn show(module: &Module, test: &Test, random: &mut Random) -> Option<Shown> {
    let mut side = Interpreter.instantiate(module, FUEL).ok()?;
    let Some(Observed::Global(Seen::I32(address))) = side.observe("invar_buffers") else {
        return None;
    };
    let types = side.signature(&test.function)?.params;
    let args = arguments(&test.kinds, &types, address as u32, random);
    let before = side.computations();
    let end = side.invoke(&test.function, &args, FUEL);
    let executed = side.computations() - before;
    let trace = side.trace();
    let Some(Observed::Memory(memory)) = side.observe("memory") else { return None };
    let buffers = memory[address as usize..][..BUFFERS].to_vec();
    let memory = [hash(&memory[STACK..]), hash(&memory)];
    Some(Shown { end, trace, buffers, memory, executed })
}

/// The modules of a file.
struct Modules {
    /// The input, optimized without promises.
    plain: Module,
    /// The input and LLVM's output, as they are and optimized with promises.
    both: [[Module; 2]; 2],
}

/// Executes a function in all modules. An error is a wrong value.
fn execute(modules: &Modules, test: &Test) -> Result<Executed, String> {
    let mut sum = Executed::default();
    for call in 0..CALLS {
        let seed = Random::named(call as u64, &test.function);
        let run = |module| show(module, test, &mut seed.clone());
        let [input, expected] = &modules.both;
        let Some(before) = run(&input[0]) else { break };
        let (Some(plain), Some(after)) = (run(&modules.plain), run(&input[1])) else {
            return Err("no instance".to_string());
        };
        let is_limit = |shown: &Shown| matches!(shown.end, End::Limit(_) | End::NotExecuted(_));
        if [&before, &plain, &after].iter().any(|shown| is_limit(shown)) {
            continue;
        }
        let wrong =
            |shown: &Shown| Err(format!("call {call}: {:?} became {:?}", before.end, shown.end));
        if !plain.same(&before) || plain.memory != before.memory {
            return wrong(&plain);
        }
        // A program that traps does not keep the promise.
        if !matches!(before.end, End::Values(_)) {
            continue;
        }
        if !after.same(&before) {
            return wrong(&after);
        }
        let (Some(llvm), Some(llvm_after)) = (run(&expected[0]), run(&expected[1])) else {
            continue;
        };
        let is_same = before.end.same(&llvm.end) && before.trace == llvm.trace;
        if !is_same || before.buffers != llvm.buffers {
            continue;
        }
        let sums = sum.input.iter_mut().chain(&mut sum.expected);
        for (sum, shown) in sums.zip([before, after, llvm, llvm_after]) {
            *sum += shown.executed;
        }
        sum.calls += 1;
    }
    Ok(sum)
}

/// The functions of one file.
fn check(
    folder: &Path,
    tests: &[Test],
    level: Level,
) -> Result<Vec<Result<Executed, String>>, String> {
    let plain = Setting::new(level, true);
    // What LLVM takes for granted: that what traps is not executed, and that only the linker's frames are in the stack.
    let promised = plain.traps_never_happen().stack_abi();
    let [input, expected] = KINDS.map(|kind| {
        let path = folder.join(format!("{}.{kind}.wasm", tests[0].file));
        std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
    });
    let (input, expected) = (input?, expected?);
    let optimized = |setting, wasm: &[u8]| {
        let output = optimize(setting, wasm).map_err(|error| error.to_string())?;
        Interpreter.module(&output.wasm)
    };
    let modules = Modules {
        plain: optimized(plain, &input)?,
        both: [
            [Interpreter.module(&input)?, optimized(promised, &input)?],
            [Interpreter.module(&expected)?, optimized(promised, &expected)?],
        ],
    };
    Ok(tests.iter().map(|test| execute(&modules, test)).collect())
}

struct Options {
    index: String,
    level: Level,
    list: bool,
    json: Option<String>,
    only: Vec<String>,
}

fn options() -> Result<Options, String> {
    let mut options =
        Options { index: String::new(), level: Level::O3, list: false, json: None, only: vec![] };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--level" => {
                let level = arguments.next().ok_or("--level: no level")?;
                options.level = level.parse().map_err(|error| format!("{error}"))?;
            }
            "--list" => options.list = true,
            "--json" => options.json = Some(arguments.next().ok_or("--json: no file")?),
            other if other.starts_with('-') => return Err(format!("unknown option {other}")),
            index if options.index.is_empty() => options.index = index.to_string(),
            only => options.only.push(only.to_string()),
        }
    }
    if options.index.is_empty() { Err("no index".to_string()) } else { Ok(options) }
}

/// The tests of the index, by file.
fn tests(options: &Options) -> Result<Vec<Vec<Test>>, String> {
    let text = std::fs::read_to_string(&options.index)
        .map_err(|error| format!("{}: {error}", options.index))?;
    let mut files: BTreeMap<String, Vec<Test>> = BTreeMap::new();
    for line in text.lines() {
        let [file, function, kinds, frame] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("{}: {line}", options.index));
        };
        let folder = file.split('/').next().unwrap_or_default();
        if options.only.is_empty() || options.only.iter().any(|only| only == folder || only == file)
        {
            let [file, function, kinds] = [file, function, kinds].map(str::to_string);
            let test = Test { file: file.clone(), function, kinds, frame: frame == "frame" };
            files.entry(file).or_default().push(test);
        }
    }
    Ok(files.into_values().collect())
}

const COLUMNS: [(&str, Option<usize>); 9] = [
    ("folder", None),
    ("functions", None),
    ("comparable", None),
    ("as expected", None),
    ("less", None),
    ("slower", None),
    ("wrong", None),
    ("as expected, %", Some(1)),
    ("as with LLVM first", None),
];

/// Counts of verdicts.
#[derive(Clone, Copy, Default)]
struct Row {
    functions: usize,
    counts: [usize; 6],
    /// Those as expected that are complete, too.
    complete: usize,
}

impl Row {
    fn of(&self, verdict: Verdict) -> usize {
        self.counts[verdict as usize]
    }

    /// Functions of which LLVM's output is faster, or ours is slower.
    fn comparable(&self) -> usize {
        [Verdict::AsExpected, Verdict::Less, Verdict::Slower].map(|it| self.of(it)).iter().sum()
    }

    fn cells(&self, name: &str) -> [Cell; COLUMNS.len()] {
        let all = self.comparable();
        let share = (all > 0).then(|| 100.0 * self.of(Verdict::AsExpected) as f64 / all as f64);
        [
            name.into(),
            self.functions.into(),
            all.into(),
            self.of(Verdict::AsExpected).into(),
            self.of(Verdict::Less).into(),
            self.of(Verdict::Slower).into(),
            self.of(Verdict::Wrong).into(),
            share.into(),
            self.complete.into(),
        ]
    }
}

fn print(cells: &[Cell]) {
    let text = |cell: &Cell| match cell {
        Cell::Null => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Int(count) => count.to_string(),
        Cell::Float(value) => format!("{value:.1}"),
    };
    let cells: Vec<String> = cells.iter().map(text).collect();
    println!(
        "{:<30}{}",
        cells[0],
        cells[1..].iter().map(|cell| format!("{cell:>19}")).collect::<String>()
    );
}

fn main() -> ExitCode {
    let (options, files) = match options().and_then(|it| tests(&it).map(|files| (it, files))) {
        Ok(both) => both,
        Err(error) => {
            eprintln!("llvm-tests: {error}");
            return ExitCode::from(2);
        }
    };
    let folder = Path::new(&options.index).parent().unwrap_or(Path::new(""));
    let (next, results) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(tests) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let checked = check(folder, tests, options.level);
                    results.lock().expect("no thread panicked").insert(&tests[0].file, checked);
                }
            });
        }
    });
    let results = results.into_inner().expect("no thread panicked");
    let (mut rows, mut failed) = (BTreeMap::<&str, Row>::new(), false);
    for tests in &files {
        let file = &tests[0].file;
        let results = match &results[file] {
            Ok(results) => results,
            Err(error) => {
                println!("not optimized: {file}: {error}");
                failed = true;
                continue;
            }
        };
        for (test, result) in tests.iter().zip(results) {
            let row = rows.entry(file.split('/').next().unwrap_or_default()).or_default();
            let verdict = result.as_ref().map_or(Verdict::Wrong, Executed::verdict);
            row.functions += 1;
            row.counts[verdict as usize] += 1;
            let complete = result.as_ref().is_ok_and(Executed::is_complete);
            row.complete += usize::from(complete && verdict == Verdict::AsExpected);
            match result {
                Err(error) => {
                    println!("wrong: {file} {}: {error}", test.function);
                    failed = true;
                }
                Ok(it) if options.list && matches!(verdict, Verdict::Less | Verdict::Slower) => {
                    let frame = if test.frame { ", with a frame" } else { "" };
                    println!(
                        "{}: {file} {}: {} -> {}, LLVM {} -> {}{frame}",
                        if verdict == Verdict::Less { "less" } else { "slower" },
                        test.function,
                        it.input[0],
                        it.input[1],
                        it.expected[0],
                        it.expected[1]
                    );
                }
                Ok(_) => {}
            }
        }
    }
    let (mut sum, mut measured) = (Row::default(), Measured::new(&COLUMNS));
    print(&COLUMNS.map(|(title, _)| title.into()));
    for (folder, row) in &rows {
        print(&row.cells(folder));
        measured.row(row.cells(folder));
        sum.functions += row.functions;
        sum.complete += row.complete;
        sum.counts.iter_mut().zip(row.counts).for_each(|(sum, count)| *sum += count);
    }
    let cells = sum.cells("all");
    print(&cells);
    for ((title, _), cell) in COLUMNS.iter().zip(&cells).skip(1) {
        measured.quote(title, cell.clone());
    }
    if let Some(file) = &options.json
        && let Err(error) = measured.write(file, "scripts/llvm-tests")
    {
        eprintln!("llvm-tests: {error}");
        return ExitCode::from(2);
    }
    ExitCode::from(u8::from(failed))
}
