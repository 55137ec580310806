// tests/programs/json on generated documents.
import { digest, prose, randomFrom, word } from '../lib.mjs';
import { program, summary } from './wasi.mjs';

// Characters that JSON text has to escape, or that take four bytes.
const escaped = [...'"\\\n\t\u0001\u{1f600}'];

function document(seed, records) {
  const random = randomFrom(seed);
  const value = (depth) => {
    switch (random(depth > 3 ? 5 : 7)) {
      case 0: return null;
      case 1: return random(2) === 0;
      case 2: return random(1 << 30) - (1 << 29);
      case 3: return (random(1 << 30) - (1 << 29)) / (1 + random(1 << 20));
      case 4: return prose(random, random(8)) + escaped.slice(random(7)).join('');
      case 5: return Array.from({ length: random(6) }, () => value(depth + 1));
      default:
        return Object.fromEntries(Array.from({ length: random(6) }, () => [word(random), value(depth + 1)]));
    }
  };
  return Array.from({ length: records }, (_, id) => ({
    id,
    name: word(random),
    price: random(1000000) / 100,
    stock: random(500),
    tags: Array.from({ length: random(5) }, () => ({ name: word(random), weight: random(1000) / 7 })),
    extra: value(0),
  }));
}

export default async function drive({ bytes, print }) {
  const json = await program(bytes, 'json');
  const large = JSON.stringify(document(1, 3000));
  const small = JSON.stringify(document(2, 3));
  const runs = [
    [[], large],
    [['--sort', 'name'], large],
    [['--sort', 'price', '--rename', 'name=label', '--rename', 'id=number'], large],
    [['--stats', 'price', '--stats', 'weight', '--stats', 'absent'], large],
    [['--sort', 'extra', '--stats', 'stock'], JSON.stringify({ deep: { list: document(3, 200) } }, null, 4)],
    [[], '[1e308, -0.0, 5e-324, 18446744073709551615, -9223372036854775808, 0.1, 1.7976931348623157e308]'],
    [[], '"\\u00e9\\ud83d\\ude00 \\/ \\b"'],
    [[], '['.repeat(100) + ']'.repeat(100)],
    [[], '['.repeat(200)],
    [[], '{"a": 1,}'],
    [[], '[1, 2'],
    [[], '1e999'],
    [[], '"\\ud83d"'],
    [['--sort'], small],
    [['--unknown', 'x'], small],
  ];
  for (const [args, input] of runs) {
    print(`json ${args.join(' ')} < ${digest(input)}`, summary(await json(args, input), digest));
  }
  print('statistics', (await json(['--stats', 'weight'], small)).out.split('\n').slice(-11).join(' '));
}
