import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWork } from '../time/work.ts';
import { createCommands } from './commands.ts';
import { type CommandWorld, commandWorld } from './testing/command-world.ts';

let here: CommandWorld;
beforeEach(() => {
  here = commandWorld();
});
afterEach(() => here[Symbol.asyncDispose]());

const idle = {
  version: 1 as const,
  app: '1.0.0',
  status: 'idle' as const,
  stop: null,
  sending: 0,
  needsYou: 0,
  connections: [],
  folders: { watched: 0, paused: 0, needsYou: 0, troubled: 0 },
  checkedAt: null,
  update: 'off' as const,
  locked: [],
  problems: [],
};

test('an answer that cannot be written at once is written again: the documents are sent', async () => {
  const { deps, rows } = here.prepare();
  const file = here.put('a.pdf');
  const told: unknown[] = [];
  const answers: unknown[] = [];
  const work = createWork(() => {});
  const held = new Error('EPERM');
  const commands = createCommands({
    ...deps,
    status: () => idle,
    statusOfDocuments: () => [],
    during: work.during,
    onFault: (error) => void told.push(error),
    wait: async () => {},
    box: {
      take: async () => ({ version: 1, files: [file], profile: 'contracts', goal: 'send' }),
      async answer(_id, answer) {
        if (told.length === 0) throw held;
        answers.push(answer);
      },
      sweep: async () => {},
    },
  });
  commands.answer('id');
  await work.idle('take');
  expect([told, rows().length]).toEqual([[held], 1]);
  expect(answers).toMatchObject([{ files: [{ file, state: 'sending' }] }]);
});
