//! Switch formation: turns a chain of comparisons of one value with constants into a jump table.
//!
//! A chain is a block that branches on `x == c` (or `x != c`, or `x` itself, which is a test for 0),
//! and blocks after its other edge that only do the same for another constant. Such chains come from
//! compilers that leave switches to their back end, or have none.
//!
//! The constants must be dense: at least one in [`Config::sparse`] numbers between the least and the greatest of them
//! is one, as in Hennessy and Mendelsohn, *Compilation of the Pascal case statement*, 1982. A chain ends ahead of a
//! constant for which the table would have more targets than engines accept; the tests behind it are another chain.
//! Constants and comparisons in the blocks of the chain are hoisted to its head, where dead code elimination removes
//! them. A chain with branch weights is left alone, unless optimizing for size: its first tests may be the likely
//! ones.
//!
//! Cost: linear in the function and in the tables made.

use invar_analysis::{PassContext, RemarkKind};
use invar_ir::limits::Limit;
use invar_ir::{Block, BlockCall, Cfg, Function, Op, Terminator};
use invar_ir::{ValType, Value};
use invar_rules::{Const, ValueFacts};
use rustc_hash::FxHashSet;

invar_analysis::config! {
    /// What to do.
    pub struct Config {
        /// The least number of constants of a chain.
        fewest: usize = 4,
        /// The greatest number of entries of a table per constant.
        sparse: u64 = 3,
    }
}

invar_analysis::counters! {
    /// The chains that were found.
    pub struct Stats {
        /// Jump tables made.
        tables,
        /// Comparisons that they replace.
        tests,
        /// Chains whose constants are too sparse.
        refused_sparse: Observed = "refused.sparse",
        /// Chains with branch weights.
        refused_weights: Observed = "refused.weights",
    }
}

/// A comparison of a value with a constant.
struct Test {
    value: Value,
    constant: i32,
    /// The edge that is taken if they are equal: 0 or 1.
    equal: usize,
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let cfg = cx.analyses.cfg(function);
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    for &head in &cfg.rpo {
        // Heads come before the other blocks of their chains.
        if seen.contains(&head) {
            continue;
        }
        let Some(chain) = chain(function, &cfg, head) else { continue };
        seen.extend(&chain.blocks);
        if chain.constants.len() < config.fewest {
            continue;
        }
        if chain.weighted && cx.goals.size == 0 {
            stats.refused_weights += 1;
            continue;
        }
        let (least, entries) = table(chain.range);
        if entries > config.sparse * chain.constants.len() as u64 {
            stats.refused_sparse += 1;
            continue;
        }
        if !cx.fuel.take() {
            break;
        }
        stats.tables += 1;
        stats.tests += chain.tests;
        let loc = function.blocks[head].term_loc;
        cx.remarks.record(
            "switch-formation",
            RemarkKind::Applied,
            loc,
            "made a jump table",
            || format!("of {} tests", chain.tests),
        );
        chain.replace(function, least, entries as usize);
    }
    cx.analyses.keep_if_current(function);
    stats
}

/// Comparisons of one value, each executed if the one before failed.
struct Chain {
    value: Value,
    /// The head, the tests after it, and empty blocks between them.
    blocks: Vec<Block>,
    tests: u64,
    /// Constants in the order of the tests, each once, with the edge that is taken.
    constants: Vec<(i32, BlockCall)>,
    /// The least and the greatest of them.
    range: (i32, i32),
    default: BlockCall,
    weighted: bool,
}

/// The chain that begins at a block.
fn chain(function: &Function, cfg: &Cfg, head: Block) -> Option<Chain> {
    let first = test(function, head)?;
    let targets = |block: Block, equal: usize| {
        let term = &function.blocks[block].term;
        let call = |nth| term.target(nth).expect("a branch").clone();
        (call(equal), call(1 - equal))
    };
    let (taken, default) = targets(head, first.equal);
    let weighted = taken.weight != 0 || default.weight != 0;
    let constants = vec![(first.constant, taken)];
    let mut tested: FxHashSet<i32> = [first.constant].into_iter().collect();
    let (value, blocks, range) = (first.value, vec![head], (first.constant, first.constant));
    let mut chain = Chain { value, blocks, tests: 1, constants, range, default, weighted };
    loop {
        // A block with other predecessors, or other instructions, ends the chain.
        let is_own = |block: Block| {
            block != head && cfg.preds(block).len() == 1 && function.blocks[block].params.is_empty()
        };
        let mut next = chain.default.block;
        let mut between = Vec::new();
        while is_own(next)
            && function.blocks[next].insts.is_empty()
            && let Terminator::Jump(call) = &function.blocks[next].term
        {
            between.push(next);
            next = call.block;
        }
        if !is_own(next) || !is_only_test(function, next) {
            break;
        }
        let Some(test) = test(function, next)
            .filter(|test| test.value == chain.value || invar_ir::mutant!(SwitchOtherValue))
        else {
            break;
        };
        let range = (chain.range.0.min(test.constant), chain.range.1.max(test.constant));
        if Limit::TableTargets.is_over(table(range).1) && !invar_ir::mutant!(SwitchTableUnlimited) {
            break;
        }
        chain.range = range;
        let (taken, default) = targets(next, test.equal);
        chain.weighted |= taken.weight != 0 || default.weight != 0;
        if tested.insert(test.constant) || invar_ir::mutant!(SwitchLastTestWins) {
            chain.constants.push((test.constant, taken));
        }
        chain.default = default;
        chain.tests += 1;
        chain.blocks.extend(between);
        chain.blocks.push(next);
    }
    Some(chain)
}

/// Whether a block computes nothing but constants and comparisons of integers.
fn is_only_test(function: &Function, block: Block) -> bool {
    let data = &function.blocks[block];
    data.insts.len() <= 4
        && data.insts.iter().all(|&inst| {
            matches!(
                function.insts[inst].op,
                Op::I32Const { .. } | Op::I32Eq | Op::I32Ne | Op::I32Eqz
            )
        })
}

/// The comparison that the branch of a block tests.
fn test(function: &Function, block: Block) -> Option<Test> {
    let Terminator::BrIf { cond, .. } = function.blocks[block].term else { return None };
    let mut cond = function.resolve(cond);
    let mut equal = 0;
    // `(a == b) == 0` is the negation of a comparison.
    if matches!(function.op(cond), Some(Op::I32Eqz)) {
        let inner = function.operand(cond, 0);
        if !matches!(function.op(inner), Some(Op::I32Eq | Op::I32Ne)) {
            return Some(Test { value: inner, constant: 0, equal });
        }
        (cond, equal) = (inner, 1);
    }
    let constant = |value| match function.def_op(value).and_then(Const::from_op) {
        Some(Const::I32(constant)) => Some(constant),
        _ => None,
    };
    match function.op(cond) {
        Some(op @ (Op::I32Eq | Op::I32Ne)) => {
            equal ^= usize::from(matches!(op, Op::I32Ne));
            let (a, b) = (function.operand(cond, 0), function.operand(cond, 1));
            let (value, constant) = match (constant(a), constant(b)) {
                (None, Some(constant)) => (a, constant),
                (Some(constant), None) => (b, constant),
                _ => return None,
            };
            Some(Test { value, constant, equal })
        }
        _ if function.ty(cond) == ValType::I32 => {
            Some(Test { value: cond, constant: 0, equal: 1 - equal })
        }
        _ => None,
    }
}

/// The first value of the table for constants in a range, and its number of entries. It begins at 0 if that is close.
fn table((least, greatest): (i32, i32)) -> (i32, u64) {
    let least = if (1..=4).contains(&least) { 0 } else { least };
    (least, (i64::from(greatest) - i64::from(least)) as u64 + 1)
}

impl Chain {
    /// Replaces the chain by a jump table.
    fn replace(self, function: &mut Function, least: i32, entries: usize) {
        let Chain { value, blocks, constants, default, .. } = self;
        let head = blocks[0];
        for &block in &blocks[1..] {
            let moved = std::mem::take(&mut function.blocks[block].insts);
            function.blocks[head].insts.extend(moved);
        }
        let loc = function.blocks[head].term_loc;
        let mut int = |op, args: &[Value]| {
            let inst = function.append(head, op, args, &[ValType::I32], loc);
            function.result(inst).expect("it has one")
        };
        let index = match least {
            0 => value,
            _ => {
                let least = int(Op::I32Const { value: least }, &[]);
                int(Op::I32Sub, &[value, least])
            }
        };
        // A list of arguments belongs to one edge.
        let mut call = |call: &BlockCall| BlockCall {
            block: call.block,
            args: call.args.deep_clone(&mut function.pool),
            weight: 0,
        };
        let mut targets: Vec<Option<BlockCall>> = vec![None; entries];
        for (constant, taken) in &constants {
            let n = i64::from(*constant) - i64::from(least);
            targets[n as usize] = Some(call(taken));
        }
        let targets =
            targets.into_iter().map(|target| target.unwrap_or_else(|| call(&default))).collect();
        let default = call(&default);
        function.blocks[head].term = Terminator::BrTable { index, targets, default };
        for &block in &blocks[1..] {
            function.kill_block(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use invar_generate::functions::parse;
    use invar_generate::testing::{chain, check, with_context};
    use invar_ir::Terminator;
    use invar_ir::limits::Limit;

    fn tables(f: &mut invar_ir::Function, cx: &mut invar_analysis::PassContext<'_>) -> u64 {
        super::run(f, cx, &Default::default()).tables
    }

    #[test]
    fn tests_of_all_forms_become_one_table() {
        check(
            tables,
            1,
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = i32.const 6
               v2 = i32.eq v0, v1
               br_if v2, b10(v1), b1
             b1:
               v3 = i32.const 8
               v4 = i32.ne v3, v0
               br_if v4, b2, b10(v0)
             b2:
               v5 = i32.const 7
               v6 = i32.eq v0, v5
               v7 = i32.eqz v6
               br_if v7, b3, b10(v5)
             b3:
               v8 = i32.const 6
               v9 = i32.eq v0, v8
               br_if v9, b10(v8), b4
             b4:
               v10 = i32.const 9
               v11 = i32.eq v0, v10
               br_if v11, b10(v10), b5
             b5:
               v12 = i32.const 1
               return v12
             b10(v13: i32):
               return v13
             }",
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = i32.const 6
               v2 = i32.eq v0, v1
               v3 = i32.const 8
               v4 = i32.ne v3, v0
               v5 = i32.const 7
               v6 = i32.eq v0, v5
               v7 = i32.eqz v6
               v8 = i32.const 6
               v9 = i32.eq v0, v8
               v10 = i32.const 9
               v11 = i32.eq v0, v10
               v14 = i32.const 6
               v15 = i32.sub v0, v14
               br_table v15, b10(v1), b10(v5), b10(v0), b10(v10), b5
             b5:
               v12 = i32.const 1
               return v12
             b10(v13: i32):
               return v13
             }",
        );
    }

    /// A chain of so many tests for 0, 2, 4, ... .
    fn even(tests: u32) -> String {
        let mut text = String::from("func f1 : (i32) -> (i32) {\nb0(v0: i32):\n jump b1\n");
        for n in 0..tests {
            let (block, constant, equal) = (n + 1, 2 * n + 1, 2 * n + 2);
            text += &format!(
                "b{block}:\n v{constant} = i32.const {}\n v{equal} = i32.eq v0, v{constant}\n \
                 br_if v{equal}, b{}(v{constant}), b{}\n",
                2 * n,
                tests + 2,
                block + 1
            );
        }
        let param = 2 * tests + 1;
        text + &format!(
            "b{}:\n return v0\nb{}(v{param}: i32):\n return v{param}\n}}",
            tests + 1,
            tests + 2
        )
    }

    #[test]
    fn no_table_has_more_targets_than_engines_accept() {
        let most = Limit::TableTargets.most() as u32;
        // A table for n even numbers has 2n - 1 targets.
        for (tests, expected) in [(most / 2, 1), (most / 2 + 1, 1), (most / 2 + 4, 2)] {
            let (module, mut function) = parse(&even(tests));
            with_context(&module, |cx| assert_eq!(tables(&mut function, cx), expected));
            for block in function.blocks.values() {
                if let Terminator::BrTable { targets, .. } = &block.term {
                    assert!(!Limit::TableTargets.is_over(targets.len() as u64));
                }
            }
        }
    }

    #[test]
    fn long_chains() {
        let (module, mut function) = chain(100_000);
        with_context(&module, |cx| assert_eq!(tables(&mut function, cx), 0));
    }
}
