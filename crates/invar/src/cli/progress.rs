//! A progress bar, for work that takes more than a second, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use invar::Optimizer;
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);

/// Lets an optimizer show its progress on standard error. The bar disappears when the last clone of
/// the optimizer is dropped.
pub fn attach(optimizer: Optimizer) -> Optimizer {
    if !std::io::stderr().is_terminal() {
        return optimizer;
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

/// Clears itself.
struct Bar(ProgressBar);

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
