import { expect, test } from 'vitest';
import { createTexts } from '../../words/texts.ts';
import { adminAddress, adminPageQuestion, newAdminState } from './admin-address.ts';

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

test('the question about another page names both as they are, and as people read them', () => {
  const { text, buttons } = adminPageQuestion(
    createTexts().in('en'),
    { name: 'Muster AG', admin: 'https://admin.example.ch/de' },
    { admin: 'https://xn--dmin-63d.example.ch/de' },
  );
  expect(text).toContain('Until now: https://admin.example.ch/de\n');
  expect(text).toContain('From now on: https://xn--dmin-63d.example.ch/de – dmаin.example.ch\n');
  expect(buttons[0]).toBe('Keep the page');
});
