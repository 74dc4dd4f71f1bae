import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { emptyCommandLine, parseCommandLine } from './command-line.ts';

const folder = resolve('/home/anna');

test('a connection file is relative to the current folder', () => {
  const file = resolve(folder, 'it/a.countersign-connection.json');
  const nothingUnknown = { ...emptyCommandLine, connectionFile: file };
  expect(parseCommandLine(['--connection', 'it/a.countersign-connection.json'], folder)).toEqual(nothingUnknown);
  expect(parseCommandLine(['--connection=it/a.countersign-connection.json'], folder)).toEqual(nothingUnknown);
});

test('a connection file needs no option, as after a double click', () => {
  const of = (...args: string[]) => parseCommandLine(args, folder);
  const file = resolve(folder, 'a.countersign-connection.json');
  expect(of('a.countersign-connection.json')).toEqual({ ...emptyCommandLine, connectionFile: file });
  expect(of('--no-sandbox', file, 'Contract.pdf').connectionFile).toBe(file);
  expect(of(pathToFileURL(file).href).connectionFile).toBe(file);
  expect(of('file://else%where/a.countersign-connection.jso').connectionFile).toBeNull();
  expect(of('Muster AG.countersign').connectionFile).toBe(resolve(folder, 'Muster AG.countersign'));
  expect(of('A.Countersign-Connection.JSON').connectionFile).toBe(resolve(folder, 'A.Countersign-Connection.JSON'));
  expect(of('connection.json', 'a.countersign-connection.json/x').connectionFile).toBeNull();
  expect(of('-a.countersign-connection.json')).toEqual({
    ...emptyCommandLine,
    unknown: ['-a.countersign-connection.json'],
  });
});

test('unknown options and an option without its value are reported', () => {
  expect(parseCommandLine(['--conection=x', '-v'], folder).unknown).toEqual(['--conection=x', '-v']);
  expect(parseCommandLine(['--connection'], folder).unknown).toEqual(['--connection']);
  expect(parseCommandLine(['--connection', '--no-sandbox'], folder).unknown).toEqual(['--connection']);
});

test('switches of Electron and Chromium are ignored', () => {
  const args = ['--no-sandbox', '--user-data-dir=/x', '--remote-debugging-port=0', '--updated', '-Embedding'];
  expect(parseCommandLine(args, folder)).toEqual(emptyCommandLine);
  const more = [
    '--lang=de',
    '--inspect',
    '--inspect-brk=0',
    '--squirrel-firstrun',
    '--enable-features=A,B',
    '--use-gl=x',
  ];
  expect(parseCommandLine(more, folder)).toEqual(emptyCommandLine);
});

test('a file or an option that only begins like a switch is reported', () => {
  const unknown = [
    '--force-majeure.pdf',
    '--use-of-land.XLSX',
    '--use-a=b.docx',
    '--use-it.eml',
    '--language',
    '--no-sandboxes',
  ];
  expect(parseCommandLine(unknown, folder)).toEqual({ ...emptyCommandLine, unknown });
});

test('other arguments are documents, relative to the current folder', () => {
  const elsewhere = resolve('/srv/Offer 7.docx');
  const { documents } = parseCommandLine(['Contract.pdf', pathToFileURL(elsewhere).href, '', '--lang=de'], folder);
  expect(documents).toEqual([resolve(folder, 'Contract.pdf'), elsewhere]);
  expect(parseCommandLine(['--', '-offer.pdf', '--x'], folder)).toMatchObject({
    documents: [resolve(folder, '-offer.pdf'), resolve(folder, '--x')],
    unknown: [],
  });
  expect(parseCommandLine(['https://sign.example/a.pdf'], folder)).toMatchObject({
    documents: [],
    unknown: ['https://sign.example/a.pdf'],
  });
});

test('a start with the computer is hidden', () => {
  expect(parseCommandLine(['--hidden'], folder)).toEqual({ ...emptyCommandLine, hidden: true });
});

test('--send asks for documents, unless it comes with them', () => {
  expect(parseCommandLine(['--send'], folder)).toEqual({ ...emptyCommandLine, choose: true });
  const documents = [resolve(folder, 'a.pdf')];
  expect(parseCommandLine(['--send', '--', 'a.pdf'], folder)).toEqual({ ...emptyCommandLine, documents });
  expect(parseCommandLine(['--send', 'a.pdf'], folder)).toEqual({ ...emptyCommandLine, documents });
});

describe('an address of ours', () => {
  const of = (...args: string[]) => parseCommandLine(args, folder);

  test.each([
    ['countersign://open?document=3f2a9c1e', '3f2a9c1e'],
    ['countersign://open/?document=3f2a9c1e', '3f2a9c1e'],
    ['COUNTERSIGN://open?document=a%2Fb', 'a/b'],
  ])('%s names a document', (address, document) => {
    expect(of(address)).toEqual({ ...emptyCommandLine, document });
  });

  test.each([
    'countersign:',
    'countersign://',
    'countersign://open',
    'countersign://open?document=',
    'countersign://open?document=a&document=b',
    'countersign://open?document=a&goal=send',
    'countersign://open?file=/etc/passwd',
    'countersign://open/etc/passwd?document=a',
    'countersign://open?document=a#send',
    'countersign://anna@open?document=a',
    'countersign://open:80?document=a',
    'countersign://send?document=a',
    'countersign:open?document=a',
    'countersign:///open?document=a',
    'countersign://%zz?document=a',
    `countersign://open?document=${'a'.repeat(10_000)}`,
  ])('%s asks for nothing', (address) => {
    expect(of(address)).toEqual(emptyCommandLine);
  });

  test('counts alone: nothing that a page gets in beside it has an effect', () => {
    const beside = ['--connection=//evil/a.countersign', '--send', '--hidden', '/etc/passwd', 'b.countersign', '--x'];
    expect(of(...beside, 'countersign://open?document=a')).toEqual({ ...emptyCommandLine, document: 'a' });
    expect(of('countersign://send?x', ...beside, '--', 'c.pdf')).toEqual(emptyCommandLine);
  });
});
