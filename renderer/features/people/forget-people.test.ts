import { afterEach, expect, test, vi } from 'vitest';
import type { Problem } from '../../../preload/contract/problem.ts';
import { createFakeBridge } from '../../testing/fake-bridge.ts';
import { forgetPeople } from './forget-people.ts';

afterEach(() => vi.unstubAllGlobals());

const full: Problem = { key: 'not-recorded', params: {} };
const people = ['a@b.ch', 'c@d.ch', 'e@f.ch'].map((email) => ({ email }));

function mainThatRefuses(refused: string | null) {
  const asked: string[] = [];
  const countersign = createFakeBridge({
    'people.forget': ({ email }) => {
      asked.push(email);
      return email === refused ? { ok: false, problem: full } : { ok: true };
    },
  });
  vi.stubGlobal('window', { countersign });
  return asked;
}

test('removes people one after the other', async () => {
  const asked = mainThatRefuses(null);
  expect(await forgetPeople(people)).toEqual({ forgotten: new Set(asked), failure: null });
  expect(asked).toEqual(['a@b.ch', 'c@d.ch', 'e@f.ch']);
});

test('a failure says who is removed already', async () => {
  const asked = mainThatRefuses('c@d.ch');
  expect(await forgetPeople(people)).toEqual({ forgotten: new Set(['a@b.ch']), failure: full });
  expect(asked).toEqual(['a@b.ch', 'c@d.ch']);
});
