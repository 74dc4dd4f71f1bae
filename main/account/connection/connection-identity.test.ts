import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleFields } from '../testing/sample-connection.ts';
import {
  type ConnectionRef,
  connectionColour,
  connectionColours,
  connectionIdOf,
  secretName,
  secretParts,
} from './connection-identity.ts';

const id = fc.stringMatching(/^[a-z0-9-]{1,64}$/);
const connection: fc.Arbitrary<ConnectionRef> = fc.record({ id, environment: fc.constantFrom('production', 'test') });
const name = fc.tuple(connection, fc.constantFrom(...secretParts)).map(([of, part]) => secretName(of, part));

test('no name of a secret begins with the name of another', () => {
  fc.assert(
    fc.property(name, name, (one, two) => {
      expect(one === two || !two.startsWith(one)).toBe(true);
    }),
  );
  expect(secretName({ id: 'a', environment: 'test' }, 'password')).toBe('test.a.password');
});

test('an id that could make two names equal is a bug', () => {
  for (const bad of ['', 'a.b', 'a/b', 'A', 'ä', 'a'.repeat(65)])
    expect(() => secretName({ id: bad, environment: 'test' }, 'password')).toThrow();
});

test('a connection keeps its colour, and eight connections have eight colours', () => {
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: connectionColours, maxLength: connectionColours }), (ids) => {
      const taken: number[] = [];
      for (const each of ids) taken.push(connectionColour(each, taken));
      expect(new Set(taken).size).toBe(connectionColours);
      expect(connectionColour(ids[0] ?? '', [])).toBe(taken[0]);
    }),
  );
});

test('a ninth connection shares a colour', () => {
  expect(connectionColour('ninth', [0, 1, 2, 3, 4, 5, 6, 7])).toBe(connectionColour('ninth', []));
});

test('the same service and client give the same id, unless another connection has it', () => {
  const own = connectionIdOf(sampleFields, []);
  expect(own).toMatch(/^[0-9a-f]{32}$/);
  expect(connectionIdOf({ ...sampleFields, name: 'Other', kid: 'x' }, [{ id: 'c' }])).toBe(own);
  expect(connectionIdOf({ ...sampleFields, clientId: 'other' }, [])).not.toBe(own);
  expect(connectionIdOf({ ...sampleFields, environment: 'test' }, [])).not.toBe(own);
  expect(connectionIdOf(sampleFields, [{ id: own ?? '' }])).toBeNull();
});
