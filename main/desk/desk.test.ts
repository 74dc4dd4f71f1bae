import { describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { createPublishedState } from '../state/published-state.ts';
import { createDrivenClock, settled } from '../testing/clocks.ts';
import { createWork } from '../time/work.ts';
import { createTexts } from '../words/texts.ts';
import { createDesk } from './desk.ts';
import type { DeskView } from './desk-view.ts';

function prepare() {
  const clock = createDrivenClock(1_000);
  const connections = [{ ...sampleConnection, signedIn: 'yes' as const }];
  const state = createPublishedState({ ...emptyState, connections, active: sampleConnection.id });
  const texts = createTexts();
  const work = createWork(() => desk.changed());
  const given = { sending: 0, counting: 0, unsent: 0, explained: false, paused: [] as string[] };
  const desk = createDesk({
    clock,
    state,
    texts: () => texts.in(state.get().locale),
    work,
    sending: () => given.sending,
    counting: () => given.counting,
    folders: () => ({ watched: 0, paused: 0, needsYou: 0, troubled: 0 }),
    unsent: () => given.unsent,
    pauseFolders: (pause) => void given.paused.push(pause),
    chooseDocuments: async () => {},
    explained: { get: () => given.explained, set: () => void (given.explained = true) },
    onFault: () => {},
  });
  const views: DeskView[] = [];
  desk.onView((view) => void views.push(view));
  return { clock, state, work, desk, given, views };
}

describe('the icon', () => {
  test('is told at once, and then only when something in it is another', async () => {
    const { clock, state, views } = prepare();
    expect(views.map(({ shape }) => shape)).toEqual(['idle']);
    state.publish({ copyCheck: null });
    await clock.advance(1_000);
    expect(views).toHaveLength(1);
    state.publish({ online: false });
    await clock.advance(1_000);
    expect(views.map(({ shape }) => shape)).toEqual(['idle', 'stopped']);
  });

  test('does not flicker between two calls', async () => {
    const { clock, work, views } = prepare();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void work.during('send', first.promise);
    await clock.advance(400);
    first.resolve();
    await settled();
    void work.during('send', second.promise);
    await clock.advance(400);
    expect(views.map(({ shape, keepsAwake }) => [shape, keepsAwake])).toEqual([
      ['idle', false],
      ['working', true],
    ]);
    second.resolve();
    await settled();
    await clock.advance(400);
    expect(views.at(-1)).toMatchObject({ shape: 'idle', keepsAwake: false });
  });

  test('hears nothing after the end', async () => {
    const { clock, state, desk, views } = prepare();
    desk.close();
    state.publish({ online: false });
    await clock.advance(1_000);
    expect(views).toHaveLength(1);
  });

  test('pauses and resumes folders', () => {
    const { desk, given } = prepare();
    for (const command of ['pause-hour', 'pause-tomorrow', 'pause-always', 'resume'] as const) desk.folders(command);
    expect(given.paused).toEqual(['hour', 'tomorrow', 'always', 'resume']);
  });
});

describe('quitting', () => {
  test('needs no question when nothing runs, also with documents that wait for later', async () => {
    const { desk, given } = prepare();
    given.sending = 5;
    expect([desk.mayQuitNow(), await desk.whyStay()]).toEqual([true, null]);
  });

  test('waits for files on their way into the journal, and asks nothing about them', async () => {
    const { desk, work } = prepare();
    const [taking, more] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void work.during('take', taking.promise);
    expect(desk.mayQuitNow()).toBe(false);
    let answered = false;
    const answer = desk.whyStay().finally(() => (answered = true));
    void work.during('take', more.promise);
    taking.resolve();
    await settled();
    expect(answered).toBe(false);
    more.resolve();
    expect(await answer).toBeNull();
  });

  test.each([
    ['a call is running', 'It goes on when Countersign is started again.'],
    ['an order is on its way', 'A change to a document is on its way'],
    ['a document counts down', 'They go on when Countersign is started again.'],
    ['a copy is being saved', 'A signed copy is being saved.'],
    ['files in the Send window are lost', '2 files in the Send window are not sent.'],
  ])('asks when %s', async (why, text) => {
    const { desk, work, given } = prepare();
    if (why === 'a call is running') void work.during('send', new Promise(() => {}));
    if (why === 'an order is on its way') void work.during('order', new Promise(() => {}));
    if (why === 'a copy is being saved') void work.during('save', new Promise(() => {}));
    if (why === 'files in the Send window are lost') given.unsent = 2;
    if (why === 'a document counts down') given.counting = 3;
    expect(desk.mayQuitNow()).toBe(false);
    expect((await desk.whyStay())?.text).toContain(text);
  });
});

test('closing is explained once, in the words of the system', () => {
  const { desk, given } = prepare();
  expect(desk.explainClosing('hide', 'win32')?.text).toContain('notification area');
  expect(desk.explainClosing('hide', 'win32')).toBeNull();
  given.explained = false;
  expect(desk.explainClosing('hide', 'darwin')?.text).toContain('menu bar');
  given.explained = false;
  expect(desk.explainClosing('minimize', 'linux')?.text).toContain('minimized');
});
