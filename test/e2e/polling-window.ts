import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '../../preload/contract/limits.ts';
import type { Stage } from './stage.ts';

/** Lets the polling window of the service pass, for the service and for the journal of the app. The app must be closed. */
export function passPollingWindow({ service, home }: Stage): void {
  service.clock.advance(limits.pollingMs);
  service.tokens.clientRestarted();
  using database = new DatabaseSync(join(home, 'app', 'journal.sqlite'));
  database.prepare('UPDATE deadline SET at = at - ?').run(limits.pollingMs);
}
