// `npm run ui`: a page with every part of `renderer/ui` in every state, for this computer only. It is no part of the app.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { dividedTexts } from './divided-texts.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const server = await createServer({
  root: join(root, 'test/ui'),
  configFile: false,
  logLevel: 'error',
  cacheDir: join(root, 'node_modules/.vite-ui'),
  plugins: [dividedTexts()],
  server: { host: '127.0.0.1', fs: { allow: [root] } },
});
await server.listen();
process.stdout.write(`${server.resolvedUrls?.local[0]}\nFor another language: ?language=de\n`);
