// The package in headless Chromium: served from a folder, in a page and in its worker.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** Compares what `optimize` makes of a module with a file. Returns why if it cannot. */
export async function inBrowser(root, folder, input, expected) {
  const playwright = process.env.PLAYWRIGHT ?? join(root, "target/peers/report/node_modules/playwright-core");
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(playwright) || !existsSync(executablePath)) return "no Chromium: scripts/setup-peers report";
  const { chromium } = createRequire(import.meta.url)(playwright);
  const server = createServer(({ url }, response) => {
    const path = url === "/in.wasm" ? input : join(folder, normalize(url));
    if (url === "/") return response.setHeader("content-type", "text/html").end("<!doctype html><title>test</title>");
    if (!existsSync(path)) return response.writeHead(404).end();
    response.setHeader("content-type", TYPES[extname(path)] ?? "text/plain").end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const made = await page.evaluate(async () => {
      const { optimize, symbolize, startWorker } = await import("/index.js");
      const bytes = new Uint8Array(await (await fetch("/in.wasm")).arrayBuffer());
      const worker = startWorker();
      const outputs = [await optimize(bytes, { level: "O3" }), await worker.optimize(bytes, { level: "O3" })];
      const broken = await worker.optimize(bytes.slice(0, 40)).catch((error) => error.code);
      // The page goes on while the worker works.
      let ticks = 0;
      const timer = setInterval(() => (ticks += 1), 1);
      await worker.optimize(bytes, { level: "O4" });
      clearInterval(timer);
      worker.terminate();
      const frames = (await symbolize(bytes, 200))[0].frames.length;
      return { outputs: outputs.map(({ wasm }) => [...wasm]), broken, ticks, frames };
    });
    const wanted = readFileSync(expected);
    for (const output of made.outputs) assert(Buffer.compare(Buffer.from(output), wanted) === 0, "bytes differ");
    assert.equal(made.broken, "input");
    assert(made.ticks > 0 && made.frames > 0);
    return undefined;
  } finally {
    await browser.close();
    server.close();
  }
}
