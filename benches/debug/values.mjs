#!/usr/bin/env node
// Whether variables of optimized modules have the values that they have in the input, by DWARF, in V8's debugger.
//
//   benches/debug/values.mjs INPUT.wasm OUTPUT.wasm [--events=N] [--verbose=N]
//
// Both modules are executed with imports that stop in the debugger. At each stop, for each function on the stack, inlined or
// not, the expressions are computed that llvm-dwarfdump-19 shows for its variables: constants, locals, and what is in the
// frame; other places in memory are left out. A value of the output is compared with that of the input, if that has one.
// Prints how many variables have a value at the stops in both, how many in the input, and how many are equal; exits with 1 if
// one is not. benches/debug/dwarf --values does that for its programs.

import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as inspector from 'node:inspector'
import { fileURLToPath } from 'node:url'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { codeStart, symbolize } from './symbols.mjs'

// Executes a module, and calls its exports with some arguments.
async function execute(file) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: file })
  const message = () => new Promise(resolve => worker.once('message', resolve))
  await message()
  const module = new WebAssembly.Module(fs.readFileSync(file))
  const imports = {}
  let stops = 0
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {}
    imports[from][name] = kind !== 'function' ? undefined : () => {
      if (stops++ < 2000) debugger
      return 0
    }
  }
  const { exports } = new WebAssembly.Instance(module, imports)
  // The expression that the debugger computes at a stop.
  globalThis.stackFrom = pointer => Buffer.from(exports.memory?.buffer ?? new ArrayBuffer(0)).subarray(pointer, pointer + WINDOW).toString('base64')
  for (const name of ['run', 'trap', 'divide', 'index']) {
    for (const argument of [0, 1, 3]) {
      try {
        exports[name]?.(argument, 1)
      } catch {}
    }
  }
  worker.postMessage('end')
  await message()
  process.kill(process.pid, 'SIGKILL')
}

// So many bytes above the stack pointer are looked at.
const WINDOW = 4096

// The debugger: writes the offsets and locals of all frames at each stop, the stack pointer and what is above.
async function debug(file) {
  const session = new inspector.Session()
  session.connectToMainThread()
  const post = (method, words = {}) =>
    new Promise((resolve, reject) => session.post(method, words, (error, found) => (error ? reject(error) : resolve(found))))
  const stackPointer = async frame => {
    const scope = frame.scopeChain.find(scope => scope.type === 'module')
    const globals = scope && (await properties(scope.object)).find(it => it.name === 'globals')?.value
    const found = globals?.objectId && (await properties(globals)).find(it => it.name === '$__stack_pointer')?.value
    const parts = found?.objectId ? await properties(found) : []
    return parts.find(part => part.name === 'value')?.value.value ?? found?.value
  }
  const properties = async object => (await post('Runtime.getProperties', { objectId: object.objectId, ownProperties: true })).result
  session.on('Debugger.paused', async ({ params }) => {
    const frames = []
    let pointer
    for (const frame of params.callFrames) {
      if (!frame.scopeChain.some(scope => scope.type === 'wasm-expression-stack')) continue
      const locals = []
      for (const local of await properties(frame.scopeChain.find(scope => scope.type === 'local').object)) {
        const parts = local.value.objectId ? await properties(local.value) : []
        const value = parts.find(part => part.name === 'value')?.value ?? local.value
        locals.push(value.unserializableValue ?? String(value.value))
      }
      frames.push({ offset: frame.location.columnNumber, locals })
      pointer ??= await stackPointer(frame)
    }
    const expression = `stackFrom(${pointer})`
    const { result } = await post('Debugger.evaluateOnCallFrame', { callFrameId: params.callFrames[0].callFrameId, expression })
    fs.appendFileSync(file + '.stops', JSON.stringify({ frames, pointer, stack: pointer === undefined ? '' : result.value }) + '\n')
    post('Debugger.resume')
  })
  await post('Debugger.enable')
  parentPort.on('message', () => (session.disconnect(), parentPort.postMessage('done')))
  parentPort.postMessage('ready')
}

function stops(file) {
  fs.rmSync(file + '.stops', { force: true })
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--execute', file], { timeout: 120_000 })
  const lines = fs.existsSync(file + '.stops') ? fs.readFileSync(file + '.stops', 'utf8').trim().split('\n') : []
  fs.rmSync(file + '.stops', { force: true })
  return lines.filter(line => line).map(line => JSON.parse(line))
}

// The functions with code, each with its variables: a key, in how many inlined calls the variable is, the expressions by address,
// and the ranges of blocks around.
function functions(file) {
  const text = spawnSync('llvm-dwarfdump-19', ['--debug-info', file], { maxBuffer: 1 << 30 }).stdout.toString()
  const found = []
  const open = []
  const entries = text.split(/\n\n/)
  // The lines of declarations, by the offset of the entry.
  const lines = new Map(entries.map(entry => [Number(entry.match(/^0x[0-9a-f]+/m)?.[0]), entry.match(/DW_AT_decl_line\s+\((\d+)\)/)?.[1]]))
  for (const entry of entries) {
    const [, offset, indent, tag] = entry.match(/^(0x[0-9a-f]+):( +)(DW_TAG_\w+)/m) ?? []
    if (!tag) continue
    while (open.length > 0 && open.at(-1).indent >= indent.length) open.pop()
    const name = entry.match(/DW_AT_(?:name|abstract_origin|specification)\s+\((?:0x[0-9a-f]+ )?"(.*)"\)/)?.[1]
    const ranges = [...entry.matchAll(/\[(0x[0-9a-f]+), (0x[0-9a-f]+)\)(?!:)/g)].map(it => [Number(it[1]), Number(it[2])])
    const [low, high] = ['low', 'high'].map(which => Number(entry.match(new RegExp(`DW_AT_${which}_pc\\s+\\((0x[0-9a-f]+)\\)`))?.[1]))
    if (low >= 0 && high > low) ranges.push([low, high])
    const at = { indent: indent.length, tag, ranges }
    const line = () => lines.get(Number(offset)) ?? lines.get(Number(entry.match(/DW_AT_abstract_origin\s+\((0x[0-9a-f]+)/)?.[1]))
    if (tag === 'DW_TAG_subprogram' && ranges.length > 0) {
      const base = entry.match(/DW_AT_frame_base\s+\(DW_OP_WASM_location 0x([013]) 0x([0-9a-f]+)/)
      at.function = { name, ranges, variables: [], base: base && { isLocal: base[1] === '0', number: parseInt(base[2], 16) } }
      found.push(at.function)
    }
    const owner = open.findLast(it => it.function)
    if (/variable|formal_parameter/.test(tag) && owner) {
      const blocks = open.slice(open.indexOf(owner) + 1)
      const lists = [...entry.matchAll(/\[(0x[0-9a-f]+), (0x[0-9a-f]+)\): ([^\n]*?)\)?$/gm)]
      const list = lists.map(it => [Number(it[1]), Number(it[2]), it[3]])
      const whole = entry.match(/DW_AT_location\s+\((DW_OP.*)\)/)?.[1]
      if (whole) list.push([0, Infinity, whole])
      const depth = blocks.filter(block => block.tag === 'DW_TAG_inlined_subroutine').length
      owner.function.variables.push({ key: `${name}:${line()}`, depth, list, blocks: blocks.map(block => block.ranges) })
    }
    open.push(at)
  }
  return found
}

// The values of variables at an address, by key; the key says in which function on the stack the variable is. Parameters of a pack
// have the same name and line: their values are a list.
function values(of, first, address, locals, { pointer, stack }) {
  const known = new Map()
  const add = (key, value) => (known.has(key) ? known.get(key).push(value) : known.set(key, [value]))
  const within = ranges => ranges.some(([start, end]) => start <= address && address < end)
  for (const { key: name, depth, list, blocks } of of.variables) {
    const key = `${first + depth} ${name}`
    const expression = list.find(([start, end]) => start <= address && address < end)?.[2]
    if (!expression || !blocks.every(within)) continue
    const local = expression.match(/^DW_OP_WASM_location 0x0 0x([0-9a-f]+), DW_OP_stack_value$/)
    const constant = expression.match(/^DW_OP_(?:consts |constu |lit)([+-]?(?:0x)?[0-9a-f]+), DW_OP_stack_value$/)
    if (local) add(key, locals[parseInt(local[1], 16)])
    if (constant) add(key, String(Number(constant[1])))
    const inFrame = expression.match(/^DW_OP_fbreg ([+-]\d+)$/)
    const from = of.base?.isLocal ? Number(locals[of.base.number]) : pointer
    const at = inFrame && of.base ? from + Number(inFrame[1]) - pointer : -1
    // Types are not known here: of what is aligned four bytes, else one.
    const size = at % 4 === 0 ? 4 : 1
    if (at >= 0 && at + size <= stack.length) add(key, 'frame ' + stack.readUIntLE(at, size))
  }
  return known
}

export function compare(input, output, events = 1000, verbose = 0) {
  const sides = [input, output].map(file => ({ stops: stops(file), functions: functions(file), start: codeStart(fs.readFileSync(file)) }))
  const tally = { located: 0, ofLocated: 0, equal: 0, wrong: 0 }
  const count = Math.min(events, ...sides.map(side => side.stops.length))
  sides.forEach((side, n) => {
    const offsets = side.stops.slice(0, count).flatMap(stop => stop.frames.map(frame => frame.offset))
    side.frames = count > 0 ? symbolize([input, output][n], offsets) : new Map()
  })
  for (let n = 0; n < count; n++) {
    // The outermost frame first, each with how many functions are on the stack up to it, those that were inlined in the input
    // or the output, too.
    const [before, after] = sides.map(side => {
      const stop = side.stops[n]
      const memory = { pointer: stop.pointer, stack: Buffer.from(stop.stack, 'base64') }
      let depth = 0
      return stop.frames.toReversed().map(({ offset, locals }) => {
        const address = offset - side.start
        const of = side.functions.find(({ ranges }) => ranges.some(([start, end]) => start <= address && address < end))
        const [first, inlined] = [depth, side.frames.get(offset).map(frame => frame.FileName && frame.FunctionName).toReversed()]
        depth += inlined.length
        return { inlined, values: of ? values(of, first, address, locals, memory) : new Map() }
      })
    })
    const stack = frames => frames.flatMap(frame => frame.inlined).join()
    if (stack(before) !== stack(after)) continue
    const [expected, found] = [before, after].map(frames => new Map(frames.flatMap(frame => [...frame.values])))
    tally.ofLocated += [...expected.values()].flat().length
    for (const [key, all] of found) {
      const left = expected.get(key)?.slice() ?? []
      for (const value of all.slice(0, left.length)) {
        tally.located++
        const at = left.findIndex(it => it === value || Number(it) === Number(value))
        if (at >= 0) left.splice(at, 1)
        tally[at >= 0 ? 'equal' : 'wrong']++
        if (at < 0 && verbose-- > 0) console.log(`  ${stack(after)}: ${key} is ${value}, not ${left}`)
      }
    }
  }
  return tally
}

if (!isMainThread) {
  setInterval(() => {}, 1000)
  await debug(workerData)
} else if (process.argv[2] === '--execute') {
  await execute(process.argv[3])
} else if (fileURLToPath(import.meta.url) === fs.realpathSync(process.argv[1])) {
  const number = name => Number(process.argv.find(word => word.startsWith(`--${name}=`))?.split('=')[1])
  const tally = compare(process.argv[2], process.argv[3], number('events') || 1000, number('verbose') || 0)
  console.log(Object.entries(tally).map(([key, count]) => `${key} ${count}`).join('  '))
  process.exitCode = tally.wrong > 0 ? 1 : 0
}
