import type { Guard } from './guard.ts';

const practice = { suite: 'practice.test.ts' };
const pages = { ...practice, file: 'main/practice-service/http/pages-server.ts' };

/** The guards around the practice service in the app: nobody is led to it, and nobody else looks into it. */
export const practiceGuards: readonly Guard[] = [
  {
    ...practice,
    what: 'one connection alone has the way to the practice service',
    file: 'main/account/signing-clients.ts',
    guard: 'connectionId === practiceConnectionId ? deps.practiceHttp : deps.http',
    without: 'deps.practiceHttp',
    test: 'a connection with the addresses of the practice service',
  },
  {
    ...practice,
    what: 'the practice service gets requests for itself alone',
    file: 'main/practice/practice-http.ts',
    guard: "url?.protocol !== 'https:' || url.host !== practiceHost",
    without: 'url === null',
    test: 'no other address leads there',
  },
  {
    what: 'the practice connection keeps its addresses',
    file: 'main/account/connection/connection-book.ts',
    guard:
      "if (connectionId === practiceConnectionId) throw new Error('The practice service has no other addresses.');",
    without: '',
    suite: 'main/account/connection/connection-book.test.ts',
    test: 'cannot be moved to addresses of the window',
  },
  {
    ...practice,
    what: 'the IT department can forbid the practice service',
    file: 'main/practice/practice.ts',
    guard: "if (!deps.isAllowed) throw new Error('The IT department does not allow the practice service.');",
    without: '',
    test: 'does not start where it is forbidden',
  },
  {
    ...pages,
    what: 'the pages have one host, so no name of another site leads to them',
    guard: 'headers.host !== host()',
    without: 'false',
    test: 'shows nothing under the name of another site',
  },
  {
    ...pages,
    what: 'the pages are for who came from the app',
    guard: '!cookies.includes(`${COOKIE}=${key}`)',
    without: 'cookies.length < 0',
    test: 'shows nothing to who did not come from the app',
  },
  {
    ...pages,
    what: 'the port has the pages of signees alone',
    guard: 'shownPaths.some((path) => url.startsWith(path))',
    without: "url.startsWith('/')",
    test: 'shows the pages of signees and nothing else',
  },
];
