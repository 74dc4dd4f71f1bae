import type { Verdict } from '../../../main/signing/http-port.ts';
import type { Chance } from './random.ts';

export const lost = {
  kind: 'fullySent',
  problem: { kind: 'answer-lost', details: 'The connection was reset.' },
} as const;

export function answered(status: number, body: string, headers: Readonly<Record<string, string>>): Verdict {
  const bytes = Buffer.from(body);
  return { kind: 'response', response: { status, headers, body: bytes, bodyState: 'whole', requestComplete: true } };
}

/** The storage that lends the files of documents at addresses of their own, and its faults. */
export function createFileStorage(chance: Chance) {
  /** The document of each address. */
  const lent = new Map<string, string>();
  const ended = new Set<string>();
  /** Documents for which the storage has sent something else as if it were the file. */
  const falsified = new Set<string>();

  return {
    isFalsified: (documentId: string): boolean => falsified.has(documentId),
    noteAddress(documentId: string, body: string | Uint8Array): void {
      const address = /"http:\/\/127\.0\.0\.1(\/storage\/[^"]+)"/.exec(Buffer.from(body).toString())?.[1];
      if (address !== undefined) lent.set(`https://practice.test${address}`, documentId);
    },
    /** Every other address of a document has expired before its use. */
    endsEarly(url: string): boolean {
      const document = lent.get(url) ?? '';
      if (ended.delete(document)) return false;
      ended.add(document);
      return true;
    },
    /** What a storage may send instead of the file. A PDF that breaks off at an inner end looks whole. */
    fail(url: string, verdict: Verdict): Verdict {
      if (verdict.kind !== 'response') return verdict;
      const { body } = verdict.response;
      const inner = Buffer.from(body).indexOf('%%EOF') + 5;
      const fault = chance.pick(['expired', 'broken', 'inner', 'inner', 'short', 'page', 'program', 'redirect']);
      if (fault === 'short' || fault === 'program') falsified.add(lent.get(url) ?? '');
      switch (fault) {
        case 'expired':
          return answered(chance.pick([403, 404, 410]), '', {});
        case 'broken':
          return answered(chance.pick([500, 503]), '', {});
        case 'inner': {
          const response = { ...verdict.response, body: body.subarray(0, inner), bodyState: 'cut' } as const;
          return { kind: 'response', response, problem: lost.problem };
        }
        case 'short':
          // Content-Length lies, too.
          return { kind: 'response', response: { ...verdict.response, body: body.subarray(0, inner - 8) } };
        case 'page':
          return answered(200, '<!doctype html><p>Please sign in', { 'content-type': 'application/pdf' });
        case 'program':
          return answered(200, 'MZ\u0090 and the rest %PDF-1.7 %%EOF', { 'content-type': 'application/pdf' });
        default:
          return answered(302, '', { location: 'http://169.254.169.254/latest' });
      }
    },
  };
}
