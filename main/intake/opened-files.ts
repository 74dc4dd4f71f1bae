import type { PublishedState } from '../state/published-state.ts';

/** Keeps files that a person opened with the app, until the window takes them. */
export function createOpenedFiles({ state }: { readonly state: PublishedState }) {
  let paths: readonly string[] = [];
  function wait(now: readonly string[]): void {
    paths = now;
    state.publish({ openedFiles: now.length });
  }
  return {
    add(more: readonly string[]): void {
      // A file that was opened twice is taken once.
      if (more.length > 0) wait([...new Set([...paths, ...more])]);
    },
    take(): readonly string[] {
      const taken = paths;
      if (taken.length > 0) wait([]);
      return taken;
    },
  };
}

export type OpenedFiles = ReturnType<typeof createOpenedFiles>;
