import { usualCopyName } from './copy-name.ts';
import { limits } from './limits.ts';
import { everyRow } from './list-choices.ts';
import type { State } from './state.ts';

/** The state at the start of the app. */
export const emptyState: State = {
  version: '',
  language: 'en',
  locale: 'en',
  copyName: usualCopyName,
  copyCheck: null,
  languageChoice: 'system',
  theme: 'system',
  parallelCalls: 3,
  dataFolder: '',
  connections: [],
  active: null,
  offer: null,
  signInTest: null,
  check: { asOf: null, next: null, running: false, problem: null, total: null },
  list: {
    revision: 0,
    ready: false,
    counts: { all: 0, needsYou: 0, sending: 0, waiting: 0, finished: 0, drafts: 0, other: 0 },
    documents: 0,
    missing: 0,
  },
  listChoice: { ...everyRow, statuses: [], signStatuses: [] },
  handOver: null,
  needsYou: {},
  profiles: [],
  folders: [],
  outbox: {
    working: true,
    paused: false,
    unwritable: null,
    undoSeconds: 10,
    spool: { used: 0, limit: 0 },
    budget: { level: 'free', used: 0, limit: limits.documentsPerDay, resumesAt: null },
    probeAt: null,
    waitForCheck: 0,
    queue: { open: 0, uploading: 0, bytes: 0, total: 0 },
    counting: null,
    alias: '',
  },
  notifications: {
    kinds: { signed: true, rejected: true, needsYou: true, expiring: true },
    quiet: null,
    hideNames: false,
  },
  detailsReadAt: null,
  revealed: null,
  diagnosis: null,
  openedFiles: 0,
  network: { authority: null, proxyUser: null, proxy: { mode: 'system', address: '' } },
  update: { kind: 'off', why: 'build' },
  notices: [],
};
