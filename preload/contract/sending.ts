import { z } from 'zod';
import { isTooMuch } from '../../shared/json-extent.ts';
import { signatureModes } from '../../shared/signature-modes.ts';
import { lengths, limits } from './limits.ts';
import { problem } from './problem.ts';

const identifier = z.string().min(1).max(lengths.identifier);
const fileId = z.string().min(1).max(64);

/** A file that a person added. The window never knows its path. */
export const offeredFile = z.object({
  id: fileId,
  name: z.string(),
  size: z.number(),
  /** The id of the same file when it was added before and is still open. */
  sameAs: fileId.optional(),
});
export type OfferedFile = z.infer<typeof offeredFile>;

/** The result of a drop: files to look at, and those that cannot be sent, with the reason. */
export const offeredFiles = z.object({
  files: z.array(offeredFile),
  refused: z.array(z.object({ name: z.string(), problem })),
  /** Indexes of files without a path on this computer. The window sends their bytes. */
  pathless: z.array(z.number()),
});
export type OfferedFiles = z.infer<typeof offeredFiles>;

export const filePiece = z.object({
  transfer: z.uuid(),
  name: z.string().min(1).max(lengths.identifier),
  bytes: z.instanceof(Uint8Array).refine((piece) => piece.byteLength <= limits.pieceBytes),
  last: z.boolean(),
});

export const fileRemark = z.enum([
  'encrypted',
  'signed',
  'other-extension',
  'macros',
  'outside-content',
  'embedded-object',
  'starts-program',
  'script',
  'unchecked',
]);
export const wholeRemarks = z.object({ id: fileId, remarks: z.array(fileRemark) });

/** The kind of a file by its content, and whether it can be sent. */
export const fileVerdict = z.object({
  id: fileId,
  kind: z.enum(['pdf', 'docx', 'xlsx']).nullable(),
  remarks: z.array(fileRemark),
  problem: problem.nullable(),
});
export type FileVerdict = z.infer<typeof fileVerdict>;

/**
 * The reason why a file is not joined with others. `active`: it has scripts, starts programs or is a dynamic form.
 * `fields`: its form would mix with that of another file. `parts`: it has something that one document cannot keep, such
 * as attached files. `changed`: it is no longer as it was added.
 */
export const aloneReason = z.enum(['signed', 'encrypted', 'unreadable', 'active', 'fields', 'parts', 'changed']);
export type AloneReason = z.infer<typeof aloneReason>;

/** PDFs of the sheet to join, in their order, and the name of the new document. */
export const joinInput = z.object({
  ids: z.array(fileId).min(2).max(limits.joinedFiles),
  name: z.string().min(1).max(lengths.identifier),
});
/** The new file. If nothing was joined: the files that stay alone, or else the problem. */
export const joined = z.union([
  z.object({ ok: z.literal(true), file: offeredFile }),
  z.object({ ok: z.literal('alone'), files: z.array(z.object({ id: fileId, why: aloneReason })) }),
  z.object({ ok: z.literal(false), problem }),
]);
export type Joined = z.infer<typeof joined>;

/** A signature field the service found in a PDF. */
const foundField = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  order: z.number().nullable(),
  /** `signature`, or another word of the service. */
  type: z.string().nullable(),
  isSealed: z.boolean(),
  position: z
    .object({ pageNumber: z.number(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .nullable(),
});
export const scanResult = z.object({
  fields: z.array(foundField),
  mode: z.string().nullable(),
  jurisdiction: z.string().nullable(),
  authority: z.string().nullable(),
  attachments: z.boolean(),
  signWithin: z.string().nullable(),
  reminder: z.string().nullable(),
  observers: z.array(z.string()),
});
export type ScanResult = z.infer<typeof scanResult>;

export const signatureMode = z.enum(signatureModes);
const jurisdiction = z.enum(['zertes', 'eidas']);

/** The signatures the account may use: for each the identity authorities, none where it is not possible. */
export const availableModes = z.object({
  timestamp: z.boolean(),
  advanced: z.object({ zertes: z.array(z.string()), eidas: z.array(z.string()) }),
  qualified: z.object({ zertes: z.array(z.string()), eidas: z.array(z.string()) }),
  asOf: z.number(),
});
export type AvailableModes = z.infer<typeof availableModes>;

/** Where a person signs, on a page counted from 1, in points from its lower left corner. */
export const signPlace = z
  .object({
    page: z.int().min(1).max(100_000),
    x: z.number(),
    y: z.number(),
    width: z.number().positive(),
    height: z.number().positive(),
  })
  .readonly();
export type SignPlace = z.infer<typeof signPlace>;

const choiceSignee = z.object({
  email: z.string().min(1).max(lengths.identifier),
  name: z.string().max(lengths.name),
  comment: z.string().max(lengths.comment),
  /** 0-based; null when the order does not matter. */
  order: z.number().int().min(0).max(limits.participants).nullable(),
  /** Only where the operation `place-signature` is on, and for one document. */
  place: signPlace.exactOptional(),
});

/** All choices for one document beside the file. A profile holds the same. */
export const choices = z.object({
  mode: signatureMode,
  jurisdiction,
  alias: z.string().max(lengths.name),
  comment: z.string().max(lengths.comment),
  sendMail: z.enum(['all', 'others', 'none']),
  scanPredefined: z.boolean(),
  /** Further parameters of the service as JSON, for example callbacks. */
  extra: z
    .unknown()
    .refine((value) => !isTooMuch(value, lengths.extra), { abort: true })
    .pipe(z.record(z.string().max(lengths.name), z.json())),
  signees: z.array(choiceSignee).max(limits.participants),
});
export type Choices = z.infer<typeof choices>;

export const storedChoices = {
  choices,
  /** Our copy. Null: it was deleted, or the file was never on this computer. */
  file: offeredFile.nullable(),
  name: z.string(),
  /** The submission itself can still be changed. */
  revisable: z.boolean(),
};

/** The person was shown all that the signature fields of the file ask for beyond the choices. */
export const fieldsRead = z.literal(true).exactOptional();

/** A draft at the service as a person completes it. `signees`: the people to add. */
export const completedDraft = choices
  .pick({ alias: true, comment: true, signees: true })
  .extend({ documentId: identifier, asShown: identifier });
export type CompletedDraft = z.infer<typeof completedDraft>;

export const submitInput = z.object({
  /** The connection for which the sheet was filled in; another one may be shown by now. Null: there was none. */
  connectionId: z.string().min(1).max(64).nullable(),
  goal: z.enum(['send', 'draft', 'hold']),
  profileId: identifier.exactOptional(),
  /** The different sets of choices, each once: many files mostly share one. */
  choices: z.array(choices).min(1).max(limits.filesAtOnce),
  /**
   * `choice`: the place of the file's choices in `choices`. `earlier`: the latest submission of the same content that the
   * person was shown. What came after it is in nobody's sight, so main refuses the file. `twin`: they were shown that
   * another file of this call has the same content for the same people. Without `fieldsRead`, main reads the fields
   * before the upload.
   */
  items: z
    .array(
      z.object({
        fileId,
        choice: z.number().int().min(0).max(limits.filesAtOnce),
        earlier: identifier.exactOptional(),
        twin: z.literal(true).exactOptional(),
        fieldsRead,
      }),
    )
    .min(1)
    .max(limits.filesAtOnce),
});
export type SubmitInput = z.infer<typeof submitInput>;

/** One answer per file, in the order they were given: it is ours, or why not. */
export const submitted = z.object({
  results: z.array(
    z.union([
      z.object({ ok: z.literal(true), fileId, submissionId: identifier }),
      z.object({ ok: z.literal(false), fileId, problem }),
    ]),
  ),
});
export type Submitted = z.infer<typeof submitted>;
