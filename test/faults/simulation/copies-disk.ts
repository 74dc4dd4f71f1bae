import { dirname } from 'node:path/posix';
import type { CopyDisk } from '../../../main/documents/copy-disk.ts';
import type { Chance } from './random.ts';

interface File {
  bytes: Buffer;
  /** What a power cut leaves. */
  flushed: Buffer;
  readonly maker: 'app' | 'person';
  modifiedAt: number;
}

/** `gone`: the drive is not connected, but its place can be written to. */
export type CopiesMode = 'fine' | 'unreachable' | 'full' | 'gone';

const DOCUMENTS = '/documents';
export const COPIES = '/documents/signed';

const failing = (code: string) => Object.assign(new Error(code), { code });

interface CopiesDiskDeps {
  readonly chance: Chance;
  readonly now: () => number;
  readonly problem: (text: string) => void;
  /** FAT, some network drives and synchronised folders have no links. */
  readonly links: boolean;
  /** The folder is the app's own, or a person chose it and it is there. */
  readonly isOurs: boolean;
}

/** The folder for signed copies, in memory: it can vanish, be full, hold files for a moment and lose power. */
export function createCopiesDisk({ chance, now, problem, links, isOurs }: CopiesDiskDeps) {
  let files = new Map<string, File>();
  /** The names that survive a power cut. */
  let flushed = new Map<string, File>();
  /** The place of the drive while the drive is gone. */
  const elsewhere = new Map<string, File>();
  const folders = { here: new Set(['/', DOCUMENTS, ...(isOurs ? [] : [COPIES])]), elsewhere: new Set(['/']) };
  let mode: CopiesMode = 'fine';

  const tree = () => (mode === 'gone' ? elsewhere : files);
  const known = () => (mode === 'gone' ? folders.elsewhere : folders.here);

  function reach(): void {
    if (mode === 'unreachable') throw failing('EHOSTDOWN');
  }

  function fileAt(path: string): File {
    reach();
    const found = tree().get(path);
    if (found === undefined) throw failing('ENOENT');
    return found;
  }

  function freeName(path: string): void {
    reach();
    if (!known().has(dirname(path))) throw failing('ENOENT');
    if (dirname(path) !== COPIES) problem(`a copy was written outside of its folder: ${path}`);
  }

  /** A synchronising program holds the file for a moment. */
  function held(): void {
    if (chance.of(0.02)) throw failing('EBUSY');
  }

  const disk: CopyDisk = {
    async makeFolder(path) {
      reach();
      known().add(dirname(path)).add(path);
    },
    async isFolder(path) {
      reach();
      return known().has(path);
    },
    async create(path) {
      freeName(path);
      if (tree().has(path)) throw failing('EEXIST');
      if (mode === 'full') throw failing('ENOSPC');
      const file: File = { bytes: Buffer.alloc(0), flushed: Buffer.alloc(0), maker: 'app', modifiedAt: now() };
      tree().set(path, file);
      return {
        async write(bytes) {
          reach();
          if (mode === 'full') throw failing('ENOSPC');
          file.bytes = Buffer.concat([file.bytes, bytes]);
          file.modifiedAt = now();
        },
        async size() {
          reach();
          return file.bytes.length;
        },
        async read(position, length) {
          reach();
          return file.bytes.subarray(position, position + length);
        },
        async sync() {
          reach();
          file.flushed = file.bytes;
        },
        async close() {},
      };
    },
    async link(from, to) {
      freeName(to);
      const file = fileAt(from);
      if (!links) throw failing('ENOTSUP');
      if (tree().has(to)) throw failing('EEXIST');
      tree().set(to, file);
    },
    async rename(from, to) {
      freeName(to);
      held();
      const file = fileAt(from);
      const before = tree().get(to);
      if (before !== undefined && (before.maker === 'person' || before.bytes.length > 0))
        problem(`a copy was written over another file: ${to}`);
      tree().delete(from);
      tree().set(to, file);
      // The drive has renamed the file, and its answer is lost.
      if (chance.of(0.1)) throw failing('EIO');
    },
    async remove(path) {
      reach();
      if (tree().get(path)?.maker === 'person') problem(`a file of a person was deleted: ${path}`);
      tree().delete(path);
    },
    async syncFolder(path) {
      reach();
      if (mode === 'gone') return;
      for (const name of new Set([...files.keys(), ...flushed.keys()])) {
        if (dirname(name) !== path) continue;
        const file = files.get(name);
        if (file === undefined) flushed.delete(name);
        else flushed.set(name, file);
      }
    },
    async list(path) {
      reach();
      return [...tree().keys()].filter((name) => dirname(name) === path).map((name) => name.slice(path.length + 1));
    },
    async stat(path) {
      reach();
      const found = tree().get(path);
      return found === undefined ? null : { size: found.bytes.length, modifiedAt: found.modifiedAt };
    },
    async *read(path) {
      held();
      yield fileAt(path).bytes;
    },
    async openFile(path) {
      const { bytes } = fileAt(path);
      return { read: async (position, length) => bytes.subarray(position, position + length), close: async () => {} };
    },
  };

  return {
    disk,
    createBelow: isOurs ? DOCUMENTS : null,
    setMode(next: CopiesMode): void {
      mode = next;
      // What was written in place of the drive is hidden when the drive is back.
      if (next !== 'gone') {
        elsewhere.clear();
        folders.elsewhere = new Set(['/']);
      }
    },
    /** A file that a person keeps in the folder. */
    put(name: string, content: string): void {
      folders.here.add(COPIES);
      const bytes = Buffer.from(content);
      const file: File = { bytes, flushed: bytes, maker: 'person', modifiedAt: now() };
      files.set(`${COPIES}/${name}`, file);
      flushed.set(`${COPIES}/${name}`, file);
    },
    /** Of what was not flushed, any part may be left. */
    cutPower(): void {
      const left = new Map(flushed);
      for (const [name, file] of files) if (!left.has(name) && chance.of(0.5)) left.set(name, file);
      for (const file of left.values()) {
        if (file.bytes === file.flushed) continue;
        file.bytes = file.bytes.subarray(0, chance.between(file.flushed.length, file.bytes.length));
        file.flushed = file.bytes;
      }
      files = left;
      flushed = new Map(left);
    },
    files: (): ReadonlyMap<string, { readonly bytes: Buffer; readonly maker: 'app' | 'person' }> => files,
  };
}
