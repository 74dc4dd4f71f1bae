import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import type { Action } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Question } from '../../../ui/question.tsx';
import { shownName } from '../../../ui/shown-name.ts';
import { openSend } from '../../send/sheet-actions.ts';
import { helpFor, type Kind, type Meaning, meaningOf, offeredFor, weights } from './offered-commands.ts';
import { UpdateDialog } from './update-dialog.tsx';
import { useCommand } from './use-command.ts';
import { useSecondsLeft } from './use-seconds-left.ts';
import { useCountdown, useStill } from './use-state-text.ts';

const toAsk = ['withdraw', 'delete', 'sendPerhaps'] as const;
const looks: Partial<Record<Meaning, 'primary'>> = { send: 'primary', sendDraft: 'primary', retry: 'primary' };

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
    else if (kind === 'revise' || kind === 'anew') void openSend({ submissionId: row.id, anew: kind === 'anew' });
    else if (meaning === 'redo' || meaning === 'correct') void openSend({ submissionId: row.id, replaces: meaning });
    else if (ask) setOpen(ask);
    else void carryOut(kind);
  };
  const label = (meaning: Meaning) => {
    const sends = meaning === 'send' || meaning === 'sendDraft';
    if (sends && row.signeeCount > 0) return t('submission.sendTo', { count: row.signeeCount });
    return t(`submission.command.${meaning}`);
  };
  const change = helpFor(row, offered);

  return (
    <>
      {problem && (
        <Notice problem={problem} onClose={() => setProblem(null)}>
          {problem.key === 'sent-before' && (
            <Button onPress={() => void give({ kind: 'send', again: true })}>{t('send.sendAnyway')}</Button>
          )}
        </Notice>
      )}
      {children(
        offered.map((kind) => {
          const meaning = meaningOf(kind, row);
          const isUnknown = meaning === 'cancel' && row.recovered;
          const stays = row.isDraftKept && (meaning === 'cancel' || meaning === 'undo');
          const effect = isUnknown ? 'cancelUnknown' : stays ? (`${meaning}Draft` as const) : meaning;
          const isPrimary = row.problem?.key !== 'draft-differs' && change === undefined && looks[meaning];
          return {
            id: kind,
            label: label(meaning),
            effect: t(`submission.effect.${effect}`),
            look: change === kind || isPrimary ? 'primary' : 'plain',
            weight: change === kind ? 0 : weights[kind],
            act: () => press(kind, meaning),
          };
        }),
      )}
      {open === 'update' && <UpdateDialog row={row} onClose={close} />}
      {open !== null && open !== 'update' && (
        <Question
          title={t(`submission.ask.${open}`, { name: shownName(name) })}
          text={t(open === 'delete' && row.size === null ? 'order.askDelete' : `submission.askText.${open}`)}
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
