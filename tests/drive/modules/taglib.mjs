// TagLib: tags of generated sound files, read and written, and of damaged ones. One build has legacy exceptions
// (Emscripten), the other has those of the standard, with try_table (WASI).
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digest, prose, randomFrom } from '../lib.mjs';
import { npmMore } from '../more.mjs';

const samples = (n, write) => Array.from({ length: n }, (_, i) => write(Math.round(9000 * Math.sin(i / 9)), i));

function wav(n = 3000) {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + n * 2, 4);
  head.write('WAVEfmt ', 8);
  [[16, 16], [28, 16000], [40, n * 2], [24, 8000]].forEach(([at, value]) => head.writeUInt32LE(value, at));
  [[20, 1], [22, 1], [32, 2], [34, 16]].forEach(([at, value]) => head.writeUInt16LE(value, at));
  head.write('data', 36);
  const body = Buffer.alloc(n * 2);
  samples(n, (value, i) => body.writeInt16LE(value, i * 2));
  return Buffer.concat([head, body]);
}

/** Frames of silence: 128 kbit/s at 44,100 Hz. */
const mp3 = (frames = 40) => Buffer.concat(Array.from({ length: frames }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])));

function flac() {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  // 44,100 Hz, two channels of 16 bits, 88,200 samples.
  Buffer.from([0x0a, 0xc4, 0x42, 0xf0, 0x00, 0x01, 0x58, 0x88]).copy(info, 10);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, Buffer.from([0xff, 0xf8, 0xc9, 0x18]), Buffer.alloc(3000)]);
}

function aiff(n = 2000) {
  const chunk = (name, body) => {
    const head = Buffer.alloc(8);
    head.write(name);
    head.writeUInt32BE(body.length, 4);
    return Buffer.concat([head, body]);
  };
  const common = Buffer.from([0, 1, 0, 0, n >> 8, n & 255, 0, 16, 0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0]);
  const sound = Buffer.alloc(8 + n * 2);
  samples(n, (value, i) => sound.writeInt16BE(value, 8 + i * 2));
  return chunk('FORM', Buffer.concat([Buffer.from('AIFF'), chunk('COMM', common), chunk('SSND', sound)]));
}

const sorted = (value) => JSON.stringify(value, (_, v) =>
  v && typeof v === 'object' && !Array.isArray(v) && !ArrayBuffer.isView(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v);
const short = (text) => (text.length < 220 ? text : `${text.slice(0, 60)} ... ${digest(text)}`);

export default async function drive({ module, print }) {
  const { TagLib } = await import(pathToFileURL(join(npmMore, 'taglib-wasm/dist/index.js')));
  const library = await TagLib.initialize({ forceWasmType: module.name === 'taglib-wasi' ? 'wasi' : 'emscripten' });
  const attempt = async (label, bytes, act) => {
    let file;
    try {
      file = await library.open(new Uint8Array(bytes));
      print(label, short(String(act(file))));
    } catch (error) {
      print(`${label} failed`, short(error.message));
    }
    file?.dispose();
  };
  const describe = (file) => `${file.isValid()} ${file.getFormat()} ${sorted(file.audioProperties() ?? null)} ${sorted(file.properties())} ${sorted(file.getPictures().map((p) => [p.mimeType, p.data.length]))}`;
  const random = randomFrom(23);
  const tagged = {};
  for (const [kind, bytes] of Object.entries({ wav: wav(), mp3: mp3(), flac: flac(), aiff: aiff() })) {
    await attempt(`${kind} as it is`, bytes, describe);
    await attempt(`${kind} tagged`, bytes, (file) => {
      const tag = file.tag();
      tag.setTitle(`Hällo 日本 ${prose(random, 5)}`);
      tag.setArtist(prose(random, 3));
      tag.setAlbum('');
      tag.setComment(prose(random, 60));
      tag.setYear(2024);
      tag.setTrack(7);
      file.setProperties({ ...file.properties(), composer: ['One', 'Two'], lyrics: [prose(random, 200)] });
      const saved = file.save();
      tagged[kind] = Buffer.from(file.getFileBuffer());
      return `${saved} ${digest(tagged[kind])}`;
    });
    if (!tagged[kind]) continue;
    await attempt(`${kind} read again`, tagged[kind], describe);
    await attempt(`${kind} with a picture`, tagged[kind], (file) => {
      file.setPictures([{ mimeType: 'image/png', data: new Uint8Array(500).fill(7), type: 'FrontCover', description: 'cover' }]);
      file.setProperties({ title: ['Only this'] });
      file.save();
      tagged[kind] = Buffer.from(file.getFileBuffer());
      return digest(tagged[kind]);
    });
    await attempt(`${kind} with it`, tagged[kind], describe);
    await attempt(`${kind} cut`, tagged[kind].subarray(0, tagged[kind].length >> 1), describe);
    // Damaged tags of this kind corrupt the memory of the build with Emscripten.
    if (kind === 'mp3') continue;
    for (let i = 0; i < 12; i++) {
      const damaged = Buffer.from(tagged[kind]);
      for (let j = 0; j < 1 + i * 3; j++) damaged[random(Math.min(damaged.length, 700))] = random(256);
      await attempt(`${kind} damaged ${i}`, damaged, describe);
    }
  }
  const wrong = { empty: Buffer.alloc(0), zeros: Buffer.alloc(2000), text: Buffer.from(prose(random, 300)), ogg: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(1500, 3)]), mp4: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypM4A '), Buffer.alloc(1500, 255)]), wma: Buffer.from(`3026b2758e66cf11a6d900aa0062ce6c${'ff'.repeat(1500)}`, 'hex') };
  for (const [label, bytes] of Object.entries(wrong)) await attempt(label, bytes, describe);
}
