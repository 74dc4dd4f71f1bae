import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SignatureReport } from '../../preload/contract/signature-report.ts';
import type { ContentKind } from '../intake/content.ts';
import type { DocumentReader, MailPiece, MailReader } from '../intake/document-reader.ts';
import type { MailEnd } from '../intake/mail/read-mail.ts';
import type { Remark } from '../intake/refusal.ts';
import type { Bytes } from '../intake/zip-directory.ts';
import type { JoinedBytes, PdfJoiner } from '../joining/pdf-joiner.ts';
import type { SignatureReader } from '../signatures/signature-reader.ts';
import type { FoundMarks, TextMarkReader } from '../text-marks/text-mark-reader.ts';
import {
  type Begin,
  type DocumentAnswer,
  type DocumentTask,
  documentAnswer,
  type Source,
} from './document-messages.ts';
import type { ReadingMarks } from './reading-marks.ts';

/** Documents read at the same time: one that waits for a slow drive must not hold up the others. */
const readAtOnce = 2;
const tickMs = 100;
/**
 * The thread may compute this long for one document. The clock alone would blame a document on a busy computer, so the
 * app must have used as much time of the processor as well, of which the thread has a part.
 */
const mostMs = 2_000;
/**
 * Signatures of a document with 100,000 objects take seconds, as its text, large mails and joining do. A person waits for
 * them, or nobody does.
 */
const longTimes = 10;
const longTasks: ReadonlySet<string> = new Set(['signatures', 'textMarks']);
const isLong = (begin: Begin): boolean => begin.kind !== 'begin' || longTasks.has(begin.task);
/** A thread that neither computes nor answers is given up after so many times the limit by the clock. */
const patience = 15;
/** A thread that has nothing to do gives its memory back. */
const idleMs = 10_000;
/** The limits for the objects of the thread. The readers bound their buffers themselves. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** A document is known by its size, its beginning and its end: reading all of it would take longer than the judgement. */
const edgeBytes = 64 * 1024;

interface DocumentReaderDeps {
  readonly thread: URL;
  readonly marks: ReadingMarks;
  /** The documents that ended the thread or the app. */
  readonly ended: readonly string[];
  /** Reports documents that ended the thread. They are never read again, so this must be stored. */
  readonly onEnded: (ended: readonly string[]) => void;
  /** The time limit that tests use. */
  readonly limitMs?: number;
}

/** Documents whose keys we keep, newest last. */
const mostEnded = 1_000;

/** The thread ended, was out of memory, or took too long. */
class ThreadEnded extends Error {}
/** The document is not to blame. */
class ThreadNotStarted extends Error {}

/**
 * Reads documents in a thread with a limit of time and memory. A document that ends the thread, or twice ended the app, is
 * not read again: it counts as not readable, so a person looks at it.
 */
export function createDocumentReader({ thread, marks, ended, onEnded, limitMs = mostMs }: DocumentReaderDeps) {
  let known = new Set(ended);
  const lanes = Array.from({ length: readAtOnce }, (_none, place) => createLane({ thread, place, marks, limitMs }));
  type Lane = (typeof lanes)[number];
  const free = [...lanes];
  const waiting: ((lane: Lane | undefined) => void)[] = [];
  let isClosed = false;

  function keep(keys: readonly string[]): void {
    if (keys.length === 0) return;
    known = new Set([...known, ...keys].slice(-mostEnded));
    onEnded([...known]);
  }

  /** Waits for a free lane. Returns none after the reader was closed. */
  function takeLane(): Promise<Lane | undefined> {
    const lane = isClosed ? undefined : free.pop();
    return lane || isClosed ? Promise.resolve(lane) : new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(lane: Lane): void {
    const take = waiting.shift();
    if (take) take(lane);
    else free.push(lane);
  }

  async function inLane(
    begin: Begin,
    bytes: Bytes,
    { sent = null, take }: { readonly sent?: Bytes | null; readonly take?: Take } = {},
  ): Promise<DocumentAnswer | null> {
    const key = await keyOf(bytes);
    const lane = await takeLane();
    if (lane === undefined) return null;
    try {
      return known.has(key) || isClosed ? null : await lane.run(begin, { document: bytes, sent, take }, key);
    } catch (error) {
      if (error instanceof ThreadEnded && !isClosed) keep([key]);
      else if (!(error instanceof ThreadEnded || error instanceof ThreadNotStarted)) throw error;
      return null;
    } finally {
      giveBack(lane);
    }
  }

  keep(marks.left);

  return {
    async isReadable(content: ContentKind, bytes: Bytes): Promise<boolean> {
      const found = await inLane(
        { kind: 'begin', task: 'isReadable', content, size: bytes.size, sentSize: null },
        bytes,
      );
      return found?.kind === 'readable' && found.isReadable;
    },
    async remarks(content: ContentKind, bytes: Bytes): Promise<readonly Remark[]> {
      const found = await inLane({ kind: 'begin', task: 'remarks', content, size: bytes.size, sentSize: null }, bytes);
      return found?.kind === 'remarks' ? found.remarks : ['unchecked'];
    },
    async signatures(bytes: Bytes, sent: Bytes | null): Promise<SignatureReport | null> {
      const sizes = { size: bytes.size, sentSize: sent?.size ?? null };
      const found = await inLane({ kind: 'begin', task: 'signatures', content: 'pdf', ...sizes }, bytes, { sent });
      return found?.kind === 'signatures' ? found.report : null;
    },
    async mail(bytes: Bytes, take: Take): Promise<MailEnd | null> {
      const found = await inLane({ kind: 'mail', size: bytes.size }, bytes, { take });
      return found?.kind === 'mail' ? found.end : null;
    },
    async join(bytes: Bytes, sizes: readonly number[]): Promise<JoinedBytes | null> {
      const found = await inLane({ kind: 'join', size: bytes.size, sizes: [...sizes] }, bytes);
      return found?.kind === 'joined' || found?.kind === 'alone' || found?.kind === 'too-large' ? found : null;
    },
    async textMarks(content: ContentKind, bytes: Bytes, forms: readonly string[]): Promise<FoundMarks | null> {
      const sizes = { size: bytes.size, sentSize: null };
      const found = await inLane({ kind: 'begin', task: 'textMarks', content, ...sizes, forms: [...forms] }, bytes);
      return found?.kind === 'textMarks' ? found.found : null;
    },
    /** Tells whether a document is read, or waits for the thread. */
    isBusy: (): boolean => free.length < lanes.length,
    close(): void {
      isClosed = true;
      for (const lane of lanes) lane.stop();
      for (const end of waiting.splice(0)) end(undefined);
      marks.close();
    },
  } satisfies DocumentReader &
    MailReader &
    SignatureReader &
    PdfJoiner &
    TextMarkReader & { isBusy(): boolean; close(): void };
}

/** Returns one key for all questions about a document. One that ended the thread is not asked anything again. */
async function keyOf(bytes: Bytes): Promise<string> {
  const hash = createHash('sha256').update(`${bytes.size}\n`);
  hash.update(await bytes.read(0, Math.min(edgeBytes, bytes.size)));
  const from = Math.max(0, bytes.size - edgeBytes);
  return hash.update(await bytes.read(from, bytes.size - from)).digest('hex');
}

interface Running {
  readonly worker: Worker;
  readonly gone: AbortController;
}

interface LaneDeps extends Pick<DocumentReaderDeps, 'thread' | 'marks'> {
  readonly place: number;
  readonly limitMs: number;
}

type Take = (piece: MailPiece) => Promise<void>;

/** The bytes that the thread may ask for, and who takes what it finds. */
interface Sources extends Readonly<Record<Source, Bytes | null>> {
  readonly take?: Take | undefined;
}

/** Manages one thread, for one document at a time. It starts with the first document. */
function createLane({ thread, place, marks, limitMs }: LaneDeps) {
  let running: Running | null = null;
  let idle: NodeJS.Timeout | undefined;

  function stop(): void {
    clearTimeout(idle);
    void running?.worker.terminate();
    running = null;
  }

  async function start(): Promise<Running> {
    const worker = new Worker(thread, { workerData: { reads: 'documents' }, resourceLimits });
    const gone = new AbortController();
    worker.once('exit', () => gone.abort());
    // Without a listener, an error of the thread would end the app. The reading ends through `exit`.
    worker.on('error', () => undefined);
    running = { worker, gone };
    try {
      await next(running, budgetOf(mostMs));
    } catch (cause) {
      stop();
      throw new ThreadNotStarted('The reader thread did not start', { cause });
    }
    return { worker, gone };
  }

  return {
    stop,
    async run(begin: Begin, sources: Sources, key: string): Promise<DocumentAnswer> {
      clearTimeout(idle);
      const now = running !== null && !running.gone.signal.aborted ? running : await start();
      now.worker.ref();
      marks.begin(place, key);
      const budget = budgetOf(isLong(begin) ? longTimes * limitMs : limitMs);
      try {
        post(now.worker, begin);
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- the thread asks for one piece after the other
          const answer = await next(now, budget);
          if (answer.kind !== 'want' && answer.kind !== 'attached') return answer;
          // oxlint-disable-next-line no-await-in-loop
          if (answer.kind === 'attached') await sources.take?.(answer);
          // oxlint-disable-next-line no-await-in-loop
          const piece = answer.kind === 'want' ? await sources[answer.of]?.read(answer.from, answer.length) : null;
          post(now.worker, { kind: 'piece', bytes: new Uint8Array(piece ?? []) });
        }
      } catch (error) {
        // The thread waits for a piece that never comes, or has ended: the next document gets another one.
        stop();
        throw error;
      } finally {
        marks.end(place);
        now.worker.unref();
        idle = setTimeout(stop, idleMs);
        idle.unref();
      }
    },
  };
}

function post(worker: Worker, task: DocumentTask): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(
    task,
    task.kind === 'piece' && task.bytes.buffer instanceof ArrayBuffer ? [task.bytes.buffer] : [],
  );
}

interface Budget {
  readonly limitMs: number;
  readonly cpuAtStart: NodeJS.CpuUsage;
  /** The time that we have waited for the thread. A tick counts once, also if the computer slept meanwhile. */
  waitedMs: number;
}

const budgetOf = (limitMs: number): Budget => ({ limitMs, cpuAtStart: process.cpuUsage(), waitedMs: 0 });

function isUsedUp({ limitMs, cpuAtStart }: Budget, waitedMs: number): boolean {
  const { user, system } = process.cpuUsage(cpuAtStart);
  return (waitedMs >= limitMs && (user + system) / 1_000 >= limitMs) || waitedMs >= patience * limitMs;
}

/** Waits for the next message, while the thread computes. */
async function next({ worker, gone }: Running, budget: Budget): Promise<DocumentAnswer> {
  const over = new AbortController();
  const began = performance.now();
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (isUsedUp(budget, budget.waitedMs + ticks * tickMs)) over.abort();
  }, tickMs);
  try {
    const [message]: unknown[] = await once(worker, 'message', { signal: AbortSignal.any([gone.signal, over.signal]) });
    return documentAnswer.parse(message);
  } catch (cause) {
    throw new ThreadEnded('The reader thread could not finish', { cause });
  } finally {
    clearInterval(timer);
    budget.waitedMs += Math.min(performance.now() - began, (ticks + 1) * tickMs);
  }
}
