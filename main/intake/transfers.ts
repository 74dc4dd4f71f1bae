import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../preload/contract/limits.ts';
import { type Refusal, refusalOfSpool } from './refusal.ts';

/** Transfers at the same time. A person drops one thing after the other. */
const mostTransfers = 8;
/** Bytes of a name that every file system accepts. */
const longestName = 200;

interface Transfer {
  readonly folder: string;
  readonly name: string;
  size: number;
  turn: Promise<void>;
}

export interface Piece {
  readonly transfer: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

/** Receives files that come in pieces, as they have no path: a mail attachment, for example. */
export function createTransfers(folder: string) {
  const running = new Map<string, Transfer>();
  /** Transfers that have ended. A late piece must not begin a new file. */
  const ended = new Set<string>();
  let clearing: Promise<void> | null = null;

  /** Deletes our copies of the last run once: they were never sent, and no window shows them. */
  function clearOnce(): Promise<void> {
    clearing ??= rm(folder, { recursive: true, force: true }).catch(() => undefined);
    return clearing;
  }

  /** Gives up a transfer, whether it has ended or not, and deletes what came. */
  async function forget(transfer: string): Promise<void> {
    const given = running.get(transfer);
    running.delete(transfer);
    // A late piece must not begin it anew.
    ended.add(transfer);
    await given?.turn;
    await removeTransfer(join(folder, transfer));
  }

  return {
    clearOnce,
    /** Writes a piece. Returns the path of the whole file after the last one, and null before. */
    async receive({ transfer, name, bytes, last }: Piece): Promise<string | Refusal | null> {
      const known = running.get(transfer);
      if (!known && ended.has(transfer)) return { kind: 'stopped' };
      // Those that broke off never end by themselves: the one that has rested longest gives its place.
      const [rested] = running.keys();
      const isFull = !known && running.size >= mostTransfers && rested !== undefined;
      const turn = isFull ? forget(rested) : clearOnce();
      const at = known ?? { folder: join(folder, transfer), name: safeName(name), size: 0, turn };
      running.delete(transfer);
      running.set(transfer, at);
      // Write the pieces in the order they came.
      const written = at.turn.then(() => put(at, bytes));
      at.turn = written.then(() => undefined);
      const refusal = await written;
      if (last || refusal !== null) {
        running.delete(transfer);
        ended.add(transfer);
      }
      return refusal ?? (last ? join(at.folder, at.name) : null);
    },
    forget,
  };
}

export type Transfers = ReturnType<typeof createTransfers>;

export const removeTransfer = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true }).catch(() => undefined);

async function put(at: Transfer, bytes: Uint8Array): Promise<Refusal | null> {
  const isFirst = at.size === 0;
  at.size += bytes.byteLength;
  let refusal: Refusal = { kind: 'too-large', size: at.size, limit: limits.fileBytes };
  try {
    if (at.size <= limits.fileBytes) {
      if (isFirst) await mkdir(at.folder, { recursive: true, mode: 0o700 });
      const file = await open(join(at.folder, at.name), isFirst ? 'wx' : 'a', 0o600);
      try {
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      return null;
    }
  } catch (error) {
    refusal = refusalOfSpool(error);
  }
  await removeTransfer(at.folder);
  return refusal;
}

/** Makes a foreign name safe as part of a path: no separators, and not too long for a disk. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .replace(/^\.+|[. ]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 && plain.length - dot <= 10 ? plain.slice(dot) : '';
  const whole = Buffer.from(plain.slice(0, plain.length - ending.length));
  // Leave out a letter that was cut in two.
  const stem = whole
    .subarray(0, longestName - Buffer.byteLength(ending))
    .toString()
    .replace(/\ufffd+$/, '');
  return `${stem || 'document'}${ending}`;
}
