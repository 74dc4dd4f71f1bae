import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { practiceConnectionId } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { addressOf, parseCommandLine } from '../platform/command-line.ts';
import { createPublishedState } from '../state/published-state.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createShowing } from './showing.ts';

let folder: string;
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-showing-'));
  ({ journal } = openJournal(join(folder, 'journal.sqlite'), 1));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true });
});

/** The window shows `active`, and these connections are there. */
function started(active: string, ...ids: readonly string[]) {
  const connections = ids.map((id) => ({
    ...sampleConnection,
    id,
    ...(id === practiceConnectionId && { signedIn: 'never' as const }),
  }));
  const state = createPublishedState({ ...emptyState, connections, active });
  const follow = () => {};
  const showing = createShowing({
    book: {
      find: (id) => connections.find((one) => one.id === id),
      activate: (id) => state.publish({ active: id }),
      showNone: () => state.publish({ active: null }),
    },
    checks: { follow },
    folders: { publish() {} },
    journal,
    list: { follow },
    outbox: { rows: { follow } },
    profiles: { follow },
    state,
  });
  return {
    showLast(connectionId: string) {
      showing.showLast(connectionId);
      return state.get().active;
    },
    leave(connectionId: string) {
      showing.showOther(connectionId);
      return state.get().active;
    },
    /** As a click on a notification of an earlier run does. */
    clickOld(entry: string) {
      const { document } = parseCommandLine([addressOf(entry)], '/');
      if (document !== null) showing.showDocument(document);
      return { active: state.get().active, revealed: state.get().revealed };
    },
  };
}

function list(connectionId: string, id: string): void {
  const status = { documentStatus: 'signed', signStatus: null, canWithdraw: false, canDelete: true };
  journal.connections.save({ ...sampleConnection, id: connectionId }, 1);
  journal.documents.see(connectionId, [{ id, name: 'Lease.pdf', mimeType: '', ...status }], 1);
}

test('after a connection is left another one is shown, and without one the first screen', () => {
  expect(started('practice', 'practice', 'c').leave('practice')).toBe('c');
  expect(started('practice', 'practice').leave('practice')).toBeNull();
  expect(started('c', 'practice', 'c').leave('practice')).toBe('c');
});

test('a practice that was ended is not shown again, by an old notification or at the next start', () => {
  list(practiceConnectionId, 'd1');
  expect(started('c', practiceConnectionId, 'c').clickOld('d1')).toEqual({ active: 'c', revealed: null });
  expect(started('', practiceConnectionId, 'c').showLast(practiceConnectionId)).toBe('c');
  expect(started('', practiceConnectionId).showLast(practiceConnectionId)).toBeNull();
  expect(started('c', practiceConnectionId, 'c').leave('c')).toBeNull();
  expect(started('', practiceConnectionId, 'c').showLast('c')).toBe('c');
});

test('an address shows the row of a document of the account in front', () => {
  list('c', 'd1');
  expect(started('c', 'c').clickOld('d1')).toEqual({ active: 'c', revealed: { entry: 'd1' } });
});

test('a document of another account brings that account to the front', () => {
  list('other', 'd1');
  expect(started('c', 'c', 'other').clickOld('d1')).toEqual({ active: 'other', revealed: { entry: 'd1' } });
});

test('a document that both accounts have is shown in the one in front', () => {
  list('c', 'd1');
  list('other', 'd1');
  expect(started('other', 'c', 'other').clickOld('d1')).toEqual({ active: 'other', revealed: { entry: 'd1' } });
});

test('the row of a submission is shown, also in another account', () => {
  const submission = sampleSubmission('s1');
  expect(journal.submissions.commit([accepted(submission)])).toEqual({ ok: true });
  const entry = 'submission:s1';
  expect(started('front', 'front', submission.connectionId).clickOld(entry)).toEqual({
    active: submission.connectionId,
    revealed: { entry },
  });
});

test.each(['d1', 'submission:s1', 'submission:', 'unknown', 'folder:f', "' OR 1=1", '%00'])(
  'the address of %j changes nothing when its document is gone with its account, or never was',
  (entry) => {
    list('removed', 'd1');
    journal.submissions.commit([accepted(sampleSubmission('s1', { connectionId: 'removed' }))]);
    expect(started('c', 'c').clickOld(entry)).toEqual({ active: 'c', revealed: null });
  },
);
