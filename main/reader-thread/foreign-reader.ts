import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import { lengths } from '../../preload/contract/limits.ts';
import type { Person } from '../../preload/contract/person.ts';
import { type PastedCredentials, readPastedCredentials } from '../paste/pasted-credentials.ts';
import type { ProfileFile } from '../profiles/profile-file.ts';
import type { FileProfile, SettingsFile } from '../settings/settings-file.ts';
import { Secret } from '../signing/secret.ts';
import {
  credentials,
  peopleBatch,
  peopleHead,
  profileFile,
  settingsHead,
  settingsProfile,
  type ThreadJob,
} from './thread-messages.ts';

const limitMs = 60_000;
/** A pasted text of up to this many characters is read in a few milliseconds, so it needs no thread. */
const maxWithoutThread = 2_000;

type ReadHead = Extract<z.infer<typeof peopleHead>, { readonly kind: 'read' }>;
export type ReadPeople =
  | ({ readonly kind: 'read'; readonly people: readonly Person[] } & Omit<ReadHead, 'count'>)
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-many' };

/** Starts a thread for one job and ends it afterwards. Rejects when the thread ends early or takes too long. */
async function inThread<T>(
  file: URL,
  job: ThreadJob,
  receive: (next: () => Promise<unknown>, more: () => void) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  const worker = new Worker(file, { workerData: job, transferList: 'content' in job ? [job.content.buffer] : [] });
  worker.once('exit', () => over.abort());
  // Without a listener, an error of the thread would end the app. `next` rejects through `exit`.
  worker.on('error', () => undefined);
  const next = async (): Promise<unknown> => {
    const [message]: unknown[] = await once(worker, 'message', { signal: over.signal });
    return message;
  };
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    return await receive(next, () => worker.postMessage('more'));
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

/**
 * Reads files and pasted texts in a thread. Megabytes of any content can take a second, and the main thread, which
 * draws the menus, must not stop for more than 20 ms.
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
    readSettings: (content: Uint8Array): Promise<SettingsFile> =>
      inThread(thread, { reads: 'settings', content: new Uint8Array(content) }, async (next, more) => {
        const head = settingsHead.parse(await next());
        if (head.kind !== 'read') return head;
        const profiles: FileProfile[] = [];
        while (profiles.length < head.count) {
          more();
          // oxlint-disable-next-line no-await-in-loop -- each profile is asked for when the one before is here
          profiles.push(settingsProfile.parse(await next()));
        }
        return { kind: 'read', settings: head.settings, profiles };
      }),
    async readCredentials(text: string): Promise<PastedCredentials> {
      // What people copy from a page is short. A text above the limit is refused without reading it.
      if (text.length <= maxWithoutThread || text.length > lengths.paste) return readPastedCredentials(text);
      const found = await inThread(thread, { reads: 'credentials', text }, async (next) =>
        credentials.parse(await next()),
      );
      return found.ok ? { ...found, password: new Secret(found.password) } : found;
    },
  };
}

export type ForeignReader = ReturnType<typeof createForeignReader>;

/** The thread's source file, for tests and benchmarks that run the sources without a build. */
export const threadOfSources = new URL('./reader-thread.ts', import.meta.url);
