import { GripVertical, Link2, X } from 'lucide-react';
import { memo, type RefObject, useContext, useEffect, useId, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { useTranslation } from 'react-i18next';
import type { PersonEntry } from '../../../../shared/people/person-entry.ts';
import { tooltip } from '../../../ui/tooltip.ts';
import { RowsContext, type RowView } from './signee-rows-context.ts';
import styles from './signees.module.css';
import type { SigneeEdits, Wanted } from './use-signee-edits.ts';

interface RowBodyProps extends RowView {
  readonly ordered: boolean;
  readonly isFirst: boolean;
  readonly edits: SigneeEdits;
  readonly wanted: Wanted | null;
  readonly onArrive: () => void;
}

/** Focuses the wanted part once, as soon as the row exists. */
function useArrival(email: RefObject<HTMLInputElement | null>, wanted: Wanted | null, onArrive: () => void): void {
  useEffect(() => {
    if (!wanted) return;
    // Focus the row first: else the list sends the focus back to where it was last.
    email.current?.closest<HTMLElement>('[role="row"]')?.focus();
    if (wanted.part !== 'row') email.current?.focus();
    if (wanted.part === 'address') email.current?.select();
    onArrive();
  }, [email, wanted, onArrive]);
}

const RowBody = memo(function RowBody(props: RowBodyProps) {
  const { signee, place, problem, remark, ordered, isFirst, edits, wanted, onArrive } = props;
  const { t } = useTranslation();
  const email = useRef<HTMLInputElement>(null);
  const messageId = useId();
  useArrival(email, wanted, onArrive);

  const { key } = signee;
  const who = signee.name || signee.email || t('signees.nobody');
  const message = problem === null ? remark : t(`signees.problem.${problem}`);
  const wrong = message !== null && { 'aria-invalid': true, 'aria-describedby': messageId };
  const field = (name: keyof PersonEntry) => ({
    className: styles[name] ?? '',
    value: signee[name],
    'aria-label': t(`signees.${name}`),
    placeholder: `${t(`signees.${name}`)}…`,
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: HTMLInputElement | HTMLTextAreaElement }) =>
      edits.edit(key, { [name]: target.value }),
  });

  return (
    <div className={styles['row']} data-place={ordered ? place : undefined}>
      {ordered && (
        <>
          <Button slot="drag" {...tooltip} className={styles['handle'] ?? ''}>
            <GripVertical size={16} aria-hidden="true" />
          </Button>
          <span className={styles['step']}>
            <span className="visually-hidden">{t('signees.step', { step: signee.group + 1 })}</span>
            <span aria-hidden="true">{signee.group + 1}</span>
          </span>
        </>
      )}
      <input {...field('email')} ref={email} title={signee.email} spellCheck={false} inputMode="email" {...wrong} />
      <input {...field('name')} spellCheck={false} />
      {/* A single-line field would drop the line ends of an imported list. */}
      <textarea {...field('note')} rows={1} />
      {ordered && !isFirst && (
        <ToggleButton
          className={styles['together'] ?? ''}
          isSelected={place === 'middle' || place === 'last'}
          onChange={() => edits.toggleTogether(key)}
          aria-label={t('signees.togetherWith', { who })}
        >
          <span className={styles['label']} title={t('signees.togetherWith', { who })}>
            <Link2 size={16} aria-hidden="true" />
          </span>
        </ToggleButton>
      )}
      <Button
        {...tooltip}
        className={styles['remove'] ?? ''}
        aria-label={t('signees.remove', { who })}
        onPress={() => edits.remove(key)}
      >
        <X size={16} aria-hidden="true" />
      </Button>
      {message !== null && (
        <p id={messageId} className={styles['message']}>
          {message}
        </p>
      )}
    </div>
  );
});

/** Shows one row, by its key. Changes in other rows do not render it. */
export function SigneeRow({ id, isFirst }: { readonly id: string; readonly isFirst: boolean }) {
  const rows = useContext(RowsContext);
  const view = rows?.views.get(id);
  if (!rows || !view) return null;
  const { ordered, edits, onArrive } = rows;
  const wanted = rows.wanted?.key === id ? rows.wanted : null;
  return <RowBody {...view} {...{ ordered, isFirst, edits, wanted, onArrive }} />;
}
