//! Types of a whole module, changed where nothing outside can tell: on bytes, between two runs of the passes.
//!
//! Types are part of what validation checks in every body, so a change to one concerns all code. It is made on the
//! module in bytes: bodies are scanned beside the validator, which knows the type of each operand; then the module is
//! encoded once more, with other types. Whoever reads the result validates it.
//!
//! With the promise that the world is closed, the types that imports and exports reach are *public* and stay as they
//! are (`public_types`). Of all others:
//!
//! - a field of structs that is never read is removed, with what is stored there. An operand is evaluated as before, and
//!   `struct.set` on null traps as before, unless traps never happen;
//! - a field that is only assigned when objects are made is immutable;
//! - a field of references, or the elements of an array, have the least type of all that is stored there
//!   (`struct.new_default` stores null);
//! - a cast or test to a type of which no object is made is one to a type without objects, or to the least type of all
//!   objects that are of it;
//! - types of one shape are one, where no cast or test is to one of them (`merge`: facts about fields by type become
//!   weaker, so this is for the last run);
//! - recursion groups are as small as they can be. Types that were different stay so.
//!
//! Without that promise, and with it: a global that is neither imported nor exported has the least type of all values
//! that it gets; so have the parameters and results of functions that are only called directly; parameters of such
//! functions that are never mentioned are removed, and a result that each call drops.
//!
//! What is not understood makes types public (atomic accesses), or ends the pass (shared types, continuations, custom
//! descriptors). Subtyping: a field is one with those of the same number in the supertypes that have it, and changes in
//! all of these types or in none.
//!
//! Cost: linear in code, and in types times the depth of the hierarchy, which validation bounds by 63.

mod groups;
mod plan;
mod rewrite;
mod scan;

use crate::read::Lifter;
use invar_analysis::{Fuel, counters};
use invar_ir::{CodeLocations, Func, Module};
use rewrite::Rewritten;

counters! {
    /// What was changed.
    pub struct Stats {
        /// Fields that are never read.
        fields,
        /// Fields that are immutable now.
        immutable,
        /// Fields with another type.
        refined_fields,
        /// Globals with another type.
        refined_globals,
        /// Parameters with another type.
        refined_params,
        /// Results with another type.
        refined_results,
        /// Parameters that were removed.
        params,
        /// Results that were removed.
        results,
        /// Casts and tests to types without objects.
        casts,
        /// Types that are now another one.
        merged,
        /// Types that were removed.
        types,
        /// Recursion groups that were divided.
        groups,
    }
}

impl Stats {
    /// Whether the passes may find more than before; not if only the type section is smaller.
    pub fn helps_passes(&self) -> bool {
        let code = [
            self.fields,
            self.immutable,
            self.refined_fields,
            self.refined_globals,
            self.refined_params,
            self.refined_results,
            self.params,
            self.results,
            self.casts,
        ];
        code.iter().any(|&count| count > 0)
    }
}

/// What may be done.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Nothing outside sees types but those that imports and exports mention.
    pub closed_world: bool,
    /// The program executes no instruction that traps.
    pub traps_never_happen: bool,
    /// Types of one shape become one.
    pub merge: bool,
    /// Say where the operators of the new bodies were.
    pub locate: bool,
}

/// The name of the step in reports of bugs.
pub const STAGE: &str = "types";

/// A module with other types.
#[derive(Debug)]
pub struct Retyped {
    /// The module in bytes. It was not validated.
    pub wasm: Vec<u8>,
    /// What changed.
    pub stats: Stats,
    /// The functions whose bodies refer to what has another type, or are shorter.
    pub affected: Vec<Func>,
    /// Where the operators of each body were, in order, if that is wanted.
    pub locations: Vec<CodeLocations>,
}

/// The module with other types. `None` if nothing changes, or if a body would go over a limit of engines. Fails if a
/// body cannot be encoded, which is a bug.
pub fn run(
    module: &Module,
    lifter: &Lifter,
    config: Config,
    fuel: &Fuel,
) -> Result<Option<Retyped>, String> {
    let Some(facts) = scan::scan(module, lifter) else { return Ok(None) };
    let planned = plan::plan(module, &facts, config, fuel);
    let Some((plan, stats)) = planned else { return Ok(None) };
    if stats == Stats::default() {
        return Ok(None);
    }
    let rewritten = rewrite::rewrite(module, &facts, &plan, config)?;
    Ok(rewritten.map(|rewritten| {
        let Rewritten { wasm, affected, locations } = rewritten;
        Retyped { wasm, stats, affected, locations }
    }))
}

#[cfg(test)]
mod tests;
