import type { Texts } from '../words/texts.ts';
import type { DeskFacts } from './desk-status.ts';

/** The commands of the icon, the dock and the taskbar. */
export type DeskCommand = 'new' | 'open' | 'quit' | FolderCommand;
export type FolderCommand = 'pause-hour' | 'pause-tomorrow' | 'pause-always' | 'resume';

export type DeskMenuItem =
  | { readonly kind: 'separator' }
  | { readonly kind: 'command'; readonly label: string; readonly command: DeskCommand }
  | { readonly kind: 'group'; readonly label: string; readonly items: readonly DeskMenuItem[] };

const command = (label: string, name: DeskCommand): DeskMenuItem => ({ kind: 'command', label, command: name });
const separator: DeskMenuItem = { kind: 'separator' };

/** Returns the items for folders: pausing while a folder is active, resuming while one is paused. */
function folderItems(t: ReturnType<Texts>, { watched, paused }: DeskFacts['folders']): readonly DeskMenuItem[] {
  const pause: DeskMenuItem = {
    kind: 'group',
    label: t('desk.pauseFolders'),
    items: [
      command(t('folders.pause.hour'), 'pause-hour'),
      command(t('folders.pause.tomorrow'), 'pause-tomorrow'),
      command(t('folders.pause.always'), 'pause-always'),
    ],
  };
  return [
    ...(watched > paused ? [pause] : []),
    ...(paused > 0 ? [command(t('desk.resumeFolders'), 'resume')] : []),
    ...(watched > 0 ? [separator] : []),
  ];
}

/** Returns the menu of the icon. Lines that call a person come first. Without a connection nothing can be sent. */
export function deskMenu(
  t: ReturnType<Texts>,
  isConnected: boolean,
  folders: DeskFacts['folders'],
  calls: readonly string[],
) {
  return [
    ...calls.map((line) => command(line, 'open')),
    ...(calls.length > 0 ? [separator] : []),
    command(t('desk.open'), 'open'),
    ...(isConnected ? [command(t('desk.new'), 'new')] : []),
    separator,
    ...folderItems(t, folders),
    command(t('menu.quit'), 'quit'),
  ] satisfies readonly DeskMenuItem[];
}
