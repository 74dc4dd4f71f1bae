import { limits } from '../../../preload/contract/limits.ts';
import { failed, success } from '../../signing/outcome.ts';
import type { OverviewQuery } from '../../signing/requests.ts';
import { type drivenChecks, failure } from './driven-checks.ts';
import { simulatedList } from './simulated-list.ts';

/** A service that gives a hundred documents at once, and with `counted` one page per window. */
export function pagedService(count: number, { counted = false } = {}) {
  const list = simulatedList(count, { cap: 100 });
  const asked: number[] = [];
  const filters: (string | undefined)[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    list,
    asked,
    filters,
    answer: (now: () => number) => async (query: OverviewQuery) => {
      asked.push(query.offset ?? 0);
      filters.push(query.filterDocumentStatus);
      const tooSoon = counted && now() - lastAt < limits.pollingMs;
      if (!tooSoon) lastAt = now();
      return tooSoon ? failed(failure('busy', 'refused')) : success(list.page(query));
    },
  };
}

/** Returns how many documents each check was told, and whether that was all. */
export const shownBy = (driven: ReturnType<typeof drivenChecks>) =>
  driven.seen.map(({ check }) => [check.documents.length, check.whole]);
