import type { Problem } from '../../preload/contract/problem.ts';
import type { PublishedState } from './published-state.ts';

/** Manages the notices in the window. Each source replaces only its own notices, never those of another source. */
export function createNotices(state: PublishedState) {
  const bySource = new Map<string, readonly Problem[]>();
  const publish = () => state.publish({ notices: [...bySource.values()].flat() });
  return {
    set(source: string, problems: readonly Problem[]): void {
      bySource.set(source, problems);
      publish();
    },
    /** Adds a notice, unless the source already shows the same one. */
    add(source: string, problem: Problem): void {
      const known = bySource.get(source) ?? [];
      if (known.some(({ key }) => key === problem.key)) return;
      bySource.set(source, [...known, problem]);
      publish();
    },
  };
}

export type Notices = ReturnType<typeof createNotices>;
