//! The `invar` command. Under the name `wasm-opt` it takes that tool's arguments.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
