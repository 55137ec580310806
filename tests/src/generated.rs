//! Modules made from a seed, and the check that a test, the long run and the fuzzer share.
//!
//! A [`Kind`] says which proposals a module uses; the seed says everything else. Half of the
//! modules avoid traps, so that calls get far; half carry wasm-smith's own counter that ends
//! loops, so that endless programs end at the same place before and after.

use crate::differ;
use arbitrary::Unstructured;
use invar_filetests::differ::Tally;
use invar_filetests::optimize::{Failure, Functions, Setting, optimize};
use invar_generate::Random;
use invar_generate::arrays::arrays;
use invar_generate::checked::checked;
use invar_generate::ownership;
use invar_generate::program::program;
use invar_generate::variables::variables;
use std::fmt::Write as _;
use std::path::PathBuf;
use wasm_smith::{Config, InstructionKind, InstructionKinds, MemoryOffsetChoices, Module};
use wasmparser::{Operator, Parser, Payload};

/// Which proposals a module uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// WebAssembly 1.0: numbers, one memory, globals, tables of functions.
    Mvp,
    /// The same, integers and control flow only: more of what the mid-end works on.
    Integer,
    /// Vectors.
    Simd,
    /// References, garbage-collected objects, typed function references.
    Gc,
    /// Tail calls and several results.
    Calls,
    /// Several memories, of 32 and 64 bits, bulk operations, segments.
    Memories,
    /// Exceptions.
    Exceptions,
    /// Atomics.
    Threads,
    /// Everything at once.
    All,
    /// Not wasm-smith's: [loops and invariants](invar_generate::program).
    Program,
    /// Nor these: [loops over arrays](invar_generate::arrays).
    Arrays,
    /// Nor these: [loops with checks of indexes](invar_generate::checked).
    Checked,
    /// Nor these: [variables in memory](invar_generate::variables).
    Variables,
    /// Nor these: [reference counts](invar_generate::ownership).
    Ownership,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 28] = [
        Kind::Mvp,
        Kind::Integer,
        Kind::Simd,
        Kind::Gc,
        Kind::Calls,
        Kind::Memories,
        Kind::Exceptions,
        Kind::Threads,
        Kind::All,
        // These are more than half of all.
        Kind::Program,
        Kind::Program,
        Kind::Program,
        Kind::Arrays,
        Kind::Arrays,
        Kind::Arrays,
        Kind::Arrays,
        Kind::Checked,
        Kind::Checked,
        Kind::Checked,
        Kind::Checked,
        Kind::Variables,
        Kind::Variables,
        Kind::Variables,
        Kind::Variables,
        Kind::Ownership,
        Kind::Ownership,
        Kind::Ownership,
        Kind::Ownership,
    ];

    /// How many there are.
    pub const COUNT: usize = Kind::Ownership as usize + 1;

    /// The kind of a seed: each in turn.
    pub fn of(seed: u64) -> Kind {
        Kind::ALL[(seed % Kind::ALL.len() as u64) as usize]
    }

    fn config(self, random: &mut Random) -> Config {
        let all = self == Kind::All;
        let mut config = Config {
            export_everything: true,
            min_types: 4,
            min_funcs: 3,
            max_funcs: 9,
            max_imports: 8,
            max_types: 20,
            max_globals: 10,
            max_data_segments: 6,
            max_element_segments: 6,
            max_elements: 20,
            max_instructions: 60 + random.below(340),
            max_memory32_bytes: 1 << 20,
            max_memory64_bytes: 1 << 20,
            max_table_elements: 200,
            max_tags: 4,
            // A start function that traps is all that would be seen of a module.
            allow_start_export: random.one_in(8),
            memory_offset_choices: MemoryOffsetChoices(90, 9, 1),
            disallow_traps: random.one_in(2),
            canonicalize_nans: random.one_in(4),
            // Not known to the engine.
            compact_imports_enabled: false,
            reference_types_enabled: all || matches!(self, Kind::Gc | Kind::Exceptions),
            gc_enabled: all || matches!(self, Kind::Gc | Kind::Exceptions),
            exceptions_enabled: all || self == Kind::Exceptions,
            simd_enabled: all || self == Kind::Simd,
            relaxed_simd_enabled: all || self == Kind::Simd,
            tail_call_enabled: all || matches!(self, Kind::Gc | Kind::Calls),
            multi_value_enabled: !matches!(self, Kind::Mvp | Kind::Integer),
            bulk_memory_enabled: !matches!(self, Kind::Mvp | Kind::Integer),
            saturating_float_to_int_enabled: self != Kind::Mvp,
            sign_extension_ops_enabled: self != Kind::Mvp,
            wide_arithmetic_enabled: all || self == Kind::Calls,
            memory64_enabled: all || self == Kind::Memories,
            threads_enabled: all || self == Kind::Threads,
            extended_const_enabled: self != Kind::Mvp,
            max_memories: if all || self == Kind::Memories { 3 } else { 1 },
            max_tables: if all || self == Kind::Gc { 4 } else { 1 },
            ..Config::default()
        };
        config.min_memories = u32::from(self != Kind::Gc);
        if self == Kind::Integer {
            use InstructionKind::*;
            let kinds = [NumericInt, Parametric, Variable, MemoryInt, Control];
            config.allowed_instructions = InstructionKinds::new(&kinds);
            config.allow_floats = false;
        }
        config
    }
}

/// The module of a seed, or `None` if it could block forever.
pub fn module(seed: u64) -> Option<Vec<u8>> {
    let mut random = Random::new(seed);
    let text = match Kind::of(seed) {
        Kind::Program => Some(program(&mut random)),
        Kind::Arrays => Some(arrays(&mut random)),
        Kind::Checked => Some(checked(&mut random)),
        Kind::Variables => Some(variables(&mut random)),
        Kind::Ownership => Some(ownership::ownership(&mut random)),
        _ => None,
    };
    if let Some(text) = text {
        return Some(wat::parse_str(&text).unwrap_or_else(|error| panic!("{text}\n{error}")));
    }
    let bytes = 1000 + random.below(20_000);
    let bytes = random.bytes(bytes);
    smith(Kind::of(seed), &mut random, &bytes)
}

/// The module of a seed with a counter of what it does to reference counts, if it is of that kind.
pub fn counting_module(seed: u64) -> Option<Vec<u8>> {
    let text = match Kind::of(seed) {
        Kind::Ownership => ownership::counting(&mut Random::new(seed)),
        _ => return None,
    };
    Some(wat::parse_str(&text).unwrap_or_else(|error| panic!("{text}\n{error}")))
}

/// The module that wasm-smith reads out of bytes.
pub fn smith(kind: Kind, random: &mut Random, bytes: &[u8]) -> Option<Vec<u8>> {
    let config = kind.config(random);
    let mut module = Module::new(config, &mut Unstructured::new(bytes)).ok()?;
    if random.one_in(2) {
        module.ensure_termination(50 + random.below(200) as u32).ok()?;
    }
    let wasm = module.to_bytes();
    (!may_block(&wasm)).then_some(wasm)
}

/// Whether a module waits on a shared memory: with one thread, nobody would wake it.
fn may_block(wasm: &[u8]) -> bool {
    for payload in Parser::new(0).parse_all(wasm) {
        let Ok(Payload::CodeSectionEntry(body)) = payload else { continue };
        let Ok(operators) = body.get_operators_reader() else { return true };
        for operator in operators {
            if matches!(
                operator,
                Ok(Operator::MemoryAtomicWait32 { .. } | Operator::MemoryAtomicWait64 { .. })
            ) {
                return true;
            }
        }
    }
    false
}

/// What a check of one module found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What ran.
    pub tally: Tally,
    /// What became of the functions, per setting.
    pub functions: [Functions; 8],
    /// Bytes of the original, and of each output.
    pub bytes: [usize; 9],
}

/// A defect.
#[derive(Clone, Debug)]
pub struct Defect {
    /// The setting at which it shows.
    pub setting: Setting,
    /// What it is.
    pub what: String,
    /// The output, if there is one.
    pub output: Option<Vec<u8>>,
}

/// Optimizes a module with each setting and runs all of them side by side.
pub fn check(wasm: &[u8], settings: &[Setting], seed: u64) -> Result<Checked, Defect> {
    let mut outputs = Vec::new();
    let mut checked = Checked::default();
    checked.bytes[0] = wasm.len();
    for (index, setting) in settings.iter().enumerate() {
        let output = optimize(*setting, wasm).map_err(|failure: Failure| Defect {
            setting: *setting,
            what: failure.to_string(),
            output: None,
        })?;
        checked.functions[index] = output.functions;
        checked.bytes[index + 1] = output.wasm.len();
        outputs.push(output.wasm);
    }
    let variants: Vec<&[u8]> = outputs.iter().map(Vec::as_slice).collect();
    match differ::compare(wasm, &variants, seed) {
        Ok(tally) => Ok(Checked { tally, ..checked }),
        Err(difference) => Err(Defect {
            setting: settings[difference.variant],
            what: difference.what,
            output: Some(outputs[difference.variant].clone()),
        }),
    }
}

/// Writes the module of a defect, and the output, to `target/failures`; gives a text that says
/// what and where, and how to see it again.
pub fn report(name: &str, seed: u64, wasm: &[u8], defect: &Defect) -> String {
    let folder = failures();
    let mut text = format!("{name}: {}: {}", defect.setting, defect.what);
    let mut write = |suffix: &str, bytes: &[u8]| {
        let path = folder.join(format!("{name}{suffix}.wasm"));
        if std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, bytes)).is_ok() {
            let _ = write!(text, "\n  {}", path.display());
        }
    };
    write("", wasm);
    if let Some(output) = &defect.output {
        write("-out", output);
    }
    let run = "cargo run --release -p invar-tests --bin generated --";
    text + &format!("\n  again: {run} --seed {seed} --count 1")
}

/// The folder for what failed: beside the running program's, in cargo's target directory.
pub fn failures() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists());
    target.map_or_else(std::env::temp_dir, PathBuf::from).join("failures")
}
