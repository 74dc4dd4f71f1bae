import { z } from 'zod';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { submissionRow } from '../../preload/contract/submission.ts';
import { documentRecord, recordedFile, recordedSignatures } from '../documents/document-record.ts';

/** The request to the running app. It travels as a file between two processes of possibly two versions. */
export const statusRequest = z.object({
  version: z.literal(1),
  ask: z.literal('status'),
  /** Documents or submissions. An earlier version of the app does not know the field, and says nothing of them. */
  ids: z.array(z.string().min(1).max(lengths.identifier)).max(limits.filesAtOnce).exactOptional(),
});
export type StatusRequest = z.infer<typeof statusRequest>;

/** The state of a document that the command named, with the facts of its receipt. */
export const documentStatus = z.object({
  /** The id that was asked for: of a document or a submission. */
  id: z.string(),
  found: z.boolean(),
  /** The phase of the submission. Null: no submission of this computer has the document. */
  phase: submissionRow.shape.phase.nullable(),
  /** The document at the service. Null: it has none yet. */
  document: documentRecord.nullable(),
  /** The newest signed copy on this computer. */
  copy: recordedFile.extend({ path: z.string() }).nullable(),
  signatures: recordedSignatures,
  /** The key of the problem with the signed copy. */
  problem: z.string().nullable(),
});
export type DocumentStatus = z.infer<typeof documentStatus>;

/** The state of the app, for a program that watches over computers. Names and addresses are in `documents` alone. */
export const statusAnswer = z.object({
  version: z.literal(1),
  app: z.string(),
  status: z.enum(['idle', 'working', 'needs-you', 'stopped']),
  stop: z.enum(['not-working', 'signed-out', 'offline', 'paused']).nullable(),
  sending: z.number(),
  /** Submissions and files of watched folders that wait for a person. */
  needsYou: z.number(),
  connections: z.array(z.object({ signedIn: z.enum(['yes', 'never', 'again']) })),
  folders: z.object({ watched: z.number(), paused: z.number(), needsYou: z.number(), troubled: z.number() }),
  /** The time of the last check of the shown connection. */
  checkedAt: z.iso.datetime().nullable(),
  update: z.enum(['off', 'current', 'checking', 'downloading', 'ready', 'failed']),
  /** The settings that the policy of the IT department fixes. */
  locked: z.array(z.string()),
  /** The keys of the notices that the window shows on every screen. */
  problems: z.array(z.string()),
  /** The documents that the command named. */
  documents: z.array(documentStatus).exactOptional(),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;
