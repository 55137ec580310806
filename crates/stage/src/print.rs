//! The analysis as text: what `invar print --stage` shows.
//!
//! ```text
//! x0 = {v1, v2, v5}: keep cache lazy
//! b2.1: dynamic merge, loop head, from b0 b3
//!     kept {x0} constant {v2} key {x0} policy cache lazy
//!   v4 = i32.add v2, v3              ; constant +v4
//!   br_if v4, b3, b4                 ; dynamic, lazy: to b4 for b4
//! ```
//!
//! Sets of variables are printed in full, at nodes and where they change. Of the run-time constants, a node shows
//! all, an instruction its results. `unkept` are parameters of a dynamic merge that are not constant though each
//! argument is.

use crate::analysis::conditions::{BranchOutcome, Branches};
use crate::analysis::run_time_constants::{Merge, Promotion};
use crate::analysis::split::{Node, as_node};
use crate::analysis::variables::{Var, is_annotation};
use crate::analysis::{BindingTimes, Config, analyze, is_annotated};
use invar_ir::bit_set::BitSet;
use invar_ir::{Body, Caching, Func, Function, Laziness, Module, Op, Value, display_op};
use std::fmt::{self, Display, Write};

/// Where comments start.
const COLUMN: usize = 44;

/// Names separated by a string.
fn list<T: Display>(items: impl Iterator<Item = T>, between: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

fn vars(set: &BitSet) -> String {
    format!("{{{}}}", list(set.iter().map(|n| Var::from_u32(n as u32)), ", "))
}

/// The name of a caching policy in the text format.
pub fn caching_name(caching: Caching) -> String {
    let text = display_op(&Op::IsConst { caching }).to_string();
    text.split_once(' ').map_or(String::new(), |(_, name)| name.to_string())
}

/// The name of a laziness in the text format.
pub fn laziness_name(laziness: Laziness) -> &'static str {
    match laziness {
        Laziness::Lazy => "lazy",
        Laziness::LoopLazy => "looplazy",
        Laziness::Eager => "eager",
    }
}

impl BindingTimes {
    /// The analysis as text.
    pub fn display<'a>(&'a self, f: &'a Function, module: &'a Module) -> impl Display + 'a {
        fmt::from_fn(move |out| {
            for (var, data) in &self.vars.list {
                write!(out, "{var} = {{{}}}:", list(data.values.iter(), ", "))?;
                if let Some(keep) = data.keep {
                    let laziness = laziness_name(keep.laziness);
                    write!(out, " keep {} {laziness}", caching_name(keep.caching))?;
                }
                if let Some(caching) = data.is_const {
                    write!(out, " const {}", caching_name(caching))?;
                }
                writeln!(out)?;
            }
            for node in self.graph.nodes.keys() {
                self.head(out, f, node)?;
                self.body(out, f, module, node)?;
                self.end(out, f, module, node)?;
            }
            Ok(())
        })
    }

    fn values(&self, set: &BitSet) -> String {
        let mut values: Vec<Value> =
            set.iter().map(|number| self.derived.candidates()[number]).collect();
        values.sort_unstable();
        format!("{{{}}}", list(values.iter(), ", "))
    }

    fn head(&self, out: &mut fmt::Formatter<'_>, f: &Function, node: Node) -> fmt::Result {
        write!(out, "{}:", self.graph.name(node))?;
        match self.rtc.merge(node) {
            Merge::None => {}
            Merge::Static => write!(out, " static merge,")?,
            Merge::Dynamic => write!(out, " dynamic merge,")?,
        }
        if self.graph.is_loop_head(node) {
            write!(out, " loop head,")?;
        }
        if self.graph.preds(node).len() > 0 {
            let preds = self.graph.preds(node).map(|(from, _)| self.graph.name(from));
            write!(out, " from {}", list(preds, " "))?;
        }
        let (kept, constant) = (self.graph.kept(node), &self.rtc.entry(node).constant);
        let (key, announced) = (self.keys.entry(node), self.merges.propagated(node));
        write!(out, "\n    kept {} constant {}", vars(kept), self.values(constant))?;
        write!(out, " key {}", vars(key))?;
        if !announced.is_empty() {
            write!(out, " announced {}", vars(announced))?;
        }
        if let Some(policy) = self.merges.policy(node) {
            let (asked, laziness) = (laziness_name(policy.asked), laziness_name(policy.laziness));
            write!(out, " policy {} {asked}", caching_name(policy.caching))?;
            if asked != laziness {
                write!(out, ": {laziness}")?;
            }
        }
        let text = |outcome: &BranchOutcome, branch: String| {
            format!("{branch}={}", list(outcome.taken.iter(), "|"))
        };
        let split = self.rtc.condition(Branches::OfSplitGraph, node).outcomes().iter();
        let split = split.map(|it| text(it, self.graph.name(as_node(it.branch))));
        // Blocks that have one node are named once.
        let blocks = self.rtc.condition(Branches::OfFunction, node).outcomes().iter();
        let blocks = blocks.filter(|it| self.graph.copies(it.branch).len() > 1);
        let blocks = blocks.map(|it| text(it, it.branch.to_string()));
        let outcomes: Vec<String> = split.chain(blocks).collect();
        if !outcomes.is_empty() {
            write!(out, " if {}", outcomes.join(" "))?;
        }
        let unkept = self.unkept(f, node);
        if !unkept.is_empty() {
            write!(out, " unkept {{{}}}", list(unkept.iter(), ", "))?;
        }
        writeln!(out)
    }

    fn body(
        &self,
        out: &mut fmt::Formatter<'_>,
        f: &Function,
        module: &Module,
        node: Node,
    ) -> fmt::Result {
        let mut key = self.keys.entry(node).clone();
        let mut result = Ok(());
        self.walk(f, node, |point| {
            let mut notes: Vec<String> = Vec::new();
            if is_annotation(&f.insts[point.inst].op) {
                notes.push(format!("kept {}", vars(point.kept)));
                if !point.announced.is_empty() {
                    notes.push(format!("announced {}", vars(point.announced)));
                }
            }
            let code = self.code(f);
            let is_new = |value: &Value| {
                self.derived.number(*value).is_some() && code.is_rtc(&point.state.constant, *value)
            };
            let new: Vec<Value> = f.results(point.inst).filter(is_new).collect();
            if !new.is_empty() {
                notes.push(format!("constant +{}", list(new.iter(), " +")));
            }
            if *point.key != key {
                key = point.key.clone();
                notes.push(format!("key {}", vars(&key)));
            }
            if point.promotion.is_some() {
                notes.push("promotion".to_string());
            }
            if point.starts {
                notes.push("starts a region".to_string());
            }
            let text = f.display_inst(module, point.inst).to_string();
            if result.is_ok() {
                result = line(out, &text, &notes);
            }
        });
        result
    }

    fn end(
        &self,
        out: &mut fmt::Formatter<'_>,
        f: &Function,
        module: &Module,
        node: Node,
    ) -> fmt::Result {
        let mut notes = Vec::new();
        if self.graph.succs(node).len() > 1 {
            let laziness = self.lazy.branch(&self.graph, &self.rtc, node);
            notes.push(match laziness {
                None => "static".to_string(),
                Some(laziness) => format!("dynamic, {}", laziness_name(laziness)),
            });
        }
        let lazy = self.lazy.edges_of(node).map(|(nth, merge)| {
            let to = self.graph.succs(node).nth(nth as usize).expect("an edge of the node");
            format!("lazy to {} for {}", self.graph.name(to), self.graph.name(merge))
        });
        notes.extend(lazy);
        for promotion in self.rtc.edge_promotions(&self.code(f), &self.graph, node) {
            if let Promotion::Edge(nth, value) = promotion {
                let to = self.graph.succs(node).nth(nth as usize).expect("an edge of the node");
                notes.push(format!("promotion of {value} to {}", self.graph.name(to)));
            }
        }
        let block = self.graph.nodes[node].block;
        line(out, &f.display_terminator(module, block).to_string(), &notes)
    }
}

fn line(out: &mut fmt::Formatter<'_>, text: &str, notes: &[String]) -> fmt::Result {
    let mut line = format!("  {text}");
    if !notes.is_empty() {
        let width = COLUMN.saturating_sub(1);
        let text = std::mem::take(&mut line);
        write!(line, "{text:width$} ; {}", notes.join("; "))?;
    }
    writeln!(out, "{line}")
}

/// The analysis of each function of a module that has annotations, or of one of them: what
/// `invar print --stage` shows.
pub fn module_text(module: &Module, only: Option<Func>, config: &Config) -> String {
    let mut text = String::new();
    for (func, data) in &module.funcs {
        let Body::Ssa(f) = &data.body else { continue };
        let asked = only.map_or_else(|| is_annotated(f), |only| only == func);
        if !asked {
            continue;
        }
        let label = match module.names.funcs.get(&func) {
            Some(label) => format!(" {label:?}"),
            None => String::new(),
        };
        let separate = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{separate}{func}{label}");
        let _ = match analyze(f, module, config) {
            Ok(analysis) => write!(text, "{}", analysis.display(f, module)),
            Err(refusal) => writeln!(text, "refused: {}", refusal.display(f, module)),
        };
    }
    text
}
