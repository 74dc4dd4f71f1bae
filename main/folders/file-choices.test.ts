import { expect, test } from 'vitest';
import type { Profile } from '../../preload/contract/profile.ts';
import { sampleChoices } from '../profiles/testing/sample-choices.ts';
import { choicesOf, profileOf } from './file-choices.ts';

const profile = (id: string, name: string, signees = sampleChoices.signees): Profile => ({
  id,
  name,
  choices: { ...sampleChoices, signees },
  isDefault: false,
});
const profiles = [profile('p1', 'Contracts'), profile('p2', 'Müller'), profile('p3', 'Nobody', [])];
const anna = { email: 'anna@example.ch', name: '', comment: '', order: null };

test('the profile is that of the sidecar, else of the nearest folder with its name, else of the watched folder', () => {
  const of = (folders: readonly string[], sidecar: { readonly profile?: string } | null = null) =>
    profileOf({ profiles, profileId: 'p1', folders, sidecar })?.id ?? null;
  expect(of([])).toBe('p1');
  expect(of(['2026', 'MU\u0308LLER'])).toBe('p2');
  expect(of(['Müller', 'contracts'])).toBe('p1');
  expect(of(['Müller', 'May'])).toBe('p2');
  expect(of(['Müller'], { profile: 'nobody' })).toBe('p3');
  expect(of(['Müller'], { profile: 'Gone' })).toBe(null);
  expect(profileOf({ profiles, profileId: 'gone', folders: [], sidecar: null })).toBe(null);
});

test('people come from the sidecar, else the profile, else what is remembered, else the fields of the PDF', () => {
  const [contracts, , nobody] = profiles;
  if (!contracts || !nobody) throw new Error('There are three profiles.');
  const found = [{ email: 'field@example.ch', order: 2 }];
  const emails = (sources: Parameters<typeof choicesOf>[0]) => choicesOf(sources).signees.map(({ email }) => email);
  const sidecar = { signees: [{ email: 'side@example.ch', name: '', comment: '' }] };
  expect(emails({ profile: contracts, remembered: [anna], sidecar, found })).toEqual(['side@example.ch']);
  expect(emails({ profile: contracts, remembered: [anna], sidecar: null, found })).toEqual(
    sampleChoices.signees.map(({ email }) => email),
  );
  expect(emails({ profile: nobody, remembered: [anna], sidecar: null, found })).toEqual([anna.email]);
  expect(choicesOf({ profile: nobody, remembered: [], sidecar: null, found }).signees).toEqual([
    { email: 'field@example.ch', name: '', comment: '', order: 2 },
  ]);
});

test('the order of a sidecar counts its own people, or those of the profile', () => {
  const [, , nobody] = profiles;
  if (!nobody) throw new Error('There are three profiles.');
  const people = [anna, { ...anna, email: 'beat@example.ch' }];
  const orders = (sidecar: Parameters<typeof choicesOf>[0]['sidecar']) =>
    choicesOf({ profile: nobody, remembered: people, sidecar, found: [] }).signees.map(({ order }) => order);
  expect(orders({ order: 'in-order' })).toEqual([0, 1]);
  expect(orders({ order: 'any' })).toEqual([null, null]);
  expect(orders({ order: 'in-order', signees: [{ email: 'x@y.ch', name: '', comment: '' }] })).toEqual([0]);
});

test('the places that a profile remembers belong to another document', () => {
  const place = { page: 1, x: 60, y: 80, width: 170, height: 50 };
  const placed = profile('p4', 'Placed', [{ ...anna, place }]);
  expect(choicesOf({ profile: placed, remembered: [], sidecar: null, found: [] }).signees).toEqual([anna]);
  const nobody = profile('p5', 'Nobody', []);
  const remembered = [{ ...anna, place }];
  expect(choicesOf({ profile: nobody, remembered, sidecar: null, found: [] }).signees).toEqual([anna]);
});
