//! Runs the command on an input, and measures the processor time and the peak memory of the process.

use invar_generate::hostile::Shape;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How often runs of less than [`SURE`] seconds are repeated, against noise.
const REPEATS: u32 = 3;
/// See [`REPEATS`].
const SURE: f64 = 2.0;
/// A process is stopped after so many seconds of processor time.
const STOP: f64 = 40.0;
/// A process is stopped when it uses more memory than that, in kilobytes.
const STOP_KILOBYTES: u64 = 4 << 20;

/// What a run takes.
#[derive(Clone, Copy)]
pub struct Run {
    pub bytes: usize,
    /// The processor time.
    pub seconds: f64,
    /// The peak memory.
    pub kilobytes: u64,
}

/// A module in a file.
pub struct Input {
    bytes: usize,
    file: PathBuf,
}

impl Input {
    /// The largest module of a shape that has at most that many bytes.
    pub fn of(shape: &Shape, bytes: usize) -> Result<Input, String> {
        let (mut fits, mut over) = (1, 2);
        while (shape.make)(over).len() <= bytes && over < 1 << 24 {
            (fits, over) = (over, over * 2);
        }
        while over - fits > 1 + fits / 64 {
            let middle = fits + (over - fits) / 2;
            if (shape.make)(middle).len() <= bytes {
                fits = middle;
            } else {
                over = middle;
            }
        }
        let wasm = (shape.make)(fits);
        let name = format!("hostile-{}-{}-{}.wasm", std::process::id(), shape.name, wasm.len());
        let file = std::env::temp_dir().join(name);
        std::fs::write(&file, &wasm).map_err(|error| error.to_string())?;
        Ok(Input { bytes: wasm.len(), file })
    }

    /// The best of several runs of the command. Fails if it fails, or takes far too much.
    pub fn best_run(&self, options: &[&str]) -> Result<Run, String> {
        let mut best = self.run(options)?;
        for _ in 1..REPEATS {
            if best.seconds >= SURE {
                break;
            }
            let again = self.run(options)?;
            best.seconds = best.seconds.min(again.seconds);
            best.kilobytes = best.kilobytes.min(again.kilobytes);
        }
        Ok(best)
    }

    fn run(&self, options: &[&str]) -> Result<Run, String> {
        let [output, page] = ["out.wasm", "html"].map(|end| self.file.with_extension(end));
        let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
        command.arg("opt").arg(&self.file).args(["-j1", "--strict", "-o"]).arg(&output);
        for option in options {
            command.arg(option);
            if *option == "--report" {
                command.arg(&page);
            }
        }
        let before = children_seconds();
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let result = wait(child.map_err(|error| error.to_string())?);
        let seconds = children_seconds() - before;
        let _ = (std::fs::remove_file(&output), std::fs::remove_file(&page));
        Ok(Run { bytes: self.bytes, seconds, kilobytes: result? })
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.file);
    }
}

/// Waits for a process. Returns its peak memory in kilobytes, 0 if the system does not report it.
fn wait(mut child: Child) -> Result<u64, String> {
    let mut most = 0;
    loop {
        // Of a process that has ended there is nothing to be read.
        most = most.max(peak_memory(child.id()));
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            if status.success() {
                return Ok(most);
            }
            let errors = child.stderr.take().map(std::io::read_to_string);
            let errors = errors.and_then(Result::ok).unwrap_or_default();
            let last = errors.lines().last().unwrap_or_default().to_owned();
            return Err(format!("{status}: {last}"));
        }
        // Not the time that passes, since that depends on other processes.
        let seconds = seconds(&child.id().to_string(), OWN);
        if seconds > STOP || most > STOP_KILOBYTES {
            child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
            return Err(format!("stopped at {seconds:.0} s and {} MB", most >> 10));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The processor time of the processes that this one waited for.
fn children_seconds() -> f64 {
    seconds("self", CHILDREN)
}

/// Where the times of a process, and of those that it waited for, are among the fields behind its state.
const OWN: usize = 11;
/// See [`OWN`].
const CHILDREN: usize = 13;

/// A processor time in seconds, in steps of a hundredth: that in user mode and that in the system. 0 if the system
/// does not report it.
fn seconds(process: &str, first: usize) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which may contain spaces.
    let fields = stat.rsplit_once(')').map_or("", |it| it.1).split_whitespace();
    fields.skip(first).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The peak memory of a process in kilobytes, so far.
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
