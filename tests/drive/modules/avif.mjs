// AVIF: generated images encoded and decoded. Whichever of the two is not under test is the
// packaged one. (The encoder without threads: that is what the package uses in node.)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm } from '../corpus.mjs';
import { digest, randomFrom } from '../lib.mjs';

/** Gradients, stripes, noise and a translucent disc. */
export function image(width, height) {
  const random = randomFrom(width);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const disc = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (height / 3) ** 2;
      const noise = y > height * 0.75 ? random(64) : 0;
      data.set([(x * 255) / width, (y * 255) / height + noise, ((x >> 3) ^ (y >> 3)) & 1 ? 200 : 40, disc ? 120 : 255],
        (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

const settings = [
  [96, 64, {}],
  [96, 64, { quality: 90, speed: 8, subsample: 3 }],
  [64, 64, { lossless: true, speed: 8 }],
  [67, 45, { quality: 30, qualityAlpha: 60, speed: 9, subsample: 0 }],
  [128, 80, { quality: 70, speed: 8, tileColsLog2: 1, sharpness: 3, chromaDeltaQ: true, tune: 2 }],
  [128, 80, { quality: 60, speed: 8, denoiseLevel: 20, enableSharpYUV: true }],
  [1, 1, { speed: 10 }],
  // Slower speeds search more: other transforms, partitions, predictors, filters.
  [160, 128, { quality: 45, speed: 4 }],
  [96, 96, { quality: 75, speed: 2, subsample: 2 }],
  [80, 80, { quality: 20, speed: 0, tune: 1 }],
  [200, 160, { quality: 10, speed: 6, subsample: 3 }],
];
const deepSettings = [
  [40, 40, { bitDepth: 10, speed: 9 }],
  [40, 40, { bitDepth: 12, speed: 9 }],
  [96, 80, { bitDepth: 10, speed: 4, quality: 40 }],
  [64, 64, { bitDepth: 12, speed: 2, quality: 80, subsample: 3 }],
];

export default async function drive({ module, bytes, print }) {
  const load = async (part, codec) => {
    const library = await import(pathToFileURL(join(npm, '@jsquash/avif', `${part}code.js`)));
    const packaged = () => readFileSync(join(npm, `@jsquash/avif/codec/${part}c/avif_${part}c.wasm`));
    await library.init(await WebAssembly.compile(module.name === codec ? bytes : packaged()));
    return library.default;
  };
  const encode = await load('en', 'avif-enc');
  const decode = await load('de', 'avif-dec');

  for (const [width, height, options] of settings) {
    const label = `${width}x${height} ${JSON.stringify(options)}`;
    const encoded = await encode(image(width, height), options);
    const decoded = await decode(encoded);
    print(label, `${digest(new Uint8Array(encoded))}, decoded ${decoded.width}x${decoded.height} ${digest(decoded.data)}`);
  }
  for (const [width, height, options] of deepSettings) {
    const { bitDepth } = options;
    const data = Uint16Array.from(image(width, height).data, (v) => v << (bitDepth - 8));
    const encoded = await encode({ data, width, height }, options);
    const { data: pixels } = await decode(encoded, { bitDepth });
    print(`${width}x${height} ${JSON.stringify(options)}`,
      `${digest(new Uint8Array(encoded))}, decoded ${digest(new Uint8Array(pixels.buffer))}`);
  }
  const nonsense = await decode(new ArrayBuffer(100)).then((d) => digest(d.data), (e) => e.message);
  print('not an image', nonsense);
}
