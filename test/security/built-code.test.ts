import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, posix, relative } from 'node:path';
import { expect, test } from 'vitest';
import { launchApp } from '../e2e/launch-app.ts';
import { connect, connectionFileIn } from '../e2e/onboarding.ts';
import { t } from '../e2e/texts.ts';
import { startPracticeService } from '../practice-service/practice-service.ts';
import { recordingIn } from './recording.ts';

const root = join(import.meta.dirname, '../..');

/** The files below a folder of the project, by their path in it. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]));
}

const built = new Map([
  ...filesIn('out/main'),
  ...filesIn('out/preload'),
  ...filesIn('out/renderer'),
  ...filesIn('out/thread'),
]);
const ours = new Map(
  [...filesIn('main'), ...filesIn('preload'), ...filesIn('renderer'), ...filesIn('shared')].filter(
    ([path]) => !path.includes('.test.'),
  ),
);

/** `file: what was found`, for every place. */
const found = (files: ReadonlyMap<string, string>, what: RegExp): string[] =>
  [...files].flatMap(([path, text]) => [...text.matchAll(what)].map(([match]) => `${path}: ${match}`));
const within = (folder: string) => new Map([...built].filter(([path]) => path.startsWith(`out/${folder}/`)));

const compiles =
  /\beval\s*\(|\bFunction\s*\(|=\s*Function\b|set(?:Timeout|Interval)\s*\(\s*["'`]|data:text\/javascript/g;

/**
 * electron-updater, loaded only when a signed release is to be downloaded. Its parts that would read a feed, ask Electron or
 * open a page have no caller.
 */
const ofUpdater = /^out\/main\/assets\/electron-updater-[\w-]+\.js$/;
/** All of main but that library. */
const withoutUpdater = (files: ReadonlyMap<string, string>) =>
  new Map([...files].filter(([path]) => !ofUpdater.test(path)));

/** The library that reads PDFs: its worker, which is no piece of ours, and beside the page what it fetches by name. */
const ofPdf = /^out\/renderer\/(?:pdf\/|assets\/pdf\.worker\.min-[\w-]+\.mjs$)/;
const extensions = (paths: readonly string[]) => [...new Set(paths.map((path) => extname(path)))].toSorted();

test('there is something to look at', () => {
  const paths = [...built.keys()];
  expect(extensions(paths.filter((path) => !ofPdf.test(path)))).toEqual([
    '.cjs',
    '.css',
    '.html',
    '.js',
    // The licences of what is bundled.
    '.json',
  ]);
  expect(extensions(paths.filter((path) => path.startsWith('out/renderer/pdf/')))).toEqual([
    '',
    '.bcmap',
    '.js',
    '.pfb',
    '.ttf',
    '.wasm',
  ]);
  expect(within('main').size).toBeGreaterThan(0);
  expect(within('preload').size).toBe(1);
  expect(ours.size).toBeGreaterThan(100);
  expect(found(new Map([['a', 'eval(x) new Function(y) F = Function; setTimeout("z")']]), compiles)).toHaveLength(4);
});

test('the worker that may run WebAssembly is there under the name its policy goes by', () => {
  const workers = [...built.keys()].filter((path) =>
    /^out\/renderer\/assets\/pdf\.worker\.min-[\w-]+\.mjs$/.test(path),
  );
  expect(workers).toHaveLength(1);
  // Decoders of pictures, and nothing that runs the scripts of a file.
  const compiled = [...built.keys()].filter((path) => path.endsWith('.wasm'));
  expect(compiled.toSorted()).toEqual(['jbig2', 'openjpeg'].map((name) => `out/renderer/pdf/decoders/${name}.wasm`));
});

test('window and preload make no code of text', () => {
  expect(found(within('renderer'), compiles)).toEqual([]);
  expect(found(within('preload'), compiles)).toEqual([]);
});

test('main reaches neither of the two places where its schema library could', async () => {
  // They are bundled with the rest, as `jitless` is only known while main runs: so it is watched while it runs. The third place
  // is the thread that reads this computer's certificates, a text that never changes.
  const places = found(withoutUpdater(within('main')), compiles).map((place) => place.replace(/^.*?: /, ''));
  expect(places.toSorted()).toEqual(['= Function', 'Function(', 'data:text/javascript']);
  const inThread = found(within('thread'), compiles).map((place) => place.replace(/^.*?: /, ''));
  expect(inThread.toSorted()).toEqual(['= Function', 'Function(']);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-code-'));
  const service = await startPracticeService();
  const recording = recordingIn(folder);
  try {
    const args = ['--connection', connectionFileIn(folder, service.connection)];
    await using app = await launchApp({ ...recording, home: join(folder, 'app'), args, locale: 'en-GB' });
    await connect(app, service);
    await app.page.getByText(t('documents.emptyTitle')).waitFor();
    expect(recording.compiled()).toEqual(['Function: /* heard */']);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('main opens the window with a small part of its code, and never runs its entry twice', () => {
  const importsOf = (path: string) =>
    [...(built.get(path) ?? '').matchAll(/^import\b.*? from "(\.{1,2}\/[^"]+)";$/gm)].map(([, file = '']) =>
      posix.join(posix.dirname(path), file),
    );
  const first = new Set(['out/main/main.js']);
  for (const path of first) for (const file of importsOf(path)) first.add(file);
  const parts = [...first].map((path) => built.get(path) ?? '');
  expect(parts.every((text) => text !== '')).toBe(true);
  expect(Buffer.byteLength(parts.join(''))).toBeLessThan(300_000);
  // The journal, the client of the service and the contract come after the window.
  expect(parts.join('\n')).not.toMatch(/node:(?:sqlite|http|tls|worker_threads|zlib)\b/);
  const importers = [...within('main').keys()].filter((path) => importsOf(path).includes('out/main/main.js'));
  expect(importers).toEqual([]);
});

test('our own window writes no markup', () => {
  const markup =
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcDoc|document\.write|DOMParser)\b/gi;
  const renderer = new Map([...ours].filter(([path]) => path.startsWith('renderer/')));
  expect(found(renderer, markup)).toEqual([]);
});

test('one module reaches the shell, for the browser and for saved copies', () => {
  const electron = /import\s+(?!type\b)\{[^}]*\bshell\b[^}]*\}\s*from\s*'electron'/g;
  expect(found(ours, electron).map((place) => place.split(':')[0])).toEqual(['main/electron/desktop.ts']);
  // A new way to the desktop is a decision: it stands here, with its reason, in the same change.
  expect(found(withoutUpdater(within('main')), /\bshell\.\w+/g).map((place) => place.split(': ')[1])).toEqual([
    // Pages in the browser, and the mail to somebody who has to sign: main makes each address.
    'shell.openExternal',
    // Saved copies alone: the path comes from the journal, never from the window, and its hash is checked before.
    'shell.openPath',
    'shell.showItemInFolder',
  ]);
  // A file leaves the window by a drag in one place: a saved copy, whose path and hash are from the journal.
  expect(found(ours, /\bstartDrag\b/g).map((place) => place.split(':')[0])).toEqual(['main/electron/desktop.ts']);
  // Two modules start programs. The first: `gdbus`, which says whether the desktop shows our icon, `mount` of macOS, which
  // says which folders are on a server, and the app itself, when a command finds it not running. Nothing in their arguments is
  // foreign.
  const programs = /import\s+(?!type\b)\{[^}]*\}\s*from\s*'node:child_process'/g;
  const shipped = new Map([...ours].filter(([path]) => !path.includes('/testing/')));
  expect(found(shipped, programs).map((place) => place.split(':')[0])).toEqual([
    'main/electron/programs.ts',
    // The installer of an update.
    'main/updates/electron-updater.ts',
  ]);
  expect(found(withoutUpdater(within('main')), /\b(?:cluster|vm)\b['"]/g)).toEqual([]);
});

test('electron-updater is one file of its own, which compiles nothing but its way to the global object', () => {
  const library = new Map([...within('main')].filter(([path]) => ofUpdater.test(path)));
  expect(library.size).toBe(1);
  expect(
    found(library, /\beval\s*\(|\bFunction\s*\([^)]*\)|data:text\/javascript/g).map((place) => place.split(': ')[1]),
  ).toEqual(['Function("return this")', 'Function("return this")']);
});

test('nothing is fetched in clear', () => {
  const names = [
    // Names of markup languages and schemas, which nobody asks for.
    /^http:\/\/(?:www\.w3\.org|json-schema\.org)\//,
    // An authority put into an address to have it read (`http://[…]` by the schema library, `http://${…}` by the proxy list).
    /^http:\/\/(?:\[(?:\.\.\.|\$\{value\})\]|\$\{address\})/,
    /^http:\/\/127\.0\.0\.1\b/,
    // Of the PDF library: names of schemas, its licence, and texts put together to see whether they are an address.
    /^http:\/\/(?:ns\.adobe\.com|www\.xfa\.org\/schema|www\.apache\.org\/licenses)\//,
    /^http:\/\/(?:\$\{\w\}|example\.com)$/,
  ];
  // A font names its maker.
  const code = new Map([...withoutUpdater(built)].filter(([path]) => /\.(?:[cm]?js|css|html)$/.test(path)));
  const addresses = found(code, /\b(?:http|ws|ftp):\/\/[^\s"'`<>]+/g).map((place) => place.replace(/^.*?: /, ''));
  expect(addresses.filter((address) => !names.some((name) => name.test(address)))).toEqual([]);
});

test('the preload is small and has nothing but electron', () => {
  const [[path = '', preload = ''] = []] = within('preload');
  expect(path).toBe('out/preload/preload.cjs');
  expect(Buffer.byteLength(preload)).toBeLessThan(8_000);
  expect(preload.match(/\brequire\b\s*\([^)]*\)/g)).toEqual(['require("electron")']);
  expect(preload).not.toMatch(/\bimport\s*\(|\bprocess\b|\b__dirname\b|\bmodule\b|\bglobalThis\b/);
  expect(preload.match(/\bexposeInMainWorld\b/g)).toHaveLength(1);
});

test('the page asks at once for what the first view needs, and for nothing of the preview', () => {
  const page = built.get('out/renderer/index.html') ?? '';
  const [index = '', ...more] = [...page.matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => `out/renderer/${path}`,
  );
  const imported = [...(built.get(index) ?? '').matchAll(/from"(\.\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(imported.map((path) => posix.join('out/renderer/assets', path)).toSorted()).toEqual(more.toSorted());
  expect(more.map((path) => posix.basename(path).replace(/-[\w-]{8}\.js$/, '')).toSorted()).toEqual([
    'first-view',
    'rolldown-runtime',
  ]);
});

test('the page has no script and no style of its own', () => {
  const page = built.get('out/renderer/index.html') ?? '';
  expect(page.match(/<script\b[^>]*>[^<]*/g)).toEqual([expect.stringMatching(/ src="\.\/assets\/[^"]+\.js">$/)]);
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<base|http-equiv|<iframe/i);
  expect(page.match(/%NONCE%/g)).toHaveLength(1);
});

test('no source map is shipped', () => {
  expect([...built.keys()].filter((path) => path.endsWith('.map'))).toEqual([]);
  expect(found(built, /sourceMappingURL/g)).toEqual([]);
});
