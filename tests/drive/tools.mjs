// The optimizers: `invar opt`, which is under test, and wasm-opt to compare with.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npm, peers, root } from './corpus.mjs';

const cache = join(root, 'target/corpus-cache');

// Node does not report the resources of a child process; Python does.
const measuring = `
import json, os, signal, sys, threading, time
start = time.monotonic()
pid = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
limit = threading.Timer(float(sys.argv[1]), os.kill, (pid, signal.SIGKILL))
limit.daemon = True
limit.start()
_, status, used = os.wait4(pid, 0)
report = {"cpu": used.ru_utime + used.ru_stime, "wall": time.monotonic() - start,
          "rss": used.ru_maxrss * 1024, "status": os.waitstatus_to_exitcode(status)}
os.write(3, json.dumps(report).encode())
`;

/**
 * Runs a command (a list of words) to its end, for at most `limit` seconds. Returns its exit
 * status (negative for a signal), seconds of processor and wall time, peak memory in bytes, and
 * the first line of what it said.
 */
export function measure(command, limit = 3600) {
  const run = spawnSync('python3', ['-c', measuring, String(limit), ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(run.error?.message ?? run.stderr.trim().split('\n').at(-1));
  const message = (run.stderr || run.stdout).trim().split('\n')[0];
  return { ...JSON.parse(run.output[3]), message };
}

/** Our tool, with the flags that every call gets. */
export function invar(path, flags = '') {
  const binary = resolve(path ?? process.env.INVAR ?? join(root, 'target/release/invar'));
  if (!existsSync(binary)) throw new Error(`${binary} does not exist: build it, or pass another with --invar`);
  const always = flags.split(' ').filter(Boolean);
  return {
    name: 'invar',
    optimize: (input, output, ...options) =>
      measure([binary, 'opt', input, '-o', output, ...options, ...always]),
  };
}

/** The native wasm-opt when there is one, else npm's. Every feature is on: it must read all input. */
export function wasmOpt() {
  const native = join(peers, 'wasm-opt-native/bin/wasm-opt');
  const isNative = existsSync(native);
  const command = isNative ? [native] : [process.execPath, join(npm, 'binaryen/bin/wasm-opt')];
  const said = spawnSync(command[0], [...command.slice(1), '--version'], { encoding: 'utf8' });
  const version = /\d+/.exec(said.stdout)?.[0];
  if (!version) throw new Error('no wasm-opt: run scripts/setup-peers');
  // What engines do not take yet, if this version writes it.
  const help = spawnSync(command[0], [...command.slice(1), '--help'], { encoding: 'utf8' }).stdout;
  const unsupported = ['--disable-custom-descriptors', '--disable-compact-imports', '--disable-strings'];
  const features = ['-all', ...unsupported.filter((option) => help.includes(`${option} `))];
  return {
    name: `wasm-opt ${version} (${isNative ? 'native' : "npm's binaryen"})`,
    version,
    features,
    optimize: (input, output, ...options) => measure([...command, ...features, input, '-o', output, ...options]),
  };
}

/** wasm-opt's output for an input, from the cache when it has been made before. */
export function cachedOutput(tool, input, options, { fresh = false } = {}) {
  mkdirSync(cache, { recursive: true });
  const key = createHash('sha256').update(readFileSync(input)).update(`${tool.name} ${tool.features.join(' ')} ${options.join(' ')}`);
  const output = join(cache, `${key.digest('hex').slice(0, 32)}.wasm`);
  if (fresh || !existsSync(output)) {
    const run = tool.optimize(input, `${output}.new`, ...options);
    if (run.status) throw new Error(`${tool.name} ${options.join(' ')} on ${input}: ${run.message}`);
    renameSync(`${output}.new`, output);
  }
  return output;
}
