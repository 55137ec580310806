//! TEMPORARY: stands in for crates/clean.
#![allow(missing_docs)]
macro_rules! stub { ($($name:ident)*) => {$(
    pub mod $name {
        #[derive(Default)] pub struct Config;
        invar_ir::counters! { /// Stub.
            pub struct Stats { /// None.
                none, } }
        pub fn run(_: &mut invar_ir::Function, _: &mut invar_ir::PassContext, _: &Config) -> Stats { Stats::default() }
    }
)*}}
stub! { branches }
