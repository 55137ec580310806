// What llvm-symbolizer-19 says of offsets in a module.

import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'

// Where the contents of the code section start.
export function codeStart(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const id = bytes[at++]
    let size = 0
    for (let shift = 0; ; shift += 7) {
      size += (bytes[at] & 127) * 2 ** shift
      if (bytes[at++] < 128) break
    }
    if (id === 10) return at
    at += size
  }
}

// The functions at offsets, by offset, each with its file and line: the innermost one first, then those around that were inlined.
export function symbolize(file, offsets) {
  const start = codeStart(fs.readFileSync(file))
  const all = [...new Set(offsets)]
  const lines = all.map(offset => '0x' + (offset - start).toString(16)).join('\n') + '\n'
  const words = [`--obj=${file}`, '--output-style=JSON', '--functions=short']
  const said = spawnSync('llvm-symbolizer-19', words, { maxBuffer: 1 << 30, input: lines }).stdout.toString().trim().split('\n')
  return new Map(said.map((line, n) => [all[n], JSON.parse(line).Symbol]))
}
