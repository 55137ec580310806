//! The options of DWARF: keeping it, and writing it to a file of its own.

use super::files::{self, Content};
use super::job::OutputFormat;
use anyhow::{Context, bail};
use invar::Output;
use invar::unstable::debug::dwarf::sections::{self, Sections};
use invar::unstable::debug::dwarf::split;
use invar::unstable::sections::without_names;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether DWARF is kept, and where.
#[derive(Clone, Debug, Default)]
pub struct DwarfRequest {
    /// Whether the output is to have that of the input.
    pub kept: bool,
    /// The file for it, which the output is then without.
    pub split: Option<String>,
    /// The file with units of the input that were compiled with `-gsplit-dwarf`.
    pub package: Option<String>,
}

impl DwarfRequest {
    /// The input, if its DWARF is needed. An error if a file is wanted, and there is none for it.
    pub fn input<'a>(
        &self,
        wasm: &'a [u8],
        format: OutputFormat,
    ) -> anyhow::Result<Option<&'a [u8]>> {
        let is_wasm = format == OutputFormat::Wasm;
        let has_dwarf = !Sections::read(wasm).get(".debug_info").is_empty();
        if self.split.is_some() && !is_wasm {
            bail!("DWARF has the offsets of a binary: it does not go with text");
        }
        if self.split.is_some() && !has_dwarf {
            bail!("the module has no DWARF for --split-debug");
        }
        let wanted = (self.kept || self.split.is_some()) && has_dwarf;
        if self.package.is_some() && !wanted {
            bail!("--dwp: no DWARF is kept: that needs -g, and a module with units of DWARF");
        }
        Ok(wanted.then_some(wasm))
    }

    /// Adds the DWARF to an output, or writes it to its file. What cannot be kept is a warning, and an error if there
    /// is a file for it.
    pub fn write(
        &self,
        output: &mut Output,
        (name, input): (&str, &[u8]),
        format: OutputFormat,
    ) -> anyhow::Result<()> {
        if format != OutputFormat::Wasm {
            let why = "DWARF has the offsets of a binary: it is left out of text";
            output.report.warnings.push(why.to_owned());
            return Ok(());
        }
        let mut shipped = self.split.as_ref().map(|_| without_names(&output.wasm));
        let files = split_files(name, input, self.package.as_deref())?;
        if let Err(error) = output.add_split_dwarf(input, &files) {
            if self.split.is_some() {
                return Err(error.into());
            }
            output.report.warnings.push(error.to_string());
        }
        let Some((file, mut stripped)) = self.split.as_ref().zip(shipped.take()) else {
            return Ok(());
        };
        let id = sections::build_id(&output.wasm);
        sections::append(&mut output.wasm, "build_id", &id);
        files::write(file, &output.wasm)?;
        sections::append(&mut stripped, "build_id", &id);
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        sections::append(&mut stripped, "external_debug_info", &sections::text(name));
        output.report.output.bytes = stripped.len() as u64;
        output.report.output.debug_bytes = 0;
        output.wasm = stripped;
        Ok(())
    }
}

/// The contents of the files that have the units of a module that was compiled with `-gsplit-dwarf`: the one that is
/// given, `NAME.dwp` or that without `.wasm`, or where the compiler wrote each. A file that is not found is left out:
/// what reads the units says which are missing.
fn split_files(name: &str, wasm: &[u8], given: Option<&str>) -> anyhow::Result<Vec<Vec<u8>>> {
    let units = split::split_units(wasm);
    if let Some(file) = given {
        anyhow::ensure!(!units.is_empty(), "{file}: the module has all of its DWARF itself");
        return Ok(vec![fs::read(file).with_context(|| file.to_owned())?]);
    }
    if units.is_empty() {
        return Ok(Vec::new());
    }
    let stem = name.strip_suffix(".wasm").unwrap_or(name);
    let packages = [format!("{name}.dwp"), format!("{stem}.dwp")];
    if let Some(found) = packages.iter().find_map(|file| fs::read(file).ok()) {
        return Ok(vec![found]);
    }
    let files = units.iter().map(|unit| Path::new(&unit.directory).join(&unit.file));
    let files: BTreeSet<PathBuf> = files.collect();
    Ok(files.iter().filter_map(|file| fs::read(file).ok()).collect())
}

/// The module with the DWARF of another one, which the caller names, or that one. `None` if there is no name. An
/// error if the file belongs to another module.
pub fn debug_file(
    name: &str,
    wasm: &[u8],
    given: Option<&String>,
) -> anyhow::Result<Option<Vec<u8>>> {
    let sections = Sections::read(wasm);
    let beside = || {
        let file = sections::read_text(sections.get("external_debug_info"))?;
        let file = file.rsplit('/').next()?;
        let folder = Path::new(name).parent().unwrap_or(Path::new(""));
        Some(folder.join(file).to_string_lossy().into_owned())
    };
    let Some(file) = given.cloned().or_else(beside) else { return Ok(None) };
    let found = match files::read(&file) {
        Ok(found) => found.content,
        Err(error) if given.is_some() => return Err(error),
        Err(error) => {
            let why = format!("the module says that its DWARF is in `{file}`");
            return Err(error).context(why);
        }
    };
    let Content::Wasm(found) = found else { bail!("{file}: this is not WebAssembly") };
    let id = |sections: &Sections| sections.get("build_id").to_vec();
    if id(&Sections::read(&found)) != id(&sections) {
        bail!("{file}: this is the DWARF of another module: its section `build_id` differs");
    }
    Ok(Some(found))
}
