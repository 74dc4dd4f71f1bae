import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codec } from './codec.ts';
import { makeCodec } from './page/codec.ts';

/** The same code as it runs in the page, with the page's way of turning bytes into text. */
const inPage = makeCodec({
  toText: (bytes) => btoa(String.fromCharCode(...bytes)),
  toBytes: (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
});

const cloneable = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value')),
    fc.constantFrom(-0, Number.NaN, Number.NEGATIVE_INFINITY, undefined, null),
    fc.uint8Array(),
    fc.string({ unit: 'binary' }),
  ),
})).value;

describe('the codec of the bridge', () => {
  it('gives back what structured clone gives back', () => {
    fc.assert(
      fc.property(cloneable, (value) => {
        expect(inPage.decode(codec.encode(value))).toEqual(structuredClone(value));
        expect(codec.decode(inPage.encode(value))).toEqual(structuredClone(value));
      }),
    );
  });

  it('keeps cycles, shared parts, errors, patterns and views', () => {
    const shared = { a: 1 };
    const whole: Record<string, unknown> = { one: shared, two: shared };
    whole['self'] = whole;
    whole['error'] = Object.assign(new RangeError('far', { cause: shared }), { extra: 1 });
    whole['pattern'] = /a+/giu;
    whole['part'] = new Float64Array([1, 2, 3]).subarray(1);
    whole['bytes'] = Buffer.from('größe');
    const back: unknown = inPage.decode(codec.encode(whole));
    expect(back).toMatchObject({ one: { a: 1 }, pattern: /a+/giu });
    const part = (name: string): unknown => (typeof back === 'object' && back ? Reflect.get(back, name) : undefined);
    expect(part('self')).toBe(back);
    expect(part('one')).toBe(part('two'));
    expect(part('part')).toEqual(new Float64Array([2, 3]));
    expect(part('bytes')).toEqual(new TextEncoder().encode('größe'));
    const error = part('error');
    expect(error).toBeInstanceOf(RangeError);
    expect(error).toMatchObject({ message: 'far', cause: { a: 1 } });
    expect(error).not.toHaveProperty('extra');
  });

  it.each([
    ['a function', { call: () => 1 }],
    ['a symbol', [Symbol('s')]],
    ['a promise', Promise.resolve()],
    ['a weak map', new WeakMap()],
  ])('refuses %s', (_name, value) => {
    expect(() => codec.encode(value)).toThrow('could not be cloned');
  });
});
