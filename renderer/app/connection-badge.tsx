import { Check, ChevronsUpDown } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../preload/contract/connection.ts';
import type { State } from '../../preload/contract/state.ts';
import { ask, bridge } from '../bridge/bridge.ts';
import { isPractice } from '../features/account/start-practice.ts';
import pill from '../ui/count.module.css';
import styles from './connection-badge.module.css';

function Mark({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles['mark']} data-colour={connection.colour} aria-hidden="true" />
      <span className={styles['words']}>
        {connection.fields.environment === 'test' && (
          <strong className={styles['test']} data-practice={isPractice(connection) || undefined}>
            {t(isPractice(connection) ? 'app.practice' : 'app.test')}
          </strong>
        )}
        <span className={styles['name']} title={connection.fields.name}>
          {connection.fields.name}
        </span>
        {connection.person !== null && (
          <span className={styles['person']} title={connection.person}>
            {connection.person}
          </span>
        )}
      </span>
    </>
  );
}

function Count({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className={`${pill['count']} ${styles['count']}`} title={t('app.elsewhere', { count })}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t('app.elsewhere', { count })}</span>
    </span>
  );
}

interface BadgeProps {
  readonly active: Connection;
  readonly all: readonly Connection[];
  /** Submissions that wait for a person, by connection. */
  readonly needsYou: State['needsYou'];
}

/**
 * Shows the connection in use on every screen, and whether it is a test connection. With several connections it is a
 * menu.
 */
export function ConnectionBadge({ active, all, needsYou }: BadgeProps) {
  const { t } = useTranslation();
  const elsewhere = all.filter(({ id }) => id !== active.id).reduce((sum, { id }) => sum + (needsYou[id] ?? 0), 0);
  const elsewhereText = elsewhere > 0 ? `. ${t('app.elsewhere', { count: elsewhere })}` : '';
  if (all.length < 2)
    return (
      <div className={styles['badge']}>
        <Mark connection={active} />
      </div>
    );
  return (
    <MenuTrigger>
      <AriaButton
        className={styles['badge'] ?? ''}
        aria-label={`${t('app.switch')} – ${active.fields.name}${elsewhereText}`}
      >
        <Mark connection={active} />
        <Count count={elsewhere} />
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
              <Count count={connection.id === active.id ? 0 : (needsYou[connection.id] ?? 0)} />
              {connection.id === active.id && <Check size={16} aria-hidden="true" />}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
