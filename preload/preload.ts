import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { channels } from './channels.ts';

type Member = (argument?: unknown) => unknown;

const areas: Record<string, Record<string, Member>> = {};

function member(name: string): { readonly area: Record<string, Member>; readonly verb: string } {
  const [areaName = '', verb = ''] = name.split('.');
  areas[areaName] ??= {};
  return { area: areas[areaName], verb };
}

/** Only a file that the person handed to the page has a path; a text of the page's own making never gets here. */
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
    // The event object of Electron would hand the page a way to the ipcRenderer: only the payload goes on.
    const forward = (_event: unknown, payload: unknown) => void listener(payload);
    ipcRenderer.on(name, forward);
    return () => void ipcRenderer.removeListener(name, forward);
  };
}

contextBridge.exposeInMainWorld('countersign', areas);
