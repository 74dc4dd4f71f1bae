import type { ScanResult } from '../../../main/signing/answers/scan.ts';
import type { HttpPort, HttpRequest, Verdict } from '../../../main/signing/http-port.ts';
import { type Planted, sentUnseen } from './planted-bugs.ts';
import type { Quirks } from './quirks.ts';
import { NAMES } from './world.ts';

const ID = /[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}/g;

/** Changes the text of whole answers to requests of this kind. */
function reading(of: (request: HttpRequest) => boolean, change: (text: string, request: HttpRequest) => string) {
  return (port: HttpPort): HttpPort => ({
    async send(request): Promise<Verdict> {
      const verdict = await port.send(request);
      if (verdict.kind !== 'response' || verdict.response.bodyState !== 'whole' || !of(request)) return verdict;
      const body = Buffer.from(change(Buffer.from(verdict.response.body).toString(), request));
      return { kind: 'response', response: { ...verdict.response, body } };
    },
  });
}

const isLook = ({ method, url }: HttpRequest) => method === 'GET' && /\/documents\/[^/]+$/.test(url);

/** Reads less in a file than the service does. */
const unasked =
  (less: (scan: ScanResult) => ScanResult): NonNullable<Quirks['calls']> =>
  (client) => ({
    ...client,
    async scanPredefined(...given) {
      const scan = await client.scanPredefined(...given);
      return scan.ok ? { ok: true, value: less(scan.value) } : scan;
    },
  });

/** The documents of one story have other ids than those of the next. */
const forbidden = new Set<string>();

/** Bugs that show only where the service itself is strange. A judge that misses one proves nothing. */
export const plantedService: readonly Planted[] = [
  {
    bug: 'a look that is forbidden says that the document was deleted',
    quirks: {
      // Nothing believes the first such answer, so each one after it is false as well.
      calls: (client) => ({
        ...client,
        async details(id, options) {
          const answer = await client.details(id, options);
          if (!answer.ok && answer.failure.status === 403) forbidden.add(id);
          if (!forbidden.has(id)) return answer;
          return { ok: false, failure: { kind: 'not-found', certainty: 'permanent', details: '' } };
        },
      }),
    },
    found: /is still there|told as deleted/,
    seed: 1_132,
  },
  {
    bug: 'a look may be answered with another document',
    quirks: {
      http: reading(isLook, (text, { url }) =>
        text.replace(/"documentId":"[^"]*"/, `"documentId":"${new URL(url).pathname.split('/').at(-1)}"`),
      ),
    },
    found: /the document is draft|once more|content of another|in mode/,
    seed: 63,
  },
  {
    bug: 'an id in capitals is another one',
    quirks: {
      http: (port) => ({
        send: (request) =>
          reading(
            () => true,
            // Only GUIDs are compared in one spelling.
            (text) => text.replaceAll(ID, (id) => id.replaceAll('-', '_')),
          )(port).send({ ...request, url: request.url.replaceAll('_', '-') }),
      }),
    },
    found: /started \d+ times|there is no such document|nobody knows it|content of another|two submissions/,
    seed: 40,
  },
  {
    bug: 'an empty list proves that nothing is there',
    quirks: {
      decide: sentUnseen,
      seen: (seen) => (seen.documents.length === 0 ? { ...seen, whole: true } : seen),
    },
    found: /uploaded \d+ times|started \d+ times/,
    seed: 1_181,
  },
  {
    bug: 'a name that the service changed is another name',
    quirks: {
      seen: (seen) => ({
        ...seen,
        documents: seen.documents.map((one) => (NAMES.some((name) => name === one.name) ? one : { ...one, name: 'x' })),
      }),
    },
    found: /uploaded \d+ times|started \d+ times|offered to nobody/,
    seed: 181,
  },
  {
    bug: 'somebody who was added before and is missing proves that nobody is there',
    quirks: {
      decide: (decide) => (submission, fact, moment) => {
        if (fact.kind !== 'seen' || !fact.answer.ok) return decide(submission, fact, moment);
        const { value } = fact.answer;
        const added = submission.wish.signees.slice(0, submission.signeesAdded);
        const signees = value.signees.length < added.length ? added.map(({ email }) => ({ email })) : value.signees;
        const isDoubt = submission.stage.kind === 'unclear' && submission.stage.step === 'add-signee';
        return decide(
          submission,
          isDoubt ? { ...fact, answer: { ok: true, value: { ...value, signees } } } : fact,
          moment,
        );
      },
    },
    found: /once more/,
    seed: 1362,
  },
  {
    bug: 'calls begin although the journal cannot be written',
    quirks: {
      store: (store) => ({
        ...store,
        commit(changes) {
          const committed = store.commit(changes);
          return committed.ok || committed.reason === 'stale' ? committed : { ok: true };
        },
      }),
    },
    found: /left before the journal had it/,
    seed: 12,
  },
  {
    bug: 'what a file asks for is not compared with the choices',
    quirks: { calls: unasked((scan) => ({ ...scan, signatureMode: null, authorityService: null })) },
    found: /its file asks for qualified/,
    seed: 117,
  },
  {
    bug: 'a field that names nobody is not noticed',
    quirks: { calls: unasked((scan) => ({ ...scan, signatureFields: [] })) },
    found: /one of its fields has nobody/,
    seed: 276,
  },
  {
    bug: 'the reason of a rejection is lost where the service uses the public names',
    quirks: { http: reading(isLook, (text) => text.replaceAll('"signeeComment":', '"signeeRemark":')) },
    found: /nobody knows why/,
    seed: 43,
  },
  {
    bug: 'nobody reads when somebody signed where the service uses the public names',
    quirks: {
      http: reading(isLook, (text) =>
        text.replaceAll(/"signedTime":(null|"[^"]*"),"completionTime":/g, '"one":$1,"other":'),
      ),
    },
    found: /nobody knows when/,
    seed: 28,
  },
];
