import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import type { Person } from '../../preload/contract/person.ts';
import type { ProfileFile } from '../profiles/profile-file.ts';
import { peopleBatch, peopleHead, profileFile, type ThreadJob } from './thread-messages.ts';

const limitMs = 60_000;

type ReadHead = Extract<z.infer<typeof peopleHead>, { readonly kind: 'read' }>;
export type ReadPeople =
  | ({ readonly kind: 'read'; readonly people: readonly Person[] } & Omit<ReadHead, 'count'>)
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-many' };

/** Hears the thread's answers one after the other. A thread that ends without one, or takes too long, is a failure. */
async function inThread<T>(
  file: URL,
  reads: ThreadJob['reads'],
  content: Uint8Array,
  talk: (next: () => Promise<unknown>, more: () => void) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  const bytes = new Uint8Array(content);
  const job: ThreadJob = { reads, content: bytes };
  const worker = new Worker(file, { workerData: job, transferList: [bytes.buffer] });
  worker.once('exit', () => over.abort());
  // Whoever waits for an answer hears of it; a failure nobody waits for must not end the app.
  worker.on('error', () => undefined);
  const next = async (): Promise<unknown> => {
    const [message]: unknown[] = await once(worker, 'message', { signal: over.signal });
    return message;
  };
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    return await talk(next, () => worker.postMessage('more'));
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

/**
 * Reads large files that a person chose. They may hold anything: megabytes of it keep a thread busy for a second, and the
 * thread that draws menus must not stand still for more than 20 ms.
 */
export function createForeignReader({ thread }: { readonly thread: URL }) {
  return {
    readPeople: (content: Uint8Array): Promise<ReadPeople> =>
      inThread(thread, 'people', content, async (next, more) => {
        const head = peopleHead.parse(await next());
        if (head.kind !== 'read') return head;
        const { count, ...rest } = head;
        const people: Person[] = [];
        while (people.length < count) {
          more();
          // oxlint-disable-next-line no-await-in-loop -- each batch is asked for when the one before is here
          for (const person of peopleBatch.parse(await next())) people.push(person);
        }
        return { ...rest, people };
      }),
    readProfile: (content: Uint8Array): Promise<ProfileFile> =>
      inThread(thread, 'profile', content, async (next) => profileFile.parse(await next())),
  };
}

export type ForeignReader = ReturnType<typeof createForeignReader>;

/** The thread as it stands in the sources, for whoever runs them as they are. */
export const threadOfSources = new URL('./reader-thread.ts', import.meta.url);
