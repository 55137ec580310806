//! Changes of a module that are no optimizations: what callers of wasm-opt ask for besides.
//!
//! Each is a change of a module in bytes (`module`): of its imports, exports and globals, or of operators one by one.
//! None looks at what code means, and none makes it faster. They know nothing of the representation that passes use,
//! so that they are done whether or not a function has one. The exception is `asyncify`, which changes functions in
//! SSA form, and refuses a module with a function that it cannot change.
//!
//! Cost: linear in the module, each; near-linear for `asyncify`.

mod asyncify;
mod error;
mod instrument;
mod interface;
mod legalize;
mod merge;
mod minify;
mod module;
mod reach;
mod write;

pub use asyncify::Asyncify;
pub use error::Error;
pub use legalize::Legalize;
pub use merge::{ExportConflict, MergeInput, merge};
pub use minify::Minify;
pub use reach::Node;

use module::Module;

/// A change of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Transform {
    /// Functions can be left in the middle of a call and entered there again.
    Asyncify(Box<Asyncify>),
    /// Short names of imports and exports. Prints a line `old => new` for each.
    Minify(Minify),
    /// No 64-bit integers in imports and exports.
    Legalize(Legalize),
    /// One function, by name or by number, is left and exported; the others become imports. What is not needed stays.
    ExtractFunction {
        /// The name or number.
        func: String,
        /// Whether it is a number.
        by_index: bool,
    },
    /// The exports are removed that match one of these patterns, separated by commas.
    RemoveExports(String),
    /// Globals get values: `name=value,...`.
    SetGlobals(String),
    /// Shifts in place of operators that extend signs.
    LowerSignExtensions,
    /// The stack pointer stays within limits.
    CheckStack {
        /// The import of `env` that is called if it does not; without one, the program traps.
        handler: Option<String>,
    },
    /// Loads and stores are checked before they are made.
    CheckAccesses {
        /// Whether addresses below 1024 are wrong, not only zero.
        low_memory_unused: bool,
    },
    /// Calls through tables succeed whatever type a function has.
    EmulateCasts {
        /// The most parameters of such a function.
        params: usize,
    },
    /// Functions, loops and returns call `log_execution`.
    LogExecution {
        /// The module that it is imported from.
        from: Option<String>,
    },
    /// Loads and stores say nothing of their alignment.
    Dealign,
    /// Functions in tables are called by exports `dynCall_TYPES`, too.
    DynamicCalls {
        /// Whether only those with 64-bit integers are.
        wide_only: bool,
    },
    /// The exports are removed that nothing in a graph of the outside reaches. Prints `unused: NAME` for each of its
    /// nodes that is not reached.
    RemoveUnreached(Vec<Node>),
    /// The data segments are taken out of the module.
    SeparateData {
        /// The address that they begin at.
        base: u64,
    },
}

/// A changed module, and what else comes of the change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transformed {
    /// The module.
    pub wasm: Vec<u8>,
    /// What is to be printed.
    pub text: String,
    /// What the user is to be warned of, a sentence each.
    pub warnings: Vec<String>,
    /// The data that was taken out.
    pub data: Option<Vec<u8>>,
    /// From which offset of the input on code is from which offset of the output on, or gone. In order of the first;
    /// empty if it was not asked for.
    pub moved: Vec<(u32, Option<u32>)>,
}

impl Transform {
    /// Whether functions or globals are named, so that their names have to be there.
    pub fn needs_names(&self) -> bool {
        matches!(
            self,
            Transform::ExtractFunction { by_index: false, .. }
                | Transform::SetGlobals(_)
                | Transform::Asyncify(_)
        )
    }

    /// Changes a valid core module, and tells where its code is now if `moves` asks for it. An error says what is
    /// missing in the module, or what cannot be changed.
    pub fn run(&self, wasm: &[u8], moves: bool) -> Result<Transformed, Error> {
        if let Transform::Asyncify(how) = self {
            let asyncify::Asyncified { wasm, text, warnings, moved } =
                asyncify::run(how, wasm, moves)?;
            return Ok(Transformed { wasm, text, warnings, data: None, moved });
        }
        let mut module = Module::read(wasm)?;
        module.records_moves = moves;
        let mut done = Transformed::default();
        let module = &mut module;
        let written = match self {
            Transform::Minify(which) => {
                for (new, old) in minify::run(module, *which)? {
                    done.text += &format!("{old} => {new}\n");
                }
                write::write(module, None)
            }
            Transform::Legalize(how) => {
                legalize::run(module, *how)?;
                write::write(module, None)
            }
            Transform::ExtractFunction { func, by_index } => {
                interface::extract_function(module, func, *by_index)?;
                write::write(module, None)
            }
            Transform::RemoveExports(patterns) => {
                interface::remove_exports(module, patterns);
                write::write(module, None)
            }
            Transform::SetGlobals(values) => {
                interface::set_globals(module, values)?;
                write::write(module, None)
            }
            Transform::DynamicCalls { wide_only } => {
                legalize::dynamic_calls(module, *wide_only)?;
                write::write(module, None)
            }
            Transform::RemoveUnreached(nodes) => {
                for name in reach::run(module, nodes)? {
                    done.text += &format!("unused: {name}\n");
                }
                write::write(module, None)
            }
            Transform::SeparateData { base } => {
                done.data = Some(interface::separate_data(module, *base)?);
                write::write(module, None)
            }
            Transform::Asyncify(_) => unreachable!("it reads the module itself"),
            Transform::LowerSignExtensions => instrument::lower_sign_extensions(module),
            Transform::CheckStack { handler } => {
                instrument::check_stack(module, handler.as_deref())
            }
            Transform::CheckAccesses { low_memory_unused } => {
                instrument::check_accesses(module, *low_memory_unused)
            }
            Transform::EmulateCasts { params } => instrument::emulate_casts(module, *params),
            Transform::LogExecution { from } => instrument::log_execution(module, from.as_deref()),
            Transform::Dealign => instrument::dealign(module),
        }?;
        (done.wasm, done.moved) = (written.wasm, written.moved);
        Ok(done)
    }
}
