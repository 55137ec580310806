//! The `invar` command.
fn main() {}
