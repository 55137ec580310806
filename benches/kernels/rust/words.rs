//! `n` words of generated text are split and counted in a `BTreeMap`, the counts sorted, words grouped by
//! their letters, and the common ones joined to lines.
#![no_std]
extern crate alloc;
mod kernel;

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use kernel::{Random, mix, mix_bytes};

const SYLLABLES: [&str; 8] = ["ba", "ne", "ti", "ro", "mun", "sel", "ka", "thor"];

/// A word of a vocabulary: syllables by its number. Small numbers are frequent.
fn make_word(random: &mut Random) -> String {
    let mut number = random.below(6000) * random.below(6000) / 6000;
    let mut word = String::new();
    loop {
        word.push_str(SYLLABLES[number as usize % 8]);
        number /= 8;
        if number == 0 {
            return word;
        }
    }
}

fn make_text(words: i32) -> String {
    let mut random = Random(41);
    let mut text = String::new();
    for _ in 0..words {
        let word = make_word(&mut random);
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if random.below(10) == 0 => {
                text.extend(first.to_uppercase());
                text += letters.as_str();
            }
            _ => text += &word,
        }
        text += if random.below(12) == 0 { ",\n" } else { " " };
    }
    text
}

/// The letters of a word in order.
fn letters_of(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

fn measure(n: i32) -> u32 {
    let text = make_text(n);
    let words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();

    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in &words {
        *counts.entry(word).or_default() += 1;
    }
    let mut sorted: Vec<(&str, usize)> =
        counts.iter().map(|(word, count)| (*word, *count)).collect();
    sorted.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let mut hash =
        sorted.iter().fold(0, |hash, (word, count)| mix(mix_bytes(hash, word), *count as u32));

    // Words of the same letters.
    let mut groups: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for word in counts.keys() {
        groups.entry(letters_of(word)).or_default().insert(word);
    }
    groups.retain(|_, group| group.len() > 1);
    for (letters, group) in &groups {
        hash = group.iter().fold(mix_bytes(hash, letters), |hash, word| mix_bytes(hash, word));
    }

    let mut lines: Vec<String> = Vec::new();
    for (word, _) in sorted.iter().take_while(|(_, count)| *count > 1) {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 70 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push((*word).to_owned()),
        }
    }
    lines.sort();
    mix_bytes(hash, &lines.join("\n"))
}

#[unsafe(no_mangle)]
pub extern "C" fn run(n: i32) -> i32 {
    kernel::with_heap(|| measure(n))
}
