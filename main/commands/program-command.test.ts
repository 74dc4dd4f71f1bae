import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { askStatus } from './ask-status.ts';
import { exitCodeOfStatus, parseProgramCommand, reportOfStatus } from './program-command.ts';
import { createRequestBox } from './request-box.ts';
import { statusAnswer } from './status-answer.ts';
import { statusOf } from './status-of.ts';

const desk = {
  shape: 'idle',
  stop: null,
  sending: 2,
  needsYou: 0,
  folders: { watched: 1, paused: 0, needsYou: 0, troubled: 0 },
} as const;
const state = { ...emptyState, version: '1.2.3', connections: [{ ...sampleConnection, person: 'Anna Muster' }] };
const well = statusOf(state, desk);

test.each([
  [['--version'], { kind: 'version' }],
  [['--no-sandbox', '--version'], { kind: 'version' }],
  [['status'], { kind: 'status', json: false, ids: [] }],
  [['status', 'd1', '--json', 'd2'], { kind: 'status', json: true, ids: ['d1', 'd2'] }],
  [['status', '--help'], { kind: 'help' }],
  [['status', ''], { kind: 'wrong' }],
  [['status', '--json', '--json'], { kind: 'wrong' }],
  [['--json', 'status'], { kind: 'wrong' }],
  [['--user-data-dir=/x', 'status', '--json'], { kind: 'status', json: true, ids: [] }],
  [['status', '--yaml'], { kind: 'wrong' }],
  [['--version', 'a.pdf'], null],
  [['a.pdf', 'status'], null],
  [[], null],
] as const)('%j is %j', (args, command) => {
  expect(parseProgramCommand(args)).toEqual(command);
});

test('a monitor learns how things are, and nothing of people, documents or addresses', () => {
  expect(statusAnswer.parse(well)).toEqual(well);
  const text = reportOfStatus(well, '1.2.3', true);
  expect(JSON.parse(text)).toMatchObject({
    running: true,
    app: '1.2.3',
    sending: 2,
    connections: [{ signedIn: 'yes' }],
  });
  for (const secret of ['Anna', 'service-1', 'example.ch', 'Muster']) expect(text).not.toContain(secret);
  expect(reportOfStatus('not-running', '1.2.3', false)).toBe('running: false\nversion: 1\napp: 1.2.3\n');
  expect(reportOfStatus('not-asked', '1.2.3', false)).toBe('running: null\nversion: 1\napp: 1.2.3\n');
  expect(reportOfStatus(well, '1.2.3', false)).toContain('status: idle\nstop: null\nsending: 2\n');
});

test('the exit code says whether somebody has to look', () => {
  expect(exitCodeOfStatus(well)).toBe(0);
  expect(exitCodeOfStatus({ ...well, status: 'needs-you' })).toBe(1);
  expect(exitCodeOfStatus({ ...well, status: 'stopped', stop: 'signed-out' })).toBe(1);
  expect(exitCodeOfStatus({ ...well, problems: ['policy-writable'] })).toBe(1);
  const known = { id: 'd1', found: true, phase: null, document: null, copy: null, signatures: null, problem: null };
  const needs = { ...well, status: 'needs-you' } as const;
  expect(exitCodeOfStatus({ ...needs, documents: [known] }, ['d1'])).toBe(0);
  expect(exitCodeOfStatus({ ...well, documents: [known, { ...known, found: false }] }, ['d1', 'd2'])).toBe(1);
  // An earlier version runs, which does not know the question.
  expect(exitCodeOfStatus(well, ['d1'])).toBe(4);
  expect(exitCodeOfStatus('not-running')).toBe(3);
  expect([exitCodeOfStatus(null), exitCodeOfStatus('not-asked')]).toEqual([4, 4]);
});

describe('the question to the running app', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-status-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const left = () => readdirSync(join(folder, 'requests'));

  test('is answered by it, and leaves nothing behind', async () => {
    const box = createRequestBox(folder);
    const brought: string[] = [];
    const outcome = await askStatus({
      box,
      ids: [],
      bring: (id) => brought.push(id) > 0,
      async wait() {
        const id = brought[0] ?? '';
        if ((await box.take(id)) !== 'gone') await box.answer(id, well);
      },
    });
    expect([outcome, brought.length, left()]).toEqual([well, 1, []]);
  });

  test('starts no app where none runs', async () => {
    const box = createRequestBox(folder);
    expect(await askStatus({ box, ids: [], bring: () => false, wait: async () => {} })).toBe('not-running');
    expect(left()).toEqual([]);
  });

  test('ends without an answer after some time', async () => {
    let looks = 0;
    const box = createRequestBox(folder);
    expect(await askStatus({ box, ids: [], bring: () => true, wait: async () => void (looks += 1) })).toBeNull();
    expect(looks).toBeLessThan(1_000);
  });
});
