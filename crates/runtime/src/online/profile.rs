//! What requests cost, and what they gave.

use std::fmt;
use std::time::Duration;

/// What was asked for of one function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FunctionProfile {
    /// Its name, for people.
    pub name: String,
    /// Requests that found a version.
    pub hits: u64,
    /// Requests that found nothing.
    pub misses: u64,
    /// Versions that were made, continuations and generic ones among them.
    pub versions: u64,
    /// Lazy edges of versions behind which there was nothing when they were made.
    pub stubs: u64,
    /// The time that it took to specialize, analysis and refusals included.
    pub specialize: Duration,
    /// To optimize.
    pub optimize: Duration,
    /// To compile, and to instantiate.
    pub compile: Duration,
    /// Instructions of the generic function.
    pub generic_insts: u64,
    /// Instructions of all versions, before they were optimized.
    pub insts: u64,
    /// Bytes of machine code of all versions.
    pub bytes: u64,
}

impl FunctionProfile {
    /// How long the program waited for versions.
    pub fn time(&self) -> Duration {
        self.specialize + self.optimize + self.compile
    }
}

/// What was asked for and made, by function, in the order of their first requests.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// The functions.
    pub functions: Vec<FunctionProfile>,
}

const MS: f64 = 1e3;

impl Profile {
    /// The sum over all functions, under the name `total`.
    pub fn total(&self) -> FunctionProfile {
        let mut total = FunctionProfile { name: "total".to_owned(), ..Default::default() };
        for one in &self.functions {
            total.hits += one.hits;
            total.misses += one.misses;
            total.versions += one.versions;
            total.stubs += one.stubs;
            total.specialize += one.specialize;
            total.optimize += one.optimize;
            total.compile += one.compile;
            total.generic_insts += one.generic_insts;
            total.insts += one.insts;
            total.bytes += one.bytes;
        }
        total
    }

    /// One JSON object: `{"functions": [{"name": ..., "requests": ..., ...}]}`. Times are in
    /// milliseconds.
    pub fn json(&self) -> String {
        let functions: Vec<String> = self.functions.iter().map(json).collect();
        format!("{{\"functions\":[{}]}}", functions.join(","))
    }
}

fn json(one: &FunctionProfile) -> String {
    let mut name = String::new();
    for c in one.name.chars() {
        match c {
            '"' | '\\' => name.extend(['\\', c]),
            c if c.is_control() => name.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => name.push(c),
        }
    }
    let ms = |time: Duration| time.as_secs_f64() * MS;
    format!(
        "{{\"name\":\"{name}\",\"requests\":{},\"hits\":{},\"misses\":{},\"versions\":{},\
         \"stubs\":{},\"specialize_ms\":{:.3},\"optimize_ms\":{:.3},\"compile_ms\":{:.3},\
         \"generic_insts\":{},\"insts\":{},\"bytes\":{}}}",
        one.hits + one.misses,
        one.hits,
        one.misses,
        one.versions,
        one.stubs,
        ms(one.specialize),
        ms(one.optimize),
        ms(one.compile),
        one.generic_insts,
        one.insts,
        one.bytes
    )
}

/// A table, a line for each function.
impl fmt::Display for Profile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{:>9} {:>9} {:>9} {:>9} {:>6} {:>10} {:>9} {:>9} {:>9} {:>9}  function",
            "requests",
            "hits",
            "misses",
            "versions",
            "stubs",
            "special ms",
            "opt ms",
            "engine ms",
            "insts",
            "bytes"
        )?;
        let total = (self.functions.len() != 1).then(|| self.total());
        for one in self.functions.iter().chain(&total) {
            let ms = |time: Duration| format!("{:.2}", time.as_secs_f64() * MS);
            writeln!(
                out,
                "{:>9} {:>9} {:>9} {:>9} {:>6} {:>10} {:>9} {:>9} {:>9} {:>9}  {}",
                one.hits + one.misses,
                one.hits,
                one.misses,
                one.versions,
                one.stubs,
                ms(one.specialize),
                ms(one.optimize),
                ms(one.compile),
                one.insts,
                one.bytes,
                one.name
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_sums_are_sums() {
        let one = |name: &str, hits| FunctionProfile {
            name: name.to_owned(),
            hits,
            misses: 1,
            optimize: Duration::from_micros(1500),
            ..Default::default()
        };
        let profile = Profile { functions: vec![one("a\"b\\\n", 2), one("c", 40)] };
        assert_eq!((profile.total().hits, profile.total().misses), (42, 2));
        let json = profile.json();
        assert!(json.contains(r#""name":"a\"b\\\u000a","requests":3,"hits":2"#), "{json}");
        assert!(json.contains(r#""optimize_ms":1.500"#), "{json}");
        assert_eq!(profile.to_string().lines().count(), 4);
    }
}
