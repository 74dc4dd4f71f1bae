import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../../preload/contract/connection.ts';
import { useConnecting } from './connecting.ts';
import { enterConnecting } from './enter-connecting.ts';

const withSecret: Connection = {
  id: 'c',
  fields: { ...useConnecting.getInitialState().fields, clientForm: 'client-secret' },
  colour: 0,
  signedIn: 'yes',
  hasSecret: true,
  username: 'service-1',
  person: null,
  savedCopies: '/documents',
};

beforeEach(() => useConnecting.setState(useConnecting.getInitialState()));

test.each<[string, Partial<Connection>, string]>([
  ['a refused password leads to the sign-in', { signedIn: 'again' }, 'sign-in'],
  ['a refused client leads to the connection', { signedIn: 'client-refused' }, 'connection'],
  ['a missing secret leads to the connection', { signedIn: 'again', hasSecret: false }, 'connection'],
])('%s', (_what, change, step) => {
  enterConnecting({ ...withSecret, ...change }, 'sign-in');
  expect(useConnecting.getState().step).toBe(step);
});

test('a refused client keeps the password: only the client is asked for', () => {
  enterConnecting({ ...withSecret, signedIn: 'client-refused' }, 'sign-in');
  expect(useConnecting.getState()).toMatchObject({ again: false, found: 'service-1' });
  enterConnecting({ ...withSecret, signedIn: 'again' }, 'sign-in');
  expect(useConnecting.getState()).toMatchObject({ again: true, found: null });
});
