//! Runs the tests with seeded bugs, one at a time, and tells which layer of tests notices each.
//!
//! The bugs are those of [`invar_ir::mutants`]. A *layer* is a few test executables ([`Layer`]); it
//! has noticed a bug if one of them fails, or does not end, with the bug and not without. Layers
//! are tried in the order of their cost, and by default the first one that notices is the answer.
//!
//! Which executables there are, `cargo test --no-run` says ([`layers`]). Each runs as cargo would
//! run it, within limits of time and memory ([`process`]): a bug may well make a loop endless.
//!
//! Cost: that of the tests, times mutants. Never builds anything per mutant.

pub mod layers;
pub mod notice;
pub mod process;
pub mod report;

pub use layers::{Command, Layer, Layers};
pub use notice::Notice;
pub use report::{Outcome, Table};

use invar_ir::mutants::Seeded;
use std::path::Path;

/// Runs the layers with a mutant, up to the first that notices it, or all.
pub fn outcome(layers: &Layers, seeded: &'static Seeded, all: bool, folder: &Path) -> Outcome {
    let mut outcome = Outcome { seeded, noticed: Vec::new() };
    for (layer, commands) in &layers.list {
        if !layer.is_about(seeded.krate) {
            continue;
        }
        // Those of the crate itself first.
        let own = commands.iter().filter(|command| command.name == seeded.krate);
        let others = commands.iter().filter(|command| command.name != seeded.krate);
        for command in own.chain(others).filter(|command| command.sees(seeded.krate)) {
            let log = folder.join(format!("{}-{}.txt", seeded.name, command.name));
            if let Some(notice) = command.run(Some(seeded.name), &log).notice(*layer, command) {
                outcome.noticed.push(notice);
                break;
            }
        }
        if !all && !outcome.noticed.is_empty() {
            break;
        }
    }
    outcome
}
