import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppProtocol } from '../../main/electron/app-protocol.ts';
import { bundlePath } from '../../main/electron/bundle-path.ts';

let folder: string;
const worker = 'assets/pdf.worker.min-BX_4-z.mjs';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-headers-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'pdf'));
  const others = ['assets/other.min-BX_4-z.mjs', 'assets/pdf.worker.min-BX_4-z.js', 'pdf/pdf.worker.min-BX_4-z.mjs'];
  for (const name of ['index.html', 'a.js', 'a.css', 'a.mjs', 'a.bcmap', 'a.pfb', 'a.ttf', 'a.wasm', worker, ...others])
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
  ['/a.wasm', 'application/wasm'],
  ['/assets/other.min-BX_4-z.mjs', 'text/javascript; charset=utf-8'],
  ['/assets/pdf.worker.min-BX_4-z.js', 'text/javascript; charset=utf-8'],
  ['/pdf/pdf.worker.min-BX_4-z.mjs', 'text/javascript; charset=utf-8'],
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

test('the worker that reads PDFs alone may run WebAssembly; else its policy is that of the house', async () => {
  const policyOf = async (path: string) => {
    const { headers } = await createAppProtocol(folder)(new Request(`app://bundle${path}`));
    return headers.get('content-security-policy')?.replace(/'nonce-[^']+'/, "'nonce-NONCE'");
  };
  // Its decoders of scanned pictures need a third of the time as WebAssembly. The page may compile nothing.
  const loosened = policy.map((rule) => (rule === "script-src 'self'" ? "script-src 'self' 'wasm-unsafe-eval'" : rule));
  expect(await policyOf(`/${worker}`)).toBe(loosened.join('; '));
  expect(await policyOf(`/index.html?/${worker}`)).toBe(policy.join('; '));
  expect(await policyOf(`/index.html#/${worker}`)).toBe(policy.join('; '));
});

test.each([
  'app://bundle/..%2fsecret.txt',
  'app://bundle/%5c..%5csecret.txt',
  'app://bundle/C:%5cWindows%5cwin.ini',
  'app://bundle/index.html%00.png',
  'app://bundle/index.html::$DATA',
  'app://bundle/%252e%252e/secret.txt',
  'app://other/index.html',
  'app://anna@bundle/index.html',
  'file:///etc/passwd',
])('%s leads out of the bundle, or to nothing', (address) => {
  expect(bundlePath(folder, address)).toBeNull();
  expect(bundlePath(folder, 'app://bundle/a.js')).toBe(join(folder, 'a.js'));
});
