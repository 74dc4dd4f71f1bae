import type { State } from '../../preload/contract/state.ts';

/** The reason that nothing is sent at all. */
export type Stop = 'not-working' | 'signed-out' | 'offline' | 'paused';

/** The state of the app for the desktop, without words. */
export interface DeskStatus {
  readonly shape: 'idle' | 'working' | 'needs-you' | 'stopped';
  readonly stop: Stop | null;
  readonly sending: number;
  readonly needsYou: number;
  /** The uploaded share. Null: no upload is running. */
  readonly progress: number | null;
}

/** The facts that the published state does not hold, because the window shows one connection only. */
export interface DeskFacts {
  readonly isWorking: boolean;
  /** Submissions of all connections that are on their way. */
  readonly sending: number;
  readonly folders: {
    readonly watched: number;
    readonly paused: number;
    readonly needsYou: number;
    /** Folders that take nothing because of themselves. */
    readonly troubled: number;
  };
}

type Shown = Pick<State, 'connections' | 'outbox' | 'needsYou' | 'online'>;

function stopOf({ connections, outbox, online }: Shown): Stop | null {
  if (!outbox.working || outbox.unwritable !== null) return 'not-working';
  const isSignedOut = connections.some(({ signedIn }) => signedIn === 'again' || signedIn === 'client-refused');
  if (isSignedOut || !connections.some(({ signedIn }) => signedIn === 'yes')) return 'signed-out';
  if (!online || outbox.probeAt !== null) return 'offline';
  return outbox.paused ? 'paused' : null;
}

/** Returns the state of the icon. Whatever stops everything comes first, because the person must know it first. */
export function deskStatus(state: Shown, facts: DeskFacts): DeskStatus {
  const stop = stopOf(state);
  const needsYou = Object.values(state.needsYou).reduce((sum, count) => sum + count, facts.folders.needsYou);
  const { uploading, bytes, total } = state.outbox.queue;
  const progress = uploading > 0 && total > 0 ? Math.min(1, bytes / total) : null;
  const rest = facts.isWorking || state.outbox.counting !== null ? 'working' : 'idle';
  const shape = stop !== null ? 'stopped' : needsYou + facts.folders.troubled > 0 ? 'needs-you' : rest;
  return { shape, stop, sending: facts.sending, needsYou, progress };
}
