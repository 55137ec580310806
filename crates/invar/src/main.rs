//! The `invar` command. Under the name `wasm-opt` it takes that tool's arguments.

mod cli;

/// Compiling allocates and frees many small tables on many threads: with the system's allocator, that takes most of
/// the time of a module with many small functions. It is in C, so not for WebAssembly, which has one thread.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
