//! Profiles: the costs and benefits of specialization, by function.

use std::fmt;
use std::time::Duration;

/// Samples of the time of calls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Timed {
    times: Vec<Duration>,
}

impl Timed {
    /// Adds a call.
    pub fn add(&mut self, took: Duration) {
        self.times.push(took);
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.times.len() as u64
    }

    /// How long all of them took.
    pub fn total(&self) -> Duration {
        self.times.iter().sum()
    }

    /// The median in microseconds, if there were any.
    pub fn us(&self) -> Option<f64> {
        let mut times = self.times.clone();
        times.sort_unstable();
        let (low, high) =
            (times.get(times.len().saturating_sub(1) / 2)?, times.get(times.len() / 2)?);
        Some((*low + *high).as_secs_f64() * 1e6 / 2.0)
    }
}

/// The profile of a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FunctionProfile {
    /// The function's name, for people.
    pub name: String,
    /// Calls of the function, if it is a region or has some, and of the versions that requests gave. Counted
    /// with [`super::Settings::profile`] only, as [`super::Running::counted`] gives it.
    pub entries: u64,
    /// Lookups at requests, annotations and stubs that found a version: all of them where entries are counted, else
    /// those by the host.
    pub hits: u64,
    /// Lookups that found nothing.
    pub misses: u64,
    /// Lookups that found a version that was being made in the background.
    pub waits: u64,
    /// Versions that were made, continuations and generic ones among them.
    pub versions: u64,
    /// Lazy edges of versions behind which there was no code when they were made.
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
    /// Entries that went to generic code in order to be timed, where entries are counted.
    pub generic_entries: u64,
    /// Entries that were timed in generic code.
    pub generic: Timed,
    /// Entries that were timed in special code.
    pub special: Timed,
}

impl FunctionProfile {
    /// How long it took to make the versions: the program waited for them, unless they were made in the
    /// background.
    pub fn time(&self) -> Duration {
        self.specialize + self.optimize + self.compile
    }

    /// The number of entries after which the versions pay off: the time to make them over the
    /// difference of the median times of an entry in generic and in special code. An estimate: few
    /// entries are timed, each with values of its own, and versions that are still to be made are
    /// not included. `None` if there are no times of either kind, or no time is saved.
    pub fn break_even(&self) -> Option<f64> {
        let saved = self.generic.us()? - self.special.us()?;
        (saved > 0.0 && self.versions > 0).then(|| self.time().as_secs_f64() * 1e6 / saved)
    }
}

/// The profile of an instance, by function, in the order of their first lookups.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// The functions.
    pub functions: Vec<FunctionProfile>,
}

const MS: f64 = 1e3;

impl Profile {
    /// The sum over all functions, under the name `total`; there are no times of different functions.
    pub fn total(&self) -> FunctionProfile {
        let mut total = FunctionProfile { name: "total".to_owned(), ..Default::default() };
        for one in &self.functions {
            total.entries += one.entries;
            total.generic_entries += one.generic_entries;
            total.hits += one.hits;
            total.misses += one.misses;
            total.waits += one.waits;
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

    /// The profile as a JSON object: `{"functions": [{"name": ..., "entries": ..., ...}]}`. Times are in milliseconds
    /// (`_ms`) or microseconds (`_us`); what is not known is `null`. `requests` is the sum of `hits`, `misses` and
    /// `waits`.
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
    let number = |number: Option<f64>, digits: usize| match number {
        Some(number) => format!("{number:.digits$}"),
        None => "null".to_owned(),
    };
    format!(
        "{{\"name\":\"{name}\",\"entries\":{},\"requests\":{},\"hits\":{},\"misses\":{},\
         \"waits\":{},\"versions\":{},\"stubs\":{},\"specialize_ms\":{:.3},\"optimize_ms\":{:.3},\
         \"compile_ms\":{:.3},\"generic_insts\":{},\"insts\":{},\"bytes\":{},\"generic_us\":{},\
         \"special_us\":{},\"break_even\":{}}}",
        one.entries,
        one.hits + one.misses + one.waits,
        one.hits,
        one.misses,
        one.waits,
        one.versions,
        one.stubs,
        ms(one.specialize),
        ms(one.optimize),
        ms(one.compile),
        one.generic_insts,
        one.insts,
        one.bytes,
        number(one.generic.us(), 3),
        number(one.special.us(), 3),
        number(one.break_even(), 1)
    )
}

/// The heads of the table's columns, and how wide they are.
const COLUMNS: [(&str, usize); 15] = [
    ("entries", 10),
    ("hits", 10),
    ("misses", 7),
    ("waits", 6),
    ("versions", 8),
    ("stubs", 6),
    ("special ms", 10),
    ("opt ms", 9),
    ("engine ms", 9),
    ("insts", 8),
    ("bytes", 8),
    ("generic us", 11),
    ("special us", 11),
    ("break-even", 10),
    ("function", 0),
];

fn cells(one: &FunctionProfile) -> [String; COLUMNS.len()] {
    let ms = |time: Duration| format!("{:.2}", time.as_secs_f64() * MS);
    let number = |number: Option<f64>, digits: usize| match number {
        Some(number) => format!("{number:.digits$}"),
        None => "-".to_owned(),
    };
    [
        one.entries.to_string(),
        one.hits.to_string(),
        one.misses.to_string(),
        one.waits.to_string(),
        one.versions.to_string(),
        one.stubs.to_string(),
        ms(one.specialize),
        ms(one.optimize),
        ms(one.compile),
        one.insts.to_string(),
        one.bytes.to_string(),
        number(one.generic.us(), 3),
        number(one.special.us(), 3),
        number(one.break_even(), 0),
        // A line each.
        one.name.replace(char::is_control, " "),
    ]
}

fn line(out: &mut fmt::Formatter<'_>, cells: &[String; COLUMNS.len()]) -> fmt::Result {
    let (name, numbers) = cells.split_last().expect("there are columns");
    for (cell, (_, width)) in numbers.iter().zip(COLUMNS) {
        write!(out, "{cell:>width$} ")?;
    }
    writeln!(out, " {name}")
}

/// A table, a line for each function.
impl fmt::Display for Profile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(out, &COLUMNS.map(|(head, _)| head.to_owned()))?;
        let total = (self.functions.len() != 1).then(|| self.total());
        self.functions.iter().chain(&total).try_for_each(|one| line(out, &cells(one)))
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
        let start = r#""name":"a\"b\\\u000a","entries":0,"requests":3,"hits":2"#;
        assert!(json.contains(start), "{json}");
        assert!(json.contains(r#""break_even":null"#), "{json}");
        assert!(json.contains(r#""optimize_ms":1.500"#), "{json}");
        assert_eq!(profile.to_string().lines().count(), 4);
    }

    #[test]
    fn break_even_is_the_time_to_make_over_what_an_entry_saves() {
        let times =
            |us: &[u64]| Timed { times: us.iter().copied().map(Duration::from_micros).collect() };
        let one = FunctionProfile {
            versions: 1,
            specialize: Duration::from_micros(200),
            compile: Duration::from_micros(300),
            generic: times(&[900, 25, 2, 35]),
            special: times(&[20, 1, 70]),
            ..Default::default()
        };
        assert_eq!(one.break_even(), Some(50.0));
        assert_eq!(FunctionProfile { special: times(&[30]), ..one.clone() }.break_even(), None);
        assert_eq!(FunctionProfile { special: Timed::default(), ..one.clone() }.break_even(), None);
        let profile = Profile { functions: vec![one] };
        assert!(profile.to_string().contains(" 50  \n"), "{profile}");
        assert!(profile.json().contains(r#""special_us":20.000,"break_even":50.0"#));
    }
}
