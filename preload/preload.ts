import { contextBridge, ipcRenderer } from 'electron';
import { channels } from './channels.ts';

type Member = (argument?: unknown) => unknown;

const areas: Record<string, Record<string, Member>> = {};

function member(name: string): { readonly area: Record<string, Member>; readonly verb: string } {
  const [areaName = '', verb = ''] = name.split('.');
  areas[areaName] ??= {};
  return { area: areas[areaName], verb };
}

for (const name of channels.calls) {
  const { area, verb } = member(name);
  area[verb] = (input) => ipcRenderer.invoke(name, input);
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
