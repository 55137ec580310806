// A small Lisp: pairs and environments on the heap, reader macros, recursive functions.
import { emit } from "./host";
export { finish, heapBase } from "./host";

class Value {}
class Int extends Value { constructor(public n: i32) { super(); } }
class Sym extends Value { constructor(public name: string) { super(); } }
class Pair extends Value { constructor(public head: Value | null, public tail: Value | null) { super(); } }
class Lambda extends Value {
  constructor(public params: Value | null, public body: Value | null, public env: Env) { super(); }
}

class Env {
  bindings: Map<string, Value | null> = new Map<string, Value | null>();
  constructor(public outer: Env | null) {}

  find(name: string): Value | null {
    let env: Env | null = this;
    while (env !== null) {
      const bindings = env.bindings;
      if (bindings.has(name)) return bindings.get(name);
      env = env.outer;
    }
    return null;
  }
}

class Reader {
  at: i32 = 0;
  constructor(public text: string) {}

  private skip(): void {
    while (this.at < this.text.length && this.text.charCodeAt(this.at) <= 32) this.at++;
  }

  read(): Value | null {
    this.skip();
    const text = this.text;
    const code = text.charCodeAt(this.at);
    if (code == 40) {
      this.at++;
      return this.rest();
    }
    const start = this.at;
    while (this.at < text.length && text.charCodeAt(this.at) > 41) this.at++;
    const word = text.substring(start, this.at);
    if (code >= 48 && code <= 57) return new Int(I32.parseInt(word));
    return new Sym(word);
  }

  private rest(): Value | null {
    this.skip();
    if (this.text.charCodeAt(this.at) == 41) {
      this.at++;
      return null;
    }
    const head = this.read();
    return new Pair(head, this.rest());
  }
}

function number(value: Value | null): i32 {
  return value instanceof Int ? (value as Int).n : 0;
}

function argument(list: Value | null, index: i32): Value | null {
  let pair = list as Pair;
  while (index-- > 0) pair = pair.tail as Pair;
  return pair.head;
}

function evaluate(value: Value | null, env: Env): Value | null {
  if (value instanceof Sym) return env.find((value as Sym).name);
  if (!(value instanceof Pair)) return value;
  const pair = value as Pair;
  const head = pair.head;
  if (head instanceof Sym) {
    const name = (head as Sym).name;
    const rest = pair.tail;
    if (name == "quote") return argument(rest, 0);
    if (name == "if") {
      const test = evaluate(argument(rest, 0), env);
      return evaluate(argument(rest, number(test) != 0 ? 1 : 2), env);
    }
    if (name == "lambda") return new Lambda(argument(rest, 0), argument(rest, 1), env);
    if (name == "define") {
      const made = evaluate(argument(rest, 1), env);
      env.bindings.set((argument(rest, 0) as Sym).name, made);
      return made;
    }
    if (name == "+") return new Int(number(evaluate(argument(rest, 0), env)) + number(evaluate(argument(rest, 1), env)));
    if (name == "-") return new Int(number(evaluate(argument(rest, 0), env)) - number(evaluate(argument(rest, 1), env)));
    if (name == "<") {
      return new Int(i32(number(evaluate(argument(rest, 0), env)) < number(evaluate(argument(rest, 1), env))));
    }
    if (name == "cons") return new Pair(evaluate(argument(rest, 0), env), evaluate(argument(rest, 1), env));
    if (name == "head") return (evaluate(argument(rest, 0), env) as Pair).head;
    if (name == "tail") return (evaluate(argument(rest, 0), env) as Pair).tail;
    if (name == "null") return new Int(i32(evaluate(argument(rest, 0), env) === null));
  }
  const called = evaluate(head, env);
  if (!(called instanceof Lambda)) return null;
  const lambda = called as Lambda;
  const inner = new Env(lambda.env);
  let params = lambda.params;
  let args = pair.tail;
  while (params !== null && args !== null) {
    const param = params as Pair;
    const arg = args as Pair;
    inner.bindings.set((param.head as Sym).name, evaluate(arg.head, env));
    params = param.tail;
    args = arg.tail;
  }
  return evaluate(lambda.body, inner);
}

const PROGRAM: string[] = [
  "(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))",
  "(define upto (lambda (a b) (if (< b a) (quote ()) (cons a (upto (+ a 1) b)))))",
  "(define map (lambda (f l) (if (null l) l (cons (f (head l)) (map f (tail l))))))",
  "(define fold (lambda (f s l) (if (null l) s (fold f (f s (head l)) (tail l)))))",
  "(define adder (lambda (a) (lambda (b) (+ a b))))",
];

export function run(n: i32): i64 {
  const env = new Env(null);
  for (let i = 0; i < PROGRAM.length; i++) evaluate(new Reader(PROGRAM[i]).read(), env);
  let sum: i64 = 0;
  for (let i = 0; i < n; i++) {
    sum = sum * 31 + number(evaluate(new Reader("(fib 10)").read(), env));
    const text = "(fold (lambda (a b) (+ a b)) 0 (map (adder " + i.toString() + ") (upto 1 25)))";
    sum = sum * 31 + number(evaluate(new Reader(text).read(), env));
    if (i % 16 == 0) emit(<f64>(sum & 0xfffff));
  }
  // The environment's functions refer to it: a cycle, which the collector frees.
  return sum;
}
