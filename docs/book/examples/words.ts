// How different two words are: the least number of insertions, deletions and replacements
// (Levenshtein distance).

function word(length: i32, seed: u32): StaticArray<u8> {
  const letters = new StaticArray<u8>(length);
  for (let i = 0; i < length; i++) {
    seed = seed * 1664525 + 1013904223;
    letters[i] = 97 + u8((seed >> 24) % 4);
  }
  return letters;
}

export function distance(length: i32): i32 {
  const first = word(length, 1);
  const second = word(length, 2);
  const row = new StaticArray<i32>(length + 1);
  for (let j = 0; j <= length; j++) row[j] = j;
  for (let i = 1; i <= length; i++) {
    let diagonal = row[0];
    row[0] = i;
    for (let j = 1; j <= length; j++) {
      const above = row[j];
      const replaced = diagonal + i32(first[i - 1] != second[j - 1]);
      row[j] = min(min(above + 1, row[j - 1] + 1), replaced);
      diagonal = above;
    }
  }
  return row[length];
}
