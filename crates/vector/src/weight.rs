//! What an instruction costs, for both vectorizers.

use invar_analysis::cost::{Latency, vector_weight};
use invar_ir::Op;
use invar_rules::is_constant;

/// The weight of an instruction.
pub(crate) fn weight(op: &Op) -> u64 {
    if is_constant(op) { 0 } else { Latency::of_op(op).weight().max(vector_weight(op)) }
}
