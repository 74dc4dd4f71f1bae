import { expect, test } from 'vitest';
import { copyNameFault, usualCopyName } from './copy-name.ts';

test.each([usualCopyName, '{name}', 'Signed', '{profile}/{date} {name}', '/{id}', '{ name', 'a } b'])(
  'names copies by %j',
  (pattern) => {
    expect(copyNameFault(pattern)).toBeNull();
  },
);

test.each(['', '  ', '/', '{profile}/ '])('names no copy by %j, which is empty', (pattern) => {
  expect(copyNameFault(pattern)).toEqual({ kind: 'empty', part: '' });
});

test.each([
  ['{Name}', '{Name}'],
  ['{date} {title} {x}', '{title}'],
  ['{}', '{}'],
])('says which part of %j it does not know', (pattern, part) => {
  expect(copyNameFault(pattern)).toEqual({ kind: 'unknown', part });
});
