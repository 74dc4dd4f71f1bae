import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import type { Action } from '../../../ui/action-bar.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Question } from '../../../ui/question.tsx';
import { shownName } from '../../../ui/shown-name.ts';
import { openSend } from '../../send/sheet-actions.ts';
import { UpdateDialog } from './update-dialog.tsx';
import { useCommand } from './use-command.ts';
import { useSecondsLeft } from './use-seconds-left.ts';
import { useCountdown, useStill } from './use-state-text.ts';

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
type Kind = (typeof kinds)[number];

/** Returns the meaning of a command, which depends on the state of the submission. */
function meaningOf(kind: Kind, row: SubmissionRow) {
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

const toAsk = ['withdraw', 'delete', 'sendPerhaps'] as const;
const looks: Partial<Record<Meaning, 'primary'>> = { send: 'primary', sendDraft: 'primary', retry: 'primary' };

/** The ranks of the actions: those that people need most are buttons, the others are in the menu. */
const weights = {
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

/** Tells whether trying again leads to the same answer, until a person changes something. */
const isHelpless = ({ problem }: SubmissionRow): boolean =>
  problem !== null &&
  (problem.key.startsWith('differs-') ||
    ['refused', 'upload-refused', 'too-large', 'file-too-large', 'too-many-signees'].includes(problem.key));

interface Now {
  readonly counting: boolean;
  readonly copied: boolean;
  readonly still: boolean;
}

function offeredFor(row: SubmissionRow, { counting, copied, still }: Now): readonly Kind[] {
  const undoable =
    row.commands.includes('undo') && (counting || ((still || row.problem !== null) && row.undoUntil !== null));
  const { commands, end, phase } = row;
  const possible = (kind: Kind) => {
    // Our copy of the file is deleted, but the people are still known.
    if (kind === 'anew') return (end === 'cancelled' || end === 'deleted') && !commands.includes('redo');
    if (kind === 'send-now' && !counting) return false;
    if (kind === 'undo' && !undoable) return false;
    // Undo stops the sending as well, and gives the work back.
    if (kind === 'cancel' && undoable) return false;
    // With candidates this command is shown beside them.
    if (kind === 'upload-again' && row.candidates.length > 0) return false;
    if (kind === 'redo' && copied) return false;
    if (kind === 'retry' && phase === 'waiting' && still) return false;
    // Revise changes everything, so the form for two fields is not needed.
    if (kind === 'update' && commands.includes('revise')) return false;
    return commands.includes(kind);
  };
  return kinds.filter(possible);
}

interface SubmissionActionsProps {
  readonly row: SubmissionRow;
  readonly name: string;
  /** Opens another submission in place of this one. */
  readonly onOpen: (submissionId: string) => void;
  readonly children: (actions: readonly Action[]) => ReactNode;
}

/** Shows the possible commands, with their questions and forms. */
export function SubmissionActions({ row, name, onOpen, children }: SubmissionActionsProps) {
  const { t } = useTranslation();
  const { problem, setProblem, give } = useCommand(row.id);
  // People continue with the copy, so we offer no second one.
  const copy = row.redoneAs;
  /** A copy is on its way. It may be listed before main has answered. */
  const isCopying = useRef(false);
  const [open, setOpen] = useState<(typeof toAsk)[number] | 'update' | null>(null);
  const counting = useSecondsLeft(useCountdown(row) ?? 0) > 0;
  const still = useStill();
  const offered = offeredFor(row, { counting, copied: copy !== null, still });
  const close = () => setOpen(null);
  useEffect(() => {
    if (!isCopying.current || copy === null) return;
    isCopying.current = false;
    onOpen(copy);
  }, [copy, onOpen]);

  const carryOut = (kind: Exclude<Kind, 'update' | 'revise' | 'anew'>) => {
    isCopying.current = kind === 'redo';
    return give({ kind });
  };
  const press = (kind: Kind, meaning: Meaning) => {
    const ask = toAsk.find((one) => one === meaning);
    if (kind === 'update') setOpen('update');
    else if (kind === 'revise' || kind === 'anew') void openSend({ submissionId: row.id });
    else if (meaning === 'redo' || meaning === 'correct') void openSend({ submissionId: row.id, replaces: meaning });
    else if (ask) setOpen(ask);
    else void carryOut(kind);
  };
  const label = (meaning: Meaning) => {
    const sends = meaning === 'send' || meaning === 'sendDraft';
    if (sends && row.signeeCount > 0) return t('submission.sendTo', { count: row.signeeCount });
    return t(`submission.command.${meaning}`);
  };
  const change = isHelpless(row) ? offered.find((kind) => kind === 'revise' || kind === 'redo') : undefined;

  return (
    <>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      {children(
        offered.map((kind) => {
          const meaning = meaningOf(kind, row);
          const isUnknown = meaning === 'cancel' && row.recovered;
          return {
            id: kind,
            label: label(meaning),
            effect: t(isUnknown ? 'submission.effect.cancelUnknown' : `submission.effect.${meaning}`),
            look: change === kind || (change === undefined && looks[meaning]) ? 'primary' : 'plain',
            weight: change === kind ? 0 : weights[kind],
            act: () => press(kind, meaning),
          };
        }),
      )}
      {open === 'update' && <UpdateDialog row={row} onSave={(command) => void give(command)} onClose={close} />}
      {open !== null && open !== 'update' && (
        <Question
          title={t(`submission.ask.${open}`, { name: shownName(name) })}
          text={t(`submission.askText.${open}`)}
          yes={t(`submission.confirm.${open}`)}
          onYes={() => {
            close();
            return carryOut(open === 'sendPerhaps' ? 'send' : open);
          }}
          onNo={close}
        />
      )}
    </>
  );
}
