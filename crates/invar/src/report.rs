//! What an optimization did: times, counters, remarks, and bugs that were caught.

use crate::passes::Totals;
use invar_ir::Remark;
use invar_ir::rules::RuleCounts;
use std::time::Duration;

/// What an optimization made.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The module, or the component.
    pub wasm: Vec<u8>,
    /// How it came to be.
    pub report: Report,
}

/// How an output came to be. With feature `serde` it serializes to what `--stats=json` prints.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// Each pass that ran.
    pub passes: Vec<PassReport>,
    /// How often each rewrite rule was applied, by all passes that apply some.
    #[cfg_attr(feature = "serde", serde(serialize_with = "rules_as_map"))]
    pub rules: RuleCounts,
    /// The stages around the passes, in order.
    pub phases: Vec<Phase>,
    /// What became of the functions.
    pub functions: Functions,
    /// Sizes before.
    pub input: Sizes,
    /// Sizes after.
    pub output: Sizes,
    /// Whether the whole output was larger than the input, which therefore stayed.
    pub input_kept: bool,
    /// Wall time.
    pub time_ms: f64,
    /// What passes did or refused to do, in the order of the functions; empty unless asked for.
    pub remarks: Vec<FuncRemark>,
    /// The counters of each function that are not 0, in the order of the functions; empty unless
    /// asked for.
    pub by_function: Vec<FuncCounters>,
    /// How often analyses of functions were computed, and how often one was there already (`reused`).
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub analyses: Vec<(&'static str, u64)>,
    /// Mistakes of this library that the output was protected from.
    pub bugs: Vec<Bug>,
    /// What `print_after` asked for, in the order of the functions.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub dumps: Vec<String>,
    /// What is left of the fuel, if it was limited.
    pub fuel_left: Option<u64>,
}

/// What a pass did.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PassReport {
    /// Its name in the pass table.
    pub name: &'static str,
    /// How often it ran.
    pub runs: u64,
    /// How long it took, summed over threads.
    pub time_ms: f64,
    /// Its counters.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub counters: Vec<(&'static str, u64)>,
}

/// A stage of the work.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Phase {
    /// Its name.
    pub name: &'static str,
    /// How long it took, summed over threads.
    pub time_ms: f64,
}

/// What became of the functions. Each defined function is counted in one field besides `total`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Functions {
    /// All defined functions of the input.
    pub total: u64,
    /// Lifted, optimized and written anew.
    pub lifted: u64,
    /// Lifted, but the original was no worse and stayed.
    pub kept: u64,
    /// Not lifted (control flow that is not supported yet), re-encoded as they were.
    pub copied: u64,
    /// Not lifted (branches would pass more arguments than the budget allows), re-encoded as they were.
    pub large: u64,
    /// Unused or merged into others.
    pub removed: u64,
    /// Written anew, but wrongly; the original stayed. Each is a bug.
    pub invalid: u64,
}

/// Sizes in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sizes {
    /// The whole file.
    pub bytes: u64,
    /// Its code sections.
    pub code_bytes: u64,
}

/// What passes counted in a function.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FuncCounters {
    /// The function, by its name for people.
    pub func: String,
    /// Counters by `pass.name`.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub counters: Vec<(String, u64)>,
}

impl std::fmt::Display for FuncCounters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counters = self.counters.iter().map(|(name, count)| format!("{name} {count}"));
        write!(f, "{}: {}", self.func, counters.collect::<Vec<_>>().join(", "))
    }
}

/// A remark about a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FuncRemark {
    /// The function, by its name for people.
    pub func: String,
    /// The remark.
    pub remark: Remark,
}

/// A mistake of this library that the output was protected from.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Bug {
    /// The function, by its name for people, or `module`.
    pub func: String,
    /// The pass or stage at fault.
    pub stage: &'static str,
    /// What went wrong.
    pub message: String,
}

impl std::fmt::Display for Bug {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} in `{}`: {}", self.stage, self.func, self.message)
    }
}

impl std::fmt::Display for FuncRemark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Remark { pass, kind, loc, what, why } = &self.remark;
        let kind = match kind {
            invar_ir::RemarkKind::Applied => "applied",
            invar_ir::RemarkKind::Missed => "missed",
        };
        write!(f, "{}: offset 0x{:x}: {pass}: {kind}: {what}", self.func, loc.offset)?;
        if !why.is_empty() {
            write!(f, ": {why}")?;
        }
        Ok(())
    }
}

impl Report {
    /// The tallies of the passes, in the order of the pass table.
    pub(crate) fn set_passes(&mut self, totals: &Totals) {
        self.passes = totals
            .list()
            .into_iter()
            .map(|(pass, tally)| PassReport {
                name: pass.name(),
                runs: tally.runs,
                time_ms: millis(tally.time),
                counters: tally.stats,
            })
            .collect();
        self.rules = totals.rules();
    }

    /// Adds time to a stage.
    pub(crate) fn add_phase(&mut self, name: &'static str, time_ms: f64) {
        match self.phases.iter_mut().find(|phase| phase.name == name) {
            Some(phase) => phase.time_ms += time_ms,
            None => self.phases.push(Phase { name, time_ms }),
        }
    }

    /// Adds the report of another module (of a component).
    pub(crate) fn merge(&mut self, other: Report) {
        for pass in other.passes {
            match self.passes.iter_mut().find(|mine| mine.name == pass.name) {
                Some(mine) => {
                    mine.runs += pass.runs;
                    mine.time_ms += pass.time_ms;
                    for (mine, theirs) in mine.counters.iter_mut().zip(pass.counters) {
                        mine.1 += theirs.1;
                    }
                }
                None => self.passes.push(pass),
            }
        }
        self.rules.add(&other.rules);
        for Phase { name, time_ms } in other.phases {
            self.add_phase(name, time_ms);
        }
        self.functions.add(&other.functions);
        self.input.code_bytes += other.input.code_bytes;
        self.output.code_bytes += other.output.code_bytes;
        self.remarks.extend(other.remarks);
        self.by_function.extend(other.by_function);
        for (name, count) in other.analyses {
            match self.analyses.iter_mut().find(|mine| mine.0 == name) {
                Some(mine) => mine.1 += count,
                None => self.analyses.push((name, count)),
            }
        }
        self.bugs.extend(other.bugs);
        self.dumps.extend(other.dumps);
        self.fuel_left = other.fuel_left;
    }
}

impl Functions {
    /// Adds the counts of other functions.
    pub(crate) fn add(&mut self, other: &Functions) {
        let Functions { total, lifted, kept, copied, large, removed, invalid } = other;
        self.total += total;
        self.lifted += lifted;
        self.kept += kept;
        self.copied += copied;
        self.large += large;
        self.removed += removed;
        self.invalid += invalid;
    }
}

/// A duration as reports give it.
pub(crate) fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(feature = "serde")]
pub(crate) fn as_map<S: serde::Serializer, N: serde::Serialize>(
    counters: &[(N, u64)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counters.iter().map(|(name, count)| (name, count)))
}

#[cfg(feature = "serde")]
fn rules_as_map<S: serde::Serializer>(
    counts: &RuleCounts,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(rule, count)| (rule.name(), count)))
}

#[cfg(feature = "serde")]
impl serde::Serialize for FuncRemark {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let Remark { pass, kind, loc, what, why } = &self.remark;
        let mut map = serializer.serialize_struct("Remark", 6)?;
        map.serialize_field("func", &self.func)?;
        map.serialize_field("pass", pass)?;
        map.serialize_field("applied", &(*kind == invar_ir::RemarkKind::Applied))?;
        map.serialize_field("offset", &loc.offset)?;
        map.serialize_field("what", what)?;
        map.serialize_field("why", why)?;
        map.end()
    }
}
