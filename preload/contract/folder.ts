import { z } from 'zod';
import { answer } from './answer.ts';
import { lengths, limits } from './limits.ts';
import { problem } from './problem.ts';
import { choices, fileRemark } from './sending.ts';

const id = z.string().min(1).max(64);
const print = z.string().max(64);

/**
 * The possible verdicts on a file of a watched folder. The first three take it, the others leave it where it is or set
 * it aside. The window, the preview and the worker have them from one function.
 */
export const folderVerdictKind = z.enum([
  'would-send',
  'would-hold',
  /** More than the folder may send in an hour: prepared, and a person presses Send. */
  'hour-limit',
  'writing',
  'open',
  'cloud',
  /** The name is no text in UTF-8. */
  'bad-name',
  'no-signee',
  'no-sidecar',
  'no-profile',
  'no-sender',
  'mode-not-open',
  'asks-more',
  'other-account',
  'waiting',
  'claimed',
  'claimed-long',
  'maybe-sent',
  'not-a-document',
  'too-large',
  'damaged',
  'unreadable',
  'sidecar-wrong',
  'sidecar-old',
  'duplicate',
  'signed-copy',
  'ignored',
  'under-way',
  'sent',
  'stopped',
  /** A file that could be sent, but is where files were set aside. */
  'set-aside',
  /** A program wrote into the file after its document was sent. */
  'changed-after',
]);
export type FolderVerdictKind = z.infer<typeof folderVerdictKind>;

/** The actions that a person may take on a file. `change-folder`: its rule is corrected, not the file. */
export const folderFileAction = z.enum(['complete', 'change-folder', 'send-anyway', 'release', 'aside']);
export type FolderFileAction = z.infer<typeof folderFileAction>;

export const folderFile = z.object({
  /** The path below the watched folder. The window gives it back and main looks it up. */
  key: z.string(),
  verdict: folderVerdictKind,
  /** The sentence of the intake, when its judgement is the reason. */
  problem: problem.nullable(),
  /** Names in the sentence of the verdict: the program, the other file, the computer. */
  who: z.string(),
  /** The other computer that took the content, whatever the verdict says. Empty: none. */
  claimedBy: z.string(),
  at: z.number().nullable(),
  size: z.number(),
  /** The people it would go to. */
  signees: z.array(z.string()),
  signeeCount: z.number(),
  submissionId: z.string().nullable(),
  /** Whether the file was moved to our folder `Needs attention` or `Duplicates`. */
  isAside: z.boolean(),
  /** Whether there is something in it that a person should know before it is sent. `folders.remarks` says what. */
  hasRemarks: z.boolean(),
  /** The print of everything that the row shows. The window gives it back with the answer of a person. */
  print,
  actions: z.array(folderFileAction),
});
export type FolderFile = z.infer<typeof folderFile>;

const quietSeconds = z.number().int().min(limits.quietSeconds.least).max(limits.quietSeconds.most);

/** The part of a watched folder that a person may change. */
export const folderRuleInput = z.object({
  profileId: id,
  goal: z.enum(['hold', 'send']),
  patterns: z.array(z.string().trim().min(1).max(lengths.name)).min(1).max(limits.folderPatterns),
  quietSeconds,
  perHour: z.number().int().min(1).max(limits.folderPerHour),
  originals: z.enum(['move', 'keep']),
  needsSidecar: z.boolean(),
  /** Whether signed copies have receipts, also when they are off in the settings. */
  receipts: z.boolean(),
});
export type FolderRuleInput = z.infer<typeof folderRuleInput>;

/** Remarks about a place that is allowed all the same. */
export const folderRemark = z.enum(['downloads', 'desktop', 'cloud', 'cloud-shared', 'network']);
export type FolderRemark = z.infer<typeof folderRemark>;

const folderStatus = z.enum([
  'looking',
  'watching',
  'preview',
  'paused',
  'unreachable',
  'replaced',
  'read-only',
  'failed',
]);

/** A watched folder, or one that a person is about to add (`preview`). */
export const watchedFolder = z.object({
  id,
  connectionId: z.string(),
  /** A person is about to add it. Nothing in it is touched. */
  isPreview: z.boolean(),
  path: z.string(),
  name: z.string(),
  rule: folderRuleInput,
  /** The names of our folders in it, in the language that was chosen when it was marked. */
  ownFolders: z.object({ sent: z.string(), signed: z.string(), attention: z.string(), duplicates: z.string() }),
  profileName: z.string().nullable(),
  /** The other profiles that documents use because a sub-folder has their name. */
  subFolderProfiles: z.array(id),
  status: folderStatus,
  /** Whether nothing is taken because of the folder itself, and not just for a moment. */
  isTroubled: z.boolean(),
  lastLook: z.number().nullable(),
  /** Events of the system, or looking again and again. */
  how: z.enum(['events', 'polling']),
  /** The number of folders and files inside that could not be read. Files there count as still there. */
  unread: z.number(),
  /** Whether there are more files or folders than we look at. */
  isCut: z.boolean(),
  loneSidecars: z.number(),
  /** Sub-folders with the name of a temporary one, the first few. Nothing in them is looked at. */
  leftOut: z.array(z.string()),
  /** Profiles that ask other people than a person confirmed for this folder. It sends to nobody by them. */
  unconfirmed: z
    .object({ profiles: z.array(z.string()), people: z.array(z.string()), peopleCount: z.number() })
    .nullable(),
  /** Whether a person paused it. A folder that is away says so in its status, also while it is paused. */
  isPaused: z.boolean(),
  /** The end of the pause. Null while it is paused: until a person resumes. */
  pausedUntil: z.number().nullable(),
  counts: z.partialRecord(folderVerdictKind, z.number()),
  needsYou: z.number(),
  sentThisHour: z.number(),
  remarks: z.array(folderRemark),
  others: z.array(z.string()),
  /** The revision, which grows with each change of the files, so that the window asks for them again. */
  revision: z.number(),
});
export type WatchedFolder = z.infer<typeof watchedFolder>;

export const folderId = z.object({ id });
const key = z.string().min(1).max(lengths.path);

/** The groups of the list of files. */
export const folderFilter = z.enum(['all', 'needs-you', 'waiting', 'taken']);
export type FolderFilter = z.infer<typeof folderFilter>;

export const folderFilesInput = folderId.extend({ filter: folderFilter });
export const folderFiles = z.object({ files: z.array(folderFile), all: z.number() });
export const folderFileId = folderId.extend({ key: folderFile.shape.key });
/** What a person should know of a file, and who signed it already. */
export const folderRemarks = answer({ remarks: z.array(fileRemark), signed: z.array(z.string()) });

/** `print`: of what the question showed. Null: nothing was asked, because the folder sends nothing. */
export const folderSave = folderId.extend({
  rule: folderRuleInput,
  confirmed: z.boolean(),
  print: print.nullable().default(null),
});

/** The rule whose sending is previewed, before a person allows it. */
export const sendingPreviewInput = folderId.extend({ rule: folderRuleInput });
export const sendingPreview = z.object({
  documents: z.number(),
  /**
   * The number of files that are only prepared: above the limit of the hour, or with a structure that cannot be
   * verified.
   */
  held: z.number(),
  /** The first names of all people that would be asked to sign. */
  people: z.array(z.string()),
  peopleCount: z.number(),
  /** The people of some documents are in the fields of the PDF. */
  isByFields: z.boolean(),
  /** Whether the folder could be read. Else nobody knows what it would send. */
  isRead: z.boolean(),
  /** The print of the people that a person confirms. */
  print,
});
export type SendingPreview = z.infer<typeof sendingPreview>;

export const folderPause = folderId.extend({ pause: z.enum(['hour', 'tomorrow', 'always', 'resume']) });
export type FolderPause = z.infer<typeof folderPause>['pause'];

export const folderAct = z.discriminatedUnion('action', [
  folderId.extend({ key, print, action: z.enum(['send-anyway', 'release', 'aside']) }),
  folderId.extend({
    key,
    print,
    action: z.literal('complete'),
    signees: choices.shape.signees.min(1),
    /** The folder uses these people for its next files as well. */
    remember: z.boolean(),
  }),
]);
export type FolderAct = z.infer<typeof folderAct>;

/** One line of what a folder did, newest first. */
const folderLine = z.object({
  at: z.number(),
  kind: z.enum([
    'taken',
    'moved',
    /** A signed copy that could not go into the folder. */
    'copy',
    'aside',
    'duplicate',
    'added',
    'changed',
    'paused',
    'resumed',
    'released',
    'removed',
  ]),
  name: z.string(),
  /** The present path of the file, if it was moved. */
  to: z.string(),
  verdict: folderVerdictKind.nullable(),
  submissionId: z.string().nullable(),
});
export type FolderLine = z.infer<typeof folderLine>;

const folderActivityFilter = z.enum(['all', 'taken', 'aside', 'changes']);
export type FolderActivityFilter = z.infer<typeof folderActivityFilter>;

export const folderActivityInput = folderId.extend({ filter: folderActivityFilter });
/** `isCut`: there are more lines than these. */
export const folderActivity = z.object({ lines: z.array(folderLine), isCut: z.boolean() });
export type FolderActivity = z.infer<typeof folderActivity>;

export const folderAnswer = z.union([
  z.object({ ok: z.literal(true), id }),
  z.object({ ok: z.literal('cancelled') }),
  z.object({ ok: z.literal(false), problem }),
]);
