import { setTimeout as pause } from 'node:timers/promises';
import type { Output } from '../../../preload/contract/index.ts';
import type { State } from '../../../preload/contract/state.ts';
import type { SubmissionRow } from '../../../preload/contract/submission.ts';
import type { AppProcess } from './app-process.ts';
import type { Scene } from './scene.ts';
import { unseenDrafts } from './unseen-drafts.ts';
import { until } from './until.ts';

const WINDOW = 15 * 60_000;
/** A check that did not reach the service is repeated after a minute. */
const RETRY = 61_000;
const resting: readonly SubmissionRow['phase'][] = ['done', 'needs-you', 'held'];

/** The next time at which something happens by itself. Null: something is running now. */
function nextMoment({ submissions, check: { running, next: nextCheck }, outbox }: State, now: number): number | null {
  const open = submissions.filter(({ phase }) => !resting.includes(phase));
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

/** Are all submissions done or waiting for a person? Reads the journal, because the published state is a little older. */
async function allRest(app: AppProcess): Promise<boolean> {
  for (let before: number | null = null; ; ) {
    const page: Output<'outbox.page'> = await app.call('outbox.page', { text: '', before });
    if (page.rows.some(({ phase }) => !resting.includes(phase))) return false;
    if (page.next === null) return true;
    before = page.next;
  }
}

/** Waits until nothing is running, and moves the clock over each wait. */
export async function comeToRest(scene: Scene, app: AppProcess): Promise<State> {
  let state = await app.state();
  const open = () => state.submissions.filter(({ phase }) => !resting.includes(phase));
  await until(
    async () => {
      state = await app.state();
      if (!state.check.running && open().length === 0 && (await allRest(app))) return true;
      const next = nextMoment(state, scene.appNow());
      if (next !== null && next > scene.appNow()) await moveOn(scene, app, next - scene.appNow() + 50);
      return false;
    },
    () => `these come to no rest: ${JSON.stringify([state.check, open().slice(0, 3)])}`,
  );
  return state;
}

export async function moveOn({ clock, appAhead }: Scene, app: AppProcess, ms: number): Promise<void> {
  clock.turn(ms);
  await app.turn(appAhead());
}

/** Makes one more check and waits for everything that follows it. */
export async function check(scene: Scene, app: AppProcess): Promise<State> {
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
  while (unseenDrafts(scene, (await app.state()).submissions).length > 0 && performance.now() < latest) await pause(10);
  return comeToRest(scene, app);
}
