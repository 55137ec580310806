//! `wasm-merge`: several modules as one ([`invar_transform::merge`]).

use crate::cli::Failure;
use crate::cli::files::{self, Content};
use anyhow::{Context, anyhow};
use invar_transform::{ExportConflict, MergeInput, merge};
use std::process::ExitCode;
use wasmparser::{Validator, WasmFeatures};

const HELP: &str = "\
wasm-merge FILE1 NAME1 FILE2 NAME2 ... -o OUTFILE [OPTIONS]

Merges modules. What one imports from the name of another one is what that exports; other imports stay.
The module is not optimized: run wasm-opt on it.

  -o FILE, --output=FILE           where to write; `-` for standard output
  -rec, --rename-export-conflicts  an export whose name a module before exports, too, gets another name
  -sec, --skip-export-conflicts    or is left out; otherwise it is an error
  -g, --debuginfo                  keep the name sections
  -S, --emit-text                  write text
  --enable-FEATURE, --disable-FEATURE, --all-features, --mvp-features, -q, -n
                                   accepted, without effect
  --version, --help

Not done, and refused: source maps, and the manifest of wasm-split.
";

/// What the arguments ask for.
#[derive(Debug, Default, PartialEq)]
struct Request {
    /// Files, with the names of their modules.
    inputs: Vec<(String, String)>,
    output: String,
    conflict: ExportConflict,
    names: bool,
    text: bool,
}

/// Runs the tool. `None` if another output is asked for: the version.
pub(super) fn run(arguments: &[String]) -> Result<Option<ExitCode>, Failure> {
    if arguments.iter().any(|word| word == "--version") {
        return Ok(None);
    }
    if arguments.is_empty() || arguments.iter().any(|word| word == "--help" || word == "-h") {
        files::write("-", HELP.as_bytes())?;
        return Ok(Some(ExitCode::SUCCESS));
    }
    parse(arguments)?.run()?;
    Ok(Some(ExitCode::SUCCESS))
}

fn parse(arguments: &[String]) -> Result<Request, Failure> {
    let mut request = Request::default();
    let mut words: Vec<&str> = Vec::new();
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let (option, value) =
            word.split_once('=').map_or((word.as_str(), None), |it| (it.0, Some(it.1)));
        match option {
            "-o" | "--output" => {
                let value = value.or_else(|| rest.next().map(String::as_str));
                let value =
                    value.ok_or_else(|| Failure::Usage(format!("{option} needs a file")))?;
                value.clone_into(&mut request.output);
            }
            "-rec" | "--rename-export-conflicts" => request.conflict = ExportConflict::Rename,
            "-sec" | "--skip-export-conflicts" => request.conflict = ExportConflict::Skip,
            "-g" | "--debuginfo" => request.names = true,
            "-S" | "--emit-text" => request.text = true,
            "-q" | "--quiet" | "-n" | "--no-validation" | "-all" | "--all-features" | "-mvp"
            | "--mvp-features" | "-d" | "--debug" => {}
            _ if option.starts_with("--enable-") || option.starts_with("--disable-") => {}
            "-" => words.push(word),
            _ if option.starts_with('-') => {
                return Err(Failure::Usage(format!("wasm-merge: {word} is not done here")));
            }
            _ => words.push(word),
        }
    }
    let (pairs, rest) = words.as_chunks::<2>();
    if let [file] = rest {
        let message = format!("wasm-merge: each file has a name behind it, and {file} has none");
        return Err(Failure::Usage(message));
    }
    if request.output.is_empty() || pairs.is_empty() {
        return Err(Failure::Usage("wasm-merge FILE1 NAME1 FILE2 NAME2 ... -o OUTFILE".to_owned()));
    }
    request.inputs = pairs.iter().map(|&[file, name]| (file.into(), name.into())).collect();
    Ok(request)
}

impl Request {
    fn run(&self) -> Result<(), Failure> {
        let mut modules = Vec::new();
        for (file, _) in &self.inputs {
            let input = files::read(file)?;
            let Content::Wasm(wasm) = input.content else {
                return Err(anyhow!("{file}: only WebAssembly is merged").into());
            };
            validate(&wasm).with_context(|| file.clone())?;
            modules.push(wasm);
        }
        let inputs: Vec<MergeInput<'_>> = self
            .inputs
            .iter()
            .zip(&modules)
            .map(|((_, name), wasm)| MergeInput { name, wasm })
            .collect();
        let merged = merge(&inputs, self.conflict, self.names).map_err(anyhow::Error::new)?;
        validate(&merged).context("the merged module is not valid")?;
        if self.text {
            let text = wasmprinter::print_bytes(&merged)?;
            return Ok(files::write(&self.output, text.as_bytes())?);
        }
        Ok(files::write(&self.output, &merged)?)
    }
}

fn validate(wasm: &[u8]) -> Result<(), wasmparser::Error> {
    Validator::new_with_features(WasmFeatures::all()).validate_all(wasm).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Request, Failure> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words)
    }

    #[test]
    fn files_and_names_alternate() {
        let request = parsed("a.wasm a --enable-gc -sec b.wasm b -g -o out.wasm").ok().unwrap();
        let inputs =
            [("a.wasm", "a"), ("b.wasm", "b")].map(|(file, name)| (file.into(), name.into()));
        assert_eq!(request.inputs, inputs);
        assert_eq!((request.output.as_str(), request.conflict), ("out.wasm", ExportConflict::Skip));
        assert!(request.names && !request.text);
    }

    #[test]
    fn what_is_missing_or_not_done_is_an_error() {
        for line in
            ["a.wasm a b.wasm -o o", "a.wasm a", "-o o", "a.wasm a -osm o.map -o o", "a.wasm a -o"]
        {
            assert!(matches!(parsed(line), Err(Failure::Usage(_))), "{line}");
        }
    }
}
