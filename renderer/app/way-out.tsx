import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OwnerMatter, ownerMatters } from '../../preload/contract/owner-matters.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { State } from '../../preload/contract/state.ts';
import { ask, bridge } from '../bridge/bridge.ts';
import { changeFolder } from '../features/account/change-folder.ts';
import { enterConnecting, signInName } from '../features/account/enter-connecting.ts';
import { chooseEveryRow } from '../features/documents/rows/list-query.ts';
import { type SettingsPage, showSettingsPage, useSettingsPage } from '../features/settings/settings-page.ts';
import { changeAndTell } from '../store/change-and-tell.ts';
import { useLocked } from '../store/locked.ts';
import { useMirror } from '../store/mirror.ts';
import { go, useUi } from '../store/ui.ts';
import { Button } from '../ui/button.tsx';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import { waysOut } from './ways-out.ts';

type Connection = State['connections'][number];

/** Shows some documents of the list, whatever was filtered before. */
function showRows(wanted: Parameters<typeof chooseEveryRow>[0]): void {
  chooseEveryRow(wanted);
  go('documents');
}

/** Returns the connection that a notice is about, which may be another one than the window shows. */
const aboutOf = ({ params }: Problem, active: Connection | undefined): string =>
  String(params['connection'] ?? active?.id ?? '');

/** Shows the documents without a saved copy, in the list of their connection. */
async function showLost(connectionId: string): Promise<void> {
  await ask(bridge().connection.select({ connectionId }));
  showRows({ unsaved: true });
}

/** Saves the missing copies of a connection, which the window shows from now on. */
async function saveCopies(connectionId: string): Promise<void> {
  await ask(bridge().connection.select({ connectionId }));
  await changeAndTell(bridge().documents.save({ id: null }));
}

function openSettings(page: SettingsPage): void {
  showSettingsPage(page);
  go('settings');
}

/** Writes to the owner of the account in the mail program, or copies the letter where there is none. */
function WriteToOwner({ about }: { about: OwnerMatter }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [written, setWritten] = useState<'mail' | 'copy' | 'failed' | null>(null);
  const write = (how: 'mail' | 'copy') =>
    void run(async () => {
      const answer = await ask(bridge().connection.writeToOwner({ about, how }));
      setWritten(answer.ok ? how : 'failed');
    });
  const said = { mail: 'welcome.opened', copy: 'welcome.copied', failed: 'problem.mail-not-opened.what' } as const;
  return (
    <>
      <Button onPress={() => write('mail')}>{t('wayOut.owner')}</Button>
      {written === 'failed' && <Button onPress={() => write('copy')}>{t('welcome.copy')}</Button>}
      <output>{written !== null && t(said[written])}</output>
    </>
  );
}

/** Chooses another folder for signed copies. The new problem takes the place of the old one in the state. */
function ChooseFolder({ connectionId }: { connectionId: string }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <>
      <Button onPress={() => void run(async () => setProblem(await changeFolder(connectionId)))}>
        {t('wayOut.copies')}
      </Button>
      <output>{problem && t(`problem.${problem.key}.what`, problem.params)}</output>
    </>
  );
}

interface Place {
  readonly problem: Problem;
  readonly active: Connection | undefined;
  /** The window shows this page of the settings, or null. */
  readonly page: SettingsPage | null;
  /** The steps that connect are shown: their own buttons go back and forth. */
  readonly isConnecting: boolean;
}

/** Returns the label of a problem's button, and its action. Null where it would lead to where the person is. */
function stepOut({ problem, active, page, isConnecting }: Place) {
  const settings = (to: SettingsPage) => (page === to || isConnecting ? null : () => openSettings(to));
  switch (waysOut[problem.key]) {
    case 'sign-in':
      if (!active || isConnecting) return null;
      return { text: signInName(active), act: () => enterConnecting(active, 'sign-in') } as const;
    case 'connection':
      if (!active || isConnecting) return null;
      return { text: 'settings.changeConnection', act: () => enterConnecting(active, 'change') } as const;
    case 'connections':
      return { text: 'wayOut.connections', act: settings('connections') } as const;
    case 'network':
      return { text: 'wayOut.network', act: settings('network') } as const;
    case 'save-copies':
      return { text: 'documents.saveCopies', act: () => saveCopies(aboutOf(problem, active)) } as const;
    case 'show-lost':
      return { text: 'copy.showLost', act: () => showLost(aboutOf(problem, active)) } as const;
    case 'to-check':
      return { text: 'documents.needsYou', act: () => showRows({ group: 'needsYou' }) } as const;
    case 'folders':
      return { text: 'wayOut.folders', act: () => go('folders') } as const;
    case 'profiles':
      return { text: 'wayOut.profiles', act: () => go('profiles') } as const;
    case 'report':
      return { text: 'wayOut.report', act: () => changeAndTell(bridge().settings.supportReport()) } as const;
    case 'data':
      return { text: 'wayOut.data', act: () => ask(bridge().settings.showData()) } as const;
    default:
      return null;
  }
}

/** Shows the button that solves a problem. */
export function WayOut({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const active = useMirror(({ state }) => state?.connections.find(({ id }) => id === state.active));
  const screen = useUi((ui) => ui.screen);
  const settingsPage = useSettingsPage(({ page }) => page);
  const isFolderGiven = useLocked('copiesFolder');
  const way = waysOut[problem.key];
  if (way === 'owner') {
    const about = ownerMatters.find((matter) => matter === problem.key);
    return about && <WriteToOwner about={about} />;
  }
  if (way === 'copies') return active && !isFolderGiven && <ChooseFolder connectionId={aboutOf(problem, active)} />;
  const place = {
    problem,
    active,
    page: screen === 'settings' ? settingsPage : null,
    isConnecting: screen === 'connect' || active === undefined,
  };
  const step = stepOut(place);
  if (!step?.act) return null;
  const { text, act } = step;
  return <Button onPress={() => void run(async () => void (await act()))}>{t(text)}</Button>;
}
