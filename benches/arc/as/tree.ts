// Binary trees: complete ones that are built and counted, and a search tree with insertion,
// search, removal and walks by an explicit stack.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

class Tree {
  constructor(public left: Tree | null, public right: Tree | null) {}

  count(): i32 {
    const left = this.left;
    const right = this.right;
    let count = 1;
    if (left !== null) count += left.count();
    if (right !== null) count += right.count();
    return count;
  }
}

function complete(depth: i32): Tree {
  if (depth == 0) return new Tree(null, null);
  return new Tree(complete(depth - 1), complete(depth - 1));
}

class Node {
  left: Node | null = null;
  right: Node | null = null;
  constructor(public key: i32, public value: i32) {}
}

class Frame {
  constructor(public node: Node, public below: Frame | null) {}
}

class Search {
  root: Node | null = null;
  size: i32 = 0;

  set(key: i32, value: i32): void {
    let node = this.root;
    if (node === null) {
      this.root = new Node(key, value);
      this.size++;
      return;
    }
    while (true) {
      if (key == node.key) {
        node.value = value;
        return;
      }
      let next = node.left;
      if (key >= node.key) next = node.right;
      if (next === null) {
        const made = new Node(key, value);
        if (key < node.key) node.left = made;
        else node.right = made;
        this.size++;
        return;
      }
      node = next;
    }
  }

  find(key: i32): Node | null {
    let node = this.root;
    while (node !== null && node.key != key) {
      if (key < node.key) node = node.left;
      else node = node.right;
    }
    return node;
  }

  remove(key: i32): void {
    this.root = this.without(this.root, key);
  }

  private without(node: Node | null, key: i32): Node | null {
    if (node === null) return null;
    if (key < node.key) {
      node.left = this.without(node.left, key);
      return node;
    }
    if (key > node.key) {
      node.right = this.without(node.right, key);
      return node;
    }
    const left = node.left;
    const right = node.right;
    if (left === null || right === null) {
      this.size--;
      if (left === null) return right;
      return left;
    }
    let least: Node = right;
    while (least.left !== null) least = least.left!;
    node.key = least.key;
    node.value = least.value;
    node.right = this.without(right, least.key);
    return node;
  }

  sum(): i64 {
    let stack: Frame | null = null;
    let node = this.root;
    let sum: i64 = 0;
    while (node !== null || stack !== null) {
      while (node !== null) {
        stack = new Frame(node, stack);
        node = node.left;
      }
      const top = stack!.node;
      stack = stack!.below;
      sum = sum * 17 + (<i64>top.key ^ top.value);
      node = top.right;
    }
    return sum;
  }
}

export function run(n: i32): i64 {
  const random = new Random(0x9e3779b9);
  let sum: i64 = 0;
  for (let depth = 4; depth <= n; depth += 2) {
    for (let i = 0; i < 1 << (n - depth); i++) {
      sum += complete(depth).count();
    }
    const search = new Search();
    for (let i = 0; i < 1 << n - 2; i++) search.set(random.below(1 << n), i);
    let hits = 0;
    for (let i = 0; i < 1 << n - 1; i++) {
      const found = search.find(random.below(1 << n));
      if (found !== null) hits += found.value & 7;
    }
    for (let i = 0; i < 1 << n - 2; i++) search.remove(random.below(1 << n));
    emit(<f64>search.size);
    sum = sum * 3 + search.sum() + hits;
  }
  return sum;
}
