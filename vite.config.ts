import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { callNames, eventNames, fileCallNames } from './preload/contract/index.ts';
import { languages } from './preload/contract/language.ts';
import { bundledPackages, firstView, quickBuiltins } from './scripts/bundle-plugins.ts';
import { dividedTexts } from './scripts/divided-texts.ts';
import { licencesOf } from './scripts/licences.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const channels = { CHANNELS: JSON.stringify({ calls: callNames, fileCalls: fileCallNames, events: eventNames }) };

/** What the PDF library fetches by name while it draws: tables of characters, fonts, decoders of pictures; and its licences. */
const pdfFolders = [
  { from: '', to: 'pdf', wanted: /^LICENSE$/ },
  { from: 'cmaps', to: 'pdf/cmaps', wanted: /^LICENSE$|\.bcmap$/ },
  { from: 'standard_fonts', to: 'pdf/fonts', wanted: /^LICENSE_|\.(?:pfb|ttf)$/ },
  {
    from: 'wasm',
    to: 'pdf/decoders',
    wanted: /^LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG)$|^(?:jbig2|openjpeg)\.wasm$|_nowasm_fallback\.js$/,
  },
];

/** They stand beside the page under their own names, which are made of what a file says. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const { from, to, wanted } of pdfFolders) {
        const folder = at(`./node_modules/pdfjs-dist/${from}`);
        for (const name of readdirSync(folder).filter((file) => wanted.test(file)))
          this.emitFile({ type: 'asset', fileName: `${to}/${name}`, source: readFileSync(`${folder}/${name}`) });
      }
    },
  };
}

const words = /node_modules\/react-(?:aria|stately)[^?]*\/intl\/[^?]*\/([a-z]{2})-[A-Z]{2}\.[mc]?js$/;

/** React Aria brings its words in thirty languages; the window speaks four. */
export function ourLanguages(): Plugin {
  return {
    name: 'our-languages',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const language = words.exec(id)?.[1];
      if (language === undefined || languages.some((one) => one === language)) return null;
      return 'export default undefined;';
    },
  };
}

/**
 * Under one name, so that it is not mixed with what the first view needs. The address of its worker is not a part of it:
 * the first view knows the address, and would load the library with it.
 */
const pdfLibrary = { name: 'pdf-library', test: /node_modules\/pdfjs-dist\/(?!.*\?url$)/ };

const atFirst = firstView();

const smallParts = {
  name: 'parts',
  test: /renderer\/(?:ui|bridge|language|store|app)\/|lucide-react/,
  minShareCount: 2,
};

/**
 * Nothing imports the entry of main: under another spelling of its path (as `c:` for `C:`) it would run a second time, and
 * start a second app.
 */
const textsOfMain = /node_modules\/i18next\/|assets\/locales\/|main\/(?:words\/texts|electron\/system-texts)\.ts/;
/** What the app and `countersign check` start a thread with. The window does not wait for it either. */
const readersOfMain =
  /main\/(?:intake|reader-thread|signatures|commands\/(?:check-file|signature-words))\b|preload\/contract\/(?:signature-report|copy-verdict)\.ts/;
/** What the app and a command of another process say to each other. The window does not wait for it. */
const requestsOfMain = /main\/commands\/(?:request-box|status-answer)\.ts/;
const laterInMain = [textsOfMain, readersOfMain, requestsOfMain];
const sharedInMain = [
  { name: 'shared', minShareCount: 2, test: (id: string) => !laterInMain.some((one) => one.test(id)) },
  { name: 'requests', minShareCount: 2, test: requestsOfMain },
  { name: 'readers', minShareCount: 2, test: readersOfMain },
  // Four languages, which a window that opens without trouble does not wait for.
  { name: 'texts', minShareCount: 2, test: textsOfMain },
];

/**
 * One config, four targets: the window (client), the main process, its thread that reads large files, and the preload as one
 * sandboxed CommonJS file.
 */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [react(), pdfFiles(), ourLanguages(), dividedTexts(), atFirst.plugin, bundledPackages(), quickBuiltins()],
  environments: {
    client: {
      build: {
        outDir: at('out/renderer'),
        emptyOutDir: true,
        target: 'chrome150',
        // Chromium loads modules ahead by itself.
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 900,
        // Dozens of tiny files would be longer together than what is in them.
        rolldownOptions: { output: { codeSplitting: { groups: [pdfLibrary, atFirst.group, smallParts] } } },
      },
    },
    main: {
      consumer: 'server',
      resolve: {
        noExternal: true,
        external: ['electron', 'keytar'],
        conditions: ['node', 'import', 'module', 'default'],
      },
      build: {
        outDir: at('out/main'),
        emptyOutDir: true,
        ssr: true,
        target: 'node24',
        rolldownOptions: {
          input: { main: at('main/main.ts'), start: at('main/electron/start.ts') },
          platform: 'node',
          external: ['electron', 'keytar', ...builtinModules, /^node:/],
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            codeSplitting: { groups: sharedInMain },
          },
        },
      },
    },
    thread: {
      consumer: 'server',
      resolve: { noExternal: true, conditions: ['node', 'import', 'module', 'default'] },
      build: {
        outDir: at('out/thread'),
        emptyOutDir: true,
        ssr: true,
        target: 'node24',
        rolldownOptions: {
          input: { 'reader-thread': at('main/reader-thread/reader-thread.ts') },
          platform: 'node',
          external: [...builtinModules, /^node:/],
          output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
    preload: {
      consumer: 'server',
      define: channels,
      resolve: { noExternal: true, conditions: ['browser', 'import', 'module', 'default'] },
      build: {
        outDir: at('out/preload'),
        emptyOutDir: true,
        ssr: true,
        minify: true,
        target: 'chrome150',
        rolldownOptions: {
          input: { preload: at('preload/preload.ts') },
          platform: 'browser',
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      await Promise.all(Object.values(builder.environments).map((environment) => builder.build(environment)));
      // Now it is known what is in all four.
      writeFileSync(at('out/renderer/licences.json'), JSON.stringify(licencesOf(at('.'))));
    },
  },
});
