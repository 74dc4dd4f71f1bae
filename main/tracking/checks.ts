import type { Problem } from '../../preload/contract/problem.ts';
import { createCheckRunner } from './check-runner.ts';
import { createCheckSchedule } from './check-schedule.ts';
import type { ChecksDeps } from './checks-deps.ts';
import { createFollowed } from './followed.ts';
import { createPace } from './pace.ts';

export type { ListedDocuments } from './checks-deps.ts';

const signedOut: Problem = { key: 'signed-out', params: {} };

/** One overview per time that the service allows, for everybody who wants to know; the moment survives a restart. */
export function createChecks(deps: ChecksDeps) {
  const { clock, journal, state } = deps;
  const pace = createPace({ clock, journal });
  const followed = createFollowed(deps);
  const { isSignedIn, isFollowed } = followed;
  const schedule = createCheckSchedule(deps, pace, followed, (id) => void runner.run(id));
  const runner = createCheckRunner(deps, pace, followed, schedule);

  function wanted(connectionId: string): void {
    schedule.want(connectionId);
    if (!runner.isRunning(connectionId) && isSignedIn(connectionId)) schedule.next(connectionId);
  }

  return {
    /** Shows what the last check saw, and checks as soon as that is allowed. */
    follow(connectionId: string): void {
      schedule.tidy();
      deps.publishDocuments(connectionId);
      runner.publish(connectionId, { problem: isSignedIn(connectionId) ? null : signedOut, total: null });
      if (isSignedIn(connectionId)) schedule.next(connectionId);
    },
    /** Checks every connection, shown or not. */
    start(): void {
      for (const { id } of state.get().connections) if (isSignedIn(id) && isFollowed(id)) schedule.next(id);
    },
    /** Something has begun to wait for an overview of this connection. */
    wanted,
    /** The practice service, whose only client we are, lets itself be asked again at once. */
    allowNow(connectionId: string): void {
      pace.allowNow(connectionId);
      wanted(connectionId);
    },
    /** A refresh by a person obeys the same limit, and says when it becomes possible. */
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
    /** This computer's clock was set while the app ran: what was left to wait is left now. */
    clockMoved(byMs: number): void {
      const { connections } = state.get();
      // Connections of one account share their waits: the first to ask for a wait that has not moved would move it, too.
      for (const { id } of connections) pace.clockMoved(id, byMs);
      for (const { id } of connections) {
        schedule.renew(id);
        runner.publish(id, {});
      }
    },
    /** A person who opens the window sees what is, as soon as that is allowed. */
    windowShown(isShown: boolean): void {
      followed.windowShown(isShown);
      const { active } = state.get();
      if (isShown && active !== null && !runner.isRunning(active) && isSignedIn(active)) schedule.next(active);
    },
    /** After sleep the timer is late: what it waited for may be long past. */
    wake(): void {
      for (const { id } of state.get().connections) if (isSignedIn(id)) schedule.next(id);
    },
    /** The sign-in is gone: what is under way with it ends, and nothing more is asked. */
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
