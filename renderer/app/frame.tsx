import { FileText, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import type { State } from '../../preload/contract/state.ts';
import { ConnectScreen } from '../features/account/connect-screen.tsx';
import { DocumentsScreen } from '../features/documents/documents-screen.tsx';
import { countGroups } from '../features/documents/grouping.ts';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { Notice } from '../ui/notice.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import styles from './frame.module.css';
import { StatusBar } from './status-bar.tsx';
import { useMirror } from './stores/mirror.ts';
import { go, type Screen, useUi } from './stores/ui.ts';

/** Nothing can be listed before a first connection works: until then there is one screen. */
function useScreen(state: State | null): Screen {
  const screen = useUi((ui) => ui.screen);
  return state?.active === null ? 'connect' : screen;
}

function NavButton({ screen, current, count }: { screen: 'documents' | 'settings'; current: Screen; count?: number }) {
  const { t } = useTranslation();
  const Icon = screen === 'documents' ? FileText : Settings;
  return (
    <AriaButton
      className={styles['navButton'] ?? ''}
      aria-current={screen === current ? 'page' : false}
      onPress={() => go(screen)}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={styles['navText']}>{t(`nav.${screen}`)}</span>
      {count !== undefined && count > 0 && (
        <span className={styles['navCount']} title={t('documents.needsYou')}>
          {count}
        </span>
      )}
    </AriaButton>
  );
}

export function Frame() {
  const state = useMirror((mirror) => mirror.state);
  const screen = useScreen(state);
  const { t } = useTranslation();
  useEffect(() => {
    document.title = screen === 'connect' ? 'Countersign' : `${t(`nav.${screen}`)} – Countersign`;
  }, [screen, t]);
  if (!state) return null;
  const active = state.connections.find((connection) => connection.id === state.active);
  return (
    <I18nProvider locale={state.locale}>
      <div className={styles['frame']}>
        <a className={styles['skip']} href="#content">
          {t('app.skipToContent')}
        </a>
        {active && (
          <nav className={styles['side']} aria-label={t('app.navigation')}>
            <p className={styles['brand']}>Countersign</p>
            <NavButton screen="documents" current={screen} count={countGroups(state.documents).needsYou} />
            <div className={styles['space']} />
            <NavButton screen="settings" current={screen} />
            <ConnectionBadge active={active} all={state.connections} />
          </nav>
        )}
        <main id="content" className={styles['content']} tabIndex={-1}>
          {state.notices.length > 0 && (
            <div className={styles['notices']}>
              {state.notices.map((problem) => (
                <Notice key={problem.key + JSON.stringify(problem.params)} problem={problem} />
              ))}
            </div>
          )}
          {screen === 'connect' && <ConnectScreen state={state} />}
          {screen === 'documents' && <DocumentsScreen state={state} />}
          {screen === 'settings' && <SettingsScreen state={state} />}
          {active && screen !== 'connect' && <StatusBar state={state} />}
        </main>
      </div>
    </I18nProvider>
  );
}
