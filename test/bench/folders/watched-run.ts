import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleConnection } from '../../../main/account/testing/sample-connection.ts';
import { createWatchedFolders } from '../../../main/folders/watched-folders.ts';
import { noWishes } from '../../../main/hand-over/testing/no-wishes.ts';
import { outboxFolder } from '../../../main/outbox/testing/outbox-folder.ts';
import type { FolderEvents } from '../../../main/platform/folder-events.ts';
import { sampleChoices } from '../../../main/profiles/testing/sample-choices.ts';
import { createPublishedState } from '../../../main/state/published-state.ts';
import { directTextMarkReader } from '../../../main/text-marks/testing/direct-text-mark-reader.ts';
import { systemClock } from '../../../main/time/clock.ts';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { FolderRuleInput } from '../../../preload/contract/folder.ts';

/** Waits for a fact, but not without end: a folder that never gets there is a figure, too. */
export async function until(fact: () => boolean, withinMs = 120_000): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!fact() && performance.now() < end) await pause(20);
  return fact();
}

/** One run of the app over a watched folder, its journal and its spool, which all lie in `home`. */
export async function watchedRun(home: string, events: FolderEvents) {
  const root = join(home, 'Inbox');
  const here = outboxFolder(home);
  const connection = {
    ...sampleConnection,
    username: 'anna',
    signedIn: 'yes' as const,
    savedCopies: join(home, 'copies'),
  };
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
    readMounts: async () => null,
    documentReader: directTextMarkReader,
    computer: { id: 'computer-1', name: 'PC', user: 'anna' },
    durable: true,
    isJournalTrusted: true,
    profilesOf: () => [profile],
    findSignees: async () => ({ kind: 'found', signees: [], asks: noWishes }),
    reasonOf: ({ kind }) => kind,
    neighbours: () => ({ own: [], copies: [], allowed: null }),
    forceHold: false,
    newId: () => crypto.randomUUID(),
    onFault: (error) => {
      throw error;
    },
  });
  const shown = () => state.get().folders[0];
  return {
    how: () => shown()?.how,
    known: () => Object.values(shown()?.counts ?? {}).reduce((sum, count) => sum + count, 0),
    taken: () => shown()?.counts['under-way'] ?? 0,
    /** Adds the folder as a person does. Milliseconds until each file has a verdict. */
    async add(change: Partial<FolderRuleInput>): Promise<number> {
      const preview = await watched.preview(root);
      const rule = shown()?.rule;
      if (!preview.ok || !rule) throw new Error('The folder was refused.');
      await watched.idle();
      const began = performance.now();
      const saved = await watched.save(preview.id, { ...rule, ...change }, true);
      if (!saved.ok) throw new Error(JSON.stringify(saved));
      await watched.idle();
      return Math.round(performance.now() - began);
    },
    /** Begins to watch the folder that an earlier run added. Milliseconds until each file has a verdict. */
    async load(): Promise<number> {
      const began = performance.now();
      watched.load();
      await watched.idle();
      return Math.round(performance.now() - began);
    },
    async close(): Promise<void> {
      await watched.close();
      outbox.close();
      await outbox.ready;
      here.journal.close();
    },
  };
}
