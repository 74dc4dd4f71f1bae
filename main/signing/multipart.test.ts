import { describe, expect, test } from 'vitest';
import { bytesBody, dataPart, filePart, multipart } from './multipart.ts';
import { bodyOf } from './testing/fake-http.ts';

const FORM = 'multipart/form-data; boundary=B';

async function written(name: string, content: Uint8Array, data: unknown = { initiatorAliasName: 'Anna' }) {
  const form = multipart(() => [dataPart(data), filePart(name, 'application/pdf', bytesBody(content))], 'B');
  const body = form.body();
  return { contentType: form.contentType, length: body.length, bytes: await bodyOf({ body }) };
}

const golden = (name: string, content: string, data = '{"initiatorAliasName":"Anna"}') =>
  [
    '--B',
    'Content-Disposition: form-data; name="data"',
    'Content-Type: application/json; charset=UTF-8',
    '',
    data,
    '--B',
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    'Content-Type: application/pdf',
    '',
    content,
    '--B--',
    '',
  ].join('\r\n');

describe('writes the exact bytes for', () => {
  test.each([
    ['plain', 'contract.pdf', 'contract.pdf'],
    ['quotes', 'the "final" one.pdf', 'the %22final%22 one.pdf'],
    ['line breaks', 'a\r\nContent-Type: text/html\n.pdf', 'a%0D%0AContent-Type: text/html%0A.pdf'],
    ['backslash and percent', String.raw`100%22\".pdf`, '100%22_%22.pdf'],
    ['a path of Windows', String.raw`C:\Contracts\2026.pdf`, 'C:_Contracts_2026.pdf'],
    ['umlauts, decomposed', 'U\u0308bergro\u0308\u00dfe.pdf', '\u00dcbergr\u00f6\u00dfe.pdf'],
    ['emoji', '👩‍⚖️ ok.pdf', '👩‍⚖️ ok.pdf'],
    ['right to left', 'חוזה\u202e.pdf', 'חוזה\u202e.pdf'],
    ['half an emoji', 'a\ud83d.pdf', 'a\ufffd.pdf'],
  ])('%s', async (_, name, wireName) => {
    const { contentType, length, bytes } = await written(name, Buffer.from('%PDF-1.7'));
    expect(contentType).toBe(FORM);
    expect(bytes.toString('utf8')).toBe(golden(wireName, '%PDF-1.7'));
    expect(length).toBe(bytes.length);
  });

  test.each([0, 1, 40 * 1024 * 1024])('%i bytes of content', async (size) => {
    const content = Buffer.alloc(size, 'x');
    const { length, bytes } = await written('a.pdf', content);
    const [before = '', after = ''] = golden('a.pdf', '|').split('|');
    expect(bytes.equals(Buffer.concat([Buffer.from(before), content, Buffer.from(after)]))).toBe(true);
    expect(length).toBe(bytes.length);
  });

  test('text in the data part is UTF-8', async () => {
    const { bytes } = await written('a.pdf', Buffer.from('x'), { comment: 'Grüße "👋"' });
    expect(bytes.toString('utf8')).toBe(golden('a.pdf', 'x', String.raw`{"comment":"Grüße \"👋\""}`));
  });
});

test('no two forms have the same boundary', () => {
  expect(multipart(() => []).contentType).not.toBe(multipart(() => []).contentType);
});

test('the body of a form can be read again from the start', async () => {
  const form = multipart(() => [dataPart(1)], 'B');
  expect(await bodyOf({ body: form.body() })).toEqual(await bodyOf({ body: form.body() }));
});
