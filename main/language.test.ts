import { expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';

test.each([
  ['system', ['de-CH', 'en'], 'de'],
  ['system', ['pt-BR', 'it_IT'], 'it'],
  ['system', ['frp'], 'en'],
  ['system', [], 'en'],
  ['fr', ['de-CH'], 'fr'],
] as const)('%s with %j is %s', (choice, preferred, language) => {
  expect(chooseLanguage(choice, preferred)).toBe(language);
});
