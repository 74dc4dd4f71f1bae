import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceOf, EvidenceSheet } from '../../../preload/contract/evidence.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { laterPart } from '../../language/later-part.ts';
import { useMirror } from '../../store/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './evidence.module.css';

const EvidencePage = laterPart(async () => (await import('./evidence-page.tsx')).EvidencePage);

/** Saves what this computer can prove about a document as a PDF. */
export function EvidenceButton(of: EvidenceOf) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const locale = useMirror(({ state }) => state?.locale ?? 'en');
  const [sheet, setSheet] = useState<EvidenceSheet | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [said, setSaid] = useState('');

  async function begin(): Promise<void> {
    setSaid('');
    const answer = await ask(bridge().evidence.sheet(of));
    setProblem(answer.ok ? null : answer.problem);
    if (answer.ok) setSheet(answer.sheet);
  }

  async function save(name: string): Promise<void> {
    const answer = await ask(bridge().evidence.savePage({ name }));
    setSheet(null);
    setProblem(answer.ok === false ? answer.problem : null);
    setSaid(answer.ok === true ? t('evidence.saved') : '');
  }

  return (
    <section className={styles['section']}>
      <div>
        <Button isDisabled={sheet !== null} onPress={() => void run(begin)}>
          {t('evidence.button')}
        </Button>
      </div>
      <output className={styles['said']}>{said}</output>
      {problem && <Notice problem={problem} />}
      {sheet && <EvidencePage sheet={sheet} locale={locale} onReady={() => void save(sheet.name)} />}
    </section>
  );
}
