import type { Problem } from '../preload/contract/problem.ts';
import type { PublishedState } from './published-state.ts';

/** What a person must know, by where it comes from: one source never takes away what another had to say. */
export function createNotices(state: PublishedState) {
  const bySource = new Map<string, readonly Problem[]>();
  const publish = () => state.publish({ notices: [...bySource.values()].flat() });
  return {
    set(source: string, problems: readonly Problem[]): void {
      bySource.set(source, problems);
      publish();
    },
    /** Once is enough for each sentence. */
    add(source: string, problem: Problem): void {
      const known = bySource.get(source) ?? [];
      if (known.some(({ key }) => key === problem.key)) return;
      bySource.set(source, [...known, problem]);
      publish();
    },
  };
}

export type Notices = ReturnType<typeof createNotices>;
