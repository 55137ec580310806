// Markdown tables whose columns line up. Numbers go to the right.
export function printTable(head, rows) {
  const isNumber = head.map((_, i) => rows.some((row) => typeof row[i] === 'number'));
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, i) => Math.max(3, ...cells.map((row) => row[i].length)));
  const line = (row) =>
    `| ${row.map((t, i) => (isNumber[i] ? t.padStart(widths[i]) : t.padEnd(widths[i]))).join(' | ')} |`;
  const rule = widths.map((w, i) => (isNumber[i] ? '-'.repeat(w - 1) + ':' : '-'.repeat(w)));
  console.log([line(cells[0]), line(rule), ...cells.slice(1).map(line)].join('\n'));
}

/** `part` of `whole` as text: 0.873. */
export const ratio = (part, whole) => (part / whole).toFixed(3);
