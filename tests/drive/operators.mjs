// Counts executed operators: loaded before a driver (and before processes that it starts, by
// NODE_OPTIONS=--import=...), it adds up the globals "count N" that crates/wasm/examples/count.rs
// adds to a module, over all of its instances, and appends the sum to the file OPERATORS_FILE.
import { appendFileSync } from 'node:fs';
import process from 'node:process';

// Read early: a module may have cleared the environment before it exits.
const { OPERATORS_FILE } = process.env;
const counters = [];

/** Keeps an instance's counters, and hides them: glue code takes globals for addresses of data. */
function notice(instance) {
  const shown = Object.create(null);
  for (const [name, value] of Object.entries(instance.exports)) {
    if (/^count \d+$/.test(name)) counters.push(value);
    else shown[name] = value;
  }
  Object.defineProperty(instance, 'exports', { value: Object.freeze(shown) });
  return instance;
}

const { Instance, instantiate } = WebAssembly;
WebAssembly.Instance = new Proxy(Instance, {
  construct: (target, args) => notice(new target(...args)),
});
WebAssembly.instantiate = async (source, imports) => {
  const made = await instantiate(source, imports);
  notice(made instanceof Instance ? made : made.instance);
  return made;
};
WebAssembly.instantiateStreaming = undefined;

process.on('exit', () => {
  const sum = counters.reduce((total, counter) => total + counter.value, 0n);
  if (sum) appendFileSync(OPERATORS_FILE, `${sum}\n`);
});
