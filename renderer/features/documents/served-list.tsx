import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { practiceConnectionId } from '../../../preload/contract/limits.ts';
import { canFold } from '../../../preload/contract/list-choices.ts';
import type { State } from '../../../preload/contract/state.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { chooseFilesAndKeys } from '../send/use-ways-in.ts';
import styles from './documents.module.css';
import { useListQuery } from './rows/list-query.ts';
import { useServedRows } from './rows/served-rows.ts';

function Skeleton() {
  return (
    <div className={styles['skeleton']} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={styles['skeletonRow']} />
      ))}
    </div>
  );
}

/** Says what the list cannot show: documents that no check has listed, and those whose people nobody knows yet. */
export function useUnseen({ check, list }: State): readonly string[] {
  const { t } = useTranslation();
  const asksForPeople = useListQuery(({ search, person }) => `${search}${person}`.trim() !== '');
  const { documents, unread } = list;
  const said: string[] = [];
  if (check.unlisted > 0) said.push(t('documents.notAll', { count: documents + check.unlisted }));
  else if (check.asOf !== null && !check.isWhole) said.push(t('documents.notWhole'));
  if (asksForPeople && unread > 0) said.push(t('documents.unreadPeople', { count: unread }));
  return said;
}

interface EmptyListProps {
  readonly state: State;
  readonly matchNothing: boolean;
  readonly onShowAll: () => void;
  readonly onShowArchive: () => void;
}

function EmptyList({ state, matchNothing, onShowAll, onShowArchive }: EmptyListProps) {
  const { t } = useTranslation();
  const sentences = useUnseen(state);
  const unseen = sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
  /** Claims that there is nothing only where everything was read. */
  const claim = (title: 'documents.emptyTitle' | 'documents.noMatchTitle') =>
    t(sentences.length > 0 ? 'documents.noneYet' : title);
  if (matchNothing)
    return (
      <Empty title={claim('documents.noMatchTitle')}>
        <p>{t('documents.noMatchText')}</p>
        {unseen}
        <Button onPress={onShowAll}>{t('documents.showAll')}</Button>
      </Empty>
    );
  const { archive } = state.list.counts;
  if (archive > 0)
    return (
      <Empty title={t('documents.allDoneTitle')}>
        <p>{t('documents.allDoneText', { count: archive })}</p>
        {unseen}
        <Button onPress={onShowArchive}>{t('documents.showArchive')}</Button>
      </Empty>
    );
  const checked = state.check.asOf !== null;
  const signedIn = state.connections.some(({ id, signedIn: said }) => id === state.active && said !== 'never');
  if (!checked && state.check.running) return <Skeleton />;
  return (
    <Empty title={checked ? claim('documents.emptyTitle') : t('documents.notCheckedTitle')}>
      {unseen}
      {signedIn && <p>{t('documents.emptyText')}</p>}
      {signedIn && (
        <Button onPress={chooseFilesAndKeys}>
          <FolderOpen size={16} aria-hidden="true" />
          {t('send.chooseFiles')}
        </Button>
      )}
      {!checked && <p>{t('documents.notCheckedText')}</p>}
      {checked && state.active !== practiceConnectionId && <p>{t('documents.emptyOthers')}</p>}
    </Empty>
  );
}

interface ServedProps extends Omit<EmptyListProps, 'matchNothing'> {
  readonly children: ReactNode;
}

/** Shows the list, or why there is none. */
export function ServedList({ children, ...ways }: ServedProps) {
  const { state } = ways;
  const hasRows = useServedRows(({ groups }) => groups.length > 0);
  const told = useServedRows(({ connection }) => connection !== null && connection === state.active);
  const isWhole = useListQuery((query) => canFold({ ...query, group: 'all' }));
  if (hasRows && told) return children;
  if (!told || !state.list.ready) return <Skeleton />;
  const { all, archive } = state.list.counts;
  // What is in the archive is no answer to a search.
  const matchNothing = all > 0 || (archive > 0 && !isWhole);
  return <EmptyList {...ways} matchNothing={matchNothing} />;
}
