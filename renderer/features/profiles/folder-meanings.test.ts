import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { foldersByMeaning } from './folder-meanings.ts';

const texts = createInstance({ lng: 'cimode' });
await texts.init();

test('folders with the same sentence are together, and those without the profile are left out', () => {
  const folder = (name: string, goal: 'hold' | 'send', profileId: string, more = {}) => ({
    name,
    isPreview: false,
    profileName: 'Contracts',
    subFolderProfiles: [],
    rule: { goal, profileId },
    ...more,
  });
  const folders = [
    folder('A', 'hold', 'p'),
    folder('B', 'send', 'p'),
    folder('C', 'hold', 'p'),
    folder('D', 'hold', 'other'),
    folder('E', 'hold', 'p', { isPreview: true }),
    folder('F', 'hold', 'other', { subFolderProfiles: ['p'] }),
  ];
  const found = foldersByMeaning(folders, { profileId: 'p', change: 'edit' }, texts.t);
  expect([...found].map(([meaning, those]) => [meaning.split(' ')[0], those.map(({ name }) => name)])).toEqual([
    ['profiles.folders.changed.hold', ['A', 'C']],
    ['profiles.folders.changed.send', ['B']],
    ['profiles.folders.subFolder', ['F']],
  ]);
});
