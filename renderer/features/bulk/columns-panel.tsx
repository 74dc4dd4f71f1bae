import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { useTranslation } from 'react-i18next';
import { CheckBox } from '../../ui/check-box.tsx';
import { changeList } from './bulk-store.ts';
import { roles, withRole } from './columns.ts';
import styles from './columns-panel.module.css';
import { type BulkList, withHeaded, withRoles } from './list.ts';

const longestExample = 40;

/** What each column is taken for, with a look into it; everything can be said otherwise. */
export function ColumnsPanel({ list }: { list: BulkList }) {
  const { t } = useTranslation();
  const { first, headed, roles: chosen, rows } = list;
  const unknown = !chosen.includes('file') || !chosen.includes('signee');
  // What nobody could guess is asked for; from then on it is open as long as the person wants.
  const [isOpen, setOpen] = useState(unknown);
  const exampleOf = (column: number) => {
    const text = rows.find(({ source }) => (source[column] ?? '') !== '')?.source[column] ?? '';
    return text.length > longestExample ? `${text.slice(0, longestExample)}…` : text;
  };
  const nameOf = (column: number) => (headed && first[column]) || t('bulk.columnNumber', { number: column + 1 });
  const named = chosen.flatMap((role, column) =>
    role === 'none' ? [] : [`${nameOf(column)}: ${t(`bulk.column.${role}`)}`],
  );
  return (
    <Disclosure className={styles['panel'] ?? ''} isExpanded={isOpen} onExpandedChange={setOpen}>
      <h3>
        <AriaButton slot="trigger" className={styles['trigger'] ?? ''}>
          <ChevronRight size={18} aria-hidden="true" className={styles['arrow'] ?? ''} />
          {t('bulk.columns')}
          <span className={styles['summary']}>{named.join(' · ')}</span>
        </AriaButton>
      </h3>
      <DisclosurePanel>
        <div className={styles['content']}>
          {unknown && (
            <p role="status" className={styles['unknown']}>
              {t('bulk.columnsUnknown')}
            </p>
          )}
          <div className={styles['columns']}>
            {chosen.map((role, column) => (
              // A column has no other name than its place.
              // oxlint-disable-next-line react/no-array-index-key
              <label key={column} className={styles['column']}>
                <span className={styles['name']}>{nameOf(column)}</span>
                <select
                  className={styles['select']}
                  value={role}
                  onChange={({ target }) => {
                    const next = roles.find((one) => one === target.value);
                    if (next) changeList((now) => withRoles(now, withRole(now.roles, column, next)));
                  }}
                >
                  {roles.map((one) => (
                    <option key={one} value={one}>
                      {t(`bulk.column.${one}`)}
                    </option>
                  ))}
                </select>
                {exampleOf(column) !== '' && (
                  <span className={styles['example']}>{t('bulk.example', { text: exampleOf(column) })}</span>
                )}
              </label>
            ))}
          </div>
          <CheckBox isSelected={headed} onChange={(now) => changeList((before) => withHeaded(before, now))}>
            {t('bulk.headed')}
          </CheckBox>
          <p className={styles['example']}>
            {t('bulk.column.order')} – {t('bulk.orderHint')}
          </p>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}
