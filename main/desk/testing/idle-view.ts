import type { DeskView } from '../desk-view.ts';

/** The view of an app that has nothing to do. */
export const idleView: DeskView = {
  shape: 'idle',
  toolTip: 'Countersign',
  label: '',
  menu: [{ kind: 'command', label: 'Quit', command: 'quit' }],
  progress: null,
  keepsAwake: false,
};
