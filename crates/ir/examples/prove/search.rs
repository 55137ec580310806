//! The search for instances: each operator on operands that each operator computes, completed at random.

use crate::KEPT;
use crate::operators::{Operators, Signature};
use crate::random::Random;
use crate::world::World;
use invar_ir::rules::{
    Allow, Rule, RuleSet, Simpler, Term, simplify, simplify_condition, simplify_operand,
    simplify_store,
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

pub struct Search {
    operators: Operators,
    random: Random,
    effort: usize,
    /// Instances by rule and skeleton.
    found: HashMap<(Rule, String), HashSet<String>>,
}

/// The operands of what the rules are asked about.
type Args = Vec<usize>;

impl Search {
    pub fn new(effort: usize) -> Self {
        let random = Random::new(0x9e37_79b9_7f4a_7c15);
        Search { operators: Operators::new(), random, effort, found: HashMap::new() }
    }

    pub fn operators(&self) -> &Operators {
        &self.operators
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
        for signature in self.operators.all.clone() {
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

    /// Tries an operator on each kind of its first two operands.
    fn explore(&mut self, signature: &'static Signature, entry: Entry) {
        let kinds = |n: usize| {
            let ty = signature.params.get(n).copied();
            let inner = self.operators.inner.iter().copied();
            let inner = inner.filter(move |inner| Some(inner.result) == ty).map(Some);
            std::iter::once(None).chain(inner).collect::<Vec<_>>()
        };
        // Of a selection, what the condition and one arm are.
        let (first, second) = if signature.params.len() == 3 { (2, 0) } else { (0, 1) };
        let seconds = kinds(second);
        for left in kinds(first) {
            for &right in &seconds {
                let plain = left.is_none() || right.is_none();
                self.try_kinds(signature, entry, [(first, left), (second, right)], plain);
            }
        }
    }

    fn try_kinds(
        &mut self,
        signature: &'static Signature,
        entry: Entry,
        kinds: [(usize, Option<&'static Signature>); 2],
        plain: bool,
    ) {
        let few = if plain { 400 } else { 40 } * self.effort;
        let mut budget = few;
        let mut n = 0;
        while n < budget {
            n += 1;
            if self.try_once(signature, entry, kinds) {
                budget = (n + few).min(8 * few);
            }
        }
    }

    /// Tries an operator on operands of some kinds. Whether that found something new.
    fn try_once(
        &mut self,
        signature: &'static Signature,
        entry: Entry,
        kinds: [(usize, Option<&'static Signature>); 2],
    ) -> bool {
        let operators = &self.operators;
        let world = World::new(operators, self.random.clone());
        let args: Args = match entry {
            Entry::Condition => vec![world.add(signature.result)],
            _ => signature.params.iter().map(|&ty| world.operand_of_type(ty, None)).collect(),
        };
        if let Entry::Condition = entry {
            world.set(args[0], World::operator(signature));
        } else {
            for (n, kind) in kinds {
                // Equal operands are of the kind of the first.
                let is_new = n < args.len() && (n == 0 || !args[..n].contains(&args[n]));
                if let Some(inner) = kind.filter(|_| is_new) {
                    world.set(args[n], World::operator(inner));
                }
            }
        }
        let found = self.instances(&world, signature, entry, &args);
        self.random = world.random();
        let mut is_new = false;
        for (rule, skeleton, line) in found {
            let lines = self.found.entry((rule, skeleton)).or_default();
            is_new |= lines.len() < KEPT && lines.insert(line);
        }
        is_new
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
                    _ => (&allow, simpler.clone()),
                };
                found.push(minimal(world, allow, signature, entry, args, rule, answer));
            }
            rules.into_iter().for_each(|rule| allow.without.insert(rule));
        }
        found
    }
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
