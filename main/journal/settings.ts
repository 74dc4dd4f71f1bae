import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { languages } from '../../preload/contract/language.ts';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { listChoice } from '../../preload/contract/list.ts';
import { anyFolder, usualChoice } from '../../preload/contract/list-choices.ts';
import { proxyChoice } from '../../preload/contract/network.ts';
import { notificationSettings } from '../../preload/contract/notifications.ts';
import { availableModes } from '../../preload/contract/sending.ts';
import { themes } from '../../preload/contract/setting-values.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { statementsOf } from './statements.ts';
import { turnSchema } from './writers.ts';

/** Each setting with its schema and its default. */
const settings = {
  language: z.enum(['system', ...languages]).catch('system'),
  theme: z.enum(themes).catch('system'),
  activeConnection: z.string().nullable().catch(null),
  /** A file with additional certificate authorities. */
  authorityFile: z.string().nullable().catch(null),
  proxy: proxyChoice.catch(emptyState.network.proxy),
  proxyUser: z.string().nullable().catch(null),
  /** The proxies that the proxy password was typed for. Null: stored before passwords belonged to a proxy. */
  proxyHosts: z.array(z.string()).nullable().catch(null),
  /** A person paused the sending. */
  paused: z.boolean().catch(false),
  /** A damaged journal lost submissions, and we have not searched the spool for them yet. */
  rebuild: z.boolean().catch(false),
  /** The computer that wrote this journal last. Null: stored before journals named their writer. */
  writer: turnSchema.nullable().catch(null),
  undoSeconds: z.number().int().min(0).max(limits.undoSeconds).catch(10),
  parallelCalls: z.number().int().min(1).max(limits.parallelCalls).catch(emptyState.parallelCalls),
  notifications: notificationSettings.catch(emptyState.notifications),
  /** The pattern for the names of saved copies. Null: the usual one in the language of the app. */
  copyName: z.string().max(lengths.name).nullable().catch(null),
  /** A receipt for other programs is written beside each saved copy. */
  receipts: z.boolean().catch(emptyState.receipts),
  /** The files of rejected and withdrawn documents are saved before the service deletes them. */
  rescue: z.boolean().catch(emptyState.rescue),
  /** Filters, order and folded sections of the list. */
  listChoice: listChoice
    // Earlier versions did not know the profile and folded sections, and chose all folders or none.
    .extend({
      profile: listChoice.shape.profile.default(''),
      folded: listChoice.shape.folded.default([]),
      folder: z.union([listChoice.shape.folder, z.boolean().transform((any) => (any ? anyFolder : ''))]),
    })
    .catch(usualChoice),
  /** The number of missing copies at the time a person wanted all of them, by connection. */
  savingAll: z.record(z.string(), z.number().int()).catch({}),
  /** Whether a person knows that the app continues when its window is closed. */
  closingExplained: z.boolean().catch(false),
  defaultProfiles: z.record(z.string(), z.string()).catch({}),
  /** Documents that ended the reader thread or the app, by a hash. They are not read again. */
  endedReader: z.array(z.string()).catch([]),
  /** The saved copy up to which each connection's older ones were examined, and the version that examined them. */
  examinedCopies: z.record(z.string(), z.object({ version: z.string(), number: z.number() })).catch({}),
  /** Operations that a service does not have, by connection, as long as file and address stay the same. */
  refusedOperations: z.record(z.string(), z.object({ basis: z.string(), names: z.array(z.string()) })).catch({}),
  /** The signature modes of each account. We ask the service once a day. */
  modes: z.record(z.string(), availableModes).catch({}),
} as const;

type Settings = { [N in keyof typeof settings]: z.infer<(typeof settings)[N]> };

/** Pairs each name with its schema for the compiler. */
const schemas: { readonly [N in keyof Settings]: z.ZodType<Settings[N]> } = settings;

/** The decisions of the IT department: `locked` counts always, `preset` until a person chooses. */
interface Decided {
  readonly locked: Readonly<Record<string, unknown>>;
  readonly preset: Readonly<Record<string, unknown>>;
}

export function createSettings(database: DatabaseSync, decided: Decided = { locked: {}, preset: {} }) {
  const locked = new Map(Object.entries(decided.locked));
  const preset = new Map(Object.entries(decided.preset));
  const { read, put } = statementsOf(database);
  const stored = read(z.object({ value: z.string() }), 'FROM setting WHERE name = ?');
  const set = put('setting', ['name'], ['value']);

  function raw(name: string): unknown {
    const found = stored.get(name);
    return found ? parseJson(found.value) : preset.get(name);
  }

  return {
    get: <N extends keyof Settings>(name: N): Settings[N] =>
      schemas[name].parse(locked.has(name) ? locked.get(name) : raw(name)),
    isLocked: (name: string): boolean => locked.has(name),
    set<N extends keyof Settings>(name: N, value: Settings[N]): void {
      set(name, JSON.stringify(value));
    },
  };
}
