import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secret } from '../../signing/secret.ts';
import { type ConnectionFile, readConnectionFile } from './connection-file.ts';

const file = {
  name: 'Muster AG',
  environment: 'production',
  base: 'https://sign.example.ch/api/v1',
  auth: 'https://login.example.ch',
  admin: 'https://admin.example.ch',
  identity: 'https://people.example.ch',
  clientId: 'muster-ag',
  clientForm: 'client-secret',
  clientSecret: 'geheim 1',
  actions: 'invite',
};

const read = (content: unknown, allowLoopback = false): ConnectionFile =>
  readConnectionFile(typeof content === 'string' ? content : JSON.stringify(content), { allowLoopback });

function problemsOf(content: object, allowLoopback = false): unknown {
  const answer = read({ ...file, ...content }, allowLoopback);
  return answer.kind === 'read' ? answer.problems : answer;
}

test('a complete file gives all fields, and the secret separately', () => {
  const answer = read(file);
  expect(answer).toEqual({
    kind: 'read',
    fields: {
      name: 'Muster AG',
      environment: 'production',
      base: 'https://sign.example.ch/api/v1',
      auth: 'https://login.example.ch',
      admin: 'https://admin.example.ch',
      identity: 'https://people.example.ch',
      clientId: 'muster-ag',
      clientForm: 'client-secret',
      kid: '',
      actions: 'invite',
    },
    clientSecret: new Secret('geheim 1'),
    problems: [],
  });
  expect(answer.kind === 'read' && answer.clientSecret?.reveal()).toBe('geheim 1');
  expect(JSON.stringify(answer)).not.toContain('geheim');
});

test('optional fields may be missing or null', () => {
  const { identity: _, actions: __, clientSecret: ___, ...rest } = file;
  expect(problemsOf({ identity: null, kid: null, actions: undefined })).toEqual([]);
  expect(read(rest)).toMatchObject({ kind: 'read', problems: [], clientSecret: null });
});

test('every missing required field is reported', () => {
  expect(read('{}')).toMatchObject({
    kind: 'read',
    problems: ['environment', 'clientForm', 'name', 'base', 'auth', 'admin', 'clientId'].map((field) => ({
      field,
      problem: 'missing',
    })),
  });
});

test('a value of the wrong type is reported once', () => {
  expect(problemsOf({ name: 7, base: ['x'], kid: { a: 1 }, clientSecret: false, environment: 'live' })).toEqual([
    { field: 'name', problem: 'unknown-value' },
    { field: 'environment', problem: 'unknown-value' },
    { field: 'base', problem: 'unknown-value' },
    { field: 'kid', problem: 'unknown-value' },
    { field: 'clientSecret', problem: 'unknown-value' },
  ]);
});

test.each([
  [undefined, undefined],
  [[], undefined],
  [
    ['resend-invitation', ' merge '],
    ['resend-invitation', 'merge'],
  ],
  // The diagnosis shows what is no name.
  ['resend-invitation', ['resend-invitation']],
  [
    [7, { a: 1 }],
    ['7', '{"a":1}'],
  ],
])('the operations %j are read as %j', (operations, expected) => {
  const answer = read({ ...file, operations });
  expect(answer).toMatchObject({ kind: 'read', problems: [] });
  expect(answer.kind === 'read' && answer.fields.operations).toEqual(expected);
});

test.each([
  [undefined, undefined],
  [[], undefined],
  [' #ACME#{email}# ', ['#ACME#{email}#']],
  [
    ['#ACME#{email};{order}#', 7],
    ['#ACME#{email};{order}#', '7'],
  ],
])('the text marks %j are read as %j', (textMarks, expected) => {
  const answer = read({ ...file, textMarks });
  expect(answer).toMatchObject({ kind: 'read', problems: [] });
  expect(answer.kind === 'read' && answer.fields.textMarks).toEqual(expected);
});

test('unknown fields are ignored, and so is a secret that the client form does not need', () => {
  expect(read({ ...file, clientForm: 'public', owner: 'IT', ['x'.repeat(100)]: 1 })).toMatchObject({
    problems: [],
    clientSecret: null,
  });
});

describe('addresses', () => {
  test.each([
    ['https://SIGN.example.ch:443/api/v1///', 'https://sign.example.ch/api/v1'],
    ['sign.example.ch/api/v1', 'https://sign.example.ch/api/v1'],
    [' \u200bhttps://sign.example.ch:8443/de/api/v1/ \u00a0', 'https://sign.example.ch:8443/de/api/v1'],
    ['https://zürich.example/api/v1', 'https://xn--zrich-kva.example/api/v1'],
  ])('%j becomes %s', (base, normal) => {
    expect(read({ ...file, base })).toMatchObject({ problems: [], fields: { base: normal } });
  });

  test('endings that the app appends itself are removed', () => {
    expect(
      read({
        ...file,
        auth: 'https://login.example.ch/auth/realms/sso/protocol/openid-connect/token',
        admin: 'https://admin.example.ch/de/third-party-connection/',
        identity: 'https://people.example.ch/api/v1/users/me',
      }),
    ).toMatchObject({
      problems: [],
      fields: {
        auth: 'https://login.example.ch',
        admin: 'https://admin.example.ch/de',
        identity: 'https://people.example.ch',
      },
    });
  });

  test.each([
    ['http://sign.example.ch/api/v1', 'not-https'],
    ['http://localhost.example.ch/api/v1', 'not-https'],
    ['http://127.0.0.1.example.ch/api/v1', 'not-https'],
    ['http://localhost:8080/api/v1', 'not-https'],
    ['ftp://sign.example.ch/api/v1', 'not-https'],
    ['file:///api/v1', 'not-https'],
    ['https://', 'not-an-address'],
    ['https://sign example.ch/api/v1', 'not-an-address'],
    ['https://sign.example.ch@evil.example/api/v1', 'not-an-address'],
    ['https://user:password@sign.example.ch/api/v1', 'not-an-address'],
    ['https://sign.example.ch/api/v1?x=1', 'not-an-address'],
    ['https://sign.example.ch/api/v1#x', 'not-an-address'],
    ['https://sign\u202e.example.ch/api/v1', 'not-an-address'],
    ['https://sign.example.ch/a\u200bb/api/v1', 'not-an-address'],
    ['https://sign.example.ch/', 'wrong-ending'],
    ['https://sign.example.ch/api/v2', 'wrong-ending'],
    ['https://sign.example.ch/xapi/v1', 'wrong-ending'],
    [`https://sign.example.ch/${'x'.repeat(2_000)}/api/v1`, 'too-long'],
  ])('%j is refused as %s', (base, problem) => {
    expect(problemsOf({ base })).toEqual([{ field: 'base', problem }]);
  });

  test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])(
    'http to %s is accepted only with allowLoopback',
    (host) => {
      expect(problemsOf({ base: `http://${host}:1/api/v1` }, true)).toEqual([]);
      expect(problemsOf({ base: `http://${host}:1/api/v1` }, false)).toEqual([{ field: 'base', problem: 'not-https' }]);
    },
  );

  test('http to another computer is never accepted', () => {
    expect(problemsOf({ base: 'http://sign.example.ch/api/v1', auth: 'http://10.0.0.1' }, true)).toEqual([
      { field: 'base', problem: 'not-https' },
      { field: 'auth', problem: 'not-https' },
    ]);
  });
});

test.each([
  ['name', 'x'.repeat(121), 'too-long'],
  ['name', 'gnp.\u202efdp', 'unknown-value'],
  ['name', 'a\nb', 'unknown-value'],
  ['name', ' \u200b ', 'missing'],
  ['clientId', 'muster ag', 'unknown-value'],
  ['clientId', 'x'.repeat(301), 'too-long'],
  ['kid', 'a\u0000b', 'unknown-value'],
  ['clientSecret', 'x'.repeat(2_552), 'too-long'],
  ['clientSecret', 'a\u0000b', 'unknown-value'],
])('the %s %j is refused as %s', (field, value, problem) => {
  const clientForm = field === 'kid' ? { clientForm: 'signed-assertion' } : {};
  expect(problemsOf({ ...clientForm, [field]: value })).toEqual([{ field, problem }]);
});

test('a key ID that nobody uses is no trouble', () => {
  expect(problemsOf({ kid: 'a b' })).toEqual([]);
});

test('a file may have any encoding that editors write', () => {
  const text = JSON.stringify({ ...file, name: 'Zürich' });
  const bigEndian = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  for (const content of [
    text,
    `\ufeff${text}`,
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    bigEndian,
  ])
    expect(readConnectionFile(content, { allowLoopback: false })).toMatchObject({
      problems: [],
      fields: { name: 'Zürich' },
    });
});

test.each([
  ['', 'empty'],
  [' \n\ufeff', 'empty'],
  ['{"clientSecret":"geheim"', 'not-json'],
  ['[]', 'not-an-object'],
  ['"geheim"', 'not-an-object'],
  ['null', 'not-an-object'],
  [`{"name":"${'x'.repeat(64_000)}"}`, 'too-long'],
  [`{"name":[${'1,'.repeat(1_001)}1]}`, 'too-long'],
])('%j is unreadable: %s', (text, reason) => {
  expect(read(text)).toEqual({ kind: 'unreadable', reason });
});

test('any file content gives a result, and no result shows the secret', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.jsonValue());
  const entries = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(file), '__proto__'), fc.string()), value);
  fc.assert(
    fc.property(entries, fc.boolean(), (generated, allowLoopback) => {
      const answer = read({ ...generated, clientSecret: 'cAnArY-7f', clientForm: 'client-secret' }, allowLoopback);
      expect(answer.kind).toBe('read');
      expect(JSON.stringify(answer)).not.toContain('cAnArY-7f');
      if (answer.kind === 'read')
        for (const { field, problem } of answer.problems)
          expect([typeof field, typeof problem]).toEqual(['string', 'string']);
    }),
  );
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => ['read', 'unreadable'].includes(read(text).kind)));
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) =>
      ['read', 'unreadable'].includes(readConnectionFile(bytes, { allowLoopback: false }).kind),
    ),
  );
});

test('checking the checked fields again changes nothing', () => {
  const url = fc.webUrl({ withFragments: false, withQueryParameters: false });
  fc.assert(
    fc.property(url, url, (base, admin) => {
      const once = read({ ...file, base: `${base}/api/v1`, admin });
      if (once.kind !== 'read' || once.problems.length > 0) return;
      const twice = read({ ...file, ...once.fields });
      expect(twice).toMatchObject({ fields: once.fields, problems: [] });
    }),
  );
});
