import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './documents.module.css';

interface DraggableCopyProps {
  readonly id: string;
  /** The name, or a sentence with it. */
  readonly text: string;
}

/**
 * Shows the saved copy by its name. People drag it into a mail or a folder; with the keyboard they use Show in folder.
 */
export function DraggableCopy({ id, text }: DraggableCopyProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [said, setSaid] = useState('');
  async function drag(): Promise<void> {
    const answer = await ask(bridge().documents.dragCopy({ id }));
    setProblem(answer.ok ? null : answer.problem);
    setSaid(answer.ok && !answer.started ? t('copy.dragAgain') : '');
  }
  const onDragStart = (event: DragEvent) => {
    // The system drags the file itself, not its name.
    event.preventDefault();
    void drag();
  };
  return (
    <>
      <bdi draggable className={styles['copyName']} title={t('copy.drag')} onDragStart={onDragStart}>
        {text}
      </bdi>
      <output>{said}</output>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
    </>
  );
}
