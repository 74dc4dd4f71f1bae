import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type CommandLine, emptyCommandLine } from '../platform/command-line.ts';
import { createOpenRequests } from './open-requests.ts';

const folder = resolve('/home/anna');
const file = resolve(folder, 'a.countersign-connection.json');
/** Arguments in Chromium's order: it adds switches and moves all of them to the front. */
const reordered = ['countersign', '--connection', '--allow-file-access-from-files', 'a.countersign-connection.json'];
const handedOver = { args: ['--connection', 'a.countersign-connection.json'], folder };

function started() {
  const app = new EventEmitter();
  let answers = 0;
  const openRequests = createOpenRequests(app, () => {
    answers += 1;
  });
  const asked: CommandLine[] = [];
  return { app, asked, answers: () => answers, serve: () => openRequests.serve((one) => void asked.push(one)) };
}

test('a later start is read from its data, which keeps the order of the arguments', () => {
  const { app, asked, answers, serve } = started();
  serve();
  app.emit('second-instance', {}, reordered, resolve('/'), handedOver);
  expect(answers()).toBe(1);
  expect(asked).toEqual([{ ...emptyCommandLine, connectionFile: file, documents: [], unknown: [] }]);
});

test.each([undefined, null, {}, { args: 'x', folder }, { args: [1], folder }])(
  'a later start with the data %j still shows the window',
  (data) => {
    const { app, asked, serve } = started();
    serve();
    app.emit('second-instance', {}, reordered, folder, data);
    expect(asked).toEqual([{ ...emptyCommandLine, connectionFile: null, documents: [], unknown: [] }]);
  },
);

test('early requests are kept, in order, until the app is ready', () => {
  const { app, asked, serve } = started();
  const event = { prevented: false, preventDefault: () => void (event.prevented = true) };
  app.emit('open-file', event, file);
  expect(event.prevented).toBe(true);
  app.emit('second-instance', {}, [], folder, { args: ['-x'], folder });
  expect(asked).toEqual([]);
  serve();
  app.emit('open-file', event, resolve(folder, 'Contract.pdf'));
  expect(asked).toEqual([
    { ...emptyCommandLine, connectionFile: file, documents: [], unknown: [] },
    { ...emptyCommandLine, connectionFile: null, documents: [], unknown: ['-x'] },
    { ...emptyCommandLine, connectionFile: null, documents: [resolve(folder, 'Contract.pdf')], unknown: [] },
  ]);
});

test('an address that macOS passes on names a document', () => {
  const { app, asked, serve } = started();
  const event = { prevented: false, preventDefault: () => void (event.prevented = true) };
  app.emit('open-url', event, 'countersign://open?document=a');
  app.emit('open-url', event, 'https://evil.example/a.pdf');
  serve();
  expect(event.prevented).toBe(true);
  expect(asked).toEqual([
    { ...emptyCommandLine, document: 'a' },
    { ...emptyCommandLine, unknown: ['https://evil.example/a.pdf'] },
  ]);
});
