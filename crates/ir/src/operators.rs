//! The operators: immediates, types, effects, alias classes.

pub(crate) mod access;
pub(crate) mod classes;
pub(crate) mod defaults;
pub(crate) mod effects;
pub(crate) mod op;
pub(crate) mod opcode;
pub mod proposals;
pub(crate) mod typing;
