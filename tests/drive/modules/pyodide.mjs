// Python: programs run by the interpreter that is the module. Each prints its results. The C stack is unwound by
// WebAssembly's exceptions in some of its libraries; Python's own exceptions are values that functions return.
import { digest } from '../lib.mjs';
import { npmMore } from '../more.mjs';

const programs = {
  strings: `
text = ''.join(chr(97 + i % 26) + chr(0x1f600 + i % 50) for i in range(2000))
print(len(text), text[1000:1010], text.count('a'), text.find('z', 3000), text.encode().hex()[:80])
print('ǆ ß İ ﬁ'.upper(), 'ΑΣ'.lower(), 'a-b-c'.rsplit('-', 1), 'x'.join('abc'), f'{3.14159:>10.3f}|{255:#x}|{12345678:,}|{"é":^5}|')
print(repr('tab\\t\\x00\\ud800'), 'abc'.translate({97: 'XYZ'}), '%05d %s %r' % (42, 'a', 'b'), ' pad '.strip().zfill(9), 'e\\u0301'.isidentifier())`,
  dicts: `
d = {}
for i in range(20000):
    d[(i * 7919) % 10007] = d.get(i % 97, 0) + i
for k in list(d)[::3]:
    del d[k]
print(len(d), sum(d.values()), sorted(d.items())[:5], max(d, key=d.get))
from collections import Counter, OrderedDict, defaultdict, deque
c = Counter(str(sorted(d.items())))
print(c.most_common(5), deque(range(10), 3), {frozenset({1, 2}): 'x'}, {**{'a': 1}, 'b': 2} | {'c': 3})
s = set(range(0, 1000, 3)) ^ set(range(0, 1000, 5))
print(len(s), sum(s), sorted(s)[:9])`,
  exceptions: `
import sys
def attempt(f):
    try:
        return f()
    except (ValueError, TypeError) as e:
        return f'{type(e).__name__}: {e}'
    except Exception as e:
        return f'other {type(e).__name__}: {e}'
    finally:
        log.append(len(log))
log = []
print(attempt(lambda: int('x')), attempt(lambda: 1 / 0), attempt(lambda: [][3]), attempt(lambda: {}['k']), attempt(lambda: None + 1))
print(attempt(lambda: 'a'.encode('ascii').decode('utf-16')), attempt(lambda: open('/missing')), attempt(lambda: undefined_name), log)
def deep(n): return deep(n + 1)
try:
    deep(0)
except RecursionError as e:
    print(str(e)[:32])
try:
    try:
        raise KeyError('inner')
    except KeyError as e:
        raise RuntimeError('outer') from e
except RuntimeError as e:
    print(repr(e.__cause__), repr(e))
try:
    raise ExceptionGroup('many', [ValueError(1), OSError(2)])
except* ValueError as g:
    print(g.exceptions)
except* OSError as g:
    print(g.exceptions)`,
  regexps: `
import re
text = 'The year 1999, the 2nd of May 2024; mail: joe.doe@example.org, x@y. 日本語 Ünï'
print(re.findall(r'\\d{4}', text), re.sub(r'(?P<user>[\\w.]+)@(?P<host>[\\w.]+)', r'\\g<host> at \\g<user>', text))
print([(m.start(), m.group()) for m in re.finditer(r'\\b\\w(\\w+)\\b', text)], re.split(r'[\\s,;:]+', text))
print(re.match(r'(?:a+)+b$', 'a' * 14), re.search(r'(?<=year )\\d+', text), re.fullmatch(r'(\\d+)\\s\\1', '12 12'), re.sub('B', lambda m: m.group() * 2, 'abc', flags=re.I))`,
  floats: `
import math, cmath, statistics, decimal, fractions
xs = [math.sin(i) * 10 ** (i % 40 - 20) for i in range(500)]
print(math.fsum(xs), sum(xs), min(xs), max(xs), 0.1 + 0.2, 1e308 * 10, -1e308 * 10, float('nan'), 2 ** 0.5, 5e-324)
print([math.gamma(5.5), math.erf(0.3), math.atan2(1, -2), math.fmod(-7, 3), -7 % 3, -7 // 3, round(2.5), round(-3.567, 2)])
print([x.hex() for x in xs[:6]], float.fromhex('0x1.8p3'), repr(1e16), repr(123456789.123456789), (2.5).as_integer_ratio())
print(cmath.sqrt(-2), (1 + 2j) ** 3, statistics.stdev(xs[:20]), decimal.Decimal(1) / 7, fractions.Fraction(3, 9) + 1)
print(2 ** 300 // 3 ** 50, pow(3, 1000, 10 ** 9 + 7), math.factorial(60), math.isqrt(10 ** 40), (-5) >> 1, ~7)`,
  json: `
import json
doc = {'a': [1, 2.5, None, True, {'é': '日本\\n"'}], 'b': {str(i): list(range(i)) for i in range(40)}, 'c': 1e-7}
s = json.dumps(doc, sort_keys=True)
print(len(s), s[:100], json.loads(s) == doc, json.dumps(doc, indent=1, ensure_ascii=False)[-40:])
for bad in ['{"a": }', '[1, 2', '"\\\\x"', '']:
    try:
        json.loads(bad)
    except ValueError as e:
        print(e)`,
  classes: `
import dataclasses, enum, functools, itertools, contextlib
@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = 0
    def __add__(self, o): return Point(self.x + o.x, self.y + o.y)
class Colour(enum.Flag):
    RED = 1; GREEN = 2
@functools.lru_cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
@contextlib.contextmanager
def guard(name):
    print('enter', name)
    try: yield name
    finally: print('leave', name)
def gen():
    got = yield 1
    while got: got = yield got * 2
g = gen(); next(g)
with guard('a'), guard('b') as b:
    print(Point(1, 2) + Point(3), sorted([Point(2), Point(1, 5)]), Colour.RED | Colour.GREEN, fib(90), g.send(4), b)
print(list(itertools.islice(itertools.permutations('abcd', 3), 7)), [*map(sum, itertools.pairwise(range(5)))])
match {'kind': 'p', 'at': [1, 2, 3]}:
    case {'kind': 'p', 'at': [x, *rest]}: print(x, rest)`,
  generators: `
import contextlib
def echo():
    total = 0
    while True:
        try:
            total += yield total
        except KeyError as e:
            total = -1
            yield f'caught {e}'
        except GeneratorExit:
            print('closed', total)
            raise
        finally:
            total += 100
g = echo(); next(g)
print(g.send(5), g.throw(KeyError('k')), next(g)); g.close()
def delegate(n):
    try: got = yield from (i * i for i in range(n)); return got
    finally: print('finally', n)
print(list(delegate(5)), sum(x for x in delegate(4) if x % 2))
def stops():
    yield 1
    raise StopIteration('inside')
try: list(stops())
except RuntimeError as e: print(e, repr(e.__cause__))
for error in (ValueError, KeyboardInterrupt):
    with contextlib.suppress(ValueError, KeyboardInterrupt), contextlib.ExitStack() as stack:
        stack.callback(print, 'unwound', error.__name__)
        raise error
async def waits(x):
    async with contextlib.AsyncExitStack(): return x
try: waits(3).send(None)
except StopIteration as e: print('async', e.value)
def lost():
    for i in range(3):
        try: raise ValueError(i)
        finally:
            if i < 2: continue
            return i
print(lost())`,
  sorting: `
import bisect, heapq, functools, operator, random
random.seed(11)
xs = [random.randrange(-500, 500) for _ in range(3000)]
pairs = [(x % 7, str(x)) for x in xs]
print(sorted(xs)[::300], sorted(pairs)[::500], sorted(pairs, key=operator.itemgetter(1), reverse=True)[:4])
print(sorted(set(xs), key=functools.cmp_to_key(lambda a, b: (abs(a) > abs(b)) - (abs(a) < abs(b)) or a - b))[:8], sorted('banana Apple cherry'.split(), key=str.lower))
heap = xs[:]; heapq.heapify(heap)
print([heapq.heappop(heap) for _ in range(6)], bisect.bisect(sorted(xs), 17), list(heapq.merge([1, 4], [2, 3], [0])))
for bad in ([1, 'a'], [None, 1], [1j, 2j]):
    try: bad.sort()
    except TypeError as e: print(e)
class Odd:
    def __init__(self, n): self.n = n
    def __lt__(self, o):
        if o.n == 13: raise ArithmeticError('unlucky')
        return self.n < o.n
values = [Odd(i * 37 % 29) for i in range(29)]
try: values.sort()
except ArithmeticError as e: print(e, len(values), sum(v.n for v in values))`,
  loops: `
sieve = bytearray([1]) * 60000
for i in range(2, 245):
    if sieve[i]: sieve[i * i::i] = bytes(len(range(i * i, 60000, i)))
print(sum(sieve) - 2)
m = [[(i * j) % 7 for j in range(30)] for i in range(30)]
print(sum(map(sum, [[sum(a * b for a, b in zip(r, c)) for c in zip(*m)] for r in m])))
import hashlib, zlib, base64, random, struct, heapq
print(hashlib.sha256(bytes(sieve)).hexdigest(), hashlib.md5(b'x').hexdigest(), zlib.crc32(bytes(sieve)), len(zlib.compress(bytes(sieve))))
random.seed(5)
print(random.random(), random.sample(range(1000), 5), struct.pack('<hdq', -2, 1.5, 1 << 40).hex(), heapq.nsmallest(4, [random.randrange(999) for _ in range(500)]))`,
};

export default async function drive({ print }) {
  const { loadPyodide } = await import(`${npmMore}/pyodide/pyodide.mjs`);
  const lines = [];
  const python = await loadPyodide({
    indexURL: `${npmMore}/pyodide/`,
    stdout: (line) => lines.push(line),
    stderr: (line) => lines.push(line),
    env: { PYTHONHASHSEED: '1', HOME: '/home' },
  });
  for (const [name, program] of Object.entries(programs)) {
    lines.length = 0;
    try {
      python.runPython(program);
    } catch (error) {
      lines.push(error.message);
    }
    const text = lines.join('\n');
    print(name, text.length < 300 ? text : `${text.slice(0, 100)} ... ${digest(text)}`);
  }
}
