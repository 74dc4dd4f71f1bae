import { expect, test } from 'vitest';
import { serveCalls } from '../../main/electron/ipc-server.ts';
import { callNames } from '../../preload/contract/index.ts';

const senderFrame = { url: 'app://bundle/index.html', origin: 'app://bundle', parent: null };

/** The server over handlers that all answer alike, with a window that may be gone; the value is one call's reply. */
async function replyOf(name: string, handler: () => unknown, isDestroyed = false): Promise<unknown> {
  const calls = new Map<string, (...args: unknown[]) => unknown>();
  const handlers = Object.fromEntries(callNames.map((call) => [call, handler]));
  const ipc = { handle: (call: string, answer: (...args: unknown[]) => unknown) => void calls.set(call, answer) };
  const contents = () => ({ id: 1, isDestroyed: () => isDestroyed });
  Reflect.apply(serveCalls, undefined, [{ ipc, contents, handlers, onBug: () => {} }]);
  return calls.get(name)?.({ sender: { id: 1 }, senderFrame }, undefined);
}

test('an answer carries what the contract names, and nothing that slipped in beside it', async () => {
  const answer = { ok: false, next: 1, password: 'beside' };
  expect(await replyOf('documents.check', () => answer)).toEqual({ ok: true, value: { ok: false, next: 1 } });
});

test('an answer that breaks the contract is a bug, of which the window hears no detail', async () => {
  const answers = [
    () => ({ ok: 'maybe' }),
    () => {
      throw new Error('password beside');
    },
    () => Promise.reject(new Error('password beside')),
  ];
  for (const answer of answers)
    expect(await replyOf('documents.check', answer)).toEqual({ ok: false, error: 'failed' });
});

test('a window that is gone gets no answer', async () => {
  const answer = () => ({ ok: true });
  expect(await replyOf('documents.check', answer, true)).toEqual({ ok: false, error: 'forbidden' });
  expect(await replyOf('documents.check', answer)).toEqual({ ok: true, value: { ok: true } });
});
