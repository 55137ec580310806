//! wasmtime and the interpreter as one engine: a module may run on either, so that the same module
//! can run on both, side by side.

use super::{Running, Wasmtime};
use invar_filetests::Interpreter;
use invar_filetests::differ::{End, Engine, NoSide, Observed, Side, Signature, Ty};
use invar_interp::Const;

/// Either engine: a module is read for wasmtime.
#[derive(Clone, Copy, Debug, Default)]
pub struct Both;

/// A module for one of the engines.
pub enum Module {
    /// For wasmtime.
    Wasmtime(wasmtime::Module),
    /// For the interpreter.
    Interpreter(<Interpreter as Engine>::Module),
}

/// An instance on one of the engines.
pub enum Instance {
    /// On wasmtime.
    Wasmtime(Running),
    /// On the interpreter.
    Interpreter(Box<<Interpreter as Engine>::Side>),
}

impl Engine for Both {
    type Module = Module;
    type Side = Instance;

    fn module(&self, wasm: &[u8]) -> Result<Module, String> {
        Wasmtime.module(wasm).map(Module::Wasmtime)
    }

    fn module_of_ir(&self, module: &invar_ir::Module) -> Option<Module> {
        Interpreter.module_of_ir(module).map(Module::Interpreter)
    }

    fn instantiate(&self, module: &Module, fuel: u64) -> Result<Instance, NoSide<Instance>> {
        fn map<S>(no: NoSide<S>, to: impl FnOnce(S) -> Instance) -> NoSide<Instance> {
            match no {
                NoSide::NoInstance(why) => NoSide::NoInstance(why),
                NoSide::Ended(end, side) => NoSide::Ended(end, Box::new(to(*side))),
            }
        }
        match module {
            Module::Wasmtime(module) => match Wasmtime.instantiate(module, fuel) {
                Ok(side) => Ok(Instance::Wasmtime(side)),
                Err(no) => Err(map(no, Instance::Wasmtime)),
            },
            Module::Interpreter(module) => match Interpreter.instantiate(module, fuel) {
                Ok(side) => Ok(Instance::Interpreter(Box::new(side))),
                Err(no) => Err(map(no, |side| Instance::Interpreter(Box::new(side)))),
            },
        }
    }
}

macro_rules! either {
    ($self:ident, $side:ident => $what:expr) => {
        match $self {
            Instance::Wasmtime($side) => $what,
            Instance::Interpreter($side) => $what,
        }
    };
}

impl Side for Instance {
    fn exports(&self) -> Vec<String> {
        either!(self, side => side.exports())
    }

    /// Without the text of reference types: engines spell them differently.
    fn signature(&self, name: &str) -> Option<Signature> {
        let mut signature = either!(self, side => side.signature(name))?;
        for ty in signature.params.iter_mut().chain(&mut signature.results) {
            if let Ty::Ref(text) = ty {
                *text = "ref".to_string();
            }
        }
        Some(signature)
    }

    fn call(&mut self, name: &str, seed: u64, fuel: u64) -> Option<(End, u64)> {
        either!(self, side => side.call(name, seed, fuel))
    }

    fn invoke(&mut self, name: &str, args: &[Const], fuel: u64) -> End {
        either!(self, side => side.invoke(name, args, fuel))
    }

    fn observe(&mut self, name: &str) -> Option<Observed<'_>> {
        either!(self, side => side.observe(name))
    }

    fn trace(&self) -> (u64, u64) {
        either!(self, side => side.trace())
    }
}
