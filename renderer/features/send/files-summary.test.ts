import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import en from '../../../assets/locales/en.json' with { type: 'json' };
import { filesSummary } from './files-summary.ts';
import type { FileState, MissingPart } from './missing-parts.ts';

const words = createInstance({ lng: 'en', resources: { en: { translation: en } }, returnNull: false });
void words.init({ initAsync: false });

const nobody: MissingPart = { kind: 'no-signees' };
const alias: MissingPart = { kind: 'alias' };

test.each<[string, readonly FileState[], readonly MissingPart[]]>([
  ['Ready: 2 of 2', ['ready', 'ready'], []],
  ['5 documents need people', ['common', 'common', 'common', 'common', 'common'], [nobody]],
  ['1 document needs people', ['common', 'left-out'], [{ kind: 'pending' }, alias]],
  ['Ready: 0 of 2', ['common', 'common'], [alias]],
  ['Ready: 0 of 2', ['common', 'bad'], [{ kind: 'wrong-signees' }]],
  ['Ready: 0 of 1', ['bad'], []],
  ['1 document needs people · 1 document to check', ['common', 'bad', 'needs-password'], [nobody]],
  ['Ready: 1 of 3 · 1 document needs people', ['ready', 'no-signees', 'wrong-signees'], []],
  ['Ready: 1 of 2', ['ready', 'checking'], []],
  ['', ['checking', 'checking'], []],
  ['', ['left-out'], []],
])('%s', (said, states, missing) => {
  expect(filesSummary(states, missing, words.t)).toBe(said);
});
