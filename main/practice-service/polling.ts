import type { Clock } from './clock.ts';
import type { PracticeOptions } from './options.ts';
import type { Records } from './records.ts';
import type { ServiceUser } from './register.ts';
import { POLLING_PAUSE } from './rules.ts';

/** Allows one polling request (an overview) per user and 15 minutes. */
export interface Polling {
  /** Milliseconds to wait. 0: allowed, and counted. */
  wait(user: ServiceUser, query: URLSearchParams): number;
  /** Milliseconds until the next allowed request. */
  left(user: ServiceUser): number;
}

interface Look {
  readonly at: number;
  readonly question: string;
  readonly offset: number;
}

export function createPolling(deps: {
  readonly clock: Clock;
  readonly options: PracticeOptions;
  readonly records: Records;
}): Polling {
  const { clock, options, records } = deps;
  const looks = new Map<string, Look>();
  const left = (user: ServiceUser) => {
    const last = looks.get(user.id);
    return last === undefined ? 0 : Math.max(0, last.at + POLLING_PAUSE - clock.now());
  };
  return {
    left,
    wait(user, query) {
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
