import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { samplePdf } from '../practice-service/sample-pdf.ts';
import type { App } from './app-handle.ts';

type Goal = 'send' | 'draft' | 'hold';

/** Hands files over as the window does, without its sheet: for tests of what comes afterwards. */
export async function hand(app: App, goal: Goal, ...names: readonly string[]): Promise<void> {
  const paths = await Promise.all(
    names.map(async (name) => {
      const path = join(app.home, '..', name);
      writeFileSync(path, await samplePdf({ title: name }));
      return path;
    }),
  );
  await app.answerDialog({ dialog: 'open', paths });
  const taken = await app.page.evaluate(async (wanted) => {
    const offered = await window.countersign.files.choose();
    if (!offered.ok) return false;
    const choices = {
      mode: 'timestamp',
      jurisdiction: 'zertes',
      alias: 'Anna Muster',
      comment: '',
      sendMail: 'none',
      scanPredefined: false,
      extra: {},
      signees: [{ email: 'anna@example.ch', name: '', comment: '', order: null }],
    } as const;
    const items = offered.value.files.map(({ id }) => ({ fileId: id, choice: 0 }));
    const shared = [{ ...choices, signees: [...choices.signees] }];
    const now = await window.countersign.state.get();
    if (!now.ok) return false;
    const connectionId = now.value.state.active;
    const answer = await window.countersign.outbox.submit({ connectionId, goal: wanted, choices: shared, items });
    return answer.ok && answer.value.results.every(({ ok }) => ok);
  }, goal);
  expect(taken).toBe(true);
}
