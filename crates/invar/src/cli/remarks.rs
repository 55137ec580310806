//! Which remarks `--remarks` prints.

use invar::{Error, Pass, Remark};
use std::str::FromStr;

/// A selection of remarks: those of any of these passes, each in all functions or in one. Without entries: all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RemarkFilter(Vec<(Pass, Option<String>)>);

impl FromStr for RemarkFilter {
    type Err = Error;

    /// Reads `PASS[:FUNC],...`. The error names a pass that there is not.
    fn from_str(text: &str) -> Result<Self, Error> {
        let entry = |entry: &str| match entry.split_once(':') {
            Some((pass, func)) => Ok((pass.parse()?, Some(func.to_owned()))),
            None => Ok((entry.parse()?, None)),
        };
        let entries = text.split(',').filter(|entry| !entry.is_empty());
        entries.map(entry).collect::<Result<_, _>>().map(RemarkFilter)
    }
}

impl RemarkFilter {
    /// The functions that it names.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|(_, func)| func.as_deref())
    }

    /// Whether a remark is selected.
    pub fn selects(&self, remark: &Remark) -> bool {
        let in_func = |name: &Option<String>| match name {
            Some(name) => name.strip_prefix('$').unwrap_or(name) == remark.func,
            None => true,
        };
        let selects =
            |(pass, func): &(Pass, Option<String>)| pass.name() == remark.pass && in_func(func);
        self.0.is_empty() || self.0.iter().any(selects)
    }
}
