#!/usr/bin/env node
// Compiles programs to target/arc/NAME.LEVEL.wasm, for benches/arc/build, which describes the levels.
//   benches/arc/compile.cjs NAME...
// One process compiles all of them, since most of the time of a single call is that of starting the compiler.
const { join } = require('node:path');

const root = join(__dirname, '../..');
const asc = require(join(root, 'target/peers/npm/node_modules/assemblyscript-arc/cli/asc.js'));
const LEVELS = {
  O0: ['--debug', '--runtime', 'full'],
  O3n: ['-O3', '--debug', '--runtime', 'full'],
  O3: ['-O3', '--runtime', 'full'],
  stub: ['-O3', '--runtime', 'stub'],
};

async function main() {
  process.chdir(root);
  await asc.ready;
  for (const name of process.argv.slice(2)) {
    for (const [level, flags] of Object.entries(LEVELS)) {
      // asc writes remarks about null checks to stderr.
      let said = '';
      const stderr = { write: (text) => { said += text; return true; } };
      const output = `target/arc/${name}.${level}.wasm`;
      const words = [`benches/arc/as/${name}.ts`, '--explicitStart', '-b', output, ...flags];
      if (asc.main(words, { stderr }) !== 0) throw new Error(`${name}.${level}: ${said}`);
    }
  }
}

main().catch((error) => {
  console.error(`compile: ${error.message}`);
  process.exit(1);
});
