// Programs for QuickJS. Functions are passed as source text; strings are for code that must not run here
// or does not parse. They must be deterministic.
/* global log */
export const programs = {
  recursion() {
    const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
    const ackermann = (m, n) => (m === 0 ? n + 1 : n === 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)));
    const hanoi = (n, a, b, c) => (n === 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a));
    return [fib(22), ackermann(2, 20), hanoi(12, 'a', 'b', 'c')];
  },
  strings() {
    let text = '';
    for (let i = 0; i < 3000; i++) text += String.fromCodePoint(97 + (i % 26), 0x1f600 + (i % 50));
    return [text.length, text.slice(1000, 1020), text.indexOf('z', 3000), text.split('a').length,
      'ǆ ß İ ﬁ'.toUpperCase(), 'ΑΣ'.toLowerCase(), 'e\u0301'.normalize('NFC').length, 'abc'.padStart(9, '12'),
      [...'a😀b'].length, 'x'.repeat(5).replaceAll('x', (m, at) => at), encodeURIComponent('é/😀'), escape('é'),
      'a-b-c'.split('-', 2), `${[1, [2, 3]]}`, 'abc'.localeCompare('abd'), 'abc'.at(-1), '\ud800'.isWellFormed?.()];
  },
  regexps() {
    const text = 'The year 1999, the 2nd of May 2024; mail: joe.doe@example.org, x@y. 日本語 Ünï';
    return [text.match(/\d{4}/g), text.replace(/(?<user>[\w.]+)@(?<host>[\w.]+)/gu, '$<host> at $<user>'),
      [...text.matchAll(/(\w)(\w+)\b/g)].map((m) => m[2] + m.index).join(), /(?<=year )\d+/.exec(text)[0],
      /^(?:a+)+b$/.test('a'.repeat(18)), text.split(/[\s,;:]+/), /\p{Script=Han}+/u.exec(text)[0], /Ü/i.test('ü'),
      /(a)|(b)/y.exec('b'), /(\d+)\s\1/.exec('12 12 3').index, /./su.exec('\n').length, 'aBc'.replace(/b/i, (x) => x + x)];
  },
  typedArrays() {
    const bytes = new Uint8Array(4096).map((_, i) => (i * 7919) ^ (i >> 3));
    const view = new DataView(bytes.buffer);
    view.setFloat32(8, 3.14159);
    view.setFloat64(16, -1e-310, true);
    view.setBigInt64(32, -5n);
    const words = new Uint32Array(bytes.buffer, 0, 64);
    let sum = 0;
    for (const w of words) sum = Math.imul(sum ^ w, 0x01000193) >>> 0;
    return [sum, view.getFloat32(8), view.getFloat64(16, true), view.getUint16(33), Array.from(new Int8Array(bytes.buffer, 0, 40)),
      [...new Float32Array([1.1, 2 ** 130, -0, NaN])], [...Uint8ClampedArray.of(-5, 300, 1.5, 2.5)],
      Float64Array.from(bytes.slice(0, 50)).sort((a, b) => b - a).join(), bytes.subarray(100, 120).reverse().lastIndexOf(3)];
  },
  exceptions() {
    const seen = [];
    const attempt = (f) => {
      try {
        return f();
      } catch (e) {
        seen.push(`${e.name}: ${e.message}`);
      } finally {
        seen.push('finally');
      }
      return null;
    };
    attempt(() => null.x);
    attempt(() => undefinedName);
    attempt(() => { throw new RangeError('mine', { cause: 1 }); });
    attempt(() => new Array(-1));
    attempt(() => JSON.parse('{"a": }'));
    attempt(() => BigInt(1.5));
    attempt(() => 'x'.repeat(-1));
    attempt(() => Symbol() + '');
    attempt(() => { 'use strict'; Object.freeze([1]).push(2); });
    attempt(() => new Proxy({}, { get() { throw new TypeError('trap'); } }).x);
    attempt(() => decodeURIComponent('%'));
    return seen;
  },
  generators() {
    function* numbers(n) {
      try {
        for (let i = 0; i < n; i++) {
          const got = yield i * i;
          if (got) i += got;
        }
      } finally {
        yield 'closing';
      }
      return 'done';
    }
    function* outer() { return [yield* numbers(4), yield* 'ab']; }
    const g = numbers(100);
    return [[...numbers(6)], [...outer()], g.next(), g.next(10), g.next(), g.return(7), g.next(),
      Object.fromEntries((function* () { for (const k of 'xyz') yield [k, k.charCodeAt()]; })())];
  },
  collections() {
    const map = new Map();
    for (let i = 0; i < 5000; i++) map.set((i * 7919) % 1009, (map.get((i * 7919) % 1009) ?? 0) + i);
    const set = new Set([NaN, 0, -0, '0', null, undefined, NaN]);
    for (const key of map.keys()) if (key % 3) map.delete(key);
    const weak = new WeakMap();
    const key = {};
    weak.set(key, 'kept');
    return [map.size, [...map].slice(0, 20), [...set].map(String), set.size, weak.get(key), [...map.values()].reduce((a, b) => a + b)];
  },
  json() {
    const data = { list: Array.from({ length: 300 }, (_, i) => ({ i, f: i / 7, s: `"${i}"\n`, n: null, d: { e: [i] } })), u: undefined };
    const text = JSON.stringify(data, (k, v) => (k === 'n' ? undefined : v), 2);
    return [text.length, text, JSON.parse(text, (k, v) => (k === 'e' ? v[0] : v)).list[299], JSON.stringify('\u2028\ud800é')];
  },
  sorting() {
    let seed = 1;
    const next = () => (seed = (Math.imul(seed, 48271) >>> 0) % 2147483647);
    const list = Array.from({ length: 3000 }, () => ({ k: next() % 50, v: next() % 1000 }));
    const sorted = [...list].sort((a, b) => a.k - b.k);
    return [sorted.map((x) => x.v).join(), list.map((x) => x.v).sort().slice(0, 99), [3, undefined, , 1].sort(), list.findLast((x) => x.k === 3)];
  },
  bigints() {
    let factorial = 1n;
    for (let i = 1n; i <= 150n; i++) factorial *= i;
    const mersenne = 2n ** 521n - 1n;
    return [String(factorial), String(mersenne / 12345678901234567890n), String(mersenne % 1000000007n), String(-7n / 2n), String(-7n >> 1n),
      (0xffn ** 20n).toString(36), String(BigInt.asIntN(64, 2n ** 63n)), String(BigInt('0x' + 'f'.repeat(40)) & 0xf0f0n), 10n > 9, 2n == 2];
  },
  dates() {
    const d = new Date(Date.UTC(2024, 1, 29, 12, 34, 56, 789));
    const later = new Date(d);
    later.setUTCMonth(13, 31);
    return [d.toISOString(), later.toISOString(), d.getTime(), Date.parse('1999-12-31T23:59:59.999Z'), Date.parse('2024-02-30'),
      new Date(NaN).getTime(), new Date(-1).toJSON(), d.getUTCDay(), new Date(8.64e15).toISOString(), Date.UTC(99, 0)];
  },
  numbers() {
    const values = [0.1 + 0.2, 1 / 3, 1e21, 123456789.123, -0, 5e-324, 2 ** 53 + 1, 1.005];
    return [values.map(String), values.map((v) => v.toFixed(5)), values.map((v) => v.toExponential(4)), values.map((v) => v.toPrecision(7)),
      values.map((v) => v.toString(7)), [1, 2.5, -3.7, 1e10].map((v) => [v | 0, v >>> 0, ~v, v << 3, Math.round(v), Math.fround(v)]),
      Math.sqrt(2), Math.hypot(3, 4), Math.clz32(77), Math.cbrt(27), Math.atan2(1, -1), Math.expm1(1e-9), Math.sinh(1),
      parseFloat('1.5e3x'), parseInt('z', 36), Number('0b101'), Number(' 12 '), Number('1_0'), 7 % -3, -7 % 3, 2 ** -1074];
  },
  classes() {
    class A { #x = 1; static made = 0; constructor() { A.made++; } get x() { return this.#x; } set x(v) { this.#x = v * 2; } static { this.z = 9; } }
    class B extends A { get x() { return super.x + 100; } set x(v) { super.x = v; } toString() { return `B${this.x}`; } [Symbol.toPrimitive](h) { return h === 'number' ? 5 : 'prim'; } }
    const b = new B();
    b.x = 4;
    const { x, ...rest } = { x: 1, y: 2, z: 3 };
    const [p, , q = 7, ...more] = [1, 2, undefined, 4, 5];
    return [b.x, +b, `${b}`, A.made, A.z, b instanceof A, rest, p, q, more, Object.getOwnPropertyNames(B.prototype), (() => { label: for (const i of [1, 2]) for (const j of [1, 2]) if (j === 2) continue label; return 'ok'; })()];
  },
  proxies() {
    const trace = [];
    const p = new Proxy({ a: 1 }, new Proxy({}, { get: (_, trap) => (...args) => { trace.push(trap); return Reflect[trap](...args); } }));
    p.b = p.a + 1;
    delete p.a;
    return ['b' in p, Object.keys(p), { ...p }, trace, Reflect.ownKeys(Object.assign({}, { 2: 0, 1: 0, b: 0, [Symbol.iterator]: 0 })).map(String)];
  },
  promises() {
    const step = async (n) => { if (n === 3) throw new Error('three'); await null; log('step', n); return n; };
    Promise.allSettled([step(1), step(2), step(3)]).then((all) => log(JSON.stringify(all)));
    (async () => { for await (const x of (async function* () { yield 1; yield step(5); })()) log('of', x); })();
    return log('started');
  },
  sieve() {
    const composite = new Uint8Array(50000);
    let count = 0;
    for (let i = 2; i < composite.length; i++) {
      if (composite[i]) continue;
      count++;
      for (let j = i * i; j < composite.length; j += i) composite[j] = 1;
    }
    return count;
  },
  closures() {
    const counters = [];
    for (let i = 0; i < 300; i++) { let n = i; counters.push(() => (n += i)); }
    for (let round = 0; round < 50; round++) counters.forEach((c) => c());
    return counters.map((c) => c()).join();
  },
  evaluated: 'var total = 0; for (var i = 0; i < 200; i++) total += eval("i * " + i + " + (function (a, b = 2) { return a - b; })(i)"); with ({ q: 3 }) total += q; total + new Function("a", "b", "return a * b")(6, 7)',
  syntaxError: 'let a = 1; let a = 2;',
  unclosed: 'function f( {',
  thrown: 'throw { code: 42, list: [1, 2] }',
  switches: 'var out = []; for (var v of [1, "1", null, NaN, 5]) switch (v) { case 1: out.push("one"); case "1": out.push("text"); break; case null: out.push("null"); break; default: out.push(typeof v); } out',
};
