// A program in MoonBit (tests/programs/moonbit): its parts write text, which is read character by character.
import { digest } from '../lib.mjs';

const parts = ['a document', 'wrong documents', 'a long document', 'shapes', 'words', 'functions', 'errors'];

export default async function drive({ bytes, print }) {
  const { start, char_at: charAt } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports;
  for (const [part, name] of parts.entries()) {
    for (const n of [1, 2, 9, 60, 400]) {
      const codes = Array.from({ length: start(part, n) }, (_, i) => charAt(i));
      const text = String.fromCharCode(...codes.slice(0, 60000));
      print(`${name}, ${n}`, text.length < 200 ? JSON.stringify(text) : digest(text));
    }
  }
}
