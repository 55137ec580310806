//! Limits of engines: modules that are over one are valid, and are refused all the same.
//!
//! This is the only list of them. A pass that makes what is limited asks [`Limit::most`]; the writer
//! refuses a function that is over a limit; the pipeline counts all of them in each output
//! (`invar_wasm::limits`). The limits that browsers share are those of the specification's JavaScript
//! interface ("implementation-defined limits"); the sources of the engines have some more.
//! No engine has a number for how deeply constructs are nested.

macro_rules! limits {
    ($($limit:ident $what:literal: $v8:expr, $spidermonkey:expr, $jsc:expr, $wasmtime:expr;)*) => {
        /// A number that an engine limits.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Limit {
            $(#[doc = $what] $limit,)*
        }

        impl Limit {
            /// All of them: those of modules, those of types, those of function bodies.
            pub const ALL: &[Limit] = &[$(Limit::$limit),*];

            /// What is counted, in the plural.
            pub const fn what(self) -> &'static str {
                match self {
                    $(Limit::$limit => $what,)*
                }
            }

            /// The greatest number that each engine accepts: V8, SpiderMonkey, JavaScriptCore and
            /// wasmtime, in this order. [`u64::MAX`] where an engine has no limit.
            pub const fn engines(self) -> [u64; 4] {
                match self {
                    $(Limit::$limit => [$v8, $spidermonkey, $jsc, $wasmtime],)*
                }
            }
        }
    };
}

/// There is no limit.
const ANY: u64 = u64::MAX;

limits! {
    //                                               V8             SpiderMonkey   JavaScriptCore wasmtime
    // modules
    ModuleBytes "bytes of the module":                1_073_741_824, 1_073_741_824, 1_073_741_824, ANY;
    Types "types":                                    1_000_000,     1_000_000,     1_000_000,     1_000_000;
    RecGroups "recursion groups":                     1_000_000,     1_000_000,     1_000_000,     1_000_000;
    Functions "functions":                            1_000_000,     1_000_000,     1_000_000,     1_000_000;
    Imports "imports":                                100_000,       100_000,       100_000,       1_000_000;
    Exports "exports":                                100_000,       100_000,       100_000,       1_000_000;
    Tables "tables":                                  100_000,       100_000,       1_000_000,     100_000;
    Memories "memories":                              100_000,       100_000,       100,           100;
    Globals "globals":                                1_000_000,     1_000_000,     1_000_000,     1_000_000;
    Tags "tags":                                      1_000_000,     1_000_000,     100_000,       1_000_000;
    ElementSegments "element segments":               ANY,           10_000_000,    ANY,           100_000;
    Elements "elements of a segment":                 10_000_000,    10_000_000,    10_000_000,    10_000_000;
    DataSegments "data segments":                     100_000,       100_000,       100_000,       100_000;
    NameBytes "bytes of the name of an import or export": 100_000,   100_000,       100_000,       100_000;
    // types
    GroupTypes "types of a recursion group":          1_000_000,     1_000_000,     1_000_000,     1_000_000;
    SubtypeDepth "supertypes, one above the other":   63,            63,            63,            63;
    Params "parameters":                              1_000,         1_000,         1_000,         1_000;
    Results "results":                                1_000,         1_000,         1_000,         1_000;
    Fields "fields of a struct":                      10_000,        10_000,        10_000,        10_000;
    // function bodies
    BodyBytes "bytes in its body":                    7_654_321,     7_654_321,     7_654_321,     7_654_321;
    Locals "locals, parameters among them":           50_000,        50_000,        50_000,        50_000;
    TableTargets "targets of a `br_table`":           65_520,        1_000_000,     ANY,           7_654_321;
    FixedElements "operands of an `array.new_fixed`": 10_000,        10_000,        10_000,        ANY;
    Catches "clauses of a `try_table`":               ANY,           10_000,        ANY,           10_000;
}

impl Limit {
    /// The greatest number that all engines accept.
    pub const fn most(self) -> u64 {
        let [a, b, c, d] = self.engines();
        min(min(a, b), min(c, d))
    }

    /// Whether a number is more than all engines accept.
    pub const fn is_over(self, count: u64) -> bool {
        count > self.most()
    }
}

const fn min(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

/// How many there are of what is limited; of what is limited in each type or function, the greatest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitCounts([u64; Limit::ALL.len()]);

impl Default for LimitCounts {
    fn default() -> Self {
        LimitCounts([0; Limit::ALL.len()])
    }
}

impl LimitCounts {
    /// The number for a limit.
    pub fn get(&self, limit: Limit) -> u64 {
        self.0[limit as usize]
    }

    /// Counts some more of what a module has in all.
    pub fn add(&mut self, limit: Limit, count: u64) {
        self.0[limit as usize] += count;
    }

    /// Counts one thing of those of which the greatest number is limited.
    pub fn raise(&mut self, limit: Limit, count: u64) {
        let greatest = &mut self.0[limit as usize];
        *greatest = count.max(*greatest);
    }

    /// The greater of both numbers, for each limit.
    pub fn merge(&mut self, other: &LimitCounts) {
        for &limit in Limit::ALL {
            self.raise(limit, other.get(limit));
        }
    }

    /// The limits that are exceeded, each with the number.
    pub fn over(&self) -> impl Iterator<Item = (Limit, u64)> + '_ {
        let counts = Limit::ALL.iter().map(|&limit| (limit, self.get(limit)));
        counts.filter(|&(limit, count)| limit.is_over(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_the_engines_counts() {
        assert_eq!(Limit::TableTargets.most(), 65_520);
        assert_eq!(Limit::ElementSegments.most(), 100_000);
        assert!(Limit::ALL.iter().all(|limit| limit.most() < u64::MAX));
    }

    #[test]
    fn what_is_over_is_listed() {
        let mut counts = LimitCounts::default();
        counts.raise(Limit::Locals, 50_000);
        counts.raise(Limit::Locals, 7);
        counts.raise(Limit::Params, 1_001);
        counts.add(Limit::Types, 600_000);
        counts.add(Limit::Types, 600_000);
        let over: Vec<_> = counts.over().collect();
        assert_eq!(over, [(Limit::Types, 1_200_000), (Limit::Params, 1_001)]);
    }
}
