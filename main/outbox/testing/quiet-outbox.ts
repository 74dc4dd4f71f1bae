import { stoppedClock } from '../../testing/clocks.ts';
import type { OutboxDeps } from '../outbox-parts.ts';

/** An outbox that may not call the service and tells nobody anything. A fault fails its test. */
export const quietOutbox = {
  clock: stoppedClock(5_000),
  durable: true,
  rebuild: false,
  older: false,
  holdRest() {},
  accountOf: () => null,
  clientOf: () => null,
  onSignInNeeded() {},
  onWaiting() {},
  onRow() {},
  onUploadProgress() {},
  onDocumentGone() {},
  onRestored() {},
  notify() {},
  onFault(error) {
    throw error;
  },
} satisfies Partial<OutboxDeps>;
