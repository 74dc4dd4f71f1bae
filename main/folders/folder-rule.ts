import { z } from 'zod';
import { type FolderPause, folderRuleInput } from '../../preload/contract/folder.ts';
import { languages } from '../../preload/contract/language.ts';
import { choices } from '../../preload/contract/sending.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../time/clock.ts';

const HOUR = 60 * 60_000;

/** When something was, and when the computer had been switched on, both by the clock on the wall of that time. */
const moment = z.object({ at: z.number(), bootedAt: z.number().nullable() });
export type Moment = z.infer<typeof moment>;

/** The arrangement for a folder, as the journal keeps it. A newer version does not match and is left alone. */
export const folderRule = folderRuleInput.extend({
  version: z.literal(1),
  /** The account that was signed in when a person switched the folder on. It sends for no other one. */
  account: z.string().nullable(),
  /** People that a person chose to remember for this folder. They count where the profile has none. */
  signees: choices.shape.signees,
  /** The people of each profile, as a person confirmed them with the rule. Other ones are not sent to automatically. */
  confirmed: z.record(z.string(), z.string()).default({}),
  /** Earlier versions wrote no receipts. */
  receipts: folderRuleInput.shape.receipts.default(false),
  /** Null: not paused. `until` null: until a person resumes. Earlier versions did not note when it began. */
  pause: z.object({ until: z.number().nullable(), since: moment.optional() }).nullable(),
  /** Our claims from before this time may be of submissions that the journal does not know. */
  claimsSince: z.number().default(0),
  /** The language of our folders in it, as its marker says. Earlier versions had English names alone. */
  names: z.enum(languages).default('en'),
  /** The id in the folder's `.countersign/folder.json`. Another folder at the same path has another id. */
  marker: z.string().max(64),
});
export type FolderRule = z.infer<typeof folderRule>;

export const usualRule = {
  goal: 'hold',
  patterns: ['*.pdf', '*.docx', '*.xlsx'],
  quietSeconds: 5,
  perHour: 50,
  originals: 'move',
  needsSidecar: false,
  receipts: false,
} as const satisfies Partial<FolderRule>;

/** Returns the rule of a folder that a person has not arranged yet. */
export const newRule = (profileId: string, account: string | null): FolderRule => ({
  ...usualRule,
  patterns: [...usualRule.patterns],
  version: 1,
  profileId,
  account,
  signees: [],
  confirmed: {},
  pause: null,
  claimsSince: 0,
  names: 'en',
  marker: '',
});

/** Returns the pause that a person chose, as the rule keeps it. */
export function pauseOf(until: FolderPause, since: Moment): FolderRule['pause'] {
  if (until === 'resume') return null;
  return { until: { hour: since.at + HOUR, tomorrow: tomorrowOf(since.at), always: null }[until], since };
}

/** Returns seven in the morning of the next day, by this computer's clock. */
function tomorrowOf(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 7).getTime();
}

interface FolderTime {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Returns when the computer was switched on, by the clock on the wall of now. Absent: nobody knows. */
  readonly bootedAt?: (() => number) | undefined;
}

export const momentOf = ({ clock, bootedAt }: FolderTime): Moment => ({
  at: clock.now(),
  bootedAt: bootedAt?.() ?? null,
});

/** Systems tell whole seconds, and a clock is corrected all the time. */
const NOISE_MS = 2_000;

/**
 * Returns how far the clock on the wall was set forward since a moment. If the computer may have been switched on anew
 * since then, nobody knows (0).
 */
function setForward(time: FolderTime, since: Moment | undefined): number {
  const bootedAt = time.bootedAt?.() ?? null;
  if (bootedAt === null || since === undefined || since.bootedAt === null || bootedAt >= since.at) return 0;
  const ahead = bootedAt - since.bootedAt;
  return ahead < NOISE_MS ? 0 : ahead;
}

/**
 * Tells whether a folder is paused. A person may set the clock on the wall while the app runs: it says how long a pause
 * lasts when the app first hears of it, and the monotonic clock counts from then on.
 */
export function createPauses(time: FolderTime) {
  const { now, monotonic } = time.clock;
  const ends = new WeakMap<NonNullable<FolderRule['pause']>, number>();
  /** Returns the remaining time of the pause. */
  function leftOf({ pause }: FolderRule): number {
    if (pause === null) return 0;
    if (pause.until === null) return Number.POSITIVE_INFINITY;
    const end = ends.get(pause) ?? monotonic() + pause.until + setForward(time, pause.since) - now();
    ends.set(pause, end);
    return end - monotonic();
  }
  return {
    leftOf,
    isPaused: (rule: FolderRule): boolean => leftOf(rule) > 0,
    /** Returns the end by the clock on the wall of now. Null: until a person resumes. */
    untilOf: ({ pause }: FolderRule): number | null =>
      pause === null || pause.until === null ? null : pause.until + setForward(time, pause.since),
  };
}
export type Pauses = ReturnType<typeof createPauses>;

/** Counts what a folder sent within the last hour: by the journal for earlier runs, and by the monotonic clock for this one. */
export function createHourCount(time: FolderTime, sentAfter: (at: number) => readonly Moment[]) {
  const { now, monotonic } = time.clock;
  const bootedAt = time.bootedAt?.() ?? Number.POSITIVE_INFINITY;
  const ageOf = (sent: Moment) => Math.max(0, now() - sent.at - setForward(time, sent));
  let sends = sentAfter(Math.min(bootedAt, now() - HOUR)).map((sent) => monotonic() - ageOf(sent));
  return {
    note: (): void => void sends.push(monotonic()),
    sent(): number {
      sends = sends.filter((at) => monotonic() - at < HOUR);
      return sends.length;
    },
  };
}

export type HourCount = ReturnType<typeof createHourCount>;

type Stored = Pick<Journal, 'connections' | 'folders'>;

const storedFolders = ({ connections, folders }: Stored) => connections.list().flatMap(({ id }) => folders.of(id));

/** Counts the rules that this version cannot read: their folders are not watched. */
export const unreadableRules = (journal: Stored): number =>
  journal.folders.unreadable() +
  storedFolders(journal).filter(({ content }) => !folderRule.safeParse(content).success).length;

/** Pauses a rule of an older journal: a person may have changed it, and our claims may be of unknown submissions. */
export const heldRule = (rule: FolderRule, now: number): FolderRule => ({
  ...rule,
  pause: { until: null },
  claimsSince: now,
});

/** Stores that no folder of an older journal takes anything before a person resumes it. Returns how many folders there are. */
export function holdFolders(journal: Stored, now: number): number {
  let count = 0;
  for (const folder of storedFolders(journal)) {
    const rule = folderRule.safeParse(folder.content);
    if (!rule.success) continue;
    journal.folders.save({ ...folder, content: heldRule(rule.data, now) }, now, 'folder-paused');
    count += 1;
  }
  return count;
}
