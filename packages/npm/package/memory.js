// A file system in memory: files by path, without folders.

/** Files of a run: `files` by name, `stdin`. What the run prints is `stdout` and `stderr`. */
export class MemoryFiles {
  constructor(files = {}, stdin = new Uint8Array()) {
    this.files = new Map(Object.entries(files).map(([name, bytes]) => [key(name), new Content(bytes)]));
    this.streams = [new Content(stdin), new Content(), new Content()];
  }

  /** The bytes of a file; `undefined` if there is none. */
  get(name) {
    return this.files.get(key(name))?.bytes;
  }
  get stdout() {
    return new TextDecoder().decode(this.streams[1].bytes);
  }
  get stderr() {
    return new TextDecoder().decode(this.streams[2].bytes);
  }

  stream(number) {
    return new OpenFile(this.streams[number], false);
  }
  open(path, { create, exclusive, truncate, append, folder }) {
    if (folder) throw { code: "ENOTDIR" };
    let content = this.files.get(key(path));
    if (content !== undefined && exclusive) throw { code: "EEXIST" };
    if (content === undefined) {
      if (!create) throw { code: "ENOENT" };
      content = new Content();
      this.files.set(key(path), content);
    }
    if (truncate) content.resize(0);
    return new OpenFile(content, append);
  }
  stat(path) {
    const name = key(path);
    if (name === "") return { kind: "folder", size: 0 };
    return this.found(name).stat();
  }
  readlink(path) {
    this.found(key(path));
    throw { code: "EINVAL" };
  }
  rename(from, to) {
    const content = this.found(key(from));
    this.files.delete(key(from));
    this.files.set(key(to), content);
  }
  unlink(path) {
    this.found(key(path));
    this.files.delete(key(path));
  }
  found(name) {
    const content = this.files.get(name);
    if (content === undefined) throw { code: "ENOENT" };
    return content;
  }
}

// `/a`, `./a` and `a` are one file.
function key(path) {
  return path.split("/").filter((part) => part !== "" && part !== ".").join("/");
}

let nodes = 0;

class Content {
  constructor(bytes = new Uint8Array()) {
    // What is written goes to a copy with room to grow.
    this.buffer = bytes;
    this.length = bytes.length;
    this.owned = false;
    this.node = ++nodes;
  }
  get bytes() {
    return this.buffer.subarray(0, this.length);
  }
  stat() {
    return { kind: "file", size: this.length, node: this.node };
  }
  resize(length) {
    if (!this.owned || length > this.buffer.length) {
      const grown = new Uint8Array(Math.max(length, this.length * 2, 1024));
      grown.set(this.bytes.subarray(0, length));
      this.buffer = grown;
      this.owned = true;
    } else if (length < this.length) {
      this.buffer.fill(0, length, this.length);
    }
    this.length = length;
  }
}

class OpenFile {
  constructor(content, append) {
    this.content = content;
    this.position = append ? content.length : 0;
    this.kind = "file";
  }
  read(bytes) {
    const from = this.content.bytes.subarray(this.position, this.position + bytes.length);
    bytes.set(from);
    this.position += from.length;
    return from.length;
  }
  write(bytes) {
    const end = this.position + bytes.length;
    if (!this.content.owned || end > this.content.length) this.content.resize(Math.max(end, this.content.length));
    this.content.buffer.set(bytes, this.position);
    this.position = end;
    return bytes.length;
  }
  seek(offset, whence) {
    const position = offset + [0, this.position, this.content.length][whence];
    if (position < 0) throw { code: "EINVAL" };
    this.position = position;
    return position;
  }
  stat() {
    return this.content.stat();
  }
  resize(length) {
    this.content.resize(length);
  }
}
