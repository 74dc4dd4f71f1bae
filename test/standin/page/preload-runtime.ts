import type { Bridge, MakeBridge } from './bridge.ts';
import type { FromPage, Question, ToPage } from './channel.ts';
import type { ByteText, Codec } from './codec.ts';

export interface PageSettings {
  readonly token: string;
  readonly preload: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/** How the listeners on the document reach Node; given on to page/watch.ts. */
export interface PageWire {
  readonly bridge: Bridge;
  readonly tell: (message: FromPage) => void;
  readonly ask: (question: Question) => unknown;
}

type PreloadScript = (
  require: (id: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: unknown,
) => void;
type Listener = ((event: unknown, ...args: unknown[]) => void) & { original?: Listener };

/**
 * Gives the preload what a sandboxed preload may have: `require('electron')` and a little of `process`. Runs by its source
 * text in an isolated world before the page's first script: it must not refer to anything outside of itself.
 */
export function runPreload(
  makeBridge: MakeBridge,
  makeCodec: (bytes: ByteText) => Codec,
  watch: (wire: PageWire) => void,
  settings: PageSettings,
  preload: PreloadScript,
): void {
  if (window !== window.top) return;

  const binding: unknown = Reflect.get(globalThis, 'standinTell');
  const tell = (message: FromPage) => {
    if (typeof binding === 'function') binding(JSON.stringify(message));
  };
  const bridge = makeBridge('preload', settings.token);
  const codec = makeCodec({
    toText(bytes) {
      let text = '';
      for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      return btoa(text);
    },
    toBytes: (text) => Uint8Array.fromBase64(text),
  });

  // The only question a page can put to DevTools and wait for: Node reads it at the stop, puts the answer beside, goes on.
  function standinAsk(question: Question): unknown {
    const stop: { question: Question; answer: unknown } = { question, answer: null };
    // oxlint-disable-next-line no-debugger
    debugger;
    return stop.answer;
  }

  const state = { lastId: 0 };
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, Listener[]>();

  const on = (channel: string, listener: Listener) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    return ipcRenderer;
  };
  const off = (channel: string, listener: Listener) => {
    const list = [...(listeners.get(channel) ?? [])];
    const at = list.findIndex((one) => one === listener || one.original === listener);
    if (at >= 0) list.splice(at, 1);
    listeners.set(channel, list);
    return ipcRenderer;
  };
  const once = (channel: string, listener: Listener) => {
    const wrapped: Listener = (...args) => {
      off(channel, wrapped);
      listener(...args);
    };
    wrapped.original = listener;
    return on(channel, wrapped);
  };

  const ipcRenderer: object = Object.freeze({
    invoke(channel: string, ...args: unknown[]) {
      const settling = Promise.withResolvers<unknown>();
      const text = codec.encode(args);
      state.lastId += 1;
      waiting.set(state.lastId, settling);
      tell({ type: 'invoke', id: state.lastId, channel, args: text });
      return settling.promise;
    },
    send: (channel: string, ...args: unknown[]) => tell({ type: 'send', channel, args: codec.encode(args) }),
    sendSync: (channel: string, ...args: unknown[]) =>
      codec.decode(String(standinAsk({ type: 'sendSync', channel, args: codec.encode(args) }))),
    on,
    addListener: on,
    off,
    removeListener: off,
    once,
    removeAllListeners(channel?: string) {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return ipcRenderer;
    },
  });

  Object.defineProperty(globalThis, 'standinHear', {
    value(text: string) {
      const message: ToPage = JSON.parse(text);
      if (message.type === 'event') {
        const args = codec.decode(message.args);
        for (const listener of listeners.get(message.channel) ?? [])
          listener({ sender: ipcRenderer, ports: [] }, ...(Array.isArray(args) ? args : []));
        return;
      }
      const settling = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.ok) settling?.resolve(codec.decode(message.value));
      else settling?.reject(new Error(message.message));
    },
  });

  const electron = Object.freeze({
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => bridge.expose(name, api) },
    ipcRenderer,
    webUtils: {
      getPathForFile(file: unknown) {
        if (!(file instanceof File)) throw new TypeError('getPathForFile wants a File');
        return standinAsk({ type: 'path', file });
      },
    },
  });
  const require = (id: string) => {
    if (id === 'electron' || id === 'electron/renderer') return electron;
    throw new Error(`module not found: ${id} (a sandboxed preload may require electron only)`);
  };
  const process = Object.freeze({
    platform: 'linux',
    sandboxed: true,
    contextIsolated: true,
    type: 'renderer',
    versions: settings.versions,
    env: {},
    argv: settings.args,
  });

  watch({ bridge, tell, ask: standinAsk });
  const module = { exports: {} };
  try {
    // A function literal, not eval: the page's content policy does not matter.
    preload(require, module, module.exports, process);
  } catch (error) {
    console.error('Unable to load preload script:', settings.preload, error);
    tell({ type: 'preload-error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
