import { z } from 'zod';
import { lengths, limits } from '../../preload/contract/limits.ts';
import { type LockName, lockNames } from '../../preload/contract/setting-values.ts';
import { portableSettings } from '../../preload/contract/transfer.ts';
import { isBeyond } from '../../shared/json-extent.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { type GivenProfile, givenProfile } from './given-profile.ts';
import { isWholePath } from './person-folder.ts';

const format = 'countersign-policy';
const version = 1;

/** The settings that a policy may preset or lock. */
export const policySettings = portableSettings.extend({ authorityFile: z.string().min(1).max(lengths.path) }).partial();
export type PolicySettings = z.infer<typeof policySettings>;

/** The decisions of the IT department for this computer. */
export interface Policy {
  /** The settings that count until a person chooses something else. */
  readonly preset: PolicySettings;
  /** The settings that always count. */
  readonly locked: PolicySettings;
  /** The content of a connection file. It is offered at the first start. */
  readonly connection: string | null;
  readonly lockConnection: boolean;
  readonly forbidPractice: boolean;
  /** The folders in which folders may be watched. Null: any. */
  readonly allowedFolders: readonly string[] | null;
  /** Watched folders prepare documents, and a person presses Send. */
  readonly forceHold: boolean;
  /** The updates that are allowed. Null: as usual. */
  readonly updates: 'off' | 'latest' | 'beta' | null;
  /** The only folder for signed copies. Null: where a person wants them. */
  readonly copiesFolder: string | null;
  /** All invitations come from this name. Null: as a person writes. */
  readonly senderName: string | null;
  /** The profiles that everybody on this computer has and nobody can change. */
  readonly profiles: readonly GivenProfile[];
  /** The operations of all connections, whatever a connection file says. Null: as the file says. */
  readonly operations: readonly string[] | null;
  /** Whether the app starts at login. Null: as a person wants. */
  readonly startAtLogin: boolean | null;
}

export const noPolicy: Policy = {
  preset: {},
  locked: {},
  connection: null,
  lockConnection: false,
  forbidPractice: false,
  allowedFolders: null,
  forceHold: false,
  updates: null,
  copiesFolder: null,
  senderName: null,
  profiles: [],
  operations: null,
  startAtLogin: null,
};

/** The fields at the beginning of every policy. */
export const policyHead = { format, version } as const;
const head = z.object({ format: z.literal(format), version: z.literal(version) });
const settingsGroup = z.record(z.string(), z.unknown());
export const policyParts = {
  preset: settingsGroup,
  locked: settingsGroup,
  connection: z.record(z.string(), z.unknown()),
  lockConnection: z.boolean(),
  forbidPractice: z.boolean(),
  allowedFolders: z.array(z.string().min(1).max(lengths.path)).max(limits.filesAtOnce),
  forceHold: z.boolean(),
  updates: z.enum(['off', 'latest', 'beta']),
  copiesFolder: z.string().max(lengths.path).refine(isWholePath),
  senderName: z.string().trim().min(1).max(lengths.name),
  profiles: z.array(z.record(z.string(), z.unknown())).max(limits.profiles / 2),
  operations: z.array(z.string().min(1).max(lengths.identifier)).max(limits.operations),
  startAtLogin: z.boolean(),
} as const;

export type ParsedPolicy =
  | { readonly kind: 'read'; readonly policy: Policy; readonly ignored: readonly string[] }
  | { readonly kind: 'unreadable' };

const extent = { deepest: 12, mostCommas: 10_000 };

/** Parses each part separately: one mistake must not unlock everything else. */
export function parsePolicy(text: string): ParsedPolicy {
  if (isBeyond(text, extent)) return { kind: 'unreadable' };
  const json = parseJson(text);
  if (!head.safeParse(json).success) return { kind: 'unreadable' };
  const found = new Map(Object.entries(z.record(z.string(), z.unknown()).parse(json)));
  const ignored = [...found.keys()].filter(
    (name) => !Object.hasOwn(policyParts, name) && !Object.hasOwn(head.shape, name),
  );

  function take<T>(name: keyof typeof policyParts, schema: z.ZodType<T>): T | null {
    if (!found.has(name)) return null;
    const parsed = schema.safeParse(found.get(name));
    if (!parsed.success) ignored.push(name);
    return parsed.success ? parsed.data : null;
  }

  function takeSettings(name: 'preset' | 'locked'): PolicySettings {
    const group = Object.entries(take(name, policyParts[name]) ?? {});
    const valid = group.filter(([setting, value]) => {
      const isValid =
        Object.hasOwn(policySettings.shape, setting) && policySettings.safeParse({ [setting]: value }).success;
      if (!isValid) ignored.push(`${name}.${setting}`);
      return isValid;
    });
    return policySettings.parse(Object.fromEntries(valid));
  }

  function takeProfiles(): readonly GivenProfile[] {
    const byId = new Map<string, GivenProfile>();
    for (const [at, one] of (take('profiles', policyParts.profiles) ?? []).entries()) {
      const { data } = givenProfile.safeParse(one);
      if (data === undefined || byId.has(data.id)) ignored.push(`profiles.${at}`);
      else byId.set(data.id, data);
    }
    return [...byId.values()];
  }

  const connection = take('connection', policyParts.connection);
  const lockConnection = take('lockConnection', policyParts.lockConnection) ?? false;
  // Without a connection nobody could sign in anywhere.
  if (lockConnection && connection === null) ignored.push('lockConnection');
  const policy: Policy = {
    preset: takeSettings('preset'),
    locked: takeSettings('locked'),
    connection: connection === null ? null : JSON.stringify(connection),
    lockConnection: lockConnection && connection !== null,
    forbidPractice: take('forbidPractice', policyParts.forbidPractice) ?? false,
    allowedFolders: take('allowedFolders', policyParts.allowedFolders),
    forceHold: take('forceHold', policyParts.forceHold) ?? false,
    updates: take('updates', policyParts.updates),
    copiesFolder: take('copiesFolder', policyParts.copiesFolder),
    senderName: take('senderName', policyParts.senderName),
    profiles: takeProfiles(),
    operations: take('operations', policyParts.operations),
    startAtLogin: take('startAtLogin', policyParts.startAtLogin),
  };
  return { kind: 'read', policy, ignored: ignored.map((name) => name.slice(0, lengths.name)) };
}

/** Returns the names of all that a person cannot change. */
export function locksOf({ locked, ...policy }: Policy): LockName[] {
  const others: Partial<Record<LockName, boolean>> = {
    connection: policy.lockConnection,
    forbidPractice: policy.forbidPractice || policy.lockConnection,
    allowedFolders: policy.allowedFolders !== null,
    forceHold: policy.forceHold,
    updates: policy.updates !== null,
    copiesFolder: policy.copiesFolder !== null,
    senderName: policy.senderName !== null,
    startAtLogin: policy.startAtLogin !== null,
  };
  return lockNames.filter((name) => Object.hasOwn(locked, name) || others[name] === true);
}
