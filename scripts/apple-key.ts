import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WithKeyFile {
  readonly env: NodeJS.ProcessEnv;
  readonly remove: () => void;
}

/** Apple's notarytool reads its key from a file, so a key in the environment (as a secret of a workflow) becomes one. */
export function withAppleKeyFile(env: NodeJS.ProcessEnv): WithKeyFile {
  const key = env['APPLE_API_KEY'] ?? '';
  if (!key.includes('PRIVATE KEY')) return { env, remove() {} };
  const folder = mkdtempSync(join(tmpdir(), 'countersign-apple-'));
  const file = join(folder, 'key.p8');
  writeFileSync(file, key, { mode: 0o600 });
  return { env: { ...env, APPLE_API_KEY: file }, remove: () => rmSync(folder, { recursive: true }) };
}
