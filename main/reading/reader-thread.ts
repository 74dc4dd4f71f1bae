// A thread of its own: reads one file that a person chose, answers, and is ended by whoever started it.
import '../electron/no-generated-code.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { z } from 'zod';
import { limits } from '../../preload/contract/limits.ts';
import { readPeopleFile } from '../people/people-file.ts';
import { takePeople } from '../people/take-people.ts';
import { readProfileFile } from '../profiles/profile-file.ts';
import { type peopleBatch, type peopleHead, threadJob } from './thread-messages.ts';

const batchSize = 500;
/** So many of those that were not taken are told; of the rest, the number. */
const refusedShown = 100;

function* readPeople(content: Uint8Array): Generator<z.infer<typeof peopleHead> | z.infer<typeof peopleBatch>> {
  const written = readPeopleFile(content);
  if (written === null) {
    yield { kind: 'unreadable' };
    return;
  }
  const { people, twice, refused } = takePeople(written);
  if (people.length > limits.peopleAtOnce) {
    yield { kind: 'too-many' };
    return;
  }
  const [count, refusedCount] = [people.length, refused.length];
  yield { kind: 'read', count, twice, refused: refused.slice(0, refusedShown), refusedCount };
  for (let from = 0; from < count; from += batchSize) yield people.slice(from, from + batchSize);
}

const { reads, content } = threadJob.parse(workerData);
const answers = reads === 'people' ? readPeople(content) : [readProfileFile(content)].values();

function answer(): void {
  const { value, done } = answers.next();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  if (done !== true) parentPort?.postMessage(value);
}

parentPort?.on('message', answer);
answer();
