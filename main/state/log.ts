import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';

/** Codes and numbers only: a support report contains them as they are. Never a name of a person or a file. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  /** Writes a bug, or a failure that nobody expected. */
  error(place: string, error: unknown): void;
  /** Writes an event with its time, so that support can follow it. */
  info(place: string, facts: LogFacts): void;
}

export interface LogLimits {
  readonly fileBytes: number;
  readonly olderFiles: number;
  /** The most lines in one minute. More are counted, not written. */
  readonly linesPerMinute: number;
}

const usual: LogLimits = { fileBytes: 1_000_000, olderFiles: 2, linesPerMinute: 300 };
const longestError = 8_000;
const MINUTE_MS = 60_000;

/** Returns the files of the log, newest first. */
export const logFiles = (path: string, { olderFiles } = usual): readonly string[] => [
  path,
  ...Array.from({ length: olderFiles }, (_none, index) => `${path}.${index + 1}`),
];

interface Described {
  readonly name: string;
  readonly code?: string;
  readonly stack?: string;
  readonly text: string;
}

/** Returns the stack without the message before it, which may contain anything, also lines that look like a stack. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  return at === -1 ? '' : stack.slice(at + message.length).slice(0, longestError);
}

/** Describes an error. Secrets print as [secret]. */
function describe(error: unknown): Described {
  const text = inspect(error, { depth: 3, maxStringLength: 2_000, maxArrayLength: 20 }).slice(0, longestError);
  if (!(error instanceof Error)) return { name: typeof error, text };
  const code: unknown = Reflect.get(error, 'code');
  return {
    name: error.name.slice(0, 100),
    ...(typeof code === 'string' && { code: code.slice(0, 100) }),
    stack: framesOf(error),
    text,
  };
}

/** Writes a log for support, one JSON object per line. Never log documents or pasted texts. */
export function createLog(path: string, limits: LogLimits = usual): Log {
  const files = logFiles(path, limits);
  let minute = 0;
  let lines = 0;

  function makeRoom(): void {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < limits.fileBytes) return;
    for (let index = files.length - 1; index > 0; index -= 1) {
      const [from = path, to = path] = [files[index - 1], files[index]];
      if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to);
    }
  }

  function write(entry: object): void {
    const now = Date.now();
    if (Math.abs(now - minute) >= MINUTE_MS) {
      const lost = lines - limits.linesPerMinute;
      minute = now;
      lines = 0;
      if (lost > 0) write({ level: 'info', place: 'log', facts: { lost } });
    }
    lines += 1;
    // An error that comes a thousand times a second must not keep the disk busy.
    if (lines > limits.linesPerMinute) return;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      makeRoom();
      appendFileSync(path, `${JSON.stringify({ at: new Date(now).toISOString(), ...entry })}\n`, { mode: 0o600 });
    } catch {
      // A full disk or a read-only profile must not turn a logged problem into a crash.
    }
  }

  return {
    error: (place, error) => write({ level: 'error', place, error: describe(error) }),
    info: (place, facts) => write({ level: 'info', place, facts }),
  };
}
