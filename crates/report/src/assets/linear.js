// The picture of a control-flow graph that was not placed in layers: blocks in a column, in the order of the text, and
// indented by loops; edges beside it, those that go back on the left.

// Larger graphs are not drawn at all.
const MOST_BLOCKS = 3000;
// In pixels. Of blocks: from one to the next, and their size. Of loops: the indentation. Of edges: the distance.
const ROW = 54;
const HEIGHT = 41;
const WIDTH = 70;
const INDENT = 26;
const MOST_INDENTS = 12;
const LANE = 9;

// `blocks`: [name, frequency, loops around it], `edges`: [from, to, label, whether it goes back], as pages hold them.
function linear(blocks, edges) {
  if (blocks.length > MOST_BLOCKS) return { Err: `it has ${number(blocks.length)} blocks` };
  const x = (at) => Math.min(blocks[at][2], MOST_INDENTS) * INDENT;
  const y = (at) => at * ROW;
  const headers = new Set(edges.filter(([, , , back]) => back).map(([, to]) => to));
  const far = edges.filter(([from, to, , back]) => !back && to !== from + 1);
  const [right, left] = [lanes(far), lanes(edges.filter(([, , , back]) => back))];
  const end = WIDTH + INDENT + Math.max(0, ...blocks.map((_, at) => x(at)));
  const drawEdge = (edge) => {
    const [from, to, label, back] = edge;
    const key = `data-key="${blocks[from][0]}&gt;${blocks[to][0]}"`;
    const middle = (at) => x(at) + WIDTH / 2;
    const beside = back ? x(from) - 16 : x(from) + WIDTH + 18;
    const text = label && `<text x="${beside}" y="${y(from) + 26}">${escaped(label)}</text>`;
    const lane = back ? -20 - left.get(edge) * LANE : end + right.get(edge) * LANE;
    const side = (at) => (back ? x(at) : x(at) + WIDTH);
    const way =
      !back && to === from + 1
        ? `M${middle(from)} ${y(from) + HEIGHT}V${y(from) + HEIGHT + 5}H${middle(to)}V${y(to)}`
        : `M${side(from)} ${y(from) + 30}H${lane}V${y(to) + 12}H${side(to)}`;
    return `<g class="edge ${back ? "back" : ""}" ${key}><path d="${way}"/>${text}</g>`;
  };
  const drawBlock = ([name], at) =>
    `<g class="node block ${headers.has(at) ? "header" : ""}" data-key="${name}" ` +
    `transform="translate(${x(at)} ${y(at)})"><rect width="${WIDTH}" height="${HEIGHT}"/>` +
    `<text x="${WIDTH / 2}" y="17">${name}</text><text class="more" x="${WIDTH / 2}" y="32"></text></g>`;
  const lanesOf = (places) => Math.max(0, ...places.values());
  const from = -40 - lanesOf(left) * LANE;
  const width = end + 20 + lanesOf(right) * LANE - from;
  const height = blocks.length * ROW + 10;
  const parts = [...edges.map(drawEdge), ...blocks.map(drawBlock)].join("");
  const box = `viewBox="${from} -10 ${width} ${height}" width="${width}" height="${height}"`;
  return { Ok: `<svg ${box} role="group">${parts}</svg>` };
}

// Lanes for edges beside a column so that no two in a lane overlap; short edges are nearest.
function lanes(edges) {
  const span = ([from, to]) => [Math.min(from, to), Math.max(from, to)];
  const length = (edge) => span(edge)[1] - span(edge)[0];
  const taken = [];
  const places = new Map();
  for (const edge of [...edges].sort((a, b) => length(a) - length(b))) {
    const [low, high] = span(edge);
    let lane = taken.findIndex((spans) => spans.every(([from, to]) => to < low || from > high));
    if (lane < 0) lane = taken.push([]) - 1;
    taken[lane].push([low, high]);
    places.set(edge, lane);
  }
  return places;
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
