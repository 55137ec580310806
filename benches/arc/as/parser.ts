// A parser: a program text is generated, tokenized, parsed to a syntax tree of classes with virtual
// methods, simplified, evaluated with scopes, and printed.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

class Token {
  constructor(public kind: i32, public text: string) {}
}

const END = 0, NUMBER = 1, NAME = 2, SIGN = 3;

class Scanner {
  at: i32 = 0;
  constructor(public text: string) {}

  next(): Token {
    const text = this.text;
    while (this.at < text.length && text.charCodeAt(this.at) == 32) this.at++;
    if (this.at >= text.length) return new Token(END, "");
    const start = this.at;
    let code = text.charCodeAt(start);
    if (code >= 48 && code <= 57) {
      while (this.at < text.length && text.charCodeAt(this.at) >= 48 && text.charCodeAt(this.at) <= 57) this.at++;
      return new Token(NUMBER, text.substring(start, this.at));
    }
    if (code >= 97 && code <= 122) {
      while (this.at < text.length && text.charCodeAt(this.at) >= 97 && text.charCodeAt(this.at) <= 122) this.at++;
      return new Token(NAME, text.substring(start, this.at));
    }
    this.at++;
    return new Token(SIGN, text.substring(start, this.at));
  }
}

class Scope {
  names: Array<string> = new Array<string>();
  values: Array<i32> = new Array<i32>();
  constructor(public outer: Scope | null) {}

  find(name: string): i32 {
    let scope: Scope | null = this;
    while (scope !== null) {
      const at = scope.names.indexOf(name);
      if (at >= 0) return scope.values[at];
      scope = scope.outer;
    }
    return 0;
  }
}

abstract class Tree {
  abstract value(scope: Scope): i32;
  abstract print(): string;
  simple(): Tree { return this; }
  constant(): bool { return false; }
}

class Num extends Tree {
  constructor(public number: i32) { super(); }
  value(scope: Scope): i32 { return this.number; }
  print(): string { return this.number.toString(); }
  constant(): bool { return true; }
}

class Name extends Tree {
  constructor(public name: string) { super(); }
  value(scope: Scope): i32 { return scope.find(this.name); }
  print(): string { return this.name; }
}

class Binary extends Tree {
  constructor(public sign: string, public left: Tree, public right: Tree) { super(); }

  value(scope: Scope): i32 {
    const a = this.left.value(scope);
    const b = this.right.value(scope);
    const sign = this.sign;
    if (sign == "+") return a + b;
    if (sign == "-") return a - b;
    return a * b;
  }

  print(): string {
    return "(" + this.left.print() + this.sign + this.right.print() + ")";
  }

  simple(): Tree {
    const left = this.left.simple();
    const right = this.right.simple();
    const made = new Binary(this.sign, left, right);
    if (left.constant() && right.constant()) return new Num(made.value(new Scope(null)));
    return made;
  }
}

class Let extends Tree {
  constructor(public name: string, public bound: Tree, public body: Tree) { super(); }

  value(scope: Scope): i32 {
    const inner = new Scope(scope);
    inner.names.push(this.name);
    inner.values.push(this.bound.value(scope));
    return this.body.value(inner);
  }

  print(): string {
    return "{" + this.name + "=" + this.bound.print() + ":" + this.body.print() + "}";
  }

  simple(): Tree {
    return new Let(this.name, this.bound.simple(), this.body.simple());
  }
}

class Parser {
  token: Token;
  constructor(public scanner: Scanner) {
    this.token = scanner.next();
  }

  take(): Token {
    const token = this.token;
    this.token = this.scanner.next();
    return token;
  }

  is(sign: string): bool {
    return this.token.kind == SIGN && this.token.text == sign;
  }

  sum(): Tree {
    let tree = this.term();
    while (this.is("+") || this.is("-")) {
      const sign = this.take().text;
      tree = new Binary(sign, tree, this.term());
    }
    return tree;
  }

  term(): Tree {
    let tree = this.factor();
    while (this.is("*")) {
      const sign = this.take().text;
      tree = new Binary(sign, tree, this.factor());
    }
    return tree;
  }

  factor(): Tree {
    const token = this.take();
    if (token.kind == NUMBER) return new Num(I32.parseInt(token.text));
    if (token.kind == NAME) return new Name(token.text);
    if (token.text == "{") {
      const name = this.take().text;
      this.take();
      const bound = this.sum();
      this.take();
      const body = this.sum();
      this.take();
      return new Let(name, bound, body);
    }
    const tree = this.sum();
    this.take();
    return tree;
  }
}

const LETTERS: string[] = ["a", "b", "c", "dd", "ee", "fgh"];

function source(random: Random, depth: i32): string {
  if (depth == 0 || random.below(8) == 0) {
    if (random.below(2)) return random.below(100).toString();
    return LETTERS[random.below(LETTERS.length)];
  }
  const left = source(random, depth - 1);
  const right = source(random, depth - 1);
  switch (random.below(5)) {
    case 0: return left + " + " + right;
    case 1: return "(" + left + " - " + right + ")";
    case 2: return "(" + left + ") * (" + right + ")";
    default: return "{" + LETTERS[random.below(LETTERS.length)] + " = " + left + " : " + right + "}";
  }
}

export function run(n: i32): i64 {
  const random = new Random(31337);
  let sum: i64 = 0;
  for (let i = 0; i < n; i++) {
    const text = source(random, 6);
    const tree = new Parser(new Scanner(text)).sum();
    const scope = new Scope(null);
    scope.names.push("a");
    scope.values.push(i);
    const before = tree.value(scope);
    const simple = tree.simple();
    const after = simple.value(scope);
    if (before != after) emit(-1);
    sum = sum * 31 + before + simple.print().length;
    if (i % 64 == 0) emit(<f64>before);
  }
  return sum;
}
