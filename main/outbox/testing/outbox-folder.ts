import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { IntakeProgress } from '../../intake/intake.ts';
import { pdfOf } from '../../intake/testing/sample-files.ts';
import { openJournal } from '../../journal/journal.ts';
import { createPublishedState } from '../../state/published-state.ts';
import type { Submission } from '../../submission/submission.ts';
import { sampleSubmission } from '../../submission/testing/sample-submission.ts';
import { createOutbox, type Outbox } from '../outbox.ts';
import type { OutboxDeps } from '../outbox-parts.ts';
import { quietOutbox } from './quiet-outbox.ts';

type Ended = Extract<IntakeProgress, { kind: 'accepted' | 'refused' }>;

/** Creates an outbox with spool and journal on the disk. Tests reopen, lose or restore each. */
export function outboxFolder(folder = mkdtempSync(join(tmpdir(), 'countersign-queue-'))) {
  const file = join(folder, 'journal.sqlite');
  const faults: unknown[] = [];
  const outboxes: Outbox[] = [];
  let computer = 'state';
  const openHere = () => openJournal(file, 5_000, join(folder, computer, 'witness'));
  let opened = openHere();

  async function closeAll(): Promise<void> {
    for (const outbox of outboxes.splice(0)) {
      outbox.close();
      await outbox.ready;
    }
  }

  /** Ends the app, runs `meanwhile` on its files, and starts it again. */
  async function restart(meanwhile: () => void = () => {}): Promise<void> {
    await closeAll();
    opened.journal.close();
    meanwhile();
    opened = openHere();
  }

  return {
    folder,
    faults,
    get journal() {
      return opened.journal;
    },
    get testimony() {
      return opened.testimony;
    },
    row: (id: string) => opened.journal.submissions.find(id),
    stageOf: (id: string) => opened.journal.submissions.find(id)?.stage,
    copies: () => readdirSync(join(folder, 'spool')).filter((name) => name.endsWith('.bin')).length,
    open(patch: Partial<OutboxDeps> = {}): Outbox {
      const outbox = createOutbox({
        ...quietOutbox,
        older: opened.testimony === 'older',
        journal: opened.journal,
        state: createPublishedState(emptyState),
        folder: join(folder, 'spool'),
        limitBytes: 10_000_000,
        newId: () => 'again',
        random: () => 0.5,
        onFault: (error) => void faults.push(error),
        ...patch,
      });
      outboxes.push(outbox);
      return outbox;
    },
    /** Hands over files with different contents and returns the results. */
    async take(outbox: Outbox, ids: readonly string[], patch: Partial<Submission> = {}): Promise<Ended[]> {
      const said: Ended[] = [];
      const offers = ids.map((id) => {
        const path = join(folder, `${id}.pdf`);
        writeFileSync(path, pdfOf(`% ${id}`));
        const submission = (copy: Submission['wish']['file']): Submission => {
          const sample = sampleSubmission(id, patch);
          return { ...sample, wish: { ...sample.wish, file: copy } };
        };
        return { path, submission };
      });
      await outbox.take(offers, (progress) => {
        if (progress.kind === 'accepted' || progress.kind === 'refused') said.push(progress);
      });
      return said;
    },
    restart,
    /** Starts the app on this folder from another computer, which has a witness of its own. */
    async moveTo(other: string, meanwhile?: () => void): Promise<void> {
      computer = other;
      await restart(meanwhile);
    },
    /** Copies the journal, to restore it later. */
    async backUp(): Promise<void> {
      await restart(() => copyFileSync(file, `${file}.backup`));
    },
    async putBack(): Promise<void> {
      await restart(() => copyFileSync(`${file}.backup`, file));
    },
    async loseJournal(): Promise<void> {
      await restart(() => {
        for (const part of ['', '-wal', '-shm']) if (existsSync(`${file}${part}`)) rmSync(`${file}${part}`);
      });
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await closeAll();
      opened.journal.close();
      rmSync(folder, { recursive: true });
    },
  };
}
