import { expect, test } from 'vitest';
import en from '../assets/locales/en.json' with { type: 'json' };
import { firstTexts, laterTexts, textsOfPart } from './divided-texts.ts';

test('each text is in one of the two parts, and every name of the first part exists', () => {
  const parts = [textsOfPart(en, true), textsOfPart(en, false)] as const;
  const keysOf = (texts: object) =>
    Object.entries(texts).flatMap(([section, own]) => Object.keys(own).map((name) => `${section}.${name}`));
  expect(parts.flatMap(keysOf).toSorted()).toEqual(keysOf(en).toSorted());
  const first = keysOf(parts[0]);
  expect(firstTexts.filter((name) => !first.some((key) => key === name || key.startsWith(`${name}.`)))).toEqual([]);
  expect(parts[0]).toMatchObject({ nav: en.nav, problem: { 'signed-out': en.problem['signed-out'] } });
  const later = keysOf(parts[1]);
  expect(later).toContain('problem.quota');
  expect(laterTexts.filter((key) => !later.includes(key) || !firstTexts.includes(key.split('.')[0] ?? ''))).toEqual([]);
});
