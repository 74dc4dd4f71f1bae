import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sampleConnection } from '../../../main/account/testing/sample-connection.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { newSubmission } from '../../../main/submission/new-submission.ts';
import type { Submission } from '../../../main/submission/submission.ts';
import type { ListedDocument } from '../../../preload/contract/document.ts';
import { textsOf, word } from './row-texts.ts';

const BATCH = 1_000;
const statuses = ['in-progress', 'signed', 'withdrawn', 'rejected', 'draft'] as const;
const HOUR = 60 * 60_000;

export function submissionOf(at: number): Submission {
  const given = { connectionId: 'c', account: 'service-1', origin: 'interactive', goal: 'send', undoMs: 0 } as const;
  const { name, comment, people } = textsOf(at);
  const file = { sha256: at.toString(16).padStart(64, '0'), size: 1, name, type: 'application/pdf' };
  const wish: Submission['wish'] = {
    file,
    mode: 'qualified',
    jurisdiction: 'zertes',
    alias: 'Anna Muster',
    comment,
    sendMail: 'others',
    scanPredefined: false,
    extra: {},
    signees: [{ email: people, order: 0 }],
  };
  const made = newSubmission({ ...given, id: randomUUID(), wish }, at * HOUR);
  return { ...made, stage: { kind: 'done', as: 'started' }, finishedAt: at % 10 === 0 ? null : 1 };
}

const documentOf = (at: number): ListedDocument => ({
  id: randomUUID(),
  name: `${word(at, 2)} ${word(at, 5)} ${at}.pdf`,
  mimeType: 'application/pdf',
  documentStatus: statuses[at % statuses.length] ?? 'draft',
  signStatus: null,
  canWithdraw: false,
  canDelete: false,
});

/** The journal of somebody who has used the app for years: nine of ten rows were sent here, one of ten elsewhere. */
export function fillJournal(home: string, rows: number): void {
  mkdirSync(home, { recursive: true });
  const { journal } = openJournal(join(home, 'journal.sqlite'));
  journal.connections.save({ ...sampleConnection, signedIn: 'never' }, 1);
  journal.settings.set('activeConnection', 'c');
  const elsewhere = Math.min(10_000, Math.floor(rows / 10));
  for (let from = 0; from < rows - elsewhere; from += BATCH) {
    const count = Math.min(BATCH, rows - elsewhere - from);
    const made = Array.from({ length: count }, (_, inside) => submissionOf(from + inside));
    const done = journal.submissions.commit(
      made.map((submission) => ({
        submission,
        event: { at: 0, submissionId: submission.id, fact: { kind: 'accepted' } },
      })),
    );
    if (!done.ok) throw new Error(done.details);
  }
  const documents = Array.from({ length: elsewhere }, (_, at) => documentOf(at));
  journal.documents.see('c', documents, 1);
  journal.documentsSeen.replace('c', documents);
  journal.documentFacts.see(
    'c',
    documents.map(({ id, documentStatus }) => ({ id, status: documentStatus })),
    { at: 1, before: null, account: 'service-1' },
  );
  journal.close();
}
