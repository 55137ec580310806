//! Mutation testing: runs the tests with each seeded bug and reports which layer detects it.
//!
//! ```text
//! cargo run --release -p invar-tests --features mutants --bin mutants
//! ```
//!
//! Options: `--only NAME,...` (mutants, or a part of their names), `--crate NAME`, `--layers
//! NAME,...` (unit, filetests, generated, round-trip, programs, spec, twins, corpus; all but the
//! last by default), `--all` (all layers, not only up to the first that detects it), `--jobs N`
//! (mutants at a time), `--json FILE`,
//! `--markdown FILE`, `--list`. Exits with 1 if less than 95% are detected, or a test fails without
//! a mutant.

use invar_ir::mutants::{MUTANTS, Seeded};
use invar_tests::mutants::{Layer, Layers, Outcome, Table, outcome};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The share that must be detected, in percent.
const LEAST: f64 = 95.0;

struct Options {
    only: Vec<String>,
    krate: Option<String>,
    layers: Vec<Layer>,
    all: bool,
    jobs: usize,
    json: Option<PathBuf>,
    markdown: Option<PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        only: Vec::new(),
        krate: None,
        layers: Layer::ALL.into_iter().filter(|&layer| layer != Layer::Corpus).collect(),
        all: false,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        json: None,
        markdown: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument}: no value"));
        match argument.as_str() {
            "--only" => options.only = value()?.split(',').map(str::to_string).collect(),
            "--crate" => options.krate = Some(value()?),
            "--layers" => {
                let of = |name| Layer::of(name).ok_or_else(|| format!("no layer {name}"));
                options.layers = value()?.split(',').map(of).collect::<Result<_, _>>()?;
                options.layers.sort_unstable();
            }
            "--all" => options.all = true,
            "--jobs" => {
                let number = value()?;
                let number = number.parse().map_err(|error| format!("--jobs {number}: {error}"));
                options.jobs = number?;
            }
            "--json" => options.json = Some(value()?.into()),
            "--markdown" => options.markdown = Some(value()?.into()),
            "--list" => {
                for Seeded { name, krate, kind, assumes, .. } in MUTANTS {
                    println!("{name:<30} {krate:<7} {:<9}{assumes}", kind.name());
                }
                std::process::exit(0);
            }
            other => return Err(format!("unknown option {other}")),
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs everything. Returns whether enough mutants were detected.
fn run(options: &Options) -> Result<bool, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in a folder");
    let folder = root.join("target/mutants");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let chosen: Vec<&'static Seeded> = MUTANTS
        .iter()
        .filter(|seeded| options.krate.as_ref().is_none_or(|krate| krate == seeded.krate))
        .filter(|seeded| {
            let named = |part: &String| seeded.name.contains(part.as_str());
            options.only.is_empty() || options.only.iter().any(named)
        })
        .collect();
    if chosen.is_empty() {
        return Err("no mutant has such a name".to_string());
    }

    let mut layers = Layers::build(root, &options.layers)?;
    for (layer, commands) in &mut layers.list {
        commands.retain(|command| {
            let tests =
                |seeded: &&Seeded| layer.is_about(seeded.krate) && command.sees(seeded.krate);
            chosen.iter().any(tests)
        });
        for command in commands {
            let log = folder.join(format!("none-{}.txt", command.name));
            let run = command.run(None, &log);
            if let Some(notice) = run.notice(*layer, command) {
                let (test, message) = (notice.test, notice.message);
                return Err(format!("{test} fails without a mutant: {message}"));
            }
            command.usual = run.time;
            println!("{:<10} {:<14} {:>7.1}s", layer.name(), command.name, run.time.as_secs_f64());
        }
    }

    let next = AtomicUsize::new(0);
    let outcomes: Mutex<Vec<Option<Outcome>>> = Mutex::new(vec![None; chosen.len()]);
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&seeded) = chosen.get(n) else { break };
                    let found = outcome(&layers, seeded, options.all, &folder);
                    println!("{}", found.line());
                    outcomes.lock().expect("no thread panicked")[n] = Some(found);
                }
            });
        }
    });
    let outcomes = outcomes.into_inner().expect("no thread panicked");
    let table = Table { outcomes: outcomes.into_iter().flatten().collect() };
    println!("\n{}", table.summary());
    let write = |file: &Option<PathBuf>, text: String| match file {
        Some(file) => std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display())),
        None => Ok(()),
    };
    if let Some(file) = &options.json {
        let program =
            "cargo run --release -p invar-tests --features invar/run,mutants --bin mutants";
        table.measured().write(file, program)?;
    }
    write(&options.markdown, table.markdown())?;
    Ok(table.percent() >= LEAST)
}
