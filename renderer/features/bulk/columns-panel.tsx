import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckBox } from '../../ui/check-box.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Select } from '../../ui/select.tsx';
import { type BulkList, withHeaded, withRoles } from './bulk-list.ts';
import { changeList } from './bulk-store.ts';
import { roles, withRole } from './columns.ts';
import styles from './columns-panel.module.css';

const longestExample = 40;

/** Shows the role of each column with sample cells. People can change the roles. */
export function ColumnsPanel({ list }: { list: BulkList }) {
  const { t } = useTranslation();
  const { first, headed, roles: chosen, rows } = list;
  const unknown = !chosen.includes('file') || !chosen.includes('signee');
  // Open the panel when a role could not be guessed. After that the person decides.
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
    <Fold title={t('bulk.columns')} summary={named.join(' · ')} isOpen={isOpen} onOpenChange={setOpen}>
      <div className={styles['content']}>
        {unknown && (
          <p role="status" className={styles['unknown']}>
            {t('bulk.columnsUnknown')}
          </p>
        )}
        <div className={styles['columns']}>
          {chosen.map((role, column) => (
            // The index is the only name of a column.
            // oxlint-disable-next-line react/no-array-index-key
            <label key={column} className={styles['column']}>
              <span className={styles['name']}>{nameOf(column)}</span>
              <Select
                value={role}
                options={roles.map((id) => ({ id, text: t(`bulk.column.${id}`) }))}
                onChange={(next) => changeList((now) => withRoles(now, withRole(now.roles, column, next)))}
              />
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
    </Fold>
  );
}
