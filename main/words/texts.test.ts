import { expect, test } from 'vitest';
import { inSpellingOf } from '../../preload/contract/language.ts';
import { createTexts } from './texts.ts';

test.each([
  ['de-CH', 'Grösse'],
  ['de-LI', 'Grösse'],
  ['de-DE', 'Größe'],
  ['de-AT', 'Größe'],
  ['de', 'Größe'],
])('%s writes %s', (locale, size) => {
  expect(inSpellingOf(locale, { size: 'Größe' })).toEqual({ size });
});

test.each(['de-CH', 'de-LI'])('a name keeps its ß in %s', (locale) => {
  const texts = createTexts().in(locale);
  expect(texts('signIn.title', { name: 'Weiß AG' })).toContain('Weiß AG');
});

test.each(['de-CH', 'de-DE'])('a number is written as in %s', (locale) => {
  const text = createTexts().in(locale)('documents.count', { count: 1_000 });
  expect(text).toContain(new Intl.NumberFormat(locale).format(1_000));
});
