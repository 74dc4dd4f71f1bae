import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppProtocol } from '../../main/electron/app-protocol.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-headers-'));
  for (const name of ['index.html', 'a.js', 'a.css', 'a.mjs', 'a.bcmap', 'a.pfb', 'a.ttf'])
    writeFileSync(join(folder, name), '%NONCE%');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Word for word: whoever loosens one of them has to change it here, too, with a reason. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-NONCE'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // The worker that reads PDFs: the policy of this name gives its address and no other.
  'trusted-types preview-worker',
];
const unused = [
  'bluetooth=()',
  'camera=()',
  'clipboard-read=()',
  'display-capture=()',
  'geolocation=()',
  'hid=()',
  'identity-credentials-get=()',
  'idle-detection=()',
  'local-fonts=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'publickey-credentials-create=()',
  'publickey-credentials-get=()',
  'serial=()',
  'usb=()',
  'window-management=()',
];

test.each([
  ['/index.html', 'text/html; charset=utf-8'],
  ['/a.js', 'text/javascript; charset=utf-8'],
  ['/a.css', 'text/css; charset=utf-8'],
  ['/a.mjs', 'text/javascript; charset=utf-8'],
  ['/a.bcmap', 'application/octet-stream'],
  ['/a.pfb', 'application/octet-stream'],
  ['/a.ttf', 'font/ttf'],
])('%s comes with all the headers of the house', async (path, type) => {
  const { headers } = await createAppProtocol(folder)(new Request(`app://bundle${path}`));
  const nonce = /'nonce-([^']{22,})'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? 'none';
  const said = Object.fromEntries([...headers].map(([name, value]) => [name, value.replaceAll(nonce, 'NONCE')]));
  expect(said).toEqual({
    'content-type': type,
    'content-security-policy': policy.join('; '),
    'permissions-policy': unused.join(', '),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
});
