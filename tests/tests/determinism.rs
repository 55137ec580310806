//! Tracks that the same input and settings give the same bytes, whatever the number of threads
//! and however often.

use invar::Level;
use invar_filetests::optimize::{Setting, optimize};
use invar_generate::hostile;
use invar_tests::generated;

/// Modules with enough functions for threads to race, and of every kind.
fn modules() -> Vec<(String, Vec<u8>)> {
    let mut modules = vec![
        ("many functions".to_string(), hostile::many_functions(800)),
        ("many items".to_string(), hostile::many_items(300)),
        ("locals in loops".to_string(), hostile::locals_in_loops(60, 60)),
        ("tables".to_string(), hostile::many_tables(60, 60)),
    ];
    let generated = (0..36).filter_map(|seed| Some((seed, generated::module(seed)?)));
    modules.extend(generated.map(|(seed, wasm)| (format!("generated {seed}"), wasm)));
    modules
}

#[test]
fn the_same_bytes_with_any_number_of_threads_and_often() {
    for (index, (name, wasm)) in modules().into_iter().enumerate() {
        // Of those with many functions, threads may race.
        let times = if index < 4 { 10 } else { 4 };
        for level in [Level::O0, Level::O1, Level::O3, Level::Oz] {
            for guard in [true, false] {
                let setting = Setting::new(level, guard).threads(1);
                let run = |setting| match optimize(setting, &wasm) {
                    Ok(output) => output.wasm,
                    Err(failure) => panic!("{name}: {setting}: {failure}"),
                };
                let first = run(setting);
                for time in 1..times {
                    let threads = [1, 2, 3][time % 3];
                    let again = run(setting.threads(threads));
                    assert!(first == again, "{name}: {setting}: differs with {threads} threads");
                }
            }
        }
    }
}
