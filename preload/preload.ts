import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { channels } from './channels.ts';

type Member = (argument?: unknown) => unknown;

const areas: Record<string, Record<string, Member>> = {};

function member(name: string): { readonly area: Record<string, Member>; readonly verb: string } {
  const [areaName = '', verb = ''] = name.split('.');
  areas[areaName] ??= {};
  return { area: areas[areaName], verb };
}

/** Returns the paths of files that the person gave to the page. The page cannot pass a path as text. */
function pathsOf(input: unknown): { readonly paths: readonly string[] } {
  const files = typeof input === 'object' && input !== null && 'files' in input ? input.files : [];
  return { paths: (Array.isArray(files) ? files : []).map((file) => webUtils.getPathForFile(file)) };
}

for (const name of channels.calls) {
  const { area, verb } = member(name);
  const takesFiles = channels.fileCalls.includes(name);
  area[verb] = (input) => ipcRenderer.invoke(name, takesFiles ? pathsOf(input) : input);
}

for (const name of channels.events) {
  const { area, verb } = member(name);
  area[`on${verb.charAt(0).toUpperCase()}${verb.slice(1)}`] = (listener) => {
    if (typeof listener !== 'function') throw new TypeError('A listener is a function');
    // Pass on the payload alone. Electron's event object would give the page access to ipcRenderer.
    const forward = (_event: unknown, payload: unknown) => void listener(payload);
    ipcRenderer.on(name, forward);
    return () => void ipcRenderer.removeListener(name, forward);
  };
}

contextBridge.exposeInMainWorld('countersign', areas);
