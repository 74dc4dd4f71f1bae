import type { Failure } from '../signing/failure.ts';
import { applyOverview } from './apply-overview.ts';
import { type CheckSchedule, RETRY_MS } from './check-schedule.ts';
import type { CheckClient, ChecksDeps } from './checks-deps.ts';
import { createOlderPages } from './older-pages.ts';
import { type ReadOptions, readOverviews } from './overviews.ts';
import type { Pace } from './pace.ts';
import { createPageLimit } from './page-limit.ts';
import type { Reading } from './reading.ts';

/** The result of a check. `next`: the time of the next one. */
export type Checked =
  | { readonly kind: 'unwanted' }
  | { readonly kind: 'too-early'; readonly next: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly next: number }
  | { readonly kind: 'read'; readonly next: number };

const unwanted: Checked = { kind: 'unwanted' };

/** Asks the service for one overview, if it allows that now, and stores it. */
export function createCheckOnce(deps: ChecksDeps, pace: Pace, schedule: CheckSchedule) {
  const { clock, journal, state } = deps;
  const olderPages = createOlderPages(journal);
  const pageLimit = createPageLimit(journal);

  /** Returns the reading that earlier checks began, if it is of the account that is signed in now. */
  function begunReading(connectionId: string, account: string | null): Reading | null {
    const found = journal.readings.find(connectionId);
    if (found === null || found.account !== account) return null;
    // The clock was set back since: a reading that seems to begin tomorrow proves too much.
    return found.beganAt <= clock.now() ? found : null;
  }

  function requestOf(connectionId: string, account: string | null, now: number): Omit<Required<ReadOptions>, 'signal'> {
    const search = deps.wantsCheck(connectionId);
    const older = olderPages.wanted(connectionId, now);
    return {
      account,
      now,
      search,
      older,
      leavesOut: (ids: readonly string[]) => journal.documentsSeen.leavesOut(connectionId, ids),
      turn: search ? 'older' : olderPages.turn(connectionId, now),
      begun: search || older ? begunReading(connectionId, account) : null,
      onePage: pageLimit.isOnePage(connectionId, now),
      pageSize: pageLimit.sizeOf(connectionId, now),
    };
  }

  return async function checkOnce(
    connectionId: string,
    client: CheckClient,
    { signal, isWanted }: { readonly signal: AbortSignal; readonly isWanted: () => boolean },
  ): Promise<Checked> {
    // The token first: without one nothing is asked of the service, and the allowed check is not spent.
    const token = await client.signIn({ signal });
    if (!isWanted()) return unwanted;
    if (!token.ok) return { kind: 'failed', failure: token.failure, next: clock.now() + RETRY_MS };
    deps.onSignedIn(connectionId);
    const before = Math.max(pace.nextCheck(connectionId), pace.nextCheckThere(connectionId, client.clockSkewMs()));
    if (before > clock.now()) return { kind: 'too-early', next: before };
    const askedAt = clock.now();
    const used = pace.useCheck(connectionId, client.clockSkewMs());
    const request = requestOf(connectionId, state.accountOf(connectionId), askedAt);
    schedule.begun(connectionId);
    const answer = await readOverviews(client, { ...request, signal });
    if (!isWanted()) return unwanted;
    const failure = answer.ok ? answer.value.failure : answer.failure;
    if (failure !== null) pageLimit.noteFailure(connectionId, failure, clock.now());
    if (!answer.ok) {
      olderPages.noteFailure(connectionId, request.turn, askedAt);
      if (answer.failure.certainty !== 'never-sent')
        return { kind: 'failed', failure: answer.failure, next: used.answered(answer.failure.retryAfterMs) };
      used.giveBack(before);
      return { kind: 'failed', failure: answer.failure, next: clock.now() + RETRY_MS };
    }
    pageLimit.note(connectionId, answer.value, clock.now());
    used.answered(answer.value.refused?.retryAfterMs);
    const isLonger = olderPages.isLonger(connectionId, askedAt);
    const found = await applyOverview(deps, answer.value, { connectionId, askedAt, isLonger, isWanted, ...request });
    if (found === null) return unwanted;
    olderPages.note(connectionId, found, askedAt);
    return { kind: 'read', next: pace.nextCheck(connectionId) };
  };
}
