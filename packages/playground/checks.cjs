// What is checked on the playground: [what, check, where]. A check gets the opened page, and fails by an exception.

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const { existsSync, mkdtempSync, readFileSync, rmSync, statSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const PLACES = ["light", "dark"].flatMap((scheme) => ["wide", "phone"].map((size) => [scheme, size]));
// The longest time for which the page may not react while a large module is optimized.
const MOST_FROZEN_MS = 300;
const LARGE_BYTES = 8 << 20;
// Thin spaces separate thousands.
const plain = (text) => text.replace(/[\u2009\u00a0]/g, "").replace(/\s+/g, " ").trim();

const done = (page) => page.locator("#status", { hasText: /^Optimized in/ }).waitFor();
const packed = (page) => page.locator("#result tbody", { hasText: "packed by" }).waitFor();
const rows = async (page) => (await page.locator("#result tbody tr").allInnerTexts()).map(plain);

async function isNotWider(page, what) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${what} is wider than the window by ${wide}`);
}

// What the native command makes of a file.
function natively(native, input, ...words) {
  const folder = mkdtempSync(join(tmpdir(), "invar-playground-"));
  execFileSync(native, ["opt", input, "-q", "-o", join(folder, "out.wasm"), ...words]);
  const bytes = readFileSync(join(folder, "out.wasm"));
  rmSync(folder, { recursive: true });
  return bytes;
}

async function downloaded(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

// The contrast of texts with what is behind them, by WCAG: the elements that are below 4.5.
function poorContrasts(page) {
  return page.evaluate(() => {
    const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
    const luminance = (colour) => {
      const linear = colour.slice(0, 3).map((it) => (it / 255 <= 0.03928 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    };
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const colour = channels(getComputedStyle(at).backgroundColor);
        if (colour.length < 4 || colour[3] === 1) return colour;
      }
      return channels(getComputedStyle(document.documentElement).backgroundColor);
    };
    const poor = [];
    for (const element of document.querySelectorAll("body *")) {
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!text || element.disabled || !element.checkVisibility() || element.closest("script, style, .wide, #drop")) continue;
      const [one, other] = [luminance(channels(getComputedStyle(element).color)), luminance(behind(element))];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (contrast < 4.5) poor.push(`${element.tagName} ${element.id}: ${contrast.toFixed(2)}`);
    }
    return [...new Set(poor)];
  });
}

const checks = [
  [
    "the first example is optimized when the page opens",
    async ({ page, shot }) => {
      await done(page);
      await packed(page);
      assert.match(await page.locator("#before").inputValue(), /^;; Counts in a record/);
      assert.match(await page.locator("#after").innerText(), /^\(module/);
      const [module, code, all] = await rows(page);
      assert.match(module, /^Module \d+ \d+ \u2212[\d.]+%$/);
      assert.match(code, /^Code \d+ \d+ /);
      assert.match(all, /packed by (Brotli|gzip)/);
      assert.match(await page.locator("#functions").innerText(), /^1 function: 1 rewritten$/);
      await isNotWider(page, "the page");
      assert.deepEqual(await poorContrasts(page), []);
      await shot("text");
      await page.locator("#more summary").click();
      await isNotWider(page, "the options");
      assert.deepEqual(await poorContrasts(page), []);
      await shot("options");
    },
    PLACES,
  ],

  [
    "the views of the report",
    async ({ page, shot, size }) => {
      await done(page);
      await page.locator("#example").selectOption("sha256");
      await page.locator("#functions", { hasText: "8 functions" }).waitFor();
      await page.getByRole("tab", { name: "What was done" }).click();
      const report = page.frameLocator("#report");
      await report.locator("main table tbody tr").first().waitFor();
      await report.locator("main tbody a", { hasText: "sha256" }).first().click();
      await report.locator(".timeline").waitFor();
      await report.locator("table.sides").waitFor();
      await isNotWider(page, "the report");
      await page.locator("#report").scrollIntoViewIfNeeded();
      await shot("report");
      // By keyboard, back to the text.
      await page.getByRole("tab", { name: "What was done" }).focus();
      await page.keyboard.press("ArrowLeft");
      assert.equal(await page.locator("#after").isVisible(), true, size);
    },
    PLACES,
  ],

  [
    "levels and options; the module is that of the native command",
    async ({ page, native, root }) => {
      await done(page);
      await page.locator("#example").selectOption("sha256");
      await page.locator("#functions", { hasText: "8 functions" }).waitFor();
      for (const [level, words] of [["O3", []], ["Oz", ["-g"]], ["O1", ["--no-guard", "--no-gvn"]]]) {
        await page.locator("#level").selectOption(level);
        await page.locator("#more").evaluate((it) => (it.open = true));
        for (const box of await page.locator("#flags input").all()) await box.setChecked(words.includes(await box.inputValue()));
        await page.locator("#words").fill(words.filter((it) => !["-g", "--no-guard"].includes(it)).join(" "));
        await page.locator("#run").click();
        await packed(page);
        await done(page);
        const { name, bytes } = await downloaded(page);
        assert.equal(name, "sha256.opt.wasm");
        const wanted = natively(native, join(root, "examples/sha256.wat"), `-${level}`, ...words);
        assert.ok(Buffer.compare(bytes, wanted) === 0, `${level} ${words}: the bytes differ`);
      }
      // An option that is none.
      await page.locator("#words").fill("--no-lunch");
      await page.locator("#error", { hasText: "--no-lunch" }).waitFor();
      await page.locator("#words").fill("");
      await done(page);
      assert.equal(await page.locator("#error").isVisible(), false);
    },
  ],

  [
    "text that is written: errors with their place, by keyboard",
    async ({ page, shot }) => {
      await done(page);
      await page.locator("#before").fill("(module\n  (func (export \"f\") (result i32)\n    i32.cost 1))");
      await page.locator("#error", { hasText: "unknown operator" }).waitFor();
      await shot("error");
      await page.getByRole("button", { name: "Go to line 3" }).click();
      const selected = await page.locator("#before").evaluate((it) => it.value.slice(it.selectionStart, it.selectionEnd));
      assert.equal(selected, "i32.cost 1))");
      await page.keyboard.type("i32.const 1))");
      await page.keyboard.press("Control+Enter");
      await done(page);
      assert.match(await page.locator("#after").innerText(), /i32\.const 1/);
      await page.locator("#before").fill("   ");
      await page.locator("#status", { hasText: "Choose an example" }).waitFor();
    },
    PLACES,
  ],

  [
    "a file is opened, another dropped",
    async ({ page, root, native }) => {
      await done(page);
      const path = join(root, "docs/book/examples/words-rust.wasm");
      await page.locator("#file").setInputFiles(path);
      await page.locator("#before-note", { hasText: "words-rust.wasm" }).waitFor();
      await packed(page);
      assert.match(await page.locator("#before").inputValue(), /^\(module/);
      assert.ok((await rows(page))[0].startsWith(`Module ${statSync(path).size} `), (await rows(page))[0]);
      const { bytes } = await downloaded(page);
      assert.ok(Buffer.compare(bytes, natively(native, path, "-O2")) === 0, "the bytes differ");
      // A broken module, dropped.
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 12])], "broken.wasm"));
        for (const type of ["dragenter", "dragover", "drop"]) {
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
      });
      await page.locator("#error", { hasText: "offset 0x9" }).waitFor();
      assert.equal(await page.locator("#drop").isVisible(), false);
    },
  ],

  [
    "a link holds the input and the options",
    async ({ page, open, address, shot }) => {
      await done(page);
      await page.locator("#before").fill('(module (func (export "of-the-link") (result i32) (i32.add (i32.const 1) (i32.const 2))))');
      await page.locator("#level").selectOption("Oz");
      await page.locator("#more").evaluate((it) => (it.open = true));
      await page.locator("#words").fill("--no-gvn");
      await page.locator('#flags input[value="-g"]').check();
      await page.locator("#share").click();
      const field = page.locator("#link input");
      await field.waitFor();
      const link = await field.inputValue();
      assert.ok(link.startsWith(`${address}#1`) && link.length < 400, link);
      await shot("link");
      const other = await open(link.slice(address.length));
      await done(other.page);
      assert.match(await other.page.locator("#before").inputValue(), /of-the-link/);
      assert.equal(await other.page.locator("#level").inputValue(), "Oz");
      assert.equal(await other.page.locator("#words").inputValue(), "--no-gvn");
      assert.equal(await other.page.locator('#flags input[value="-g"]').isChecked(), true);
      assert.match(await other.page.locator("#after").innerText(), /of-the-link/);
      assert.deepEqual(other.faults, []);
      await other.page.context().close();
      const broken = await open(link.slice(address.length, -9));
      await broken.page.locator("#status", { hasText: "cannot be read" }).waitFor();
      await broken.page.context().close();
    },
  ],

  [
    "a module of many megabytes: the page goes on, and cancels",
    async ({ page, target, shot }) => {
      const path = join(target, "../npm/unoptimized.wasm");
      if (!existsSync(path) || statSync(path).size < LARGE_BYTES) return `left out: no large ${path}: packages/npm/build`;
      await done(page);
      await page.locator("#level").selectOption("O1");
      await done(page);
      // The longest time between two frames.
      await page.evaluate(() => {
        window.longest = 0;
        let last = performance.now();
        const frame = (now) => {
          window.longest = Math.max(window.longest, now - last);
          last = now;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      });
      await page.locator("#file").setInputFiles(path);
      await page.locator("#status", { hasText: /Optimizing… \d+ s/ }).waitFor();
      await shot("large");
      await page.locator("#cancel").click();
      await page.locator("#status", { hasText: "Cancelled" }).waitFor({ timeout: 1000 });
      assert.equal(await page.locator("#cancel").isVisible(), false);
      await page.locator("#run").click();
      page.setDefaultTimeout(600000);
      await done(page);
      const status = await page.locator("#status").innerText();
      await packed(page);
      const longest = await page.evaluate(() => window.longest);
      assert.ok(longest < MOST_FROZEN_MS, `the page did not react for ${longest} ms`);
      await page.getByRole("tab", { name: "What was done" }).click();
      await page.frameLocator("#report").locator("main table tbody tr").first().waitFor();
      return `${statSync(path).size} bytes, ${status} The longest frame took ${Math.round(longest)} ms.`;
    },
  ],
];

module.exports = { checks };
