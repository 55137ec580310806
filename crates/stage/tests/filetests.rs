//! The filetests of the analysis, `tests/filetests/stage`, without an engine.
//!
//! Each file names what it tracks, then come a module and the expected analysis of its functions;
//! each function's label says what it is about. `INVAR_BLESS=1` writes the expected part anew.

use invar_stage::print::module_text;
use std::fs;
use std::path::{Path, PathBuf};

const EXPECT: &str = ";; expect:";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests/stage");
    let entries = fs::read_dir(folder).expect("the folder of filetests");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn run(text: &str) -> Result<(String, usize), String> {
    let input = text.split(EXPECT).next().unwrap_or(text);
    let module = invar_ir::parse_verified(input).map_err(|error| error.to_string())?;
    let output = module_text(&module, None, &invar_stage::Config::default());
    let lines: String = output
        .lines()
        .map(|line| if line.is_empty() { ";;\n".into() } else { format!(";; {line}\n") })
        .collect();
    Ok((format!("{}\n\n{EXPECT}\n{lines}", input.trim_end()), module.funcs.len()))
}

#[test]
fn the_analysis_is_what_the_files_expect() {
    let (mut wrong, mut cases) = (Vec::new(), 0);
    for path in files() {
        let text = fs::read_to_string(&path).expect("a text");
        match run(&text) {
            Ok((renewed, count)) => {
                cases += count;
                if renewed != text && std::env::var_os("INVAR_BLESS").is_some() {
                    fs::write(&path, renewed).expect("the file can be written");
                } else if renewed != text {
                    wrong.push(format!("{}: expected\n{text}\ngot\n{renewed}", path.display()));
                }
            }
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(cases >= 50, "only {cases} cases");
}
