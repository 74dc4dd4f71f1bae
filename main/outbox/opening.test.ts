import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { createPublishedState } from '../state/published-state.ts';
import { decide } from '../submission/decide/decide.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import type { OutboxDeps } from './outbox-parts.ts';
import { outboxFolder } from './testing/outbox-folder.ts';
import { recordingClient } from './testing/recording-client.ts';

let here: ReturnType<typeof outboxFolder>;
beforeEach(() => {
  here = outboxFolder();
});
afterEach(() => here[Symbol.asyncDispose]());

const bug = new Error('a bug');
const fail = () => {
  throw bug;
};

/** Opens the outbox with a journal of which some parts throw, until `mend` is called. */
function openWith(parts: Partial<OutboxDeps['journal']['submissions']>, patch: Partial<OutboxDeps> = {}) {
  const { submissions: sound } = here.journal;
  const submissions = { ...sound, ...parts };
  const clock = createDrivenClock(5_000);
  const state = createPublishedState(emptyState);
  const told: string[] = [];
  const notify: OutboxDeps['notify'] = ({ key }) => void told.push(key);
  const outbox = here.open({ clock, state, notify, journal: { ...here.journal, submissions }, ...patch });
  return {
    outbox,
    clock,
    told,
    working: () => state.get().outbox.working,
    mend: () => Object.assign(submissions, sound),
  };
}

describe('an outbox in whose opening something fails unexpectedly', () => {
  test.each([
    ['submissions are restored', { restore: fail }, { rebuild: true }],
    ['rows of an older journal are held', { oldInParts: fail }, { older: true }],
    ['rows are read', { openInParts: fail }, {}],
  ])('while %s: it is stopped, says why, and opens a minute later', async (_when, parts, patch) => {
    await here.take(here.open(), ['a']);
    if ('rebuild' in patch) await here.loseJournal();
    else await here.restart();
    const { outbox, clock, told, working, mend } = openWith(parts, patch);
    expect(await outbox.ready).toMatchObject({ stopped: { kind: 'not-recorded', reason: 'a bug' } });
    expect([here.faults, told, working()]).toEqual([[bug], ['not-recorded'], false]);
    expect(await here.take(outbox, ['b'])).toMatchObject([{ kind: 'refused', refusal: { kind: 'not-recorded' } }]);
    expect(await outbox.command('a', { kind: 'cancel' })).toEqual({ ok: false, reason: 'not-now' });
    mend();
    await expect.poll(() => clock.advance(60_000).then(working)).toBe(true);
    expect(await here.take(outbox, ['c'])).toMatchObject([{ kind: 'accepted' }]);
  });

  test('at one row: the others go on, it is tried again each minute, and no other begins a second time', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `row-${at}`);
    const stage = { kind: 'calling', step: 'upload', since: 5_000 } as const;
    const sending = here.open();
    await here.take(sending, names);
    await here.take(sending, ['cut-off'], { stage });
    await here.restart();
    const calls: string[] = [];
    const began: string[] = [];
    let isSound = false;
    const { outbox, clock, told, working } = openWith(
      {},
      {
        clientOf: () => recordingClient(calls),
        decide(submission, fact, moment) {
          if (fact.kind === 'restarted' && submission.id === 'cut-off' && !isSound) throw bug;
          if (fact.kind === 'restarted') began.push(submission.id);
          return decide(submission, fact, moment);
        },
      },
    );
    expect(await outbox.ready).toMatchObject({ stopped: null });
    expect([told, working()]).toEqual([[], true]);
    expect(await here.take(outbox, ['b'])).toMatchObject([{ kind: 'accepted' }]);
    // Anything may begin a turn.
    outbox.awake(0);
    const uploading = () => ['b', ...names].filter((id) => here.stageOf(id)?.kind === 'calling');
    const before = [...calls];
    expect(before).not.toEqual([]);
    expect(uploading()).toHaveLength(before.length);
    await expect.poll(() => clock.advance(61_000).then(() => here.faults)).toEqual([bug, bug]);
    expect(here.stageOf('cut-off')).toEqual(stage);
    isSound = true;
    await expect
      .poll(() => clock.advance(61_000).then(() => here.stageOf('cut-off')))
      .toMatchObject({ kind: 'unclear', step: 'upload' });
    expect([uploading().length, calls]).toEqual([before.length, before]);
    expect(began.toSorted()).toEqual(['cut-off', ...names].toSorted());
  });

  test('when copies that nobody needs are removed: it sends all the same, and the next start removes them', async () => {
    await here.take(here.open(), ['a']);
    await here.restart();
    const calls: string[] = [];
    const { outbox, working } = openWith({ has: fail }, { clientOf: () => recordingClient(calls) });
    expect(await outbox.ready).toMatchObject({ stopped: null });
    expect([here.faults, working()]).toEqual([[bug], true]);
    expect(await here.take(outbox, ['b'])).toMatchObject([{ kind: 'accepted' }]);
    await expect.poll(() => calls.some((call) => call.startsWith('upload'))).toBe(true);
  });

  test('because the app ended: nothing is told', async () => {
    await here.take(here.open(), ['a']);
    await here.restart();
    const { outbox, told } = openWith({ openInParts: fail });
    outbox.close();
    await outbox.ready;
    expect([here.faults, told]).toEqual([[], []]);
  });
});
