import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { Actions } from '../../ui/actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import type { Entry } from './entry/entry.ts';
import { archiveRow } from './rows/archive-row.ts';

/** Puts a row that has ended out of sight, or back into the list. */
export function ArchiveButton({ entry: { key, group, canArchive } }: { entry: Entry }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  const isArchived = group === 'archive';
  if (!isArchived && !canArchive) return null;
  const action = isArchived ? 'unarchive' : 'archive';
  return (
    <section>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      <Actions>
        <Button onPress={() => void run(async () => setProblem(await archiveRow(key, action)))}>
          {t(`selection.action.${action}`)}
        </Button>
      </Actions>
    </section>
  );
}
