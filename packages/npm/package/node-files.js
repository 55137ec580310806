// The files of the machine, for the commands: `MemoryFiles` on node:fs.
//
// The C library of WASI takes the slash off absolute paths, so that `/a/b` and `a/b` are one to it. A path is taken for an
// absolute one if it is in a folder of an argument that is one; for one of the current folder otherwise.

import fs from "node:fs";
import { dirname, resolve } from "node:path";
import { isatty } from "node:tty";

export class NodeFiles {
  constructor(args) {
    // An argument, or the value of an option.
    const paths = args.map((arg) => arg.replace(/^-[^=]*=/, "")).filter((path) => path.startsWith("/"));
    this.absolute = new Set(paths);
    this.folders = [];
    for (const path of paths) this.addFolder(dirname(path));
  }
  addFolder(folder) {
    let real = folder;
    try {
      real = fs.realpathSync(folder);
    } catch {
      // It does not exist, which the program will say.
    }
    for (const it of [folder, resolve(folder), real]) if (it !== "/") this.folders.push(it);
  }
  /** The path that the program meant. */
  place(path) {
    if (path === "") return ".";
    const absolute = `/${path}`;
    const isIn = (folder) => absolute === folder || absolute.startsWith(`${folder}/`);
    return this.absolute.has(absolute) || this.folders.some(isIn) ? absolute : path;
  }
  stream(number) {
    return new OpenFile(number, isatty(number) ? "device" : undefined);
  }
  open(name, { create, exclusive, truncate, append, write, folder }) {
    const path = this.place(name);
    if (folder) return { folder: path };
    const { constants: flag } = fs;
    const flags =
      (write ? flag.O_RDWR : flag.O_RDONLY) |
      (create ? flag.O_CREAT : 0) |
      (exclusive ? flag.O_EXCL : 0) |
      (truncate ? flag.O_TRUNC : 0) |
      (append ? flag.O_APPEND : 0);
    try {
      return new OpenFile(fs.openSync(path, flags));
    } catch (error) {
      // What can be written but not read.
      if (!write || error.code !== "EACCES") throw error;
      return new OpenFile(fs.openSync(path, (flags & ~flag.O_RDWR) | flag.O_WRONLY));
    }
  }
  stat(name, follow) {
    const path = this.place(name);
    return stat(follow ? fs.statSync(path) : fs.lstatSync(path));
  }
  readlink(path) {
    // To the library, the current folder is `/`, and has none above it: it must not resolve this.
    if (path.split("/").includes("..")) throw { code: "ENOTSUP" };
    const target = fs.readlinkSync(this.place(path));
    if (target.startsWith("/")) {
      this.absolute.add(target);
      this.addFolder(target);
    }
    return target;
  }
  rename(fromName, toName) {
    const [from, to] = [this.place(fromName), this.place(toName)];
    // What replaces a file has its rights. WASI cannot say that.
    const before = fs.statSync(to, { throwIfNoEntry: false });
    if (before?.isFile()) fs.chmodSync(from, before.mode & 0o7777);
    fs.renameSync(from, to);
  }
  unlink(path) {
    fs.unlinkSync(this.place(path));
  }
}

function stat(it) {
  const kind = it.isFile()
    ? "file"
    : it.isDirectory()
      ? "folder"
      : it.isSymbolicLink()
        ? "link"
        : it.isCharacterDevice()
          ? "device"
          : "unknown";
  return { kind, size: it.size, device: it.dev, node: it.ino, modified: Math.max(0, it.mtimeMs) };
}

class OpenFile {
  constructor(number, kind) {
    this.number = number;
    this.isStream = number < 3;
    // Where the next byte is, in files that have positions. The system keeps those of streams.
    this.position = 0;
    this.kind = kind ?? (this.isStream ? "unknown" : stat(fs.fstatSync(number)).kind);
  }
  get at() {
    return this.kind === "file" ? this.position : null;
  }
  read(bytes) {
    const read = patiently(() => {
      try {
        return fs.readSync(this.number, bytes, 0, bytes.length, this.at);
      } catch (error) {
        if (error.code === "EOF") return 0;
        throw error;
      }
    });
    this.position += read;
    return read;
  }
  write(bytes) {
    let done = 0;
    while (done < bytes.length) {
      const written = patiently(() => fs.writeSync(this.number, bytes, done, bytes.length - done, this.at));
      done += written;
      this.position += written;
    }
    return done;
  }
  seek(offset, whence) {
    if (this.kind !== "file") throw { code: "EINVAL" };
    this.position = offset + [0, this.position, whence === 2 ? fs.fstatSync(this.number).size : 0][whence];
    return this.position;
  }
  stat() {
    return this.isStream ? { kind: this.kind, size: 0 } : stat(fs.fstatSync(this.number));
  }
  resize(length) {
    fs.ftruncateSync(this.number, length);
  }
  close() {
    if (!this.isStream && this.number !== undefined) fs.closeSync(this.number);
    this.number = undefined;
  }
}

// A pipe whose other end is slow returns at once on some systems: tried again a millisecond later.
function patiently(work) {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
