//! Tracks operators that modules execute on the interpreter, and their bytes of code: they may not get
//! worse than section `programs` of `benches/ratchet/figures` says.
//!
//! These modules need no compiler and no network: texts of `benches/objects`, programs in C that
//! `benches/ratchet/build` has compiled, and programs made from seeds, of which the sums are held. If a figure is
//! worse, find out why; `benches/ratchet/run` says how a row is changed. `INVAR_RATCHET=FILE` writes what was
//! measured.

use invar::Level;
use invar_filetests::Interpreter;
use invar_filetests::differ::{End, Engine, Side};
use invar_filetests::optimize::{Setting, optimize};
use invar_filetests::ratchet::Section;
use invar_generate::{
    Random, arrays, checked, compounds, handlers, objects, ownership, program, shapes, variables,
    vectors,
};
use invar_interp::{Const, Extern, Host, Limits, Program, Stop, Store, Value};
use std::path::PathBuf;
use std::sync::Mutex;

const COLUMNS: [&str; 7] = ["input=", "O1", "O2", "O3", "O4+stack", "Oz", "O3+simd"];
const LEVELS: [Setting; 6] = [
    Setting::new(Level::O1, true),
    Setting::new(Level::O2, true),
    Setting::new(Level::O3, true),
    Setting::new(Level::O4, true).stack_abi(),
    Setting::new(Level::Oz, true),
    Setting::new(Level::O3, true).with_simd(),
];

/// Programs that export `run(n)`, and their n.
const MODULES: [(&str, i32); 30] = [
    ("objects/boxed.wat", 8),
    ("objects/closures.wat", 20),
    ("objects/exceptions.wat", 200),
    ("objects/iterators.wat", 20),
    ("objects/strings.wat", 10),
    ("objects/vtables.wat", 300),
    ("ratchet/modules/base64.O3.wasm", 600),
    ("ratchet/modules/checksum.O3.wasm", 800),
    ("ratchet/modules/compare.O3.wasm", 600),
    ("ratchet/modules/distance.O0.wasm", 30),
    ("ratchet/modules/distance.O3.wasm", 60),
    ("ratchet/modules/dot.O3.wasm", 500),
    ("ratchet/modules/fdtd.O3.wasm", 20),
    ("ratchet/modules/floyd.O3.wasm", 24),
    ("ratchet/modules/gemm.O0.wasm", 16),
    ("ratchet/modules/gemm.O3.wasm", 24),
    ("ratchet/modules/grey.O3.wasm", 600),
    ("ratchet/modules/heat.O3.wasm", 10),
    ("ratchet/modules/jacobi.O0.wasm", 60),
    ("ratchet/modules/json.O0.wasm", 500),
    ("ratchet/modules/json.O3.wasm", 1500),
    ("ratchet/modules/lu.O3.wasm", 30),
    ("ratchet/modules/nbody.O3.wasm", 100),
    ("ratchet/modules/particles.O3.wasm", 60),
    ("ratchet/modules/prefix.O3.wasm", 500),
    ("ratchet/modules/sha256.O0.wasm", 4),
    ("ratchet/modules/sobel.O3.wasm", 20),
    ("ratchet/modules/sort.O0.wasm", 150),
    ("ratchet/modules/sort.O3.wasm", 400),
    ("ratchet/modules/spmv.O3.wasm", 60),
];

type Generator = fn(&mut Random) -> String;

/// Programs made from seeds; a row is the sum over [`SEEDS`] of them, the first of which each call of the input ends
/// within [`CALL_FUEL`]. Those of the last two generators count references.
const GENERATED: [(&str, Generator); 11] = [
    ("program", program::program),
    ("arrays", arrays::arrays),
    ("checked", checked::checked),
    ("compounds", compounds::compounds),
    ("variables", variables::variables),
    ("vectors", vectors::vectors),
    ("handlers", handlers::handlers),
    ("legacy", handlers::legacy),
    ("objects", objects::objects),
    ("ownership", ownership::ownership),
    ("shapes", shapes::shapes),
];
const SEEDS: usize = 8;
/// Operators that one call may execute: of a module, and of an export of a program made from a seed.
const FUEL: u64 = 1 << 30;
const CALL_FUEL: u64 = 50_000;

/// A host without functions.
struct NoHost;

impl Host for NoHost {
    fn call(&mut self, _: &mut Store, _: u32, _: &[Value]) -> Result<Vec<Value>, Stop> {
        Err(Stop::Host("an import was called".to_owned()))
    }
}

/// Calls `run(n)`: its results, and the operators that it executes.
fn execute(wasm: &[u8], n: i32) -> (Vec<Value>, u64) {
    let (module, _) = invar_wasm::read(wasm.into()).expect("a valid module");
    let program = Program::new(module);
    let mut store = Store::new(Limits { memory: 1 << 28, ..Limits::default() }, FUEL);
    let instance = store.instantiate(&mut NoHost, &program, &[]).expect("it imports nothing");
    let Some(Extern::Func(run)) = store.export(instance, "run") else { panic!("no run") };
    let before = store.fuel;
    let results = store.call(&mut NoHost, run, &[Value::Number(Const::I32(n))]).expect("returns");
    (results, before - store.fuel)
}

/// Bytes of the code section.
fn code_bytes(wasm: &[u8]) -> u64 {
    let payloads = wasmparser::Parser::new(0).parse_all(wasm);
    let sizes = payloads.filter_map(|payload| match payload {
        Ok(wasmparser::Payload::CodeSectionStart { size, .. }) => Some(u64::from(size)),
        _ => None,
    });
    sizes.sum()
}

/// The operators that all calls of exports execute, of a program made from a seed; none if it cannot be instantiated
/// or one call does not end within the given number.
fn execute_exports(wasm: &[u8], fuel: u64) -> Option<u64> {
    let module = Interpreter.module(wasm).expect("a valid module");
    let mut side = Interpreter.instantiate(&module, fuel).ok()?;
    let mut executed = 0;
    for name in side.exports() {
        for seed in 0..4 {
            let Some((end, operators)) = side.call(&name, seed, fuel) else { continue };
            executed += operators;
            if matches!(end, End::Limit(_)) {
                return None;
            }
        }
    }
    Some(executed)
}

/// Something that is measured at each level, and gives two rows.
#[derive(Clone, Copy)]
enum Subject {
    Module(&'static str, i32),
    Generated(&'static str, Generator),
}

fn bench(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../benches").join(path)
}

/// Operators and bytes: of the input, and at each level.
fn measure(subject: Subject) -> (String, [Vec<u64>; 2]) {
    let mut sums = [vec![0; COLUMNS.len()], vec![0; COLUMNS.len()]];
    let mut add = |at: usize, operators: u64, wasm: &[u8]| {
        sums[0][at] += operators;
        sums[1][at] += code_bytes(wasm);
    };
    let optimized = |name: &str, setting: Setting, wasm: &[u8]| match optimize(setting, wasm) {
        Ok(output) => output.wasm,
        Err(failure) => panic!("{name}, {setting}: {failure}"),
    };
    let name = match subject {
        Subject::Module(path, n) => {
            let wasm = wat::parse_file(bench(path)).expect("a module");
            let (expected, operators) = execute(&wasm, n);
            add(0, operators, &wasm);
            for (at, setting) in LEVELS.into_iter().enumerate() {
                let output = optimized(path, setting, &wasm);
                let (result, operators) = execute(&output, n);
                assert_eq!(result, expected, "{path}, {setting}");
                add(at + 1, operators, &output);
            }
            let file = path.rsplit('/').next().unwrap_or(path);
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            if path.starts_with("objects") { format!("objects-{stem}") } else { stem.to_owned() }
        }
        Subject::Generated(name, generate) => {
            let programs = (0..).filter_map(|seed| {
                let wasm = wat::parse_str(generate(&mut Random::new(seed))).expect("text");
                let wasm = if name == "shapes" { shapes::without_names(&wasm) } else { wasm };
                Some((execute_exports(&wasm, CALL_FUEL)?, wasm))
            });
            for (operators, wasm) in programs.take(SEEDS) {
                add(0, operators, &wasm);
                for (at, setting) in LEVELS.into_iter().enumerate() {
                    let counts = matches!(name, "ownership" | "shapes");
                    let setting = if counts { setting.counting() } else { setting };
                    let output = optimized(name, setting, &wasm);
                    let operators = execute_exports(&output, 4 * CALL_FUEL);
                    add(at + 1, operators.expect("as soon as its input"), &output);
                }
            }
            format!("generated-{name}")
        }
    };
    (name, sums)
}

#[test]
fn no_figure_is_worse() {
    let mut subjects: Vec<Subject> = MODULES.map(|(path, n)| Subject::Module(path, n)).to_vec();
    subjects.extend(GENERATED.map(|(name, generate)| Subject::Generated(name, generate)));
    let (queue, now) = (Mutex::new(subjects), Mutex::new(Section::new("module measure", &COLUMNS)));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(subject) = queue.lock().map(|mut queue| queue.pop()).ok().flatten() {
                    let (name, [operators, bytes]) = measure(subject);
                    let mut now = now.lock().expect("no thread panicked");
                    now.rows.insert(format!("{name} operators"), operators);
                    now.rows.insert(format!("{name} bytes"), bytes);
                }
            });
        }
    });
    let now = now.into_inner().expect("no thread panicked");
    if let Ok(path) = std::env::var("INVAR_RATCHET") {
        // `benches/ratchet/run` compares.
        return std::fs::write(path, now.print("programs")).expect("the file can be written");
    }
    let file = std::fs::read_to_string(bench("ratchet/figures")).expect("the figures");
    let held = Section::parse(&file, "programs").expect("a section of figures");
    let worse = held.worse(&now);
    assert!(worse.is_empty(), "{} figures are worse:\n{}", worse.len(), worse.join("\n"));
}
