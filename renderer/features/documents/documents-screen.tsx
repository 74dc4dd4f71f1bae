import { RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../app/client.ts';
import { sayMoment, toFullMinute } from '../../app/moment.ts';
import { useUi } from '../../app/stores/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { DiagnosisDialog } from '../account/diagnosis-dialog.tsx';
import { enterConnecting } from '../account/enter-connecting.ts';
import { DetailsPanel } from './details-panel.tsx';
import { DocumentList } from './document-list.tsx';
import styles from './documents.module.css';
import { arrange, countGroups, documentGroups } from './grouping.ts';

const filters = ['all', ...documentGroups] as const;

/** What a person can do about a check that failed: try again, or sign in again where that is the way. */
function CheckProblem({ problem, state }: { problem: Problem; state: State }) {
  const { t } = useTranslation();
  const active = state.connections.find((connection) => connection.id === state.active);
  const [diagnosing, setDiagnosing] = useState(false);
  return (
    <Notice problem={problem}>
      {active?.signedIn === 'again' && (
        <Button onPress={() => enterConnecting(active, 'sign-in')}>{t('settings.signInAgain')}</Button>
      )}
      <Button onPress={() => void bridge().documents.check()}>{t('problem.retry')}</Button>
      {active && <Button onPress={() => setDiagnosing(true)}>{t('diagnosis.run')}</Button>}
      {active && diagnosing && <DiagnosisDialog connection={active} onClose={() => setDiagnosing(false)} />}
    </Notice>
  );
}

function Empty({ state, matchNothing }: { state: State; matchNothing: boolean }) {
  const { t } = useTranslation();
  if (matchNothing)
    return (
      <div className={styles['empty']}>
        <h2>{t('documents.noMatchTitle')}</h2>
        <p>{t('documents.noMatchText')}</p>
        <Button onPress={() => useUi.setState({ filter: 'all', search: '' })}>{t('documents.showAll')}</Button>
      </div>
    );
  const checked = state.check.asOf !== null;
  return (
    <div className={styles['empty']}>
      <h2>{t(checked ? 'documents.emptyTitle' : 'documents.notCheckedTitle')}</h2>
      <p>{t(checked ? 'documents.emptyText' : 'documents.notCheckedText')}</p>
    </div>
  );
}

export function DocumentsScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  const filter = useUi((ui) => ui.filter);
  const search = useUi((ui) => ui.search);
  const [early, setEarly] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const entry = state.documents.find(({ id }) => id === opened);
  const counts = useMemo(() => countGroups(state.documents), [state.documents]);
  const groups = useMemo(() => arrange(state.documents, filter, search), [state.documents, filter, search]);
  const { next, total, problem } = state.check;
  const unseen = total !== null && total > state.documents.length;

  async function checkNow(): Promise<void> {
    const answer = await ask(bridge().documents.check());
    setEarly(!answer.ok);
  }

  return (
    <>
      <header className={styles['head']}>
        <h1>{t('documents.title')}</h1>
        <SearchInput
          label={t('documents.search')}
          value={search}
          onChange={(value) => useUi.setState({ search: value })}
        />
        <Button onPress={() => void checkNow()}>
          <RefreshCw size={16} aria-hidden="true" />
          {t('documents.check')}
        </Button>
      </header>
      <ToggleButtonGroup
        className={styles['filters'] ?? ''}
        aria-label={t('documents.filters')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[filter]}
        onSelectionChange={(keys) => useUi.setState({ filter: filters.find((id) => keys.has(id)) ?? 'all' })}
      >
        {filters
          .filter((id) => id !== 'other' || counts.other > 0)
          .map((id) => (
            <ToggleButton key={id} id={id} className={styles['filter'] ?? ''}>
              {t(`documents.${id}`)} <span className={styles['count']}>{counts[id]}</span>
            </ToggleButton>
          ))}
      </ToggleButtonGroup>
      <div className={styles['notices']}>
        {early && next !== null && (
          <output>{t('check.tooEarly', { time: sayMoment(toFullMinute(next), state.locale) })}</output>
        )}
        {problem && <CheckProblem problem={problem} state={state} />}
        {unseen && <p>{t('documents.notAll', { count: total })}</p>}
      </div>
      {groups.length > 0 ? (
        <div className={styles['split']}>
          <DocumentList groups={groups} onOpen={setOpened} />
          {entry && <DetailsPanel key={entry.id} entry={entry} onClose={() => setOpened(null)} />}
        </div>
      ) : (
        <Empty state={state} matchNothing={state.documents.length > 0} />
      )}
    </>
  );
}
