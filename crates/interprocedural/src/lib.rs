//! Interprocedural optimization: inlining, and passes over a whole module.
//!
//! | pass | what it does |
//! |---|---|
//! | [`inline`] | inlining of direct calls |
//! | [`merge_functions`] | merges functions whose bodies are equal |
//! | [`merge_similar`] | functions that are equal but for constants call a common one |
//! | [`constant_fields`] | constant propagation through fields of structs |
//! | [`call_facts`] | interprocedural constant propagation; devirtualization of calls through tables |
//! | [`uncalled_functions`] | functions that only tables mention and no call can reach become one that traps |
//! | [`global_dce`] | removes functions and other entities of the module without use |
//! | [`nest_globals`] | computes initial values of globals in those of others that are alone to mention them |
//! | [`memory_packing`] | data segments without zeros |
//! | [`reorder_functions`] | gives the functions that are mentioned most the smallest numbers |
//! | [`reorder_types`] | gives the types that are mentioned most the smallest numbers |
//!
//! A pass over a module does not renumber: it says what is kept ([`invar_ir::Keep`]) and which functions were
//! [merged](Merged), and the writer renumbers. [`uses`] finds what function bodies refer to.
//!
//! ```
//! use invar_interprocedural::inline;
//! use invar_analysis::{Fuel, Goals, PassContext, Summaries};
//! use invar_ir::{Body, Func, parse_verified};
//!
//! let module = parse_verified(
//!     "module {
//!        func f0 : (i32) -> (i32) {
//!        b0(v0: i32):
//!          v1 = i32.add v0, v0
//!          return v1
//!        }
//!        func f1 : (i32) -> (i32) {
//!        b0(v0: i32):
//!          v1 = call f0 v0
//!          return v1
//!        }
//!      }",
//! )?;
//! let body = |func: u32| match &module.funcs[Func::from_u32(func)].body {
//!     Body::Ssa(function) => function.clone(),
//!     _ => panic!("it has a body"),
//! };
//! let (callee, mut caller) = (body(0), body(1));
//! // A function is offered to its callers; these come later.
//! let (goals, fuel, summaries) = (Goals::default(), Fuel::unlimited(), Summaries::new(2));
//! let offered = inline::offer(&module, &goals, Func::from_u32(0), &callee, None).expect("it is small");
//! summaries.publish_body(Func::from_u32(0), offered);
//! let mut cx = PassContext::new(&module, goals, &fuel, &summaries);
//! inline::run(&mut caller, &mut cx, &inline::Config::default());
//! assert_eq!(cx.provenance.inlined, [Func::from_u32(0)]);
//! # Ok::<(), invar_ir::ParseError>(())
//! ```

pub mod call_facts;
pub mod constant_fields;
pub mod global_dce;
pub mod inline;
pub mod memory_packing;
pub mod merge_functions;
pub mod merge_similar;
pub mod nest_globals;
mod operands;
pub mod reorder_functions;
pub mod reorder_types;
pub mod uncalled_functions;
pub mod uses;

use invar_ir::Func;
use invar_ir::entities::SecondaryMap;
use invar_ir::entities::packed_option::PackedOption;

/// For each function that was merged into another, that other one.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    into: SecondaryMap<Func, PackedOption<Func>>,
}

impl Merged {
    /// The function that replaces this one: itself, if it was not merged.
    pub fn resolve(&self, mut func: Func) -> Func {
        // At most one step for each round of merging.
        while let Some(into) = self.into[func].expand() {
            func = into;
        }
        func
    }

    /// Whether a function was merged into another.
    pub fn is_merged(&self, func: Func) -> bool {
        self.into[func].is_some()
    }

    /// Replaces `func` by `into`, which is not itself merged.
    pub fn merge(&mut self, func: Func, into: Func) {
        debug_assert!(func != into && !self.is_merged(into));
        self.into[func] = into.into();
    }
}
