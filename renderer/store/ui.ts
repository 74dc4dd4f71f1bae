import { create } from 'zustand';
import type { Problem } from '../../preload/contract/problem.ts';

export type Screen = 'documents' | 'waiting' | 'folders' | 'people' | 'profiles' | 'settings' | 'connect';

/** The state that every room of the window may read and change: the screen, and what is reported above it. */
interface Ui {
  readonly screen: Screen;
  /** The row that the list opens when it is shown. */
  readonly wanted: string | null;
  /** The watched folder that takes the focus when the folders are shown. */
  readonly wantedFolder: string | null;
  /** The submission that was just sent. The list focuses its row as soon as it is there. */
  readonly arrived: string | null;
  /** The sheet for many documents is open. */
  readonly bulk: boolean;
  /** A bug in the window itself, or the refusal of a change whose control has no room for it. */
  readonly fault: Problem | null;
  /** Notices that the person closed. A repeated notice is a new object, and shows again. */
  readonly closed: readonly Problem[];
  /** The version of the update whose notice the person closed. */
  readonly hiddenUpdate: string | null;
}

export const useUi = create<Ui>(() => ({
  screen: 'documents',
  wanted: null,
  wantedFolder: null,
  arrived: null,
  bulk: false,
  fault: null,
  closed: [],
  hiddenUpdate: null,
}));

export function go(screen: Screen): void {
  useUi.setState({ screen, wantedFolder: null });
}

/** Shows the list with the details of this row. */
export function openRow(entry: string): void {
  useUi.setState({ screen: 'documents', wanted: entry });
}

/** Shows the watched folders, and this one of them. */
export function openFolder(id: string): void {
  useUi.setState({ screen: 'folders', wantedFolder: id });
}

export function closeNotice(problem: Problem): void {
  useUi.setState(({ closed }) => ({ closed: [...closed, problem] }));
}

export function showFault(error: unknown): void {
  const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  useUi.setState({ fault: { key: 'unknown', params: {}, details } });
}
