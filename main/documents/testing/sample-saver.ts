import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sampleConnection } from '../../account/testing/sample-connection.ts';
import { pdfOf } from '../../intake/testing/sample-files.ts';
import { openJournal } from '../../journal/journal.ts';
import { readDocument } from '../../signing/answers/document.ts';
import type { Failure } from '../../signing/failure.ts';
import { failed, success } from '../../signing/outcome.ts';
import { stoppedClock } from '../../testing/clocks.ts';
import { createSaver } from '../saver.ts';
import type { SaverClient, SaverDeps } from '../saver-parts.ts';

export const DAY = 24 * 60 * 60_000;
export const NOW = 100 * DAY;
const COMPLETED = new Date(NOW - DAY).toISOString();

export const broken = (kind: Failure['kind'], certainty: Failure['certainty'] = 'refused') =>
  failed({ kind, certainty, details: kind, ...(kind === 'busy' && { status: 429 }) });

/** Creates a saver with the given signed documents. The service answers as the test says. */
export function sampleSaver(
  folder: string,
  ids: readonly string[] = ['d1'],
  createBelow: string | null = folder,
  places: Partial<
    Pick<
      SaverDeps,
      'disk' | 'examine' | 'isReceiptWanted' | 'isSavingAll' | 'onRead' | 'placeOf' | 'placeOfDocument' | 'profileOf'
    >
  > = {},
) {
  const { journal: stored } = openJournal(':memory:');
  stored.connections.save({ ...sampleConnection, id: 'c' }, NOW);
  const commits: number[] = [];
  const journal = {
    ...stored,
    documentFacts: {
      ...stored.documentFacts,
      setSaveProblem(...given: Parameters<typeof stored.documentFacts.setSaveProblem>) {
        commits.push(given[1].length);
        stored.documentFacts.setSaveProblem(...given);
      },
    },
  };
  const asked: string[] = [];
  const saved: string[] = [];
  const faults: unknown[] = [];
  let content: Uint8Array = pdfOf('signed');
  let answer: Record<string, unknown> = {};
  let refusal: ReturnType<typeof broken> | null = null;
  let downloadOf: (id: string) => ReturnType<typeof broken> | null = () => null;
  let onDownload: () => Promise<void> = async () => {};
  let account = 'service-1';
  let now = NOW;
  let onDetails = () => {};
  const client: SaverClient = {
    async details(id) {
      asked.push(`details ${id}`);
      onDetails();
      if (refusal) return refusal;
      const document = readDocument({
        documentId: id,
        documentName: 'Lease.pdf',
        documentStatus: 'signed',
        documentUrl: `https://storage.test/${id}`,
        completionTime: COMPLETED,
        signees: [{ email: 'anna@muster.ch', signStatus: 'signed' }],
        ...answer,
      });
      if (!document) throw new Error('not a document');
      return success(document);
    },
    async download({ url, write, maxBytes }) {
      asked.push(`download ${url}`);
      await onDownload();
      const broke = downloadOf(url.slice(url.lastIndexOf('/') + 1));
      if (broke) return broke;
      if (content.length > maxBytes) return broken('unexpected-answer');
      const isWritten = await write(content).then(
        () => true,
        () => false,
      );
      if (!isWritten) return broken('file-unwritable');
      const sha256 = createHash('sha256').update(content).digest('hex');
      return success({ bytes: content.length, sha256, contentType: 'text/plain' });
    },
  };
  journal.documentFacts.see(
    'c',
    ids.map((id) => ({ id, status: 'signed' })),
    { at: NOW, before: null, account: 'service-1' },
  );
  const saver = createSaver({
    clock: { ...stoppedClock(), now: () => now, monotonic: () => now },
    journal,
    clientOf: () => client,
    accountOf: () => account,
    placeOf: () => ({ folder: join(folder, 'signed'), createBelow, base: 'https://service.test' }),
    ...places,
    onSaved: (_connection, id, path) => void saved.push(`${id} ${path}`),
    onChanged() {},
    onFault: (error) => void faults.push(error),
  });
  const files = () => {
    try {
      return readdirSync(join(folder, 'signed'));
    } catch {
      return [];
    }
  };
  return {
    journal,
    saver,
    asked,
    saved,
    /** The number of documents to which each transaction wrote a problem. */
    commits,
    faults,
    files,
    problem: (id = 'd1') => journal.documentFacts.find('c', id)?.saveProblem?.key ?? null,
    signInAs(username: string) {
      account = username;
    },
    pass(ms: number) {
      now += ms;
    },
    whileAsked(work: () => void) {
      onDetails = work;
    },
    whileDownloading(work: () => Promise<void>) {
      onDownload = work;
    },
    /** Sets what the storage answers for each document. Null stands for the file of the document. */
    storage(answers: typeof downloadOf) {
      downloadOf = answers;
    },
    set(next: { content?: Uint8Array; answer?: Record<string, unknown>; refusal?: ReturnType<typeof broken> | null }) {
      content = next.content ?? content;
      answer = next.answer ?? answer;
      refusal = next.refusal === undefined ? refusal : next.refusal;
    },
  };
}
