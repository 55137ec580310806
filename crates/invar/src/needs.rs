//! What a function must contain for a pass to have any effect.

use invar_ir::{AccessKind, Cfg, Function, Op, Terminator, memory_access};

/// A set of such requirements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs(u16);

impl Needs {
    /// No requirement.
    pub const NOTHING: Needs = Needs(0);
    /// A cycle of blocks.
    pub const LOOPS: Needs = Needs(1);
    /// A direct call.
    pub const CALLS: Needs = Needs(2);
    /// An operator that accesses linear memory.
    pub const MEMORY: Needs = Needs(4);
    /// An operator that accesses a global.
    pub const GLOBALS: Needs = Needs(8);
    /// An operator that reads memory, or a table, a field or an element.
    pub const READS: Needs = Needs(16);
    /// An operator that writes one of these, or a global.
    pub const STORES: Needs = Needs(32);
    /// An operator `private`.
    pub const PRIVATE: Needs = Needs(64);
    /// A test, a cast or another operator whose work the type of a reference, or null, may save.
    pub const REFERENCES: Needs = Needs(128);
    /// An operator that allocates an object.
    pub const ALLOCATIONS: Needs = Needs(256);

    /// Both.
    pub const fn and(self, other: Needs) -> Needs {
        Needs(self.0 | other.0)
    }

    /// Whether all that another set asks for is in this one.
    pub fn covers(self, other: Needs) -> bool {
        self.0 & other.0 == other.0
    }

    /// What a function contains. No pass but inlining adds one of these to a function. Cost: linear.
    pub fn met_by(function: &Function) -> Needs {
        let mut met = Needs::NOTHING;
        for block in function.live_blocks() {
            if matches!(function.blocks[block].term, Terminator::Invoke { op: Op::Call { .. }, .. })
            {
                met = met.and(Needs::CALLS);
            }
            for &inst in &function.blocks[block].insts {
                let op = &function.insts[inst].op;
                met = met.and(match op {
                    Op::Call { .. } => Needs::CALLS,
                    Op::Private { .. } => Needs::PRIVATE,
                    Op::RefIsNull
                    | Op::RefAsNonNull
                    | Op::RefEq
                    | Op::RefTestNonNull { .. }
                    | Op::RefTestNullable { .. }
                    | Op::RefCastNonNull { .. }
                    | Op::RefCastNullable { .. }
                    | Op::ArrayLen
                    | Op::I31GetS
                    | Op::I31GetU => Needs::REFERENCES,
                    Op::StructNew { .. }
                    | Op::StructNewDefault { .. }
                    | Op::ArrayNew { .. }
                    | Op::ArrayNewDefault { .. }
                    | Op::ArrayNewFixed { .. } => Needs::ALLOCATIONS,
                    Op::GlobalGet { .. } => Needs::GLOBALS,
                    Op::GlobalSet { .. } => Needs::GLOBALS.and(Needs::STORES),
                    Op::StructSet { .. } | Op::ArraySet { .. } | Op::TableSet { .. } => {
                        Needs::STORES
                    }
                    Op::StructGet { .. }
                    | Op::StructGetS { .. }
                    | Op::StructGetU { .. }
                    | Op::ArrayGet { .. }
                    | Op::ArrayGetS { .. }
                    | Op::ArrayGetU { .. }
                    | Op::TableGet { .. } => Needs::READS,
                    op => match memory_access(op).map(|access| access.kind) {
                        Some(AccessKind::Store) => Needs::MEMORY.and(Needs::STORES),
                        Some(_) => Needs::MEMORY.and(Needs::READS),
                        None => Needs::NOTHING,
                    },
                });
            }
        }
        let branch_on = |block| matches!(function.blocks[block].term, Terminator::BrOn { .. });
        if function.live_blocks().any(branch_on) {
            met = met.and(Needs::REFERENCES);
        }
        // Most functions have one block.
        let branches = function.blocks[function.entry].term.targets().next().is_some();
        if branches && Cfg::new(function).has_cycle() {
            met = met.and(Needs::LOOPS);
        }
        met
    }

    /// The names of its requirements, for people.
    pub fn names(self) -> String {
        let all = [
            (Needs::LOOPS, "loops"),
            (Needs::CALLS, "calls"),
            (Needs::MEMORY, "memory accesses"),
            (Needs::GLOBALS, "global accesses"),
            (Needs::READS, "reads of state"),
            (Needs::STORES, "stores"),
            (Needs::PRIVATE, "private memory"),
            (Needs::REFERENCES, "tests or casts of references"),
            (Needs::ALLOCATIONS, "allocations"),
        ];
        let names: Vec<_> =
            all.iter().filter(|(need, _)| self.covers(*need)).map(|(_, name)| *name).collect();
        names.join(", ")
    }
}
