// What is checked on the pages: [what, check]. A check gets the opened page, and fails by an exception.

const assert = require("node:assert/strict");

const SECONDS = 3;

const texts = (page, selector) => page.locator(selector).allInnerTexts();
const focused = (page, get) => page.evaluate(get);
// Thin spaces separate thousands.
const plain = (text) => text.replace(/[\u2009\u00a0]/g, "");

// A number with a sign.
const difference = (text) => Number(plain(text).replace("\u2212", "-").replace("\u00b1", ""));

async function goTo(page, hash, selector) {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.locator(selector).first().waitFor();
}

// Checks that a screenshot has pixels of each of these colours, which are variables of the style sheet.
async function hasColours(page, shot, names) {
  const values = await page.evaluate((names) => {
    const style = getComputedStyle(document.documentElement);
    return names.map((name) => parseInt(style.getPropertyValue(name).trim().slice(1), 16));
  }, names);
  // In a page of its own: the policy of a report lets it load no image.
  const empty = await page.context().newPage();
  const missing = await empty.evaluate(
    async ([data, values]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const pixels = context.getImageData(0, 0, image.width, image.height).data;
      const found = new Set();
      for (let at = 0; at < pixels.length; at += 4)
        found.add((pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]);
      return values.map((value) => !found.has(value));
    },
    [shot.data.toString("base64"), values],
  );
  await empty.close();
  assert.deepEqual(
    names.filter((_, at) => missing[at]),
    [],
    `colours that ${shot.path} lacks`,
  );
}

// The contrast of texts with what is behind them, by WCAG: the elements that are below 4.5.
function poorContrasts(page) {
  return page.evaluate(() => {
    const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
    const luminance = ([r, g, b]) => {
      const linear = [r, g, b].map((it) =>
        it / 255 <= 0.03928 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    };
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const colour = channels(getComputedStyle(at).backgroundColor);
        if (colour.length < 4 || colour[3] === 1) return colour;
      }
      return [255, 255, 255];
    };
    const poor = [];
    for (const element of document.querySelectorAll("body *:not(svg *)")) {
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!text || element.disabled || !element.checkVisibility() || element.closest("script, style, .hidden"))
        continue;
      const [one, other] = [luminance(channels(getComputedStyle(element).color)), luminance(behind(element))];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (contrast < 4.5) poor.push(`${element.tagName} ${element.className}: ${contrast.toFixed(2)}`);
    }
    return [...new Set(poor)];
  });
}

const sampleChecks = [
  [
    "the overview: sums, and functions to look at",
    async ({ page, shot }) => {
      assert.equal(await page.title(), "Overview \u2013 sample.wasm");
      const sums = (await texts(page, "main tfoot")).map(plain);
      assert.match(sums[0], /210345\s+171002\s+\u221239343/);
      const notes = await texts(page, ".notes li");
      assert.ok(notes.some((note) => note.includes("a <table> of too many targets")));
      assert.deepEqual(await texts(page, ".tops h3"), ["Saved most", "Lost most", "Largest now"]);
      const saved = (await texts(page, ".tops section:first-child .number")).map((text) => Number(plain(text).slice(1)));
      assert.equal(saved.length, 10);
      assert.deepEqual(
        saved,
        [...saved].sort((a, b) => b - a),
      );
      await shot("overview");
      await page.locator(".tops a").first().click();
      await page.locator("#h-function").waitFor();
    },
  ],

  [
    "the head and the list of functions",
    async ({ page, shot }) => {
      await goTo(page, "#functions", "#h-functions");
      await page.getByLabel("Group by").selectOption("");
      assert.equal(await page.title(), "Functions \u2013 sample.wasm");
      const summary = plain(await page.locator("#summary").innerText());
      for (const part of ["File 210345 \u2192 171002 \u221219%", "invar opt sample.wasm -O3", "150 functions"]) {
        assert.ok(summary.includes(part), `${part} in ${summary}`);
      }
      assert.equal(await page.locator("main tbody tr").count(), 100);
      assert.equal(await page.locator(".map a").count(), 122, "all functions that are left are in the map");
      const differences = (await texts(page, "main tbody td:nth-child(4)")).map(difference);
      assert.deepEqual(
        differences,
        [...differences].sort((a, b) => a - b),
        "what was saved most comes first",
      );
      await hasColours(page, await shot("functions"), ["--background", "--smaller", "--larger", "--same"]);
    },
  ],

  [
    "groups of functions",
    async ({ page, shot }) => {
      await goTo(page, "#functions", "#h-functions");
      const groups = page.locator("main details table").first();
      assert.deepEqual(await groups.locator("tbody a").allInnerTexts(), ["core", "no crate or package"]);
      assert.equal(await page.locator(".map .group").count(), 2);
      await shot("groups");
      await page.getByLabel("Group by").selectOption("namespace");
      assert.ok((await groups.locator("tbody a").allInnerTexts()).includes("core::iter::Adapter3"));
      const sums = async (at) => plain(await groups.locator(`tfoot td:nth-child(${at})`).innerText());
      const all = [await sums(3), await sums(4), await sums(5)];
      await groups.locator("tbody a", { hasText: /Adapter3$/ }).click();
      await page.locator("#h-functions .code").waitFor();
      assert.equal(await page.locator("main tbody tr").count(), 9);
      await page.getByRole("link", { name: "All functions" }).click();
      await page.getByLabel("Group by").waitFor();
      const foot = page.locator("main tfoot").last().locator("td");
      const columns = [1, 2, 3].map((at) => foot.nth(at - 1).innerText());
      assert.deepEqual((await Promise.all(columns)).map(plain), all, "groups add up to all functions");
    },
  ],

  [
    "the text of a function, and its source",
    async ({ page, shot }) => {
      await goTo(page, "#f0//text", "table.sides");
      assert.deepEqual(
        (await texts(page, "table.sides thead th:not(.at)")).map((text) => text.trim()),
        ["Input", "Output"],
      );
      const marks = await texts(page, "table.sides td.added mark");
      assert.ok(marks.includes("i32.shl") || marks.some((text) => text.trim() === "i32.shl"), marks.join("; "));
      assert.ok((await texts(page, ".source")).some((text) => text.trim() === "sum.c:12"));
      await shot("text");
      await page.getByLabel("Show").selectOption("ssa");
      const row = page.locator("table.sides tr", { hasText: "i32.shl" }).first();
      assert.match(await row.innerText(), /i32\.shl[\s\S]*v6 = i32\.shl v1, v13/, "both forms of an operator are in one row");
      await goTo(page, "#f0//source", ".listing");
      assert.match(plain(await page.locator(".sources summary").first().innerText()), /src\/sum\.c 33 \u2192 8/);
      const line = page.locator(".listing tr", { hasText: "line(12)" });
      assert.match(plain(await line.innerText()), /12\s+30\s+8\s+line\(12\)/);
      await page.locator(".sources summary").nth(1).press("Enter");
      await page.getByText("does not hold the text").waitFor();
      await shot("source");
      await goTo(page, "#files", "#h-files");
      assert.deepEqual(await texts(page, "main tbody a"), ["lib/other.c", "src/sum.c"]);
      await page.locator("main tbody a", { hasText: "sum.c" }).click();
      await page.locator("#h-file").waitFor();
      await page.getByRole("button", { name: /lines without code/ }).first().click();
      assert.equal(await page.locator(".listing tr", { hasText: "line(1)" }).count(), 1);
      assert.equal(await page.locator(".listing b").count(), 0, "a text is no HTML");
      await page.getByText("Functions of this file").click();
      await page.locator("main details tbody a", { hasText: "sum" }).click();
      await page.locator("#h-function").waitFor();
    },
  ],

  [
    "a function that is not shown pass by pass",
    async ({ page }) => {
      await goTo(page, "#f3", "#h-function");
      await page.locator("table.sides").waitFor();
      assert.equal(
        await page.locator(".ask code").innerText(),
        "invar report sample.wasm -O3 -o report.html --report-func 5",
      );
      assert.equal(await page.locator(".timeline").count(), 0);
    },
  ],

  [
    "columns are sorted, rows searched and filtered",
    async ({ page }) => {
      await goTo(page, "#functions", "#h-functions");
      await page.getByLabel("Group by").selectOption("");
      const column = async (at) =>
        (await texts(page, `main tbody td:nth-child(${at})`)).map((text) => Number(plain(text)));
      const head = page.getByRole("button", { name: "Bytes before" });
      await head.click();
      const down = await column(2);
      assert.deepEqual(
        down,
        [...down].sort((a, b) => b - a),
      );
      assert.equal(down[0], 80040);
      assert.equal(await head.locator("xpath=..").getAttribute("aria-sort"), "descending");
      await head.click();
      const up = await column(2);
      assert.deepEqual(
        up,
        [...up].sort((a, b) => a - b),
      );
      await page.getByLabel("Search").fill("adapter3 NEXT");
      assert.ok((await texts(page, "main tbody td:first-child")).every((name) => name.includes("Adapter3")));
      assert.equal(await page.locator("main tbody tr").count(), 9);
      await page.getByLabel("Search").fill("nothing of this name");
      assert.equal(await page.locator("main tbody tr").count(), 0);
      await page.getByLabel("Search").fill("");
      await page.getByLabel("Result").selectOption({ label: "kept" });
      assert.ok((await texts(page, "main tbody td:nth-child(8)")).every((fate) => fate === "kept"));
    },
  ],

  [
    "rows are shown a page at a time",
    async ({ page }) => {
      await goTo(page, "#functions", "#h-functions");
      await page.getByLabel("Group by").selectOption("");
      await page.getByRole("button", { name: "Next rows" }).click();
      assert.equal(await page.locator("main tbody tr").count(), 50);
      assert.match(plain(await page.locator("main .bar .dim").last().innerText()), /^rows 101 to 150 of 150$/);
      assert.equal(await focused(page, () => document.activeElement.closest("tbody") !== null), true);
    },
  ],

  [
    "a name that looks like HTML is text",
    async ({ page }) => {
      await goTo(page, "#functions", "#h-functions");
      await page.getByLabel("Group by").selectOption("");
      await page.getByLabel("Search").fill("quoted");
      assert.deepEqual(await texts(page, "main tbody .name"), ["</script><b>\"quoted\" & 'named'</b>"]);
      assert.equal(await page.locator("main b").count(), 0);
      await page.locator("main tbody a").click();
      await page.locator("#h-function").waitFor();
      assert.ok((await page.locator("main").innerText()).includes("--report-func"));
      assert.deepEqual(await texts(page, ".function td:last-child"), ["too large"]);
    },
  ],

  [
    "a function by keyboard only",
    async ({ page }) => {
      await goTo(page, "#functions", "#h-functions");
      await page.getByLabel("Group by").selectOption("");
      // To the search field, then to the first row, then to the function.
      for (let presses = 0; presses < 30; presses += 1) {
        await page.keyboard.press("Tab");
        if (await focused(page, () => document.activeElement.type === "search")) break;
      }
      await page.keyboard.type("sum");
      for (let presses = 0; presses < 30; presses += 1) {
        await page.keyboard.press("Tab");
        if (await focused(page, () => document.activeElement.closest("tbody") !== null)) break;
      }
      const outline = await focused(page, () => getComputedStyle(document.activeElement).outlineStyle);
      assert.notEqual(outline, "none", "the focus is visible");
      await page.keyboard.press("Enter");
      await page.locator(".timeline").waitFor();
      // The focus is in the part; the timeline is one stop of the Tab key.
      for (let presses = 0; presses < 10; presses += 1) {
        await page.keyboard.press("Tab");
        if (await focused(page, () => document.activeElement.closest(".timeline") !== null)) break;
      }
      const step = () => focused(page, () => document.activeElement.dataset.step);
      assert.equal(await step(), "3", "the last step is shown first");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      assert.equal(await step(), "1");
      await page.waitForURL(/#f0\/1\/code$/);
      // The page shows a step after the address has changed.
      await page.locator(".timeline [aria-current=step] strong", { hasText: /^graph$/ }).waitFor();
      // To the drawings, and a node.
      for (let presses = 0; presses < 10; presses += 1) {
        await page.keyboard.press("Tab");
        if (await focused(page, () => document.activeElement.textContent.startsWith("Drawings"))) break;
      }
      await page.keyboard.press("Enter");
      await page.locator(".drawing svg").first().waitFor();
      await page.locator(".picture").first().focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("ArrowRight");
      const label = await focused(page, () => document.activeElement.getAttribute("aria-label"));
      await page.keyboard.press("Enter");
      assert.equal(await page.locator(".drawing .detail strong").first().innerText(), label);
    },
  ],

  [
    "the code of each step, side by side",
    async ({ page, shot }) => {
      await goTo(page, "#f0/1/code", "table.sides");
      const moved = await texts(page, "table.sides td.moved");
      assert.equal(moved.length, 4, "two lines, here and there");
      assert.ok(
        moved.every((text) => /moved:\s*v[56] =/.test(text)),
        moved.join("; "),
      );
      assert.deepEqual(
        (await texts(page, "tr.remark")).map((text) => text.split(":")[0].trim()),
        ["\u2713 applied graph", "\u2717 missed graph"],
      );
      assert.ok((await texts(page, ".source")).some((text) => text.trim() === "sum.c:12"));
      assert.ok((await page.locator("table.sides").innerText()).includes("\u00d710, in 1 loop"));
      await hasColours(page, await shot("code"), ["--added", "--removed", "--moved", "--note"]);
      // A folded stretch is opened.
      const count = await page.locator("table.sides tbody tr").count();
      await page.getByRole("button", { name: /equal lines/ }).click();
      assert.ok((await page.locator("table.sides tbody tr").count()) > count);

      await page.getByRole("button", { name: "Next pass" }).click();
      await page.getByText("not shown, since the function is large").waitFor();
      await page.getByRole("button", { name: "Next pass" }).click();
      await page.locator("table.sides mark").first().waitFor();
      assert.deepEqual(await texts(page, "table.sides td.added mark"), ["i32.shl", "v13", "b4"]);
      assert.ok(
        (await texts(page, ".panel li")).some((text) => text.includes("no fuel left")),
        "a remark without a place",
      );
      // With the function as it was lifted.
      await page.getByLabel("Compare with").selectOption("first");
      assert.deepEqual(
        (await texts(page, "table.sides thead th:not(.at)")).map((text) => text.trim()),
        ["As lifted", "After fold"],
      );
      await page.getByLabel("Remarks").selectOption("all");
      assert.ok((await page.locator("tr.remark").count()) >= 2);
    },
  ],

  [
    "the control flow before and after",
    async ({ page, shot }) => {
      await goTo(page, "#f0/3/graph", ".graphs svg");
      const nodes = (part) => page.locator(`.graphs > div:nth-child(${part}) g.node`).count();
      assert.deepEqual([await nodes(1), await nodes(2)], [5, 3]);
      assert.equal(await page.locator(".graphs g.box.loop").count(), 2);
      assert.equal(await page.locator(".graphs g.edge.back").count(), 2);
      assert.deepEqual(await page.locator(".graphs g.node.removed text:first-of-type").allTextContents(), [
        "b2",
        "b3",
      ]);
      assert.equal(
        await page.locator(".graphs > div:nth-child(2) g.edge.redirected").getAttribute("data-key"),
        "b1>b4",
      );
      await hasColours(page, await shot("graph"), ["--loop", "--back", "--gone-line", "--redirected"]);
      // A block goes to its code.
      await page.locator(".graphs > div:nth-child(2) g[data-key=b4]").press("Enter");
      await page.locator("tr.found").waitFor();
      assert.ok((await page.locator("tr.found").innerText()).includes("b4:"));
      await goTo(page, "#f0/1/graph", ".graphs svg");
      assert.equal(await page.locator(".graphs > div").count(), 1, "the same before and after");
    },
  ],

  [
    "a large graph is in the order of the text",
    async ({ page, shot }) => {
      await goTo(page, "#f2/1/graph", ".graphs svg");
      assert.match(await page.locator(".graphs").innerText(), /not in layers: 499 nodes, more than/);
      assert.equal(await page.locator(".graphs > div:nth-child(1) g.node").count(), 400);
      const gone = page.locator(".graphs > div:nth-child(1) g.edge.removed");
      assert.deepEqual(await gone.evaluateAll((all) => all.map((it) => it.dataset.key)), ["b7>b5"]);
      assert.equal(await page.locator(".graphs > div:nth-child(2) g.edge.back").count(), 98);
      await shot("linear");
    },
  ],

  [
    "region graphs and regions of ownership",
    async ({ page, shot }) => {
      await page.setViewportSize({ width: 1280, height: 1900 });
      await goTo(page, "#f0/1/drawings", ".drawing svg");
      assert.equal(await page.locator(".drawing").count(), 2);
      const first = page.locator(".drawing").first();
      assert.equal(await first.locator("g.box").count(), 5, "two nodes and three regions");
      assert.equal(await first.locator(".picture g.edge").count(), 13);
      assert.deepEqual(await first.locator(".picture g.node.moved text").allTextContents(), [
        "moved: i32.mul v1, v5",
      ]);
      assert.deepEqual(await first.locator(".picture g.node.removed text").allTextContents(), [
        "gone: i32.add v3, v5",
      ]);
      const legend = await first.locator(".legend li").allInnerTexts();
      assert.deepEqual(legend, [
        "unchanged",
        "state or order",
        "redirected or added",
        "removed, or the former way",
        "moved",
        "inside of the region",
        "executed rarely",
        "back to the header of a loop",
      ]);
      const colours = ["--state", "--redirected", "--gone-line", "--moved", "--marked", "--marked-line", "--back"];
      await hasColours(page, await shot("drawings"), colours);
      // Inner regions are drawn inside of their nodes.
      const boxes = await first
        .locator("g.box > rect")
        .evaluateAll((all) =>
          all.map((it) => it.getBBox()).map(({ x, y, width, height }) => ({ x, y, width, height })),
        );
      const contains = (outer, inner) =>
        outer.x <= inner.x &&
        outer.y <= inner.y &&
        outer.x + outer.width >= inner.x + inner.width &&
        outer.y + outer.height >= inner.y + inner.height;
      assert.ok(
        boxes.slice(1).every((inner) => contains(boxes[0], inner)),
        "all regions are in the loop",
      );
      await first.locator(".picture g.node.moved").click();
      assert.match(await first.locator(".detail").innerText(), /why it is <here>/);
      await first.getByRole("button", { name: "Larger" }).click();
    },
  ],

  [
    "remarks, passes and special versions",
    async ({ page, shot }) => {
      await goTo(page, "#remarks", "#h-remarks");
      assert.equal(await page.locator("main tbody tr").count(), 5);
      await page.getByLabel("Pass").selectOption("1");
      assert.deepEqual([...new Set(await texts(page, "main td:nth-child(2)"))], ["fold"]);
      await page.getByLabel("Done").selectOption({ label: "missed" });
      assert.deepEqual(await texts(page, "main td:last-child"), ["no fuel left"]);
      await shot("remarks");
      await goTo(page, "#passes", "#h-passes");
      assert.deepEqual(await texts(page, "main td:first-child"), ["graph", "fold", "inline"]);
      await goTo(page, "#versions", "#h-versions");
      assert.match(await page.locator("main details").first().innerText(), /kept variables\s+3/);
      assert.equal(await page.locator("main details").first().locator(".drawing .picture g.node").count(), 3);
      await page.goBack();
      await page.locator("#h-passes").waitFor();
    },
  ],

  [
    "texts have enough contrast",
    async ({ page }) => {
      for (const [hash, selector] of [
        ["#overview", "#h-overview"],
        ["#functions", "#h-functions"],
        ["#f0//text", "table.sides"],
        ["#f0//source", ".listing"],
        ["#files", "#h-files"],
        ["#f0/1/code", "table.sides"],
        ["#f0/3/code", "table.sides mark"],
        ["#f0/3/graph", ".graphs"],
        ["#f0/1/drawings", ".drawing"],
        ["#remarks", "#h-remarks"],
        ["#versions", "#h-versions"],
      ]) {
        await goTo(page, hash, selector);
        assert.deepEqual(await poorContrasts(page), [], hash);
      }
    },
  ],

  [
    "the map by keyboard",
    async ({ page }) => {
      await goTo(page, "#functions", "#h-functions");
      await page.getByLabel("Group by").selectOption("");
      await page.locator(".map a").first().focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      const name = await focused(page, () => document.activeElement.getAttribute("aria-label"));
      assert.match(plain(name), /: \d+ \u2192 \d+ bytes/);
      await page.keyboard.press("Enter");
      await page.locator("#h-function").waitFor();
      assert.ok(name.startsWith(await page.locator("#h-function .code").innerText()));
    },
  ],

  [
    "a narrow window",
    async ({ page, shot }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const [hash, selector] of [
        ["#overview", "#h-overview"],
        ["#f0//text", "table.sides"],
        ["#f0//source", ".listing"],
        ["#files", "#h-files"],
        ["#functions", "#h-functions"],
        ["#f0/1/code", "table.sides"],
        ["#f0/1/drawings", ".drawing"],
      ]) {
        await goTo(page, hash, selector);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(wide <= 0, `${hash} is wider than the window by ${wide}`);
      }
      await shot("narrow");
    },
  ],
];

const manyChecks = [
  [
    `30,000 functions are there within ${SECONDS} seconds`,
    async ({ page, time }) => {
      assert.ok(time < SECONDS * 1000, `${time} ms`);
      assert.match(plain(await page.locator("#summary").innerText()), /30000 functions/);
      const start = Date.now();
      await goTo(page, "#functions", "#h-functions");
      await page.getByLabel("Group by").selectOption("");
      await page.getByLabel("Search").fill("next29999");
      await page.getByRole("button", { name: "Operators difference" }).click();
      assert.equal(await page.locator("main tbody tr").count(), 1);
      assert.ok(Date.now() - start < SECONDS * 1000, "searching and sorting");
    },
  ],
];

const realChecks = [
  [
    "the page of a module: each function, each step, each view",
    async ({ page, time, shot }) => {
      assert.ok(time < SECONDS * 1000, `${time} ms`);
      await goTo(page, "#functions", "#h-functions");
      const links = await page
        .locator("main tbody a")
        .evaluateAll((all) => all.map((link) => [link.hash, link.innerText]));
      assert.ok(
        links.some(([, name]) => name === "sha256"),
        "sha256 is in the list",
      );
      let graphs = 0;
      for (const [hash] of links) {
        await goTo(page, hash, "#h-function");
        await goTo(page, `${hash}//text`, "table.sides");
        if ((await page.locator(".timeline").count()) === 0) continue;
        const steps = await page.locator(".timeline a").count();
        for (let step = 0; step < steps; step += 1) {
          await goTo(page, `${hash}/${step}/code`, `.timeline [data-step="${step}"][aria-current]`);
          assert.equal(await page.locator("table.sides").count(), 1, `${hash} ${step}`);
          await goTo(page, `${hash}/${step}/graph`, ".graphs svg");
          graphs += await page.locator(".graphs svg").count();
          await goTo(page, `${hash}/${step}/drawings`, ".panel p, .drawing");
          if ((await page.locator(".drawing svg").count()) > 0) await shot("real-drawings");
        }
        await goTo(page, `${hash}/0/remarks`, ".panel table");
      }
      assert.ok(graphs > 10, `${graphs} graphs`);
      await goTo(page, "#remarks", "#h-remarks");
      assert.ok((await page.locator("main tbody tr").count()) > 0);
    },
  ],
];

module.exports = { sampleChecks, manyChecks, realChecks, goTo };
