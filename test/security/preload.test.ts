import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { callNames, eventNames, fileCallNames } from '../../preload/contract/index.ts';
import { ipcRenderer, record } from './recording-electron.ts';

/** The unmodified preload over the recording double: what a page can make it send to main, and what it hears. */
const member = z.custom<(argument?: unknown) => unknown>((value) => typeof value === 'function');
let areas: Record<string, Record<string, z.infer<typeof member>>>;

beforeAll(async () => {
  vi.stubGlobal('CHANNELS', { calls: callNames, fileCalls: fileCallNames, events: eventNames });
  await import('../../preload/preload.ts');
  areas = z.record(z.string(), z.record(z.string(), member)).parse(record.exposed.get('countersign'));
});

test('the page gets one object, with the calls and events of the contract', () => {
  expect([...record.exposed.keys()]).toEqual(['countersign']);
  const members = Object.values(areas).flatMap((area) => Object.keys(area));
  expect(members).toHaveLength(callNames.length + eventNames.length);
});

test('a path that the page writes as text never reaches main', async () => {
  expect(fileCallNames).toEqual(['files.offer']);
  const offer = areas['files']?.['offer'];
  const contract = new File(['%PDF-'], 'Contract.pdf');
  // oxlint-disable-next-line no-await-in-loop -- in this order
  for (const input of [{ paths: ['/etc/passwd'] }, { paths: ['/etc/passwd'], files: [contract] }, '/etc/passwd', null])
    await offer?.(input);
  for (const files of [['/etc/passwd'], [{ path: '/etc/passwd', name: 'passwd' }]])
    expect(() => offer?.({ files })).toThrow('no file');
  expect(record.invoked).toEqual([
    ['files.offer', { paths: [] }],
    ['files.offer', { paths: ['/home/anna/Contract.pdf'] }],
    ['files.offer', { paths: [] }],
    ['files.offer', { paths: [] }],
  ]);
});

test('a listener hears the payload alone, and is a function', () => {
  const heard: unknown[][] = [];
  const end = areas['state']?.['onChanged']?.((...all: unknown[]) => heard.push(all));
  ipcRenderer.emit('state.changed', { sender: ipcRenderer }, { revision: 1 });
  expect(heard).toEqual([[{ revision: 1 }]]);
  if (typeof end === 'function') end();
  expect(ipcRenderer.listenerCount('state.changed')).toBe(0);
  expect(() => areas['state']?.['onChanged']?.({ handleEvent: () => {} })).toThrow('function');
});
