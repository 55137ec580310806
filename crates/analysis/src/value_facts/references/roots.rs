//! Which values are the same reference: casts and branches on references give their operand, with another type.

use crate::transform::edges;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use invar_ir::Cfg;
use invar_ir::{Function, Op, Terminator, Value, ValueDef};

/// For each reference, a value that is the same reference and dominates it; itself, if there is none.
#[derive(Default)]
pub(super) struct Roots {
    of: SecondaryMap<Value, PackedOption<Value>>,
}

impl Roots {
    /// The roots of all references of a function. One walk in reverse postorder: an argument of an edge forwards is
    /// visited before the parameter.
    pub fn new(f: &Function, cfg: &Cfg) -> Roots {
        let mut roots = Roots::default();
        for &block in &cfg.rpo {
            if block != f.entry {
                roots.params(f, cfg, block);
            }
            for &inst in &f.blocks[block].insts {
                if let Some(result) = f.result(inst)
                    && is_same_reference(&f.insts[inst].op)
                {
                    roots.of[result] = roots.get(f, f.args(inst)[0]).into();
                }
            }
            if let Terminator::BrOn { args, taken_value, fallthrough_value, .. } =
                &f.blocks[block].term
            {
                let root = roots.get(f, f.list(args)[0]);
                for value in [taken_value, fallthrough_value] {
                    if let Some(value) = value.expand() {
                        roots.of[value] = root.into();
                    }
                }
            }
        }
        roots
    }

    /// A parameter that is the same reference on all edges. What dominates the edges dominates the block, and cannot be
    /// executed again between the block and a use of the parameter.
    fn params(&mut self, f: &Function, cfg: &Cfg, block: invar_ir::Block) {
        if cfg.reachable_preds(block).any(|edge| cfg.is_retreating(edge)) {
            return;
        }
        for (n, &param) in f.blocks[block].params.iter().enumerate() {
            if !f.ty(param).is_reference_type() {
                continue;
            }
            let mut all =
                cfg.reachable_preds(block).map(|edge| self.get(f, edges::args(f, edge)[n]));
            if let Some(first) = all.next()
                && all.all(|root| root == first)
                // Of an exception or a call there is no value before the edge.
                && !matches!(f.values[first].def, ValueDef::Edge(..))
            {
                self.of[param] = first.into();
            }
        }
    }

    /// The root of a value.
    pub fn get(&self, f: &Function, value: Value) -> Value {
        let value = f.resolve(value);
        self.of[value].expand().map_or(value, |root| f.resolve(root))
    }
}

/// Whether the result of an operator is its first operand.
fn is_same_reference(op: &Op) -> bool {
    matches!(
        op,
        Op::RefCastNonNull { .. }
            | Op::RefCastNullable { .. }
            | Op::RefAsNonNull
            | Op::RefCastDescEqNonNull { .. }
            | Op::RefCastDescEqNullable { .. }
    )
}
