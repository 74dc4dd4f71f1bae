import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callNames, eventNames } from './preload/contract/index.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const channels = { CHANNELS: JSON.stringify({ calls: callNames, events: eventNames }) };

/** One config, three targets: the window (client), the main process, and the preload as one sandboxed CommonJS file. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [react()],
  environments: {
    client: {
      build: { outDir: at('out/renderer'), emptyOutDir: true, target: 'chrome150', chunkSizeWarningLimit: 900 },
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
          input: { main: at('main/main.ts') },
          platform: 'node',
          external: ['electron', 'keytar', ...builtinModules, /^node:/],
          output: { format: 'es', entryFileNames: '[name].js' },
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
    },
  },
});
