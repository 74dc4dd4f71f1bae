import { describe, expect, test } from 'vitest';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { writeProfileFile } from '../profiles/profile-file.ts';
import { sampleChoices } from '../profiles/testing/sample-choices.ts';
import { createForeignReader, threadOfSources } from './foreign-reader.ts';

const reader = createForeignReader({ thread: threadOfSources });
const utf8 = (text: string) => new TextEncoder().encode(text);
const inScript = (script: string) =>
  createForeignReader({ thread: new URL(`data:text/javascript,${encodeURIComponent(script)}`) });

describe('a file of people', () => {
  test('arrives complete and in order, over several batches', async () => {
    const emails = Array.from({ length: 1_234 }, (_none, at) => `p${at}@b.ch`);
    const found = await reader.readPeople(utf8(`E-mail\n${[...emails, 'p0@b.ch', 'nobody@', '@b.ch'].join('\n')}`));
    expect(found).toMatchObject({ kind: 'read', twice: 1, refusedCount: 2 });
    expect(found.kind === 'read' && found.people.map(({ email }) => email)).toEqual(emails);
    expect(found.kind === 'read' && found.refused.map(({ why }) => why)).toEqual(['nothing-after', 'nothing-before']);
  });

  test('may be empty', async () => {
    expect(await reader.readPeople(utf8(''))).toEqual({
      kind: 'read',
      people: [],
      twice: 0,
      refused: [],
      refusedCount: 0,
    });
  });

  test('reports the first refused entries', async () => {
    const found = await reader.readPeople(utf8('x@\n'.repeat(300)));
    expect(found).toMatchObject({ kind: 'read', people: [], refusedCount: 300 });
    expect(found.kind === 'read' && found.refused).toHaveLength(100);
  });

  test('is refused above the limits', async () => {
    const people = (count: number) => utf8(Array.from({ length: count }, (_none, at) => `${at}@b.ch\n`).join(''));
    expect(await reader.readPeople(people(limits.peopleAtOnce))).toMatchObject({ kind: 'read' });
    expect(await reader.readPeople(people(limits.peopleAtOnce + 1))).toEqual({ kind: 'too-many' });
    expect(await reader.readPeople(new Uint8Array(lengths.peopleFile + 1))).toEqual({ kind: 'unreadable' });
    expect(await reader.readPeople(Uint8Array.from([0, 1]))).toEqual({ kind: 'unreadable' });
  });

  test('does not change the bytes of the caller', async () => {
    const content = utf8('a@b.ch');
    await reader.readPeople(content);
    expect(content).toHaveLength(6);
  });
});

test('reads a profile, or reports that the file is none', async () => {
  const choices = {
    mode: 'qualified',
    jurisdiction: 'eidas',
    alias: 'Anna',
    comment: '',
    sendMail: 'all',
    scanPredefined: false,
    extra: { a: [1, { b: null }] },
    signees: [],
  } as const;
  const written = { name: 'Contracts', choices: { ...choices, extra: { a: [1, { b: null }] }, signees: [] } };
  expect(await reader.readProfile(utf8(writeProfileFile(written)))).toEqual({ kind: 'read', ...written });
  expect(await reader.readProfile(utf8('['.repeat(lengths.profileFile)))).toEqual({ kind: 'unreadable' });
  expect(await reader.readProfile(utf8('{"format":"countersign-profile","version":9}'))).toEqual({ kind: 'newer' });
});

test('reads settings with many profiles, one by one', async () => {
  const profiles = Array.from({ length: limits.profiles }, (_none, index) => ({
    name: `Profile ${index}`,
    choices: sampleChoices,
  }));
  const file = { format: 'countersign-settings', version: 1, settings: { theme: 'dark' }, profiles };
  const found = await reader.readSettings(utf8(JSON.stringify(file)));
  expect(found).toEqual({ kind: 'read', settings: { theme: 'dark' }, profiles });
  expect(await reader.readSettings(utf8('['.repeat(1_000_000)))).toEqual({ kind: 'unreadable' });
});

test('reads long pasted texts like short ones', async () => {
  const pasted = 'Username: service-1\nPassword: correct horse\nState: 7\n';
  const long = `${pasted}${'Keep it safe.\n'.repeat(200)}`;
  const [short, found] = [await reader.readCredentials(pasted), await reader.readCredentials(long)];
  expect(found).toEqual(short);
  expect(found.ok && found.password.reveal()).toBe('correct horse');
  expect(await reader.readCredentials('word\n'.repeat(1_000))).toEqual({ ok: false, problem: 'ambiguous' });
  expect(await reader.readCredentials('x'.repeat(lengths.paste + 1))).toEqual({ ok: false, problem: 'too-long' });
});

test.each([
  ['that ends without an answer', ''],
  ['that fails', 'throw new Error("broken")'],
  ['that is not there', null],
  ['that answers something else', "import { parentPort } from 'node:worker_threads'; parentPort.postMessage(7);"],
])('rejects for a thread %s', async (_what, script) => {
  const broken = script === null ? createForeignReader({ thread: new URL('file:///none.js') }) : inScript(script);
  await expect(broken.readPeople(utf8('a@b.ch'))).rejects.toThrow();
  await expect(broken.readProfile(utf8('{}'))).rejects.toThrow();
});
