import { X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { useMirror } from '../../store/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { WayOutOf } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { useDropAndPaste } from '../../ui/use-drop-and-paste.ts';
import sheet from '../send/send-sheet.module.css';
import { useModes } from '../send/use-modes.ts';
import { BulkFoot } from './bulk-foot.tsx';
import { startOver, takeDropped, takeText } from './bulk-input.ts';
import type { BulkList } from './bulk-list.ts';
import { BulkMessage } from './bulk-message.tsx';
import { BulkSetup } from './bulk-setup.tsx';
import styles from './bulk-sheet.module.css';
import { closeBulk, useBulk, usualOf } from './bulk-store.ts';
import { askTakenAgain, checkNewFiles } from './check-files.ts';
import { RefusedDocuments, useDocuments } from './documents-part.tsx';
import { EmptyList } from './empty-list.tsx';
import type { WantedCell } from './grid-row.tsx';
import { judgeRows, type Verdict } from './judge-rows.ts';
import { ReplacedList } from './list-part.tsx';
import { everyRow, filterRows, RowFilter, type RowFilterKind } from './row-filter.tsx';
import { RowGrid } from './row-grid.tsx';
import { sendRows } from './send-rows.ts';
import { useRowWords } from './use-row-words.ts';

const nextBad = (verdicts: readonly Verdict[], after: number): number => {
  const below = verdicts.findIndex(({ state }, index) => index > after && state === 'bad');
  return below >= 0 ? below : verdicts.findIndex(({ state }) => state === 'bad');
};

/** The taker of every drop and paste while this sheet is open. */
const taker = {
  isReady: () => useBulk.getState().sending === null,
  onFiles: (files: readonly File[]) => void takeDropped(files),
  onText: takeText,
};

/** Decides which rows the filter shows, and which cell gets the focus next. */
function useShownRows(list: BulkList | null, verdicts: readonly Verdict[]) {
  const [wanted, setWanted] = useState<WantedCell | null>(null);
  const [filter, setFilter] = useState(everyRow);
  const last = useRef(-1);
  const shown = useMemo(() => filterRows(list?.rows ?? [], verdicts, filter), [list, verdicts, filter]);
  return {
    shown,
    wanted,
    arrive: useCallback(() => setWanted(null), []),
    filter: filter.kind,
    choose(kind: RowFilterKind) {
      const rows = filterRows(list?.rows ?? [], verdicts, { kind, kept: new Set() });
      setFilter({ kind, kept: new Set(rows.map((at) => list?.rows[at]?.at ?? at)) });
    },
    showNextBad() {
      last.current = nextBad(verdicts, last.current);
      if (!shown.includes(last.current)) setFilter(everyRow);
      setWanted({ index: last.current, cell: null });
    },
  };
}

/** Judges every row of the list, as it is rendered and as it is now. */
function useVerdicts(state: State) {
  const { files, list, taken, usual, connectionId, alias } = useBulk();
  const { known: modes } = useModes(state.active);
  const { profiles } = state;
  const verdicts = useMemo(() => {
    const { choices } = usualOf({ profiles }, { usual, connectionId, alias });
    return list ? judgeRows(list, { files, profiles, usual: choices, modes, taken }) : [];
  }, [list, files, profiles, alias, usual, connectionId, modes, taken]);
  /** The current state may be newer than the last render. */
  const judgeNow = () => {
    const now = useBulk.getState();
    const latest = useMirror.getState().state ?? state;
    const { choices } = usualOf(latest, now);
    return now.list ? judgeRows(now.list, { ...now, profiles: latest.profiles, usual: choices, modes }) : [];
  };
  return { verdicts, judgeNow };
}

/** Sends many documents by a list. Every row is ready or says why not before the first one is sent. */
export function BulkSheet({ state }: { state: State }) {
  const { t } = useTranslation();
  const { list, result, sending, connectionId } = useBulk();
  const { profiles } = state;
  const { verdicts, judgeNow } = useVerdicts(state);
  const over = useDropAndPaste(taker);
  const words = useRowWords(state.locale);
  const [asking, setAsking] = useState(false);
  const view = useShownRows(list, verdicts);
  const documents = useDocuments(verdicts);
  const hasRows = list !== null && list.rows.length > 0;

  useEffect(() => {
    void checkNewFiles().then(askTakenAgain);
  }, []);
  // Its people and what was sent before belong to the connection that was shown.
  const isElsewhere = connectionId !== state.active && sending === null;
  useEffect(() => {
    if (isElsewhere) closeBulk();
  }, [isElsewhere]);

  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && closeBulk()} className={sheet['overlay'] ?? ''}>
      <Modal className={`${sheet['modal']} ${styles['modal']}`}>
        <Dialog className={`${sheet['dialog']} ${styles['dialog']}`} data-over={over || undefined}>
          <header className={`${sheet['head']} ${styles['head']}`}>
            <div className={styles['titles']}>
              <Heading slot="title" level={2}>
                {t('bulk.title')}
              </Heading>
              {!hasRows && <p className={styles['lead']}>{t('bulk.lead')}</p>}
            </div>
            <Button look="quiet" aria-label={t('send.close')} isDisabled={sending !== null} onPress={closeBulk}>
              <X size={18} aria-hidden="true" />
            </Button>
          </header>
          {/* Nothing may change while it is being sent. */}
          <div className={styles['body']} inert={sending !== null}>
            {hasRows && <BulkSetup key={list.first.join('\t')} state={state} list={list} documents={documents} />}
            <RefusedDocuments />
            <ReplacedList />
            <WayOutOf value={null}>{result && <BulkMessage result={result} />}</WayOutOf>
            {!hasRows && <EmptyList said={documents.said} />}
            {hasRows && (
              <div className={styles['bar']}>
                <RowFilter verdicts={verdicts} filter={view.filter} onFilter={view.choose} />
                <p role="status" className={styles['quiet']}>
                  {documents.said}
                </p>
              </div>
            )}
            {hasRows && (
              <RowGrid
                list={list}
                verdicts={verdicts}
                shown={view.shown}
                profiles={profiles}
                words={words}
                wanted={view.wanted}
                onArrive={view.arrive}
              />
            )}
          </div>
          <BulkFoot
            verdicts={verdicts}
            words={words}
            onShowNext={view.showNextBad}
            onStartOver={() => setAsking(true)}
            onSend={() => sendRows(judgeNow)}
          />
        </Dialog>
      </Modal>
      {asking && (
        <Question
          title={t('bulk.startOverTitle')}
          text={t('bulk.startOverText')}
          no={t('bulk.keep')}
          onNo={() => setAsking(false)}
          yes={t('bulk.startOver')}
          onYes={() => {
            setAsking(false);
            void startOver();
          }}
        />
      )}
    </ModalOverlay>
  );
}
