//! Functions of comparisons of a few values, for passes that learn from branches.
//!
//! A loop around a tree of branches: each compares parameters, a counter, constants near the ends of the numbers, and
//! sums, masks, shifts and remainders of them. So a comparison often follows from those above it, or would but for an
//! overflow, the order, or an edge. The ends of the tree return, go on with the loop, or pass a value to a merge that
//! tests it. Cost: the tree has a bounded depth.

use crate::Random;
use crate::testing::parse;
use invar_ir::{Function, Module};
use std::fmt::Write;

/// Arguments at which comparisons change their outcome.
pub const ARGUMENTS: [i32; 16] =
    [0, 1, 2, 5, 8, 9, 10, 11, 31, 255, -1, -2, i32::MAX, i32::MAX - 1, i32::MIN, i32::MIN + 1];
const COMPARE: [&str; 10] =
    ["eq", "ne", "lt_s", "lt_u", "le_s", "le_u", "gt_s", "gt_u", "ge_s", "ge_u"];
const COMPUTE: [&str; 10] =
    ["add", "add", "add", "sub", "and", "and", "or", "shr_u", "shr_s", "mul"];
/// How many branches follow one another.
const DEPTH: usize = 4;

/// A function of two integers, as a module with it as `f1`.
pub fn random_comparisons(random: &mut Random) -> (Module, Function) {
    let mut writer = Writer { text: String::new(), values: 3, blocks: 3 };
    writer.text.push_str("func f1 : (i32, i32) -> (i32) {\n b0(v0: i32, v1: i32):\n");
    let start = writer.constant(random);
    writeln!(writer.text, " jump b1({start})").expect("text");
    // The loop, with its counter, and the merge.
    let mut work =
        vec![("b1(v2: i32)".to_owned(), vec!["v0".into(), "v1".into(), "v2".into()], DEPTH)];
    while let Some((head, scope, depth)) = work.pop() {
        writeln!(writer.text, " {head}:").expect("text");
        writer.block(random, scope, depth, &mut work);
    }
    let tested = writer.value("i32.const", &[random.pick(&ARGUMENTS).to_string()]);
    let text = std::mem::take(&mut writer.text);
    // The constant that the merge compares with was just written behind all else.
    let (rest, constant) = text.trim_end().rsplit_once('\n').expect("several lines");
    let compare = random.pick(&COMPARE);
    let answer = writer.values;
    let text = format!(
        "{rest}\n b2(v{p}: i32):\n{constant}\n v{answer} = i32.{compare} v{p}, {tested}\n br_if v{answer}, b{yes}, b{no}\n \
         b{yes}:\n return {tested}\n b{no}:\n return v{p}\n }}",
        p = answer + 1,
        yes = writer.blocks,
        no = writer.blocks + 1,
    );
    parse(&text)
}

/// Blocks that are still to be written: their heads, the values that they may use, and how many branches follow.
type Work = Vec<(String, Vec<String>, usize)>;

struct Writer {
    text: String,
    values: usize,
    blocks: usize,
}

impl Writer {
    fn value(&mut self, op: &str, args: &[String]) -> String {
        let name = format!("v{}", self.values);
        self.values += 1;
        writeln!(self.text, " {name} = {op} {}", args.join(", ")).expect("text");
        name
    }

    fn constant(&mut self, random: &mut Random) -> String {
        self.value("i32.const", &[random.pick(&ARGUMENTS).to_string()])
    }

    /// A value in scope, or a constant.
    fn operand(&mut self, random: &mut Random, scope: &[String]) -> String {
        if random.one_in(3) {
            self.constant(random)
        } else {
            scope[random.below(scope.len())].clone()
        }
    }

    fn comparison(&mut self, random: &mut Random, scope: &[String]) -> String {
        let args = [(); 2].map(|()| self.operand(random, scope));
        let compared = self.value(&format!("i32.{}", random.pick(&COMPARE)), &args);
        if random.one_in(5) { self.value("i32.eqz", &[compared]) } else { compared }
    }

    fn block(
        &mut self,
        random: &mut Random,
        mut scope: Vec<String>,
        depth: usize,
        work: &mut Work,
    ) {
        for _ in 0..random.below(3) {
            let left = scope[random.below(scope.len())].clone();
            let right = self.operand(random, &scope);
            let made = if random.one_in(6) {
                let divisor = self.value("i32.const", &["10".into()]);
                self.value(random.pick(&["i32.rem_u", "i32.rem_s"]), &[left, divisor])
            } else {
                self.value(&format!("i32.{}", random.pick(&COMPUTE)), &[left, right])
            };
            scope.push(made);
        }
        if depth == 0 || random.one_in(8) {
            let value = self.operand(random, &scope);
            match random.below(4) {
                0 => writeln!(self.text, " return {value}"),
                1 => {
                    let step = self.value("i32.const", &[random.pick(&[1, 2, -1]).to_string()]);
                    let next = self.value("i32.add", &["v2".into(), step]);
                    writeln!(self.text, " jump b1({next})")
                }
                _ => writeln!(self.text, " jump b2({value})"),
            }
            .expect("text");
            return;
        }
        let mut condition = self.comparison(random, &scope);
        if random.one_in(4) {
            let other = self.comparison(random, &scope);
            condition = self.value(random.pick(&["i32.and", "i32.or"]), &[condition, other]);
        }
        let [yes, no] = [self.blocks, self.blocks + 1];
        self.blocks += 2;
        writeln!(self.text, " br_if {condition}, b{yes}, b{no}").expect("text");
        work.push((format!("b{yes}"), scope.clone(), depth - 1));
        work.push((format!("b{no}"), scope, depth - 1));
    }
}
