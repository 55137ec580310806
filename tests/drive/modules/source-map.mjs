// Mozilla's source-map: a generated map, every position asked for, both ways.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hash, packageWith, randomFrom, word } from '../lib.mjs';

function generate({ SourceMapGenerator }, seed, lines) {
  const random = randomFrom(seed);
  const map = new SourceMapGenerator({ file: 'out.js', sourceRoot: 'src' });
  for (let line = 1; line <= lines; line++) {
    let column = random(8);
    for (let i = random(25); i > 0; i--, column += 1 + random(30)) {
      const source = `${'abcdef'[random(6)]}.js`;
      const original = { line: 1 + random(900), column: random(random(10) === 0 ? 100000 : 120) };
      const generated = { line, column };
      if (random(12) === 0) map.addMapping({ generated });
      else if (random(3) === 0) map.addMapping({ generated, original, source, name: word(random) });
      else map.addMapping({ generated, original, source });
    }
  }
  return map.toJSON();
}

export default async function drive({ file, print }) {
  const copy = packageWith('source-map', 'lib/mappings.wasm', file);
  const library = createRequire(import.meta.url)(join(copy, 'source-map.js'));
  const { SourceMapConsumer } = library;
  const map = generate(library, 5, 600);
  print('map', `${map.mappings.length} characters ${hash(map.mappings)}`);

  await SourceMapConsumer.with(map, null, (consumer) => {
    consumer.computeColumnSpans();
    const each = (order) => {
      const seen = [];
      consumer.eachMapping((m) => seen.push(JSON.stringify(m)), null, order);
      return `${seen.length} ${hash(seen.join('\n'))}`;
    };
    print('mappings', each(SourceMapConsumer.GENERATED_ORDER));
    print('by original', each(SourceMapConsumer.ORIGINAL_ORDER));
    for (const bias of [SourceMapConsumer.GREATEST_LOWER_BOUND, SourceMapConsumer.LEAST_UPPER_BOUND]) {
      const there = [];
      for (let line = 1; line <= 601; line++) {
        for (let column = 0; column < 300; column += 3) there.push(consumer.originalPositionFor({ line, column, bias }));
      }
      print(`original positions ${bias}`, `${there.length} ${hash(JSON.stringify(there))}`);
      const back = consumer.sources.flatMap((source) =>
        Array.from({ length: 900 }, (_, i) => consumer.generatedPositionFor({ source, line: i + 1, column: i % 120, bias })));
      print(`generated positions ${bias}`, `${back.length} ${hash(JSON.stringify(back))}`);
    }
    const all = consumer.sources.flatMap((source) =>
      Array.from({ length: 900 }, (_, i) => consumer.allGeneratedPositionsFor({ source, line: i + 1 })));
    print('all generated positions', `${all.flat().length} ${hash(JSON.stringify(all))}`);
    print('one', JSON.stringify(consumer.originalPositionFor({ line: 100, column: 40 })));
  });

  for (const mappings of ['AAAA,!', 'AAAAAAAAAAAA', 'gggggggggggggggggggggC', ';;;A,CCDA;']) {
    try {
      const consumer = await new SourceMapConsumer({ ...map, mappings });
      let count = 0;
      consumer.eachMapping(() => count++);
      print(`mappings ${mappings}`, count);
    } catch (error) {
      print(`mappings ${mappings}`, error.message);
    }
  }
}
