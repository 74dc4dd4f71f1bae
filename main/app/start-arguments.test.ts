import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { emptyCommandLine } from '../platform/command-line.ts';
import { createNotices } from '../state/notices.ts';
import { createPublishedState } from '../state/published-state.ts';
import { createArguments } from './start-arguments.ts';

test.each([
  ['yes', true],
  ['again', true],
  ['never', false],
] as const)('a file of a connection that is here shows it, where somebody was signed in: %s', (signedIn, isShown) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-arguments-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const connectionFile = join(folder, 'it.json');
  writeFileSync(connectionFile, '{}');
  const activated: string[] = [];
  const nothing = () => {};
  const open = createArguments({
    book: {
      find: () => ({ ...sampleConnection, signedIn }),
      offer: () => ({ problem: null, known: 'c' }),
    },
    notices: createNotices(createPublishedState(emptyState)),
    gatheredFiles: { add: nothing },
    isShown: () => false,
    activate: (id) => void activated.push(id),
    choose: nothing,
    showDocument: nothing,
    answerRequest: nothing,
  });
  open({ ...emptyCommandLine, connectionFile });
  expect(activated).toEqual(isShown ? ['c'] : []);
});
