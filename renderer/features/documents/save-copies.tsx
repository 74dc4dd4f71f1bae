import { HardDriveDownload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Button } from '../../ui/button.tsx';
import pill from '../../ui/count.module.css';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';

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
export function useSaveCopies(missing: number, head: Head, tell: (problem: Problem | null) => void) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [asked, setAsked] = useState(false);
  const saved = asked && missing === 0;
  useEffect(() => {
    if (saved && document.activeElement === document.body) head.current?.querySelector('h1')?.focus();
  }, [saved, head]);
  const saveAll = () =>
    void run(async () => {
      setAsked(true);
      const answer = await ask(bridge().documents.save({ id: null }));
      tell(answer.ok ? null : answer.problem);
    });
  return { missing, saveAll, told: saved ? t('documents.copiesSaved') : '' };
}
