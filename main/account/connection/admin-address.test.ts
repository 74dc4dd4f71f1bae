import { expect, test } from 'vitest';
import { adminAddress, newAdminState } from './admin-address.ts';

test('has exactly the documented parameters', () => {
  const address = new URL(adminAddress({ admin: 'https://admin.example.ch/de', clientId: 'a&b', actions: '' }, 's'));
  expect(address.origin + address.pathname).toBe('https://admin.example.ch/de/third-party-connection/');
  expect([...address.searchParams]).toEqual([
    ['response_type', 'service_account'],
    ['client_id', 'a&b'],
    ['response_mode', 'copy_paste'],
    ['state', 's'],
  ]);
});

test('has the actions of the connection', () => {
  const address = new URL(adminAddress({ admin: 'https://a.example', clientId: 'c', actions: 'x y+z' }, 's'));
  expect(address.searchParams.get('actions')).toBe('x y+z');
});

test('each visit has another state', () => {
  const states = Array.from({ length: 100 }, newAdminState);
  expect(new Set(states).size).toBe(100);
  for (const state of states) expect(state).toMatch(/^[0-9a-f-]{36}$/);
});
