import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askApp } from './ask-app.ts';
import { createRequestBox } from './request-box.ts';
import type { SendAnswer, SendRequest } from './send-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-requests-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const request: SendRequest = { version: 1, files: ['/srv/a.pdf'], profile: 'Contracts', goal: 'send' };
const answer: SendAnswer = { version: 1, files: [{ file: '/srv/a.pdf', state: 'sending', id: 's', message: 'ok' }] };
const box = () => createRequestBox(folder);
const left = () => (existsSync(join(folder, 'requests')) ? readdirSync(join(folder, 'requests')) : []);

describe('a request', () => {
  test('goes to the app once, and its answer back', async () => {
    const id = await box().ask(request);
    expect([await box().isTaken(id), await box().answerOf(id)]).toEqual([false, null]);
    expect(await box().take(id)).toEqual(request);
    expect([await box().take(id), await box().takeBack(id), await box().isTaken(id)]).toEqual(['gone', false, true]);
    await box().answer(id, answer);
    expect(await box().answerOf(id)).toEqual(answer);
    await box().clear(id);
    expect(left()).toEqual([]);
  });

  test('that was taken back is not carried out', async () => {
    const id = await box().ask(request);
    expect(await box().takeBack(id)).toBe(true);
    expect(await box().take(id)).toBe('gone');
  });

  test.each(['', '../../etc/passwd', 'a'.repeat(36), '..', `${'0'.repeat(8)}-0000-0000-0000-00000000000/`])(
    'with the id %j reaches no file',
    async (id) => {
      expect(await box().take(id)).toBe('gone');
    },
  );

  test.each([
    '{',
    '{}',
    JSON.stringify({ ...request, version: 2 }),
    JSON.stringify({ ...request, files: [] }),
    `"${'x'.repeat(5_000_000)}"`,
  ])('that is damaged, of another version or huge is unreadable', async (content) => {
    const id = await box().ask(request);
    writeFileSync(join(folder, 'requests', `${id}.asked.json`), content);
    expect(await box().take(id)).toBe('unreadable');
  });

  test('of a command that was killed is swept later, and a fresh one stays', async () => {
    const old = await box().ask(request);
    const fresh = await box().ask(request);
    utimesSync(join(folder, 'requests', `${old}.asked.json`), 0, 0);
    await box().sweep(Date.now());
    expect(left()).toEqual([`${fresh}.asked.json`]);
    expect(await createRequestBox(join(folder, 'none')).sweep(0)).toBeUndefined();
  });
});

describe('a command', () => {
  /** Time passes only here. */
  function clock() {
    const moments: (() => unknown)[] = [];
    let looks = 0;
    return {
      at: (look: number, what: () => unknown) => void (moments[look] = what),
      looks: () => looks,
      wait: async () => {
        looks += 1;
        await moments[looks]?.();
      },
    };
  }
  const faults: unknown[] = [];
  const world = (bring: (id: string) => void, isAppRunning = () => true, isRefused = () => false) => {
    const time = clock();
    const onFault = (error: unknown) => void faults.push(error);
    return { time, asked: askApp(request, { box: box(), bring, isAppRunning, isRefused, onFault, wait: time.wait }) };
  };

  test('waits until the app has answered, and leaves nothing behind', async () => {
    const brought: string[] = [];
    const { time, asked } = world((id) => void brought.push(id));
    time.at(3, () => box().take(brought[0] ?? ''));
    time.at(9, () => box().answer(brought[0] ?? '', answer));
    expect(await asked).toEqual(answer);
    expect([brought.length, left()]).toEqual([1, []]);
  });

  test('brings its request again when the message was lost', async () => {
    const brought: string[] = [];
    const { time, asked } = world((id) => void brought.push(id));
    time.at(130, () => box().take(brought[0] ?? ''));
    time.at(131, () => box().answer(brought[0] ?? '', answer));
    expect(await asked).toEqual(answer);
    expect([brought.length, new Set(brought).size]).toEqual([3, 1]);
  });

  test('takes its request back when nobody takes it: a late app must not send', async () => {
    const brought: string[] = [];
    expect(await world((id) => void brought.push(id)).asked).toBe('untaken');
    expect([await box().take(brought[0] ?? ''), left()]).toEqual(['gone', []]);
  });

  test('keeps its outcome when its files cannot be deleted', async () => {
    const busy = new Error('EBUSY');
    const told: unknown[] = [];
    const outcome = await askApp(request, {
      box: { ...box(), clear: () => Promise.reject(busy) },
      bring() {},
      isAppRunning: () => true,
      isRefused: () => false,
      onFault: (error) => void told.push(error),
      wait: async () => {},
    });
    expect([outcome, told]).toEqual(['untaken', [busy]]);
  });

  test('gives up when the app has ended, and not before it looked for an answer', async () => {
    const brought: string[] = [];
    const { time, asked } = world(
      (id) => void brought.push(id),
      () => false,
    );
    time.at(1, () => box().take(brought[0] ?? ''));
    expect(await asked).toBeNull();
    expect(time.looks()).toBeLessThan(100);
  });

  test('waits no longer when the system refuses to say who runs, and takes its request back', async () => {
    const brought: string[] = [];
    const { time, asked } = world(
      (id) => void brought.push(id),
      () => true,
      () => true,
    );
    expect(await asked).toBe('untaken');
    expect(time.looks()).toBeLessThan(60);
    expect([await box().take(brought[0] ?? ''), left()]).toEqual(['gone', []]);
  });

  test('waits for its answer when the app took the request in spite of that', async () => {
    const brought: string[] = [];
    const { time, asked } = world(
      (id) => void brought.push(id),
      () => true,
      () => true,
    );
    time.at(2, () => box().take(brought[0] ?? ''));
    time.at(200, () => box().answer(brought[0] ?? '', answer));
    expect(await asked).toEqual(answer);
  });

  test('says at once where its request cannot be written, and brings nothing', async () => {
    writeFileSync(join(folder, 'requests'), 'a file in the place of the folder');
    const brought: string[] = [];
    expect(await world((id) => void brought.push(id)).asked).toBe('untaken');
    expect([brought, faults]).toEqual([[], [expect.any(Error)]]);
    rmSync(join(folder, 'requests'));
    mkdirSync(join(folder, 'requests'));
  });
});
