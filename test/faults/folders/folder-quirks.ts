import type { BasisPart } from '../../../main/folders/file-plan.ts';
import type { createFileTable } from '../../../main/folders/file-table.ts';
import type { WatchedFoldersDeps } from '../../../main/folders/folder.ts';
import type { moveFile } from '../../../main/folders/move-file.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import { createChance } from '../simulation/random.ts';

export type Take = WatchedFoldersDeps['outbox']['take'];

/** What a story may have besides programs and crashes. */
const worldNames = ['answers', 'clock', 'away', 'cloud'] as const;
export type WorldName = (typeof worldNames)[number];

/** A bug to plant, which the judge has to find. */
export interface FolderQuirks {
  readonly createTable?: typeof createFileTable;
  readonly take?: (take: Take) => Take;
  /** What only the journal knew is forgotten with it. */
  readonly withoutClaims?: boolean;
  /** The parts of the basis that are compared in the moment of acting. */
  readonly compared?: readonly BasisPart[];
  readonly moveFile?: typeof moveFile;
  readonly journal?: (journal: Journal, root: string) => Journal;
  /** Nobody tells the folders of a signed copy. */
  readonly withoutCopyClaims?: boolean;
  /** After the app began anew, nothing but the clock on the wall tells how long ago something was. */
  readonly wallAlone?: boolean;
  /** No computer sees that another one watches the same folders. */
  readonly withoutWatchers?: boolean;
  /** The second computer has the identity of the first. */
  readonly oneIdentity?: boolean;
  /** No bug, but a world that shows one more often: two computers watch two folders. */
  readonly twoWatchTwo?: boolean;
  /** The same for another bug: the sub-folder of a withdrawn document goes away for a while. */
  readonly awayAfterWithdrawal?: boolean;
  /** The same for another one: `Scans` cannot be read for a while. */
  readonly hiddenAfterWithdrawal?: boolean;
  /** The worlds of the story. Without them, the seed chooses. */
  readonly worlds?: readonly WorldName[];
  /** An answer carries the fingerprint of what is there when it is given, and not of what was shown. */
  readonly answersUnseen?: boolean;
}

/** The worlds of a story. They have a chance of their own, so that a story without them is told as before. */
export function chooseWorlds(seed: number, { worlds }: FolderQuirks): ReadonlySet<WorldName> {
  const chance = createChance(seed + 500_000_000);
  const chosen = worldNames.filter(() => chance.of(0.35));
  return new Set(worlds ?? chosen);
}
