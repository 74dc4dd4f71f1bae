import type { ProblemKey } from '../../../../preload/contract/problem.ts';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';

/** Commands in their order. Choosing a draft is in `candidates.tsx`. */
const kinds = [
  'send',
  'send-now',
  'retry',
  'revise',
  'update',
  'redo',
  'anew',
  'take-over',
  'upload-again',
  'undo',
  'cancel',
  'give-up',
  'withdraw',
  'delete',
] as const;
export type Kind = (typeof kinds)[number];

/** Returns the meaning of a command, which depends on the state of the submission. */
export function meaningOf(kind: Kind, row: SubmissionRow) {
  const { end, phase, finishedAt, step } = row;
  if (kind === 'cancel') return phase === 'held' ? 'discard' : 'cancel';
  if (kind === 'redo' && phase === 'needs-you') return 'correct';
  if (kind === 'redo') return end === 'started' && finishedAt === null ? 'redo' : 'again';
  if (kind === 'retry' && phase === 'waiting') return 'tryNow';
  if (kind === 'retry' && looksOnly(row)) return 'lookAgain';
  if (kind === 'retry') return step === 'upload' && row.mayDouble ? 'uploadAgain' : 'retry';
  // Beside candidates the same command says that it is none of them.
  if (kind === 'upload-again') return 'uploadAgain';
  if (kind === 'send' && row.problem?.key === 'perhaps-sent') return 'sendPerhaps';
  if (kind === 'send') return end === 'draft' ? 'sendDraft' : 'send';
  return kind;
}

/** Tells whether Try again only looks at the service and sends nothing. */
const looksOnly = ({ problem, recovered, documentId }: SubmissionRow) =>
  (recovered && documentId === null) || doubts.some((key) => key === problem?.key);
const doubts = ['several-drafts', 'several-documents', 'unsettled', 'unsettled-unreadable'] as const;

export type Meaning = ReturnType<typeof meaningOf>;

/** The ranks of the actions: those that people need most are buttons, the others are in the menu. */
export const weights = {
  send: 0,
  'send-now': 0,
  retry: 1,
  undo: 1,
  revise: 2,
  'take-over': 2,
  withdraw: 4,
  cancel: 5,
  redo: 5,
  anew: 5,
  update: 5,
  delete: 6,
  'upload-again': 6,
  'give-up': 7,
} as const satisfies Record<Kind, number>;

/** Problems for which a person sends the file anew, because this document goes no further. */
const lasting: readonly (ProblemKey | undefined)[] = ['file-changed', 'submission-gone'];

/** Tells whether trying again leads to the same answer, until a person changes something. */
const isHelpless = ({ problem }: SubmissionRow): boolean =>
  problem !== null &&
  (problem.key.startsWith('differs-') ||
    ['refused', 'upload-refused', 'too-large', 'file-too-large', 'too-many-signees'].includes(problem.key) ||
    lasting.includes(problem.key));

/** Returns the command that helps where trying again does not. */
export const helpFor = (row: SubmissionRow, offered: readonly Kind[]): Kind | undefined =>
  isHelpless(row) ? offered.find((kind) => kind === 'revise' || kind === 'redo' || kind === 'anew') : undefined;

interface Now {
  readonly counting: boolean;
  readonly copied: boolean;
  readonly still: boolean;
}

/** Returns the commands that a person can give now. */
export function offeredFor(row: SubmissionRow, { counting, copied, still }: Now): readonly Kind[] {
  const undoable =
    row.commands.includes('undo') && (counting || ((still || row.problem !== null) && row.undoUntil !== null));
  const { commands, end, phase, problem } = row;
  const isLasting = phase === 'needs-you' && lasting.includes(problem?.key);
  const hasEnded = phase === 'done' && (row.finishedAt !== null || end === 'withdrawn') && !copied;
  const possible = (kind: Kind) => {
    // Our copy of the file is deleted or wrong, but the people are still known.
    if (kind === 'anew' && (commands.includes('redo') || row.size === null)) return false;
    if (kind === 'anew') return end === 'cancelled' || end === 'deleted' || isLasting || hasEnded;
    // The file that would be changed is not what the person chose.
    if (kind === 'revise' && isLasting) return false;
    if (kind === 'send-now' && !counting) return false;
    if (kind === 'undo' && !undoable) return false;
    // Undo stops the sending as well, and gives the work back.
    if (kind === 'cancel' && undoable) return false;
    // With candidates this command is shown beside them.
    if (kind === 'upload-again' && row.candidates.length > 0) return false;
    // What was not sent yet is not sent again.
    if (kind === 'redo' && (copied || end === 'draft')) return false;
    if (kind === 'retry' && phase === 'waiting' && still) return false;
    // Revise changes everything, so the form for two fields is not needed.
    if (kind === 'update' && commands.includes('revise')) return false;
    return commands.includes(kind);
  };
  return kinds.filter(possible);
}
