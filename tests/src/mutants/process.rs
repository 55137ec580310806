//! Runs a process within limits of time and memory.

use super::notice::{End, Run};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The limits of a process.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall time.
    pub time: Duration,
    /// Bytes of memory, where the system reports it (Linux).
    pub memory: u64,
    /// Whether to stop the process at the first failed test.
    pub first: bool,
}

/// The interval at which limits are checked.
const PAUSE: Duration = Duration::from_millis(100);

/// The resident memory of a process in bytes.
fn memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? << 10)
}

/// Whether a test has failed so far.
fn has_failed(log: &Path) -> bool {
    let text = std::fs::read(log).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().any(|line| line.ends_with(" ... FAILED"))
}

/// Runs a command with its output in a file, which is read at the end.
pub fn run(mut command: Command, limits: Limits, log: &Path) -> Run {
    let start = Instant::now();
    let output = std::fs::File::create(log).and_then(|file| Ok((file.try_clone()?, file)));
    let spawned = output
        .and_then(|(one, other)| command.stdin(Stdio::null()).stdout(one).stderr(other).spawn());
    let end = match spawned {
        Ok(child) => wait(child, start, limits, log),
        Err(error) => End::Failed(format!("{}: {error}", command.get_program().display())),
    };
    let output = std::fs::read(log).unwrap_or_default();
    let output = String::from_utf8_lossy(&output).into_owned();
    Run { end, time: start.elapsed(), output }
}

fn wait(mut child: Child, start: Instant, limits: Limits, log: &Path) -> End {
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return End::Passed,
            Ok(Some(status)) => return End::Failed(status.to_string()),
            Ok(None) => {}
            Err(error) => return End::Failed(error.to_string()),
        }
        let end = if start.elapsed() > limits.time {
            Some(End::Endless)
        } else if limits.first && has_failed(log) {
            Some(End::Failed("a test failed".to_string()))
        } else {
            memory(&child).filter(|&bytes| bytes > limits.memory).map(|_| End::Memory)
        };
        if let Some(end) = end {
            // The process may have ended by itself in the meantime.
            _ = child.kill();
            _ = child.wait();
            return end;
        }
        std::thread::sleep(PAUSE);
    }
}
