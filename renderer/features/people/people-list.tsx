import { type KeyboardEvent, type RefObject, useState } from 'react';
import { Collection } from 'react-aria-components/Collection';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { ListLayout } from 'react-aria-components/Virtualizer';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../preload/contract/person.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { RowsInSight } from '../../ui/rows-in-sight.tsx';
import styles from './people.module.css';
import { useUsageText } from './use-usage-text.ts';

interface PeopleListProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly rows: readonly PersonRow[];
  readonly chosen: ReadonlySet<string>;
  readonly locale: string;
  readonly onChoose: (emails: ReadonlySet<string>) => void;
  readonly onOpen: (email: string) => void;
  readonly onForget: (email: string) => void;
}

const layoutOptions = { rowSize: 40 };

const keyAt = (target: EventTarget) =>
  target instanceof HTMLElement && target.role === 'row' ? target.dataset['key'] : undefined;

export function PeopleList({ list, rows, chosen, locale, onChoose, onOpen, onForget }: PeopleListProps) {
  const { t } = useTranslation();
  const [layout] = useState(() => new ListLayout<PersonRow>());
  const used = useUsageText(locale);

  function onKey(event: KeyboardEvent): void {
    const email = keyAt(event.target);
    if (event.key !== 'Delete' || email === undefined) return;
    event.preventDefault();
    onForget(email);
  }

  return (
    <div role="presentation" className={styles['listBox']} onKeyDown={onKey}>
      <RowsInSight layout={layout} layoutOptions={layoutOptions}>
        <GridList
          ref={list}
          className={styles['list'] ?? ''}
          aria-label={t('people.list')}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) =>
            onChoose(new Set(keys === 'all' ? rows.map(({ email }) => email) : [...keys].map(String)))
          }
          onAction={(key) => onOpen(String(key))}
          dependencies={[used]}
        >
          <Collection items={rows} dependencies={[used]}>
            {(person: PersonRow) => (
              <GridListItem
                id={person.email}
                textValue={person.name === '' ? person.email : `${person.name} ${person.email}`}
                className={styles['row'] ?? ''}
              >
                <CheckBox slot="selection" />
                <span className={styles['name']}>{person.name === '' ? person.email : person.name}</span>
                <span className={styles['email']}>{person.name === '' ? '' : person.email}</span>
                <span className={styles['used']}>{person.used > 0 && used(person)}</span>
              </GridListItem>
            )}
          </Collection>
        </GridList>
      </RowsInSight>
    </div>
  );
}
