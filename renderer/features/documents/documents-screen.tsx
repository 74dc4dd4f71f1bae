import { Info } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { laterPart } from '../../language/later-part.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NoticeStack, type StackedNotice } from '../../ui/notice-stack.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TellRefusal } from '../../ui/tell-refusal.ts';
import { BulkButton } from '../bulk/bulk-button.tsx';
import { SaveListButton } from '../evidence/save-list-button.tsx';
import { CheckProblem, TryAgain } from './check-problem.tsx';
import { DocumentList } from './document-list.tsx';
import styles from './documents.module.css';
import { keyOf } from './entry/entry.ts';
import { FilterButton, FilterChips } from './filters.tsx';
import { GroupSelect, hasNoRows } from './group-bar.tsx';
import { useOutboxNotices } from './outbox/outbox-notices.tsx';
import { PauseButton } from './outbox/pause-button.tsx';
import { QueueNotice } from './outbox/queue-notice.tsx';
import { useFirstSent } from './outbox/use-first-sent.tsx';
import { usePause } from './outbox/use-pause.ts';
import { chooseEveryRow, restoreChoice, useListQuery } from './rows/list-query.ts';
import { useOpenedRow } from './rows/opened-row.ts';
import { clearSelection, followList, isEmpty, useSelection } from './rows/selection.ts';
import { serveRows, useServedRows } from './rows/served-rows.ts';
import { useUnfolded } from './rows/use-folding.ts';
import { RowsAsked } from './rows-asked.tsx';
import { SaveCopiesButton, useSaveCopies, useSavingAll } from './save-copies.tsx';
import { ServedList, useUnseen } from './served-list.tsx';
import { useDoneNotice } from './use-done-notice.tsx';
import { useOpened } from './use-opened.ts';
import { useWantedRow } from './use-wanted-row.ts';

const DetailsPanel = laterPart(async () => (await import('./details-panel.tsx')).DetailsPanel);
const SelectionBar = laterPart(async () => (await import('./selection-bar.tsx')).SelectionBar);

interface DocumentsScreenProps {
  readonly state: State;
  /** The notices of the whole app. */
  readonly notices: readonly StackedNotice[];
}

interface ListNoticesDeps {
  readonly state: State;
  readonly refusal: Problem | null;
  readonly setRefusal: (problem: Problem | null) => void;
  readonly onPause: (paused: boolean) => void;
  readonly onLeave: () => void;
}

/** Returns the notices above the list, besides those of the whole app. */
function useListNotices({ state, refusal, setRefusal, onPause, onLeave }: ListNoticesDeps) {
  const { t } = useTranslation();
  const signedOut = state.connections.find(({ id }) => id === state.active)?.signedIn === 'never';
  const problem: Problem | null = signedOut ? { key: 'signed-out', params: {} } : state.check.problem;
  const isApart = problem?.key === 'unreachable';
  const outbox = useOutboxNotices({
    state,
    signInTold: problem !== null,
    wayOut: isApart && <TryAgain />,
    onPause,
    onLeave,
    tell: setRefusal,
  });
  const done = useDoneNotice({ isCounting: outbox.isCounting, onLeave, tell: setRefusal });
  const saving = useSavingAll(state);
  const firstSent = useFirstSent(state.list.counts.waiting, onLeave);
  const unseen = useUnseen(state).join(' ');
  const hasRows = useServedRows(({ groups }) => groups.length > 0);
  const all: StackedNotice[] = [
    ...outbox.notices,
    ...[done.notice, firstSent.notice, saving].filter((one) => one !== null),
  ];
  const add = (rank: StackedNotice['rank'], { key, params }: Problem, shown: ReactNode) =>
    void all.push({ id: rank, rank, shown, said: t(`problem.${key}.what`, params) });
  if (refusal) add('answer', refusal, <Notice problem={refusal} onClose={() => setRefusal(null)} />);
  if (problem && !(isApart && outbox.isOffline))
    add('check', problem, <CheckProblem problem={problem} state={state} waiting={state.outbox.queue.open} />);
  // An empty list says it itself.
  if (unseen !== '' && hasRows) {
    const shown = (
      <QueueNotice Icon={Info} tone="quiet">
        {unseen}
      </QueueNotice>
    );
    all.push({ id: 'unseen', rank: 'remark', shown, said: unseen });
  }
  const spoken = (
    <>
      {outbox.spoken}
      {done.spoken}
      {firstSent.spoken}
    </>
  );
  return { notices: all, spoken };
}

export function DocumentsScreen({ state, notices }: DocumentsScreenProps) {
  const { t } = useTranslation();
  const search = useListQuery((query) => query.search);
  const isSelecting = useSelection((chosen) => !isEmpty(chosen));
  const split = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  const { opened, open, close } = useOpened(split);
  const openNew = useCallback((id: string) => open(keyOf(id), 'enter'), [open]);
  useWantedRow(open);
  // Listen in the capture phase: the list stops the keys it handles.
  const escape = {
    onKeyDownCapture({ key, target, currentTarget }: KeyboardEvent) {
      // For React a dialog over the list is its child. The dialog closes itself.
      if (key !== 'Escape' || !(target instanceof Node) || !currentTarget.contains(target)) return;
      // The first Escape lets go of the chosen rows, the next one closes the details.
      if (isSelecting) clearSelection();
      else if (opened) close();
    },
  };
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const entry = useOpenedRow(opened?.key ?? null);
  useUnfolded(entry);
  const { counts } = state.list;
  const isEmptyList = hasNoRows(state.list);
  const { queue } = state.outbox;
  const copies = useSaveCopies(state, head, setRefusal);
  useLayoutEffect(() => restoreChoice(state.listChoice), [state.listChoice]);
  useEffect(serveRows, []);
  useEffect(followList, []);
  const pause = usePause(head, state.outbox.paused);
  const leave = () => head.current?.querySelector('h1')?.focus();
  const own = useListNotices({ state, refusal, setRefusal, onPause: pause, onLeave: leave });

  function showAll(): void {
    chooseEveryRow();
    head.current?.querySelector('input')?.focus();
  }

  function showArchive(): void {
    useListQuery.setState({ group: 'archive' });
    leave();
  }

  return (
    <>
      <header ref={head} className={styles['head']}>
        <ArrivingHeading level={1}>{t('documents.title')}</ArrivingHeading>
        {isSelecting ? (
          <SelectionBar onProblem={setRefusal} list={split} />
        ) : (
          <>
            {!isEmptyList && <GroupSelect list={state.list} />}
            <SearchInput
              label={t('documents.search')}
              value={search}
              onChange={(value) => useListQuery.setState({ search: value })}
            />
            <div className={styles['tools']}>
              {copies.missing > 0 && <SaveCopiesButton missing={copies.missing} onPress={copies.saveAll} />}
              {!state.outbox.paused && queue.open > 0 && <PauseButton onPause={pause} />}
              {!isEmptyList && <FilterButton />}
              {counts.all > 0 && <SaveListButton onProblem={setRefusal} />}
            </div>
          </>
        )}
        <BulkButton state={state} />
      </header>
      <RowsAsked onProblem={setRefusal} />
      <FilterChips onLeave={leave} />
      <div className={styles['notices']}>
        <output>{copies.told}</output>
        {own.spoken}
        <TellRefusal value={setRefusal}>
          <NoticeStack notices={[...notices, ...own.notices]} />
        </TellRefusal>
      </div>
      <div {...escape} ref={split} className={styles['split']}>
        <TellRefusal value={setRefusal}>
          <ServedList state={state} onShowAll={showAll} onShowArchive={showArchive}>
            <DocumentList onOpen={open} />
          </ServedList>
          {/* Its row may be the last one that leaves the list. */}
          {entry && opened && (
            <DetailsPanel key={entry.key} entry={entry} arrives={opened.arrives} onClose={close} onOpen={openNew} />
          )}
        </TellRefusal>
      </div>
    </>
  );
}
