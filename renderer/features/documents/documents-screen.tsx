import { FolderOpen, RefreshCw } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { everyRow, listGroups } from '../../../preload/contract/list-choices.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { sayMoment, toFullMinute } from '../../language/say-moment.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { enterConnecting } from '../account/enter-connecting.ts';
import { BulkButton } from '../bulk/bulk-button.tsx';
import { SaveListButton } from '../evidence/save-list-button.tsx';
import { chooseFiles } from '../send/take-files.ts';
import { DocumentList, type OpenedBy } from './document-list.tsx';
import styles from './documents.module.css';
import { keyOf } from './entry/entry.ts';
import { FilterButton, FilterChips } from './filters.tsx';
import { OutboxBanner, PauseButton } from './outbox/outbox-banner.tsx';
import { choose, restoreChoice, useListQuery } from './rows/list-query.ts';
import { useOpenedRow } from './rows/opened-row.ts';
import { serveRows, useServedRows } from './rows/served-rows.ts';
import { SaveCopiesButton, useSaveCopies } from './save-copies.tsx';
import { TellRefusal } from './submission/row-commands.tsx';
import { useWantedRow } from './use-wanted-row.ts';

const DetailsPanel = lazyPart(async () => (await import('./details-panel.tsx')).DetailsPanel);
const DiagnosisDialog = lazyPart(async () => (await import('../account/diagnosis-dialog.tsx')).DiagnosisDialog);

const filters = ['all', ...listGroups] as const;

/** Problems after which the list stays as it was and the next check comes automatically. */
const keptBy: readonly Problem['key'][] = ['unreachable', 'timed-out', 'service-down'];

/** A failed check, with the button that helps: try again, or sign in. */
function CheckProblem({ problem, state, waiting }: { problem: Problem; state: State; waiting: number }) {
  const { t } = useTranslation();
  const active = state.connections.find((connection) => connection.id === state.active);
  const [diagnosing, setDiagnosing] = useState(false);
  const never = active?.signedIn === 'never';
  const held = active && active.signedIn !== 'yes' && waiting > 0;
  const note = held ? t('outbox.signedOut', { count: waiting }) : t('check.kept');
  return (
    <Notice problem={problem} note={held || keptBy.includes(problem.key) ? note : undefined}>
      {active && active.signedIn !== 'yes' && (
        <Button onPress={() => enterConnecting(active, 'sign-in')}>
          {t(never ? 'settings.signIn' : 'settings.signInAgain')}
        </Button>
      )}
      {!never && <Button onPress={() => void ask(bridge().documents.check())}>{t('problem.retry')}</Button>}
      {active && <Button onPress={() => setDiagnosing(true)}>{t('diagnosis.run')}</Button>}
      {active && diagnosing && <DiagnosisDialog connection={active} onClose={() => setDiagnosing(false)} />}
    </Notice>
  );
}

function Skeleton() {
  return (
    <div className={styles['skeleton']} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={styles['skeletonRow']} />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly state: State;
  readonly matchNothing: boolean;
  readonly onShowAll: () => void;
}

function Empty({ state, matchNothing, onShowAll }: EmptyProps) {
  const { t } = useTranslation();
  if (matchNothing)
    return (
      <div className={styles['empty']}>
        <h2>{t('documents.noMatchTitle')}</h2>
        <p>{t('documents.noMatchText')}</p>
        <Button onPress={onShowAll}>{t('documents.showAll')}</Button>
      </div>
    );
  const checked = state.check.asOf !== null;
  const signedIn = state.connections.some(({ id, signedIn: said }) => id === state.active && said !== 'never');
  if (!checked && state.check.running) return <Skeleton />;
  return (
    <div className={styles['empty']}>
      <h2>{t(checked ? 'documents.emptyTitle' : 'documents.notCheckedTitle')}</h2>
      {signedIn && <p>{t('documents.emptyText')}</p>}
      {signedIn && (
        <Button onPress={() => void chooseFiles()}>
          <FolderOpen size={16} aria-hidden="true" />
          {t('send.chooseFiles')}
        </Button>
      )}
      <p>{t(checked ? 'documents.emptyOthers' : 'documents.notCheckedText')}</p>
    </div>
  );
}

interface ServedProps {
  readonly state: State;
  readonly onShowAll: () => void;
  readonly children: ReactNode;
}

/** The list, or why there is none. */
function Served({ state, onShowAll, children }: ServedProps) {
  const total = useServedRows((served) => served.total);
  const told = useServedRows(({ connection }) => connection !== null && connection === state.active);
  if (total > 0 && told) return children;
  if (!told || !state.list.ready) return <Skeleton />;
  return <Empty state={state} matchNothing={state.list.counts.all > 0} onShowAll={onShowAll} />;
}

interface Opened {
  readonly key: string;
  /** The panel takes the focus, because the person opened it or it covers the list. */
  readonly arrives: boolean;
}

const alone = () => matchMedia('(max-width: 900px)').matches;

/** The entry whose details are open. Closing them puts the focus back on its row. */
function useOpened(split: RefObject<HTMLDivElement | null>) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const left = useRef<string | null>(null);
  const open = useCallback((key: string, by: OpenedBy) => {
    setOpened((before) => {
      if (by === 'walk') return before && { key, arrives: false };
      return { key, arrives: by === 'enter' || alone() };
    });
  }, []);
  const close = () => {
    left.current = opened?.key ?? null;
    setOpened(null);
  };
  useEffect(() => {
    if (opened !== null || left.current === null) return;
    const row = split.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(left.current)}"]`);
    left.current = null;
    (row ?? split.current?.querySelector<HTMLElement>('[role="grid"]'))?.focus();
  }, [opened, split]);
  return { opened, open, close };
}

/**
 * When Check now was pressed too early: the time when it is allowed. Shown until the next check or another connection.
 */
function useTooEarly({ active, check }: State) {
  const { asOf, next } = check;
  const [early, setEarly] = useState<Pick<State['check'], 'asOf'> & Pick<State, 'active'>>();
  async function checkNow(): Promise<void> {
    const answer = await ask(bridge().documents.check());
    setEarly(answer.ok ? undefined : { asOf, active });
  }
  const until = early?.asOf === asOf && early.active === active ? next : null;
  return { until, checkNow };
}

/** Pause and Resume are in two places: pressing one moves the focus to the other. */
function usePause(screen: RefObject<HTMLElement | null>, paused: boolean) {
  const wish = useRef<boolean | null>(null);
  useEffect(() => {
    if (wish.current !== paused) return;
    wish.current = null;
    screen.current?.parentElement?.querySelector<HTMLElement>('[data-pause]')?.focus();
  }, [paused, screen]);
  return (wanted: boolean) => {
    wish.current = wanted;
    void ask(bridge().outbox.pause({ paused: wanted }));
  };
}

const alwaysShown: readonly (typeof filters)[number][] = ['all', 'needsYou', 'waiting', 'finished', 'drafts'];

export function DocumentsScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  const { group, search } = useListQuery();
  const split = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  const { opened, open, close } = useOpened(split);
  const openNew = useCallback((id: string) => open(keyOf(id), 'enter'), [open]);
  useWantedRow(open);
  const { until, checkNow } = useTooEarly(state);
  // Listen in the capture phase: the list stops the keys it handles.
  const escape = {
    onKeyDownCapture({ key, target, currentTarget }: KeyboardEvent) {
      // For React a dialog over the list is its child. The dialog closes itself.
      if (key === 'Escape' && opened && target instanceof Node && currentTarget.contains(target)) close();
    },
  };
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const entry = useOpenedRow(opened?.key ?? null);
  const { counts, documents, missing } = state.list;
  const { queue } = state.outbox;
  const copies = useSaveCopies(missing, head, setRefusal);
  useState(() => restoreChoice(state.listChoice));
  useEffect(serveRows, []);
  const pause = usePause(head, state.outbox.paused);
  const { total } = state.check;
  const signedOut = state.connections.find(({ id }) => id === state.active)?.signedIn === 'never';
  const problem: Problem | null = signedOut ? { key: 'signed-out', params: {} } : state.check.problem;
  const unseen = total !== null && total > documents;

  function showAll(): void {
    useListQuery.setState({ search: '' });
    choose({ ...everyRow, statuses: [], signStatuses: [] });
    head.current?.querySelector('input')?.focus();
  }

  return (
    <>
      <header ref={head} className={styles['head']}>
        <ArrivingHeading level={1}>{t('documents.title')}</ArrivingHeading>
        <SearchInput
          label={t('documents.search')}
          value={search}
          onChange={(value) => useListQuery.setState({ search: value })}
        />
        <BulkButton state={state} />
        <Button onPress={() => void checkNow()}>
          <RefreshCw size={16} aria-hidden="true" />
          {t('documents.check')}
        </Button>
      </header>
      <div className={styles['bar']}>
        <ToggleButtonGroup
          className={styles['filters'] ?? ''}
          aria-label={t('documents.filters')}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[group]}
          onSelectionChange={(keys) => useListQuery.setState({ group: filters.find((id) => keys.has(id)) ?? 'all' })}
        >
          {filters
            .filter((id) => alwaysShown.includes(id) || counts[id] > 0 || id === group)
            .map((id) => (
              <ToggleButton key={id} id={id} className={styles['filter'] ?? ''}>
                {t(`documents.${id}`)} <span className={styles['count']}>{counts[id]}</span>
              </ToggleButton>
            ))}
        </ToggleButtonGroup>
        <div className={styles['barActions']}>
          <FilterButton />
          {copies.missing > 0 && <SaveCopiesButton missing={copies.missing} onPress={copies.saveAll} />}
          {!state.outbox.paused && queue.open > 0 && <PauseButton onPause={pause} />}
          {counts.all > 0 && <SaveListButton onProblem={setRefusal} />}
        </div>
      </div>
      <FilterChips />
      <div className={styles['notices']}>
        <output>{copies.told}</output>
        <output>{until !== null && t('check.tooEarly', { time: sayMoment(toFullMinute(until), state.locale) })}</output>
        {problem && <CheckProblem problem={problem} state={state} waiting={queue.open} />}
        {refusal && <Notice problem={refusal} onClose={() => setRefusal(null)} />}
        <TellRefusal value={setRefusal}>
          <OutboxBanner
            state={state}
            queue={queue}
            signInTold={problem !== null}
            onPause={pause}
            onLeave={() => head.current?.querySelector('h1')?.focus()}
          />
        </TellRefusal>
        {unseen && <p>{t('documents.notAll', { count: total })}</p>}
      </div>
      <Served state={state} onShowAll={showAll}>
        <div {...escape} ref={split} className={styles['split']}>
          <TellRefusal value={setRefusal}>
            <DocumentList onOpen={open} />
          </TellRefusal>
          {entry && opened && (
            <DetailsPanel key={entry.key} entry={entry} arrives={opened.arrives} onClose={close} onOpen={openNew} />
          )}
        </div>
      </Served>
    </>
  );
}
