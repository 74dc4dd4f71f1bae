import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { detailsOf } from '../files/error-code.ts';
import { CredentialsFault, problemOfFailure } from '../problems/problem-of.ts';
import { type Failure, signInEnded, waitsForAPerson } from '../signing/failure.ts';
import { type Checked, createCheckOnce } from './check-once.ts';
import { type CheckSchedule, RETRY_MS } from './check-schedule.ts';
import type { ChecksDeps } from './checks-deps.ts';
import type { Followed } from './followed.ts';
import { createOlderPages } from './older-pages.ts';
import type { Pace } from './pace.ts';

/** Tells whether the sign-in ended. A keychain that is locked today is another matter. */
const hasSignInEnded = ({ kind, cause }: Failure): boolean =>
  signInEnded(kind) || (kind === 'credentials-missing' && !(cause instanceof CredentialsFault));

/** Runs the checks, and publishes their state for the window. */
export function createCheckRunner(deps: ChecksDeps, pace: Pace, followed: Followed, schedule: CheckSchedule) {
  const { clock, journal, state } = deps;
  /** The flag in the window follows this, never the other way round. */
  const running = new Map<string, AbortController>();
  /** Connections whose check was stopped, and is wanted anew when it has ended. */
  const again = new Set<string>();
  const olderPages = createOlderPages(journal);
  const checkOnce = createCheckOnce(deps, pace, schedule);

  function publish(connectionId: string, patch: { problem?: Problem | null }): void {
    if (!followed.isActive(connectionId)) return;
    const next = pace.nextCheck(connectionId);
    const asOf = journal.deadlines.get(connectionId, 'checked');
    const now = {
      running: running.has(connectionId),
      asOf,
      next: next > clock.now() ? next : null,
      isWhole: olderPages.isWhole(connectionId, clock.now()),
      unlisted: journal.deadlines.get(connectionId, 'unlisted') ?? 0,
    };
    state.publish({ check: { ...state.get().check, ...patch, ...now } });
  }

  /** Plans the next check. Returns the sentence for a failure. */
  function settle(connectionId: string, checked: Checked): Problem | null {
    if (checked.kind === 'unwanted') return null;
    if (checked.kind === 'failed') {
      const { failure, next } = checked;
      const at = waitsForAPerson(failure.kind) ? clock.now() + limits.pollingMs : next;
      if (hasSignInEnded(failure)) deps.onSignInNeeded(connectionId);
      schedule.retry(connectionId, hasSignInEnded(failure) ? null : at);
      return problemOfFailure(failure, state.addressOf(connectionId));
    }
    if (checked.kind === 'read' && followed.isActive(connectionId)) deps.publishDocuments(connectionId);
    schedule.at(connectionId, checked.next);
    return null;
  }

  return {
    publish,
    isRunning: (connectionId: string): boolean => running.has(connectionId),
    async run(connectionId: string): Promise<void> {
      const client = deps.clientOf(connectionId);
      if (!client || !followed.isFollowed(connectionId) || running.has(connectionId)) return;
      const stopping = new AbortController();
      const { signal } = stopping;
      running.set(connectionId, stopping);
      publish(connectionId, { problem: null });
      let problem: Problem | null = null;
      let wasAsked = true;
      try {
        const isWanted = () => !followed.isClosed() && !signal.aborted;
        const checked = await checkOnce(connectionId, client, { signal, isWanted });
        wasAsked = checked.kind !== 'too-early';
        problem = settle(connectionId, checked);
      } catch (error) {
        // A full disk, say: the list stays as it was, and the next check is not lost with this one.
        problem = { key: 'unknown', params: {}, details: detailsOf(error) };
        deps.onFault(error);
        if (!followed.isClosed())
          schedule.retry(connectionId, Math.max(pace.nextCheck(connectionId), clock.now() + RETRY_MS));
      } finally {
        running.delete(connectionId);
        publish(connectionId, { problem });
        // Others of its account asked in vain meanwhile.
        if (!followed.isClosed() && wasAsked) schedule.renewOthers(connectionId);
        const isWantedAgain = again.delete(connectionId) && !followed.isClosed();
        if (isWantedAgain && followed.isSignedIn(connectionId)) schedule.next(connectionId);
      }
    },
    stop(connectionId: string): void {
      again.delete(connectionId);
      running.get(connectionId)?.abort();
    },
    /** Notes that a check is wanted, which one that was stopped will not be. */
    wanted(connectionId: string): void {
      if (running.get(connectionId)?.signal.aborted === true) again.add(connectionId);
    },
    close(): void {
      for (const stopping of running.values()) stopping.abort();
    },
  };
}
