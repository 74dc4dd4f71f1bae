import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Offer } from '../../../main/intake/intake.ts';
import { newSubmission } from '../../../main/submission/new-submission.ts';
import type { Change } from '../../../main/submission/store.ts';
import type { Submission } from '../../../main/submission/submission.ts';

export const fileBytes = 100_000;

const words = ['Vertrag', 'Offerte', 'Müller', 'Kündigung', 'Société', 'Łódź', 'Règlement', 'Auftrag', 'Garantie'];
export const word = (at: number, every: number) => words[Math.floor(at / every) % words.length] ?? '';

function wishOf(at: number, file: Submission['wish']['file']): Submission['wish'] {
  return {
    file,
    mode: 'qualified',
    jurisdiction: 'zertes',
    alias: 'Anna Muster',
    comment: `${word(at, 7)} ${word(at, 3)}`,
    sendMail: 'others',
    scanPredefined: false,
    extra: {},
    signees: [
      { email: `person${at % 997}@example.ch`, order: 0 },
      { email: `${word(at, 11)}@example.ch`, order: 1 },
    ],
  };
}

export function submissionOf(at: number, file: Submission['wish']['file']): Submission {
  const given = {
    id: randomUUID(),
    connectionId: 'c1',
    account: null,
    origin: 'folder',
    goal: 'send',
    undoMs: 0,
  } as const;
  return newSubmission({ ...given, wish: wishOf(at, file) }, at);
}

export function must(done: { readonly ok: boolean }): void {
  if (!done.ok) throw new Error(`The journal refused: ${JSON.stringify(done)}`);
}

export function moved(submission: Submission, differs: Partial<Submission>): Change {
  const next = { ...submission, ...differs, revision: submission.revision + 1 };
  return { submission: next, event: { at: 1, submissionId: submission.id, fact: { kind: 'due', skewMs: 0 } } };
}

/** New files in a new folder, each with its own content. */
export function offersIn(source: string, count: number): Offer[] {
  mkdirSync(source);
  return Array.from({ length: count }, (_, at): Offer => {
    const path = join(source, `${word(at, 1)} ${at}.pdf`);
    const body = randomBytes(fileBytes - 40).toString('latin1');
    writeFileSync(path, `%PDF-1.7\n${body}\nstartxref\n9\n%%EOF\n`, 'latin1');
    return { path, submission: (file) => submissionOf(at, file) };
  });
}
