import { expect, test } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { NetworkProbe } from '../../network/network-probe.ts';
import { createPublishedState } from '../../state/published-state.ts';
import { stoppedClock } from '../../testing/clocks.ts';
import { sampleConnection } from '../testing/sample-connection.ts';
import { createDiagnosis } from './diagnosis.ts';

const never = () => Promise.reject(new Error('Nothing is reachable.'));
const client = {
  forgive() {},
  signIn: never,
  whoAmI: never,
  availableModes: never,
  download: never,
  details: never,
  clockSkewMs: () => 0,
};

test('another connection is checked while one gets no answer, and stays the one that is shown', async () => {
  const state = createPublishedState(emptyState);
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const probe: NetworkProbe = {
    async routes(url) {
      if (url.includes('silent')) await answer;
      return { ok: false, problem: { kind: 'unreachable', details: '' } };
    },
    addresses: never,
    open: never,
    handshake: never,
  };
  const diagnosis = createDiagnosis({
    clock: stoppedClock(),
    desktop: { copyText: never },
    state,
    probe,
    version: '1.0.0',
    documentsOf: () => [],
    operationsOf: () => ({ on: [], refused: [], unknown: [] }),
    clientOf: () => client,
  });
  const at = (id: string, host: string) => {
    const base = `https://${host}/api/v1`;
    return { ...sampleConnection, id, fields: { ...sampleConnection.fields, base, auth: base, identity: '' } };
  };
  const first = diagnosis.run(at('a', 'silent.example.ch'));
  await diagnosis.run(at('b', 'open.example.ch'));
  expect(state.get().diagnosis).toMatchObject({ connectionId: 'b', running: false });
  const shown = state.get().diagnosis;
  resolve();
  await first;
  expect(shown?.steps.length).toBeGreaterThan(0);
  expect(state.get().diagnosis).toBe(shown);
});
