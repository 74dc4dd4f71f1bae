import type { Problem } from '../../preload/contract/problem.ts';
import { createCheckRunner } from './check-runner.ts';
import { createCheckSchedule } from './check-schedule.ts';
import type { ChecksDeps } from './checks-deps.ts';
import { createFollowed } from './followed.ts';
import { createPace } from './pace.ts';

const signedOut: Problem = { key: 'signed-out', params: {} };

/** Requests one overview for everybody each time the service allows it. The time of the next one survives a restart. */
export function createChecks(deps: ChecksDeps) {
  const { clock, journal, state } = deps;
  const pace = createPace({ clock, journal });
  const followed = createFollowed(deps);
  const { isSignedIn, isFollowed } = followed;
  const schedule = createCheckSchedule(deps, pace, followed, (id) => void runner.run(id));
  const runner = createCheckRunner(deps, pace, followed, schedule);

  function wanted(connectionId: string): void {
    schedule.want(connectionId);
    runner.wanted(connectionId);
    if (!runner.isRunning(connectionId) && isSignedIn(connectionId)) schedule.next(connectionId);
  }

  return {
    /** Shows the findings of the last check, and checks as soon as that is allowed. */
    follow(connectionId: string): void {
      schedule.tidy();
      deps.publishDocuments(connectionId);
      runner.publish(connectionId, { problem: isSignedIn(connectionId) ? null : signedOut });
      if (isSignedIn(connectionId)) schedule.next(connectionId);
    },
    /** Checks every connection, shown or not. */
    start(): void {
      for (const { id } of state.get().connections) if (isSignedIn(id) && isFollowed(id)) schedule.next(id);
    },
    /** Plans a check when something begins to wait for an overview of this connection. */
    wanted,
    /** Allows a check at once. Only the practice service, whose only client we are, permits this. */
    allowNow(connectionId: string): void {
      pace.allowNow(connectionId);
      wanted(connectionId);
    },
    /** Checks for a person who pressed Refresh. The same limit applies, and the answer says when it ends. */
    now(connectionId: string): { ok: true } | { ok: false; next: number } {
      const next = pace.nextCheck(connectionId);
      if (next > clock.now()) return { ok: false, next };
      if (state.connectionOf(connectionId)?.signedIn === 'never') runner.publish(connectionId, { problem: signedOut });
      else {
        deps.clientOf(connectionId)?.forgive();
        void runner.run(connectionId);
      }
      return { ok: true };
    },
    /** Keeps the remaining length of each wait after this computer's clock was set. */
    clockMoved(byMs: number): void {
      const { connections } = state.get();
      // Connections of one account share their waits: the first to ask for a wait that has not moved would move it, too.
      for (const { id } of connections) pace.clockMoved(id, byMs);
      schedule.forgetRetries();
      for (const { id } of connections) {
        schedule.renew(id);
        runner.publish(id, {});
      }
    },
    /** Plans a check as soon as it is allowed when a person opens the window. */
    windowShown(isShown: boolean): void {
      followed.windowShown(isShown);
      const { active } = state.get();
      if (isShown && active !== null && !runner.isRunning(active) && isSignedIn(active)) schedule.next(active);
    },
    /** Plans all checks again after sleep, since timers are late then. */
    wake(): void {
      for (const { id } of state.get().connections) if (isSignedIn(id)) schedule.next(id);
    },
    /** Ends the check under way and plans no other, because the sign-in is gone. */
    stop(connectionId: string): void {
      runner.stop(connectionId);
      schedule.cancel(connectionId);
    },
    close(): void {
      followed.close();
      schedule.tidy();
      runner.close();
    },
  };
}

export type Checks = ReturnType<typeof createChecks>;
