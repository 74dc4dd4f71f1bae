// The thread of foreign-reader.ts: it reads one file or text and posts the result. It also reads documents for document-reader.ts.
import '../platform/no-generated-code.ts';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { z } from 'zod';
import { limits } from '../../preload/contract/limits.ts';
import { readPastedCredentials } from '../paste/pasted-credentials.ts';
import { cleanPeople } from '../people/clean-people.ts';
import { readPeopleFile } from '../people/people-file.ts';
import { readProfileFile } from '../profiles/profile-file.ts';
import { readSettingsFile } from '../settings/settings-file.ts';
import { serveDocuments } from './document-thread.ts';
import {
  type credentials,
  type peopleBatch,
  type peopleHead,
  type settingsHead,
  type settingsProfile,
  type ThreadJob,
  threadJob,
} from './thread-messages.ts';

const batchSize = 500;
/** The most refused entries that we report in full. We report only the number of the rest. */
const maxRefusedShown = 100;

function* readPeople(content: Uint8Array): Generator<z.infer<typeof peopleHead> | z.infer<typeof peopleBatch>> {
  const file = readPeopleFile(content);
  if (file.kind !== 'read') {
    yield file;
    return;
  }
  const { people, twice, refused } = cleanPeople(file.entries);
  if (people.length > limits.peopleAtOnce) {
    yield { kind: 'too-many' };
    return;
  }
  const [count, refusedCount] = [people.length, refused.length];
  yield { kind: 'read', count, twice, refused: refused.slice(0, maxRefusedShown), refusedCount };
  for (let from = 0; from < count; from += batchSize) yield people.slice(from, from + batchSize);
}

function* readSettings(content: Uint8Array): Generator<z.infer<typeof settingsHead | typeof settingsProfile>> {
  const file = readSettingsFile(content);
  if (file.kind !== 'read') {
    yield file;
    return;
  }
  yield { kind: 'read', count: file.profiles.length, settings: file.settings };
  yield* file.profiles;
}

/** Sends the password as text, because a Secret cannot be passed between threads. */
function readCredentials(text: string): z.infer<typeof credentials> {
  const found = readPastedCredentials(text);
  return found.ok ? { ...found, password: found.password.reveal() } : found;
}

function answersOf(job: Exclude<ThreadJob, { readonly reads: 'documents' }>): Iterator<unknown> {
  if (job.reads === 'people') return readPeople(job.content);
  if (job.reads === 'settings') return readSettings(job.content);
  const one = job.reads === 'profile' ? readProfileFile(job.content) : readCredentials(job.text);
  return [one].values();
}

/** Posts the first answer now, and each further one when main asks for it. */
function serve(port: MessagePort, answers: Iterator<unknown>): void {
  function answer(): void {
    const { value, done } = answers.next();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (done !== true) port.postMessage(value);
  }
  port.on('message', answer);
  answer();
}

const job = threadJob.parse(workerData);
if (parentPort !== null)
  if (job.reads === 'documents') serveDocuments(parentPort);
  else serve(parentPort, answersOf(job));
