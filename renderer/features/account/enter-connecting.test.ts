import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../../preload/contract/connection.ts';
import { useConnecting } from './connecting.ts';
import { enterConnecting, enterOffered } from './enter-connecting.ts';

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

test('a file leads to the connection whose client is refused or lacks its secret, and else to a new one', () => {
  const { fields } = withSecret;
  const offer = { fields, hasSecret: true, practice: false };
  enterOffered(offer, [withSecret]);
  expect(useConnecting.getState()).toMatchObject({ connectionId: null });
  const refused: Connection = { ...withSecret, signedIn: 'client-refused' };
  enterOffered({ ...offer, fields: { ...fields, clientId: 'another' } }, [refused]);
  expect(useConnecting.getState()).toMatchObject({ connectionId: null });
  enterOffered(offer, [withSecret, { ...refused, id: 'r' }]);
  expect(useConnecting.getState()).toMatchObject({ connectionId: 'r', step: 'connection', purpose: 'change' });
  const open: Connection = { ...withSecret, id: 'open', fields: { ...fields, clientForm: 'public' }, hasSecret: false };
  enterOffered(offer, [open]);
  expect(useConnecting.getState()).toMatchObject({ connectionId: null });
  enterOffered(offer, [withSecret, { ...withSecret, id: 'lost', signedIn: 'again', hasSecret: false }]);
  expect(useConnecting.getState()).toMatchObject({ connectionId: 'lost', step: 'connection', purpose: 'sign-in' });
  // Its addresses are shown: the secret of a file is for these alone.
  const moved = { ...fields, auth: 'https://login.new.example' };
  const lost: Connection = { ...withSecret, signedIn: 'again', hasSecret: false };
  enterOffered({ ...offer, fields: moved }, [lost]);
  expect(useConnecting.getState()).toMatchObject({ connectionId: 'c', fields: moved, fromFile: true, isOfFile: true });
  // What a person typed for the connection stays where the file says nothing.
  const typed = { name: 'Notary', admin: 'https://admin.example' };
  enterOffered({ ...offer, fields: moved }, [{ ...lost, fields: { ...fields, ...typed } }]);
  expect(useConnecting.getState().fields).toEqual({ ...moved, ...typed });
});
