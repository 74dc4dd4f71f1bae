import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callNames, eventNames } from '../preload/contract/index.ts';
import { circlesIn, floorOf } from './rooms.ts';

/** Source text by path inside the project, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

interface Import {
  readonly what: string;
  /** The imported file inside the project, or the name of the package. */
  readonly target: string;
  readonly typeOnly: boolean;
}

const statement =
  /\b(?:import|export)\s+(type\s+)?([^'"();]*?)\s*from\s*['"]([^'"]+)['"]|(?<!\.)\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

function importsOf(path: string, source: string): Import[] {
  return [...source.matchAll(statement)].map(([, type, what = '', from, bare]) => {
    const specifier = from ?? bare ?? '';
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
    return { what, target, typeOnly: type !== undefined };
  });
}

/** Files of the contract that the window may import as code: they contain data, no schemas. */
const withoutSchemas = (path: string) =>
  /^preload\/contract\/(?:copy-name|limits|language|list-choices|owner-matters|shortcuts|setting-values|without-places)\.ts$/.test(
    path,
  );
const isTest = (path: string) => /\.test\.tsx?$|^test\/|\/testing\//.test(path);
const inside = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
const product = (path: string) => inside(path, 'main', 'preload', 'renderer', 'shared') && !isTest(path);

interface Rule {
  readonly name: string;
  readonly forbids: (path: string, found: Import) => boolean;
}

/** Who may import what. The signing library, for example, knows nothing of the app. */
export const rules: readonly Rule[] = [
  {
    name: 'only main/electron and the preload import electron',
    forbids: (path, { target }) =>
      product(path) && target === 'electron' && !inside(path, 'main/electron') && path !== 'preload/preload.ts',
  },
  {
    name: 'only main/electron/desktop.ts reaches the shell',
    forbids: (path, { target, what }) =>
      target === 'electron' && /\bshell\b/.test(what) && product(path) && path !== 'main/electron/desktop.ts',
  },
  {
    name: 'TLS begins in main/signing/node/secure-socket.ts alone',
    forbids: (path, { target, what }) =>
      product(path) &&
      (target === 'node:https' || (target === 'node:tls' && /\b(?:connect|createSecureContext)\b/.test(what))) &&
      path !== 'main/signing/node/secure-socket.ts',
  },
  {
    name: 'main/signing imports nothing of the app',
    forbids: (path, { target }) =>
      product(path) &&
      inside(path, 'main/signing') &&
      inside(target, 'main', 'preload', 'renderer', 'shared') &&
      !inside(target, 'main/signing'),
  },
  {
    // It judges the app in tests, so it has its own copy of the rules.
    name: 'the practice service imports nothing of the app',
    forbids: (path, { target }) =>
      product(path) &&
      inside(path, 'main/practice-service') &&
      inside(target, 'main', 'preload', 'renderer', 'shared') &&
      !inside(target, 'main/practice-service'),
  },
  {
    name: 'the window imports nothing of main',
    forbids: (path, { target }) => inside(path, 'renderer') && inside(target, 'main'),
  },
  {
    name: 'the window takes types alone from the contract, or files without schemas',
    forbids: (path, { target, typeOnly }) =>
      product(path) && inside(path, 'renderer') && inside(target, 'preload') && !typeOnly && !withoutSchemas(target),
  },
  {
    name: 'what the window takes from the contract brings no schemas with it',
    forbids: (path, { target, typeOnly }) =>
      product(path) && withoutSchemas(path) && !typeOnly && !withoutSchemas(target),
  },
  {
    name: 'the contract imports nothing but zod and shared',
    forbids: (path, { target }) =>
      inside(path, 'preload/contract') &&
      product(path) &&
      target !== 'zod' &&
      !inside(target, 'preload/contract', 'shared'),
  },
  {
    name: 'shared imports nothing from outside of itself',
    forbids: (path, { target }) => product(path) && inside(path, 'shared') && !inside(target, 'shared'),
  },
  {
    name: 'only the keychain adapter imports keytar',
    forbids: (path, { target }) => product(path) && target === 'keytar' && path !== 'main/keychain/keytar-keychain.ts',
  },
  {
    name: 'the product imports nothing of its tests or of scripts',
    forbids: (path, { target }) => product(path) && (isTest(target) || inside(target, 'scripts')),
  },
  {
    name: 'a room imports nothing of a higher one (scripts/rooms.ts)',
    forbids: (path, { target }) => product(path) && product(target) && floorOf(target) > floorOf(path),
  },
  { name: 'nothing is imported from outside of the project', forbids: (_path, { target }) => target.startsWith('..') },
];

const names = [...callNames, ...eventNames].map((name) => name.replaceAll('.', '\\.'));
const channelName = new RegExp(`['"\`](?:${names.join('|')})['"\`]`);

/** Rules about the text of a file. */
export const fileRules: readonly {
  readonly name: string;
  readonly forbids: (path: string, source: string) => boolean;
}[] = [
  {
    name: 'a channel name stands in the contract and in its answers alone',
    forbids: (path, source) =>
      product(path) &&
      inside(path, 'main', 'preload') &&
      !inside(path, 'preload/contract', 'main/ipc') &&
      channelName.test(source),
  },
  {
    name: 'every file of the product has a room (scripts/rooms.ts)',
    forbids: (path) => product(path) && floorOf(path) < 0,
  },
  {
    // A function of a service is handed on alone, and has no `this` then.
    name: 'only a class says this',
    forbids: (path, source) =>
      product(path) && /^(?!\s*(?:\*|\/[/*])).*\bthis[.[]/m.test(source) && !/\bclass\b/.test(source),
  },
  {
    name: 'ipcMain and ipcRenderer are used in their wrappers alone',
    forbids: (path, source) =>
      product(path) &&
      /\bipc(Main|Renderer)\b/.test(source) &&
      !['main/electron/running-app.ts', 'main/electron/ipc-server.ts', 'preload/preload.ts'].includes(path),
  },
];

/** One line per import, file or circle that breaks a rule. */
export function violations(sources: Sources): string[] {
  const lines: string[] = [];
  const imports = new Map<string, readonly string[]>();
  for (const [path, source] of sources) {
    const all = importsOf(path, source);
    if (product(path)) imports.set(path, all.map(({ target }) => target).filter(product));
    for (const found of all) {
      const broken = rules.find((rule) => rule.forbids(path, found));
      if (broken) lines.push(`${path} imports ${found.target}: ${broken.name}`);
    }
    for (const rule of fileRules) if (rule.forbids(path, source)) lines.push(`${path}: ${rule.name}`);
  }
  return [...lines, ...circlesIn(imports).map((circle) => `${circle}: files import each other in a circle`)];
}

export function readSources(root: string): Sources {
  const sources = new Map<string, string>();
  for (const folder of ['main', 'preload', 'renderer', 'shared', 'scripts', 'test'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      // The cases in this test break the rules on purpose.
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || entry.name === 'boundaries.test.ts') continue;
      const file = join(entry.parentPath, entry.name);
      sources.set(file.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(file, 'utf8'));
    }
  return sources;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = violations(readSources(dirname(dirname(fileURLToPath(import.meta.url)))));
  for (const line of found) process.stderr.write(`${line}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
