import { beforeEach, expect, test } from 'vitest';
import { app, record } from '../../test/security/recording-electron.ts';
import { parseCommandLine } from '../platform/command-line.ts';
import { createTexts } from '../words/texts.ts';
import { becomeProtocolClient, setTasks } from './shell-entries.ts';

beforeEach(() => {
  record.tasks = [];
  record.protocolClients = [];
  app.isPackaged = true;
});

test('the icon on the taskbar of Windows offers to send, in the language of the window', () => {
  setTasks('win32', createTexts().in('de'));
  expect(record.tasks).toEqual([
    {
      program: process.execPath,
      arguments: '--send',
      title: 'Dokumente senden…',
      description: 'Dokumente senden…',
      iconPath: process.execPath,
      iconIndex: 0,
    },
  ]);
  expect(parseCommandLine(['--send'], '/').choose).toBe(true);
});

test('an installed app on Windows takes the addresses of ours', () => {
  becomeProtocolClient('win32');
  expect(record.protocolClients).toEqual(['countersign']);
});

test.each([
  ['linux', true],
  ['darwin', true],
  ['win32', false],
] as const)('on %s, installed %j, nothing is registered', (platform, packaged) => {
  app.isPackaged = packaged;
  setTasks(platform, createTexts().in('en'));
  becomeProtocolClient(platform);
  expect([record.tasks, record.protocolClients]).toEqual([[], []]);
});
