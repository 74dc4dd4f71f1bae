import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, CirclePlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { ListLayout } from 'react-aria-components/Virtualizer';
import { useTranslation } from 'react-i18next';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { saySize } from '../../language/amounts.ts';
import { Button } from '../../ui/button.tsx';
import { RowsInSight } from '../../ui/rows-in-sight.tsx';
import { shownName } from '../../ui/shown-name.ts';
import styles from './file-list.module.css';
import { inPlace } from './file-places.ts';
import { filesSummary } from './files-summary.ts';
import { type FileState, fileState, isCommonPart, missingParts, problemOf } from './missing-parts.ts';
import { remarksOf } from './open-result.ts';
import { peopleOf, type Sheet, type SheetFile, withFile } from './sheet.ts';
import { changeSheet } from './sheet-actions.ts';

const layoutOptions = { estimatedRowSize: 48 };
const icons: Readonly<Record<FileState, typeof CircleCheck>> = {
  ready: CircleCheck,
  checking: CircleDashed,
  bad: CircleAlert,
  common: CircleDashed,
  'own-alias': CircleAlert,
  'needs-password': CircleAlert,
  'not-shown': CircleAlert,
  'left-out': CircleMinus,
  'no-signees': CircleAlert,
  'wrong-signees': CircleAlert,
  'too-many-signees': CircleAlert,
};
const tones: Readonly<Partial<Record<FileState, string>>> = {
  ready: 'ok',
  checking: 'quiet',
  common: 'quiet',
  'left-out': 'quiet',
};

interface RowItem {
  readonly id: string;
  readonly file: SheetFile;
  readonly state: FileState;
  readonly people: number;
}

function Row({ file, state, people, locale }: RowItem & { readonly locale: string }) {
  const { t } = useTranslation();
  const Icon = icons[state];
  const ActIcon = file.leftOut ? CirclePlus : CircleMinus;
  const problem = problemOf(file);
  const words =
    state === 'bad' && problem
      ? t(`problem.${problem.key}.what`, problem.params)
      : t(`send.line.${state === 'bad' ? 'checking' : state}`, { count: people });
  const differs = file.own.people !== null || file.own.alias !== null || file.own.comment !== null;
  const notes = remarksOf(file).map((remark) => t(`send.remark.${remark}`));
  if (file.earlier !== undefined && file.earlier.length > 0) notes.unshift(t('send.remark.earlier'));
  if (differs) notes.unshift(t('send.differs'));
  return (
    <div className={styles['row']} data-tone={tones[state] ?? 'warn'}>
      <Icon size={18} aria-hidden="true" className={styles['icon'] ?? ''} />
      <span className={styles['text']}>
        <span className={styles['name']}>
          <bdi>{shownName(file.name)}</bdi>
          <span className={styles['size']}>{saySize(file.size, locale)}</span>
        </span>
        <span className={styles['words']}>{[words, ...notes].join(' · ')}</span>
      </span>
      <Button
        look="quiet"
        aria-label={t(file.leftOut ? 'send.includeName' : 'send.skipName', { name: shownName(file.name) })}
        onPress={() => changeSheet((sheet) => withFile(sheet, file.id, { leftOut: !file.leftOut }))}
      >
        <span className={styles['actWords']}>{t(file.leftOut ? 'send.include' : 'send.skip')}</span>
        <span className={styles['actSign']} title={t(file.leftOut ? 'send.include' : 'send.skip')}>
          <ActIcon size={18} aria-hidden="true" />
        </span>
      </Button>
    </div>
  );
}

/** Keeps the objects of unchanged items, so that typing renders none of a thousand rows. */
function useItems({ files, draft, pending, handing }: Sheet, isCommonComplete: boolean): readonly RowItem[] {
  const [known] = useState(() => new Map<string, RowItem>());
  const [places] = useState(() => new Map<string, number>());
  const ordered = useMemo(() => {
    // Whoever has pressed Send looks for what stopped it, and no row can be pressed meanwhile.
    if (handing) places.clear();
    return inPlace(files, places);
  }, [files, handing, places]);
  return useMemo(
    () =>
      ordered.map((file) => {
        const { id } = file;
        const state = fileState({ draft }, file, isCommonComplete);
        const people = peopleOf({ draft }, file).signees.length + (file.own.people === null ? (pending ?? 0) : 0);
        const before = known.get(id);
        if (before?.file === file && before.state === state && before.people === people) return before;
        const item = { id, file, state, people };
        known.set(id, item);
        return item;
      }),
    [ordered, draft, pending, isCommonComplete, known],
  );
}

interface FileListProps {
  readonly sheet: Sheet;
  readonly modes: AvailableModes | null;
  readonly locale: string;
}

/** Shows all files, each ready or with what it still needs. */
export function FileList({ sheet, modes, locale }: FileListProps) {
  const { t } = useTranslation();
  const missing = missingParts(sheet, { goal: sheet.tried ?? 'send', modes });
  const items = useItems(sheet, !missing.some(isCommonPart));
  const states = items.map(({ state }) => state);
  return (
    <div className={styles['box']}>
      <p className={styles['count']}>{filesSummary(states, missing, t)}</p>
      <RowsInSight layout={ListLayout} layoutOptions={layoutOptions} shouldObserveItemSize>
        <GridList
          className={styles['list'] ?? ''}
          aria-label={t('send.files')}
          items={items}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={sheet.shown === null ? [] : [sheet.shown]}
          onSelectionChange={(keys) => {
            const shown = sheet.files.find(({ id }) => keys === 'all' || keys.has(id));
            if (shown) changeSheet((now) => ({ ...now, shown: shown.id }));
          }}
          keyboardNavigationBehavior="tab"
        >
          {(item) => (
            <GridListItem id={item.id} textValue={shownName(item.file.name)} className={styles['item'] ?? ''}>
              <Row {...item} locale={locale} />
            </GridListItem>
          )}
        </GridList>
      </RowsInSight>
    </div>
  );
}
