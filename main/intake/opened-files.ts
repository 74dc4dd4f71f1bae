import type { PublishedState } from '../published-state.ts';

/** Documents that were opened with the app. They wait until the window takes them, however late it comes. */
export function createOpenedFiles({ state }: { readonly state: PublishedState }) {
  let paths: readonly string[] = [];
  function wait(now: readonly string[]): void {
    paths = now;
    state.publish({ brought: now.length });
  }
  return {
    add(more: readonly string[]): void {
      // Opened twice while it waits, it is still one document.
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
