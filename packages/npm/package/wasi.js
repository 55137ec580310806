// The part of WASI (wasi_snapshot_preview1) that the command uses, on any file system with the methods of `MemoryFiles`:
// that of memory (memory.js), in all engines, or that of node (node-files.js).

const SUCCESS = 0;
const NO_SUCH_CALL = 52;
const BAD_FILE = 8;
const ERRORS = {
  EACCES: 2, EAGAIN: 6, EBADF: 8, EEXIST: 20, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33, ENAMETOOLONG: 37,
  ENOENT: 44, ENOSPC: 51, ENOTDIR: 54, ENOTEMPTY: 55, ENOTSUP: 58, EPERM: 63, EPIPE: 64, EROFS: 69, ETXTBSY: 74, EXDEV: 75,
};
// Numbers that WASI gives to kinds of files.
const KINDS = { unknown: 0, device: 2, folder: 3, file: 4, link: 7 };

/** What the program threw to end: not an error. */
class Exit {
  constructor(code) {
    this.code = code;
  }
}

/**
 * Runs a compiled command from start to end.
 *
 * `args` has the name of the program first. `files` is a file system. Returns the exit code. What the engine throws
 * (a trap, a full stack) is thrown on: the instance is gone, the module may be run again.
 */
export async function run(module, { args, env = {}, files }) {
  const wasi = new Wasi(args, env, files);
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.imports(module) });
  wasi.memory = instance.exports.memory;
  try {
    instance.exports._start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  } finally {
    wasi.closeAll();
  }
}

class Wasi {
  constructor(args, env, files) {
    const encoder = new TextEncoder();
    this.files = files;
    this.args = args.map((arg) => encoder.encode(`${arg}\0`));
    this.env = Object.entries(env).map(([name, value]) => encoder.encode(`${name}=${value}\0`));
    // Number 3 is the folder in which all paths start.
    this.open = [files.stream(0), files.stream(1), files.stream(2), { folder: "/" }];
  }

  // The memory may have grown since the last call, which detaches its buffers.
  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at >>> 0, length);
  }

  path(folder, at, length) {
    const path = new TextDecoder().decode(this.bytes(at, length).slice());
    if (this.open[folder]?.folder === undefined) throw { code: "EBADF" };
    return path;
  }

  file(number) {
    const file = this.open[number];
    if (file === undefined || file === null) throw { code: "EBADF" };
    return file;
  }

  closeAll() {
    for (const file of this.open) file?.close?.();
  }

  /** The imports that the module asks for. A call that is not here returns an error to the program. */
  imports(module) {
    const imports = {};
    for (const { name } of WebAssembly.Module.imports(module)) {
      const call = this[name];
      imports[name] = (...words) => {
        if (call === undefined) return NO_SUCH_CALL;
        try {
          return call.apply(this, words) ?? SUCCESS;
        } catch (error) {
          const number = typeof error?.code === "string" ? (ERRORS[error.code] ?? ERRORS.EIO) : undefined;
          if (number === undefined) throw error;
          return number;
        }
      };
    }
    return imports;
  }

  // ---- Arguments and environment -----------------------------------------------------------------------------------

  sizes(list, count, size) {
    this.view.setUint32(count, list.length, true);
    this.view.setUint32(size, list.reduce((sum, text) => sum + text.length, 0), true);
  }

  texts(list, pointers, at) {
    for (const [n, text] of list.entries()) {
      this.view.setUint32(pointers + 4 * n, at, true);
      this.bytes(at, text.length).set(text);
      at += text.length;
    }
  }

  args_sizes_get(count, size) {
    this.sizes(this.args, count, size);
  }
  args_get(pointers, at) {
    this.texts(this.args, pointers, at);
  }
  environ_sizes_get(count, size) {
    this.sizes(this.env, count, size);
  }
  environ_get(pointers, at) {
    this.texts(this.env, pointers, at);
  }

  // ---- The rest of the world ---------------------------------------------------------------------------------------

  proc_exit(code) {
    throw new Exit(code);
  }
  sched_yield() {}
  clock_time_get(clock, _precision, at) {
    const now = clock === 0 ? Date.now() : performance.now();
    this.view.setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
  }
  clock_res_get(_clock, at) {
    this.view.setBigUint64(at, 1000n, true);
  }
  random_get(at, length) {
    // A call gives at most 65,536 bytes.
    for (let done = 0; done < length; done += 65536) {
      const random = crypto.getRandomValues(new Uint8Array(Math.min(65536, length - done)));
      this.bytes(at + done, random.length).set(random);
    }
  }

  // ---- Open files --------------------------------------------------------------------------------------------------

  // A list of vectors, each an address and a length.
  vectors(at, count) {
    const { view } = this;
    return Array.from({ length: count }, (_, n) =>
      this.bytes(view.getUint32(at + 8 * n, true), view.getUint32(at + 8 * n + 4, true)),
    );
  }

  fd_read(number, at, count, done) {
    const file = this.file(number);
    let sum = 0;
    for (const bytes of this.vectors(at, count)) {
      const read = bytes.length === 0 ? 0 : file.read(bytes);
      sum += read;
      if (read < bytes.length) break;
    }
    this.view.setUint32(done, sum, true);
  }
  fd_write(number, at, count, done) {
    const file = this.file(number);
    let sum = 0;
    for (const bytes of this.vectors(at, count)) sum += file.write(bytes);
    this.view.setUint32(done, sum, true);
  }
  fd_seek(number, offset, whence, at) {
    this.view.setBigUint64(at, BigInt(this.file(number).seek(Number(offset), whence)), true);
  }
  fd_tell(number, at) {
    return this.fd_seek(number, 0, 1, at);
  }
  fd_close(number) {
    const file = this.file(number);
    this.open[number] = null;
    file.close?.();
  }
  fd_fdstat_get(number, at) {
    const file = this.file(number);
    this.bytes(at, 24).fill(0);
    const kind = file.folder !== undefined ? KINDS.folder : KINDS[file.kind];
    this.view.setUint8(at, kind);
    // All rights. A device that can seek is no terminal to the library.
    const rights = kind === KINDS.device ? ~((1n << 2n) | (1n << 5n)) & 0x3fffffffn : 0x3fffffffn;
    this.view.setBigUint64(at + 8, rights, true);
    this.view.setBigUint64(at + 16, 0x3fffffffn, true);
  }
  fd_fdstat_set_flags() {}
  fd_filestat_get(number, at) {
    const file = this.file(number);
    this.stat(at, file.folder !== undefined ? { kind: "folder", size: 0 } : file.stat());
  }
  fd_filestat_set_size(number, size) {
    this.file(number).resize(Number(size));
  }
  fd_sync() {}
  fd_datasync() {}
  fd_prestat_get(number, at) {
    const folder = this.open[number]?.folder;
    if (folder === undefined) return BAD_FILE;
    this.view.setUint32(at, 0, true);
    this.view.setUint32(at + 4, folder.length, true);
  }
  fd_prestat_dir_name(number, at, length) {
    const name = new TextEncoder().encode(this.open[number].folder);
    this.bytes(at, length).set(name.subarray(0, length));
  }

  // ---- Paths -------------------------------------------------------------------------------------------------------

  stat(at, { kind, size, device = 0, node = 0, modified = 0 }) {
    this.bytes(at, 64).fill(0);
    const { view } = this;
    view.setBigUint64(at, BigInt(device), true);
    view.setBigUint64(at + 8, BigInt(node), true);
    view.setUint8(at + 16, KINDS[kind]);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(size), true);
    for (const offset of [40, 48, 56]) view.setBigUint64(at + offset, BigInt(Math.round(modified * 1e6)), true);
  }

  path_open(folder, _lookup, at, length, flags, rights, _inherited, fdFlags, result) {
    const path = this.path(folder, at, length);
    const file = this.files.open(path, {
      create: (flags & 1) !== 0,
      folder: (flags & 2) !== 0,
      exclusive: (flags & 4) !== 0,
      truncate: (flags & 8) !== 0,
      append: (fdFlags & 1) !== 0,
      write: (BigInt(rights) & (1n << 6n)) !== 0n,
    });
    let number = this.open.indexOf(null);
    if (number < 0) number = this.open.length;
    this.open[number] = file;
    this.view.setUint32(result, number, true);
  }
  path_filestat_get(folder, lookup, at, length, result) {
    this.stat(result, this.files.stat(this.path(folder, at, length), (lookup & 1) !== 0));
  }
  path_readlink(folder, at, length, buffer, room, done) {
    const target = new TextEncoder().encode(this.files.readlink(this.path(folder, at, length)));
    const copied = target.subarray(0, room);
    this.bytes(buffer, copied.length).set(copied);
    this.view.setUint32(done, copied.length, true);
  }
  path_rename(folder, at, length, newFolder, newAt, newLength) {
    this.files.rename(this.path(folder, at, length), this.path(newFolder, newAt, newLength));
  }
  path_unlink_file(folder, at, length) {
    this.files.unlink(this.path(folder, at, length));
  }
}
