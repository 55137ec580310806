// A least-recently-used cache: a map and a ring of entries. Its references form cycles, which only the
// collector frees.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

class Entry {
  before: Entry | null = null;
  after: Entry | null = null;
  constructor(public key: i32, public value: Page) {}
}

class Page {
  uses: i32 = 0;
  constructor(public title: string, public links: Array<i32>) {}
}

class Cache {
  entries: Map<i32, Entry> = new Map<i32, Entry>();
  ring: Entry;
  hits: i32 = 0;
  lost: i32 = 0;

  constructor(public limit: i32) {
    const ring = new Entry(-1, new Page("", new Array<i32>()));
    ring.before = ring;
    ring.after = ring;
    this.ring = ring;
  }

  private unlink(entry: Entry): void {
    const before = entry.before!;
    const after = entry.after!;
    before.after = after;
    after.before = before;
    entry.before = null;
    entry.after = null;
  }

  private front(entry: Entry): void {
    const ring = this.ring;
    const first = ring.after!;
    entry.before = ring;
    entry.after = first;
    first.before = entry;
    ring.after = entry;
  }

  get(key: i32): Page {
    if (this.entries.has(key)) {
      const entry = this.entries.get(key);
      this.hits++;
      this.unlink(entry);
      this.front(entry);
      return entry.value;
    }
    const page = load(key);
    const entry = new Entry(key, page);
    this.entries.set(key, entry);
    this.front(entry);
    if (this.entries.size > this.limit) {
      const last = this.ring.before!;
      this.unlink(last);
      this.entries.delete(last.key);
      this.lost += last.value.uses;
    }
    return page;
  }

  clear(): void {
    let entry = this.ring.after!;
    while (entry.key >= 0) {
      const next = entry.after!;
      this.unlink(entry);
      entry = next;
    }
  }
}

function load(key: i32): Page {
  const random = new Random(key * 7919 + 1);
  const links = new Array<i32>();
  for (let i = 0; i < 5; i++) links.push(random.below(4000));
  return new Page("page " + key.toString(), links);
}

export function run(n: i32): i64 {
  const random = new Random(555);
  const cache = new Cache(700);
  let sum: i64 = 0;
  let key = 1;
  for (let i = 0; i < n; i++) {
    const page = cache.get(key);
    page.uses++;
    sum = sum * 3 + page.title.length + page.uses;
    key = random.below(3) == 0 ? random.below(4000) : page.links[random.below(page.links.length)] % 900;
  }
  emit(<f64>cache.hits);
  emit(<f64>cache.lost);
  cache.clear();
  return sum;
}
