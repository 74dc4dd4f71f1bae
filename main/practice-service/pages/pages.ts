import type { Answer, Incoming, Refusal } from '../http/exchange.ts';
import { readBody } from '../http/exchange.ts';
import type { Practice } from '../practice.ts';
import { ADMIN_PATH } from '../rules.ts';
import { adminPage, type Pages } from './admin.ts';
import { problemPage, styles } from './html.ts';
import { mailPage } from './mail.ts';
import { operatorPage } from './operator.ts';
import { signPage } from './sign.ts';
import { startPage } from './start.ts';

/** The posted form. Null: the page was only opened. */
async function formOf(incoming: Incoming): Promise<URLSearchParams | null> {
  if (incoming.method !== 'POST') return null;
  return new URLSearchParams((await readBody(incoming))?.toString('utf8') ?? '');
}

export async function pageAnswer(pages: Pages, incoming: Incoming): Promise<Answer | Refusal> {
  const { practice } = pages;
  const { path, method } = incoming;
  if (method !== 'GET' && method !== 'POST') return problemPage('Not here', ['This page is read or sent.'], 405);
  if (method === 'POST' && foreign(incoming))
    return problemPage('Not from here', ['The form came from another site.'], 403);
  if (path === ADMIN_PATH) return adminPage(pages, incoming, await formOf(incoming));
  if (path.startsWith('/sign/')) return signPage(practice, path.slice('/sign/'.length), await formOf(incoming));
  if (path === '/operator') return operatorPage(practice, await formOf(incoming));
  if (path === '/mail') return mailPage(practice);
  if (path === '/practice.css') return styles;
  if (path === '/sample/contract.pdf' || path === '/sample/with-fields.pdf') return sample(practice, path);
  if (path === '/') return startPage(practice);
  return problemPage('Nothing here', ['This page does not exist.'], 404);
}

/** Does the form come from another site? Any web page can post to loopback, but browsers send its origin. */
function foreign({ headers, origin }: Incoming): boolean {
  const from = headers['origin'];
  return from !== undefined && from !== 'null' && from !== origin;
}

async function sample({ paper }: Practice, path: string): Promise<Answer> {
  const body = await (path === '/sample/with-fields.pdf' ? paper.pageWithFields('Contract') : paper.page('Contract'));
  return { kind: 'answer', status: 200, headers: { 'Content-Type': 'application/pdf' }, body };
}
