/** The whole main process over real sockets through a failing network. */
import { expect, test } from 'vitest';
import { sendThroughChaos, sendThroughEvil } from './real/uploads.ts';

test('starts each document once through a failing network', async () => {
  const { problems, rows, faults } = await sendThroughChaos(Number(process.env['COUNTERSIGN_SEED']), 40);
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(40);
  expect(faults).toBeGreaterThan(10);
  expect(rows.filter(({ stage }) => stage.kind === 'done' && stage.as === 'started').length).toBeGreaterThan(30);
});

test('starts no document twice if every POST arrives twice, and offers each orphan for deletion', async () => {
  const { problems, rows, drafts } = await sendThroughEvil(10, 'ignore');
  expect(problems).toEqual([]);
  expect(rows.map(({ stage }) => stage)).toEqual(rows.map(() => ({ kind: 'done', as: 'started' })));
  expect(drafts).toEqual({ found: 10, deleted: 10, left: 0 });
});

test('notices signees that a proxy added twice before it starts the document', async () => {
  const { problems, rows, drafts } = await sendThroughEvil(4, 'accept');
  expect(problems).toEqual([]);
  expect(rows.map(({ stage, reason }) => [stage.kind, reason?.kind])).toEqual(rows.map(() => ['needs-you', 'differs']));
  expect(drafts).toEqual({ found: 4, deleted: 4, left: 0 });
});
