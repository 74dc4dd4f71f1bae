import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '../../preload/contract/limits.ts';
import type { App } from './app-handle.ts';
import type { Stage } from './stage.ts';

/** Lets one polling window pass, for the service and for the computer of the app: then the app may check again. */
export async function passPollingWindow(app: App, { service }: Pick<Stage, 'service'>): Promise<void> {
  service.clock.advance(limits.pollingMs);
  await app.sleep(limits.pollingMs);
}

/** Lets one polling window pass while the app is closed. */
export function passPollingWindowClosed({ service, home }: Stage): void {
  service.clock.advance(limits.pollingMs);
  service.tokens.clientRestarted();
  using database = new DatabaseSync(join(home, 'app', 'journal.sqlite'));
  database.prepare('UPDATE deadline SET at = at - ?').run(limits.pollingMs);
}
