import { z } from 'zod';
import { connection, connectionFields, connectionOffer, signInTest } from './connection.ts';
import { diagnosis } from './diagnosis.ts';
import { copyCheck } from './document.ts';
import { watchedFolder } from './folder.ts';
import { languages } from './language.ts';
import { listChoice, listState } from './list.ts';
import { networkState } from './network.ts';
import { notificationSettings } from './notifications.ts';
import { problem } from './problem.ts';
import { profile } from './profile.ts';
import { lockNames, themes } from './setting-values.ts';
import { outboxState } from './submission.ts';
import { updateState } from './updates.ts';

export const language = z.enum(languages);
export const theme = z.enum(themes);

/** The time of the last reading of the list, and of the next check that the service allows. */
const check = z.object({
  asOf: z.number().nullable(),
  next: z.number().nullable(),
  running: z.boolean(),
  problem: problem.nullable(),
  /** Every document of the account was read. False: the service may have documents that nobody here knows. */
  isWhole: z.boolean(),
  /** The number of documents that the service has and the list does not show, as far as it is known. */
  unlisted: z.number(),
});

/** The state that the window shows. Main owns it; the window has a copy. */
const state = z.object({
  version: z.string(),
  language,
  /** Language and region of the system, for dates and numbers. */
  locale: z.string(),
  /** The pattern for the names of saved copies. */
  copyName: z.string(),
  /** A receipt for other programs is written beside each saved copy. */
  receipts: z.boolean(),
  /** The files of rejected and withdrawn documents are saved before the service deletes them. */
  rescue: z.boolean(),
  /** The check of all saved copies. Null: none since the start. */
  copyCheck: copyCheck.nullable(),
  /** The number of missing copies when a person wanted all, by connection. It continues with every check. */
  savingAll: z.record(z.string(), z.number()),
  languageChoice: z.union([language, z.literal('system')]),
  theme,
  /** The number of calls to the service that run at the same time. */
  parallelCalls: z.number(),
  /** The settings that the IT department has set, so that a person cannot change them. */
  locked: z.array(z.enum(lockNames)),
  dataFolder: z.string(),
  connections: z.array(connection),
  active: z.string().nullable(),
  offer: connectionOffer.nullable(),
  /** The connection that the IT department has set on this computer. */
  givenConnection: connectionFields.nullable(),
  signInTest: signInTest.nullable(),
  check,
  list: listState,
  /** The filters and the order that the person chose last. */
  listChoice,
  outbox: outboxState,
  /** The copied files of the running hand-over. Null: none is running. */
  handOver: z.object({ done: z.number(), all: z.number() }).nullable(),
  /** Number of submissions that need a person, by connection. Connections without any are left out. */
  needsYou: z.record(z.string(), z.number()),
  /** The name that all invitations come from, if the IT department has set it. */
  senderName: z.string().nullable(),
  /** Profiles of the shown connection, by name. */
  profiles: z.array(profile),
  notifications: notificationSettings,
  /** The time at which details of documents were last read after a check. Null: not since the start. */
  detailsReadAt: z.number().nullable(),
  /** A person clicked a notification: the window opens this row, or shows the list when `entry` is null. */
  revealed: z.object({ entry: z.string().nullable() }).nullable(),
  folders: z.array(watchedFolder),
  diagnosis: diagnosis.nullable(),
  /** Number of files that the app was opened with and the window has not taken yet. */
  openedFiles: z.number(),
  network: networkState,
  /** False if the system says that there is no network. True proves nothing. */
  online: z.boolean(),
  /** The start of the app with the computer. The system keeps this, and may refuse it (`blocked`). */
  startAtLogin: z.enum(['on', 'off', 'blocked', 'unavailable']),
  update: updateState,
  /** Problems of the whole app: a journal of a newer version, a wrong option. */
  notices: z.array(problem),
});
export type State = z.infer<typeof state>;

export const snapshot = z.object({ revision: z.number().int(), state });
export type Snapshot = z.infer<typeof snapshot>;

/** A patch replaces whole slices. */
export const change = z.object({ revision: z.number().int(), patch: state.partial() });
export type Change = z.infer<typeof change>;
