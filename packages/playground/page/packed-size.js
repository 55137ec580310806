// How many bytes a file has when it is packed for the network: by Brotli, or gzip where there is none.

// Brotli at its best takes two seconds for a megabyte here. Larger files are packed with less effort, which is said.
const MOST_FOR_BEST = 1 << 20;
const BEST = 11;
const FAST = 9;

// In Brotli's module, if it is part of the page: see `build`.
const glue = typeof modules === "object" ? modules["brotli_wasm.js"] : undefined;
let loaded;

/** The best method that there is for files of this size. `brotli` is the compiled module of Brotli, if the page has it. */
export async function chooseMethod(brotli, bytes) {
  if (brotli !== undefined && glue !== undefined) {
    loaded ??= glue.default(await brotli);
    await loaded;
    const quality = bytes > MOST_FOR_BEST ? FAST : BEST;
    return { name: `Brotli, quality ${quality}`, quality };
  }
  for (const [format, name] of [["brotli", "Brotli"], ["gzip", "gzip"]]) {
    try {
      new CompressionStream(format);
      return { name, format };
    } catch {
      // Engines differ in what they know.
    }
  }
  return { name: undefined };
}

/** The packed size in bytes; `undefined` if nothing packs here. */
export async function packedSize({ quality, format }, bytes) {
  if (quality !== undefined) return glue.compress(bytes, { quality }).length;
  if (format === undefined) return undefined;
  const reader = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format)).getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.length;
  }
}
