//! Modules generated from a seed, and the differential check that the test and the long run share.
//!
//! What a seed makes is in [`invar_filetests::generated`].

use crate::differ;
use invar_filetests::differ::Tally;
pub use invar_filetests::generated::{Kind, counting_module, module};
use invar_filetests::optimize::{Failure, Functions, Setting, optimize};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The result of checking one module.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The number of calls that were executed.
    pub tally: Tally,
    /// The statistics of functions, per setting.
    pub functions: [Functions; 8],
    /// Bytes of the original, and of each output.
    pub bytes: [usize; 9],
}

/// A defect.
#[derive(Clone, Debug)]
pub struct Defect {
    /// The setting at which it shows.
    pub setting: Setting,
    /// What it is.
    pub what: String,
    /// The output, if there is one.
    pub output: Option<Vec<u8>>,
}

/// Optimizes a module with each setting and runs all of them side by side.
pub fn check(wasm: &[u8], settings: &[Setting], seed: u64) -> Result<Checked, Defect> {
    let mut outputs = Vec::new();
    let mut checked = Checked::default();
    checked.bytes[0] = wasm.len();
    for (index, setting) in settings.iter().enumerate() {
        let output = optimize(*setting, wasm).map_err(|failure: Failure| Defect {
            setting: *setting,
            what: failure.to_string(),
            output: None,
        })?;
        checked.functions[index] = output.functions;
        checked.bytes[index + 1] = output.wasm.len();
        outputs.push(output.wasm);
    }
    let variants: Vec<&[u8]> = outputs.iter().map(Vec::as_slice).collect();
    match differ::compare(wasm, &variants, seed) {
        Ok(tally) => Ok(Checked { tally, ..checked }),
        Err(difference) => Err(Defect {
            setting: settings[difference.variant],
            what: difference.what,
            output: Some(outputs[difference.variant].clone()),
        }),
    }
}

/// Writes the module of a defect, and the output, to `target/failures`. Returns a message with the
/// defect, the files, and how to reproduce it.
pub fn report(name: &str, seed: u64, wasm: &[u8], defect: &Defect) -> String {
    let folder = failures();
    let mut text = format!("{name}: {}: {}", defect.setting, defect.what);
    let mut write = |suffix: &str, bytes: &[u8]| {
        let path = folder.join(format!("{name}{suffix}.wasm"));
        if std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, bytes)).is_ok() {
            let _ = write!(text, "\n  {}", path.display());
        }
    };
    write("", wasm);
    if let Some(output) = &defect.output {
        write("-out", output);
    }
    let run = "cargo run --release -p invar-tests --bin generated --";
    text + &format!("\n  reproduce: {run} --seed {seed} --count 1")
}

/// The folder for failures, in cargo's target directory.
pub fn failures() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists());
    target.map_or_else(std::env::temp_dir, PathBuf::from).join("failures")
}
