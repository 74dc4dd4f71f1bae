import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';

interface DeadlinesProps {
  /** The document. Null: all that wait for signatures. */
  readonly id: string | null;
  readonly children: (save: () => void) => ReactNode;
}

/** Saves deadlines as a calendar file, and shows the result. */
export function Deadlines({ id, children }: DeadlinesProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function save(): Promise<void> {
    setSaved(false);
    const answer = await ask(bridge().waiting.saveDeadlines({ id }));
    setSaved(answer.ok === true);
    setProblem(answer.ok === false ? answer.problem : null);
  }
  return (
    <>
      {children(() => void run(save))}
      <output>{saved && t('calendar.saved')}</output>
      {problem && <Notice problem={problem} />}
    </>
  );
}
