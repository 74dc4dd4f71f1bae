import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import { lengths } from '../../preload/contract/limits.ts';
import type { Person } from '../../preload/contract/person.ts';
import { type PastedCredentials, readPastedCredentials } from '../paste/pasted-credentials.ts';
import type { ProfileFile } from '../profiles/profile-file.ts';
import { Secret } from '../signing/secret.ts';
import { credentials, peopleBatch, peopleHead, profileFile, type ThreadJob } from './thread-messages.ts';

const limitMs = 60_000;
/** Characters of a pasted text that are read within a few milliseconds, whatever they are. */
const longestAtOnce = 2_000;

type ReadHead = Extract<z.infer<typeof peopleHead>, { readonly kind: 'read' }>;
export type ReadPeople =
  | ({ readonly kind: 'read'; readonly people: readonly Person[] } & Omit<ReadHead, 'count'>)
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-many' };

/** Hears the thread's answers one after the other. A thread that ends without one, or takes too long, is a failure. */
async function inThread<T>(
  file: URL,
  job: ThreadJob,
  talk: (next: () => Promise<unknown>, more: () => void) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  const worker = new Worker(file, { workerData: job, transferList: 'content' in job ? [job.content.buffer] : [] });
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
 * Reads large files and long texts that a person chose. They may hold anything: megabytes of it keep a thread busy for a
 * second, and the thread that draws menus must not stand still for more than 20 ms.
 */
export function createForeignReader({ thread }: { readonly thread: URL }) {
  return {
    readPeople: (content: Uint8Array): Promise<ReadPeople> =>
      inThread(thread, { reads: 'people', content: new Uint8Array(content) }, async (next, more) => {
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
      inThread(thread, { reads: 'profile', content: new Uint8Array(content) }, async (next) =>
        profileFile.parse(await next()),
      ),
    async readCredentials(text: string): Promise<PastedCredentials> {
      // What a page shows is short. A text that is too long is told at once, too.
      if (text.length <= longestAtOnce || text.length > lengths.paste) return readPastedCredentials(text);
      const found = await inThread(thread, { reads: 'credentials', text }, async (next) =>
        credentials.parse(await next()),
      );
      return found.ok ? { ...found, password: new Secret(found.password) } : found;
    },
  };
}

export type ForeignReader = ReturnType<typeof createForeignReader>;

/** The thread as it stands in the sources, for whoever runs them as they are. */
export const threadOfSources = new URL('./reader-thread.ts', import.meta.url);
