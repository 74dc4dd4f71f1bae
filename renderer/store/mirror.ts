import { create } from 'zustand';
import type { Bridge, Change, Language, Snapshot, State } from '../../preload/contract/index.ts';
import { ask } from '../bridge/bridge.ts';

interface Mirror {
  readonly revision: number;
  readonly state: State | null;
}

/** The window's copy of the state of main. Only this file writes it, from the snapshot and from events. */
export const useMirror = create<Mirror>(() => ({ revision: -1, state: null }));

function applySnapshot(mirror: Mirror, snapshot: Snapshot): Mirror {
  return snapshot.revision > mirror.revision ? snapshot : mirror;
}

function applyChange(mirror: Mirror, change: Change): Mirror {
  if (mirror.state === null || change.revision <= mirror.revision) return mirror;
  return { revision: change.revision, state: { ...mirror.state, ...withoutGaps(change.patch) } };
}

/** Drops slices without a value: an absent slice means no change. */
function withoutGaps(patch: Change['patch']): Partial<State> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

type Speak = (language: Language, locale: string) => Promise<void>;

/** Listens first, then asks for the snapshot. Events that arrive in between wait, and count if they are newer. */
export async function connectMirror(bridge: Bridge, speak: Speak): Promise<void> {
  const early: Change[] = [];
  let live = false;
  bridge.state.onChanged((change) => {
    if (!live) {
      early.push(change);
      return;
    }
    useMirror.setState((mirror) => applyChange(mirror, change));
    const { state } = useMirror.getState();
    if (change.patch.language !== undefined && state) void speak(state.language, state.locale);
  });
  const snapshot = await ask(bridge.state.get());
  await speak(snapshot.state.language, snapshot.state.locale);
  const mirror = early.reduce(applyChange, applySnapshot(useMirror.getState(), snapshot));
  live = true;
  useMirror.setState(mirror);
  if (mirror.state && mirror.state.language !== snapshot.state.language)
    await speak(mirror.state.language, mirror.state.locale);
}
