import { Archive } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import { useShortcut } from '../../store/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import type { StackedNotice } from '../../ui/notice-stack.tsx';
import { shownName } from '../../ui/shown-name.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { undoKeys } from './outbox/countdown-notice.tsx';
import { QueueNotice } from './outbox/queue-notice.tsx';
import { archiveRow, forgetLastDone, useLastDone } from './rows/archive-row.ts';

interface DoneNoticeDeps {
  /** Undo belongs to documents that count down. */
  readonly isCounting: boolean;
  /** Moves the focus to a new place when the focused button disappears. */
  readonly onLeave: () => void;
  readonly tell: (problem: Problem | null) => void;
}

/** Shows for a while after *Done* where the row is now. Undo stays possible until something else is done. */
export function useDoneNotice({ isCounting, onLeave, tell }: DoneNoticeDeps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const { key, name, isTold } = useLastDone();
  useEffect(() => forgetLastDone, []);
  const undo = () => {
    if (key !== null) void run(async () => tell(await archiveRow(key, 'unarchive')));
  };
  useShortcut('undo', key === null || isCounting ? null : undo);
  const said = key === null ? '' : t('row.doneTold', { name: shownName(name) });
  const press = () => {
    onLeave();
    undo();
  };
  const shown = (
    <QueueNotice Icon={Archive} tone="quiet" action={<Button onPress={press}>{t('row.undoDone')}</Button>}>
      {said}
    </QueueNotice>
  );
  const notice: StackedNotice | null = key === null || isTold ? null : { id: 'done', rank: 'answer', shown, said: '' };
  return {
    notice,
    spoken: (
      <output className="visually-hidden">
        {key !== null && `${said} ${t('outbox.undoKeys', { keys: undoKeys })}`}
      </output>
    ),
  };
}
