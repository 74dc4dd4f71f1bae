import { describe, expect, test } from 'vitest';
import { type Asked, refusal } from './answer-failure.ts';
import { createRedactor } from './redactor.ts';
import { Secret } from './secret.ts';
import { createServerClock } from './server-clock.ts';
import { wholeResponse } from './testing/fake-http.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const redactor = createRedactor();
const context = { redactor, clock: createServerClock({ now: () => NOW }) };

const failureOf = (status: number, headers: Record<string, string> = {}, body = '', asked?: Asked) =>
  refusal(wholeResponse(status, new TextEncoder().encode(body), headers), context, asked);
const URL_OF_START = 'https://sign.example/api/v1/documents/1/start';

test.each([
  [301, 'redirect', 'permanent'],
  [304, 'redirect', 'permanent'],
  [400, 'invalid-request', 'permanent'],
  [401, 'token-refused', 'refused'],
  [403, 'not-allowed', 'permanent'],
  [404, 'not-found', 'permanent'],
  [405, 'invalid-request', 'permanent'],
  [407, 'proxy-credentials', 'never-sent'],
  [408, 'busy', 'refused'],
  [409, 'conflict', 'permanent'],
  [411, 'invalid-request', 'permanent'],
  [413, 'too-large', 'permanent'],
  [415, 'wrong-type', 'permanent'],
  [422, 'invalid-request', 'permanent'],
  [425, 'busy', 'refused'],
  [429, 'busy', 'refused'],
  [500, 'server-error', 'unclear'],
  [502, 'server-error', 'unclear'],
  [503, 'unavailable', 'unclear'],
  [504, 'server-error', 'unclear'],
  [511, 'captive-portal', 'unclear'],
  [777, 'unexpected-answer', 'unclear'],
])('status %i is %s and %s', (status, kind, certainty) => {
  expect(failureOf(status)).toMatchObject({ kind, certainty, status });
});

test('a server error before the whole request was sent is never-sent', () => {
  const half = { ...wholeResponse(502, new Uint8Array()), requestComplete: false };
  expect(refusal(half, context).certainty).toBe('never-sent');
});

describe('a limit is recognised by the words of the service', () => {
  const upload = { method: 'POST', url: 'https://sign.example/api/v1/documents/file' } as const;
  const overview = { method: 'GET', url: 'https://sign.example/api/v1/overview' } as const;
  const tooMany = 'Too many documents in the last 24 hours';

  test.each([
    [429, upload, tooMany, 'quota', 'refused'],
    [429, upload, '', 'busy', 'refused'],
    [429, upload, 'Too many requests', 'busy', 'refused'],
    [403, upload, tooMany, 'quota', 'refused'],
    [403, upload, 'Rate limit exceeded', 'busy', 'refused'],
    [403, upload, 'You may not do this', 'not-allowed', 'permanent'],
    [403, overview, 'Polling is allowed every 15 minutes', 'busy', 'refused'],
    [403, overview, 'Quota exceeded', 'busy', 'refused'],
    [403, overview, '', 'not-allowed', 'permanent'],
    [409, upload, tooMany, 'conflict', 'permanent'],
  ] as const)('status %i to %o saying %j', (status, asked, said, kind, certainty) => {
    expect(failureOf(status, {}, said, asked)).toMatchObject({ kind, certainty });
    expect(failureOf(status, { 'x-error-message': said }, '', asked)).toMatchObject({ kind, certainty });
    const page = `<!doctype html><script>poll("quota")</script><p>${said}</p>`;
    expect(failureOf(status, {}, page, asked)).toMatchObject({ kind, certainty });
  });

  test('without a request, as for a sign-in, only the status counts', () => {
    expect(failureOf(403, {}, 'Too many attempts')).toMatchObject({ kind: 'not-allowed', certainty: 'permanent' });
  });
});

describe('a redirect', () => {
  const portal = { location: 'http://guest.example/welcome' };
  const elsewhere = { location: 'https://id.example/auth' };
  const get = { method: 'GET', url: 'https://sign.example/api/v1/overview' } as const;

  test('of a GET may be tried again', () => {
    expect(failureOf(302, elsewhere, '', get)).toMatchObject({ kind: 'redirect', certainty: 'refused' });
    expect(failureOf(302, portal, '', get)).toMatchObject({ kind: 'captive-portal', certainty: 'refused' });
  });

  test.each(['POST', 'PUT', 'DELETE'] as const)('of a %s is permanent unless it is from a portal', (method) => {
    const asked = { method, url: URL_OF_START };
    expect(failureOf(302, elsewhere, '', asked)).toMatchObject({ kind: 'redirect', certainty: 'permanent' });
    expect(failureOf(302, portal, '', asked)).toMatchObject({ kind: 'captive-portal', certainty: 'refused' });
    expect(failureOf(303, portal, '', asked)).toMatchObject({ kind: 'redirect', certainty: 'permanent' });
  });
});

describe('Retry-After', () => {
  test('is also given as a time of our clock', () => {
    const headers = { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:15:00 GMT' };
    expect(failureOf(503, headers).retryAt).toBe(NOW + 15 * 60_000);
    expect(failureOf(503)).not.toHaveProperty('retryAt');
  });

  test.each([
    ['120', 120_000],
    ['0', 0],
    ['999999', DAY],
    ['99999999999999999999999', DAY],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['Sun, 21 Nov 2027 12:00:00 GMT', DAY],
  ])('%s', (text, wait) => {
    expect(failureOf(429, { 'retry-after': text }).retryAfterMs).toBe(wait);
  });

  test('a date counts from the Date of the same answer', () => {
    const headers = { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:15:00 GMT' };
    expect(failureOf(503, headers).retryAfterMs).toBe(15 * 60_000);
  });

  test.each(['', 'soon', '-5'])('%j is ignored', (text) => {
    expect(failureOf(429, { 'retry-after': text })).not.toHaveProperty('retryAfterMs');
  });

  test('makes 503 and 403 refusals that did nothing', () => {
    expect(failureOf(503, { 'retry-after': '9' })).toMatchObject({ kind: 'unavailable', certainty: 'refused' });
    expect(failureOf(403, { 'retry-after': '9' })).toMatchObject({ kind: 'busy', certainty: 'refused' });
  });
});

describe('details', () => {
  test('show the body and unusual headers, and leave out the usual ones', () => {
    const headers = {
      'content-type': 'application/json',
      date: 'x',
      server: 'y',
      'x-error-code': 'E17',
      'set-cookie': 'sid=1',
    };
    expect(failureOf(409, headers, '{"error":"wrong\nstatus"}').details).toBe(
      'HTTP 409 · content-type: application/json · x-error-code: E17 · {"error":"wrong status"}',
    );
  });

  test('show a web page without its tags', () => {
    const page =
      '<!doctype html><title>Oops</title><script>var a=1<2</script><style>b{}</style><h1>Closed&nbsp;today</h1>';
    expect(failureOf(502, { 'content-type': 'text/html' }, page).details).toBe(
      'HTTP 502 · content-type: text/html · Oops Closed&nbsp;today',
    );
  });

  test('show no part of a secret that is cut at the end of a header', () => {
    redactor.know(new Secret('correct horse'));
    const { details } = failureOf(400, { 'x-echo': `${'x'.repeat(294)}correct horse` });
    expect(details).toBe(`HTTP 400 · x-echo: ${'x'.repeat(294)}[secre`);
  });

  test('show no part of a secret that is cut at the end of a long page', () => {
    redactor.know(new Secret('correct horse'));
    const page = (before: number) => `<html><script>${'x'.repeat(before)}</script><p>correct horse</p>`;
    for (let before = 65_536 - 60; before < 65_536; before += 1)
      expect(failureOf(400, {}, page(before)).details).not.toContain('corr');
  });

  test('redact a value in the table cell after its name', () => {
    const page = '<html><table><tr><td>password:</td><td>hunter2</td></tr></table>';
    expect(failureOf(400, {}, page).details).not.toContain('hunter2');
  });

  test('are made from a page whose tags never end', () => {
    for (const piece of ['<script ', '<script>', '<'])
      expect(failureOf(502, {}, `<html>Closed${piece.repeat(60_000 / piece.length)}`).details).toBe(
        'HTTP 502 · Closed',
      );
  });

  test('are shortened and show no secret', () => {
    redactor.know(new Secret('correct horse'));
    const { details } = failureOf(400, {}, `you sent "correct horse" ${'x'.repeat(100_000)}`);
    expect(details).toContain('you sent "[secret]"');
    expect(details.length).toBeLessThan(1_600);
  });
});
