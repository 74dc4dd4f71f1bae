import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';
import { sampleConnection } from '../../main/account/testing/sample-connection.ts';
import { systemClock } from '../../main/clock.ts';
import { chokidarEvents } from '../../main/folders/chokidar-events.ts';
import type { FolderEvents } from '../../main/folders/folder-events.ts';
import { createWatchedFolders } from '../../main/folders/watched-folders.ts';
import { pdfOf } from '../../main/intake/testing/sample-files.ts';
import { outboxFolder } from '../../main/outbox/testing/outbox-folder.ts';
import { sampleChoices } from '../../main/profiles/testing/sample-choices.ts';
import { createPublishedState } from '../../main/published-state.ts';
import { emptyState } from '../../preload/contract/empty-state.ts';

const present = 10_000;
const burst = 2_000;
const idleMs = 10_000;
/** Several looks of a folder that is polled. */
const pollingMs = 60_000;

const megabytes = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024 / 1024;
};

/** Processor time of this process in percent of one core, over a while in which nothing happens. */
async function idlePercent(forMs: number): Promise<number> {
  const before = process.cpuUsage();
  const began = performance.now();
  await pause(forMs);
  const { user, system } = process.cpuUsage(before);
  return Math.round(((user + system) / 1_000 / (performance.now() - began)) * 1_000) / 10;
}

async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await pause(20);
}

function fill(root: string, count: number, name: string, content: (number: number) => Buffer | string): void {
  for (let number = 0; number < count; number += 1) writeFileSync(join(root, `${name} ${number}`), content(number));
}

const deaf: FolderEvents = { watch: async () => Promise.reject(new Error('This drive tells nothing.')) };

/** A watched folder with files that its rule leaves out, as ready as it is for the first document. */
async function openFolder(root: string, events: FolderEvents) {
  const here = outboxFolder();
  const connection = { ...sampleConnection, username: 'anna', signedIn: 'yes' as const, savedCopies: `${root}-copies` };
  here.journal.connections.save(connection, 1);
  const profile = { id: 'p1', name: 'P', choices: { ...sampleChoices, alias: 'Anna' }, isDefault: true };
  const state = createPublishedState({
    ...emptyState,
    connections: [connection],
    active: connection.id,
    profiles: [profile],
  });
  const outbox = here.open({ state, clock: systemClock, limitBytes: 2 ** 32 });
  await outbox.ready;
  const watched = createWatchedFolders({
    clock: systemClock,
    journal: here.journal,
    state,
    outbox,
    events,
    computer: { id: 'computer-1', name: 'PC', user: 'anna' },
    durable: true,
    isJournalTrusted: true,
    profilesOf: () => [profile],
    findSignees: async () => ({ kind: 'found', signees: [] }),
    reasonOf: ({ kind }) => kind,
    neighbours: () => ({ own: [], copies: [], allowed: null }),
    forceHold: false,
    newId: () => crypto.randomUUID(),
    onFault: () => {},
  });
  const preview = await watched.preview(root);
  const shown = () => state.get().folders[0];
  const rule = shown()?.rule;
  if (!preview.ok || !rule) throw new Error('The folder was refused.');
  await watched.idle();
  const began = performance.now();
  const saved = await watched.save(preview.id, { ...rule, patterns: ['*.pdf'] }, true);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  await until(() => (shown()?.lastLook ?? null) !== null && shown()?.status === 'watching');
  return {
    readyMs: Math.round(performance.now() - began),
    how: () => shown()?.how,
    taken: () => shown()?.counts['under-way'] ?? 0,
    async close() {
      await watched.close();
      await here[Symbol.asyncDispose]();
    },
  };
}

/** What it costs to watch a folder that holds 10,000 files, and how soon 2,000 new ones are in the journal. */
export async function folders() {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-folders-'));
  const root = join(home, 'Inbox');
  mkdirSync(root);
  fill(root, present, 'File', (number) => `file ${number}`);
  try {
    const before = megabytes();
    const folder = await openFolder(root, chokidarEvents);
    await until(() => folder.how() === 'events');
    const addedMb = Math.round(megabytes() - before);
    // The look that follows the watcher's first word is no idle time.
    await pause(idleMs);
    const idleCpuPercent = await idlePercent(idleMs);
    for (let number = 0; number < burst; number += 1) {
      const path = join(root, `Burst ${number}.pdf`);
      writeFileSync(`${path}.tmp`, pdfOf(`% ${number} ${'x'.repeat(100_000)}`));
      renameSync(`${path}.tmp`, path);
    }
    const last = performance.now();
    await until(() => folder.taken() === burst);
    // Each file rests five seconds before it may be taken.
    const burst2000Seconds = Math.round((performance.now() - last - 5_000) / 100) / 10;
    await folder.close();
    for (let number = 0; number < burst; number += 1) rmSync(join(root, `Burst ${number}.pdf`));
    rmSync(join(root, '.countersign'), { recursive: true });

    const polled = await openFolder(root, deaf);
    const pollingCpuPercent = await idlePercent(pollingMs);
    await polled.close();

    const chokidarBefore = megabytes();
    const began = performance.now();
    const watcher = watch(root, { ignoreInitial: true });
    await new Promise<void>((resolve) => void watcher.once('ready', resolve));
    const chokidarReadyMs = Math.round(performance.now() - began);
    const chokidarAddedMb = Math.round(megabytes() - chokidarBefore);
    await watcher.close();
    const { readyMs } = folder;
    return { readyMs, addedMb, idleCpuPercent, burst2000Seconds, pollingCpuPercent, chokidarReadyMs, chokidarAddedMb };
  } finally {
    rmSync(home, { recursive: true });
  }
}
