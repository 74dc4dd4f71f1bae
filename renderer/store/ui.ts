import { create } from 'zustand';
import type { Problem } from '../../preload/contract/problem.ts';

export type Screen = 'documents' | 'people' | 'profiles' | 'settings' | 'connect';

/** What every room of the window may read and change: the screen, and what is reported above it. */
interface Ui {
  readonly screen: Screen;
  /** The sheet for many documents is open. */
  readonly bulk: boolean;
  /** Something in the window itself went wrong. */
  readonly fault: Problem | null;
  /** Notices a person has read and closed. The same one told anew is another. */
  readonly closed: readonly Problem[];
}

export const useUi = create<Ui>(() => ({
  screen: 'documents',
  bulk: false,
  fault: null,
  closed: [],
}));

export function go(screen: Screen): void {
  useUi.setState({ screen });
}

export function closeNotice(problem: Problem): void {
  useUi.setState(({ closed }) => ({ closed: [...closed, problem] }));
}

/** A bug shows itself as a notice, never as silence or a blank window. */
export function showFault(error: unknown): void {
  const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  useUi.setState({ fault: { key: 'unknown', params: {}, details } });
}
