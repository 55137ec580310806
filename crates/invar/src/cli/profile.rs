//! Profiles of engines: how much time a program spent in each function of a module.
//!
//! Two formats: `.cpuprofile`, which node, Deno and Chrome write, and the JSON of the Firefox Profiler, which `wasmtime run
//! --profile=guest` and samply write. Only samples whose innermost frame is in WebAssembly count for a function.

use anyhow::{Context, Result, bail};
use invar::unstable::debug::ModuleInfo;
use invar_inspect::names::Name;
use rustc_hash::FxHashMap;
use serde::Deserialize;

/// The time that a program spent in the functions of a module.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineProfile {
    /// The time of each function by its number, in units of the profile.
    pub functions: FxHashMap<u32, f64>,
    /// The time of all samples.
    pub total: f64,
    /// The unit: `ms`, or `samples`.
    pub unit: &'static str,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CpuProfile {
    nodes: Vec<Node>,
    #[serde(default)]
    samples: Vec<u32>,
    #[serde(default)]
    time_deltas: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    id: u32,
    call_frame: CallFrame,
    #[serde(default)]
    hit_count: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    function_name: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    column_number: i64,
}

#[derive(Deserialize)]
struct FirefoxProfile {
    threads: Vec<Thread>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thread {
    samples: Samples,
    stack_table: StackTable,
    frame_table: FrameTable,
    func_table: FuncTable,
    #[serde(default)]
    string_array: Vec<String>,
    #[serde(default)]
    string_table: Vec<String>,
}

#[derive(Deserialize)]
struct Samples {
    stack: Vec<Option<usize>>,
    #[serde(default)]
    weight: Option<Vec<f64>>,
}

#[derive(Deserialize)]
struct StackTable {
    frame: Vec<usize>,
}

#[derive(Deserialize)]
struct FrameTable {
    func: Vec<usize>,
}

#[derive(Deserialize)]
struct FuncTable {
    name: Vec<usize>,
}

/// Reads a profile of a program with a module. An error if it is of none of the formats, or most of the time that it
/// has for WebAssembly is in functions that the module does not have. Linear.
pub fn read(text: &[u8], module: &ModuleInfo) -> Result<EngineProfile> {
    let value: serde_json::Value =
        serde_json::from_slice(text).context("the profile is no JSON")?;
    let functions = Functions::of(module);
    let (mut found, unknown) = if value.get("nodes").is_some() {
        cpu_profile(serde_json::from_value(value).context("the .cpuprofile")?, &functions)
    } else if value.get("threads").is_some() {
        firefox_profile(serde_json::from_value(value).context("the profile")?, &functions)
    } else {
        bail!("the profile is neither a .cpuprofile nor one of the Firefox Profiler");
    };
    let known: f64 = found.functions.values().sum();
    if unknown > known {
        bail!("the profile is of another module: most of its functions are not in this one");
    }
    found.functions.retain(|_, time| *time > 0.0);
    Ok(found)
}

/// Functions of the module by what profiles call them.
struct Functions<'a> {
    module: &'a ModuleInfo,
    by_name: FxHashMap<String, u32>,
}

impl<'a> Functions<'a> {
    fn of(module: &'a ModuleInfo) -> Self {
        let mut by_name = FxHashMap::default();
        for (&number, name) in module.exports.iter().chain(&module.names) {
            by_name.insert(Name::of_function(name).shown().to_owned(), number);
            by_name.insert(name.clone(), number);
        }
        Functions { module, by_name }
    }

    /// The function of a name. Engines call those without one by their number.
    fn named(&self, name: &str) -> Option<u32> {
        let number = name
            .strip_prefix("wasm-function[")
            .or_else(|| name.strip_prefix("<wasm function "))
            .and_then(|rest| rest.trim_end_matches([']', '>']).parse().ok());
        number.or_else(|| self.by_name.get(name).copied())
    }
}

fn cpu_profile(profile: CpuProfile, functions: &Functions) -> (EngineProfile, f64) {
    let has_times =
        !profile.samples.is_empty() && profile.samples.len() == profile.time_deltas.len();
    let mut times: FxHashMap<u32, f64> = FxHashMap::default();
    if has_times {
        // A delta is the time since the sample before: what that one was in.
        let mut last = None;
        for (&node, &delta) in profile.samples.iter().zip(&profile.time_deltas) {
            if let Some(last) = last.replace(node) {
                *times.entry(last).or_default() += delta.max(0.0) / 1000.0;
            }
        }
    } else {
        times.extend(profile.nodes.iter().map(|node| (node.id, node.hit_count)));
    }
    let unit = if has_times { "ms" } else { "samples" };
    let mut found = EngineProfile { total: times.values().sum(), unit, ..EngineProfile::default() };
    let mut unknown = 0.0;
    for Node { id, call_frame, .. } in &profile.nodes {
        let CallFrame { function_name: name, url, column_number } = call_frame;
        if !url.starts_with("wasm://") && !name.starts_with("wasm-function[") {
            continue;
        }
        let time = times.get(id).copied().unwrap_or(0.0);
        // The column is the offset at which the function starts.
        let at = u32::try_from(*column_number).ok();
        let at = at.and_then(|at| functions.module.function(at)).map(|found| found.0);
        let number = functions.named(name);
        match at.filter(|at| number.is_none_or(|number| number == *at)) {
            Some(number) => *found.functions.entry(number).or_default() += time,
            None => unknown += time,
        }
    }
    (found, unknown)
}

fn firefox_profile(profile: FirefoxProfile, functions: &Functions) -> (EngineProfile, f64) {
    let mut found = EngineProfile { unit: "samples", ..EngineProfile::default() };
    for thread in &profile.threads {
        let names = if thread.string_array.is_empty() {
            &thread.string_table
        } else {
            &thread.string_array
        };
        let function = |stack: usize| {
            let frame = *thread.stack_table.frame.get(stack)?;
            let func = *thread.frame_table.func.get(frame)?;
            functions.named(names.get(*thread.func_table.name.get(func)?)?)
        };
        for (n, &stack) in thread.samples.stack.iter().enumerate() {
            let weight = thread.samples.weight.as_ref().and_then(|all| all.get(n).copied());
            let weight = weight.unwrap_or(1.0).abs();
            found.total += weight;
            if let Some(number) = stack.and_then(function) {
                *found.functions.entry(number).or_default() += weight;
            }
        }
    }
    // The rest may be in other code than the module's.
    (found, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions 1 and 2 have names; function 0 is an import, function 3 has none.
    fn module() -> ModuleInfo {
        let text = r#"(module (import "m" "f" (func))
            (func $first (nop)) (func $second (nop) (nop)) (func (nop) (nop) (nop)))"#;
        ModuleInfo::read(&wat::parse_str(text).expect("right"))
    }

    fn sorted(profile: &EngineProfile) -> Vec<(u32, f64)> {
        let mut all: Vec<_> = profile.functions.iter().map(|(&at, &time)| (at, time)).collect();
        all.sort_by_key(|of| of.0);
        all
    }

    #[test]
    fn a_cpuprofile_is_read_by_offsets_and_deltas() {
        let module = module();
        let node = |id: u32, name: &str, url: &str, column: u32| {
            format!(
                r#"{{"id":{id},"callFrame":{{"functionName":"{name}","url":"{url}","columnNumber":{column}}}}}"#
            )
        };
        let nodes = [
            node(1, "(root)", "", 0),
            node(2, "first", "wasm://wasm/1", module.bodies[0].start),
            node(3, "wasm-function[3]", "wasm://wasm/1", module.bodies[2].start),
        ];
        let text = format!(
            r#"{{"nodes":[{}],"samples":[1,2,3,2,1],"timeDeltas":[500,1000,2000,3000,4000]}}"#,
            nodes.join(",")
        );
        let found = read(text.as_bytes(), &module).expect("right");
        assert_eq!(sorted(&found), [(1, 6.0), (3, 3.0)]);
        assert_eq!((found.total, found.unit), (10.0, "ms"));
        let other = text.replace("wasm-function[3]", "other").replace("first", "wasm-function[2]");
        assert!(
            read(other.as_bytes(), &module)
                .expect_err("other")
                .to_string()
                .contains("another module")
        );
    }

    #[test]
    fn a_profile_of_the_firefox_profiler_is_read_by_names() {
        let text = r#"{"threads":[{"samples":{"stack":[0,1,1,null]},"stackTable":{"frame":[0,1]},
            "frameTable":{"func":[0,1]},"funcTable":{"name":[0,1]},"stringArray":["second","<wasm function 3>"]}]}"#;
        let found = read(text.as_bytes(), &module()).expect("right");
        assert_eq!(sorted(&found), [(2, 1.0), (3, 2.0)]);
        assert_eq!((found.total, found.unit), (4.0, "samples"));
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "{}", "[1]", r#"{"nodes":1}"#, r#"{"threads":[{}]}"#] {
            assert!(read(text.as_bytes(), &module()).is_err(), "{text}");
        }
    }
}
