//! The stable interface of the library, as types. It can be used without naming any crate but `invar`.
//!
//! A change that breaks this file breaks programs of users. New functions and fields are added here.

use invar::*;
use std::fmt::{Debug, Display};
use std::str::FromStr;

fn is_data<T: Clone + Debug + Send + Sync + 'static>() {}
fn is_text<T: Display + FromStr<Err = Error>>() {}

/// Uses every item of the interface.
pub fn hold() {
    optimizer();
    options();
    features();
    passes_and_levels();
}

fn optimizer() {
    is_data::<Optimizer>();
    let _: fn(Level) -> Optimizer = Optimizer::new;
    let _: fn(Options) -> Optimizer = Optimizer::with_options;
    let _: for<'a> fn(&'a Optimizer) -> &'a Options = Optimizer::options;
    let _: fn(Optimizer, fn(u64, u64)) -> Optimizer = Optimizer::on_progress;
    let _: for<'a, 'b> fn(&'a Optimizer, &'b [u8]) -> Result<Output, Error> = Optimizer::run;
    let _: fn() -> Optimizer = Optimizer::default;
    let _: for<'a> fn(&'a Error) -> Option<u64> = Error::offset;
    let _: for<'a> fn(&'a Error) -> &'a str = Error::message;
    fn is_error<T: std::error::Error + Send + Sync + 'static>() {}
    is_error::<Error>();
    is_data::<Output>();
    let _: fn(Output) = |Output { wasm, report, .. }| {
        let (_, _): (Vec<u8>, Report) = (wasm, report);
    };
    let _: fn(Report) = report;
}

fn report(report: Report) {
    is_data::<Report>();
    let _: u32 = Report::SCHEMA;
    let Report { passes, phases, functions, input, output, input_kept, time_ms, .. } =
        report.clone();
    let _: (Vec<PassReport>, Vec<Phase>, Functions) = (passes, phases, functions);
    let _: (Sizes, Sizes, bool, f64) = (input, output, input_kept, time_ms);
    let Report { remarks, by_function, analyses, bugs, dumps, fuel_left, assumptions, .. } = report;
    let _: Vec<&'static str> = assumptions;
    let _: (Vec<Remark>, Vec<FuncCounters>, Vec<(&'static str, u64)>) =
        (remarks, by_function, analyses);
    let _: (Vec<Bug>, Vec<String>, Option<u64>) = (bugs, dumps, fuel_left);
    let _: fn(PassReport) = |PassReport { name, runs, time_ms, counters, .. }| {
        let _: (&'static str, u64, f64, Vec<(&'static str, u64)>) = (name, runs, time_ms, counters);
    };
    let _: fn(Phase) = |Phase { name, time_ms, .. }| {
        let _: (&'static str, f64) = (name, time_ms);
    };
    let _: fn(Functions) =
        |Functions { total, rewritten, kept, copied, large, removed, failed, .. }| {
            let _: [u64; 7] = [total, rewritten, kept, copied, large, removed, failed];
        };
    let _: fn(Sizes) = |Sizes { bytes, code_bytes, .. }| {
        let _: [u64; 2] = [bytes, code_bytes];
    };
    let _: fn(FuncCounters) = |FuncCounters { func, counters, .. }| {
        let _: (String, Vec<(String, u64)>) = (func, counters);
    };
    let _: fn(Bug) = |Bug { func, stage, message, .. }| {
        let _: (String, &'static str, String) = (func, stage, message);
    };
    let _: fn(Remark) = |Remark { func, pass, applied, offset, what, why, .. }| {
        let _: (String, &'static str, bool, u64) = (func, pass, applied, offset);
        let _: (&'static str, String) = (what, why);
    };
    fn is_told<T: Display>() {}
    is_told::<Remark>();
    is_told::<FuncCounters>();
    is_told::<Bug>();
}

/// The methods that options and optimizers have in common.
macro_rules! settings {
    ($type:ty) => {
        let _: fn($type, Level) -> $type = <$type>::level;
        let _: fn($type, Vec<Pass>) -> $type = <$type>::passes;
        let _: fn($type, Pass) -> $type = <$type>::without;
        let _: fn($type, usize) -> $type = <$type>::threads;
        let _: fn($type, u64) -> $type = <$type>::fuel;
        let _: fn($type, Strip) -> $type = <$type>::strip;
        let _: fn($type, Features) -> $type = <$type>::enable;
        let _: fn($type, Feature) -> $type = <$type>::disable;
        let _: fn($type, ArcMode) -> $type = <$type>::arc;
        let _: fn($type, PrintAfter) -> $type = <$type>::print_after;
        let _: [fn($type, bool) -> $type; 10] = [
            <$type>::guard,
            <$type>::verify,
            <$type>::strict,
            <$type>::traps_never_happen,
            <$type>::assume_stack_abi,
            <$type>::stats_by_function,
            <$type>::remarks,
            <$type>::names,
            <$type>::arc_conventions,
            <$type>::arc_waiting,
        ];
    };
}

fn options() {
    settings!(Options);
    settings!(Optimizer);
    is_data::<Options>();
    let _: for<'a, 'b, 'c> fn(&'a mut Options, &'b str, &'c str) -> Result<(), Error> = Options::set;
    let _: fn(Level) -> Options = Options::new;
    let _: fn(Options) = |options| {
        let Options { level, passes, disabled, guard, threads, fuel, verify, strict, .. } =
            options.clone();
        let _: (Level, Option<Vec<Pass>>, Vec<Pass>) = (level, passes, disabled);
        let _: ([bool; 3], Option<usize>, Option<u64>) = ([guard, verify, strict], threads, fuel);
        let Options { traps_never_happen, stack_abi, remarks, stats_by_function, names, .. } =
            options.clone();
        let _: [bool; 4] = [traps_never_happen, remarks, stats_by_function, names];
        let _: Option<bool> = stack_abi;
        let Options { strip, enabled, disabled_features, arc, arc_conventions, .. } =
            options.clone();
        let _: (Strip, [Features; 2], ArcMode) = (strip, [enabled, disabled_features], arc);
        let Options { arc_waiting, print_after, .. } = options;
        let _: ([bool; 2], Option<PrintAfter>) = ([arc_waiting, arc_conventions], print_after);
    };
    is_data::<Strip>();
    let _: [fn(Strip, bool) -> Strip; 2] = [Strip::producers, Strip::target_features];
    is_data::<ArcMode>();
    let _: fn(ArcTable) -> ArcMode = ArcMode::Table;
    let _: [ArcMode; 2] = [ArcMode::Auto, ArcMode::Off];
    is_data::<ArcTable>();
    let _: for<'a> fn(&'a str) -> Result<ArcTable, Error> = ArcTable::parse;
    is_data::<PrintAfter>();
    let _: fn(Pass) -> PrintAfter = PrintAfter::new;
    let _: fn(PrintAfter, String) -> PrintAfter = PrintAfter::func;
    let _: for<'a> fn(&'a str) -> Result<PrintAfter, Error> = PrintAfter::from_str;
}

fn features() {
    is_data::<Feature>();
    let _: &'static [Feature] = Feature::ALL;
    let _: [fn(Feature) -> &'static str; 2] = [Feature::name, Feature::section_name];
    is_data::<Features>();
    is_text::<Features>();
    let _: &'static [&'static str] = Features::WITHOUT_EFFECT;
    let _: [fn() -> Features; 3] = [Features::none, Features::standard, Features::all];
    let _: [fn(Features, Feature) -> Features; 2] = [Features::with, Features::without];
    let _: fn(Features, Feature) -> bool = Features::contains;
    let _: fn(Features) -> bool = Features::is_empty;
    let _: fn(Features) -> Vec<&'static str> = Features::names;
    let _: fn(Vec<Feature>) -> Features = Features::from_iter;
}

fn passes_and_levels() {
    is_data::<Pass>();
    is_text::<Pass>();
    let _: &'static [Pass] = Pass::ALL;
    let _: [fn(Pass) -> &'static str; 2] = [Pass::name, Pass::doc];
    let _: fn(Pass) -> bool = Pass::is_module_pass;
    is_data::<Level>();
    is_text::<Level>();
    let _: &'static [Level] = Level::ALL;
}
