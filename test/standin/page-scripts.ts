import { readFileSync } from 'node:fs';
import { makeBridge } from './page/bridge.ts';
import { makeCodec } from './page/codec.ts';
import { type PageSettings, runPreload } from './page/preload-runtime.ts';
import { watchDocument } from './page/watch.ts';

/** The isolated world of the preload, and what Node calls in it. */
export const preloadWorld = 'electron-preload';
export const tellBinding = 'standinTell';
export const hearFunction = 'standinHear';
export const askFunction = 'standinAsk';

/** For the preload's isolated world. The functions are self-contained; their source text is what the page gets. */
export function preloadScript(settings: PageSettings): string {
  const source = settings.preload === '' ? '' : readFileSync(settings.preload, 'utf8');
  const preload = `function (require, module, exports, process) {\n${source}\n}`;
  const given = [makeBridge, makeCodec, watchDocument].map(String);
  return `(${String(runPreload)})(${[...given, JSON.stringify(settings), preload].join(', ')});`;
}

/** For the page's own world. */
export const pageScript = (token: string): string =>
  `if (window === window.top) (${String(makeBridge)})('page', ${JSON.stringify(token)});`;
