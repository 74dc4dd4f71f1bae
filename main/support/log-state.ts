import type { State } from '../../preload/contract/state.ts';
import type { Log, LogFacts } from '../state/log.ts';
import type { PublishedState } from '../state/published-state.ts';

/** The facts that support follows, each as codes and numbers. Progress in percent is no news. */
const watched: Readonly<Record<string, (state: State) => LogFacts>> = {
  check: ({ check }) => ({ running: check.running, problem: check.problem?.key ?? null }),
  outbox: ({ outbox }) => ({
    working: outbox.working,
    paused: outbox.paused,
    unwritable: outbox.unwritable?.key ?? null,
    budget: outbox.budget.level,
    probing: outbox.probeAt !== null,
    open: outbox.queue.open,
  }),
  'sign-in': ({ connections, active }) => {
    const shown = connections.findIndex(({ id }) => id === active);
    return { connections: connections.length, shown, state: connections[shown]?.signedIn ?? null };
  },
  notices: ({ notices }) => Object.fromEntries(notices.map(({ key }) => [key, true])),
  folders: ({ folders }) => ({
    watching: folders.filter(({ status }) => status === 'watching').length,
    all: folders.length,
  }),
};

/** Logs each change of the watched facts. */
export function logState(state: PublishedState, log: Log): () => void {
  const last = new Map<string, string>();
  const look = () => {
    for (const [place, factsOf] of Object.entries(watched)) {
      const facts = factsOf(state.get());
      const text = JSON.stringify(facts);
      if (last.get(place) === text) continue;
      last.set(place, text);
      log.info(place, facts);
    }
  };
  look();
  return state.subscribe(look);
}
