import type { State } from './state.ts';

/** What the window is shown before anything is known. */
export const emptyState: State = {
  version: '',
  language: 'en',
  locale: 'en',
  languageChoice: 'system',
  connections: [],
  active: null,
  offer: null,
  trial: null,
  check: { asOf: null, next: null, running: false, problem: null, total: null },
  documents: [],
  diagnosis: null,
  network: { authority: null, proxyUser: null },
  notices: [],
};
