import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../preload/contract/problem.ts';
import type { State } from '../../preload/contract/state.ts';
import { followSigned, useSignedNews } from '../features/documents/outbox/signed-news.ts';
import { laterPart } from '../language/later-part.ts';
import { closeNotice, useUi } from '../store/ui.ts';
import { Notice } from '../ui/notice.tsx';
import type { StackedNotice } from '../ui/notice-stack.tsx';
import { useAtRest } from '../ui/use-at-rest.ts';

const SignedNotice = laterPart(async () => (await import('../features/documents/signed-notice.tsx')).SignedNotice);
const UpdateNotice = laterPart(async () => (await import('./update-notice.tsx')).UpdateNotice);

/** Tells whether a notice is about the start, and so can be closed. The others are true while they are shown. */
const isOfTheStart = ({ key }: Problem) =>
  key.startsWith('option-') || key === 'clock-set-back' || key === 'journal-older' || key === 'folders-held';

/** Returns the notices about the whole app, whichever screen is shown. */
export function useAppNotices(state: State | null): readonly StackedNotice[] {
  const { t } = useTranslation();
  const fault = useUi((ui) => ui.fault);
  const closed = useUi((ui) => ui.closed);
  const hiddenUpdate = useUi((ui) => ui.hiddenUpdate);
  const signed = useAtRest(useSignedNews((news) => news.signed));
  // The copies of another connection are not at hand.
  useEffect(followSigned, [state?.active]);
  if (state === null) return [];
  const notices: StackedNotice[] = state.notices
    .filter((problem) => !closed.includes(problem))
    .map((problem) => ({
      id: problem.key + JSON.stringify(problem.params),
      rank: isOfTheStart(problem) ? 'start' : 'danger',
      said: t(`problem.${problem.key}.what`, problem.params),
      shown: <Notice problem={problem} onClose={isOfTheStart(problem) ? () => closeNotice(problem) : undefined} />,
    }));
  if (fault)
    notices.push({
      id: 'fault',
      rank: 'broken',
      said: t(`problem.${fault.key}.what`, fault.params),
      shown: <Notice problem={fault} onClose={() => useUi.setState({ fault: null })} />,
    });
  if (signed !== null)
    notices.push({
      id: 'signed',
      rank: 'remark',
      said: '',
      shown: <SignedNotice signed={signed} />,
    });
  const { update } = state;
  if (update.kind === 'ready' && (update.waits !== null || hiddenUpdate !== update.version))
    notices.push({ id: 'update', rank: 'update', said: '', shown: <UpdateNotice update={update} /> });
  return notices;
}
