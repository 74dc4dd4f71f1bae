import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Reply } from '../../main/practice-service/http/answering.ts';
import { TOKEN_PATH } from '../../main/practice-service/rules.ts';
import { running } from './running.ts';
import { passwordGrant } from './test-client.ts';

async function* bytes(...chunks: readonly (string | Buffer)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
const json = (reply: Reply): unknown => (reply.kind === 'answer' ? JSON.parse(String(reply.answer.body)) : null);

test('without a port the service answers, with a clock that stands still', async () => {
  const service = await running({ port: null, now: () => Date.UTC(2026, 0, 1) });
  expect(service.url).toBe('https://practice.test');
  const body = new URLSearchParams(
    passwordGrant(service, 'public', service.people.createServiceUser('public')),
  ).toString();
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': `${body.length}` };
  const token = await service.reply({ method: 'POST', url: TOKEN_PATH, headers: form, body: bytes(body) });
  expect(token).toMatchObject({ answer: { status: 200, headers: { Date: 'Thu, 01 Jan 2026 00:00:00 GMT' } } });
  const { access_token } = z.looseObject({ access_token: z.string() }).parse(json(token));
  const headers = { Authorization: `Bearer ${access_token}`, Accept: 'application/json', 'Accept-Charset': 'UTF-8' };
  const look = () => service.reply({ method: 'GET', url: '/api/v1/overview?limit=5', headers, body: bytes() });
  expect(json(await look())).toMatchObject({ documents: [], size: 0 });
  service.options.forced.push({ operation: 'any', times: 1, force: { kind: 'lose-before-commit' } });
  expect(await look()).toEqual({ kind: 'lost' });
  expect(service.records.breaches).toEqual([]);
});
