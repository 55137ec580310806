//! Mutation testing: runs the tests with seeded bugs, one at a time, and reports which layer of tests
//! detects each.
//!
//! The bugs are those of [`invar_ir::mutants`]. A *layer* is a few test executables ([`Layer`]); it
//! detects a bug if one of them fails, or does not end, with the bug and not without. Layers are tried
//! in the order of their cost, by default up to the first one that detects the bug.
//!
//! `cargo test --no-run` lists the executables ([`layers`]). Each runs as cargo would run it, within
//! limits of time and memory ([`process`]), since a bug may make a loop endless.
//!
//! Cost: that of the tests, times the number of mutants. Nothing is built per mutant.

pub mod layers;
pub mod notice;
pub mod process;
pub mod report;

pub use layers::{Command, Layer, Layers};
pub use notice::Notice;
pub use report::{Outcome, Table};

use invar_ir::mutants::Seeded;
use std::path::Path;

/// Runs the layers with a mutant: up to the first that detects it, or all.
pub fn outcome(layers: &Layers, seeded: &'static Seeded, all: bool, folder: &Path) -> Outcome {
    let mut outcome = Outcome { seeded, noticed: Vec::new() };
    for (layer, commands) in &layers.list {
        if !layer.is_about(seeded.krate) {
            continue;
        }
        // Unit tests of the mutant's crate first.
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
