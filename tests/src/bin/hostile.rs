//! Measures how time and memory grow with the size of inputs that expose quadratic algorithms.
//!
//! ```text
//! cargo run --release -p invar-tests --bin hostile
//! cargo run --release -p invar-tests --bin hostile -- --shape state-machine --level O3
//! ```
//!
//! Each shape (`invar_tests::hostile`) is optimized at three sizes, each twice the one before, the
//! largest nearly 1 MB, on one thread, in a process of its own; runs of less than two seconds are
//! repeated three times, and the best one counts. It prints the largest processor time and memory, and
//! the exponents of both in the size of the input: 1 is linear. No exponent is computed from small times.
//!
//! Options: `--shape NAME` (all), `--level O0|O3|frames` (all; `frames` is -O3 with
//! `--assume-stack-abi`), `--most-seconds S` (20: a process is stopped after that, and at 4 GB),
//! `--kilobytes N` (1000: the largest input), `--json FILE` (the table). Exits with 1 if an exponent is
//! over 1.3, or a run takes longer than that or more than 1 GB.

use invar::{Level, Optimizer};
use invar_tests::hostile::{self, *};
use invar_tests::json_result::Measured;
use std::io::Read;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// A shape: its name, and the function that makes a module of a given parameter.
type Shape = (&'static str, fn(u32) -> Vec<u8>);

const SHAPES: &[Shape] = &[
    ("state-machine", state_machine),
    ("full-tables", full_tables),
    ("many-tables", |n| many_tables(n, n)),
    ("far-branches", far_branches),
    ("frames-in-loops", frames_in_loops),
    ("frames-at-merges", frames_at_merges),
    ("nested-loops", nested_loops),
    ("nested-blocks", nested_blocks),
    ("nested-results", nested_results),
    ("nested-ifs", nested_ifs),
    ("diamonds", diamonds),
    ("sequential-blocks", sequential_blocks),
    ("sequential-loops", sequential_loops),
    ("locals", hostile::locals),
    ("locals-in-loops", |n| locals_in_loops(n, n)),
    ("deep-stack", deep_stack),
    ("deep-expression", deep_expression),
    ("deep-loads", deep_loads),
    ("many-functions", many_functions),
    ("wide-table", wide_table),
    ("many-stores", many_stores),
    ("loads-and-stores", loads_and_stores),
    ("long-body", |n| long_body(32 + 9 * n as usize)),
];

const LEVELS: &[&str] = &["O0", "O3", "frames"];

const MOST_EXPONENT: f64 = 1.3;
const MOST_KILOBYTES: u64 = 1 << 20;
/// A process is stopped when it uses more memory than that.
const STOP_KILOBYTES: u64 = 4 << 20;
/// The smallest time in seconds from which an exponent is computed.
const MEASURABLE: f64 = 0.2;
/// How often runs of less than [`SURE`] seconds are repeated, against noise.
const REPEATS: u32 = 3;
/// See [`REPEATS`].
const SURE: f64 = 2.0;
/// The memory that any small input takes.
const BASE_KILOBYTES: u64 = 64 << 10;

struct Options {
    shape: Option<String>,
    level: Option<String>,
    most_seconds: f64,
    kilobytes: usize,
    json: Option<String>,
}

/// The cost of a run.
#[derive(Clone, Copy)]
struct Run {
    bytes: usize,
    seconds: f64,
    /// The peak memory.
    kilobytes: u64,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.first().map(String::as_str) {
        Some("--measure") => measure(&arguments[1..]).map(|()| true),
        _ => options(&arguments).and_then(|options| table(&options)),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("hostile: {error}");
            ExitCode::from(2)
        }
    }
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options =
        Options { shape: None, level: None, most_seconds: 20.0, kilobytes: 1000, json: None };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{argument}: no value"))?;
        let number = || value.parse::<f64>().map_err(|error| format!("{value}: {error}"));
        match argument.as_str() {
            "--shape" => {
                shape(value)?;
                options.shape = Some(value.clone());
            }
            "--level" => {
                level(value)?;
                options.level = Some(value.clone());
            }
            "--most-seconds" => options.most_seconds = number()?,
            "--kilobytes" => options.kilobytes = number()? as usize,
            "--json" => options.json = Some(value.clone()),
            _ => return Err(format!("there is no option `{argument}`")),
        }
    }
    Ok(options)
}

fn shape(name: &str) -> Result<Shape, String> {
    let names = || SHAPES.iter().map(|shape| shape.0).collect::<Vec<_>>().join(", ");
    let found = SHAPES.iter().copied().find(|shape| shape.0 == name);
    found.ok_or_else(|| format!("there is no shape `{name}`, but: {}", names()))
}

fn level(name: &str) -> Result<&'static str, String> {
    let found = LEVELS.iter().copied().find(|level| *level == name);
    found.ok_or_else(|| format!("there is no level `{name}`, but: {}", LEVELS.join(", ")))
}

/// The child process: optimizes one shape at one size and prints the cost.
fn measure(arguments: &[String]) -> Result<(), String> {
    let [name, parameter, level] = arguments else { return Err("--measure: three values".into()) };
    let parameter = parameter.parse().map_err(|error| format!("{parameter}: {error}"))?;
    let wasm = shape(name)?.1(parameter);
    let optimizer = match level.as_str() {
        "O0" => Optimizer::new(Level::O0),
        "O3" => Optimizer::new(Level::O3),
        _ => Optimizer::new(Level::O3).assume_stack_abi(true),
    };
    let (start, before) = (Instant::now(), processor_time());
    let output = optimizer.threads(1).run(&wasm).map_err(|error| error.to_string())?;
    // Processor time, since wall time depends on other processes.
    let seconds = match (before, processor_time()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64(),
    };
    if let Some(bug) = output.report.bugs.first() {
        return Err(bug.to_string());
    }
    println!("{seconds} {}", most_memory("self"));
    Ok(())
}

/// The processor time of this process in seconds, in steps of a hundredth; `None` if the system does not
/// report it.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may contain spaces: user time and system time are fields 12 and 13.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

/// The peak memory of a process, in kilobytes; 0 if the system does not report it.
fn most_memory(process: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The largest parameter for which the module has at most that many bytes.
fn parameter(make: fn(u32) -> Vec<u8>, bytes: usize) -> u32 {
    let (mut fits, mut over) = (1, 2);
    while make(over).len() <= bytes {
        (fits, over) = (over, over * 2);
    }
    while over - fits > 1 + fits / 64 {
        let middle = fits + (over - fits) / 2;
        if make(middle).len() <= bytes {
            fits = middle;
        } else {
            over = middle;
        }
    }
    fits
}

/// Runs a shape in a process of its own; `None` if it had to be stopped.
fn run((name, make): Shape, bytes: usize, level: &str, most: f64) -> Result<Option<Run>, String> {
    let parameter = parameter(make, bytes);
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .args(["--measure", name, &parameter.to_string(), level])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let start = Instant::now();
    // Making the module takes time, too.
    let most = Duration::from_secs_f64(most + 1.0);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        let process = child.id().to_string();
        if start.elapsed() > most || most_memory(&process) > STOP_KILOBYTES {
            child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let mut text = String::new();
    let mut output = child.stdout.take().expect("it is piped");
    output.read_to_string(&mut text).map_err(|error| error.to_string())?;
    let mut words = text.split_whitespace();
    let failed = || format!("{name} of {parameter} at {level}: {status}");
    let seconds = words.next().and_then(|word| word.parse().ok()).ok_or_else(failed)?;
    let kilobytes = words.next().and_then(|word| word.parse().ok()).ok_or_else(failed)?;
    Ok(Some(Run { bytes: make(parameter).len(), seconds, kilobytes }))
}

/// The slope of the logarithms, by least squares.
fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 2 {
        return None;
    }
    let count = points.len() as f64;
    let logs = || points.iter().map(|&(x, y)| (x.ln(), y.ln()));
    let (x, y) = logs().fold((0.0, 0.0), |(x, y), log| (x + log.0 / count, y + log.1 / count));
    let covariance: f64 = logs().map(|log| (log.0 - x) * (log.1 - y)).sum();
    let variance: f64 = logs().map(|log| (log.0 - x).powi(2)).sum();
    (variance > 0.0).then(|| covariance / variance)
}

/// Prints the table. Returns whether everything is within bounds.
fn table(options: &Options) -> Result<bool, String> {
    println!("shape              level      bytes  seconds  exponent       MB  exponent");
    let mut all_good = true;
    let mut measured = Measured::new(&[
        ("shape", None),
        ("level", None),
        ("bytes", None),
        ("seconds", Some(2)),
        ("exponent of time", Some(2)),
        ("MB", None),
        ("exponent of memory", Some(2)),
        ("within bounds", None),
    ]);
    let (mut beyond, mut slowest, mut largest) = (0usize, 0.0f64, 0);
    let wanted = |wanted: &Option<String>, name: &str| wanted.as_deref().is_none_or(|w| w == name);
    for &(name, make) in SHAPES.iter().filter(|shape| wanted(&options.shape, shape.0)) {
        for level in LEVELS.iter().filter(|level| wanted(&options.level, level)) {
            // The promise has no effect without a stack pointer.
            if *level == "frames" && !name.starts_with("frames") {
                continue;
            }
            let bytes = options.kilobytes * 1000;
            let mut runs = Vec::new();
            for bytes in [bytes / 4, bytes / 2, bytes] {
                let Some(mut best) = run((name, make), bytes, level, options.most_seconds)? else {
                    break;
                };
                for _ in 1..REPEATS {
                    if best.seconds >= SURE {
                        break;
                    }
                    if let Some(again) = run((name, make), bytes, level, options.most_seconds)? {
                        best.seconds = best.seconds.min(again.seconds);
                    }
                }
                runs.push(best);
            }
            let stopped = runs.len() < 3;
            let measurable = runs.last().is_some_and(|last| last.seconds >= MEASURABLE);
            let time = runs.iter().map(|run| (run.bytes as f64, run.seconds.max(0.001)));
            let time = exponent(&time.collect::<Vec<_>>()).filter(|_| measurable);
            let large = runs.last().is_some_and(|last| last.kilobytes > 2 * BASE_KILOBYTES);
            let memory = runs.iter().map(|run| (run.bytes as f64, run.kilobytes.max(1) as f64));
            let memory = exponent(&memory.collect::<Vec<_>>()).filter(|_| large);
            let steep = |exponent: Option<f64>| exponent.is_some_and(|e| e > MOST_EXPONENT);
            let heavy = runs
                .iter()
                .any(|run| run.kilobytes > MOST_KILOBYTES || run.seconds > options.most_seconds);
            let good = !stopped && !heavy && !steep(time) && !steep(memory);
            all_good &= good;
            let number =
                |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
            let last = runs.last();
            let most = runs.iter().map(|run| run.seconds).reduce(f64::max);
            let megabytes = runs.iter().map(|run| run.kilobytes / 1024).max();
            beyond += usize::from(!good);
            slowest = slowest.max(most.unwrap_or_default());
            largest = largest.max(megabytes.unwrap_or_default());
            measured.row([
                name.into(),
                (*level).into(),
                last.map(|run| run.bytes).into(),
                most.into(),
                time.into(),
                megabytes.into(),
                memory.into(),
                if good { "yes" } else { "no" }.into(),
            ]);
            println!(
                "{name:18} {level:6} {:>9} {:>8} {:>9} {:>8} {:>9}{}{}",
                last.map_or("-".into(), |run| run.bytes.to_string()),
                number(most),
                number(time),
                megabytes.map_or("-".into(), |most| most.to_string()),
                number(memory),
                if good { "" } else { "  !" },
                if stopped { " stopped at the next size" } else { "" },
            );
        }
    }
    if let Some(file) = &options.json {
        measured.quote("rows", measured.rows.len());
        measured.quote("beyond", beyond);
        measured.quote("seconds_most", slowest);
        measured.quote("megabytes_most", largest);
        measured.write(file, "cargo run --release -p invar-tests --bin hostile")?;
    }
    Ok(all_good)
}
