// Writes the results of a measurement in the format that json_result.py describes.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

/** The command, without where its result goes and without paths of this machine. */
function commandLine() {
  const words = [relative(root, resolve(process.argv[1]))];
  for (let i = 2; i < process.argv.length; i++) {
    const word = process.argv[i];
    if (['--json', '--invar', '--before'].includes(word)) i++;
    else if (!/^--(json|invar|before)=/.test(word)) words.push(isAbsolute(word) ? relative(root, word) : word);
  }
  return words.map(quoted).join(' ');
}

/** What was measured: INVAR_COMMIT, for a command that was built elsewhere, or what git says. */
function commit() {
  const said = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], { cwd: root, encoding: 'utf8' });
  return process.env.INVAR_COMMIT || said.stdout?.trim() || 'unknown';
}

function rounded(value, digits = 6) {
  if (typeof value !== 'number' || Number.isInteger(value)) return value ?? null;
  return Number.isFinite(value) ? Number(value.toFixed(digits)) : null;
}

const lines = (opening, parts, closing) =>
  opening + parts.map((part) => `\n    ${part}`).join(',') + (parts.length ? '\n  ' : '') + closing;

/**
 * Writes a result. A column is its title, or a pair of title and digits; fractions in `summary` are
 * written with six digits. Throws if the file cannot be written, or if a row does not have a cell for
 * each column.
 */
export function writeResult(path, { columns, rows, summary = {}, settings = {} }) {
  const heads = columns.map((column) => (Array.isArray(column) ? column : [column]));
  for (const row of rows) {
    if (row.length !== heads.length) throw new Error(`${row.length} cells for ${heads.length} columns: ${row}`);
  }
  const fields = Object.entries({
    name: basename(path, '.json'),
    command: commandLine(),
    commit: commit(),
    date: new Date().toISOString().slice(0, 10),
    settings,
  }).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const titles = heads.map(([title, digits]) => JSON.stringify({ title, digits }));
  const cells = rows.map((row) => JSON.stringify(row.map((cell, i) => rounded(cell, heads[i][1]))));
  const figures = Object.entries(summary).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(rounded(value))}`);
  fields.push(`"columns": ${lines('[', titles, ']')}`, `"rows": ${lines('[', cells, ']')}`);
  fields.push(`"summary": ${lines('{', figures, '}')}`);
  writeFileSync(path, `{\n  ${fields.join(',\n  ')}\n}\n`);
}
