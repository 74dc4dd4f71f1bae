import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseCommandLine } from './command-line.ts';

const folder = resolve('/home/anna');

test('a connection file is relative to the current folder', () => {
  const file = resolve(folder, 'it/a.countersign-connection.json');
  const nothingUnknown = { connectionFile: file, documents: [], unknown: [] };
  expect(parseCommandLine(['--connection', 'it/a.countersign-connection.json'], folder)).toEqual(nothingUnknown);
  expect(parseCommandLine(['--connection=it/a.countersign-connection.json'], folder)).toEqual(nothingUnknown);
});

test('a connection file needs no option, as after a double click', () => {
  const of = (...args: string[]) => parseCommandLine(args, folder);
  const file = resolve(folder, 'a.countersign-connection.json');
  expect(of('a.countersign-connection.json')).toEqual({ connectionFile: file, documents: [], unknown: [] });
  expect(of('--no-sandbox', file, 'Contract.pdf').connectionFile).toBe(file);
  expect(of(pathToFileURL(file).href).connectionFile).toBe(file);
  expect(of('file://else%where/a.countersign-connection.jso').connectionFile).toBeNull();
  expect(of('Muster AG.countersign').connectionFile).toBe(resolve(folder, 'Muster AG.countersign'));
  expect(of('A.Countersign-Connection.JSON').connectionFile).toBe(resolve(folder, 'A.Countersign-Connection.JSON'));
  expect(of('connection.json', 'a.countersign-connection.json/x').connectionFile).toBeNull();
  expect(of('-a.countersign-connection.json')).toEqual({
    connectionFile: null,
    documents: [],
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
  expect(parseCommandLine(args, folder)).toEqual({ connectionFile: null, documents: [], unknown: [] });
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
