import { useTranslation } from 'react-i18next';
import { everyRow } from '../../preload/contract/list-choices.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { State } from '../../preload/contract/state.ts';
import { ask, bridge } from '../bridge/bridge.ts';
import { choose, useListQuery } from '../features/documents/rows/list-query.ts';
import { laterPart } from '../language/later-part.ts';
import { closeNotice, go, useUi } from '../store/ui.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { StackedNotice } from '../ui/notice-stack.tsx';

const UpdateNotice = laterPart(async () => (await import('./update-notice.tsx')).UpdateNotice);

/** Only notices about the start can be closed. The others are still true while they are shown. */
const isOfTheStart = ({ key }: Problem) =>
  key.startsWith('option-') || key === 'clock-set-back' || key === 'journal-older' || key === 'folders-held';

/** Shows the documents without a saved copy, in the list of their connection. */
async function showLost(connectionId: string): Promise<void> {
  await ask(bridge().connection.select({ connectionId }));
  choose({ ...everyRow, sort: useListQuery.getState().sort, unsaved: true });
  useListQuery.setState({ search: '' });
  go('documents');
}

/** What concerns the whole app, whichever screen is shown. */
export function useAppNotices(state: State | null): readonly StackedNotice[] {
  const { t } = useTranslation();
  const fault = useUi((ui) => ui.fault);
  const closed = useUi((ui) => ui.closed);
  const hiddenUpdate = useUi((ui) => ui.hiddenUpdate);
  if (state === null) return [];
  const notices: StackedNotice[] = state.notices
    .filter((problem) => !closed.includes(problem))
    .map((problem) => ({
      id: problem.key + JSON.stringify(problem.params),
      rank: isOfTheStart(problem) ? 'start' : 'danger',
      said: t(`problem.${problem.key}.what`, problem.params),
      shown: (
        <Notice problem={problem} onClose={isOfTheStart(problem) ? () => closeNotice(problem) : undefined}>
          {problem.key === 'copies-lost' ? (
            <Button onPress={() => void showLost(String(problem.params['connection']))}>{t('copy.showLost')}</Button>
          ) : undefined}
        </Notice>
      ),
    }));
  if (fault)
    notices.push({
      id: 'fault',
      rank: 'broken',
      said: t(`problem.${fault.key}.what`, fault.params),
      shown: <Notice problem={fault} onClose={() => useUi.setState({ fault: null })} />,
    });
  const { update } = state;
  if (update.kind === 'ready' && (update.waits || hiddenUpdate !== update.version))
    notices.push({ id: 'update', rank: 'update', said: '', shown: <UpdateNotice update={update} /> });
  return notices;
}
