import { isLocalHost } from '../../../main/signing/portal-redirect.ts';
import type { Planted } from './planted-bugs.ts';
import type { Quirks } from './quirks.ts';

/** More than any storage sends on. */
const MANY = 9;

/** Follows the redirects of storages by itself, wherever `mayGo` lets it. */
const following =
  (mayGo: (to: URL) => boolean): NonNullable<Quirks['http']> =>
  (port) => ({
    async send(request) {
      let verdict = await port.send(request);
      let from = request.url;
      for (let left = MANY; left > 0 && from.includes('/storage/') && verdict.kind === 'response'; left -= 1) {
        const to = URL.parse(verdict.response.headers['location'] ?? 'none:', from);
        if (verdict.response.status < 300 || verdict.response.status > 399 || to === null || !mayGo(to)) break;
        from = to.href;
        // oxlint-disable-next-line no-await-in-loop -- each answer names the next address
        verdict = await port.send({ ...request, url: from });
      }
      return verdict;
    },
  });

/** Does not see where a storage sends on. */
const followsNone: NonNullable<Quirks['http']> = (port) => ({
  async send(request) {
    const verdict = await port.send(request);
    if (verdict.kind !== 'response' || !request.url.includes('/storage/')) return verdict;
    const { location: _, ...headers } = verdict.response.headers;
    return { ...verdict, response: { ...verdict.response, headers } };
  },
});

/** Bugs that a download can have where a storage sends on. A judge that misses one proves nothing. */
export const plantedRedirects: readonly Planted[] = [
  {
    bug: 'a redirect is followed wherever it leads',
    quirks: { http: following(({ pathname }) => pathname.startsWith('/storage/')) },
    found: /no file may come from there/,
    seed: 22,
  },
  {
    bug: 'redirects are followed without end',
    quirks: {
      http: following((to) => to.protocol === 'https:' && to.username === '' && !isLocalHost(to)),
    },
    found: /sent on too often/,
    seed: 22,
  },
  {
    bug: 'no redirect is followed',
    quirks: { http: followsNone },
    found: /although its storage sends on to it/,
    seed: 17,
  },
];
