//! Differential testing of single functions of real modules, without a driver ([`invar_tests::twins`]).
//!
//! ```text
//! cargo run --release -p invar-tests --bin twins -- MODULE...
//! ```
//!
//! Options: `--level O3` (any level), `--no-guard`, `--jobs N` (all processors), `--budget RUNS` (600: per
//! function and mode), `--seed N` (0), `--isolate` or `--whole` (both), `--sample N` (about that many
//! functions of each module), `--json FILE` (the figures). Exits with 1 if something differed; the modules
//! are in `target/failures`.

use invar::Level;
use invar_filetests::optimize::{Setting, optimize};
use invar_tests::generated::failures;
use invar_tests::json_result::{Cell, Measured};
use invar_tests::twins::{Plan, Report, run};
use std::process::ExitCode;
use std::time::Instant;

struct Options {
    setting: Setting,
    plan: Plan,
    json: Option<String>,
    modules: Vec<String>,
}

fn options() -> Result<Options, String> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan { isolate: true, whole: true, budget: 600, seed: 0, jobs, sample: None };
    let setting = Setting::new(Level::O3, true);
    let mut options = Options { setting, plan, json: None, modules: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument}: no value"));
        let number = |text: String| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
        match argument.as_str() {
            "--level" => {
                options.setting.level = value()?.parse().map_err(|error| format!("{error}"))?;
            }
            "--no-guard" => options.setting.guard = false,
            "--jobs" => options.plan.jobs = number(value()?)?.max(1) as usize,
            "--budget" => options.plan.budget = number(value()?)?,
            "--seed" => options.plan.seed = number(value()?)?,
            "--sample" => options.plan.sample = Some(number(value()?)? as usize),
            "--isolate" => options.plan.whole = false,
            "--whole" => options.plan.isolate = false,
            "--json" => options.json = Some(value()?),
            other if other.starts_with('-') => return Err(format!("unknown option {other}")),
            module => options.modules.push(module.to_string()),
        }
    }
    if !options.plan.whole && !options.plan.isolate {
        (options.plan.whole, options.plan.isolate) = (true, true);
    }
    if options.modules.is_empty() { Err("no module".to_string()) } else { Ok(options) }
}

/// The figures of a module, or sums of them.
#[derive(Default)]
struct Row {
    functions: usize,
    run: usize,
    edges: usize,
    reached: usize,
    runs: u64,
    skipped: u64,
    seconds: f64,
    differences: usize,
}

impl Row {
    fn new(report: &Report, seconds: f64) -> Row {
        let (run, edges, reached) = report.coverage();
        let (functions, differences) = (report.functions, report.differences.len());
        let (runs, skipped) = (report.runs, report.skipped);
        Row { functions, run, edges, reached, runs, skipped, seconds, differences }
    }

    fn add(&mut self, other: &Row) {
        self.functions += other.functions;
        self.run += other.run;
        self.edges += other.edges;
        self.reached += other.reached;
        self.runs += other.runs;
        self.skipped += other.skipped;
        self.seconds += other.seconds;
        self.differences += other.differences;
    }

    fn percent(&self) -> f64 {
        100.0 * self.reached as f64 / self.edges.max(1) as f64
    }

    fn print(&self, name: &str) {
        println!(
            "{name:<28}{:>10}{:>8}{:>9}{:>9}{:>7.1}%{:>10}{:>8}{:>7.1}s{:>6}",
            self.functions,
            self.run,
            self.edges,
            self.reached,
            self.percent(),
            self.runs,
            self.skipped,
            self.seconds,
            self.differences
        );
    }

    /// Time is omitted, since it depends on the machine.
    fn cells(&self, name: &str) -> [Cell; COLUMNS.len()] {
        let share = (self.edges > 0).then(|| self.percent());
        [
            name.into(),
            self.functions.into(),
            self.run.into(),
            self.edges.into(),
            self.reached.into(),
            share.into(),
            self.runs.into(),
            self.skipped.into(),
            self.differences.into(),
        ]
    }
}

const COLUMNS: [(&str, Option<usize>); 9] = [
    ("module", None),
    ("functions", None),
    ("run", None),
    ("edges", None),
    ("reached", None),
    ("reached, %", Some(1)),
    ("runs", None),
    ("skipped", None),
    ("differences", None),
];

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("twins: {error}");
            return ExitCode::from(2);
        }
    };
    println!(
        "{:<28}{:>10}{:>8}{:>9}{:>9}{:>8}{:>10}{:>8}{:>8}{:>6}",
        "module", "functions", "run", "edges", "reached", "", "runs", "skipped", "time", "diff"
    );
    let (mut all, mut share, mut measured) = (Row::default(), 0.0, Measured::new(&COLUMNS));
    let (mut ran, mut failed) = (0, false);
    for path in &options.modules {
        let name = path.rsplit('/').next().unwrap_or(path);
        let begin = Instant::now();
        let setting = options.setting;
        let found = std::fs::read(path).map_err(|error| error.to_string()).and_then(|wasm| {
            run(&wasm, &options.plan, &|wasm| {
                let output = optimize(setting, wasm).map_err(|failure| failure.to_string())?;
                Ok(output.wasm)
            })
        });
        let report = match found {
            Ok(report) => report,
            Err(error) => {
                eprintln!("{path}: {error}");
                failed = true;
                continue;
            }
        };
        let row = Row::new(&report, begin.elapsed().as_secs_f64());
        row.print(name);
        for reason in &report.reasons {
            println!("  not run: {}", reason.lines().next().unwrap_or_default());
        }
        for difference in &report.differences {
            let folder = failures();
            let file =
                folder.join(format!("{name}-{}-{}.wat", difference.mode, difference.function));
            let written = std::fs::create_dir_all(&folder)
                .and_then(|()| std::fs::write(&file, &difference.text));
            let place = match written {
                Ok(()) => file.display().to_string(),
                Err(error) => error.to_string(),
            };
            let what: String = difference.what.chars().take(300).collect();
            println!("  {} function {}: {what}\n    {place}", difference.mode, difference.function);
        }
        measured.row(row.cells(name));
        if row.edges > 0 {
            share += row.percent();
            ran += 1;
        }
        all.add(&row);
    }
    all.print("all");
    let mean = share / f64::from(ran.max(1));
    println!("edges reached, mean over modules: {mean:.1}%");
    if let Some(file) = &options.json {
        measured.quote("modules", measured.rows.len());
        measured.quote("functions", all.run);
        measured.quote("runs", all.runs);
        measured.quote("edges_reached", mean);
        measured.quote("differences", all.differences);
        measured.row(all.cells("all"));
        if let Err(error) = measured.write(file, "cargo run --release -p invar-tests --bin twins") {
            eprintln!("twins: {error}");
            return ExitCode::from(2);
        }
    }
    if all.differences == 0 && !failed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
