import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { success } from '../signing/outcome.ts';
import { createPublishedState } from '../state/published-state.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { createAvailableModes } from './available-modes.ts';
import { sampleConnection } from './testing/sample-connection.ts';

let journal: Journal;
beforeEach(() => {
  ({ journal } = openJournal(':memory:'));
});
afterEach(() => journal.close());

const answer = (zertes: readonly string[]) =>
  success({ timestamp: true, advanced: { zertes: [...zertes], eidas: [] }, qualified: { zertes: [], eidas: [] } });

function start() {
  const state = createPublishedState({ ...emptyState, connections: [sampleConnection], active: 'c' });
  const answers: (ReturnType<typeof answer> | Promise<ReturnType<typeof answer>>)[] = [];
  const availableModes = async () => answers.shift() ?? answer([]);
  const modes = createAvailableModes({
    clock: stoppedClock(1_000),
    settings: journal.settings,
    state,
    clientOf: () => ({ availableModes }),
  });
  const signInAs = (username: string) => {
    modes.forget('c');
    state.publish({ connections: [{ ...sampleConnection, username }] });
  };
  return { modes, answers, signInAs };
}

test('the signatures of an account are asked for once a day, and again for another account', async () => {
  const { modes, answers, signInAs } = start();
  answers.push(answer(['ras']), answer(['mobile']));
  for (let times = 0; times < 2; times += 1)
    expect(await modes.ofActive()).toMatchObject({ ok: true, modes: { advanced: { zertes: ['ras'] } } });
  signInAs('service-2');
  expect(await modes.ofActive()).toMatchObject({ ok: true, modes: { advanced: { zertes: ['mobile'] } } });
});

test('an answer to the former account is not kept for the next one', async () => {
  const { modes, answers, signInAs } = start();
  const late = Promise.withResolvers<ReturnType<typeof answer>>();
  answers.push(late.promise);
  const asked = modes.ofActive();
  signInAs('service-2');
  late.resolve(answer(['ras']));
  expect(await asked).toMatchObject({ ok: false });
  expect(journal.settings.get('modes')).toEqual({});
});
