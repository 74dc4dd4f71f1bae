import { Check, ChevronsUpDown } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../preload/contract/connection.ts';
import { ask, bridge } from './client.ts';
import styles from './connection-badge.module.css';

function Mark({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles['mark']} data-colour={connection.colour} aria-hidden="true" />
      <span className={styles['words']}>
        {connection.fields.environment === 'test' && <strong className={styles['test']}>{t('app.test')}</strong>}
        <span className={styles['name']}>{connection.fields.name}</span>
        {connection.person !== null && <span className={styles['person']}>{connection.person}</span>}
      </span>
    </>
  );
}

/** Which connection is in use, on every screen; a test connection says so. With several, it switches. */
export function ConnectionBadge({ active, all }: { active: Connection; all: readonly Connection[] }) {
  const { t } = useTranslation();
  if (all.length < 2)
    return (
      <div className={styles['badge']}>
        <Mark connection={active} />
      </div>
    );
  return (
    <MenuTrigger>
      <AriaButton className={styles['badge'] ?? ''} aria-label={`${t('app.switch')}: ${active.fields.name}`}>
        <Mark connection={active} />
        <ChevronsUpDown size={16} aria-hidden="true" />
      </AriaButton>
      <Popover className={styles['popover'] ?? ''} placement="top start">
        <Menu
          className={styles['menu'] ?? ''}
          aria-label={t('app.switch')}
          selectionMode="single"
          selectedKeys={[active.id]}
          onAction={(key) => void ask(bridge().connection.select({ connectionId: String(key) }))}
        >
          {all.map((connection) => (
            <MenuItem
              key={connection.id}
              id={connection.id}
              textValue={connection.fields.name}
              className={styles['item'] ?? ''}
            >
              <Mark connection={connection} />
              {connection.id === active.id && <Check size={16} aria-hidden="true" />}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
