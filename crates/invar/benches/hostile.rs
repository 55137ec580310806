//! The contract on time and memory, on inputs that expose quadratic algorithms.
//!
//! ```text
//! cargo bench -p invar-opt --bench hostile
//! cargo bench -p invar-opt --bench hostile -- --shape state-machine --level O3
//! ```
//!
//! Each shape (`invar_generate::hostile`) is optimized by the command at two sizes, nearly 1 MB and a quarter of it,
//! on one thread. The contract:
//!
//! - twice the input takes at most 2.3 times the time and the memory, over the two doublings together;
//! - an input of 1 MB takes at most 10 s of processor time and 512 MB, a report included;
//! - a module of n MB of functions takes at most 25 n + 100 MB (shape `module`, 8 times as large as the others).
//!
//! Printed are the processor time and the peak memory at the largest size, and by what each doubling multiplies both.
//! Small times and memory multiply nothing. Runs of less than two seconds are repeated, and the best one counts; so
//! are the runs at both sizes where the contract seems to be broken.
//!
//! Options: `--shape NAME` (all), `--level O1|O3|Oz|report` (all; `report` is -O3 with a report), `--kilobytes N`
//! (1000: the largest input), `--json FILE` (the table). Exits with 1 if the contract is broken or the command fails.

#[path = "../../../tests/src/json_result.rs"]
mod json_result;
#[path = "hostile/run.rs"]
mod run;

use invar_generate::hostile::{SHAPES, Shape};
use json_result::Measured;
use run::{Input, Run};
use std::process::ExitCode;

/// The levels, and the options of the command.
const LEVELS: &[(&str, &[&str])] =
    &[("O1", &["-O1"]), ("O3", &["-O3"]), ("Oz", &["-Oz"]), ("report", &["-O3", "--report"])];

/// By how much twice the input may multiply time and memory.
const MOST_FACTOR: f64 = 2.3;
/// The most seconds for an input of the largest size.
const MOST_SECONDS: f64 = 10.0;
/// The most memory for an input of the largest size, in kilobytes.
const MOST_KILOBYTES: u64 = 512 << 10;
/// The smallest time in seconds by which a factor is measured.
const MEASURABLE: f64 = 0.2;
/// The smallest memory in kilobytes by which a factor is measured: what any small input takes, several times.
const BASE_KILOBYTES: u64 = 64 << 10;
/// How many doublings there are.
const DOUBLINGS: i32 = 2;
/// How often times that seem to break the contract are measured again, against noise.
const AGAIN: usize = 3;

/// How many times larger than other shapes the module of ordinary functions is.
const MODULE_TIMES: usize = 8;
/// Its memory: as much for each of its megabytes, and as much besides.
const MODULE_MEGABYTES: f64 = 25.0;
/// See [`MODULE_MEGABYTES`].
const MODULE_BASE_MEGABYTES: f64 = 100.0;

struct Options {
    shape: Option<String>,
    level: Option<String>,
    kilobytes: usize,
    json: Option<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    match options(&arguments).and_then(|options| table(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("hostile: {error}");
            ExitCode::from(2)
        }
    }
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { shape: None, level: None, kilobytes: 1000, json: None };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{argument}: no value"))?;
        match argument.as_str() {
            "--shape" => options.shape = Some(one_of(value, SHAPES.iter().map(|it| it.name))?),
            "--level" => options.level = Some(one_of(value, LEVELS.iter().map(|it| it.0))?),
            "--kilobytes" => {
                options.kilobytes = value.parse().map_err(|error| format!("{value}: {error}"))?;
            }
            "--json" => options.json = Some(value.clone()),
            _ => return Err(format!("there is no option `{argument}`")),
        }
    }
    Ok(options)
}

fn one_of<'a>(
    name: &str,
    mut all: impl Iterator<Item = &'a str> + Clone,
) -> Result<String, String> {
    let names = all.clone().collect::<Vec<_>>().join(", ");
    let found = all.find(|it| *it == name).map(str::to_owned);
    found.ok_or_else(|| format!("`{name}` is none of: {names}"))
}

/// What a shape takes at a level.
#[derive(Default)]
struct Row {
    bytes: Option<usize>,
    seconds: Option<f64>,
    megabytes: Option<u64>,
    /// By what a doubling multiplies time and memory, if that is measurable.
    factors: [Option<f64>; 2],
    /// What breaks the contract.
    broken: Vec<String>,
}

/// Measures a shape at a level.
fn measure(shape: &Shape, level: &[&str], kilobytes: usize) -> Result<Row, String> {
    let is_module = shape.name == "module";
    let times = if is_module { MODULE_TIMES } else { 1 };
    let options = [level, shape.options].concat();
    let mut row = Row::default();
    let of_part = |part: usize| Input::of(shape, kilobytes * 1000 * times / part);
    let inputs = [of_part(1 << DOUBLINGS)?, of_part(1)?];
    let mut runs: Vec<Run> = Vec::new();
    for input in &inputs {
        match input.best_run(&options) {
            Ok(run) => runs.push(run),
            Err(why) => {
                row.broken.push(why);
                return Ok(row);
            }
        }
    }
    // The input is not exactly twice as large each time.
    let ratio = runs[1].bytes as f64 / runs[0].bytes as f64;
    let doublings = ratio.log2().max(f64::from(DOUBLINGS) / 2.0);
    let factor = |first: f64, last: f64| (last / first).powf(1.0 / doublings);
    let time = |runs: &[Run]| factor(runs[0].seconds.max(0.01), runs[1].seconds);
    // Other programs take time as well: what seems to break the contract is measured again.
    let seems_broken = |runs: &[Run]| {
        let grows = runs[1].seconds >= MEASURABLE && time(runs) > MOST_FACTOR;
        grows || !is_module && runs[1].seconds > MOST_SECONDS
    };
    for _ in 0..AGAIN {
        if !seems_broken(&runs) {
            break;
        }
        for (run, input) in runs.iter_mut().zip(&inputs) {
            run.seconds = run.seconds.min(input.best_run(&options)?.seconds);
        }
    }
    let time = time(&runs);
    let [first, last] = [runs[0], runs[1]];
    (row.bytes, row.seconds) = (Some(last.bytes), Some(last.seconds));
    row.megabytes = Some(last.kilobytes >> 10);
    let memory = factor(first.kilobytes.max(1) as f64, last.kilobytes as f64);
    row.factors = [
        (last.seconds >= MEASURABLE).then_some(time),
        (last.kilobytes > 2 * BASE_KILOBYTES).then_some(memory),
    ];
    for (factor, what) in row.factors.iter().zip(["time", "memory"]) {
        if factor.is_some_and(|factor| factor > MOST_FACTOR) {
            row.broken.push(format!("{what} grows more than {MOST_FACTOR} times"));
        }
    }
    if is_module {
        let most = MODULE_MEGABYTES * last.bytes as f64 / 1e6 + MODULE_BASE_MEGABYTES;
        if last.kilobytes as f64 / 1024.0 > most {
            row.broken.push(format!("more than {most:.0} MB"));
        }
    } else {
        if last.seconds > MOST_SECONDS {
            row.broken.push(format!("more than {MOST_SECONDS} s"));
        }
        if last.kilobytes > MOST_KILOBYTES {
            row.broken.push(format!("more than {} MB", MOST_KILOBYTES >> 10));
        }
    }
    Ok(row)
}

/// Prints the table. Returns whether the contract holds.
fn table(options: &Options) -> Result<bool, String> {
    println!("shape                  level      bytes  seconds    times       MB    times");
    let mut measured = Measured::new(&[
        ("shape", None),
        ("level", None),
        ("bytes", None),
        ("seconds", Some(2)),
        ("time per doubling", Some(2)),
        ("MB", None),
        ("memory per doubling", Some(2)),
        ("within the contract", None),
    ]);
    let (mut beyond, mut slowest, mut largest) = (0usize, 0.0f64, 0);
    let wanted = |wanted: &Option<String>, name: &str| wanted.as_deref().is_none_or(|w| w == name);
    for shape in SHAPES.iter().filter(|shape| wanted(&options.shape, shape.name)) {
        for (level, flags) in LEVELS.iter().filter(|level| wanted(&options.level, level.0)) {
            let row = measure(shape, flags, options.kilobytes)?;
            let holds = row.broken.is_empty();
            beyond += usize::from(!holds);
            slowest = slowest.max(row.seconds.unwrap_or_default());
            if shape.name != "module" {
                largest = largest.max(row.megabytes.unwrap_or_default());
            }
            let [time, memory] = row.factors;
            measured.row([
                shape.name.into(),
                (*level).into(),
                row.bytes.into(),
                row.seconds.into(),
                time.into(),
                row.megabytes.into(),
                memory.into(),
                if holds { "yes" } else { "no" }.into(),
            ]);
            let number =
                |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
            let whole = |value: Option<u64>| value.map_or("-".into(), |value| value.to_string());
            println!(
                "{:22} {level:6} {:>9} {:>8} {:>8} {:>8} {:>8}{}{}",
                shape.name,
                whole(row.bytes.map(|bytes| bytes as u64)),
                number(row.seconds),
                number(time),
                whole(row.megabytes),
                number(memory),
                if holds { "" } else { "  ! " },
                row.broken.join(", "),
            );
        }
    }
    if let Some(file) = &options.json {
        measured.quote("rows", measured.rows.len());
        measured.quote("beyond", beyond);
        measured.quote("seconds_most", slowest);
        measured.quote("megabytes_most", largest);
        measured.write(file, "cargo bench -p invar-opt --bench hostile")?;
    }
    Ok(beyond == 0)
}
