import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { writeWhole } from '../files/safe-file.ts';
import { unhurried } from '../time/slices.ts';
import { type SendAnswer, type SendRequest, sendAnswer, sendRequest } from './send-command.ts';
import { type StatusAnswer, type StatusRequest, statusAnswer, statusRequest } from './status-answer.ts';

export type AppRequest = SendRequest | StatusRequest;

/** A thousand long paths fit. */
const MOST_BYTES = 4 * 1024 * 1024;
/** The age from which a request is taken for the leftover of a killed command. */
const OLD_MS = 60 * 60_000;

const name = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Tells whether an id may become part of a path. It arrives as an argument and may be anything. */
const isRequestId = (id: string): boolean => name.test(id);

/**
 * Requests of commands to the running app, and its answers: small files in the data folder, which belongs to the person
 * alone. Renaming gives each request to exactly one side: the app that takes it, or the command that takes it back.
 */
export function createRequestBox(dataFolder: string) {
  const folder = join(dataFolder, 'requests');
  const file = (id: string, kind: 'asked' | 'taken' | 'back' | 'answer') => join(folder, `${id}.${kind}.json`);

  const put = (path: string, content: object): Promise<void> => writeWhole(path, JSON.stringify(content));

  const move = (from: string, to: string): Promise<boolean> =>
    rename(from, to).then(
      () => true,
      () => false,
    );

  async function read(path: string): Promise<unknown> {
    if ((await stat(path)).size > MOST_BYTES) return null;
    return parseJson(await readFile(path, 'utf8'));
  }

  async function answerIn<T>(id: string, schema: z.ZodType<T>): Promise<T | null> {
    try {
      return schema.safeParse(await read(file(id, 'answer'))).data ?? null;
    } catch {
      return null;
    }
  }

  return {
    async ask(request: AppRequest): Promise<string> {
      const id = randomUUID();
      await put(file(id, 'asked'), request);
      return id;
    },
    /**
     * Takes a request for the app. `gone`: taken before, or taken back. `unreadable`: of another version, or damaged.
     */
    async take(id: string): Promise<AppRequest | 'gone' | 'unreadable'> {
      if (!isRequestId(id) || !(await move(file(id, 'asked'), file(id, 'taken')))) return 'gone';
      const content = await read(file(id, 'taken')).catch(() => null);
      return z.union([statusRequest, sendRequest]).safeParse(content).data ?? 'unreadable';
    },
    answer: (id: string, answer: SendAnswer | StatusAnswer): Promise<void> => put(file(id, 'answer'), answer),
    /** Takes a request back for the command. Returns false if the app has taken it meanwhile. */
    takeBack: (id: string): Promise<boolean> => move(file(id, 'asked'), file(id, 'back')),
    isTaken: (id: string): Promise<boolean> =>
      stat(file(id, 'taken')).then(
        () => true,
        () => false,
      ),
    answerOf: (id: string): Promise<SendAnswer | null> => answerIn(id, sendAnswer),
    statusOf: (id: string): Promise<StatusAnswer | null> => answerIn(id, statusAnswer),
    async clear(id: string): Promise<void> {
      const kinds = ['asked', 'taken', 'back', 'answer'] as const;
      await Promise.all(kinds.map((kind) => rm(file(id, kind), { force: true })));
    },
    async sweep(now: number): Promise<void> {
      for await (const found of unhurried(await readdir(folder).catch((): string[] => []))) {
        const path = join(folder, found);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
        if (now - mtimeMs > OLD_MS) await rm(path, { force: true });
      }
    },
  };
}

export type RequestBox = ReturnType<typeof createRequestBox>;
