//! The search for instances: each operator on operands that each operator computes, completed at random.

use crate::KEPT;
use crate::operators::{Operators, Signature};
use crate::random::Random;
use crate::world::World;
use invar_ir::Op;
use invar_rules::{
    Allow, FloatOp, IntOp, Rule, RuleSet, Simpler, Term, ValueFacts, simplify, simplify_condition,
    simplify_operand, simplify_store,
};
use std::collections::{HashMap, HashSet};

/// What the rules are asked about.
#[derive(Clone, Copy)]
enum Entry {
    Operator,
    Condition,
    Operand(usize),
    Store,
}

/// What a rule answers, as something that can be compared.
#[derive(Clone, PartialEq)]
struct Answer {
    to: Term<usize>,
    negated: bool,
}

pub struct Search<'a> {
    operators: &'a Operators,
    random: Random,
    /// Instances by rule and skeleton.
    found: HashMap<(Rule, String), HashSet<String>>,
}

/// The operands of what the rules are asked about.
type Args = Vec<usize>;

/// The operators that compute two operands, by number.
type Kinds = [(usize, Option<&'static Signature>); 2];

/// What came of an attempt.
struct Tried {
    /// An instance that was not there.
    is_new: bool,
    /// Of how many of the operands it was asked which operator computes them.
    asked: usize,
}

impl<'a> Search<'a> {
    pub fn new(operators: &'a Operators) -> Self {
        let random = Random::new(0x9e37_79b9_7f4a_7c15);
        Search { operators, random, found: HashMap::new() }
    }

    /// The instances, ordered.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<(Rule, &String)> = (self.found.iter())
            .flat_map(|((rule, _), lines)| lines.iter().map(|line| (*rule, line)))
            .collect();
        lines.sort();
        lines.into_iter().map(|(rule, line)| format!("{rule}\t{line}")).collect()
    }

    pub fn all(&mut self) {
        for signature in self.operators.wanted() {
            if signature.op.memarg().is_some() {
                self.explore(signature, Entry::Store);
                continue;
            }
            self.explore(signature, Entry::Operator);
            for n in 0..signature.params.len().min(2) {
                self.explore(signature, Entry::Operand(n));
            }
            if signature.result == invar_ir::ValType::I32 {
                self.explore(signature, Entry::Condition);
            }
        }
    }

    /// Tries an operator on each kind of two of its operands.
    fn explore(&mut self, signature: &'static Signature, entry: Entry) {
        let kinds = |n: usize| {
            let ty = signature.params.get(n).copied();
            let inner = self.operators.inner.iter().copied();
            let inner = inner.filter(move |inner| Some(inner.result) == ty).map(Some);
            std::iter::once(None).chain(inner).collect::<Vec<_>>()
        };
        // Of a selection, what the condition and one arm are.
        let (first, second) = if signature.params.len() == 3 { (2, 0) } else { (0, 1) };
        let seconds = match entry {
            // The rules go down one operand.
            Entry::Condition => vec![None],
            _ => kinds(second),
        };
        for left in kinds(first) {
            for &right in &seconds {
                self.try_kinds(signature, entry, [(first, left), (second, right)]);
            }
        }
    }

    fn try_kinds(&mut self, signature: &'static Signature, entry: Entry, kinds: Kinds) {
        let forced = kinds.iter().filter(|(_, kind)| kind.is_some()).count();
        let usual = if forced < 2 { 400 } else { 24 };
        let few = if is_rare(signature, kinds) { 40_000 } else { usual };
        let mut budget = few;
        let (mut n, mut asked) = (0, 0);
        while n < budget {
            n += 1;
            let tried = self.try_once(signature, entry, kinds);
            asked = asked.max(tried.asked);
            if n == 8 && asked < forced {
                // Nobody wants to know what these operands are.
                return;
            }
            if tried.is_new {
                budget = (n + few).min(8 * few);
            }
        }
    }

    /// Tries an operator on operands of some kinds.
    fn try_once(&mut self, signature: &'static Signature, entry: Entry, kinds: Kinds) -> Tried {
        let world = World::new(self.operators, self.random.clone());
        let is_condition = matches!(entry, Entry::Condition);
        let (args, operands): (Args, Args) = if is_condition {
            let root = world.add(signature.result);
            world.set(root, World::operator(signature));
            (vec![root], (0..signature.params.len()).map(|n| world.operand(root, n)).collect())
        } else {
            let args: Args =
                signature.params.iter().map(|&ty| world.operand_of_type(ty, None)).collect();
            (args.clone(), args)
        };
        let mut forced = Vec::new();
        for (n, kind) in kinds {
            // Equal operands are of the kind of the first.
            let is_new = n < operands.len() && !forced.contains(&operands[n]);
            if let Some(inner) = kind.filter(|_| is_new) {
                world.set(operands[n], World::operator(inner));
                forced.push(operands[n]);
            }
        }
        let found = self.instances(&world, signature, entry, &args);
        let asked = forced.iter().filter(|&&operand| world.was_asked(operand)).count();
        self.random = world.random();
        let mut is_new = false;
        for (rule, skeleton, line) in found {
            if operators(&skeleton) > most_operators(signature) {
                continue;
            }
            let lines = self.found.entry((rule, skeleton)).or_default();
            is_new |= lines.len() < KEPT && lines.insert(line);
        }
        Tried { is_new, asked }
    }

    /// All rules that apply, each alone if it can be.
    fn instances(
        &self,
        world: &World,
        signature: &'static Signature,
        entry: Entry,
        args: &Args,
    ) -> Vec<(Rule, String, String)> {
        let mut found = Vec::new();
        let mut allow = Allow { sign_extension: true, size: false, without: RuleSet::empty() };
        for _ in 0..6 {
            let Some(simpler) = ask(world, &allow, signature, entry, args) else { break };
            let rules: Vec<Rule> = simpler.by.iter().collect();
            if rules.is_empty() {
                break;
            }
            for &rule in &rules {
                let mut only = allow;
                only.without = Rule::ALL.iter().copied().filter(|&other| other != rule).collect();
                let alone = ask(world, &only, signature, entry, args);
                let (allow, answer) = match alone {
                    Some(alone) if alone.by.contains(rule) => (&only, alone),
                    // This rule only speaks of what other rules have found.
                    _ if rule == Rule::SelectByCondition => (&allow, simpler.clone()),
                    _ => continue,
                };
                found.push(minimal(world, allow, signature, entry, args, rule, answer));
            }
            rules.into_iter().for_each(|rule| allow.without.insert(rule));
        }
        found
    }
}

/// Whether more than for others has to fit: a rotation written as two shifts, two operands that are promoted.
fn is_rare(signature: &Signature, kinds: Kinds) -> bool {
    let shift = |(_, kind): (usize, Option<&'static Signature>)| {
        let (_, kind) = IntOp::of(&kind?.op)?;
        matches!(kind, IntOp::Shl | IntOp::ShrU).then_some(kind)
    };
    let is_or = matches!(IntOp::of(&signature.op), Some((_, IntOp::Or)));
    let is_demoted = |op| FloatOp::of(op).is_some() && signature.op == Op::F32DemoteF64;
    is_or && matches!((shift(kinds[0]), shift(kinds[1])), (Some(a), Some(b)) if a != b)
        || kinds[0].1.is_some_and(|inner| is_demoted(&inner.op))
}

/// How many operators the rules for an operator look at. Instances that have more are left out: a rule that goes
/// down chains of operators repeats what it does to smaller ones.
fn most_operators(signature: &Signature) -> usize {
    match signature.op {
        Op::I32Or | Op::I64Or | Op::I32WrapI64 | Op::F32DemoteF64 => 4,
        _ => 3,
    }
}

/// How many different operators the left side has.
fn operators(skeleton: &str) -> usize {
    let (left, _) = skeleton.split_once('\t').expect("two sides");
    let names = left.split('(').skip(1).map(|text| text.split(' ').next());
    names.collect::<HashSet<_>>().len()
}

/// Asks the rules.
fn ask(
    world: &World,
    allow: &Allow,
    signature: &'static Signature,
    entry: Entry,
    args: &Args,
) -> Option<Simpler<Answer>> {
    let (op, result) = (&signature.op, signature.result);
    let plain = |to| Answer { to, negated: false };
    let (to, by) = match entry {
        Entry::Operator => {
            let simpler = simplify(world, allow, op, args)?;
            (plain(simpler.to), simpler.by)
        }
        Entry::Condition => {
            let simpler = simplify_condition(world, allow, args[0])?;
            (Answer { to: simpler.to.value, negated: simpler.to.negated }, simpler.by)
        }
        Entry::Operand(n) => {
            let simpler = simplify_operand(world, allow, op, args, n)?;
            let mut args: Vec<_> = args.iter().map(|&arg| Term::Value(arg)).collect();
            args[n] = Term::Value(simpler.to);
            (plain(Term::Node(result, op.clone(), args)), simpler.by)
        }
        Entry::Store => {
            let simpler = simplify_store(world, allow, op, args[0])?;
            let (op, value) = simpler.to;
            (plain(Term::Node(result, op, vec![Term::Value(value)])), simpler.by)
        }
    };
    Some(Simpler { to, by })
}

/// The instance without all that makes no difference to the answer: its rule, skeleton and text.
fn minimal(
    world: &World,
    allow: &Allow,
    signature: &'static Signature,
    entry: Entry,
    args: &Args,
    rule: Rule,
    answer: Simpler<Answer>,
) -> (Rule, String, String) {
    let mut least = world.frozen();
    for value in 0..least.len() {
        for step in 0..3 {
            let Some(less) = least.forget(value, step) else { continue };
            if ask(&less, allow, signature, entry, args).as_ref() == Some(&answer) {
                least = less;
            }
        }
    }
    let mut text = String::new();
    if let Entry::Condition = entry {
        text.push_str("(n condition ");
        least.print(&mut text, args[0]);
        text.push_str(if answer.to.negated { ")\t(n condition-not " } else { ")\t(n condition " });
        least.print_term(&mut text, &answer.to.to);
        text.push(')');
    } else {
        let left = args.iter().map(|&arg| Term::Value(arg)).collect();
        least.print_term(&mut text, &Term::Node(signature.result, signature.op.clone(), left));
        text.push('\t');
        least.print_term(&mut text, &answer.to.to);
    }
    text.push('\t');
    least.print_facts(&mut text);
    let (skeleton, text) = numbered(&text);
    (rule, skeleton, text)
}

/// The text with its values numbered as they come, and without constants and facts.
fn numbered(text: &str) -> (String, String) {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let (mut line, mut skeleton) = (String::new(), String::new());
    let (terms, facts) = text.rsplit_once('\t').expect("facts");
    let mut rest = terms;
    while !rest.is_empty() {
        let end = rest.find([' ', '\t', ')']).map_or(rest.len(), |end| end + 1);
        let (word, after) = rest.split_at(end);
        rest = after;
        let start = word.find(|c| c != '(').unwrap_or(word.len());
        let (open, word) = word.split_at(start);
        let digits = word.get(1..).unwrap_or("");
        let digits = &digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())];
        let named = word.starts_with(['x', 'c', 'n']) && !digits.is_empty();
        let next = numbers.len();
        let word = if named {
            let number = numbers.entry(digits).or_insert(next);
            format!("{open}{}{number}{}", &word[..1], &word[1 + digits.len()..])
        } else {
            format!("{open}{word}")
        };
        line.push_str(&word);
        match word.split_once('=') {
            Some((before, after)) => {
                skeleton.push_str(before);
                skeleton.push_str(after.trim_start_matches(|c: char| c.is_ascii_digit()));
            }
            None => skeleton.push_str(&word),
        }
    }
    line.push('\t');
    for fact in facts.split_whitespace() {
        let (kind, rest) = fact.split_once('=').expect("a fact");
        let (number, what) = rest.split_once(':').expect("a fact");
        if let Some(number) = numbers.get(number) {
            line.push_str(&format!("{kind}={number}:{what} "));
        }
    }
    (skeleton, line.trim_end_matches(' ').to_string())
}
