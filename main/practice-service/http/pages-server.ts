import { randomBytes } from 'node:crypto';
import { closerOf, listen } from '../listen.ts';
import { problemPage, redirect } from '../pages/html.ts';
import type { AnsweringDeps } from './answering.ts';
import type { Answer } from './exchange.ts';
import { type Admit, createPracticeServer } from './server.ts';

export interface OpenedPages {
  /** Whoever opens it may see the pages from then on. It is for the browser of the person alone. */
  readonly address: string;
  close(): Promise<void>;
}

const COOKIE = 'countersign-practice';
const shownPaths = ['/mail', '/sign/', '/practice.css', '/storage/'];

/** Admits a browser that came by the app's address to the pages of signees, and nobody else. The API stays closed. */
function admission(key: string, host: () => string): Admit {
  return ({ url, headers }): Answer | null => {
    // The page of another site, whose name leads here, would be in the browser with this name.
    if (headers.host !== host()) return problemPage('Not here', ['This address is not right.'], 403);
    if (url === `/enter/${key}`) {
      const entered = redirect('/mail');
      const cookie = `${COOKIE}=${key}; Path=/; HttpOnly; SameSite=Strict`;
      return { ...entered, headers: { ...entered.headers, 'Set-Cookie': cookie } };
    }
    const cookies = (headers.cookie ?? '').split(';').map((one) => one.trim());
    if (!cookies.includes(`${COOKIE}=${key}`))
      return problemPage('Practice', ['Open this page from Countersign.'], 403);
    if (shownPaths.some((path) => url.startsWith(path))) return null;
    return problemPage('Nothing here', ['This page does not exist.'], 404);
  };
}

/** Shows the pages of signees on loopback, on a port that the system chooses. */
export async function openPages(deps: AnsweringDeps): Promise<OpenedPages> {
  const key = randomBytes(24).toString('hex');
  let port = 0;
  const server = createPracticeServer(
    deps,
    admission(key, () => `127.0.0.1:${port}`),
  );
  const close = closerOf(server);
  port = await listen(server);
  return { address: `http://127.0.0.1:${port}/enter/${key}`, close };
}
