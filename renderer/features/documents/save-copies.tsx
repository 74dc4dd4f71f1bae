import { HardDriveDownload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayMoment, toFullMinute } from '../../language/say-moment.ts';
import { Button } from '../../ui/button.tsx';
import pill from '../../ui/count.module.css';
import type { StackedNotice } from '../../ui/notice-stack.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { QueueNotice } from './outbox/queue-notice.tsx';

interface SaveCopiesProps {
  readonly missing: number;
  readonly onPress: () => void;
}

export function SaveCopiesButton({ missing, onPress }: SaveCopiesProps) {
  const { t } = useTranslation();
  return (
    <Button look="quiet" onPress={onPress}>
      <HardDriveDownload size={16} aria-hidden="true" />
      <span data-short>{t('documents.saveCopies')}</span> <span className={pill['count']}>{missing}</span>
    </Button>
  );
}

interface Head {
  readonly current: HTMLElement | null;
}

/** Saves all missing copies. The button goes with the last of them, so the focus then moves to the heading. */
export function useSaveCopies({ list, notices }: State, head: Head, tell: (problem: Problem | null) => void) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const { missing } = list;
  /** What is told of lost copies: a document that the service has deleted meanwhile is not missing any more, and not saved. */
  const losses = JSON.stringify(notices.filter(({ key }) => key === 'copies-lost' || key === 'copies-lost-perhaps'));
  const [asked, setAsked] = useState<{ readonly losses: string; readonly isOver: boolean } | null>(null);
  const isOver = asked?.isOver === true;
  if (asked && !isOver && missing === 0) setAsked({ ...asked, isOver: true });
  if (isOver && missing > 0) setAsked(null);
  useEffect(() => {
    if (isOver && document.activeElement === document.body) head.current?.querySelector('h1')?.focus();
  }, [isOver, head]);
  const saveAll = () =>
    void run(async () => {
      setAsked({ losses, isOver: false });
      const answer = await ask(bridge().documents.save({ id: null }));
      tell(answer.ok ? null : answer.problem);
    });
  return { missing, saveAll, told: isOver && asked.losses === losses ? t('documents.copiesSaved') : '' };
}

/** Shows the progress of saving all copies, and when it continues. Null: nobody wants them, or all are saved. */
export function useSavingAll({ active, savingAll, list, check, locale }: State): StackedNotice | null {
  const { t } = useTranslation();
  const all = savingAll[active ?? ''];
  if (all === undefined || list.missing === 0) return null;
  const said = t('documents.savingCopies', { done: Math.max(0, all - list.missing), all: Math.max(all, list.missing) });
  const next =
    check.next === null ? '' : t('outbox.budgetResumes', { time: sayMoment(toFullMinute(check.next), locale) });
  const shown = (
    <QueueNotice Icon={HardDriveDownload} tone="quiet">
      {said} {next}
    </QueueNotice>
  );
  return { id: 'saving-all', rank: 'remark', shown, said };
}
