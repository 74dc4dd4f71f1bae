import { describe, expect, test } from 'vitest';
import { markRecovered } from '../submission/decide/recovered.ts';
import type { Submission } from '../submission/submission.ts';
import { createWork } from '../time/work.ts';
import type { Listed } from '../tracking/reading.ts';
import { documentOf, refused } from './testing/driven-outbox.ts';
import { accepted, WINDOW } from './testing/recovered-outbox.ts';
import { BEGIN, HOUR, listed, notFound, submissionOf } from './testing/submission-steps.ts';

describe('a submission without a trace, in the moment of Send', () => {
  /** Two whole readings did not show it, and then a person presses Send after this check. */
  async function sentAfter(documents: readonly Listed[]) {
    const found = accepted();
    for (let checks = 0; checks < 2; checks += 1) await found.check();
    await found.check(documents);
    expect([found.calls(), found.row()?.stage.kind]).toEqual([[], 'held']);
    const send = async () => {
      const answer = found.driven.worker.command('s1', { kind: 'send', startAfter: found.driven.now() });
      await found.driven.advance(0);
      return answer;
    };
    expect(await send()).toEqual({ ok: true });
    return { ...found, send };
  }
  test('is being sent while the look runs: the press is not in the journal yet, and whoever quits is asked', async () => {
    const work = createWork(() => undefined);
    const { check, driven, row, answer } = accepted({}, { during: work.during });
    for (let checks = 0; checks < 3; checks += 1) await check(checks < 2 ? [] : late);
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() });
    await driven.advance(0);
    expect([row()?.stage.kind, work.count('send')]).toEqual(['held', 1]);
    await answer('details d2', notFound);
    expect([row()?.stage.kind, work.count('send')]).toEqual(['unclear', 0]);
  });

  test('has the whole time for Undo after the look, which a slow line makes long', async () => {
    const { check, driven, row, answer } = accepted();
    for (let checks = 0; checks < 3; checks += 1) await check(checks < 2 ? [] : late);
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() + 60_000 });
    await driven.advance(50_000);
    const other = documentOf(submissionOf('s7'), 'd2', { documentName: 'another.pdf', documentStatus: 'in-progress' });
    await answer('details d2', other);
    expect(row()?.startAfter).toBe(driven.now() + 60_000);
  });

  const late = [listed('d2', 's1.pdf', 'in-progress'), listed('d9', 'other.pdf')];
  const started = (submission: Submission, patch: object = {}) =>
    documentOf(submission, 'd2', { documentStatus: 'in-progress', ...patch });

  test('is looked for again: a document that the list showed late stops the Send, and a person decides', async () => {
    const { answer, calls, row, submission, driven } = await sentAfter(late);
    expect(calls()).toEqual(['details d2']);
    await answer('details d2', started(submission));
    await driven.advance(WINDOW);
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'needs-you', step: 'upload' }]);
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'd2', status: 'in-progress' }] });
    expect(driven.worker.command('s1', { kind: 'adopt', documentId: 'd2' })).toEqual({ ok: true });
    await answer('details d2', started(submission));
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'done', as: 'started' }]);
  });

  test('is not sent by a press from before it was corrected', async () => {
    const { answer, calls, row, submission, driven } = await sentAfter(late);
    expect(calls()).toEqual(['details d2']);
    const { file: _file, ...choices } = { ...submission.wish, signees: submission.wish.signees.slice(0, 1) };
    expect(driven.worker.command('s1', { kind: 'revise', choices })).toEqual({ ok: true });
    await answer('details d2', started(submission, { documentName: 'other.pdf' }));
    await driven.advance(WINDOW);
    expect([calls(), row()?.stage.kind]).toEqual([[], 'held']);
  });

  test('is sent by a press after it was corrected, while the look of the first press still runs', async () => {
    const { answer, calls, submission, driven, send } = await sentAfter(late);
    const { file: _file, ...choices } = { ...submission.wish, signees: submission.wish.signees.slice(0, 1) };
    expect(driven.worker.command('s1', { kind: 'revise', choices })).toEqual({ ok: true });
    expect(await send()).toEqual({ ok: true });
    await answer('details d2', started(submission, { documentName: 'other.pdf' }));
    await driven.advance(WINDOW);
    expect(calls()).toEqual(['upload s1.pdf']);
  });

  test('has the whole time for Undo also when its look waited for another one', async () => {
    const { answer, row, submission, driven } = await sentAfter(late);
    const { file: _file, ...choices } = { ...submission.wish, signees: submission.wish.signees.slice(0, 1) };
    driven.worker.command('s1', { kind: 'revise', choices });
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() + 60_000 });
    await driven.advance(50_000);
    await answer('details d2', started(submission, { documentName: 'other.pdf' }));
    expect(row()?.startAfter).toBe(driven.now() + 60_000);
  });

  test('is sent when a person has said that what the list shows is another one', async () => {
    const { answer, calls, row, submission, command, check, send } = await sentAfter(late);
    await answer('details d2', started(submission));
    expect(command('upload-again')).toEqual({ ok: true });
    for (let checks = 0; checks < 3 && row()?.stage.kind !== 'held'; checks += 1) await check();
    await check(late);
    expect([await send(), calls()]).toEqual([{ ok: true }, ['upload s1.pdf']]);
  });

  test('is searched for by whole readings when the look fails, and is sent after them', async () => {
    const { answer, calls, row, check, send } = await sentAfter(late);
    await answer('details d2', refused());
    expect(row()).toMatchObject({ stage: { kind: 'unclear', step: 'upload' }, goal: 'hold', recovered: true });
    for (let checks = 0; checks < 2; checks += 1) await check();
    await check([listed('d3', 's1.pdf', 'in-progress'), ...late]);
    expect([row()?.stage.kind, calls()]).toEqual(['held', []]);
    // The search has decided about the one, and the other is new.
    expect([await send(), calls()]).toEqual([{ ok: true }, ['details d3']]);
  });

  test('is searched for by whole readings when too many have its name', async () => {
    const { answer, calls, row, submission } = await sentAfter(
      Array.from({ length: 21 }, (_none, at) => listed(`n${at}`, 's1.pdf', 'in-progress')),
    );
    // Each may take two requests.
    for (let at = 0; at < 9; at += 1)
      await answer(`details n${at}`, documentOf(submission, `n${at}`, { documentName: 'x' }));
    expect([calls(), row()?.stage.kind, row()?.recovered]).toEqual([[], 'unclear', true]);
  });

  test('shares what was looked at since the check with the others of its name', async () => {
    const { driven, check, answer, calls, submission } = accepted();
    driven.accept(markRecovered(submissionOf('s2', { wish: submission.wish }), BEGIN));
    for (let checks = 0; checks < 2; checks += 1) await check();
    await check(late);
    for (const id of ['s1', 's2']) {
      driven.worker.command(id, { kind: 'send', startAfter: driven.now() });
      await driven.advance(0);
      if (id === 's1') await answer('details d2', documentOf(submission, 'd2', { documentName: 'x' }));
    }
    expect(calls()).toEqual(['upload s1.pdf', 'upload s1.pdf']);
  });

  test('is looked for no further than the list is young enough', async () => {
    const { answer, calls, submission } = await sentAfter([...late, listed('d3', 's1.pdf', 'in-progress')]);
    await answer('details d2', started(submission, { creationTime: new Date(BEGIN - 30 * 24 * HOUR).toISOString() }));
    expect(calls()).toEqual(['upload s1.pdf']);
  });

  test('is looked for once, however often Send is pressed meanwhile, and not sent after Cancel', async () => {
    const { answer, calls, row, command, send, submission } = await sentAfter(late);
    expect(await send()).toEqual({ ok: true });
    expect(calls()).toEqual(['details d2']);
    command('cancel');
    await answer('details d2', started(submission));
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'done', as: 'given-up' }]);
  });
});
