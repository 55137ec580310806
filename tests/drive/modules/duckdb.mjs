// DuckDB, the build with WebAssembly's exceptions: statements on generated tables. Errors are exceptions of C++
// that its own code catches, so each error here unwinds the stack.
import { join } from 'node:path';
import { digest, prose, randomFrom } from '../lib.mjs';
import { npmMore, requireMore } from '../more.mjs';

const dist = join(npmMore, '@duckdb/duckdb-wasm/dist');

const statements = {
  version: 'SELECT version() IS NOT NULL AS known, 6 * 7 AS product, current_setting(\'threads\') AS threads',
  schema: 'CREATE TABLE part(id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, price DECIMAL(9, 2), made DATE, tags VARCHAR[])',
  sales: 'CREATE TABLE sale AS SELECT i AS id, (i * 7919) % 101 AS part, (i * 31) % 17 - 3 AS amount, TIMESTAMP \'2024-01-01\' + to_minutes((i * 37) % 500000) AS sold FROM range(20000) r(i)',
  count: 'SELECT count(*) AS n, sum(amount)::INTEGER AS s, min(sold)::VARCHAR AS first, max(sold)::VARCHAR AS last FROM sale',
  group: 'SELECT part, count(*) AS n, avg(amount) AS a, stddev_samp(amount) AS d, median(amount) AS m FROM sale GROUP BY part ORDER BY n DESC, part LIMIT 12',
  join: 'SELECT p.name, sum(s.amount * p.price)::VARCHAR AS total FROM sale s JOIN part p ON s.part = p.id GROUP BY ALL ORDER BY sum(s.amount * p.price) DESC, p.name LIMIT 10',
  outer: 'SELECT p.id, count(s.id) AS n FROM part p LEFT JOIN (SELECT * FROM sale WHERE amount > 11) s ON s.part = p.id GROUP BY p.id HAVING n < 185 ORDER BY ALL LIMIT 20',
  semi: 'SELECT count(*) AS n FROM part WHERE EXISTS (SELECT 1 FROM sale WHERE part = part.id AND amount = 13) AND id NOT IN (SELECT part FROM sale WHERE amount > 12 AND id < 50)',
  asof: 'SELECT sum(b.id)::INTEGER AS s FROM (SELECT * FROM sale WHERE id % 50 = 0) a ASOF JOIN (SELECT * FROM sale WHERE id % 7 = 0) b ON a.sold >= b.sold',
  window: 'SELECT sum(x)::VARCHAR AS s, bit_xor(hash(x))::VARCHAR AS h FROM (SELECT row_number() OVER (PARTITION BY part ORDER BY sold, id) + lag(amount, 2, 0) OVER (PARTITION BY part ORDER BY sold, id) + sum(amount) OVER (ORDER BY id ROWS BETWEEN 10 PRECEDING AND 3 FOLLOWING) AS x FROM sale)',
  quantiles: 'SELECT quantile_cont(amount, [0.1, 0.5, 0.9])::VARCHAR AS q, approx_count_distinct(part) > 90 AS many, mode(amount) AS m, histogram(amount % 4)::VARCHAR AS h FROM sale',
  rollup: 'SELECT part % 3 AS a, amount % 2 AS b, count(*) AS n, grouping(a, b) AS g FROM sale GROUP BY CUBE (a, b) ORDER BY ALL',
  pivot: 'PIVOT (SELECT part % 5 AS p, month(sold) AS m, amount FROM sale) ON p USING sum(amount) ORDER BY m',
  recursive: 'WITH RECURSIVE f(n, a, b) AS (SELECT 1, 0::HUGEINT, 1::HUGEINT UNION ALL SELECT n + 1, b, a + b FROM f WHERE n < 120) SELECT max(n) AS n, max(b)::VARCHAR AS b FROM f',
  lists: 'SELECT list_sort(tags) AS tags, len(tags) AS n, list_transform(tags, x -> upper(x) || len(x)) AS up, struct_pack(a := id, b := name)::VARCHAR AS s FROM part WHERE id < 6 ORDER BY id',
  unnest: 'SELECT t, count(*) AS n FROM (SELECT unnest(tags) AS t FROM part) GROUP BY t ORDER BY n DESC, t LIMIT 8',
  strings: "SELECT regexp_replace(name, '([aeiou])(\\w)', '\\2\\1', 'g') AS r, regexp_extract_all(name, '\\w+') AS w, name LIKE '%a_%' AS l, levenshtein(name, 'part') AS d, md5(name) AS m, strip_accents(name) AS a, format('{:>8}|{:04x}', left(name, 5), id) AS f FROM part WHERE id BETWEEN 20 AND 26 ORDER BY id",
  dates: "SELECT made::VARCHAR AS d, date_trunc('quarter', made)::VARCHAR AS q, strftime(made, '%a %d %b %Y, %j') AS f, (made + INTERVAL 1 MONTH - INTERVAL 3 DAY)::VARCHAR AS n, date_diff('week', made, DATE '2030-01-01') AS w FROM part WHERE id % 19 = 4 ORDER BY id",
  numbers: "SELECT (1e308 * 10)::VARCHAR AS inf, 'nan'::DOUBLE::VARCHAR AS nan, 7 // 2 AS d, -7 % 3 AS m, round(2.5) AS r, 0.1 + 0.2 = 0.3 AS exact, 0.1::DOUBLE + 0.2::DOUBLE AS sum, sqrt(2) AS s, gamma(5.5) AS g, (2::HUGEINT ** 100)::VARCHAR AS p, 5::UTINYINT << 3 AS shift, bit_count(12345) AS b",
  prepared: 'SELECT count(*) AS n FROM sale WHERE amount BETWEEN ? AND ? AND part <> ?',
  update: "UPDATE part SET price = price * 1.1, tags = list_append(tags, 'x') WHERE id % 4 = 0",
  deleted: 'DELETE FROM sale WHERE part = 5 RETURNING id, amount',
  updated: 'SELECT sum(price)::VARCHAR AS p, sum(len(tags)) AS t FROM part',
  view: 'CREATE VIEW big AS SELECT * FROM part WHERE price > 50; SELECT count(*) AS n FROM big',
  explain: 'EXPLAIN SELECT part, sum(amount) FROM sale WHERE id < 10 GROUP BY part',
  checkpoint: 'CHECKPOINT',
};

// Of the parser, the binder, casts, constraints, limits, transactions.
const wrong = [
  'SELEC 1', 'SELECT (', '', 'SELECT * FROM missing', 'SELECT nope FROM part', 'SELECT sum(name) FROM part', 'SELECT unknown(1)',
  "SELECT 'x'::INTEGER", "SELECT '2024-13-45'::DATE", 'SELECT 300::TINYINT', 'SELECT 9223372036854775807 + 1', 'SELECT 1 / 0 AS null_here',
  'SELECT (SELECT id FROM part)', 'INSERT INTO part(id, name) VALUES (1, \'twice\')', 'INSERT INTO part(id) VALUES (1000)',
  'CREATE TABLE part(x INTEGER)', 'DROP TABLE missing', 'SELECT id, count(*) FROM part', "SELECT regexp_matches('a', '(')",
  "SELECT strptime('x', '%Y')", 'SELECT error(\'raised\')', 'SELECT [1, 2][\'a\']', 'SELECT decode(\'\\xFF\'::BLOB)', 'COMMIT', 'SELECT sqrt(-1)',
  'WITH RECURSIVE f AS (SELECT f.x FROM f) SELECT * FROM f', 'SET threads = -1', 'SELECT * FROM part ORDER BY 99', "SELECT try_cast('x' AS INTEGER) AS none, TRY(1 // 0) AS nothing",
];

const text = (value) => {
  const all = JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : ArrayBuffer.isView(v) ? [...v].map(String) : v));
  return all.length < 200 ? all : `${all.slice(0, 80)} ... ${digest(all)}`;
};

export default async function drive({ module, print }) {
  const duckdb = requireMore('@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs');
  // The build under test only: the engine has exceptions, so that the other one is not used.
  const file = { mainModule: join(npmMore, module.npmPackage, module.file), mainWorker: join(dist, 'duckdb-node-eh.worker.cjs') };
  const database = await duckdb.createDuckDB({ mvp: file, eh: file }, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await database.instantiate(() => {});
  database.open({});
  const connection = database.connect();
  const attempt = (label, act) => {
    try {
      const result = act();
      print(label, text(result?.toArray?.() ?? result ?? 'nothing'));
    } catch (error) {
      print(`${label} failed`, text(error.message));
    }
  };

  const random = randomFrom(17);
  for (const [label, statement] of Object.entries(statements)) {
    if (label === 'prepared') {
      const prepared = connection.prepare(statement);
      for (const values of [[1, 5, 7], [-3, 0, 50], [20, 10, 1]]) attempt(label, () => prepared.query(...values));
      attempt(`${label} with too few`, () => prepared.query(1));
      prepared.close();
    } else attempt(label, () => connection.query(statement));
    if (label === 'schema') {
      const rows = Array.from({ length: 101 }, (_, i) =>
        `(${i}, '${prose(random, 3)}', ${random(10000) / 100}, DATE '2020-02-20' + ${random(2000)}, ['${prose(random, 4).split(' ').join("', '")}'])`);
      attempt('insert', () => connection.query(`INSERT INTO part VALUES ${rows.join(', ')}`));
    }
  }
  for (const statement of wrong) attempt(statement, () => connection.query(statement));

  attempt('transaction', () => connection.query('BEGIN; DELETE FROM part WHERE id < 50'));
  attempt('in it', () => connection.query('SELECT count(*) AS n FROM part'));
  attempt('error in it', () => connection.query("INSERT INTO part(id, name) VALUES (60, 'twice')"));
  attempt('after the error', () => connection.query('SELECT count(*) AS n FROM part'));
  attempt('rolled back', () => connection.query('ROLLBACK'));
  attempt('afterwards', () => connection.query('SELECT count(*) AS n FROM part'));

  database.registerFileText('rows.csv', `id,word,value\n${Array.from({ length: 300 }, (_, i) => `${i},"${prose(random, 2)}",${random(1000) / 8}`).join('\n')}\n`);
  attempt('csv', () => connection.query("SELECT count(*) AS n, sum(value) AS s, max(word) AS m FROM read_csv('rows.csv', header = true)"));
  database.registerFileText('bad.csv', 'id,value\n1,2\nx,3,4\n');
  attempt('bad csv', () => connection.query("SELECT * FROM read_csv('bad.csv', columns = {'id': 'INTEGER', 'value': 'INTEGER'})"));
  connection.close();
}
