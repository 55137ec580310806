/** A module or a component in WebAssembly, or a module as text (`.wat`, `.inv`). */
export type Input = Uint8Array | ArrayBuffer | ArrayBufferView | string;

export type Level = "O0" | "O1" | "O2" | "O3" | "O4" | "Os" | "Oz";

/**
 * What to do. An option of `invar opt` that is not here is given by its name, in camel case or with dashes:
 * `noGvn: true` is `--no-gvn`, `optFuel: 10` is `--opt-fuel=10`.
 */
export interface OptimizeOptions {
  /** How much to optimize, and for what. "O2" if it is not given. */
  level?: Level | `-${Level}` | "0" | "1" | "2" | "3" | "4" | "s" | "z" | 0 | 1 | 2 | 3 | 4;
  /** Arguments of `invar opt`, behind those of all other options. */
  args?: string[];
  /** Exactly these passes, in this order, in place of those of the level. */
  passes?: string[];
  /** Whether the names of functions are kept, and DWARF. */
  debuginfo?: boolean;
  /** Writes the module without names and DWARF, and one with them: `debug` of the result. */
  splitDebug?: boolean;
  /** The source map of the input, or `true` where the module has it: `map` of the result is that of the output. */
  sourceMap?: boolean | string | Uint8Array | object;
  /** Says in the output that its source map is there. */
  sourceMapUrl?: string;
  /** Makes the page about what was done to each function: `page` of the result. */
  page?: boolean;
  /** Collects what passes did or refused to do, and why: all of it, or only of `PASS` or `PASS:FUNCTION`. */
  remarks?: boolean | string | string[];
  /** Whether functions and modules that did not improve keep their original. */
  guard?: boolean;
  /** Whether each new body is executed beside its original. */
  validate?: boolean;
  /** Assumes that no instruction traps. */
  trapsNeverHappen?: boolean;
  /** Assumes that nothing outside makes or changes objects of the module's types. */
  closedWorld?: boolean;
  /** Assumes that only a function itself accesses its frame of the shadow stack. */
  assumeStackAbi?: boolean;
  /** Allows sums and products of floats in another order. */
  fastMath?: boolean;
  /** Whether code is vectorized at O3 and O4. */
  vectorize?: boolean;
  /** A runtime that counts references, as a table in TOML. */
  arcTable?: string | Uint8Array;
  [option: string]: unknown;
}

/** Bytes of a module and of its code. */
export interface Sizes {
  bytes: number;
  code_bytes: number;
  debug_bytes: number;
}

export interface Remark {
  [field: string]: unknown;
}

/** What was done: the fields that `invar opt --stats=json` prints, as the Rust library documents them. */
export interface Report {
  schema: number;
  time_ms: number;
  input: Sizes;
  output: Sizes;
  warnings: string[];
  hints: string[];
  bugs: { func: string; stage: string; message: string }[];
  remarks: Remark[];
  passes: { name: string; time_ms: number; counters: Record<string, number> }[];
  [field: string]: unknown;
}

export interface Optimized {
  /** The module. */
  wasm: Uint8Array;
  report: Report;
  remarks?: Remark[];
  /** The source map, as JSON. */
  map?: string;
  /** The page, as HTML. */
  page?: string;
  /** The module with names and DWARF, with `splitDebug`. */
  debug?: Uint8Array;
}

/**
 * Optimizes a module. Takes all of a thread until it is done: see `startWorker`.
 *
 * Rejects with an `InvarError` if the module is invalid (`offset` says where) or an option is.
 */
export function optimize(input: Input, options?: OptimizeOptions): Promise<Optimized>;

export interface Frame {
  function: string;
  inlined: boolean;
  source: string | null;
  line: number | null;
  column: number | null;
}

/** The functions of an offset, or of a frame of a stack trace, inlined ones first. */
export interface Symbolized {
  offset: number | null;
  frames: Frame[];
}

/**
 * The functions and lines of offsets in a module, or of the frames of an engine's stack trace (given as text) that are
 * in the module.
 */
export function symbolize(
  wasm: Input,
  what: number | number[] | string,
  options?: { sourceMap?: string | Uint8Array | object; debugFile?: Uint8Array },
): Promise<Symbolized[]>;

/** Runs the command with files in memory. */
export function run(
  args: string[],
  options?: {
    /** The name under which it is called. */
    program?: "invar" | "wasm-opt";
    /** Files by name, before. */
    files?: Record<string, Uint8Array>;
    stdin?: string | Uint8Array;
  },
): Promise<{ code: number; stdout: string; stderr: string; files: Record<string, Uint8Array> }>;

/**
 * Gives the package its module (`invar-opt/invar.wasm.lzma`, or what it unpacks to), where it cannot be loaded from beside the script, as in a bundle
 * without assets. To be called before all else.
 */
export function initialize(
  source:
    | WebAssembly.Module
    | ArrayBuffer
    | Uint8Array
    | string
    | URL
    | Response
    | Promise<WebAssembly.Module | ArrayBuffer | Uint8Array | Response>,
): Promise<void>;

export interface InvarWorker {
  optimize: typeof optimize;
  symbolize: typeof symbolize;
  run: typeof run;
  /** Ends the worker. What was being done is rejected with an `InvarError` whose code is "ended". */
  terminate(): void | Promise<number>;
}

/** Starts a worker that does the same beside the thread of the caller. `worker` is one that runs `invar-opt/worker`. */
export function startWorker(worker?: unknown): InvarWorker;

export class InvarError extends Error {
  /** "input": the module is at fault; "usage": an option; "bug": Invar; "load": its module did not load; "ended". */
  code?: "input" | "usage" | "bug" | "load" | "ended";
  /** Where in the input, in bytes. */
  offset?: number;
}
