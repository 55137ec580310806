// The bytes of the module in node.

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decompress } from "./lzma.js";

const PACKED = fileURLToPath(new URL("./invar.wasm.lzma", import.meta.url));
// Named by the version, so that what an earlier one left is not taken.
const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
const UNPACKED = fileURLToPath(new URL(`./invar-${version}.wasm`, import.meta.url));

/** The bytes. The first call on a machine unpacks them beside the package, where it may write, which takes half a second. */
export function moduleBytes() {
  try {
    return readFileSync(UNPACKED);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const bytes = decompress(readFileSync(PACKED));
  const temporary = `${UNPACKED}.${process.pid}`;
  try {
    writeFileSync(temporary, bytes, { flag: "wx" });
    // Whole or not at all: others may do the same now.
    renameSync(temporary, UNPACKED);
  } catch {
    rmSync(temporary, { force: true });
  }
  return bytes;
}
