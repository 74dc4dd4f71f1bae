import { dirname } from 'node:path/posix';
import type { CopyDisk } from '../../../main/documents/copy-disk.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { HttpPort, Verdict } from '../../../main/signing/http-port.ts';
import { dueOf } from '../../../main/tracking/lifecycle.ts';
import type { Planted } from './planted-bugs.ts';
import type { Quirks } from './quirks.ts';

const toStorage = ({ url }: { readonly url: string }) => url.includes('/storage/');

/** Answers of the storage as another client would understand them. */
const storageAnswers =
  (alter: (verdict: Verdict) => Verdict) =>
  (port: HttpPort): HttpPort => ({
    send: async (request) => (toStorage(request) ? alter(await port.send(request)) : port.send(request)),
  });

const cutCountsAsWhole = storageAnswers((verdict) => {
  if (verdict.kind !== 'response' || verdict.response.bodyState !== 'cut') return verdict;
  return { kind: 'response', response: { ...verdict.response, bodyState: 'whole' } };
});

const withToken: NonNullable<Quirks['http']> = (port) => ({
  send: (request) =>
    port.send(
      toStorage(request) ? { ...request, headers: { ...request.headers, Authorization: 'Bearer x' } } : request,
    ),
});

const overwrites: NonNullable<Quirks['copyDisk']> = (disk) => ({
  ...disk,
  async link(from, to) {
    await disk.remove(to);
    await disk.rename(from, to);
  },
});

const withFacts =
  (alter: (facts: Journal['documentFacts']) => Partial<Journal['documentFacts']>): NonNullable<Quirks['copyJournal']> =>
  (journal) => ({ ...journal, documentFacts: { ...journal.documentFacts, ...alter(journal.documentFacts) } });

const deletedByArithmetic = withFacts((facts) => ({
  see(connectionId, documents, when) {
    const changed = facts.see(connectionId, documents, when);
    for (const fact of facts.of(connectionId).values())
      if ((dueOf(fact)?.at ?? when.at) < when.at) facts.setGone(connectionId, fact.id, when.at);
    return changed;
  },
}));

/** The saver asks the journal for the account twice: when it lists the missing copies, and before each look. */
const anyAccount = withFacts((facts) => ({
  *uncopied(connectionId) {
    for (const fact of facts.uncopied(connectionId)) yield { ...fact, account: null };
  },
  find(connectionId, id) {
    const fact = facts.find(connectionId, id);
    return fact === null ? null : { ...fact, account: null };
  },
}));

/** Knows only the copies of this run, and reads no file to see whether it is one. */
const forgetsCopies: Quirks = {
  copyJournal(journal) {
    const known = new Map<string, ReturnType<Journal['savedCopies']['of']>[number]>();
    const { savedCopies, documentFacts: facts } = journal;
    return {
      ...journal,
      documentFacts: {
        ...facts,
        *uncopied(connectionId) {
          for (const fact of facts.of(connectionId).values())
            if (fact.status === 'signed' && !known.has(fact.id)) yield fact;
        },
        find(connectionId, id) {
          const fact = facts.find(connectionId, id);
          return fact === null ? null : { ...fact, copied: known.has(id) };
        },
      },
      savedCopies: {
        ...savedCopies,
        add(copy) {
          savedCopies.add(copy);
          known.set(copy.documentId, copy);
        },
      },
    };
  },
  copyDisk: (disk) => {
    const own = new Set<string>();
    const note = async (to: string, work: Promise<void>) => {
      await work;
      own.add(to);
    };
    return {
      ...disk,
      link: (from, to) => note(to, disk.link(from, to)),
      rename: (from, to) => note(to, disk.rename(from, to)),
      async *read(path) {
        if (own.has(path)) yield* disk.read(path);
      },
    };
  },
};

const changedDisk =
  (alter: (disk: CopyDisk) => Partial<CopyDisk>): NonNullable<Quirks['copyDisk']> =>
  (disk) => ({ ...disk, ...alter(disk) });

/** Bugs of saving signed copies. */
export const plantedCopies: readonly Planted[] = [
  {
    bug: 'a copy gets its name before it is flushed',
    quirks: {
      copyDisk: changedDisk((disk) => ({
        create: async (path) => ({ ...(await disk.create(path)), async sync() {} }),
      })),
    },
    found: /copy of other bytes/,
    seed: 17,
  },
  {
    bug: 'the name of a copy is not flushed',
    quirks: { copyDisk: changedDisk(() => ({ async syncFolder() {} })) },
    found: /told as saved, and there is no file/,
    seed: 28,
  },
  {
    bug: 'a copy replaces the file of that name',
    quirks: { copyDisk: overwrites },
    found: /file of a person was deleted/,
    seed: 10,
  },
  {
    bug: 'an empty file of that name counts as left by the app',
    quirks: {
      copyDisk: changedDisk((disk) => ({
        async create(path) {
          if ((await disk.stat(path))?.size === 0) await disk.remove(path);
          return disk.create(path);
        },
      })),
    },
    found: /file of a person was deleted/,
    seed: 77,
  },
  {
    bug: 'the length of a download is not checked',
    quirks: { http: cutCountsAsWhole },
    found: /copy of other bytes|no copy byte by byte/,
    seed: 9,
  },
  {
    bug: 'a document is deleted when its time is over',
    quirks: { copyJournal: deletedByArithmetic },
    found: /told as deleted, and the service still has it/,
    seed: 22,
  },
  {
    bug: 'a folder that is gone is created again',
    quirks: {
      copyDisk: changedDisk((disk) => ({
        async create(path) {
          await disk.makeFolder(dirname(path));
          return disk.create(path);
        },
      })),
    },
    found: /told as saved, and there is no file/,
    seed: 28,
  },
  { bug: 'the storage gets the token', quirks: { http: withToken }, found: /breach storage-authorization/, seed: 1 },
  { bug: 'copies are forgotten at a restart', quirks: forgetsCopies, found: /was saved \d+ times/, seed: 10 },
  {
    bug: 'copies are asked for whatever account is signed in',
    quirks: { copyJournal: anyAccount },
    found: /asked for by another account/,
    seed: 28,
  },
  {
    bug: 'nobody is told why a copy is missing',
    quirks: { copyJournal: withFacts(() => ({ setSaveProblem() {} })) },
    found: /unsaved/,
    seed: 9,
  },
  {
    bug: 'an address that has ended counts as a deleted document',
    quirks: {
      calls(client) {
        let asked = '';
        const ended = new Set<string>();
        return {
          ...client,
          async download(what, options) {
            const outcome = await client.download(what, options);
            if (!outcome.ok && outcome.failure.kind === 'not-found') ended.add(asked);
            return outcome;
          },
          async details(id, options) {
            asked = id;
            if (!ended.has(id)) return client.details(id, options);
            return { ok: false, failure: { kind: 'not-found', certainty: 'permanent', details: 'So it is believed.' } };
          },
        };
      },
    },
    found: /told as deleted, and the service still has it|unsaved/,
    seed: 243,
  },
  {
    bug: 'a copy is put beside its folder',
    quirks: {
      copyDisk: changedDisk((disk) => ({
        link: (from, to) => disk.link(from, `/documents${to.slice(to.lastIndexOf('/'))}`),
      })),
    },
    found: /outside of its folder/,
    seed: 1,
  },
];
