// QuickJS: JavaScript programs run by the engine that is the module. Each returns a value.
import { pathToFileURL } from 'node:url';
import { requirePeer } from '../corpus.mjs';
import { digest } from '../lib.mjs';
import { programs } from './quickjs-programs.mjs';

export default async function drive({ bytes, print }) {
  const { newQuickJSWASMModuleFromVariant, newVariant } = requirePeer('quickjs-emscripten-core');
  const { default: variant } = await import(pathToFileURL(
    requirePeer.resolve('@jitl/quickjs-wasmfile-release-sync').replace(/\.js$/, '.mjs')));
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmBinary }));

  for (const [name, program] of Object.entries(programs)) {
    const context = quickjs.newContext();
    // A function of the host, called from inside.
    const log = [];
    const hostLog = context.newFunction('log', (...args) => {
      log.push(args.map((arg) => String(context.dump(arg))).join(' '));
      return context.newNumber(log.length);
    });
    context.setProp(context.global, 'log', hostLog);
    hostLog.dispose();

    const code = typeof program === 'function' ? `({ ${program} }).${name}()` : program;
    const result = context.evalCode(code, `${name}.js`);
    const jobs = context.runtime.executePendingJobs();
    jobs.dispose?.();
    const handle = result.error ?? result.value;
    const text = JSON.stringify(context.dump(handle)) ?? 'undefined';
    handle.dispose();
    print(`${name}${result.error ? ' threw' : ''}`, text.length < 160 ? text : digest(text));
    if (log.length) print(`${name} logged`, log.join('; '));
    context.dispose();
  }
}
