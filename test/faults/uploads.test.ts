/** The whole main process over real sockets, through a network that does what it likes. */
import { expect, test } from 'vitest';
import { sendThroughChaos, sendThroughEvil } from './real/uploads.ts';

test('whatever the network does, each document is started once', async () => {
  const { problems, rows, faults } = await sendThroughChaos(Number(process.env['COUNTERSIGN_SEED']), 40);
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(40);
  expect(faults).toBeGreaterThan(10);
  expect(rows.filter(({ stage }) => stage.kind === 'done' && stage.as === 'started').length).toBeGreaterThan(30);
});

test('when every POST arrives twice no document is started twice, and each second draft is offered for deletion', async () => {
  const { problems, rows, drafts } = await sendThroughEvil(10, 'ignore');
  expect(problems).toEqual([]);
  expect(rows.map(({ stage }) => stage)).toEqual(rows.map(() => ({ kind: 'done', as: 'started' })));
  expect(drafts).toEqual({ found: 10, deleted: 10, left: 0 });
});

test('people who were added twice by a replay are noticed before anything is sent', async () => {
  const { problems, rows, drafts } = await sendThroughEvil(4, 'accept');
  expect(problems).toEqual([]);
  expect(rows.map(({ stage, reason }) => [stage.kind, reason?.kind])).toEqual(rows.map(() => ['needs-you', 'differs']));
  expect(drafts).toEqual({ found: 4, deleted: 4, left: 0 });
});
