// Persistent trees: balanced search trees (treaps) that are immutable: updates copy a path.
// Many versions share most of their nodes.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

class Node {
  constructor(
    public key: i32, public rank: u32, public left: Node | null, public right: Node | null,
    public size: i32) {}
}

function sizeOf(node: Node | null): i32 {
  return node === null ? 0 : node.size;
}

function make(from: Node, left: Node | null, right: Node | null): Node {
  return new Node(from.key, from.rank, left, right, sizeOf(left) + sizeOf(right) + 1);
}

function join(a: Node | null, b: Node | null): Node | null {
  if (a === null) return b;
  if (b === null) return a;
  if (a.rank < b.rank) return make(a, a.left, join(a.right, b));
  return make(b, join(a, b.left), b.right);
}

function below(node: Node | null, key: i32): Node | null {
  if (node === null) return null;
  if (node.key < key) return make(node, node.left, below(node.right, key));
  return below(node.left, key);
}

function above(node: Node | null, key: i32): Node | null {
  if (node === null) return null;
  if (node.key > key) return make(node, above(node.left, key), node.right);
  return above(node.right, key);
}

function has(node: Node | null, key: i32): bool {
  while (node !== null) {
    if (node.key == key) return true;
    if (key < node.key) node = node.left;
    else node = node.right;
  }
  return false;
}

function insert(root: Node | null, key: i32, rank: u32): Node | null {
  if (has(root, key)) return root;
  return join(join(below(root, key), new Node(key, rank, null, null, 1)), above(root, key));
}

function remove(root: Node | null, key: i32): Node | null {
  if (!has(root, key)) return root;
  return join(below(root, key), above(root, key));
}

function nth(root: Node | null, index: i32): Node | null {
  let node = root;
  while (node !== null) {
    const left = sizeOf(node.left);
    if (index == left) return node;
    if (index < left) {
      node = node.left;
    } else {
      index -= left + 1;
      node = node.right;
    }
  }
  return null;
}

class Version {
  constructor(public root: Node | null, public parent: Version | null) {}
}

export function run(n: i32): i64 {
  const random = new Random(606);
  let version = new Version(null, null);
  const kept = new Array<Version>();
  kept.push(version);
  let sum: i64 = 0;
  for (let i = 0; i < n; i++) {
    const key = random.below(2000);
    let root = version.root;
    if (random.below(3) == 0) root = remove(root, key);
    else root = insert(root, key, random.next());
    let parent: Version | null = version;
    if (random.below(50) == 0) parent = null;
    version = new Version(root, parent);
    if (random.below(10) == 0) kept.push(version);
    if (kept.length > 20) kept.splice(random.below(kept.length), 3);
    if (random.below(25) == 0 && kept.length > 0) version = kept[random.below(kept.length)];
    const some = nth(version.root, random.below(sizeOf(version.root) + 1));
    if (some !== null) sum = sum * 3 + some.key;
    if (i % 1024 == 0) emit(<f64>sizeOf(version.root));
  }
  for (let i = 0; i < kept.length; i++) {
    let depth = 0;
    let at: Version | null = kept[i];
    while (at !== null) {
      depth++;
      at = at.parent;
    }
    sum = sum * 7 + depth;
  }
  return sum;
}
