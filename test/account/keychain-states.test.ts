import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { askKeychain } from './secret-service.ts';

const kept = mkdtempSync(join(tmpdir(), 'countersign-kept-'));
afterAll(() => rmSync(kept, { recursive: true, force: true }));

/** The real keytar against the real gnome-keyring. The three states a Linux desktop can be in. */
describe('the real keychain', () => {
  test('without a session bus: every call is unavailable, none ends the process', async () => {
    const answers = await askKeychain(['get', 'set=x', 'delete', 'check', 'get'], { session: false });
    expect(answers).toHaveLength(5);
    for (const answer of answers)
      expect(answer).toMatchObject({ kind: 'unavailable', detail: expect.stringMatching(/\w/) });
  });

  test('unlocked: keeps, replaces and removes', async () => {
    const answers = await askKeychain(
      ['check', 'get', 'set=one', 'set=zwei "…" 😀', 'get', `set=${'x'.repeat(2_552)}`, 'get', 'delete', 'get'],
      { session: true },
    );
    expect(answers).toEqual([
      { kind: 'ok' },
      { kind: 'not-found' },
      { kind: 'ok' },
      { kind: 'ok' },
      { kind: 'ok', secret: 'zwei "…" 😀' },
      { kind: 'too-large', bytes: 2_561, limit: 2_560 },
      { kind: 'ok', secret: 'zwei "…" 😀' },
      { kind: 'ok' },
      { kind: 'not-found' },
    ]);
  });

  test('locked: what was stored reads as absent, is not removed, and is there again when unlocked', async () => {
    expect(await askKeychain(['set=still here'], { session: true, env: { KEYRING_HOME: kept } })).toEqual([
      { kind: 'ok' },
    ]);
    const locked = { kind: 'locked', detail: 'Cannot create an item in a locked collection' };
    expect(
      await askKeychain(['get', 'set=other', 'delete', 'check', 'get'], {
        session: true,
        env: { KEYRING_HOME: kept, KEYRING_LOCKED: '1' },
      }),
    ).toEqual([{ kind: 'not-found' }, locked, { kind: 'not-found' }, locked, { kind: 'not-found' }]);
    expect(await askKeychain(['get'], { session: true, env: { KEYRING_HOME: kept } })).toEqual([
      { kind: 'ok', secret: 'still here' },
    ]);
  });
});
