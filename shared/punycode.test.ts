import { domainToASCII } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePunycode } from './punycode.ts';

test.each([
  ['xn--zrich-kva', 'zürich'],
  ['xn--80ak6aa92e', 'аррӏе'],
  ['xn--fiqs8s', '中国'],
  ['XN--Mnchen-3ya', 'München'],
  ['xn--4dbrk0ce', 'ישראל'],
])('%s is %s', (label, text) => expect(decodePunycode(label)).toBe(text));

test.each(['zurich', 'xn--a_b', 'xn--99999999', 'xn--zrich-kv', `xn--${'9'.repeat(60)}`])(
  'the damaged label %s is null or harmless',
  (label) => {
    expect(decodePunycode(label) ?? '').not.toMatch(/[\ud800-\udfff](?![\udc00-\udfff])/);
  },
);

test('decodes what Node encodes', () => {
  const label = fc.string({
    unit: fc.constantFrom(...Array.from('abcxyzäöüéñабвгдежαβγδεعربي中国日本')),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(label, (text) => {
      const encoded = domainToASCII(text);
      fc.pre(encoded.startsWith('xn--'));
      expect(decodePunycode(encoded)).toBe(text.normalize('NFC'));
    }),
  );
});

test('any label gives a result', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 70 }), (text) => {
      const decoded = decodePunycode(`xn--${text}`);
      expect(decoded === null || typeof decoded === 'string').toBe(true);
    }),
  );
});
