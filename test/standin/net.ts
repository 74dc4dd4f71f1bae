import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
};

async function fetchFile(path: string): Promise<Response> {
  const body = await readFile(path).catch(() => null);
  if (!body) throw new Error('net::ERR_FILE_NOT_FOUND');
  return new Response(body, { headers: { 'content-type': types[extname(path)] ?? 'application/octet-stream' } });
}

export class Net {
  /** Whether the computer has a network; set by tests. */
  online = true;

  isOnline(): boolean {
    return this.online;
  }

  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url;
    if (url.startsWith('file:')) return fetchFile(fileURLToPath(url));
    return fetch(input, init);
  }
}
