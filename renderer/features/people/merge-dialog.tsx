import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../preload/contract/person.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import styles from './people.module.css';

interface MergeDialogProps {
  readonly people: readonly PersonRow[];
  readonly onMerged: (who: string) => void;
  readonly onClose: () => void;
}

/** Picks the address used last, which most likely still works. */
const likeliest = (people: readonly PersonRow[]) =>
  people.toSorted((a, b) => (b.lastUsed ?? 0) - (a.lastUsed ?? 0))[0]?.email ?? '';

const candidates = { options: styles['candidates'], option: styles['candidate'] };

export function MergeDialog({ people, onMerged, onClose }: MergeDialogProps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [keep, setKeep] = useState(() => likeliest(people));
  const [problem, setProblem] = useState<Problem | null>(null);

  async function merge(): Promise<void> {
    const others = people.map(({ email }) => email).filter((email) => email !== keep);
    const answer = await ask(bridge().people.merge({ keep, others }));
    if (answer.ok) onMerged(keep);
    else setProblem(answer.problem);
  }

  const options = people.map(({ email, name }) => {
    const text = (
      <span className={styles['who']}>
        <span>{email}</span>
        <span className={styles['quiet']}>{name}</span>
      </span>
    );
    return { id: email, text };
  });
  return (
    <ModalDialog title={t('people.mergeTitle', { count: people.length })} onClose={onClose}>
      <Choice label={t('people.mergeKeep')} value={keep} options={options} onChange={setKeep} look={candidates} />
      <p>{t('people.mergeText')}</p>
      {problem && <Notice problem={problem} />}
      <Actions end>
        <Button onPress={onClose}>{t('connect.cancel')}</Button>
        <Button look="primary" onPress={() => void run(merge)}>
          {t('people.mergeConfirm')}
        </Button>
      </Actions>
    </ModalDialog>
  );
}
