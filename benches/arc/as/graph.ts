// Search in graphs: shortest paths with a heap of objects, breadth first, components by depth.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

class Edge {
  constructor(public target: i32, public length: i32) {}
}

class Graph {
  edges: Array<Array<Edge>> = new Array<Array<Edge>>();

  constructor(size: i32) {
    for (let i = 0; i < size; i++) this.edges.push(new Array<Edge>());
  }

  connect(a: i32, b: i32, length: i32): void {
    this.edges[a].push(new Edge(b, length));
    this.edges[b].push(new Edge(a, length));
  }
}

class Path {
  constructor(public node: i32, public length: i32, public before: Path | null) {}
}

class Heap {
  items: Array<Path> = new Array<Path>();
  size: i32 = 0;
  nothing: Path = new Path(-1, 0, null);

  push(path: Path): void {
    const items = this.items;
    let at = this.size++;
    if (at == items.length) items.push(path);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const other = items[up];
      if (other.length <= path.length) break;
      items[at] = other;
      at = up;
    }
    items[at] = path;
  }

  pop(): Path {
    const items = this.items;
    const least = items[0];
    const size = --this.size;
    const last = items[size];
    items[size] = this.nothing;
    if (size == 0) return least;
    let at = 0;
    while (true) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && items[child + 1].length < items[child].length) child++;
      const other = items[child];
      if (other.length >= last.length) break;
      items[at] = other;
      at = child;
    }
    items[at] = last;
    return least;
  }
}

function shortest(graph: Graph, from: i32, to: i32): Path | null {
  const done = new Set<i32>();
  const heap = new Heap();
  heap.push(new Path(from, 0, null));
  while (heap.size > 0) {
    const path = heap.pop();
    if (path.node == to) return path;
    if (done.has(path.node)) continue;
    done.add(path.node);
    const edges = graph.edges[path.node];
    for (let i = 0; i < edges.length; i++) {
      const edge = edges[i];
      if (!done.has(edge.target)) heap.push(new Path(edge.target, path.length + edge.length, path));
    }
  }
  return null;
}

function reached(graph: Graph, from: i32, steps: i32): i32 {
  const seen = new Array<bool>(graph.edges.length);
  seen[from] = true;
  let level = new Array<i32>();
  level.push(from);
  let count = 1;
  while (level.length > 0 && steps-- > 0) {
    const next = new Array<i32>();
    for (let i = 0; i < level.length; i++) {
      const edges = graph.edges[level[i]];
      for (let j = 0; j < edges.length; j++) {
        const target = edges[j].target;
        if (seen[target]) continue;
        seen[target] = true;
        next.push(target);
        count++;
      }
    }
    level = next;
  }
  return count;
}

function visit(graph: Graph, node: i32, mark: i32, marks: Array<i32>): i32 {
  if (marks[node] != 0) return 0;
  marks[node] = mark;
  let count = 1;
  const edges = graph.edges[node];
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i];
    if (edge.length < 60) count += visit(graph, edge.target, mark, marks);
  }
  return count;
}

export function run(n: i32): i64 {
  const random = new Random(8086);
  const size = 600;
  const graph = new Graph(size);
  for (let i = 0; i < size * 4; i++) graph.connect(random.below(size), random.below(size), 1 + random.below(100));
  let sum: i64 = 0;
  for (let i = 0; i < n; i++) {
    const path = shortest(graph, random.below(size), random.below(size));
    let steps = 0;
    let at = path;
    while (at !== null) {
      sum = sum * 5 + at.node;
      steps++;
      at = at.before;
    }
    sum += reached(graph, random.below(size), 3);
    if (i % 32 == 0) emit(<f64>steps);
  }
  const marks = new Array<i32>(size);
  let parts = 0;
  for (let i = 0; i < size; i++) if (visit(graph, i, i + 1, marks) > 0) parts++;
  emit(<f64>parts);
  return sum;
}
