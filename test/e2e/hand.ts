import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SignatureMode } from '../../main/practice-service/rules.ts';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import type { App } from './app-handle.ts';

type Goal = 'send' | 'draft' | 'hold';

interface Wanted {
  readonly mode: SignatureMode;
  readonly emails: readonly string[];
  readonly pages?: number;
}

/** Hands files over as the window does, without its sheet: for tests of what comes afterwards. */
export const hand = (app: App, goal: Goal, ...names: readonly string[]): Promise<void> =>
  handFor(app, goal, { mode: 'timestamp', emails: ['anna@example.ch'] }, ...names);

/** Hands files over for these people. */
export async function handFor(app: App, goal: Goal, wanted: Wanted, ...names: readonly string[]): Promise<void> {
  const paths = await Promise.all(
    names.map(async (name) => {
      const path = join(app.home, '..', name);
      writeFileSync(path, await samplePdf({ title: name, pages: wanted.pages ?? 1 }));
      return path;
    }),
  );
  await app.answerDialog({ dialog: 'open', paths });
  const taken = await app.page.evaluate(
    async ({ wish, mode, emails }) => {
      const offered = await window.countersign.files.choose();
      if (!offered.ok) return false;
      const choices = {
        mode,
        jurisdiction: 'zertes',
        alias: 'Anna Muster',
        comment: '',
        sendMail: 'none',
        scanPredefined: false,
        extra: {},
        signees: emails.map((email) => ({ email, name: '', comment: '', order: null })),
      } as const;
      const items = offered.value.files.map(({ id }) => ({ fileId: id, choice: 0 }));
      const shared = [{ ...choices, signees: [...choices.signees] }];
      const now = await window.countersign.state.get();
      if (!now.ok) return false;
      const connectionId = now.value.state.active;
      const answer = await window.countersign.outbox.submit({ connectionId, goal: wish, choices: shared, items });
      return answer.ok && answer.value.results.every(({ ok }) => ok);
    },
    { wish: goal, mode: wanted.mode, emails: wanted.emails },
  );
  expect(taken).toBe(true);
}
