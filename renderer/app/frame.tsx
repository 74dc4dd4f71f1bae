import { FileText, FolderSync, Hourglass, Settings, SlidersHorizontal, Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../preload/contract/problem.ts';
import type { State } from '../../preload/contract/state.ts';
import { ask, bridge } from '../bridge/bridge.ts';
import { enterOffered } from '../features/account/enter-connecting.ts';
import { isPractice, presentConnections } from '../features/account/start-practice.ts';
import { DocumentsScreen } from '../features/documents/documents-screen.tsx';
import { SendButton, Sending } from '../features/send/sending.tsx';
import { takeFilesAndKeys } from '../features/send/use-ways-in.ts';
import { laterPart } from '../language/later-part.ts';
import { useMirror } from '../store/mirror.ts';
import { go, openFolder, openRow, type Screen, useUi } from '../store/ui.ts';
import pill from '../ui/count.module.css';
import { Mark } from '../ui/mark.tsx';
import { WayOutOf } from '../ui/notice.tsx';
import { NoticeStack } from '../ui/notice-stack.tsx';
import { onceNoDialog } from '../ui/open-dialog.ts';
import { tooltip } from '../ui/tooltip.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import styles from './frame.module.css';
import { PracticeStrip } from './practice-strip.tsx';
import { ShortcutKeys } from './shortcut-keys.tsx';
import { StatusBar } from './status-bar.tsx';
import { useAppNotices } from './use-app-notices.tsx';

// Loaded later: the first view of the list does not need them.
const space = { meanwhile: () => <div className={styles['space']} /> };
export const ConnectScreen = laterPart(
  async () => (await import('../features/account/connect-screen.tsx')).ConnectScreen,
  space,
);
const SettingsScreen = laterPart(
  async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
  space,
);
const WaitingScreen = laterPart(
  async () => (await import('../features/waiting/waiting-screen.tsx')).WaitingScreen,
  space,
);
const FoldersScreen = laterPart(
  async () => (await import('../features/folders/folders-screen.tsx')).FoldersScreen,
  space,
);
const PeopleScreen = laterPart(async () => (await import('../features/people/people-screen.tsx')).PeopleScreen, space);
const ProfilesScreen = laterPart(
  async () => (await import('../features/profiles/profiles-screen.tsx')).ProfilesScreen,
  space,
);

const WayOut = laterPart(async () => (await import('./way-out.tsx')).WayOut);
const wayOut = (problem: Problem) => <WayOut problem={problem} />;

/** Returns the screen to show. Before a first connection works, only the connect screen is possible. */
function useScreen(state: State | null): Screen {
  const screen = useUi((ui) => ui.screen);
  return state?.active === null ? 'connect' : screen;
}

/** Shows the steps of a connection file that was offered while the app runs: the person has just opened it. */
function useOffer(state: State | null): void {
  const seen = useRef<State['offer'] | undefined>(undefined);
  useEffect(() => {
    if (!state || seen.current === state.offer) return;
    const atStart = seen.current === undefined;
    seen.current = state.offer;
    if (!atStart && state.offer !== null) enterOffered(state.offer, state.connections);
  }, [state]);
}

/** Opens a row of the list, or the folders, after a click on a notification. An open dialog goes first. */
function useRevealed(revealed: State['revealed'] | undefined): void {
  useEffect(() => {
    if (!revealed) return undefined;
    const show = async () => {
      const { entry } = await ask(bridge().documents.revealed());
      if (entry?.startsWith('folder:') === true) openFolder(entry.slice('folder:'.length));
      else if (entry === null) go('documents');
      else openRow(entry);
    };
    return onceNoDialog(() => void show());
  }, [revealed]);
}

const icons = {
  documents: FileText,
  waiting: Hourglass,
  folders: FolderSync,
  people: Users,
  profiles: SlidersHorizontal,
  settings: Settings,
} as const;

interface NavButtonProps {
  readonly screen: keyof typeof icons;
  readonly current: Screen;
  readonly count?: number;
}

function NavButton({ screen, current, count }: NavButtonProps) {
  const { t } = useTranslation();
  const Icon = icons[screen];
  return (
    <AriaButton
      className={styles['navButton'] ?? ''}
      aria-current={screen === current ? 'page' : false}
      {...tooltip}
      onPress={() => go(screen)}
    >
      <Icon size={18} aria-hidden="true" className={styles['navIcon'] ?? ''} />
      <span data-short className={styles['navText']}>
        {t(`nav.${screen}`)}
      </span>
      {count !== undefined && count > 0 && (
        <span className={`${pill['count']} ${styles['navCount']}`} title={t('documents.needsYou')}>
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
  useOffer(state);
  useRevealed(state?.revealed);
  const notices = useAppNotices(state);
  useEffect(() => {
    document.title = screen === 'connect' ? 'Countersign' : `${t(`nav.${screen}`)} – Countersign`;
  }, [screen, t]);
  if (!state) return null;
  const active = state.connections.find((connection) => connection.id === state.active);
  return (
    <I18nProvider locale={state.locale}>
      <WayOutOf value={wayOut}>
        <div className={styles['frame']}>
          <a className={styles['skip']} href="#content">
            {t('app.skipToContent')}
          </a>
          {active && (
            <nav className={styles['side']} aria-label={t('app.navigation')}>
              <p className={styles['brand']}>
                <Mark size={22} />
                <span data-short>Countersign</span>
              </p>
              <SendButton />
              <NavButton screen="documents" current={screen} count={state.list.counts.needsYou} />
              <NavButton screen="waiting" current={screen} />
              <NavButton
                screen="folders"
                current={screen}
                count={state.folders.reduce(
                  // Nobody watches a folder that is only looked at.
                  (sum, { isPreview, needsYou, isTroubled }) =>
                    isPreview ? sum : sum + needsYou + (isTroubled ? 1 : 0),
                  0,
                )}
              />
              <NavButton screen="people" current={screen} />
              <NavButton screen="profiles" current={screen} />
              <div className={styles['space']} />
              <NavButton screen="settings" current={screen} />
              <ConnectionBadge active={active} all={presentConnections(state)} needsYou={state.needsYou} />
            </nav>
          )}
          <main id="content" className={styles['content']} tabIndex={-1}>
            {active && isPractice(active) && <PracticeStrip />}
            {screen !== 'documents' && notices.length > 0 && (
              <div className={styles['notices']}>
                <NoticeStack notices={notices} />
              </div>
            )}
            {active && screen !== 'connect' && <Sending state={state} />}
            {active && screen !== 'connect' && <ShortcutKeys />}
            {screen === 'documents' && <DocumentsScreen key={state.active} state={state} notices={notices} />}
            {screen === 'waiting' && <WaitingScreen key={state.active} state={state} />}
            {screen === 'folders' && <FoldersScreen state={state} />}
            {screen === 'connect' && <ConnectScreen state={state} onDocuments={takeFilesAndKeys} />}
            {screen === 'people' && <PeopleScreen state={state} />}
            {screen === 'profiles' && <ProfilesScreen state={state} />}
            {screen === 'settings' && <SettingsScreen state={state} />}
            {active && screen !== 'connect' && <StatusBar state={state} />}
          </main>
        </div>
      </WayOutOf>
    </I18nProvider>
  );
}
