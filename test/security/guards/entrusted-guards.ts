import type { Guard } from './guard.ts';

const foreign = { suite: 'foreign-documents.test.ts' };
const thread = {
  file: 'main/reader-thread/document-reader.ts',
  suite: 'main/reader-thread/document-reader.test.ts',
};
const office = { file: 'main/intake/office-type.ts', suite: 'main/intake/office-type.test.ts' };
const connection = (suite: string) => ({
  file: 'main/account/connection/connection-book.ts',
  suite: `main/account/connection/${suite}`,
});
const clientSecret = connection('client-secret.test.ts');
const network = { suite: 'main/network/network.test.ts', test: 'the proxy password goes to no other proxy' };
const client = {
  file: 'main/signing/client.ts',
  suite: 'main/signing/client.test.ts',
  test: 'is not the answer to a question for details',
};

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
    test: 'computes for ever: a person',
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
    test: 'ends it: a person',
  },
  {
    ...thread,
    what: 'a document that ended the thread is not read again',
    guard: 'known.has(key) || isClosed ?',
    without: 'isClosed ?',
    test: 'ends it: a person',
  },
  {
    ...thread,
    what: 'a document that ended the app is not read again',
    guard: 'keep(marks.left);',
    without: '',
    test: 'is not read after the second time',
  },
  {
    ...office,
    what: 'an Office file has one document',
    guard: 'return isSent && !(await isUnambiguous(bytes, directory.entries))',
    without: 'return isSent && bytes.size < 0',
    test: 'twins in other letters',
  },
  {
    ...office,
    what: 'an Office file has no macros',
    guard: "if (parts.some((part) => part.endsWith('/vbaproject.bin'))) said.add('macros');",
    without: '',
    test: 'a macro project in a document',
  },
  // Secrets stay with the addresses that a person typed them for.
  {
    ...clientSecret,
    what: 'a client secret is typed for its addresses',
    guard: 'known?.hasSecret === true && !isOther;',
    without: 'known?.hasSecret === true;',
    test: 'before the first sign-in asks for it anew',
  },
  {
    ...clientSecret,
    what: 'a client secret takes no detour',
    guard: ': forgetClientSecret;',
    without: ': async () => null;',
    test: 'not by a detour',
  },
  {
    ...connection('another-service.test.ts'),
    what: 'a password stays with its service',
    guard: 'moved ? leaveService',
    without: 'moved ? async () => null',
    test: 'means another service: sign-in',
  },
  {
    ...connection('connection-book.test.ts'),
    what: 'another admin page is confirmed outside of the window',
    guard: "if (!(await deps.confirmAdminPage(known.fields, fields))) return refused(problem('admin-page-kept'));",
    without: '',
    test: 'is asked about outside of the window',
  },
  {
    ...network,
    what: 'the password of a proxy goes to no other',
    file: 'main/network/proxy-password.ts',
    guard: "settings.get('proxyHosts')?.includes(proxy) !== true",
    without: "settings.get('proxyHosts') === null",
  },
  {
    ...network,
    what: 'a password is taken for the proxy that asked',
    file: 'main/network/network.ts',
    guard: "if (username !== '' && !isShown) return refuse('proxy-not-asking');",
    without: '',
  },
  {
    what: 'files belong to the account of their own connection',
    file: 'main/hand-over/hand-over.ts',
    guard: 'const account = state.accountOf(connectionId);',
    without: "const account = state.accountOf(state.get().active ?? '');",
    suite: 'main/hand-over/hand-over.test.ts',
    test: 'whichever the window shows',
  },
  // Answers.
  {
    ...client,
    what: 'details are those of the document asked for',
    guard: 'found?.documentId === plainId(id) ? found : null',
    without: 'found',
  },
  {
    ...client,
    what: 'a person was added to the document asked for',
    guard: "typeof shown === 'string' && plainId(shown) !== plainId(id) ? null : answer",
    without: "typeof shown === 'string' ? answer : answer",
  },
];
