import type { Client } from '../calls.ts';

/** Creates a service that never answers and records the calls. */
export function recordingClient(calls: string[]): Client {
  const note = (name: string): Promise<never> => {
    calls.push(name);
    return new Promise(() => {});
  };
  return {
    scanPredefined: ({ name }) => note(`scan ${name}`),
    upload: ({ file }) => note(`upload ${file.name}`),
    addSignee: (id, { email }) => note(`add ${email} to ${id}`),
    details: (id) => note(`details ${id}`),
    download: ({ url }) => note(`download ${url}`),
    start: (id) => note(`start ${id}`),
    update: (id) => note(`update ${id}`),
    withdraw: (id) => note(`withdraw ${id}`),
    delete: (id) => note(`delete ${id}`),
    clockSkewMs: () => 0,
    knownSkewMs: () => 0,
  };
}
