import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger, type Selection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { useTranslation } from 'react-i18next';
import menu from '../../ui/more-menu.module.css';
import { type BulkList, type CellName, withRoles } from './bulk-list.ts';
import { changeList } from './bulk-store.ts';
import styles from './column-head.module.css';
import { columnsOf, type Role, withColumns } from './columns.ts';

const longestExample = 40;

const roleOf = (name: CellName): Exclude<Role, 'none'> => (name === 'signees' ? 'signee' : name);

/** Shows the head of a column: which column of the list it is filled from, and the choice of another one. */
export function ColumnHead({ list, name }: { readonly list: BulkList; readonly name: CellName }) {
  const { t } = useTranslation();
  const role = roleOf(name);
  const { first, headed, roles, rows } = list;
  const chosen = columnsOf(roles, role);
  const isMissing = chosen.length === 0 && (role === 'file' || role === 'signee');
  const title = t(`bulk.column.${name}`);
  const nameOf = (column: number) => (headed && first[column]) || t('bulk.columnNumber', { number: column + 1 });
  const exampleOf = (column: number) => {
    const text = rows.find(({ source }) => (source[column] ?? '') !== '')?.source[column] ?? '';
    return text.length > longestExample ? `${text.slice(0, longestExample)}…` : text;
  };
  const from = chosen.map(nameOf).join(', ') || t(isMissing ? 'bulk.chooseColumn' : 'bulk.column.none');

  function choose(keys: Selection): void {
    const wanted = keys === 'all' ? roles.keys() : [...keys].map(Number);
    changeList((now) => withRoles(now, withColumns(now.roles, role, [...wanted])));
  }

  return (
    <MenuTrigger>
      <Button className={styles['head'] ?? ''}>
        <span className={styles['title']}>
          {title}
          <ChevronDown size={14} aria-hidden="true" />
        </span>{' '}
        <span className={styles['from']} data-missing={isMissing || undefined}>
          {chosen.length > 0 || isMissing ? from : ''}
        </span>
      </Button>
      <Popover className={menu['popover'] ?? ''} placement="bottom start" offset={4}>
        <Menu
          className={menu['menu'] ?? ''}
          aria-label={t('bulk.head', { column: title, from })}
          selectionMode={role === 'signee' ? 'multiple' : 'single'}
          selectedKeys={chosen.map(String)}
          onSelectionChange={choose}
        >
          {roles.map((_role, column) => (
            <MenuItem
              // The index is the only name of a column.
              // oxlint-disable-next-line react/no-array-index-key
              key={column}
              id={String(column)}
              textValue={nameOf(column)}
              className={`${menu['item']} ${styles['item']}`}
            >
              <Text slot="label">{nameOf(column)}</Text>
              {exampleOf(column) !== '' && (
                <Text slot="description" className={menu['effect'] ?? ''}>
                  {t('bulk.example', { text: exampleOf(column) })}
                </Text>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
