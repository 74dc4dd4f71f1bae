import type { TFunction } from 'i18next';
import type { State } from '../../preload/contract/state.ts';
import { bridge } from '../bridge/bridge.ts';
import { presentConnections } from '../features/account/start-practice.ts';
import { chooseFilesWith } from '../features/send/take-files.ts';
import { settingsPages, showSettingsPage } from '../features/settings/settings-page.ts';
import { changeAndTell } from '../store/change-and-tell.ts';
import { type CommandId, canRun, runShortcut, runWhenOffered } from '../store/shortcuts.ts';
import { go, type Screen, useUi } from '../store/ui.ts';
import { shownName } from '../ui/shown-name.ts';

export interface PaletteCommand {
  readonly id: string;
  readonly text: string;
  readonly act: () => void;
}

/** All but the settings, which have a shortcut. */
const screens = ['documents', 'waiting', 'folders', 'people', 'profiles'] as const satisfies readonly Screen[];
/** All but the help, which has a shortcut. */
const pages = settingsPages.filter((page) => page !== 'help');

/** Returns a command of a screen that may not be shown now. */
function onScreen(screen: Screen, id: CommandId): () => void {
  return () => {
    if (canRun(id)) runShortcut(id);
    else {
      go(screen);
      runWhenOffered(id);
    }
  };
}

function sending({ active, outbox }: State, t: TFunction): readonly PaletteCommand[] {
  const pause = (paused: boolean) => () => void changeAndTell(bridge().outbox.pause({ paused }));
  if (active === null) return [];
  if (outbox.paused) return [{ id: 'resume-sending', text: t('outbox.resumeSending'), act: pause(false) }];
  return outbox.queue.open > 0 ? [{ id: 'pause-sending', text: t('outbox.pause'), act: pause(true) }] : [];
}

function folders(state: State, t: TFunction): readonly PaletteCommand[] {
  const { folders: all, active } = state;
  const connections = presentConnections(state);
  const shown = connections.length > 1 ? connections.find(({ id }) => id === active) : undefined;
  // The menu of the tray pauses those of every connection.
  const text = (what: 'pauseFolders' | 'resumeFolders') =>
    [t(`desk.${what}`), ...(shown ? [shownName(shown.fields.name)] : [])].join(' · ');
  const paused = all.filter(({ isPaused }) => isPaused);
  const others = all.filter(({ isPaused }) => !isPaused);
  const give = (some: State['folders'], pause: 'always' | 'resume') => () => {
    for (const { id } of some) void changeAndTell(bridge().folders.pause({ id, pause }));
  };
  return [
    ...(others.length > 0 ? [{ id: 'pause-folders', text: text('pauseFolders'), act: give(others, 'always') }] : []),
    ...(paused.length > 0 ? [{ id: 'resume-folders', text: text('resumeFolders'), act: give(paused, 'resume') }] : []),
  ];
}

function list({ active, list: { counts } }: State, t: TFunction): readonly PaletteCommand[] {
  if (active === null) return [];
  return [
    { id: 'bulk', text: t('send.many'), act: onScreen('documents', 'bulk') },
    ...(counts.all > 0 && (canRun('saveList') || useUi.getState().screen !== 'documents')
      ? [{ id: 'save-list', text: t('table.button'), act: onScreen('documents', 'saveList') }]
      : []),
  ];
}

function withProfile({ active, profiles }: State, t: TFunction): readonly PaletteCommand[] {
  if (active === null) return [];
  return profiles.map(({ id, name }) => ({
    id: `profile:${id}`,
    text: t('shortcuts.sendWith', { profile: shownName(name) }),
    act: () => void chooseFilesWith(id),
  }));
}

function places(t: TFunction): readonly PaletteCommand[] {
  return [
    ...screens.map((screen) => ({ id: `screen:${screen}`, text: t(`nav.${screen}`), act: () => go(screen) })),
    ...pages.map((page) => ({
      id: `settings:${page}`,
      text: `${t('nav.settings')} · ${t(`settings.page.${page}`)}`,
      act: () => {
        showSettingsPage(page);
        go('settings');
      },
    })),
    {
      id: 'licences',
      text: t('help.licences'),
      act: () => {
        showSettingsPage('help');
        onScreen('settings', 'licences')();
      },
    },
  ];
}

/** Returns commands without keys, and the places to go to. */
export function paletteCommands(state: State | null, t: TFunction): readonly PaletteCommand[] {
  if (state === null) return [];
  return [...sending(state, t), ...folders(state, t), ...list(state, t), ...withProfile(state, t), ...places(t)];
}
