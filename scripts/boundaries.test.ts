import { describe, expect, test } from 'vitest';
import { fileRules, rules, violations } from './boundaries.ts';

/** For every rule: a file that breaks only this rule, and a similar file that is allowed. */
const cases: readonly { rule: string; path: string; source: string; allowed: readonly [string, string] }[] = [
  {
    rule: 'only main/electron and the preload import electron',
    path: 'main/tracking/checks.ts',
    source: "import { app } from 'electron';",
    allowed: ['main/electron/start.ts', "import { app } from 'electron';"],
  },
  {
    rule: 'only main/electron/desktop.ts reaches the shell',
    path: 'main/electron/window.ts',
    source: "import { BrowserWindow, shell } from 'electron';",
    allowed: ['main/electron/desktop.ts', "import { shell } from 'electron';"],
  },
  {
    rule: 'TLS begins in main/signing/node/secure-socket.ts alone',
    path: 'main/network/network-probe.ts',
    source: "import { type SecureContext, connect as tlsConnect } from 'node:tls';",
    allowed: ['main/network/network.ts', "import type { SecureContext } from 'node:tls';"],
  },
  {
    rule: 'main/signing imports nothing of the app',
    path: 'main/signing/client.ts',
    source: "import { x } from '../account/keychain.ts';",
    allowed: ['main/account/x.ts', "import { Secret } from '../signing/secret.ts';"],
  },
  {
    rule: 'main/signing imports nothing of the app',
    path: 'main/signing/client.ts',
    source: "import type { x } from '../../preload/contract/state.ts';",
    allowed: ['main/signing/client.ts', "import { x } from './secret.ts';"],
  },
  {
    rule: 'the practice service imports nothing of the app',
    path: 'main/practice-service/signing.ts',
    source: "import { checkAddress } from '../../shared/people/address.ts';",
    allowed: ['main/practice-service/signing.ts', "import type { Mail } from './document.ts';"],
  },
  {
    rule: 'the window imports nothing of main',
    path: 'renderer/app/x.ts',
    source: "import type { Clock } from '../../main/clock.ts';",
    allowed: ['main/files/x.ts', "import type { Clock } from '../time/clock.ts';"],
  },
  {
    rule: 'a room imports nothing of a higher one (scripts/rooms.ts)',
    path: 'main/journal/journal.ts',
    source: "import type { Outbox } from '../outbox/tally.ts';",
    allowed: ['main/outbox/tally.ts', "import type { Journal } from '../journal/journal.ts';"],
  },
  {
    rule: 'a room imports nothing of a higher one (scripts/rooms.ts)',
    path: 'renderer/features/send/preview/zoom.ts',
    source: "import { changeSheet } from '../open-send.ts';",
    allowed: ['renderer/features/send/sheet.ts', "import type { PdfVerdict } from './preview/pdf-verdict.ts';"],
  },
  {
    rule: 'every file of the product has a room (scripts/rooms.ts)',
    path: 'main/attic/x.ts',
    source: '',
    allowed: ['test/attic/x.ts', ''],
  },
  {
    rule: 'a room imports nothing of a higher one (scripts/rooms.ts)',
    path: 'main/files/x.ts',
    source: "const x = await import('../../renderer/language/say-moment.ts');",
    allowed: ['renderer/x.ts', "import { a } from './app/frame.tsx';"],
  },
  {
    rule: 'the window takes types alone from the contract, or files without schemas',
    path: 'renderer/app/x.ts',
    source: "import { contract } from '../../preload/contract/index.ts';",
    allowed: ['renderer/app/x.ts', "import { limits } from '../../preload/contract/limits.ts';"],
  },
  {
    rule: 'what the window takes from the contract brings no schemas with it',
    path: 'preload/contract/limits.ts',
    source: "import { personInput } from './person.ts';",
    allowed: ['preload/contract/limits.ts', "import type { Person } from './person.ts';"],
  },
  {
    rule: 'the window takes types alone from the contract, or files without schemas',
    path: 'renderer/app/y.ts',
    source: "import { personInput } from '../../preload/contract/person.ts';",
    allowed: ['renderer/app/y.ts', "import { checkAddress } from '../../shared/people/address.ts';"],
  },
  {
    rule: 'the contract imports nothing but zod and shared',
    path: 'preload/contract/state.ts',
    source: "import { x } from 'jose';",
    allowed: ['preload/contract/state.ts', "import { z } from 'zod';"],
  },
  {
    rule: 'shared imports nothing from outside of itself',
    path: 'shared/people/address.ts',
    source: "import { z } from 'zod';",
    allowed: ['shared/people/read-people-table.ts', "import { readCells } from '../tables/read-cells.ts';"],
  },
  {
    rule: 'only the keychain adapter imports keytar',
    path: 'main/account/sign-in.ts',
    source: "import keytar from 'keytar';",
    allowed: ['main/keychain/keytar-keychain.ts', "const x = await import('keytar');"],
  },
  {
    rule: 'the product imports nothing of its tests or of scripts',
    path: 'main/app/app.ts',
    source: "import '../../test/practice-service/practice-service.ts';",
    allowed: ['scripts/start.ts', "import { x } from '../test/practice-service/practice-service.ts';"],
  },
  {
    rule: 'the product imports nothing of its tests or of scripts',
    path: 'renderer/bridge/bridge.ts',
    source: "import { createFakeBridge } from '../testing/fake-bridge.ts';",
    allowed: ['renderer/store/mirror.test.ts', "import { createFakeBridge } from '../testing/fake-bridge.ts';"],
  },
  {
    rule: 'nothing is imported from outside of the project',
    path: 'test/standin/run.ts',
    source: "import { x } from '../../../elsewhere/x.ts';",
    allowed: ['test/standin/run.ts', "import { x } from '../../main/x.ts';"],
  },
  {
    rule: 'a channel name stands in the contract and in its answers alone',
    path: 'main/electron/start.ts',
    source: "send('state.changed')",
    allowed: ['main/ipc/state.ts', "({ 'state.get': () => 1 })"],
  },
  {
    rule: 'only a class says this',
    path: 'main/list/x.ts',
    source: '// A list.\nconst list = { all: [], restored() { return this.all; } };',
    allowed: ['main/list/x.ts', '/* Of this. */\nclass List { all = []; restored() { return this.all; } }'],
  },
  {
    rule: 'ipcMain and ipcRenderer are used in their wrappers alone',
    path: 'main/electron/window.ts',
    source: 'ipcMain.handle(name)',
    allowed: ['preload/preload.ts', 'ipcRenderer.invoke(name)'],
  },
];

describe('boundaries', () => {
  test.each(cases)('$rule: $path', ({ rule, path, source, allowed }) => {
    expect(violations(new Map([[path, source]]))).toEqual([expect.stringContaining(rule)]);
    expect(violations(new Map([allowed]))).toEqual([]);
  });

  test('every rule has a case here', () => {
    const proven = new Set(cases.map(({ rule }) => rule));
    expect([...rules, ...fileRules].map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
  });

  test('finds circles of imports, also of types', () => {
    const circle = new Map([
      ['renderer/ui/a.ts', "import { b } from './b.ts';"],
      ['renderer/ui/b.ts', "import type { C } from './c.ts';"],
      ['renderer/ui/c.ts', "export * from './a.ts';"],
    ]);
    expect(violations(circle)).toEqual([
      'renderer/ui/a.ts → renderer/ui/b.ts → renderer/ui/c.ts → renderer/ui/a.ts: files import each other in a circle',
    ]);
    expect(violations(circle.set('renderer/ui/c.ts', ''))).toEqual([]);
  });

  test('treats a re-export like an import', () => {
    expect(violations(new Map([['renderer/x.ts', "export * from '../main/x.ts';"]]))).toHaveLength(1);
    expect(violations(new Map([['renderer/x.ts', "import a, {\n  b,\n} from '../main/x.ts';"]]))).toHaveLength(1);
  });

  test('ignores a method called import', () => {
    const source = "({ 'profiles.import': () => import('../main/x.ts'), b: 'x' })";
    expect(violations(new Map([['renderer/x.ts', source]]))).toHaveLength(1);
    expect(violations(new Map([['preload/contract/x.ts', "({ 'a.import': 1, b: 'x' })"]]))).toEqual([]);
  });
});
