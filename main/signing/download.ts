import { createHash } from 'node:crypto';
import { type AddressRules, trustedAddress } from './address.ts';
import { isHtml } from './answer-body.ts';
import { type AnswerContext, refusal, unexpectedSuccess } from './answer-failure.ts';
import type { Failure } from './failure.ts';
import type { HttpPort, HttpResponse } from './http-port.ts';
import { networkFailure, noAnswer } from './network-failure.ts';
import { failed, type Outcome, success } from './outcome.ts';
import { isLocalHost, isPortalRedirect } from './portal-redirect.ts';
import type { Download, Downloaded, TransferOptions } from './requests.ts';

/**
 * The time limit of a download that continues too slowly. The idle limit only notices a connection without any data.
 */
const BODY_MS = 60 * 60 * 1000;

/** A storage may send on to another one, and that one as well. */
const MOST_REDIRECTS = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Returns the address to which a storage redirects. Null: none that may be asked. An address of the internet must not
 * lead to a server of the own network, nor to http, and a guest network has no file.
 */
function nextAddress(response: HttpResponse, asked: string, first: URL, rules: AddressRules): string | null {
  const { status, headers } = response;
  const location = headers['location'] ?? '';
  if (!redirects.has(status) || location === '' || isPortalRedirect(response, asked)) return null;
  const next = trustedAddress(URL.parse(location, asked)?.href ?? '', rules);
  return next === null || (isLocalHost(next) && !isLocalHost(first)) ? null : next.href;
}

/** Fetches a document's file. It sends no token: the storage is another server. */
export async function downloadFile(
  { http, context, rules }: { readonly http: HttpPort; readonly context: AnswerContext; readonly rules: AddressRules },
  download: Download,
  options: TransferOptions = {},
): Promise<Outcome<Downloaded>> {
  const { signal, onProgress } = options;
  const first = trustedAddress(download.url, rules);
  if (first === null) {
    return failed({ kind: 'bad-address', certainty: 'permanent', details: 'The address of the file is not https.' });
  }
  const hash = createHash('sha256');
  let bytes = 0;
  let isWebPage: boolean | undefined;
  let url = download.url;
  const ask = () =>
    http.send({
      method: 'GET',
      url,
      headers: {},
      maxAnswerBytes: download.maxBytes,
      limits: { bodyMs: BODY_MS },
      ...(signal === undefined ? {} : { signal }),
      receive: async (chunk, headers) => {
        // A web page that names itself a PDF is told by its beginning.
        isWebPage ??= isHtml({ headers }, new TextDecoder().decode(chunk.subarray(0, 200)));
        if (isWebPage) return;
        await download.write(chunk);
        hash.update(chunk);
        bytes += chunk.length;
        onProgress?.(bytes, contentLength(headers));
      },
    });
  const fail = (failure: Failure) =>
    failed(url === download.url ? failure : { ...failure, host: URL.parse(url)?.host ?? '' });
  let verdict = await ask();
  for (let left = MOST_REDIRECTS; left > 0 && verdict.kind === 'response'; left -= 1) {
    const next = nextAddress(verdict.response, url, first, rules);
    if (next === null) break;
    url = next;
    // oxlint-disable-next-line no-await-in-loop -- each answer names the next address
    verdict = await ask();
  }
  if (verdict.kind !== 'response') return fail(noAnswer(verdict, context.redactor));
  const { response, problem } = verdict;
  if (response.status !== 200) {
    if (response.status > 299) return fail(refusal(response, context, { method: 'GET', url }));
    return fail(unexpectedSuccess(response, 'unexpected-answer', 'The storage answered without a file.', context));
  }
  if (problem !== undefined) return fail(networkFailure(problem, 'unclear', context.redactor));
  if (response.bodyState === 'too-big') {
    return fail(
      unexpectedSuccess(response, 'unexpected-answer', `The file is larger than ${download.maxBytes} bytes.`, context),
    );
  }
  if (isWebPage === true || isHtml(response, '')) {
    return fail(unexpectedSuccess(response, 'captive-portal', 'A web page came instead of the file.', context));
  }
  return success({ bytes, sha256: hash.digest('hex'), contentType: response.headers['content-type'] ?? null });
}

function contentLength(headers: Readonly<Record<string, string>>): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}
