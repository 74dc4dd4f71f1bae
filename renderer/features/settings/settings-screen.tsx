import type { ComponentType } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { ArrivingHeading } from '../../ui/arriving-heading.tsx';
import frame from '../../ui/page.module.css';
import { NetworkSettings } from '../account/network-settings.tsx';
import { ConnectionsPage } from './connections-page.tsx';
import { GeneralPage } from './general-page.tsx';
import { HelpPage } from './help-page.tsx';
import { NotificationSettingsCard } from './notification-settings.tsx';
import styles from './settings.module.css';
import { type SettingsPage, settingsPages, showSettingsPage, useSettingsPage } from './settings-page.ts';
import { StoragePage } from './storage-page.tsx';

const pages: Readonly<Record<SettingsPage, ComponentType<{ state: State }>>> = {
  general: GeneralPage,
  connections: ConnectionsPage,
  notifications: ({ state }) => <NotificationSettingsCard settings={state.notifications} locale={state.locale} />,
  storage: StoragePage,
  network: ({ state }) => <NetworkSettings network={state.network} />,
  help: HelpPage,
};

/** Shows pages on the left, or above on a narrow window. Every setting acts at once. */
export function SettingsScreen({ state }: { state: State }) {
  const { t } = useTranslation();
  const { page } = useSettingsPage();
  const Page = pages[page];
  return (
    <div className={frame['scroll']}>
      <div className={styles['screen']}>
        <ArrivingHeading level={1}>{t('nav.settings')}</ArrivingHeading>
        <div className={styles['columns']}>
          <nav className={styles['pages']} aria-label={t('settings.pages')}>
            {settingsPages.map((id) => (
              <AriaButton
                key={id}
                className={styles['pageButton'] ?? ''}
                aria-current={id === page ? 'page' : false}
                onPress={() => showSettingsPage(id)}
              >
                {t(`settings.page.${id}`)}
              </AriaButton>
            ))}
          </nav>
          <div className={styles['page']}>
            <Page key={page} state={state} />
          </div>
        </div>
      </div>
    </div>
  );
}
