// Closures emulated by functions in the table and context objects. Chains of them transform numbers;
// event handlers subscribe each other.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

class Context {
  constructor(public a: i32, public b: i32, public inner: Closure | null) {}
}

class Closure {
  constructor(public context: Context, public code: (context: Context, x: i32) => i32) {}

  call(x: i32): i32 {
    return this.code(this.context, x);
  }
}

function add(a: i32): Closure {
  return new Closure(new Context(a, 0, null), (context: Context, x: i32): i32 => x + context.a);
}

function scale(a: i32, b: i32): Closure {
  return new Closure(new Context(a, b, null), (context: Context, x: i32): i32 => x * context.a + context.b);
}

function twice(inner: Closure): Closure {
  return new Closure(new Context(0, 0, inner), (context: Context, x: i32): i32 => {
    const inner = context.inner!;
    return inner.call(inner.call(x));
  });
}

function unless(limit: i32, inner: Closure): Closure {
  return new Closure(new Context(limit, 0, inner), (context: Context, x: i32): i32 => {
    return (x & 1023) > context.a ? x : context.inner!.call(x);
  });
}

function counting(inner: Closure): Closure {
  return new Closure(new Context(0, 0, inner), (context: Context, x: i32): i32 => {
    context.a++;
    return context.inner!.call(x) + context.a;
  });
}

function pick(random: Random, known: Array<Closure>): Closure {
  const inner = known[random.below(known.length)];
  switch (random.below(6)) {
    case 0: return add(random.below(100));
    case 1: return scale(random.below(5) + 1, random.below(50));
    case 2: return known.length > 20 ? unless(512, inner) : twice(inner);
    case 3: return unless(random.below(1024), inner);
    case 4: return counting(inner);
    default: return inner;
  }
}

class Event {
  constructor(public kind: i32, public value: i32, public origin: Event | null) {}
}

class Bus {
  handlers: Array<Array<Closure>> = new Array<Array<Closure>>();
  queue: Array<Event> = new Array<Event>();
  next: i32 = 0;

  constructor(kinds: i32) {
    for (let i = 0; i < kinds; i++) this.handlers.push(new Array<Closure>());
  }

  on(kind: i32, handler: Closure): void {
    this.handlers[kind].push(handler);
  }

  post(event: Event): void {
    this.queue.push(event);
  }

  drain(limit: i32): i64 {
    let sum: i64 = 0;
    while (this.next < this.queue.length && limit-- > 0) {
      const event = this.queue[this.next++];
      const handlers = this.handlers[event.kind];
      let depth = 0;
      let at: Event | null = event;
      while (at !== null) {
        depth++;
        at = at.origin;
      }
      for (let i = 0; i < handlers.length; i++) {
        const result = handlers[i].call(event.value);
        sum = sum * 13 + result;
        if ((result & 3) == 0 && depth < 5) {
          this.post(new Event((event.kind + 1) % this.handlers.length, result & 0xffff, event));
        }
      }
    }
    return sum;
  }
}

export function run(n: i32): i64 {
  const random = new Random(4242);
  const known = new Array<Closure>();
  known.push(add(1));
  for (let i = 0; i < 40; i++) known.push(pick(random, known));
  let sum: i64 = 0;
  for (let round = 0; round < n; round++) {
    const bus = new Bus(5);
    for (let i = 0; i < 20; i++) bus.on(random.below(5), known[random.below(known.length)]);
    for (let i = 0; i < 8; i++) bus.post(new Event(random.below(5), random.below(1000), null));
    sum = sum * 3 + bus.drain(60);
    known[random.below(20)] = pick(random, known);
    if (round % 256 == 0) emit(<f64>(sum & 0xfffff));
  }
  return sum;
}
