// Strings: a text is generated, split into words, counted, sorted, wrapped, and searched.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

const SYLLABLES: string[] = ["in", "va", "ri", "ant", "lo", "op", "re", "gi", "on", "co", "unt", "s"];

function word(random: Random): string {
  let text = "";
  const length = 1 + random.below(3);
  for (let i = 0; i < length; i++) text += SYLLABLES[random.below(SYLLABLES.length)];
  return text;
}

function makeText(random: Random, words: i32): string {
  const lines = new Array<string>();
  let line = new Array<string>();
  for (let i = 0; i < words; i++) {
    line.push(word(random));
    if (line.length == 12) {
      lines.push(line.join(" "));
      line = new Array<string>();
    }
  }
  lines.push(line.join(" "));
  return lines.join("\n");
}

function capitalize(text: string): string {
  if (text.length == 0) return text;
  return text.charAt(0).toUpperCase() + text.substring(1);
}

function wrap(words: string[], width: i32): string[] {
  const lines = new Array<string>();
  let line = "";
  for (let i = 0; i < words.length; i++) {
    const next = words[i];
    if (line.length + next.length + 1 > width) {
      lines.push(line);
      line = next;
    } else if (line.length == 0) {
      line = next;
    } else {
      line = line + " " + next;
    }
  }
  lines.push(line);
  return lines;
}

function hash(text: string): i32 {
  let h = 5381;
  for (let i = 0; i < text.length; i++) h = h * 33 ^ text.charCodeAt(i);
  return h;
}

export function run(n: i32): i64 {
  const random = new Random(77 + n);
  const text = makeText(random, n);
  const counts = new Map<string, i32>();
  const words = new Array<string>();
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const parts = lines[i].split(" ");
    for (let j = 0; j < parts.length; j++) {
      const part = parts[j];
      words.push(part);
      counts.set(part, counts.has(part) ? counts.get(part) + 1 : 1);
    }
  }
  const keys = counts.keys();
  keys.sort((a: string, b: string): i32 => a < b ? -1 : a > b ? 1 : 0);
  let sum: i64 = 0;
  for (let i = 0; i < keys.length; i++) {
    sum = sum * 5 + hash(capitalize(keys[i])) + counts.get(keys[i]);
  }
  emit(<f64>keys.length);
  const wrapped = wrap(words, 50);
  let found = 0;
  for (let i = 0; i < wrapped.length; i++) {
    const line = wrapped[i];
    if (line.includes("variant")) found++;
    sum = sum * 3 + hash(line.replaceAll("loop", "LOOP"));
  }
  emit(<f64>found);
  return sum * 1000 + wrapped.length;
}
