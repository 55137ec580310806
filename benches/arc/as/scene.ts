// A scene graph: groups and shapes with transformations, moved, measured, searched, pruned and extended.
// Vectors and matrices are immutable objects.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

class Vector {
  constructor(public x: f64, public y: f64) {}
  plus(other: Vector): Vector { return new Vector(this.x + other.x, this.y + other.y); }
  times(factor: f64): Vector { return new Vector(this.x * factor, this.y * factor); }
}

class Transform {
  constructor(public a: f64, public b: f64, public c: f64, public d: f64, public offset: Vector) {}

  apply(v: Vector): Vector {
    return new Vector(this.a * v.x + this.b * v.y, this.c * v.x + this.d * v.y).plus(this.offset);
  }

  then(inner: Transform): Transform {
    return new Transform(
      this.a * inner.a + this.b * inner.c, this.a * inner.b + this.b * inner.d,
      this.c * inner.a + this.d * inner.c, this.c * inner.b + this.d * inner.d,
      this.apply(inner.offset));
  }
}

class Box {
  constructor(public low: Vector, public high: Vector) {}

  with(v: Vector): Box {
    return new Box(
      new Vector(Math.min(this.low.x, v.x), Math.min(this.low.y, v.y)),
      new Vector(Math.max(this.high.x, v.x), Math.max(this.high.y, v.y)));
  }

  join(other: Box): Box { return this.with(other.low).with(other.high); }
  area(): f64 { return (this.high.x - this.low.x) * (this.high.y - this.low.y); }
}

class Style {
  constructor(public color: i32, public base: Style | null) {}

  resolve(): i32 {
    let color = this.color;
    let style = this.base;
    while (style !== null) {
      color = color * 3 + style.color;
      style = style.base;
    }
    return color;
  }
}

abstract class Node {
  transform: Transform = new Transform(1, 0, 0, 1, new Vector(0, 0));
  constructor(public style: Style) {}
  abstract bounds(outer: Transform): Box | null;
  abstract colors(): i64;
  move(by: Vector): void {
    const t = this.transform;
    this.transform = new Transform(t.a, t.b, t.c, t.d, t.offset.plus(by));
  }
}

class Shape extends Node {
  constructor(style: Style, public points: Array<Vector>) { super(style); }

  bounds(outer: Transform): Box | null {
    const all = outer.then(this.transform);
    let box: Box | null = null;
    for (let i = 0; i < this.points.length; i++) {
      const point = all.apply(this.points[i]);
      if (box === null) box = new Box(point, point);
      else box = box.with(point);
    }
    return box;
  }

  colors(): i64 { return this.style.resolve(); }
}

class Group extends Node {
  children: Array<Node> = new Array<Node>();
  constructor(style: Style) { super(style); }

  bounds(outer: Transform): Box | null {
    const all = outer.then(this.transform);
    let box: Box | null = null;
    for (let i = 0; i < this.children.length; i++) {
      const inner = this.children[i].bounds(all);
      if (inner === null) continue;
      if (box === null) box = inner;
      else box = box.join(inner);
    }
    return box;
  }

  colors(): i64 {
    let sum: i64 = this.style.resolve();
    for (let i = 0; i < this.children.length; i++) sum = sum * 5 + this.children[i].colors();
    return sum;
  }
}

function shape(random: Random, style: Style): Node {
  const points = new Array<Vector>();
  const count = 3 + random.below(4);
  for (let i = 0; i < count; i++) points.push(new Vector(<f64>random.below(100), <f64>random.below(100)));
  const made: Node = new Shape(style, points);
  return made;
}

function grow(random: Random, style: Style, depth: i32): Node {
  let own = style;
  if (random.below(3) == 0) own = new Style(random.below(256), style);
  if (depth == 0) return shape(random, own);
  const group = new Group(own);
  const count = 2 + random.below(4);
  for (let i = 0; i < count; i++) group.children.push(grow(random, own, depth - 1));
  group.move(new Vector(<f64>random.below(10), <f64>random.below(10)));
  const made: Node = group;
  return made;
}

function find(node: Node, random: Random): Node {
  let at = node;
  while (at instanceof Group) {
    const group = at as Group;
    if (group.children.length == 0) break;
    at = group.children[random.below(group.children.length)];
    if (random.below(4) == 0) break;
  }
  return at;
}

export function run(n: i32): i64 {
  const random = new Random(2024);
  const style = new Style(1, null);
  const root = grow(random, style, 5);
  const identity = new Transform(1, 0, 0, 1, new Vector(0, 0));
  let sum: i64 = 0;
  for (let frame = 0; frame < n; frame++) {
    for (let i = 0; i < 20; i++) {
      const node = find(root, random);
      node.move(new Vector(<f64>random.below(5) - 2, <f64>random.below(5) - 2).times(0.5));
      if (node instanceof Group) {
        const group = node as Group;
        if (group.children.length > 5) group.children = group.children.slice(1);
        else group.children.push(shape(random, new Style(random.below(256), group.style)));
      }
    }
    const box = root.bounds(identity);
    if (box !== null) sum = sum * 3 + <i64>box.area();
    sum ^= root.colors();
    if (frame % 16 == 0) emit(<f64>(sum & 0xffff));
  }
  return sum;
}
