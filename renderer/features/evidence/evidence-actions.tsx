import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceOf, EvidenceSheet } from '../../../preload/contract/evidence.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { laterPart } from '../../language/later-part.ts';
import { useMirror } from '../../store/mirror.ts';
import { type Action, RARE } from '../../ui/action-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './evidence.module.css';

const EvidencePage = laterPart(async () => (await import('./evidence-page.tsx')).EvidencePage);

type Goal = 'print' | 'save';

interface EvidenceActionsProps {
  readonly of: EvidenceOf;
  readonly children: (actions: readonly Action[]) => ReactNode;
}

/** Saves what this computer can prove about a document as a PDF, or prints it. */
export function EvidenceActions({ of, children }: EvidenceActionsProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  const [page, setPage] = useState<{ readonly sheet: EvidenceSheet; readonly goal: Goal } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [said, setSaid] = useState('');

  async function begin(goal: Goal): Promise<void> {
    setSaid('');
    const answer = await ask(bridge().evidence.sheet(of));
    setProblem(answer.ok ? null : answer.problem);
    if (answer.ok) setPage({ sheet: answer.sheet, goal });
  }

  async function putOut(name: string, goal: Goal): Promise<void> {
    const answer = await (goal === 'print'
      ? ask(bridge().evidence.print())
      : ask(bridge().evidence.savePage({ name })));
    setPage(null);
    setProblem(answer.ok === false ? answer.problem : null);
    setSaid(answer.ok === true ? t(goal === 'print' ? 'evidence.printed' : 'evidence.saved') : '');
  }

  const action = (goal: Goal, label: string): Action => ({
    id: `evidence ${goal}`,
    label,
    effect: null,
    look: 'plain',
    weight: RARE,
    act: () => {
      // The page of the last one is still being put out.
      if (page === null) void run(async () => begin(goal));
    },
  });
  return (
    <>
      {children([action('save', t('evidence.button')), action('print', t('evidence.print'))])}
      <output className={styles['said']}>{said}</output>
      {problem && <Notice problem={problem} />}
      {page && (
        <EvidencePage sheet={page.sheet} locale={locale} onReady={() => void putOut(page.sheet.name, page.goal)} />
      )}
    </>
  );
}
