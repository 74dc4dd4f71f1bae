import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import en from '../../../assets/locales/en.json' with { type: 'json' };
import { refusedAs, sayRefused } from './offer-files.ts';

const words = createInstance({ lng: 'en', resources: { en: { translation: en } }, returnNull: false });
void words.init({ initAsync: false });

const refused = (...keys: readonly ('mail-partly' | 'file-empty')[]) =>
  keys.map((key) => refusedAs({ name: 'Lease.eml', problem: { key, params: {} } }));

test('a mail that was read in part is not called a file that was not added', () => {
  const { t } = words;
  expect(sayRefused(refused('mail-partly'), 'refused', t)).toBe('A document may be missing');
  expect(sayRefused(refused('mail-partly', 'file-empty'), 'notAdded', t)).toBe('1 file was not added');
  expect(sayRefused(refused('file-empty'), 'refused', t)).toMatch(/^1 file was not added\. The others/);
});
