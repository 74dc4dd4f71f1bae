import type { CopyDisk } from '../../../main/documents/copy-disk.ts';
import { createDocuments, type DocumentsDeps } from '../../../main/documents/documents.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import { directSignatureReader } from '../../../main/signatures/testing/direct-signature-reader.ts';
import type { SigningClient } from '../../../main/signing/client.ts';
import { COPIES } from './copies-disk.ts';
import { windowsFor } from './copies-judge.ts';
import type { Quirks } from './quirks.ts';
import type { World } from './world.ts';

interface SavingDeps
  extends Pick<DocumentsDeps, 'clock' | 'journal' | 'state' | 'onChanged' | 'onFault' | 'accountOf'> {
  readonly clientOf: () => SigningClient;
  readonly alive: () => boolean;
  /** A possible crash point. */
  readonly step: (name: string) => void;
  readonly diskBroken: () => boolean;
}

/** The time in which a check's copies must be saved, or a reason told. */
const SAVING_MS = 10 * 60_000;

/** The part of a simulated process that saves signed copies. */
export function createSaving(world: World, quirks: Quirks, deps: SavingDeps) {
  const { clientOf, step } = deps;
  const journal = withSteps(deps);
  const documents = createDocuments({
    ...deps,
    journal: quirks.copyJournal?.(journal) ?? journal,
    clientOf() {
      const client = clientOf();
      return {
        details(id, options) {
          world.savingRequests += 1;
          const owner = world.service.documents.find(id)?.owner;
          const { username } = world.users[world.signedIn];
          const mine = Object.values(world.users).find((user) => user.id === owner)?.username ?? username;
          if (mine !== username && deps.alive()) world.problem(`${id} was asked for by another account`);
          return client.details(id, options);
        },
        download(what, options) {
          world.savingRequests += 1;
          return client.download(what, options);
        },
      };
    },
    placeOf: () => ({
      folder: COPIES,
      createBelow: world.copies.createBelow,
      base: 'https://practice.test/api/v1',
    }),
    signatureReader: directSignatureReader,
    sentOf: async () => null,
    disk: diskWithSteps(quirks.copyDisk?.(world.copies.disk) ?? world.copies.disk, step),
    tell(problems) {
      world.told = problems;
    },
  });
  return {
    ...documents,
    checked(...[id, seen, listed]: Parameters<typeof documents.checked>): void {
      documents.checked(id, seen, listed);
      const { account } = seen;
      const at = world.time.now();
      // The service deletes documents later, and a short list is read sooner.
      const share = world.strange.isListRight() ? 1 / windowsFor(world) : 0;
      world.time.after(SAVING_MS, () => {
        if (!deps.alive()) return;
        for (const [documentId, one] of world.signed) {
          if (one.at >= at || one.account !== account || !world.service.documents.find(documentId)) continue;
          one.windows += 1;
          one.shown += share;
        }
      });
    },
  };
}

function withSteps({ journal, step, diskBroken }: SavingDeps): Journal {
  const write = (name: string) => {
    step(name);
    if (diskBroken()) throw Object.assign(new Error('EIO'), { code: 'EIO' });
  };
  const { documentFacts: facts, savedCopies, documents } = journal;
  return {
    ...journal,
    documents: {
      ...documents,
      see(...given) {
        write('before documents');
        documents.see(...given);
      },
    },
    documentFacts: {
      ...facts,
      see(...given) {
        write('before facts');
        return facts.see(...given);
      },
      keepDetails(...given) {
        write('before details');
        facts.keepDetails(...given);
      },
      noteFailedRead(...given) {
        write('before failed read');
        facts.noteFailedRead(...given);
      },
      setGone(...given) {
        write('before gone');
        facts.setGone(...given);
      },
      setSaveProblem(...given) {
        write('before problem');
        facts.setSaveProblem(...given);
      },
    },
    savedCopies: {
      ...savedCopies,
      add(copy) {
        write('before saved');
        savedCopies.add(copy);
        step('after saved');
      },
    },
  };
}

/** Makes each change of the folder a possible crash point. */
function diskWithSteps(disk: CopyDisk, step: (name: string) => void): CopyDisk {
  return {
    ...disk,
    async makeFolder(path) {
      step('copy folder');
      return disk.makeFolder(path);
    },
    async create(path) {
      step('copy create');
      return disk.create(path);
    },
    async link(from, to) {
      step('copy link');
      await disk.link(from, to);
      step('copy linked');
    },
    async rename(from, to) {
      step('copy rename');
      await disk.rename(from, to);
      step('copy renamed');
    },
    async remove(path) {
      step('copy remove');
      return disk.remove(path);
    },
    async syncFolder(path) {
      step('copy flush');
      return disk.syncFolder(path);
    },
  };
}
