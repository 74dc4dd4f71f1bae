import type { TFunction } from 'i18next';
import { type Ref, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ListLayout } from 'react-aria-components/Virtualizer';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../preload/contract/limits.ts';
import { Choice } from '../../../ui/choice.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { AddSignees, type Suggest, type TypedSignees } from './add-signees.tsx';
import type { SigneeList } from './signee-list.ts';
import { signeeProblems } from './signee-problems.ts';
import { type RowItem, SigneeRows } from './signee-rows.tsx';
import { RowsContext, viewRows } from './signee-rows-context.ts';
import { SigneeSummary } from './signee-summary.tsx';
import styles from './signees.module.css';
import { type EditWords, signeeLabel, useSigneeEdits, type Wanted } from './use-signee-edits.ts';
import { useVoice } from './use-voice.tsx';

/** Dragging is a large part of the code, and the sheet opens without it. */
const DraggedSignees = lazyPart(async () => (await import('./dragged-signees.tsx')).DraggedSignees);

interface SigneeEditorProps {
  readonly value: SigneeList;
  readonly onChange: (value: SigneeList) => void;
  readonly ordered: boolean;
  readonly onOrderedChange: (ordered: boolean) => void;
  /** Finds known people for the typed text. */
  readonly suggest: Suggest;
  /** Further problems as text, by the key of the signee. */
  readonly remarks?: ReadonlyMap<string, string>;
  /** Receives the text in the field that is not in the list; '' for none. */
  readonly onPending?: (text: string) => void;
  /** The place whose typed text is kept while the list is out of sight. */
  readonly place?: string;
  /** The access with which Send adds the typed text. */
  readonly typed?: Ref<TypedSignees>;
  /** Whether only a person is missing, so that the field has the focus. */
  readonly startsFocused?: boolean;
  /** Begins at the first address: somebody wants to correct it. */
  readonly startsAtAddress?: boolean;
  readonly title?: string;
  /** How many more people the document has. */
  readonly others?: number;
}

/** The number up to which people can correct the list. More at once is a mistake. */
const mostAtOnce = 2 * limits.participants;
const orders = ['any', 'ordered'] as const;

/** Returns the items of the list. They stay the same objects while people type; their labels follow later. */
function useItems(value: SigneeList, nobody: string): readonly RowItem[] {
  const later = useDeferredValue(value);
  const [known] = useState(() => new Map<string, RowItem>());
  const keys = value.map(({ key }) => key).join('\n');
  return useMemo(() => {
    const labels = new Map(later.map((signee) => [signee.key, signeeLabel(signee, nobody)]));
    return (keys === '' ? [] : keys.split('\n')).map((id, index) => {
      const item = { id, label: labels.get(id) ?? nobody, isFirst: index === 0 };
      const before = known.get(id);
      if (before && before.label === item.label && before.isFirst === item.isFirst) return before;
      known.set(id, item);
      return item;
    });
  }, [keys, later, nobody, known]);
}

const wordsIn = (t: TFunction): EditWords => ({
  nobody: t('signees.nobody'),
  moved: (who, step, steps) => t('signees.moved', { who, step, steps }),
  removed: (who) => t('signees.removed', { who }),
  added: (count, toMend) =>
    [t('signees.added', { count }), toMend > 0 ? t('signees.toMend', { count: toMend }) : ''].join(' ').trim(),
});

/**
 * Tells whether people can move the rows: one person alone has no order. A mounted list cannot switch dragging on or off,
 * so with an order it is another one, whose code is there before the second person.
 */
function useMovable(ordered: boolean, count: number): boolean {
  const mayMove = ordered && count > 0;
  useEffect(() => {
    if (mayMove) void DraggedSignees.prepare();
  }, [mayMove]);
  return ordered && count > 1;
}

export function SigneeEditor(props: SigneeEditorProps) {
  const {
    value,
    onChange,
    ordered,
    onOrderedChange,
    suggest,
    remarks,
    onPending,
    place,
    typed,
    startsFocused = false,
    startsAtAddress = false,
    others = 0,
  } = props;
  const { t } = useTranslation();
  const title = props.title ?? t('signees.title');
  const { say, voice } = useVoice();
  const field = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const added = useRef(false);
  const [layout] = useState(() => new ListLayout<RowItem>());
  const [first] = value;
  const [wanted, setWanted] = useState<Wanted | null>(
    startsAtAddress && first ? { key: first.key, part: 'address' } : null,
  );
  const items = useItems(value, t('signees.nobody'));
  const problems = useMemo(() => signeeProblems(value), [value]);
  const views = useMemo(() => viewRows(value, problems, remarks), [value, problems, remarks]);
  const edits = useSigneeEdits({
    value,
    onChange,
    say,
    mostAtOnce,
    words: wordsIn(t),
    onWant: setWanted,
    onAdded: () => {
      added.current = true;
    },
    onEmpty: () => field.current?.focus(),
  });

  // Added signees are at the end; a moved one may be out of sight. Scroll there.
  useEffect(() => {
    const list = scroller.current;
    const isAdded = added.current;
    added.current = false;
    if (!list || items.length === 0) return;
    if (isAdded) list.scrollTop = list.scrollHeight;
    else if (list.contains(document.activeElement))
      document.activeElement?.closest('[data-key]')?.scrollIntoView({ block: 'nearest' });
  }, [items]);

  const arrive = useCallback(() => setWanted(null), []);
  const isMovable = useMovable(ordered, items.length);
  const Rows = isMovable ? DraggedSignees : SigneeRows;
  const rows = useMemo(
    () => ({ views, ordered: isMovable, edits, wanted, onArrive: arrive }),
    [views, isMovable, edits, wanted, arrive],
  );

  function show(key: string): void {
    const top = layout.getLayoutInfo(key)?.rect.y;
    if (scroller.current && top !== undefined) scroller.current.scrollTop = top;
    setWanted({ key, part: 'email' });
  }

  return (
    <section className={styles['editor']} aria-label={title}>
      {/* The order is no question before there are two people. */}
      {value.length > 1 ? (
        <Choice
          label={title}
          value={ordered ? 'ordered' : 'any'}
          options={orders.map((id) => ({ id, text: t(id === 'any' ? 'signees.anyOrder' : 'signees.inOrder') }))}
          onChange={(id) => onOrderedChange(id === 'ordered')}
        />
      ) : (
        <p className={styles['title']}>{title}</p>
      )}
      {value.length > 0 && (
        <RowsContext value={rows}>
          <Rows items={items} ordered={isMovable} layout={layout} scroller={scroller} edits={edits} />
        </RowsContext>
      )}
      <AddSignees
        typed={typed}
        field={field}
        suggest={suggest}
        onAdd={edits.add}
        onPending={onPending}
        place={place}
        mostAtOnce={mostAtOnce}
        startsFocused={startsFocused}
      />
      {value.length > 0 && <SigneeSummary views={views} others={others} ordered={ordered} onShow={show} />}
      {voice}
    </section>
  );
}
