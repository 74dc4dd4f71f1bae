import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { writeWholeNow } from '../files/safe-file.ts';
import type { Told } from './news.ts';

const line = z.union([z.object({ at: z.number(), told: z.string() }), z.object({ at: z.number(), began: z.string() })]);
type Line = z.infer<typeof line>;

/** Four times as long as most things are news. An alarm about a copy is one as long as the copy is there. */
const KEPT_MS = 60 * 24 * 60 * 60_000;
const MOST_LINES = 20_000;

/** Hashes a key, to keep the names of documents out of the file. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 24);

function linesIn(path: string): readonly Line[] | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  return text.split('\n').flatMap((one) => (one === '' ? [] : (line.safeParse(parseJson(one)).data ?? [])));
}

// A line that a power cut has cut short must not spoil the next one, so each begins with a line end.
const textOf = (lines: readonly Line[]) => lines.map((one) => `\n${JSON.stringify(one)}`).join('');

/**
 * Remembers what was told, in a file outside of the journal: a lost or restored journal must not tell everything again.
 * Without the file, what has ended so far counts as told.
 */
export function openToldNews(path: string, now: number, accountOf: (connectionId: string) => string | null) {
  const found = linesIn(path);
  const isLong = found !== null && found.length > MOST_LINES;
  const kept = (found ?? []).filter((one) => !isLong || 'began' in one || now - one.at < KEPT_MS);
  const told = new Set(kept.flatMap((one) => ('told' in one ? [one.told] : [])));
  const began = new Map(kept.flatMap((one) => ('began' in one ? [[one.began, one.at] as const] : [])));
  if (isLong) rewrite(kept);

  /** Returns the key of the first list, which each account has for itself. */
  const listOf = (connectionId: string) => hashOf(`${connectionId}|${accountOf(connectionId) ?? ''}`);

  function rewrite(lines: readonly Line[]): void {
    try {
      writeWholeNow(path, textOf(lines));
    } catch {
      // The old file still holds all of it.
    }
  }

  function write(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      appendFileSync(path, textOf(lines), { mode: 0o600 });
    } catch {
      // On a full disk we remember it until the app ends.
    }
  }

  return {
    isNew: found === null,
    has: (key: string): boolean => told.has(hashOf(key)),
    beganAt: (connectionId: string): number | null => began.get(listOf(connectionId)) ?? null,
    /** Notes news as told. Call this before the notification is shown: a crash in between must not tell it twice. */
    add(keys: readonly string[], at: number): void {
      const fresh = [...new Set(keys.map(hashOf))].filter((hash) => !told.has(hash));
      for (const hash of fresh) told.add(hash);
      write(fresh.map((hash) => ({ at, told: hash })));
    },
    begin(connectionId: string, at: number): void {
      began.set(listOf(connectionId), at);
      write([{ at, began: listOf(connectionId) }]);
    },
  } satisfies Told & Record<string, unknown>;
}

export type ToldNews = ReturnType<typeof openToldNews>;
