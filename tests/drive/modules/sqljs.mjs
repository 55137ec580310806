// SQLite: schema, thousands of rows, queries of every kind, errors, the database file.
import { digest, prose, randomFrom, word } from '../lib.mjs';
import { requirePeer } from '../corpus.mjs';

const queries = [
  'select count(*), sum(price), avg(price), min(name), max(name), total(stock) from item',
  'select kind, count(*) n, round(sum(price * stock), 2) from item group by kind having n > 10 order by 3 desc, kind',
  `select i.name, o.day, o.amount from item i join orders o on o.item = i.id
     where o.amount > 90 and i.price between 10 and 500 order by o.day, i.name, o.id limit 200`,
  'select i.kind, count(o.id), sum(o.amount) from item i left join orders o on o.item = i.id group by i.kind order by 1',
  `select id, kind, price, rank() over (partition by kind order by price desc, id),
     sum(price) over (partition by kind order by id rows between 3 preceding and 1 following),
     lag(name, 2, 'none') over (order by id), ntile(7) over (order by price, id) from item where id < 400 order by id`,
  `with recursive f(n, a, b) as (select 1, 0, 1 union all select n + 1, b, a + b from f where n < 80)
     select n, a, a % 97, a * 1.0 / b from f`,
  `with recursive primes(n) as (select 2 union all select n + 1 from primes where n < 300)
     select n from primes p where not exists (select 1 from primes q where q.n < p.n and p.n % q.n = 0)`,
  "select upper(name), substr(note, 2, 9), replace(note, 'a', '<>'), instr(note, 'lo'), hex(name), length(note) from item where id % 17 = 3",
  "select name from item where note like '%ka%' and name glob '*[0-4]' order by name collate nocase, id",
  "select json_extract(doc, '$.tags[1]'), json_array_length(doc, '$.tags'), doc ->> '$.size.w' from item where id % 23 = 0",
  "select key, count(*), group_concat(distinct type) from item, json_each(doc) group by key order by key",
  "select json_group_array(json_object('id', id, 'price', price)) from (select id, price from item where id <= 40 order by id)",
  "select date('2024-02-28', '+2 days'), strftime('%Y-%W %j %s', '1999-12-31 23:59:59'), julianday('2000-01-01'), time(3601, 'unixepoch')",
  "select printf('%08.3f|%-10s|%+d|%x|%,d', 3.14159265, 'left', 42, 255, 1234567), 7 / 2, -7 / 2, -7 % 3, 1 << 40, ~5, 1e300 * 1e300",
  'select sqrt(2), exp(1.5), ln(10), sin(1), pow(2, 0.5), atan2(1, 2), ceil(-1.5), 0.1 + 0.2, cast(1e18 as integer), 9223372036854775807 + 1',
  'select kind from item where price > 900 union select kind from item where stock = 0 except select \'k1\' order by 1',
  'select name, price from item where id in (select item from orders group by item order by sum(amount) desc, item limit 9) order by id',
  "select snippet(words, '<', '>', '..'), offsets(words), rowid from words where words match 'ka* OR lomi' order by rowid limit 25",
  'explain query plan select * from item i join orders o on o.item = i.id where i.price > 5 order by i.name',
  'select typeof(null), typeof(1), typeof(1.5), typeof(x\'00ff\'), quote(x\'00ff\'), quote(\'it\'\'s\'), zeroblob(4), unicode(\'é\'), char(9731)',
];

const failures = [
  'select * from missing',
  'selec 1',
  "insert into item (id, name) values (1, 'again')",
  "insert into orders (item, amount) values (1, -5)",
  "select json('{bad')",
  "select abs(-9223372036854775808)",
  'create table item (x)',
];

function fill(db) {
  const random = randomFrom(11);
  db.run(`create table item (id integer primary key, name text not null, kind text, price real, stock integer, note text, doc text);
    create table orders (id integer primary key, item integer references item, day text, amount integer check (amount > 0));
    create index by_kind on item (kind, price);
    create table log (what text, id integer);
    create trigger sold after delete on orders begin insert into log values ('gone', old.id); end;
    create view dear as select * from item where price > 500;`);
  db.run('begin');
  const item = db.prepare('insert into item values (?, ?, ?, ?, ?, ?, ?)');
  for (let id = 1; id <= 3000; id++) {
    const doc = { tags: [word(random), word(random), id], size: { w: random(50), h: random(50) / 4 }, ok: id % 2 === 0 };
    item.run([id, word(random) + id, `k${random(12)}`, random(100000) / 100, random(40), prose(random, random(9)), JSON.stringify(doc)]);
  }
  item.free();
  const order = db.prepare('insert into orders (item, day, amount) values ($item, $day, $amount)');
  for (let id = 1; id <= 6000; id++) {
    order.run({ $item: 1 + random(3000), $day: `2024-0${1 + random(9)}-1${random(10)}`, $amount: 1 + random(100) });
  }
  order.free();
  db.run('commit');
}

export default async function drive({ bytes, print }) {
  const SQL = await requirePeer('sql.js')({ wasmBinary: bytes, useOldExtensionFunctions: false });
  const db = new SQL.Database();
  fill(db);
  db.run('create virtual table words using fts3(note); insert into words select note from item');
  db.create_function('twice', (x) => x * 2);
  const result = (query) => JSON.stringify(db.exec(query), (_, v) => (v instanceof Uint8Array ? [...v] : v));
  const all = (prefix, list) => list.forEach((query, i) => {
    try {
      const text = result(query);
      print(`${prefix} ${i}`, text.length < 160 ? text : digest(text));
    } catch (error) {
      print(`${prefix} ${i}`, error.message);
    }
  });
  all('query', queries);
  all('failure', failures);
  db.run("update item set price = twice(price), note = note || '!' where kind in ('k1', 'k5'); delete from orders where amount % 7 = 0");
  db.run('savepoint s; delete from item where id > 100; rollback to s; release s; alter table item add column extra default 5');
  all('after', ['select count(*), sum(id) from log', 'select count(*), sum(price), sum(extra) from dear', 'pragma integrity_check']);
  db.run('vacuum; analyze');
  const file = db.export();
  print('database', digest(file));
  const again = new SQL.Database(file);
  print('read back', JSON.stringify(again.exec('select count(*), max(name) from item')));
}
