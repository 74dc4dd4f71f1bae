import { describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { State } from '../../preload/contract/state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { createTexts } from '../words/texts.ts';
import type { DeskMenuItem } from './desk-menu.ts';
import { type DeskFacts, deskStatus } from './desk-status.ts';
import { deskView } from './desk-view.ts';

const signedIn: State = {
  ...emptyState,
  connections: [{ ...sampleConnection, signedIn: 'yes' }],
  active: sampleConnection.id,
};
const nothing: DeskFacts = {
  isWorking: false,
  sending: 0,
  folders: { watched: 0, paused: 0, needsYou: 0, troubled: 0 },
};
const outbox = (change: Partial<State['outbox']>): Partial<State> => ({ outbox: { ...emptyState.outbox, ...change } });
const shape = (state: Partial<State>, facts: Partial<DeskFacts> = {}) =>
  deskStatus({ ...signedIn, ...state }, { ...nothing, ...facts }).shape;

describe('the shape of the icon', () => {
  test('is idle when nothing is to do, also while documents wait for a later day', () => {
    expect(shape({})).toBe('idle');
    expect(shape({}, { sending: 7 })).toBe('idle');
  });

  test('is working while calls run, copies are saved, or a document can still be undone', () => {
    expect(shape({}, { isWorking: true })).toBe('working');
    expect(shape(outbox({ counting: { count: 1, first: 1, last: 1 } }))).toBe('working');
  });

  test('needs you for submissions of any connection and for files of any folder', () => {
    expect(shape({ needsYou: { other: 2 } }, { isWorking: true })).toBe('needs-you');
    expect(shape({}, { folders: { watched: 1, paused: 0, needsYou: 1, troubled: 0 } })).toBe('needs-you');
    expect(shape({}, { folders: { watched: 1, paused: 0, needsYou: 0, troubled: 1 } })).toBe('needs-you');
  });

  test.each<[string, Partial<State>, string]>([
    ['no connection', { connections: [], active: null }, 'signed-out'],
    ['nobody ever signed in', { connections: [{ ...sampleConnection, signedIn: 'never' }] }, 'signed-out'],
    ['the password is no longer accepted', { connections: [{ ...sampleConnection, signedIn: 'again' }] }, 'signed-out'],
    [
      'the client secret of one of two connections is refused',
      { connections: [...signedIn.connections, { ...sampleConnection, id: 'd', signedIn: 'client-refused' }] },
      'signed-out',
    ],
    [
      'one of two connections is signed out',
      { connections: [...signedIn.connections, { ...sampleConnection, id: 'd', signedIn: 'again' }] },
      'signed-out',
    ],
    ['sending is paused', outbox({ paused: true }), 'paused'],
    ['the service is not reachable', outbox({ probeAt: 5 }), 'offline'],
    ['the system has no network', { online: false }, 'offline'],
    ['the journal cannot be written', outbox({ unwritable: { key: 'not-recorded', params: {} } }), 'not-working'],
    ['there is no journal on the disk', outbox({ working: false }), 'not-working'],
  ])('is stopped when %s, whatever else there is', (_why, change, stop) => {
    const state = { ...signedIn, needsYou: { c: 3 }, ...change };
    expect(deskStatus(state, { ...nothing, isWorking: true })).toMatchObject({ shape: 'stopped', stop, needsYou: 3 });
  });

  test('a second connection that nobody signed in at yet stops nothing', () => {
    expect(shape({ connections: [...signedIn.connections, { ...sampleConnection, id: 'd', signedIn: 'never' }] })).toBe(
      'idle',
    );
  });
});

test.each([
  [{ open: 2, uploading: 1, bytes: 30, total: 60 }, 0.5],
  [{ open: 2, uploading: 1, bytes: 90, total: 60 }, 1],
  [{ open: 2, uploading: 1, bytes: 0, total: 0 }, null],
  [{ open: 2, uploading: 0, bytes: 0, total: 60 }, null],
])('the progress of %j is %s', (queue, progress) => {
  expect(deskStatus({ ...signedIn, ...outbox({ queue }) }, nothing).progress).toBe(progress);
});

describe('what the desktop shows', () => {
  const texts = createTexts();
  const view = (state: Partial<State>, facts: Partial<DeskFacts> = {}, locale = 'en') =>
    deskView({ ...signedIn, ...state }, { ...nothing, ...facts }, texts.in(locale));
  const labels = (items: readonly DeskMenuItem[]): unknown[] =>
    items.map((item) => {
      if (item.kind === 'separator') return '-';
      return item.kind === 'group' ? [item.label, ...labels(item.items)] : item.label;
    });

  test('the tool tip has the counts, and why nothing is sent', () => {
    expect(view({}).toolTip).toBe('Countersign');
    expect(view({ ...outbox({ paused: true }), needsYou: { c: 1 } }, { sending: 2 }).toolTip).toBe(
      'Countersign\nSending is paused\n1 document to check\n2 documents on their way',
    );
  });

  test('the tool tip fits on Windows in every language', () => {
    for (const locale of ['en', 'de', 'fr', 'it']) {
      const { toolTip } = view({ ...outbox({ probeAt: 1 }), needsYou: { c: 1_234 } }, { sending: 12_345 }, locale);
      expect(toolTip.length).toBeLessThanOrEqual(127);
      expect(toolTip.split('\n')).toHaveLength(4);
    }
  });

  test('the menu opens, sends and quits', () => {
    expect(labels(view({}).menu)).toEqual(['Open Countersign', 'Send documents…', '-', 'Quit Countersign']);
    expect(labels(view({ connections: [], active: null }).menu)).toEqual([
      'Not signed in',
      '-',
      'Open Countersign',
      '-',
      'Quit Countersign',
    ]);
  });

  test('the menu says what calls a person, and does not change with every document on its way', () => {
    const { menu } = view({ needsYou: { c: 2 } }, { sending: 2 });
    expect(labels(menu).slice(0, 3)).toEqual(['2 documents to check', '-', 'Open Countersign']);
    expect(menu[0]).toMatchObject({ command: 'open' });
  });

  test('folders can be paused while one goes on, and resumed while one is paused', () => {
    const pause = ['Pause folders', 'Pause for 1 hour', 'Pause until tomorrow', 'Pause until I resume'];
    const folders = (watched: number, paused: number) =>
      labels(view({}, { folders: { watched, paused, needsYou: 0, troubled: 0 } }).menu).slice(3, -1);
    expect(folders(2, 0)).toEqual([pause, '-']);
    expect(folders(2, 1)).toEqual([pause, 'Resume folders', '-']);
    expect(folders(2, 2)).toEqual(['Resume folders', '-']);
  });
});
