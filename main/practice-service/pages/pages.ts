import type { Answer, Incoming, Refusal } from '../http/exchange.ts';
import { readBody } from '../http/exchange.ts';
import type { Practice } from '../practice.ts';
import { problemPage, styles } from './html.ts';
import { mailPage } from './mail.ts';
import { signPage } from './sign.ts';

/** Answers pages that only tests and `npm run practice` have. Null: there is no such page. */
export type OtherPages = (
  practice: Practice,
  incoming: Incoming,
  form: URLSearchParams | null,
) => Promise<Answer | null>;

export interface Pages {
  readonly practice: Practice;
  readonly others: OtherPages;
}

/** The posted form. Null: the page was only opened. */
async function formOf(incoming: Incoming): Promise<URLSearchParams | null> {
  if (incoming.method !== 'POST') return null;
  return new URLSearchParams((await readBody(incoming))?.toString('utf8') ?? '');
}

export async function pageAnswer({ practice, others }: Pages, incoming: Incoming): Promise<Answer | Refusal> {
  const { path, method } = incoming;
  if (method !== 'GET' && method !== 'POST') return problemPage('Not here', ['This page is read or sent.'], 405);
  if (method === 'POST' && foreign(incoming))
    return problemPage('Not from here', ['The form came from another site.'], 403);
  const form = await formOf(incoming);
  if (path.startsWith('/sign/')) return signPage(practice, path.slice('/sign/'.length), form);
  if (path === '/mail') return mailPage(practice);
  if (path === '/practice.css') return styles;
  return (await others(practice, incoming, form)) ?? problemPage('Nothing here', ['This page does not exist.'], 404);
}

/** Does the form come from another site? Any web page can post to loopback, but browsers send its origin. */
function foreign({ headers, origin }: Incoming): boolean {
  const from = headers['origin'];
  return from !== undefined && from !== 'null' && from !== origin;
}
