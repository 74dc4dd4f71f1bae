import { randomUUID } from 'node:crypto';
import {
  existsSync,
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const messageSchema = z.object({ argv: z.array(z.string()), cwd: z.string(), data: z.unknown() });
export type SecondInstance = z.infer<typeof messageSchema>;

const holderName = 'SingletonHolder';
const messageEnd = '.start.json';
/** How long Electron waits for the first start. */
const UNREAD_MS = 20_000;
const LOOK_MS = 5;
const sleeping = new Int32Array(new SharedArrayBuffer(4));

function lockIn(userData: string): DatabaseSync | null {
  const lock = new DatabaseSync(join(userData, 'SingletonLock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    return null;
  }
}

/** Electron leaves a first start alone that shows a window on Windows, so nothing is ended there. */
function endHolder(userData: string): boolean {
  if (process.platform === 'win32') return false;
  try {
    const pid = Number(readFileSync(join(userData, holderName), 'utf8'));
    // 0 would be our own group of processes.
    return pid > 1 && process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

function leave(message: string, start: SecondInstance): void {
  const unfinished = message.slice(0, -messageEnd.length);
  writeFileSync(unfinished, JSON.stringify(start));
  renameSync(unfinished, message);
}

/**
 * One app per data folder. The lock is SQLite's own file lock: taken at once, exclusive between processes, and given back
 * by the system even after a kill. Later starts leave their arguments in an inbox that the first one watches.
 */
export class SingleInstance {
  #lock: DatabaseSync | null = null;
  #inbox: FSWatcher | null = null;
  readonly #onSecond: (start: SecondInstance) => void;
  readonly #unreadMs: number;

  constructor(onSecond: (start: SecondInstance) => void, unreadMs = UNREAD_MS) {
    this.#onSecond = onSecond;
    this.#unreadMs = unreadMs;
  }

  get held(): boolean {
    return this.#lock !== null;
  }

  /**
   * As in Electron, a later start returns when the first one has its data, and tries again when that one ends before. It ends
   * a first one that reads nothing, and takes its place.
   */
  request(userData: string, start: SecondInstance): boolean {
    if (this.#lock) return true;
    const inbox = join(userData, 'SingletonInbox');
    mkdirSync(inbox, { recursive: true });
    const message = join(inbox, `${randomUUID()}${messageEnd}`);
    let until = Date.now() + this.#unreadMs;
    let hasEnded = false;
    for (let isLeft = false; ; isLeft = true) {
      this.#lock = lockIn(userData);
      if (this.#lock) break;
      if (!isLeft) leave(message, start);
      if (!existsSync(message)) return false;
      if (Date.now() > until) {
        if (hasEnded || !endHolder(userData)) return false;
        hasEnded = true;
        until = Date.now() + UNREAD_MS;
      }
      Atomics.wait(sleeping, 0, 0, LOOK_MS);
    }
    writeFileSync(join(userData, holderName), String(process.pid));
    this.#receive(inbox, false);
    this.#inbox = watch(inbox, () => this.#receive(inbox, true));
    return true;
  }

  release(): void {
    this.#inbox?.close();
    this.#inbox = null;
    this.#lock?.close();
    this.#lock = null;
  }

  /** What was left for a run that has ended is nobody's business now. */
  #receive(inbox: string, current: boolean): void {
    for (const name of readdirSync(inbox)) {
      if (!name.endsWith(messageEnd)) continue;
      const file = join(inbox, name);
      const start = messageSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      rmSync(file);
      if (current) this.#onSecond(start);
    }
  }
}
