import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { Choices } from '../../../preload/contract/index.ts';
import { useMirror } from '../../store/mirror.ts';
import { useUi } from '../../store/ui.ts';
import { handOver } from './hand-over.ts';
import { missingParts } from './missing-parts.ts';
import { withFile } from './sheet.ts';
import { changeSheet, closeSheet, dropSetAside, openSend, reopenSheet, setDraft } from './sheet-actions.ts';
import { useSheet } from './sheet-store.ts';
import { chooseFiles, takeOpenedFiles } from './take-files.ts';
import { createMain, sheet } from './testing/main-of-sheet.ts';

const choices: Choices = {
  mode: 'advanced',
  jurisdiction: 'eidas',
  alias: 'Muster AG',
  comment: 'As agreed',
  sendMail: 'all',
  scanPredefined: false,
  extra: {},
  signees: [{ email: 'anna@muster.ch', name: '', comment: '', order: null }],
};

beforeEach(() => {
  useSheet.setState({ sheet: null, setAside: null, refused: [] });
  useUi.setState({ fault: null, screen: 'settings', arrived: null });
  useMirror.setState({ revision: 1, state: { ...emptyState, active: 'c1' } });
});
afterEach(() => vi.unstubAllGlobals());

describe('handing over', () => {
  test('a held submission gets its new choices and is sent; refused, the sheet stays open', async () => {
    const asked: unknown[] = [];
    const released: string[] = [];
    const copy = { id: 'copy', name: 'Lease.pdf', size: 9 };
    const answers = [{ ok: false as const, problem: { key: 'not-now' as const, params: {} } }, { ok: true as const }];
    createMain({
      'outbox.choices': () => ({ ok: true, choices, file: copy, name: 'Lease.pdf', revisable: true }),
      'files.release': ({ ids }) => {
        released.push(...ids);
        return { ok: true };
      },
      'outbox.revise': (input) => {
        asked.push(input);
        return answers.shift() ?? { ok: true };
      },
    });
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1' } });
    await openSend({ submissionId: 's1' });
    expect(sheet()).toMatchObject({ revised: { submissionId: 's1', name: 'Lease.pdf', file: copy }, files: [] });
    expect(await handOver('send')).toMatchObject({ kind: 'refused' });
    setDraft({ comment: 'Changed' });
    changeSheet((now) => withFile(now, 'copy', { told: choices }));
    expect(await handOver('send')).toEqual({ kind: 'all' });
    const changed = { ...choices, comment: 'Changed' };
    expect(asked).toEqual([
      { id: 's1', choices, sends: true },
      { id: 's1', choices: changed, fieldsRead: true, sends: true },
    ]);
    // The file opened for the preview is released.
    expect(released).toEqual(['copy']);
  });

  test('a held submission that was sent before is saved, and its row says how it goes once more', async () => {
    const problem = { key: 'sent-before', params: { name: 'Lease.pdf' } } as const;
    createMain({
      'outbox.choices': () => ({ ok: true, choices, file: null, name: 'Lease.pdf', revisable: true }),
      'outbox.revise': () => ({ ok: false, problem }),
    });
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1' } });
    await openSend({ submissionId: 's1' });
    expect(await handOver('send')).toEqual({ kind: 'all' });
    expect([useSheet.getState().sheet, useUi.getState().fault]).toEqual([null, problem]);
    useUi.setState({ fault: null });
  });

  test('a held submission that was only viewed releases its copy', async () => {
    const copy = { id: 'copy', name: 'Lease.pdf', size: 9 };
    const { released } = createMain({
      'outbox.choices': () => ({ ok: true, choices, file: copy, name: 'Lease.pdf', revisable: true }),
    });
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1' } });
    await openSend({ submissionId: 's1' });
    await closeSheet();
    expect(useSheet.getState()).toMatchObject({ sheet: null, setAside: null });
    expect(released).toEqual(['copy']);
  });

  test('files opened meanwhile never join the sheet of a held submission, nor does that sheet replace theirs', async () => {
    const opened = { files: [{ id: 'new', name: 'Offer.pdf', size: 9 }], refused: [], pathless: [] };
    const waiting = Promise.withResolvers<void>();
    createMain({
      'outbox.choices': () => ({ ok: true, choices, file: null, name: 'Lease.pdf', revisable: true }),
      'files.takeOpened': async () => {
        await waiting.promise;
        return opened;
      },
    });
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1' } });
    const taking = takeOpenedFiles();
    await openSend({ submissionId: 's1' });
    waiting.resolve();
    await taking;
    expect(sheet()).toMatchObject({ revised: null, files: [{ id: 'new' }] });
    await openSend({ submissionId: 's1' });
    expect(sheet()).toMatchObject({ revised: { submissionId: 's1' }, files: [] });
    expect(useSheet.getState().setAside).toMatchObject({ files: [{ id: 'new' }] });
  });

  test('an earlier submission opens with its choices for another file', async () => {
    createMain({
      'outbox.choices': () => ({ ok: true, choices, file: null, name: 'Old.pdf', revisable: false }),
    });
    await openSend({ submissionId: 'gone-long-ago' });
    expect(sheet()).toMatchObject({ revised: null, draft: { mode: 'advanced', alias: 'Muster AG', ordered: false } });
    expect(missingParts(sheet(), { goal: 'send', modes: null })).toEqual([{ kind: 'no-file' }]);
  });
});

describe('a new sheet', () => {
  test('begins with the default profile and the last sender name', async () => {
    createMain();
    const profile = { id: 'p', name: 'Contracts', isDefault: true, choices: { ...choices, alias: '' } };
    const outbox = { ...emptyState.outbox, alias: 'Frei GmbH' };
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c1', profiles: [profile], outbox } });
    await chooseFiles();
    expect(sheet().draft).toMatchObject({ mode: 'advanced', jurisdiction: 'eidas', alias: 'Frei GmbH' });
  });

  test('can be reopened after closing with files, and releases them when it cannot', async () => {
    const { released } = createMain();
    await chooseFiles();
    const before = sheet();
    await closeSheet();
    expect(useSheet.getState().sheet).toBeNull();
    reopenSheet();
    expect(sheet()).toBe(before);
    expect(released).toEqual([]);
    await closeSheet();
    await chooseFiles();
    await closeSheet();
    expect(released).toEqual(['f1', 'f2', 'f3']);
    await dropSetAside();
    expect(released).toHaveLength(6);
  });
});
