import { z } from 'zod';
import { connection, connectionOffer, trial } from './connection.ts';
import { diagnosis } from './diagnosis.ts';
import { documentEntry } from './document.ts';
import { languages } from './language.ts';
import { problem } from './problem.ts';
import { profile } from './profile.ts';
import { outboxState, submissionRow } from './submission.ts';

export const language = z.enum(languages);

/** When the list was read last and when it may be read again (the service allows one check per window). */
const check = z.object({
  asOf: z.number().nullable(),
  next: z.number().nullable(),
  running: z.boolean(),
  problem: problem.nullable(),
  /** How many documents the service says there are, where it says more than it listed. */
  total: z.number().nullable(),
});

/** All that the window shows. Main owns it; the window holds a copy. */
const state = z.object({
  version: z.string(),
  language,
  /** The language with its region where the system says one: dates and numbers follow it. */
  locale: z.string(),
  languageChoice: z.union([language, z.literal('system')]),
  connections: z.array(connection),
  active: z.string().nullable(),
  offer: connectionOffer.nullable(),
  trial: trial.nullable(),
  check,
  documents: z.array(documentEntry),
  /** Of the connection that is shown: all that are open, and the latest that are at rest. Newest first. */
  submissions: z.array(submissionRow),
  outbox: outboxState,
  /** How many files of the running hand-over are copied. Null: none is running. */
  handOver: z.object({ done: z.number(), all: z.number() }).nullable(),
  /** Submissions that wait for a person, by connection; a connection without any is left out. */
  needsYou: z.record(z.string(), z.number()),
  /** Of the connection that is shown, by name. */
  profiles: z.array(profile),
  diagnosis: diagnosis.nullable(),
  /** Documents that were opened with the app and wait for the window to take them. */
  brought: z.number(),
  network: z.object({ authority: z.string().nullable(), proxyUser: z.string().nullable() }),
  /** What a person must know before anything else works: a journal that is newer, an option that was wrong. */
  notices: z.array(problem),
});
export type State = z.infer<typeof state>;

export const snapshot = z.object({ revision: z.number().int(), state });
export type Snapshot = z.infer<typeof snapshot>;

/** A patch replaces whole slices; of the submissions only `rows` travel: each is new or takes the place of the one before. */
export const change = z.object({
  revision: z.number().int(),
  patch: state.partial(),
  rows: z.array(submissionRow).optional(),
});
export type Change = z.infer<typeof change>;
