import { setTimeout as pause } from 'node:timers/promises';
import type { State } from '../../../preload/contract/state.ts';
import type { SubmissionRow } from '../../../preload/contract/submission.ts';
import type { AppProcess } from './app-process.ts';
import type { Scene } from './scene.ts';
import { type Shown, submissionsOf } from './shown.ts';
import { unseenDrafts } from './unseen-drafts.ts';
import { until } from './until.ts';

const WINDOW = 15 * 60_000;
/** A check that did not reach the service is repeated after a minute. */
const RETRY = 61_000;
const resting: readonly SubmissionRow['phase'][] = ['done', 'needs-you', 'held'];

interface Now {
  readonly state: State;
  readonly open: readonly SubmissionRow[];
}

/** The next time at which something happens by itself. Null: something is running now. */
function nextMoment({ state, open }: Now, now: number): number | null {
  const {
    check: { running, next: nextCheck },
    outbox,
  } = state;
  if (running || open.some(({ phase }) => phase === 'calling')) return null;
  // The others have a look running.
  const looking = open.filter((row) => row.phase === 'unclear' && row.nextTryAt === null).length > outbox.waitForCheck;
  if (looking) return null;
  const moments = open.flatMap(
    ({ nextTryAt, phase }) => nextTryAt ?? (phase === 'unclear' ? (nextCheck ?? now + RETRY) : []),
  );
  const next = Math.min(...moments, outbox.probeAt ?? Number.POSITIVE_INFINITY);
  return next === Number.POSITIVE_INFINITY ? null : next;
}

/** Commands on finished documents run in other groups than the rest. Of a long list we read them only at its end. */
const FEW = 200;

const openOf = async (app: AppProcess, group: 'all' | 'sending') =>
  (await submissionsOf(app, group)).filter(({ phase }) => !resting.includes(phase));

/** Moves the clock to the next moment at which something happens by itself. While something runs, it stays as it is. */
export async function passNextWait(scene: Scene, app: AppProcess): Promise<Now> {
  const state = await app.state();
  const now = { state, open: await openOf(app, state.list.counts.all > FEW ? 'sending' : 'all') };
  const next = nextMoment(now, scene.appNow());
  if (next !== null && next > scene.appNow()) await moveOn(scene, app, next - scene.appNow() + 50);
  return now;
}

/** Waits until nothing is running, and moves the clock over each wait. */
export async function comeToRest(scene: Scene, app: AppProcess): Promise<Shown> {
  let now: Now = { state: await app.state(), open: [] };
  await until(
    async () => {
      now = await passNextWait(scene, app);
      return !now.state.check.running && now.open.length === 0 && (await openOf(app, 'all')).length === 0;
    },
    () => {
      const { check: lastCheck, outbox, connections, notices } = now.state;
      const told = { at: scene.appNow(), check: lastCheck, outbox, connections, notices, open: now.open.slice(0, 3) };
      return `these come to no rest: ${JSON.stringify(told)}, logged: ${app.logged.join('; ')}`;
    },
    () => now.open.length,
  );
  return app.shown();
}

export async function moveOn({ clock, appMove }: Scene, app: AppProcess, ms: number): Promise<void> {
  clock.pass(ms);
  await app.turn(appMove());
}

/** Makes one more check and waits for everything that follows it. */
export async function check(scene: Scene, app: AppProcess): Promise<Shown> {
  const before = (await app.state()).check.asOf;
  await moveOn(scene, app, WINDOW + 61_000);
  let state = await app.state();
  await until(
    async () => {
      state = await app.state();
      const { running, asOf, problem, next } = state.check;
      if (!running && asOf !== before) return true;
      if (!running && problem !== null && next !== null) await moveOn(scene, app, next - scene.appNow() + 50);
      return false;
    },
    () => `no check came: ${JSON.stringify(state.check)}`,
  );
  await comeToRest(scene, app);
  // The app looks at possible orphans last. The judge reports one that is not found.
  const latest = performance.now() + 3_000;
  while (unseenDrafts(scene, await submissionsOf(app)).length > 0 && performance.now() < latest) await pause(10);
  return comeToRest(scene, app);
}
