//! What a function body costs, to compare a new one with the original.
//!
//! Both are compared in WebAssembly's form, so that neither structuring nor locals are left out.
//! Time is a static estimate: each operator that an engine executes counts by its kind, times
//! eight for each loop around it; or, as a second opinion, times eight in any loop. (Threading a
//! jump past the head of a loop makes two loops of it, one in the other, which run no longer than
//! the one did. A new body is worse only if both say so.) It tells two versions of one body apart;
//! it says nothing about two different functions. Linear in the size of the body.

use invar_ir::UnrolledLoop;
use wasmparser::{BinaryReader, FunctionBody, Operator};

/// An estimate of what a body costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Its bytes, every function index counted as if it took two: their length depends on what
    /// else is in the module.
    pub size: u64,
    /// The operators it executes, weighted, by how many loops are around them.
    by_depth: [u64; DEEPEST as usize + 1],
}

impl Cost {
    /// Two estimates of the time: where all loops together multiply by eight, and where each does.
    pub fn times(&self) -> [u64; 2] {
        [self.time(1), self.time(DEEPEST as usize)]
    }

    /// Without the operators of loops that go round less often for having several bodies: what is
    /// left is about what the loop costs that does the rest of the iterations, if it did all.
    pub fn without(mut self, unrolled: &[UnrolledLoop]) -> Cost {
        for &UnrolledLoop { depth, operators } in unrolled {
            let time = &mut self.by_depth[depth.min(DEEPEST) as usize];
            *time = time.saturating_sub(operators);
        }
        self
    }

    /// The time, where loops deeper than `cap` count like those.
    fn time(&self, cap: usize) -> u64 {
        let times = self.by_depth.iter().enumerate();
        times.fold(0, |sum: u64, (n, &weight)| {
            sum.saturating_add(weight.saturating_mul(1 << (3 * n.min(cap))))
        })
    }
}

/// Loops deeper than this count like this.
const DEEPEST: u32 = 6;

/// The cost of a body in bytes.
pub fn of_body(bytes: &[u8]) -> wasmparser::Result<Cost> {
    with_callees(bytes, |_| None)
}

/// The cost of a body in bytes, its time with that of these callees at each call of them.
pub fn with_callees<'a>(
    bytes: &[u8],
    callee: impl Fn(u32) -> Option<&'a Cost>,
) -> wasmparser::Result<Cost> {
    let body = FunctionBody::new(BinaryReader::new(bytes, 0));
    let mut cost = Cost { size: bytes.len() as u64, by_depth: Default::default() };
    // For each open construct, whether it is a loop.
    let mut constructs = Vec::new();
    let mut loops = 0u32;
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        let start = reader.original_position();
        let operator = reader.read()?;
        match operator {
            Operator::Loop { .. } => {
                constructs.push(true);
                loops += 1;
            }
            Operator::Block { .. }
            | Operator::If { .. }
            | Operator::Try { .. }
            | Operator::TryTable { .. } => constructs.push(false),
            Operator::End | Operator::Delegate { .. } => {
                loops -= u32::from(constructs.pop() == Some(true));
            }
            Operator::Call { .. } | Operator::ReturnCall { .. } | Operator::RefFunc { .. } => {
                cost.size = cost.size + 3 - (reader.original_position() - start);
            }
            _ => {}
        }
        if let Operator::Call { function_index } = operator
            && let Some(callee) = callee(function_index)
        {
            for (depth, &time) in callee.by_depth.iter().enumerate() {
                let depth = (loops as usize + depth).min(DEEPEST as usize);
                cost.by_depth[depth] = cost.by_depth[depth].saturating_add(time);
            }
        }
        let time = &mut cost.by_depth[loops.min(DEEPEST) as usize];
        *time = time.saturating_add(weight(&operator));
    }
    Ok(cost)
}

/// What it takes to execute an operator once.
fn weight(operator: &Operator<'_>) -> u64 {
    use Operator::*;
    match operator {
        Nop | Drop | Block { .. } | Loop { .. } | Else | End | Unreachable | Return => 0,
        I32DivS | I32DivU | I32RemS | I32RemU | I64DivS | I64DivU | I64RemS | I64RemU => 8,
        F32Div | F64Div | F32Sqrt | F64Sqrt => 4,
        Call { .. } | CallIndirect { .. } | CallRef { .. } => 4,
        MemoryGrow { .. } | MemoryCopy { .. } | MemoryFill { .. } | MemoryInit { .. } => 8,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(body: &str) -> Cost {
        let wasm = wat::parse_str(format!("(module (func (local i32) {body}))")).unwrap();
        let (module, _) = invar_wasm::read(wasm.into()).unwrap();
        match &module.funcs[invar_ir::Func::from_u32(0)].body {
            invar_ir::Body::Raw(range) => of_body(&module.bytes[range.clone()]).unwrap(),
            _ => panic!("it has a body"),
        }
    }

    #[test]
    fn what_is_in_a_loop_counts_more() {
        let outside = cost("i32.const 1 local.set 0 loop nop end");
        let inside = cost("loop i32.const 1 local.set 0 nop end");
        assert_eq!(outside.size, inside.size);
        assert_eq!((outside.time(1), inside.time(1)), (2, 16));
    }

    #[test]
    fn a_loop_in_a_loop_counts_more_by_one_of_two_estimates() {
        let once = cost("loop i32.const 1 local.set 0 end");
        let twice = cost("loop loop i32.const 1 local.set 0 end end");
        assert_eq!((once.times(), twice.times()), ([16, 16], [16, 128]));
    }

    #[test]
    fn a_callee_counts_where_it_is_called() {
        let callee = cost("loop i32.const 1 local.set 0 end i32.const 1 local.set 0");
        let wasm = wat::parse_str("(module (func call 0 loop call 0 end))").unwrap();
        let (module, _) = invar_wasm::read(wasm.into()).unwrap();
        let invar_ir::Body::Raw(range) = &module.funcs[invar_ir::Func::from_u32(0)].body else {
            panic!("it has a body")
        };
        let all = with_callees(&module.bytes[range.clone()], |_| Some(&callee)).unwrap();
        let (once, looping) = (4 + 2, 4 + 2 + 2);
        assert_eq!(all.time(6), once + 8 * looping + 64 * 2);
    }

    #[test]
    fn the_length_of_a_function_index_does_not_count() {
        assert_eq!(cost("call 0").size, cost("").size + 3);
    }
}
