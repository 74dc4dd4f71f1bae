import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Preview } from '../send/preview/preview.tsx';
import styles from './documents.module.css';
import { toggleFold, useFolds } from './entry/folds.ts';

interface CopyPreviewProps {
  readonly id: string;
  readonly name: string;
}

const noFields: [] = [];
const ignore = () => {};

function OpenPreview({ id, name }: CopyPreviewProps) {
  const read = useCallback(
    async (from: number, to: number) => {
      const answer = await ask(bridge().documents.readCopy({ id, from, to }));
      if (!answer.ok) throw new Error(answer.problem.key);
      return answer.bytes;
    },
    [id],
  );
  const begin = useAnswer(() => bridge().documents.readCopy({ id, from: 0, to: 0 }), [id]);
  if (begin?.ok === false) return <Notice problem={begin.problem} />;
  return (
    <div className={styles['preview']}>
      {begin && <Preview name={name} kind="pdf" size={begin.size} read={read} fields={noFields} onVerdict={ignore} />}
    </div>
  );
}

/** The pages of the saved copy, once a person unfolds them. Main checks the copy before the first byte. */
export function CopyPreview(props: CopyPreviewProps) {
  const { t } = useTranslation();
  const isOpen = useFolds(({ preview }) => preview);
  return (
    <Fold title={t('copy.preview')} summary="" isOpen={isOpen} onOpenChange={() => toggleFold('preview')}>
      {isOpen && <OpenPreview {...props} />}
    </Fold>
  );
}
