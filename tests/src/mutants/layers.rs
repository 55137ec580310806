//! The layers of tests, and their executables.

use super::notice::Run;
use super::process::{Limits, run};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A layer of tests. They are tried in this order, roughly that of their cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layer {
    /// Unit tests of one crate.
    Unit,
    /// The filetests, and the tests at limits of engines.
    Filetests,
    /// Generated programs, executed before and after.
    Generated,
    /// The round trip through the graph alone, on the WebAssembly test suite.
    RoundTrip,
    /// Programs that are specialized while they run.
    Programs,
    /// The WebAssembly test suite on optimized modules.
    Spec,
    /// Single functions of small real modules, before and after ([`crate::twins`]).
    Twins,
    /// Small real modules, driven before and after.
    Corpus,
}

impl Layer {
    /// All layers.
    pub const ALL: [Layer; 8] = [
        Layer::Unit,
        Layer::Filetests,
        Layer::Generated,
        Layer::RoundTrip,
        Layer::Programs,
        Layer::Spec,
        Layer::Twins,
        Layer::Corpus,
    ];

    /// The layer's name.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Unit => "unit",
            Layer::Filetests => "filetests",
            Layer::Generated => "generated",
            Layer::RoundTrip => "round-trip",
            Layer::Programs => "programs",
            Layer::Spec => "spec",
            Layer::Twins => "twins",
            Layer::Corpus => "corpus",
        }
    }

    /// The layer with a name.
    pub fn of(name: &str) -> Option<Layer> {
        Layer::ALL.into_iter().find(|layer| layer.name() == name)
    }

    /// Whether it executes code of a crate.
    pub fn is_about(self, krate: &str) -> bool {
        match self {
            Layer::Programs => is_used_by_all(krate) || matches!(krate, "stage" | "wasm"),
            Layer::RoundTrip => is_used_by_all(krate) || matches!(krate, "graph" | "wasm"),
            Layer::Spec | Layer::Twins | Layer::Corpus => krate != "stage",
            _ => true,
        }
    }
}

/// Whether all crates of passes use a crate: their unit tests may detect its mutants.
fn is_used_by_all(krate: &str) -> bool {
    matches!(krate, "ir" | "rules" | "analysis")
}

/// The crates with mutants, and `invar`, whose unit tests see those of crates that all use.
const CRATES: [&str; 13] = [
    "ir",
    "rules",
    "analysis",
    "wasm",
    "scalar",
    "memory",
    "interprocedural",
    "loops",
    "vector",
    "graph",
    "arc",
    "stage",
    "invar",
];
/// The number of generated modules.
const GENERATED: &str = "300";
/// Small real modules; those that are installed are used.
const MODULES: [&str; 8] =
    ["lz4", "as-sha256", "source-map", "argon2", "webp-dec", "jpeg-dec", "zstd", "lua"];

/// An executable with arguments.
#[derive(Clone, Debug)]
pub struct Command {
    /// The command's name in reports: a crate, a test target or a module.
    pub name: String,
    /// The executable.
    pub program: PathBuf,
    /// The command's arguments.
    pub arguments: Vec<String>,
    /// Variables of its environment.
    pub variables: Vec<(&'static str, String)>,
    /// Where it runs.
    pub folder: PathBuf,
    /// How long it takes without a mutant.
    pub usual: Duration,
}

impl Command {
    /// Whether it may detect a mutant in a crate: unit tests only one in their own crate or in one that all use.
    pub fn sees(&self, krate: &str) -> bool {
        match self.name.as_str() {
            "specialized" => is_used_by_all(krate) || krate == "stage",
            "ownership" => !matches!(krate, "stage" | "wasm"),
            name => is_used_by_all(krate) || krate == name || !CRATES.contains(&name),
        }
    }

    /// Runs it, with a mutant or without.
    pub fn run(&self, mutant: Option<&str>, log: &Path) -> Run {
        let usual = self.usual;
        let limits = match mutant {
            Some(_) => {
                let time = 10 * usual + Duration::from_secs(30);
                Limits { time, memory: 6 << 30, first: true }
            }
            None => Limits { time: Duration::from_secs(3600), memory: u64::MAX, first: false },
        };
        let mut command = std::process::Command::new(&self.program);
        command.args(&self.arguments).current_dir(&self.folder);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.env("INVAR_MUTANT", mutant.unwrap_or("")).env("RUST_BACKTRACE", "0");
        run(command, limits, log)
    }
}

/// The commands of each layer.
#[derive(Debug, Default)]
pub struct Layers {
    /// The requested layers, in order.
    pub list: Vec<(Layer, Vec<Command>)>,
}

/// Runs cargo and returns its standard error.
fn cargo(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = std::process::Command::new(cargo)
        .args(arguments)
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(text) } else { Err(format!("cargo: {text}")) }
}

/// The test executables of the workspace, by the names of crates (for unit tests) and of test
/// targets, with the folders in which cargo runs them.
fn tests(root: &Path) -> Result<Vec<(String, PathBuf, PathBuf)>, String> {
    let packages: Vec<String> = CRATES
        .iter()
        .map(|&name| if name == "invar" { "invar-opt".into() } else { format!("invar-{name}") })
        .collect();
    let mut arguments = vec!["test", "--no-run", "--features", "invar-opt/run,invar-tests/mutants"];
    arguments.extend(["-p", "invar-tests", "-p", "invar-filetests"]);
    arguments.extend(packages.iter().flat_map(|package| ["-p", package]));
    let text = cargo(root, &arguments)?;
    let mut found = Vec::new();
    // `Executable unittests src/lib.rs (target/debug/deps/invar_ir-0123456789abcdef)`, package by
    // package, the library first.
    let mut package = String::new();
    for line in text.lines() {
        let Some(rest) = line.trim().strip_prefix("Executable ") else { continue };
        let Some((target, path)) = rest.trim_end_matches(')').rsplit_once(" (") else { continue };
        let file = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
        let name = file.rsplit_once('-').map_or(&*file, |(name, _)| name);
        if target == "unittests src/lib.rs" {
            package = name.strip_prefix("invar_").unwrap_or(name).to_string();
        }
        let name = match target {
            // Only the filetests of this crate, on the interpreter and then on wasmtime, and those at limits.
            "tests/limits.rs" if package == "filetests" => "limits".to_string(),
            _ if package == "filetests" && target != "tests/filetests.rs" => continue,
            "unittests src/lib.rs" => package.clone(),
            _ if target.starts_with("unittests ") => continue,
            // Unit tests and integration tests of a crate are tests of that crate.
            _ if package != "tests" && package != "invar" => package.clone(),
            _ => name.to_string(),
        };
        let folder = if package == "tests" {
            root.join("tests")
        } else {
            root.join("crates").join(&package)
        };
        found.push((name, root.join(path), folder));
    }
    Ok(found)
}

impl Layers {
    /// Builds the executables of the layers.
    pub fn build(root: &Path, wanted: &[Layer]) -> Result<Layers, String> {
        let tests = tests(root)?;
        let test = |name: &str, variables: &[(&'static str, &str)]| {
            let found: Vec<Command> = tests
                .iter()
                .filter(|test| test.0 == name)
                .map(|(name, program, folder)| Command {
                    name: name.clone(),
                    program: program.clone(),
                    // So that the output of a failed test is in the log.
                    arguments: vec!["--nocapture".to_string()],
                    variables: variables.iter().map(|&(n, value)| (n, value.to_string())).collect(),
                    folder: folder.clone(),
                    usual: Duration::ZERO,
                })
                .collect();
            if found.is_empty() { Err(format!("no test executable {name}")) } else { Ok(found) }
        };
        let all = |names: &[&str], variables: &[(&'static str, &str)]| {
            let found: Result<Vec<Vec<Command>>, String> =
                names.iter().map(|name| test(name, variables)).collect();
            found.map(|found| found.into_iter().flatten().collect::<Vec<Command>>())
        };
        let generated = [("INVAR_GENERATED", GENERATED), ("INVAR_FRAMES", GENERATED)];
        let mut layers = Layers::default();
        for &layer in wanted {
            let commands = match layer {
                Layer::Unit => all(&CRATES, &[])?,
                Layer::Filetests => all(&["filetests", "limits"], &[])?,
                Layer::Generated => {
                    all(&["specialized", "frames", "generated", "ownership"], &generated)?
                }
                Layer::RoundTrip => test("round_trip", &[])?,
                Layer::Programs => test("run", &[])?,
                Layer::Spec => test("spec", &[])?,
                Layer::Twins => twins(root)?,
                Layer::Corpus => corpus(root)?,
            };
            layers.list.push((layer, commands));
        }
        Ok(layers)
    }
}

/// The real modules that are installed.
fn modules(root: &Path) -> Vec<(&'static str, PathBuf)> {
    let paths = MODULES.iter().map(|&name| (name, root.join(format!("target/corpus/{name}.wasm"))));
    paths.filter(|(_, path)| path.exists()).collect()
}

fn release(root: &Path, package: &str, name: &str) -> Result<PathBuf, String> {
    let features = "invar-opt/run,invar-tests/mutants";
    let packages = ["-p", "invar-opt", "-p", "invar-tests"];
    let mut arguments = vec!["build", "--release", "--features", features, "--bin", name];
    arguments.extend(packages);
    cargo(root, &arguments).map_err(|error| format!("{package}: {error}"))?;
    Ok(root.join("target/release").join(name))
}

fn twins(root: &Path) -> Result<Vec<Command>, String> {
    let modules = modules(root);
    if modules.is_empty() {
        return Ok(Vec::new());
    }
    let program = release(root, "invar-tests", "twins")?;
    let commands = modules.into_iter().map(|(name, path)| {
        let plan = "--level O3 --no-guard --jobs 1 --budget 200 --sample 200";
        let arguments = plan.split(' ').map(str::to_string);
        Command {
            name: name.to_string(),
            program: program.clone(),
            arguments: arguments.chain([path.display().to_string()]).collect(),
            variables: Vec::new(),
            folder: root.join("tests"),
            usual: Duration::ZERO,
        }
    });
    Ok(commands.collect())
}

fn corpus(root: &Path) -> Result<Vec<Command>, String> {
    let modules = modules(root);
    if modules.is_empty() {
        return Ok(Vec::new());
    }
    let invar = release(root, "invar", "invar")?.display().to_string();
    let names: Vec<&str> = modules.iter().map(|module| module.0).collect();
    let arguments = ["--levels", "O3,Oz", "--modules", &names.join(",")].map(str::to_string);
    Ok(vec![Command {
        name: "real-modules".to_string(),
        program: root.join("scripts/real-modules"),
        arguments: arguments.to_vec(),
        variables: vec![("INVAR", invar)],
        folder: root.to_path_buf(),
        usual: Duration::ZERO,
    }])
}
