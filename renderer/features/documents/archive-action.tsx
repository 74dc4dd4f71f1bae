import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { Action } from '../../ui/action-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { type Entry, nameOf } from './entry/entry.ts';
import { archiveRow } from './rows/archive-row.ts';

interface ArchiveActionProps {
  readonly entry: Entry;
  readonly children: (actions: readonly Action[]) => ReactNode;
}

/** Puts a row that has ended out of sight, or back into the list. */
export function ArchiveAction({ entry, children }: ArchiveActionProps) {
  const { key, group, canArchive } = entry;
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  const isArchived = group === 'archive';
  const kind = isArchived ? 'unarchive' : 'archive';
  const action: Action = {
    id: kind,
    label: t(`selection.action.${kind}`),
    effect: t(`details.effect.${kind}`),
    look: 'plain',
    weight: 3,
    act: () => void run(async () => setProblem(await archiveRow(key, kind, nameOf(entry)))),
  };
  return (
    <>
      {problem && <Notice problem={problem} onClose={() => setProblem(null)} />}
      {children(isArchived || canArchive ? [action] : [])}
    </>
  );
}
