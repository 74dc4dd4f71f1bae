import type { Guard } from './guard.ts';

const foreign = { suite: 'foreign-documents.test.ts' };
const thread = { suite: 'reader-thread.test.ts', file: 'main/reader-thread/document-reader.ts' };
const bound = { suite: 'bound-secrets.test.ts' };
const connection = { ...bound, file: 'main/account/connection/connection-book.ts' };

/** The guards of what others hand us, documents and answers, and of the secrets that people entrust to us. */
export const entrustedGuards: readonly Guard[] = [
  // Foreign documents.
  {
    ...foreign,
    what: 'a PDF has a largest number of tables',
    file: 'main/intake/pdf/readable-pdf.ts',
    guard: 'seen.size > mostSections || ',
    without: '',
    test: 'up to a number of changes',
  },
  {
    ...foreign,
    what: 'a PDF unpacks to a largest size',
    file: 'main/pdf/unpack.ts',
    guard: '{ maxOutputLength: most }',
    without: '{}',
    test: 'unpacks to no more',
  },
  {
    ...foreign,
    what: 'a PDF has a largest number of objects',
    file: 'main/intake/pdf/readable-pdf.ts',
    guard: ' || objects > mostObjects',
    without: '',
    test: 'no more objects than we look for',
  },
  {
    ...foreign,
    what: 'the entries of a PDF have a width',
    file: 'main/pdf/sections.ts',
    guard: 'second === 0 || ',
    without: '',
    test: 'a width for each',
  },
  {
    ...thread,
    what: 'a document gets a largest time',
    guard: 'if (isUsedUp(budget, budget.waitedMs + ticks * tickMs)) over.abort();',
    without: '',
    test: 'gives its time back',
  },
  {
    ...thread,
    what: 'a document gets a largest memory',
    guard: "{ workerData: { reads: 'documents' }, resourceLimits }",
    without: "{ workerData: { reads: 'documents' } }",
    test: 'so much memory',
  },
  {
    ...thread,
    what: 'a document that ended the thread is known',
    guard: 'if (error instanceof ThreadEnded && !isClosed) keep([key]);',
    without: 'if (error instanceof ThreadEnded) return null;',
    test: 'ended the thread is not read again',
  },
  {
    ...thread,
    what: 'a document that ended the thread is not read again',
    guard: 'known.has(key) || isClosed ?',
    without: 'isClosed ?',
    test: 'ended the thread is not read again',
  },
  {
    ...thread,
    what: 'a document that ended the app is not read again',
    guard: 'keep(marks.left);',
    without: '',
    test: 'the app ended twice',
  },
  {
    ...foreign,
    what: 'an Office file has one document',
    file: 'main/intake/office-type.ts',
    guard: 'return isSent && !(await isUnambiguous(bytes, directory.entries))',
    without: 'return isSent && bytes.size < 0',
    test: 'no second document',
  },
  {
    ...foreign,
    what: 'an Office file has no macros',
    file: 'main/intake/office-type.ts',
    guard: "if (parts.some((part) => part.endsWith('/vbaproject.bin'))) said.add('macros');",
    without: '',
    test: 'has no program in it',
  },
  // Secrets stay with the addresses that a person typed them for.
  {
    ...connection,
    what: 'a client secret is typed for its addresses',
    guard: 'known?.hasSecret === true && !isOther;',
    without: 'known?.hasSecret === true;',
    test: 'client secret anew',
  },
  {
    ...connection,
    what: 'a client secret takes no detour',
    guard: ': forgetClientSecret;',
    without: ': async () => null;',
    test: 'client secret anew',
  },
  {
    ...connection,
    what: 'a password stays with its service',
    guard: 'moved ? leaveService',
    without: 'moved ? async () => null',
    test: 'no password along',
  },
  {
    ...connection,
    what: 'another admin page is confirmed outside of the window',
    guard: "if (!(await deps.confirmAdminPage(known.fields, fields))) return refused(problem('admin-page-kept'));",
    without: '',
    test: 'keeps its admin page',
  },
  {
    ...bound,
    what: 'the password of a proxy goes to no other',
    file: 'main/network/proxy-password.ts',
    guard: "settings.get('proxyHosts')?.includes(proxy) !== true",
    without: "settings.get('proxyHosts') === null",
    test: 'the password of a proxy',
  },
  {
    ...bound,
    what: 'a password is taken for the proxy that asked',
    file: 'main/network/network.ts',
    guard: "if (username !== '' && !isShown) return refuse('proxy-not-asking');",
    without: '',
    test: 'the password of a proxy',
  },
  // Answers.
  {
    ...bound,
    what: 'details are those of the document asked for',
    file: 'main/signing/client.ts',
    guard: 'found?.documentId === plainId(id) ? found : null',
    without: 'found',
    test: 'shows nothing of this one',
  },
  {
    ...bound,
    what: 'a person was added to the document asked for',
    file: 'main/signing/client.ts',
    guard: "typeof shown === 'string' && plainId(shown) !== plainId(id) ? null : answer",
    without: "typeof shown === 'string' ? answer : answer",
    test: 'proves nobody added',
  },
];
