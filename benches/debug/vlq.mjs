// The numbers of source maps.

export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

// The numbers of a text, one after the other.
export function numbers(text) {
  const found = []
  for (let at = 0; at < text.length; ) {
    let [value, scale] = [0, 1]
    for (;;) {
      const digit = DIGITS.indexOf(text[at++])
      value += (digit % 32) * scale
      scale *= 32
      if (digit < 32) break
    }
    found.push(value % 2 ? -(value - 1) / 2 : value / 2)
  }
  return found
}
