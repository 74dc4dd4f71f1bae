import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';

interface ReachDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly state: PublishedState;
  /** Reports that the network is back: what waited for it can continue. */
  readonly onBack: () => void;
}

/** A network that comes and goes must not make us try again each time. */
const BETWEEN_MS = 5_000;

/** Publishes whether there is a network. Electron has no event for it in main, so the window's page reports it. */
export function createReach({ clock, state, onBack }: ReachDeps) {
  let lastBack: number | null = null;
  return (online: boolean): void => {
    if (state.get().online !== online) state.publish({ online });
    // The network may have been away since before the page could tell.
    if (!online || (lastBack !== null && clock.monotonic() - lastBack < BETWEEN_MS)) return;
    lastBack = clock.monotonic();
    onBack();
  };
}
