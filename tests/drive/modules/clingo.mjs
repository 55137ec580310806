// clingo: logic programs, grounded and solved; errors in them are exceptions of C++ that it catches.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digest } from '../lib.mjs';
import { npmMore } from '../more.mjs';

const queens = (n) => `#const n = ${n}. 1 { q(I, J) : J = 1..n } 1 :- I = 1..n. 1 { q(I, J) : I = 1..n } 1 :- J = 1..n. :- 2 { q(D - J, J) }, D = 2..2 * n. :- 2 { q(D + J, J) }, D = 1 - n..n - 1.`;
const programs = {
  facts: ['a. b :- a. {c; d}.', 0],
  queens: [queens(8), 0],
  larger: [queens(14), 3],
  colors: ['node(1..9). edge(X, X + 1) :- node(X), X < 9. edge(X, X + 3) :- node(X), X < 7. edge(9, 1). 1 { color(X, (r; g; b)) } 1 :- node(X). :- edge(X, Y), color(X, C), color(Y, C). #show color/2.', 5],
  optimum: ['{ take(1..12) }. weight(X, (X * 37) \\ 11 + 2) :- X = 1..12. value(X, (X * 53) \\ 17 + 1) :- X = 1..12. :- #sum { W, X : take(X), weight(X, W) } > 30. #maximize { V, X : take(X), value(X, V) }. #show take/1.', 0],
  hanoi: ['disk(1..3). peg(a; b; c). time(0..7). on(D, a, 0) :- disk(D). 1 { move(D, P, T) : disk(D), peg(P) } 1 :- time(T), T < 7. moved(D, T) :- move(D, _, T). on(D, P, T + 1) :- move(D, P, T). on(D, P, T + 1) :- on(D, P, T), not moved(D, T), T < 7. :- move(D, P, T), on(D, Q, T), on(E, Q, T), E < D. :- move(D, P, T), on(E, P, T), E < D. :- disk(D), not on(D, c, 7). #show move/3.', 1],
  disjunction: ['a ; b ; c. d :- a. d :- b. :- not d. e(X) :- X = #count { 1 : a; 2 : b; 3 : c }. #minimize { 1, x : b }.', 0],
  strings: ['p("a b", f(1, g), (1, 2), -3, #inf, #sup). q(X) :- p(X, _, _, _, _, _). r(@missing(1)) :- q(X).', 0],
  arithmetic: ['p(2 ** 10, 7 / 2, -7 \\ 3, 5 & 3, 5 ? 3, 5 ^ 3, ~5, |-4|, 1..2).', 0],
  conditions: ['s(1..4). all :- s(X) : X = 1..4. t(X) :- X = #max { Y : s(Y), Y != 4 }. u(N) :- N = #sum+ { Y * 2, Y : s(Y) }. { v(X) : s(X), not w(X) } = 2. w(X) :- s(X), not v(X), X > 2.', 0],
  external: ['#external e(1..3). p(X) :- e(X). #program step(t). q(t). #theory x { t { + : 1, binary, left }; &s/0 : t, any }. ', 0],
  script: ['#script (lua) function f() return 1 end #end. p(@f()).', 0],
  unsatisfiable: ['{a; b}. :- a. :- b. :- not a, not b.', 0],
  pigeons: ['1 { at(P, H) : H = 1..6 } 1 :- P = 1..7. :- at(P, H), at(Q, H), P < Q.', 1],
};
const wrong = ['a :-', 'p(X).', ':- not x.', 'p(1/0).', 'p(X) :- X = 1 + a.', '#const n = .', 'a :- b, .', 'p("unterminated).', '#include "missing.lp".', '{ a } = .', '#show p/a.', 'p(X) :- not q(X).', '#sum { 1 }.', '%* open comment', '#minimize { X }.', 'p(#sup + 1).', '0 { a : b(X) } .', '&x { }.', '#program p(1).', '#defined p.'];

export default async function drive({ print }) {
  const { init } = await import(pathToFileURL(join(npmMore, 'clingo-wasm/dist/run.js')));
  const attempt = async (label, run, ...input) => {
    const { Time, Solver, ...result } = run(...input);
    // Times are in the calls, too.
    const text = JSON.stringify(result, (key, value) => (['Time', 'Start', 'Stop'].includes(key) ? undefined : value));
    print(label, text.length < 200 ? text : `${text.slice(0, 60)} ... ${digest(text)}`);
  };
  const run = await init({ singleThreaded: true });
  for (const [label, [program, models]] of Object.entries(programs)) await attempt(label, run, program, models, ['--seed=7']);
  for (const option of ['--opt-mode=optN', '--enum-mode=cautious', '--enum-mode=brave', '--configuration=crafty', '--heuristic=Vsids', '--eq=0', '--missing-option']) {
    await attempt(option, run, programs.colors[0], 4, ['--seed=7', option]);
  }
  for (const program of wrong) await attempt(JSON.stringify(program), run, program, 1);
  await attempt('after the errors', run, queens(6), 0);
}
