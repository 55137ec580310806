//! Random functions with several exits to one join that alternate between a few equal values, by two-way
//! branches and jump tables, in stages, with loops around stages, for variables of several types: the
//! hardest case for lowering a region graph to a control-flow graph.

use crate::Random;
use std::fmt::Write;

/// The types of the variables, and of the results.
pub const TYPES: [&str; 4] = ["i32", "i64", "f64", "funcref"];
/// The parameters: types and how many of each.
pub const PARAMS: [(&str, usize); 4] = [("i32", 6), ("i64", 2), ("f64", 2), ("funcref", 2)];

/// Values that may be passed on, by type.
#[derive(Clone)]
struct Pool([Vec<String>; 4]);

/// The blocks of a random function whose parameters are [`PARAMS`] and whose results [`TYPES`]. It uses a
/// global `g0`, an `i32` that changes.
pub fn exits(random: &mut Random) -> String {
    let mut pool = Pool(Default::default());
    let mut next_value = 0;
    let mut header = Vec::new();
    for (n, (ty, count)) in PARAMS.into_iter().enumerate() {
        for _ in 0..count {
            header.push(format!("v{next_value}: {ty}"));
            pool.0[n].push(format!("v{next_value}"));
            next_value += 1;
        }
    }
    let conditions: Vec<String> = pool.0[0].clone();
    let mut text = format!("b0({}):\n", header.join(", "));
    for (n, ty) in TYPES[..3].iter().enumerate() {
        for constant in ["0", "1", "7"] {
            let constant = if *ty == "f64" { format!("{constant}.0") } else { constant.to_owned() };
            writeln!(text, " v{next_value} = {ty}.const {constant}").expect("text grows");
            pool.0[n].push(format!("v{next_value}"));
            next_value += 1;
        }
    }
    let stages = 1 + random.below(3);
    // The types of the parameters of each stage's first block; the last one returns.
    let variables: Vec<Vec<usize>> = (0..=stages)
        .map(|stage| {
            if stage == stages {
                vec![0, 1, 2, 3]
            } else {
                (0..random.below(4)).map(|_| random.below(4)).collect()
            }
        })
        .collect();
    let sizes: Vec<usize> = (0..stages).map(|_| 2 + random.below(9)).collect();
    let firsts: Vec<usize> =
        (0..=stages).map(|stage| 1 + sizes[..stage].iter().sum::<usize>()).collect();
    let pick = |list: &[String], random: &mut Random| list[random.below(list.len())].clone();
    let args = |pool: &Pool, stage: usize, random: &mut Random| {
        let args = variables[stage].iter().map(|&ty| {
            // Few values, so that exits agree often; not always the same few.
            let list = &pool.0[ty];
            let from = list.len().saturating_sub(3 + random.below(2));
            pick(&list[from..], random)
        });
        args.collect::<Vec<String>>().join(", ")
    };
    writeln!(text, " jump b{}({})", firsts[0], args(&pool, 0, random)).expect("text grows");
    for stage in 0..=stages {
        let mut params = Vec::new();
        for &ty in &variables[stage] {
            params.push(format!("v{next_value}: {}", TYPES[ty]));
            pool.0[ty].push(format!("v{next_value}"));
            next_value += 1;
        }
        let first = firsts[stage];
        if stage == stages {
            let results: Vec<String> =
                pool.0.iter().map(|list| list[list.len() - 1].clone()).collect();
            writeln!(text, "b{first}({}):\n return {}", params.join(", "), results.join(", "))
                .expect("text grows");
            break;
        }
        let loops = random.below(3) == 0;
        for n in 0..sizes[stage] {
            let block = first + n;
            let list = if n == 0 { format!("({})", params.join(", ")) } else { String::new() };
            writeln!(text, "b{block}{list}:").expect("text grows");
            if random.below(3) == 0 {
                let value = pick(&conditions, random);
                writeln!(text, " global.set g0 {value}").expect("text grows");
            }
            let mut condition = pick(&conditions, random);
            if loops || random.below(4) == 0 {
                condition = format!("v{next_value}");
                writeln!(text, " {condition} = global.get g0").expect("text grows");
                next_value += 1;
            }
            let left = sizes[stage] - 1 - n;
            let target = |random: &mut Random| {
                if loops && random.below(5) == 0 {
                    return format!("b{first}({})", args(&pool, stage, random));
                }
                if left == 0 || random.below(5) < 2 {
                    return format!("b{}({})", firsts[stage + 1], args(&pool, stage + 1, random));
                }
                // The next ones more often: all are reached then, and exits nest.
                let ahead = 1 + random.below(left).min(random.below(left));
                format!("b{}", block + ahead)
            };
            let ways: Vec<String> = match random.below(6) {
                0 if left == 0 => (0..1).map(|_| target(random)).collect(),
                0 => (0..3 + random.below(3)).map(|_| target(random)).collect(),
                _ => (0..2).map(|_| target(random)).collect(),
            };
            match &ways[..] {
                [one] => writeln!(text, " jump {one}"),
                [then, els] => writeln!(text, " br_if {condition}, {then}, {els}"),
                many => writeln!(text, " br_table {condition}, {}", many.join(", ")),
            }
            .expect("text grows");
        }
    }
    text
}
