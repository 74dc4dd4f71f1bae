import { expect, test } from 'vitest';
import { chooseLanguage, localeOf } from './language.ts';

test.each([
  ['system', ['de-CH', 'en'], 'de'],
  ['system', ['pt-BR', 'it_IT'], 'it'],
  ['system', ['frp'], 'en'],
  ['system', [], 'en'],
  ['fr', ['de-CH'], 'fr'],
] as const)('%s with %j is %s', (choice, preferred, language) => {
  expect(chooseLanguage(choice, preferred)).toBe(language);
});

test.each([
  ['de', ['en-US', 'de_CH', 'de-DE'], 'de-CH'],
  ['en', ['de-CH'], 'en'],
  ['fr', ['fr-!!'], 'fr'],
  ['de', ['de-CH-u-'], 'de'],
  ['it', ['it-XX'], 'it-XX'],
] as const)('%s on a computer of %j writes dates as %s', (language, preferred, locale) => {
  expect(localeOf(language, preferred)).toBe(locale);
});
