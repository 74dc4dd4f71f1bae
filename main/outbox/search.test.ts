import { describe, expect, test } from 'vitest';
import { markRecovered } from '../submission/decide/recovered.ts';
import type { Submission } from '../submission/submission.ts';
import type { CheckSeen, Listed } from '../tracking/reading.ts';
import { documentOf, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, listed, notFound, submissionOf } from './testing/submission-steps.ts';

const WINDOW = 900_000;

function searching(...submissions: readonly Submission[]) {
  const driven = drivenOutbox(BEGIN);
  driven.accept(...submissions);
  const check = async (documents: readonly Listed[] = [], patch: Partial<CheckSeen> = {}) => {
    await driven.advance(WINDOW);
    await driven.worker.checked('one', checkOf(driven.now(), documents, patch));
  };
  /** Answers every look at a document. */
  const showAll = async (answer: (documentId: string) => Parameters<typeof driven.answer>[1]) => {
    let looks = 0;
    for (let call = driven.calls()[0]; call !== undefined; call = driven.calls()[0], looks += 1)
      await driven.answer(call, answer(call.replace('details ', '')));
    return looks;
  };
  return { driven, check, showAll, row: (id = 's1') => driven.store.find(id) };
}

const lost = (id = 's1') => markRecovered(submissionOf(id), BEGIN);
const started = { documentStatus: 'in-progress', signees: [{ email: 'other@x.test' }] };
const namesakes = (count: number) =>
  Array.from({ length: count }, (_, at) => listed(`n${at}`, 's1.pdf', 'in-progress'));

describe('more namesakes than a check looks at', () => {
  test('are no proof of absence: the document may be the last of them', async () => {
    const { check, showAll, row } = searching(lost());
    const old = (id: string) => documentOf(lost(), id, { ...started, documentName: 'another.pdf' });
    await check([...namesakes(130), listed('own', 's1.pdf', 'in-progress')]);
    expect(await showAll(old)).toBe(70);
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 0, windows: 1 });
    await check([...namesakes(130), listed('own', 's1.pdf', 'in-progress')]);
    expect(await showAll((id) => (id === 'own' ? documentOf(lost(), id, started) : old(id)))).toBe(61);
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'own' }] });
  });

  test('leave the next looks to those that nobody has seen', async () => {
    const { check, showAll, row } = searching(lost());
    const all = [...namesakes(130), listed('own', 's1.pdf', 'in-progress')];
    const people = lost().wish.signees.map(({ email }) => ({ email }));
    const show = (id: string) => documentOf(lost(), id, { ...started, ...(id === 'own' && { signees: people }) });
    await check(all);
    expect(await showAll(show)).toBe(70);
    await check(all);
    expect(await showAll(show)).toBe(61);
    const { reason } = row() ?? {};
    expect(reason?.kind === 'several' && reason.candidates[0]?.documentId).toBe('own');
  });

  test('are not offered before all are read: a draft may stand beside the started one', async () => {
    const { check, showAll, row } = searching(lost());
    for (const left of [180, 110, 40]) {
      await check(namesakes(250));
      expect(await showAll((id) => documentOf(lost(), id, started))).toBe(70);
      if (left === 40) expect(row()?.reason).toMatchObject({ kind: 'unsettled', unreadable: left });
    }
    await check(namesakes(250));
    await showAll((id) => documentOf(lost(), id, started));
    expect(row()?.reason).toMatchObject({ kind: 'several', more: 230, whole: false });
  });

  test('stay passed when the checks in between were not whole', async () => {
    const { driven, check, showAll, row } = searching(lost());
    const show = (id: string) => documentOf(lost(), id, started);
    await check(namesakes(30));
    await showAll(show);
    driven.worker.command('s1', { kind: 'upload-again' });
    for (let windows = 0; windows < 3; windows += 1) await check(namesakes(30), { whole: false });
    expect(row()?.reason?.kind).toBe('unsettled');
    await check(namesakes(30));
    await showAll(show);
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: { length: 10 }, more: 0, whole: true });
  });

  test('come before a draft of ours, because the started one may be among them', async () => {
    const { driven, check, showAll, row } = searching(lost());
    const all = [listed('own', 's1.pdf', 'draft'), ...namesakes(25)];
    const people = lost().wish.signees.map(({ email }) => ({ email }));
    const show = (call: string) => {
      if (call.startsWith('download')) return { ok: true as const, value: lost().wish.file.sha256 };
      return documentOf(lost(), call, call === 'own' ? { signees: people } : started);
    };
    const offered = () => {
      const { reason } = row() ?? {};
      return reason?.kind === 'several' ? reason.candidates.map(({ documentId }) => documentId) : [];
    };
    await check(all);
    await showAll(show);
    expect([offered().length, offered().includes('own')]).toEqual([20, false]);
    driven.worker.command('s1', { kind: 'upload-again' });
    await check(all);
    await showAll(show);
    expect([offered().length, offered().includes('own')]).toEqual([6, true]);
  });

  test('are shown twenty at a time, and the person goes on to the next', async () => {
    const { driven, check, showAll, row } = searching(lost());
    const shown = () => {
      const { reason } = row() ?? {};
      return reason?.kind === 'several' ? [reason.candidates.length, reason.more, reason.whole] : null;
    };
    for (const expected of [
      [20, 30, false],
      [20, 10, false],
      [10, 0, true],
    ]) {
      await check(namesakes(50));
      await showAll((id) => documentOf(lost(), id, started));
      expect(shown()).toEqual(expected);
      expect(driven.worker.command('s1', { kind: 'upload-again' })).toEqual({ ok: true });
    }
    await check(namesakes(50));
    expect(row()?.stage).toEqual({ kind: 'held' });
  });

  test('take longer than the time between two checks: the next search goes on where it was', async () => {
    const { driven, check, row } = searching(lost());
    const drafts = ['d1', 'd2', 'd3', 'd4'].map((id) => listed(id, 's1.pdf'));
    const looks: string[] = [];
    /** Answers as many calls as the service does between two checks. */
    const answerSome = async () => {
      for (let left = 5; left > 0 && driven.calls().length > 0; left -= 1) {
        const [call = ''] = driven.calls();
        const id = call.startsWith('details') ? call.replace('details ', '') : null;
        if (id !== null) looks.push(id);
        const content = { ok: true as const, value: lost().wish.file.sha256 };
        // oxlint-disable-next-line no-await-in-loop -- one call after the other
        await driven.answer(call, id === null ? content : documentOf(lost(), id));
      }
    };
    for (let windows = 0; windows < 5; windows += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one window after the other
      await check(drafts);
      // oxlint-disable-next-line no-await-in-loop -- the same
      await answerSome();
    }
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: { length: 4 } });
    // The check came between the look at the third one and its file.
    expect(looks).toEqual(['d1', 'd2', 'd3', 'd3', 'd4']);
  });

  test('share each look among all submissions of the name', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => {
      const row = lost(`s${at}`);
      return { ...row, wish: { ...row.wish, file: { ...row.wish.file, name: 's1.pdf' } } };
    });
    const { check, showAll, row } = searching(...rows);
    await check(namesakes(60));
    expect(await showAll((id) => documentOf(lost(), id, started))).toBe(60);
    expect(rows.map(({ id }) => row(id)?.reason?.kind)).toEqual(rows.map(() => 'several'));
  });
});

describe('a listed document proves nothing', () => {
  test.each([
    ['does not exist', notFound],
    ['is not ours to see', refused({ kind: 'not-allowed', certainty: 'permanent', status: 403 })],
  ])('if the service answers that it %s', async (_, answer) => {
    const { check, showAll, row } = searching(lost());
    for (let windows = 0; windows < 3; windows += 1) {
      await check([listed('d1', 's1.pdf', 'in-progress')]);
      expect(await showAll(() => answer)).toBe(1);
    }
    expect(row()?.reason).toMatchObject({ kind: 'unsettled', unreadable: 1, missed: 0 });
  });

  test('before its details were read, if it has no name', async () => {
    const { check, showAll, row } = searching(lost());
    await check([listed('d1', '', 'in-progress')]);
    await showAll(() => documentOf(lost(), 'd1', started));
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'd1' }] });
  });

  test('but is found by a name that the service has changed', async () => {
    const submission = submissionOf('Smith & Sons');
    const { check, showAll, row } = searching(markRecovered(submission, BEGIN));
    await check([listed('d1', 'Smith &amp; Sons.pdf', 'in-progress')]);
    await showAll(() => documentOf(submission, 'd1', { ...started, documentName: 'Smith &amp; Sons.pdf' }));
    expect(row('Smith & Sons')?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'd1' }] });
  });
});

test('a look that fails is tried again after the wait that the service asked for', async () => {
  const { driven, check, showAll, row } = searching(lost());
  await check([listed('d1', 's1.pdf', 'in-progress')]);
  await driven.answer('details d1', refused({ retryAfterMs: 60_000 }));
  await driven.advance(59_000);
  expect(driven.calls()).toEqual([]);
  await driven.advance(2_000);
  await showAll(() => documentOf(lost(), 'd1', started));
  expect(row()?.reason).toMatchObject({ kind: 'several' });
});

test('a pause holds looks back', async () => {
  const { driven, check } = searching(lost());
  driven.worker.pause(true);
  await check([listed('d1', 's1.pdf', 'in-progress')]);
  expect(driven.calls()).toEqual([]);
  driven.worker.pause(false);
  await driven.advance(6_000);
  expect(driven.calls()).toEqual(['details d1']);
});

describe('a draft of the same content is another computer’s', () => {
  const inDoubt = async (patch: object) => {
    const submission = submissionOf('s1');
    const found = searching(submission);
    await found.driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await found.check([listed('d1', 's1.pdf')]);
    await found.driven.answer('details d1', documentOf(submission, 'd1', { signees: [], ...patch }));
    const download = found.driven.calls().find((call) => call.startsWith('download'));
    if (download !== undefined) await found.driven.answer(download, { ok: true, value: submission.wish.file.sha256 });
    return found.row()?.documentId ?? null;
  };

  test.each([
    ['sender', { initiatorDisplayName: 'Ben Beispiel' }],
    ['comment', { comment: 'Another one' }],
  ])('if it has another %s', async (_, patch) => {
    expect(await inDoubt(patch)).toBeNull();
  });

  test('not if the service only escaped the comment or hides both', async () => {
    expect(await inDoubt({ comment: ' Please sign' })).toBe('d1');
    expect(await inDoubt({ comment: null, initiatorDisplayName: null })).toBe('d1');
  });
});
