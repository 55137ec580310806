// Arrays of arrays: matrices of rows, triangles, Life on rows that are replaced, rows sorted by a
// function, and lists of lists that are flattened and grouped.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

type Matrix = Array<Array<f64>>;

function matrix(rows: i32, columns: i32, random: Random): Matrix {
  const result = new Array<Array<f64>>();
  for (let i = 0; i < rows; i++) {
    const row = new Array<f64>(columns);
    for (let j = 0; j < columns; j++) row[j] = <f64>random.below(10);
    result.push(row);
  }
  return result;
}

function product(a: Matrix, b: Matrix): Matrix {
  const result = new Array<Array<f64>>();
  for (let i = 0; i < a.length; i++) {
    const row = new Array<f64>(b[0].length);
    for (let j = 0; j < b[0].length; j++) {
      let sum = 0.0;
      for (let k = 0; k < b.length; k++) sum += a[i][k] * b[k][j];
      row[j] = sum % 1000;
    }
    result.push(row);
  }
  return result;
}

function transposed(a: Matrix): Matrix {
  const result = new Array<Array<f64>>();
  for (let j = 0; j < a[0].length; j++) {
    const row = new Array<f64>();
    for (let i = 0; i < a.length; i++) row.push(a[i][j]);
    result.push(row);
  }
  return result;
}

function live(board: Array<Array<bool>>): Array<Array<bool>> {
  const size = board.length;
  const next = new Array<Array<bool>>();
  for (let y = 0; y < size; y++) {
    const row = new Array<bool>(size);
    const above = board[(y + size - 1) % size];
    const here = board[y];
    const below = board[(y + 1) % size];
    for (let x = 0; x < size; x++) {
      const left = (x + size - 1) % size;
      const right = (x + 1) % size;
      const count = <i32>above[left] + <i32>above[x] + <i32>above[right] + <i32>here[left]
        + <i32>here[right] + <i32>below[left] + <i32>below[x] + <i32>below[right];
      row[x] = count == 3 || (here[x] && count == 2);
    }
    next.push(row);
  }
  return next;
}

function groups(rows: Matrix, count: i32): Array<Array<Array<f64>>> {
  const result = new Array<Array<Array<f64>>>();
  for (let i = 0; i < count; i++) result.push(new Array<Array<f64>>());
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    result[<i32>row[0] % count].push(row);
  }
  return result;
}

export function run(n: i32): i64 {
  const random = new Random(99 + n);
  let a = matrix(n, n, random);
  const b = matrix(n, n, random);
  a = transposed(product(a, transposed(b)));
  a.sort((p: Array<f64>, q: Array<f64>): i32 => <i32>(p[0] - q[0]) || <i32>(p[1] - q[1]) || <i32>(p[2] - q[2]));
  let sum: i64 = 0;
  for (let i = 0; i < n; i++) sum = sum * 7 + <i64>a[i][i] + <i64>a[0][i];
  const grouped = groups(a, 7);
  for (let i = 0; i < grouped.length; i++) {
    emit(<f64>grouped[i].length);
    const group = grouped[i];
    for (let j = 0; j < group.length; j++) sum = sum * 3 + <i64>group[j][j % n];
  }
  let board = new Array<Array<bool>>();
  for (let y = 0; y < n; y++) {
    const row = new Array<bool>(n);
    for (let x = 0; x < n; x++) row[x] = random.below(3) == 0;
    board.push(row);
  }
  for (let i = 0; i < 30; i++) board = live(board);
  let alive = 0;
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (board[y][x]) alive++;
  emit(<f64>alive);
  return sum * 1000 + alive;
}
