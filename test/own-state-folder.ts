import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The app keeps its witness in the system's state folder. Apps that tests start on Linux use one that is removed. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-state-'));
  process.env['XDG_STATE_HOME'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
