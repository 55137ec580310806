// Tree-sitter with its JavaScript grammar. Either of the two modules can be the one under test:
// the runtime, or the grammar, which is linked to it dynamically.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm } from '../corpus.mjs';
import { digest, hash } from '../lib.mjs';

const sources = {
  'the library itself': () => readFileSync(join(npm, 'web-tree-sitter/web-tree-sitter.js'), 'utf8'),
  'source-map': () => readFileSync(join(npm, 'source-map/lib/source-map-consumer.js'), 'utf8'),
  jsx: () => 'const a = <div className="x" {...y}>{f`t${1}`} é 日本</div>;\nlabel: for (;;) { break label }',
  broken: () => 'function ( { let = ; class A extends { #x = => } \n `${`',
  deep: () => `${'(['.repeat(400)}${'])'.repeat(400)}`,
  empty: () => '',
};

export default async function drive({ module, bytes, print }) {
  const library = await import(pathToFileURL(join(npm, 'web-tree-sitter/web-tree-sitter.js')));
  const { Parser, Language, Query } = library;
  const packaged = (path) => readFileSync(join(npm, path));
  const isGrammar = module.name !== 'tree-sitter';
  await Parser.init({ wasmBinary: isGrammar ? packaged('web-tree-sitter/web-tree-sitter.wasm') : bytes });
  const grammar = await Language.load(isGrammar ? bytes : packaged('tree-sitter-javascript/tree-sitter-javascript.wasm'));
  print('grammar', `version ${grammar.abiVersion}, ${grammar.nodeTypeCount} kinds, ${grammar.fieldCount} fields, ${grammar.stateCount} states`);

  const parser = new Parser().setLanguage(grammar);
  for (const [name, read] of Object.entries(sources)) {
    const tree = parser.parse(read());
    const { rootNode } = tree;
    print(name, `${rootNode.descendantCount} nodes, error ${rootNode.hasError}, tree ${digest(rootNode.toString())}`);
    tree.delete();
  }

  const source = sources['source-map']();
  const tree = parser.parse(source);
  const query = new Query(grammar, `(method_definition name: (_) @name parameters: (formal_parameters) @parameters)
    ((call_expression function: (member_expression property: (_) @called)) (#match? @called "^_?[a-m]"))
    (string) @string`);
  const found = query.captures(tree.rootNode).map(({ name, node }) => `${name} ${node.startIndex} ${node.text}`);
  print('query', `${found.length} captures ${hash(found.join('\n'))}`);

  // An edit in the middle, parsed again from the old tree, then what has changed.
  const at = source.indexOf('{', source.length >> 1);
  const insert = '{ if (added) return [1, 2, ...three]; ';
  const position = (index) => {
    const before = source.slice(0, index).split('\n');
    return { row: before.length - 1, column: before.at(-1).length };
  };
  const start = position(at);
  const end = { row: start.row, column: start.column + 1 };
  tree.edit({
    startIndex: at, oldEndIndex: at + 1, newEndIndex: at + insert.length,
    startPosition: start, oldEndPosition: end,
    newEndPosition: { row: start.row, column: start.column + insert.length },
  });
  const edited = parser.parse(source.slice(0, at) + insert + source.slice(at + 1), tree);
  print('edited', digest(edited.rootNode.toString()));
  print('changed', JSON.stringify(tree.getChangedRanges(edited)));

  const cursor = edited.walk();
  const steps = [];
  const walk = () => {
    steps.push(`${cursor.currentFieldName ?? ''} ${cursor.nodeType}@${cursor.startIndex}-${cursor.endIndex}`);
    if (!cursor.gotoFirstChild()) return;
    do walk(); while (cursor.gotoNextSibling());
    cursor.gotoParent();
  };
  walk();
  print('walk', `${steps.length} steps ${hash(steps.join('\n'))}`);
}
