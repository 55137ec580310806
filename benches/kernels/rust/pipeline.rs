//! Chains of iterators with closures, `Option` and `Result`: a sieve of the primes below `n` and what can be
//! told of them, and records that are parsed from lines, with errors, then filtered, grouped and summed.
#![no_std]
extern crate alloc;
mod kernel;

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use kernel::{Random, mix, mix_bytes};

fn sieve(limit: usize) -> Vec<usize> {
    let mut composite = vec![false; limit];
    for i in (2..).take_while(|i| i * i < limit) {
        if !composite[i] {
            (i * i..limit).step_by(i).for_each(|multiple| composite[multiple] = true);
        }
    }
    composite
        .iter()
        .enumerate()
        .skip(2)
        .filter(|(_, composite)| !**composite)
        .map(|(i, _)| i)
        .collect()
}

/// The prime factors of a number, the smallest first.
fn factors(primes: &[usize], number: usize) -> impl Iterator<Item = usize> + '_ {
    let mut rest = number;
    let mut candidates = primes.iter().copied().peekable();
    core::iter::from_fn(move || {
        while rest > 1 {
            match candidates.peek().copied().filter(|prime| prime * prime <= rest) {
                Some(prime) if rest % prime == 0 => {
                    rest /= prime;
                    return Some(prime);
                }
                Some(_) => drop(candidates.next()),
                None => return Some(core::mem::replace(&mut rest, 1)),
            }
        }
        None
    })
}

fn of_primes(n: usize) -> u32 {
    let primes = sieve(n);
    let twins = primes.windows(2).filter(|pair| pair[1] - pair[0] == 2).count();
    let gap = primes.iter().zip(primes.iter().skip(1)).map(|(a, b)| b - a).max().unwrap_or(0);
    let mut hash = mix(mix(primes.len() as u32, twins as u32), gap as u32);
    for number in (2..n).rev().step_by(11) {
        let found: Vec<usize> = factors(&primes, number).collect();
        if found.iter().product::<usize>() != number {
            return 0;
        }
        hash = found.last().map_or(hash, |largest| mix(hash, (*largest + found.len()) as u32));
    }
    // The digits of sums of squares of ten primes.
    primes
        .chunks(10)
        .map(|chunk| chunk.iter().map(|prime| prime * prime % 1000).sum::<usize>())
        .flat_map(|sum| {
            core::iter::successors(Some(sum), |rest| Some(rest / 10).filter(|rest| *rest > 0))
        })
        .map(|rest| (rest % 10) as u32)
        .fold(hash, mix)
}

enum Wrong {
    Fields(usize),
    Number(usize),
    Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Bought,
    Sold,
    Lent,
}

struct Record<'a> {
    name: &'a str,
    kind: Kind,
    amount: i32,
}

fn parse(line: &str) -> Result<Record<'_>, Wrong> {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let &[name, kind, amount] = fields.as_slice() else {
        return Err(Wrong::Fields(fields.len()));
    };
    let kind = match kind {
        "bought" => Some(Kind::Bought),
        "sold" => Some(Kind::Sold),
        "lent" => Some(Kind::Lent),
        _ => None,
    };
    let amount = amount.parse().map_err(|_| Wrong::Number(amount.len()))?;
    Ok(Record { name, kind: kind.ok_or(Wrong::Kind)?, amount })
}

fn make_lines(count: usize) -> String {
    let mut random = Random(42);
    let mut text = String::new();
    for _ in 0..count {
        let mut pick = |words: &[&'static str]| words[random.below(words.len() as u32) as usize];
        text += pick(&["apples", "pears", " plums", "quinces", "cherries"]);
        text += pick(&[" ", "; ", ";", ";", ";"]);
        text += pick(&["bought", "sold", "lent", "lost"]);
        text += pick(&[";", "; -", "; "]);
        text +=
            &(random.below(10_000).to_string() + if random.below(20) == 0 { "x\n" } else { "\n" });
    }
    text
}

fn of_records(n: usize) -> u32 {
    let text = make_lines(n / 20);
    let (good, bad): (Vec<_>, Vec<_>) = text.lines().map(parse).partition(Result::is_ok);
    let mut hash =
        bad.iter().filter_map(|result| result.as_ref().err()).fold(0, |hash, wrong| match wrong {
            Wrong::Fields(count) => mix(hash, *count as u32),
            Wrong::Number(length) => mix(hash, 100 + *length as u32),
            Wrong::Kind => mix(hash, 1000),
        });
    let mut sums: BTreeMap<(&str, Kind), (i32, Option<i32>)> = BTreeMap::new();
    for record in good.into_iter().flatten().filter(|record| record.amount != 0) {
        let (sum, least) = sums.entry((record.name, record.kind)).or_default();
        *sum += record.amount;
        *least = least.map_or(Some(record.amount), |least| Some(least.min(record.amount)));
    }
    for ((name, kind), (sum, least)) in &sums {
        hash =
            mix(mix_bytes(hash, name), *kind as u32 + (*sum + least.unwrap_or(0)).cast_unsigned());
    }
    // All or nothing: the first ten lines that are good, then all lines.
    let amount = |line| parse(line).map(|record| record.amount);
    let total = |lines: usize| text.lines().take(lines).map(amount).sum::<Result<i32, _>>();
    (0..10)
        .chain([n])
        .fold(hash, |hash, lines| mix(hash, total(lines).map_or(7, i32::cast_unsigned)))
}

#[unsafe(no_mangle)]
pub extern "C" fn run(n: i32) -> i32 {
    kernel::with_heap(|| {
        let n = n.unsigned_abs() as usize;
        mix(of_primes(n), of_records(n))
    })
}
