import type { Journal } from '../journal/journal.ts';
import { LEASE_RENEWED_MS } from '../journal/writers.ts';
import type { Notices } from '../state/notices.ts';
import type { Clock } from '../time/clock.ts';

interface HoldLeaseDeps {
  readonly clock: Clock;
  readonly lease: Pick<Journal['lease'], 'renew' | 'takenBy'>;
  readonly notices: Pick<Notices, 'add'>;
}

/** Every row asks before its call. Within a second no other computer can take the journal over and send something. */
const ASKED_AGAIN_MS = 1_000;

/** Renews the lease of the journal while the app runs, and stops all calls when another computer has taken it over. */
export function holdLease({ clock, lease, notices }: HoldLeaseDeps) {
  let taken = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};

  function renew(): void {
    lease.renew(clock.now());
    cancel = clock.after(LEASE_RENEWED_MS, renew);
  }
  renew();

  return {
    /**
     * Tells whether this computer has the lease. If not, another one may send the same documents, unaware of this one.
     */
    isOurs(): boolean {
      if (taken || clock.monotonic() - askedAt < ASKED_AGAIN_MS) return !taken;
      askedAt = clock.monotonic();
      const by = lease.takenBy();
      taken = by !== null;
      if (by !== null) notices.add('queue', { key: 'journal-taken-over', params: { computer: by.name } });
      return !taken;
    },
    close: () => cancel(),
  };
}
