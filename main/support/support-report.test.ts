import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { State } from '../../preload/contract/state.ts';
import { sampleConnection, sampleFields } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { sampleChoices } from '../profiles/testing/sample-choices.ts';
import { Secret } from '../signing/secret.ts';
import { createLog } from '../state/log.ts';
import { createPublishedState } from '../state/published-state.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { logState } from './log-state.ts';
import { redactLog } from './redacted-log.ts';
import { createSupportReport } from './support-report.ts';

let folder: string;
let logFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-Canary-'));
  logFile = join(folder, 'countersign.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Every text that a person, a file or a service gave is a canary. */
const named: Partial<State> = {
  version: '1.2.3',
  dataFolder: '/home/Canary/.config',
  copyName: 'Canary {name}',
  connections: [
    {
      ...sampleConnection,
      fields: {
        ...sampleFields,
        name: 'Canary AG',
        base: 'https://canary.example/api/v1',
        auth: 'https://canary.example',
        admin: 'https://canary.example',
        identity: 'https://canary.example',
        clientId: 'canary-client',
        kid: 'canary-key',
        actions: 'canary',
      },
      username: 'canary-user',
      person: 'Canary Muster',
      savedCopies: '/home/Canary/Signed',
    },
  ],
  active: 'c',
  profiles: [
    {
      id: 'canary-p',
      name: 'Canary contracts',
      isDefault: true,
      choices: {
        ...sampleChoices,
        signees: [{ email: 'canary@canary.example', name: 'Canary', comment: '', order: 0 }],
      },
    },
  ],
  check: {
    ...emptyState.check,
    problem: { key: 'unreachable', params: { host: 'canary.example' }, details: 'connect canary.example:443' },
  },
  outbox: {
    ...emptyState.outbox,
    alias: 'Canary sender',
    unwritable: { key: 'not-recorded', params: {}, details: "EACCES: '/home/Canary/Lease.pdf'" },
  },
  needsYou: { canary: 1 },
  network: {
    authority: '/home/Canary/ca.pem',
    proxyUser: 'canary',
    proxy: { mode: 'manual', address: 'canary:80' },
    passwordFor: 'http://canary:80',
  },
  notices: [{ key: 'file-missing', params: { name: 'Canary.pdf' }, details: 'Canary' }],
};

function start() {
  const { journal } = openJournal(join(folder, 'journal.sqlite'));
  onTestFinished(() => journal.close());
  journal.connections.save(sampleConnection, 1);
  journal.people.remember([{ email: 'canary@canary.example', name: 'Canary' }], 1);
  const state = createPublishedState({ ...emptyState, ...named });
  return { journal, state, write: createSupportReport({ clock: stoppedClock(), state, journal, logFile }) };
}

describe('the report to support', () => {
  test('says how things are', async () => {
    const { write, state } = start();
    logState(state, createLog(logFile));
    const report: unknown = JSON.parse(await write());
    expect(report).toMatchObject({
      app: { version: '1.2.3', platform: process.platform },
      settings: { copyName: 'usual', proxy: 'manual', hasProxyUser: true },
      connections: [{ active: true, signedIn: 'yes', clientForm: 'public' }],
      profiles: 1,
      outbox: { unwritable: 'not-recorded' },
      check: { problem: 'unreachable' },
      notices: ['file-missing'],
      journal: { version: expect.any(Number), people: 1 },
    });
    expect(report).toMatchObject({
      log: expect.arrayContaining([
        expect.objectContaining({ place: 'check', facts: { running: false, problem: 'unreachable' } }),
      ]),
    });
  });

  test('has no name of anybody or anything, and no secret', async () => {
    const { write, state, journal } = start();
    journal.settings.set('copyName', 'Canary {name}');
    journal.settings.set('proxyUser', 'canary');
    const log = createLog(logFile);
    logState(state, log);
    log.error('uncaught', new Error("ENOENT: no such file, open '/home/Canary/Lease.pdf'"));
    log.error('uncaught', Object.assign(new Error('Canary'), { name: 'Canary error', code: '/home/Canary' }));
    log.error('documents.save', { file: 'Canary.pdf', password: new Secret('Canary') });
    log.error('outbox', new Error('Canary', { cause: new Error('canary@canary.example') }));
    log.error('odd', new Error('x\n    at Canary.read (/home/Canary/canary.js:1:2)'));
    log.error('/home/Canary', 'Canary');
    log.error('parse', new SyntaxError(`Unexpected token 'C', "Canary" is not valid JSON`));
    log.info('Canary name of a file.pdf', { 'Canary name': 'Canary.pdf', path: '/home/Canary', odd: 'Canary' });
    writeFileSync(logFile, `${readFileSync(logFile, 'utf8')}Canary\n{"at":"Canary"}\n["Canary"]\n`);
    const report = await write();
    expect(report).not.toMatch(/canary/i);
    expect(JSON.parse(report)).toMatchObject({ settings: { copyName: 'own' } });
  });

  test('tells where in the code an error happened', async () => {
    const { write } = start();
    createLog(logFile).error('start', new TypeError('Canary'));
    const here = expect.stringMatching(/^support-report\.test\.ts:\d+:\d+$/);
    expect(JSON.parse(await write())).toMatchObject({
      log: [{ place: 'start', error: { name: 'TypeError', frames: expect.arrayContaining([here]) } }],
    });
  });

  test('is written without a log, and with a damaged one', async () => {
    const { write } = start();
    expect(JSON.parse(await write())).toMatchObject({ log: [] });
    writeFileSync(logFile, '\u0000'.repeat(1_000_000));
    expect(JSON.parse(await write())).toMatchObject({ log: [] });
  });

  test('has the newest lines of a long log', async () => {
    const log = createLog(logFile, { fileBytes: 30_000, olderFiles: 2, linesPerMinute: 10_000 });
    for (let count = 0; count < 1_000; count += 1) log.info('count', { count });
    const { write } = start();
    const report: unknown = JSON.parse(await write());
    expect(report).toMatchObject({ log: expect.arrayContaining([expect.objectContaining({ facts: { count: 999 } })]) });
  });
});

test('a line of an earlier version keeps its time and place', () => {
  const old = JSON.stringify({ at: '2026-11-22T10:00:00.000Z', place: 'start', error: 'Error: Canary' });
  expect(redactLog(old)).toEqual([{ at: '2026-11-22T10:00:00.000Z', level: 'error', place: 'start' }]);
});
