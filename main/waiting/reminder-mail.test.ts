import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_ADDRESS, mailtoAddress } from '../words/mailto.ts';
import { createTexts } from '../words/texts.ts';
import { reminderMail } from './reminder-mail.ts';

const texts = createTexts();
const since = Date.UTC(2026, 4, 3, 12);
const until = Date.UTC(2026, 5, 2, 12);
const document = (name: string) => ({
  id: name,
  name,
  entry: name,
  since,
  perhaps: null,
  until: { at: until, bound: 'exact' as const },
});

const mailTo = (to: string, names: readonly string[], locale = 'en', name: string | null = 'Anna Muster') =>
  reminderMail({ to, name, documents: names.map(document), t: texts.in(locale), locale });

/** What a mail program reads from the address. */
function read(address: string) {
  const url = new URL(address);
  return { to: decodeURIComponent(url.pathname), fields: [...url.searchParams] };
}

describe('a reminder', () => {
  test('goes to no address with half a character in it, and names may have one', () => {
    for (const to of ['anna\ud83d@muster.ch', '\udc00anna@muster.ch', 'anna@mus\ud800ter.ch'])
      expect(mailTo(to, ['Lease.pdf'])).toBeNull();
    const mail = mailTo('anna@muster.ch', ['Lease\ud83d.pdf'], 'en', 'Anna \ud800');
    expect(mail && mailtoAddress(mail)).toContain('Lease');
  });

  test('says what, since when and until when', () => {
    expect(mailTo('anna@muster.ch', ['Lease.pdf'])).toEqual({
      to: 'anna@muster.ch',
      subject: 'Please sign: Lease.pdf',
      body: [
        'Hello Anna Muster',
        '',
        'This document is waiting for your signature:',
        '',
        '- Lease.pdf (invitation of May 3, 2026, sign by June 2, 2026)',
        '',
        'You will find the link in the invitation e-mail.',
        '',
        'Thank you and kind regards',
      ].join('\n'),
    });
  });

  test('names no day where the document may be withdrawn before', () => {
    const documents = [{ ...document('Lease.pdf'), until: { at: until, bound: 'latest' as const } }];
    const mail = reminderMail({ to: 'anna@muster.ch', name: null, documents, t: texts.in('en'), locale: 'en' });
    expect(mail?.body).toContain('- Lease.pdf (invitation of May 3, 2026)');
  });

  test('is in the language of the person, in the spelling of the region', () => {
    const mail = mailTo('anna@muster.ch', ['A.pdf', 'B.pdf'], 'de-CH');
    expect(mail?.subject).toBe('Bitte 2 Dokumente unterschreiben');
    expect(mail?.body).toContain('- A.pdf (Einladung vom 3. Mai 2026, Frist 2. Juni 2026)');
    expect(mail?.body).toContain('freundliche Grüsse');
  });

  test('of many documents names as many as fit', () => {
    const mail = mailTo(
      'anna@muster.ch',
      Array.from({ length: 400 }, (_none, index) => `Vertrag Übergabe ${index}.pdf`),
    );
    expect(mail?.body).toMatch(/- 3\d\d more documents\n/);
    expect(mail && mailtoAddress(mail).length).toBeLessThanOrEqual(LONGEST_ADDRESS);
  });

  test('goes to nobody whose address could name others', () => {
    for (const to of [
      '',
      'anna',
      'a@x.ch,b@x.ch',
      'a@x.ch;b@x.ch',
      'a@x.ch\r\nBcc: b@x.ch',
      'A <a@x.ch>',
      '"a b"@x.ch',
    ])
      expect(mailTo(to, ['A.pdf'])).toBeNull();
  });
});

describe('the address for the mail program', () => {
  test('keeps all characters of names, and has no other recipient and no other header', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom(
        'x&cc=evil@x.ch',
        'x?bcc=evil@x.ch',
        '\r\nBcc: evil@x.ch\r\n\r\n',
        'x%0D%0ABcc:evil@x.ch',
        '\uD800',
        '#&=',
      ),
    );
    const local = fc.constantFrom('anna', "o'neil", 'a+b', 'a&cc', 'a?b', 'a%2Cb', 'a=b', 'ä');
    fc.assert(
      fc.property(local, hostile, fc.array(hostile, { minLength: 1, maxLength: 12 }), (who, name, names) => {
        const mail = mailTo(`${who}@muster.ch`, names, 'fr', name);
        if (!mail) throw new Error('no mail');
        const address = mailtoAddress(mail);
        expect(address.length).toBeLessThanOrEqual(LONGEST_ADDRESS);
        const { to, fields } = read(address);
        expect(to).toBe(`${who}@muster.ch`);
        expect(fields.map(([field]) => field)).toEqual(['subject', 'body']);
        expect(fields[0]?.[1]).not.toMatch(/[\r\n]/);
        expect(fields[1]?.[1].split('\r\n').some((line) => line.startsWith('Bcc'))).toBe(false);
      }),
    );
  });
});
