import type { Done } from '../../preload/contract/answer.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { UpdateState, UpdatesOff } from '../../preload/contract/updates.ts';
import { detailsOf } from '../files/error-code.ts';
import { done, refuse } from '../problems/refuse.ts';
import type { HttpPort } from '../signing/http-port.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import { type Channel, feedName, isExpired, isInRollout, isNewer, type Release, readFeed } from './release.ts';
import type { TriedUpdate } from './tried-update.ts';
import type { Updater } from './updater.ts';

/** The time of the first check, long after the start, which must stay quick. */
const FIRST_CHECK_MS = 3 * 60_000;
const BETWEEN_CHECKS_MS = 6 * 60 * 60_000;
/** The time between looks whether the last call has ended, after a person asked for the restart. */
const BETWEEN_LOOKS_MS = 2_000;
/** macOS copies and checks the new version before it ends the app, and may never answer. */
const LONGEST_INSTALL_MS = 10 * 60_000;
const MOST_FEED_BYTES = 200_000;

export interface UpdateSource {
  /** Ends with a slash. The feed of this system is beside the files. */
  readonly address: string;
  /** Public keys that sign releases: the present one, and the next one while it replaces it. */
  readonly keys: readonly string[];
  /** The channel that IT chose, or else `latest`. */
  readonly channel: Channel;
  readonly system: string;
  readonly cpu: string;
}

interface UpdatesDeps {
  readonly clock: Clock;
  readonly state: PublishedState;
  readonly http: HttpPort;
  readonly source: UpdateSource;
  readonly version: string;
  /** Tells this computer from others, for releases that not all may take at once. */
  readonly computer: string;
  /** The updater, or why this installation cannot update itself. */
  readonly updater: Updater | UpdatesOff;
  readonly tried: TriedUpdate;
  readonly notify: (problem: Problem) => void;
  readonly isAllowed: () => boolean;
  /** Tells why the app must not end: documents are being sent, or are in the Send window. */
  readonly whyBusy: () => 'sending' | 'unsent' | null;
  readonly onFault: (error: unknown) => void;
}

function screenOf(state: PublishedState) {
  const publish = (update: UpdateState) => state.publish({ update });
  return {
    publish,
    fail: (key: Problem['key'], details = '') =>
      publish({ kind: 'failed', problem: { key, params: {}, ...(details !== '' && { details }) } }),
  };
}
type Screen = ReturnType<typeof screenOf>;

/** Reads the feed of releases, or says why there is none to trust. */
async function readLatest({ clock, http, source }: UpdatesDeps): Promise<Release | Problem['key']> {
  const url = `${source.address}${feedName(source)}`;
  const verdict = await http.send({ method: 'GET', url, headers: {}, maxAnswerBytes: MOST_FEED_BYTES });
  if (verdict.kind !== 'response' || verdict.response.status !== 200 || verdict.response.bodyState !== 'whole')
    return 'update-unreachable';
  const read = readFeed(Buffer.from(verdict.response.body).toString('utf8'), source.keys);
  if (read.kind === 'unsigned') return 'update-unsigned';
  if (read.kind === 'damaged') return 'update-damaged';
  // A signed feed of another system or channel could otherwise be put in the place of this one.
  const isForThis = feedName(read.release) === feedName(source);
  if (!isForThis) return 'update-damaged';
  return isExpired(read.release, clock.now()) ? 'update-expired' : read.release;
}

async function take(
  { publish, fail }: Screen,
  release: Release,
  from: Updater,
  onFault: UpdatesDeps['onFault'],
): Promise<void> {
  let shown = -1;
  publish({ kind: 'downloading', version: release.version, percent: 0 });
  try {
    await from.download(release, (percent) => {
      if (percent === shown) return;
      shown = percent;
      publish({ kind: 'downloading', version: release.version, percent });
    });
    publish({ kind: 'ready', version: release.version, notes: release.notes, waits: null });
  } catch (error) {
    onFault(error);
    fail('update-damaged', detailsOf(error));
  }
}

/** Installs the fetched update. The app ends with it. False: meanwhile something began to be sent. */
async function restart(deps: UpdatesDeps, { fail }: Screen, from: Updater, wanted: string): Promise<boolean> {
  const { clock, tried, whyBusy, onFault } = deps;
  const tooLong = new AbortController();
  const stopWaiting = clock.after(LONGEST_INSTALL_MS, () =>
    tooLong.abort(new Error(`The system did not answer within ${LONGEST_INSTALL_MS / 60_000} minutes`)),
  );
  try {
    tried.note(wanted);
    if ((await from.install(tooLong.signal, () => whyBusy() !== null)) === 'ending') return true;
    tried.forget();
    return false;
  } catch (error) {
    tried.forget();
    onFault(error);
    fail('update-not-installed', detailsOf(error));
    return true;
  } finally {
    stopWaiting();
  }
}

/** Tells at the next start that an update was not installed. The installer failed after the app had ended. */
function tellUnfinished({ tried, version, notify }: UpdatesDeps): void {
  const wanted = tried.read();
  tried.forget();
  if (wanted !== null && isNewer(wanted, version))
    notify({ key: 'update-not-installed', params: {}, details: `${version} → ${wanted}` });
}

/** Looks for updates, fetches them, and installs one when a person restarts the app and nothing is being sent. */
export function createUpdates(deps: UpdatesDeps) {
  const { clock, state, source, version, computer, updater, isAllowed, whyBusy, onFault } = deps;
  let running = false;
  /** A person wants to restart as soon as nothing is being sent. */
  let isOrdered = false;
  let cancel: () => void = () => {};
  let cancelWait: () => void = () => {};

  function off(): UpdatesOff | null {
    if (source.keys.length === 0) return 'build';
    if (typeof updater === 'string') return updater;
    return isAllowed() ? null : 'policy';
  }

  const screen = screenOf(state);
  const { publish, fail } = screen;

  async function look(from: Updater): Promise<void> {
    const before = state.get().update;
    if (before.kind !== 'ready') publish({ kind: 'checking' });
    const latest = await readLatest(deps);
    if (typeof latest === 'string') {
      // What was fetched before is still good.
      if (before.kind !== 'ready') fail(latest);
      return;
    }
    const isFetched = before.kind === 'ready' && !isNewer(latest.version, before.version);
    if (isFetched) return;
    if (isNewer(latest.version, version) && isInRollout(latest, computer)) await take(screen, latest, from, onFault);
    else if (before.kind !== 'ready') publish({ kind: 'current', checkedAt: clock.now() });
  }

  async function check(): Promise<Done> {
    const why = off();
    if (why !== null || typeof updater === 'string') {
      if (why !== null) publish({ kind: 'off', why });
      return done;
    }
    if (running) return done;
    running = true;
    try {
      await look(updater);
    } finally {
      running = false;
    }
    return done;
  }

  function plan(ms: number): void {
    cancel = clock.after(ms, () => {
      check().catch(onFault);
      plan(BETWEEN_CHECKS_MS);
    });
  }

  /** Asks again and again, because no event tells that the last call of all connections has ended. */
  function waitForIdle(): void {
    cancelWait();
    cancelWait = clock.after(BETWEEN_LOOKS_MS, () => {
      install().catch(onFault);
    });
  }

  /** Restarts into the fetched version, now or when nothing is being sent any more. */
  async function install(): Promise<Done> {
    const { update } = state.get();
    // A newer version takes the place of the one that was to be installed.
    if (update.kind === 'downloading' && isOrdered) {
      waitForIdle();
      return done;
    }
    isOrdered = update.kind === 'ready';
    if (update.kind !== 'ready' || typeof updater === 'string') return refuse('update-not-installed');
    if (!isAllowed()) {
      publish({ kind: 'off', why: 'policy' });
      return done;
    }
    if (whyBusy() === null && (await restart(deps, screen, updater, update.version))) return done;
    const { update: now } = state.get();
    const waits = whyBusy() ?? 'sending';
    if (now.kind === 'ready' && now.waits !== waits) publish({ ...now, waits });
    waitForIdle();
    return done;
  }

  return {
    begin(): void {
      tellUnfinished(deps);
      const why = off();
      publish(why === null ? { kind: 'current', checkedAt: null } : { kind: 'off', why });
      if (why === null || why === 'policy') plan(FIRST_CHECK_MS);
    },
    check,
    install,
    close(): void {
      cancel();
      cancelWait();
    },
  };
}

export type Updates = ReturnType<typeof createUpdates>;
