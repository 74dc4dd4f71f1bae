import { existsSync, linkSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type BasisPart, basisParts } from '../../../main/folders/file-plan.ts';
import { createFileTable } from '../../../main/folders/file-table.ts';
import { moveFile } from '../../../main/folders/move-file.ts';
import type { FolderQuirks } from './folder-quirks.ts';
import { tellFolderStory } from './folder-story.ts';

export interface PlantedFolderBug {
  readonly bug: string;
  readonly quirks: FolderQuirks;
  /** A world in which the bug shows more often. Without the bug nothing goes wrong in it. */
  readonly world?: Pick<FolderQuirks, 'awayAfterWithdrawal' | 'hiddenAfterWithdrawal' | 'twoWatchTwo' | 'worlds'>;
  /** The judge's message that finds the bug. */
  readonly found: RegExp;
  /** A seed that shows it, so that the search is short. */
  readonly seed?: number;
}

/** A bug of the moment of acting: this part is not compared again. */
const without = (part: BasisPart, seed: number, found: RegExp, quirks: FolderQuirks = {}): PlantedFolderBug => ({
  bug: `what a plan rests on is compared without its ${part}`,
  quirks: { compared: basisParts.filter((one) => one !== part), ...quirks },
  found,
  seed,
});

/** A table that knows a file by its path alone, so that only the basis tells another one. */
const byPathAlone: FolderQuirks['createTable'] = (monotonic) => {
  const table = createFileTable(monotonic);
  return {
    ...table,
    see(file, quietMs) {
      const before = table.files.get(file.path);
      if (before === undefined || !before.isStable || before.file.size !== file.size) return table.see(file, quietMs);
      before.file = file;
      return before;
    },
  };
};

/** Where a file is moved without a look at what else may be there. */
function freePlace(root: string, path: string, into: string): string {
  const [name = path] = path.split('/').slice(-1);
  mkdirSync(join(root, into), { recursive: true });
  for (let number = 1; ; number += 1) {
    const to = join(into, number === 1 ? name : `${number} ${name}`);
    if (!existsSync(join(root, to))) return to;
  }
}

/** Bugs that a worker of watched folders can have. A judge that misses one proves nothing. */
export const plantedFolderBugs: readonly PlantedFolderBug[] = [
  {
    bug: 'a file is taken at start-up without a second look',
    quirks: {
      createTable(monotonic) {
        const table = createFileTable(monotonic);
        let isFirst = true;
        return {
          ...table,
          async seeAll(scan, quietMs) {
            await table.seeAll(scan, quietMs);
            if (isFirst) for (const record of table.files.values()) record.isStable = true;
            isFirst = false;
          },
        };
      },
    },
    found: /before it was whole/,
    seed: 34,
  },
  {
    bug: 'a file is moved before its outcome is durable',
    quirks: {
      take: (take) => (offers, report) => {
        const moved = offers.map((offer) => {
          // The story begins when its first file was taken.
          if (basename(offer.path) === 'First.pdf') return offer;
          const root = /^.*?\/(?:Inbox|Post)(?=\/)/.exec(offer.path)?.[0];
          if (root === undefined) return offer;
          const path = join(root, 'Sent', basename(offer.path));
          mkdirSync(dirname(path), { recursive: true });
          renameSync(offer.path, path);
          return { ...offer, path };
        });
        return take(moved, (progress) => {
          const index = moved.findIndex((one) => one === progress.offer);
          report({ ...progress, offer: offers[index] ?? progress.offer });
        });
      },
    },
    found: /it is lost/,
  },
  {
    bug: 'a file that an event names is taken at once',
    quirks: {
      createTable(monotonic) {
        const table = createFileTable(monotonic);
        return {
          ...table,
          see(file, quietMs) {
            const record = table.see(file, quietMs);
            record.isStable = true;
            return record;
          },
        };
      },
    },
    found: /before it was whole/,
    seed: 2,
  },
  {
    bug: 'what lies where the folder cannot be read counts as deleted',
    quirks: {
      createTable(monotonic) {
        const table = createFileTable(monotonic);
        return {
          ...table,
          isHidden: () => false,
          mayBeThere: (path) => table.files.has(path),
          incomplete: () => ({ unread: 0, isCut: false }),
        };
      },
    },
    world: { hiddenAfterWithdrawal: true },
    found: /was taken \d+ times/,
    seed: 45,
  },
  {
    bug: 'the folder itself does not know what an older journal forgot',
    quirks: { withoutClaims: true },
    found: /was taken \d+ times/,
  },
  without('file', 15, /was another document when it was taken/, { createTable: byPathAlone }),
  without('place', 3, /was taken from outside of the folder/),
  without('owner', 3, /was taken while it was open/),
  without('sidecar', 2, /went to people that were no longer named/),
  without('choices', 7, /went to people that were no longer named/),
  without('rule', 4, /was taken by a rule that no longer held/),
  without('account', 14, /was taken for another account/),
  without('history', 212, /was taken \d+ times/),
  {
    bug: 'the disk is not looked at again in the moment of acting',
    quirks: {
      take: (take) => (offers, report) => {
        const originals = new Map<(typeof offers)[number], (typeof offers)[number]>(
          offers.map((offer) => [{ ...offer, refresh: async () => {} }, offer]),
        );
        return take([...originals.keys()], (told) =>
          report({ ...told, offer: originals.get(told.offer) ?? told.offer }),
        );
      },
    },
    found: /was taken while it was open|no longer named/,
    seed: 2,
  },
  {
    bug: 'what a plan rests on is compared before its file is copied',
    quirks: {
      take: (take) => async (offers, report) => {
        const originals = new Map<(typeof offers)[number], (typeof offers)[number]>();
        for (const offer of offers) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await offer.refresh?.();
          const holds = offer.isUnchanged?.(offer.sha256 ?? '') ?? true;
          originals.set({ ...offer, refresh: async () => {}, isUnchanged: () => holds }, offer);
        }
        return take([...originals.keys()], (told) =>
          report({ ...told, offer: originals.get(told.offer) ?? told.offer }),
        );
      },
    },
    found: /no longer named|while it was open|no longer held|another account/,
    seed: 2,
  },
  {
    bug: 'a file is moved by its name alone',
    quirks: {
      async moveFile({ root, path, into, stillMoves }) {
        await stillMoves?.(path);
        const to = freePlace(root, path, into);
        renameSync(join(root, path), join(root, to));
        return { kind: 'moved', to };
      },
    },
    found: /is in Sent and was not sent/,
    seed: 207,
  },
  {
    bug: 'the old name of a moved file is removed without a look at what has it now',
    quirks: {
      async moveFile({ root, path, into, stillMoves }) {
        const to = freePlace(root, path, into);
        linkSync(join(root, path), join(root, to));
        await stillMoves?.(to);
        unlinkSync(join(root, path));
        return { kind: 'moved', to };
      },
    },
    found: /was destroyed/,
    seed: 6,
  },
  {
    bug: 'a file is set aside without reading it again',
    quirks: { moveFile: ({ stillMoves: _asked, ...options }) => moveFile(options) },
    found: /was set aside although it is whole/,
    seed: 8,
  },
  {
    bug: 'nobody tells the folder of a signed copy',
    quirks: { withoutCopyClaims: true },
    found: /is a signed copy and was taken/,
    seed: 70,
  },
  {
    bug: 'originals are given up while their sub-folder is away',
    quirks: {
      journal: (journal, root) => ({
        ...journal,
        folderFiles: {
          ...journal.folderFiles,
          *here(folderId) {
            for (const one of journal.folderFiles.here(folderId)) {
              const isThere = existsSync(dirname(join(root, one.path)));
              yield isThere ? one : { ...one, path: basename(one.path) };
            }
          },
        },
      }),
    },
    world: { awayAfterWithdrawal: true },
    found: /was taken \d+ times/,
    seed: 2,
  },
  {
    bug: 'a document is claimed in its own folder alone',
    quirks: { withoutWatchers: true },
    world: { twoWatchTwo: true },
    found: /was taken \d+ times/,
    seed: 30,
  },
  {
    bug: 'two computers have one identity',
    quirks: { oneIdentity: true },
    found: /was taken \d+ times/,
    seed: 13,
  },
  {
    bug: 'a clock that is set while the app begins anew ends the hour',
    quirks: { wallAlone: true },
    world: { worlds: ['clock'] },
    found: /beyond the bound of the hour/,
    seed: 16,
  },
  {
    bug: 'an answer does not say what the window showed',
    quirks: { answersUnseen: true },
    world: { worlds: ['answers'] },
    found: /by an answer about something else/,
    seed: 2,
  },
];

const mostSeeds = 300;

/** What the judge says of stories without a bug, by seed and world. */
const sound = new Map<string, Promise<readonly string[]>>();

async function problemsOf(seed: number, quirks: FolderQuirks): Promise<readonly string[]> {
  const { problems } = await tellFolderStory(seed, quirks);
  return problems;
}

/** Finds a story in which the judge sees a planted bug, and sees nothing without it: first the one on record. */
export async function findingFolderSeed(planted: PlantedFolderBug): Promise<number | null> {
  const { quirks, world = {}, found, seed: first = 1 } = planted;
  const isFound = (problems: readonly string[]) => problems.some((problem) => found.test(problem));
  const inWorld = { worlds: [], ...world };
  for (let seed = first; seed < first + mostSeeds; seed += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the first find ends the search
    if (!isFound(await problemsOf(seed, { ...inWorld, ...quirks }))) continue;
    const key = `${seed} ${JSON.stringify(inWorld)}`;
    const undisturbed = sound.get(key) ?? problemsOf(seed, inWorld);
    sound.set(key, undisturbed);
    // A story that goes wrong without the bug proves nothing.
    // oxlint-disable-next-line no-await-in-loop
    if (!isFound(await undisturbed)) return seed;
  }
  return null;
}
