import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PdfText, PdfValue } from '../pdf/pdf-value.ts';
import { readValue } from '../pdf/value-reader.ts';
import { writeValue } from './write-value.ts';

const written = (value: PdfValue): Buffer => Buffer.from(writeValue(value), 'latin1');

/** A text knows its place in the file, which differs. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, one: unknown) => {
      if (one instanceof Map) return [...one];
      return typeof one === 'object' && one !== null && 'isHex' in one ? { ...one, at: 0, end: 0 } : one;
    }),
  );

const byte = fc.integer({ min: 1, max: 255 });
const letters = fc.array(byte, { maxLength: 12 }).map((bytes) => String.fromCharCode(...bytes));
const text = fc
  .tuple(fc.uint8Array({ maxLength: 30 }), fc.boolean())
  .map(([bytes, isHex]): PdfText => ({ kind: 'text', bytes: Buffer.from(bytes), isHex, at: 0, end: 0 }));
const reference = fc
  .integer({ min: 1, max: 99_999 })
  .map((number): PdfValue => ({ kind: 'reference', number, generation: 0 }));
const leaf: fc.Arbitrary<PdfValue> = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  letters.map((name) => `/${name}`),
  text,
  reference,
);
const { value } = fc.letrec<{ readonly value: PdfValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(fc.tuple(letters, tie('value')), { maxLength: 5 })
      .map((all) => new Map(all.map(([name, one]) => [`/${name}`, one]))),
  ),
}));

test('reads what was written, whatever it is', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(plain(readValue(written(one), 0).value)).toEqual(plain(one));
    }),
  );
});

test('writes numbers without an exponent', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (number) => {
      const found = readValue(written(number), 0).value;
      expect(Math.abs(Number(found) - number)).toBeLessThanOrEqual(1e-18);
    }),
  );
  expect(writeValue(0.000_000_1)).toBe('0.0000001');
  expect(writeValue(1e21)).toBe('1000000000000000000000');
});
