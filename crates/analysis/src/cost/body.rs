//! The cost of a function body, to compare a new one with the original.
//!
//! Both are compared in WebAssembly's form, so that neither structuring nor locals are left out.
//! Time is a static estimate: each operator that an engine executes counts by its [`Latency`],
//! times eight for each loop around it; a second estimate multiplies by eight once for all loops.
//! (Threading a jump past a loop header makes two nested loops of one, which run no longer than
//! before.) In two more, an operator counts as often as it is estimated to be executed
//! ([`frequency`](super::frequency)): an alternative counts half, which makes two versions of a
//! loop no slower than one. The estimates compare two versions of one body, and not two different
//! functions. Linear in the size of the body.

use super::Latency;
use super::frequency::{ENTRY, Frequency};
use crate::UnrolledLoop;
use wasmparser::{BinaryReader, FunctionBody, Operator};

/// The estimated cost of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BodyCost {
    /// The body's bytes, every function index counted as if it took two: their length depends on what else is in the
    /// module.
    pub size: u64,
    /// The body's operators, as they stand, `end` and the like included.
    pub operators: u64,
    /// The operators it executes, weighted, by how many loops are around them.
    by_depth: [u64; DEEPEST as usize + 1],
    /// The operators it executes, weighted, times how often: where all loops together multiply by
    /// eight, and where each does.
    by_frequency: [u64; 2],
}

impl BodyCost {
    /// Two estimates of the time: in one all loops together multiply by eight, in the other each
    /// does.
    pub fn times(&self) -> [u64; 2] {
        [self.time(1), self.time(DEEPEST as usize)]
    }

    /// Whether a body takes less time than another one, by one of the estimates of
    /// [`times`](Self::times), or clearly less, by an eighth, by both estimates that weigh
    /// alternatives: these depend on guesses about branches.
    pub fn is_faster_than(&self, other: &BodyCost) -> bool {
        let mut all = self.times().into_iter().zip(other.times());
        let mut weighed = self.by_frequency.into_iter().zip(other.by_frequency);
        all.any(|(new, old)| new < old) || weighed.all(|(new, old)| new < old - old / 8)
    }

    /// The times of this body and of another one by one of the estimates: one that tells that this body is faster,
    /// where [`is_faster_than`](Self::is_faster_than) says so. In additions.
    pub fn times_beside(&self, other: &BodyCost) -> [f64; 2] {
        let all = [1, 0].map(|n| [self.times()[n], other.times()[n]]);
        let telling = all.iter().find(|[new, old]| new < old);
        if telling.is_none() && self.is_faster_than(other) {
            return [self, other].map(|it| it.by_frequency[1] as f64 / ENTRY as f64);
        }
        telling.unwrap_or(&all[0]).map(|time| time as f64)
    }

    /// The estimate of the time that weighs alternatives and loops within loops.
    pub fn time_by_frequency(&self) -> u64 {
        self.by_frequency[1]
    }

    /// The cost where a remainder loop executes all iterations, and the main loop before it, which was unrolled or
    /// vectorized, none. In the estimates that weigh alternatives, as many iterations are executed by the main
    /// loop, so that what it saves is subtracted.
    pub fn with_unrolled(mut self, unrolled: &[UnrolledLoop]) -> BodyCost {
        for &UnrolledLoop { depth, operators, saved } in unrolled {
            let time = &mut self.by_depth[depth.min(DEEPEST) as usize];
            *time = time.saturating_sub(operators);
            for (time, depth) in
                self.by_frequency.iter_mut().zip([depth.min(1), depth.min(DEEPEST)])
            {
                let often = ENTRY << (3 * depth);
                // The main loop is behind a test of the trip count.
                *time = time.saturating_sub(often / 2 * operators + often * saved);
            }
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

/// What of the cost of a body is known from its bytes alone.
#[derive(Clone, Debug, Default)]
pub struct BodyEstimate {
    /// The cost without the time of callees.
    pub own: BodyCost,
    /// The direct calls of the body.
    calls: Box<[CallSite]>,
}

/// A direct call in a body.
#[derive(Clone, Copy, Debug)]
struct CallSite {
    callee: u32,
    /// How many loops are around the call.
    depth: u32,
    /// How often it is executed, by both estimates.
    frequency: [u64; 2],
}

impl BodyCost {
    /// The cost of a body in bytes.
    pub fn of(bytes: &[u8]) -> wasmparser::Result<BodyCost> {
        Ok(BodyEstimate::of(bytes)?.own)
    }
}

impl BodyEstimate {
    /// The estimate for a body in bytes.
    pub fn of(bytes: &[u8]) -> wasmparser::Result<BodyEstimate> {
        let body = FunctionBody::new(BinaryReader::new(bytes, 0));
        let mut cost = BodyCost { size: bytes.len() as u64, ..BodyCost::default() };
        let mut calls = Vec::new();
        // For each open construct, whether it is a loop.
        let mut constructs = Vec::new();
        let mut loops = 0u32;
        let mut frequencies = [false, true].map(Frequency::new);
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let start = reader.original_position();
            let operator = reader.read()?;
            cost.operators += 1;
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
            if let Operator::Call { function_index: callee } = operator {
                let frequency = [frequencies[0].now, frequencies[1].now];
                calls.push(CallSite { callee, depth: loops, frequency });
            }
            let weight = Latency::of(&operator).weight();
            let time = &mut cost.by_depth[loops.min(DEEPEST) as usize];
            *time = time.saturating_add(weight);
            for (time, frequency) in cost.by_frequency.iter_mut().zip(&mut frequencies) {
                *time = time.saturating_add(weight.saturating_mul(frequency.now));
                frequency.step(&operator);
            }
        }
        Ok(BodyEstimate { own: cost, calls: calls.into() })
    }

    /// The cost of the body, its time with that of these callees at each call of them.
    pub fn with_callees<'a>(&self, callee: impl Fn(u32) -> Option<&'a BodyCost>) -> BodyCost {
        let mut cost = self.own;
        for call in &self.calls {
            let Some(callee) = callee(call.callee) else { continue };
            for (depth, &time) in callee.by_depth.iter().enumerate() {
                let depth = (call.depth as usize + depth).min(DEEPEST as usize);
                cost.by_depth[depth] = cost.by_depth[depth].saturating_add(time);
            }
            let times = cost.by_frequency.iter_mut().zip(callee.by_frequency);
            for ((time, callee), frequency) in times.zip(call.frequency) {
                let all = u128::from(callee) * u128::from(frequency) / u128::from(ENTRY);
                *time = time.saturating_add(u64::try_from(all).unwrap_or(u64::MAX));
            }
        }
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasmparser::{Parser, Payload};

    /// The bytes of the first body of a module.
    fn body(wat: &str) -> Vec<u8> {
        let wasm = wat::parse_str(wat).unwrap();
        let bodies = Parser::new(0).parse_all(&wasm).find_map(|payload| match payload.unwrap() {
            Payload::CodeSectionEntry(body) => Some(body.range()),
            _ => None,
        });
        let range = bodies.unwrap();
        wasm[range.start as usize..range.end as usize].to_vec()
    }

    fn cost(operators: &str) -> BodyCost {
        BodyCost::of(&body(&format!("(module (func (local i32) {operators}))"))).unwrap()
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
        assert_eq!(once.times()[..2], [16, 16]);
        assert_eq!(twice.times()[..2], [16, 128]);
    }

    #[test]
    fn alternatives_are_no_slower_than_one_if_each_is_faster() {
        let work = |times: usize| "local.get 0 local.set 0 ".repeat(times);
        let body = |work: String| format!("loop {work} local.get 0 br_if 0 end");
        let one = cost(&body(work(8)));
        let versions = |times| {
            let version = body(work(times));
            cost(&format!("local.get 0 if {version} else {version} end"))
        };
        assert!(versions(5).is_faster_than(&one));
        assert!(versions(5).times().into_iter().zip(one.times()).all(|(new, old)| new > old));
        assert!(!versions(8).is_faster_than(&one));
    }

    #[test]
    fn the_times_that_are_shown_are_those_that_decide() {
        let work = |times: usize| "local.get 0 local.set 0 ".repeat(times);
        let body = |work: String| format!("loop {work} local.get 0 br_if 0 end");
        let one = cost(&body(work(8)));
        let version = body(work(5));
        let versions = cost(&format!("local.get 0 if {version} else {version} end"));
        let nested = cost("loop loop i32.const 1 local.set 0 end end");
        let flat = cost("loop i32.const 1 local.set 0 i32.const 2 local.set 0 end");
        for (new, old) in [(versions, one), (nested, flat), (flat, nested), (one, versions)] {
            let [new_time, old_time] = new.times_beside(&old);
            assert_eq!(new_time < old_time, new.is_faster_than(&old), "{new:?} {old:?}");
        }
    }

    #[test]
    fn a_vector_loop_counts_by_what_it_saves() {
        let work = "local.get 0 local.set 0 ".repeat(8);
        let one = cost(&format!("loop {work} local.get 0 br_if 0 end"));
        let both = format!(
            "local.get 0 if loop {work} local.get 0 br_if 0 end end loop {work} local.get 0 br_if 0 end"
        );
        let both = cost(&both);
        let unrolled = |saved| [crate::UnrolledLoop { depth: 1, operators: 18, saved }];
        assert!(!both.is_faster_than(&one));
        assert!(!both.with_unrolled(&unrolled(0)).is_faster_than(&one));
        assert!(both.with_unrolled(&unrolled(9)).is_faster_than(&one));
    }

    #[test]
    fn a_callee_counts_where_it_is_called() {
        let callee = cost("loop i32.const 1 local.set 0 end i32.const 1 local.set 0");
        let body = body("(module (func call 0 loop call 0 end))");
        let all = BodyEstimate::of(&body).unwrap().with_callees(|_| Some(&callee));
        let (once, looping) = (4 + 2, 4 + 2 + 2);
        assert_eq!(all.time(6), once + 8 * looping + 64 * 2);
    }

    #[test]
    fn the_length_of_a_function_index_does_not_count() {
        assert_eq!(cost("call 0").size, cost("").size + 3);
    }
}
