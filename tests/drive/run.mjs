// Drives one module of the corpus with a given .wasm file in place of its own and prints the output: a
// few lines, then a hash of everything. Equal behaviour gives equal output.
//   node tests/drive/run.mjs --module NAME [--wasm FILE]      (default: the module as packaged)
//   node tests/drive/run.mjs --list
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findModule, modules, packageFolder } from './corpus.mjs';
import { hash, substitute } from './lib.mjs';
import { recentNode } from './more.mjs';

// The results of a module must not depend on the machine.
process.env.TZ = 'UTC';

const { values } = parseArgs({
  options: {
    module: { type: 'string' },
    wasm: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

async function run(name, wasm) {
  const module = findModule(name);
  if (module.recent && process.execPath !== recentNode) {
    const { status, error } = spawnSync(recentNode, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
    if (error) throw error;
    process.exit(status ?? 1);
  }
  const file = resolve(wasm ?? module.wasm);
  const lines = [];
  const print = (label, value) => lines.push(`${label}: ${value}`);
  if (!module.driver) throw new Error(`${name} has no driver`);
  // `more:NAME` is a function of modules/more.mjs, others are scripts.
  const [script, part] = module.driver.split(':');
  const { [part ?? 'default']: drive } = await import(`./modules/${script}.mjs`);
  const bytes = readFileSync(file);
  const packaged = module.more && !module.compiled;
  const check = packaged ? substitute(readFileSync(join(packageFolder(module), module.file)), bytes) : undefined;
  await drive({ module, file, bytes, print });
  check?.();
  if (!lines.length) throw new Error(`${name}: the driver printed nothing`);
  console.log(lines.join('\n'));
  console.log(`output: ${hash(lines.join('\n'))}`);
  // Some packages leave timers or workers behind.
  if (module.more) process.exit(0);
}

if (values.list) {
  for (const m of modules) console.log(m.name);
} else if (values.module) {
  try {
    await run(values.module, values.wasm);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
} else {
  console.error('usage: run.mjs --module NAME [--wasm FILE] | --list');
  process.exit(2);
}
