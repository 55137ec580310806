//! How different two words are: the least number of insertions, deletions and replacements
//! (Levenshtein distance).

fn word(length: usize, mut seed: u32) -> String {
    let mut letter = || {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        char::from(b'a' + (seed >> 24) as u8 % 4)
    };
    (0..length).map(|_| letter()).collect()
}

#[unsafe(no_mangle)]
pub extern "C" fn distance(length: usize) -> usize {
    let (first, second) = (word(length, 1), word(length, 2));
    let mut row: Vec<usize> = (0..=length).collect();
    for (i, a) in first.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in second.chars().enumerate() {
            let above = row[j + 1];
            let replaced = diagonal + usize::from(a != b);
            row[j + 1] = (above + 1).min(row[j] + 1).min(replaced);
            diagonal = above;
        }
    }
    row[length]
}
