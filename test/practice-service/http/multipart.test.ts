import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundaryOf, type PartHead, readMultipart } from '../../../main/practice-service/http/multipart.ts';

interface ReadPart {
  readonly head: PartHead;
  readonly content: Buffer;
}

async function read(body: Buffer, boundary: string, cuts: readonly number[] = []) {
  async function* chunks() {
    let from = 0;
    for (const cut of [...cuts, body.length]) {
      const to = Math.min(body.length, from + Math.max(1, cut));
      if (to > from) yield body.subarray(from, to);
      from = to;
    }
    if (from < body.length) yield body.subarray(from);
  }
  const parts: ReadPart[] = [];
  const result = await readMultipart(chunks(), boundary, (head) => {
    const content: Buffer[] = [];
    return {
      write(chunk) {
        content.push(Buffer.from(chunk));
      },
      end() {
        parts.push({ head, content: Buffer.concat(content) });
      },
    };
  });
  return { result, parts };
}

const part = (name: string, content: Uint8Array | string) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: x/y\r\n\r\n`),
    typeof content === 'string' ? Buffer.from(content) : content,
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from('--b--\r\n');

test('reads parts byte for byte at any chunk boundary', async () => {
  // Few different bytes, so that almost-boundaries are frequent.
  const content = fc.array(fc.constantFrom('\r', '\n', '-', 'b', 'x', '\r\n--', '\r\n-', '--b')).map((a) => a.join(''));
  const whole = content.filter((text) => !`\r\n${text}\r\n`.includes('\r\n--b'));
  await fc.assert(
    fc.asyncProperty(whole, whole, fc.array(fc.integer({ min: 1, max: 40 })), async (first, second, cuts) => {
      const { result, parts } = await read(Buffer.concat([part('p', first), part('q', second), END]), 'b', cuts);
      expect(result).toEqual({ kind: 'whole' });
      expect(parts.map(({ head, content: own }) => [head.name, own.toString()])).toEqual([
        ['p', first],
        ['q', second],
      ]);
    }),
    { numRuns: 500 },
  );
});

test('reads names with quotes and line breaks as browsers write them', async () => {
  const head = 'Content-Disposition: form-data; name="file"; filename="a%22b%0D%0A\\"ä\u{1F600}.pdf"';
  const { parts } = await read(Buffer.from(`--b\r\n${head}\r\n\r\n\r\n--b--`), 'b');
  expect(parts[0]?.head).toMatchObject({ filename: 'a"b\r\n"ä\u{1F600}.pdf', contentType: null });
});

test.each([
  ['the last boundary is missing', Buffer.concat([part('p', 'x')])],
  ['text before', Buffer.concat([Buffer.from('hello\r\n'), part('p', 'x'), END])],
  ['text after', Buffer.concat([part('p', 'x'), END, Buffer.from('bye')])],
  ['something else', Buffer.from('--bX\r\n\r\n')],
  ['too long', Buffer.concat([Buffer.from(`--b\r\nA: ${'x'.repeat(20_000)}`)])],
])('malformed: %s', async (detail, body) => {
  const { result } = await read(body, 'b', [3, 5, 7]);
  expect(result).toMatchObject({ kind: 'malformed', detail: expect.stringContaining(detail) });
});

test('reads the boundary from the content type, with or without quotes', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
  expect(boundaryOf('multipart/form-data; boundary="a b"')).toBe('a b');
  expect(boundaryOf('multipart/mixed; boundary=abc')).toBeNull();
  expect(boundaryOf('multipart/form-data')).toBeNull();
});
