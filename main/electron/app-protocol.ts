import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Protocol } from 'electron';
import { bundlePath } from './bundle-path.ts';
import type { PageServing } from './page-serving.ts';

export const appOrigin = 'app://bundle';
export const appPage = `${appOrigin}/index.html`;

/** `standard` gives the window an origin, `secure` its APIs. It has no `bypassCSP` and no service workers. */
export const appScheme = { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } };

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.wasm': 'application/wasm',
};

/** The worker that reads PDFs, by the name the build gives it. */
const pdfWorker = /^\/assets\/pdf\.worker\.min-[\w-]+\.mjs$/;

/**
 * Writes the content policy. The nonce is for the one style element that React Aria adds. A worker has the policy of
 * its own file: the PDF worker needs WebAssembly for its decoders, and the page must not run any.
 */
function contentPolicy(nonce: string, mayCompile: boolean): string {
  return [
    "default-src 'none'",
    mayCompile ? "script-src 'self' 'wasm-unsafe-eval'" : "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types preview-worker',
  ].join('; ');
}

/** Features of a page that we turn off. Some, such as a third-party login, could bypass the content policy. */
const permissionsPolicy = [
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'usb',
  'window-management',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const refused = (status: number) => new Response(null, { status });

/** Serves the window's own files and nothing else. */
export function createAppProtocol(root: string) {
  return async function answer(request: Request): Promise<Response> {
    if (request.method !== 'GET') return refused(405);
    const file = bundlePath(root, request.url);
    const contentType = file && contentTypes[extname(file)];
    if (!file || !contentType) return refused(404);
    let body: Buffer<ArrayBuffer>;
    try {
      body = await readFile(file);
    } catch {
      return refused(404);
    }
    const isPage = extname(file) === '.html';
    const mayCompile = pdfWorker.test(new URL(request.url).pathname);
    return respond(isPage ? body.toString('utf8') : body, contentType, mayCompile);
  };
}

/** Answers with a file. A text is a page, which gets its nonce here. */
function respond(body: string | Buffer<ArrayBuffer>, contentType: string, mayCompile = false): Response {
  const nonce = randomBytes(16).toString('base64');
  return new Response(typeof body === 'string' ? body.replaceAll('%NONCE%', nonce) : body, {
    headers: {
      'content-type': contentType,
      'content-security-policy': contentPolicy(nonce, mayCompile),
      'permissions-policy': permissionsPolicy,
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}

/**
 * Holds the page back until there is something to serve: it makes its first call while it loads, and a call without a
 * handler would be lost. While the app waits for its data, there is one page that says so, and nothing else.
 */
export function serveApp(protocol: Pick<Protocol, 'handle'>, root: string, serving: PageServing): void {
  const answer = createAppProtocol(root);
  protocol.handle(appScheme.scheme, async (request) => {
    await serving.first;
    const waiting = serving.waitingPage();
    if (waiting === null) return answer(request);
    return request.url === appPage && request.method === 'GET'
      ? respond(waiting, 'text/html; charset=utf-8')
      : refused(404);
  });
}
