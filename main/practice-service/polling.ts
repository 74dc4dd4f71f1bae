import type { Clock } from './clock.ts';
import type { PracticeOptions } from './options.ts';
import type { Records } from './records.ts';
import type { ServiceUser } from './register.ts';
import { POLLING_PAUSE } from './rules.ts';

interface Look {
  readonly at: number;
  readonly question: string;
  readonly offset: number;
}

/** Allows one polling request (an overview) per user and 15 minutes. */
export function createPolling(deps: {
  readonly clock: Clock;
  readonly options: PracticeOptions;
  readonly records: Records;
}) {
  const { clock, options, records } = deps;
  const looks = new Map<string, Look>();
  /** Returns the milliseconds until the next allowed request. */
  const left = (user: ServiceUser): number => {
    const last = looks.get(user.id);
    return last === undefined ? 0 : Math.max(0, last.at + POLLING_PAUSE - clock.now());
  };
  return {
    left,
    /** Returns the milliseconds to wait. 0: allowed, and counted. */
    wait(user: ServiceUser, query: URLSearchParams): number {
      const now = clock.now();
      const asked = new URLSearchParams(query);
      asked.delete('offset');
      asked.delete('limit');
      const look: Look = { at: now, question: asked.toString(), offset: Number(query.get('offset') ?? 0) };
      const last = looks.get(user.id);
      if (last === undefined || now - last.at >= POLLING_PAUSE) {
        looks.set(user.id, look);
        return 0;
      }
      const nextPage = options.pollingPages === 'free' && look.question === last.question && look.offset > last.offset;
      if (nextPage) {
        looks.set(user.id, { ...look, at: last.at });
        return 0;
      }
      records.breach('polling', `overview ${Math.round((now - last.at) / 1000)} s after the last one`);
      return options.polling === 'off' ? 0 : left(user);
    },
  };
}

export type Polling = ReturnType<typeof createPolling>;
