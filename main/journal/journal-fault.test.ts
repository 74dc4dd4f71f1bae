import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultOf } from './journal-fault.ts';

const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
const system = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  [5, 'in-use'],
  [6, 'in-use'],
  [8, 'read-only'],
  [10, 'disk-error'],
  [11, 'damaged'],
  [13, 'disk-full'],
  [14, 'not-reachable'],
  [26, 'damaged'],
  [1, 'unexpected'],
] as const)('SQLite code %i and all its extensions mean %s', (code, fault) => {
  fc.assert(
    fc.property(fc.nat(50), (extension) => {
      expect(faultOf(sqlite(code + extension * 256))).toBe(fault);
    }),
  );
});

test.each([
  ['ENOSPC', 'disk-full'],
  ['EROFS', 'read-only'],
  ['EACCES', 'read-only'],
  ['EIO', 'disk-error'],
  ['EBUSY', 'in-use'],
  ['EWHATEVER', 'unexpected'],
] as const)('%s of the file system means %s', (code, fault) => expect(faultOf(system(code))).toBe(fault));

test('a thrown value that is no error is unexpected', () => {
  expect([faultOf('x'), faultOf(new Error('x')), faultOf(undefined)]).toEqual(Array(3).fill('unexpected'));
});
