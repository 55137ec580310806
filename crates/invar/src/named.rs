//! Options by name, as text: for what reads them from a file, or from another language as the C interface does.

use crate::error::Error;
use crate::features::Features;
use crate::options::{ArcMode, ArcTable, Options, Redirection, RewriteRule};
use crate::passes::Pass;
use std::str::FromStr;

impl Options {
    /// Sets an option by its name and value, both as text. The names are those of `invar opt`, without dashes.
    ///
    /// | name | value |
    /// |---|---|
    /// | `level` or `optimize` | `0`, `1`, `2`, `3`, `4`, `s`, `z`, with or without an `O` before |
    /// | `passes` | names of passes, separated by commas: exactly these run, in this order |
    /// | `no-PASS`, as in `no-gvn` | a switch: the pass does not run |
    /// | `no-rule` | names of rewrite rules, separated by commas: these are not applied |
    /// | `no-redirect` | names of kinds of redirection, separated by commas: these are not done |
    /// | `threads` | a number, at least 1 |
    /// | `fuel` or `opt-fuel` | a number of decisions |
    /// | `enable-NAME`, `disable-NAME`, as in `enable-simd` | a switch: a proposal that the output may use, or not |
    /// | `all-features`, `mvp-features` | a switch: all proposals that engines have, or those that the input's code uses |
    /// | `arc` | `auto` or `off` |
    /// | `arc-table` | the text of a table ([`ArcTable::parse`]) |
    /// | `print-after` | `PASS` or `PASS:FUNC` |
    /// | `guard`, `verify`, `validate`, `strict`, `traps-never-happen`, `closed-world`, `assume-stack-abi`, `fast-math`, `vectorize`, `remarks`, `stats-by-function`, `names` or `debuginfo`, `locations`, `arc-conventions`, `arc-waiting`, `strip-producers`, `strip-target-features`, `strip-local-names` | a switch |
    ///
    /// A switch is on if the value is empty, `on`, `true` or `1`, and off if it is `off`, `false` or `0`. `no-` before
    /// the name of one of the last row is the opposite: `no-guard`. What a later call says replaces what an
    /// earlier one said; `no-rule` and `no-redirect` add to what was named before.
    ///
    /// An error names the option, and what is wrong; nothing is set then.
    ///
    /// ```
    /// use invar::{Feature, Level, Options, Pass};
    ///
    /// let mut options = Options::default();
    /// for (name, value) in [("level", "O3"), ("no-gvn", ""), ("enable-simd", ""), ("threads", "2")] {
    ///     options.set(name, value)?;
    /// }
    /// assert_eq!((options.level, options.threads), (Level::O3, Some(2)));
    /// assert!(options.disabled == [Pass::Gvn] && options.enabled.contains(Feature::Simd));
    /// let error = options.set("threads", "many").unwrap_err();
    /// assert_eq!(error.to_string(), "option `threads`: `many` is no number");
    /// # Ok::<(), invar::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let named = |error: Error| Error::new(format!("option `{name}`: {}", error.message()));
        self.assign(name, value).map_err(named)
    }

    fn assign(&mut self, name: &str, value: &str) -> Result<(), Error> {
        match name {
            "level" | "optimize" => self.level = value.parse()?,
            "passes" => self.passes = Some(list(value)?),
            "no-rule" => self.disabled_rules.extend(list::<RewriteRule>(value)?),
            "no-redirect" => self.disabled_redirections.extend(list::<Redirection>(value)?),
            "threads" => match number(value)? {
                0 => return Err(Error::new("there is at least one thread")),
                threads => self.threads = Some(threads as usize),
            },
            "fuel" | "opt-fuel" => self.fuel = Some(number(value)?),
            "print-after" => self.print_after = Some(value.parse()?),
            "arc" => {
                self.arc = match value {
                    "auto" => ArcMode::Auto,
                    "off" => ArcMode::Off,
                    _ => return Err(Error::new(format!("`{value}` is neither `auto` nor `off`"))),
                }
            }
            "arc-table" => self.arc = ArcMode::Table(ArcTable::parse(value)?),
            "all-features" if switch(value)? => self.enabled = Features::standard(),
            "mvp-features" if switch(value)? => self.disabled_features = Features::all(),
            "all-features" | "mvp-features" => {}
            _ => self.assign_switch(name, switch(value)?)?,
        }
        Ok(())
    }

    /// The options whose names have parts, and those that are on or off.
    fn assign_switch(&mut self, name: &str, on: bool) -> Result<(), Error> {
        if let Some(flag) = self.flag(name) {
            *flag = on;
        } else if let Some(name) = name.strip_prefix("no-") {
            match self.flag(name) {
                Some(flag) => *flag = !on,
                None => {
                    let pass: Pass = name.parse()?;
                    self.disabled.retain(|&other| other != pass);
                    self.disabled.extend(on.then_some(pass));
                }
            }
        } else if let Some((verb, name)) = name.split_once('-')
            && matches!(verb, "enable" | "disable")
        {
            let features: Features = name.parse()?;
            *self = if (verb == "enable") == on {
                self.clone().enable(features)
            } else {
                self.clone().disable(features)
            };
        } else {
            return Err(Error::new("there is no such option"));
        }
        Ok(())
    }

    fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "guard" => &mut self.guard,
            "verify" => &mut self.verify,
            "validate" => &mut self.validate,
            "strict" => &mut self.strict,
            "traps-never-happen" => &mut self.traps_never_happen,
            "closed-world" => &mut self.closed_world,
            "assume-stack-abi" => self.stack_abi.get_or_insert(false),
            "fast-math" => &mut self.fast_math,
            "vectorize" => &mut self.vectorize,
            "remarks" => &mut self.remarks,
            "stats-by-function" => &mut self.stats_by_function,
            "names" | "debuginfo" => &mut self.names,
            "locations" => &mut self.locations,
            "arc-conventions" => &mut self.arc_conventions,
            "arc-waiting" => &mut self.arc_waiting,
            "strip-producers" => &mut self.strip.producers,
            "strip-target-features" => &mut self.strip.target_features,
            "strip-local-names" => &mut self.strip.local_names,
            _ => return None,
        })
    }
}

fn list<T: FromStr<Err = Error>>(value: &str) -> Result<Vec<T>, Error> {
    let names = value.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(str::parse).collect()
}

fn number(value: &str) -> Result<u64, Error> {
    value.parse().map_err(|_| Error::new(format!("`{value}` is no number")))
}

fn switch(value: &str) -> Result<bool, Error> {
    match value {
        "" | "on" | "true" | "1" => Ok(true),
        "off" | "false" | "0" => Ok(false),
        _ => Err(Error::new(format!("`{value}` is neither `on` nor `off`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Feature, Level, PrintAfter, Strip};

    /// The options that these settings give.
    fn options(settings: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        settings.iter().for_each(|(name, value)| options.set(name, value).expect("an option"));
        options
    }

    #[test]
    fn each_option_has_a_name() {
        let rule: RewriteRule = "add-zero".parse().unwrap();
        let expected = Options::new(Level::Oz)
            .passes([Pass::Fold, Pass::Dce])
            .without(Pass::Gvn)
            .without_rule(rule)
            .without_redirection("theta".parse().unwrap())
            .guard(false)
            .threads(3)
            .fuel(9)
            .verify(false)
            .validate(true)
            .strict(false)
            .traps_never_happen(true)
            .closed_world(true)
            .assume_stack_abi(true)
            .fast_math(true)
            .vectorize(false)
            .stats_by_function(true)
            .remarks(true)
            .names(true)
            .strip(Strip::default().producers(true).target_features(true))
            .enable(Feature::Simd)
            .disable(Feature::Threads)
            .arc(ArcMode::Auto)
            .arc_conventions(false)
            .arc_waiting(false)
            .print_after(PrintAfter::new(Pass::Fold).func("main"));
        let found = options(&[
            ("optimize", "z"),
            ("passes", "fold, dce"),
            ("no-gvn", ""),
            ("no-rule", "add-zero"),
            ("no-redirect", "theta"),
            ("no-guard", ""),
            ("threads", "3"),
            ("opt-fuel", "9"),
            ("verify", "off"),
            ("validate", "on"),
            ("strict", "0"),
            ("traps-never-happen", "on"),
            ("closed-world", "on"),
            ("assume-stack-abi", "true"),
            ("fast-math", ""),
            ("no-vectorize", ""),
            ("stats-by-function", ""),
            ("remarks", "1"),
            ("debuginfo", ""),
            ("strip-producers", ""),
            ("strip-target-features", ""),
            ("enable-simd", ""),
            ("disable-threads", ""),
            ("arc", "auto"),
            ("no-arc-conventions", ""),
            ("arc-waiting", "false"),
            ("print-after", "fold:main"),
        ]);
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
    }

    #[test]
    fn the_last_word_counts() {
        let found = options(&[
            ("no-gvn", ""),
            ("no-simplify-cfg", ""),
            ("no-gvn", "off"),
            ("enable-simd", ""),
            ("disable-simd", ""),
            ("mvp-features", "off"),
        ]);
        assert_eq!(found.disabled, [Pass::SimplifyCfg]);
        assert_eq!(
            (found.enabled, found.disabled_features),
            (Features::none(), Feature::Simd.into())
        );
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (name, value, expected) in [
            ("speed", "", "option `speed`: there is no such option"),
            ("no-lunch", "", "option `no-lunch`: there is no pass `lunch`"),
            ("enable-lunch", "", "option `enable-lunch`: "),
            ("level", "9", "option `level`: `9` is no level"),
            ("threads", "0", "option `threads`: there is at least one"),
            ("guard", "maybe", "option `guard`: `maybe` is neither"),
            ("arc", "mine", "option `arc`: `mine` is neither"),
            ("arc-table", "[runtime", "option `arc-table`: "),
            ("passes", "fold,lunch", "option `passes`: there is no pass `lunch`"),
        ] {
            let error = Options::default().set(name, value).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
