import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '../../preload/contract/profile.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { type CommandWorld, commandWorld, contracts, statesOf } from './testing/command-world.ts';

const DAY = 86_400_000;

let here: CommandWorld;
beforeEach(() => {
  here = commandWorld();
});
afterEach(() => here[Symbol.asyncDispose]());

describe('a command', () => {
  test('that is named twice is sent once and has two lines', async () => {
    const { send, rows } = here.prepare();
    const [path, gone] = [here.put('a.pdf'), join(here.home, 'gone.pdf')];
    const answer = await send([path, gone, path, gone]);
    expect(statesOf(answer)).toEqual(['sending', 'file-missing', 'sending', 'file-missing']);
    expect(answer.files.map(({ file }) => file)).toEqual([path, gone, path, gone]);
    expect(rows()).toHaveLength(1);
  });

  test('that is repeated sends nothing a second time, under whatever name', async () => {
    const { send, rows } = here.prepare();
    const [first] = (await send([here.put('a.pdf')])).files;
    writeFileSync(join(here.home, 'copy.pdf'), pdfOf('% a.pdf'));
    const again = await send([join(here.home, 'a.pdf'), join(here.home, 'copy.pdf')]);
    expect(again.files.map(({ state, id }) => [state, id])).toEqual([
      ['already', first?.id],
      ['already', first?.id],
    ]);
    expect(rows()).toHaveLength(1);
  });

  test.each([
    ['before its time: it was withdrawn', 'in-progress', 0, 14 * DAY - 1, 'sending'],
    ['soon after it was still seen running: it was withdrawn', 'in-progress', 20 * DAY, 21 * DAY, 'sending'],
    ['before it was seen running, by a clock that was wrong once', 'in-progress', 30 * DAY, 21 * DAY, 'already'],
    ['after a time in which it may have been signed', 'in-progress', 0, 14 * DAY, 'already'],
    ['after it was signed', 'signed', 0, DAY, 'already'],
  ] as const)('of a document that the service deleted %s', async (_why, status, seen, after, state) => {
    const { send, rows } = here.prepare();
    await send([here.put('a.pdf')]);
    const [row] = rows();
    if (row === undefined) throw new Error('There is no row.');
    const startedAt = 10_000;
    const started = { stage: { kind: 'done', as: 'started' }, documentId: 'd1', startedAt } as const;
    const submission = { ...row, ...started, revision: row.revision + 1 };
    const event = { at: startedAt, submissionId: row.id, fact: { kind: 'restarted' } } as const;
    expect(here.journal.submissions.commit([{ submission, event }]).ok).toBe(true);
    here.journal.documentFacts.see('c', [{ id: 'd1', status }], { at: startedAt, before: null, account: 'service-1' });
    const flags = { signStatus: null, canWithdraw: true, canDelete: false };
    const listed = { id: 'd1', name: 'a.pdf', mimeType: 'application/pdf', documentStatus: status, ...flags };
    here.journal.documents.see('c', [listed], startedAt + seen);
    expect(statesOf(await send([join(here.home, 'a.pdf')]))).toEqual(['already']);
    here.journal.documentFacts.setGone('c', 'd1', startedAt + after);
    expect(statesOf(await send([join(here.home, 'a.pdf')]))).toEqual([state]);
  });

  test('that a watched folder forestalls says that the document is already there', async () => {
    const signees = [{ email: 'berta@example.ch', name: '', comment: '', order: 0 }];
    const theSame = { ...contracts, choices: { ...contracts.choices, signees } };
    const { send, rows } = here.prepare({
      profiles: { c: [theSame] },
      meanwhile: (outbox) => here.take(outbox, ['folder'], { connectionId: 'c' }),
    });
    const answer = await send([here.put('a.pdf', pdfOf('% folder'))]);
    expect(answer.files.map(({ state, id }) => [state, id])).toEqual([['already', 'folder']]);
    expect(rows()).toHaveLength(1);
  });

  test.each([
    ['is prepared', { stage: { kind: 'held' } }, /waits for a person/u],
    ['is a draft', { stage: { kind: 'done', as: 'draft' } }, /waits for a person/u],
    ['needs a person', { stage: { kind: 'needs-you', step: 'start' }, documentId: 'd1' }, /may have been sent/u],
    ['may have been sent, as far as a person knew', { stage: { kind: 'done', as: 'given-up' } }, /may have been sent/u],
  ] as const)('of a document that %s says so, and sends nothing', async (_why, state, message) => {
    const { send, rows } = here.prepare();
    await send([here.put('a.pdf')]);
    const [row] = rows();
    if (row === undefined) throw new Error('There is no row.');
    const submission = { ...row, ...state, revision: row.revision + 1 };
    const event = { at: 8_000, submissionId: row.id, fact: { kind: 'restarted' } } as const;
    expect(here.journal.submissions.commit([{ submission, event }]).ok).toBe(true);
    const answer = await send([join(here.home, 'a.pdf')]);
    const reason = message.source.startsWith('waits') ? 'waits' : 'perhaps';
    expect(answer.files).toMatchObject([
      { state: 'already', id: row.id, reason, message: expect.stringMatching(message) },
    ]);
    expect(rows()).toHaveLength(1);
  });

  test('of a document that went to the people of its fields sends it to nobody named', async () => {
    const { send, rows } = here.prepare({
      meanwhile: async (outbox) => {
        const wish = { ...sampleSubmission('folder').wish, signees: [], scanPredefined: true };
        await here.take(outbox, ['folder'], { connectionId: 'c', wish });
      },
    });
    expect(statesOf(await send([here.put('a.pdf', pdfOf('% folder'))]))).toEqual(['already']);
    expect(rows()).toHaveLength(1);
  });

  test('takes the same content once from two names in one command, and from two commands at once', async () => {
    const { send, rows } = here.prepare();
    const [a, b] = [here.put('a.pdf', pdfOf('% same')), here.put('b.pdf', pdfOf('% same'))];
    const [one, other] = await Promise.all([send([a, b]), send([b])]);
    expect([...statesOf(one), ...statesOf(other)]).toEqual(['sending', 'already', 'already']);
    expect(new Set([...one.files, ...other.files].map(({ id }) => id)).size).toBe(1);
    expect(rows()).toHaveLength(1);
  });

  test('takes the second name of a content when the file of the first changed meanwhile', async () => {
    const [a, b] = [here.put('a.pdf', pdfOf('% same')), here.put('b.pdf', pdfOf('% same'))];
    const { send, rows } = here.prepare({ meanwhile: async () => writeFileSync(a, pdfOf('% changed by now')) });
    expect(statesOf(await send([a, b]))).toEqual(['file-modified', 'sending']);
    expect(rows().map(({ wish }) => wish.file.name)).toEqual(['b.pdf']);
  });

  test('over a new connection of the same account sends nothing a second time', async () => {
    const renewed = { ...sampleConnection, id: 'c2', fields: { ...sampleConnection.fields, clientId: 'new' } };
    for (const one of [sampleConnection, renewed]) here.journal.connections.save(one, 1);
    const file = here.put('a.pdf');
    const [first] = (await here.prepare().send([file])).files;
    const { send } = here.prepare({ connections: [renewed], profiles: { c2: [contracts] } });
    expect((await send([file])).files).toMatchObject([{ state: 'already', id: first?.id }]);
  });

  test('sends the same content to other people', async () => {
    const beat = { email: 'beat@muster.ch', name: '', comment: '', order: null };
    const other: Profile = { ...contracts, id: 'q', name: 'Beat', choices: { ...contracts.choices, signees: [beat] } };
    const { send, rows } = here.prepare({ profiles: { c: [contracts, other] } });
    const file = here.put('terms.pdf');
    expect(statesOf(await send([file]))).toEqual(['sending']);
    expect(statesOf(await send([file], 'send', 'Beat'))).toEqual(['sending']);
    expect(rows()).toHaveLength(2);
  });
});
