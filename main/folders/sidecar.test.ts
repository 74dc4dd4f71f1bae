import { expect, test } from 'vitest';
import { isSidecar } from './file-names.ts';
import { readSidecar } from './sidecar.ts';

const read = (value: unknown) => readSidecar(JSON.stringify(value));

test('a sidecar says who signs, in which order and how', () => {
  const sidecar = {
    profile: 'Contracts',
    signees: [
      { email: 'anna@example.ch', name: 'Anna' },
      { email: 'beat@example.ch', comment: 'Page 3', order: 1 },
    ],
    order: 'in-order',
    mode: 'advanced',
    comment: 'Please sign by Friday',
  };
  expect(read(sidecar)).toMatchObject({ kind: 'read', sidecar });
  expect(readSidecar('\uFEFF{}')).toEqual({ kind: 'read', sidecar: {} });
});

test.each([
  ['an unknown field', { singees: [] }, 'singees'],
  ['an unknown field of a person', { signees: [{ email: 'a@b.ch', mail: 'x' }] }, 'signees.0.mail'],
  ['no address', { signees: [{ email: 'anna' }] }, 'signees.0.email'],
  ['nobody', { signees: [] }, 'signees'],
  ['the same address twice', { signees: [{ email: 'a@b.ch' }, { email: 'A@B.ch' }] }, 'signees.1.email'],
  ['an unknown mode', { mode: 'best' }, 'mode'],
  ['a list', [], ''],
])('%s is an error that names its place', (_name, value, where) => {
  expect(read(value)).toEqual({ kind: 'wrong', where });
});

test('what is no JSON is an error', () => {
  expect(readSidecar('{')).toEqual({ kind: 'wrong', where: '' });
  expect(readSidecar('')).toEqual({ kind: 'wrong', where: '' });
});

test('only the name of a document with .json is a sidecar', () => {
  expect(['a.pdf.json', 'A.DOCX.JSON', 'a.json', 'package.json', 'a.pdf'].map(isSidecar)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
