import type { State } from '../../preload/contract/state.ts';
import type { Texts } from '../words/texts.ts';
import { type DeskMenuItem, deskMenu } from './desk-menu.ts';
import { type DeskFacts, type DeskStatus, deskStatus } from './desk-status.ts';

/** All that the desktop shows of the app beside its window: icon, taskbar, dock. */
export interface DeskView {
  readonly shape: DeskStatus['shape'];
  readonly toolTip: string;
  /** The name of the shape, for people who cannot see the picture on the taskbar. */
  readonly label: string;
  readonly menu: readonly DeskMenuItem[];
  readonly progress: number | null;
  /** Whether the computer must not fall asleep automatically. */
  readonly keepsAwake: boolean;
}

/** Windows cuts a tool tip off after 127 characters. */
const LONGEST_TIP = 127;

export function deskView(state: State, facts: DeskFacts, t: ReturnType<Texts>): DeskView {
  const { shape, stop, sending, needsYou, progress } = deskStatus(state, facts);
  const { troubled } = facts.folders;
  // Some desktops show no tool tip, so the menu says this, too. A count that runs would close the open menu.
  const calls = [
    ...(stop === null ? [] : [t(`desk.stop.${stop}`)]),
    ...(needsYou === 0 ? [] : [t('notification.many.needsYou', { count: needsYou })]),
    ...(troubled === 0 ? [] : [t('notification.many.folder', { count: troubled })]),
  ];
  const lines = [...calls, ...(sending === 0 ? [] : [t('desk.sending', { count: sending })])];
  return {
    shape,
    toolTip: ['Countersign', ...lines].join('\n').slice(0, LONGEST_TIP),
    label: lines[0] ?? '',
    menu: deskMenu(t, state.active !== null, facts.folders, calls),
    progress,
    keepsAwake: facts.isWorking,
  };
}
