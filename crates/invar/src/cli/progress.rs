//! Progress of work that takes long: a bar on a terminal, after a second; a line a minute elsewhere, such as in the
//! log of a build.

use super::terminal;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use invar::Optimizer;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// Lets an optimizer show its progress on standard error. The bar disappears when the last clone of
/// the optimizer is dropped.
pub fn attach(optimizer: Optimizer) -> Optimizer {
    if !std::io::stderr().is_terminal() {
        let start = Instant::now();
        let lines = Mutex::new(Lines::default());
        return optimizer.on_progress(move |done, total| {
            let mut lines = lines.lock().expect("no panic while a line is printed");
            if let Some(line) = lines.next(start.elapsed(), done, total) {
                terminal::say(format_args!("{line}"));
            }
        });
    }
    let start = Instant::now();
    let bar = Bar(ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()));
    let style = ProgressStyle::with_template("{bar:40} {percent:>3}% of {total_bytes}, {elapsed}");
    bar.0.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let bar = Arc::new(bar);
    optimizer.on_progress(move |done, total| {
        if start.elapsed() < PATIENCE {
            return;
        }
        if bar.0.length() != Some(total) {
            bar.0.set_length(total);
            bar.0.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.0.set_position(done);
    })
}

/// When the last line was due.
#[derive(Default)]
struct Lines {
    minutes: u64,
}

impl Lines {
    /// The line that is due, if one is: the first after each minute.
    fn next(&mut self, elapsed: Duration, done: u64, total: u64) -> Option<String> {
        let minutes = elapsed.as_secs() / BETWEEN_LINES.as_secs();
        if minutes <= self.minutes {
            return None;
        }
        self.minutes = minutes;
        let percent = done.saturating_mul(100) / total.max(1);
        let plural = if minutes == 1 { "" } else { "s" };
        Some(format!("{percent}% of {total} bytes of code after {minutes} minute{plural}"))
    }
}

/// Clears itself.
struct Bar(ProgressBar);

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Lines};

    #[test]
    fn a_line_is_due_after_each_minute() {
        let mut lines = Lines::default();
        let mut after = |seconds, done| lines.next(Duration::from_secs(seconds), done, 2000);
        assert_eq!(after(59, 10), None);
        assert_eq!(after(60, 500).unwrap(), "25% of 2000 bytes of code after 1 minute");
        assert_eq!(after(119, 600), None);
        // A line that was due while nothing was done is left out.
        assert_eq!(after(200, 2000).unwrap(), "100% of 2000 bytes of code after 3 minutes");
        assert_eq!(after(239, 2000), None);
    }
}
