// Linked lists: built, mapped, filtered, reversed in place, sorted by merging, folded.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

class Item {
  constructor(public key: i32, public weight: f64) {}
}

class Cell {
  next: Cell | null = null;
  constructor(public item: Item) {}
}

function fromRandom(random: Random, length: i32): Cell | null {
  let head: Cell | null = null;
  for (let i = 0; i < length; i++) {
    const cell = new Cell(new Item(random.below(100000), <f64>i));
    cell.next = head;
    head = cell;
  }
  return head;
}

function reverse(list: Cell | null): Cell | null {
  let done: Cell | null = null;
  while (list !== null) {
    const rest = list.next;
    list.next = done;
    done = list;
    list = rest;
  }
  return done;
}

function merge(a: Cell | null, b: Cell | null): Cell | null {
  const front = new Cell(new Item(0, 0));
  let last = front;
  while (a !== null && b !== null) {
    if (a.item.key <= b.item.key) {
      last.next = a;
      last = a;
      a = a.next;
    } else {
      last.next = b;
      last = b;
      b = b.next;
    }
  }
  if (a !== null) last.next = a;
  else last.next = b;
  return front.next;
}

function sort(list: Cell | null): Cell | null {
  if (list === null || list.next === null) return list;
  let slow: Cell = list;
  let fast: Cell | null = list.next;
  while (fast !== null) {
    fast = fast.next;
    if (fast !== null) {
      fast = fast.next;
      slow = slow.next!;
    }
  }
  const second = slow.next;
  slow.next = null;
  return merge(sort(list), sort(second));
}

function filter(list: Cell | null, divisor: i32): Cell | null {
  let front: Cell | null = null;
  let last: Cell | null = null;
  let cell = list;
  while (cell !== null) {
    if (cell.item.key % divisor != 0) {
      const copy = new Cell(cell.item);
      if (last === null) front = copy;
      else last.next = copy;
      last = copy;
    }
    cell = cell.next;
  }
  return front;
}

function longest(list: Cell | null): Item | null {
  let best: Item | null = null;
  let cell = list;
  while (cell !== null) {
    if (best === null || cell.item.weight > best.weight) best = cell.item;
    cell = cell.next;
  }
  return best;
}

function fold(list: Cell | null): i64 {
  let sum: i64 = 7;
  let cell = list;
  while (cell !== null) {
    sum = sum * 31 + cell.item.key;
    cell = cell.next;
  }
  return sum;
}

export function run(n: i32): i64 {
  const random = new Random(0x2545f491 + n);
  let sum: i64 = 0;
  // Lists are short: the runtime frees a list by recursion.
  for (let round = 0; round < n; round++) {
    let list = fromRandom(random, 1000);
    sum ^= fold(list);
    list = reverse(list);
    sum += fold(list);
    list = sort(list);
    sum ^= fold(list);
    const some = filter(list, 3);
    sum += fold(some);
    const best = longest(some);
    if (best !== null && round % 16 == 0) emit(<f64>best.key);
  }
  return sum;
}
