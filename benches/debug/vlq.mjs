// The numbers of source maps, and their field `scopes`.

export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

// The numbers of a text, one after the other, without signs.
export function unsigned(text) {
  const found = []
  for (let at = 0; at < text.length; ) {
    let [value, scale] = [0, 1]
    for (;;) {
      const digit = DIGITS.indexOf(text[at++])
      value += (digit % 32) * scale
      scale *= 32
      if (digit < 32) break
    }
    found.push(value)
  }
  return found
}

const signed = value => (value % 2 ? -(value - 1) / 2 : value / 2)

// The numbers of a text, one after the other.
export const numbers = text => unsigned(text).map(signed)

// The generated ranges of a field `scopes`, each behind the one around it: where they begin and end, the one around, the name of the
// function, whether it is one of the module, and the line of the call.
export function ranges(scopes, names) {
  const [found, open, definitions] = [[], [], []]
  let [name, column, definition] = [0, 0, 0]
  for (const item of scopes.split(',')) {
    const [tag, ...rest] = unsigned(item)
    if (tag === 1) {
      const [flags, , , delta] = rest
      if (flags & 1) name += signed(delta)
      definitions.push(flags & 1 ? names[name] : undefined)
    } else if (tag === 4) {
      const [flags, distance, delta] = rest
      column += distance
      if (flags & 2) definition += signed(delta)
      const function_ = flags & 2 ? definitions[definition] : undefined
      found.push({ start: column, around: open.at(-1), function: function_, isFrame: (flags & 4) > 0 })
      open.push(found.length - 1)
    } else if (tag === 5) {
      column += rest[0]
      found[open.pop()].end = column
    } else if (tag === 8) {
      found[open.at(-1)].line = rest[1]
    }
  }
  return found
}
