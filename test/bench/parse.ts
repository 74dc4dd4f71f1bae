/** Every reader of foreign text, over hostile texts and friendly ones of growing length. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConnectionFile } from '../../main/account/connection/connection-file.ts';
import { peopleHandlers } from '../../main/ipc/people.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { readPastedCredentials } from '../../main/paste/pasted-credentials.ts';
import { cleanPeople } from '../../main/people/clean-people.ts';
import { readPeopleFile } from '../../main/people/people-file.ts';
import { readProfileFile, writeProfileFile } from '../../main/profiles/profile-file.ts';
import { createForeignReader, threadOfSources } from '../../main/reader-thread/foreign-reader.ts';
import { readSignees as readSigneesOfAnswer } from '../../main/signing/answers/signees.ts';
import { answerText, BODY_BYTES, describeAnswer } from '../../main/signing/describe-answer.ts';
import { createRedactor } from '../../main/signing/redactor.ts';
import { wholeResponse } from '../../main/signing/testing/fake-http.ts';
import { systemClock } from '../../main/time/clock.ts';
import { createTexts } from '../../main/words/texts.ts';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { newList } from '../../renderer/features/bulk/bulk-list.ts';
import { readListBytes } from '../../renderer/features/bulk/read-list.ts';
import { longestExtraText, readExtra } from '../../renderer/features/send/read-extra.ts';
import { isComplete, isListOfPeople, readSignees } from '../../renderer/features/send/signees/read-signees.ts';
import type { Figures } from '../../scripts/bench.ts';
import { type Grows, texts } from './hostile-text.ts';
import { type Delay, loopDelay } from './loop-delay.ts';
import { readDocuments } from './read-documents.ts';

const TURNS = 5;
const LONG_TURNS = 2;
const LONG_MS = 300;
const SHORTEST_MS = 30;
/** A reader that is through sooner grows with nothing that could be measured. */
const SHORT_MS = 0.5;
/** A text that seems to grow faster is measured again: its least time may not have been found yet. */
const DOUBTED_GROWTH = 2.3;
const MOST_ROUNDS = 4;
/** Texts whose reading in the main process is watched. */
const SLOWEST = 6;

const encoder = new TextEncoder();
const reader = createForeignReader({ thread: threadOfSources });

interface Reader {
  readonly limit: number;
  readonly texts: Readonly<Record<string, Grows>>;
  readonly read: (text: string) => void;
  /** The same as the app does it in the main process; without it, the reader runs in the window. */
  readonly inMain?: (text: string, bytes: Uint8Array) => unknown;
  /** A length that is read differently there: as long as a short text may be, for one. */
  readonly alsoInMain?: number;
}

const rules = { allowLoopback: false, documentsFolder: '/' };
const connection = (text: string) => void readConnectionFile(encoder.encode(text), rules);

/** As many people as one person may choose, each with the longest note. */
const profileOf: Grows = (length) => {
  const signee = { email: 'a@b.ch', name: 'Ä'.repeat(lengths.name), comment: 'ä'.repeat(lengths.comment), order: 0 };
  const bytes = encoder.encode(JSON.stringify(signee)).byteLength + 40;
  const signees = Array.from(
    { length: Math.min(limits.participants, Math.floor((length - 400) / bytes)) },
    () => signee,
  );
  const written = writeProfileFile({
    name: 'P',
    choices: {
      mode: 'qualified',
      jurisdiction: 'eidas',
      alias: '',
      comment: '',
      sendMail: 'all',
      scanPredefined: false,
      extra: {},
      signees,
    },
  });
  return written;
};

const redactor = createRedactor();

/** An answer of a proxy, as a failure tells it. */
function readPage(text: string): void {
  const response = wholeResponse(502, encoder.encode(text), { 'content-type': 'text/html' });
  describeAnswer(response, redactor);
  answerText(response);
}

const readNames = (text: string) => void readSigneesOfAnswer(text.split('\n'), []);

const readers: Readonly<Record<string, Reader>> = {
  credentials: {
    limit: lengths.paste,
    texts: texts.credentials,
    read: (text) => void readPastedCredentials(text),
    inMain: (text) => reader.readCredentials(text),
    alsoInMain: 2_000,
  },
  connectionFile: { limit: lengths.connectionFile, texts: texts.json, read: connection, inMain: connection },
  profileFile: {
    limit: lengths.profileFile,
    texts: { ...texts.json, 'a profile': profileOf },
    read: (text) => void readProfileFile(encoder.encode(text)),
    inMain: (_text, bytes) => reader.readProfile(bytes),
  },
  peopleFile: {
    limit: lengths.peopleFile,
    texts: texts.people,
    read(text) {
      const file = readPeopleFile(encoder.encode(text));
      if (file.kind === 'read') cleanPeople(file.entries);
    },
    inMain: (_text, bytes) => reader.readPeople(bytes),
  },
  list: {
    limit: lengths.peopleFile,
    texts: texts.table,
    read(text) {
      const list = readListBytes(encoder.encode(text));
      if (list.kind === 'read') newList(list.rows);
    },
  },
  signees: {
    limit: lengths.pastedPeople,
    texts: texts.people,
    read: (text) => void (isListOfPeople(text) && readSignees(text) && isComplete(text)),
  },
  extra: { limit: longestExtraText, texts: texts.json, read: (text) => void readExtra(text) },
  errorPage: { limit: BODY_BYTES, texts: texts.page, read: readPage, inMain: readPage },
  signeesOfAnswer: { limit: 1_000_000, texts: texts.names, read: readNames, inMain: readNames },
};

/** No more bytes than `size`, whatever the letters. */
function textOf(grows: Grows, size: number): string {
  const text = grows(size);
  const bytes = encoder.encode(text);
  return bytes.byteLength <= size ? text : new TextDecoder().decode(bytes.subarray(0, size)).replace(/\ufffd+$/, '');
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

setFlagsFromString('--expose-gc');
const collectGarbage = (): void => runInNewContext('gc()');

/** Time of the processor, not of the clock: what else runs on the computer does not count. */
function measureOnce(read: (text: string) => void, text: string): number {
  // What other texts have left behind is not paid for by this one.
  collectGarbage();
  const began = process.threadCpuUsage();
  let [turns, ms] = [0, 0];
  // Short ones again and again: some systems count the processor's time in steps of milliseconds.
  while (ms < SHORTEST_MS) {
    read(text);
    turns += 1;
    const { user, system } = process.threadCpuUsage(began);
    ms = (user + system) / 1_000;
  }
  return ms / turns;
}

/**
 * The least of several turns for each text, taken in turns: other programs empty the processor's caches and slow it down
 * for a while, and that must not look like growth from one text to another.
 */
function measure(read: (text: string) => void, given: readonly string[]): readonly number[] {
  const least = given.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [at, text] of given.entries())
      least[at] = Math.min(least[at] ?? Number.POSITIVE_INFINITY, measureOnce(read, text));
    if (turn + 1 >= LONG_TURNS && Math.max(...least) > LONG_MS) break;
  }
  return least;
}

const least = (delays: readonly Delay[]): Delay => ({
  ownMs: Math.min(...delays.map(({ ownMs }) => ownMs)),
  wallMs: Math.min(...delays.map(({ wallMs }) => wallMs)),
});
const figuresOfDelay = ({ ownMs, wallMs }: Delay) => ({
  loopDelayMs: rounded(ownMs),
  loopDelayWallMs: rounded(wallMs),
});

interface Measured {
  readonly text: string;
  readonly at100kB: number;
  readonly at1MB: number;
  readonly atLimit: number;
  /** For twice the text, as the mean over three doublings. */
  readonly growth: number;
}

/** From an eighth of the limit to the limit. */
function growthOf(found: readonly number[]): number {
  const [eighth, limit] = [found[0] ?? 0, found.at(-1) ?? 0];
  return limit < SHORT_MS ? 0 : Math.cbrt(limit / eighth);
}

function measureText([text, grows]: [string, Grows], { limit, read }: Reader): Measured {
  // What the engine learns at first is not measured.
  measureOnce(read, textOf(grows, Math.min(100_000, limit)));
  const sizes = [limit / 8, Math.min(100_000, limit), Math.min(1_000_000, limit), limit];
  const given = sizes.map((size) => textOf(grows, size));
  let found = measure(read, given);
  for (let round = 1; round < MOST_ROUNDS && growthOf(found) > DOUBTED_GROWTH; round += 1) {
    const again = measure(read, given);
    found = found.map((ms, at) => Math.min(ms, again[at] ?? ms));
  }
  const [, at100kB = 0, at1MB = 0, atLimit = 0] = found;
  return { text, at100kB, at1MB, atLimit, growth: growthOf(found) };
}

/** The longest delay over the texts that take longest. The least of three: a pause of the computer is not the reader's. */
async function delayOf(slowest: readonly Measured[], { limit, texts: of, inMain, alsoInMain = limit }: Reader) {
  const delays: Delay[] = [];
  for (const { text } of slowest)
    for (const size of new Set([limit, alsoInMain])) {
      const given = textOf(of[text] ?? (() => ''), size);
      const bytes = encoder.encode(given);
      const turns: Delay[] = [];
      // oxlint-disable-next-line no-await-in-loop -- two at once would measure each other
      while (turns.length < 3) turns.push(await loopDelay(() => inMain?.(given, bytes)));
      delays.push(least(turns));
    }
  return {
    ownMs: Math.max(...delays.map(({ ownMs }) => ownMs)),
    wallMs: Math.max(...delays.map(({ wallMs }) => wallMs)),
  };
}

const highest = (all: readonly Measured[], of: (one: Measured) => number): Measured | undefined =>
  all.toSorted((a, b) => of(b) - of(a))[0];

async function figuresOf(one: Reader): Promise<Figures> {
  const { limit } = one;
  const all = Object.entries(one.texts).map((text) => measureText(text, one));
  const slowest = all.toSorted((a, b) => b.atLimit - a.atLimit).slice(0, SLOWEST);
  const grown = highest(all, ({ growth }) => growth);
  const at = (size: number, ms: (one: Measured) => number) => ({
    bytes: Math.min(size, limit),
    ms: rounded(Math.max(...all.map(ms))),
  });
  return {
    limitBytes: limit,
    at100kB: at(100_000, ({ at100kB }) => at100kB),
    at1MB: at(1_000_000, ({ at1MB }) => at1MB),
    atLimit: { ...at(limit, ({ atLimit }) => atLimit), text: slowest[0]?.text ?? '' },
    growth: { perDoubling: rounded(grown?.growth ?? 0), text: grown?.text ?? '' },
    ...(one.inMain ? figuresOfDelay(await delayOf(slowest, one)) : {}),
  };
}

/** A file with as many people as there may be, from the bytes to the journal on the disk. */
async function peopleImport(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-parse-'));
  const { journal } = openJournal(join(folder, 'journal.sqlite'));
  const lines = Array.from({ length: limits.peopleAtOnce }, (_none, at) => `Person ${at};person${at}@muster.ch\n`);
  const content = encoder.encode(`Name;E-mail\n${lines.join('')}`);
  const handlers = peopleHandlers({
    list: { refresh() {} },
    clock: systemClock,
    people: journal.people,
    reader,
    desktop: { pickSmallFile: async () => ({ kind: 'read', content }) },
    texts: () => createTexts().in('en'),
  });
  try {
    const began = performance.now();
    const delay = await loopDelay(() => handlers['people.import']());
    return { people: limits.peopleAtOnce, ms: rounded(performance.now() - began), ...figuresOfDelay(delay) };
  } finally {
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function parse(): Promise<Figures> {
  const all: Record<string, Figures> = {};
  for (const [name, one] of Object.entries(readers)) {
    // oxlint-disable-next-line no-await-in-loop -- two at once would measure each other
    all[name] = await figuresOf(one);
  }
  // What the computer itself takes while nothing is read, to compare with.
  const idle = await loopDelay(() => setTimeout(1_000));
  return { ...all, peopleImport: await peopleImport(), documents: readDocuments(), idle: figuresOfDelay(idle) };
}
