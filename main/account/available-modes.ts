import type { Journal } from '../journal/journal.ts';
import { problemOfFailure } from '../problems/problem-of.ts';
import { refuse, refuseWith } from '../problems/refuse.ts';
import type { SigningClient } from '../signing/client.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';

export interface AvailableModesDeps {
  readonly clock: Clock;
  readonly settings: Pick<Journal['settings'], 'get' | 'set'>;
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => Pick<SigningClient, 'availableModes'> | null;
}

const DAY = 24 * 60 * 60_000;

/** Asks the service once a day which signatures each account may use. */
export function createAvailableModes({ clock, settings, state, clientOf }: AvailableModesDeps) {
  return {
    async ofActive() {
      const { active } = state.get();
      const client = active === null ? null : clientOf(active);
      if (!client || active === null) return refuse('signed-out');
      const account = state.accountOf(active);
      const kept = settings.get('modes')[active];
      const age = clock.now() - (kept?.asOf ?? 0);
      if (kept && age >= 0 && age < DAY) return { ok: true as const, modes: kept };
      const answer = await client.availableModes();
      if (!answer.ok) {
        // Use the old answer: it is most likely still true, and the service refuses a wrong mode at the upload.
        return kept
          ? { ok: true as const, modes: kept }
          : refuseWith(problemOfFailure(answer.failure, state.addressOf(active)));
      }
      const modes = { ...answer.value, asOf: clock.now() };
      if (state.accountOf(active) !== account) return refuse('signed-out');
      settings.set('modes', { ...settings.get('modes'), [active]: modes });
      return { ok: true as const, modes };
    },
    /** Forgets the signatures of the connection, since another service user may use others. */
    forget(connectionId: string): void {
      const { [connectionId]: _former, ...others } = settings.get('modes');
      settings.set('modes', others);
    },
  };
}

export type ModesOfAccounts = ReturnType<typeof createAvailableModes>;
