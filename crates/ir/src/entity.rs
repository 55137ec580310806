//! Handles of the entities of a function and of a module.
//!
//! Each is a `u32` newtype for use in `cranelift-entity` maps; its `Display` is its form in the
//! text format, so that any dump can be pasted into a test.

/// Declares handles: `u32` newtypes for use in `cranelift-entity` maps, each with the prefix of its
/// text form.
#[macro_export]
macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        $crate::entities::entity_impl!($name, $prefix);
    )*};
}

handles! {
    /// An SSA value of a function.
    Value = "v";
    /// A straight-line instruction of a function.
    Inst = "inst";
    /// A basic block of a function.
    Block = "b";
    /// Where code came from besides its byte offset: an inlined call or a specialization.
    Context = "ctx";
    /// A function of a module, imported or defined. The number is the index in the input.
    Func = "f";
    /// A global of a module.
    Global = "g";
    /// A table of a module.
    Table = "t";
    /// A memory of a module.
    Memory = "m";
    /// A tag of a module (exceptions, stack switching).
    Tag = "tag";
    /// An element segment of a module.
    Elem = "elem";
    /// A data segment of a module.
    Data = "data";
    /// A type of a module's type section, numbered across recursion groups.
    TypeId = "ty";
}
