// The pictures of the documentation.

const { join } = require("node:path");
const { goTo } = require("./checks.cjs");

// Name, page, address, what has to be there, size of the window, light or dark.
const PICTURES = [
  ["report-functions", "real", "#functions", "#h-functions", [1200, 820], "light"],
  ["report-code", "real", "code", "table.sides", [1200, 820], "light"],
  ["report-graph", "real", "graph", ".graphs svg", [1200, 980], "light"],
  ["report-drawing", "sample", "#f0/1/drawings", ".drawing svg", [1100, 1250], "light"],
  ["report-dark", "real", "code", "table.sides", [1200, 820], "dark"],
];

// The address of the step that changed most lines of the function `sha256`.
async function longest(page, tab) {
  await page.getByLabel("Search").fill("sha256");
  const hash = await page
    .locator("main tbody a")
    .first()
    .evaluate((link) => link.hash);
  await goTo(page, hash, ".timeline");
  const sizes = await page
    .locator(".timeline a .good")
    .evaluateAll((all) => all.map((it) => [Number(it.innerText), it.closest("a").dataset.step]));
  const graph = await page
    .locator(".timeline a strong")
    .evaluateAll((all) => all.filter((it) => it.innerText === "graph").map((it) => it.closest("a").dataset.step));
  const step = graph[0] ?? sizes.sort(([a], [b]) => b - a)[0][1];
  return `${hash}/${step}/${tab}`;
}

// Writes them to a folder; returns their paths.
async function pictures(browser, pages, folder) {
  const paths = [];
  for (const [name, file, address, selector, [width, height], scheme] of PICTURES) {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height } });
    const page = await context.newPage();
    await page.goto(`file://${pages[file]}`);
    await page.locator("#h-functions").waitFor();
    const hash = address.startsWith("#") ? address : await longest(page, address);
    await goTo(page, hash, selector);
    await page.waitForTimeout(200);
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    paths.push(path);
    await context.close();
  }
  return paths;
}

module.exports = { pictures };
