import type { WatchedFolder } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { AskSignees, ScannedFile, SigneeScan } from '../hand-over/signee-scan.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import type { KeptContent } from '../journal/folder-files.ts';
import type { Journal } from '../journal/journal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { FolderEvents } from '../platform/folder-events.ts';
import type { ReadMounts } from '../platform/network-folder.ts';
import type { Computer } from '../platform/this-computer.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { TextMarkReader } from '../text-marks/text-mark-reader.ts';
import type { Clock } from '../time/clock.ts';
import type { BesideFiles } from './beside-files.ts';
import type { Claims } from './claims.ts';
import { type OwnFolders, ownFolders } from './file-names.ts';
import { type BasisPart, type FolderFacts, standsStill } from './file-plan.ts';
import type { createFileTable, FileTable } from './file-table.ts';
import { isSynchronised, type Neighbours } from './folder-place.ts';
import type { FolderRule, HourCount, Pauses } from './folder-rule.ts';
import type { DeviceOf } from './folder-scan.ts';
import type { FolderWatching } from './folder-watching.ts';
import { isExpectedFault } from './inside-folder.ts';
import type { moveFile } from './move-file.ts';
import type { Verdict } from './verdict.ts';

/** The services below all watched folders. */
export interface WatchedFoldersDeps {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly state: PublishedState;
  readonly outbox: Pick<Outbox, 'take' | 'budgetOf'>;
  readonly events: FolderEvents;
  readonly documentReader: DocumentReader & TextMarkReader;
  readonly readMounts: ReadMounts;
  readonly computer: Computer;
  /** False: nothing may be sent, or the journal may be older than what was sent. */
  readonly durable: boolean;
  readonly isJournalTrusted: boolean;
  readonly profilesOf: (connectionId: string) => readonly Profile[];
  readonly findSignees: (connectionId: string, file: ScannedFile) => Promise<SigneeScan>;
  /** Returns the text for people without the app, in the language of this one. */
  readonly reasonOf: (verdict: Verdict, name: string) => string;
  readonly neighbours: () => Omit<Neighbours, 'watched'>;
  /** The IT department lets no folder send by itself. */
  readonly forceHold: boolean;
  readonly newId: () => string;
  /** Returns when the computer was switched on, by the clock on the wall. Absent: the system does not tell. */
  readonly bootedAt?: (() => number) | undefined;
  readonly onFault: (error: unknown) => void;
  /** Filled by tests alone. */
  readonly createTable?: typeof createFileTable;
  readonly deviceOf?: DeviceOf;
  readonly compared?: readonly BasisPart[];
  readonly moveFile?: typeof moveFile;
}

export type Status = WatchedFolder['status'];

/** Its turns run one after the other, and what a person asks for runs between two of them (`turns.ts`). */
interface Turns {
  readonly turn: () => Promise<void>;
  running: Promise<void> | null;
  /** The last order of a person: the next one waits for it. */
  asked: Promise<void>;
  cancelTimer: () => void;
  /** The number of orders of a person that wait for the end of the turn. */
  waiting: number;
  /** A turn begins in a moment, whatever else is told until then. */
  isSoon: boolean;
  isClosed: boolean;
}

/** A folder that is watched, or that a person is about to add: what was arranged for it, and what is known of it. */
export interface Folder {
  readonly id: string;
  readonly connectionId: string;
  readonly root: string;
  /** Null: a person looks before adding the folder, and nothing in it is touched. */
  readonly marker: string | null;
  /** As a person arranged it. `ruleOf` knows what else decides. */
  rule: FolderRule;
  /** It lies where the IT department allows no watched folder. */
  isBarred: boolean;
  remarks: WatchedFolder['remarks'];
  /** The other computers that watch it. Null: nobody could read them yet. */
  others: readonly string[] | null;

  readonly deps: WatchedFoldersDeps;
  readonly table: FileTable;
  readonly besides: BesideFiles;
  readonly claims: Claims;
  /** Tells whether somebody watches a folder by itself. */
  readonly isWatched: (folder: string) => Promise<boolean>;
  /** Returns the other folders that this computer watches for the same connection. */
  readonly siblings: () => readonly Folder[];
  /** Those of them that another computer watches, too: their claims count here as well. */
  sharedSiblings: readonly Folder[];
  readonly signees: AskSignees;
  readonly hours: HourCount;
  readonly pauses: Pauses;
  readonly turns: Turns;
  /** Null for a preview. */
  watching: FolderWatching | null;
  /** False: its watcher has to begin anew. */
  watches: boolean;

  status: Status;
  /** Whether the last full scan could read the folder, and it was here since. */
  isSeen: boolean;
  how: WatchedFolder['how'];
  lastLook: number | null;
  /** Since when the folder itself is the reason that nothing is taken: by the clock on the wall and the monotonic one. */
  trouble: { readonly at: number; readonly since: number } | null;
  /** Paths to look at in the next turn. */
  readonly hinted: Set<string>;
  wantsScan: boolean;
  /** The time of the next full scan even if no event comes, by the monotonic clock. */
  nextScan: number;
  /** Patterns of a rule that a person has not saved. */
  alsoWanted: readonly string[];
  /** Our folders as the disk spelled them in the last full scan. */
  spelled: Partial<typeof ownFolders>;
  /** The disk on which the folder lay in the last look. */
  device: string;
  /** Sub-folders with another drive, and those among them that were connected in the last look. */
  drives: ReadonlySet<string>;
  connectedDrives: string | null;
  /** Contents that were read and are not in the journal yet. */
  unsaved: KeptContent[];
  /** Originals in `Sent`, with the look that they had when they were moved, and when to look again. */
  readonly sent: Map<string, { readonly look: string; readonly at: number }>;
  /** Since when originals are missing, by their path and submission and by the monotonic clock. */
  readonly missingSince: Map<string, Map<string, number>>;
  /** For each sub-folder, whether it is where its path says. Asked once in a turn. */
  readonly placesInTurn: Map<string, Promise<boolean>>;
  /** Tells the same in the moment of acting, without the answer of an earlier one. */
  readonly isInsideNow: (subFolder: string) => Promise<boolean>;
  /** Grows with everything that the window shows. */
  revision: number;
  readonly changed: () => void;
}

/** Tells whether the file lies on another drive than the folder: it cannot be renamed into a folder of ours. */
export const isOnDrive = ({ drives }: Pick<Folder, 'drives'>, path: string): boolean =>
  [...drives].some((drive) => path.startsWith(`${drive}/`));

export const isPreview = ({ marker }: Folder): boolean => marker === null;
/**
 * Tells whether another computer takes the same documents, and is told of each other's claims by a cloud, which comes too
 * late: both would send.
 */
export const isClaimedLate = ({ root, others }: Pick<Folder, 'root' | 'others'>): boolean =>
  (others === null || others.length > 0) && isSynchronised(root);

/** Returns the rule with what the IT department decided, and what the place of the folder forbids. */
export const ruleOf = (folder: Pick<Folder, 'deps' | 'others' | 'root' | 'rule'>): FolderRule =>
  folder.deps.forceHold || isClaimedLate(folder) ? { ...folder.rule, goal: 'hold' } : folder.rule;
/** Returns the names of our folders in this one. */
export const ownFoldersOf = ({ rule, spelled }: Folder): OwnFolders => spelled[rule.names] ?? ownFolders[rule.names];
export const quietMsOf = ({ rule }: Folder): number => rule.quietSeconds * 1_000;

/** Returns what reports an error. A folder that goes away in the middle is no bug of ours. */
export const faultOf =
  ({ deps }: Folder) =>
  (error: unknown): void => {
    if (!isExpectedFault(error)) deps.onFault(error);
  };

/** Tells whether a person paused the folder, or the app ends. */
export const isStopped = ({ turns, pauses, rule }: Folder): boolean => turns.isClosed || pauses.isPaused(rule);

export const connectionOf = ({ state }: WatchedFoldersDeps, id: string) =>
  state.get().connections.find((one) => one.id === id);

/** Returns the reason that nothing of this connection can be taken now, whatever the folder and the file. */
export function waitOf(deps: WatchedFoldersDeps, connectionId: string): Problem | 'paused' | null {
  if (!deps.durable || connectionOf(deps, connectionId)?.signedIn !== 'yes') return { key: 'signed-out', params: {} };
  if (deps.journal.submissions.paused()) return 'paused';
  return deps.outbox.budgetOf(connectionId).level === 'full' ? { key: 'quota', params: {} } : null;
}

/**
 * Gathers the facts for all files of the folder. Call it once for many: asking the journal for each of 10,000 takes
 * seconds.
 */
export function folderNow(folder: Folder): FolderFacts {
  const { deps, connectionId, root } = folder;
  const connection = connectionOf(deps, connectionId);
  return {
    rule: ruleOf(folder),
    profiles: deps.profilesOf(connectionId),
    sender: connection?.person ?? '',
    isJournalTrusted: deps.isJournalTrusted,
    modes: deps.journal.settings.get('modes')[connectionId] ?? null,
    account: connection?.username ?? null,
    wait: folder.isBarred ? { key: 'folder-not-allowed', params: { folder: root } } : waitOf(deps, connectionId),
    sentThisHour: folder.hours.sent(),
    isPreview: isPreview(folder),
    markForms: connection?.fields.textMarks ?? [],
  };
}

/** Tells whether files may be moved: none is while nothing may be taken. */
export const mayMove = (folder: Folder): boolean => !isStopped(folder) && !standsStill(folderNow(folder));
