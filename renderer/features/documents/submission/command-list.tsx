import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { openSend } from '../../send/open-send.ts';
import { shownName } from '../shown-name.ts';
import { AskFirst } from './ask-first.tsx';
import styles from './submission.module.css';
import { UpdateDialog } from './update-dialog.tsx';
import { useCommand } from './use-command.ts';
import { useCountdown } from './use-saying.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** In the order they are offered. The choice between drafts has a place of its own. */
const kinds = ['send', 'send-now', 'retry', 'revise', 'update', 'redo', 'cancel', 'withdraw', 'delete'] as const;
type Kind = (typeof kinds)[number];

/** The same command means another thing at another time; these are its names. */
function meaningOf(kind: Kind, { end, finishedAt }: SubmissionRow, counting: boolean) {
  if (kind === 'cancel') return counting ? 'undo' : 'cancel';
  if (kind === 'redo') return end === 'started' && finishedAt === null ? 'redo' : 'again';
  if (kind === 'send') return end === 'draft' ? 'sendDraft' : 'send';
  return kind;
}
export type Meaning = ReturnType<typeof meaningOf>;

const toAsk = ['withdraw', 'redo', 'delete'] as const;
const looks: Partial<Record<Meaning, 'primary'>> = { send: 'primary', sendDraft: 'primary', retry: 'primary' };

/** What can be done with a submission now, each with what it causes. */
export function CommandList({ row, name }: { row: SubmissionRow; name: string }) {
  const { t } = useTranslation();
  const { problem, setProblem, give } = useCommand(row.id);
  const [open, setOpen] = useState<(typeof toAsk)[number] | 'update' | null>(null);
  const counting = useSecondsLeft(useCountdown(row) ?? 0) > 0;
  const all = kinds.filter((kind) => row.commands.includes(kind) && (kind !== 'send-now' || counting));
  // Where everything can be changed, two things of it need no form of their own.
  const offered = all.includes('revise') ? all.filter((kind) => kind !== 'update') : all;
  const close = () => setOpen(null);
  if (offered.length === 0 && !problem) return null;

  const press = (kind: Kind, meaning: Meaning) => {
    const ask = toAsk.find((one) => one === meaning);
    if (kind === 'update') setOpen('update');
    else if (kind === 'revise') void openSend({ submissionId: row.id });
    else if (ask) setOpen(ask);
    else void give({ kind });
  };
  const label = (meaning: Meaning) => {
    const sends = meaning === 'send' || meaning === 'sendDraft';
    if (sends && row.signeeCount > 0) return t('submission.sendTo', { count: row.signeeCount });
    return t(`submission.command.${meaning}`);
  };

  return (
    <section className={styles['section']} aria-label={t('submission.commands')}>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      <ul className={styles['commandList']}>
        {offered.map((kind) => {
          const meaning = meaningOf(kind, row, counting);
          return (
            <li key={kind}>
              <Button look={looks[meaning] ?? 'plain'} onPress={() => press(kind, meaning)}>
                {label(meaning)}
              </Button>
              <span>{t(`submission.effect.${meaning}`)}</span>
            </li>
          );
        })}
      </ul>
      {open === 'update' && <UpdateDialog row={row} onSave={(wish) => void give(wish)} onClose={close} />}
      {open !== null && open !== 'update' && (
        <AskFirst
          title={t(`submission.ask.${open}`, { name: shownName(name) })}
          text={t(`submission.askText.${open}`)}
          confirm={t(`submission.confirm.${open}`)}
          onConfirm={() => void give({ kind: open })}
          onClose={close}
        />
      )}
    </section>
  );
}
