// Markdown tables with aligned columns. Numbers are right-aligned.

const isNumeric = (cell) => typeof cell === 'number' || /^(-|[\d.]+)$/.test(cell);

function line(cells, widths, toRight) {
  const padded = cells.map((cell, i) =>
    toRight[i] ? String(cell).padStart(widths[i]) : String(cell).padEnd(widths[i]));
  return `| ${padded.join(' | ')} |`;
}

const rule = (widths, toRight) =>
  `| ${widths.map((w, i) => (toRight[i] ? `${'-'.repeat(w - 1)}:` : '-'.repeat(w))).join(' | ')} |`;

/** Prints a whole table. */
export function printTable(head, rows) {
  const toRight = head.map((_, i) => rows.length > 0 && rows.every((row) => isNumeric(row[i])));
  const widths = head.map((title, i) =>
    Math.max(3, title.length, ...rows.map((row) => String(row[i]).length)));
  console.log(line(head, widths, toRight));
  console.log(rule(widths, toRight));
  for (const row of rows) console.log(line(row, widths, toRight));
}

/**
 * Prints a table as it comes: takes [title, width] for each column, prints the head and returns
 * the function that prints a row.
 */
export function streamTable(columns) {
  const titles = columns.map(([title]) => title);
  const widths = columns.map(([title, width]) => Math.max(title.length, width));
  const toRight = titles.map((title) => !['module', 'level', 'status'].includes(title));
  console.log(line(titles, widths, toRight));
  console.log(rule(widths, toRight));
  return (cells) => console.log(line(cells, widths, toRight));
}

/** `part` of `whole` as text: 0.873. */
export const ratio = (part, whole) => (whole ? (part / whole).toFixed(3) : '-');
